//! A finding is a rule broken at a span; data, not text for a screen.

use std::fmt;

use crate::rules::Rule;
use crate::text::{Edit, Span};

/// How much a finding matters, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing when one looks closely.
    Hint,
    /// Valid, but hard to read, transmit or compare.
    Information,
    /// Tools further down the chain break on it.
    Warning,
    /// The place does not admit it.
    Error,
}

impl Severity {
    /// All four, the least first.
    pub const ALL: [Self; 4] = [Self::Hint, Self::Information, Self::Warning, Self::Error];

    /// The name used in reports, JSON and `.iri.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Information => "information",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The severity of that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule broken at a span of the text.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// How much it matters here.
    pub severity: Severity,
    /// Where; empty where something is missing.
    pub span: Span,
    /// What is there, then why it matters. May quote characters of the text only by number and name.
    pub message: String,
    /// What to write instead, the preferred one first.
    pub fixes: Vec<Fix>,
}

impl Finding {
    /// Adds a fix behind those that are there.
    pub fn fix(&mut self, fix: Fix) -> &mut Self {
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
    pub fn safe_fix(&self) -> Option<&Fix> {
        self.fixes.iter().find(|fix| fix.safety == Safety::Safe)
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

/// Edits that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in a few words: "encode as %20".
    pub title: String,
    /// Whether it may be applied unasked.
    pub safety: Safety,
    /// The edits, in order, without overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix of one edit.
    pub fn new(safety: Safety, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        Self { title: title.into(), safety, edits: vec![Edit { span, text: text.into() }] }
    }

    /// A fix of one edit that may be applied unasked.
    pub fn safe(title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        Self::new(Safety::Safe, title, span, text)
    }

    /// A fix of one edit that a person chooses.
    pub fn suggested(title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        Self::new(Safety::Suggested, title, span, text)
    }
}
