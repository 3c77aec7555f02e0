//! The state of the inspector, and the only function that changes it.
//!
//! ```text
//!  key, paste, mouse, resize ─▶ Message ─▶ App::update ─▶ Effect ─▶ terminal (quit, suspend, copy)
//!                                             │
//!                                             └─ judged again, then drawn from &App
//! ```
//!
//! The cursor of the editor is the selection: whatever pane moves it, all panes show it.

mod copying;
mod judging;
pub mod list;
mod message;
mod moving;
mod over;
pub mod overlay;
mod palette;
mod searching;

use iri_core::Options;
use iri_core::finding::Finding;
use iri_core::inspection::CharacterFilter;
use iri_core::reference::ComponentName;
use iri_core::unicode::bidi::Order;
use ratatui::layout::Size;

use crate::documents::Documents;
use crate::documents::changes::Proposal;
use crate::editor::Editor;
use crate::judge::{Question, What};
use crate::judged::{Judged, Sort};
use crate::keys::Listening;
use crate::terminal::probe::Answers;
use crate::ui::theme::{Theme, look::Look};

use list::Origin;
pub use message::{By, Effect, Listed, Message, OfRule, Pane, Step};
pub(crate) use moving::moved;
use overlay::Overlay;

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

    /// Whose keys count.
    pub fn listening(&self) -> Listening {
        match self.overlays.last() {
            None => self.listening_below(),
            Some(Overlay::Help { .. }) => Listening::Help,
            Some(Overlay::Menu(_)) => Listening::Menu,
            Some(Overlay::Prompt(_)) => Listening::Prompt,
            Some(Overlay::Page(_)) => Listening::Page,
            Some(Overlay::Calibration) => Listening::Calibration,
        }
    }

    /// What the place of the reference admits, by its name.
    pub fn role(&self) -> &'static str {
        self.options.role.name
    }

    /// Whose keys count where nothing lies over the panes.
    pub fn listening_below(&self) -> Listening {
        match self.screen {
            Screen::List => Listening::List,
            Screen::Reference => Listening::Pane(self.pane),
        }
    }

    /// What the reference is resolved against.
    pub fn base(&self) -> Option<&str> {
        self.options.base.as_deref()
    }

    /// The path of the reference.
    pub fn path(&self) -> &str {
        let path = self.judged.components.iter().find(|component| component.name == ComponentName::Path);
        path.map_or("", |path| path.span.of(self.text()))
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

    /// Whether `message` would do anything now: the last line names no key in vain.
    pub fn can(&self, message: &Message) -> bool {
        match message {
            Message::Open | Message::Edit => self.documents.is_some() && self.origin.is_some(),
            Message::Fix(number) => {
                self.judged.findings.said(self.finding).is_some_and(|finding| finding.fixes.len() > *number)
            }
            Message::FixAllSafe => self.judged.findings.safe > 1,
            Message::Undo if self.screen == Screen::List => {
                self.documents().is_some_and(crate::documents::Documents::can_undo)
            }
            Message::Undo => self.editor.can_undo(),
            Message::Cut | Message::CopySelection => !self.editor.selection().is_empty(),
            Message::Write | Message::Changes => {
                self.is_edited() || self.documents().is_some_and(|documents| documents.count.changed > 0)
            }
            Message::Accept => match self.overlays.last() {
                Some(Overlay::Page(page)) => page.accept.is_some(),
                _ => true,
            },
            Message::Failures => self.documents().is_some_and(|documents| !documents.failures.is_empty()),
            Message::Back => !self.overlays.is_empty() || self.documents.is_some(),
            Message::Explain | Message::ProposeWhere(OfRule::Selected) => !self.judged.findings.is_empty(),
            _ => true,
        }
    }

    /// Whether something is worked on aside, of which the screen should tell.
    pub fn is_waiting(&self) -> bool {
        self.documents().is_some_and(Documents::is_reading)
    }

    /// Says something in the title line.
    pub fn tell(&mut self, notice: String) {
        self.notice = notice;
    }

    /// The only function that changes the state.
    pub fn update(&mut self, message: Message) -> Effect {
        if message == Message::Tick {
            return self.tick();
        }
        // What comes by itself takes no word away.
        if !matches!(message, Message::Answer(_) | Message::Terminal(_) | Message::Resize(_)) {
            self.notice.clear();
            self.is_new = false;
        }
        let before = self.editor.revision();
        let effect = self.apply(message);
        if self.editor.revision() != before {
            self.judge();
            self.finding = self.judged.finding_from(self.editor.cursor());
            // What is left to mend is gone to; while typing the cursor stays where it was put.
            if self.pane() == Pane::Findings && self.screen == Screen::Reference {
                self.select_finding(self.finding);
            }
        }
        self.follow();
        effect
    }

    fn apply(&mut self, message: Message) -> Effect {
        match message {
            Message::Insert(text) => {
                self.line().insert(&text);
                self.after_typing();
            }
            Message::Paste(text) => {
                if self.overlays.last_mut().and_then(Overlay::line).is_none() {
                    self.focus(Pane::Reference);
                }
                self.line().insert(&text);
            }
            Message::Delete(motion) => {
                self.line().delete(motion);
                self.after_typing();
            }
            Message::Extend(motion) => {
                self.editor.extend(motion);
                self.select_at_cursor();
            }
            Message::SelectAll => self.editor.select_all(),
            Message::Cut => return self.take_selection(true),
            Message::CopySelection => return self.take_selection(false),
            Message::Drag(at) => self.drag(at),
            Message::Move(motion) if !self.overlays.is_empty() => self.line().go(motion),
            Message::Move(motion) => self.go(motion),
            Message::Step(step) => self.step(step),
            Message::Fix(number) if self.screen == Screen::List => self.fix_in_list(number),
            Message::Fix(number) => self.fix(number),
            Message::FixAllSafe => self.fix_all_safe(),
            Message::Undo if self.listening() == Listening::List => self.undo_in_list(false),
            Message::Redo if self.listening() == Listening::List => self.undo_in_list(true),
            Message::Undo => self.notice = told("taken back", self.line().undo()),
            Message::Redo => self.notice = told("made again", self.line().redo()),
            Message::SearchAgain(is_forward) => self.search(is_forward),
            Message::Focus(pane) => self.focus(pane),
            Message::NextPane => self.focus(self.pane().moved(1)),
            Message::PreviousPane => self.focus(self.pane().moved(Pane::ALL.len() - 1)),
            Message::NextFilter => self.next_filter(),
            Message::NextSort => self.sort = self.sort.next(),
            Message::NextOrder => self.next_order(),
            Message::Help => self.overlays.push(Overlay::Help { top: 0 }),
            Message::Explain => self.explain(),
            Message::Palette => self.overlays.push(Overlay::Menu(palette::palette(self))),
            Message::Ask(purpose) => self.ask(purpose),
            Message::Accept => return self.accept(),
            Message::Back => self.back(),
            Message::Point(at) => return self.point(at),
            Message::Wheel(at, step) => self.wheel(at, step),
            Message::Resize(size) => self.size = size,
            Message::Answer(answer) => self.take_answer(*answer),
            Message::Copy => return self.copy(),
            Message::OfferCopies => self.offer_copies(),
            Message::CopyAs(copied) => return self.copy_as(copied),
            Message::Calibration => self.overlays.push(Overlay::Calibration),
            Message::Calibrate(bidi) => self.calibrate(bidi),
            Message::Tick => return self.tick(),
            Message::Open => self.open(),
            Message::NextFinding(is_forward) => self.go_to_finding(is_forward),
            Message::List(listed) => self.filter(listed),
            Message::ListBy(by) => self.offer(by),
            Message::Propose(rule, scope) => self.propose(rule, scope),
            Message::ProposeWhere(of_rule) => self.propose_where(of_rule),
            Message::Accepted => self.accept_proposal(),
            Message::Failures => self.show_failures(),
            Message::Changes => self.show_changes(),
            Message::Write => drop(self.write()),
            Message::Reload(number) => self.reload(number),
            Message::Edit => return self.edit_file(),
            Message::WriteAndQuit => {
                if self.write() {
                    return Effect::Quit;
                }
            }
            Message::QuitAnyway => return Effect::Quit,
            Message::Quit => return self.quit(),
            Message::Terminal(answers) => {
                self.answers = answers;
                self.theme = self.look.theme(answers);
            }
            Message::Suspend => return Effect::Suspend,
        }
        Effect::Draw
    }

    fn focus(&mut self, pane: Pane) {
        self.overlays.clear();
        if pane != Pane::Reference {
            self.editor.select_nothing();
        }
        self.pane = pane;
        if pane.is_lowest() {
            self.lowest = pane;
        }
    }

    fn back(&mut self) {
        match self.pane {
            _ if self.overlays.pop().is_some() => {}
            _ if self.screen == Screen::List => self.filter(Listed::All),
            Pane::Findings if self.documents.is_some() => self.close(),
            Pane::Findings => "q quits".clone_into(&mut self.notice),
            _ => self.focus(Pane::Findings),
        }
    }

    fn next_filter(&mut self) {
        self.filter = match self.filter {
            CharacterFilter::LeiriOnly => CharacterFilter::Notable,
            CharacterFilter::Notable => CharacterFilter::All,
            CharacterFilter::All => CharacterFilter::LeiriOnly,
        };
    }

    fn next_order(&mut self) {
        let index = Order::ALL.iter().position(|order| *order == self.order).unwrap_or(0);
        self.order = Order::ALL[(index + 1) % Order::ALL.len()];
    }
}

fn told(done: &str, what: Option<String>) -> String {
    what.map_or_else(|| "nothing to take back or make again".to_owned(), |what| format!("{done}: {what}"))
}

#[cfg(test)]
mod tests;
