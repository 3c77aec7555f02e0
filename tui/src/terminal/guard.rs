//! How the terminal is entered and left.
//!
//! [`leave`] never stops at an error. Modes that make the terminal send something go first, and what
//! it has sent already is thrown away before the shell can read it.
//!
//! Of the sequences for right-to-left text, `CSI 8 l` asks a terminal not to reorder (explicit mode),
//! `CSI ? 2501 l` not to guess a direction, `CSI 1 SP k` to run from left to right.

use std::io::{self, Write};
use std::panic;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// Direction before the alternate screen, whose rows VTE gives the direction of the moment that clears them;
/// bracketed paste; no row runs over into the next, however the terminal counts.
const ENTER: &str = "\x1b[1 k\x1b[?2501l\x1b[8l\x1b[?1049h\x1b[2J\x1b[?2004h\x1b[?7l";
/// Clicks, drags, in cells beyond the 223rd.
const MOUSE: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// The frame that may be open, mouse, paste.
const BE_SILENT: &str = "\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l";
/// Rows that run over, direction, styles, cursor, alternate screen.
const LEAVE: &str = "\x1b[?7h\x1b[8h\x1b[0 k\x1b[0m\x1b[?25h\x1b[?1049l";
/// For so long after it was asked a terminal may still be about to answer.
const OWING: Duration = Duration::from_secs(3);
/// For so long what it owes is waited for when it is left.
const LAST_WAIT: Duration = Duration::from_millis(300);

/// Whether the terminal is ours, for whoever has to give it back.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);
/// Whether the mouse is wanted.
static WITH_MOUSE: AtomicBool = AtomicBool::new(false);
/// When the terminal was asked something that it has not answered.
static ASKED: Mutex<Option<Instant>> = Mutex::new(None);

/// Holds the terminal until it is dropped.
pub struct Guard(());

impl Guard {
    /// Enters, and sees to it that a panic leaves.
    ///
    /// # Errors
    /// If standard input is not a terminal, or standard output cannot be written.
    pub fn enter(with_mouse: bool) -> io::Result<Self> {
        WITH_MOUSE.store(with_mouse, Ordering::SeqCst);
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

/// Enters after a suspension: another program may have changed the terminal.
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
    if WITH_MOUSE.load(Ordering::SeqCst) {
        out.write_all(MOUSE.as_bytes())?;
    }
    out.flush()
}

/// Asks the terminal something. If it answers, and we end before that, the answer is thrown away.
///
/// # Errors
/// If keys cannot be read but by crossterm, or standard output cannot be written.
pub fn ask(queries: &str) -> io::Result<KeySource> {
    let keys = KeySource::open()?;
    set_asked(Some(Instant::now()));
    let mut out = io::stdout();
    out.write_all(queries.as_bytes())?;
    out.flush()?;
    Ok(keys)
}

/// All that was asked is answered.
pub fn nothing_is_owed() {
    set_asked(None);
}

fn set_asked(when: Option<Instant>) {
    if let Ok(mut asked) = ASKED.lock() {
        *asked = when;
    }
}

/// Returns the terminal back; a second time does nothing.
pub fn leave() {
    if !IS_ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    // If one step fails the next is the more needed.
    let _ = out.write_all(BE_SILENT.as_bytes());
    let _ = out.flush();
    let keys = KeySource::open();
    if let Ok(keys) = &keys {
        wait_for_what_is_owed(keys);
    }
    let _ = out.write_all(LEAVE.as_bytes());
    let _ = out.flush();
    if let Ok(keys) = &keys {
        keys.throw_away();
    }
    let _ = disable_raw_mode();
}

/// An answer that is still on its way would be typed at the shell.
fn wait_for_what_is_owed(keys: &KeySource) {
    // Whoever holds the lock is asking just now.
    let asked = ASKED.try_lock().ok().and_then(|mut asked| asked.take());
    if asked.is_none_or(|asked| asked.elapsed() > OWING) {
        return;
    }
    let began = Instant::now();
    let mut bytes = [0; 256];
    while let Some(left) = LAST_WAIT.checked_sub(began.elapsed()) {
        match keys.read(&mut bytes, left) {
            // What is asked last is answered by a sequence that ends so.
            Ok(count @ 1..) if !bytes[..count].ends_with(b"c") => {}
            _ => return,
        }
    }
}

/// Where keys come from: standard input, or the terminal itself where that is a pipe.
#[cfg(unix)]
pub struct KeySource(std::os::fd::OwnedFd);

#[cfg(unix)]
impl KeySource {
    fn open() -> io::Result<Self> {
        use std::os::fd::AsFd;
        if rustix::termios::isatty(rustix::stdio::stdin()) {
            return Ok(Self(io::stdin().as_fd().try_clone_to_owned()?));
        }
        let terminal = std::fs::File::options().read(true).write(true).open("/dev/tty")?;
        Ok(Self(terminal.into()))
    }

    /// Reads what is typed within `patience`; 0 bytes if nothing is.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn read(&self, bytes: &mut [u8], patience: Duration) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut sources = [PollFd::new(&self.0, PollFlags::IN)];
        let patience = Timespec::try_from(patience).ok();
        match poll(&mut sources, patience.as_ref()) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(0),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        match rustix::io::read(&self.0, bytes) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(rustix::io::Errno::INTR) => Ok(0),
            read => Ok(read?),
        }
    }

    /// Unread input from the mouse or a paste would be typed at the shell.
    fn throw_away(&self) {
        let _ = rustix::termios::tcflush(&self.0, rustix::termios::QueueSelector::IFlush);
    }
}

/// Here keys come from crossterm alone.
#[cfg(not(unix))]
pub struct KeySource(std::convert::Infallible);

#[cfg(not(unix))]
impl KeySource {
    fn open() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Reads nothing.
    ///
    /// # Errors
    /// None.
    pub fn read(&self, _: &mut [u8], _: Duration) -> io::Result<usize> {
        match self.0 {}
    }

    fn throw_away(&self) {}
}
