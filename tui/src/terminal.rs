//! The terminal: how it is entered and left, what it sends, and the programs that it shares with the
//! inspector.
//!
//! Whatever ends the program (quitting, an error, a panic, SIGTERM, SIGHUP, or a suspension by ctrl-z) goes
//! through the [`guard`].

pub mod clipboard;
pub mod external_editor;
pub mod guard;
pub mod keyboard;
pub mod probe;
pub mod signals;
mod typed;
