//! Descriptions of a role, for the book and the hovers of the server.

use super::{Cardinality, ReferenceUse, Role, Whitespace};
use crate::rules::rule::Severity;

impl Cardinality {
    /// Describes what a value contains.
    pub const fn words(self) -> &'static str {
        match self {
            Self::One => "one reference",
            Self::List => "a list",
            Self::Commas => "a list with commas",
            Self::Semicolons => "a list with semicolons",
            Self::Quoted => "a list of references in quotation marks",
            Self::Pairs => "pairs of a namespace name and a reference",
            Self::Functions => "`url(…)` and `@import` in CSS",
            Self::Calls => "strings in `doc('…')` and `document('…')` of XPath",
            Self::JsonLd => "IRIs in JSON-LD",
            Self::Candidates => "image candidates (`srcset`)",
            Self::Refresh => "a number of seconds and a reference (`5; url=…`)",
            Self::Nothing => "no reference",
            Self::Specification => "`url(…)`, or a reference alone",
        }
    }
}

impl Whitespace {
    /// Describes how whitespace at the ends is treated.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Collapsed => "removed",
            Self::Significant => "kept, but tools fail on it",
        }
    }
}

impl Role {
    /// Describes the other properties of the role.
    pub fn also(self) -> Vec<String> {
        let reference_use = match self.reference_use {
            ReferenceUse::Resource | ReferenceUse::Typed => None,
            ReferenceUse::Elsewhere => Some("target not looked up"),
            ReferenceUse::Alternative => Some("used if no catalog maps the public identifier"),
            ReferenceUse::Name => Some("identifier after resolution"),
            ReferenceUse::NameBase => Some("base of identifiers"),
            ReferenceUse::Identifier | ReferenceUse::Namespace => Some("identifier, never resolved"),
            ReferenceUse::Template => Some("template, every fix needs review"),
        };
        let verbatim = self.is_verbatim.then_some("used as written");
        let fragment = self.is_fragment_unwanted.then_some("no fragment");
        let absolute = self.is_absolute.then_some("scheme required");
        let start = self.is_start().then_some("start of references");
        let max_severity = (self.max_severity != Severity::Error).then(|| format!("{} at most", self.max_severity));
        let words = [reference_use, verbatim, fragment, absolute, start].into_iter().flatten().map(str::to_owned);
        words.chain(max_severity).collect()
    }
}
