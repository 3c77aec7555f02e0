//! Text of the input in displayed order, for lines that are not edited: names, destinations, rows of a list.
//!
//! ```text
//!  stored      a . G I M E L . 1        the pieces of the text
//!  displayed   a . 1 . L E M I G        the same, reversed by the levels of UAX #9 (rule L2), mirrored where necessary
//! ```

use std::borrow::Cow;

use iri_core::bidi::{Bidi, DisplayOrder, mirrored};
use iri_core::characters::BidiNotation;

use crate::cells::glyph::{Piece, pieces};
use crate::theme::drawing::{Drawing, Letters};

/// Returns the pieces of `text` from left to right as they are displayed in `order`. In Bidi Notation they stay in stored
/// order.
pub fn displayed(text: &str, order: DisplayOrder, drawing: Drawing) -> Vec<Piece<'_>> {
    let mut all: Vec<Piece<'_>> = pieces(text, drawing).collect();
    let has_letters = matches!(drawing.letters, Letters::Together | Letters::Apart);
    if !has_letters || !BidiNotation::new(text).is_needed() {
        return all;
    }
    let by_character = Bidi::with_order(text, order).levels;
    let mut index = 0;
    let level = |piece: &Piece<'_>| {
        let level = by_character.get(index).copied().unwrap_or(0);
        index += piece.span.slice(text).chars().count();
        level
    };
    let mut levels: Vec<u8> = all.iter().map(level).collect();
    for (piece, level) in all.iter_mut().zip(&levels) {
        let mut characters = piece.symbol.chars();
        if let (1, Some(c), None) = (level % 2, characters.next(), characters.next())
            && mirrored(c) != c
        {
            piece.symbol = Cow::Owned(mirrored(c).to_string());
        }
    }
    for level in (1..=levels.iter().copied().max().unwrap_or(0)).rev() {
        let mut start = 0;
        while start < all.len() {
            let end = start + levels[start..].iter().take_while(|own| **own >= level).count();
            all[start..end].reverse();
            levels[start..end].reverse();
            start = end.max(start + 1);
        }
    }
    all
}
