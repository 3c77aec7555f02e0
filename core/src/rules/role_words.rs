//! A role in words, as the book and the hovers of the server have them.

use super::{Cardinality, ReferenceUse, Role, WhiteSpace};
use crate::rules::rule::Severity;

impl Cardinality {
    /// What a value holds.
    pub const fn words(self) -> &'static str {
        match self {
            Self::One => "one reference",
            Self::List => "a list",
            Self::Pairs => "pairs of a namespace name and a reference",
            Self::Functions => "`url(…)` in a value of CSS",
            Self::Candidates => "image candidates (`srcset`)",
            Self::Specification => "`url(…)`, or a reference alone",
        }
    }
}

impl WhiteSpace {
    /// What becomes of white space at the ends.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Collapsed => "removed",
            Self::Significant => "breaks readers",
        }
    }
}

impl Role {
    /// What else the format says of the place.
    pub fn also(self) -> Vec<String> {
        let standing = match self.standing {
            ReferenceUse::Resource => None,
            ReferenceUse::Name => Some("an identity once it is resolved"),
            ReferenceUse::Namespace => Some("an identity, never resolved"),
        };
        let fragment = self.is_fragment_unwanted.then_some("no fragment");
        let absolute = self.is_absolute.then_some("with a scheme");
        let most = (self.most != Severity::Error).then(|| format!("{} at most", self.most));
        let words = [standing, fragment, absolute].into_iter().flatten().map(str::to_owned);
        words.chain(most).collect()
    }
}
