//! The state of the inspector; one function changes it (`update`).
//!
//! ```text
//!  key, paste, mouse, resize ─▶ Message ─▶ App::update ─▶ Effect ─▶ terminal (quit, suspend, copy)
//!                                             │
//!                                             └─ judged again, then drawn from &App
//! ```
//!
//! The cursor of the editor is the selection: whatever pane moves it, all panes show it.

mod able;
mod copying;
mod judging;
pub mod list;
mod message;
mod moving;
mod over;
pub mod overlay;
mod palette;
mod searching;
mod update;

use iri_core::Options;
use iri_core::bidi::Order;
use iri_core::inspect::CharacterFilter;
use iri_core::reference::ComponentName;
use iri_core::rules::Finding;
use ratatui::layout::Size;

use crate::editor::Editor;
use crate::files::change::Proposal;
use crate::files::documents::Documents;
use crate::judge::{Question, What};
use crate::judged::{Judged, Sort};
use crate::terminal::probe::Answers;
use crate::theme::{Theme, appearance::Look};

use list::Origin;
pub use message::{By, Effect, Listed, Message, OfRule, Pane, Step};
pub(crate) use moving::moved;
use overlay::Overlay;
use update::told;

/// The state of the inspector.
pub struct App {
    /// The text.
    pub editor: Editor,
    /// What is known about it.
    pub judged: Judged,
    /// The references of files, where files are looked at.
    pub documents: Option<Documents>,
    /// What is on the screen.
    pub screen: Screen,
    /// The reference of a document that is judged, where it is one.
    pub origin: Option<Origin>,
    /// What was proposed, and is not done yet.
    proposal: Option<Proposal>,
    /// What lies over the panes; the topmost has the keys.
    pub overlays: Vec<Overlay>,
    /// The selected finding.
    pub finding: usize,
    /// The selected conversion.
    pub form: usize,
    /// The characters listed.
    pub filter: CharacterFilter,
    /// In which order they are.
    pub sort: Sort,
    /// The order shown.
    pub order: Order,
    /// What the reference is compared with; empty where it is not.
    pub other: String,
    /// The pane at the bottom: several take turns there.
    pub lowest: Pane,
    /// The first byte shown of the reference.
    pub view: usize,
    /// What was done last, until the next key.
    pub notice: String,
    /// The terminal's size in cells.
    pub size: Size,
    /// Colours and glyphs.
    pub theme: Theme,
    /// How things shall look, from which the theme follows.
    pub look: Look,
    /// What the terminal said of itself.
    pub answers: Answers,
    /// What was searched for last.
    sought: String,
    /// The pane that has the keys where nothing lies over it.
    pane: Pane,
    options: Options,
    /// The character selected within the cluster at the cursor, where it is not the first.
    character: usize,
    /// What the thread that judges long texts is to be asked.
    questions: Vec<Question>,
    /// What it was asked and has not answered: of which revision, what, in which order.
    asked: Vec<(u64, What, Order)>,
    /// What is to be thrown away there.
    forgotten: Vec<Judged>,
    /// Whether no key was pressed yet.
    is_new: bool,
}

/// What is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The list of the references of files.
    List,
    /// One reference.
    Reference,
}

impl App {
    /// Starts with the list of the references of files.
    pub fn with(documents: Documents, theme: Theme, size: Size) -> Self {
        let mut app = Self::new("", Options::default(), theme, size);
        app.documents = Some(documents);
        app.screen = Screen::List;
        app
    }

    /// Starts with `reference`, at what was found in it; an empty one is to be typed.
    pub fn new(reference: &str, options: Options, theme: Theme, size: Size) -> Self {
        let mut app = Self {
            editor: Editor::new(reference),
            judged: Judged::default(),
            pane: if reference.is_empty() { Pane::Reference } else { Pane::Findings },
            documents: None,
            screen: Screen::Reference,
            origin: None,
            proposal: None,
            overlays: Vec::new(),
            sought: String::new(),
            finding: 0,
            form: 0,
            filter: CharacterFilter::LeiriOnly,
            sort: Sort::default(),
            order: Order::default(),
            other: String::new(),
            lowest: Pane::Conversions,
            view: 0,
            notice: String::new(),
            size,
            theme,
            look: Look::default(),
            answers: Answers::default(),
            options,
            character: 0,
            questions: Vec::new(),
            asked: Vec::new(),
            forgotten: Vec::new(),
            is_new: true,
        };
        app.judge();
        app.look_first();
        app.follow();
        app
    }

    /// The same, looking so.
    pub fn looking(self, look: Look) -> Self {
        let mut app = Self { theme: look.theme(self.answers), look, ..self };
        if app.look.is_calibrating {
            app.overlays.push(Overlay::Calibration);
        }
        // With letters of another width other parts of the text are seen.
        app.follow();
        app
    }

    /// The pane that has the keys, or would have them if nothing lay over it.
    pub fn pane(&self) -> Pane {
        self.pane
    }

    /// What the place of the reference admits, by its name.
    pub fn role(&self) -> &'static str {
        self.options.role.name
    }

    /// What the reference is resolved against.
    pub fn base(&self) -> Option<&str> {
        self.options.base.as_deref()
    }

    /// The path of the reference.
    pub fn path(&self) -> &str {
        let path = self.judged.components.iter().find(|component| component.name == ComponentName::Path);
        path.map_or("", |path| path.span.slice(self.text()))
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.editor.text()
    }

    /// The byte of the selected character: within the cluster at the cursor.
    pub fn selected_character(&self) -> usize {
        if self.editor.cluster().contains(self.character) { self.character } else { self.editor.cursor() }
    }

    /// The selected finding.
    pub fn selected_finding(&self) -> Option<Finding> {
        self.judged.findings.get(self.finding)
    }

    /// Says something in the title line.
    pub fn tell(&mut self, notice: String) {
        self.notice = notice;
    }
}

#[cfg(test)]
mod tests;
