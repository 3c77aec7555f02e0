//! A file for the list: its references, its encoding, and its text if memory allows.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::Stamp;
use iri_core::text::encoding::EncodedForm;
use iri_core::{Document, Settings};

use crate::files::here::from_here;
use crate::files::rows::Rows;
use crate::files::tally::named;

/// A file that was read.
pub struct ListedFile {
    /// Path, relative to the current directory if possible.
    pub name: String,
    /// Path on disk; of a file in a package, its name.
    pub path: PathBuf,
    /// Directory that links must not lead out of.
    pub tree: PathBuf,
    /// Package that contains it, if any.
    pub package: Option<ContainingPackage>,
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

/// Package that contains a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainingPackage {
    /// Path on disk; of packages in packages, that of the outermost one.
    pub path: PathBuf,
    /// Name of the file in it.
    pub entry: String,
    /// Reason why the file cannot be changed, as a clause about it; `None` if it can.
    pub refusal: Option<Arc<str>>,
}

impl ContainingPackage {
    /// Returns the path on disk of the file at `path`: that of the package that contains it, if any.
    pub fn path_on_disk<'p>(package: Option<&'p Self>, path: &'p Path) -> &'p Path {
        package.map_or(path, |package| &package.path)
    }

    /// Returns the message about `count` files in the package at `path` that are not fixed.
    pub fn left(path: &Path, reason: &str, count: usize) -> String {
        format!("{}: {} left: {reason}", from_here(path), named(count, "file"))
    }
}

/// A file in memory.
#[derive(Clone)]
pub struct FileContent {
    /// Bytes.
    pub bytes: Vec<u8>,
    /// Document that they contain.
    pub document: Document,
}

impl ListedFile {
    /// Returns the path of the file on disk that contains it.
    pub fn disk_path(&self) -> &Path {
        ContainingPackage::path_on_disk(self.package.as_ref(), &self.path)
    }

    /// Returns the approximate size in bytes.
    pub fn weight(&self) -> usize {
        self.rows.weight() + self.kept.as_ref().map_or(0, |kept| 2 * kept.bytes.len())
    }
}
