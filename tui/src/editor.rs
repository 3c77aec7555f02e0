//! The line editor: one text, a cursor between its grapheme clusters in logical order, a selection from
//! an anchor to it, and every change remembered. It keeps bytes; how they look is `ui::glyph`'s to say.

mod history;

use std::sync::atomic::{AtomicU64, Ordering};

use iri_core::Span;

use crate::cells::cluster::{is_boundary, next, previous, word_left, word_right};
use history::{Change, TYPING};

/// A text that is being edited.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    text: String,
    cursor: usize,
    /// Where the selection began, while there is one.
    anchor: Option<usize>,
    done: Vec<Change>,
    undone: Vec<Change>,
    /// The bytes that the changes hold.
    remembered: usize,
    revision: u64,
}

/// Where the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// To the cluster before.
    Left,
    /// To the cluster after.
    Right,
    /// To the start of the word before: words are what delimiters part.
    WordLeft,
    /// Behind the end of the word after.
    WordRight,
    /// Before the first character.
    Start,
    /// Behind the last character.
    End,
}

/// The revisions that were given out.
static REVISIONS: AtomicU64 = AtomicU64::new(0);

impl Editor {
    /// Starts with `text`, the cursor behind it.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), cursor: text.len(), revision: next_revision(), ..Self::default() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A number that changes whenever the text does; no two texts of one run have the same.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Where the cursor stands, in bytes: before the cluster that begins there.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The cluster behind the cursor; empty at the end.
    pub fn cluster(&self) -> Span {
        Span::new(self.cursor, next(&self.text, self.cursor))
    }

    /// What is selected: from the anchor to the cursor, whichever comes first; else empty, at the cursor.
    pub fn selection(&self) -> Span {
        let anchor = self.anchor.unwrap_or(self.cursor);
        Span::new(anchor.min(self.cursor), anchor.max(self.cursor))
    }

    /// Selects everything.
    pub fn select_all(&mut self) {
        self.cursor = self.text.len();
        self.anchor = Some(0);
    }

    /// Selects nothing; the cursor stays.
    pub fn select_nothing(&mut self) {
        self.anchor = None;
    }

    /// Moves the cursor and selects what it passes.
    pub fn extend(&mut self, motion: Motion) {
        let anchor = self.anchor.unwrap_or(self.cursor);
        self.place(self.target(motion));
        self.anchor = Some(anchor);
    }

    /// Selects from the anchor over the cluster that holds the byte at `offset`, as a mouse does that is drawn.
    pub fn extend_over(&mut self, offset: usize) {
        let anchor = self.anchor.unwrap_or(self.cursor);
        self.place(offset);
        if self.cursor >= anchor {
            self.cursor = next(&self.text, self.cursor);
        }
        self.anchor = Some(anchor);
    }

    /// Removes what is selected, and gives it.
    pub fn cut(&mut self) -> String {
        let span = self.selection();
        let removed = span.slice(&self.text).to_owned();
        self.replace(span, "", "cutting");
        self.place_behind(span.start);
        removed
    }

    /// Puts the cursor at the start of the cluster that holds the byte at `offset`; nothing is selected then.
    pub fn place(&mut self, offset: usize) {
        self.anchor = None;
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        self.cursor = if is_boundary(&self.text, at) { at } else { previous(&self.text, at) };
    }

    /// Moves the cursor; out of a selection a step leads to its end.
    pub fn go(&mut self, motion: Motion) {
        let selection = self.selection();
        self.place(match motion {
            Motion::Left if !selection.is_empty() => selection.start,
            Motion::Right if !selection.is_empty() => selection.end,
            _ => self.target(motion),
        });
    }

    /// Inserts at the cursor, whatever the characters are, in the place of what is selected.
    pub fn insert(&mut self, text: &str) {
        let span = self.selection();
        self.replace(span, text, TYPING);
        self.place_behind(span.start + text.len());
    }

    /// Removes what is selected, or else what lies between the cursor and where `motion` would take it.
    pub fn delete(&mut self, motion: Motion) {
        let mut span = self.selection();
        if span.is_empty() {
            let target = self.target(motion);
            span = Span::new(self.cursor.min(target), self.cursor.max(target));
        }
        self.replace(span, "", "deletion");
        self.place_behind(span.start);
    }

    /// Makes `text` of the whole as one change, which is called `what` when it is taken back.
    pub fn become_text(&mut self, text: &str, what: &str) {
        let start = common_prefix(&self.text, text);
        let end = common_suffix(&self.text[start..], &text[start..]);
        let inserted = text[start..text.len() - end].to_owned();
        self.replace(Span::new(start, self.text.len() - end), &inserted, what);
        self.place(start);
    }

    /// Puts the cursor at `offset`, or behind the cluster that holds it: a typed mark joins what
    /// stands before it.
    fn place_behind(&mut self, offset: usize) {
        self.place(offset);
        if self.cursor < offset {
            self.cursor = next(&self.text, self.cursor);
        }
    }

    fn target(&self, motion: Motion) -> usize {
        match motion {
            Motion::Left => previous(&self.text, self.cursor),
            Motion::Right => next(&self.text, self.cursor),
            Motion::WordLeft => word_left(&self.text[..self.cursor]),
            Motion::WordRight => self.cursor + word_right(&self.text[self.cursor..]),
            Motion::Start => 0,
            Motion::End => self.text.len(),
        }
    }
}

fn next_revision() -> u64 {
    REVISIONS.fetch_add(1, Ordering::Relaxed) + 1
}

fn common_prefix(a: &str, b: &str) -> usize {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    same.map(|(c, _)| c.len_utf8()).sum()
}

fn common_suffix(a: &str, b: &str) -> usize {
    let same = a.chars().rev().zip(b.chars().rev()).take_while(|(a, b)| a == b);
    same.map(|(c, _)| c.len_utf8()).sum()
}

#[cfg(test)]
mod tests;
