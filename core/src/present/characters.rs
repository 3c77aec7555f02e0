//! Characters that need a line of their own, one entry per kind.

use std::collections::HashMap;

use crate::characters::needs_escape;
use crate::inspect::{CharacterFilter, Inspection};
use crate::present::positions::CharacterIndex;
use crate::unicode::LeiriGroup;

/// All occurrences of one character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharacterKind {
    /// Character.
    pub c: char,
    /// Group of the LEIRI Note that contains it.
    pub group: Option<LeiriGroup>,
    /// Indices of its occurrences, from 0, in scalar values.
    pub numbers: Vec<usize>,
}

/// Notable characters of a reference, in the order of their first occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CharacterKinds {
    /// Characters that LEIRI allows at their position and IRI does not.
    pub leiri_only: Vec<CharacterKind>,
    /// Other characters with a finding that are invisible or escaped.
    pub hidden: Vec<CharacterKind>,
}

impl CharacterKinds {
    pub(super) fn new(inspection: &Inspection<'_>, index: &CharacterIndex) -> Self {
        let (mut leiri_only, mut hidden) = (Kinds::default(), Kinds::default());
        for (_, start) in inspection.positions(CharacterFilter::Notable) {
            let Some(c) = inspection.text()[start..].chars().next() else { continue };
            if LeiriGroup::from_char(c).is_some() && !inspection.is_iri_at(start) {
                leiri_only.add(c, index.number(start));
            } else if !c.is_ascii() && needs_escape(c) {
                hidden.add(c, index.number(start));
            }
        }
        Self { leiri_only: leiri_only.kinds, hidden: hidden.kinds }
    }
}

#[derive(Default)]
struct Kinds {
    kinds: Vec<CharacterKind>,
    known: HashMap<char, usize>,
}

impl Kinds {
    fn add(&mut self, c: char, number: usize) {
        let kind = *self.known.entry(c).or_insert_with(|| {
            self.kinds.push(CharacterKind { c, group: LeiriGroup::from_char(c), numbers: Vec::new() });
            self.kinds.len() - 1
        });
        self.kinds[kind].numbers.push(number);
    }
}
