//! Files that changed since a revision of git.
//!
//! Only for `--changed-since`, and only then, git is started. Its arguments are fixed: the revision is first resolved to the
//! name of a commit, after `--end-of-options`, so that no revision can be an option.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use iri_core::files::folder_of;

/// Arguments before every command: no pager, no optional locks, and no program of the repository that watches files.
const COMMON: [&str; 4] = ["--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false"];

/// Returns the absolute paths of the files that differ from `revision`, including new files that are not ignored.
///
/// # Errors
/// The message, if git is not installed, the current directory is in no repository, or the revision does not exist.
pub fn changed_since(revision: &str) -> Result<HashSet<PathBuf>, String> {
    let commit = format!("{revision}^{{commit}}");
    let commit = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
        .map_err(|error| format!("cannot find the revision '{revision}': {error}"))?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    if commit.len() < 40 || !commit.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(format!("cannot find the revision '{revision}'"));
    }
    let named = |error| format!("cannot list the changes since '{revision}': {error}");
    let top = git(&["rev-parse", "--show-toplevel"]).map_err(named)?;
    let top = path_of(top.strip_suffix(b"\n").unwrap_or(&top));
    // The names are relative to the top directory, also of untracked files.
    let tracked = git(&[
        "diff",
        "--name-only",
        "-z",
        "--no-ext-diff",
        "--no-textconv",
        "--no-renames",
        "--diff-filter=d",
        &commit,
        "--",
    ]);
    let untracked = git(&["ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/"]);
    let names = [tracked.map_err(named)?, untracked.map_err(named)?];
    let names = names.iter().flat_map(|list| list.split(|&byte| byte == 0)).filter(|name| !name.is_empty());
    Ok(names.map(|name| canonical(&top.join(path_of(name)))).collect())
}

/// Returns the name under which [`changed_since`] lists the file at `path`.
pub fn canonical(path: &Path) -> PathBuf {
    // The last component stays: a link is a file of its own.
    let Ok(parent) = folder_of(path).canonicalize() else { return path.to_owned() };
    path.file_name().map_or_else(|| parent.clone(), |name| parent.join(name))
}

fn git(arguments: &[&str]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    // A partial clone would fetch what it lacks.
    command.args(COMMON).args(arguments).env("GIT_NO_LAZY_FETCH", "1").stdin(Stdio::null());
    let output = command.output();
    let output = output.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "git is not installed".to_owned(),
        _ => error.to_string(),
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(message.lines().next().unwrap_or("no such revision").to_owned())
}

/// Returns the path that consists of these bytes.
#[cfg(unix)]
pub fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;

    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// Returns the path that consists of these bytes.
#[cfg(not(unix))]
pub fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}
