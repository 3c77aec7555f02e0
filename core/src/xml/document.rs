//! A document: its text, the references in it, and what is wrong with them.
//!
//! ```text
//!  text    │ leaf │ leaf │ leaf │ leaf │ …        each of some thousand bytes, the first byte of each but
//!  edit               ╰──╯                        the first is `<`
//!  read             │ new  │ → the state is that of the old leaf: the rest stays as it was
//! ```

mod author;
mod bases;
mod draft;
mod edit;
mod inspect;
mod leaf;

mod position;
mod start;
mod view;

use std::sync::{Arc, Mutex, PoisonError};

use crate::text::{InBuffer, InDocument, Span};
use crate::xml::Settings;
use crate::xml::reader::{Outcome, Reader, State};
use crate::xml::scope::Scopes;
pub use draft::{DraftError, ReferenceDraft};
use leaf::Leaf;
pub use position::Positions;
use start::Start;
pub use view::DocumentFinding;

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
pub struct ScopeCache {
    known: Option<(Arc<Settings>, Arc<Mutex<Scopes>>)>,
}

impl ScopeCache {
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
    /// Parses a document. Never fails; takes linear time, and memory for the text and the findings.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use iri_core::{Document, Settings};
    ///
    /// let document = Document::parse("<a xml:base='x y'><b", Arc::new(Settings::default()));
    /// let sites: Vec<_> = document.sites().map(|site| (site.element, site.value)).collect();
    /// assert_eq!(sites, [("a", "x y".into())]);
    /// ```
    pub fn parse(text: impl Into<String>, settings: Arc<Settings>) -> Self {
        Self::parse_in_leaves(text, settings, LEAF)
    }

    /// The same, with what earlier documents taught of the vocabulary in use: many small documents of one kind
    /// are read sooner.
    pub fn parse_with_cache(others: &mut ScopeCache, text: impl Into<String>, settings: &Arc<Settings>) -> Self {
        let mut document = Self::unparsed(settings, LEAF);
        document.parse_afresh(&Arc::new(text.into()), others.scopes(settings));
        document
    }

    /// The same in leaves of about `size` bytes. What is found does not depend on it: tests use small ones,
    /// so that little documents have many.
    #[doc(hidden)]
    #[allow(clippy::needless_pass_by_value)] // as `read`, which it serves
    pub fn parse_in_leaves(text: impl Into<String>, settings: Arc<Settings>, size: usize) -> Self {
        let mut document = Self::unparsed(&settings, size);
        document.parse_afresh(&Arc::new(text.into()), Arc::clone(&document.scopes));
        document
    }

    fn unparsed(settings: &Arc<Settings>, size: usize) -> Self {
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

    fn parse_afresh(&mut self, text: &Arc<String>, shared: Arc<Mutex<Scopes>>) {
        self.scopes = shared;
        let shared = Arc::clone(&self.scopes);
        let mut scopes = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let before = scopes.len();
        scopes.keep_at_most(before + 20_000 + text.len() / 512);
        let mut leaves = Vec::with_capacity(text.len() / self.size + 1);
        let mut reader = Reader::new(&mut scopes, text, State::start(), false);
        let all: Span<InBuffer> = Span::new(0, text.len());
        let outcome = reader.read(self.size, |span, state, content| {
            leaves.push(Arc::new(Leaf::new(Arc::clone(text), span.in_buffer(all), state, content)));
        });
        let (Outcome::End(end) | Outcome::More(_, end, _)) = outcome;
        self.scopes_afresh = scopes.len();
        drop(scopes);
        (self.leaves, self.end) = (leaves, end);
        self.starts = self.leaves.iter().map(|leaf| Start::new(leaf)).collect();
        start::renumber(&mut self.starts, 0);
    }

    fn scopes(&self) -> std::sync::MutexGuard<'_, Scopes> {
        // A scope is added whole or not at all: one that was left by a panic is as good as any.
        self.scopes.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub fn clamped(&self, span: Span<InDocument>) -> Span<InDocument> {
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
