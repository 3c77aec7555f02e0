//! A file as the list needs it: its references, how it is written, and its text if there is room.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use iri_core::Document;
use iri_core::text::encoding::EncodedForm;

use crate::files::rows::Rows;

/// A file that was read.
pub struct ListedFile {
    /// Its path, as a person would write it.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// The folder that links must not lead out of.
    pub tree: PathBuf,
    /// How it is written.
    pub form: EncodedForm,
    /// Whether it may be written.
    pub is_fixable: bool,
    /// The references in it.
    pub rows: Rows,
    /// The state of the file when it was read.
    pub stamp: Option<FileStamp>,
    /// What was read, where there is room to keep it.
    pub kept: Option<FileContent>,
}

/// A file in memory.
pub struct FileContent {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What they say.
    pub document: Document,
}

/// What tells whether a file has changed, without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl ListedFile {
    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        self.rows.weight() + self.kept.as_ref().map_or(0, |kept| 2 * kept.bytes.len())
    }
}

impl FileStamp {
    /// That of the file at `path`, if there is one.
    pub fn read(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self { length: metadata.len(), modified: metadata.modified().ok() })
    }
}
