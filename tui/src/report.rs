//! What a person or a program reads of an inspection.

pub mod check;
pub mod diff;
pub mod explain;
pub mod json;
pub mod source;
pub mod text;

pub mod paint;
mod wrap;

use crate::ui::glyph::{RightToLeft, escaped};

/// Text of the input for a message on one line, true wherever it is printed.
pub fn line_of(text: &str) -> String {
    escaped(text, RightToLeft::Notation)
}
