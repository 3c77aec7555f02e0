//! Access to the disk: which files exist, which of them are XML, packages of XML files, their configuration, and how they
//! are saved. Only this module accesses a disk.
//!
//! ```text
//! directories ─▶ walk ─▶ kinds ─▶ bytes ─▶ … text, findings, edits … ─▶ bytes ─▶ save
//!              (sorted) (is it XML?)  └─ configs: the nearest .iri.toml
//! ```

mod catalogs;
pub mod config;
mod configs;
mod guarded;
mod ignore_usage;
mod kinds;
mod limited;
mod locations;
mod open;
mod package;
mod roots;
mod save;
mod schemas;
mod stamp;
mod targets;
mod walk;

pub use catalogs::{CatalogPath, Catalogs};
pub use configs::{CONFIG_FILE_NAME, ConfigFile, ConfigSource, ConfigTexts, Configs, schema_problems};
pub use guarded::{folder_of, read_config};
pub use ignore_usage::IgnoreUsage;
pub use kinds::{HEAD, XML_EXTENSIONS, is_markup, is_xml, is_xml_by_name};
pub use locations::{document_location, file_uri_from_path, path_from_file_uri};
pub use open::OpenTexts;
pub use package::{ChangedEntry, ENTRY_SEPARATOR, Package, PackageEntry, PackageError, PackageKind, named_entry};
pub use roots::is_local;
pub use save::{InPlaceReason, Recovery, SaveError, Saved, recover, save};
pub use schemas::{SchemaStore, SchemaSurroundings, is_schema_by_name};
pub use stamp::Stamp;
pub use targets::{OpenFiles, TargetIndex, TargetsWithin};
pub use walk::{LeftOut, Named, WalkError, WalkOptions, named, walk};

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Returns whether the file at `path` is XML: by its name if that is enough, otherwise by its first bytes.
///
/// # Errors
/// Returns an error if the file has to be read and this fails.
pub fn is_xml_file(path: &Path) -> io::Result<bool> {
    if is_xml_by_name(path) {
        return Ok(true);
    }
    let mut head = Vec::with_capacity(HEAD);
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(is_xml(path, &head))
}

/// Reads a whole file. It is not mapped into memory: if another program truncated it, this program would crash.
///
/// # Errors
/// Returns an error if the file cannot be read, is a device, or is a pipe with more than 1 GiB.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    guarded::read_input(path)
}
