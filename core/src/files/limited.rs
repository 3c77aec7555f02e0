//! Files of limited size that a document or a configuration names: schemas, catalogs, packages.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::files::guarded::open_regular;
use crate::text::encoding;

/// Reason why a file has no text.
pub enum Unreadable {
    Io(io::ErrorKind),
    TooLarge,
    NotText,
}

impl Unreadable {
    /// Returns the end of a message about the file: `is too large`.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::TooLarge => "is too large",
            Self::NotText => "has an unknown encoding",
            Self::Io(io::ErrorKind::NotFound) => "not found",
            Self::Io(io::ErrorKind::PermissionDenied) => "is outside the allowed directories",
            Self::Io(_) => "cannot be read",
        }
    }
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::Io(error.kind())
    }
}

/// Reads a regular file of at most `limit` bytes.
pub fn read_limited(path: &Path, limit: usize) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    let length = open_regular(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if length > limit { Err(Unreadable::TooLarge) } else { Ok(bytes) }
}

/// Reads a regular file of at most `limit` bytes, and decodes it.
pub fn read_text(path: &Path, limit: usize) -> Result<Arc<str>, Unreadable> {
    decoded(read_limited(path, limit)?)
}

/// Decodes the bytes of a file.
pub fn decoded(bytes: Vec<u8>) -> Result<Arc<str>, Unreadable> {
    encoding::decode(bytes).map(|source| source.text.into()).map_err(|_| Unreadable::NotText)
}
