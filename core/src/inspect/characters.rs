//! The characters of an inspected text: their properties, and the dialects that allow them.

use crate::inspect::Inspection;
use crate::reference::{Dialect, SyntaxPosition, percent_encoding_at};
use crate::unicode::{Character, LeiriGroup};

/// Character of the text, with its properties and the dialects that allow it at its position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CharacterAt {
    /// Index in the text, in scalar values.
    pub index: usize,
    /// Byte offset.
    pub start: usize,
    /// Properties of the character.
    pub character: Character,
    /// Syntactic position.
    pub position: SyntaxPosition,
    /// Dialects that allow it there, the narrowest first.
    pub allowed_by: Vec<Dialect>,
}

/// Filter of [`Inspection::characters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterFilter {
    /// All characters.
    All,
    /// Characters that an IRI does not allow at their position, and those with a finding.
    Notable,
    /// Characters of a LEIRI group that an IRI does not allow at their position.
    LeiriOnly,
}

impl Inspection<'_> {
    /// Returns the characters of the text that `filter` selects, each with its properties and the dialects that allow it
    /// there.
    ///
    /// ```
    /// use iri_core::inspect::CharacterFilter;
    /// use iri_core::{Dialect, Options, inspect};
    ///
    /// let inspection = inspect("a\u{E9} b", &Options::default());
    /// let notable = inspection.characters(CharacterFilter::Notable);
    /// assert_eq!((notable.len(), notable[0].index, notable[0].start), (1, 2, 3));
    /// assert_eq!(notable[0].character.name, "SPACE");
    /// assert_eq!(notable[0].allowed_by, [Dialect::Leiri, Dialect::WebAddress]);
    /// ```
    pub fn characters(&self, filter: CharacterFilter) -> Vec<CharacterAt> {
        let positions = self.positions(filter).into_iter();
        positions.filter_map(|(index, start)| self.character_at(index, start)).collect()
    }

    /// Returns the positions of the characters that `filter` selects: the index in scalar values and the byte offset of
    /// each. Faster than [`Self::characters`], because it looks up no properties.
    pub fn positions(&self, filter: CharacterFilter) -> Vec<(usize, usize)> {
        let flagged = self.flagged_bytes(filter);
        let characters = self.text().char_indices().enumerate();
        let listed = characters.filter(|&(_, (start, c))| match filter {
            CharacterFilter::All => true,
            CharacterFilter::Notable => flagged[start] || !self.is_iri_at(start),
            CharacterFilter::LeiriOnly => LeiriGroup::from_char(c).is_some() && !self.is_iri_at(start),
        });
        listed.map(|(index, (start, _))| (index, start)).collect()
    }

    /// Returns the character at byte offset `start`, which has index `index` in the text; `None` at the end or inside a
    /// character.
    pub fn character_at(&self, index: usize, start: usize) -> Option<CharacterAt> {
        let c = self.text().get(start..)?.chars().next()?;
        let position = self.reference.syntax_position_at(start);
        let is_allowed = |dialect: &Dialect| self.is_allowed(*dialect, c, start, position);
        let allowed_by = Dialect::ALL.into_iter().filter(is_allowed).collect();
        Some(CharacterAt { index, start, character: Character::new(c), position, allowed_by })
    }

    /// Returns whether an IRI allows the character at byte offset `start`.
    pub fn is_iri_at(&self, start: usize) -> bool {
        let c = self.text().get(start..).and_then(|rest| rest.chars().next());
        c.is_some_and(|c| self.is_allowed(Dialect::Iri, c, start, self.reference.syntax_position_at(start)))
    }

    /// Returns, for each byte, whether a finding covers it. One pass over the edges of the findings, not one per byte.
    fn flagged_bytes(&self, filter: CharacterFilter) -> Vec<bool> {
        if filter != CharacterFilter::Notable {
            return Vec::new();
        }
        let mut depth = vec![0i32; self.text().len() + 1];
        for finding in &self.findings {
            depth[finding.span.start] += 1;
            depth[finding.span.end] -= 1;
        }
        depth
            .iter()
            .scan(0, |open, change| {
                *open += change;
                Some(*open > 0)
            })
            .collect()
    }

    /// Returns whether `dialect` allows `c` at `position`: as itself, or as the start of a percent-encoding.
    fn is_allowed(&self, dialect: Dialect, c: char, start: usize, position: SyntaxPosition) -> bool {
        match c {
            '%' if position != SyntaxPosition::Scheme && position != SyntaxPosition::Port => {
                dialect == Dialect::WebAddress || percent_encoding_at(self.text().as_bytes(), start).is_some()
            }
            _ => dialect.allows(c, position),
        }
    }
}
