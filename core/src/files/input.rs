//! Opens files for reading. Only this module does, because another person may have written the file, its name, or a link:
//!
//! ```text
//! who chose the path      regular   links                         function
//! the user, by name       or pipe   followed anywhere             read_named, read_named_regular
//! a walk                  yes       not followed                  read_found, head_of
//! the program, .iri.toml  yes       within the directory          read_own
//! a document              yes       within the trusted roots      read_within
//! ```
//!
//! A pipe or a device is not waited for, each read has a limit, and errors quote nothing but their kind.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::files::refusal::Refusal;
use crate::files::roots::{is_device_path, resolve_own, resolve_within};
use crate::text::encoding;

/// Maximum size of a configuration or an ignore file, in bytes.
pub const MAX_CONFIG: u64 = 1 << 20;
/// Maximum size of any other file, in bytes.
pub const MAX_FILE: u64 = 4 << 30;
/// Maximum length of a pipe, in bytes.
const MAX_PIPE: u64 = 1 << 30;

/// Size in bytes from which it is not certain that there is enough memory for a file.
const MAY_NOT_FIT: u64 = 1 << 26;

/// Reads a file that the user named: it may be anywhere, and may be a pipe. Devices are refused.
///
/// # Errors
/// If it cannot be read, or is longer than a file or a pipe may be.
pub fn read_named(path: &Path) -> io::Result<Vec<u8>> {
    match open_named(path)? {
        (file, Some(length)) => read_checked((file, length), MAX_FILE),
        (pipe, None) => read_to_limit(pipe, MAX_PIPE),
    }
}

/// Opens a file or pipe that the user named, to be read piece by piece. Returns the length of a file, too.
///
/// # Errors
/// If it cannot be opened, or is a device.
pub fn open_named(path: &Path) -> io::Result<(File, Option<u64>)> {
    let metadata = named_metadata(path)?;
    if metadata.is_file() {
        return open_checked(path, &open_options()).map(|(file, length)| (file, Some(length)));
    }
    if is_device(&metadata) {
        return Err(Refusal::Device.into());
    }
    Ok((File::open(path)?, None))
}

/// Reads a regular file of at most `limit` bytes that the user named, or that a file names which the user named.
///
/// # Errors
/// If it cannot be read.
pub fn read_named_regular(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Opening a device may have an effect.
    regular(&named_metadata(path)?)?;
    read_checked(open_checked(path, &open_options())?, limit)
}

/// Reads a regular file of at most `limit` bytes that a walk found. A link that replaced it since is not followed.
///
/// # Errors
/// If it cannot be read.
pub fn read_found(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_checked(open_found(path)?, limit)
}

/// Reads the first bytes of a file that a walk found, at most `limit`.
///
/// # Errors
/// If it cannot be read.
pub fn head_of(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    open_found(path)?.0.take(limit).read_to_end(&mut head)?;
    Ok(head)
}

/// Reads a regular file of at most `limit` bytes that a walk found, if `is_wanted` accepts its first bytes, at most `head`.
///
/// # Errors
/// If it cannot be read.
pub fn read_found_if(
    path: &Path,
    limit: u64,
    head: u64,
    is_wanted: impl Fn(&[u8]) -> bool,
) -> io::Result<Option<Vec<u8>>> {
    let (mut file, length) = open_found(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(head).read_to_end(&mut bytes)?;
    if !is_wanted(&bytes) {
        return Ok(None);
    }
    bytes.try_reserve_exact(usize::try_from(length.min(limit)).map_err(|_| Refusal::TooLarge)?)?;
    file.take(limit + 1).read_to_end(&mut bytes)?;
    within_limit(bytes, limit).map(Some)
}

/// Reads a regular file of at most `limit` bytes with a fixed name, such as `.iri.toml`. A link in its place must not
/// lead out of its directory.
///
/// # Errors
/// If it cannot or must not be read.
pub fn read_own(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_checked(open_found(&resolve_own(path)?)?, limit)
}

/// Reads a file as [`read_own`] that applies to the files below `folder`: in this directory or a parent of it. Anybody can
/// create a file in a shared directory, so it must belong to this user, to root, or to the owner of `folder`.
///
/// # Errors
/// If it cannot or must not be read.
pub fn read_above(path: &Path, folder: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let (file, length) = open_found(&resolve_own(path)?)?;
    if is_foreign(&file.metadata()?, folder) {
        return Err(Refusal::Foreign.into());
    }
    read_checked((file, length), limit)
}

/// Reads a regular file of at most `limit` bytes that a document or a configuration names, below one of `roots`.
///
/// # Errors
/// If it cannot or must not be read.
pub fn read_within(path: &Path, roots: &[PathBuf], limit: u64) -> io::Result<Vec<u8>> {
    read_checked(open_found(&resolve_within(path, roots)?)?, limit)
}

/// Reads the text of a configuration file that no user named, such as `.iri.toml`.
///
/// # Errors
/// Returns an error if the file cannot be read, is not UTF-8, is not a regular file, has more than 1 MiB, or is a link that
/// leads out of its directory: its text must not be quoted in a message.
pub fn read_config(path: &Path) -> io::Result<String> {
    utf8(read_own(path, MAX_CONFIG)?)
}

/// Returns the text of a file that must be UTF-8.
///
/// # Errors
/// If it is not.
pub fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Returns the text of a file in any encoding.
///
/// # Errors
/// If the encoding is unknown.
pub fn decoded(bytes: Vec<u8>) -> io::Result<Arc<str>> {
    encoding::decode(bytes).map(|source| source.text.into()).map_err(|_| Refusal::NotText.into())
}

/// Returns what the file is that the user named. Windows cannot tell it of a device, and opening one may have an effect.
///
/// # Errors
/// If it does not exist, or is a device of Windows.
pub fn named_metadata(path: &Path) -> io::Result<Metadata> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() || metadata.is_dir() => Ok(metadata),
        _ if is_device_path(path) => Err(Refusal::Device.into()),
        metadata => metadata,
    }
}

/// Opens a regular file that is not a link. Returns its length, too.
pub fn open_found(path: &Path) -> io::Result<(File, u64)> {
    regular(&fs::symlink_metadata(path)?)?;
    let mut options = open_options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(flags(rustix::fs::OFlags::NOFOLLOW));
    }
    open_checked(path, options.read(true))
}

/// Opens a path that was a regular file, and looks again: another program could replace the file in between. Returns the
/// length, too.
fn open_checked(path: &Path, options: &OpenOptions) -> io::Result<(File, u64)> {
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    regular(&metadata)?;
    Ok((file, metadata.len()))
}

/// Fails for anything but a regular file.
fn regular(metadata: &Metadata) -> Result<(), Refusal> {
    match () {
        () if metadata.is_file() => Ok(()),
        () if is_device(metadata) => Err(Refusal::Device),
        () => Err(Refusal::Irregular),
    }
}

/// Returns options to read a file without waiting for the other end of a pipe.
fn open_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(flags(rustix::fs::OFlags::empty()));
    }
    options
}

#[cfg(unix)]
fn flags(more: rustix::fs::OFlags) -> i32 {
    use rustix::fs::OFlags;
    i32::try_from((OFlags::NONBLOCK | OFlags::NOCTTY | more).bits()).unwrap_or_default()
}

/// Reads a regular file of about `length` bytes to its end.
fn read_checked((file, length): (File, u64), limit: u64) -> io::Result<Vec<u8>> {
    if length > limit {
        return Err(Refusal::TooLarge.into());
    }
    read_regular(file, length, limit)
}

/// Reads a regular file of about `length` bytes to its end. Most files take one system call: a read that returns fewer
/// bytes than there is room for reached the end.
fn read_regular(mut file: File, length: u64, limit: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| Refusal::TooLarge)?;
    if length as u64 >= MAY_NOT_FIT {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length)?;
        file.take(limit + 1).read_to_end(&mut bytes)?;
        return within_limit(bytes, limit);
    }
    let mut bytes = vec![0; length + 1];
    let mut filled = 0;
    loop {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        // The file may have grown since it was opened.
        if filled == length || filled as u64 > limit {
            break;
        }
        if filled == bytes.len() {
            bytes.resize(2 * filled, 0);
        }
    }
    bytes.truncate(filled);
    within_limit(bytes, limit)
}

fn read_to_limit(file: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    within_limit(bytes, limit)
}

fn within_limit(bytes: Vec<u8>, limit: u64) -> io::Result<Vec<u8>> {
    if bytes.len() as u64 > limit { Err(Refusal::TooLarge.into()) } else { Ok(bytes) }
}

/// Returns whether the configuration at `path` may apply to the files in `folder`: see [`read_above`].
pub fn may_apply(path: &Path, folder: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| !is_foreign(&metadata, folder))
}

/// Returns whether a file belongs to neither this user, nor root, nor the owner of `folder`.
#[cfg(unix)]
fn is_foreign(file: &Metadata, folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = file.uid();
    let is_owner_of_folder = || fs::metadata(folder).is_ok_and(|folder| folder.uid() == owner);
    owner != 0 && owner != rustix::process::geteuid().as_raw() && !is_owner_of_folder()
}

/// The standard library knows no owners on this system.
#[cfg(not(unix))]
fn is_foreign(_file: &Metadata, _folder: &Path) -> bool {
    false
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;

    let kind = metadata.file_type();
    // So is a terminal, but standard input has its own name, `-`.
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_metadata: &Metadata) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_file_of_any_length_is_read_whole() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let path = folder.path().join("file");
        for length in [0, 1, 2, 100, 70_000] {
            let bytes: Vec<u8> = (0..length).map(|at: usize| at.to_le_bytes()[0]).collect();
            fs::write(&path, &bytes).expect("it can be written");
            assert_eq!(read_named(&path).expect("it can be read"), bytes);
            // The length may be wrong: a file can grow or shrink, and some file systems say 0.
            for said in [0, 1, 50, 200_000] {
                let file = File::open(&path).expect("it can be opened");
                let read = read_regular(file, said, MAX_FILE).expect("it can be read");
                assert!(
                    read == bytes || read == bytes[..usize::try_from(said).expect("it is small")],
                    "{length} {said}"
                );
            }
        }
    }

    #[test]
    fn a_pipe_in_the_place_of_a_file_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        // As if the pipe had replaced the file after the first look.
        assert!(open_checked(&pipe, &open_options()).is_err());
        for result in [read_found(&pipe, 9), read_own(&pipe, 9), read_named_regular(&pipe, 9), head_of(&pipe, 9)] {
            assert_eq!(result.expect_err("a pipe is not waited for").to_string(), "it is not a regular file");
        }
    }

    #[test]
    fn devices_and_links_out_of_the_directory_are_not_read() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let (inner, secret) = (folder.path().join("a"), folder.path().join("secret"));
        fs::create_dir(&inner).expect("it can be created");
        fs::write(&secret, "token").expect("it can be written");
        fs::write(inner.join("own"), "x").expect("it can be written");
        let link = |name: &str, target: &Path| {
            symlink(target, inner.join(name)).expect("links can be created");
            inner.join(name)
        };
        assert_eq!(read_config(&link("inside", Path::new("own"))).expect("it leads to the same directory"), "x");
        assert!(read_config(&link("outside", &secret)).is_err());
        assert!(read_config(&link("relative", Path::new("../secret"))).is_err());
        assert!(read_config(&link("device", Path::new("/dev/zero"))).is_err());
        assert!(read_config(&inner).is_err());
        fs::write(inner.join("large"), vec![b'#'; (1 << 20) + 1]).expect("it can be written");
        assert!(read_config(&inner.join("large")).is_err());
        assert!(read_named(Path::new("/dev/zero")).is_err());
        assert_eq!(read_named(&secret).expect("it is a regular file"), b"token");
    }
}
