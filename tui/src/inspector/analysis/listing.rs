//! The list of characters: one row per character in the order of the text, or one row per
//! kind of character, with its frequency, by code point or by frequency.
//!
//! Only the rows around the cursor are looked up.

use std::collections::HashMap;

use iri_core::Inspection;
use iri_core::inspect::CharacterAt;
use iri_core::unicode::LeiriGroup;

/// Number of rows that are kept on each side of the cursor: more than a screen has.
const ROWS: usize = 512;

/// Sort order of the characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// By position in the text.
    #[default]
    Position,
    /// One row per distinct character, by code point.
    Code,
    /// One row per distinct character, the most frequent first.
    Frequency,
}

/// List of characters.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Number of rows.
    pub count: usize,
    /// Index of the first row that is kept.
    pub first: usize,
    /// Rows that are kept, those around the cursor.
    pub rows: Vec<CharacterRow>,
    entries: Entries,
}

/// A row of the list.
#[derive(Clone, Debug)]
pub struct CharacterRow {
    /// Character; the first one if the row represents several.
    pub at: CharacterAt,
    /// Number of characters that the row represents.
    pub times: usize,
}

#[derive(Clone, Debug, Default)]
enum Entries {
    /// All characters of the text.
    #[default]
    All,
    /// Chosen characters: index and offset of each.
    Some(Vec<(usize, usize)>),
    /// Distinct characters.
    Kinds(Vec<Kind>),
}

/// A character and its position.
#[derive(Clone, Copy, Debug)]
struct Kind {
    c: char,
    index: usize,
    start: usize,
    times: usize,
}

/// Whether `c` is in a group of the LEIRI Note.
pub(super) fn is_grouped(c: char) -> bool {
    LeiriGroup::from_char(c).is_some()
}

impl Sort {
    /// Returns the next sort order; the first one follows the last.
    pub const fn next(self) -> Self {
        match self {
            Self::Position => Self::Code,
            Self::Code => Self::Frequency,
            Self::Frequency => Self::Position,
        }
    }

    /// Returns the description in the heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Position => "by position",
            Self::Code => "by code point",
            Self::Frequency => "by frequency",
        }
    }
}

impl Listing {
    /// Lists all characters of a text of `length` characters.
    pub(super) fn from_all(text: &str, length: usize, sort: Sort) -> Self {
        if sort == Sort::Position {
            return Self { count: length, ..Self::default() };
        }
        let all = text.char_indices().enumerate().map(|(index, (start, c))| (c, index, start));
        Self::from_kinds(kinds(all, sort))
    }

    /// Lists the characters `chosen`, by index and offset.
    pub(super) fn new(text: &str, chosen: Vec<(usize, usize)>, sort: Sort) -> Self {
        if sort == Sort::Position {
            return Self { count: chosen.len(), entries: Entries::Some(chosen), ..Self::default() };
        }
        let character = |(index, start): (usize, usize)| Some((text[start..].chars().next()?, index, start));
        Self::from_kinds(kinds(chosen.into_iter().filter_map(character), sort))
    }

    fn from_kinds(kinds: Vec<Kind>) -> Self {
        Self { count: kinds.len(), entries: Entries::Kinds(kinds), ..Self::default() }
    }

    /// Loads the rows around the cursor.
    pub(super) fn ensure(&mut self, inspection: &Inspection<'_>, cursor: usize) {
        let text = inspection.text();
        let row = self.row_of(text, cursor);
        self.first = row.saturating_sub(ROWS);
        let last = (row + ROWS).min(self.count);
        let row = |index, start, times| Some(CharacterRow { at: inspection.character_at(index, start)?, times });
        self.rows = match &self.entries {
            Entries::All => {
                let from = self.offset_of(text, self.first);
                let starts = text[from..].char_indices().take(last - self.first);
                (self.first..).zip(starts).filter_map(|(index, (start, _))| row(index, from + start, 1)).collect()
            }
            Entries::Some(chosen) => {
                chosen[self.first..last].iter().filter_map(|&(index, start)| row(index, start, 1)).collect()
            }
            Entries::Kinds(kinds) => {
                kinds[self.first..last].iter().filter_map(|kind| row(kind.index, kind.start, kind.times)).collect()
            }
        };
    }

    /// Returns whether the rows are kept that a screen can show with the character at byte `offset`.
    pub(super) fn holds_rows_around(&self, text: &str, offset: usize) -> bool {
        let row = self.row_of(text, offset);
        let from = row.saturating_sub(ROWS / 2);
        let to = (row + ROWS / 2).min(self.count);
        self.first <= from && to <= self.first + self.rows.len()
    }

    /// Returns the row of the character at byte `offset`, or of the next listed character.
    pub fn row_of(&self, text: &str, offset: usize) -> usize {
        match &self.entries {
            Entries::All => text[..offset].chars().count(),
            Entries::Some(chosen) => chosen.partition_point(|&(_, start)| start < offset),
            Entries::Kinds(kinds) => kind_at(kinds, text, offset).unwrap_or(0),
        }
        .min(self.count.saturating_sub(1))
    }

    /// Returns whether the character at byte `offset` is listed.
    pub fn lists(&self, text: &str, offset: usize) -> bool {
        match &self.entries {
            Entries::All => offset < text.len(),
            Entries::Some(chosen) => chosen.binary_search_by_key(&offset, |&(_, start)| start).is_ok(),
            Entries::Kinds(kinds) => kind_at(kinds, text, offset).is_some(),
        }
    }

    /// Returns the offset of the character in `row`; the end of the text if there is no such row.
    pub fn offset_of(&self, text: &str, row: usize) -> usize {
        match &self.entries {
            Entries::All => text.char_indices().nth(row).map(|(start, _)| start),
            Entries::Some(chosen) => chosen.get(row).map(|&(_, start)| start),
            Entries::Kinds(kinds) => kinds.get(row).map(|kind| kind.start),
        }
        .unwrap_or(text.len())
    }
}

fn kind_at(kinds: &[Kind], text: &str, offset: usize) -> Option<usize> {
    let c = text[offset..].chars().next()?;
    kinds.iter().position(|kind| kind.c == c)
}

fn kinds(characters: impl Iterator<Item = (char, usize, usize)>, sort: Sort) -> Vec<Kind> {
    let mut number: HashMap<char, usize> = HashMap::new();
    let mut kinds: Vec<Kind> = Vec::new();
    for (c, index, start) in characters {
        let known = *number.entry(c).or_insert(kinds.len());
        match kinds.get_mut(known) {
            Some(kind) => kind.times += 1,
            None => kinds.push(Kind { c, index, start, times: 1 }),
        }
    }
    match sort {
        Sort::Frequency => kinds.sort_by_key(|kind| (std::cmp::Reverse(kind.times), kind.c)),
        Sort::Position | Sort::Code => kinds.sort_by_key(|kind| kind.c),
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, sort: Sort) -> Vec<(char, usize, usize)> {
        let inspection = iri_core::inspect(text, &iri_core::Options::default());
        let mut listing = Listing::from_all(text, text.chars().count(), sort);
        listing.ensure(&inspection, 0);
        listing.rows.iter().map(|row| (row.at.character.c, row.at.index, row.times)).collect()
    }

    #[test]
    fn by_place_each_character_has_a_row() {
        assert_eq!(rows("aba", Sort::Position), [('a', 0, 1), ('b', 1, 1), ('a', 2, 1)]);
    }

    #[test]
    fn by_code_and_by_number_each_kind_has_a_row() {
        assert_eq!(rows("cabb", Sort::Code), [('a', 1, 1), ('b', 2, 2), ('c', 0, 1)]);
        assert_eq!(rows("cabb", Sort::Frequency), [('b', 2, 2), ('a', 1, 1), ('c', 0, 1)]);
    }

    #[test]
    fn every_finding_of_a_kind_has_its_row() {
        let listing = Listing::from_all("cabb", 4, Sort::Code);
        let rows: Vec<usize> = (0..4).map(|offset| listing.row_of("cabb", offset)).collect();
        assert_eq!(rows, [2, 0, 1, 1]);
        assert!(!listing.lists("cabb", 4), "the end of the text is no character");
        assert_eq!(listing.offset_of("cabb", 1), 2);
    }
}
