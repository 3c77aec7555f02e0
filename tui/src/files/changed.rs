//! Files that changed since a revision of git.
//!
//! Only for `--changed-since`, and only then, git is started. Its arguments are fixed: the revision is first resolved to the
//! name of a commit, after `--end-of-options`, so that no revision can be an option. Git starts no other program, whatever
//! the repository names: each filter of the configuration is replaced by none, and so is what [`COMMON`] lists.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use iri_core::files::{folder_of, path_key};

/// Time after which git is stopped. It waits for pipes in the place of its own files.
const LONGEST: Duration = Duration::from_secs(120);

/// Maximum number of filters: git reads the arguments that turn them off in quadratic time.
const MAX_FILTERS: usize = 50;

/// Arguments before every command: no pager, no optional locks and thus no hook after a refreshed index, no program that
/// watches files, no repository that is committed as ordinary files, and no files elsewhere that a configuration names.
const COMMON: [&str; 14] = [
    "--no-pager",
    "--no-optional-locks",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "safe.bareRepository=explicit",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.attributesFile=",
    "-c",
    "core.excludesFile=",
    "-c",
    "diff.orderFile=/dev/null",
];

/// Environment: a partial clone would fetch what it lacks, which older versions of git do unless no protocol is allowed.
const ENVIRONMENT: [(&str, &str); 3] =
    [("GIT_NO_LAZY_FETCH", "1"), ("GIT_ALLOW_PROTOCOL", "none"), ("GIT_TERMINAL_PROMPT", "0")];

/// Returns the absolute paths of the files that differ from `revision`, including new files that are not ignored.
///
/// # Errors
/// The message, if git is not installed, the current directory is in no repository, or the revision does not exist.
pub fn changed_since(revision: &str) -> Result<HashSet<PathBuf>, String> {
    let commit = format!("{revision}^{{commit}}");
    let commit = git(&[], &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
        .map_err(|error| format!("cannot find the revision '{revision}': {error}"))?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    if commit.len() < 40 || !commit.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(format!("cannot find the revision '{revision}'"));
    }
    let named = |error| format!("cannot list the changes since '{revision}': {error}");
    let top = git(&[], &["rev-parse", "--show-toplevel"]).map_err(named)?;
    let top = path_of(top.strip_suffix(b"\n").unwrap_or(&top));
    // The configuration of a repository can name any directory, whose files would be compared instead of these.
    let is_here =
        |top: &Path| Some(std::env::current_dir().ok()?.canonicalize().ok()?.starts_with(top.canonicalize().ok()?));
    if is_here(&top) == Some(false) {
        return Err(named("the repository has its files in another directory".to_owned()));
    }
    // The names are relative to the top directory, also of untracked files.
    let no_filters = no_filters().map_err(named)?;
    let tracked = [
        "diff",
        "--name-only",
        "-z",
        "--no-ext-diff",
        "--no-textconv",
        "--no-renames",
        // Git would start itself in a submodule, with the configuration of that repository.
        "--ignore-submodules=all",
        "--diff-filter=d",
        &commit,
        "--",
    ];
    let tracked = git(&no_filters, &tracked);
    let untracked = git(&no_filters, &["ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/"]);
    let names = [tracked.map_err(named)?, untracked.map_err(named)?];
    let names = names.iter().flat_map(|list| list.split(|&byte| byte == 0)).filter(|name| !name.is_empty());
    Ok(names.map(|name| canonical(&top.join(path_of(name)))).collect())
}

/// Returns the name under which [`changed_since`] lists the file at `path`.
pub fn canonical(path: &Path) -> PathBuf {
    // The last component stays: a link is a file of its own.
    let Ok(parent) = folder_of(path).canonicalize() else { return path.to_owned() };
    let path = path.file_name().map_or_else(|| parent.clone(), |name| parent.join(name));
    path_key(&path).into_owned()
}

/// Returns arguments that turn off each filter of the configuration, of the repository or of the user. A file whose stored
/// form differs, such as one in Git LFS, then counts as changed if git does not know that it is not.
fn no_filters() -> Result<Vec<String>, String> {
    // Without a match git ends with an error, and a configuration that it cannot read is an error of the next command too.
    let names =
        git(&[], &["config", "--includes", "--name-only", "-z", "--get-regexp", r"^filter\."]).unwrap_or_default();
    let mut drivers: Vec<String> = Vec::new();
    for key in names.split(|&byte| byte == 0).filter(|key| !key.is_empty()) {
        let key = std::str::from_utf8(key).map_err(|_| "the configuration names a filter that is not UTF-8")?;
        drivers.extend(key.rsplit_once('.').map(|(driver, _)| driver.to_owned()));
    }
    drivers.sort_unstable();
    drivers.dedup();
    if drivers.len() > MAX_FILTERS {
        return Err(format!("the configuration names more than {MAX_FILTERS} filters"));
    }
    // With an `=` in the name, `-c` would set another key.
    if drivers.iter().any(|driver| driver.contains('=')) {
        return Err("the configuration names a filter with '='".to_owned());
    }
    let settings = |driver: String| {
        ["clean=", "smudge=", "process=", "required=false"]
            .map(|setting| ["-c".to_owned(), format!("{driver}.{setting}")])
    };
    Ok(drivers.into_iter().flat_map(settings).flatten().collect())
}

fn git(settings: &[String], arguments: &[&str]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    command.args(COMMON).args(settings).args(arguments).envs(ENVIRONMENT).env("LC_ALL", "C");
    let (status, output, errors) = output_within(&mut command, LONGEST).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "git is not installed".to_owned(),
        io::ErrorKind::TimedOut => format!("git did not end within {} seconds", LONGEST.as_secs()),
        _ => error.to_string(),
    })?;
    if status.success() { Ok(output) } else { Err(meaning(status, &errors)) }
}

/// Returns the message for what git wrote, which may contain the text of files that another person chose.
fn meaning(status: ExitStatus, errors: &[u8]) -> String {
    const KNOWN: [(&str, &str); 3] = [
        ("not a git repository", "the current directory is in no git repository"),
        ("dubious ownership", "the repository belongs to another user: see 'safe.directory' in the manual of git"),
        ("cannot use bare repository", "the repository has no files"),
    ];
    let errors = String::from_utf8_lossy(errors);
    let known = KNOWN.iter().find(|(text, _)| errors.contains(text)).map(|(_, meaning)| *meaning);
    let other = if status.code() == Some(1) {
        "no such revision"
    } else {
        "git cannot read the repository: 'git status' may say why"
    };
    known.unwrap_or(other).to_owned()
}

/// Runs `command` without an input, and returns its status, its output, and the start of its messages.
///
/// # Errors
/// If it cannot be started, or does not end within `longest`: then it is stopped.
fn output_within(command: &mut Command, longest: Duration) -> io::Result<(ExitStatus, Vec<u8>, Vec<u8>)> {
    const MAX_MESSAGES: u64 = 1 << 16;
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (Some(output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    let read = |pipe: Box<dyn Read + Send>| {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let (mut pipe, mut bytes) = (pipe, Vec::new());
            // The receiver is gone if the time is over.
            let _ = sender.send(pipe.read_to_end(&mut bytes).map(|_| bytes));
        });
        receiver
    };
    let output = read(Box::new(output));
    let errors = read(Box::new(errors.take(MAX_MESSAGES)));
    let Ok(output) = output.recv_timeout(longest) else {
        child.kill()?;
        child.wait()?;
        return Err(io::ErrorKind::TimedOut.into());
    };
    let errors = errors.recv_timeout(longest).unwrap_or(Ok(Vec::new()))?;
    Ok((child.wait()?, output?, errors))
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

// The programs are those of Unix.
#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_stopped() {
        let run = |words: &[&str], longest| output_within(Command::new(words[0]).args(&words[1..]), longest);
        let error = run(&["sleep", "600"], Duration::from_millis(50)).expect_err("it does not end");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let (status, output, errors) = run(&["printf", "a"], LONGEST).expect("it ends");
        assert_eq!((status.success(), &*output, &*errors), (true, &b"a"[..], &b""[..]));
    }
}
