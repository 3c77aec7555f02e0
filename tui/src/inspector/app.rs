//! The state of the inspector: what the whole screen shares, and what it starts with.

use iri_core::Options;
use ratatui::layout::{Position, Size};

use crate::files::documents::Documents;
use crate::inspector::analysis::Analysis;
use crate::inspector::edited_reference::EditedReference;
use crate::inspector::look::Look;
use crate::inspector::message::Message;
use crate::inspector::origin::Origin;
use crate::inspector::overlay::{Menu, Overlay, PageLine, PageRow};
use crate::inspector::pane::Pane;
use crate::inspector::panes::ReferencePanes;
use crate::inspector::settings::AppliedSettings;
use crate::inspector::subject::Subject;
use crate::inspector::worker::Question;
use crate::theme::{Theme, appearance::Appearance};

/// The state of the inspector.
pub struct App {
    /// Panes of the reference that is open, or selected in the list.
    pub panes: ReferencePanes,
    /// Where the references come from.
    pub origin: Origin,
    /// Overlays; the topmost receives the keys.
    pub overlays: Vec<Overlay>,
    /// Commands that were chosen in the palette, the last one first.
    pub(super) recent: Vec<Message>,
    /// Notice about the last action, until the next key.
    pub notice: String,
    /// What the screen looks like.
    pub look: Look,
    /// Layout of the screen.
    pub(super) viewport: &'static dyn Viewport,
    /// Settings of the user.
    pub settings: AppliedSettings,
    /// Text of the last search in the help or another text.
    pub(super) page_search: String,
    /// Text that is to be replaced.
    pub(super) replaced: String,
    /// Count of the next movement; 0 without one.
    pub(super) count: usize,
}

/// Layout of the screen, as far as an update depends on it.
///
/// The state does not know how it is drawn: the panes implement this trait.
pub trait Viewport {
    /// Returns the rows of `pane` below its heading.
    fn pane_rows(&self, app: &App, pane: Pane) -> usize;

    /// Returns the rows of the list of references.
    fn list_rows(&self, app: &App) -> usize;

    /// Returns the rows of a menu.
    fn menu_rows(&self, app: &App, menu: &Menu) -> usize;

    /// Returns the rows of the list of fixes.
    fn fix_rows(&self, app: &App) -> usize;

    /// Returns the index of the fix in the list that is drawn at `at`.
    fn fix_at(&self, app: &App, at: Position) -> Option<usize>;

    /// Returns the rows of the text viewer.
    fn page_rows(&self, app: &App) -> usize;

    /// Returns the rows of the lines of the text viewer, wrapped at the width of the screen.
    fn wrapped_rows(&self, app: &App, lines: &[PageLine]) -> Vec<PageRow>;

    /// Returns the first line of the help if its last line is at the bottom.
    fn last_help_top(&self, app: &App) -> usize;

    /// Returns the lines of the help that contain the text, ignoring case.
    fn help_lines(&self, app: &App, text: &str) -> Vec<usize>;

    /// Returns the target at `at`.
    fn target(&self, app: &App, at: Position) -> Option<Target>;

    /// Returns the byte of the reference that is drawn at `at`; the end of the row after it.
    fn reference_offset(&self, app: &App, at: Position) -> usize;

    /// Returns the first byte of the visible part of the reference around the cursor: `view` if possible.
    fn reference_view(&self, app: &App, view: usize) -> usize;

    /// Returns the byte of the input line of `overlay` that is drawn at `at`.
    fn overlay_offset(&self, app: &App, overlay: &Overlay, at: Position) -> Option<usize>;

    /// Returns the message of the key in the footer that is drawn at `at`.
    fn hint_at(&self, app: &App, at: Position) -> Option<Message>;

    /// Returns the number of the choice that is drawn at `at`, among those that match.
    fn choice_at(&self, app: &App, menu: &Menu, at: Position) -> Option<usize>;
}

/// Target of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A pane, but no item in it.
    Pane(Pane),
    /// The character at this offset.
    Character(Pane, usize),
    /// A finding.
    Finding(usize),
    /// A conversion.
    Form(usize),
    /// A line of the list of references.
    Row(usize),
}

impl Target {
    /// Returns the pane that contains it.
    pub const fn pane(self) -> Pane {
        match self {
            Self::Pane(pane) | Self::Character(pane, _) => pane,
            Self::Finding(_) => Pane::Findings,
            Self::Form(_) => Pane::Conversions,
            Self::Row(_) => Pane::Reference,
        }
    }
}

impl App {
    /// Starts with the list of the references of files.
    pub fn with(documents: Documents, viewport: &'static dyn Viewport, theme: Theme, size: Size) -> Self {
        let mut app = Self::new("", Options::default(), viewport, theme, size);
        app.origin = Origin::files(documents);
        app
    }

    /// Starts with `reference`, at its first finding; an empty one is ready for typing.
    pub fn new(reference: &str, options: Options, viewport: &'static dyn Viewport, theme: Theme, size: Size) -> Self {
        Self::with_subject(Subject::new(reference, options), viewport, theme, size)
    }

    /// Starts as [`new`](Self::new) does, with a decoded reference.
    pub fn with_subject(subject: Subject, viewport: &'static dyn Viewport, theme: Theme, size: Size) -> Self {
        let panes = ReferencePanes::new(subject);
        let mut app = Self {
            origin: Origin::texts(vec![panes.reference.clone()]),
            panes,
            overlays: Vec::new(),
            page_search: String::new(),
            replaced: String::new(),
            recent: Vec::new(),
            notice: String::new(),
            look: Look::new(theme, size),
            viewport,
            settings: AppliedSettings::default(),
            count: 0,
        };
        app.follow();
        app
    }

    /// Starts with several references, and offers them to choose from; without any, as with an empty one.
    pub fn with_subjects(subjects: Vec<Subject>, viewport: &'static dyn Viewport, theme: Theme, size: Size) -> Self {
        let first = subjects.first().cloned().unwrap_or_default();
        let mut app = Self::with_subject(first, viewport, theme, size);
        if subjects.len() > 1 {
            app.origin = Origin::texts(subjects.into_iter().map(EditedReference::new).collect());
            app.update(Message::References);
        }
        app
    }

    /// Sets whether the references are printed on exit.
    pub fn with_output(mut self, prints_on_exit: bool) -> Self {
        if let Origin::Texts(list) = &mut self.origin {
            list.prints_on_exit = prints_on_exit;
        }
        self
    }

    /// Starts the tour at its first stop.
    pub fn with_tour(mut self) -> Self {
        self.origin.go_to_stop(0);
        self
    }

    /// Sets the appearance.
    pub fn with_appearance(mut self, appearance: Appearance) -> Self {
        self.look.appearance = appearance;
        self.look.update_theme();
        if self.look.appearance.is_calibrating {
            self.overlays.push(Overlay::Calibration);
        }
        // If letters take another number of cells, another part of the text is visible.
        self.follow();
        self
    }

    /// Applies the settings of the user, and says whether they have problems.
    pub fn with_settings(mut self, settings: AppliedSettings) -> Self {
        if !settings.problems.is_empty() {
            self.say("problems in the settings (! shows them)");
        }
        self.settings = settings;
        self
    }

    /// Returns the new questions for the worker.
    pub fn take_questions(&mut self) -> Vec<Question> {
        std::mem::take(&mut self.panes.traffic.questions)
    }

    /// Returns analyses to drop on the worker.
    pub fn take_discarded(&mut self) -> Vec<Analysis> {
        std::mem::take(&mut self.panes.traffic.discarded)
    }

    /// Returns whether there is room for a pane.
    pub fn shows(&self, pane: Pane) -> bool {
        self.viewport.pane_rows(self, pane) > 0
    }

    /// Answers all questions immediately.
    #[cfg(test)]
    pub fn wait_for_analysis(&mut self) {
        loop {
            let questions = self.take_questions();
            if questions.is_empty() {
                return;
            }
            for question in questions {
                self.update(crate::inspector::message::Message::Answer(Box::new(
                    question.answer(&iri_core::CancelToken::default()),
                )));
            }
        }
    }
}
