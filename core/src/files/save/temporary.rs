//! Temporary files next to the file that is saved, and how a later run recognizes them.
//!
//! ```text
//! .guide.xml.iri-4711-9f86d081884c7d65-a3c1e2b4.new
//!  └ target   └ process └ random        └ checksum of the name so far
//! ```
//!
//! The checksum distinguishes our names from those of users. The process that uses a file has locked it, and the system
//! releases the lock when the process ends: a file without a lock is a leftover.

use std::collections::hash_map::RandomState;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::BuildHasher;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::paths::PathStyle;
use crate::files::roots::folder_of;
use crate::files::save::steps;

/// What a temporary file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The new text, which will replace the file.
    New,
    /// The old and the new text of a file that is written in place.
    Journal,
}

/// A temporary file, which is removed when the value is dropped.
#[derive(Debug)]
pub struct Temporary {
    /// The open and locked file.
    pub file: File,
    /// Path of the file.
    pub path: PathBuf,
    is_kept: bool,
}

/// Maximum length of the name of the target in the name of a temporary file, in bytes. Some file systems allow 143 bytes.
const LONGEST: usize = 64;
/// Maximum number of names to try.
const ATTEMPTS: usize = 16;

impl Kind {
    const fn extension(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Journal => "old",
        }
    }

    /// Returns the kind of the temporary file with this name, and the start of the name of its target; `None` if the name is
    /// not ours.
    pub fn from_name(name: &OsStr) -> Option<(Self, &str)> {
        let name = name.to_str()?;
        let kind = [Self::New, Self::Journal].into_iter().find(|kind| name.ends_with(kind.extension()))?;
        let (signed, check) = name.strip_suffix(kind.extension())?.strip_suffix('.')?.rsplit_once('-')?;
        let (target, numbers) = signed.strip_prefix('.')?.rsplit_once(".iri-")?;
        let mut numbers = numbers.split('-');
        let process = numbers.next()?;
        let random = numbers.next()?;
        let is_ours = numbers.next().is_none()
            && process.bytes().all(|byte| byte.is_ascii_digit())
            && random.len() == 16
            && check == signature(signed);
        is_ours.then_some((kind, target))
    }
}

/// Returns the checksum of a name.
fn signature(name: &str) -> String {
    format!("{:08x}", checksum(name.as_bytes()) >> 32)
}

/// Returns the FNV-1a hash of `bytes`.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Returns the part of the name of `target` that is in the names of its temporary files.
pub fn start_of_name(target: &Path) -> &str {
    let name = target.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let end = (0..=LONGEST.min(name.len())).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
    &name[..end]
}

/// Returns a new name for a temporary file of `target`.
pub(super) fn name(target: &Path, kind: Kind) -> String {
    let target = start_of_name(target);
    // Each `RandomState` has other keys, which the system chose.
    let random = RandomState::new().hash_one(std::process::id());
    let signed = format!(".{target}.iri-{}-{random:016x}", std::process::id());
    format!("{signed}-{}.{}", signature(&signed), kind.extension())
}

impl Temporary {
    /// Creates and locks a temporary file for `target`, in its directory. Only its owner can read it.
    pub fn create(target: &Path, kind: Kind) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let path = folder_of(target).join(name(target, kind));
            steps::before("create")?;
            match create_new(&path, target, kind) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    let temporary = Self { file, path, is_kept: false };
                    // Another run may have removed the file as a leftover before it was locked.
                    if lock(&temporary.file)? != Lock::Busy && temporary.is_in_directory() {
                        return Ok(temporary);
                    }
                }
            }
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, "cannot lock a temporary file"))
    }

    /// Opens and locks the leftover at `path`.
    pub fn leftover(path: PathBuf, kind: Kind) -> Leftover {
        let file = match options().open(&path) {
            Err(error) if is_in_use(PathStyle::SYSTEM, &error, false) => return Leftover::InUse,
            Err(_) => return Leftover::Foreign,
            Ok(file) => file,
        };
        if !file.metadata().is_ok_and(|metadata| is_of_this_user(&metadata, kind)) {
            return Leftover::Foreign;
        }
        // A value that is dropped removes its file, so it must not be created for a file that is in use.
        if !matches!(lock(&file), Ok(Lock::Ours)) {
            return Leftover::InUse;
        }
        let leftover = Self { file, path, is_kept: true };
        if leftover.is_in_directory() { Leftover::Ours(leftover) } else { Leftover::InUse }
    }

    fn is_in_directory(&self) -> bool {
        let same = |there: Metadata| self.file.metadata().is_ok_and(|here| is_same_file(&here, &there));
        fs::symlink_metadata(&self.path).is_ok_and(same)
    }

    /// Renames the file over `target`.
    pub fn replace(&mut self, target: &Path) -> io::Result<()> {
        steps::before("rename")?;
        fs::rename(&self.path, target)?;
        self.is_kept = true;
        Ok(())
    }

    /// Leaves the file on the disk.
    pub fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Removes the file.
    pub fn remove(mut self) -> io::Result<()> {
        steps::before("remove")?;
        self.is_kept = true;
        fs::remove_file(&self.path)
    }
}

/// A file with the name of a leftover.
pub enum Leftover {
    /// This user wrote it, and no process uses it.
    Ours(Temporary),
    /// A process uses it, or it cannot be known whether one does.
    InUse,
    /// Others may have written it.
    Foreign,
}

/// Returns whether only a process of this user can have written the file: anybody who may create files in a directory
/// knows how the names of leftovers are formed. A journal decides what is written to another file, so no other user may be
/// able to change it; the mode of a new text is already that of its target.
#[cfg(unix)]
fn is_of_this_user(metadata: &Metadata, kind: Kind) -> bool {
    use std::os::unix::fs::MetadataExt;
    // Of the group and of others.
    let is_private = || matches!(metadata.mode() & 0o077, 0);
    let is_ours = metadata.is_file() && metadata.uid() == rustix::process::geteuid().as_raw() && metadata.nlink() == 1;
    is_ours && (kind == Kind::New || is_private())
}

/// The standard library knows no owners on this system, so no journal counts. A new text is only removed.
#[cfg(not(unix))]
fn is_of_this_user(metadata: &Metadata, kind: Kind) -> bool {
    metadata.is_file() && kind == Kind::New
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_kept && !steps::is_killed() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns whether two files are one.
#[cfg(unix)]
pub fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    identity(one) == identity(other)
}

/// The standard library does not tell files apart on this system.
#[cfg(not(unix))]
pub fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Returns the device and the number of a file.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps)] // As on other systems.
pub fn identity(metadata: &Metadata) -> Option<[u64; 2]> {
    use std::os::unix::fs::MetadataExt;
    Some([metadata.dev(), metadata.ino()])
}

/// The standard library does not number files on this system.
#[cfg(not(unix))]
pub fn identity(_: &Metadata) -> Option<[u64; 2]> {
    None
}

/// Returns whether another program has the file open: `ERROR_SHARING_VIOLATION`, `ERROR_LOCK_VIOLATION`, and where a file
/// that may be written cannot be replaced `ERROR_ACCESS_DENIED`.
pub fn is_in_use(style: PathStyle, error: &io::Error, is_replaced: bool) -> bool {
    let codes: &[i32] = if is_replaced { &[32, 33, 5] } else { &[32, 33] };
    style == PathStyle::Windows && error.raw_os_error().is_some_and(|code| codes.contains(&code))
}

/// Result of locking a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// Locked until the file is closed.
    Ours,
    /// Another process has the lock.
    Busy,
    /// The file system has no locks.
    #[cfg(unix)]
    Unsupported,
}

/// Locks a file without waiting.
#[cfg(unix)]
pub fn lock(file: &File) -> io::Result<Lock> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    loop {
        return match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Lock::Ours),
            Err(Errno::INTR) => continue,
            Err(Errno::WOULDBLOCK) => Ok(Lock::Busy),
            Err(Errno::NOLCK | Errno::NOSYS | Errno::NOTSUP | Errno::INVAL) => Ok(Lock::Unsupported),
            Err(error) => Err(error.into()),
        };
    }
}

/// An open file is the lock: [`options`] let no other process open it.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // As on Unix.
pub fn lock(_: &File) -> io::Result<Lock> {
    Ok(Lock::Ours)
}

/// Creates a file at `path`.
#[cfg(not(windows))]
fn create_new(path: &Path, _: &Path, _: Kind) -> io::Result<File> {
    options().create_new(true).open(path)
}

/// Creates a file at `path`. If it will replace `target`, the system copies attributes and streams, for which the file must
/// not be open.
#[cfg(windows)]
fn create_new(path: &Path, target: &Path, kind: Kind) -> io::Result<File> {
    if kind == Kind::Journal {
        return options().create_new(true).open(path);
    }
    fs::copy(target, path)?;
    options().truncate(true).open(path)
}

/// Options to open a temporary file; links and pipes are not followed.
#[cfg(unix)]
fn options() -> OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = i32::try_from((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits()).unwrap_or_default();
    let mut options = File::options();
    options.read(true).write(true).mode(0o600).custom_flags(flags);
    options
}

/// Options to open a temporary file, which other processes may only rename and delete.
#[cfg(windows)]
fn options() -> OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_SHARE_DELETE: u32 = 4;
    let mut options = File::options();
    options.read(true).write(true).share_mode(FILE_SHARE_DELETE);
    options
}

#[cfg(not(any(unix, windows)))]
fn options() -> OpenOptions {
    let mut options = File::options();
    options.read(true).write(true);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_names_are_recognized() {
        for target in ["a.xml", "", "-", ".iri-1-2-3.new", &"x".repeat(255), &"\u{5D0}".repeat(100), "a\nb\u{202E}"] {
            for kind in [Kind::New, Kind::Journal] {
                let name = name(Path::new(target), kind);
                let start = start_of_name(Path::new(target));
                assert_eq!(Kind::from_name(OsStr::new(&name)), Some((kind, start)), "{name}");
                assert!(name.len() <= 143 && name.starts_with('.'), "{name}");
            }
        }
    }

    #[test]
    fn names_of_users_are_not_recognized() {
        let ours = name(Path::new("a.xml"), Kind::New);
        let changed = |from: &str, to: &str| ours.replacen(from, to, 1);
        let renamed =
            [changed("a.xml", "b.xml"), changed(".new", ".old.new"), changed(".a", "a"), changed("iri-", "iri-1")];
        let copies = [format!("{ours}~"), format!("{ours}.bak"), format!("copy of {ours}")];
        let others = ["a.xml", ".iri-a1B2c3.new", ".a.xml.iri-1-0123456789abcdef-00000000.new", ".new", ""];
        for name in renamed.iter().chain(&copies).map(String::as_str).chain(others) {
            assert_eq!(Kind::from_name(OsStr::new(name)), None, "{name}");
        }
    }

    #[test]
    fn a_file_in_use_is_no_leftover() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let target = folder.path().join("a.xml");
        fs::write(&target, "<a/>").expect("it can be written");
        let used = Temporary::create(&target, Kind::New).expect("it can be created");
        assert!(matches!(Temporary::leftover(used.path.clone(), Kind::New), Leftover::InUse));
        let path = used.path.clone();
        drop(used);
        assert!(!path.exists());
    }
}
