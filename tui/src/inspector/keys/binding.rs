//! What a line of the key table is made of: a place, keys, the message that they send.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::inspector::message::Message;
use crate::inspector::pane::Pane;

/// The context in which a key is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyContext {
    /// In every pane, while typing too.
    Anywhere,
    /// While the reference is typed at.
    Editing,
    /// In every pane but the reference.
    Panes,
    /// In the list of references.
    List,
    /// In one pane.
    In(Pane),
    /// Wherever a line is typed: the reference, a prompt, what narrows a menu.
    TextInput,
    /// In a menu.
    Menu,
    /// Where a line is asked for.
    Prompt,
    /// Where a text is read.
    Page,
    /// Where the terminal's ways with right-to-left letters are seen.
    Calibration,
    /// In the help screen.
    Help,
}

/// A pattern of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPattern {
    /// One key with its modifiers.
    Key(KeyCode, KeyModifiers),
    /// `1` to `9`.
    Digit,
    /// Every key that stands for a character.
    Character,
}

/// One line of the table.
pub struct Binding {
    /// Where.
    pub place: KeyContext,
    /// Any of these.
    pub keys: &'static [KeyPattern],
    /// Returns the message; the argument is the typed character, if any.
    pub message: fn(char) -> Message,
    /// What it does, in the words of the help screen.
    pub words: &'static str,
    /// What it does, in a word or two for the footer; empty if it is not shown there.
    pub hint: &'static str,
}

/// What has the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMode {
    /// The list of references has the keys.
    List,
    /// A pane has them.
    Pane(Pane),
    /// A menu has them.
    Menu,
    /// A line that is asked for has them.
    Prompt,
    /// A text that is read has them.
    Page,
    /// The terminal's ways with right-to-left letters are seen.
    Calibration,
    /// The help screen has them.
    Help,
}

impl InputMode {
    /// Every one of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [Self::List, Self::Menu, Self::Prompt, Self::Page, Self::Calibration, Self::Help];
        Pane::ALL.map(Self::Pane).into_iter().chain(others)
    }
}

impl KeyContext {
    /// Whether its keys are active in an input mode.
    pub fn holds(self, input_mode: InputMode) -> bool {
        match (self, input_mode) {
            (Self::Help, InputMode::Help)
            | (Self::Calibration, InputMode::Calibration)
            | (Self::List, InputMode::List)
            | (Self::Menu, InputMode::Menu)
            | (Self::Prompt, InputMode::Prompt)
            | (Self::Page, InputMode::Page)
            | (Self::TextInput, InputMode::Menu | InputMode::Prompt)
            | (Self::Anywhere, InputMode::Pane(_)) => true,
            (Self::Editing | Self::TextInput, InputMode::Pane(pane)) => pane == Pane::Reference,
            (Self::Panes, InputMode::Pane(pane)) => pane != Pane::Reference,
            (Self::In(own), InputMode::Pane(pane)) => own == pane,
            _ => false,
        }
    }

    /// Whether the keys of both are active in some input mode.
    pub fn meets(self, other: Self) -> bool {
        InputMode::all().any(|input_mode| self.holds(input_mode) && other.holds(input_mode))
    }

    /// The heading of its keys in the help.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Anywhere => "Everywhere",
            Self::Editing => "In the reference, which is typed at",
            Self::TextInput => "Wherever something is typed",
            Self::Menu => "In a menu",
            Self::Prompt => "Where a line is asked for",
            Self::Page => "In a text",
            Self::List => "In the list of references",
            Self::Panes => "In every pane but the reference",
            Self::In(Pane::Findings) => "In the findings",
            Self::In(Pane::Characters) => "In the characters",
            Self::In(Pane::Direction) => "In the direction",
            Self::In(Pane::Resolution) => "In the resolution",
            Self::In(Pane::Comparison) => "In the comparison",
            Self::In(Pane::Conversions) => "In the conversions",
            Self::In(Pane::Reference) => "In the reference",
            Self::Calibration => "Where right-to-left letters are tried",
            Self::Help => "In the help",
        }
    }

    /// Every place, in the order of the help.
    pub const ALL: [Self; 15] = [
        Self::List,
        Self::Panes,
        Self::In(Pane::Findings),
        Self::In(Pane::Characters),
        Self::In(Pane::Direction),
        Self::In(Pane::Resolution),
        Self::In(Pane::Comparison),
        Self::Editing,
        Self::TextInput,
        Self::Anywhere,
        Self::Menu,
        Self::Prompt,
        Self::Page,
        Self::Calibration,
        Self::Help,
    ];
}

impl KeyPattern {
    /// Whether the pattern matches a key event.
    pub fn fit(self, event: KeyEvent) -> bool {
        let shift = KeyModifiers::SHIFT;
        match (self, event.code) {
            (Self::Digit, KeyCode::Char('1'..='9')) => event.modifiers.is_empty(),
            (Self::Character, KeyCode::Char(_)) => (event.modifiers - shift).is_empty(),
            // An uppercase letter implies that shift was held.
            (Self::Key(KeyCode::Char(own), modifiers), KeyCode::Char(c)) => {
                own == c && modifiers == event.modifiers - shift
            }
            (Self::Key(code, modifiers), pressed) => code == pressed && modifiers == event.modifiers,
            _ => false,
        }
    }
}
