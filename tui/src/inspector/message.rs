//! Messages to the state, and effects that the event loop carries out.

use std::path::PathBuf;

use iri_core::reference::Form;
use ratatui::layout::{Position, Size};

use crate::files::change::SuppressionPlace;
use crate::inspector::editor::Motion;
use crate::inspector::pane::Pane;
use crate::inspector::user_command::UserCommand;
use crate::inspector::worker::Answer;
use crate::terminal::probe::Answers;
use crate::theme::appearance::{Bidi, GlyphSet, ThemeName};

/// A movement in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the previous line.
    Up,
    /// To the next line.
    Down,
    /// To the previous page.
    PageUp,
    /// To the next page.
    PageDown,
    /// To the first line.
    First,
    /// To the last line.
    Last,
    /// To the line with this index.
    To(usize),
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
            Self::To(line) => line.min(last),
        }
    }
}

/// A message to the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Insert typed characters.
    Insert(String),
    /// Insert pasted text into the reference, independent of the selected pane.
    Paste(String),
    /// Move the cursor.
    Move(Motion),
    /// Move the cursor and extend the selection.
    Extend(Motion),
    /// Select everything.
    SelectAll,
    /// Cut the selection.
    Cut,
    /// Copy the selection.
    CopySelection,
    /// Extend the selection to a cell.
    Drag(Position),
    /// Delete from the cursor to the target of a motion.
    Delete(Motion),
    /// Go to a line of the pane.
    Step(Step),
    /// Look for the references that contain the first text, to replace it with the second one.
    Replace(String, String),
    /// Apply a fix of the selected finding; 0 is the first.
    Fix(usize),
    /// A digit of the count of the next movement, or of the number of a fix.
    Digit(usize),
    /// Apply all safe fixes.
    FixAllSafe,
    /// Undo the last change.
    Undo,
    /// Redo the last undone change.
    Redo,
    /// Focus a pane.
    Focus(Pane),
    /// Stop editing and restore the text from before.
    CancelEdit,
    /// Focus the next pane.
    NextPane,
    /// Focus the previous pane.
    PreviousPane,
    /// Change the filter of the characters.
    NextFilter,
    /// Change the sort order of the characters.
    NextSort,
    /// Change the display order.
    NextOrder,
    /// Show the next step from the stored to the displayed order in the direction pane, or both orders after the last.
    NextReorderingStep,
    /// Give the selected pane the whole space below the reference, or show all panes again.
    Zoom,
    /// Offer the settings.
    OfferSettings,
    /// Apply a setting for this session.
    Set(Setting),
    /// Save the settings of this session.
    SaveSettings,
    /// Change between stored and displayed order of the reference at the top.
    TurnTopLine,
    /// Copy the selection.
    Copy,
    /// Offer everything that can be copied.
    OfferCopies,
    /// Copy one of these.
    CopyAs(CopyTarget),
    /// Show the right-to-left test.
    Calibration,
    /// Take the result of the right-to-left test.
    Calibrate(Bidi),
    /// Open the help.
    Help,
    /// Explain the rule of the selected finding.
    Explain,
    /// Open the palette.
    Palette,
    /// Ask for a line of text.
    Ask(PromptPurpose),
    /// Repeat the search, forward or backward.
    SearchAgain(bool),
    /// Accept the topmost overlay: the selected choice, or the line.
    Accept,
    /// Close the overlay, or go back.
    Back,
    /// Click a cell.
    Point(Position),
    /// Turn the wheel over a cell.
    Wheel(Position, Step),
    /// Resize the screen.
    Resize(Size),
    /// The worker has answered.
    Answer(Box<Answer>),
    /// Time has passed: receive files, and check for changes by other programs.
    Tick,
    /// Inspect the selected reference of the list.
    Open,
    /// Select the next or previous reference with a finding.
    NextFinding(bool),
    /// Select the first listed reference of the next or previous file.
    NextFile(bool),
    /// Draw the screen again.
    Redraw,
    /// Mark references, or remove their marks.
    Mark(MarkScope),
    /// Offer the ways to suppress the findings of the marked references, or of the selected one.
    OfferSuppressions,
    /// Preview the suppression of a rule.
    Suppress(usize, SuppressionPlace),
    /// Sort the files in the next order.
    NextListOrder,
    /// Turn the check of targets on or off.
    ToggleTargets,
    /// Change the filter of the list.
    List(ListFilter),
    /// Offer the rules or locations to filter by.
    ListBy(FilterBy),
    /// Show the fixes of the listed or marked references to choose from: those of the rule of the selected finding, or of all
    /// rules.
    Propose(RuleScope),
    /// Change which fixes are chosen.
    ChooseFixes(ChosenFixes),
    /// Select the next or previous finding with several fixes.
    NextChoice(bool),
    /// Show the problems.
    Failures,
    /// Show the unsaved changes.
    Changes,
    /// Offer the ways to follow the reference.
    Follow,
    /// Select the target of the reference in the list.
    FollowInside,
    /// Open the target of the reference in the editor of the user.
    EditTarget,
    /// Return to the reference that was followed last.
    JumpBack,
    /// Run the command of the settings with this index on the reference.
    Run(usize),
    /// Save all files.
    Save,
    /// Save the file of the selected reference.
    SaveFile,
    /// Resolve a conflict between a file on disk and its unsaved changes.
    Resolve(usize, Resolution),
    /// Reload a file and discard its changes.
    Reload(usize),
    /// Open the file in the editor of the user.
    Edit,
    /// Save and quit.
    SaveAndQuit,
    /// Quit without saving.
    QuitWithoutSaving,
    /// The terminal has answered the probe.
    Terminal(Answers),
    /// Quit.
    Quit,
    /// Quit and print the references.
    QuitAndPrint,
    /// Offer the references without files.
    References,
    /// Show the reference with this index.
    ChooseReference(usize),
    /// Show the next or previous reference.
    NextReference(bool),
    /// Return to the list without the text on screen.
    DiscardEdit,
    /// Show a notice about what happened outside of the state.
    Notice(String),
    /// Go to the next stop of the tour, or to the previous one.
    NextStop(bool),
    /// Suspend.
    Suspend,
}

impl Message {
    /// Returns whether a count before it repeats it.
    pub const fn is_repeated(&self) -> bool {
        matches!(
            self,
            Self::Step(Step::Up | Step::Down | Step::PageUp | Step::PageDown)
                | Self::Move(_)
                | Self::NextFinding(_)
                | Self::NextFile(_)
                | Self::NextReference(_)
                | Self::SearchAgain(_)
                | Self::Mark(MarkScope::Selected)
                | Self::Undo
                | Self::Redo
        )
    }

    /// Returns whether it acts during a task: it scrolls, draws, or stops the task. Others wait for the result.
    pub const fn acts_during_task(&self) -> bool {
        matches!(
            self,
            Self::Wheel(..)
                | Self::Back
                | Self::Resize(_)
                | Self::Redraw
                | Self::Suspend
                | Self::Tick
                | Self::Answer(_)
                | Self::Terminal(_)
                | Self::Notice(_)
        )
    }

    /// Returns whether it changes the edited text.
    pub const fn is_for_text(&self) -> bool {
        matches!(self, Self::Insert(_) | Self::Paste(_) | Self::Delete(_) | Self::Cut)
    }
}

/// A setting of the appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Colors.
    Theme(ThemeName),
    /// Symbols.
    Glyphs(GlyphSet),
    /// Display of right-to-left letters.
    Bidi(Bidi),
}

/// References to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkScope {
    /// The selected reference.
    Selected,
    /// All listed references.
    Listed,
}

/// Filter of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListFilter {
    /// References that break a rule, by index.
    Rule(usize),
    /// References at that location.
    Place(String),
    /// The next least severity.
    NextLeast,
    /// All references.
    All,
}

/// Criterion of a filter menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterBy {
    /// Rule.
    Rule,
    /// Attribute or element.
    Place,
}

/// Resolution of a conflict between a file on disk and its unsaved changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// Offer the other resolutions.
    Offer,
    /// Show the difference.
    Compare,
    /// Load the text on disk with the changes that do not conflict.
    Merge,
    /// Ask whether to overwrite the file on disk.
    AskToOverwrite,
    /// Overwrite the file on disk, unless it was changed again.
    Overwrite,
    /// Offer what to do with a file that was deleted or moved.
    OfferCreation,
    /// Write a file again that was deleted or moved.
    Create,
}

/// Rules of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleScope {
    /// Rule of the selected finding.
    Selected,
    /// All rules.
    Any,
}

/// A change of what is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenFixes {
    /// Accept or skip the selected fix.
    Selected,
    /// Accept the fix with this number of the selected finding.
    Number(usize),
    /// Accept or skip all fixes of the rule.
    Rule,
    /// Accept or skip all fixes of the file.
    File,
    /// Accept or skip all fixes.
    All,
    /// Accept only the safe fixes.
    Safe,
}

/// What the event loop does after an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Draw the screen.
    Draw,
    /// Draw nothing: the state has not changed.
    Nothing,
    /// Open the file at the line and column in the editor of the user.
    Edit(PathBuf, u32, u32),
    /// Run a command of the user.
    Run(UserCommand),
    /// Quit.
    Quit,
    /// Quit and print these references on standard output.
    QuitAndPrint(Vec<String>),
    /// Suspend until the shell resumes the program.
    Suspend,
    /// Draw every cell of the screen again.
    Redraw,
    /// Save these settings of the user: keys of the file and their values.
    SaveSettings(Vec<(&'static str, String)>),
    /// Send the text to the clipboard.
    Copy {
        /// Description of the text.
        what: &'static str,
        /// Text.
        text: String,
    },
}

/// Text that can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyTarget {
    /// The reference, unchanged.
    Reference,
    /// Another form of it.
    In(Form),
    /// The resolved reference.
    Resolved,
    /// The reference between isolates, so that surrounding text and the reference do not reorder each other.
    Isolated,
    /// The reference in Bidi Notation.
    Notation,
    /// The value of an XML attribute, for either quote.
    Attribute,
}

/// Purpose of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptPurpose {
    /// Search text.
    Search,
    /// Filter of the list.
    List,
    /// Regular expression that filters the list.
    Pattern,
    /// Search text in the help or another text.
    Page,
    /// Base.
    Base,
    /// Reference to compare with.
    Other,
    /// Text to replace.
    Old,
    /// Text that replaces it.
    New,
}

impl PromptPurpose {
    /// Returns the text before the input line.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Search | Self::Page => "/",
            Self::List => "filter: ",
            Self::Pattern => "regular expression: ",
            Self::Base => "base: ",
            Self::Other => "compare with: ",
            Self::Old => "replace: ",
            Self::New => "replace with: ",
        }
    }
}
