//! Reasons why a package cannot be read or changed.

use std::error::Error;
use std::fmt;
use std::io;

use zip::result::ZipError;

/// Reason why a package or an entry cannot be read or changed. Displayed as a message.
#[derive(Debug)]
#[non_exhaustive]
pub enum PackageError {
    /// It is damaged, encrypted, or compressed by another method.
    Unreadable(String),
    /// It is larger than the limits allow.
    TooLarge(&'static str),
    /// The file on the disk contains more than the limits of all its packages allow. Everything that is read after this
    /// error has it too, so a caller reports it once: see [`Package::refusal`](super::Package::refusal).
    Exhausted(&'static str),
    /// It is within too many other packages.
    TooDeep,
    /// The name of an entry leads out of the package.
    Outside,
    /// It has a structure that cannot be changed safely.
    Unchangeable(&'static str),
}

impl fmt::Display for PackageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(cause) => write!(f, "cannot read the package: {cause}"),
            Self::TooLarge(limit) | Self::Exhausted(limit) => {
                write!(f, "refused, as for a decompression bomb: {limit}")
            }
            Self::TooDeep => f.write_str("not read: it is within more than two other packages"),
            Self::Outside => f.write_str("the name of the entry leads out of the package"),
            Self::Unchangeable(cause) => write!(f, "cannot change the package: {cause}"),
        }
    }
}

impl Error for PackageError {}

impl From<ZipError> for PackageError {
    fn from(error: ZipError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<io::Error> for PackageError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}
