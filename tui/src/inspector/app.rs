//! The state of the inspector: what it is, what it starts with, and what is selected in it.
//!
//! The cursor of the editor is the selection: each pane can move it, and all panes show it.

use iri_core::Options;
use iri_core::bidi::DisplayOrder;
use iri_core::inspect::CharacterFilter;
use iri_core::reference::ComponentName;
use iri_core::rules::Finding;
use ratatui::layout::{Position, Size};

use crate::files::change::Proposal;
use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::link_target::LinkTarget;
use crate::inspector::analysis::{Analysis, Sort};
use crate::inspector::editor::{CanceledEdit, EditStart, Editor};
use crate::inspector::look::Look;
use crate::inspector::message::Message;
use crate::inspector::overlay::{Menu, Overlay, PageLine, PageRow};
use crate::inspector::pane::Pane;
use crate::inspector::reference_list::{Item, ReferenceList};
use crate::inspector::settings::AppliedSettings;
use crate::inspector::source_history::SourceHistory;
use crate::inspector::subject::Subject;
use crate::inspector::worker::{Question, QuestionKind};
use crate::theme::{Theme, appearance::Appearance};

/// The state of the inspector.
#[allow(clippy::struct_excessive_bools)] // each is independent of the others
pub struct App {
    /// Text.
    pub editor: Editor,
    /// Text with its surroundings, from which the analysis is computed.
    pub subject: Subject,
    /// Analysis of the text.
    pub analysis: Analysis,
    /// References without files.
    pub references: ReferenceList,
    /// References of files; `None` without files.
    pub documents: Option<Documents>,
    /// Screen.
    pub screen: Screen,
    /// Proposed change that is shown.
    pub(super) proposal: Option<Proposal>,
    /// Overlays; the topmost receives the keys.
    pub overlays: Vec<Overlay>,
    /// Selected finding.
    pub finding: usize,
    /// Selected conversion.
    pub form: usize,
    /// Filter of the characters.
    pub filter: CharacterFilter,
    /// Sort order of the characters.
    pub sort: Sort,
    /// Display order.
    pub order: DisplayOrder,
    /// Number of steps to the displayed order that the direction pane shows; 0 for the rows of both orders.
    pub(super) reordering_steps: usize,
    /// What the reference opens in its document.
    pub target: Option<LinkTarget>,
    /// References that were followed.
    pub(super) jumps: Vec<ReferenceIndex>,
    /// Commands that were chosen in the palette, the last one first.
    pub(super) recent: Vec<Message>,
    /// Reference to compare with; may be empty.
    pub other: String,
    /// Pane that is shown at the bottom, which several panes share.
    pub lowest: Pane,
    /// First visible byte of the reference.
    pub view: usize,
    /// Notice about the last action, until the next key.
    pub notice: String,
    /// Whether the reference at the top is in displayed order.
    pub(super) in_displayed_order: bool,
    /// Whether the selected pane has the whole space below the reference.
    pub is_zoomed: bool,
    /// What the screen looks like.
    pub look: Look,
    /// Layout of the screen.
    pub(super) viewport: &'static dyn Viewport,
    /// Settings of the user.
    pub settings: AppliedSettings,
    /// Text of the last search in a reference.
    pub(super) search_text: String,
    /// Text of the last search in the help or another text.
    pub(super) page_search: String,
    /// Selected pane, which receives the keys if there is no overlay.
    pub(super) pane: Pane,
    /// Selected character of the cluster at the cursor, if not the first.
    pub(super) character: CharacterMark,
    /// Sources of the texts that an undo or redo returns to.
    pub(super) sources: SourceHistory,
    /// Questions for the worker.
    pub(super) questions: Vec<Question>,
    /// Questions that the worker has not answered: revision, kind, display order.
    pub(super) asked: Vec<(u64, QuestionKind, DisplayOrder)>,
    /// Analyses that the worker drops.
    pub(super) discarded: Vec<Analysis>,
    /// State of the text when editing began; `None` unless the reference is being edited.
    pub(super) edit_start: Option<EditStart>,
    /// Last canceled edit.
    pub(super) canceled: Option<CanceledEdit>,
    /// Current stop of the tour; `None` outside it.
    pub(super) tour: Option<usize>,
    /// Whether the last key was the first of two that clear the filter.
    pub(super) is_clearing: bool,
    /// Count of the next movement; 0 without one.
    pub(super) count: usize,
    /// Whether the inspector quits at the end of the save.
    pub(super) quits_when_saved: bool,
    /// Whether no key has been pressed yet.
    pub(super) is_new: bool,
}

/// Screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// List of the references of files.
    List,
    /// Panes of one reference.
    Reference,
}

/// A character of one revision of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CharacterMark {
    /// Revision of the text.
    revision: u64,
    /// Offset of the character.
    offset: usize,
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
    /// A part of the strip, by the line of the list that it leads to.
    Part(usize),
}

impl Target {
    /// Returns the pane that contains it.
    pub const fn pane(self) -> Pane {
        match self {
            Self::Pane(pane) | Self::Character(pane, _) => pane,
            Self::Finding(_) => Pane::Findings,
            Self::Form(_) => Pane::Conversions,
            Self::Row(_) | Self::Part(_) => Pane::Reference,
        }
    }
}

impl App {
    /// Starts with the list of the references of files.
    pub fn with(documents: Documents, viewport: &'static dyn Viewport, theme: Theme, size: Size) -> Self {
        let mut app = Self::new("", Options::default(), viewport, theme, size);
        app.documents = Some(documents);
        app.screen = Screen::List;
        app
    }

    /// Starts with `reference`, at its first finding; an empty one is ready for typing.
    pub fn new(reference: &str, options: Options, viewport: &'static dyn Viewport, theme: Theme, size: Size) -> Self {
        Self::with_subject(Subject::new(reference, options), viewport, theme, size)
    }

    /// Starts as [`new`](Self::new) does, with a decoded reference.
    pub fn with_subject(subject: Subject, viewport: &'static dyn Viewport, theme: Theme, size: Size) -> Self {
        let item = Item::new(subject.clone());
        let mut editor = Editor::new(subject.text());
        // Without a reference there is nothing but typing.
        let edit_start = subject.text().is_empty().then(|| editor.start_edit());
        if edit_start.is_none() {
            editor.place(0);
        }
        let mut app = Self {
            sources: SourceHistory::new(&editor, &subject),
            pane: if subject.text().is_empty() { Pane::Reference } else { Pane::Findings },
            editor,
            subject,
            analysis: Analysis::default(),
            references: ReferenceList { items: vec![item], ..ReferenceList::default() },
            documents: None,
            screen: Screen::Reference,
            proposal: None,
            overlays: Vec::new(),
            search_text: String::new(),
            page_search: String::new(),
            finding: 0,
            form: 0,
            filter: CharacterFilter::LeiriOnly,
            sort: Sort::default(),
            order: DisplayOrder::default(),
            reordering_steps: 0,
            other: String::new(),
            target: None,
            jumps: Vec::new(),
            recent: Vec::new(),
            lowest: Pane::Conversions,
            view: 0,
            notice: String::new(),
            in_displayed_order: false,
            is_zoomed: false,
            look: Look::new(theme, size),
            viewport,
            settings: AppliedSettings::default(),
            character: CharacterMark::default(),
            questions: Vec::new(),
            asked: Vec::new(),
            discarded: Vec::new(),
            edit_start,
            canceled: None,
            is_clearing: false,
            tour: None,
            count: 0,
            quits_when_saved: false,
            is_new: true,
        };
        app.analyze();
        app.show_first();
        app.follow();
        app
    }

    /// Starts with several references, and offers them to choose from; without any, as with an empty one.
    pub fn with_subjects(subjects: Vec<Subject>, viewport: &'static dyn Viewport, theme: Theme, size: Size) -> Self {
        let first = subjects.first().cloned().unwrap_or_default();
        let mut app = Self::with_subject(first, viewport, theme, size);
        if subjects.len() > 1 {
            app.references.items = subjects.into_iter().map(Item::new).collect();
            app.update(Message::References);
        }
        app
    }

    /// Sets whether the references are printed on exit.
    pub fn with_output(self, prints_on_exit: bool) -> Self {
        Self { references: ReferenceList { prints_on_exit, ..self.references }, ..self }
    }

    /// Returns whether the references are printed on exit.
    pub fn prints_on_exit(&self) -> bool {
        self.references.prints_on_exit && self.documents.is_none()
    }

    /// Sets the appearance.
    pub fn with_appearance(self, appearance: Appearance) -> Self {
        let mut app = self;
        app.look.appearance = appearance;
        app.look.update_theme();
        if app.look.appearance.is_calibrating {
            app.overlays.push(Overlay::Calibration);
        }
        // If letters take another number of cells, another part of the text is visible.
        app.follow();
        app
    }

    /// Applies the settings of the user, and says whether they have problems.
    pub fn with_settings(self, settings: AppliedSettings) -> Self {
        let mut app = Self { settings, ..self };
        if !app.settings.problems.is_empty() {
            "problems in the settings (! shows them)".clone_into(&mut app.notice);
        }
        app
    }

    /// Returns the pane that has the keys if there is no overlay.
    pub fn pane(&self) -> Pane {
        self.pane
    }

    /// Returns whether there is room for a pane.
    pub fn shows(&self, pane: Pane) -> bool {
        self.viewport.pane_rows(self, pane) > 0
    }

    /// Returns the name of the role of the reference.
    pub fn role(&self) -> &'static str {
        self.subject.options().role.name
    }

    /// Returns the base of the reference.
    pub fn base(&self) -> Option<&str> {
        self.subject.options().base.as_deref()
    }

    /// Returns the path of the reference.
    pub fn path(&self) -> &str {
        let path = self.analysis.components.iter().find(|component| component.name == ComponentName::Path);
        path.map_or("", |path| path.span.slice(self.text()))
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        self.editor.text()
    }

    /// Returns the offset of the selected character, which is in the cluster at the cursor.
    pub fn selected_character(&self) -> usize {
        let CharacterMark { revision, offset } = self.character;
        let is_current = revision == self.editor.revision() && self.editor.cluster().contains(offset);
        if is_current { offset } else { self.editor.cursor() }
    }

    /// Selects the character at byte `offset`, which is in the cluster at the cursor.
    pub(super) fn mark_character(&mut self, offset: usize) {
        self.character = CharacterMark { revision: self.editor.revision(), offset };
    }

    /// Returns whether the reference at the top is in displayed order; a text that is edited is in stored order.
    pub fn is_displayed_order(&self) -> bool {
        self.in_displayed_order && self.pane != Pane::Reference && self.analysis.direction.is_some()
    }

    /// Returns the number of steps to the displayed order that the direction pane shows; `None` if it shows both orders.
    pub fn reordering_step(&self) -> Option<usize> {
        let count = self.analysis.direction.as_ref()?.steps.len();
        let shown = self.reordering_steps.min(count);
        (self.pane == Pane::Direction && shown > 0).then_some(shown)
    }

    /// Returns the selected finding.
    pub fn selected_finding(&self) -> Option<Finding> {
        self.analysis.findings.get(self.finding)
    }
}
