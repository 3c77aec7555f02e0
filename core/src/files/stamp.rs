//! Versions of files, by which a program recognizes that another one changed a file.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// Version of a file on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// Returns the version of the file at `path`.
    ///
    /// # Errors
    /// If its metadata cannot be read.
    pub fn new(path: &Path) -> io::Result<Self> {
        Ok(Self::from_metadata(&fs::metadata(path)?))
    }

    /// Returns the version of a file with this `metadata`.
    pub fn from_metadata(metadata: &fs::Metadata) -> Self {
        Self { length: metadata.len(), modified: metadata.modified().ok() }
    }
}
