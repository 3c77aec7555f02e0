//! The program, run like from a shell.
//!
//! Each file of `tests/cli` is one run:
//!
//! ```text
//! args ["show", "http://example.org/a b"]       JSON
//! env COLUMNS=40                                if needed
//! file "a/b.xml" "<a/>\n"                       JSON, if needed: it runs in a directory with these files
//! stdin "a\nb\n"                                JSON, if needed
//! needs case                                    if needed: what names of files distinguish, `case` or `backslash`
//! status 0
//! stdout:
//! the output, with ESC written as ␛, the path of that directory as FOLDER
//! stderr:
//! the output on standard error
//! file "a/b.xml":
//! its new content, if it changed
//! ```
//!
//! `UPDATE_EXPECT=1 cargo test -p iri-inspect --test it command_line::` writes the output into the files, and the help into
//! the book; without it the tests compare.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::Child;

use crate::faulty_files::plain_path;
use crate::program::{self, command, run, text};
use crate::system::{can_name, distinguishes_case};

const ESC: char = '\u{1B}';
const ESC_PICTURE: char = '\u{241B}';

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// Compares a generated text with its file, or writes the file.
fn compare(path: &Path, generated: &str, failures: &mut Vec<String>) {
    let kept = fs::read_to_string(path).unwrap_or_default();
    // People read the separator and the errors of the system.
    if kept == generated || (MAIN_SEPARATOR != '/' && of_any_system(&kept) == of_any_system(generated)) {
        return;
    }
    if is_update() {
        fs::write(path, generated).expect("the repository can be written");
    } else {
        let hint = "run UPDATE_EXPECT=1 cargo test -p iri-inspect --test it command_line::";
        failures.push(format!("{} ({hint})\n--- kept\n{kept}\n--- now\n{generated}", path.display()));
    }
}

/// Returns `text` with one separator, and errors of the system without their text and number.
fn of_any_system(text: &str) -> String {
    let error = regex::Regex::new(r"[^:\n]*\(os error \d+\)").expect("a valid pattern");
    error.replace_all(&text.replace('\\', "/"), "(os error)").into_owned()
}

/// The lines above `status` and their values.
#[derive(Default)]
struct Case {
    head: String,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
    files: Vec<(String, String)>,
    stdin: String,
    needs: Vec<String>,
}

impl Case {
    fn read(path: &Path) -> Self {
        let file = fs::read_to_string(path).expect("it was listed");
        let is_head =
            |line: &&str| ["args ", "env ", "file ", "stdin ", "needs "].iter().any(|word| line.starts_with(word));
        let mut case = Self::default();
        for line in file.lines().take_while(is_head) {
            case.head.push_str(line);
            case.head.push('\n');
            let (word, value) = line.split_once(' ').expect("each begins with its word");
            match word {
                "args" => case.arguments = serde_json::from_str(value).expect("arguments are JSON"),
                "needs" => case.needs.push(value.to_owned()),
                "stdin" => case.stdin = serde_json::from_str(value).expect("input is JSON"),
                "file" => {
                    let strings = serde_json::Deserializer::from_str(value).into_iter::<String>();
                    let strings: Vec<String> = strings.map(|string| string.expect("both are JSON")).collect();
                    let [path, text] = <[String; 2]>::try_from(strings).expect("a path and a text");
                    case.files.push((path, text));
                }
                _ => {
                    let (name, value) = value.split_once('=').expect("a variable has a value");
                    case.variables.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        assert!(!case.head.is_empty(), "{} has no arguments", path.display());
        case
    }

    /// Returns whether all its files can exist; otherwise says so.
    fn can_be_tried(&self) -> bool {
        let has = |need: &String| match need.as_str() {
            "case" => distinguishes_case(),
            "backslash" => can_name("a\\b"),
            other => panic!("unknown need: {other}"),
        };
        self.needs.iter().all(has) && self.files.iter().all(|(path, _)| path.split('/').all(can_name))
    }

    /// Returns the whole file, with what comes out now.
    fn run(&self) -> String {
        let folder = tempfile::tempdir().expect("the machine has a folder for temporary files");
        let folder = plain_path(&folder);
        for (path, text) in &self.files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut command = command(&arguments);
        if !self.files.is_empty() {
            command.current_dir(&folder);
        }
        let output = run(command.envs(self.variables.iter().cloned()), self.stdin.as_bytes());
        let section = |name: &str, bytes: &[u8]| {
            let shown = text(bytes).replace(ESC, &ESC_PICTURE.to_string());
            let shown = program::without_token(&shown).replace(folder.to_str().expect("its path is UTF-8"), "FOLDER");
            if shown.is_empty() { shown } else { format!("{name}:\n{shown}") }
        };
        let status = output.status.code().expect("nothing ended it but itself");
        let changed = self.files.iter().filter_map(|(path, before)| {
            let now = fs::read(folder.join(path)).expect("it is still there");
            (now != before.as_bytes()).then(|| section(&format!("file {path:?}"), &now))
        });
        let changed: String = changed.collect();
        let (stdout, stderr) = (section("stdout", &output.stdout), section("stderr", &output.stderr));
        format!("{}status {status}\n{stdout}{stderr}{changed}", self.head)
    }
}

fn cases() -> Vec<PathBuf> {
    let folder = crate_folder().join("tests/cli");
    let listed = fs::read_dir(folder).expect("the cases are there");
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_case_has_the_recorded_output() {
    let paths = cases();
    assert!(paths.len() > 20, "only {} cases", paths.len());
    let mut failures = Vec::new();
    for path in paths {
        let case = Case::read(&path);
        if case.can_be_tried() {
            compare(&path, &case.run(), &mut failures);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn the_book_has_the_help_of_every_command() {
    let mut help = String::new();
    let all = text(&run(&mut command(&["--help"]), b"").stdout);
    let (_, commands) = all.split_once("Commands:\n").expect("the help lists the commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    for name in std::iter::once("").chain(names) {
        let arguments: Vec<&str> = [name, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let output = run(&mut command(&arguments), b"");
        assert_eq!(output.status.code(), Some(0));
        let lines: Vec<String> = text(&output.stdout).lines().map(|line| line.trim_end().to_owned()).collect();
        help.extend(["$ iri-inspect ", &arguments.join(" "), "\n\n", &lines.join("\n"), "\n\n"]);
    }
    let mut failures = Vec::new();
    compare(&crate_folder().join("../docs/cli-help.txt"), &help, &mut failures);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_verbose_version_has_the_unicode_versions() {
    let short = text(&run(&mut command(&["--version"]), b"").stdout);
    assert_eq!(short, format!("iri-inspect {}\n", env!("CARGO_PKG_VERSION")));
    let long = text(&run(&mut command(&["--version", "--verbose"]), b"").stdout);
    for name in
        ["icu_properties", "unicode_names2", "unicode-security", "idna", "unicode-width", "unicode-segmentation"]
    {
        assert!(long.contains(name), "{name} is missing from {long}");
    }
    assert!(long.starts_with(&short));
}

#[test]
fn json_holds_no_character_that_hides_moves_or_reorders() {
    // The planes between contain only unassigned characters and ideographs, like those here.
    let planes = ('\u{1}'..='\u{1FFFF}').chain('\u{2FFF0}'..='\u{3000F}').chain('\u{DFFF0}'..='\u{F0010}');
    let everything: String = planes.chain('\u{10FFF0}'..=char::MAX).collect();
    let output = run(&mut command(&["show", "-0", "--format", "json"]), everything.as_bytes());
    let line = text(&output.stdout);
    let hazards = "\u{85}\u{AD}\u{61C}\u{180E}\u{200B}\u{200E}\u{2028}\u{2029}\u{202E}\u{2066}\u{3164}\u{E000}\u{FE0F}\u{FEFF}\u{FDD0}\u{1D173}\u{E0001}\u{10FFFF}";
    for hazard in hazards.chars().chain('\0'..' ').filter(|c| *c != '\n') {
        assert!(!line.contains(hazard), "U+{:04X} is not escaped", u32::from(hazard));
    }
    assert!(line.contains('\u{E9}') && line.contains('\u{5D0}') && line.contains('\u{4E2D}'), "letters stay readable");
    let read: serde_json::Value = serde_json::from_str(&line).expect("it is JSON");
    assert_eq!(read["input"], everything);
}

#[test]
fn json_keeps_its_keys_in_their_order() {
    let output = run(&mut command(&["show", "--format", "json", "--base", "http://a/", "x y"]), b"");
    let line = text(&output.stdout);
    let keys = [
        "schema",
        "input",
        "valid",
        "components",
        "host",
        "characters",
        "bidi",
        "conversions",
        "normalized",
        "resolved",
        "findings",
    ];
    let places: Vec<usize> = keys.iter().map(|key| line.find(&format!("\"{key}\":")).expect("each is there")).collect();
    assert!(places.is_sorted(), "{places:?} in {line}");
}

#[test]
fn every_input_has_its_line_in_order() {
    let texts: Vec<String> = (0..2000).map(|number| format!("http://example.org/{number} x")).collect();
    let stdin = texts.join("\0");
    let output = run(&mut command(&["show", "-0", "--format", "json"]), stdin.as_bytes());
    let inputs: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("each line is JSON"))
        .map(|value| value["input"].as_str().expect("the input is a string").to_owned())
        .collect();
    assert_eq!(inputs, texts);
}

#[test]
fn a_mebibyte_is_an_input_like_others() {
    let texts =
        [("text", "a b".repeat(350_000)), ("text", "\u{5D0}1.".repeat(262_144)), ("json", "%zz[".repeat(262_144))];
    for (format, text) in texts {
        let output = run(&mut command(&["show", "-0", "--format", format]), text.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout.len() > text.len());
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for format in ["json", "text"] {
        let mut child = command(&["show", "--format", format]).spawn().expect("the program is built beside this test");
        let mut stdin = child.stdin.take().expect("it is piped");
        let feeder = std::thread::spawn(move || while stdin.write_all(b"http://example.org/a b\n").is_ok() {});
        let mut first = [0; 10];
        let mut stdout = child.stdout.take().expect("it is piped");
        stdout.read_exact(&mut first).expect("it writes");
        drop(stdout);
        let output = child.wait_with_output().expect("it was spawned");
        feeder.join().expect("a feeder does not panic");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    }
}

/// A program that sends one reference after another must not wait for an answer that stays in our buffer.
#[test]
fn each_answer_is_flushed_before_the_next_read() {
    let mut child: Child = command(&["convert", "--to", "iri"]).spawn().expect("the program is built beside this test");
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut answers = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    for (question, answer) in [("a b", "a%20b"), ("a|b", "a%7Cb")] {
        writeln!(stdin, "{question}").expect("it reads");
        assert_eq!(answers.next().expect("it answers").expect("it is UTF-8"), answer);
    }
    drop(stdin);
    assert!(child.wait().expect("it was spawned").success());
}

#[test]
fn references_that_are_not_utf_8_are_reported_and_skipped() {
    let output = run(&mut command(&["convert", "--to", "iri", "-0"]), b"a b\0c\xFFd\0e f\0");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "a%20b\0e%20f\0");
    assert!(text(&output.stderr).contains("skipped reference 2: not UTF-8"), "{}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8_is_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let bad = OsStr::from_bytes(b"http://a/\xFF\x1B[2J");
    for words in [&["show"][..], &[], &["convert", "--to", "iri"], &["compare", "a"]] {
        let output = run(command(words).arg(bad), b"");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(said.contains("not UTF-8") && !said.contains(ESC), "{words:?}: {said}");
    }
}

#[test]
fn input_is_escaped_on_the_terminal() {
    let nasty = "\u{1B}[31m\u{7}\u{85}\u{9B}\u{202E}\u{200B}\u{2028}\u{E0041}\u{FEFF}/a?\u{1B}]0;x\u{7}#\u{202E}";
    for arguments in [&["show", "--color", "never"][..], &["show", "--characters", "all"], &["show", "--xml"]] {
        let output = run(command(arguments).arg(nasty).arg("--base").arg(format!("x:{nasty}")), b"");
        let page = text(&output.stdout);
        let raw: Vec<char> = page.chars().filter(|c| nasty.contains(*c) && !c.is_ascii_graphic()).collect();
        assert!(raw.is_empty(), "{arguments:?} prints {raw:?} in {page}");
    }
    for arguments in [&["explain", nasty][..], &["man", nasty], &[nasty, "x"], &["show", "--rule", nasty]] {
        let output = run(&mut command(arguments), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(!said.contains(ESC) && !said.contains('\u{202E}'), "{arguments:?} says {said:?}");
    }
}

#[test]
fn every_shell_has_its_completions_and_every_command_its_page() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell", "nushell"] {
        let output = run(&mut command(&["completions", shell]), b"");
        assert!(output.status.success() && text(&output.stdout).contains("iri-inspect"), "{shell}");
    }
    let help = text(&run(&mut command(&["--help"]), b"").stdout);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let output = run(&mut command(&["man", name]), b"");
        let page = text(&output.stdout);
        for heading in ["NAME", "SYNOPSIS", "\"EXIT STATUS\"", "\"ENVIRONMENT\"", "EXAMPLES"] {
            assert!(page.contains(&format!(".SH {heading}\n")), "{name} lacks {heading}: {page}");
        }
        assert!(output.status.success() && page.contains(env!("CARGO_PKG_VERSION")), "{name}");
        // Programs that show the page sort and link its sections.
        let mut headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        headings.sort_unstable();
        assert!(headings.windows(2).all(|pair| pair[0] != pair[1]), "{name} has a section twice: {headings:?}");
    }
    let page = text(&run(&mut command(&["man"]), b"").stdout);
    assert!(page.contains(".SH \"FILES\"\n") && page.contains("config.toml"), "{page}");
}

#[test]
fn every_rule_and_group_is_explained() {
    let table = text(&run(&mut command(&["explain"]), b"").stdout);
    for rule in iri_core::rules::ALL {
        assert!(table.contains(&format!("  {} ", rule.name)), "the table lacks {}", rule.name);
        for columns in ["40", "200"] {
            let output = run(command(&["explain", rule.name]).env("COLUMNS", columns), b"");
            let page = text(&output.stdout);
            assert!(output.status.success() && page.starts_with(rule.name), "{page}");
        }
    }
    for group in iri_core::rules::Group::ALL {
        assert!(run(&mut command(&["explain", group.name()]), b"").status.success(), "{}", group.name());
    }
}

#[test]
fn the_readme_shows_what_show_prints() {
    let output = run(&mut command(&["show", "http://example.org/a b|c"]), b"");
    let readme = fs::read_to_string(crate_folder().join("../README.md")).expect("the repository has a README");
    assert!(readme.contains(text(&output.stdout).trim_end()), "the README shows another report");
}

#[test]
fn every_rule_is_explained_as_json() {
    let lines = text(&run(&mut command(&["explain", "--format", "json"]), b"").stdout);
    let rules: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(rules.len(), iri_core::rules::ALL.len());
    for (line, rule) in rules.iter().zip(iri_core::rules::ALL) {
        let severity = rule.severity.map(iri_core::Severity::name);
        assert_eq!((line["rule"].as_str(), line["severity"].as_str()), (Some(rule.name), severity));
        assert_eq!(line["markdown"].as_str(), Some(rule.markdown().as_str()));
    }
    let group = text(&run(&mut command(&["explain", "--format", "json", "bidi"]), b"").stdout);
    assert!(group.lines().count() > 1 && group.lines().all(|line| line.contains("\"group\":\"bidi\"")));
}
