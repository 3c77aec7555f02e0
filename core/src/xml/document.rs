//! A document: its text, the references in it, and what is wrong with them.
//!
//! ```text
//!  text    │ leaf │ leaf │ leaf │ leaf │ …        each of some thousand bytes, the first byte of each but
//!  edit               ╰──╯                        the first is `<`
//!  read             │ new  │ → the state is that of the old leaf: the rest stays as it was
//! ```

mod author;
mod bases;
mod leaf;
mod position;
mod view;

use std::sync::{Arc, Mutex, PoisonError};

use crate::text::Span;
use crate::xml::Settings;
use crate::xml::lexer::Closing;
use crate::xml::reader::{KEPT, Outcome, Reader, State};
use crate::xml::scope::Scopes;
use leaf::Leaf;
use position::Start;
pub use position::{CodeUnit, Point, Position, Positions};
pub use view::Found;

/// About how many bytes a leaf has.
const LEAF: usize = 4 * 1024;
/// Documents that share their scopes stop doing so when there are so many.
const MOST_SCOPES: usize = 10_000;

/// A document, read. A clone shares what both have in common.
#[derive(Clone, Debug)]
pub struct Document {
    settings: Arc<Settings>,
    leaves: Vec<Arc<Leaf>>,
    /// Where each leaf begins.
    starts: Vec<Start>,
    /// The state behind the last leaf.
    end: State,
    /// Only ever added to, so that clones may share it.
    scopes: Arc<Mutex<Scopes>>,
    /// About how many bytes a leaf has.
    size: usize,
    /// How many scopes there were when all was read afresh.
    scopes_afresh: usize,
}

/// What reading one document teaches about the next: the scopes met so far.
#[derive(Debug, Default)]
pub struct Acquaintance {
    known: Option<(Arc<Settings>, Arc<Mutex<Scopes>>)>,
}

impl Acquaintance {
    /// The scopes of documents judged by `settings`; new ones where there are none, or too many.
    fn scopes(&mut self, settings: &Arc<Settings>) -> Arc<Mutex<Scopes>> {
        let known = self
            .known
            .take()
            .filter(|(of, scopes)| of == settings && scopes.lock().is_ok_and(|scopes| scopes.len() < MOST_SCOPES));
        let new = || (Arc::clone(settings), Arc::new(Mutex::new(Scopes::new(Arc::clone(settings)))));
        Arc::clone(&self.known.insert(known.unwrap_or_else(new)).1)
    }
}

impl Document {
    /// Reads a document. Never fails; linear in its length. Memory: the text, and what is found.
    pub fn read(text: impl Into<String>, settings: Arc<Settings>) -> Self {
        Self::read_in_leaves(text, settings, LEAF)
    }

    /// The same, with what earlier documents taught of the vocabulary in use: many small documents of one kind
    /// are read sooner.
    pub fn read_after(others: &mut Acquaintance, text: impl Into<String>, settings: &Arc<Settings>) -> Self {
        let mut document = Self::unread(settings, LEAF);
        document.read_afresh(&Arc::new(text.into()), others.scopes(settings));
        document
    }

    /// The same in leaves of about `size` bytes. What is found does not depend on it: tests use small ones,
    /// so that little documents have many.
    #[doc(hidden)]
    #[allow(clippy::needless_pass_by_value)] // as `read`, which it serves
    pub fn read_in_leaves(text: impl Into<String>, settings: Arc<Settings>, size: usize) -> Self {
        let mut document = Self::unread(&settings, size);
        document.read_afresh(&Arc::new(text.into()), Arc::clone(&document.scopes));
        document
    }

    fn unread(settings: &Arc<Settings>, size: usize) -> Self {
        Self {
            size,
            leaves: Vec::new(),
            starts: Vec::new(),
            end: State::start(),
            scopes: Arc::new(Mutex::new(Scopes::new(Arc::clone(settings)))),
            scopes_afresh: 0,
            settings: Arc::clone(settings),
        }
    }

    fn read_afresh(&mut self, text: &Arc<String>, shared: Arc<Mutex<Scopes>>) {
        self.scopes = shared;
        let shared = Arc::clone(&self.scopes);
        let mut scopes = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let before = scopes.len();
        scopes.keep_at_most(before + 20_000 + text.len() / 512);
        let mut leaves = Vec::with_capacity(text.len() / self.size + 1);
        let mut reader = Reader::new(&mut scopes, text, State::start(), false);
        let outcome = reader.read(self.size, |span, state, content| {
            leaves.push(Arc::new(Leaf::new(Arc::clone(text), span, state, content)));
        });
        let (Outcome::End(end) | Outcome::More(_, end, _)) = outcome;
        self.scopes_afresh = scopes.len();
        drop(scopes);
        (self.leaves, self.end) = (leaves, end);
        self.starts = self.leaves.iter().map(|leaf| Start::of(leaf)).collect();
        position::renumber(&mut self.starts, 0);
    }

    /// Replaces the text at `span`, and reads again what that changes. The ends of `span` are taken back to
    /// the text and to boundaries of characters where they lie elsewhere.
    pub fn edit(&mut self, span: Span, text: &str) {
        let span = self.clamped(span);
        let first = self.first_to_read(span, text);
        let last = self.leaf_at(span.end).max(first);
        let next = (last + 1).min(self.leaves.len());
        let start = self.starts.get(first).map_or(0, |start| start.offset);
        let mut buffer = self.joined(first, next);
        let inside = span.start - start..span.end - start;
        buffer.replace_range(inside, text);
        self.read_again(first, next, buffer);
        let is_wasteful = self.scopes().len() > 4 * self.scopes_afresh + 20_000;
        if is_wasteful {
            let scopes = Scopes::new(Arc::clone(&self.settings));
            self.read_afresh(&Arc::new(self.text()), Arc::new(Mutex::new(scopes)));
        }
    }

    fn scopes(&self) -> std::sync::MutexGuard<'_, Scopes> {
        // A scope is added whole or not at all: one that was left by a panic is as good as any.
        self.scopes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads `buffer`, the new text of the leaves `first..next`, and on until the state is that of before.
    fn read_again(&mut self, first: usize, mut next: usize, buffer: String) {
        let scopes = Arc::clone(&self.scopes);
        let mut scopes = scopes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.leaves.get(first).map_or_else(State::start, |leaf| leaf.state.clone());
        let mut leaves: Vec<Arc<Leaf>> = Vec::new();
        let (mut absent, mut keeps) = (Vec::new(), KEPT);
        // What is read next: a part of a text that leaves may share.
        let mut part = Span::new(0, buffer.len());
        let mut buffer = Arc::new(buffer);
        loop {
            let is_part = next < self.leaves.len();
            let size = part.len() / (part.len() / self.size).max(1) + 1;
            let mut reader = Reader::new(&mut scopes, part.of(&buffer), state, is_part).that_keeps(keeps);
            // What does not come behind one leaf does not come behind a later one.
            for &closing in &absent {
                reader.set_absent_behind(closing);
            }
            let outcome = reader.read(size, |span, state, content| {
                leaves.push(Arc::new(Leaf::new(Arc::clone(&buffer), span.moved(part.start), state, content)));
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
                    buffer = Arc::new(format!("{}{more}", &part.of(&buffer)[at..]));
                    part = Span::new(0, buffer.len());
                    next = enough.map_or(next, |last| last + 1);
                }
            }
        }
        drop(scopes);
        if next == self.leaves.len() {
            self.end = state;
        }
        self.starts.splice(first..next, leaves.iter().map(|leaf| Start::of(leaf)));
        position::renumber(&mut self.starts, first);
        self.leaves.splice(first..next, leaves);
    }

    /// The leaf from `next` on up to which text is needed to find the closing words; nothing where they do
    /// not come.
    fn leaf_that_closes(&self, next: usize, closing: Option<Closing>, have: usize) -> Option<usize> {
        match closing {
            // What ends an element, or a literal early, may be many things: look a little further each time.
            None | Some(Closing::DoubleQuote | Closing::SingleQuote) => {
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
    fn first_to_read(&self, span: Span, text: &str) -> usize {
        // A literal ends where a declaration seems to begin: three bytes tell, `<!E`.
        let first = self.leaf_at(span.start.saturating_sub(3));
        let around = format!(
            "{}{text}{}",
            self.slice(self.clamped(Span::new(span.start.saturating_sub(2), span.start))),
            self.slice(self.clamped(Span::new(span.end, span.end + 2)))
        );
        let ends_literals = around.contains("<!");
        let comes = Closing::ALL.map(|closing| {
            let is_quote = matches!(closing, Closing::DoubleQuote | Closing::SingleQuote);
            around.contains(closing.words()) || is_quote && ends_literals
        });
        let waits = |start: &Start| start.waits_for.iter().zip(comes).any(|(waits, comes)| *waits && comes);
        self.starts[..first].iter().position(waits).unwrap_or(first)
    }

    /// The text of the leaves `first..next`.
    fn joined(&self, first: usize, next: usize) -> String {
        self.leaves[first..next.max(first)].iter().map(|leaf| leaf.text()).collect()
    }

    /// The leaf that holds the byte at `offset`; the last one at the end.
    fn leaf_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| start.offset <= offset).saturating_sub(1)
    }

    /// `span` within the text, on boundaries of characters.
    pub fn clamped(&self, span: Span) -> Span {
        let start = self.boundary(span.start);
        Span::new(start, self.boundary(span.end).max(start))
    }

    fn boundary(&self, offset: usize) -> usize {
        let offset = offset.min(self.len());
        let leaf = self.leaf_at(offset);
        let Some(start) = self.starts.get(leaf) else { return 0 };
        let text = self.leaves[leaf].text();
        let mut inside = offset - start.offset;
        while !text.is_char_boundary(inside) {
            inside -= 1;
        }
        start.offset + inside
    }
}
