//! What can happen, to what, and what the terminal is asked to do then.

use std::path::PathBuf;

use iri_core::reference::Form;
use ratatui::layout::{Position, Size};

use crate::files::change::Scope;
use crate::inspector::editor::Motion;
use crate::inspector::pane::Pane;
use crate::inspector::worker::Answer;
use crate::terminal::probe::Answers;
use crate::theme::appearance::Bidi;

/// A movement in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A line back.
    Up,
    /// A line on.
    Down,
    /// A page back.
    PageUp,
    /// A page on.
    PageDown,
    /// To the first.
    First,
    /// To the last.
    Last,
}

impl Step {
    /// Returns the index to which the step leads from `at` in a list of `count` lines.
    pub fn moved(self, at: usize, page: usize, count: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Self::Up => at.saturating_sub(1),
            Self::Down => at.saturating_add(1).min(last),
            Self::PageUp => at.saturating_sub(page),
            Self::PageDown => at.saturating_add(page).min(last),
            Self::First => 0,
            Self::Last => last,
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Characters were typed or pasted.
    Insert(String),
    /// A text was pasted: it goes into the reference, whatever pane has the keys.
    Paste(String),
    /// The cursor is moved.
    Move(Motion),
    /// The cursor is moved, and what it passes is selected.
    Extend(Motion),
    /// Everything is selected.
    SelectAll,
    /// What is selected is removed and goes to the clipboard.
    Cut,
    /// What is selected goes to the clipboard.
    CopySelection,
    /// The mouse was drawn to a cell.
    Drag(Position),
    /// What lies between the cursor and there is removed.
    Delete(Motion),
    /// A line of the pane is gone to.
    Step(Step),
    /// The fix of that number of the selected finding is applied; 0 is the first.
    Fix(usize),
    /// Every safe fix is applied.
    FixAllSafe,
    /// The last change is taken back.
    Undo,
    /// It is made again.
    Redo,
    /// A pane gets the keys.
    Focus(Pane),
    /// The next one does.
    NextPane,
    /// The one before does.
    PreviousPane,
    /// The list of characters changes.
    NextFilter,
    /// The order of the list of characters changes.
    NextSort,
    /// The order shown changes.
    NextOrder,
    /// What is selected goes to the clipboard.
    Copy,
    /// Everything that can go there is offered.
    OfferCopies,
    /// One of these goes there.
    CopyAs(CopyTarget),
    /// What the terminal does with right-to-left letters is shown.
    Calibration,
    /// The person has seen what it does.
    Calibrate(Bidi),
    /// The help opens.
    Help,
    /// The page of the selected finding's rule opens.
    Explain,
    /// Everything that can be done here is offered by name.
    Palette,
    /// A line is asked for.
    Ask(PromptPurpose),
    /// What was searched for is searched for again, forward or back.
    SearchAgain(bool),
    /// What the topmost overlay asks for is given: the selected choice, or the line.
    Accept,
    /// One step back.
    Back,
    /// The mouse pointed at a cell.
    Point(Position),
    /// The wheel turned over a cell.
    Wheel(Position, Step),
    /// The terminal has another size.
    Resize(Size),
    /// The thread that judges long texts has found something.
    Answer(Box<Answer>),
    /// Time has passed: what others have done meanwhile is looked at.
    Tick,
    /// The selected reference of the list is inspected.
    Open,
    /// The next reference with a finding is selected, or the one before.
    NextFinding(bool),
    /// What is listed changes.
    List(ListFilter),
    /// The rules, or the places, are offered to list by.
    ListBy(FilterBy),
    /// What mending everything safe would do is shown, where it is to be done.
    Propose(Option<usize>, Scope),
    /// Where everything is to be mended is asked: of the rule of the selected finding, or of all rules.
    ProposeWhere(RuleScope),
    /// What was proposed is done.
    Accepted,
    /// What could not be read is shown.
    Failures,
    /// What was changed and is not written is shown.
    Changes,
    /// It is written.
    Write,
    /// The file of that number is read again, and its changes are lost.
    Reload(usize),
    /// The file is opened in the person's editor.
    Edit,
    /// It is written, and then the end.
    WriteAndQuit,
    /// The end, whatever is not written.
    QuitAnyway,
    /// The terminal told what it is.
    Terminal(Answers),
    /// The end.
    Quit,
    /// Back to the shell for a while.
    Suspend,
}

/// What is to be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListFilter {
    /// What breaks the rule of that number.
    Rule(usize),
    /// What stands at that place.
    Place(String),
    /// The next choice of what is how bad at least.
    NextLeast,
    /// Everything.
    All,
}

/// By what is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterBy {
    /// By rule.
    Rule,
    /// By place.
    Place,
}

/// Whether one rule is meant or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleScope {
    /// That of the selected finding.
    Selected,
    /// All.
    Any,
}

/// What the terminal is asked to do after an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Draw what has changed.
    Draw,
    /// Nothing has changed.
    Nothing,
    /// Let the person edit that file at that line, and come back.
    Edit(PathBuf, u32),
    /// End.
    Quit,
    /// Stop until the shell brings us back.
    Suspend,
    /// Send the text to the clipboard.
    Copy {
        /// What it is.
        what: &'static str,
        /// The text.
        text: String,
    },
}

/// One of the things that may be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyTarget {
    /// The reference, as it is.
    Reference,
    /// Another form of it.
    In(Form),
    /// What it resolves to.
    Resolved,
    /// Between isolates, so that a text around it does not change its order, nor it the text's.
    Isolated,
    /// In Bidi Notation.
    Notation,
    /// As the value of an XML attribute, within either quote.
    Attribute,
}

/// What a line is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptPurpose {
    /// What is searched for.
    Search,
    /// What is listed.
    List,
    /// What the reference is resolved against.
    Base,
    /// What the reference is compared with.
    Other,
}

impl PromptPurpose {
    /// What stands before the line.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Search => "/",
            Self::List => "list what holds: ",
            Self::Base => "resolve against: ",
            Self::Other => "compare with: ",
        }
    }
}
