//! Pages of the book that are generated from the sources, or compared with them.

use std::fs;
use std::path::{Path, PathBuf};

pub fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

pub fn is_updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Writes `expected`, or compares it with the existing page.
pub fn keep(path: &Path, expected: &str) {
    // Another test may read the page at the same time.
    if is_updating() && read(path) != expected {
        fs::write(path, expected).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let hint = "run UPDATE_EXPECT=1 cargo test -p iri-core";
    assert!(read(path) == expected, "{} is not what its source says: {hint}", path.display());
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
