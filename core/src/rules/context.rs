//! Input of a check, and the sink for its findings.

use std::cell::OnceCell;

use crate::bidi::Bidi;
use crate::bidi::components::{self, BidiComponent, ComponentDirection};
use crate::reference::{Class, QueryCharset, Reference, class_of, idna};
use crate::rules::features::Features;
use crate::rules::finding::Finding;
use crate::rules::host_label::HostLabel;
use crate::rules::lazy_text::LazyText;
use crate::rules::mistakes::{self, Mistake};
use crate::rules::policy::Severities;
use crate::rules::role::Role;
use crate::rules::rule::{Rule, Severity};
use crate::rules::runs::{self, Run};
use crate::rules::schemes::{Grammar, Outcome};
use crate::text::{DecodeIssue, DecodeIssueKind, Span};
use crate::unicode::CharacterProperties;

/// A reference and everything that decides its findings.
#[derive(Clone, Copy)]
pub(crate) struct CheckInput<'c, 't> {
    /// Parsed reference.
    pub reference: &'c Reference<'t>,
    /// Features that occur in its text.
    pub features: Features,
    /// Role of the attribute or element that contains it.
    pub role: Role,
    /// Base against which it is resolved, if known.
    pub base: Option<&'c str>,
    /// Encoding in which its query is sent.
    pub charset: QueryCharset,
    /// Configured severities.
    pub severities: &'c Severities,
    /// Issues that the decoder met while it decoded the value.
    pub issues: &'c [DecodeIssue],
    /// Reason why the schema that the reference names could not be loaded.
    pub schema_problem: Option<&'c str>,
}

/// Input of a check, with intermediate results that several checks use, computed once.
pub(crate) struct Context<'c, 't> {
    /// The whole text.
    pub text: &'t str,
    /// Parsed reference.
    pub reference: &'c Reference<'t>,
    /// Features that occur in the text.
    pub features: Features,
    /// Role of the attribute or element that contains the reference.
    pub role: Role,
    /// Base against which the reference is resolved, if known.
    pub base: Option<&'c str>,
    /// Encoding in which the query is sent.
    pub charset: QueryCharset,
    /// Configured severities.
    pub severities: &'c Severities,
    /// Checks of all rules.
    pub registry: &'static [Check],
    /// Issues that the decoder met while it decoded the value.
    pub issues: &'c [DecodeIssue],
    /// Reason why the schema that the reference names could not be loaded.
    pub schema_problem: Option<&'c str>,
    bidi: OnceCell<Bidi<'t>>,
    parts: OnceCell<Vec<BidiComponent>>,
    leiri_runs: OnceCell<Vec<Run>>,
    host_labels: OnceCell<Vec<HostLabel<'t>>>,
    label_lengths: OnceCell<Vec<Option<usize>>>,
    scheme_outcome: OnceCell<Option<(&'static Grammar, Outcome)>>,
    mistake: OnceCell<Option<Mistake>>,
}

impl<'c, 't> Context<'c, 't> {
    /// Prepares the checks of `input` by the rules of `registry`.
    pub(super) fn new(input: &CheckInput<'c, 't>, registry: &'static [Check]) -> Self {
        let CheckInput { reference, features, role, base, charset, severities, issues, schema_problem } = *input;
        Self {
            text: reference.text,
            reference,
            features,
            role,
            base,
            charset,
            severities,
            registry,
            issues,
            schema_problem,
            bidi: OnceCell::new(),
            parts: OnceCell::new(),
            leiri_runs: OnceCell::new(),
            host_labels: OnceCell::new(),
            label_lengths: OnceCell::new(),
            scheme_outcome: OnceCell::new(),
            mistake: OnceCell::new(),
        }
    }

    /// Returns the input.
    pub(super) fn input(&self) -> CheckInput<'c, 't> {
        let Self { reference, features, role, base, charset, severities, issues, schema_problem, .. } = *self;
        CheckInput { reference, features, role, base, charset, severities, issues, schema_problem }
    }

    /// Returns the severity of `rule` for this reference; `None` if it is off.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        self.severities.effective(rule, self.role)
    }

    /// Returns the display of the text, computed once for all rules of the group `bidi`.
    pub fn bidi(&self) -> &Bidi<'t> {
        self.bidi.get_or_init(|| Bidi::new(self.text))
    }

    /// Returns the components with right-to-left letters, as 3987bis section 4.2 defines them, with their verdicts.
    pub fn parts(&self) -> &[BidiComponent] {
        let has_letters = |part: &BidiComponent| part.verdict != ComponentDirection::LeftToRight;
        self.parts.get_or_init(|| components::parts(self.reference).filter(has_letters).collect())
    }

    /// Returns the labels of the host, decoded once for all rules on names.
    pub(super) fn host_labels(&self) -> &[HostLabel<'t>] {
        self.host_labels.get_or_init(|| HostLabel::all_in(self.reference))
    }

    /// Returns the length of each host label as an A-label, in bytes; `None` for a label that IDNA rejects.
    pub(super) fn label_lengths(&self) -> &[Option<usize>] {
        let is_plain = |label: &str| label.is_ascii() && !label.contains('%');
        let length = |label: &HostLabel<'_>| match label.written {
            plain if is_plain(plain) => Some(plain.len()),
            label => idna::a_label_length(label),
        };
        self.label_lengths.get_or_init(|| self.host_labels().iter().map(length).collect())
    }

    /// Returns the first common mistake in the text.
    pub(super) fn mistake(&self) -> Option<&Mistake> {
        self.mistake.get_or_init(|| mistakes::find(self.reference, self.features)).as_ref()
    }

    /// Returns the grammar of the scheme, and whether it accepts the reference; `None` if the scheme has no grammar, or if
    /// the reference is only the start of what it accepts and has to be no more.
    pub(super) fn scheme_outcome(&self) -> Option<(&'static Grammar, Outcome)> {
        *self.scheme_outcome.get_or_init(|| {
            let grammar = Grammar::for_reference(self.reference)?;
            let outcome = grammar.outcome(self.reference);
            let is_only_incomplete = matches!(outcome, Outcome::Refused { at, .. } if at == self.text.len());
            (!(self.role.is_start() && is_only_incomplete)).then_some((grammar, outcome))
        })
    }

    /// Returns the runs of every LEIRI group outside decode issues: one pass for nine rules.
    pub(super) fn leiri_runs(&self) -> &[Run] {
        self.leiri_runs.get_or_init(|| {
            let is_grouped = self.features.intersects(Features::LEIRI_GROUPED);
            let class = if is_grouped { Class::LEIRI_ASCII.or(Class::NON_ASCII) } else { Class::LEIRI_ASCII };
            let may_start = |byte| class_of(byte).intersects(class);
            let matches = |at, c| (!is_grouped || is_in_leiri_group(c)) && !self.is_decode_issue(at);
            let mut found = Vec::new();
            // Delimiters and schemes are in no group.
            for (component, seen) in self.reference.components_with_classes() {
                if seen.intersects(class) {
                    let text = component.slice(self.text);
                    let runs = runs::runs(text, may_start, |at, c| matches(component.start + at, c));
                    found.extend(runs.map(|run| Run { span: run.span.moved(component.start), ..run }));
                }
            }
            found
        })
    }

    /// Returns whether a decode issue covers the byte at `offset`: the rule of the issue reports it.
    pub fn is_decode_issue(&self, offset: usize) -> bool {
        self.issue_at(offset).is_some_and(|kind| kind != DecodeIssueKind::LineBreak)
    }

    /// Returns whether `span` contains or touches a line break of the source.
    pub(super) fn is_at_line_break(&self, span: Span) -> bool {
        let next = self.issues.partition_point(|issue| issue.span.end < span.start);
        let near = self.issues[next..].iter().take_while(|issue| issue.span.start <= span.end);
        near.into_iter().any(|issue| issue.kind == DecodeIssueKind::LineBreak)
    }

    fn issue_at(&self, offset: usize) -> Option<DecodeIssueKind> {
        let next = self.issues.partition_point(|issue| issue.span.end <= offset);
        self.issues.get(next).filter(|issue| issue.span.contains(offset)).map(|issue| issue.kind)
    }
}

/// Returns whether `c` is in a group of the LEIRI Note, by tables: nearly all characters of a text are in none.
fn is_in_leiri_group(c: char) -> bool {
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => class_of(byte).intersects(Class::LEIRI_ASCII),
        _ => CharacterProperties::from_char(c).intersects(CharacterProperties::LEIRI_GROUPED),
    }
}

/// Check of a rule.
pub(crate) struct Check {
    /// Rule that is checked.
    pub rule: &'static Rule,
    /// Features of which at least one must occur for the check to run.
    pub needs: Features,
    /// Whether the text after a safe fix may violate the rule as a warning or an error.
    pub may_follow_fix: bool,
    /// Function that reports each violation of the rule.
    pub run: fn(&Context<'_, '_>, &mut FindingSink<'_>),
}

/// Collector of the findings of one rule.
pub(crate) struct FindingSink<'f> {
    pub(super) rule: &'static Rule,
    pub(super) severity: Severity,
    pub(super) list: &'f mut Vec<Finding>,
    /// Whether the findings are only counted, so that expensive messages and fixes may be left out.
    pub(super) is_counting: bool,
}

impl FindingSink<'_> {
    /// Adds a finding at `span`. The message is only written if the findings are more than counted.
    pub fn flag_with(&mut self, span: Span, message: impl FnOnce() -> String) -> &mut Finding {
        let message = if self.is_counting { String::new() } else { message() };
        self.flag(span, message)
    }

    /// Adds a finding at `span` with `message`.
    #[allow(clippy::missing_panics_doc)] // the list was pushed to one line above
    pub fn flag(&mut self, span: Span, message: impl Into<LazyText>) -> &mut Finding {
        let finding =
            Finding { rule: self.rule, severity: self.severity, span, message: message.into(), fixes: Vec::new() };
        self.list.push(finding);
        self.list.last_mut().expect("it was pushed just now")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::LeiriGroup;

    #[test]
    fn the_tables_contain_exactly_the_leiri_groups() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_in_leiri_group(c), LeiriGroup::from_char(c).is_some(), "U+{:04X}", u32::from(c));
        }
    }
}
