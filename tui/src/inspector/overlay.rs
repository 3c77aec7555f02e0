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

use crate::files::change::Proposal;
use crate::files::filter::Filter;
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
    /// List of the fixes of a proposal.
    Fixes(Box<FixList>),
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
    /// Whether it asks a question: only the start of an answer, or another name of it, is one. A guess could lose or write
    /// files.
    pub is_question: bool,
}

/// A choice of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Text. It may contain input, so it is drawn through the escaper.
    pub words: String,
    /// Note: a key or a count.
    pub note: String,
    /// Other words for a command, such as its names in other programs.
    pub names: Vec<&'static str>,
    /// Whether it matches only one of these names, because it would have no effect now.
    pub is_hidden: bool,
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
    /// Filter of the list before it was typed.
    pub before: Option<Filter>,
}

/// List of the fixes of a proposal.
#[derive(Clone, Debug)]
pub struct FixList {
    /// Proposal.
    pub proposal: Proposal,
    /// Fixes by the index of their part, and the index in the part.
    pub fixes: Vec<(usize, usize)>,
    /// Index of the selected fix.
    pub selected: usize,
    /// Whether the last choice was that of all fixes, so that the same key skips all of them.
    pub has_chosen_all: bool,
}

/// A text in the text viewer.
#[derive(Clone, Debug, Default)]
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
    /// Last row that a search found.
    pub found: Option<usize>,
    /// Result of the search.
    pub note: String,
    /// What enter does after closing it.
    pub accept: Option<PageAction>,
}

/// What follows a text in the text viewer.
#[derive(Clone, Debug)]
pub enum PageAction {
    /// A message.
    Send(Message),
    /// The proposed change, which the text shows, is applied.
    Apply(Box<Proposal>),
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

/// Ranks of the choices that match what was typed: another name of it, its key, its start, the starts or parts of its words,
/// or a few of its letters. Of a choice that would have no effect, only a name matches.
const NAMED: usize = 0;
const HIDDEN: usize = 1;
const KEY: usize = 2;
const BEGUN: usize = 3;
const STARTED: usize = 4;
const CONTAINED: usize = 5;
const LETTERS: usize = 6;
/// Minimum letters of the start of another name.
const START: usize = 3;
/// Maximum distance of two words of which letters were typed.
const MOST_APART: usize = 2;

impl Menu {
    /// Creates a menu; the first choice is selected.
    pub fn new(title: impl Into<String>, choices: Vec<Choice>) -> Self {
        Self { title: title.into(), choices, ..Self::default() }
    }

    /// Creates a menu that asks a question.
    pub fn question(title: impl Into<String>, choices: Vec<Choice>) -> Self {
        Self { is_question: true, ..Self::new(title, choices) }
    }

    /// Returns the choices that match what was typed, ignoring case: the best match first.
    pub fn shown(&self) -> Vec<&Choice> {
        let typed = self.line.text().trim();
        let lowercase = typed.to_lowercase();
        let rank = |choice: &Choice| {
            if !typed.is_empty() && (choice.names.contains(&typed) || choice.words == typed) {
                return Some(if choice.is_hidden { HIDDEN } else { NAMED });
            }
            if choice.is_hidden {
                return None;
            }
            // A number is a count.
            if choice.note == typed && typed.contains(|c: char| !c.is_ascii_digit()) {
                return Some(KEY);
            }
            let words = choice.words.to_lowercase();
            if words.starts_with(&lowercase) {
                return Some(BEGUN);
            }
            if self.is_question {
                return choice.names.iter().any(|name| name.starts_with(&lowercase)).then_some(STARTED);
            }
            let is_start = |typed: &str| {
                let is_name = |name: &&str| typed.len() >= START && name.starts_with(typed);
                split(&words).any(|word| word.starts_with(typed)) || choice.names.iter().any(is_name)
            };
            if lowercase.split_whitespace().all(is_start) {
                return Some(STARTED);
            }
            if lowercase.split_whitespace().all(|typed| words.contains(typed)) {
                return Some(CONTAINED);
            }
            is_abbreviation(&lowercase, &words).then_some(LETTERS)
        };
        let mut shown: Vec<(usize, &Choice)> =
            self.choices.iter().filter_map(|choice| Some((rank(choice)?, choice))).collect();
        // Letters, and names of what has no effect, are weak matches: they count only without a better one.
        for weak in [LETTERS, HIDDEN] {
            if shown.iter().any(|(rank, _)| *rank < weak) {
                shown.retain(|(rank, _)| *rank != weak);
            }
        }
        shown.sort_by_key(|(rank, _)| *rank);
        shown.into_iter().map(|(_, choice)| choice).collect()
    }

    /// Returns whether what was typed is the letter of an answer, which needs no enter.
    pub fn is_answered(&self) -> bool {
        let typed = self.line.text();
        self.is_question && typed.len() == 1 && self.choices.iter().any(|choice| choice.names.contains(&typed))
    }

    /// Returns the message of the selected choice.
    pub fn taken(&self) -> Option<Message> {
        self.shown().get(self.selected).map(|choice| choice.message.clone())
    }
}

fn split(words: &str) -> impl Iterator<Item = &str> {
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns whether what was typed consists of letters of some of the words in order, from the first letter of each, without
/// more than one word between two of them: `rtl` and `rightleft` for `right-to-left`.
fn is_abbreviation(typed: &str, words: &str) -> bool {
    let typed: Vec<char> = typed.chars().filter(|c| !c.is_whitespace()).collect();
    // For each number of characters that are letters of the words so far, the last of these words.
    let mut reached: Vec<Option<usize>> = vec![None; typed.len() + 1];
    for (number, word) in split(words).enumerate() {
        for start in (0..typed.len()).rev() {
            let is_near = start == 0 || reached[start].is_some_and(|last| number - last <= MOST_APART);
            if !is_near || !word.starts_with(typed[start]) {
                continue;
            }
            let mut at = start;
            for c in word.chars() {
                if typed.get(at) == Some(&c) {
                    at += 1;
                    reached[at] = Some(number);
                }
            }
        }
    }
    typed.is_empty() || reached[typed.len()].is_some()
}

/// Other words for the answers of questions.
const ANSWERS: &str = include_str!("answers.txt");

/// Returns the other words for `words` in a file of names, whose lines are words, a colon, and these names.
pub fn names_in(file: &'static str, words: &str) -> Vec<&'static str> {
    let names = lines_of(file).filter(|(named, _)| *named == words).map(|(_, names)| names);
    names.flat_map(str::split_whitespace).collect()
}

/// Returns the lines of a file of names.
pub fn lines_of(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.rsplit_once(": "))
}

impl Choice {
    /// Creates an answer of a question, with its other words; the first is shown.
    pub fn answer(words: &str, message: Message) -> Self {
        let names = names_in(ANSWERS, words);
        Self { names: names.clone(), ..Self::new(words, names.first().copied().unwrap_or_default(), message) }
    }

    /// Creates a choice.
    pub fn new(words: impl Into<String>, note: impl Into<String>, message: Message) -> Self {
        Self { words: words.into(), note: note.into(), names: Vec::new(), is_hidden: false, message }
    }
}

impl Page {
    /// Creates a page, shown from its start.
    pub fn new(title: impl Into<String>, lines: Vec<PageLine>) -> Self {
        Self { title: title.into(), lines, ..Self::default() }
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
