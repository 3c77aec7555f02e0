//! The overlays, which cover the panes and receive the keys.
//!
//! ```text
//!  Help    the key table
//!  Menu    choices, filtered by typing; enter chooses one        palette, copy, rules, questions
//!  Prompt  an input line at the bottom; enter accepts it         search, base
//!  Page    a text                                                a patch, a rule
//!  Fixes   fixes to choose from
//!  Calibration  the right-to-left test
//! ```
//!
//! They form a stack: esc closes the topmost.

use std::ops::Range;

use crate::inspector::editor::Editor;
use crate::inspector::message::{Message, PromptPurpose};

/// An overlay.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// Help.
    Help {
        /// First visible line.
        top: usize,
        /// Last line that a search found.
        found: Option<usize>,
    },
    /// Menu.
    Menu(Menu),
    /// Prompt.
    Prompt(Prompt),
    /// Text viewer.
    Page(Page),
    /// List of the fixes of the proposal.
    Fixes(FixList),
    /// Right-to-left test.
    Calibration,
}

/// A menu.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    /// Title.
    pub title: String,
    /// Choices.
    pub choices: Vec<Choice>,
    /// Filter: words that a choice must contain.
    pub line: Editor,
    /// Index of the selected choice among those that match.
    pub selected: usize,
}

/// A choice of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Text. It may contain input, so it is drawn through the escaper.
    pub words: String,
    /// Note: a key or a count.
    pub note: String,
    /// Names of a command in other programs.
    pub aliases: &'static [&'static str],
    /// Message that it sends.
    pub message: Message,
}

/// A prompt.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// Purpose.
    pub purpose: PromptPurpose,
    /// Input line.
    pub line: Editor,
}

/// List of the fixes of the proposal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FixList {
    /// Fixes by the index of their part, and the index in the part.
    pub fixes: Vec<(usize, usize)>,
    /// Index of the selected fix.
    pub selected: usize,
}

/// A text in the text viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Title.
    pub title: String,
    /// Lines.
    pub lines: Vec<PageLine>,
    /// Rows: the wrapped lines.
    pub rows: Vec<PageRow>,
    /// Width for which the lines are wrapped.
    pub width: u16,
    /// First visible row.
    pub top: usize,
    /// Message that enter sends after closing it.
    pub accept: Option<Message>,
}

/// A line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// Text. It may contain input, so it is drawn through the escaper.
    pub text: String,
    /// Style.
    pub style: LineStyle,
    /// Emphasized ranges of the text.
    pub changed: Vec<Range<usize>>,
}

/// A row of the text viewer: a line, or a part of a wrapped one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRow {
    /// Index of the line.
    pub line: usize,
    /// Offset of the part in the line.
    pub start: usize,
}

/// Style of a line of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStyle {
    /// Plain text.
    Plain,
    /// Heading.
    Heading,
    /// Secondary text.
    Dim,
    /// Removed text.
    Removed,
    /// Added text.
    Added,
}

/// Ranks of the choices that match what was typed: its name in another program, its key, or a part of its words.
const NAMED: usize = 0;
const KEY: usize = 1;
const CONTAINED: usize = 2;

impl Menu {
    /// Creates a menu; the first choice is selected.
    pub fn new(title: impl Into<String>, choices: Vec<Choice>) -> Self {
        Self { title: title.into(), choices, ..Self::default() }
    }

    /// Returns the choices that match what was typed: with that name or key, then those that contain every word, then those
    /// that contain its letters in this order, ignoring case.
    pub fn shown(&self) -> Vec<&Choice> {
        let typed = self.line.text();
        let lowercase = typed.to_lowercase();
        let rank = |choice: &Choice| {
            if choice.aliases.contains(&typed.trim()) {
                return Some(NAMED);
            }
            // A number is a count.
            if choice.note == typed.trim() && typed.contains(|c: char| !c.is_ascii_digit()) {
                return Some(KEY);
            }
            let words = choice.words.to_lowercase();
            if lowercase.split_whitespace().all(|word| words.contains(word)) {
                return Some(CONTAINED);
            }
            let mut letters = words.chars();
            let is_within = lowercase.chars().filter(|c| !c.is_whitespace()).all(|c| letters.any(|own| own == c));
            is_within.then_some(CONTAINED + 1)
        };
        let mut shown: Vec<(usize, &Choice)> =
            self.choices.iter().filter_map(|choice| Some((rank(choice)?, choice))).collect();
        // Letters in this order are a weak match: they count only without a better one.
        if shown.iter().any(|(rank, _)| *rank <= CONTAINED) {
            shown.retain(|(rank, _)| *rank <= CONTAINED);
        }
        shown.sort_by_key(|(rank, _)| *rank);
        shown.into_iter().map(|(_, choice)| choice).collect()
    }

    /// Returns the message of the selected choice.
    pub fn taken(&self) -> Option<Message> {
        self.shown().get(self.selected).map(|choice| choice.message.clone())
    }
}

impl Choice {
    /// Creates a choice.
    pub fn new(words: impl Into<String>, note: impl Into<String>, message: Message) -> Self {
        Self { words: words.into(), note: note.into(), aliases: &[], message }
    }
}

impl Page {
    /// Creates a page, shown from its start.
    pub fn new(title: impl Into<String>, lines: Vec<PageLine>) -> Self {
        Self { title: title.into(), lines, rows: Vec::new(), width: 0, top: 0, accept: None }
    }
}

impl PageLine {
    /// Creates a line.
    pub fn new(text: impl Into<String>, style: LineStyle) -> Self {
        Self { text: text.into(), style, changed: Vec::new() }
    }
}

impl Overlay {
    /// Returns its input line for reading.
    pub fn typed(&self) -> Option<&Editor> {
        match self {
            Self::Menu(menu) => Some(&menu.line),
            Self::Prompt(prompt) => Some(&prompt.line),
            Self::Help { .. } | Self::Page(_) | Self::Fixes(_) | Self::Calibration => None,
        }
    }

    /// Returns its input line.
    pub fn line(&mut self) -> Option<&mut Editor> {
        match self {
            Self::Menu(menu) => Some(&mut menu.line),
            Self::Prompt(prompt) => Some(&mut prompt.line),
            Self::Help { .. } | Self::Page(_) | Self::Fixes(_) | Self::Calibration => None,
        }
    }
}
