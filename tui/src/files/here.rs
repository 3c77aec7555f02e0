//! Paths as seen from the current directory.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use iri_core::files::{PathStyle, absolute, below, below_other_name, folder_of};

/// Current directory, which the program never changes; empty if it is unknown.
static HERE: LazyLock<PathBuf> = LazyLock::new(|| std::env::current_dir().unwrap_or_default());

/// The same without links.
static REAL_HERE: LazyLock<PathBuf> = LazyLock::new(|| fs::canonicalize(&*HERE).unwrap_or_else(|_| HERE.clone()));

/// Returns the directory that links must not lead out of: the current one if it contains `path`, else the named
/// directory, or that of the file.
pub fn tree_of(path: &Path) -> PathBuf {
    if below(&absolute(path), &HERE).is_some() {
        return HERE.clone();
    }
    if path.is_dir() { path.to_owned() } else { folder_of(path).to_owned() }
}

/// Returns `path` as text, relative to the current directory if possible.
pub fn from_here(path: &Path) -> String {
    name_of(&relative(path))
}

/// Returns `path` as text for people.
pub fn name_of(path: &Path) -> String {
    PathStyle::SYSTEM.text_for_people(&path.to_string_lossy()).into_owned()
}

/// Returns `path` relative to the current directory if possible.
pub fn relative(path: &Path) -> PathBuf {
    below(path, &HERE).unwrap_or(path).to_owned()
}

/// Directories of files, and whether each leads to the current directory.
pub type Folders = HashMap<OsString, bool>;

/// Returns a path that the user named; if it leads to the current directory by another name of that, relative to it: what is
/// checked, and which patterns match, does not depend on the name. A list may name many files: each of their directories is
/// looked at once.
pub fn named_here(path: PathBuf, folders: &mut Folders) -> PathBuf {
    if !path.is_absolute() || below(&path, &HERE).is_some() {
        return path;
    }
    let folder = folder_of(&path);
    let leads_here = if let Some(known) = folders.get(folder.as_os_str()) {
        *known
    } else {
        let real = fs::canonicalize(folder);
        let leads_here = real.is_ok_and(|real| below(&real, &REAL_HERE).is_some());
        folders.insert(folder.into(), leads_here);
        leads_here
    };
    if !leads_here && path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return path;
    }
    match below_other_name(&path, &HERE) {
        Some(rest) if rest.as_os_str().is_empty() => PathBuf::from("."),
        Some(rest) => rest.to_owned(),
        None => path,
    }
}
