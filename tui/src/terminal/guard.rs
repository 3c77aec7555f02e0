//! How the terminal is entered and left.
//!
//! [`leave`] never stops at an error. Modes that make the terminal send something go first, and what
//! it has sent already is thrown away before the shell can read it.
//!
//! Of the sequences for right-to-left text, `CSI 8 l` asks a terminal not to reorder (explicit mode),
//! `CSI ? 2501 l` not to guess a direction, `CSI 1 SP k` to run from left to right.

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// Alternate screen, direction, bracketed paste, mouse: clicks, drags, in cells beyond the 223rd.
const ENTER: &str = "\x1b[?1049h\x1b[1 k\x1b[?2501l\x1b[8l\x1b[?2004h\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// The frame that may be open, mouse, paste, direction, styles, cursor, alternate screen.
const LEAVE: &str = "\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[8h\x1b[0 k\x1b[0m\x1b[?25h\x1b[?1049l";
/// Whether the terminal is ours, for whoever has to give it back.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);

/// Holds the terminal until it is dropped.
pub struct Guard(());

impl Guard {
    /// Enters, and sees to it that a panic leaves.
    ///
    /// # Errors
    /// Where standard input is no terminal, or standard output cannot be written.
    pub fn enter() -> io::Result<Self> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            leave();
            before(about);
        }));
        let guard = Self(());
        enter()?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        leave();
    }
}

/// Enters after a stop: whoever had the terminal meanwhile may have changed it.
///
/// # Errors
/// As [`Guard::enter`].
pub fn enter_again() -> io::Result<()> {
    disable_raw_mode()?;
    enter()
}

fn enter() -> io::Result<()> {
    IS_ENTERED.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    let mut out = io::stdout();
    out.write_all(ENTER.as_bytes())?;
    out.flush()
}

/// Gives the terminal back; a second time does nothing.
pub fn leave() {
    if !IS_ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    // If one step fails the next is the more needed.
    let _ = out.write_all(LEAVE.as_bytes());
    let _ = out.flush();
    throw_input_away();
    let _ = disable_raw_mode();
}

/// What the mouse or a paste has sent and nobody has read would be typed at the shell.
fn throw_input_away() {
    #[cfg(unix)]
    let _ = rustix::termios::tcflush(rustix::stdio::stdin(), rustix::termios::QueueSelector::IFlush);
}
