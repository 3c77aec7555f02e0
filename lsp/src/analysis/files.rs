//! Files that are not open: which ones the workspace has, and their analysis.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::Document;
use iri_core::files::{WalkOptions, is_found_document, read_document, read_linked, walk};
use iri_core::text::encoding::{self, Source};
use iri_core::xml::{ScopeCache, are_targets_checked};

use crate::config::Configuration;
use crate::documents::Snapshot;

/// Maximum size of a file that is analyzed without being open, in bytes.
const LARGEST: u64 = 1 << 30;

/// Returns the files in `folders`, each once, at most `limit`, as long as they `is_wanted`.
pub fn in_folders<'f>(
    folders: &'f [PathBuf],
    limit: usize,
    is_wanted: impl Fn() -> bool + 'f,
) -> impl Iterator<Item = PathBuf> {
    let mut known = HashSet::new();
    let files = folders.iter().flat_map(|folder| walk(folder, WalkOptions::default())).take_while(move |_| is_wanted());
    files.filter_map(Result::ok).filter(move |path| known.insert(path.clone())).take(limit)
}

/// Returns the decoded text of the file at `path`, which may have links and IDs; `None` if it is neither a document nor a page,
/// has more than `limit` bytes, or cannot be read.
pub fn linked_source(path: &Path, limit: u64) -> Option<Source> {
    encoding::decode(read_linked(path, limit).ok()??).ok()
}

/// Returns whether the findings of `document` depend on the existence of other files.
pub fn depends_on_others(document: &Document) -> bool {
    are_targets_checked(&document.settings().severities)
}

/// Cache of the analysis of several files.
#[derive(Debug, Default)]
pub struct ParsedFiles(ScopeCache);

impl ParsedFiles {
    /// Reads and analyzes the file at `path`, whose URI is `uri`; `None` if it is not XML, ignored, or cannot be read.
    pub fn parse(&mut self, configuration: &Configuration, path: &Path, uri: &str) -> Option<Snapshot> {
        let source = encoding::decode(read_document(path, LARGEST).ok()??).ok();
        let source = source.filter(|source: &Source| is_found_document(path, &source.text))?;
        let settings = configuration.settings_for_file(uri, &source.text, &source.form)?;
        let document = Document::parse_with_cache(&mut self.0, source.text, &Arc::new(settings));
        let path = Some(path.into());
        Some(Snapshot {
            uri: uri.into(),
            path,
            language: "".into(),
            version: None,
            generation: 0,
            is_provisional: false,
            settings_outdated: 0,
            document,
        })
    }
}
