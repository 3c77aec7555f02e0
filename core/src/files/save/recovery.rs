//! Leftovers of saves that were interrupted, for example by SIGKILL or a power failure.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::save::journal::{Restoration, restore};
use crate::files::save::temporary::{Kind, Leftover, Temporary, start_of_name};

/// Leftovers in a directory, for any file in it.
///
/// ```
/// use iri_core::files::Leftovers;
///
/// let directory = std::env::temp_dir().join(format!("iri-core-recover-{}", std::process::id()));
/// std::fs::create_dir_all(&directory)?;
/// let recovery = Leftovers::in_directory(&directory)?.recover(&directory.join("a.xml"));
/// assert_eq!((recovery.removed, recovery.is_restored), (0, false));
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Leftovers {
    /// Kind, start of the name of the target, and path.
    files: Vec<(Kind, String, PathBuf)>,
}

/// Result of [`Leftovers::recover`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovery {
    /// Number of temporary files that were removed.
    pub removed: usize,
    /// Whether the old text of the file was restored, because a save in place was interrupted.
    pub is_restored: bool,
    /// Journals that were not removed: each contains the old text of the file, which changed since.
    pub kept: Vec<PathBuf>,
    /// Journals that have no effect, because others may have written them.
    pub foreign: Vec<PathBuf>,
}

impl Leftovers {
    /// Finds the leftovers in `directory`.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn in_directory(directory: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            if let Some((kind, target)) = Kind::from_name(&entry.file_name()) {
                files.push((kind, target.to_owned(), entry.path()));
            }
        }
        Ok(Self { files })
    }

    /// Removes what interrupted saves of the file at `path` left, and restores its text if they left it incomplete. Call
    /// this before you read a file that you want to [`save`](super::save()). Leftovers that a running process uses are not
    /// touched. A leftover has an effect only if this user wrote it.
    pub fn recover(&self, path: &Path) -> Recovery {
        let mut recovery = Recovery::default();
        let start = start_of_name(path);
        for (kind, _, leftover) in self.files.iter().filter(|(_, target, _)| target == start) {
            match (Temporary::leftover(leftover.clone(), *kind), kind) {
                (Leftover::Ours(leftover), Kind::New) => recovery.removed += usize::from(leftover.remove().is_ok()),
                (Leftover::Ours(journal), Kind::Journal) => match restore(journal, path) {
                    Ok(Restoration::Whole) => recovery.removed += 1,
                    Ok(Restoration::Restored) => {
                        recovery.removed += 1;
                        recovery.is_restored = true;
                    }
                    Ok(Restoration::Changed) | Err(_) => recovery.kept.push(leftover.clone()),
                    Ok(Restoration::Other) => {}
                },
                (Leftover::Foreign, Kind::Journal) if leftover.symlink_metadata().is_ok() => {
                    recovery.foreign.push(leftover.clone());
                }
                (Leftover::Foreign | Leftover::InUse, _) => {}
            }
        }
        recovery
    }
}
