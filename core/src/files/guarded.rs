//! Reads files that may belong to somebody else: a checked-out repository can contain a link to a device, which never
//! ends, or to a file with secrets, which a message would quote.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Maximum size of a configuration or an ignore file, in bytes.
const LONGEST_TEXT: u64 = 1 << 20;
/// Maximum length of a pipe, in bytes.
const LONGEST_PIPE: u64 = 1 << 30;

/// Size in bytes from which it is not certain that there is enough memory for a file.
const MAY_NOT_FIT: usize = 1 << 26;

/// Reads a file that a user named or that a walk found.
pub fn read_input(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if metadata.is_file() {
        let (mut file, length) = open_checked(path)?;
        return read_regular(&mut file, length);
    }
    if is_device(&metadata) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a device"));
    }
    let mut bytes = Vec::new();
    let length = File::open(path)?.take(LONGEST_PIPE + 1).read_to_end(&mut bytes)?;
    if length as u64 > LONGEST_PIPE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than 1 GiB"));
    }
    Ok(bytes)
}

/// Opens a regular file: reading a pipe or a device may never end, and opening a device may have an effect.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(irregular());
    }
    open_checked(path).map(|(file, _)| file)
}

/// Opens a path that was a regular file, and looks again: another program could replace the file in between. Returns the
/// length too.
fn open_checked(path: &Path) -> io::Result<(File, u64)> {
    let file = without_waiting().read(true).open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() { Ok((file, metadata.len())) } else { Err(irregular()) }
}

fn irregular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")
}

/// Returns options to open a file without waiting for the other end of a pipe.
fn without_waiting() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(i32::try_from((OFlags::NONBLOCK | OFlags::NOCTTY).bits()).unwrap_or_default());
    }
    options
}

/// Reads a regular file of about `length` bytes to its end. Most files take one system call: a read that returns fewer
/// bytes than there is room for reached the end.
fn read_regular(file: &mut File, length: u64) -> io::Result<Vec<u8>> {
    let Some(length) = usize::try_from(length).ok().filter(|length| *length < MAY_NOT_FIT) else {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(usize::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?)?;
        file.read_to_end(&mut bytes)?;
        return Ok(bytes);
    };
    let mut bytes = vec![0; length + 1];
    let mut filled = 0;
    loop {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if filled == length {
            break;
        }
        if filled == bytes.len() {
            bytes.resize(2 * filled, 0);
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

/// Returns the directory of the file at `path`; `.` if the path is only a name.
///
/// ```
/// use iri_core::files::folder_of;
/// use std::path::Path;
///
/// assert_eq!(folder_of(Path::new("a/b.xml")), Path::new("a"));
/// assert_eq!(folder_of(Path::new("b.xml")), Path::new("."));
/// ```
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Opens a configuration or an ignore file: a regular file of at most 1 MiB, and not a link that leads out of its directory.
pub fn open_own(path: &Path) -> io::Result<File> {
    let is_outside =
        || -> io::Result<bool> { Ok(!fs::canonicalize(path)?.starts_with(fs::canonicalize(folder_of(path))?)) };
    if fs::symlink_metadata(path)?.is_symlink() && is_outside()? {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is a link that leads out of its directory"));
    }
    let file = open_regular(path)?;
    if file.metadata()?.len() > LONGEST_TEXT {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has more than 1 MiB"));
    }
    Ok(file)
}

/// Reads the text of a configuration file that no user named, such as `.iri.toml`.
///
/// # Errors
/// Returns an error if the file cannot be read, is not UTF-8, is not a regular file, has more than 1 MiB, or is a link that
/// leads out of its directory: its text must not be quoted in a message.
pub fn read_config(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    // The file may have grown since it was opened.
    open_own(path)?.take(LONGEST_TEXT).read_to_string(&mut text)?;
    Ok(text)
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
            assert_eq!(read_input(&path).expect("it can be read"), bytes);
            // The length may be wrong: a file can grow or shrink, and some file systems say 0.
            for said in [0, 1, 50, 200_000] {
                let mut file = File::open(&path).expect("it can be opened");
                let read = read_regular(&mut file, said).expect("it can be read");
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
        assert!(open_checked(&pipe).is_err());
        assert!(open_regular(&pipe).is_err());
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
        assert!(read_input(Path::new("/dev/zero")).is_err());
        assert_eq!(read_input(&secret).expect("it is a regular file"), b"token");
    }
}
