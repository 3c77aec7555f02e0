//! Trace of UAX #9: the rules that determine the displayed position of each character.
//!
//! ```text
//! P1       paragraphs                                  here
//! X1–X10   explicit levels, isolating run sequences    explicit
//! W1–W7    weak classes                                weak
//! N0–N2    brackets, neutrals                          neutral
//! I1, I2   levels from classes, L1 whitespace          here
//! ```
//!
//! Each rule is one pass over one sequence, as the standard describes it; code that changes a class records the step.
//! Time is linear in the text: levels are at most 126, open brackets at most 63.

mod explain;
mod explicit;
mod neutral;
mod run;
mod weak;

use std::ops::Range;

use unicode_bidi::BidiClass;
use unicode_bidi::BidiClass::{AN, B, EN, FSI, L, LRI, PDI, R, RLI, S, WS};

use super::order::{DisplayOrder, is_removed};
use run::Work;
pub use run::{BidiRule, Step};

/// Reasons for the displayed position of each character of one text.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Traced order.
    pub order: DisplayOrder,
    /// Decision on each scalar value.
    pub decisions: Vec<Decision>,
    /// Changes of classes, by character, then in the order of the rules.
    steps: Vec<Step>,
    characters: Vec<char>,
}

/// Decision on one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Bidi class of the character.
    pub before: BidiClass,
    /// Resolved class, which determines the level.
    pub after: BidiClass,
    /// Level after rule L1; for a character that rule X9 removes, the level of the previous character.
    pub level: u8,
    /// Rule that set this level: I1, I2, L1 or X9.
    pub level_rule: BidiRule,
    /// Decisive rule: the last one that changed the class, or else `level_rule`.
    pub rule: BidiRule,
}

impl Trace {
    /// Runs the algorithm on `text`, per paragraph.
    pub fn new(text: &str, order: DisplayOrder) -> Self {
        let characters: Vec<char> = text.chars().collect();
        let classes = characters.iter().map(|&c| order.class(c)).collect();
        Self::run(characters, classes, order)
    }

    fn run(characters: Vec<char>, classes: Vec<BidiClass>, order: DisplayOrder) -> Self {
        let mut work = Work::new(characters, classes, order.base());
        for paragraph in paragraphs(&work.original) {
            for sequence in explicit::sequences(&mut work, paragraph) {
                weak::resolve(&mut work, &sequence);
                neutral::resolve(&mut work, &sequence);
            }
        }
        let mut trace = Self { order, decisions: Vec::new(), steps: work.steps, characters: work.characters };
        // The sort is stable: the steps of one character stay in the order of the rules.
        trace.steps.sort_by_key(|step| step.index);
        trace.decisions = implicit_levels(&work.original, &work.classes, &work.levels, &trace.steps);
        reset_whitespace(&mut trace.decisions, order.base());
        settle_removed(&mut trace.decisions, order.base());
        trace
    }

    /// Returns the changes of the class of one character, in the order of the rules.
    pub fn steps(&self, index: usize) -> &[Step] {
        let start = self.steps.partition_point(|step| step.index < index);
        let end = self.steps.partition_point(|step| step.index <= index);
        &self.steps[start..end]
    }

    /// Returns the level of each scalar value.
    pub fn levels(&self) -> Vec<u8> {
        self.decisions.iter().map(|decision| decision.level).collect()
    }
}

/// Applies P1: a paragraph ends after its separator.
fn paragraphs(classes: &[BidiClass]) -> Vec<Range<usize>> {
    let mut start = 0;
    let separators = classes.iter().enumerate().filter(|(_, class)| **class == B).map(|(at, _)| at + 1);
    let mut ranges: Vec<Range<usize>> = separators.map(|end| std::mem::replace(&mut start, end)..end).collect();
    ranges.push(start..classes.len());
    ranges
}

/// Applies I1 and I2: the level follows from the resolved class and the direction of the explicit level.
fn implicit_levels(original: &[BidiClass], classes: &[BidiClass], explicit: &[u8], steps: &[Step]) -> Vec<Decision> {
    let mut steps = steps.iter().peekable();
    let decide = |index: usize| {
        let (after, level) = (classes[index], explicit[index]);
        let (level_rule, raised) = match (level % 2, after) {
            (0, R) => (BidiRule::I1, 1),
            (0, AN | EN) => (BidiRule::I1, 2),
            (0, _) => (BidiRule::I1, 0),
            (_, L | AN | EN) => (BidiRule::I2, 1),
            (_, _) => (BidiRule::I2, 0),
        };
        let mut rule = level_rule;
        while let Some(step) = steps.next_if(|step| step.index == index) {
            rule = step.rule;
        }
        Decision { before: original[index], after, level: level + raised, level_rule, rule }
    };
    (0..original.len()).map(decide).collect()
}

/// Applies L1: separators, and whitespace before them and at the end, get the level of the paragraph.
fn reset_whitespace(decisions: &mut [Decision], base: u8) {
    let mut at_end = true;
    for decision in decisions.iter_mut().rev() {
        let resets = match decision.before {
            S | B => true,
            WS | FSI | LRI | RLI | PDI => at_end,
            class if is_removed(class) => continue,
            _ => false,
        };
        at_end = resets;
        if resets && decision.level != base {
            (decision.level, decision.level_rule, decision.rule) = (base, BidiRule::L1, BidiRule::L1);
        }
    }
}

/// Sets the level of each character that X9 removes to that of the previous character.
fn settle_removed(decisions: &mut [Decision], base: u8) {
    let mut before = base;
    for decision in decisions {
        if is_removed(decision.before) {
            (decision.level, decision.level_rule, decision.rule) = (before, BidiRule::X9, BidiRule::X9);
        }
        before = decision.level;
    }
}
