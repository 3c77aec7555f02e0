//! Leftovers of saves that were interrupted, for example by SIGKILL or a power failure.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::save::journal::{Restoration, restore};
use crate::files::save::temporary::{Kind, Temporary};

/// Result of [`recover`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovery {
    /// Number of temporary files that were removed.
    pub removed: usize,
    /// Files whose old text was restored, because a save in place was interrupted.
    pub restored: Vec<PathBuf>,
    /// Journals that were not removed: each contains the old text of a file that changed since.
    pub kept: Vec<PathBuf>,
}

/// Removes what interrupted saves left in a directory, and restores the files that they left incomplete. Files that a
/// running process uses are not touched. Call this before you read files that you want to [`save`](super::save()).
///
/// ```
/// let directory = std::env::temp_dir().join(format!("iri-core-recover-{}", std::process::id()));
/// std::fs::create_dir_all(&directory)?;
/// let recovery = iri_core::files::recover(&directory)?;
/// assert_eq!((recovery.removed, recovery.restored.len()), (0, 0));
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the directory cannot be read. A leftover that cannot be opened or removed is skipped.
pub fn recover(directory: &Path) -> io::Result<Recovery> {
    let mut recovery = Recovery::default();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let Some(kind) = Kind::from_name(&entry.file_name()) else { continue };
        let path = entry.path();
        let Some(leftover) = Temporary::leftover(path.clone()) else { continue };
        match kind {
            Kind::New => recovery.removed += usize::from(leftover.remove().is_ok()),
            Kind::Journal => match restore(leftover) {
                Ok(Restoration::Whole) => recovery.removed += 1,
                Ok(Restoration::Restored(target)) => {
                    recovery.removed += 1;
                    recovery.restored.push(target);
                }
                Ok(Restoration::Changed) | Err(_) => recovery.kept.push(path),
            },
        }
    }
    Ok(recovery)
}
