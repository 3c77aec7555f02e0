//! Access to the disk: which files exist, which of them are XML, packages of XML files, their configuration, and how they
//! are saved. Only this module accesses a disk, and only `input` opens files for reading.
//!
//! ```text
//! directories ─▶ walk ─▶ kinds ─▶ bytes ─▶ … text, findings, edits … ─▶ bytes ─▶ save
//!              (sorted) (is it XML?)  └─ configs: the nearest .iri.toml
//! ```

mod catalogs;
pub mod config;
mod configs;
mod ignore_usage;
mod ignores;
mod input;
mod kinds;
mod locations;
mod open;
mod package;
mod refusal;
mod roots;
mod save;
mod schemas;
mod stamp;
mod targets;
mod walk;

pub use catalogs::{CatalogPath, Catalogs};
pub use configs::{CONFIG_FILE_NAME, ConfigFile, ConfigSource, ConfigTexts, Configs, schema_problems};
pub use ignore_usage::IgnoreUsage;
pub use ignores::WalkError;
pub use input::read_config;
pub use kinds::{HEAD, XML_EXTENSIONS, is_markup, is_xml, is_xml_by_name};
pub use locations::{document_location, file_uri_from_path, path_from_file_uri};
pub use open::OpenTexts;
pub use package::{ChangedEntry, ENTRY_SEPARATOR, Package, PackageEntry, PackageError, PackageKind, named_entry};
pub use roots::{folder_of, is_local, is_missing_within};
pub use save::{InPlaceReason, Leftovers, Recovery, SaveError, Saved, save};
pub use schemas::{SchemaStore, SchemaSurroundings, is_schema_by_name};
pub use stamp::Stamp;
pub use targets::{OpenFiles, TargetIndex, TargetsWithin};
pub use walk::{LeftOut, Named, WalkOptions, named, walk};

use std::io;
use std::path::Path;

/// Returns whether the file at `path`, which a walk found, is XML: by its name if that is enough, otherwise by its first
/// bytes.
///
/// # Errors
/// Returns an error if the file has to be read and this fails.
pub fn is_xml_file(path: &Path) -> io::Result<bool> {
    Ok(is_xml_by_name(path) || is_xml(path, &input::head_of(path, HEAD as u64)?))
}

/// Reads a whole file that the user named. It is not mapped into memory: if another program truncated it, this program
/// would crash.
///
/// # Errors
/// Returns an error if the file cannot be read, is a device, or is a pipe with more than 1 GiB.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    input::read_named(path)
}

/// Reads a whole UTF-8 file that the user named.
///
/// # Errors
/// Returns an error if the file cannot be read or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    input::utf8(read(path)?)
}

/// Reads a whole file that a walk found: a regular file, and not a link.
///
/// # Errors
/// Returns an error if the file cannot be read or is another kind of file.
pub fn read_found(path: &Path) -> io::Result<Vec<u8>> {
    input::read_found(path, input::MAX_FILE)
}

/// Reads a file of at most `limit` bytes that belongs to a project, although an option names it: a regular file, and not a
/// link that leads out of its directory.
///
/// # Errors
/// Returns an error if the file cannot or must not be read.
pub fn read_own(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    input::read_own(path, limit)
}

/// Reads an XML file of at most `limit` bytes that a walk found; `None` if it is not XML.
///
/// # Errors
/// Returns an error if the file cannot be read or is too large.
pub fn read_xml(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    input::read_found_if(path, limit, HEAD as u64, |head| is_xml(path, head))
}
