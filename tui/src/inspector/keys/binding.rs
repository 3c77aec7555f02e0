//! The lines of the key table: a context, keys, and the message that they send.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::inspector::message::Message;
use crate::inspector::pane::Pane;

/// The context in which a key is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyContext {
    /// Every part of the screen.
    Anywhere,
    /// All panes, also while the reference is edited.
    AllPanes,
    /// The list of references and the panes: a heading of keys that both have.
    ListAndPanes,
    /// The pane of the reference, which is a text input.
    Editing,
    /// All panes except the reference.
    Panes,
    /// The list of references.
    List,
    /// One pane.
    In(Pane),
    /// Every text input: the reference, a prompt, the filter of a menu.
    TextInput,
    /// Menus.
    Menu,
    /// Prompts.
    Prompt,
    /// The text viewer.
    Page,
    /// The list of fixes.
    Fixes,
    /// The right-to-left test.
    Calibration,
    /// The help.
    Help,
}

/// A pattern of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPattern {
    /// One key with its modifiers.
    Key(KeyCode, KeyModifiers),
    /// `1` to `9`.
    Digit,
    /// Any key that types a character.
    Character,
}

/// A line of the table.
pub struct Binding {
    /// Context in which the keys are active.
    pub context: KeyContext,
    /// Keys, each of which sends the message.
    pub keys: &'static [KeyPattern],
    /// Returns the message; the argument is the typed character, if any.
    pub message: fn(char) -> Message,
    /// Description in the help.
    pub words: &'static str,
    /// Label in the footer; empty if it is not shown there.
    pub hint: &'static str,
}

/// The part of the screen that receives the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMode {
    /// The list of references.
    List,
    /// A pane.
    Pane(Pane),
    /// A menu.
    Menu,
    /// A prompt.
    Prompt,
    /// The text viewer.
    Page,
    /// The list of fixes.
    Fixes,
    /// The right-to-left test.
    Calibration,
    /// The help.
    Help,
}

impl InputMode {
    /// Returns all input modes.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [Self::List, Self::Menu, Self::Prompt, Self::Page, Self::Fixes, Self::Calibration, Self::Help];
        Pane::ALL.map(Self::Pane).into_iter().chain(others)
    }
}

impl KeyContext {
    /// Returns whether its keys are active in an input mode.
    pub fn is_active_in(self, input_mode: InputMode) -> bool {
        match (self, input_mode) {
            (Self::Help, InputMode::Help)
            | (Self::Calibration, InputMode::Calibration)
            | (Self::List | Self::ListAndPanes, InputMode::List)
            | (Self::Menu, InputMode::Menu)
            | (Self::Prompt, InputMode::Prompt)
            | (Self::Page, InputMode::Page)
            | (Self::Fixes, InputMode::Fixes)
            | (Self::TextInput, InputMode::Menu | InputMode::Prompt)
            | (Self::AllPanes, InputMode::Pane(_))
            | (Self::Anywhere, _) => true,
            (Self::Editing | Self::TextInput, InputMode::Pane(pane)) => pane == Pane::Reference,
            (Self::Panes | Self::ListAndPanes, InputMode::Pane(pane)) => pane != Pane::Reference,
            (Self::In(own), InputMode::Pane(pane)) => own == pane,
            _ => false,
        }
    }

    /// Returns whether the keys of both are active in some input mode.
    pub fn overlaps(self, other: Self) -> bool {
        InputMode::all().any(|input_mode| self.is_active_in(input_mode) && other.is_active_in(input_mode))
    }

    /// Returns the heading of its keys in the help.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Anywhere => "Everywhere",
            Self::AllPanes => "All panes",
            Self::ListAndPanes => "List and panes",
            Self::Editing => "Editing the reference",
            Self::TextInput => "Text input",
            Self::Menu => "Menus",
            Self::Prompt => "Prompts",
            Self::Page => "Text viewer",
            Self::Fixes => "List of fixes",
            Self::List => "Reference list",
            Self::Panes => "Panes",
            Self::In(Pane::Findings) => "Findings",
            Self::In(Pane::Characters) => "Characters",
            Self::In(Pane::Direction) => "Direction",
            Self::In(Pane::Bytes) => "Bytes",
            Self::In(Pane::Parsers) => "Parsers",
            Self::In(Pane::Resolution) => "Resolution",
            Self::In(Pane::Comparison) => "Comparison",
            Self::In(Pane::Conversions) => "Conversions",
            Self::In(Pane::Reference) => "Reference",
            Self::Calibration => "Right-to-left test",
            Self::Help => "Help",
        }
    }

    /// All contexts, in the order of the help.
    pub const ALL: [Self; 19] = [
        Self::Anywhere,
        Self::ListAndPanes,
        Self::List,
        Self::Fixes,
        Self::Panes,
        Self::In(Pane::Findings),
        Self::In(Pane::Characters),
        Self::In(Pane::Direction),
        Self::In(Pane::Parsers),
        Self::In(Pane::Resolution),
        Self::In(Pane::Comparison),
        Self::AllPanes,
        Self::Editing,
        Self::TextInput,
        Self::Menu,
        Self::Prompt,
        Self::Page,
        Self::Calibration,
        Self::Help,
    ];
}

impl KeyPattern {
    /// Returns whether the pattern matches a key event.
    pub fn matches(self, event: KeyEvent) -> bool {
        let shift = KeyModifiers::SHIFT;
        match (self, event.code) {
            (Self::Digit, KeyCode::Char('1'..='9')) => event.modifiers.is_empty(),
            (Self::Character, KeyCode::Char(_)) => (event.modifiers - shift).is_empty(),
            // An uppercase letter implies the shift key.
            (Self::Key(KeyCode::Char(own), modifiers), KeyCode::Char(c)) => {
                own == c && modifiers == event.modifiers - shift
            }
            (Self::Key(code, modifiers), pressed) => code == pressed && modifiers == event.modifiers,
            _ => false,
        }
    }
}
