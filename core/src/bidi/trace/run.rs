//! State of the algorithm, and its steps.

use unicode_bidi::BidiClass::{self, L, R};

/// Rule of UAX #9, with its name there.
#[allow(missing_docs)] // the names are the standard's
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BidiRule {
    X5a,
    X5b,
    X5c,
    X6,
    X6a,
    X9,
    W1,
    W2,
    W3,
    W4,
    W5,
    W6,
    W7,
    N0,
    N1,
    N2,
    I1,
    I2,
    L1,
}

impl BidiRule {
    /// Returns the name in the standard: `W4`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X5a => "X5a",
            Self::X5b => "X5b",
            Self::X5c => "X5c",
            Self::X6 => "X6",
            Self::X6a => "X6a",
            Self::X9 => "X9",
            Self::W1 => "W1",
            Self::W2 => "W2",
            Self::W3 => "W3",
            Self::W4 => "W4",
            Self::W5 => "W5",
            Self::W6 => "W6",
            Self::W7 => "W7",
            Self::N0 => "N0",
            Self::N1 => "N1",
            Self::N2 => "N2",
            Self::I1 => "I1",
            Self::I2 => "I2",
            Self::L1 => "L1",
        }
    }
}

/// Change of the class of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index of the character, in scalar values.
    pub index: usize,
    /// Rule that changed it.
    pub rule: BidiRule,
    /// New class.
    pub class: BidiClass,
    /// For rules N0 to N2: the classes on the left and on the right.
    pub(super) between: (BidiClass, BidiClass),
}

/// State of the algorithm for each scalar value of the text.
pub(super) struct Work {
    pub(super) characters: Vec<char>,
    pub(super) original: Vec<BidiClass>,
    pub(super) classes: Vec<BidiClass>,
    /// Explicit levels.
    pub(super) levels: Vec<u8>,
    pub(super) steps: Vec<Step>,
    pub(super) base: u8,
}

/// Isolating run sequence (BD13), without the characters that X9 removes.
pub(super) struct Sequence {
    pub(super) indices: Vec<usize>,
    /// Embedding direction: the class of the level.
    pub(super) direction: BidiClass,
    pub(super) start: BidiClass,
    pub(super) end: BidiClass,
}

impl Work {
    pub(super) fn new(characters: Vec<char>, original: Vec<BidiClass>, base: u8) -> Self {
        let levels = vec![base; original.len()];
        Self { characters, classes: original.clone(), original, levels, steps: Vec::new(), base }
    }

    pub(super) fn set(&mut self, index: usize, class: BidiClass, rule: BidiRule) {
        self.set_between(index, class, rule, (class, class));
    }

    pub(super) fn set_between(
        &mut self,
        index: usize,
        class: BidiClass,
        rule: BidiRule,
        between: (BidiClass, BidiClass),
    ) {
        if self.classes[index] != class {
            self.classes[index] = class;
            self.steps.push(Step { index, rule, class, between });
        }
    }
}

/// Returns the direction of a level.
pub(super) fn direction(level: u8) -> BidiClass {
    if level.is_multiple_of(2) { L } else { R }
}
