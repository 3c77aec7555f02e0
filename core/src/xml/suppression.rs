//! Suppression comments. `<!-- iri-ignore leiri-space -->` suppresses findings in the next piece of markup that may
//! contain a reference (an element with its content); `<!-- iri-ignore-file -->` in the whole document.
//!
//! The word is followed by rules and groups, separated by whitespace or commas; without any, all are suppressed. An
//! unknown name is a value with a finding, but not a site, because it is not a reference.

use std::ops::Range;

use crate::rules::{self, Rule};

/// Set of suppressed rules: bit `n` is the rule `rules::ALL[n]`. The names themselves are not kept, so that a document
/// of nothing but comments takes no more memory than another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Suppression(u64);

const _: () = assert!(rules::ALL.len() <= u64::BITS as usize, "each rule has a bit");

/// Scope of a suppression comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionScope {
    /// The next element, declaration or processing instruction.
    Next,
    /// The whole document.
    File,
}

impl SuppressionScope {
    /// Returns the word at the start of the comment.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Next => "iri-ignore",
            Self::File => "iri-ignore-file",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        [Self::Next, Self::File].into_iter().find(|scope| scope.word() == word)
    }
}

/// Returns the words of a comment with their offsets.
fn words(comment: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let words = comment.split([' ', '\t', '\r', '\n', ',']).map(move |word| {
        let start = next;
        next += word.len() + 1;
        (start, word)
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// Returns the names in a suppression comment; the text after `--` is an explanation.
fn names(comment: &str) -> impl Iterator<Item = (usize, &str)> {
    words(comment).skip(1).take_while(|(_, word)| *word != "--")
}

impl Suppression {
    /// Parses the text between `<!--` and `-->`; `None` if the comment suppresses nothing.
    pub fn in_comment(comment: &str) -> Option<(SuppressionScope, Self)> {
        let scope = SuppressionScope::from_word(words(comment).next()?.1)?;
        let mut names = names(comment).map(|(_, name)| name).peekable();
        if names.peek().is_none() {
            return Some((scope, Self(u64::MAX)));
        }
        Some((scope, names.map(Self::named).fold(Self::default(), Self::or)))
    }

    /// Returns the rule or the rules of the group `name`; none if there is no such rule or group.
    fn named(name: &str) -> Self {
        let is_meant = |rule: &Rule| rule.name == name || rule.group.name() == name;
        rules::ALL
            .iter()
            .enumerate()
            .filter(|(_, rule)| is_meant(rule))
            .fold(Self(0), |set, (bit, _)| Self(set.0 | 1 << bit))
    }

    /// Returns the spans of names that are neither a rule nor a group.
    pub fn unknown_in(comment: &str) -> impl Iterator<Item = Range<usize>> {
        let unknown = names(comment).filter(|(_, name)| !rules::is_known(name));
        unknown.map(|(start, name)| start..start + name.len())
    }

    /// Returns whether no rule is suppressed.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether it suppresses `rule`.
    pub fn covers(self, rule: &Rule) -> bool {
        !self.is_empty() && rules::ALL.iter().position(|known| *known == rule).is_some_and(|bit| self.0 & 1 << bit != 0)
    }

    /// Returns the union of two suppressions.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
