//! The current reference of a file stays the same through every change of the file.
//!
//! ```text
//!  before   … [ref][ref] …… [ref][REF][ref] …… [ref] …     what no edit meets is moved
//!  edits          ▲         └─────▲──────┘                what edits meet is compared in the region around them
//!  after    … [ref][ref] …… [ref][new][REF] …… [ref] …
//! ```

use std::collections::HashMap;

use iri_core::Span;
use iri_core::text::{Changes, InDocument, Moves};

use crate::files::rows::{ReferenceRow, Rows};

/// A reference by the indexes of its file and its row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferenceIndex {
    /// Index of the file.
    pub file: u32,
    /// Index of the row.
    pub row: u32,
}

/// A text of unknown length.
const WHOLE: Span<InDocument> = Span::new(0, usize::MAX);

/// What a reference is by, other than its position: its place and its text.
type Content = (String, String);

/// A reference before a change, and what it is found again by after it.
#[derive(Clone, Debug)]
pub struct Tracked {
    /// Source of the reference, and of the changed text that it meets, after the change.
    region: Span<InDocument>,
    /// References of the region before the change.
    contents: Vec<Content>,
    /// Index of the reference among them.
    own: usize,
    /// Whether nothing in the region changed but these references, and what is between them.
    is_inside: bool,
    /// Changed regions after the change.
    changed: Vec<Span<InDocument>>,
    /// Whether no other reference in the changed regions had its content.
    is_unique: bool,
}

impl Tracked {
    /// Starts to track a row over `changes`; without them, anything may have changed.
    pub fn new(row: usize, rows: &Rows, changes: Option<&Changes>) -> Option<Self> {
        let own = rows.get(row)?;
        let moves = changes.map(Changes::moves);
        let region = moves.as_ref().map_or(WHOLE, |moves| region(own.span(), rows, moves));
        let replaced = moves.as_ref().map_or_else(|| vec![(WHOLE, WHOLE)], |moves| moves.replaced().collect());
        let (first, end) = rows_in(rows, region);
        let ends = rows.get(first).zip(rows.get(end.saturating_sub(1)));
        let is_inside = ends.is_some_and(|(first, last)| region == Span::new(first.span().start, last.span().end));
        let contents = (first..end).filter_map(|number| Some(content(rows, rows.get(number)?))).collect();
        let is_same = |number: &usize| rows.get(*number).is_some_and(|other| is_content_same(rows, other, own));
        let removed = replaced.iter().map(|(old, _)| rows_in(rows, *old));
        let others = removed.flat_map(|(first, end)| first..end).filter(|number| *number != row).filter(is_same);
        Some(Self {
            is_unique: others.count() == 0,
            region: moves.map_or(WHOLE, |moves| moves.moved(region)),
            contents,
            own: row.checked_sub(first)?,
            is_inside,
            changed: replaced.into_iter().map(|(_, new)| new).collect(),
        })
    }

    /// Returns its row among those after the change; `None` if it is not among them, or cannot be told from another one.
    pub fn found_in(&self, rows: &Rows) -> Option<usize> {
        let (first, end) = rows_in(rows, self.region);
        let after: Vec<Content> = (first..end).filter_map(|number| Some(content(rows, rows.get(number)?))).collect();
        self.found_among(&after).map(|number| first + number).or_else(|| self.found_elsewhere(rows))
    }

    /// Returns its index among the references of the region after the change.
    fn found_among(&self, after: &[Content]) -> Option<usize> {
        let before = &self.contents;
        let is_same = |(one, other): &(&Content, &Content)| one == other;
        let start = before.iter().zip(after).take_while(is_same).count();
        if self.own < start {
            return Some(self.own);
        }
        let most = before.len().min(after.len()) - start;
        let end = before.iter().rev().zip(after.iter().rev()).take(most).take_while(is_same).count();
        if before.len() - self.own <= end {
            return Some(self.own + after.len() - before.len());
        }
        let (before, after) = (&before[start..before.len() - end], &after[start..after.len() - end]);
        let own = self.own - start;
        let indexes = |contents: &[Content]| -> Vec<usize> {
            (0..contents.len()).filter(|&number| contents[number] == before[own]).collect()
        };
        let (equal, candidates) = (indexes(before), indexes(after));
        if !candidates.is_empty() {
            let is_clear = equal.len() == candidates.len();
            return is_clear.then(|| start + candidates[equal.partition_point(|&number| number < own)]);
        }
        // Its content changed. If nothing else did, those without their own content are still in order.
        let mut counts: HashMap<&Content, usize> = HashMap::new();
        for content in after {
            *counts.entry(content).or_default() += 1;
        }
        let mut is_left = |content: &Content| match counts.get_mut(content).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                false
            }
            None => true,
        };
        let left: Vec<usize> = (0..before.len()).filter(|&number| is_left(&before[number])).collect();
        let is_new = |content: &Content| counts.get(content).is_some_and(|count| *count > 0);
        let new: Vec<usize> = (0..after.len()).filter(|&number| is_new(&after[number])).collect();
        let nth = left.iter().position(|&number| number == own)?;
        let is_clear = counts.values().sum::<usize>() == new.len() && left.len() == new.len();
        (self.is_inside && is_clear).then(|| start + new[nth])
    }

    /// Returns the row in another changed region to which it was moved.
    fn found_elsewhere(&self, rows: &Rows) -> Option<usize> {
        let own = self.contents.get(self.own).filter(|_| self.is_unique)?;
        let added = self.changed.iter().map(|span| rows_in(rows, *span)).flat_map(|(first, end)| first..end);
        let mut same = added.filter(|number| rows.get(*number).is_some_and(|row| content(rows, row) == *own));
        let first = same.next()?;
        same.all(|number| number == first).then_some(first)
    }
}

fn is_content_same(rows: &Rows, one: &ReferenceRow, other: &ReferenceRow) -> bool {
    one.place == other.place && rows.text(one) == rows.text(other)
}

fn content(rows: &Rows, row: &ReferenceRow) -> Content {
    (rows.place(row).to_owned(), rows.text(row).to_owned())
}

/// Returns the source around `own` with all references and edits that meet it or one another.
fn region(own: Span<InDocument>, rows: &Rows, moves: &Moves) -> Span<InDocument> {
    let mut region = own;
    loop {
        let mut wider = region;
        let mut widen = |span: Span<InDocument>| {
            wider = Span::new(wider.start.min(span.start), wider.end.max(span.end));
        };
        // What is in the middle cannot widen it.
        let met = moves.meeting(region);
        [met.clone().next(), met.last()].into_iter().flatten().for_each(|number| widen(moves.original(number)));
        for offset in [wider.start, wider.end] {
            let before = rows.number_from(offset).checked_sub(1).and_then(|number| rows.get(number));
            if let Some(row) = before.filter(|row| row.span().end > offset) {
                wider = Span::new(wider.start.min(row.span().start), wider.end.max(row.span().end));
            }
        }
        if wider == region {
            return region;
        }
        region = wider;
    }
}

/// Returns the numbers of the rows that start in `span`.
fn rows_in(rows: &Rows, span: Span<InDocument>) -> (usize, usize) {
    let first = rows.number_from(span.start);
    (first, if span.end == usize::MAX { rows.len() } else { rows.number_from(span.end + 1).max(first) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::line_diff;
    use iri_core::Document;

    /// Returns the row of `after` that is the row `row` of `before`; the edits are those of the lines if they are known.
    fn found(before: &[&str], row: usize, after: &[&str], is_known: bool) -> Option<usize> {
        let text = |lines: &[&str]| {
            let link = |line: &&str| format!("<a {line}/>\n").replace("href", "x:href");
            "<doc xmlns:x='http://www.w3.org/1999/xlink'>\n".to_owned()
                + &lines.iter().map(link).collect::<String>()
                + "</doc>"
        };
        let rows = |text: &str| Rows::new(&Document::parse(text, std::sync::Arc::default()));
        let (old, new) = (text(before), text(after));
        let changes = line_diff::between(&old, &new);
        // The namespace is the first row.
        let tracked = Tracked::new(row + 1, &rows(&old), is_known.then_some(&changes));
        tracked.expect("there is such a row").found_in(&rows(&new)).map(|row| row - 1)
    }

    #[test]
    fn a_reference_is_found_where_the_change_moved_it() {
        let known = |before: &[&str], row, after: &[&str]| found(before, row, after, true);
        let (a, b, c) = ("href='a' id='1'", "href='b' id='2'", "href='c' id='3'");
        assert_eq!(known(&[a, b], 1, &[a, c, b]), Some(2), "another one is added");
        assert_eq!(known(&[a, b, c], 2, &[b, c]), Some(1), "another one is removed");
        assert_eq!(known(&[a, b, c], 1, &[a, c]), None, "it is removed");
        assert_eq!([0, 1].map(|row| known(&[a, b], row, &[b, a])), [Some(1), Some(0)], "exchanged");
        assert_eq!(known(&[a, b], 1, &[a, "href='bE' id='2'"]), Some(1), "its text is changed");
        assert_eq!(known(&[a, b], 1, &[a, "href='d' id='4'"]), None, "replaced with another one");
        let equal = ["href='a' id='1'", "href='a' id='2'", "href='a' id='3'"];
        assert_eq!(known(&equal, 2, &[equal[0], equal[2]]), Some(1), "an equal one is removed");
        assert_eq!(known(&equal, 1, &[equal[0], equal[2]]), None, "it is removed, and equal ones are not");
    }

    #[test]
    fn without_the_old_text_a_reference_is_found_if_it_can_be_told_from_others() {
        let unknown = |before: &[&str], row, after: &[&str]| found(before, row, after, false);
        let (a, b, c) = ("href='a'", "href='b'", "href='c'");
        assert_eq!(unknown(&[a, b, c], 1, &[c, b, a]), Some(1));
        assert_eq!(unknown(&[a, b], 1, &[c, a, b]), Some(2));
        assert_eq!(unknown(&[a, b, b, c], 2, &[c, b, b]), Some(2), "the second of two");
        assert_eq!(unknown(&[a, b, b, c], 2, &[c, b, a]), None, "one of two");
        assert_eq!(unknown(&[a, b], 1, &[a, c]), None);
    }
}
