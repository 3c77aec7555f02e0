//! A document: its text, its references, and their findings.
//!
//! ```text
//!  text    │ leaf │ leaf │ leaf │ leaf │ …        each has some thousand bytes; all but the first
//!  edit               ╰──╯                        start with `<`
//!  parse            │ new  │ → the state equals that of the old leaf: the rest is unchanged
//! ```

mod author;
mod bases;
mod draft;
mod edit;
mod inspect;
mod leaf;
mod limit;
mod part;
mod position;
#[cfg(feature = "rdf")]
mod rdf_name_finding;
#[cfg(feature = "rdf")]
mod rdf_names;
#[cfg(feature = "rdf")]
mod rdf_occurrences;
mod recent;
mod selection;
mod start;
mod suppress;
mod unused;
mod view;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::text::lines::Measure;
use crate::text::{Edit, InBuffer, InDocument, Span};
use crate::xml::Settings;
use crate::xml::reader::{KEPT, Outcome};
use crate::xml::scope::Scopes;
#[doc(hidden)] // for the programs of this workspace
pub use draft::{DraftError, ReferenceDraft};
use leaf::Leaf;
#[doc(hidden)] // for the programs of this workspace
pub use limit::{Limited, MAX_FINDINGS_PER_RULE, ValueLimit};
use part::{ParseState, Part};
#[doc(hidden)] // for the programs of this workspace
pub use position::Positions;
#[cfg(feature = "rdf")]
#[doc(hidden)] // for the programs of this workspace
pub use rdf_occurrences::RdfName;
use recent::RecentFindings;
#[doc(hidden)] // for the programs of this workspace
pub use selection::{FindingSelection, SelectionLimits};
use start::Start;
pub use view::DocumentFinding;

/// Approximate size in bytes of a leaf of a document that may be edited: an edit parses about one leaf again.
const LEAF: usize = 4 * 1024;
/// Approximate size in bytes of a leaf of a document that is checked and not edited: each leaf takes memory of its own.
const LARGE_LEAF: usize = 64 * 1024;
/// Number of scopes at which documents stop sharing them.
const MAX_SCOPES: usize = 10_000;

/// Parsed document. A clone shares everything that both have in common.
#[derive(Clone, Debug)]
pub struct Document {
    settings: Arc<Settings>,
    leaves: Vec<Arc<Leaf>>,
    /// Start of each leaf.
    starts: Vec<Start>,
    /// Extent of the text before each leaf, computed when a position is first needed.
    measures: OnceLock<Vec<Measure>>,
    /// Findings about names of RDF that depend on other names, computed when they are first needed.
    #[cfg(feature = "rdf")]
    names: OnceLock<Arc<[rdf_name_finding::NameFinding]>>,
    /// State after the last leaf.
    end: ParseState,
    /// Scopes, which are only extended, never reduced, so that clones may share them.
    scopes: Arc<Mutex<Scopes>>,
    /// Approximate size of a leaf in bytes.
    size: usize,
    /// Findings of the value that was analyzed last.
    recent: RecentFindings,
    /// Number of scopes after the last complete parse.
    scopes_after_parse: usize,
}

#[doc(hidden)] // for the programs of this workspace
/// Cache for several documents: the scopes that occurred so far.
#[derive(Debug, Default)]
pub struct ScopeCache {
    known: Option<(Arc<Settings>, Arc<Mutex<Scopes>>)>,
}

impl ScopeCache {
    /// Returns the scopes of documents with `settings`; new ones if the cache is empty or full.
    fn scopes(&mut self, settings: &Arc<Settings>) -> Arc<Mutex<Scopes>> {
        let known = self
            .known
            .take()
            .filter(|(of, scopes)| of == settings && scopes.lock().is_ok_and(|scopes| scopes.len() < MAX_SCOPES));
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

    /// Parses a document like [`parse`](Self::parse), with a cache of the vocabulary of earlier documents: many small
    /// documents of one kind are parsed faster. The document takes less memory, and an edit of it more time.
    pub fn parse_with_cache(others: &mut ScopeCache, text: impl Into<String>, settings: &Arc<Settings>) -> Self {
        let mut document = Self::unparsed(settings, LARGE_LEAF);
        document.parse_all(&Arc::new(text.into()), others.scopes(settings));
        document
    }

    /// Parses a document in leaves of about `size` bytes. The results do not depend on it: tests use small ones, so
    /// that small documents have many.
    #[doc(hidden)]
    #[allow(clippy::needless_pass_by_value)] // the signature of `parse`, which it implements
    pub fn parse_in_leaves(text: impl Into<String>, settings: Arc<Settings>, size: usize) -> Self {
        let mut document = Self::unparsed(&settings, size);
        document.parse_all(&Arc::new(text.into()), Arc::clone(&document.scopes));
        document
    }

    /// Returns the document after `edits`, in order and separate. Its references and findings are freed before the text
    /// is parsed again.
    pub(super) fn into_edited(self, edits: &[Edit<InDocument>]) -> Self {
        let (text, settings, size) = (self.shared_text(), Arc::clone(&self.settings), self.size);
        drop(self);
        let edited = crate::text::apply_edits(&text, edits);
        drop(text);
        Self::parse_in_leaves(edited, settings, size)
    }

    fn unparsed(settings: &Arc<Settings>, size: usize) -> Self {
        Self {
            size,
            leaves: Vec::new(),
            starts: Vec::new(),
            measures: OnceLock::new(),
            #[cfg(feature = "rdf")]
            names: OnceLock::new(),
            end: ParseState::start(settings),
            scopes: Arc::new(Mutex::new(Scopes::new(Arc::clone(settings)))),
            recent: RecentFindings::default(),
            scopes_after_parse: 0,
            settings: Arc::clone(settings),
        }
    }

    fn parse_all(&mut self, text: &Arc<String>, shared: Arc<Mutex<Scopes>>) {
        self.scopes = shared;
        let shared = Arc::clone(&self.scopes);
        let mut scopes = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let before = scopes.len();
        scopes.keep_at_most(before + 20_000 + text.len() / 512);
        let mut leaves = Vec::with_capacity(text.len() / self.size + 1);
        let all: Span<InBuffer> = Span::new(0, text.len());
        let state = ParseState::start(&self.settings);
        let part = Part::whole(text, self.size);
        let (outcome, _) = part.parse(&mut scopes, self.settings.syntax, state, KEPT, |span, state, content| {
            leaves.push(Arc::new(Leaf::new(Arc::clone(text), span.in_buffer(all), state, content)));
        });
        let (Outcome::End(end) | Outcome::More(_, end, _)) = outcome;
        self.scopes_after_parse = scopes.len();
        drop(scopes);
        (self.leaves, self.end) = (leaves, end);
        self.starts = self.leaves.iter().map(|leaf| Start::new(leaf)).collect();
        start::renumber(&mut self.starts, 0);
        self.measures = OnceLock::new();
        self.forget_names();
    }

    /// Discards what depends on all names of RDF.
    #[cfg_attr(not(feature = "rdf"), allow(clippy::unused_self))] // no names are compared
    fn forget_names(&mut self) {
        #[cfg(feature = "rdf")]
        {
            self.names = OnceLock::new();
        }
    }

    fn scopes(&self) -> std::sync::MutexGuard<'_, Scopes> {
        // A scope is added completely or not at all: one that a panic left is still valid.
        self.scopes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the text of the leaves `first..next`.
    fn joined(&self, first: usize, next: usize) -> String {
        let leaves = &self.leaves[first..next.max(first)];
        let mut text = String::with_capacity(leaves.iter().map(|leaf| leaf.text().len()).sum());
        text.extend(leaves.iter().map(|leaf| leaf.text()));
        text
    }

    /// Returns the leaf that contains the byte at `offset`; the last one at the end.
    fn leaf_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| start.offset <= offset).saturating_sub(1)
    }

    /// Returns `span` reduced to the text, on character boundaries.
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
