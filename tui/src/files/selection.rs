//! The files that the arguments select: the list of `--files-from`, patterns, extensions and changes.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, UTF_8};
use iri_core::files::config::FilePatterns;
use iri_core::files::{WalkOptions, absolute, relative_text};

use super::changed;
use super::here::relative;
use crate::cells::escape_line;
use crate::cli::files::FileArgs;

/// Conditions of the files to read.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Files that a walk finds.
    pub walk: WalkOptions,
    include: Option<FilePatterns>,
    exclude: Option<FilePatterns>,
    changed: Option<HashSet<PathBuf>>,
}

impl Selection {
    /// Creates the conditions from the arguments.
    ///
    /// # Errors
    /// The message about an invalid pattern or revision.
    pub fn new(files: &FileArgs) -> Result<Self, String> {
        let patterns = |patterns: &[String]| {
            (!patterns.is_empty()).then(|| FilePatterns::parse(patterns.iter().map(String::as_str))).transpose()
        };
        Ok(Self {
            walk: WalkOptions { is_hidden_read: files.hidden, is_ignored_read: files.no_ignore },
            include: patterns(&files.include)?,
            exclude: patterns(&files.exclude)?,
            changed: files.changed_since.as_deref().map(changed::changed_since).transpose()?,
        })
    }

    /// Returns whether a file is read that was found in a directory.
    pub fn selects_found(&self, path: &Path) -> bool {
        if self.include.is_none() && self.exclude.is_none() {
            return true;
        }
        let name = pattern_path(path);
        self.include.as_ref().is_none_or(|include| include.matches(&name)) && !self.excludes(&name)
    }

    /// Returns whether a named file is excluded by a pattern.
    pub fn excludes_named(&self, path: &Path) -> bool {
        self.exclude.is_some() && self.excludes(&pattern_path(path))
    }

    /// Returns whether a file changed, if only changed files are read.
    pub fn is_changed(&self, path: &Path) -> bool {
        self.changed.as_ref().is_none_or(|changed| changed.contains(&changed::canonical(path)))
    }

    fn excludes(&self, name: &str) -> bool {
        self.exclude.as_ref().is_some_and(|exclude| exclude.matches(name))
    }
}

/// Returns `path` for a pattern: relative to the current directory if possible, with `/`.
fn pattern_path(path: &Path) -> String {
    relative_text(&relative(&absolute(path)), Path::new(""))
}

/// Returns the paths in the list `from`, one per line or each before a NUL.
///
/// # Errors
/// If the list cannot be read.
fn listed_paths(from: &Path, is_nul: bool) -> io::Result<Vec<PathBuf>> {
    let mut bytes = Vec::new();
    if from.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = iri_core::files::read(from)?;
    }
    // PowerShell writes a mark, and older versions UTF-16.
    match Encoding::for_bom(&bytes) {
        Some((encoding, mark)) if encoding == UTF_8 => drop(bytes.drain(..mark)),
        Some((encoding, _)) => bytes = encoding.decode(&bytes).0.into_owned().into_bytes(),
        None => {}
    }
    let end = if is_nul { 0 } else { b'\n' };
    let lines = bytes.split(|&byte| byte == end);
    let lines = lines.map(|line| if is_nul { line } else { line.strip_suffix(b"\r").unwrap_or(line) });
    Ok(lines.filter(|line| !line.is_empty()).map(changed::path_of).collect())
}

/// Returns the arguments with the paths of `--files-from`, and the conditions of the files.
///
/// # Errors
/// The message about a list that cannot be read, or an invalid pattern or revision.
pub fn selected(files: &FileArgs) -> Result<(FileArgs, Selection), String> {
    let mut files = files.clone();
    if let Some(from) = &files.files_from {
        let listed = listed_paths(from, files.null);
        let listed = listed.map_err(|error| format!("cannot read the list {}: {error}", from.display()));
        files.listed = listed.map_err(|message| escape_line(&message))?;
    }
    let selection = Selection::new(&files).map_err(|message| escape_line(&message))?;
    Ok((files, selection))
}
