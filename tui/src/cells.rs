//! Text of the input as terminal cells: the appearance of characters, the positions of the cursor, one line at a time.
//!
//! No other module turns a character of the input into a cell, and all other output of input text uses [`escaped`], so
//! that no input can move the cursor, hide, or reorder the screen.

pub mod cluster;
mod displayed;
mod elided;
mod escape;
mod glyph;
mod ink;
mod joined;
mod right_to_left;
mod scroll;
mod stand_in;

pub use displayed::{displayed_by, with_joined_letters};
pub use elided::elided_path;
pub use escape::{RightToLeft, escape_line, escaped, escaped_message};
pub use glyph::{DOTTED_CIRCLE, InDrawnText, Piece, pieces};
pub use ink::{Ink, wrapped};
pub use right_to_left::{pin_direction, write_whole_rows};
pub use scroll::first_shown;

#[cfg(test)]
mod tests;
