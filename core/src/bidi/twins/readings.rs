//! Candidate texts for the display of one region.
//!
//! A text follows from a display when the level of each atom is known: runs of level 1 and higher are read from the
//! right, those of level 2 within them from the left. The rules leave only few levels open:
//!
//! * A right-to-left letter has level 1, an Arabic number 2. A European number has 2 in the block of
//!   the letters and 0 before it, where W7 makes it left-to-right.
//! * The block ends at the right with the last letter or Arabic number: its first in the text. At the
//!   left it begins with the first letter, or with any number (or terminator, bracket) before it.
//! * A separator has level 2 if W4 joins two numbers across it, a terminator if W5 does. Their neighbors
//!   decide, except for a separator next to a number that ends differently on its other side.
//! * A bracket that N0 makes left-to-right has level 0 inside the block.
//!
//! In a right-to-left paragraph a letter between two right-to-left ones has level 2, like every number. Between two of them
//! everything else has level 1, or 2 if it is read with both.

use std::ops::Range;

use unicode_bidi::BidiClass::{self, AL, AN, BN, CS, EN, ES, ET, L, NSM, R};
use unicode_bidi::{BidiInfo, Level};

use crate::bidi::{DisplayOrder, mirrored};

/// Maximum number of open choices that are tried in all combinations.
const MAX_OPEN: usize = 10;

/// Maximum number of levels, over all choices, that are those of the text: each digit of a long number is a choice.
const MAX_UNCHANGED: usize = 1 << 16;

/// Cluster of a display.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom<'t> {
    /// Byte offset in the text.
    pub start: usize,
    /// Characters as in the text.
    pub text: &'t str,
    pub level: u8,
    /// Column in which the first character is displayed.
    pub column: usize,
    /// Class of the first character.
    pub class: BidiClass,
    pub is_bracket: bool,
}

/// Atoms between two left-to-right letters, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Region<'t> {
    pub bytes: Range<usize>,
    /// What is displayed, from left to right.
    pub display: String,
    pub atoms: Vec<Atom<'t>>,
}

/// Levels of the atoms, and the atoms that could have another level.
struct Levels {
    levels: Vec<u8>,
    open: Vec<(Range<usize>, u8)>,
}

impl Region<'_> {
    /// Passes every candidate text for the display to `take`, until it returns false. Those with the fewest unusual levels
    /// come first: most twins have one or two.
    pub(super) fn readings(&self, order: DisplayOrder, take: &mut impl FnMut(String) -> bool) {
        let mut unchanged = 0;
        let mut pass = |levels: &[u8]| {
            if levels.iter().zip(&self.atoms).any(|(level, atom)| *level != atom.level) {
                return take(self.read(levels));
            }
            unchanged += levels.len();
            unchanged <= MAX_UNCHANGED
        };
        // Computed one by one, because a long text has many.
        let mut starts = Vec::new();
        let is_mail = order.base() != 0;
        let ends = if is_mail { vec![0] } else { self.left_ends() };
        for left in ends {
            let start = if is_mail { self.levels_in_mail() } else { self.levels(left) };
            if !pass(&start.levels) {
                return;
            }
            starts.push(start);
        }
        let open_count = |start: &Levels| start.open.len().min(MAX_OPEN);
        let most = starts.iter().map(open_count).max().unwrap_or(0);
        let mut choices: Vec<usize> = (1..1 << most).collect();
        choices.sort_by_key(|choice| choice.count_ones());
        for choice in choices {
            for start in starts.iter().filter(|start| choice >> open_count(start) == 0) {
                let mut levels = start.levels.clone();
                for (bit, (atoms, other)) in start.open.iter().take(MAX_OPEN).enumerate() {
                    if choice >> bit & 1 == 1 {
                        levels[atoms.clone()].fill(*other);
                    }
                }
                if !pass(&levels) {
                    return;
                }
            }
        }
    }

    /// Returns the text for these levels. The reordering of L2 is its own inverse.
    fn read(&self, levels: &[u8]) -> String {
        let order: Vec<Level> = levels.iter().map(|&level| Level::new(level).expect("0 to 2")).collect();
        let mut text = String::with_capacity(self.bytes.len());
        for at in BidiInfo::reorder_visual(&order) {
            let atom = &self.atoms[at];
            // The display has the mirrored form at an odd level, and must keep its characters.
            let changes_parity = atom.level % 2 != levels[at] % 2;
            text.extend(atom.text.chars().map(|c| if changes_parity { mirrored(c) } else { c }));
        }
        text
    }

    /// Returns possible starts of the block of the letters, the nearest to the actual start first; one past the end without
    /// a letter.
    fn left_ends(&self) -> Vec<usize> {
        let Some(letter) = self.atoms.iter().position(|atom| matches!(atom.class, R | AL)) else {
            return vec![self.atoms.len()];
        };
        let own = self.atoms[..letter].iter().rposition(|atom| atom.level == 0).map_or(0, |at| at + 1);
        let may_end = |at: &usize| {
            let atom = &self.atoms[*at];
            *at == letter || atom.is_bracket || matches!(atom.class, EN | AN | ET | BN | NSM)
        };
        let mut ends: Vec<usize> = (0..=letter).filter(may_end).collect();
        // A number as a whole before a part of it: "1" of "123" may also be before the letters.
        let is_number = |at: usize| matches!(self.atoms[at].class, EN | AN | ET);
        let splits = |at: usize| at > 0 && is_number(at) && is_number(at - 1);
        ends.sort_by_key(|&at| (splits(at), at.abs_diff(own)));
        ends
    }

    /// Returns the levels if the block of the letters starts at `left`.
    fn levels(&self, left: usize) -> Levels {
        let mut result = Levels { levels: vec![0; self.atoms.len()], open: Vec::new() };
        let has_bracket = self.atoms.iter().any(|atom| atom.is_bracket);
        let may_begin =
            |atom: &Atom<'_>| matches!(atom.class, R | AL | AN) || has_bracket && (atom.is_bracket || atom.class == EN);
        let right = self.atoms.iter().rposition(may_begin);
        if let Some(right) = right.filter(|&right| left <= right) {
            self.fill(left..right + 1, &mut result);
        }
        // Before the letters a European number is left-to-right and separates the Arabic ones.
        let before = &self.atoms[..left];
        let mut start = 0;
        for part in before.split(|atom| atom.class == EN) {
            let is_arabic = |atom: &Atom<'_>| atom.class == AN;
            if let (Some(first), Some(last)) = (part.iter().position(is_arabic), part.iter().rposition(is_arabic)) {
                self.fill(start + first..start + last + 1, &mut result);
            }
            start += part.len() + 1;
        }
        result
    }

    /// Returns the levels in a right-to-left paragraph. Only what is between a number and another number or letter is
    /// open: between two letters, rule N1 decides.
    fn levels_in_mail(&self) -> Levels {
        let mut result = Levels { levels: Vec::with_capacity(self.atoms.len()), open: Vec::new() };
        let is_moved = |atom: &Atom<'_>| matches!(atom.class, L | EN | AN);
        // Neutrals are resolved together. Of terminators and marks, one may belong to a number and the next one not.
        let is_alone = |atom: &Atom<'_>| atom.is_bracket || matches!(atom.class, ET | BN | NSM);
        let is_one =
            |one: &Atom<'_>, other: &Atom<'_>| is_moved(one) == is_moved(other) && !is_alone(one) && !is_alone(other);
        for part in self.atoms.chunk_by(is_one) {
            let start = result.levels.len();
            let is_strong = is_moved(&part[0]);
            // A display that was read in another order has no level 2.
            let own = if part[0].level == 2 { 2 } else { 1 };
            result.levels.resize(start + part.len(), if is_strong { 2 } else { own });
            if !is_strong {
                result.open.push((start..start + part.len(), 3 - own));
            }
        }
        result
    }

    /// Sets the levels within one block.
    fn fill(&self, block: Range<usize>, result: &mut Levels) {
        let atoms = &self.atoms[block.clone()];
        let has = |class: BidiClass| atoms.iter().any(|atom| atom.class == class);
        let has_other_ends = has(ET) || has(EN) && has(AN);
        let has_bracket = atoms.iter().any(|atom| atom.is_bracket);
        let has_ignored = atoms.iter().any(|atom| matches!(atom.class, BN | NSM));
        let beside_number = terminators_beside_number(atoms);
        let mut letter = BidiClass::L;
        // From the right: the order of the text.
        for (at, atom) in atoms.iter().enumerate().rev() {
            if matches!(atom.class, R | AL) {
                letter = atom.class;
            }
            let joins = match atom.class {
                EN | AN => true,
                ET => letter != AL && beside_number[at],
                _ => joins(atoms, at, letter),
            };
            let level = if joins { 2 } else { 1 };
            result.levels[block.start + at] = level;
            let is_open = match atom.class {
                BN | NSM => true,
                CS | ES => has_ignored || has_other_ends && level == 2,
                ET => has_ignored,
                _ => false,
            };
            if has_bracket && level == 1 && !matches!(atom.class, R | AL) {
                result.open.push((block.start + at..block.start + at + 1, 0));
            } else if is_open {
                result.open.push((block.start + at..block.start + at + 1, 3 - level));
            }
        }
    }
}

/// Returns whether the atom at `at` is a separator that W4 joins to the numbers on both sides. `letter` is the class of
/// the last letter before it in the text.
fn joins(atoms: &[Atom<'_>], at: usize, letter: BidiClass) -> bool {
    // W2: after an Arabic letter both kinds are Arabic.
    let number = |at: Option<usize>| match at.and_then(|at| atoms.get(at)).map(|atom| atom.class) {
        Some(EN) if letter == AL => Some(AN),
        number @ Some(EN | AN) => number,
        _ => None,
    };
    let (left, right) = (number(at.checked_sub(1)), number(Some(at + 1)));
    // A mark splits a separator into two.
    let is_single = atoms[at].text.chars().nth(1).is_none();
    match atoms[at].class {
        CS => is_single && left.is_some() && left == right,
        ES => is_single && left == Some(EN) && right == Some(EN),
        _ => false,
    }
}

/// Returns, for each atom, whether it is a terminator in a run next to a European number (W5).
fn terminators_beside_number(atoms: &[Atom<'_>]) -> Vec<bool> {
    let mut beside = Vec::with_capacity(atoms.len());
    for run in atoms.chunk_by(|one, next| (one.class == ET) == (next.class == ET)) {
        let (start, end) = (beside.len(), beside.len() + run.len());
        let is_number = |at: Option<usize>| at.and_then(|at| atoms.get(at)).is_some_and(|atom| atom.class == EN);
        let touches = run[0].class == ET && (is_number(start.checked_sub(1)) || is_number(Some(end)));
        beside.resize(end, touches);
    }
    beside
}
