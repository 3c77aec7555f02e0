//! The commands that the README and the book show, run as a reader runs them.
//!
//! | block | what happens |
//! |--|--|
//! | `console` | each line after `$ ` runs in a shell; the lines after it are its output |
//! | `sh` | each line runs; a check may find something, but nothing may fail |
//! | `yaml` | each `run:` and `script:` with `iri-inspect` runs in the same way |
//! | `json` after `<!-- output of: COMMAND -->` | the first line that the command prints, indented |
//! | after `<!-- setup: COMMAND -->` | the command runs before the block |
//! | after `<!-- file: PATH -->` | the block becomes that file |
//! | after `<!-- not run: REASON -->` | nothing |
//!
//! Each page has a directory of its own, a copy of `tests/data/book/PAGE`, or else with the files of `docs/README.md`.
//! Its blocks run in their order, so that a tutorial can fix what it has checked.
//!
//! `UPDATE_EXPECT=1 cargo test -p iri-inspect --test it book::` writes the outputs into the pages.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::{self, run, text};
use iri_core::Config;
use tempfile::TempDir;

/// Separates the outputs of the commands of a block.
const MARK: char = '\u{1}';

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the README, the pages of the book that are not generated, and the README files of the programs.
fn pages() -> Vec<PathBuf> {
    let root = repository();
    let listed = fs::read_dir(root.join("docs")).expect("the repository has a book");
    let mut pages: Vec<PathBuf> = listed.map(|entry| entry.expect("it can be listed").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages.extend(["README.md", "tui/README.md", "lsp/README.md", "docs/rules/README.md"].map(|path| root.join(path)));
    pages
}

/// A fenced block of a page.
#[derive(Debug)]
struct Block<'p> {
    /// Word after the fence.
    language: &'p str,
    /// Text of the comment above the fence.
    comment: Option<&'p str>,
    /// Lines between the fences.
    text: &'p str,
    /// Offset of `text` in the page.
    start: usize,
}

impl Block<'_> {
    fn comment_after(&self, word: &str) -> Option<&str> {
        self.comment?.strip_prefix(word)
    }

    fn is_run(&self) -> bool {
        let is_program = matches!(self.language, "console" | "sh") || self.workflow_commands().next().is_some();
        (is_program || self.comment_after("output of: ").is_some()) && self.comment_after("not run: ").is_none()
    }

    /// Returns the commands of a workflow of GitHub or GitLab that check files.
    fn workflow_commands(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().filter(|_| self.language == "yaml");
        let commands =
            lines.filter_map(|line| line.split_once("run: ").or(line.split_once("script: ")).or(line.split_once("- ")));
        commands.map(|(_, command)| command).filter(|command| command.starts_with("iri-inspect "))
    }
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut comment = None;
    let mut open: Option<(&str, Option<&str>, usize)> = None;
    let mut start = 0;
    for line in page.split_inclusive('\n') {
        let end = start + line.len();
        match (open, line.trim_end().strip_prefix("```")) {
            (Some((language, comment, text_start)), Some("")) => {
                blocks.push(Block { language, comment, text: &page[text_start..start], start: text_start });
                open = None;
            }
            (None, Some(language)) => open = Some((language, comment.take(), end)),
            (None, None) => {
                let words = line.trim().strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
                if words.is_some() || !line.trim().is_empty() {
                    comment = words;
                }
            }
            _ => {}
        }
        start = end;
    }
    assert!(open.is_none(), "a fence has no end");
    blocks
}

/// Directory in which the blocks of a page run.
struct Session {
    folder: TempDir,
}

impl Session {
    fn new(page: &Path) -> Self {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/book");
        let own = samples.join(page.file_stem().expect("a page has a name"));
        let session = Self { folder: tempfile::tempdir().expect("the machine has a folder for temporary files") };
        if own.is_dir() {
            copy(&own, session.folder.path());
            return session;
        }
        let page = fs::read_to_string(repository().join("docs/README.md")).expect("the book has its first page");
        for block in blocks(&page) {
            session.write(block.comment_after("file: ").expect("the first page has only files"), block.text);
        }
        session
    }

    /// Runs the commands in one shell. Returns the outputs, both streams in their order, and the last exit status.
    fn run(&self, commands: &[String]) -> (Vec<String>, i32) {
        let mut script = String::from("exec 2>&1\n");
        for command in commands {
            // The assignment keeps the status of the previous command for `echo $?`.
            writeln!(script, "status=$?; printf '\\001'; (exit $status)\n{command}")
                .expect("a String takes every write");
        }
        let programs = Path::new(env!("CARGO_BIN_EXE_iri-inspect")).parent().expect("a program is in a directory");
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(self.folder.path());
        shell.env_clear().env("PATH", format!("{}:{path}", programs.display())).env("IRI_INSPECT_SETTINGS", "");
        shell.env("HOME", self.folder.path()).env("LC_ALL", "C.UTF-8");
        for role in ["AUTHOR", "COMMITTER"] {
            shell.env(format!("GIT_{role}_NAME"), "Reader").env(format!("GIT_{role}_EMAIL"), "reader@example.org");
        }
        shell.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let output = run(&mut shell, b"");
        let printed = text(&output.stdout);
        let outputs: Vec<String> = printed.split(MARK).skip(1).map(program::without_token).collect();
        assert_eq!(outputs.len(), commands.len(), "the shell stopped:\n{printed}");
        (outputs, output.status.code().expect("nothing ended it but itself"))
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in the directory")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("the samples are there") {
        let path = entry.expect("it can be listed").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() { copy(&path, &target) } else { fs::copy(&path, target).map(drop).expect("it can be copied") }
    }
}

/// Returns the text that the block should have.
fn expected(block: &Block<'_>, session: &Session) -> String {
    if let Some(path) = block.comment_after("file: ") {
        session.write(path, block.text);
        return block.text.to_owned();
    }
    if let Some(command) = block.comment_after("output of: ") {
        let (outputs, _) = session.run(&[command.to_owned()]);
        let first = outputs.first().and_then(|output| output.lines().next()).unwrap_or_default();
        return indented(first) + "\n";
    }
    if let Some(command) = block.comment_after("setup: ") {
        let (outputs, status) = session.run(&[command.to_owned()]);
        assert_eq!((outputs.concat().as_str(), status), ("", 0), "{command}");
    }
    if matches!(block.language, "sh" | "yaml") {
        let lines = block.text.lines().filter(|line| block.language == "sh" && !line.is_empty());
        for line in lines.chain(block.workflow_commands()) {
            let (outputs, status) = session.run(&[line.to_owned()]);
            let finds = ["iri-inspect check", "iri-inspect compare"].iter().any(|command| line.contains(command));
            // xargs replaces the status of its command.
            let findings = if line.contains("xargs") { 123 } else { 1 };
            let is_success = status == 0 || finds && status == findings;
            assert!(is_success, "{line} exits with {status}:\n{}", outputs.concat());
        }
        return block.text.to_owned();
    }
    let mut commands: Vec<String> = Vec::new();
    for line in block.text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push(command.to_owned());
        } else if let (Some(more), Some(command)) = (line.strip_prefix("> "), commands.last_mut())
            && command.ends_with('\\')
        {
            command.push('\n');
            command.push_str(more);
        }
    }
    let (outputs, _) = session.run(&commands);
    let mut shown = String::new();
    for (command, output) in commands.iter().zip(outputs) {
        writeln!(shown, "$ {}", command.replace('\n', "\n> ")).expect("a String takes every write");
        shown.push_str(&output);
        if !output.is_empty() && !output.ends_with('\n') {
            shown.push('\n');
        }
    }
    shown
}

/// Indents a line of JSON: what fits on a line stays on one.
fn indented(json: &str) -> String {
    const WIDTH: usize = 110;
    let mut out = String::new();
    let mut rest = json;
    let mut depth: usize = 0;
    while let Some(c) = rest.chars().next() {
        let inner = item(rest);
        match c {
            '{' | '[' if depth * 2 + spaced(inner).chars().count() > WIDTH => {
                depth += 1;
                write!(out, "{c}\n{}", "  ".repeat(depth)).expect("a String takes every write");
                rest = &rest[1..];
            }
            '}' | ']' => {
                depth -= 1;
                write!(out, "\n{}{c}", "  ".repeat(depth)).expect("a String takes every write");
                rest = &rest[1..];
            }
            ',' => {
                write!(out, ",\n{}", "  ".repeat(depth)).expect("a String takes every write");
                rest = &rest[1..];
            }
            ':' => {
                out.push_str(": ");
                rest = &rest[1..];
            }
            _ => {
                out.push_str(&spaced(inner));
                rest = &rest[inner.len()..];
            }
        }
    }
    out
}

/// Returns the value or punctuation mark at the start of `json`.
fn item(json: &str) -> &str {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (offset, c) in json.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_string => is_escaped = true,
            '"' => in_string = !in_string,
            '{' | '[' if !in_string => depth += 1,
            '}' | ']' if !in_string && depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return &json[..=offset];
                }
            }
            ',' | ':' | '}' | ']' if !in_string && depth == 0 => return &json[..offset.max(1)],
            _ => {}
        }
    }
    json
}

/// Returns a value on one line, with a space after each comma and colon.
fn spaced(json: &str) -> String {
    let (mut out, mut in_string, mut is_escaped) = (String::new(), false, false);
    for c in json.chars() {
        out.push(c);
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_string => is_escaped = true,
            '"' => in_string = !in_string,
            ',' | ':' if !in_string => out.push(' '),
            _ => {}
        }
    }
    out
}

#[test]
fn commands_print_what_the_pages_show() {
    let mut failures = Vec::new();
    let mut count = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("it was listed");
        let session = Session::new(&path);
        let mut updated = page.clone();
        let mut shift = 0_isize;
        for block in blocks(&page) {
            if !block.is_run() && block.comment_after("file: ").is_none() {
                continue;
            }
            count += 1;
            let expected = expected(&block, &session);
            if expected == block.text {
                continue;
            }
            let start = block.start.checked_add_signed(shift).expect("the page was changed only before the block");
            updated.replace_range(start..start + block.text.len(), &expected);
            shift += expected.len().cast_signed() - block.text.len().cast_signed();
            failures.push(format!("{}\n--- shown\n{}--- printed\n{expected}", path.display(), block.text));
        }
        if updated != page && std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, updated).expect("the repository can be written");
            failures.clear();
        }
    }
    let hint = "run UPDATE_EXPECT=1 cargo test -p iri-inspect --test it book::";
    assert!(failures.is_empty(), "{hint}\n{}", failures.join("\n\n"));
    assert!(count > 40, "only {count} blocks were run");
}

#[test]
fn blocks_that_are_not_run_give_a_reason() {
    let mut reasons = Vec::new();
    let mut run = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("it was listed");
        for block in blocks(&page) {
            run += usize::from(block.is_run());
            reasons.extend(block.comment_after("not run: ").map(|reason| (path.clone(), reason.to_owned())));
        }
    }
    assert!(reasons.iter().all(|(_, reason)| reason.split(' ').count() > 2), "{reasons:?}");
    assert!(reasons.len() * 2 < run, "{} of {run} blocks are not run: {reasons:?}", reasons.len());
}

#[test]
fn configurations_in_the_book_have_no_errors() {
    let mut count = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("it was listed");
        for block in blocks(&page).iter().filter(|block| block.language == "toml") {
            let tables = ["[rules]", "[[places]]", "[[ignore]]", "[schemas]"];
            if tables.iter().any(|table| block.text.contains(table)) {
                let (_, problems) = Config::parse(block.text);
                assert!(problems.is_empty(), "{}: {problems:?}\n{}", path.display(), block.text);
                count += 1;
            }
        }
    }
    assert!(count > 8, "only {count} configurations");
}

#[test]
fn the_reference_describes_every_option() {
    let book = repository().join("docs");
    let help = fs::read_to_string(book.join("cli-help.txt")).expect("the book has the help texts");
    let page = fs::read_to_string(book.join("command-line.md")).expect("the book has the page");
    let is_of_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let options: BTreeSet<&str> = help
        .match_indices("--")
        .map(|(start, _)| help[start..].split(|c| !is_of_name(c)).next().unwrap_or_default())
        .filter(|option| option.len() > 3 && *option != "--help")
        .collect();
    assert!(options.len() > 25, "only {options:?}");
    let missing: Vec<&&str> = options.iter().filter(|option| !page.contains(&format!("`{option}"))).collect();
    assert!(missing.is_empty(), "docs/command-line.md does not describe {missing:?}");
}

#[test]
fn settings_in_the_book_have_no_errors() {
    let session = Session::new(Path::new("settings.md"));
    let mut count = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("it was listed");
        for block in blocks(&page).iter().filter(|block| block.language == "toml") {
            if ["theme = ", "bidi = ", "[keys]"].iter().any(|key| block.text.contains(key)) {
                session.write("settings.toml", block.text);
                let command = "iri-inspect --settings settings.toml --print http://a/ > screen.txt";
                let (outputs, status) = session.run(&[command.to_owned()]);
                assert_eq!((outputs.concat().as_str(), status), ("", 0), "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 1, "only {count} files of settings");
}

#[test]
fn configurations_of_editors_are_those_of_the_editors() {
    let readme = fs::read_to_string(repository().join("editors/README.md")).expect("the editors have a README");
    let page = fs::read_to_string(repository().join("docs/editors.md")).expect("the book has a page");
    let theirs: Vec<&str> = blocks(&readme).iter().map(|block| block.text).collect();
    let languages = ["elisp", "lua", "vim", "toml", "json"];
    let ours = blocks(&page);
    let ours: Vec<_> = ours.iter().filter(|block| languages.contains(&block.language)).collect();
    assert!(ours.len() > 4, "only {} configurations", ours.len());
    for block in ours {
        assert!(theirs.contains(&block.text), "editors/README.md has another configuration than\n{}", block.text);
    }
}

#[test]
fn json_is_indented_by_width() {
    assert_eq!(indented("{\"a\":[1,2],\"b\":\"x,\\\"y:\"}"), "{\"a\": [1, 2], \"b\": \"x,\\\"y:\"}");
    let long = "x".repeat(108);
    assert_eq!(
        indented(&format!("{{\"a\":\"{long}\",\"b\":[]}}")),
        format!("{{\n  \"a\": \"{long}\",\n  \"b\": []\n}}")
    );
}
