//! Values whose findings are hidden: those of `[[ignore]]` in a configuration.
//!
//! ```text
//! value ─┬─ entries without '*', by value
//!        └─ automaton of a piece of each entry with '*' ─▶ candidates ─▶ compared with the value
//! ```
//!
//! A value is looked up once for all rules. The time depends on its length and on the entries of which it contains a
//! piece, not on the others.

use std::collections::HashMap;
use std::sync::Arc;

use aho_corasick::AhoCorasick;
use rustc_hash::FxHashMap;

use crate::xml::suppression::Suppression;

/// Maximum length of a piece that the automaton contains, in bytes: at most that many end at one position.
const MAX_PIECE: usize = 16;

/// Value whose findings are hidden.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IgnoredValue {
    /// Decoded value. A `*` matches any characters.
    pub value: String,
    /// Suppressed rules and groups; all of them if the list is empty.
    pub rules: Vec<String>,
}

/// Values whose findings are hidden. A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct IgnoredValues {
    entries: Arc<Entries>,
    /// Whether each entry applies; `None` if all do.
    applicable: Option<Arc<[bool]>>,
}

/// Entries, and where to find those that match a value.
#[derive(Debug, Default)]
struct Entries {
    all: Vec<IgnoredValue>,
    /// Rules of each entry.
    rules: Vec<Suppression>,
    /// Entries without a `*`, by value.
    exact: HashMap<String, Vec<u32>>,
    /// Entries that contain nothing but `*`, which match every value.
    any: Vec<u32>,
    /// Pieces of the other entries; `None` without any.
    pieces: Option<AhoCorasick>,
    /// Entries by the number of their piece.
    by_piece: Vec<Vec<u32>>,
}

impl IgnoredValues {
    /// Returns whether it contains no value.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Returns the same values without those for whose index `applies` returns false.
    #[cfg(any(feature = "files", test))]
    #[must_use]
    pub(crate) fn only(&self, applies: impl Fn(usize) -> bool) -> Self {
        let applicable: Arc<[bool]> =
            (0..self.entries.all.len()).map(|index| self.has(index) && applies(index)).collect();
        let is_whole = applicable.iter().all(|applies| *applies);
        Self { entries: Arc::clone(&self.entries), applicable: (!is_whole).then_some(applicable) }
    }

    /// Returns the values of both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            (false, false) => self.iter().chain(other.iter()).cloned().collect(),
        }
    }

    fn has(&self, index: usize) -> bool {
        self.applicable.as_ref().is_none_or(|applicable| applicable[index])
    }

    fn iter(&self) -> impl Iterator<Item = &IgnoredValue> {
        let all = self.entries.all.iter().enumerate();
        all.filter(|(index, _)| self.has(*index)).map(|(_, entry)| entry)
    }

    /// Returns all entries, sorted by value.
    ///
    /// ```
    /// use iri_core::xml::{IgnoredValue, IgnoredValues};
    ///
    /// let entry = |value: &str| IgnoredValue { value: value.to_owned(), rules: Vec::new() };
    /// let ignored: IgnoredValues = ["b", "a*"].map(entry).into_iter().collect();
    /// let values: Vec<_> = ignored.sorted().iter().map(|ignored| &*ignored.value).collect();
    /// assert_eq!(values, ["a*", "b"]);
    /// ```
    pub fn sorted(&self) -> Vec<&IgnoredValue> {
        let mut all: Vec<_> = self.iter().collect();
        all.sort_by_key(|ignored| &*ignored.value);
        all
    }

    /// Returns the number of entries, including those that do not apply.
    #[cfg(feature = "files")]
    pub(crate) fn len(&self) -> usize {
        self.entries.all.len()
    }

    /// Returns the rules of the entry at `index`.
    pub(crate) fn rules_of(&self, index: usize) -> Suppression {
        self.entries.rules[index]
    }

    /// Returns the rules whose findings in `value` are hidden.
    pub(crate) fn rules_in(&self, value: &str) -> Suppression {
        let mut found = Suppression::default();
        self.visit(value, |index, matches| {
            let all = found.or(self.rules_of(index));
            // What adds no rule need not be compared.
            if all != found && matches() {
                found = all;
            }
        });
        found
    }

    /// Visits the index of each entry that applies and may match `value`, with a function that compares both.
    pub(crate) fn visit(&self, value: &str, mut visit: impl FnMut(usize, &dyn Fn() -> bool)) {
        let Entries { all, exact, any, pieces, by_piece, .. } = &*self.entries;
        let mut visit_all = |indexes: &[u32], is_certain: bool| {
            for index in indexes.iter().map(|&index| index as usize).filter(|&index| self.has(index)) {
                visit(index, &|| is_certain || matches(&all[index].value, value));
            }
        };
        visit_all(exact.get(value).map_or(&[], Vec::as_slice), true);
        visit_all(any, true);
        let Some(pieces) = pieces else { return };
        let mut is_visited = vec![false; by_piece.len()];
        for piece in pieces.find_overlapping_iter(value) {
            let piece = piece.pattern().as_usize();
            if !std::mem::replace(&mut is_visited[piece], true) {
                visit_all(&by_piece[piece], false);
            }
        }
    }
}

impl FromIterator<IgnoredValue> for IgnoredValues {
    fn from_iter<I: IntoIterator<Item = IgnoredValue>>(values: I) -> Self {
        let mut entries = Entries { all: values.into_iter().collect(), ..Entries::default() };
        let mut pieces: FxHashMap<&[u8], usize> = FxHashMap::default();
        for (number, entry) in (0..).zip(&entries.all) {
            entries.rules.push(match entry.rules.as_slice() {
                [] => Suppression::ALL,
                names => {
                    names.iter().map(|name| Suppression::named(name)).fold(Suppression::default(), Suppression::or)
                }
            });
            if !entry.value.contains('*') {
                entries.exact.entry(entry.value.clone()).or_default().push(number);
                continue;
            }
            let longest = entry.value.split('*').max_by_key(|piece| piece.len()).unwrap_or_default().as_bytes();
            let piece = &longest[..longest.len().min(MAX_PIECE)];
            if piece.is_empty() {
                entries.any.push(number);
                continue;
            }
            let next = pieces.len();
            let piece = *pieces.entry(piece).or_insert(next);
            entries.by_piece.resize(entries.by_piece.len().max(piece + 1), Vec::new());
            entries.by_piece[piece].push(number);
        }
        let mut pieces: Vec<_> = pieces.into_iter().collect();
        pieces.sort_unstable_by_key(|(_, piece)| *piece);
        // Building fails only if there are more states than a number of 31 bits can count.
        let automaton = AhoCorasick::new(pieces.iter().map(|(bytes, _)| bytes)).ok();
        entries.pieces = automaton.filter(|_| !entries.by_piece.is_empty());
        Self { entries: Arc::new(entries), applicable: None }
    }
}

impl PartialEq for IgnoredValues {
    fn eq(&self, other: &Self) -> bool {
        let is_shared = Arc::ptr_eq(&self.entries, &other.entries) && self.applicable == other.applicable;
        is_shared || self.iter().eq(other.iter())
    }
}

impl Eq for IgnoredValues {}

/// Returns whether `value` matches `pattern`, in which a `*` matches any characters. Takes time linear in both.
fn matches(pattern: &str, value: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == value };
    let Some(mut value) = value.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for piece in middle.split('*') {
        match value.find(piece) {
            Some(at) => value = &value[at + piece.len()..],
            None => return false,
        }
    }
    value.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    fn entry(value: &str, rules: &[&str]) -> IgnoredValue {
        IgnoredValue { value: value.to_owned(), rules: rules.iter().map(|&rule| rule.to_owned()).collect() }
    }

    #[test]
    fn the_automaton_finds_what_a_comparison_with_each_entry_finds() {
        let mut rng = fastrand::Rng::with_seed(44);
        let mut text = |most: usize| -> String {
            (0..rng.usize(..=most)).map(|_| ['a', 'b', '*', '\u{E9}'][rng.usize(..4)]).collect()
        };
        for _ in 0..2_000 {
            let entries: Vec<_> = (0..4).map(|_| entry(&text(24), &[])).collect();
            let ignored: IgnoredValues = entries.iter().cloned().collect();
            let value = text(30).replace('*', "a");
            let is_expected = entries.iter().any(|entry| matches(&entry.value, &value));
            assert_eq!(ignored.rules_in(&value).is_all(), is_expected, "{entries:?} {value}");
        }
    }

    #[test]
    fn each_entry_has_its_rules_and_may_not_apply() {
        let ignored: IgnoredValues = [
            entry("a*", &["leiri-space"]),
            entry("*b", &["leiri-unwise"]),
            entry("*", &["dot-segments"]),
            entry("ab", &[]),
        ]
        .into_iter()
        .collect();
        assert!(ignored.rules_in("ab").is_all());
        assert_eq!(ignored.rules_in("acb").rules().count(), 3);
        let only = ignored.only(|index| index == 1);
        let names: Vec<_> = only.rules_in("ab").rules().map(|rule| rule.name).collect();
        assert_eq!(names, ["leiri-unwise"]);
        assert_eq!(only, [entry("*b", &["leiri-unwise"])].into_iter().collect());
        assert!(ignored.only(|_| false).is_empty() && rules::ALL.len() > 3);
    }
}
