//! Differences between two versions of a text, line by line and within changed lines.

use std::collections::HashSet;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, Hunk, InternedInput, Token};
use iri_core::text::{Changes, Edit};
use iri_core::{Document, Span};

/// Returns the changes from one version of a document to another one.
pub fn changes(old: &Document, new: &Document) -> Changes {
    between(&old.shared_text(), &new.shared_text())
}

/// Returns changes from `old` to `new`. They are separate for lines that are changed one by one. A line that was moved to
/// where another one was is a replacement of all its text: the two only look alike.
pub fn between(old: &str, new: &str) -> Changes {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let (old_starts, new_starts) = (line_starts(old), line_starts(new));
    let mut edits = Vec::new();
    let mut push = |before: Range<u32>, after: Range<u32>, is_moved: bool| {
        let [start, end] = [before.start, before.end].map(|line| old_starts[line as usize]);
        let text = &new[new_starts[after.start as usize]..new_starts[after.end as usize]];
        let span = Span::new(start, end);
        let edit =
            if is_moved { Edit { span, text: text.to_owned() } } else { Edit::smallest(&old[start..end], span, text) };
        if !edit.span.is_empty() || !edit.text.is_empty() {
            edits.push(edit);
        }
    };
    let lines = |tokens: &[Token], changed: fn(&Hunk) -> Range<u32>| -> HashSet<Token> {
        diff.hunks().flat_map(|hunk| changed(&hunk)).map(|line| tokens[line as usize]).collect()
    };
    let removed = lines(&input.before, |hunk| hunk.before.clone());
    let added = lines(&input.after, |hunk| hunk.after.clone());
    for hunk in diff.hunks() {
        if hunk.before.len() == hunk.after.len() {
            // The same number of lines: each changed line on its own.
            for (before, after) in hunk.before.zip(hunk.after) {
                let (old, new) = (input.before[before as usize], input.after[after as usize]);
                push(before..before + 1, after..after + 1, added.contains(&old) || removed.contains(&new));
            }
        } else {
            push(hunk.before, hunk.after, false);
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
    fn a_moved_line_is_no_change_of_the_line_that_was_there() {
        let whole = |old: &str, new: &str| -> Vec<String> {
            between(old, new).into_edits().into_iter().map(|edit| edit.span.slice(old).to_owned()).collect()
        };
        assert_eq!(whole("0=a\n1=a\n2=a\n3=b\n", "1=a\n0=a\n3=b\n2=a\n"), ["0=a\n", "2=a\n", ""]);
        assert_eq!(whole("0=a\n2=a\n", "0=a\n4=a\n"), ["2"]);
    }

    #[test]
    fn changes_in_several_lines_are_separate() {
        let changes = between("one a\ntwo\nthree b\nfour\n", "one x\ntwo\nthree y\nnew\nfour\n");
        let spans: Vec<_> =
            changes.edits().iter().map(|edit| (edit.span.start, edit.span.end, edit.text.as_str())).collect();
        assert_eq!(spans, [(4, 5, "x"), (16, 17, "y\nnew")]);
    }
}
