//! The screen.

pub mod glyph;
