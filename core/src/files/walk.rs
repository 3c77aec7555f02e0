//! Files below a directory, in the same order in every run.
//!
//! Like in git and ripgrep, hidden files and those that an ignore file names are skipped. The relationships of an unpacked
//! Office file, `_rels/.rels`, are not hidden although their name starts with a dot. Links are not followed, which prevents
//! loops and paths outside the tree. Pipes, sockets and devices are skipped: reading one may never end.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use crate::files::ignores::{IgnoreRules, WalkError};
use crate::files::input::named_metadata;
use crate::files::paths::{absolute, below};

/// Files that a walk finds besides the usual ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkOptions {
    /// Whether hidden files and directories are read, except `.git`.
    pub is_hidden_read: bool,
    /// Whether files are read that an ignore file names.
    pub is_ignored_read: bool,
}

/// Directory whose entries are visited.
#[derive(Clone, Debug, Default)]
struct Folder {
    /// Path without links, which the patterns of ignore files match.
    real: PathBuf,
    rules: Option<Arc<IgnoreRules>>,
}

impl Folder {
    /// Reads the ignore files of the directory at `path`, from which a walk starts, and of its parents.
    fn top(path: &Path, options: WalkOptions) -> Result<Self, WalkError> {
        let real = path.canonicalize().unwrap_or_else(|_| absolute(path));
        let parents = if options.is_ignored_read { None } else { IgnoreRules::above(&real)? };
        Self { real, rules: parents }.with_own_rules(options)
    }

    /// Reads the ignore files of the directory `name` in this one.
    fn inner(&self, name: &OsStr, options: WalkOptions) -> Result<Self, WalkError> {
        Self { real: self.real.join(name), rules: self.rules.clone() }.with_own_rules(options)
    }

    fn with_own_rules(self, options: WalkOptions) -> Result<Self, WalkError> {
        if options.is_ignored_read {
            return Ok(self);
        }
        Ok(Self { rules: IgnoreRules::inside(self.rules, &self.real, &self.real)?, real: self.real })
    }

    /// Returns whether a walk skips the entry `name`.
    fn skips(&self, name: &OsStr, is_folder: bool, options: WalkOptions) -> bool {
        if name.eq_ignore_ascii_case(".git") {
            return true;
        }
        let is_ignored = self.rules.as_ref().and_then(|rules| rules.is_ignored(&self.real.join(name), is_folder));
        is_ignored.unwrap_or_else(|| !options.is_hidden_read && self.hides(name))
    }

    fn hides(&self, name: &OsStr) -> bool {
        // The relationships of an Office file. ECMA-376 part 2 section 6.5.2.
        let is_relationships = || name == ".rels" && self.real.file_name().is_some_and(|folder| folder == "_rels");
        (name.as_encoded_bytes().starts_with(b".") && !is_relationships()) || has_hidden_attribute(&self.real, name)
    }
}

#[cfg(windows)]
fn has_hidden_attribute(folder: &Path, name: &OsStr) -> bool {
    use std::os::windows::fs::MetadataExt;
    const FILE_ATTRIBUTE_HIDDEN: u32 = 2;
    let metadata = folder.join(name).symlink_metadata();
    metadata.is_ok_and(|metadata| metadata.file_attributes() & FILE_ATTRIBUTE_HIDDEN != 0)
}

#[cfg(not(windows))]
fn has_hidden_attribute(_folder: &Path, _name: &OsStr) -> bool {
    false
}

/// Returns the files below `folder`, sorted by path, component by component.
///
/// A directory with an ignore file that is a device, very large, or a link out of the directory is not walked, but
/// reported: it would be read, and its lines quoted.
pub fn walk(folder: &Path, options: WalkOptions) -> impl Iterator<Item = Result<PathBuf, WalkError>> + Send + use<> {
    let (open, error) = match Folder::top(folder, options).and_then(|top| OpenFolder::new(folder.to_owned(), top)) {
        Ok(top) => (vec![top], None),
        Err(error) => (Vec::new(), Some(Err(error))),
    };
    error.into_iter().chain(Walk { open, options })
}

/// Walk through the files below a directory.
struct Walk {
    /// The directories from the top to the current one.
    open: Vec<OpenFolder>,
    options: WalkOptions,
}

/// Directory with the entries that were not visited yet.
struct OpenFolder {
    /// Path as callers see it.
    path: PathBuf,
    folder: Folder,
    entries: vec::IntoIter<(OsString, io::Result<FileType>)>,
}

impl OpenFolder {
    fn new(path: PathBuf, folder: Folder) -> Result<Self, WalkError> {
        let entry = |entry: io::Result<DirEntry>| entry.map(|entry| (entry.file_name(), entry.file_type()));
        let entries: io::Result<Vec<_>> = fs::read_dir(&path).and_then(|entries| entries.map(entry).collect());
        let mut entries = entries.map_err(|error| WalkError::new(&path, &error))?;
        entries.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        Ok(Self { path, folder, entries: entries.into_iter() })
    }
}

impl Iterator for Walk {
    type Item = Result<PathBuf, WalkError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let current = self.open.last_mut()?;
            let Some((name, kind)) = current.entries.next() else {
                self.open.pop();
                continue;
            };
            let path = current.path.join(&name);
            let kind = match kind {
                Ok(kind) => kind,
                Err(error) => return Some(Err(WalkError::new(&path, &error))),
            };
            if !(kind.is_file() || kind.is_dir()) || current.folder.skips(&name, kind.is_dir(), self.options) {
                continue;
            }
            if kind.is_file() {
                return Some(Ok(path));
            }
            let inner = current.folder.inner(&name, self.options);
            match inner.and_then(|folder| OpenFolder::new(path, folder)) {
                Ok(inner) => self.open.push(inner),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Kind of a path that a user named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Directory to walk.
    Folder,
    /// File to read.
    File,
}

/// Returns the kind of `path`; links are followed, because the user named them.
///
/// # Errors
/// Returns an error if nothing exists at `path` or its metadata cannot be read.
pub fn named(path: &Path) -> std::io::Result<Named> {
    let metadata = named_metadata(path)?;
    Ok(if metadata.is_dir() { Named::Folder } else { Named::File })
}

/// Files that a walk from a directory skips.
#[derive(Debug)]
pub struct IgnoredFiles {
    /// Absolute path of the directory.
    top: PathBuf,
    options: WalkOptions,
    /// Directories that the walk visits; `None` for those that it skips.
    known: HashMap<PathBuf, Option<Folder>>,
}

impl IgnoredFiles {
    /// Creates the filter for a walk from `top`.
    pub fn below(top: &Path, options: WalkOptions) -> Self {
        let known = HashMap::from([(PathBuf::new(), Folder::top(top, options).ok())]);
        Self { top: absolute(top), options, known }
    }

    /// Returns whether the walk skips `file`, or cannot find it because of an ignore file that must not be read.
    /// Files outside the directory are not skipped.
    pub fn skips(&mut self, file: &Path) -> bool {
        let file = absolute(file);
        let Some(below) = below(&file, &self.top) else { return false };
        let (Some(parent), Some(name)) = (below.parent(), below.file_name()) else { return false };
        let mut folders: Vec<&Path> = parent.ancestors().collect();
        folders.reverse();
        for pair in folders.windows(2) {
            let [outer, inner] = pair else { continue };
            if !self.known.contains_key(*inner) {
                let name = inner.file_name().unwrap_or_default();
                let outer = self.known.get(*outer).and_then(Option::as_ref);
                let outer = outer.filter(|outer| !outer.skips(name, true, self.options));
                let folder = outer.and_then(|outer| outer.inner(name, self.options).ok());
                self.known.insert((*inner).to_owned(), folder);
            }
        }
        let folder = self.known.get(parent).and_then(Option::as_ref);
        folder.is_none_or(|folder| folder.skips(name, false, self.options))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// Returns the files that the walk of the crate `ignore` finds, which reads ignore files as ripgrep does.
    fn expected(folder: &Path, is_hidden_read: bool) -> Vec<PathBuf> {
        let mut builder = ignore::WalkBuilder::new(folder);
        builder.hidden(!is_hidden_read).sort_by_file_path(Path::cmp).filter_entry(|entry| entry.file_name() != ".git");
        let entries = builder.build().map(|entry| entry.expect("all can be read"));
        let files = entries.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
        files.map(ignore::DirEntry::into_path).collect()
    }

    #[test]
    fn a_walk_finds_what_ripgrep_finds() {
        const NAMES: [&str; 7] = ["a", "b", "c.xml", ".h", "d e", "a.xml", "\u{5D0}"];
        const PATTERNS: [&str; 20] = [
            "a", "/a", "a/", "/b/c.xml", "*.xml", "!c.xml", "!a/", "**/b", "b/**", "a/*/b", "# a", "\\#a", "!.h", ".h",
            "d e", "d e ", "[ab]", "[", "?", "!*",
        ];
        let mut seed = 1_u64;
        let mut below = move |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap_or(0) % limit
        };
        let mut found = 0;
        for _ in 0..300 {
            let outer = tempfile::tempdir().expect("a directory for temporary files");
            let top = outer.path().join("x/y");
            let mut folders = vec![outer.path().to_owned(), outer.path().join("x"), top.clone()];
            for _ in 0..12 {
                let folder = folders[2 + below(folders.len() - 2)].join(NAMES[below(NAMES.len())]);
                if fs::create_dir_all(&folder).is_ok() {
                    folders.push(folder);
                }
                let folder = &folders[2 + below(folders.len() - 2)];
                let _ = fs::write(folder.join(NAMES[below(NAMES.len())]), "");
            }
            for _ in 0..4 {
                let folder = &folders[below(folders.len())];
                let patterns = [PATTERNS[below(PATTERNS.len())], PATTERNS[below(PATTERNS.len())]].join("\n");
                let file = [".ignore", ".gitignore", ".git/info/exclude", ".jj/x"][below(4)];
                fs::create_dir_all(folder.join(file).parent().expect("it has one")).expect("it can be created");
                fs::write(folder.join(file), patterns).expect("it can be written");
            }
            let is_hidden_read = below(2) == 0;
            let options = WalkOptions { is_hidden_read, is_ignored_read: false };
            let walked: Vec<_> = walk(&top, options).map(|path| path.expect("all can be read")).collect();
            let expected = expected(&top, is_hidden_read);
            let state: Vec<_> = walkdir(outer.path());
            assert_eq!(walked, expected, "{state:#?}");
            let mut ignored = IgnoredFiles::below(&top, options);
            for file in state.iter().map(|(path, _)| path).filter(|path| path.starts_with(&top)) {
                assert_eq!(ignored.skips(file), !expected.contains(file), "{}: {state:#?}", file.display());
            }
            found += expected.len();
        }
        assert!(found > 300, "{found}");
    }

    /// Returns every file and its text.
    fn walkdir(folder: &Path) -> Vec<(PathBuf, String)> {
        let all = walk(folder, WalkOptions { is_hidden_read: true, is_ignored_read: true });
        all.flatten().map(|path| (path.clone(), fs::read_to_string(&path).unwrap_or_default())).collect()
    }
}
