//! The terminal: the loop that reads, updates and draws, and what signals do to it.
//!
//! Whatever ends the program (quitting, an error, a panic, SIGTERM, SIGHUP, or only ctrl-z for a
//! while) goes through the [`guard`].

mod clipboard;
pub mod guard;
mod keyboard;
pub mod probe;
mod typed;

use std::ffi::OsString;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crossterm::event::{Event, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect, Size};

use crate::app::{App, Effect, Message, Step};
use crate::judge::Judge;
use crate::ui::glyph;
use crate::{keys, ui};
use guard::Guard;
use keyboard::{Heard, Keyboard};

/// Nothing is shown before the frame is whole.
const BEGIN_FRAME: &str = "\x1b[?2026h";
const END_FRAME: &str = "\x1b[?2026l";

/// How long a signal may wait: nothing else ends the wait for a key.
const PATIENCE: Duration = Duration::from_millis(200);
/// How long it may be while something is worked on aside.
const A_MOMENT: Duration = Duration::from_millis(5);
/// A frame of 200 × 60 cells is a quarter of it: it reaches the terminal in one write.
const FRAME_BYTES: usize = 1 << 16;

/// How long the loop has to end after a signal. Where the terminal is gone, reading from it never returns.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(1);

/// What is drawn on.
struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    /// The rows that held right-to-left letters in the last frame.
    turned: Vec<u16>,
}

impl Screen {
    fn new() -> io::Result<Self> {
        let out = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
        Ok(Self { terminal: Terminal::new(CrosstermBackend::new(out))?, turned: Vec::new() })
    }
}

/// Signals that end us, once they were seen to.
struct Signals {
    /// The number of the last one that asks for the end; 0 before.
    end: Arc<AtomicUsize>,
    /// Whether someone else asks us to stop for a while.
    stop: Arc<AtomicBool>,
    /// Whether we were stopped and woken by someone else.
    woken: Arc<AtomicBool>,
}

impl Signals {
    #[cfg(unix)]
    fn register() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
        let signals = Self { end: Arc::default(), stop: Arc::default(), woken: Arc::default() };
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            let number = usize::try_from(signal).expect("signals have positive numbers");
            signal_hook::flag::register_usize(signal, Arc::clone(&signals.end), number)?;
        }
        signal_hook::flag::register(SIGTSTP, Arc::clone(&signals.stop))?;
        signal_hook::flag::register(SIGCONT, Arc::clone(&signals.woken))?;
        end_anyway([SIGTERM, SIGHUP, SIGINT])?;
        Ok(signals)
    }

    #[cfg(not(unix))]
    fn register() -> io::Result<Self> {
        Ok(Self { end: Arc::default(), stop: Arc::default(), woken: Arc::default() })
    }

    fn end(&self) -> Option<i32> {
        i32::try_from(self.end.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0)
    }

    fn asks_to_stop(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Stops, with the whole group, or a parent such as git would keep the terminal. Our own handler takes
    /// SIGTSTP, so SIGTTIN is what stops us: unlike SIGSTOP the system ignores it where no shell is above
    /// that could wake us.
    #[cfg(unix)]
    fn stop(&self) -> io::Result<()> {
        use rustix::process::{Signal, getpid, kill_current_process_group, kill_process};
        kill_current_process_group(Signal::TSTP)?;
        kill_process(getpid(), Signal::TTIN)?;
        self.stop.store(false, Ordering::SeqCst);
        self.was_woken();
        Ok(())
    }

    #[cfg(not(unix))]
    fn stop(&self) -> io::Result<()> {
        self.was_woken();
        Ok(())
    }

    fn was_woken(&self) -> bool {
        self.woken.swap(false, Ordering::SeqCst)
    }
}

/// Ends the program after a signal that the loop did not follow in time.
#[cfg(unix)]
fn end_anyway(ending: [i32; 3]) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(ending)?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            std::thread::sleep(GRACE);
            guard::leave();
            // Where even this fails, the next signal tries again.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Runs the inspector that `start` makes for the terminal's size, until it is quit.
///
/// # Errors
/// Where the terminal cannot be read or written.
pub fn run(with_mouse: bool, start: impl FnOnce(Size) -> App) -> io::Result<()> {
    let signals = Signals::register()?;
    let guard = Guard::enter(with_mouse)?;
    let ended = listen(start, &signals);
    drop(guard);
    if let Some(signal) = signals.end() {
        die_of(signal)?;
    }
    ended
}

/// Ends as the signal would have ended us, so that whoever waits is told the truth.
fn die_of(signal: i32) -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(signal)?;
    #[cfg(not(unix))]
    let _ = signal;
    Ok(())
}

fn listen(start: impl FnOnce(Size) -> App, signals: &Signals) -> io::Result<()> {
    let mut screen = Screen::new()?;
    let mut app = start(screen.terminal.size()?);
    draw(&mut screen, &mut app)?;
    let mut judge = Judge::default();
    let mut keyboard = Keyboard::ask();
    while signals.end().is_none() {
        if signals.asks_to_stop() {
            suspend(&mut screen, &mut app, &mut keyboard, signals)?;
        }
        if signals.was_woken() {
            come_back(&mut screen, &mut app)?;
        }
        judge.ask(app.take_questions());
        judge.forget(app.take_forgotten());
        if let Some(answer) = judge.answer() {
            app.update(Message::Answer(answer));
            draw(&mut screen, &mut app)?;
            continue;
        }
        if !keyboard.poll(if judge.is_busy() || app.is_waiting() { A_MOMENT } else { PATIENCE })? {
            if app.update(Message::Tick) == Effect::Draw {
                draw(&mut screen, &mut app)?;
            }
            continue;
        }
        match read(&mut keyboard, &mut app)? {
            Effect::Nothing => {}
            Effect::Edit(path, line) => edit(&mut screen, &mut app, &mut keyboard, &path, line)?,
            Effect::Draw => draw(&mut screen, &mut app)?,
            Effect::Copy { what, text } => {
                let done = clipboard::copy(&text, screen.terminal.backend_mut())?;
                app.tell(format!("{done}: {what}"));
                draw(&mut screen, &mut app)?;
            }
            Effect::Suspend => suspend(&mut screen, &mut app, &mut keyboard, signals)?,
            Effect::Quit => break,
        }
    }
    Ok(())
}

/// Reads all that waits, and updates with it: what was typed in one go is judged and drawn once.
fn read(keyboard: &mut Keyboard, app: &mut App) -> io::Result<Effect> {
    let mut typed = String::new();
    loop {
        match keyboard.read()?.and_then(|heard| message(heard, app)) {
            Some(Message::Insert(text)) => typed.push_str(&text),
            Some(message) => {
                insert(app, &mut typed);
                let effect = app.update(message);
                if effect != Effect::Draw {
                    return Ok(effect);
                }
            }
            None => {}
        }
        if !keyboard.poll(Duration::ZERO)? {
            insert(app, &mut typed);
            return Ok(Effect::Draw);
        }
    }
}

fn insert(app: &mut App, typed: &mut String) {
    if !typed.is_empty() {
        app.update(Message::Insert(std::mem::take(typed)));
    }
}

fn message(heard: Heard, app: &App) -> Option<Message> {
    match heard {
        Heard::Event(event) => event_message(event, app),
        Heard::Terminal(answers) => Some(Message::Terminal(answers)),
    }
}

fn event_message(event: Event, app: &App) -> Option<Message> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => keys::message(key, app.listening()),
        Event::Paste(text) => Some(Message::Paste(text)),
        Event::Mouse(mouse) => mouse_message(mouse),
        Event::Resize(width, height) => Some(Message::Resize(Size::new(width, height))),
        _ => None,
    }
}

fn mouse_message(mouse: MouseEvent) -> Option<Message> {
    let at = Position::new(mouse.column, mouse.row);
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Message::Point(at)),
        MouseEventKind::Drag(MouseButton::Left) => Some(Message::Drag(at)),
        MouseEventKind::ScrollDown => Some(Message::Wheel(at, Step::Down)),
        MouseEventKind::ScrollUp => Some(Message::Wheel(at, Step::Up)),
        _ => None,
    }
}

/// Draws one frame. A resize clears the screen first, within the same frame.
fn draw(screen: &mut Screen, app: &mut App) -> io::Result<()> {
    let Screen { terminal, turned } = screen;
    let size = terminal.size()?;
    if size != app.size {
        app.update(Message::Resize(size));
    }
    terminal.backend_mut().write_all(BEGIN_FRAME.as_bytes())?;
    terminal.draw(|frame| {
        ui::draw(frame, app);
        *turned = glyph::write_whole_rows(frame.buffer_mut(), turned);
    })?;
    terminal.backend_mut().write_all(END_FRAME.as_bytes())?;
    Write::flush(terminal.backend_mut())
}

/// Back to the shell until it brings us back.
fn suspend(screen: &mut Screen, app: &mut App, keyboard: &mut Keyboard, signals: &Signals) -> io::Result<()> {
    guard::leave();
    keyboard.give_up();
    signals.stop()?;
    come_back(screen, app)
}

/// Lets the person edit the file at `path`, from line `line` on, and comes back.
fn edit(screen: &mut Screen, app: &mut App, keyboard: &mut Keyboard, path: &Path, line: u32) -> io::Result<()> {
    guard::leave();
    keyboard.give_up();
    let ended = editor_command(path, line).and_then(|mut command| command.status());
    come_back(screen, app)?;
    app.update(Message::Tick);
    if let Err(error) = ended {
        app.tell(format!("no editor could be started: {error}; set VISUAL or EDITOR"));
    }
    draw(screen, app)
}

/// The person's editor, as git finds it. Nearly all take `+LINE`; a few want the line behind the name.
fn editor_command(path: &Path, line: u32) -> io::Result<Command> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let mut words = editor.split_whitespace();
    let program = words.next().ok_or(io::ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command.args(words);
    match Path::new(program).file_stem().and_then(|name| name.to_str()) {
        Some("code" | "codium" | "cursor") => command.arg("--wait").arg("--goto").arg(behind(path, line)),
        Some("hx" | "helix" | "subl" | "zed") => command.arg(behind(path, line)),
        _ => command.arg(format!("+{line}")).arg(path),
    };
    Ok(command)
}

/// `path:line`
fn behind(path: &Path, line: u32) -> OsString {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(":{line}"));
    name
}

/// Enters again and paints everything. `Terminal::clear` would ask the terminal where its cursor is,
/// and wait for the answer; a resize does not.
fn come_back(screen: &mut Screen, app: &mut App) -> io::Result<()> {
    guard::enter_again()?;
    let size = screen.terminal.size()?;
    screen.terminal.resize(Rect::from((Position::ORIGIN, size)))?;
    draw(screen, app)
}
