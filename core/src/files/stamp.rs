//! Versions of files, by which a program recognizes that another one changed a file.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

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

    /// Returns whether the file was last changed between `start` and now, by the clock of this machine.
    pub fn is_since(&self, start: SystemTime) -> bool {
        self.modified.is_some_and(|modified| modified >= start && modified.elapsed().is_ok())
    }

    /// Returns whether the file was last changed more than `age` ago; `false` if that is not known.
    pub fn is_older_than(&self, age: Duration) -> bool {
        self.modified.and_then(|modified| modified.elapsed().ok()).is_some_and(|elapsed| elapsed > age)
    }
}
