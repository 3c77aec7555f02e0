//! Limit for findings of one rule in one value.
//!
//! A value of 100 kB may have 100,000 findings of a rule, of which a report needs the first ones and their number.

use crate::rules::Rule;

/// Maximum number of findings of one rule in one value that are reported.
pub const MAX_FINDINGS_PER_RULE: usize = 100;

/// Finding within the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limited<T> {
    /// Finding.
    pub finding: T,
    /// Number of further findings of its rule in the value, which are left out; 0 except for the last one of the rule.
    pub more: usize,
}

/// Receives findings in the order of the values `V`, and returns those of each value within a limit per rule.
///
/// ```
/// use iri_core::rules::find;
/// use iri_core::xml::document::{Limited, ValueLimit};
///
/// let rule = find("broken-percent").expect("a rule");
/// let mut limit = ValueLimit::new(2);
/// for finding in 1..=5 {
///     assert_eq!(limit.push("value", rule, || finding), []);
/// }
/// assert_eq!(limit.finish(), [Limited { finding: 1, more: 0 }, Limited { finding: 2, more: 3 }]);
/// ```
#[derive(Debug)]
pub struct ValueLimit<V, T> {
    limit: usize,
    value: Option<V>,
    kept: Vec<Limited<T>>,
    /// Rules of the value with the number of their findings and the index of the last one that is kept.
    rules: Vec<(&'static Rule, usize, usize)>,
}

impl<V: PartialEq, T> ValueLimit<V, T> {
    /// Creates a limit of `limit` findings of one rule in one value.
    pub const fn new(limit: usize) -> Self {
        Self { limit, value: None, kept: Vec::new(), rules: Vec::new() }
    }

    /// Adds a finding of `rule` in `value`, which `finding` returns if it is within the limit. Returns the findings of
    /// the previous value if this is another one.
    pub fn push(&mut self, value: V, rule: &'static Rule, finding: impl FnOnce() -> T) -> Vec<Limited<T>> {
        let is_new = self.value.as_ref().is_some_and(|known| *known != value);
        let finished = if is_new { self.finish() } else { Vec::new() };
        self.value = Some(value);
        let known = self.rules.iter().position(|(known, ..)| *known == rule).unwrap_or_else(|| {
            self.rules.push((rule, 0, 0));
            self.rules.len() - 1
        });
        let (_, count, last) = &mut self.rules[known];
        *count += 1;
        if *count <= self.limit {
            *last = self.kept.len();
            self.kept.push(Limited { finding: finding(), more: 0 });
        } else if let Some(last) = self.kept.get_mut(*last) {
            last.more += 1;
        }
        finished
    }

    /// Returns the findings of the last value.
    pub fn finish(&mut self) -> Vec<Limited<T>> {
        self.rules.clear();
        self.value = None;
        std::mem::take(&mut self.kept)
    }
}
