//! Files below a directory, in the same order in every run.
//!
//! Like in git and ripgrep, hidden files and those that `.gitignore` or `.ignore` name are skipped. The relationships of an
//! unpacked Office file, `_rels/.rels`, are not hidden although their name starts with a dot. Links are not followed, which prevents loops and paths outside the tree. Pipes, sockets and devices are skipped: reading one may
//! never end.

use std::collections::VecDeque;
use std::error::Error;
use std::fmt;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ignore::{DirEntry, IncrementalIgnore, Walk, WalkBuilder};

use crate::files::guarded::open_own;

/// Part of a directory or a `.gitignore` file that could not be read. Displays the path and the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WalkError {
    /// Path and cause.
    pub message: String,
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for WalkError {}

/// Files that a walk finds besides the usual ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkOptions {
    /// Whether hidden files and directories are read, except `.git`.
    pub is_hidden_read: bool,
    /// Whether files are read that `.gitignore` or `.ignore` name.
    pub is_ignored_read: bool,
}

impl WalkOptions {
    fn builder(self, folder: &Path) -> WalkBuilder {
        let mut builder = WalkBuilder::new(folder);
        builder.hidden(!self.is_hidden_read);
        if self.is_ignored_read {
            builder.ignore(false).git_ignore(false).git_global(false).git_exclude(false).parents(false);
        }
        builder
    }

    /// Returns the error about an ignore file of `folder` that would be read and must not be.
    fn refused(self, folder: &Path) -> Option<WalkError> {
        if self.is_ignored_read { None } else { refused_ignore_file(folder) }
    }
}

/// Returns the files below `folder`, sorted by path, component by component.
///
/// A directory with an ignore file that is a device, very large, or a link out of the directory is not walked, but
/// reported: it would be read, and its lines quoted.
pub fn walk(folder: &Path, options: WalkOptions) -> impl Iterator<Item = Result<PathBuf, WalkError>> + Send + use<> {
    let refused: Arc<Mutex<VecDeque<WalkError>>> = Arc::default();
    // The walk also applies the ignore files of the parent directories.
    let top = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let unread = top.ancestors().find_map(|folder| options.refused(folder));
    let mut walk = unread.is_none().then(|| {
        let refused = Arc::clone(&refused);
        let is_walked = move |entry: &DirEntry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let unread = is_folder.then(|| options.refused(entry.path())).flatten();
            let is_walked = unread.is_none() && entry.file_name() != ".git";
            lock(&refused).extend(unread);
            is_walked
        };
        // The paths of one directory differ only in the name, and comparing names would take each path apart.
        let by_name = |one: &Path, other: &Path| one.as_os_str().cmp(other.as_os_str());
        options.builder(folder).sort_by_file_path(by_name).filter_entry(is_walked).build()
    });
    lock(&refused).extend(unread);
    // Ignore files are read only after the walk has looked at them.
    let root = folder.to_owned();
    let mut left_out = None;
    let mut is_ignored =
        move |file: &Path| left_out.get_or_insert_with(|| LeftOut::below(&root, options)).is_ignored(file);
    iter::from_fn(move || {
        let entry = walk.as_mut().and_then(Walk::next);
        // On the way to the entry, the walk may have refused several directories.
        let errors = std::mem::take(&mut *lock(&refused));
        (entry.is_some() || !errors.is_empty()).then_some((errors, entry))
    })
    .flat_map(move |(errors, entry)| {
        let found = entry.and_then(|entry| match entry {
            Ok(entry) => found_at(&entry, &mut is_ignored).map(Ok),
            Err(error) => Some(Err(WalkError { message: error.to_string() })),
        });
        errors.into_iter().map(Err).chain(found)
    })
}

/// Returns the file that a walk finds at `entry`: the file itself, or the relationships in a directory of relationships,
/// which the walk considers hidden.
fn found_at(entry: &DirEntry, mut is_ignored: impl FnMut(&Path) -> bool) -> Option<PathBuf> {
    let kind = entry.file_type()?;
    if kind.is_file() && !is_relationships(entry.path()) {
        return Some(entry.path().to_owned());
    }
    let file = entry.path().join(RELATIONSHIPS.1);
    let is_found = kind.is_dir()
        && is_relationships(&file)
        && file.symlink_metadata().is_ok_and(|metadata| metadata.is_file())
        && !is_ignored(&file);
    is_found.then_some(file)
}

/// Directory and name of the relationships of an Office file. ECMA-376 part 2 section 6.5.2.
const RELATIONSHIPS: (&str, &str) = ("_rels", ".rels");

fn is_relationships(file: &Path) -> bool {
    let parent = file.parent().and_then(Path::file_name);
    file.file_name().is_some_and(|name| name == RELATIONSHIPS.1) && parent.is_some_and(|name| name == RELATIONSHIPS.0)
}

/// Returns the error about an ignore file of `folder` that must not be read.
fn refused_ignore_file(folder: &Path) -> Option<WalkError> {
    [".gitignore", ".ignore"].into_iter().find_map(|name| {
        let path = folder.join(name);
        path.symlink_metadata().ok()?;
        let error = open_own(&path).err()?;
        Some(WalkError { message: format!("{}: cannot read the ignore file: {error}", path.display()) })
    })
}

fn lock(errors: &Mutex<VecDeque<WalkError>>) -> MutexGuard<'_, VecDeque<WalkError>> {
    errors.lock().unwrap_or_else(PoisonError::into_inner)
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
    let metadata = std::fs::metadata(path)?;
    Ok(if metadata.is_dir() { Named::Folder } else { Named::File })
}

/// Files that a walk from a directory skips.
#[derive(Debug)]
pub struct LeftOut {
    matchers: Vec<IncrementalIgnore>,
    /// Ignore files only; a hidden file is not skipped.
    ignored: Vec<IncrementalIgnore>,
    options: WalkOptions,
}

impl LeftOut {
    /// Creates the filter for a walk from `top`.
    pub fn below(top: &Path, options: WalkOptions) -> Self {
        Self {
            matchers: options.builder(top).build_matchers(),
            ignored: options.builder(top).hidden(false).build_matchers(),
            options,
        }
    }

    /// Returns whether the walk skips `file`, or cannot find it because of an ignore file that must not be read.
    /// Files outside the directory are not skipped.
    pub fn skips(&mut self, file: &Path) -> bool {
        if file.ancestors().skip(1).any(|folder| self.options.refused(folder).is_some()) {
            return true;
        }
        match file.parent().filter(|_| is_relationships(file)) {
            Some(folder) => is_skipped(&mut self.matchers, folder, true) || self.is_ignored(file),
            None => is_skipped(&mut self.matchers, file, false),
        }
    }

    /// Returns whether an ignore file names `file`.
    fn is_ignored(&mut self, file: &Path) -> bool {
        is_skipped(&mut self.ignored, file, false)
    }
}

fn is_skipped(matchers: &mut [IncrementalIgnore], path: &Path, is_folder: bool) -> bool {
    matchers.iter_mut().any(|matcher| {
        let below = matcher.normalize(path);
        below.is_some_and(|below| matcher.matched(below, is_folder).is_ignore())
    })
}
