//! The inspector without a terminal: events in, frames out.

use std::ffi::OsString;
use std::io;
use std::thread;
use std::time::Duration;

use clap::Parser;
use crossterm::event::Event;
use iri_core::{CancelToken, Options};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

use crate::cli::files::CheckArgs;
use crate::cli::{Cli, ReferenceArgs};
use crate::commands::inspect::events;
use crate::files::documents::Documents;
use crate::files::reading::ReadingPlan;
use crate::inspector::app::App;
use crate::inspector::message::{Effect, Message};
use crate::terminal::keyboard::InputEvent;
use crate::terminal::lexer::{Input, InputLexer};
use crate::theme::Theme;
use crate::ui;
use crate::ui::viewport::ScreenLayout;

/// Interval of the checks whether all files have been read.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Waits until all files have been read, and answers the questions for the worker.
pub fn wait_for_worker(app: &mut App) {
    while app.is_waiting() {
        thread::sleep(POLL_INTERVAL);
        app.update(Message::Tick);
    }
    loop {
        let questions = app.take_questions();
        if questions.is_empty() {
            return;
        }
        for question in questions {
            app.update(Message::Answer(Box::new(question.answer(&CancelToken::default()))));
        }
    }
}

/// Starts reading the files at `paths`.
pub fn documents(
    paths: &[OsString],
    check: &CheckArgs,
    reference_args: &ReferenceArgs,
    is_watching: bool,
) -> Documents {
    let plan = ReadingPlan {
        files: check.files.clone(),
        reference_args: reference_args.clone(),
        is_watching,
        are_targets_checked: check.links,
    };
    let name = match paths {
        [path] => path.to_string_lossy().into_owned(),
        _ => "iri-inspect".to_owned(),
    };
    Documents::new(name, plan).opened_on_findings()
}

/// Inspector without a terminal. It starts no editor and no clipboard program, and does not suspend.
pub struct Headless {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Headless {
    /// Starts with `reference` on a screen of this width and height.
    ///
    /// # Errors
    /// None, because a buffer has no errors.
    pub fn with_reference(reference: &str, size: (u16, u16)) -> io::Result<Self> {
        let size = Size::from(size);
        Self::new(App::new(reference, Options::default(), &ScreenLayout, Theme::default(), size))
    }

    /// Starts with the files at `paths`, and waits until they have been read.
    ///
    /// # Errors
    /// None, because a buffer has no errors.
    pub fn with_files(paths: &[OsString], size: (u16, u16)) -> io::Result<Self> {
        let check = CheckArgs::from_paths(paths);
        let documents = documents(paths, &check, &Cli::parse_from(["iri-inspect"]).reference_args, false);
        Self::new(App::with(documents, &ScreenLayout, Theme::default(), Size::from(size)))
    }

    fn new(app: App) -> io::Result<Self> {
        let backend = TestBackend::new(app.look.size.width, app.look.size.height);
        let terminal = Terminal::new(backend).map_err(io::Error::other)?;
        let mut headless = Self { app, terminal };
        headless.wait_for_worker();
        Ok(headless)
    }

    /// Sends an event; returns whether the inspector still runs.
    pub fn send(&mut self, event: Event) -> bool {
        while self.app.is_busy() {
            if self.app.update(Message::Tick) == Effect::Quit {
                return false;
            }
        }
        let input = InputEvent::Event(event);
        if let Some(keys) = events::esc_and_key(&input, &self.app) {
            return keys.into_iter().all(|key| match key {
                InputEvent::Event(event) => self.send(event),
                InputEvent::Terminal(_) => true,
            });
        }
        let Some(message) = events::message(&input, &self.app) else { return true };
        if let Message::Resize(size) = message {
            self.terminal.backend_mut().resize(size.width, size.height);
        }
        match self.app.update(message) {
            Effect::Draw | Effect::Nothing | Effect::Redraw | Effect::Suspend | Effect::SaveSettings(_) => {}
            Effect::Run(_) | Effect::Edit(..) => _ = self.app.update(Message::Tick),
            Effect::Copy { what, .. } => _ = self.app.update(Message::Notice(what.to_owned())),
            Effect::Quit | Effect::QuitAndPrint(_) => return false,
        }
        true
    }

    /// Receives bytes from the terminal, and then a pause; returns whether the inspector still runs.
    pub fn receive(&mut self, bytes: &[u8]) -> bool {
        let mut lexer = InputLexer::default();
        let input: Vec<Input> = lexer.feed(bytes).into_iter().chain(lexer.release()).collect();
        input.into_iter().all(|input| match input {
            Input::Event(event) => self.send(event),
            Input::Background(_) | Input::Mode(..) | Input::Attributes => true,
        })
    }

    /// Waits for the analysis of the text, as a user who pauses.
    pub fn wait_for_worker(&mut self) {
        wait_for_worker(&mut self.app);
    }

    /// Draws the screen.
    ///
    /// # Errors
    /// None, because a buffer has no errors.
    pub fn draw(&mut self) -> io::Result<&Buffer> {
        let frame = self.terminal.draw(|frame| ui::draw(frame, &self.app)).map_err(io::Error::other)?;
        Ok(frame.buffer)
    }

    /// Returns the text of the reference.
    pub fn text(&self) -> &str {
        self.app.panes.text()
    }
}
