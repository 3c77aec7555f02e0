//! Differences between two versions of a text, line by line and within changed lines.

use imara_diff::{Algorithm, Diff, InternedInput};
use iri_core::text::{Changes, Edit};
use iri_core::{Document, Span};

/// Returns the changes from one version of a document to another one.
pub fn changes(old: &Document, new: &Document) -> Changes {
    between(&old.shared_text(), &new.shared_text())
}

/// Returns changes from `old` to `new`. They are separate for lines that are changed one by one.
pub fn between(old: &str, new: &str) -> Changes {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let (old_starts, new_starts) = (line_starts(old), line_starts(new));
    let mut edits = Vec::new();
    let mut push = |before: std::ops::Range<u32>, after: std::ops::Range<u32>| {
        let [start, end] = [before.start, before.end].map(|line| old_starts[line as usize]);
        let text = &new[new_starts[after.start as usize]..new_starts[after.end as usize]];
        let edit = Edit::smallest(&old[start..end], Span::new(start, end), text);
        if !edit.span.is_empty() || !edit.text.is_empty() {
            edits.push(edit);
        }
    };
    for hunk in diff.hunks() {
        if hunk.before.len() == hunk.after.len() {
            // The same number of lines: each changed line on its own.
            hunk.before.zip(hunk.after).for_each(|(before, after)| push(before..before + 1, after..after + 1));
        } else {
            push(hunk.before, hunk.after);
        }
    }
    Changes::new(edits)
}

/// Returns where each line starts, and the end of the text.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changes_lead_from_the_old_text_to_the_new_one() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let mut text = |most: usize| -> String {
                (0..rng.usize(..most))
                    .map(|_| ["a\n", "b\n", "ab\n", "\n", "c", "\u{5D0}\u{5D1}\n"][rng.usize(..6)])
                    .collect()
            };
            let (old, new) = (text(12), text(12));
            assert_eq!(between(&old, &new).apply(&old), new, "{old:?} {new:?}");
        }
    }

    #[test]
    fn changes_in_several_lines_are_separate() {
        let changes = between("one a\ntwo\nthree b\nfour\n", "one x\ntwo\nthree y\nnew\nfour\n");
        let spans: Vec<_> =
            changes.edits().iter().map(|edit| (edit.span.start, edit.span.end, edit.text.as_str())).collect();
        assert_eq!(spans, [(4, 5, "x"), (16, 17, "y\nnew")]);
    }
}
