//! A file for the list: its references, its encoding, and its text if memory allows.

use std::path::PathBuf;
use std::sync::Arc;

use iri_core::files::Stamp;
use iri_core::text::encoding::EncodedForm;
use iri_core::{Document, Settings};

use crate::files::rows::Rows;

/// A file that was read.
pub struct ListedFile {
    /// Path, relative to the current directory if possible.
    pub name: String,
    /// Path on disk.
    pub path: PathBuf,
    /// Directory that links must not lead out of.
    pub tree: PathBuf,
    /// Encoding.
    pub form: EncodedForm,
    /// Whether it may be saved.
    pub is_fixable: bool,
    /// References.
    pub rows: Rows,
    /// State of the file when it was read.
    pub stamp: Option<Stamp>,
    /// Settings of its inspection.
    pub settings: Arc<Settings>,
    /// Content, if memory allows.
    pub kept: Option<FileContent>,
}

/// A file in memory.
pub struct FileContent {
    /// Bytes.
    pub bytes: Vec<u8>,
    /// Document that they contain.
    pub document: Document,
}

impl ListedFile {
    /// Returns the approximate size in bytes.
    pub fn weight(&self) -> usize {
        self.rows.weight() + self.kept.as_ref().map_or(0, |kept| 2 * kept.bytes.len())
    }
}
