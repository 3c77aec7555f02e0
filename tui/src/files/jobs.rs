//! The files to read: the named paths, and the files in named directories.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use iri_core::files::{
    ENTRY_SEPARATOR, IgnoredFiles, Named, WalkOptions, absolute, folder_of, named, named_entry, path_key, walk,
};

use crate::cli::files::FileArgs;
use crate::cli::nearest;
use crate::files::here::{Folders, name_of, named_here, tree_of};
use crate::files::selection::Selection;

/// An input to read.
#[derive(Debug)]
pub enum Job {
    /// Standard input.
    Stdin,
    /// A file.
    File {
        /// Path, relative to the current directory if possible.
        path: PathBuf,
        /// Directory that links must not lead out of.
        tree: PathBuf,
        /// Whether the file itself was named, not a directory that contains it.
        is_named: bool,
        /// Name of the only file in it that is wanted, if it is a package of which one was named.
        entry: Option<String>,
    },
    /// Message about a path that cannot be read.
    Unread(String),
    /// Note about a named path that is skipped.
    Skipped(String),
}

impl Job {
    /// Returns the name in reports of the file in a package that was named.
    pub fn entry_name(&self) -> Option<String> {
        let Self::File { path, entry, .. } = self else { return None };
        entry.as_ref().map(|entry| format!("{}{ENTRY_SEPARATOR}{entry}", name_of(path)))
    }
}

/// Name of standard input.
const STDIN: &str = "-";

/// Returns the inputs that `files` names and `selection` selects, in order, each file once.
pub fn jobs(files: &FileArgs, selection: &Selection) -> impl Iterator<Item = Job> + Send + use<> {
    let mut folders = Folders::default();
    let paths: Vec<PathBuf> = files.inputs().into_iter().map(|path| named_here(path, &mut folders)).collect();
    let selection = selection.clone();
    let (is_excluding, options) = (files.force_exclude, selection.walk);
    let mut ignored = is_excluding.then(|| IgnoredInFolders { folders: HashMap::new(), options });
    let mut seen = (paths.len() > 1).then(Seen::default);
    let mut reads_stdin = false;
    let all = paths.into_iter().flat_map(move |path| below(path, is_excluding, options));
    all.filter(move |job| match job {
        Job::File { path, is_named, entry, .. } => {
            let is_selected = if *is_named {
                !is_excluding || !selection.excludes_named(path)
            } else {
                selection.selects_found(path)
            };
            if !is_selected || !selection.is_changed(path) {
                return false;
            }
            let is_new = seen.as_mut().is_none_or(|seen| seen.insert(path, *is_named, entry.clone()));
            let is_ignored = *is_named && ignored.as_mut().is_some_and(|ignored| ignored.holds(path));
            is_new && !is_ignored
        }
        Job::Stdin => !std::mem::replace(&mut reads_stdin, true),
        Job::Unread(_) | Job::Skipped(_) => true,
    })
}

/// Returns the file at `path`, or the files in this directory. With `is_excluding`, a named file is read only if it would be
/// found in its directory: version control also names deleted files and links.
fn below(path: PathBuf, is_excluding: bool, options: WalkOptions) -> Box<dyn Iterator<Item = Job> + Send> {
    if path.as_os_str() == STDIN {
        return Box::new(std::iter::once(Job::Stdin));
    }
    if let Some((path, entry)) = named_entry(&path) {
        let job = Job::File { tree: tree_of(&path), path, is_named: true, entry: Some(entry) };
        return Box::new(std::iter::once(job));
    }
    if is_excluding {
        match path.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Box::new(std::iter::once(Job::Skipped(format!("{}: skipped: not found", name_of(&path)))));
            }
            Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => return Box::new(std::iter::empty()),
            _ => {}
        }
    }
    let tree = tree_of(&path);
    match named(&path) {
        Err(error) => Box::new(std::iter::once(Job::Unread(unread(&path, &error)))),
        Ok(Named::File) => Box::new(std::iter::once(Job::File { path, tree, is_named: true, entry: None })),
        Ok(Named::Folder) => Box::new(walk(&path, options).map(move |found| match found {
            Ok(path) => Job::File { path: plain(path), tree: tree.clone(), is_named: false, entry: None },
            Err(problem) => Job::Unread(problem.message),
        })),
    }
}

/// Returns the message about a path that cannot be read, with the most similar existing name if there is no such file.
pub fn unread(path: &Path, error: &io::Error) -> String {
    let missing = (error.kind() == io::ErrorKind::NotFound).then(|| nearest(path)).flatten();
    let tip = missing.map(|near| format!("; did you mean '{}'?", name_of(&near)));
    format!("{}: {error}{}", name_of(path), tip.unwrap_or_default())
}

/// Returns the path without the `./` that a walk of the current directory adds.
fn plain(path: PathBuf) -> PathBuf {
    path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path)
}

/// Files that were seen, under any of their names. Paths as keys would be split into components for each file.
#[derive(Default)]
struct Seen {
    files: HashSet<(OsString, Option<String>)>,
    /// Real path of each directory: most files have the same directory as another one.
    folders: HashMap<OsString, PathBuf>,
}

impl Seen {
    /// Adds an entry of the file at `path`, or the file itself. Returns whether it was not seen before.
    fn insert(&mut self, path: &Path, is_named: bool, entry: Option<String>) -> bool {
        let identity = self.identity(path, is_named).into_os_string();
        self.files.insert((identity, entry))
    }

    /// Returns the same path for all names of a file: through links, `.` and `..`, and for a file that is named on a system
    /// that usually ignores it, in another case or normal form, or as a short name.
    fn identity(&mut self, path: &Path, is_named: bool) -> PathBuf {
        let is_named = is_named && cfg!(any(windows, target_os = "macos"));
        let is_link = || path.symlink_metadata().map_or(true, |metadata| metadata.is_symlink());
        let Some(name) = path.file_name().filter(|_| !is_named && !is_link()) else { return real(path) };
        let folder = folder_of(path);
        if let Some(real) = self.folders.get(folder.as_os_str()) {
            return real.join(name);
        }
        let real = real(folder);
        let identity = real.join(name);
        self.folders.insert(folder.into(), real);
        identity
    }
}

/// Returns the path that the system has for the file, with its case: also on Windows a directory, such as one of a share, may have
/// two names that differ only in case. That of the share itself is as it was written.
fn real(path: &Path) -> PathBuf {
    let Ok(real) = path.canonicalize() else { return path_key(&absolute(path)).into_owned() };
    let mut names = real.components();
    let Some(Component::Prefix(start)) = names.next() else { return real };
    let mut identity = start.as_os_str().to_ascii_lowercase();
    identity.push(names.as_path());
    identity.into()
}

/// Returns the ignored files: from the current directory, or from the directory of a file that is not in it.
struct IgnoredInFolders {
    folders: HashMap<OsString, IgnoredFiles>,
    options: WalkOptions,
}

impl IgnoredInFolders {
    fn holds(&mut self, path: &Path) -> bool {
        let folder = self.folders.entry(tree_of(path).into_os_string());
        let ignored = folder.or_insert_with_key(|top| IgnoredFiles::below(Path::new(top), self.options));
        ignored.skips(path)
    }
}
