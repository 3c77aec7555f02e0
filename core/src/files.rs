//! The disk: which files there are, which of them are XML, what is configured for them, and how they are
//! written back. Only this file and its folder touch a disk.
//!
//! ```text
//! folders ─▶ walk ─▶ kinds ─▶ bytes ─▶ … text, findings, edits … ─▶ bytes ─▶ save
//!           (sorted) (is it XML?)  └─ configs: the nearest .iri.toml
//! ```

mod catalogs;
pub mod config;
mod configs;
mod kinds;
mod locations;
mod save;
mod walk;

pub use catalogs::Catalogs;
pub use configs::{ConfigFile, ConfigSource, Configs};
pub use kinds::{HEAD, is_markup, is_xml, is_xml_by_name};
pub use locations::{file_uri_from_path, target_exists};
pub use save::{InPlaceReason, SaveError, Saved, save};
pub use walk::{LeftOut, Named, WalkError, named, walk};

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Whether the file at `path` is XML, which its name may tell, and else how it begins.
///
/// # Errors
/// Where it would have to be read, and cannot be.
pub fn is_xml_file(path: &Path) -> io::Result<bool> {
    if is_xml_by_name(path) {
        return Ok(true);
    }
    let mut head = Vec::with_capacity(HEAD);
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(is_xml(path, &head))
}

/// Reads a whole file. Not by a memory map: another program that cuts the file short would end this one.
///
/// # Errors
/// Where it cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(path)
}
