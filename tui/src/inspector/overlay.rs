//! The overlays, which cover the panes and have the keys.
//!
//! ```text
//!  Help    the key table
//!  Menu    choices, narrowed by typing: enter takes one          palette, copy, rules, questions
//!  Prompt  a line to be typed at the bottom: enter hands it on   search, base
//!  Page    a text to be read                                     a patch, a rule
//!  Calibration  what the terminal does with right-to-left letters
//! ```
//!
//! They form a stack: esc closes the topmost.

use crate::inspector::editor::Editor;
use crate::inspector::message::{Message, PromptPurpose};

/// An overlay.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// The help, scrolled down so many lines.
    Help {
        /// The first line shown.
        top: usize,
    },
    /// Choices.
    Menu(Menu),
    /// A line to be typed.
    Prompt(Prompt),
    /// A text to be read.
    Page(Page),
    /// What the terminal does with right-to-left letters.
    Calibration,
}

/// Choices, of which one is taken.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    /// What is chosen.
    pub title: String,
    /// All of them.
    pub choices: Vec<Choice>,
    /// What was typed: words that a choice must contain.
    pub line: Editor,
    /// The number of the selected one among those that are shown.
    pub selected: usize,
}

/// One of the choices of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its text. It may contain input, so it is drawn through the escaper.
    pub words: String,
    /// The note beside it: a key, a count.
    pub note: String,
    /// The message that it sends.
    pub message: Message,
}

/// A line that is asked for.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// What for.
    pub purpose: PromptPurpose,
    /// What was typed so far.
    pub line: Editor,
}

/// A text that is read, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What it is.
    pub title: String,
    /// Its lines.
    pub lines: Vec<PageLine>,
    /// The first line shown.
    pub top: usize,
    /// The message that enter sends after closing it.
    pub accept: Option<Message>,
}

/// A line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// Its text. It may contain input, so it is drawn through the escaper.
    pub text: String,
    /// What it is.
    pub style: LineStyle,
}

/// What a line of a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStyle {
    /// Text.
    Plain,
    /// A heading.
    Heading,
    /// What is there for orientation.
    Dim,
    /// Text that goes.
    Removed,
    /// Text that comes.
    Added,
}

impl Menu {
    /// A menu of `choices`, the first of them selected.
    pub fn new(title: impl Into<String>, choices: Vec<Choice>) -> Self {
        Self { title: title.into(), choices, ..Self::default() }
    }

    /// Returns the choices that contain every typed word, ignoring case.
    pub fn shown(&self) -> Vec<&Choice> {
        let typed = self.line.text().to_lowercase();
        let holds = |choice: &&Choice| {
            let words = choice.words.to_lowercase();
            typed.split_whitespace().all(|word| words.contains(word))
        };
        self.choices.iter().filter(holds).collect()
    }

    /// Returns the message of the selected choice.
    pub fn taken(&self) -> Option<Message> {
        self.shown().get(self.selected).map(|choice| choice.message.clone())
    }
}

impl Choice {
    /// A choice.
    pub fn new(words: impl Into<String>, note: impl Into<String>, message: Message) -> Self {
        Self { words: words.into(), note: note.into(), message }
    }
}

impl Page {
    /// A page, shown from its start.
    pub fn new(title: impl Into<String>, lines: Vec<PageLine>) -> Self {
        Self { title: title.into(), lines, top: 0, accept: None }
    }
}

impl PageLine {
    /// A line.
    pub fn new(text: impl Into<String>, style: LineStyle) -> Self {
        Self { text: text.into(), style }
    }
}

impl Overlay {
    /// The line that is typed in it, to be read.
    pub fn typed(&self) -> Option<&Editor> {
        match self {
            Self::Menu(menu) => Some(&menu.line),
            Self::Prompt(prompt) => Some(&prompt.line),
            Self::Help { .. } | Self::Page(_) | Self::Calibration => None,
        }
    }

    /// The line that is typed in it.
    pub fn line(&mut self) -> Option<&mut Editor> {
        match self {
            Self::Menu(menu) => Some(&mut menu.line),
            Self::Prompt(prompt) => Some(&mut prompt.line),
            Self::Help { .. } | Self::Page(_) | Self::Calibration => None,
        }
    }
}
