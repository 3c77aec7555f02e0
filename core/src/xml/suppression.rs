//! Suppression comments. `<!-- iri-ignore leiri-space -->` suppresses findings in the next piece of markup that may
//! contain a reference (an element with its content); `<!-- iri-ignore-file -->` in the whole document.
//!
//! The word is followed by rules and groups, separated by whitespace or commas; without any, all are suppressed. An
//! unknown name is a value with a finding, but not a site, because it is not a reference.

use std::ops::Range;
use std::sync::Arc;

use crate::rules::{self, Rule};

/// Suppressed rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Suppression {
    /// All rules.
    All,
    /// Rules and groups, by name.
    Of(Vec<Box<str>>),
}

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
        let names: Vec<Box<str>> = names(comment).map(|(_, name)| Box::from(name)).collect();
        Some((scope, if names.is_empty() { Self::All } else { Self::Of(names) }))
    }

    /// Returns the spans of names that are neither a rule nor a group.
    pub fn unknown_in(comment: &str) -> impl Iterator<Item = Range<usize>> {
        let unknown = names(comment).filter(|(_, name)| !rules::is_known(name));
        unknown.map(|(start, name)| start..start + name.len())
    }

    /// Returns whether it suppresses `rule`.
    pub fn covers(&self, rule: &Rule) -> bool {
        match self {
            Self::All => true,
            Self::Of(names) => names.iter().any(|name| **name == *rule.name || **name == *rule.group.name()),
        }
    }

    /// Returns the union of two suppressions.
    pub fn and(one: Option<Arc<Self>>, other: Option<Arc<Self>>) -> Option<Arc<Self>> {
        match (one, other) {
            (one, None) => one,
            (None, other) => other,
            (Some(one), Some(other)) => match (&*one, &*other) {
                (Self::Of(a), Self::Of(b)) => Some(Arc::new(Self::Of(a.iter().chain(b).cloned().collect()))),
                _ => Some(Arc::new(Self::All)),
            },
        }
    }
}
