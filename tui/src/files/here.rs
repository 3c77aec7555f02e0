//! Paths as seen from the current directory.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use iri_core::files::{PathStyle, absolute, below, below_other_name, folder_of};

/// Current directory, which the program never changes; empty if it is unknown.
static HERE: LazyLock<PathBuf> = LazyLock::new(|| std::env::current_dir().unwrap_or_default());

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

/// Returns a path that the user named; if it leads to the current directory by another name of that, relative to it: what is
/// checked, and which patterns match, does not depend on the name.
pub fn named_here(path: PathBuf) -> PathBuf {
    if !path.is_absolute() || below(&path, &HERE).is_some() {
        return path;
    }
    match below_other_name(&path, &HERE) {
        Some(rest) if rest.as_os_str().is_empty() => PathBuf::from("."),
        Some(rest) => rest.to_owned(),
        None => path,
    }
}
