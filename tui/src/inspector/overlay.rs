//! What lies over the panes and has the keys while it does.
//!
//! ```text
//!  Help    the key table
//!  Menu    choices, narrowed by typing: enter takes one          palette, copy, rules, questions
//!  Prompt  a line to be typed at the bottom: enter hands it on   search, base
//!  Page    a text to be read                                     a patch, a rule
//!  Calibration  what the terminal does with right-to-left letters
//! ```
//!
//! They lie upon each other: esc takes the topmost away.

use crate::inspector::editor::Editor;
use crate::inspector::message::{Message, PromptPurpose};

/// What lies over the panes.
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
    /// What was typed: the words that a choice has to hold.
    pub line: Editor,
    /// The number of the selected one among those that are shown.
    pub selected: usize,
}

/// One of the choices of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it says. It may hold text of the input: it is shown through the escaper.
    pub words: String,
    /// What stands behind it: a key, a count.
    pub note: String,
    /// What happens when it is taken.
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
    /// What enter does, beside closing it.
    pub accept: Option<Message>,
}

/// A line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// Its text. It may be text of the input: it is shown through the escaper.
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

    /// The choices that hold every word that was typed, in capitals or not.
    pub fn shown(&self) -> Vec<&Choice> {
        let typed = self.line.text().to_lowercase();
        let holds = |choice: &&Choice| {
            let words = choice.words.to_lowercase();
            typed.split_whitespace().all(|word| words.contains(word))
        };
        self.choices.iter().filter(holds).collect()
    }

    /// What happens when the selected choice is taken.
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
