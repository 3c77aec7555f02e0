//! A report in a file, written whole or not at all.

use std::collections::hash_map::RandomState;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::hash::BuildHasher;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use iri_core::files::{folder_of, is_device_path, is_document_file};

use super::findings::{checkstyle, html, junit};

/// Maximum number of links on the way to a file.
const MAX_LINKS: usize = 40;

/// File that gets its name only when it is complete. Until then an existing file keeps its content.
pub struct OutputFile {
    out: BufWriter<AutoStream<File>>,
    /// Temporary file; `None` if the target is a device or a pipe, which is written directly.
    temporary: Option<PathBuf>,
    target: PathBuf,
}

impl OutputFile {
    /// Creates the file that will replace `path`.
    ///
    /// # Errors
    /// If its directory cannot be written.
    pub fn create(path: &Path, has_styles: bool) -> io::Result<Self> {
        let choice = if has_styles { ColorChoice::AlwaysAnsi } else { ColorChoice::Never };
        let writer = |file| BufWriter::with_capacity(64 * 1024, AutoStream::new(file, choice));
        // A link keeps its target.
        let target = target_of(path)?;
        let existing = fs::symlink_metadata(&target);
        if existing.as_ref().is_ok_and(fs::Metadata::is_dir) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let is_file = existing.as_ref().is_ok_and(fs::Metadata::is_file);
        if is_file && is_foreign_document(&target)? {
            let message = "it is a document, not a report; to replace it, remove it first";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        if !is_file && (existing.is_ok() || is_device_path(&target)) {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(Self { out: writer(file), temporary: None, target });
        }
        let temporary = temporary_name(&target);
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        let output = Self { out: writer(file), temporary: Some(temporary), target };
        if let (Ok(metadata), Some(temporary)) = (existing, &output.temporary) {
            fs::set_permissions(temporary, metadata.permissions())?;
        }
        Ok(output)
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If the rest cannot be written, or the file cannot be renamed.
    pub fn commit(&mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary, &self.target)?;
            self.temporary = None;
        }
        Ok(())
    }
}

/// Returns whether the file at `path` is a document that can be checked, and not a report in such a format: `-o guide.xml` may
/// be a slip for `--fix guide.xml`.
fn is_foreign_document(path: &Path) -> io::Result<bool> {
    if !is_document_file(path)? {
        return Ok(false);
    }
    let reports = [checkstyle::HEAD, html::HEAD, junit::HEAD];
    let mut head = Vec::new();
    let longest = reports.map(str::len).into_iter().max().unwrap_or_default();
    iri_core::files::open(path)?.take(longest as u64).read_to_end(&mut head)?;
    Ok(!head.is_empty() && !reports.iter().any(|report| head.starts_with(report.as_bytes())))
}

/// Returns a hidden name in the directory of `target` that no other user can know before.
fn temporary_name(target: &Path) -> PathBuf {
    // Each `RandomState` has other keys, which the system chose.
    let random = RandomState::new().hash_one(std::process::id());
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{random:016x}.tmp"));
    target.with_file_name(name)
}

/// Returns the target of `path` after links.
///
/// # Errors
/// If another user could have created a link, a pipe or a device there to get the report, or to overwrite a file of this
/// user: in a directory that everybody can write, only links and pipes of this user and of the owner of the directory are
/// used, as the kernel does for the redirections of a shell (`fs.protected_symlinks`, `fs.protected_fifos`).
fn target_of(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(metadata) = fs::symlink_metadata(&target) else { return Ok(target) };
        if !metadata.is_file() && is_of_stranger(&metadata, folder_of(&target)) {
            let message = "another user created it in a directory that everybody can write";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        if !metadata.is_symlink() {
            return Ok(target);
        }
        target = folder_of(&target).join(fs::read_link(&target)?);
    }
    Err(io::Error::other("too many links"))
}

/// Returns whether a file in a directory that everybody can write belongs to neither this user nor the owner of the
/// directory.
#[cfg(unix)]
fn is_of_stranger(metadata: &fs::Metadata, folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let (owner, user) = (metadata.uid(), rustix::process::geteuid().as_raw());
    let is_shared = |folder: fs::Metadata| folder.mode() & 0o1002 == 0o1002 && folder.uid() != owner;
    owner != user && fs::metadata(folder).is_ok_and(is_shared)
}

/// The standard library knows no owners on this system.
#[cfg(not(unix))]
fn is_of_stranger(_: &fs::Metadata, _: &Path) -> bool {
    false
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_when_it_is_complete() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let path = folder.path().join("report.txt");
        fs::write(&path, "old").expect("it can be written");
        let names = || fs::read_dir(folder.path()).expect("it is there").count();
        let mut file = OutputFile::create(&path, false).expect("it can be created");
        file.write_all(b"half").expect("it can be written");
        drop(file);
        assert_eq!((fs::read_to_string(&path).expect("it is there").as_str(), names()), ("old", 1));
        let mut file = OutputFile::create(&path, false).expect("it can be created");
        file.write_all(b"\x1b[1mnew\x1b[0m").expect("it can be written");
        file.commit().expect("it can be renamed");
        assert_eq!((fs::read_to_string(&path).expect("it is there").as_str(), names()), ("new", 1));
        assert!(OutputFile::create(folder.path(), false).is_err());
    }
}
