//! Entering and leaving the terminal.
//!
//! [`leave`] never stops at an error. It first ends the modes in which the terminal sends input, and discards unread
//! input before the shell can read it.
//!
//! Of the sequences for right-to-left text, `CSI 8 l` disables reordering (explicit mode), `CSI ? 2501 l` disables the
//! detection of directions, and `CSI 1 SP k` selects left-to-right.

use std::io::{self, Write};
use std::panic;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::ExecutableCommand;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// Sequences on entering. The direction is set before the alternate screen, because VTE sets the direction of its rows
/// when it clears them. Then bracketed paste, and no automatic wrapping of rows.
const ENTER: &str = "\x1b[1 k\x1b[?2501l\x1b[8l\x1b[?1049h\x1b[2J\x1b[?2004h\x1b[?7l";
/// Sequences for the mouse: clicks and drags, also in cells after the 223rd.
const MOUSE: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// First sequences on leaving: end of a synchronized frame, mouse, paste.
const BE_SILENT: &str = "\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l";
/// Last sequences on leaving: wrapping, direction, styles, cursor, alternate screen.
const LEAVE: &str = "\x1b[?7h\x1b[8h\x1b[0 k\x1b[0m\x1b[?25h\x1b[?1049l";
/// Maximum time in which a terminal may answer a query.
const OWING: Duration = Duration::from_secs(3);
/// Maximum wait for pending answers on leaving.
const LAST_WAIT: Duration = Duration::from_millis(300);

/// Whether the terminal has been entered.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);
/// Whether the mouse is enabled.
static WITH_MOUSE: AtomicBool = AtomicBool::new(false);
/// Time of the query that the terminal has not answered.
static ASKED: Mutex<Option<Instant>> = Mutex::new(None);

/// Whether the screen is drawn on the terminal itself, because standard output is for the result.
static IS_ASIDE: AtomicBool = AtomicBool::new(false);

/// Draws on the terminal itself instead of standard output. Returns whether there is a terminal.
pub fn draw_aside() -> bool {
    let has_terminal = terminal().is_ok();
    IS_ASIDE.store(has_terminal, Ordering::SeqCst);
    has_terminal
}

/// Returns whether there is a terminal that can be read and written.
pub fn has_terminal() -> bool {
    terminal().is_ok()
}

fn terminal() -> io::Result<std::fs::File> {
    open("CONOUT$")
}

/// Opens the terminal, of which Windows has two names.
fn open(windows_name: &str) -> io::Result<std::fs::File> {
    let path = if cfg!(windows) { windows_name } else { "/dev/tty" };
    std::fs::File::options().read(true).write(true).open(path)
}

/// Returns the terminal for reading lines, because standard input has something else.
///
/// # Errors
/// If it cannot be opened.
pub fn keys() -> io::Result<std::fs::File> {
    open("CONIN$")
}

/// Returns the output of the screen.
pub fn writer() -> Box<dyn Write + Send> {
    if IS_ASIDE.load(Ordering::SeqCst)
        && let Ok(terminal) = terminal()
    {
        return Box::new(terminal);
    }
    Box::new(io::stdout())
}

/// Holds the terminal until it is dropped.
pub struct Guard(());

impl Guard {
    /// Enters the terminal; a panic leaves it again.
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
    #[cfg(windows)]
    console::enable_sequences();
    let mut out = writer();
    out.write_all(ENTER.as_bytes())?;
    if WITH_MOUSE.load(Ordering::SeqCst) {
        // The console has a mode instead of sequences.
        if cfg!(windows) { out.execute(EnableMouseCapture).map(drop)? } else { out.write_all(MOUSE.as_bytes())? }
    }
    out.flush()
}

/// Sends a query to the terminal. If the program ends before the answer, the answer is discarded.
///
/// # Errors
/// If only crossterm can read keys, or standard output cannot be written.
pub fn ask(queries: &str) -> io::Result<KeySource> {
    let keys = KeySource::open()?.wake_on_resize()?;
    set_asked(Some(Instant::now()));
    let mut out = writer();
    out.write_all(queries.as_bytes())?;
    out.flush()?;
    Ok(keys)
}

/// Notes that the terminal has answered everything.
pub fn no_answer_is_pending() {
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
    let mut out = writer();
    // If one step fails, the next ones are still necessary.
    let _ = out.write_all(BE_SILENT.as_bytes());
    let _ = out.flush();
    if cfg!(windows) && WITH_MOUSE.load(Ordering::SeqCst) {
        let _ = out.execute(DisableMouseCapture);
    }
    let keys = KeySource::open();
    if let Ok(keys) = &keys {
        wait_for_what_is_owed(keys);
    }
    let _ = out.write_all(LEAVE.as_bytes());
    let _ = out.flush();
    if let Ok(keys) = &keys {
        keys.discard_input();
    }
    let _ = disable_raw_mode();
    #[cfg(windows)]
    console::restore_mode();
}

/// Mode of the console's output, which may print sequences until they are enabled.
#[cfg(windows)]
mod console {
    use std::io;

    use crossterm_winapi::{ConsoleMode, Handle};
    use parking_lot::Mutex;

    const ENABLE_VIRTUAL_TERMINAL_PROCESSING: u32 = 4;

    /// Mode before the terminal was entered.
    static BEFORE: Mutex<Option<u32>> = Mutex::new(None);

    fn output() -> io::Result<ConsoleMode> {
        Handle::current_out_handle().map(ConsoleMode::from)
    }

    pub fn enable_sequences() {
        let mut before = BEFORE.lock();
        if let Ok(output) = output()
            && let Ok(mode) = output.mode()
        {
            let _ = output.set_mode(*before.get_or_insert(mode) | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        }
    }

    pub fn restore_mode() {
        if let (Some(mode), Ok(output)) = (BEFORE.lock().take(), output()) {
            let _ = output.set_mode(mode);
        }
    }
}

/// Waits for a pending answer, which the shell would otherwise read as typed text.
fn wait_for_what_is_owed(keys: &KeySource) {
    // If the lock is taken, a query is being sent.
    let asked = ASKED.try_lock().ok().and_then(|mut asked| asked.take());
    if asked.is_none_or(|asked| asked.elapsed() > OWING) {
        return;
    }
    let began = Instant::now();
    let mut bytes = [0; 256];
    while let Some(left) = LAST_WAIT.checked_sub(began.elapsed()) {
        match keys.read(&mut bytes, left) {
            // The answer to the last query ends so.
            Ok(count @ 1..) if !bytes[..count].ends_with(b"c") => {}
            _ => return,
        }
    }
}

/// Source of keys: standard input, or the terminal itself if standard input is a pipe.
#[cfg(unix)]
pub struct KeySource {
    terminal: std::os::fd::OwnedFd,
    /// Gets a byte when the terminal has another size; `None` if that ends no wait.
    resized: Option<std::os::unix::net::UnixStream>,
    was_resized: std::cell::Cell<bool>,
}

#[cfg(unix)]
impl KeySource {
    fn open() -> io::Result<Self> {
        use std::os::fd::AsFd;
        let terminal = if rustix::termios::isatty(rustix::stdio::stdin()) {
            io::stdin().as_fd().try_clone_to_owned()?
        } else {
            std::fs::File::options().read(true).write(true).open("/dev/tty")?.into()
        };
        Ok(Self { terminal, resized: None, was_resized: std::cell::Cell::new(false) })
    }

    /// Ends a wait for input when the terminal has another size.
    fn wake_on_resize(mut self) -> io::Result<Self> {
        use signal_hook::{consts::SIGWINCH, low_level::pipe};
        let (receiver, sender) = std::os::unix::net::UnixStream::pair()?;
        receiver.set_nonblocking(true)?;
        pipe::register(SIGWINCH, sender)?;
        self.resized = Some(receiver);
        Ok(self)
    }

    /// Returns whether the terminal has another size since the last call.
    pub fn was_resized(&self) -> bool {
        self.was_resized.take()
    }

    /// Reads input for at most `patience`; returns 0 without input, or if the terminal has another size.
    ///
    /// # Errors
    /// If the terminal no longer exists.
    pub fn read(&self, bytes: &mut [u8], patience: Duration) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let sources = [
            Some(PollFd::new(&self.terminal, PollFlags::IN)),
            self.resized.as_ref().map(|resized| PollFd::new(resized, PollFlags::IN)),
        ];
        let mut sources: Vec<PollFd<'_>> = sources.into_iter().flatten().collect();
        let patience = Timespec::try_from(patience).ok();
        match poll(&mut sources, patience.as_ref()) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(0),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        if let (Some(mut resized), Some(source)) = (self.resized.as_ref(), sources.get(1))
            && !source.revents().is_empty()
        {
            self.was_resized.set(true);
            let _ = io::Read::read(&mut resized, &mut [0; 64]);
        }
        if sources[0].revents().is_empty() {
            return Ok(0);
        }
        match rustix::io::read(&self.terminal, bytes) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(rustix::io::Errno::INTR) => Ok(0),
            read => Ok(read?),
        }
    }

    /// Discards unread input from the mouse or a paste, which the shell would read as typed text.
    fn discard_input(&self) {
        let _ = rustix::termios::tcflush(&self.terminal, rustix::termios::QueueSelector::IFlush);
    }
}

/// On this system only crossterm reads keys.
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

    fn discard_input(&self) {}

    fn wake_on_resize(self) -> io::Result<Self> {
        Ok(self)
    }

    /// Returns false.
    pub fn was_resized(&self) -> bool {
        match self.0 {}
    }
}
