//! The event loop of the inspector: reads the terminal, updates the state and draws it.

use std::cell::Cell;
use std::io::{self, BufWriter, Write};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::layout::{Position, Rect, Size};

use crate::cells;
use crate::cli::outcome::warn;
use crate::commands::inspect::events;
use crate::files::tally::named;
use crate::inspector::app::App;
use crate::inspector::message::{Effect, Message};
use crate::inspector::worker::AnalysisWorker;
use crate::terminal::clamped::Clamped;
use crate::terminal::clipboard;
use crate::terminal::external_editor;
use crate::terminal::guard::{self, Guard};
use crate::terminal::keyboard::Keyboard;
use crate::terminal::signals::{Signals, die_of};
use crate::ui;

/// Synchronized output: the terminal shows the frame when it is complete.
const BEGIN_FRAME: &str = "\x1b[?2026h";
const END_FRAME: &str = "\x1b[?2026l";

/// Maximum delay of a signal: nothing else interrupts the wait for a key.
const PATIENCE: Duration = Duration::from_millis(200);
/// Wait for a key while the worker or the reading of files is busy.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Wait for a key while threads need more files of a task.
const BUSY_INTERVAL: Duration = Duration::from_millis(1);
/// Four times the size of a frame of 200 × 60 cells, so that a frame reaches the terminal in one write.
const FRAME_BYTES: usize = 1 << 16;

/// Terminal of the inspector.
struct Display {
    terminal: Terminal<Clamped<BufWriter<Box<dyn Write + Send>>>>,
    /// Rows with right-to-left letters in the last frame.
    turned: Vec<u16>,
}

impl Display {
    fn new() -> io::Result<Self> {
        let out = BufWriter::with_capacity(FRAME_BYTES, guard::writer());
        Ok(Self { terminal: Terminal::new(Clamped::new(out))?, turned: Vec::new() })
    }
}

/// Saves settings of the user and returns the notice about it.
type SaveSettings<'a> = dyn Fn(&[(&'static str, String)]) -> String + 'a;

/// Runs the inspector that `start` creates for the size of the terminal, and passes it to `leave` at the end. Returns the
/// references to print on standard output.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn run(
    with_mouse: bool,
    save_settings: &SaveSettings<'_>,
    leave: &dyn Fn(&App),
    start: impl FnOnce(Size) -> App,
) -> io::Result<Option<Vec<String>>> {
    let signals = Signals::register()?;
    let guard = Guard::enter(with_mouse)?;
    let unsaved = Cell::new(0);
    let leave = |app: &App| {
        unsaved.set(app.origin.documents().map_or(0, |documents| documents.count.changed));
        leave(app);
    };
    let ended = listen(start, save_settings, &leave, &signals);
    drop(guard);
    if let Some(signal) = signals.end() {
        if unsaved.get() > 0 {
            warn(&format!("{} not saved", named(unsaved.get(), "file")));
        }
        die_of(signal);
    }
    ended
}

fn listen(
    start: impl FnOnce(Size) -> App,
    save_settings: &SaveSettings<'_>,
    leave: &dyn Fn(&App),
    signals: &Signals,
) -> io::Result<Option<Vec<String>>> {
    let mut screen = Display::new()?;
    let mut app = start(screen.terminal.size()?);
    draw(&mut screen, &mut app)?;
    let mut worker = AnalysisWorker::default();
    let mut keyboard = Keyboard::ask();
    while signals.end().is_none() {
        if signals.asks_to_stop() {
            suspend(&mut screen, &mut app, &mut keyboard, signals)?;
        }
        if signals.was_woken() {
            come_back(&mut screen, &mut app)?;
        }
        worker.ask(app.take_questions(), app.panes.reference.editor.revision());
        worker.discard(app.take_discarded());
        if let Some(answer) = worker.answer() {
            app.update(Message::Answer(answer));
            draw(&mut screen, &mut app)?;
            continue;
        }
        let patience = match () {
            () if app.is_busy() => BUSY_INTERVAL,
            () if worker.is_busy() || app.is_waiting() => POLL_INTERVAL,
            () => PATIENCE,
        };
        if !keyboard.poll(patience, |input, earlier| events::acts(input, earlier, &app))? {
            match app.update(Message::Tick) {
                Effect::Draw => draw(&mut screen, &mut app)?,
                // All files are saved.
                Effect::Quit => break,
                _ => {}
            }
            continue;
        }
        match read(&mut keyboard, &mut app)? {
            Effect::Nothing => {}
            Effect::Edit(path, line, column) => {
                let edit = || external_editor::edit(&path, line, column);
                lend(&mut screen, &mut app, &mut keyboard, signals, edit)?;
            }
            Effect::Run(command) => {
                let run = || external_editor::run_named(&command.name, &command.words);
                lend(&mut screen, &mut app, &mut keyboard, signals, run)?;
            }
            Effect::Draw => draw(&mut screen, &mut app)?,
            Effect::Copy { what, text } => {
                let done = clipboard::copy(&text, Some(screen.terminal.backend_mut()))?.unwrap_or_default();
                app.update(Message::Notice(format!("{done}: {what}")));
                draw(&mut screen, &mut app)?;
            }
            Effect::SaveSettings(values) => {
                app.update(Message::Notice(save_settings(&values)));
                draw(&mut screen, &mut app)?;
            }
            Effect::Redraw => redraw(&mut screen, &mut app)?,
            Effect::Suspend => suspend(&mut screen, &mut app, &mut keyboard, signals)?,
            Effect::Quit => break,
            Effect::QuitAndPrint(references) => return Ok(Some(references)),
        }
    }
    leave(&app);
    Ok(None)
}

/// Reads all waiting input and updates the state, so that text typed at once is analyzed and drawn once.
fn read(keyboard: &mut Keyboard, app: &mut App) -> io::Result<Effect> {
    let mut typed = String::new();
    loop {
        let input = keyboard.read(|input, earlier| events::acts(input, earlier, app));
        if let Some(keys) = input.as_ref().and_then(|input| events::esc_and_key(input, app)) {
            keyboard.put_back(keys);
            continue;
        }
        if app.is_busy() && input.as_ref().is_some_and(events::is_stop) {
            // What waited for the result is not wanted.
            keyboard.discard_keys();
        }
        match input.and_then(|input| events::message(&input, app)) {
            Some(Message::Insert(text)) => typed.push_str(&text),
            Some(message) => {
                for message in inserted(&mut typed).into_iter().chain([message]) {
                    let effect = app.update(message);
                    if effect != Effect::Draw {
                        return Ok(effect);
                    }
                }
            }
            None => {}
        }
        if !keyboard.poll(Duration::ZERO, |input, earlier| events::acts(input, earlier, app))? {
            // A letter may be the answer of a question.
            return Ok(inserted(&mut typed).map_or(Effect::Draw, |message| app.update(message)));
        }
    }
}

/// Returns the message of the typed text, if there is any.
fn inserted(typed: &mut String) -> Option<Message> {
    (!typed.is_empty()).then(|| Message::Insert(std::mem::take(typed)))
}

/// Draws one frame. A resize clears the screen first, within the same frame.
fn draw(screen: &mut Display, app: &mut App) -> io::Result<()> {
    let Display { terminal, turned } = screen;
    let size = terminal.size()?;
    if size != app.look.size {
        app.update(Message::Resize(size));
    }
    terminal.backend_mut().write_all(BEGIN_FRAME.as_bytes())?;
    terminal.draw(|frame| {
        ui::draw(frame, app);
        *turned = cells::write_whole_rows(frame.buffer_mut(), turned);
    })?;
    terminal.backend_mut().write_all(END_FRAME.as_bytes())?;
    Write::flush(terminal.backend_mut())
}

/// Suspends the program until the shell resumes it.
fn suspend(screen: &mut Display, app: &mut App, keyboard: &mut Keyboard, signals: &Signals) -> io::Result<()> {
    guard::leave();
    keyboard.give_up();
    signals.stop()?;
    come_back(screen, app)
}

/// Lends the terminal to a program while it runs.
fn lend(
    screen: &mut Display,
    app: &mut App,
    keyboard: &mut Keyboard,
    signals: &Signals,
    run: impl FnOnce() -> Result<(), String>,
) -> io::Result<()> {
    guard::leave();
    keyboard.give_up();
    let ended = signals.lend(run);
    come_back(screen, app)?;
    app.update(Message::Tick);
    if let Err(message) = ended {
        app.update(Message::Notice(message));
    }
    draw(screen, app)
}

/// Enters the terminal again and draws everything.
fn come_back(screen: &mut Display, app: &mut App) -> io::Result<()> {
    guard::enter_again()?;
    redraw(screen, app)
}

/// Draws every cell again. `Terminal::clear` would query the position of the cursor and wait for the answer; a resize does
/// not.
fn redraw(screen: &mut Display, app: &mut App) -> io::Result<()> {
    let size = screen.terminal.size()?;
    screen.terminal.resize(Rect::from((Position::ORIGIN, size)))?;
    draw(screen, app)
}
