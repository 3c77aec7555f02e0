//! What a system can do: a test that needs more says that it, or a part of it, was not tried.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Says that the current test, or a part of it, was not tried. Runners of tests show standard error itself.
pub fn not_tried(reason: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let _ = writeln!(io::stderr(), "not tried: {test}: {reason}");
}

/// Returns whether a file in a directory for temporary files can have this name; otherwise says so.
pub fn can_name(name: &str) -> bool {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    // Elsewhere `a:b` is a stream of the file `a`, and `nul.xml` a device.
    let is_written = fs::write(folder.path().join(name), "x").is_ok();
    let mut names = fs::read_dir(folder.path()).expect("it exists").flatten().map(|entry| entry.file_name());
    let can = is_written && names.next().is_some_and(|found| found == name);
    if !can {
        not_tried(&format!("no file can have the name {name:?}"));
    }
    can
}

/// Returns whether names that differ only by case are those of two files; otherwise says so.
pub fn distinguishes_case() -> bool {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    fs::write(folder.path().join("a"), "x").expect("it can be written");
    let distinguishes = !folder.path().join("A").exists();
    if !distinguishes {
        not_tried("names that differ only by case are those of one file");
    }
    distinguishes
}

/// Creates a symbolic link; returns false and says so if this user may not, or the system has none.
pub fn link(target: impl AsRef<Path>, link: impl AsRef<Path>) -> bool {
    let (target, link) = (target.as_ref(), link.as_ref());
    #[cfg(unix)]
    let result = std::os::unix::fs::symlink(target, link);
    #[cfg(windows)]
    let result = if link.parent().is_some_and(|folder| folder.join(target).is_dir()) {
        std::os::windows::fs::symlink_dir(target, link)
    } else {
        std::os::windows::fs::symlink_file(target, link)
    };
    #[cfg(not(any(unix, windows)))]
    let result: io::Result<()> = Err(io::ErrorKind::Unsupported.into());
    if let Err(error) = &result {
        not_tried(&format!("no symbolic link can be created: {error}"));
    }
    // Some systems return without a link.
    result.is_ok() && link.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink())
}
