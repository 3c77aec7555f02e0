//! Some of the rules, as a number: a list of a million references holds one of each.

use iri_core::rules::{self, Rule};

/// Some of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(u128);

impl RuleSet {
    /// The rule of that number in `rules::ALL`.
    pub const fn of(number: usize) -> Self {
        Self(1 << (number % 128))
    }

    /// Whether the two have a rule in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds one.
    pub fn add(&mut self, rule: &Rule) {
        let number = rules::ALL.iter().position(|known| *known == rule);
        self.0 |= number.map_or(0, |number| Self::of(number).0);
    }

    /// The numbers of the rules in it.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..rules::ALL.len()).filter(move |&number| self.meets(Self::of(number)))
    }
}
