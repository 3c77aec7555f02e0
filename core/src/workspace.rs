//! The disk: which files there are, which of them are XML, what is configured for them, and how they are
//! written back. Only this file and its folder touch a disk.
//!
//! ```text
//! folders ─▶ walk ─▶ kinds ─▶ bytes ─▶ … text, findings, edits … ─▶ bytes ─▶ save
//!           (sorted) (is it XML?)  └─ configs: the nearest .iri.toml
//! ```

mod configs;
mod kinds;
mod locations;
mod save;
mod walk;

pub use configs::{ConfigFile, ConfigSource, Configs};
pub use kinds::{HEAD, is_markup, is_xml};
pub use locations::{iri_of, is_there};
pub use save::{InPlace, Refused, Saved, save};
pub use walk::{LeftOut, Named, Unwalked, named, walk};

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The first [`HEAD`] bytes of a file, fewer where it is shorter: what [`is_xml`] looks at.
///
/// # Errors
/// Where it cannot be read.
pub fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD);
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Reads a whole file. Not by a memory map: another program that cuts the file short would end this one.
///
/// # Errors
/// Where it cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(path)
}
