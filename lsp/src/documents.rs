//! The open documents. Their files on disk are not read.
//!
//! Every change has a number of its own, the generation: a result of one generation does not apply to the next.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use iri_core::files::{OpenFiles, is_schema_by_name, path_from_file_uri, path_key};
use iri_core::text::encoding::HEAD;
use iri_core::text::floor_char_boundary;
use iri_core::xml::head::DocumentHead;
use iri_core::{Document, Settings, Span};
use parking_lot::{Mutex, MutexGuard};

use crate::changed_lines::{ChangedLines, TextChange};
use crate::client_files::ClientFiles;
use crate::encoding::document_encoding;

/// Number of bytes at the start of a text in which the start tag of the root element is searched.
const SCHEMA_HEAD: usize = 64 * 1024;

/// State of an open document. It is cheap to keep: a later state shares everything that did not change.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// URI, as a `Url` writes it.
    pub uri: Arc<str>,
    /// Path of its file; `None` if it has none.
    pub path: Option<Arc<Path>>,
    /// Language that the editor gives it; empty if it gives none.
    pub language: Arc<str>,
    /// Version that the client sent; `None` if it sends none.
    pub version: Option<i32>,
    /// Number of the change that led to this state.
    pub generation: u64,
    /// Whether its schemas have not been looked for yet, or its settings may have changed.
    pub is_provisional: bool,
    /// Number of times that the settings became out of date.
    pub settings_outdated: u64,
    /// Analyzed text.
    pub document: Document,
}

/// Documents by the [keys](path_key) of their places.
pub type DocumentsByPath = HashMap<Arc<Path>, Arc<Snapshot>>;

/// Open documents by URI.
///
/// A change is applied when the document is next needed: all changes that wait until then cost one analysis.
#[derive(Debug, Default)]
pub struct Documents {
    open: Mutex<HashMap<Arc<str>, Arc<Snapshot>>>,
    /// Changes that are not applied yet, in order.
    waiting: Mutex<HashMap<Arc<str>, WaitingChanges>>,
    generations: AtomicU64,
    /// Files that the client reads.
    pub files: ClientFiles,
}

/// Changes of a document that are not applied yet.
#[derive(Debug, Default)]
struct WaitingChanges {
    /// Version after them.
    version: Option<i32>,
    changes: Vec<TextChange>,
}

impl Snapshot {
    /// Returns the path of its file. A document without a file has its URI in place of it, which is the path of no file.
    pub fn place(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(&*self.uri))
    }

    /// Returns the start of the text, which contains what the document says about its encoding and its schemas.
    pub fn schema_head(&self) -> Cow<'_, str> {
        self.document.slice(self.document.clamped(Span::new(0, SCHEMA_HEAD)))
    }

    /// Returns whether this is the state of `other`: the same text, under settings that are as new.
    fn is_state_of(&self, other: &Self) -> bool {
        (self.generation, self.settings_outdated) == (other.generation, other.settings_outdated)
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
    pub fn open(
        &self,
        (uri, language): (&str, &str),
        version: Option<i32>,
        text: String,
        settings: Arc<Settings>,
    ) -> Arc<str> {
        let (uri, language): (Arc<str>, Arc<str>) = (uri.into(), language.into());
        let document = Document::parse(text, settings);
        let path = path_from_file_uri(&uri).map(Arc::from);
        let generation = self.next_generation();
        let snapshot = Snapshot {
            uri: Arc::clone(&uri),
            path,
            language,
            version,
            generation,
            is_provisional: true,
            settings_outdated: 0,
            document,
        };
        self.lock().insert(Arc::clone(&uri), Arc::new(snapshot));
        uri
    }

    /// Records `changes`, which are applied in order; `None` if the document is not open.
    pub fn change(&self, uri: &str, version: Option<i32>, changes: Vec<TextChange>) -> Option<Arc<str>> {
        let open = self.open.lock();
        let (uri, snapshot) = open.get_key_value(uri)?;
        let mut waiting = self.waiting.lock();
        let waiting = waiting.entry(Arc::clone(uri)).or_default();
        let before = waiting.version.max(snapshot.version);
        if version < before && version.is_some() {
            tracing::warn!("{uri}: version {version:?} is lower than the previous one, {before:?}");
        }
        // A version never decreases, or a client would ignore the new diagnostics.
        waiting.version = version.max(before);
        waiting.changes.extend(changes);
        Some(Arc::clone(uri))
    }

    /// Applies the changes that wait.
    fn apply_waiting(&self, open: &mut HashMap<Arc<str>, Arc<Snapshot>>) {
        let waiting = std::mem::take(&mut *self.waiting.lock());
        for (uri, WaitingChanges { version, changes }) in waiting {
            let Some(snapshot) = open.get_mut(&uri) else { continue };
            let before = Arc::clone(snapshot);
            let now = Arc::make_mut(snapshot);
            apply_all(&mut now.document, changes);
            now.version = version;
            now.generation = self.next_generation();
            // The worker, or the next request, looks for the other schemas, or for the types that a schema itself defines.
            let is_provisional = is_schema(&uri) || now.names_other_schemas_than(&before);
            now.is_provisional |= is_provisional;
        }
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
            self.mark_settings_complete(snapshot);
            return false;
        }
        let document = reparsed(&snapshot.document, Arc::new(settings));
        self.replace(snapshot, document);
        true
    }

    /// Records that the settings of `snapshot` are complete.
    fn mark_settings_complete(&self, snapshot: &Snapshot) {
        let mut open = self.lock();
        let now = open.get_mut(&snapshot.uri).filter(|now| now.is_state_of(snapshot) && now.is_provisional);
        if let Some(now) = now {
            Arc::make_mut(now).is_provisional = false;
        }
    }

    fn replace(&self, snapshot: &Snapshot, document: Document) {
        let mut open = self.lock();
        let Some(now) = open.get_mut(&snapshot.uri) else { return };
        let is_current = now.is_state_of(snapshot);
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

    /// Gives the documents that `matches` accepts a new generation, because results about them may be different now.
    pub fn renew(&self, matches: impl Fn(&Snapshot) -> bool) {
        for snapshot in self.lock().values_mut().filter(|snapshot| matches(snapshot)) {
            Arc::make_mut(snapshot).generation = self.next_generation();
        }
    }

    /// Records that the settings of all documents may be different now.
    pub fn outdate_settings(&self) {
        for snapshot in self.lock().values_mut() {
            let snapshot = Arc::make_mut(snapshot);
            snapshot.is_provisional = true;
            snapshot.settings_outdated += 1;
        }
    }

    /// Returns the text of the open document whose file is at `path`.
    pub fn text_of_file(&self, path: &Path) -> Option<Arc<str>> {
        self.snapshot_of_file(path).map(|open| open.document.text().into())
    }

    /// Returns the open document whose file is at `path`, or whose [place](Snapshot::place) it is.
    pub fn snapshot_of_file(&self, path: &Path) -> Option<Arc<Snapshot>> {
        let key = path_key(path);
        self.lock().values().find(|open| path_key(open.place()) == key).cloned()
    }

    /// Returns the current state of all documents.
    pub fn all(&self) -> Vec<Arc<Snapshot>> {
        self.lock().values().cloned().collect()
    }

    /// Returns whether `matches` accepts a document. Changes that wait are not applied first.
    pub fn any(&self, matches: impl Fn(&Document) -> bool) -> bool {
        self.open.lock().values().any(|open| matches(&open.document))
    }

    /// Returns the current state of all documents by their places.
    pub fn by_path(&self) -> DocumentsByPath {
        let open = self.lock();
        open.values().map(|open| (path_key(open.place()).into(), Arc::clone(open))).collect()
    }

    /// Returns whether the document has not changed since `snapshot`.
    pub fn is_current(&self, snapshot: &Snapshot) -> bool {
        // A worker asks this often: it must not apply the changes that wait.
        let has_waiting = self.waiting.lock().contains_key(&snapshot.uri);
        let open = self.open.lock();
        !has_waiting && open.get(&snapshot.uri).is_some_and(|now| now.generation == snapshot.generation)
    }

    fn next_generation(&self) -> u64 {
        self.generations.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// Returns the open documents after all changes.
    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Snapshot>>> {
        let mut open = self.open.lock();
        self.apply_waiting(&mut open);
        open
    }
}

/// Returns whether the document at `uri` is named like a schema.
pub fn is_schema(uri: &str) -> bool {
    path_from_file_uri(uri).is_some_and(|path| is_schema_by_name(&path))
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
        let documents = self.0.upgrade()?;
        let open = documents.snapshot_of_file(path).map(|open| open.generation);
        // Generations are even, so that no version of a file is one.
        open.map(|generation| 2 * generation).or_else(|| Some(2 * documents.files.get(path)?.0 + 1))
    }

    fn text(&self, path: &Path) -> Option<Arc<str>> {
        let documents = self.0.upgrade()?;
        documents.text_of_file(path).or_else(|| Some(documents.files.get(path)?.1))
    }
}

/// Applies `changes` in order. Those of the same few lines cost one analysis.
fn apply_all(document: &mut Document, changes: Vec<TextChange>) {
    let is_single = changes.len() == 1;
    let mut lines: Option<ChangedLines> = None;
    for change in changes {
        if lines.as_mut().is_some_and(|lines| lines.apply(&change)) {
            continue;
        }
        apply_lines(document, lines.take());
        lines = ChangedLines::around(document, &change).filter(|_| !is_single);
        if !lines.as_mut().is_some_and(|lines| lines.apply(&change)) {
            lines = None;
            apply(document, change);
        }
    }
    apply_lines(document, lines);
}

fn apply_lines(document: &mut Document, lines: Option<ChangedLines>) {
    if let Some(edit) = lines.and_then(|lines| lines.edit(document)) {
        document.edit(edit.span, &edit.text);
        if edit.span.start < HEAD {
            update_charset(document);
        }
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
    use fastrand::Rng;
    use iri_core::text::{Position, PositionEncoding};

    use super::*;

    fn random_change(rng: &mut Rng, text: &str) -> TextChange {
        let lines = iri_core::text::lines::line_column(text, text.len()).line;
        let mut position = |near: usize| Position { line: (near + rng.usize(..3)).min(lines), column: rng.usize(..12) };
        let start = position(0);
        let end = position(start.line).max(start);
        let pieces = ["", "x", "\r", "\n", "\r\n", "a\rb", "<b/>", " c=''", "\u{1F600}", "-->", "<!--"];
        let text = pieces[rng.usize(..pieces.len())].to_owned();
        TextChange { range: Some((start, end)), encoding: PositionEncoding::Utf16, text }
    }

    #[test]
    fn changes_that_wait_lead_to_the_same_document_as_one_by_one() {
        let mut rng = Rng::with_seed(44);
        for _ in 0..3_000 {
            let ends = ["\r", "\n", "\r\n"];
            let text: String = (0..8).flat_map(|_| ["<a b='\u{E9}d'/>", ends[rng.usize(..3)]]).collect();
            let mut one_by_one = Document::parse(text, Arc::default());
            let mut together = one_by_one.clone();
            let mut changes = Vec::new();
            for _ in 0..rng.usize(1..8) {
                let change = random_change(&mut rng, &one_by_one.text());
                apply(&mut one_by_one, change.clone());
                changes.push(change);
            }
            apply_all(&mut together, changes.clone());
            assert_eq!(together.text(), one_by_one.text(), "{changes:?}");
        }
    }

    #[test]
    fn changes_that_wait_cost_one_analysis() {
        let documents = Documents::default();
        let text = format!("<a>\n<b xml:base='{}'/>\n</a>", "a b|".repeat(1_000));
        let uri = documents.open(("file:///a.xml", "xml"), Some(1), text.clone(), Arc::default());
        let before = documents.snapshot(&uri).expect("it is open");
        for (number, version) in (2..22).enumerate() {
            let at = Position { line: 1, column: 13 + number };
            let change = TextChange { range: Some((at, at)), encoding: PositionEncoding::Utf16, text: "x".to_owned() };
            documents.change(&uri, Some(version), vec![change]);
            assert!(!documents.is_current(&before), "results about the text before are out of date");
        }
        let after = documents.snapshot(&uri).expect("it is open");
        assert_eq!((after.version, after.generation), (Some(21), before.generation + 1));
        assert_eq!(after.document.text(), text.replacen("='", &format!("='{}", "x".repeat(20)), 1));
        assert_eq!(documents.open.lock()[&uri].generation, after.generation);
    }

    #[test]
    fn two_threads_that_settle_a_document_analyze_it_once() {
        let documents = Documents::default();
        let uri = documents.open(("file:///a.xml", "xml"), Some(1), "<a/>".to_owned(), Arc::default());
        let provisional = documents.snapshot(&uri).expect("it is open");
        let settings = || Settings::default().with_base("http://h/");
        assert!(documents.reanalyze(&provisional, settings()));
        let settled = documents.snapshot(&uri).expect("it is open");
        assert!(!settled.is_provisional);
        documents.reanalyze(&provisional, settings());
        assert!(documents.is_current(&settled), "a request about it would fail");
    }
}
