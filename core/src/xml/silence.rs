//! Comments that silence: `<!-- iri-ignore leiri-space -->` the next piece of markup that may hold a
//! reference, an element with all that is in it; `<!-- iri-ignore-file -->` the whole document.
//!
//! Behind the word stand rules and groups, parted by white space or commas; without any, all are meant.

use std::sync::Arc;

use crate::rules::Rule;

/// What is silenced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Silence {
    /// Everything.
    All,
    /// Rules and groups, by name.
    Of(Vec<Box<str>>),
}

/// How far a silencing comment reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The next element, declaration or processing instruction.
    Next,
    /// The whole document.
    File,
}

impl Silence {
    /// What a comment silences, given what stands between `<!--` and `-->`.
    pub fn in_comment(comment: &str) -> Option<(Reach, Self)> {
        let mut words = comment.split([' ', '\t', '\r', '\n', ',']).filter(|word| !word.is_empty());
        let reach = match words.next()? {
            "iri-ignore" => Reach::Next,
            "iri-ignore-file" => Reach::File,
            _ => return None,
        };
        let names: Vec<Box<str>> = words.take_while(|word| *word != "--").map(Box::from).collect();
        Some((reach, if names.is_empty() { Self::All } else { Self::Of(names) }))
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
