//! Leftovers of earlier runs that were killed while they saved a file.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::files::here::from_here;

/// The directories of one run in which leftovers were handled.
#[derive(Debug, Default)]
pub struct RecoveredDirectories(Mutex<HashSet<PathBuf>>);

impl RecoveredDirectories {
    /// Handles the leftovers in the directory of the file at `path` once, unless a link leads out of `tree`. Returns
    /// messages about files that were restored or need a decision.
    ///
    /// Other threads wait, because the file may be incomplete before.
    pub fn recover(&self, path: &Path, tree: &Path) -> Vec<String> {
        let (Ok(path), Ok(tree)) = (fs::canonicalize(path), fs::canonicalize(tree)) else { return Vec::new() };
        let Some(directory) = path.parent().filter(|_| path.starts_with(&tree)) else { return Vec::new() };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.insert(directory.to_owned()) {
            return Vec::new();
        }
        // A directory that cannot be read has no leftovers that could be removed.
        let recovery = iri_core::files::recover(directory).unwrap_or_default();
        let restored =
            recovery.restored.iter().map(|file| format!("{}: restored after an interrupted save", from_here(file)));
        let kept = recovery.kept.iter().map(|journal| {
            format!("{}: contains the text before an interrupted save; the file changed since", from_here(journal))
        });
        restored.chain(kept).collect()
    }
}
