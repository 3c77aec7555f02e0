//! Text of the input in displayed order, for lines that are not edited: names, destinations, rows of a list.
//!
//! ```text
//!  stored      a . G I M E L . 1        the pieces of the text
//!  displayed   a . 1 . L E M I G        the same, reversed by the levels of UAX #9 (rule L2), mirrored where necessary
//! ```
//!
//! Arabic letters have the forms that they have in a word, because few terminals join letters that are written one by one.

use std::borrow::Cow;

use iri_core::bidi::{Bidi, DisplayOrder, mirrored};
use iri_core::characters::BidiNotation;
use iri_core::unicode::{arabic_forms, is_invisible};

use crate::cells::glyph::{Piece, pieces};
use crate::cells::stand_in::is_mark;
use crate::theme::drawing::{Drawing, Letters};

/// Returns the pieces of `text` from left to right as they are displayed in `order`. In Bidi Notation they stay in stored
/// order.
pub fn displayed(text: &str, order: DisplayOrder, drawing: Drawing) -> Vec<Piece<'_>> {
    let has_letters = drawing.letters != Letters::Notation && !drawing.is_ascii;
    if !has_letters || !BidiNotation::new(text).is_needed() {
        return pieces(text, drawing).collect();
    }
    let bidi = Bidi::with_order(text, order);
    displayed_by(text, &bidi.levels, &bidi.logical_to_visual, drawing)
}

/// Returns the pieces of `text` from left to right: sorted by the columns of their first characters, mirrored at odd
/// levels (rule L4). `levels` and `columns` are by character, as in [`Bidi`].
pub fn displayed_by<'t>(text: &'t str, levels: &[u8], columns: &[usize], drawing: Drawing) -> Vec<Piece<'t>> {
    let mut all: Vec<Piece<'_>> = pieces(text, drawing).collect();
    if drawing.letters == Letters::Together && !drawing.is_ascii {
        join(&mut all);
    }
    let mut index = 0;
    let placed = |mut piece: Piece<'t>| {
        let (level, column) = (levels.get(index).unwrap_or(&0), columns.get(index).copied());
        index += piece.span.slice(text).chars().count();
        let text = piece.span.slice(text);
        let shown: String = text.chars().map(|c| if level % 2 == 1 { mirrored(c) } else { c }).collect();
        if shown != text {
            piece.symbol = pieces(&shown, drawing).map(|piece| piece.symbol.into_owned()).collect();
        }
        (column, piece)
    };
    let mut placed: Vec<_> = all.into_iter().map(placed).collect();
    placed.sort_by_key(|(column, _)| *column);
    placed.into_iter().map(|(_, piece)| piece).collect()
}

/// ARABIC TATWEEL, which lengthens the line between two letters.
const TATWEEL: char = '\u{640}';

/// Gives Arabic letters in stored order the forms that join them with their neighbors.
fn join(pieces: &mut [Piece<'_>]) {
    let letters: Vec<char> = pieces.iter().map(|piece| piece.symbol.chars().next().unwrap_or_default()).collect();
    for (piece, (letter, form)) in pieces.iter_mut().zip(letters.iter().zip(forms(&letters))) {
        if *letter != form {
            let marks = piece.symbol.chars().skip(1);
            piece.symbol = Cow::Owned(std::iter::once(form).chain(marks).collect());
        }
    }
}

/// Returns a text in displayed order with joined Arabic letters, if `drawing` has letters that the terminal does not reorder.
pub fn with_joined_letters(text: &str, drawing: Drawing) -> Cow<'_, str> {
    if drawing.letters != Letters::Together || drawing.is_ascii || text.is_ascii() {
        return Cow::Borrowed(text);
    }
    // An invisible mark is drawn as a name, so it parts letters as any other name does.
    let is_on_letter = |c| is_mark(c) && !is_invisible(c);
    let mut letters: Vec<char> = text.chars().filter(|c| !is_on_letter(*c)).collect();
    letters.reverse();
    let mut forms = forms(&letters);
    Cow::Owned(text.chars().map(|c| if is_on_letter(c) { c } else { forms.pop().unwrap_or(c) }).collect())
}

/// Returns the letters, which are in stored order, in the forms that join them with their neighbors.
fn forms(letters: &[char]) -> Vec<char> {
    let of = |number: Option<usize>| letters.get(number?).copied().and_then(arabic_forms);
    let is_tatweel = |number: Option<usize>| number.and_then(|number| letters.get(number)) == Some(&TATWEEL);
    let form = |(number, letter): (usize, &char)| {
        let own = arabic_forms(*letter)?;
        let (previous, next) = (number.checked_sub(1), Some(number + 1));
        let is_joined = of(previous).is_some_and(|forms| forms.len() > 2) || is_tatweel(previous);
        let joins = own.len() > 2 && (of(next).is_some_and(|forms| forms.len() > 1) || is_tatweel(next));
        let form = usize::from(is_joined) + 2 * usize::from(joins);
        own.get(form).copied().filter(|_| form > 0)
    };
    letters.iter().enumerate().map(|letter| form(letter).unwrap_or(*letter.1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, letters: Letters) -> String {
        let drawing = Drawing { letters, ..Drawing::default() };
        displayed(text, DisplayOrder::default(), drawing).iter().map(|piece| &*piece.symbol).collect()
    }

    #[test]
    fn arabic_letters_have_the_forms_of_a_word() {
        // From right to left: MEEM, WAW, QAF, AIN; WAW joins only the letter before it.
        assert_eq!(shown("\u{645}\u{648}\u{642}\u{639}", Letters::Together), "\u{FECA}\u{FED7}\u{FEEE}\u{FEE3}");
        // A mark stays with its letter, and a full stop ends a word.
        assert_eq!(shown("\u{628}\u{64E}.\u{628}", Letters::Together), "\u{628}.\u{628}\u{64E}");
        assert_eq!(shown("\u{628}\u{640}", Letters::Together), "\u{640}\u{FE91}");
        assert_eq!(shown("\u{67E}\u{6CC}", Letters::Together), "\u{FBFD}\u{FB58}");
        // The same from a text in displayed order.
        let apart = shown("http://\u{645}\u{648}\u{642}\u{639}/", Letters::Apart);
        let together = shown("http://\u{645}\u{648}\u{642}\u{639}/", Letters::Together);
        assert_eq!(with_joined_letters(&apart.replace(' ', ""), Drawing::default()), together);
        // A terminal that reorders letters joins them itself.
        assert!(!shown("\u{645}\u{648}", Letters::Apart).contains('\u{FEE3}'));
    }
}
