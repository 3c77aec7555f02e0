//! Files below a directory, in the same order in every run.
//!
//! Like in git and ripgrep, hidden files and those that `.gitignore` or `.ignore` name are skipped. Links are not
//! followed, which prevents loops and paths outside the tree. Pipes, sockets and devices are skipped: reading one may
//! never end.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use ignore::{IncrementalIgnore, Walk, WalkBuilder};

/// Part of a directory or a `.gitignore` file that could not be read. Displays the path and the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WalkError {
    /// Path and cause.
    pub message: String,
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for WalkError {}

/// Returns the files below `folder`, sorted by path, component by component.
pub fn walk(folder: &Path) -> impl Iterator<Item = Result<PathBuf, WalkError>> + Send + use<> {
    let walk: Walk = WalkBuilder::new(folder).sort_by_file_name(std::ffi::OsStr::cmp).build();
    walk.filter_map(|entry| match entry {
        Ok(entry) => entry.file_type().is_some_and(|kind| kind.is_file()).then(|| Ok(entry.into_path())),
        Err(error) => Some(Err(WalkError { message: error.to_string() })),
    })
}

/// Kind of a path that a user named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Directory to walk.
    Folder,
    /// File to read.
    File,
}

/// Returns the kind of `path`; links are followed, because the user named them.
///
/// # Errors
/// Returns an error if nothing exists at `path` or its metadata cannot be read.
pub fn named(path: &Path) -> std::io::Result<Named> {
    let metadata = std::fs::metadata(path)?;
    Ok(if metadata.is_dir() { Named::Folder } else { Named::File })
}

/// Files that a walk from a directory skips.
#[derive(Debug)]
pub struct LeftOut {
    matchers: Vec<IncrementalIgnore>,
}

impl LeftOut {
    /// Creates the filter for a walk from `top`.
    pub fn below(top: &Path) -> Self {
        Self { matchers: WalkBuilder::new(top).build_matchers() }
    }

    /// Returns whether the walk skips `file`. Files outside the directory are not skipped.
    pub fn skips(&mut self, file: &Path) -> bool {
        self.matchers.iter_mut().any(|matcher| {
            let below = matcher.normalize(file);
            below.is_some_and(|below| matcher.matched(below, false).is_ignore())
        })
    }
}
