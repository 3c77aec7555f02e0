//! The invariants of docs/architecture.md that are visible in the sources.

use std::fs;

use crate::repository::{File, files, root};

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
    let impure = ["core/src/files", "core/src/workspace"];
    let is_pure = |file: &&File| !impure.iter().any(|under| file.path.starts_with(under));
    let pure = sources(&files, "core/src/").filter(is_pure);
    let words = ["std::fs", "std::env", "std::time", "std::process", "std::thread", "std::io", "async fn", "println!"];
    forbid(pure, &words, "core touches no file, clock, environment, terminal or thread");
}

/// Calls that access the disk outside the module that opens files for reading, with their number and the reason.
const DISK_CALLS: &[(&str, &str, usize, &str)] = &[
    (
        "core/src/files/configs.rs",
        "symlink_metadata",
        1,
        "searches .iri.toml in the directories above a file; no link is followed",
    ),
    ("core/src/files/expand.rs", "read_dir", 1, "the directory of a pattern that the user named"),
    ("core/src/files/expand.rs", "symlink_metadata", 2, "an argument, or what matches it"),
    ("core/src/files/ignores.rs", "symlink_metadata", 2, "searches repositories above a file; no link is followed"),
    ("core/src/files/package.rs", "Path::exists", 1, "a path that the user named, with '!/' in it"),
    ("core/src/files/package.rs", "Path::is_file", 1, "a path that the user named, with '!/' in it"),
    ("core/src/files/package.rs", "is_file", 1, "a package that a document names, below the roots"),
    ("core/src/files/roots.rs", "canonicalize", 4, "a root, which is trusted, and a path that the user named"),
    ("core/src/files/roots.rs", "read_link", 1, "the check that links stay below the roots"),
    ("core/src/files/roots.rs", "symlink_metadata", 1, "the check that links stay below the roots"),
    ("core/src/files/save.rs", "canonicalize", 2, "a file that is saved, and its tree"),
    ("core/src/files/save.rs", "metadata", 1, "a file that is saved"),
    ("core/src/files/save/attributes.rs", "copy", 1, "macOS: attributes of a file that is saved"),
    ("core/src/files/save/journal.rs", "File::open", 1, "the directory of a saved file, to sync it"),
    ("core/src/files/save/journal.rs", "OpenOptions::new", 1, "writes a file in place; links are not followed"),
    ("core/src/files/save/recovery.rs", "read_dir", 1, "the directory of a file that is saved"),
    ("core/src/files/save/recovery.rs", "symlink_metadata", 1, "a leftover, whose owner is checked"),
    (
        "core/src/files/save/temporary.rs",
        "File::options",
        3,
        "creates temporary files, and opens leftovers without links",
    ),
    ("core/src/files/save/temporary.rs", "copy", 1, "Windows: attributes of a file that is saved"),
    ("core/src/files/save/temporary.rs", "remove_file", 2, "an own temporary file"),
    ("core/src/files/save/temporary.rs", "rename", 1, "an own temporary file over the saved file"),
    ("core/src/files/save/temporary.rs", "symlink_metadata", 1, "an own temporary file"),
    ("core/src/files/schemas.rs", "canonicalize", 1, "a root, which is trusted"),
    ("core/src/files/stamp.rs", "metadata", 1, "the version of a file that was read"),
    ("core/src/files/targets.rs", "read_dir", 2, "a directory below the roots"),
    ("core/src/files/targets.rs", "symlink_metadata", 2, "an entry below the roots"),
    ("core/src/files/walk.rs", "canonicalize", 1, "the directory that the user named"),
    ("core/src/files/walk.rs", "read_dir", 1, "a directory of the walk; links are not followed"),
    ("core/src/files/walk.rs", "symlink_metadata", 1, "Windows: the attribute of hidden files"),
    ("lsp/src/log.rs", "File::options", 1, "writes the log that --log names"),
    ("lsp/src/workspace.rs", "symlink_metadata", 1, "the version of a file of the workspace"),
    ("tui/src/cli.rs", "exists", 1, "an argument"),
    ("tui/src/cli/files.rs", "exists", 1, "an argument of --config with an equals sign"),
    ("tui/src/cli.rs", "read_dir", 1, "the directory of an argument, for a similar name"),
    ("tui/src/commands/check/baseline.rs", "canonicalize", 1, "the baseline, or a file that is checked"),
    ("tui/src/commands/check/watch.rs", "is_dir", 1, "an argument"),
    ("tui/src/commands/inspect/position_file.rs", "create_dir_all", 1, "the directory of the state of the user"),
    ("tui/src/commands/inspect/settings_file.rs", "create_dir_all", 1, "the directory of the settings of the user"),
    ("tui/src/commands/preview.rs", "is_dir", 1, "an argument"),
    (
        "tui/src/files/changed.rs",
        "canonicalize",
        3,
        "the directory of a file that is checked, and that of the repository",
    ),
    ("tui/src/files/config_edit.rs", "remove_file", 1, ".iri.toml that this run created"),
    ("tui/src/files/documents.rs", "is_dir", 1, "an argument"),
    ("tui/src/files/file.rs", "exists", 1, "a file that could not be saved"),
    ("tui/src/files/here.rs", "is_dir", 1, "an argument"),
    ("tui/src/files/here.rs", "canonicalize", 2, "the current directory, or the directory of an argument"),
    ("tui/src/files/here.rs", "symlink_metadata", 1, "an argument"),
    ("tui/src/files/ignore_uses.rs", "canonicalize", 2, "an argument, and the directory of a configuration"),
    ("tui/src/files/ignore_uses.rs", "is_dir", 1, "an argument"),
    ("tui/src/files/jobs.rs", "canonicalize", 1, "an argument, or a file that is checked"),
    ("tui/src/files/jobs.rs", "symlink_metadata", 2, "an argument, or a file that is checked"),
    ("tui/src/files/new_file.rs", "File::create_new", 1, "creates a file that the user asked for"),
    ("tui/src/files/new_file.rs", "remove_file", 1, "removes that file if it is incomplete"),
    ("tui/src/files/package_saving.rs", "exists", 1, "a package that could not be saved"),
    ("tui/src/files/recovery.rs", "canonicalize", 2, "a file that is saved, and its tree"),
    ("tui/src/report/output_file.rs", "OpenOptions::new", 2, "writes a report that the user named"),
    ("tui/src/report/output_file.rs", "metadata", 1, "the directory of a report that the user named"),
    ("tui/src/report/output_file.rs", "read_link", 1, "a report that the user named"),
    ("tui/src/report/output_file.rs", "remove_file", 1, "an incomplete report"),
    ("tui/src/report/output_file.rs", "rename", 1, "a complete report"),
    ("tui/src/report/output_file.rs", "set_permissions", 1, "the mode of the report that is replaced"),
    ("tui/src/report/output_file.rs", "symlink_metadata", 2, "a report that the user named"),
    ("tui/src/terminal/external_editor.rs", "Path::is_file", 1, "Windows: the editor of the user"),
    ("tui/src/terminal/guard.rs", "File::options", 2, "the terminal"),
];

/// Functions that access the disk, as they are called.
const DISK_FUNCTIONS: [&str; 14] = [
    "File::create(",
    "File::create_new(",
    "File::open(",
    "File::options(",
    "OpenOptions::new(",
    "Path::exists",
    "Path::is_file",
    ".canonicalize()",
    ".exists()",
    ".read_dir()",
    ".read_link()",
    ".symlink_metadata()",
    ".try_exists()",
    "DirBuilder::new(",
];

/// Returns the functions that a line calls to access the disk.
fn disk_calls(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or_default();
    let mut calls: Vec<String> = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("fs::") {
        let (before, after) = (&rest[..at], &rest[at + 4..]);
        let name: String = after.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
        let is_whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_') && !before.ends_with("rustix::");
        if is_whole && !name.is_empty() && after[name.len()..].starts_with('(') {
            calls.push(name);
        }
        rest = after;
    }
    let others = DISK_FUNCTIONS.iter().flat_map(|function| {
        let name = function.trim_matches(['.', '(', ')']);
        let is_whole = |at: usize| function.starts_with('.') || !code[..at].ends_with(char::is_alphanumeric);
        code.match_indices(function).filter(move |(at, _)| is_whole(*at)).map(move |_| name.to_owned())
    });
    calls.extend(others);
    // The metadata and the kind of an entry have methods with these names that access nothing.
    for name in ["is_file", "is_dir", "metadata"] {
        let on_path = ["path", "folder", "package", "directory"].map(|receiver| format!("{receiver}.{name}()"));
        calls.extend(on_path.iter().flat_map(|call| code.matches(call.as_str()).map(|_| name.to_owned())));
    }
    calls
}

#[test]
fn one_module_opens_files_for_reading() {
    let files = files();
    let is_code = |file: &&File| {
        let path = &file.path;
        !path.contains("/tests") && path != "core/src/files/input.rs"
    };
    let mut found: std::collections::BTreeMap<(String, String), usize> = std::collections::BTreeMap::new();
    for file in
        ["core/src/", "tui/src/", "lsp/src/"].into_iter().flat_map(|under| sources(&files, under)).filter(is_code)
    {
        let lines: Vec<&str> = file.text.lines().collect();
        let is_test =
            |pair: &[&str]| pair[0].starts_with("#[cfg(") && pair[0].contains("test") && pair[1].ends_with('{');
        let end = lines.windows(2).position(is_test).unwrap_or(lines.len());
        for call in lines[..end].iter().flat_map(|line| disk_calls(line)) {
            *found.entry((file.path.clone(), call)).or_default() += 1;
        }
    }
    let listed = DISK_CALLS.iter().map(|(file, call, count, _)| (((*file).to_owned(), (*call).to_owned()), *count));
    let listed: std::collections::BTreeMap<_, _> = listed.collect();
    let unlisted: Vec<_> = found.iter().filter(|(call, count)| listed.get(*call) != Some(*count)).collect();
    assert!(unlisted.is_empty(), "calls that are not listed with their number and a reason: {unlisted:#?}");
    let gone: Vec<_> = listed.keys().filter(|call| !found.contains_key(*call)).collect();
    assert!(gone.is_empty(), "listed calls that do not exist: {gone:#?}");
    assert!(DISK_CALLS.iter().all(|(.., reason)| reason.len() > 8));
}

#[test]
fn calls_that_access_the_disk_are_recognized() {
    for (line, calls) in [
        ("    let text = std::fs::read(path)?;", &["read"][..]),
        ("fs::metadata(a)?.is_file() && b.exists() // fs::read(x)", &["metadata", "exists"]),
        (
            "File::open(x).and_then(|x| OpenOptions::new().open(x)); OutputFile::create(x); index.exists(x)",
            &["File::open", "OpenOptions::new"],
        ),
        ("rustix::fs::fgetxattr(a); iri_core::offs::read(x); metadata.is_dir() || path.is_dir()", &["is_dir"]),
    ] {
        assert_eq!(disk_calls(line), calls, "{line}");
    }
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
    // configuration or a command line; a grammar and a conversion are requested by name;
    // an owned type promises its grammar.
    let errors = [
        "core/src/text/encoding.rs",
        "core/src/text/name.rs",
        "core/src/rules/registry.rs",
        "core/src/reference/violation.rs",
        "core/src/reference/convert.rs",
        "core/src/reference/owned.rs",
    ];
    let parsers = all().filter(|file| !errors.contains(&file.path.as_str()));
    forbid(parsers, &["-> Result<", "-> io::Result"], "bad input gives values and findings");
}

#[test]
fn findings_are_data() {
    let files = files();
    let readers = ["anstyle", "ratatui", "crossterm", "lsp_types", "tower_lsp", "serde_json", "serde::"];
    let data = sources(&files, "core/src/").filter(|file| !file.path.starts_with("core/src/serialize"));
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
