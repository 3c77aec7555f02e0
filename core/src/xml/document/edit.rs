//! An edit: which leaves are read again, and how far.

use std::sync::{Arc, Mutex, PoisonError};

use crate::text::{InBuffer, InDocument, Span};
use crate::xml::Document;
use crate::xml::document::leaf::Leaf;
use crate::xml::document::start::{self, Start};
use crate::xml::lexer::Terminator;
use crate::xml::reader::{KEPT, Outcome, Reader, State};
use crate::xml::scope::Scopes;

/// So many prologs are remembered: one that changes has the whole text read again anyway.
const MOST_PROLOGS: usize = 16;

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
        self.read_again(first, next, buffer);
        if self.is_wasteful() {
            let scopes = Scopes::new(Arc::clone(&self.settings));
            self.parse_afresh(&Arc::new(self.text()), Arc::new(Mutex::new(scopes)));
        }
    }

    /// Whether more is remembered of what the text once was than of what it is.
    fn is_wasteful(&self) -> bool {
        let scopes = self.scopes();
        scopes.len() > 4 * self.scopes_afresh + 20_000 || scopes.prologs() > MOST_PROLOGS
    }

    /// Reads `buffer`, the new text of the leaves `first..next`, and on until the state is that of before.
    fn read_again(&mut self, first: usize, mut next: usize, buffer: String) {
        let scopes = Arc::clone(&self.scopes);
        let mut scopes = scopes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.leaves.get(first).map_or_else(State::start, |leaf| leaf.state.clone());
        let mut leaves: Vec<Arc<Leaf>> = Vec::new();
        let (mut absent, mut keeps) = (Vec::new(), KEPT);
        // What is read next: a part of a text that leaves may share.
        let mut part: Span<InBuffer> = Span::new(0, buffer.len());
        let mut buffer = Arc::new(buffer);
        loop {
            let is_part = next < self.leaves.len();
            let size = part.len() / (part.len() / self.size).max(1) + 1;
            let mut reader = Reader::new(&mut scopes, part.slice(&buffer), state, is_part).that_keeps(keeps);
            // What does not come behind one leaf does not come behind a later one.
            for &closing in &absent {
                reader.set_absent_behind(closing);
            }
            let outcome = reader.read(size, |span, state, content| {
                leaves.push(Arc::new(Leaf::new(Arc::clone(&buffer), span.in_buffer(part), state, content)));
            });
            keeps = reader.keeps();
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
    }

    /// The leaf from `next` on up to which text is needed to find the closing words; nothing where they do
    /// not come.
    fn leaf_that_closes(&self, next: usize, closing: Option<Terminator>, have: usize) -> Option<usize> {
        match closing {
            // What ends an element, or a literal early, may be many things: look a little further each time.
            None | Some(Terminator::DoubleQuote | Terminator::SingleQuote) => {
                let mut enough = next;
                let mut length = 0;
                while enough + 1 < self.leaves.len() && length < have {
                    length += self.leaves[enough].text().len();
                    enough += 1;
                }
                Some(enough)
            }
            // The words cannot stand across two leaves: a leaf begins with `<`.
            Some(closing) => (next..self.leaves.len()).find(|&leaf| self.leaves[leaf].text().contains(closing.words())),
        }
    }

    /// The first leaf that an edit may change: that of the byte before it, or an earlier one in which
    /// something waits for closing words that the edit may bring.
    fn first_to_read(&self, span: Span<InDocument>, text: &str) -> usize {
        // A literal ends where a declaration seems to begin: three bytes tell, `<!E`.
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
        let waits = |start: &Start| start.waits_for.iter().zip(comes).any(|(waits, comes)| *waits && comes);
        self.starts[..first].iter().position(waits).unwrap_or(first)
    }
}
