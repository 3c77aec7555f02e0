//! An edit: the leaves that are parsed again, and how far.

use std::sync::{Arc, Mutex, PoisonError};

use crate::text::{InBuffer, InDocument, Span};
use crate::xml::Document;
use crate::xml::document::leaf::Leaf;
use crate::xml::document::part::{ParseState, Part};
use crate::xml::document::start::{self, Start};
use crate::xml::lexer::Terminator;
use crate::xml::reader::{KEPT, Outcome};
use crate::xml::scope::Scopes;

/// Maximum number of prologs in memory: if the prolog changes, the whole text is parsed again anyway.
const MAX_PROLOGS: usize = 16;

impl Document {
    /// Replaces the text at `span`, and parses again what that changes: usually a few kilobytes. The ends of `span` are moved
    /// back to the end of the text and to boundaries of characters if they are elsewhere.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use iri_core::{Document, Settings};
    ///
    /// let mut document = Document::parse("<a xml:base='x y'/>", Arc::new(Settings::default()));
    /// let span = document.sites().next().expect("one reference").span;
    /// document.edit(span, "xy");
    /// assert_eq!(document.text(), "<a xml:base='xy'/>");
    /// assert_eq!(document.findings().count(), 0);
    /// ```
    pub fn edit(&mut self, span: Span<InDocument>, text: &str) {
        let span = self.clamped(span);
        let first = self.first_to_read(span, text);
        let last = self.leaf_at(span.end).max(first);
        let next = (last + 1).min(self.leaves.len());
        let start = self.starts.get(first).map_or(0, |start| start.offset);
        let mut buffer = self.joined(first, next);
        let inside = span.start - start..span.end - start;
        buffer.replace_range(inside, text);
        self.parse_again(first, next, buffer);
        if self.is_wasteful() {
            let scopes = Scopes::new(Arc::clone(&self.settings));
            self.parse_all(&Arc::new(self.text()), Arc::new(Mutex::new(scopes)));
        }
    }

    /// Returns whether more memory is used for earlier texts than for the current one.
    fn is_wasteful(&self) -> bool {
        let scopes = self.scopes();
        scopes.len() > 4 * self.scopes_after_parse + 20_000 || scopes.prologs() > MAX_PROLOGS
    }

    /// Parses `buffer`, the new text of the leaves `first..next`, and further leaves until the state equals the old
    /// one.
    fn parse_again(&mut self, first: usize, mut next: usize, buffer: String) {
        let scopes = Arc::clone(&self.scopes);
        let mut scopes = scopes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state =
            self.leaves.get(first).map_or_else(|| ParseState::start(&self.settings), |leaf| leaf.state.clone());
        let mut leaves: Vec<Arc<Leaf>> = Vec::new();
        let (mut absent, mut keeps) = (Vec::new(), KEPT);
        // The part to parse next, of a text that leaves may share.
        let mut part: Span<InBuffer> = Span::new(0, buffer.len());
        let mut buffer = Arc::new(buffer);
        loop {
            let is_part = next < self.leaves.len();
            let size = part.len() / (part.len() / self.size).max(1) + 1;
            // A terminator that does not occur after one leaf does not occur after a later one.
            let text = Part { text: part.slice(&buffer), is_continued: is_part, absent: &absent, size };
            let outcome;
            (outcome, keeps) = text.parse(&mut scopes, self.settings.syntax, state, keeps, |span, state, content| {
                leaves.push(Arc::new(Leaf::new(Arc::clone(&buffer), span.in_buffer(part), state, content)));
            });
            match outcome {
                Outcome::End(end) if !is_part || end == self.leaves[next].state => {
                    state = end;
                    break;
                }
                Outcome::End(end) => {
                    state = end;
                    (buffer, part) = self.leaves[next].source();
                    next += 1;
                }
                Outcome::More(at, before, closing) => {
                    state = before;
                    let enough = self.leaf_that_closes(next, closing, part.len() - at);
                    absent.extend(closing.filter(|_| enough.is_none()));
                    let more = enough.map_or_else(String::new, |last| self.joined(next, last + 1));
                    buffer = Arc::new(format!("{}{more}", &part.slice(&buffer)[at..]));
                    part = Span::new(0, buffer.len());
                    next = enough.map_or(next, |last| last + 1);
                }
            }
        }
        drop(scopes);
        if next == self.leaves.len() {
            self.end = state;
        }
        self.starts.splice(first..next, leaves.iter().map(|leaf| Start::new(leaf)));
        start::renumber(&mut self.starts, first);
        self.leaves.splice(first..next, leaves);
        self.measure_again(first);
        self.forget_names();
    }

    /// Returns the leaf from `next` on up to which text is needed to find the terminator; `None` if it does not occur.
    fn leaf_that_closes(&self, next: usize, closing: Option<Terminator>, have: usize) -> Option<usize> {
        match closing {
            // There are many ways to end an element, or a literal early: search a little further each time.
            None | Some(Terminator::DoubleQuote | Terminator::SingleQuote) => {
                let mut enough = next;
                let mut length = 0;
                while enough + 1 < self.leaves.len() && length < have {
                    length += self.leaves[enough].text().len();
                    enough += 1;
                }
                Some(enough)
            }
            // A terminator cannot cross leaves: a leaf starts with `<`.
            Some(closing) => (next..self.leaves.len()).find(|&leaf| self.leaves[leaf].text().contains(closing.words())),
        }
    }

    /// Returns the first leaf that an edit may change: that of the byte before it, or an earlier one with a construct
    /// whose terminator the edit may insert.
    fn first_to_read(&self, span: Span<InDocument>, text: &str) -> usize {
        // A literal ends at an apparent declaration, which needs three bytes: `<!E`.
        let first = self.leaf_at(span.start.saturating_sub(3));
        let around = format!(
            "{}{text}{}",
            self.slice(self.clamped(Span::new(span.start.saturating_sub(2), span.start))),
            self.slice(self.clamped(Span::new(span.end, span.end + 2)))
        );
        let ends_literals = around.contains("<!");
        let comes = Terminator::ALL.map(|closing| {
            let is_quote = matches!(closing, Terminator::DoubleQuote | Terminator::SingleQuote);
            around.contains(closing.words()) || is_quote && ends_literals
        });
        let waits = |start: &Start| start.awaits.iter().zip(comes).any(|(waits, comes)| *waits && comes);
        self.starts[..first].iter().position(waits).unwrap_or(first)
    }
}
