//! The open documents. Their files on disk are not read.
//!
//! Every change has a number of its own, the generation: a result of one generation does not apply to the next.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use iri_core::files::OpenFiles;
use iri_core::text::{Position, PositionEncoding, floor_char_boundary};
use iri_core::xml::head::DocumentHead;
use iri_core::{Document, Settings, Span};

use crate::encoding::{HEAD, document_encoding};
use crate::file_uri::path_from_file_uri;

/// Number of bytes at the start of a text in which the start tag of the root element is searched.
const SCHEMA_HEAD: usize = 64 * 1024;

/// State of an open document. It is cheap to keep: a later state shares everything that did not change.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// URI, as a `Url` writes it.
    pub uri: Arc<str>,
    /// Path of its file; `None` if it has none.
    pub path: Option<Arc<Path>>,
    /// Version that the client sent; `None` if it sends none.
    pub version: Option<i32>,
    /// Number of the change that led to this state.
    pub generation: u64,
    /// Whether its schemas have not been looked for yet.
    pub is_provisional: bool,
    /// Analyzed text.
    pub document: Document,
}

/// Change of a document, as an editor sends it.
#[derive(Clone, Debug)]
pub struct TextChange {
    /// Range that is replaced; the whole text if `None`.
    pub range: Option<(Position, Position)>,
    /// Unit of the columns in `range`.
    pub encoding: PositionEncoding,
    /// Replacement text.
    pub text: String,
}

/// Documents by the paths of their files.
pub type DocumentsByPath = HashMap<Arc<Path>, Arc<Snapshot>>;

/// Open documents by URI.
#[derive(Debug, Default)]
pub struct Documents {
    open: Mutex<HashMap<Arc<str>, Arc<Snapshot>>>,
    generations: AtomicU64,
}

impl Snapshot {
    /// Returns the start of the text, which contains what the document says about its encoding and its schemas.
    pub fn schema_head(&self) -> Cow<'_, str> {
        self.document.slice(self.document.clamped(Span::new(0, SCHEMA_HEAD)))
    }

    /// Returns whether the document says something else about its schemas than `before`, from which it was edited.
    pub fn names_other_schemas_than(&self, before: &Self) -> bool {
        let (_, changed) = self.document.differs_from(&before.document);
        changed.start < SCHEMA_HEAD
            && DocumentHead::parse(&self.schema_head()) != DocumentHead::parse(&before.schema_head())
    }
}

/// Returns the start of `text`, which contains what it says about its encoding and its schemas.
pub fn schema_head(text: &str) -> &str {
    &text[..floor_char_boundary(text, SCHEMA_HEAD)]
}

impl Documents {
    /// Opens a document, whose `settings` lack its schemas; one that is open under the same URI is replaced.
    pub fn open(&self, uri: &str, version: Option<i32>, text: String, settings: Arc<Settings>) -> Arc<str> {
        let uri: Arc<str> = uri.into();
        let document = Document::parse(text, settings);
        let path = path_from_file_uri(&uri).map(Arc::from);
        let generation = self.next_generation();
        let snapshot = Snapshot { uri: Arc::clone(&uri), path, version, generation, is_provisional: true, document };
        self.lock().insert(Arc::clone(&uri), Arc::new(snapshot));
        uri
    }

    /// Applies `changes` in order; `None` if the document is not open.
    pub fn change(&self, uri: &str, version: Option<i32>, changes: Vec<TextChange>) -> Option<Arc<str>> {
        let mut open = self.lock();
        let snapshot = Arc::make_mut(open.get_mut(uri)?);
        for change in changes {
            apply(&mut snapshot.document, change);
        }
        if version < snapshot.version && version.is_some() {
            tracing::warn!("{uri}: version {version:?} is lower than the previous one, {:?}", snapshot.version);
        }
        // A version never decreases, or a client would ignore the new diagnostics.
        snapshot.version = version.max(snapshot.version);
        snapshot.generation = self.next_generation();
        Some(Arc::clone(&snapshot.uri))
    }

    /// Closes a document.
    pub fn close(&self, uri: &str) -> Option<Arc<str>> {
        self.lock().remove(uri).map(|snapshot| Arc::clone(&snapshot.uri))
    }

    /// Returns the current state of a document; `None` if it is not open.
    pub fn snapshot(&self, uri: &str) -> Option<Arc<Snapshot>> {
        self.lock().get(uri).cloned()
    }

    /// Analyzes the text of `snapshot` under `settings`, unless it was analyzed under equal ones. If the text has
    /// changed since, the present one is analyzed; if it is closed, nothing happens. `true` if anything was analyzed.
    pub fn reanalyze(&self, snapshot: &Snapshot, settings: Settings) -> bool {
        if settings == **snapshot.document.settings() {
            self.settle(snapshot);
            return false;
        }
        let document = reparsed(&snapshot.document, Arc::new(settings));
        self.replace(snapshot, document);
        true
    }

    /// Records that the settings of `snapshot` are complete.
    fn settle(&self, snapshot: &Snapshot) {
        let mut open = self.lock();
        let now = open.get_mut(&snapshot.uri).filter(|now| now.generation == snapshot.generation && now.is_provisional);
        if let Some(now) = now {
            Arc::make_mut(now).is_provisional = false;
        }
    }

    /// Makes a document provisional: what it says about its schemas changed.
    pub fn unsettle(&self, uri: &str) {
        if let Some(now) = self.lock().get_mut(uri) {
            Arc::make_mut(now).is_provisional = true;
        }
    }

    fn replace(&self, snapshot: &Snapshot, document: Document) {
        let mut open = self.lock();
        let Some(now) = open.get_mut(&snapshot.uri) else { return };
        let is_current = now.generation == snapshot.generation;
        // Another thread analyzed the document under the same settings: its results apply.
        if !is_current && now.document.settings() == document.settings() {
            return;
        }
        // The settings are those of another head; the present one was analyzed when it changed.
        if !is_current && now.names_other_schemas_than(snapshot) {
            return;
        }
        let now = Arc::make_mut(now);
        now.is_provisional &= !is_current;
        now.document = if is_current { document } else { reparsed(&now.document, Arc::clone(document.settings())) };
        now.generation = self.next_generation();
    }

    /// Gives the documents that `is_meant` accepts a new generation, because results about them may be different now;
    /// returns their URIs.
    pub fn renew(&self, is_meant: impl Fn(&Document) -> bool) -> Vec<Arc<str>> {
        let mut open = self.lock();
        let meant = open.values_mut().filter(|snapshot| is_meant(&snapshot.document));
        let renewed = meant.map(|snapshot| {
            Arc::make_mut(snapshot).generation = self.next_generation();
            Arc::clone(&snapshot.uri)
        });
        renewed.collect()
    }

    /// Returns the text of the open document whose file is at `path`.
    pub fn text_of_file(&self, path: &Path) -> Option<Arc<str>> {
        self.snapshot_of_file(path).map(|open| open.document.text().into())
    }

    /// Returns the open document whose file is at `path`.
    pub fn snapshot_of_file(&self, path: &Path) -> Option<Arc<Snapshot>> {
        self.lock().values().find(|open| open.path.as_deref() == Some(path)).cloned()
    }

    /// Returns the current state of all documents.
    pub fn all(&self) -> Vec<Arc<Snapshot>> {
        self.lock().values().cloned().collect()
    }

    /// Returns the current state of the documents that have a file.
    pub fn by_path(&self) -> DocumentsByPath {
        self.lock().values().filter_map(|open| Some((Arc::clone(open.path.as_ref()?), Arc::clone(open)))).collect()
    }

    /// Returns whether the document has not changed since `snapshot`.
    pub fn is_current(&self, snapshot: &Snapshot) -> bool {
        self.lock().get(&snapshot.uri).is_some_and(|now| now.generation == snapshot.generation)
    }

    fn next_generation(&self) -> u64 {
        self.generations.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Snapshot>>> {
        // A panic leaves the text from before or after the change, so the lock stays usable.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The open documents as files that references lead to. The settings of each document contain it, so it does not keep the
/// documents: without a session none is open.
#[derive(Clone, Debug)]
pub struct OpenDocuments(Weak<Documents>);

impl OpenDocuments {
    /// Creates the files of `documents`.
    pub fn new(documents: &Arc<Documents>) -> Self {
        Self(Arc::downgrade(documents))
    }
}

impl OpenFiles for OpenDocuments {
    fn version(&self, path: &Path) -> Option<u64> {
        self.0.upgrade()?.snapshot_of_file(path).map(|open| open.generation)
    }

    fn text(&self, path: &Path) -> Option<Arc<str>> {
        self.0.upgrade()?.text_of_file(path)
    }
}

fn apply(document: &mut Document, change: TextChange) {
    let mut changed_from = 0;
    if let Some((start, end)) = change.range {
        changed_from = document.offset(start, change.encoding);
        let end = document.offset(end, change.encoding).max(changed_from);
        document.edit(Span::new(changed_from, end), &change.text);
    } else {
        *document = Document::parse(change.text, Arc::clone(document.settings()));
    }
    if changed_from < HEAD {
        update_charset(document);
    }
}

/// Analyzes the document again if it declares another encoding now.
fn update_charset(document: &mut Document) {
    let charset = document_encoding(document).charset();
    if charset != document.settings().charset {
        let settings = Settings::clone(document.settings()).with_charset(charset);
        *document = reparsed(document, Arc::new(settings));
    }
}

/// Parses the same text with other settings.
fn reparsed(document: &Document, settings: Arc<Settings>) -> Document {
    Document::parse(document.text(), settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_that_settle_a_document_analyze_it_once() {
        let documents = Documents::default();
        let uri = documents.open("file:///a.xml", Some(1), "<a/>".to_owned(), Arc::default());
        let provisional = documents.snapshot(&uri).expect("it is open");
        let settings = || Settings::default().with_base("http://h/");
        assert!(documents.reanalyze(&provisional, settings()));
        let settled = documents.snapshot(&uri).expect("it is open");
        assert!(!settled.is_provisional);
        documents.reanalyze(&provisional, settings());
        assert!(documents.is_current(&settled), "a request about it would fail");
    }
}
