//! What a check is given, and where it puts what it finds.

use std::cell::OnceCell;

use crate::bidi::Bidi;
use crate::bidi::components::{self, BidiComponent};
use crate::reference::{Reference, idna};
use crate::rules::features::Features;
use crate::rules::finding::Finding;
use crate::rules::policy::Severities;
use crate::rules::role::Role;
use crate::rules::rule::{Rule, Severity};
use crate::rules::runs::{self, Run};
use crate::text::{DecodeIssue, DecodeIssueKind, Span};
use crate::unicode::LeiriGroup;

/// A reference and everything that decides what is wrong with it.
#[derive(Clone, Copy)]
pub(crate) struct CheckInput<'c, 't> {
    /// Parsed reference.
    pub reference: &'c Reference<'t>,
    /// What was met anywhere in its text.
    pub features: Features,
    /// Role of the place where it is written.
    pub role: Role,
    /// Base against which it is resolved, if known.
    pub base: Option<&'c str>,
    /// Configured severities.
    pub severities: &'c Severities,
    /// What went wrong while the value was decoded from its source.
    pub issues: &'c [DecodeIssue],
}

/// What a check is given: its input, and what several checks ask of it, computed once.
pub(crate) struct Context<'c, 't> {
    /// The whole text.
    pub text: &'t str,
    /// Its parts.
    pub reference: &'c Reference<'t>,
    /// What was met anywhere in the text.
    pub features: Features,
    /// Role of the place where the reference is written.
    pub role: Role,
    /// Base against which the reference is resolved, if known.
    pub base: Option<&'c str>,
    /// Configured severities.
    pub severities: &'c Severities,
    /// Checks of all rules.
    pub registry: &'static [&'static Check],
    /// What went wrong while the value was decoded from its source.
    pub issues: &'c [DecodeIssue],
    bidi: OnceCell<Bidi<'t>>,
    parts: OnceCell<Vec<BidiComponent>>,
    leiri_runs: OnceCell<Vec<Run>>,
    label_lengths: OnceCell<Vec<Option<usize>>>,
}

impl<'c, 't> Context<'c, 't> {
    /// Prepares the checks of `input` by the rules of `registry`.
    pub(super) fn new(input: &CheckInput<'c, 't>, registry: &'static [&'static Check]) -> Self {
        let CheckInput { reference, features, role, base, severities, issues } = *input;
        Self {
            text: reference.text,
            reference,
            features,
            role,
            base,
            severities,
            registry,
            issues,
            bidi: OnceCell::new(),
            parts: OnceCell::new(),
            leiri_runs: OnceCell::new(),
            label_lengths: OnceCell::new(),
        }
    }

    /// Returns the severity of `rule` for this reference; `None` if it is off.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        self.severities.effective(rule, self.role)
    }

    /// The display of the text, worked out once for all rules of the group `bidi`.
    pub fn bidi(&self) -> &Bidi<'t> {
        self.bidi.get_or_init(|| Bidi::new(self.text))
    }

    /// The components as 3987bis section 4.2 counts them, with their verdicts.
    pub fn parts(&self) -> &[BidiComponent] {
        self.parts.get_or_init(|| components::parts(self.reference))
    }

    /// The octets of each host label as an A-label; nothing for one that IDNA refuses.
    pub(super) fn label_lengths(&self) -> &[Option<usize>] {
        let is_plain = |label: &str| label.is_ascii() && !label.contains('%');
        let length = |label: Span| match label.slice(self.text) {
            plain if is_plain(plain) => Some(plain.len()),
            label => idna::a_label_length(label),
        };
        self.label_lengths.get_or_init(|| self.reference.host_labels().into_iter().map(length).collect())
    }

    /// The runs of every LEIRI group, slips apart: one pass for nine rules.
    pub(super) fn leiri_runs(&self) -> &[Run] {
        let is_grouped = |at, c| LeiriGroup::from_char(c).is_some() && !self.is_slip(at);
        self.leiri_runs.get_or_init(|| runs::runs(self.text, is_grouped).collect())
    }

    /// Whether a slip of the decoder covers the byte at `offset`: its own rule speaks of it.
    pub fn is_slip(&self, offset: usize) -> bool {
        self.slip_at(offset).is_some_and(|kind| kind != DecodeIssueKind::LineBreak)
    }

    /// Whether a line break of the source stands in `span`, or beside it.
    pub(super) fn is_at_line_break(&self, span: Span) -> bool {
        let next = self.issues.partition_point(|slip| slip.span.end < span.start);
        let near = self.issues[next..].iter().take_while(|slip| slip.span.start <= span.end);
        near.into_iter().any(|slip| slip.kind == DecodeIssueKind::LineBreak)
    }

    fn slip_at(&self, offset: usize) -> Option<DecodeIssueKind> {
        let next = self.issues.partition_point(|slip| slip.span.end <= offset);
        self.issues.get(next).filter(|slip| slip.span.contains(offset)).map(|slip| slip.kind)
    }
}

/// The check of a rule.
pub(crate) struct Check {
    /// Rule that is checked.
    pub rule: &'static Rule,
    /// The check runs only if one of these features was met.
    pub needs: Features,
    /// Flags what breaks the rule.
    pub run: fn(&Context<'_, '_>, &mut FindingSink<'_>),
}

/// Collects the findings of one rule.
pub(crate) struct FindingSink<'f> {
    pub(super) rule: &'static Rule,
    pub(super) severity: Severity,
    pub(super) list: &'f mut Vec<Finding>,
}

impl FindingSink<'_> {
    /// Flags `span`. The message says what is there, then why it matters.
    #[allow(clippy::missing_panics_doc)] // the list was pushed to one line above
    pub fn flag(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        let finding =
            Finding { rule: self.rule, severity: self.severity, span, message: message.into(), fixes: Vec::new() };
        self.list.push(finding);
        self.list.last_mut().expect("it was pushed just now")
    }
}
