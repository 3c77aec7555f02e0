//! Hostile names, values and configurations in every output: nothing of theirs is a control sequence, a command of a
//! workflow or a second line.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::program::{command, run, text};
use pulldown_cmark::{Event, Tag};
use serde_json::Value;

/// Texts that one of the outputs could mistake for its own syntax.
const PIECES: [&str; 41] = [
    "::error file=README.md,line=1::INJECTED",
    "::stop-commands::x",
    "::set-output name=a::b",
    " ::warning::x",
    "\u{3000}::error::x",
    "\u{A0}\u{2003}::stop-commands::x",
    "\u{1680}##[add-mask]x",
    "x\u{2028}::error::y",
    "##[error]x",
    "##[stop-commands]",
    "###[group]x",
    "##vso[task.setvariable variable=PATH]x",
    "##teamcity[testFailed name='x']",
    "-rf",
    "--config=x",
    "+!touch pwned",
    "$(touch pwned)",
    "`touch pwned`",
    ";touch pwned",
    "%0A::error::x",
    "%25",
    "[link](http://evil.example)",
    "![image](http://evil.example/x.png)",
    "[link](<http://evil.example>)",
    "\\[link\\](http://evil.example)",
    "`[link](http://evil.example)",
    "<http://evil.example>",
    "\\<b>",
    "<script>alert(1)</script>",
    "<img src=x onerror=y>",
    "|table|",
    "**bold**",
    "\u{202E}gpj",
    "\u{2066}x\u{2069}",
    "\u{200B}\u{200F}\u{2028}\u{85}",
    "\u{9B}31m",
    "\u{E0041}\u{FEFF}",
    "\u{5E9}\u{5DC}\u{5D5}\u{5DD}",
    "a\\..\\b",
    "'\"",
    "{\"a\":1}",
];

/// Pieces that only Unix allows in file names, and only character references in XML.
const CONTROLS: [&str; 7] =
    ["\u{1B}[2J", "\u{1B}]0;x\u{7}", "\r\n::error::x", "\n::error::x", "\r::error::x", "\u{8}\u{8}", "\u{7F}"];

fn escaped(value: &str) -> String {
    let reference = |c: char| match c {
        '<' | '&' | '"' | '\r' | '\n' => format!("&#{};", u32::from(c)),
        // No XML document contains the others, not even as a reference, so that the reader has to recover from them.
        _ => c.to_string(),
    };
    value.chars().map(reference).collect()
}

fn document(value: &str) -> String {
    let value = escaped(value);
    format!(
        "<!-- iri-ignore {} -->\n<a xmlns:x=\"http://www.w3.org/1999/xlink\" x:href=\"http://h/{value} |\">\n\
         <b xml:base=\"{value}\"/>\n{value} <c xmlns=\"{value}\"/></a>\n",
        value.replace("--", "")
    )
}

/// Returns what GitHub's runner and the others would obey in `line`. They remove any whitespace of Unicode at its start.
fn obeyed(line: &str) -> bool {
    line.trim_start().starts_with("::")
        || line.contains("##[")
        || line.contains("##vso[")
        || line.contains("##teamcity[")
}

/// Returns the lines that a runner obeys: those outside the part without commands.
fn commands(log: &str) -> Vec<String> {
    let mut token: Option<String> = None;
    let mut commands = Vec::new();
    for line in log.split(['\n', '\r']) {
        match &token {
            None => {
                if let Some(new) = line.trim_start().strip_prefix("::stop-commands::") {
                    token = Some(format!("::{new}::"));
                } else if obeyed(line) {
                    commands.push(line.to_owned());
                }
            }
            Some(end) if line == end => token = None,
            Some(_) => {}
        }
    }
    assert_eq!(token, None, "the part without commands ends");
    commands
}

fn is_raw(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200B}'..='\u{200F}' | '\u{2028}' | '\u{2029}')
        || matches!(c, '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

/// Returns `text` without colors and weights, the only control sequences that a report may contain.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1B}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match rest.strip_prefix('m') {
            Some(rest) => out.push_str(rest),
            None => out.extend(["\u{1B}[", part]),
        }
    }
    out
}

/// Commands on the files of a directory, with every output.
const ON_FILES: [&[&str]; 25] = [
    &["check", "."],
    &["check", "--color", "always", "."],
    &["check", "--format", "github", "."],
    &["check", "--format", "json", "."],
    &["check", "--format", "sarif", "."],
    &["check", "--format", "gitlab", "."],
    &["check", "--format", "concise", "."],
    &["check", "--format", "junit", "."],
    &["check", "--format", "checkstyle", "."],
    &["check", "--format", "rdjson", "."],
    &["check", "--format", "csv", "."],
    &["check", "--format", "html", "."],
    &["check", "--statistics", "."],
    &["check", "--show-fixes", "."],
    &["list", "."],
    &["list", "--format", "json", "."],
    &["schema", "."],
    &["schema", "--format", "json", "."],
    &["check", "--print-config", "."],
    &["check", "--list-files", "."],
    &["check", "--diff", "--fix-suggested", "."],
    &["check", "--diff", "--format", "github", "."],
    &["check", "missing.xml", "."],
    &["check", "missing::error::x\u{202E}<b>.xml", "--format", "junit", "."],
    &["check", "missing::error::x\u{202E}<b>.xml", "--format", "html", "."],
];

/// Commands on a reference, which is the last argument.
const ON_REFERENCES: [&[&str]; 9] = [
    &["show", "--"],
    &["show", "--parsers", "--characters", "all", "--"],
    &["show", "--format", "json", "--"],
    &["convert", "--to", "iri", "--"],
    &["convert", "--to", "web-address", "--"],
    &["compare", "--", "http://h/"],
    &["explain", "--"],
    &["--reference", "--"],
    &["check", "--"],
];

/// Returns whether other programs need the exact characters of the output, so that only commands are broken in it.
fn is_exact(arguments: &[&str]) -> bool {
    ["--list-files", "--diff", "convert"].iter().any(|word| arguments.contains(word))
}

/// Checks one directory in every output.
fn check_outputs(folder: &Path, what: &str) {
    for arguments in ON_FILES {
        let output = run(command(arguments).env("GITHUB_ACTIONS", "true").current_dir(folder), b"");
        assert_inert(arguments, &output, what);
        if ["sarif", "gitlab", "rdjson"].iter().any(|format| arguments.contains(format)) {
            let report = serde_json::from_slice(&output.stdout).expect("the report is JSON");
            assert_messages_are_inert(&report, what);
        }
        if let Some(format) = arguments.iter().copied().find(|word| ["junit", "checkstyle", "html"].contains(word)) {
            assert_markup_is_inert(format, &text(&output.stdout));
        }
        assert!(!folder.join("pwned").exists(), "{what}: {arguments:?} ran a command");
    }
}

/// Asserts that the output has neither control sequences nor commands of a workflow.
fn assert_inert(arguments: &[&str], output: &Output, what: &str) {
    let is_github = arguments.contains(&"github");
    for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let mut printed = String::from_utf8_lossy(bytes).into_owned();
        if arguments.contains(&"always") {
            printed = without_styles(&printed);
        }
        // Ours: a mark keeps each right-to-left letter of a message in stored order.
        let printed = printed.replace("\u{200E}", "");
        if stream == "stderr" || !is_exact(arguments) {
            let raw: String = printed.chars().filter(|&c| is_raw(c)).collect();
            assert!(raw.is_empty(), "{what}: {arguments:?}: {stream} has {raw:?} in {printed}");
        }
        for line in commands(&printed) {
            let is_ours = is_github
                && ["::error file=", "::warning file=", "::notice file="].iter().any(|start| {
                    let rest = line.strip_prefix(start).and_then(|rest| rest.split_once(','));
                    rest.is_some_and(|(path, rest)| !path.contains(':') && rest.starts_with("line="))
                });
            assert!(is_ours, "{what}: {arguments:?}: {stream} has the command {line:?}");
        }
    }
}

/// Asserts that no message for a service has a link, an image or a tag if the service displays it as Markdown.
fn assert_messages_are_inert(report: &Value, what: &str) {
    match report {
        Value::Array(values) => values.iter().for_each(|value| assert_messages_are_inert(value, what)),
        Value::Object(members) => {
            for (name, value) in members {
                // The member `text` of a message of SARIF, except the exact text of a fix. Pages of rules are ours.
                let message = match &**name {
                    "insertedContent" | "rules" | "suggestions" => continue,
                    "message" | "description" => value.get("text").unwrap_or(value).as_str(),
                    _ => None,
                };
                let Some(message) = message else {
                    assert_messages_are_inert(value, what);
                    continue;
                };
                for event in pulldown_cmark::Parser::new(message) {
                    let is_active = matches!(
                        event,
                        Event::Start(Tag::Link { .. } | Tag::Image { .. }) | Event::Html(_) | Event::InlineHtml(_)
                    );
                    assert!(!is_active, "{what}: {message:?} has {event:?}");
                }
            }
        }
        _ => {}
    }
}

/// Asserts that a report in HTML or XML has only the elements of its format: the input adds none.
fn assert_markup_is_inert(format: &str, report: &str) {
    let known: &[&str] = match format {
        "junit" => &["?xml", "testsuites", "testsuite", "testcase", "failure", "error", "system-out"],
        "checkstyle" => &["?xml", "checkstyle", "file", "error"],
        _ => &[
            "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "section", "article", "p",
            "b", "bdi", "small", "pre", "mark", "code", "br",
        ],
    };
    for piece in report.split('<').skip(1) {
        let name: String =
            piece.trim_start_matches('/').chars().take_while(|c| !c.is_whitespace() && !"/>".contains(*c)).collect();
        assert!(known.contains(&name.as_str()), "{format} has the element {name:?}: {report}");
        let (tag, _) = piece.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "{format}: {tag}");
        assert!(name == "meta" || !tag.contains('\''), "{format}: {tag}");
    }
}

#[test]
fn hostile_references_stay_text() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    for piece in PIECES.iter().chain(&CONTROLS) {
        for value in [(*piece).to_owned(), format!("x{piece}"), format!("http://h/{piece}\u{5D0} {piece}")] {
            for arguments in ON_REFERENCES {
                let arguments = [arguments, &[&*value]].concat();
                let output = run(command(&arguments).env("GITHUB_ACTIONS", "true").current_dir(folder.path()), b"");
                assert_inert(&arguments, &output, "reference");
            }
            // Lines of standard input, one of them not UTF-8.
            let lines = [value.as_bytes(), b"\xFF", value.as_bytes(), b"\n"].concat();
            let arguments = ["convert", "--to", "web-address"];
            let output = run(command(&arguments).env("GITHUB_ACTIONS", "true").current_dir(folder.path()), &lines);
            assert_inert(&arguments, &output, &format!("line {value:?}"));
        }
    }
}

#[test]
fn hostile_values_stay_text() {
    for piece in PIECES.iter().chain(&CONTROLS) {
        for value in [(*piece).to_owned(), format!("x{piece}"), format!("{piece}\u{5D0} {piece}")] {
            let folder = tempfile::tempdir().expect("a directory for temporary files");
            fs::write(folder.path().join("a.xml"), document(&value)).expect("it can be written");
            check_outputs(folder.path(), &format!("value {value:?}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn hostile_names_stay_text() {
    for piece in PIECES.iter().chain(&CONTROLS) {
        let name = piece.replace('/', "_");
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let inner = folder.path().join(&name);
        fs::create_dir(&inner).expect("it can be created");
        fs::write(inner.join(format!("{name}.xml")), document("x")).expect("it can be written");
        fs::write(folder.path().join(format!("{name}.xml")), document("y%")).expect("it can be written");
        check_outputs(folder.path(), &format!("name {name:?}"));
    }
}

#[test]
fn hostile_configurations_stay_text() {
    for piece in PIECES.iter().chain(&CONTROLS) {
        let quoted = serde_json::to_string(piece).expect("it is a string");
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        fs::write(folder.path().join("a.xml"), document("x")).expect("it can be written");
        let configuration =
            format!("{quoted} = {quoted}\n[rules]\n{quoted} = {quoted}\n[[ignore]]\nvalues = [{quoted}]\n");
        fs::write(folder.path().join(".iri.toml"), configuration).expect("it can be written");
        check_outputs(folder.path(), &format!("configuration {piece:?}"));
    }
}
