//! What the sections of a page are written from.

use iri_core::{Inspection, Span};

use crate::cells::{RightToLeft, escaped};
use crate::cli::Characters;
use crate::report::output::OutputDevice;

/// What a section is written from.
pub struct PageContext<'i, 't> {
    pub inspection: &'i Inspection<'t>,
    pub source: Option<&'i str>,
    pub characters: Characters,
    pub screen: OutputDevice,
    pub places: Places,
}

impl<'t> PageContext<'_, 't> {
    /// Returns the text of the reference.
    pub fn text(&self) -> &'t str {
        self.inspection.text()
    }

    /// Text of the input as it may be printed. Bidi Notation is true everywhere; letters are for a
    /// person, whose terminal arranges them.
    pub fn shown(&self, text: &str) -> String {
        escaped(text, if self.screen.is_terminal { RightToLeft::Kept } else { RightToLeft::Notation })
    }

    /// Whether the text has letters that a terminal may move.
    pub fn is_right_to_left(&self) -> bool {
        !self.inspection.bidi().is_left_to_right()
    }
}

/// Spaces that bring a text of `used` cells to `width`.
pub fn pad(used: usize, width: usize) -> String {
    " ".repeat(width.saturating_sub(used))
}

/// The offsets of the characters of a text; empty if each is one byte.
pub struct Places(Vec<usize>);

impl Places {
    /// The characters of `text`.
    pub fn new(text: &str) -> Self {
        Self(if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(start, _)| start).collect() })
    }

    /// The number of the character at a byte offset, from 0.
    pub fn index(&self, offset: usize) -> usize {
        if self.0.is_empty() { offset } else { self.0.partition_point(|&start| start < offset) }
    }

    /// "20", "20, 22 and 31", "20, 22, 31, 40 and 5 more": where the spans begin.
    pub fn list(&self, spans: &[Span]) -> String {
        const SHOWN: usize = 8;
        let mut starts: Vec<String> = spans.iter().take(SHOWN).map(|span| self.index(span.start).to_string()).collect();
        let last = match spans.len().checked_sub(SHOWN + 1) {
            None if starts.len() < 2 => return starts.concat(),
            None => starts.pop().unwrap_or_default(),
            Some(more) => format!("{} more", more + 1),
        };
        format!("{} and {last}", starts.join(", "))
    }
}
