//! Saves a file so that at every moment either the old text or the new text is complete on disk.
//!
//! ```text
//! resolve links ─▶ may it be written? ─▶ temporary file ─▶ owner, ACL, attributes, mode ─▶ fsync ─▶ read it back
//!                  ─▶ unchanged since it was read? ─▶ rename over the old file ─▶ fsync the directory
//!
//! hard links, or attributes that cannot be kept ─▶ journal ─▶ fsync ─▶ write in place ─▶ fsync ─▶ remove the journal
//! ```
//!
//! [`Leftovers`] removes what a killed process left, and restores the old text from a journal.

mod attributes;
mod journal;
mod recovery;
mod steps;
mod temporary;
#[cfg(test)]
mod tests;

pub use recovery::{Leftovers, Recovery};

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{error, fmt};

use attributes::LostAttributes;
use temporary::{Kind, Lock, Temporary, is_in_use, is_same_file, lock};

use crate::files::input::open_found;
use crate::files::paths::PathStyle;

/// Method by which a file was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// Another file replaced it atomically.
    Replaced,
    /// In place, with a journal. Displayed with the reason.
    InPlace(InPlaceReason),
}

/// Reason why no other file could replace it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InPlaceReason {
    /// The file has other hard links, which should keep their target.
    OtherNames,
    /// A new file would belong to another user or group.
    Owner,
    /// A new file would have another mode, ACL or extended attribute.
    Attributes,
    /// The file is a mount point, which cannot be replaced.
    Mount,
}

/// Reason why a file was not changed. Displayed as a message.
#[derive(Debug)]
#[non_exhaustive]
pub enum SaveError {
    /// The path leads outside the directory tree through a link.
    OutOfTree(PathBuf),
    /// It is not a regular file.
    NoFile,
    /// It is read-only.
    Protected,
    /// No file can be created in its directory, so that a save could not be atomic.
    Directory,
    /// Another program changed it since it was read.
    Changed,
    /// Another program has it open, which keeps it from being changed on this system.
    InUse,
    /// The operating system returned an error.
    Disk(io::Error),
}

/// Maximum wait for another process that saves the same file under another name, or has it open.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// Writes `new` over `original` in the file at `path`, whole or not at all. Nothing is written if the file no longer
/// contains `original`, or if a link leads out of the directory `tree`. Owner, mode, links, and on most systems ACLs and
/// extended attributes stay the same.
///
/// If the process is killed, the file has its old or its new text. A file with hard links, or whose attributes a new file
/// cannot have, may then be incomplete until [`Leftovers::recover`] restores its old text.
///
/// ```
/// use iri_core::files::{Saved, save};
///
/// let directory = std::env::temp_dir().join(format!("iri-core-save-{}", std::process::id()));
/// std::fs::create_dir_all(&directory)?;
/// let path = directory.join("a.xml");
/// std::fs::write(&path, "<a/>")?;
/// assert_eq!(save(&path, &directory, b"<a/>", b"<b/>")?, Saved::Replaced);
/// assert!(save(&path, &directory, b"<a/>", b"<c/>").is_err());
/// assert_eq!(std::fs::read_to_string(&path)?, "<b/>");
/// std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file was left as it was.
pub fn save(path: &Path, tree: &Path, original: &[u8], new: &[u8]) -> Result<Saved, SaveError> {
    let target = resolved(path, tree)?;
    // Opening a pipe would wait for its other end.
    if !fs::metadata(&target)?.is_file() {
        return Err(SaveError::NoFile);
    }
    // A rename needs no permission to write the file itself, but a file that was made read-only must stay unchanged.
    steps::before("open")?;
    let file = journal::target_options().open(&target).map_err(|error| match error.kind() {
        _ if is_in_use(PathStyle::SYSTEM, &error, false) => SaveError::InUse,
        io::ErrorKind::PermissionDenied => SaveError::Protected,
        _ => SaveError::Disk(error),
    })?;
    let metadata = file.metadata()?;
    if metadata.permissions().readonly() {
        return Err(SaveError::Protected);
    }
    let replacement = if has_other_names(&metadata) {
        Err(InPlaceReason::OtherNames)
    } else {
        replacement(&target, (&file, &metadata), new)?
    };
    // Windows replaces no file that is open, by this program or another one.
    drop(file);
    let reason = match replacement {
        Ok(mut temporary) => {
            let began = Instant::now();
            loop {
                if !is_unchanged(&target, &metadata, original)? {
                    return Err(SaveError::Changed);
                }
                match temporary.replace(&target) {
                    Ok(()) => {
                        journal::sync_directory(&target);
                        return Ok(Saved::Replaced);
                    }
                    // Programs that index files or look for viruses have each open for a moment.
                    Err(error) if is_in_use(PathStyle::SYSTEM, &error, true) => {
                        if began.elapsed() > PATIENCE {
                            return Err(SaveError::InUse);
                        }
                        thread::sleep(PAUSE);
                    }
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => break InPlaceReason::Mount,
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Err(reason) => reason,
    };
    let mut file = journal::target_options().open(&target)?;
    if !is_same_file(&file.metadata()?, &metadata) {
        return Err(SaveError::Changed);
    }
    save_in_place(&target, &mut file, original, new)?;
    Ok(Saved::InPlace(reason))
}

/// Returns the target of `path` after links.
fn resolved(path: &Path, tree: &Path) -> Result<PathBuf, SaveError> {
    let target = fs::canonicalize(path)?;
    // The parent of a plain name is an empty path.
    let tree = if tree.as_os_str().is_empty() { Path::new(".") } else { tree };
    if target.starts_with(fs::canonicalize(tree)?) { Ok(target) } else { Err(SaveError::OutOfTree(target)) }
}

/// Writes the new text to a temporary file in the directory of `target`, with the attributes of the old file, and syncs
/// it. Returns the reason if it cannot have these attributes.
fn replacement(
    target: &Path,
    (old, metadata): (&File, &Metadata),
    new: &[u8],
) -> Result<Result<Temporary, InPlaceReason>, SaveError> {
    let mut temporary = created(target, Kind::New)?;
    attributes::copy_with_text(target, &temporary.path, &temporary.file)?;
    steps::write(&mut temporary.file, new)?;
    if let Err(unkept) = attributes::copy(old, metadata, &temporary.file)? {
        return Ok(Err(match unkept {
            LostAttributes::Owner => InPlaceReason::Owner,
            LostAttributes::Attributes => InPlaceReason::Attributes,
        }));
    }
    steps::sync(&temporary.file)?;
    temporary.file.seek(SeekFrom::Start(0))?;
    if rest_equals(&mut temporary.file, new)? {
        Ok(Ok(temporary))
    } else {
        Err(io::Error::other("the disk returned another text than was written").into())
    }
}

/// Creates a temporary file for `target`.
fn created(target: &Path, kind: Kind) -> Result<Temporary, SaveError> {
    Temporary::create(target, kind).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => SaveError::Directory,
        _ => SaveError::Disk(error),
    })
}

/// Returns whether the file at `target` is still the one with this metadata, and contains `original`.
fn is_unchanged(target: &Path, metadata: &Metadata, original: &[u8]) -> io::Result<bool> {
    steps::before("compare")?;
    let (mut file, _) = open_found(target)?;
    let now = file.metadata()?;
    let is_same = is_same_file(&now, metadata) && has_same_attributes(&now, metadata);
    Ok(is_same && rest_equals(&mut file, original)?)
}

/// Saves a file in place. If a file has several names, two threads or processes may save it at the same time.
fn save_in_place(target: &Path, file: &mut File, original: &[u8], new: &[u8]) -> Result<(), SaveError> {
    static IN_PLACE: Mutex<()> = Mutex::new(());
    let _one_at_a_time = IN_PLACE.lock().unwrap_or_else(PoisonError::into_inner);
    let began = Instant::now();
    while lock(file)? == Lock::Busy {
        if began.elapsed() > PATIENCE {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "file is locked by another program").into());
        }
        thread::sleep(PAUSE);
    }
    steps::before("compare")?;
    if !rest_equals(file, original)? {
        file.seek(SeekFrom::Start(0))?;
        // It was already saved under another name.
        return if rest_equals(file, new)? { Ok(()) } else { Err(SaveError::Changed) };
    }
    let journal = created(target, Kind::Journal)?;
    Ok(journal::write_in_place(journal, target, file, original, new)?)
}

/// Returns whether the rest of the file from the current position is exactly `bytes`.
fn rest_equals(file: &mut File, bytes: &[u8]) -> io::Result<bool> {
    let mut buffer = vec![0; 64 * 1024];
    let mut rest = bytes;
    loop {
        let read = match file.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read == 0 {
            return Ok(rest.is_empty());
        }
        let Some(after) = rest.strip_prefix(&buffer[..read]) else { return Ok(false) };
        rest = after;
    }
}

#[cfg(unix)]
fn has_other_names(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Returns whether neither text nor attributes nor the number of names changed, as far as the system records it.
#[cfg(unix)]
fn has_same_attributes(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.ctime(), one.ctime_nsec()) == (other.ctime(), other.ctime_nsec())
}

#[cfg(not(unix))]
fn has_same_attributes(one: &Metadata, other: &Metadata) -> bool {
    one.permissions() == other.permissions()
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

impl fmt::Display for InPlaceReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherNames => "the file has other hard links",
            Self::Owner => "a new file would have another owner or group",
            Self::Attributes => "a new file would have other permissions or attributes",
            Self::Mount => "the file is a mount point",
        })
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfTree(target) => write!(f, "symbolic link to {}, outside the directory tree", target.display()),
            Self::NoFile => f.write_str("not a regular file"),
            Self::Protected => f.write_str("file is write-protected"),
            Self::Directory => f.write_str("no file can be created in its directory"),
            Self::Changed => f.write_str("file changed on disk"),
            Self::InUse => f.write_str("another program has the file open; close it there, then save again"),
            Self::Disk(error) => write!(f, "{error}"),
        }
    }
}

impl error::Error for SaveError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            // The message of `Disk` is the whole message of the error, so that the next source is the source of the
            // error.
            Self::Disk(error) => error.source(),
            Self::OutOfTree(_) | Self::NoFile | Self::Protected | Self::Directory | Self::Changed | Self::InUse => None,
        }
    }
}
