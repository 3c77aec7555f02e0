//! Files that are generated from the sources, or compared with them.

use std::fs;
use std::path::Path;

pub fn is_updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// Writes `expected`, or compares it with the existing file.
pub fn keep(path: &Path, expected: &str) {
    let read = || fs::read_to_string(path).unwrap_or_default();
    // Another test may read the file at the same time.
    if is_updating() && read() != expected {
        fs::write(path, expected).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let hint = "run the test with UPDATE_EXPECT=1";
    assert!(read() == expected, "{} is not what its source says: {hint}", path.display());
}
