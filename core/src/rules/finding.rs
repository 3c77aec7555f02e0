//! A finding: the violation of a rule at a span, as data for any front end.

use crate::rules::lazy_text::LazyText;
use crate::rules::rule::{Rule, Severity};
use crate::text::{Edit, InReference, Span};

/// Violation of a rule at a span of the text that the parameter names: see [`Span`].
#[derive(Clone, Debug)]
pub struct Finding<S = InReference> {
    /// Violated rule.
    pub rule: &'static Rule,
    /// Effective severity.
    pub severity: Severity,
    /// Affected span; empty if something is missing there.
    pub span: Span<S>,
    /// Problem in one clause of about 80 characters. Text that it quotes is escaped and shortened.
    pub message: LazyText,
    /// Fixes, the preferred one first.
    pub fixes: Vec<Fix<S>>,
}

impl<S> Finding<S> {
    /// Adds a fix after the existing ones.
    pub fn fix(&mut self, fix: Fix<S>) -> &mut Self {
        // Most findings have one fix, and a text may have a million findings: no extra capacity is reserved.
        self.fixes.reserve_exact(1);
        self.fixes.push(fix);
        self
    }

    /// Lowers the severity to `max_severity` if it is higher.
    pub fn at_most(&mut self, max_severity: Severity) -> &mut Self {
        self.severity = self.severity.min(max_severity);
        self
    }

    /// Makes every fix a suggested one.
    pub(crate) fn require_review(&mut self) {
        self.fixes.iter_mut().for_each(|fix| fix.safety = Safety::Suggested);
    }

    /// Returns the preferred fix if it is safe: a fix that is applied without review. A safe fix after another one is only
    /// offered.
    pub fn safe_fix(&self) -> Option<&Fix<S>> {
        self.fixes.first().filter(|fix| fix.safety == Safety::Safe)
    }

    /// Writes the texts of the finding now, on the thread that allocates the rest of a document: allocators return memory
    /// late if several threads allocated parts of it.
    #[cfg(feature = "xml")]
    pub(crate) fn write_texts(&self) {
        let _ = self.message.as_str();
        for fix in &self.fixes {
            let _ = fix.title.as_str();
        }
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

/// Whether a fix may be applied without review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Safety {
    /// Safe fix: the reference identifies the same resource as before, or was not valid at all.
    Safe,
    /// Suggested fix, which a user must review.
    Suggested,
}

impl Safety {
    /// Returns the name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Suggested => "suggested",
        }
    }

    /// Returns the name and what it means, for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Safe => "safe: same resource",
            Self::Suggested => "suggested: may change the resource",
        }
    }
}

/// Group of edits of the text that the parameter names: see [`Span`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix<S = InReference> {
    /// Title in a few words: "encode SPACE as %20".
    pub title: LazyText,
    /// Whether the fix may be applied without review.
    pub safety: Safety,
    /// Edits in order, without overlap.
    pub edits: Vec<Edit<S>>,
}

impl<S> Fix<S> {
    /// Creates a fix of one edit.
    pub fn new(safety: Safety, title: impl Into<LazyText>, span: Span<S>, text: impl Into<String>) -> Self {
        Self { title: title.into(), safety, edits: vec![Edit { span, text: text.into() }] }
    }

    /// Creates a safe fix of one edit.
    pub fn safe(title: impl Into<LazyText>, span: Span<S>, text: impl Into<String>) -> Self {
        Self::new(Safety::Safe, title, span, text)
    }

    /// Creates a suggested fix of one edit.
    pub fn suggested(title: impl Into<LazyText>, span: Span<S>, text: impl Into<String>) -> Self {
        Self::new(Safety::Suggested, title, span, text)
    }
}
