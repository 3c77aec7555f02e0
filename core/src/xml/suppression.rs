//! Suppression comments. `<!-- iri-ignore leiri-space -->` suppresses findings in the next piece of markup that may
//! contain a reference (an element with its content); `<!-- iri-ignore-file -->` in the whole document.
//!
//! The word is followed by rules and groups, separated by whitespace or commas; without any, all are suppressed. An
//! unknown name is a value with a finding, but not a site, because it is not a reference.

use std::ops::Range;
use std::sync::Arc;

use crate::rules::{self, Rule};
use crate::text::{InLeaf, Span};

/// Set of suppressed rules: bit `n` is the rule `rules::ALL[n]`. The names themselves are not kept, so that a document
/// of nothing but comments takes no more memory than another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Suppression(u128);

const _: () = assert!(rules::ALL.len() <= u128::BITS as usize, "each rule has a bit");

/// Scope of a suppression comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionScope {
    /// The next element, declaration or processing instruction.
    Next,
    /// The whole document.
    File,
}

/// Level of the markup that a comment applies to: the number of elements around its content. At most one comment, or
/// one group of adjacent comments, applies at a level at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level(u16);

impl Level {
    /// Level of comments that apply to markup that follows.
    pub const PENDING: Self = Self(u16::MAX);
    /// Level of declarations and processing instructions.
    pub const OUTSIDE: Self = Self(u16::MAX - 1);
    const NONE: Self = Self(0);

    /// Returns the level of elements at `depth`; the root element has the depth 1.
    pub fn element(depth: u32) -> Self {
        Self(u16::try_from(depth).map_or(Self::OUTSIDE.0 - 1, |depth| depth.min(Self::OUTSIDE.0 - 1)))
    }
}

/// Suppressions of the comments around a value: for each rule the level of the innermost comment that suppresses it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActiveSuppressions(Option<Arc<[Level; u128::BITS as usize]>>);

impl ActiveSuppressions {
    /// Returns the suppressions inside markup at `level` to which comments with `suppression` apply.
    #[must_use]
    pub fn within(&self, suppression: Suppression, level: Level) -> Self {
        if suppression.is_empty() {
            return self.clone();
        }
        let mut levels = self.0.as_deref().copied().unwrap_or([Level::NONE; u128::BITS as usize]);
        let suppressed = levels.iter_mut().enumerate().filter(|(bit, _)| suppression.0 & 1 << bit != 0);
        suppressed.for_each(|(_, known)| *known = level);
        Self(Some(Arc::new(levels)))
    }

    /// Returns whether no rule is suppressed.
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns whether a comment suppresses `rule`.
    pub fn covers(&self, rule: &Rule) -> bool {
        let Some(levels) = &self.0 else { return false };
        bit(rule).is_some_and(|bit| levels[bit] != Level::NONE)
    }

    /// Returns the levels of the comments that suppress `used`, with the rules of each.
    pub fn levels_of(&self, used: Suppression) -> impl Iterator<Item = (Level, Suppression)> {
        let levels = self.0.as_deref().into_iter().flatten().enumerate();
        let used = levels.map(move |(bit, level)| (*level, Suppression(used.0 & 1 << bit)));
        used.filter(|(level, rules)| *level != Level::NONE && !rules.is_empty())
    }
}

/// Event of a leaf, in the order of its text, that determines which comments suppress nothing.
#[derive(Clone, Copy, Debug)]
pub enum SuppressionEvent {
    /// A suppression comment.
    Comment {
        /// Span of the comment.
        span: Span<InLeaf>,
        /// Scope of the comment.
        scope: SuppressionScope,
        /// Whether markup before it would or could be longer without it.
        is_after_open_markup: bool,
    },
    /// The comments so far apply to the markup at this level.
    Applied(Level),
    /// The comment at this level suppresses findings of these rules.
    Used(Level, Suppression),
}

/// Returns the bit of `rule`.
fn bit(rule: &Rule) -> Option<usize> {
    rules::ALL.iter().position(|known| *known == rule)
}

/// Name in a suppression comment, with the markup that is removed with it.
#[derive(Clone, Debug)]
pub struct SuppressedName {
    /// Span of the name in the comment.
    pub span: Range<usize>,
    /// Span of the name and its separator.
    pub with_separator: Range<usize>,
    /// Suppressed rules; empty if the name is unknown.
    pub rules: Suppression,
}

impl SuppressionScope {
    /// Returns the word at the start of the comment.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Next => rules::DIRECTIVES[0],
            Self::File => rules::DIRECTIVES[1],
        }
    }

    /// Returns the scope that a comment with this first word has; `None` if it is another comment.
    pub fn from_word(word: &str) -> Option<Self> {
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
    /// Every rule.
    pub const ALL: Self = Self(u128::MAX);

    /// Parses the text between `<!--` and `-->`; `None` if the comment suppresses nothing.
    pub fn in_comment(comment: &str) -> Option<(SuppressionScope, Self)> {
        let scope = SuppressionScope::from_word(words(comment).next()?.1)?;
        let mut names = names(comment).map(|(_, name)| name).peekable();
        if names.peek().is_none() {
            return Some((scope, Self::ALL));
        }
        Some((scope, names.map(Self::named).fold(Self::default(), Self::or)))
    }

    /// Returns the set of `rule` alone.
    pub fn from_rule(rule: &Rule) -> Self {
        Self(bit(rule).map_or(0, |bit| 1 << bit))
    }

    /// Returns the names in a suppression comment; none if it suppresses every rule.
    pub fn names_in(comment: &str) -> Vec<SuppressedName> {
        let all: Vec<_> = names(comment).collect();
        let end = |(start, name): (usize, &str)| start + name.len();
        let separated = |index: usize| match (index.checked_sub(1), all.get(index + 1)) {
            (_, Some((next, _))) => all[index].0..*next,
            (Some(last), None) => end(all[last])..end(all[index]),
            (None, None) => all[index].0..end(all[index]),
        };
        let name = |index: usize| SuppressedName {
            span: all[index].0..end(all[index]),
            with_separator: separated(index),
            rules: Self::named(all[index].1),
        };
        (0..all.len()).map(name).collect()
    }

    /// Returns whether it suppresses every rule, because no rule is named.
    pub const fn is_all(self) -> bool {
        self.0 == u128::MAX
    }

    /// Returns whether both suppress a common rule.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the suppressed rules.
    pub fn rules(self) -> impl Iterator<Item = &'static Rule> {
        let rules = rules::ALL.iter().copied().enumerate();
        rules.filter(move |(bit, _)| self.0 & 1 << bit != 0).map(|(_, rule)| rule)
    }

    /// Returns the rule or the rules of the group `name`; none if there is no such rule or group.
    pub(crate) fn named(name: &str) -> Self {
        let matches = |rule: &Rule| rule.name == name || rule.group.name() == name;
        rules::ALL
            .iter()
            .enumerate()
            .filter(|(_, rule)| matches(rule))
            .fold(Self(0), |set, (bit, _)| Self(set.0 | 1 << bit))
    }

    /// Returns the spans of names that are neither a rule nor a group, or of a first word that is almost that of a suppression.
    pub fn unknown_in(comment: &str) -> impl Iterator<Item = Range<usize>> {
        let first = words(comment).next().filter(|(_, word)| rules::is_misspelled_directive(word));
        let is_suppression =
            || words(comment).next().is_some_and(|(_, word)| SuppressionScope::from_word(word).is_some());
        let names = is_suppression().then(|| names(comment)).into_iter().flatten();
        let unknown = first.into_iter().chain(names.filter(|(_, name)| !rules::is_known(name)));
        unknown.map(|(start, name)| start..start + name.len())
    }

    /// Returns whether no rule is suppressed.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether it suppresses `rule`.
    pub fn covers(self, rule: &Rule) -> bool {
        !self.is_empty() && bit(rule).is_some_and(|bit| self.0 & 1 << bit != 0)
    }

    /// Returns the union of two suppressions.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
