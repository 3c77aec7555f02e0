//! The terminal: entering and leaving it, its input, and programs that the inspector starts.
//!
//! The [`guard`] restores the terminal however the program ends: on quitting, an error, a panic, a signal that can be
//! caught, and on a suspension by ctrl-z.

pub mod clamped;
pub mod clipboard;
pub mod external_editor;
pub mod guard;
pub mod keyboard;
pub mod lexer;
pub mod probe;
pub mod signals;
