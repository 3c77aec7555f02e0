//! The current reference: what it is, not its number in a list, so that it stays the same through saves, filters and changes
//! of its file.

use crate::files::rows::Rows;

/// A reference by the indexes of its file and its row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferenceIndex {
    /// Index of the file.
    pub file: u32,
    /// Index of the row.
    pub row: u32,
}

/// Number of references on each side by which one is found again.
const AROUND: usize = 3;

/// The current reference, and what it is found by.
#[derive(Clone, Debug)]
pub struct CurrentReference {
    /// File and row.
    pub at: ReferenceIndex,
    text: String,
    place: String,
    /// References before it, the nearest first, and after it.
    before: Vec<String>,
    after: Vec<String>,
    /// Number of references of the file.
    count: usize,
}

impl CurrentReference {
    /// Returns the reference at `at`, which is in a file with these references.
    pub fn new(at: ReferenceIndex, rows: &Rows) -> Self {
        let number = at.row as usize;
        let text = |number: usize| rows.get(number).map_or_else(String::new, |row| rows.text(row).to_owned());
        let place = rows.get(number).map_or_else(String::new, |row| rows.place(row).to_owned());
        let before = (number.saturating_sub(AROUND)..number).rev().map(text).collect();
        let after = (number + 1..(number + 1 + AROUND).min(rows.len())).map(text).collect();
        Self { at, text: text(number), place, before, after, count: rows.len() }
    }

    /// Returns its row among the present references of its file, which may have been edited, added or removed; `None` if it
    /// is not among them.
    pub fn found_in(&self, rows: &Rows) -> Option<usize> {
        let own = self.at.row as usize;
        let whole = self.likeness(rows, own);
        if rows.len() == self.count && whole == self.greatest_likeness() {
            return Some(own);
        }
        let nearest = |number: usize| number.abs_diff(own);
        let best = (0..rows.len()).max_by_key(|&number| {
            // Its own text may have been edited, but not its number and those around it.
            let is_own = rows.len() == self.count && number == own;
            (self.likeness(rows, number) + usize::from(is_own), std::cmp::Reverse(nearest(number)))
        })?;
        // Of equal references, one that is as likely could be the one that was meant.
        let greatest = self.likeness(rows, best);
        let is_other = |number: &usize| *number != best && self.likeness(rows, *number) == greatest;
        if rows.len() != self.count && (0..rows.len()).any(|number| is_other(&number)) {
            return None;
        }
        let is_same_text = rows.get(best).is_some_and(|row| rows.text(row) == self.text);
        (is_same_text || (rows.len() == self.count && best == own)).then_some(best)
    }

    fn greatest_likeness(&self) -> usize {
        AROUND + 1 + self.before.len() + self.after.len()
    }

    /// Returns how much the reference with this number is like this one: its text counts as much as half of those around
    /// it.
    fn likeness(&self, rows: &Rows, number: usize) -> usize {
        let Some(row) = rows.get(number) else { return 0 };
        let is_text = |number: Option<usize>, text: &String| {
            number.and_then(|number| rows.get(number)).is_some_and(|row| rows.text(row) == text)
        };
        let before = self.before.iter().enumerate().filter(|(by, text)| is_text(number.checked_sub(by + 1), text));
        let after = self.after.iter().enumerate().filter(|(by, text)| is_text(number.checked_add(by + 1), text));
        let own = if rows.text(row) == self.text { AROUND } else { 0 };
        own + usize::from(rows.place(row) == self.place) + before.count() + after.count()
    }
}
