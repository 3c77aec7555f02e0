//! W1–W7: marks, numbers and the separators and terminators around them.

use unicode_bidi::BidiClass::{self, AL, AN, CS, EN, ES, ET, FSI, L, LRI, NSM, ON, PDI, R, RLI};

use super::run::{BidiRule, Sequence, Work};

pub(super) fn resolve(work: &mut Work, sequence: &Sequence) {
    w1(work, sequence);
    w2(work, sequence);
    w3(work, sequence);
    w4(work, sequence);
    w5(work, sequence);
    w6(work, sequence);
    w7(work, sequence);
}

/// Applies W1: a mark gets the class of its base character; after the start or end of an isolate it is neutral.
fn w1(work: &mut Work, sequence: &Sequence) {
    let mut before = sequence.start;
    for &index in &sequence.indices {
        if work.classes[index] == NSM {
            let class = if matches!(before, LRI | RLI | FSI | PDI) { ON } else { before };
            work.set(index, class, BidiRule::W1);
        }
        before = work.classes[index];
    }
}

/// Applies W2: a European number after an Arabic letter becomes an Arabic number.
fn w2(work: &mut Work, sequence: &Sequence) {
    each_after_strong(work, sequence, |work, index, strong| {
        if strong == AL && work.classes[index] == EN {
            work.set(index, AN, BidiRule::W2);
        }
    });
}

/// Applies W3: Arabic letters become right-to-left letters.
fn w3(work: &mut Work, sequence: &Sequence) {
    for &index in &sequence.indices {
        if work.classes[index] == AL {
            work.set(index, R, BidiRule::W3);
        }
    }
}

/// Applies W4: one separator between two numbers of one kind joins them.
fn w4(work: &mut Work, sequence: &Sequence) {
    for window in sequence.indices.windows(3) {
        let class = work.classes[window[0]];
        let joins = match work.classes[window[1]] {
            ES => class == EN,
            CS => class == EN || class == AN,
            _ => false,
        };
        if joins && work.classes[window[2]] == class {
            work.set(window[1], class, BidiRule::W4);
        }
    }
}

/// Applies W5: terminators next to a European number become part of it.
fn w5(work: &mut Work, sequence: &Sequence) {
    let touch = |work: &mut Work, before: BidiClass, index: usize| {
        if before == EN && work.classes[index] == ET {
            work.set(index, EN, BidiRule::W5);
        }
        work.classes[index]
    };
    sequence.indices.iter().fold(ET, |before, &index| touch(work, before, index));
    sequence.indices.iter().rev().fold(ET, |after, &index| touch(work, after, index));
}

/// Applies W6: separators and terminators that joined no number become neutral.
fn w6(work: &mut Work, sequence: &Sequence) {
    for &index in &sequence.indices {
        if matches!(work.classes[index], ES | ET | CS) {
            work.set(index, ON, BidiRule::W6);
        }
    }
}

/// Applies W7: a European number after a left-to-right letter becomes left-to-right.
fn w7(work: &mut Work, sequence: &Sequence) {
    each_after_strong(work, sequence, |work, index, strong| {
        if strong == L && work.classes[index] == EN {
            work.set(index, L, BidiRule::W7);
        }
    });
}

/// Calls `rule` for each character with the last strong class before it.
fn each_after_strong(work: &mut Work, sequence: &Sequence, rule: impl Fn(&mut Work, usize, BidiClass)) {
    let mut strong = sequence.start;
    for &index in &sequence.indices {
        rule(work, index, strong);
        if matches!(work.classes[index], L | R | AL) {
            strong = work.classes[index];
        }
    }
}
