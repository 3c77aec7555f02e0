//! The invariants of docs/architecture.md that are visible in the sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// File of the repository, with its path from the top.
struct File {
    path: String,
    text: String,
}

impl File {
    fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "rs")
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns every text file that git tracks or would track; in a source package without git, those below the crate.
fn files() -> Vec<File> {
    let listed = Command::new("git").args(["ls-files", "-co", "--exclude-standard", "-z"]).current_dir(root()).output();
    let listed = listed.expect("the repository is a git checkout and git is installed");
    let paths = String::from_utf8(listed.stdout).expect("our paths are UTF-8");
    let paths = paths.split('\0').filter(|path| !path.is_empty());
    let read = |path: &str| Some(File { path: path.to_owned(), text: fs::read_to_string(root().join(path)).ok()? });
    let files: Vec<File> = paths.filter_map(read).collect();
    assert!(files.len() > 50, "only {} files were read", files.len());
    files
}

fn sources<'f>(files: &'f [File], under: &'f str) -> impl Iterator<Item = &'f File> {
    files.iter().filter(move |file| file.path.starts_with(under) && file.is_rust())
}

/// Fails for every line of `files` that contains one of `words` outside comments.
fn forbid<'f>(files: impl Iterator<Item = &'f File>, words: &[&str], why: &str) {
    let mut met = Vec::new();
    for file in files {
        for (number, line) in file.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if let Some(word) = words.iter().find(|word| code.contains(**word)) {
                met.push(format!("{}:{}: {word}", file.path, number + 1));
            }
        }
    }
    assert!(met.is_empty(), "{why}:\n{}", met.join("\n"));
}

#[test]
fn core_is_pure_except_for_files() {
    let files = files();
    let pure = sources(&files, "core/src/").filter(|file| !file.path.starts_with("core/src/files"));
    let impure = ["std::fs", "std::env", "std::time", "std::process", "std::thread", "std::io", "async fn", "println!"];
    forbid(pure, &impure, "core touches no file, clock, environment, terminal or thread");
}

#[test]
fn nothing_is_ever_fetched() {
    let files = files();
    let all = ["core/src/", "tui/src/", "lsp/src/"].into_iter().flat_map(|under| sources(&files, under));
    forbid(all, &["std::net", "TcpStream", "UdpSocket", "tokio::net"], "crates contain no network code");
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("the lock file is committed");
    for client in ["reqwest", "hyper", "ureq", "curl", "isahc", "native-tls", "rustls"] {
        assert!(!lock.contains(&format!("name = \"{client}\"")), "{client} fetches");
    }
}

#[test]
fn parsing_and_checking_cannot_fail() {
    let files = files();
    let infallible = [
        "core/src/reference",
        "core/src/unicode",
        "core/src/bidi",
        "core/src/text",
        "core/src/rules",
        "core/src/inspect",
    ];
    let all = || infallible.into_iter().flat_map(|under| sources(&files, under));
    forbid(all(), &[".unwrap()", "panic!(", "unreachable!("], "bad input never panics");
    // A file in an unknown encoding has no text to report findings on; the names of rules and dialects come from a
    // configuration or a command line; a grammar and a conversion are requested by name.
    let errors = [
        "core/src/text/encoding.rs",
        "core/src/text/name.rs",
        "core/src/rules/registry.rs",
        "core/src/reference/violation.rs",
        "core/src/reference/convert.rs",
    ];
    let parsers = all().filter(|file| !errors.contains(&file.path.as_str()));
    forbid(parsers, &["-> Result<", "-> io::Result"], "bad input gives values and findings");
}

#[test]
fn findings_are_data() {
    let files = files();
    let readers = ["anstyle", "ratatui", "crossterm", "lsp_types", "tower_lsp", "serde_json", "serde::"];
    let data = sources(&files, "core/src/").filter(|file| file.path != "core/src/serialize.rs");
    forbid(data, &readers, "colors, JSON and LSP types belong to their readers");
}

#[test]
fn only_the_decoder_translates_between_a_value_and_its_source() {
    let files = files();
    let others = sources(&files, "core/src/").filter(|file| !file.path.starts_with("core/src/text/decoded"));
    forbid(others, &["fn source_of", "fn to_source", "raw_offset"], "spans are translated in text/decoded");
}

#[test]
fn no_reference_passes_through_a_whatwg_url() {
    let files = files();
    // The models of other software, and the conversion to that form.
    let whatwg = |path: &str| path.starts_with("core/src/interop") || path == "core/src/inspect.rs";
    let others = sources(&files, "core/src/").filter(|file| !whatwg(&file.path));
    let others = others.chain(sources(&files, "tui/src/"));
    forbid(others, &["url::Url", "whatwg::"], "a WHATWG URL rewrites what it is given");
}

#[test]
fn update_alone_changes_the_state_of_the_screen() {
    let files = files();
    forbid(sources(&files, "tui/src/ui"), &["&mut App", "mut app:"], "drawing takes &App");
}

#[test]
fn only_the_glyph_table_makes_cells() {
    let files = files();
    let others = sources(&files, "tui/src/").filter(|file| !file.path.starts_with("tui/src/cells/"));
    forbid(others, &["set_symbol", "set_char("], "only cells/ turns a character into a terminal cell");
}

/// Returns whether `c` is invisible, reorders text, or belongs to a right-to-left script.
fn is_hazard(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{8}' | '\u{B}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{61C}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}' | '\u{E000}'..='\u{F8FF}' | '\u{E0000}'..='\u{E0FFF}'
        | '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' | '\u{10800}'..='\u{10FFF}'
        | '\u{1E800}'..='\u{1EFFF}')
}

#[test]
fn our_own_files_contain_nothing_that_hides_or_reorders() {
    for file in files() {
        if file.path.contains("/tests/") && !file.is_rust() {
            continue;
        }
        for (number, line) in file.text.lines().enumerate() {
            let hazard = line.chars().find(|&c| is_hazard(c));
            assert_eq!(hazard.map(u32::from), None, "{}:{}", file.path, number + 1);
        }
    }
}

#[test]
fn no_test_is_ignored_and_no_path_of_one_machine_is_named() {
    // Concatenated here, so that this file does not contain them.
    let words = [
        concat!("#[", "ignore"),
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("../sha", "red"),
        concat!(".lib", "rary"),
    ];
    let files = files();
    for file in &files {
        for word in words {
            assert!(!file.text.contains(word), "{} holds {word}", file.path);
        }
    }
}

#[test]
fn no_two_types_of_the_core_share_a_name() {
    let files = files();
    let mut known = std::collections::BTreeMap::new();
    for file in sources(&files, "core/src/") {
        let words = file.text.lines().filter_map(|line| line.trim_start().strip_prefix("pub "));
        let types = words.filter_map(|line| {
            let (kind, rest) = line.split_once(' ')?;
            let is_type = matches!(kind, "struct" | "enum" | "trait" | "type" | "union");
            is_type.then(|| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
        });
        // The types of a trait are named by the trait.
        for name in types.filter(|name| !matches!(*name, "Err" | "Item")) {
            assert_eq!(known.insert(name, &file.path), None, "{name} is in {} too", file.path);
        }
    }
    assert!(known.len() > 80, "only {} types were found", known.len());
}

#[test]
fn the_top_level_contains_what_the_architecture_lists() {
    let known = [
        "action.yml",
        "core",
        "tui",
        "lsp",
        "editors",
        "docs",
        "Cargo.toml",
        "Cargo.lock",
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
    ];
    for file in files() {
        let top = file.path.split('/').next().unwrap_or_default();
        assert!(top.starts_with('.') || known.contains(&top), "{top} has no place at the top level");
    }
}
