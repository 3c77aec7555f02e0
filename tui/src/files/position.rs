//! Where the inspector was left: a reference in a file.

use std::path::PathBuf;

/// A reference in a file or directory that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// What was opened, absolute.
    pub opened: PathBuf,
    /// File that contains the reference, absolute.
    pub file: PathBuf,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}
