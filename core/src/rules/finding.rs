//! A finding: a rule broken at a span, as data for any front end.

use crate::rules::rule::{Rule, Severity};
use crate::text::{Edit, InReference, Span};

/// A rule broken at a span of the text that the parameter names: see [`Span`].
#[derive(Clone, Debug)]
pub struct Finding<S = InReference> {
    /// The rule.
    pub rule: &'static Rule,
    /// How much it matters here.
    pub severity: Severity,
    /// Where; empty where something is missing.
    pub span: Span<S>,
    /// What is there, then why it matters. May quote characters of the text only by number and name.
    pub message: String,
    /// What to write instead, the preferred one first.
    pub fixes: Vec<Fix<S>>,
}

impl<S> Finding<S> {
    /// Adds a fix behind those that are there.
    pub fn fix(&mut self, fix: Fix<S>) -> &mut Self {
        // Most findings have one fix, and a text may have a million findings: no room is kept for more.
        self.fixes.reserve_exact(1);
        self.fixes.push(fix);
        self
    }

    /// Lowers the severity to `most` where it is above.
    pub fn at_most(&mut self, most: Severity) -> &mut Self {
        self.severity = self.severity.min(most);
        self
    }

    /// The first fix that needs no person to choose it.
    pub fn safe_fix(&self) -> Option<&Fix<S>> {
        self.fixes.iter().find(|fix| fix.safety == Safety::Safe)
    }

    /// Returns the same finding with its spans and edits counted in another text.
    #[cfg(feature = "xml")]
    pub(crate) fn map_spans<T>(self, in_other: impl Fn(Span<S>) -> Span<T>) -> Finding<T> {
        let Self { rule, severity, span, message, fixes } = self;
        let fixes = fixes.into_iter().map(|fix| Fix {
            title: fix.title,
            safety: fix.safety,
            edits: fix.edits.into_iter().map(|edit| edit.map_span(&in_other)).collect(),
        });
        Finding { rule, severity, span: in_other(span), message, fixes: fixes.collect() }
    }
}

/// Whether a fix may be applied unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Safety {
    /// The reference still names the same resource, or had no reading at all.
    Safe,
    /// A person chooses.
    Suggested,
}

impl Safety {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Suggested => "suggested",
        }
    }
}

/// Edits that belong together, of the text that the parameter names: see [`Span`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix<S = InReference> {
    /// What it does, in a few words: "encode as %20".
    pub title: String,
    /// Whether it may be applied unasked.
    pub safety: Safety,
    /// The edits, in order, without overlap.
    pub edits: Vec<Edit<S>>,
}

impl<S> Fix<S> {
    /// A fix of one edit.
    pub fn new(safety: Safety, title: impl Into<String>, span: Span<S>, text: impl Into<String>) -> Self {
        Self { title: title.into(), safety, edits: vec![Edit { span, text: text.into() }] }
    }

    /// A fix of one edit that may be applied unasked.
    pub fn safe(title: impl Into<String>, span: Span<S>, text: impl Into<String>) -> Self {
        Self::new(Safety::Safe, title, span, text)
    }

    /// A fix of one edit that a person chooses.
    pub fn suggested(title: impl Into<String>, span: Span<S>, text: impl Into<String>) -> Self {
        Self::new(Safety::Suggested, title, span, text)
    }
}
