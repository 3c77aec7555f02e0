//! Input of the targets: a text, and choices.
//!
//! ```text
//! http://example.org/a b  FF FF FF FF  03 1A …
//! text or file            separator    choices
//! ```
//!
//! A seed is a text file; libFuzzer adds the separator, which is in the dictionaries, and choices. Without them every
//! choice is the first.

use std::borrow::Cow;

use arbitrary::Unstructured;
use iri_core::xml::Syntax;

/// Bytes before the choices. No encoding of a text contains them.
const SEPARATOR: [u8; 4] = [0xFF; 4];

/// Choices; the first ones when the bytes are used up.
pub struct Choices<'b>(Unstructured<'b>);

impl Choices<'_> {
    /// Returns whether bytes are left.
    pub fn are_left(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns a number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.choose_index(count).unwrap_or(0)
    }

    /// Returns one of `choices`, which are not empty.
    pub fn one<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Returns the syntax of a document; XML first.
    pub fn syntax(&mut self) -> Syntax {
        self.one(&[Syntax::Xml, Syntax::Turtle, Syntax::NTriples, Syntax::Sparql, Syntax::N3, Syntax::JsonLd])
    }
}

/// Divides the input into the bytes of the text or file and the choices.
pub fn divide(bytes: &[u8]) -> (&[u8], Choices<'_>) {
    let at = bytes.windows(SEPARATOR.len()).rposition(|window| window == SEPARATOR);
    let (text, choices) = at.map_or((bytes, &[][..]), |at| (&bytes[..at], &bytes[at + SEPARATOR.len()..]));
    (text, Choices(Unstructured::new(choices)))
}

/// Divides the input into a text and the choices. U+FFFD replaces invalid UTF-8.
pub fn text_and_choices(bytes: &[u8]) -> (Cow<'_, str>, Choices<'_>) {
    let (text, choices) = divide(bytes);
    (String::from_utf8_lossy(text), choices)
}
