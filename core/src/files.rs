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
mod expand;
mod ignore_usage;
mod ignores;
mod input;
mod kinds;
mod nearest;
mod open;
mod package;
mod paths;
mod refusal;
mod roots;
mod save;
mod schemas;
mod stamp;
mod targets;
mod walk;

pub(crate) use configs::override_with;
pub use configs::{ConfigFile, ConfigSource, Configs};
pub use save::{InPlaceReason, SaveError, Saved, save};
pub use walk::{WalkOptions, walk};

#[doc(hidden)] // for the programs of this workspace
pub use {
    catalogs::{CatalogPath, CatalogTarget, Catalogs},
    configs::{CONFIG_FILE_NAME, ConfigTexts, schema_problems},
    expand::expanded,
    ignore_usage::IgnoreUsage,
    ignores::{WalkError, has_repository, is_repository},
    input::read_config,
    kinds::{
        HEAD, is_document, is_document_by_name, is_found_document, is_markup, is_named_document, is_page, is_xml,
        is_xml_by_name, xml_extensions,
    },
    nearest::Nearest,
    open::OpenTexts,
    package::{ChangedEntry, Package, PackageEntry, PackageError, PackageKind, named_entry},
    paths::{
        ENTRY_SEPARATOR, PathStyle, absolute, below, document_location, entry_location, file_uri_from_path,
        is_same_file, path_from_file_uri, path_key, relative_text,
    },
    roots::{below_other_name, folder_of, is_device_path, is_missing_within, resolve_within},
    save::{Leftovers, Recovery},
    schemas::{SchemaStore, SchemaSurroundings, is_schema_by_name},
    stamp::Stamp,
    targets::{OpenFiles, TargetIndex, TargetsWithin},
    walk::{IgnoredFiles, Named, named},
};

use std::io;
use std::path::Path;

/// Returns whether the file at `path`, which a walk found, is a document with references: by its name if that is enough,
/// otherwise by its first bytes.
///
/// # Errors
/// Returns an error if the file has to be read and this fails.
#[doc(hidden)] // for the programs of this workspace
pub fn is_document_file(path: &Path) -> io::Result<bool> {
    Ok(is_document_by_name(path) || is_document(path, &input::head_of(path, HEAD as u64)?))
}

/// Reads a whole file that the user named. It is not mapped into memory: if another program truncated it, this program
/// would crash.
///
/// # Errors
/// Returns an error if the file cannot be read, is a device, or is a pipe with more than 1 GiB.
#[doc(hidden)] // for the programs of this workspace
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    input::read_named(path)
}

/// Opens a file or pipe that the user named, to be read piece by piece.
///
/// # Errors
/// If it cannot be opened, or is a device.
#[doc(hidden)] // for the programs of this workspace
pub fn open(path: &Path) -> io::Result<std::fs::File> {
    Ok(input::open_named(path)?.0)
}

/// Reads a whole UTF-8 file that the user named.
///
/// # Errors
/// Returns an error if the file cannot be read or is not UTF-8.
#[doc(hidden)] // for the programs of this workspace
pub fn read_text(path: &Path) -> io::Result<String> {
    input::utf8(read(path)?)
}

/// Reads a whole file that a walk found: a regular file, and not a link.
///
/// # Errors
/// Returns an error if the file cannot be read or is another kind of file.
#[doc(hidden)] // for the programs of this workspace
pub fn read_found(path: &Path) -> io::Result<Vec<u8>> {
    input::read_found(path, input::MAX_FILE)
}

/// Reads a file of at most `limit` bytes that belongs to a project, although an option names it: a regular file, and not a
/// link that leads out of its directory.
///
/// # Errors
/// Returns an error if the file cannot or must not be read.
#[doc(hidden)] // for the programs of this workspace
pub fn read_own(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    input::read_own(path, limit)
}

/// Reads a document of at most `limit` bytes that a walk found; `None` if it is neither XML nor RDF.
///
/// # Errors
/// Returns an error if the file cannot be read or is too large.
#[doc(hidden)] // for the programs of this workspace
pub fn read_document(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    input::read_found_if(path, limit, HEAD as u64, |head| is_document(path, head))
}

/// Reads a document or a page in HTML, which may have links and IDs; `None` for another file.
///
/// # Errors
/// Returns an error if the file cannot be read or is too large.
#[doc(hidden)] // for the programs of this workspace
pub fn read_linked(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    input::read_found_if(path, limit, HEAD as u64, |head| is_page(path) || is_document(path, head))
}
