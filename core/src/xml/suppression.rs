//! Comments that silence: `<!-- iri-ignore leiri-space -->` the next piece of markup that may hold a
//! reference, an element with all that is in it; `<!-- iri-ignore-file -->` the whole document.
//!
//! Behind the word stand rules and groups, parted by white space or commas; without any, all are meant. A name
//! that is none is a value with a finding, but no site: it is no reference.

use std::ops::Range;
use std::sync::Arc;

use crate::rules::{self, Rule};

/// What is silenced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Suppression {
    /// Everything.
    All,
    /// Rules and groups, by name.
    Of(Vec<Box<str>>),
}

/// How far a silencing comment reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionScope {
    /// The next element, declaration or processing instruction.
    Next,
    /// The whole document.
    File,
}

impl SuppressionScope {
    /// The word that a comment begins with.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Next => "iri-ignore",
            Self::File => "iri-ignore-file",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        [Self::Next, Self::File].into_iter().find(|reach| reach.word() == word)
    }
}

/// The words of a comment, and where each begins.
fn words(comment: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    let parted = comment.split([' ', '\t', '\r', '\n', ',']).map(move |word| {
        let start = next;
        next += word.len() + 1;
        (start, word)
    });
    parted.filter(|(_, word)| !word.is_empty())
}

/// What a comment that silences names; what stands behind `--` is for people.
fn names(comment: &str) -> impl Iterator<Item = (usize, &str)> {
    words(comment).skip(1).take_while(|(_, word)| *word != "--")
}

impl Suppression {
    /// What a comment silences, given what stands between `<!--` and `-->`.
    pub fn in_comment(comment: &str) -> Option<(SuppressionScope, Self)> {
        let reach = SuppressionScope::from_word(words(comment).next()?.1)?;
        let names: Vec<Box<str>> = names(comment).map(|(_, name)| Box::from(name)).collect();
        Some((reach, if names.is_empty() { Self::All } else { Self::Of(names) }))
    }

    /// Where such a comment names what is no rule and no group.
    pub fn unknown_in(comment: &str) -> impl Iterator<Item = Range<usize>> {
        let unknown = names(comment).filter(|(_, name)| !rules::is_known(name));
        unknown.map(|(start, name)| start..start + name.len())
    }

    /// Whether it silences `rule`.
    pub fn covers(&self, rule: &Rule) -> bool {
        match self {
            Self::All => true,
            Self::Of(names) => names.iter().any(|name| **name == *rule.name || **name == *rule.group.name()),
        }
    }

    /// What both silence together.
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
