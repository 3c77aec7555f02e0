//! Reasons why a file is not read although the system may permit it.

use std::error::Error;
use std::fmt;
use std::io;

/// Reason why a file is not read: the payload of an [`io::Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not below a trusted directory, or a link leads out of it.
    Outside,
    /// It belongs to another user, and is not where that user keeps files.
    Foreign,
    /// It is a directory, a pipe or a socket.
    Irregular,
    /// It is a device.
    Device,
    /// It has more bytes than the limit.
    TooLarge,
    /// Its encoding is unknown.
    NotText,
}

impl Refusal {
    /// Returns the end of a message that begins with the name of the file.
    const fn predicate(self) -> &'static str {
        match self {
            Self::Outside => "is outside the allowed directories",
            Self::Foreign => "belongs to another user",
            Self::Irregular => "is not a regular file",
            Self::Device => "is a device",
            Self::TooLarge => "is too large",
            Self::NotText => "has an unknown encoding",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it {}", self.predicate())
    }
}

impl Error for Refusal {}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        let kind = match refusal {
            Refusal::Outside | Refusal::Foreign => io::ErrorKind::PermissionDenied,
            Refusal::Irregular | Refusal::Device => io::ErrorKind::InvalidInput,
            Refusal::TooLarge => io::ErrorKind::FileTooLarge,
            Refusal::NotText => io::ErrorKind::InvalidData,
        };
        Self::new(kind, refusal)
    }
}

/// Returns why this program refused to read a file; `None` for errors of the system.
pub fn refusal(error: &io::Error) -> Option<Refusal> {
    error.get_ref()?.downcast_ref().copied()
}

/// Returns the end of a message about a file that was not read: `is too large`.
pub fn reason(error: &io::Error) -> &'static str {
    match (refusal(error), error.kind()) {
        (Some(refusal), _) => refusal.predicate(),
        (None, io::ErrorKind::NotFound) => "not found",
        (None, _) => "cannot be read",
    }
}
