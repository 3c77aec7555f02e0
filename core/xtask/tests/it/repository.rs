//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::keep::keep;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn book() -> PathBuf {
    root().join("docs")
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Writes or compares the text between the marks `name` of a page that is otherwise written by hand.
pub fn keep_between_marks(path: &Path, name: &str, expected: &str) {
    let text = read(path);
    let (open, close) = (format!("<!-- {name}"), format!("<!-- /{name} -->"));
    let (before, rest) = text.split_once(&open).expect("the page has an opening mark");
    let (mark, rest) = rest.split_once("-->\n").expect("the opening mark ends");
    let (_, after) = rest.split_once(&close).expect("the page has a closing mark");
    keep(path, &format!("{before}{open}{mark}-->\n\n{expected}\n{close}{after}"));
}

/// File of the repository, with its path from the top.
pub struct File {
    pub path: String,
    pub text: String,
}

impl File {
    pub fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "rs")
    }
}

/// Returns every text file that git tracks or would track.
pub fn files() -> Vec<File> {
    let listed = Command::new("git").args(["ls-files", "-co", "--exclude-standard", "-z"]).current_dir(root()).output();
    let listed = listed.expect("the repository is a git checkout and git is installed");
    let paths = String::from_utf8(listed.stdout).expect("our paths are UTF-8");
    let paths = paths.split('\0').filter(|path| !path.is_empty());
    let read = |path: &str| Some(File { path: path.to_owned(), text: fs::read_to_string(root().join(path)).ok()? });
    let files: Vec<File> = paths.filter_map(read).collect();
    assert!(files.len() > 500, "only {} files were read", files.len());
    files
}
