//! What a check is given, and where it puts what it finds.

use std::cell::OnceCell;

use crate::finding::{Finding, Safety, Severity};
use crate::options::Options;
use crate::reference::Reference;
use crate::rules::Rule;
use crate::text::{Slip, Span};
use crate::unicode::{Bidi, Features};

/// What a check is given.
pub struct Context<'c, 't> {
    /// The whole text.
    pub text: &'t str,
    /// Its parts.
    pub reference: &'c Reference<'t>,
    /// What was met anywhere in the text.
    pub features: Features,
    /// How to judge it.
    pub options: &'c Options,
    /// What went wrong while the value was decoded from its source.
    pub slips: &'c [Slip],
    bidi: OnceCell<Bidi<'t>>,
}

impl<'c, 't> Context<'c, 't> {
    pub(crate) fn new(
        reference: &'c Reference<'t>,
        features: Features,
        options: &'c Options,
        slips: &'c [Slip],
    ) -> Self {
        Self { text: reference.text, reference, features, options, slips, bidi: OnceCell::new() }
    }

    /// The display of the text, worked out once for all rules of the group `bidi`.
    pub fn bidi(&self) -> &Bidi<'t> {
        self.bidi.get_or_init(|| Bidi::of(self.text))
    }

    /// Whether a slip of the decoder covers the byte at `offset`: its own rule speaks of it.
    pub fn is_slip(&self, offset: usize) -> bool {
        let next = self.slips.partition_point(|slip| slip.span.end <= offset);
        self.slips.get(next).is_some_and(|slip| slip.span.contains(offset))
    }
}

/// Where the check of one rule puts what it finds.
pub struct Findings<'f> {
    rule: &'static Rule,
    severity: Severity,
    list: &'f mut Vec<Finding>,
}

impl Findings<'_> {
    /// Flags `span`. The message says what is there, then why it matters.
    #[allow(clippy::missing_panics_doc)] // the list was pushed to one line above
    pub fn flag(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        let finding =
            Finding { rule: self.rule, severity: self.severity, span, message: message.into(), fixes: Vec::new() };
        self.list.push(finding);
        self.list.last_mut().expect("it was pushed just now")
    }
}

/// Runs every rule that is on and whose `needs` were met; findings in the order of the text.
pub(crate) fn check(context: &Context<'_, '_>) -> Vec<Finding> {
    let mut list = Vec::new();
    for &rule in super::ALL {
        if !context.features.intersects(rule.needs) {
            continue;
        }
        if let Some(severity) = context.options.severity(rule) {
            (rule.check)(context, &mut Findings { rule, severity, list: &mut list });
        }
    }
    if context.options.role.is_name {
        let fixes = list.iter_mut().flat_map(|finding| &mut finding.fixes);
        fixes.for_each(|fix| fix.safety = Safety::Suggested);
    }
    // Stable: at one place the rules keep the order of the reference manual.
    list.sort_by_key(|finding| (finding.span.start, finding.span.end));
    list
}
