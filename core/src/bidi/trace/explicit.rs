//! X1–X10: the level that formatting characters give each character, and the isolating run sequences in which the other
//! rules examine neighbors.

use std::ops::Range;

use unicode_bidi::BidiClass::{self, AL, B, BN, FSI, L, LRE, LRI, LRO, PDF, PDI, R, RLE, RLI, RLO};

use super::super::order::is_removed;
use super::run::{BidiRule, Sequence, Work, direction};

/// Maximum explicit level (BD2).
const MAX_DEPTH: u8 = 125;

/// Entry of the directional status stack.
#[derive(Clone, Copy)]
struct Status {
    level: u8,
    override_to: Option<BidiClass>,
    is_isolate: bool,
}

/// Returns the isolating run sequences of one paragraph, and sets explicit levels and overrides.
pub(super) fn sequences(work: &mut Work, paragraph: Range<usize>) -> Vec<Sequence> {
    let isolates = pair_isolates(work, paragraph.clone());
    assign_levels(work, paragraph.clone());
    let kept: Vec<usize> = paragraph.clone().filter(|&index| !is_removed(work.original[index])).collect();
    link(work, &kept, &level_runs(work, &kept), &isolates, paragraph.start)
}

/// Returns the other end of the isolate for each character of the paragraph (BD9). Also applies X5c: the first strong
/// character directly within an FSI determines its direction.
fn pair_isolates(work: &mut Work, paragraph: Range<usize>) -> Vec<Option<usize>> {
    let mut partners = vec![None; paragraph.len()];
    let mut open: Vec<usize> = Vec::new();
    for index in paragraph.clone() {
        match work.original[index] {
            LRI | RLI | FSI => open.push(index),
            PDI => {
                if let Some(initiator) = open.pop() {
                    partners[initiator - paragraph.start] = Some(index);
                    partners[index - paragraph.start] = Some(initiator);
                }
            }
            class @ (L | R | AL) => {
                if let Some(&initiator) = open.last()
                    && work.classes[initiator] == FSI
                {
                    work.set(initiator, if class == L { LRI } else { RLI }, BidiRule::X5c);
                }
            }
            _ => {}
        }
    }
    partners
}

/// Applies X1–X8.
fn assign_levels(work: &mut Work, paragraph: Range<usize>) {
    let mut stack = Stack::new(work.base);
    for index in paragraph {
        match work.original[index] {
            RLE | LRE | RLO | LRO => stack.open_embedding(work.original[index]),
            RLI | LRI | FSI => {
                if work.classes[index] == FSI {
                    work.set(index, LRI, BidiRule::X5c);
                }
                // An override replaces the class of the isolate itself, not the direction that it opens.
                let class = work.classes[index];
                stack.cover(work, index);
                stack.open_isolate(class);
            }
            PDI => {
                stack.close_isolate();
                stack.cover(work, index);
            }
            PDF => stack.close_embedding(),
            // X8; the level of the paragraph is already set.
            B | BN => {}
            _ => stack.cover(work, index),
        }
    }
}

struct Stack {
    entries: Vec<Status>,
    overflow_isolates: usize,
    overflow_embeddings: usize,
    valid_isolates: usize,
}

impl Stack {
    /// Applies X1.
    fn new(base: u8) -> Self {
        let bottom = Status { level: base, override_to: None, is_isolate: false };
        Self { entries: vec![bottom], overflow_isolates: 0, overflow_embeddings: 0, valid_isolates: 0 }
    }

    fn top(&self) -> Status {
        *self.entries.last().expect("the paragraph's entry is never popped")
    }

    /// Applies X5a–X6a: the character gets the level and the override of the top entry.
    fn cover(&self, work: &mut Work, index: usize) {
        let top = self.top();
        work.levels[index] = top.level;
        if let Some(class) = top.override_to {
            let rule = match work.original[index] {
                RLI => BidiRule::X5a,
                LRI => BidiRule::X5b,
                FSI => BidiRule::X5c,
                PDI => BidiRule::X6a,
                _ => BidiRule::X6,
            };
            work.set(index, class, rule);
        }
    }

    /// Returns the next level of the direction of `class`; `None` if it is too deep.
    fn next_level(&self, class: BidiClass) -> Option<u8> {
        let level = self.top().level;
        let next = if matches!(class, RLE | RLO | RLI) { (level + 1) | 1 } else { (level + 2) & !1 };
        (next <= MAX_DEPTH && self.overflow_isolates == 0 && self.overflow_embeddings == 0).then_some(next)
    }

    /// Applies X2–X5.
    fn open_embedding(&mut self, class: BidiClass) {
        let override_to = match class {
            RLO => Some(R),
            LRO => Some(L),
            _ => None,
        };
        match self.next_level(class) {
            Some(level) => self.entries.push(Status { level, override_to, is_isolate: false }),
            None if self.overflow_isolates == 0 => self.overflow_embeddings += 1,
            None => {}
        }
    }

    /// Applies X5a–X5c.
    fn open_isolate(&mut self, class: BidiClass) {
        if let Some(level) = self.next_level(class) {
            self.valid_isolates += 1;
            self.entries.push(Status { level, override_to: None, is_isolate: true });
        } else {
            self.overflow_isolates += 1;
        }
    }

    /// Applies X6a.
    fn close_isolate(&mut self) {
        if self.overflow_isolates > 0 {
            self.overflow_isolates -= 1;
        } else if self.valid_isolates > 0 {
            self.overflow_embeddings = 0;
            while !self.top().is_isolate {
                self.entries.pop();
            }
            self.entries.pop();
            self.valid_isolates -= 1;
        }
    }

    /// Applies X7.
    fn close_embedding(&mut self) {
        if self.overflow_isolates > 0 {
        } else if self.overflow_embeddings > 0 {
            self.overflow_embeddings -= 1;
        } else if !self.top().is_isolate && self.entries.len() >= 2 {
            self.entries.pop();
        }
    }
}

/// Returns the ranges of `kept` with one level (BD7).
fn level_runs(work: &Work, kept: &[usize]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for run in kept.chunk_by(|&one, &next| work.levels[one] == work.levels[next]) {
        runs.push(start..start + run.len());
        start += run.len();
    }
    runs
}

/// Joins the runs that an isolate separates (BD13 and X10).
fn link(
    work: &Work,
    kept: &[usize],
    runs: &[Range<usize>],
    partners: &[Option<usize>],
    offset: usize,
) -> Vec<Sequence> {
    let mut sequences: Vec<Sequence> = Vec::new();
    // The initiators whose sequence continues after the matching PDI, the innermost last.
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    for run in runs {
        let (first, last) = (kept[run.start], kept[run.end - 1]);
        let opener = if work.original[first] == PDI { partners[first - offset] } else { None };
        let number = match waiting.last() {
            Some(&(initiator, number)) if opener == Some(initiator) => {
                waiting.pop();
                number
            }
            _ => {
                let before = run.start.checked_sub(1).map_or(work.base, |at| work.levels[kept[at]]);
                let level = work.levels[first];
                let (direction, start) = (direction(level), direction(level.max(before)));
                sequences.push(Sequence { indices: Vec::new(), direction, start, end: direction });
                sequences.len() - 1
            }
        };
        sequences[number].indices.extend_from_slice(&kept[run.clone()]);

        let is_initiator = matches!(work.original[last], LRI | RLI | FSI);
        if is_initiator && partners[last - offset].is_some() {
            waiting.push((last, number));
            continue;
        }
        let following = kept.get(run.end).filter(|_| !is_initiator);
        let after = following.map_or(work.base, |&next| work.levels[next]);
        sequences[number].end = direction(work.levels[last].max(after));
    }
    sequences
}
