//! N0–N2: brackets, then all other neutrals.

use icu_properties::CodePointMapData;
use icu_properties::props::{BidiMirroringGlyph, BidiPairedBracketType};
use unicode_bidi::BidiClass::{self, AN, EN, L, NSM, ON, R};

use super::super::order::mirrored;
use super::run::{BidiRule, Sequence, Work};

/// Maximum number of open brackets: after one more, BD16 searches for no further pair.
const MAX_OPEN: usize = 63;

pub(super) fn resolve(work: &mut Work, sequence: &Sequence) {
    n0(work, sequence);
    n1_n2(work, sequence);
}

/// Pair of brackets, as positions in the sequence.
struct Pair {
    open: usize,
    close: usize,
}

/// Applies N0: a pair gets the embedding direction if that occurs inside; else, if the other direction occurs inside,
/// the direction of what precedes the pair.
///
/// Pairs are processed in the order of their opening brackets. The text inside a pair is then still as W7 left it, so
/// that running totals tell what it contains; only the text before the pair has changed.
fn n0(work: &mut Work, sequence: &Sequence) {
    let pairs = bracket_pairs(work, sequence);
    if pairs.is_empty() {
        return;
    }
    let totals = running_totals(work, sequence);
    let (mut strong, mut at) = (sequence.start, 0);
    for pair in pairs {
        while at < pair.open {
            strong = strong_class(work.classes[sequence.indices[at]]).unwrap_or(strong);
            at += 1;
        }
        let inside = |class: BidiClass| {
            let side = usize::from(class == R);
            totals[pair.close][side] > totals[pair.open + 1][side]
        };
        let embedding = sequence.direction;
        let other = if embedding == L { R } else { L };
        let class = match (inside(embedding), inside(other)) {
            (true, _) => embedding,
            // The text before the pair has either the embedding direction or the other one.
            (false, true) => strong,
            (false, false) => continue,
        };
        let between = (strong, if inside(embedding) { embedding } else { other });
        for bracket in [pair.open, pair.close] {
            set_bracket(work, sequence, bracket, class, between);
        }
    }
}

/// Returns, for each position, the number of left-to-right and right-to-left classes before it.
fn running_totals(work: &Work, sequence: &Sequence) -> Vec<[usize; 2]> {
    let mut totals = vec![[0; 2]];
    let mut now = [0; 2];
    for &index in &sequence.indices {
        match strong_class(work.classes[index]) {
            Some(L) => now[0] += 1,
            Some(_) => now[1] += 1,
            None => {}
        }
        totals.push(now);
    }
    totals
}

/// Returns the strong class for N0 and N1, in which numbers count as right-to-left.
fn strong_class(class: BidiClass) -> Option<BidiClass> {
    match class {
        L => Some(L),
        R | EN | AN => Some(R),
        _ => None,
    }
}

/// Sets the class of a bracket and of the marks on it.
fn set_bracket(work: &mut Work, sequence: &Sequence, at: usize, class: BidiClass, between: (BidiClass, BidiClass)) {
    work.set_between(sequence.indices[at], class, BidiRule::N0, between);
    for &mark in &sequence.indices[at + 1..] {
        // A mark that an override changed is no longer a mark.
        if work.original[mark] != NSM || work.classes[mark] != ON {
            break;
        }
        work.set_between(mark, class, BidiRule::N0, between);
    }
}

/// Finds the pairs of brackets (BD16).
fn bracket_pairs(work: &Work, sequence: &Sequence) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut open: Vec<(char, usize)> = Vec::new();
    for (at, &index) in sequence.indices.iter().enumerate() {
        if work.classes[index] != ON {
            continue;
        }
        match bracket(work.characters[index]) {
            Some(Bracket::Open(_)) if open.len() == MAX_OPEN => break,
            Some(Bracket::Open(opening)) => open.push((opening, at)),
            Some(Bracket::Close(opening)) => {
                if let Some(depth) = open.iter().rposition(|&(other, _)| other == opening) {
                    pairs.push(Pair { open: open[depth].1, close: at });
                    open.truncate(depth);
                }
            }
            None => {}
        }
    }
    pairs.sort_by_key(|pair| pair.open);
    pairs
}

/// Kind of a bracket, with the opening bracket of its pair.
enum Bracket {
    Open(char),
    Close(char),
}

fn bracket(c: char) -> Option<Bracket> {
    match CodePointMapData::<BidiMirroringGlyph>::new().get(c).paired_bracket_type {
        BidiPairedBracketType::Open => Some(Bracket::Open(canonical(c))),
        BidiPairedBracketType::Close => Some(Bracket::Close(canonical(mirrored(c)))),
        _ => None,
    }
}

/// Returns the canonically equivalent bracket of the only pair that has one.
const fn canonical(c: char) -> char {
    match c {
        '\u{2329}' => '\u{3008}',
        _ => c,
    }
}

/// Applies N1 and N2: neutrals between two classes of one direction get it; all others get the embedding direction.
fn n1_n2(work: &mut Work, sequence: &Sequence) {
    let mut left = sequence.start;
    let mut at = 0;
    while let Some(&index) = sequence.indices.get(at) {
        if let Some(class) = strong_class(work.classes[index]) {
            left = class;
            at += 1;
            continue;
        }
        let length =
            sequence.indices[at..].iter().take_while(|&&next| strong_class(work.classes[next]).is_none()).count();
        let after = sequence.indices.get(at + length).and_then(|&next| strong_class(work.classes[next]));
        let right = after.unwrap_or(sequence.end);
        let (class, rule) = if left == right { (left, BidiRule::N1) } else { (sequence.direction, BidiRule::N2) };
        for &neutral in &sequence.indices[at..at + length] {
            work.set_between(neutral, class, rule, (left, right));
        }
        at += length;
    }
}
