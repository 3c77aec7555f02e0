//! Saves a file so that at every moment either the old text or the new text is complete on disk.
//!
//! ```text
//! resolve links ─▶ may it be written? ─▶ temporary file ─▶ owner, mode ─▶ fsync ─▶ read it back
//!                                          └─ not possible ─▶ write in place
//!                  ─▶ unchanged since it was read? ─▶ rename over the old file ─▶ fsync the directory
//! ```

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};

use tempfile::{Builder, NamedTempFile};

/// Method by which a file was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// Another file replaced it atomically.
    Replaced,
    /// In place. Displayed with the reason.
    InPlace(InPlaceReason),
}

/// Reason why no other file could replace it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InPlaceReason {
    /// The file has other hard links, which should keep their target.
    OtherNames,
    /// No file can be created in the directory.
    Folder,
    /// A new file would belong to another user.
    Owner,
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
    /// Another program changed it since it was read.
    Changed,
    /// The operating system returned an error.
    Disk(io::Error),
}

/// Writes `new` over `original` in the file at `path`, whole or not at all. Nothing is written if the file no longer
/// contains `original`, or if a link leads out of the directory `tree`.
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
    let metadata = fs::metadata(&target)?;
    if !metadata.is_file() {
        return Err(SaveError::NoFile);
    }
    // A rename needs no permission to write the file itself, but a file that was made read-only must stay unchanged.
    let writable = OpenOptions::new().write(true).open(&target);
    if metadata.permissions().readonly() || writable.is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
    {
        return Err(SaveError::Protected);
    }
    let write_temporary = if has_other_names(&metadata) {
        Err(InPlaceReason::OtherNames)
    } else {
        write_temporary(&target, &metadata, new)?
    };
    if !rest_equals(&mut File::open(&target)?, original)? {
        return Err(SaveError::Changed);
    }
    match write_temporary {
        Ok(file) => {
            file.persist(&target).map_err(|error| error.error)?;
            sync_directory(&target);
            Ok(Saved::Replaced)
        }
        Err(reason) => {
            write_in_place(&target, original.len() as u64, new)?;
            Ok(Saved::InPlace(reason))
        }
    }
}

/// Returns the target of `path` after links.
fn resolved(path: &Path, tree: &Path) -> Result<PathBuf, SaveError> {
    let target = fs::canonicalize(path)?;
    if target.starts_with(fs::canonicalize(tree)?) { Ok(target) } else { Err(SaveError::OutOfTree(target)) }
}

/// Writes the new text to a temporary file in the directory of `target`, with the same owner and mode, and syncs it.
/// Returns the reason if that is not possible.
fn write_temporary(target: &Path, metadata: &Metadata, new: &[u8]) -> io::Result<Result<NamedTempFile, InPlaceReason>> {
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut file = match Builder::new().prefix(".iri-").suffix(".new").tempfile_in(folder) {
        Ok(file) => file,
        Err(error) if is_denied(&error) => return Ok(Err(InPlaceReason::Folder)),
        Err(error) => return Err(error),
    };
    file.write_all(new)?;
    if !set_owner(file.as_file(), metadata) {
        return Ok(Err(InPlaceReason::Owner));
    }
    file.as_file().set_permissions(metadata.permissions())?;
    file.as_file().sync_all()?;
    file.seek(SeekFrom::Start(0))?;
    if rest_equals(file.as_file_mut(), new)? {
        Ok(Ok(file))
    } else {
        Err(io::Error::other("the disk gave back another text"))
    }
}

fn is_denied(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
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

/// Writes in place, starting with the part that makes the file longer: if the disk is full, the old text is still
/// complete.
fn write_in_place(target: &Path, length: u64, new: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(target)?;
    let (head, tail) = new.split_at(new.len().min(usize::try_from(length).unwrap_or(usize::MAX)));
    if !tail.is_empty() {
        file.seek(SeekFrom::Start(length))?;
        if let Err(error) = file.write_all(tail).and_then(|()| file.sync_all()) {
            file.set_len(length)?;
            return Err(error);
        }
        file.seek(SeekFrom::Start(0))?;
    }
    file.write_all(head)?;
    file.set_len(new.len() as u64)?;
    file.sync_all()
}

/// Syncs the directory after the rename. Some file systems do not support this.
fn sync_directory(target: &Path) {
    if let Some(folder) = target.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
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

/// Returns whether `file` has the owner of the old file.
#[cfg(unix)]
fn set_owner(file: &File, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, fchown};
    let is_same_owner = |new: Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
    file.metadata().is_ok_and(is_same_owner) || fchown(file, Some(old.uid()), Some(old.gid())).is_ok()
}

#[cfg(not(unix))]
fn set_owner(_: &File, _: &Metadata) -> bool {
    true
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
            Self::Folder => "no file can be created in the directory",
            Self::Owner => "a new file would have another owner",
        })
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfTree(target) => write!(f, "symbolic link to {}, outside the directory tree", target.display()),
            Self::NoFile => f.write_str("not a regular file"),
            Self::Protected => f.write_str("file is write-protected"),
            Self::Changed => f.write_str("file changed on disk"),
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
            Self::OutOfTree(_) | Self::NoFile | Self::Protected | Self::Changed => None,
        }
    }
}
