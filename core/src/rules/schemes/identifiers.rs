//! Values without a scheme that no relative reference looks like: `identifiers.abnf`.

use std::sync::LazyLock;

use crate::reference::Reference;
use crate::rules::schemes::abnf::{self, Automaton, Outcome};
use crate::text::{Span, WHITESPACE};

const GRAMMAR: &str = include_str!("identifiers.abnf");
const COMMON: &str = include_str!("common.abnf");

/// Kind of such values.
pub(in crate::rules) struct Identifier {
    pub name: &'static str,
    /// Text before the value in a reference.
    pub start: &'static str,
    /// Hosts in whose path the value stands.
    pub hosts: Vec<&'static str>,
    automaton: Automaton,
}

impl Identifier {
    /// Returns whether `text` is such a value.
    pub fn is_value(&self, text: &str) -> bool {
        let outcome = || self.automaton.run(&Reference::parse(text), Span::new(0, text.len()));
        !text.contains(WHITESPACE) && matches!(outcome(), Outcome::Accepted { .. })
    }
}

/// All kinds.
pub(in crate::rules) static IDENTIFIERS: LazyLock<Vec<Identifier>> = LazyLock::new(|| {
    let identifier = |line: &'static str| {
        let mut words = line.strip_prefix(";start ")?.split_whitespace();
        let (rule, start) = (words.next()?, words.next()?);
        let automaton = Automaton::new(GRAMMAR, COMMON, Some(rule))?;
        Some(Identifier { name: abnf::words(GRAMMAR, rule)?, start, hosts: words.collect(), automaton })
    };
    GRAMMAR.lines().filter_map(identifier).collect()
});
