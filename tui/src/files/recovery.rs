//! Leftovers of earlier runs that were killed while they saved a file.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use iri_core::files::Leftovers;
use parking_lot::Mutex;

use crate::files::here::from_here;

/// The leftovers in the directories of one run.
#[derive(Debug, Default)]
pub struct RecoveredDirectories(Mutex<HashMap<PathBuf, Leftovers>>);

impl RecoveredDirectories {
    /// Handles the leftovers of the file at `path`, unless a link leads out of `tree`. Returns messages about it.
    ///
    /// Other threads wait, because the file may be incomplete before.
    pub fn recover(&self, path: &Path, tree: &Path) -> Vec<String> {
        let (Ok(path), Ok(tree)) = (fs::canonicalize(path), fs::canonicalize(tree)) else { return Vec::new() };
        let Some(directory) = path.parent().filter(|_| path.starts_with(&tree)) else { return Vec::new() };
        let mut known = self.0.lock();
        if !known.contains_key(directory) {
            // A directory that cannot be read has no leftovers that could be removed.
            known.insert(directory.to_owned(), Leftovers::in_directory(directory).unwrap_or_default());
        }
        let recovery = known[directory].recover(&path);
        let restored =
            recovery.is_restored.then(|| format!("{}: restored after an interrupted save", from_here(&path)));
        let kept = recovery.kept.iter().map(|journal| {
            format!("{}: contains the text before an interrupted save; the file changed since", from_here(journal))
        });
        let foreign = recovery
            .foreign
            .iter()
            .map(|journal| format!("{}: not used to restore the file: others may have written it", from_here(journal)));
        restored.into_iter().chain(kept).chain(foreign).collect()
    }
}
