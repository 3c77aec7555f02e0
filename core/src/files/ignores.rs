//! Ignore files, as git and ripgrep use them. Each is read by `input`, because others may have written it.
//!
//! ```text
//! .ignore, nearest first ─▶ .gitignore, nearest first, up to the repository ─▶ .git/info/exclude ─▶ git's file for all
//!                                                                                                 repositories
//! ```
//!
//! What `.git` names elsewhere, such as the repository of a linked worktree, is not read.

use std::error::Error;
use std::fmt;
use std::io;
use std::iter;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};

use crate::files::config::add_pattern;
use crate::files::input::{MAX_CONFIG, may_apply, read_above, read_named_regular, read_within};
use crate::files::paths::{PathStyle, path_key};

/// Directory or ignore file that could not be read. Displays the path and the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WalkError {
    /// Path and cause.
    pub message: String,
}

impl WalkError {
    pub(super) fn new(path: &Path, error: &io::Error) -> Self {
        Self { message: format!("{}: {error}", path.display()) }
    }
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for WalkError {}

/// Patterns that apply to the entries of a directory.
#[derive(Debug)]
pub struct IgnoreRules {
    /// Those of the nearest parent directory with patterns.
    parent: Option<Arc<Self>>,
    /// `.ignore`.
    ignore: Gitignore,
    /// `.gitignore`.
    git: Gitignore,
    /// `.git/info/exclude`, and git's file for all repositories; `None` if the directory is not a repository.
    repository: Option<Gitignore>,
}

impl IgnoreRules {
    /// Reads the patterns of the parent directories of `folder`, an absolute path without links.
    ///
    /// # Errors
    /// The message about an ignore file that must not be read.
    pub fn above(folder: &Path) -> Result<Option<Arc<Self>>, WalkError> {
        let mut parents: Vec<&Path> = folder.ancestors().skip(1).collect();
        parents.reverse();
        parents.into_iter().try_fold(None, |rules, parent| Self::inside(rules, parent, folder))
    }

    /// Reads the patterns of `folder`, whose parent directories have the patterns `parent`, for a walk from `top`.
    ///
    /// # Errors
    /// The message about an ignore file that must not be read.
    pub fn inside(parent: Option<Arc<Self>>, folder: &Path, top: &Path) -> Result<Option<Arc<Self>>, WalkError> {
        let read = |name: &str| {
            let path = folder.join(name);
            match read_above(&path, top, MAX_CONFIG) {
                Ok(bytes) => Ok(patterns(folder, [bytes])),
                Err(error) => absent_or_refused(&path, &error).map(|()| Gitignore::empty()),
            }
        };
        let rules =
            Self { ignore: read(".ignore")?, git: read(".gitignore")?, repository: repository(folder)?, parent };
        let is_empty = rules.ignore.is_empty() && rules.git.is_empty() && rules.repository.is_none();
        Ok(if is_empty { rules.parent } else { Some(Arc::new(rules)) })
    }

    /// Returns whether the entry at `path`, an absolute path without links, is ignored; `None` if no pattern matches it.
    pub fn is_ignored(&self, path: &Path, is_folder: bool) -> Option<bool> {
        let path = &*path_key(path);
        let chain = || iter::successors(Some(self), |rules| rules.parent.as_deref());
        let matched = |patterns: &Gitignore| match patterns.matched(path, is_folder) {
            Match::None => None,
            Match::Ignore(_) => Some(true),
            Match::Whitelist(_) => Some(false),
        };
        if let Some(found) = chain().find_map(|rules| matched(&rules.ignore)) {
            return Some(found);
        }
        // The patterns of git apply in a repository only, and end there.
        let to_repository = chain().position(|rules| rules.repository.is_some())?;
        let found = chain().take(to_repository + 1).find_map(|rules| matched(&rules.git));
        found.or_else(|| chain().nth(to_repository).and_then(|rules| matched(rules.repository.as_ref()?)))
    }
}

/// Names that a repository contains.
const GIT: &str = ".git";
const JUJUTSU: &str = ".jj";

/// Returns whether `folder` is a repository of anybody.
pub fn has_repository(folder: &Path) -> bool {
    [GIT, JUJUTSU].into_iter().any(|name| exists(folder, name))
}

/// Returns whether `folder` is a repository, and not one that another user put above `top`, the directory of a file.
pub fn is_repository(folder: &Path, top: &Path) -> bool {
    [GIT, JUJUTSU].into_iter().any(|name| exists(folder, name) && may_apply(&folder.join(name), top))
}

fn exists(folder: &Path, name: &str) -> bool {
    folder.join(name).symlink_metadata().is_ok()
}

/// Reads the patterns that apply in the whole repository at `folder`; `None` if there is no repository.
fn repository(folder: &Path) -> Result<Option<Gitignore>, WalkError> {
    if !exists(folder, GIT) {
        return Ok(exists(folder, JUJUTSU).then(|| patterns(folder, git_for_all())));
    }
    let path = folder.join(".git/info/exclude");
    let own = match read_within(&path, &[folder.to_owned()], MAX_CONFIG) {
        Ok(bytes) => Some(bytes),
        // A linked worktree and a submodule have a file `.git`.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => None,
        Err(error) => absent_or_refused(&path, &error).map(|()| None)?,
    };
    // The last pattern that matches wins.
    Ok(Some(patterns(folder, git_for_all().into_iter().chain(own))))
}

/// Returns the contents of the ignore file that the user configured for all repositories, if there is one.
fn git_for_all() -> Option<Vec<u8>> {
    read_named_regular(&gitconfig_excludes_path()?, MAX_CONFIG).ok()
}

/// Returns the message about an ignore file that exists and must not be read.
fn absent_or_refused(path: &Path, error: &io::Error) -> Result<(), WalkError> {
    // In a directory that must not be entered nothing is known to exist: the walk reports the directory.
    let is_closed = || error.kind() == io::ErrorKind::PermissionDenied && path.symlink_metadata().is_err();
    if error.kind() == io::ErrorKind::NotFound || is_closed() {
        return Ok(());
    }
    Err(WalkError { message: format!("{}: cannot read the ignore file: {error}", path.display()) })
}

/// Returns the patterns of ignore files in `folder`. A line that is not UTF-8 or not a pattern is left out.
fn patterns(folder: &Path, files: impl IntoIterator<Item = Vec<u8>>) -> Gitignore {
    let mut builder = GitignoreBuilder::new(path_key(folder));
    for bytes in files {
        let bytes = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(&bytes);
        let lines = bytes.split(|byte| *byte == b'\n').filter_map(|line| str::from_utf8(line).ok());
        for line in lines {
            let _ = add_pattern(&mut builder, PathStyle::SYSTEM, line);
        }
    }
    // All patterns together can be too large for one automaton.
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}
