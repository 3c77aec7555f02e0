//! The display of simple texts in a left-to-right paragraph.
//!
//! A simple text consists of printable ASCII characters except brackets, right-to-left letters, and Arabic-Indic digits, as
//! nearly all references with right-to-left letters do. Every character is a cluster, there is one paragraph and one
//! level run, and only few rules of UAX #9 apply. A search for twins computes many displays, so it needs a fast way. Tests
//! compare it with the general algorithm.

use unicode_bidi::BidiClass::{self, AL, AN, CS, EN, ES, ET, L, R};

use super::DisplayOrder;

/// Returns the level and the column of each character; `None` if the text is not simple, or the paragraph not left-to-right.
pub(super) fn display(text: &str, order: DisplayOrder) -> Option<(Vec<u8>, Vec<usize>)> {
    if order.base() != 0 {
        return None;
    }
    let mut classes = Vec::with_capacity(text.len());
    for c in text.chars() {
        classes.push(class(c, order)?);
    }
    resolve_weak(&mut classes);
    let levels = levels(&classes);
    let columns = columns(&levels);
    Some((levels, columns))
}

/// Returns whether the text is simple.
pub(super) fn is_simple(text: &str) -> bool {
    text.chars().all(|c| class(c, DisplayOrder::Rfc).is_some())
}

/// Returns the bidi class of `c`; `None` if a simple text does not contain it.
fn class(c: char, order: DisplayOrder) -> Option<BidiClass> {
    match c {
        // Brackets.
        '(' | ')' | '[' | ']' | '{' | '}' => None,
        ' '..='~' => Some(order.class(c)),
        '\u{660}'..='\u{669}' => Some(AN),
        '\u{80}'.. => Some(order.class(c)).filter(|class| matches!(class, R | AL)),
        _ => None,
    }
}

/// Applies W2 to W7. Afterwards the classes are L, R, AN, EN and neutrals.
fn resolve_weak(classes: &mut [BidiClass]) {
    // W2 and W3.
    let mut strong = L;
    for class in &mut *classes {
        match *class {
            L | R => strong = *class,
            AL => (strong, *class) = (AL, R),
            EN if strong == AL => *class = AN,
            _ => {}
        }
    }
    // W4: the neighbors of a separator that changes are numbers, so that they do not change.
    for at in 1..classes.len().saturating_sub(1) {
        let (before, after) = (classes[at - 1], classes[at + 1]);
        let joins = match classes[at] {
            ES => before == EN,
            CS => matches!(before, EN | AN),
            _ => false,
        };
        if joins && before == after {
            classes[at] = before;
        }
    }
    // W5: a run of terminators beside a number.
    for run in classes.chunk_by_mut(|one, other| matches!(one, EN | ET) && matches!(other, EN | ET)) {
        if run.contains(&EN) {
            run.fill(EN);
        }
    }
    // W7; the rules of neutrals also apply to what W6 makes neutral.
    let mut strong = L;
    for class in classes {
        match *class {
            L | R => strong = *class,
            EN if strong == L => *class = L,
            _ => {}
        }
    }
}

/// Applies N1, N2 and I1. L1 changes nothing: spaces at the end already have the base level.
fn levels(classes: &[BidiClass]) -> Vec<u8> {
    let mut levels = Vec::with_capacity(classes.len());
    let mut is_after_right = false;
    for (at, class) in classes.iter().enumerate() {
        let level = match class {
            L => 0,
            R => 1,
            AN | EN => 2,
            _ => continue,
        };
        // Neutrals since the last strong character or number.
        levels.resize(at, u8::from(is_after_right && level > 0));
        levels.push(level);
        is_after_right = level > 0;
    }
    levels.resize(classes.len(), 0);
    levels
}

/// Applies L2 to levels up to 2.
fn columns(levels: &[u8]) -> Vec<usize> {
    let mut columns: Vec<usize> = (0..levels.len()).collect();
    let mut start = 0;
    for run in levels.chunk_by(|one, other| (*one > 0) == (*other > 0)) {
        let end = start + run.len();
        if run[0] > 0 {
            // From the right, except that numbers keep their order.
            let mut right = end;
            for part in run.chunk_by(|one, other| one == other && *one == 2) {
                right -= part.len();
                for (offset, column) in columns[start..start + part.len()].iter_mut().enumerate() {
                    *column = right + offset;
                }
                start += part.len();
            }
        }
        start = end;
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bidi::{Bidi, clusters};

    #[test]
    fn the_display_is_that_of_the_general_algorithm() {
        let pieces: Vec<char> =
            "aZ0189 +-,.:/#$%&=?@!\"'*;<>\\^_`|~\u{5D0}\u{5D1}\u{627}\u{628}\u{661}\u{662}\u{7C0}\u{200F}"
                .chars()
                .collect();
        let mut rng = fastrand::Rng::with_seed(9);
        let mut simple = 0;
        for _ in 0..300_000 {
            let text: String = (0..rng.usize(..16)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            for order in [DisplayOrder::Rfc, DisplayOrder::Browser] {
                let Some((levels, columns)) = display(&text, order) else { continue };
                let general = Bidi::general(&text, order);
                assert_eq!((&levels, &columns), (&general.levels, &general.logical_to_visual), "{text:?} {order}");
                simple += 1;
            }
        }
        assert!(simple > 300_000, "only {simple} displays were compared");
    }

    #[test]
    fn short_texts_have_the_display_of_the_general_algorithm() {
        let pieces = ['a', '1', '-', '.', '%', ' ', '\u{5D0}', '\u{627}', '\u{661}'];
        for index in 0..pieces.len().pow(6) {
            let text: String = (0..6).map(|digit| pieces[index / pieces.len().pow(digit) % pieces.len()]).collect();
            let (levels, columns) = display(&text, DisplayOrder::Rfc).expect("all are simple");
            let general = Bidi::general(&text, DisplayOrder::Rfc);
            assert_eq!((&levels, &columns), (&general.levels, &general.logical_to_visual), "{text:?}");
        }
    }

    #[test]
    fn every_character_has_its_class_and_is_a_cluster() {
        for order in [DisplayOrder::Rfc, DisplayOrder::Browser] {
            for c in '\0'..=char::MAX {
                let Some(class) = class(c, order) else { continue };
                assert_eq!(class, order.class(c), "U+{:04X} {order}", u32::from(c));
                let between = format!("a{c}{c}\u{5D0}");
                assert_eq!(clusters(&between).count(), 4, "U+{:04X}", u32::from(c));
            }
        }
    }
}
