//! The files below a folder, in an order that is the same on every run.
//!
//! As git and ripgrep do: hidden ones and those that `.gitignore` or `.ignore` name are left out. Links are
//! not followed, so no loop and no way out of the tree is met. Pipes, sockets and devices are passed over:
//! reading one may never end.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use ignore::{IncrementalIgnore, Walk, WalkBuilder};

/// Part of a directory that could not be read, or a `.gitignore` that could not. Displays the path and the cause.
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

/// The files below `folder`, sorted by path, name by name.
pub fn walk(folder: &Path) -> impl Iterator<Item = Result<PathBuf, WalkError>> + Send + use<> {
    let walk: Walk = WalkBuilder::new(folder).sort_by_file_name(std::ffi::OsStr::cmp).build();
    walk.filter_map(|entry| match entry {
        Ok(entry) => entry.file_type().is_some_and(|kind| kind.is_file()).then(|| Ok(entry.into_path())),
        Err(error) => Some(Err(WalkError { message: error.to_string() })),
    })
}

/// What a path that a user wrote is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A folder to walk.
    Folder,
    /// Something to read.
    File,
}

/// What `path` is; links are followed, for the user named them.
///
/// # Errors
/// Where there is nothing of that name, or it cannot be looked at.
pub fn named(path: &Path) -> std::io::Result<Named> {
    let metadata = std::fs::metadata(path)?;
    Ok(if metadata.is_dir() { Named::Folder } else { Named::File })
}

/// What a walk from a folder leaves out.
#[derive(Debug)]
pub struct LeftOut {
    matchers: Vec<IncrementalIgnore>,
}

impl LeftOut {
    /// What a walk from `top` leaves out.
    pub fn below(top: &Path) -> Self {
        Self { matchers: WalkBuilder::new(top).build_matchers() }
    }

    /// Whether it leaves out `file`. Of what is not below the folder nothing can be told: it is not left out.
    pub fn holds(&mut self, file: &Path) -> bool {
        self.matchers.iter_mut().any(|matcher| {
            let below = matcher.normalize(file);
            below.is_some_and(|below| matcher.matched(below, false).is_ignore())
        })
    }
}
