//! Differences between two versions of a document, line by line and within changed lines.

use std::ops::Range;

use iri_core::Span;
use iri_core::text::{Edit, InDocument};

/// Maximum number of pairs of lines that are compared; beyond it everything between the first and the last difference
/// counts as changed.
const MOST_PAIRS: usize = 1 << 20;

/// Returns edits that change `old` to `new`, in order and separate.
pub fn edits(old: &str, new: &str) -> Vec<Edit<InDocument>> {
    let (old_lines, new_lines) = (lines(old), lines(new));
    let mut edits = Vec::new();
    for (before, after) in changed_lines(old, new, &old_lines, &new_lines) {
        if before.len() == after.len() {
            // The same number of lines: each changed line on its own.
            for (before, after) in before.zip(after) {
                push(&mut edits, (old, &old_lines[before]), (new, &new_lines[after]));
            }
        } else {
            let range = |lines: &[Range<usize>], range: Range<usize>, end: usize| {
                let start = lines.get(range.start).map_or(end, |line| line.start);
                start..lines[..range.end].last().map_or(start, |line| line.end).max(start)
            };
            let (before, after) = (range(&old_lines, before, old.len()), range(&new_lines, after, new.len()));
            push(&mut edits, (old, &before), (new, &after));
        }
    }
    edits
}

fn push(edits: &mut Vec<Edit<InDocument>>, (old, before): (&str, &Range<usize>), (new, after): (&str, &Range<usize>)) {
    if old[before.clone()] != new[after.clone()] {
        let span = Span::new(before.start, before.end);
        edits.push(Edit::smallest(&old[before.clone()], span, &new[after.clone()]));
    }
}

/// Returns the ranges of the lines, each with its end.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let line = |line: &str| {
        start += line.len();
        start - line.len()..start
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Returns the ranges of lines that differ, by number.
fn changed_lines(
    old: &str,
    new: &str,
    old_lines: &[Range<usize>],
    new_lines: &[Range<usize>],
) -> Vec<(Range<usize>, Range<usize>)> {
    let is_same = |before: &Range<usize>, after: &Range<usize>| old[before.clone()] == new[after.clone()];
    let start = old_lines.iter().zip(new_lines).take_while(|(before, after)| is_same(before, after)).count();
    let (old_rest, new_rest) = (&old_lines[start..], &new_lines[start..]);
    let end =
        old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(before, after)| is_same(before, after)).count();
    let (old_rest, new_rest) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);
    if old_rest.is_empty() && new_rest.is_empty() {
        return Vec::new();
    }
    if old_rest.len().saturating_mul(new_rest.len()) > MOST_PAIRS {
        return vec![(start..start + old_rest.len(), start..start + new_rest.len())];
    }
    // Lengths of the longest common subsequences of the rests from each pair of lines on.
    let width = new_rest.len() + 1;
    let mut common = vec![0u32; (old_rest.len() + 1) * width];
    for (row, before) in old_rest.iter().enumerate().rev() {
        for (column, after) in new_rest.iter().enumerate().rev() {
            common[row * width + column] = if is_same(before, after) {
                common[(row + 1) * width + column + 1] + 1
            } else {
                common[(row + 1) * width + column].max(common[row * width + column + 1])
            };
        }
    }
    let mut changed: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let (mut row, mut column) = (0, 0);
    let (mut from_row, mut from_column) = (0, 0);
    while row < old_rest.len() && column < new_rest.len() {
        if is_same(&old_rest[row], &new_rest[column]) {
            if (from_row, from_column) != (row, column) {
                changed.push((start + from_row..start + row, start + from_column..start + column));
            }
            (row, column) = (row + 1, column + 1);
            (from_row, from_column) = (row, column);
        } else if common[(row + 1) * width + column] >= common[row * width + column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    if (from_row, from_column) != (old_rest.len(), new_rest.len()) {
        changed.push((start + from_row..start + old_rest.len(), start + from_column..start + new_rest.len()));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use iri_core::text::apply_edits;

    #[test]
    fn the_edits_change_the_old_text_to_the_new_one() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let mut text = |most: usize| -> String {
                (0..rng.usize(..most))
                    .map(|_| ["a\n", "b\n", "ab\n", "\n", "c", "\u{5D0}\u{5D1}\n"][rng.usize(..6)])
                    .collect()
            };
            let (old, new) = (text(12), text(12));
            let edits = edits(&old, &new);
            assert_eq!(apply_edits(&old, &edits), new, "{old:?} {new:?}");
            assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
        }
    }

    #[test]
    fn changes_in_several_lines_are_separate() {
        let edits = edits("one a\ntwo\nthree b\nfour\n", "one x\ntwo\nthree y\nnew\nfour\n");
        let spans: Vec<_> = edits.iter().map(|edit| (edit.span.start, edit.span.end, edit.text.as_str())).collect();
        assert_eq!(spans, [(4, 5, "x"), (16, 17, "y\nnew")]);
    }
}
