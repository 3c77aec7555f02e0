//! `check` and `list` on files, for tests that need more than a case of `tests/cli`: formats that are parsed again, files
//! in all encodings, errors of the disk.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output};

use crate::program::{self, command, run, text, without_token};
use crate::system::can_name;
use iri_core::text::encoding;
use serde_json::Value;
use tempfile::TempDir;

/// Creates a temporary directory with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("the machine has a folder for temporary files");
    for (path, bytes) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("it can be made");
        fs::write(path, bytes).expect("it can be written");
    }
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Output {
    run(command(&[&["check"], arguments].concat()).current_dir(folder), b"")
}

fn read(folder: &Path, path: &str) -> Vec<u8> {
    fs::read(folder.join(path)).expect("it is there")
}

/// Returns an element with `value` in an attribute that contains a reference.
fn link(value: &str) -> String {
    format!("<a xmlns:x=\"http://www.w3.org/1999/xlink\" x:href=\"{value}\"/>\n")
}

/// Returns a document with findings of every severity, on one line and several, in attributes and in text.
fn faulty() -> String {
    let values = [
        "a b|c",
        "100%",
        "..\\img\\\u{E9}.png",
        "http://ex&#x20;ample.org:80/%7e",
        "a\n  b",
        "\u{5D0}a/1",
        "a\u{202E}",
    ];
    let links: String = values.iter().map(|value| link(value)).collect();
    format!("<?xml version=\"1.0\"?>\n<!DOCTYPE r [<!ENTITY e \"x y\">]>\n<r>\n{links}{}</r>\n", link("&e;/z"))
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stdout)))
}

#[test]
fn sarif_is_valid_against_its_schema() {
    // Its pattern for languages, which we do not write, has a stray bracket and is not a valid regular expression.
    let schema = include_str!("../data/sarif-schema-2.1.0.json").replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&schema).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let faulty = faulty();
    let bytes = faulty.as_bytes();
    let inner = archive(&[("b c.xml", bytes)]);
    let package = archive(&[("OPS/a.opf", bytes), ("d.xml", bytes), ("inner.epub", &inner)]);
    let folder = folder(&[
        ("a b/100%.xml", bytes),
        ("c:d.xml", bytes),
        ("\u{E9}.xml", bytes),
        ("clean.xml", b"<a/>"),
        ("book.epub", &package),
        ("other.epub", &package),
    ]);
    let absolute = folder.path().join("clean.xml");
    for paths in [&["."][..], &["clean.xml"], &["missing.xml"], &[], &[absolute.to_str().expect("it is UTF-8")]] {
        let output = check(folder.path(), &[&["--format", "sarif"], paths].concat());
        let log = json(&output);
        let errors: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{paths:?}");
        // Each index of an artifact leads to it, and from there to the package.
        let artifacts = &log["runs"][0]["artifacts"];
        let artifact =
            |index: &Value| &artifacts[usize::try_from(index.as_u64().expect("a number")).expect("it is small")];
        for result in log["runs"][0]["results"].as_array().expect("results") {
            let Some(related) = result.get("relatedLocations") else { continue };
            let nested = &related[0]["physicalLocation"]["artifactLocation"];
            let mut found = artifact(&nested["index"]);
            assert_eq!(found["location"]["uri"], nested["uri"]);
            while let Some(parent) = found.get("parentIndex") {
                found = artifact(parent);
            }
            let location = &result["locations"][0]["physicalLocation"]["artifactLocation"];
            assert_eq!(found["location"]["uri"], location["uri"]);
        }
        assert_eq!(artifacts.as_array().map_or(0, Vec::len), if matches!(paths, [] | ["."]) { 10 } else { 0 });
        assert_eq!(log["runs"][0]["columnKind"], "unicodeCodePoints");
        assert_eq!(log["runs"][0]["tool"]["driver"]["version"], env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn a_check_says_how_many_results_a_service_shows() {
    let folder = folder(&[("a.xml", format!("<r>{}</r>", link("a b").repeat(5_001)).as_bytes())]);
    let notes = |arguments: &[&str]| text(&check(folder.path(), arguments).stderr);
    let note = "GitHub shows only the 5000 most severe results of a SARIF file";
    assert!(!notes(&["--format", "sarif"]).contains(note), "fewer are reported");
    assert!(notes(&["--format", "sarif", "--max-findings", "none"]).contains(note));
    let file = format!("sarif={}", folder.path().join("iri.sarif").display());
    assert!(notes(&["--format", "concise", "--format", &file, "--max-findings", "none"]).contains(note));
}

#[test]
fn sarif_reports_the_same_as_json() {
    let folder = folder(&[("a b.xml", faulty().as_bytes())]);
    let log = json(&check(folder.path(), &["--format", "sarif"]));
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("there are results");
    let lines = text(&check(folder.path(), &["--format", "json"]).stdout);
    let findings: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!(results.len(), findings.len());
    assert!(findings.len() > 10, "{}", findings.len());
    for (result, finding) in results.iter().zip(&findings) {
        assert_eq!(result["ruleId"], finding["rule"]);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(
            (&place["region"]["startLine"], &place["region"]["startColumn"]),
            (&finding["line"], &finding["column"])
        );
        assert_eq!(place["artifactLocation"]["uri"], "a%20b.xml");
        assert_eq!(result["fixes"].as_array().map_or(0, Vec::len), finding["fixes"].as_array().map_or(0, Vec::len));
    }
    let described: Vec<&Value> = run["tool"]["driver"]["rules"].as_array().expect("there are rules").iter().collect();
    assert!(findings.iter().all(|finding| described.iter().any(|rule| rule["id"] == finding["rule"])));
    let is_met = |rule: &Value| findings.iter().any(|finding| finding["rule"] == rule["id"]);
    let has_page = |rule: &Value| rule["help"]["text"].as_str().is_some_and(|text| text.len() > 100);
    assert!(described.iter().all(|rule| is_met(rule) == has_page(rule)));
    for result in results {
        let index = result["ruleIndex"].as_u64().and_then(|index| described.get(usize::try_from(index).ok()?));
        assert_eq!(index.map(|rule| &rule["id"]), Some(&result["ruleId"]));
    }
}

#[test]
fn a_finding_in_a_package_is_located_at_the_package() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("OPS/a.opf", zip::write::SimpleFileOptions::default()).expect("an entry can be started");
    writer.write_all(b"<a xml:base='a b'/>").expect("memory takes every write");
    let package = writer.finish().expect("memory takes every write").into_inner();
    let folder = folder(&[("book.epub", &package)]);
    let log = json(&check(folder.path(), &["--format", "sarif"]));
    let result = &log["runs"][0]["results"][0];
    let location = serde_json::json!({
        "physicalLocation": { "artifactLocation": { "uri": "book.epub", "uriBaseId": "%SRCROOT%" } },
        "logicalLocations": [{ "fullyQualifiedName": "OPS/a.opf", "kind": "resource" }],
    });
    assert_eq!(result["locations"][0], location);
    let nested = &result["relatedLocations"][0]["physicalLocation"];
    assert_eq!(
        (&nested["artifactLocation"]["uri"], &nested["region"]["startColumn"]),
        (&"/OPS/a.opf".into(), &15.into())
    );
    let artifacts = &log["runs"][0]["artifacts"];
    assert_eq!(nested["artifactLocation"]["index"], 1);
    let package = serde_json::json!({ "location": { "uri": "book.epub", "uriBaseId": "%SRCROOT%" } });
    let entry = serde_json::json!({ "location": { "uri": "/OPS/a.opf" }, "parentIndex": 0 });
    assert_eq!(*artifacts, serde_json::json!([package, entry]));
    let message = "OPS/a.opf:1:15: SPACE (U+0020) is not allowed in an IRI";
    assert_eq!((&result["message"]["text"], result.get("fixes")), (&serde_json::json!(message), None));
    let log = text(&check(folder.path(), &["--format", "github"]).stdout);
    assert!(log.contains(&format!("::warning file=book.epub,title=leiri-space::{message}\n")), "{log}");
    let issue = &json(&check(folder.path(), &["--format", "gitlab"]))[0];
    assert_eq!((&issue["location"]["path"], &issue["description"]), (&"book.epub".into(), &message.into()));
    let diagnostic = &json(&check(folder.path(), &["--format", "rdjson"]))["diagnostics"][0];
    assert_eq!(diagnostic["location"], serde_json::json!({ "path": "book.epub" }));
    assert_eq!(diagnostic["message"], message);
}

#[test]
fn a_run_writes_several_reports_that_equal_those_of_single_runs() {
    let folder = folder(&[("a.xml", faulty().as_bytes()), ("clean.xml", b"<a/>"), ("b/c.xml", faulty().as_bytes())]);
    let formats = ["json", "concise", "sarif", "gitlab", "junit", "checkstyle", "rdjson", "csv", "html"];
    let reports = tempfile::tempdir().expect("a directory");
    let report = |format: &str| reports.path().join(format);
    let argument = |format: &&str| format!("--format={format}={}", report(format).display());
    let arguments: Vec<String> = formats.iter().map(argument).collect();
    let arguments: Vec<&str> =
        arguments.iter().map(String::as_str).chain(["--format", "text", "--max-findings", "9"]).collect();
    let single = |format: &str| check(folder.path(), &["--max-findings", "9", "--format", format]);
    let together = check(folder.path(), &arguments);
    assert_eq!(text(&together.stdout), text(&single("text").stdout));
    assert_eq!(together.status.code(), Some(1));
    for format in formats {
        let written = fs::read_to_string(report(format)).expect("it was written");
        assert_eq!(written, text(&single(format).stdout), "{format}");
    }
}

#[test]
fn fingerprints_tell_all_findings_apart_and_stay_where_lines_are_added() {
    let of = |text: &str| {
        let folder = folder(&[("a.xml", text.as_bytes())]);
        let issues = json(&check(folder.path(), &["--format", "gitlab"]));
        let log = json(&check(folder.path(), &["--format", "sarif"]));
        let gitlab = issues.as_array().expect("it is an array").iter().map(|issue| issue["fingerprint"].clone());
        let results = log["runs"][0]["results"].as_array().expect("there are results");
        let sarif = results.iter().map(|result| result["partialFingerprints"]["iriInspect/v1"].clone());
        (gitlab.collect::<Vec<_>>(), sarif.collect::<Vec<_>>())
    };
    let text = faulty() + &link("a b|c") + &link("a b|c");
    let (gitlab, sarif) = of(&text);
    for fingerprints in [&gitlab, &sarif] {
        let mut apart: Vec<String> = fingerprints.iter().map(Value::to_string).collect();
        apart.sort();
        apart.dedup();
        assert_eq!(apart.len(), fingerprints.len());
    }
    assert_eq!(of(&text.replace("<r>", "<r>\n<!-- more -->\n\n")), (gitlab, sarif));
}

/// Decodes a command like GitHub: the inverse of `escapeData` and `escapeProperty` of its toolkit.
fn unescaped(text: &str) -> String {
    [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
        .iter()
        .fold(text.to_owned(), |text, (escape, c)| text.replace(escape, c))
}

#[test]
fn annotations_are_read_back_as_they_were_meant() {
    let name = "a,b:c%2C.xml";
    let folder = folder(&[(name, link("100%").as_bytes())]);
    let log = text(&check(folder.path(), &["--format", "github"]).stdout);
    let command = log.lines().find_map(|line| line.strip_prefix("::error ")).expect("there is an error");
    let (properties, message) = command.split_once("::").expect("a message follows");
    assert!(unescaped(message).starts_with("'%' is not followed by two hex digits"), "{message}");
    let properties: Vec<(&str, &str)> =
        properties.split(',').map(|one| one.split_once('=').expect("it has a value")).collect();
    assert_eq!(properties[0], ("file", "a%2Cb%3Ac%252C.xml"));
    assert_eq!(unescaped(properties[0].1), name);
    assert_eq!(properties[1..], [("line", "1"), ("col", "54"), ("endColumn", "55"), ("title", "broken-percent")]);
}

#[test]
fn annotations_are_limited_with_a_notice() {
    let text_of = |count: usize| (0..count).map(|_| link("a b")).collect::<String>() + &link("%");
    let folder = folder(&[("a.xml", text_of(60).as_bytes()), ("b.xml", text_of(60).as_bytes())]);
    let log = text(&check(folder.path(), &["--format", "github"]).stdout);
    let count = |kind: &str| log.lines().filter(|line| line.starts_with(kind)).count();
    assert_eq!((count("::error "), count("::warning ")), (2, 50));
    assert!(log.contains("70 findings listed above without an annotation"), "{log}");
    assert_eq!(log.matches("warning[leiri-space]").count(), 120, "the log has all of them");
}

#[test]
fn a_long_reference_is_reported_once() {
    let folder = folder(&[("a.xml", (link(&"a b".repeat(2000)) + &link("c d")).as_bytes())]);
    let lines = text(&check(folder.path(), &["--format", "json"]).stdout);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    // The last finding of the rule in the value says how many more there are.
    assert_eq!(lines.len(), 101);
    assert_eq!(
        (&lines[98]["more"], &lines[99]["more"], &lines[100]["more"]),
        (&Value::Null, &1900.into(), &Value::Null)
    );
    assert_eq!(lines[0]["site"]["raw"].as_str().map(str::len), Some(6000));
    assert_eq!((&lines[1]["site"]["raw"], &lines[1]["site"]["value"]), (&Value::Null, &Value::Null));
    assert_eq!(lines[1]["site"]["start"], lines[0]["site"]["start"]);
    assert_eq!(lines[100]["site"]["raw"], "c d");
    let sarif = check(folder.path(), &["--format", "sarif"]).stdout.len();
    assert!(sarif < 200_000, "{sarif} bytes");
}

fn git(folder: &Path, arguments: &[&str], stdin: &[u8]) -> Output {
    let piped = std::process::Stdio::piped;
    run(Command::new("git").args(arguments).current_dir(folder).stdin(piped()).stdout(piped()).stderr(piped()), stdin)
}

/// Returns files in several encodings and with all line ends, with findings in many places.
fn many_kinds() -> Vec<(&'static str, Vec<u8>)> {
    let lines: String =
        (0..40).map(|number| if number % 9 == 0 { link("a b|c") } else { format!("<p>{number}</p>\n") }).collect();
    let utf8 = format!("<r>\n{lines}</r>\n");
    let declared = |label: &str, text: &str| format!("<?xml version=\"1.0\" encoding=\"{label}\"?>\n<r>{text}</r>");
    let latin = declared("ISO-8859-1", &(link("caf\u{E9} x") + "\u{FC}\n"))
        .chars()
        .map(|c| u8::try_from(c).expect("it is Latin-1"))
        .collect();
    let wide = declared("UTF-16", &link("\u{4E2D} b"));
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(wide.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>\n<a href=\"");
    let (value, ..) = encoding_rs::SHIFT_JIS.encode("\u{8868} b");
    let shift_jis =
        [&shift_jis, &b"x\" xmlns:x=\"http://www.w3.org/1999/xlink\" x:href=\""[..], &value, b"\"/>"].concat();
    vec![
        ("utf8.xml", utf8.clone().into_bytes()),
        ("bom.xml", [b"\xEF\xBB\xBF", utf8.as_bytes()].concat()),
        ("crlf.xml", utf8.replace('\n', "\r\n").into_bytes()),
        ("cr.xml", utf8.replace('\n', "\r").into_bytes()),
        ("no end.xml", utf8.trim_end().as_bytes().to_vec()),
        ("latin.xml", latin),
        ("utf16.xml", utf16),
        ("sub/shift_jis.xml", shift_jis),
    ]
}

fn as_slices<'f>(files: &'f [(&'f str, Vec<u8>)]) -> Vec<(&'f str, &'f [u8])> {
    files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect()
}

#[test]
fn the_patch_makes_git_do_what_fix_does() {
    let files = many_kinds();
    let (patched, fixed) = (folder(&as_slices(&files)), folder(&as_slices(&files)));
    let output = check(patched.path(), &["--diff"]);
    assert_eq!(output.status.code(), Some(1));
    let applied = git(patched.path(), &["apply", "--whitespace=nowarn"], &output.stdout);
    assert!(applied.status.success(), "{}", text(&applied.stderr));
    check(fixed.path(), &["--fix"]);
    for (name, before) in &files {
        let now = read(fixed.path(), name);
        assert_ne!(&now, before, "{name}");
        assert_eq!(read(patched.path(), name), now, "{name}");
    }
    let again = check(patched.path(), &["--diff"]);
    assert_eq!((again.status.code(), again.stdout.len()), (Some(0), 0), "nothing is left to patch");
}

/// Checks that a saved file is in its own encoding, and differs only in the references.
#[test]
fn a_fixed_file_differs_only_in_its_references() {
    let files = many_kinds();
    let folder = folder(&as_slices(&files));
    assert_eq!(check(folder.path(), &["--fix"]).status.code(), Some(0));
    for (name, before) in files {
        let source = |bytes: Vec<u8>| match encoding::decode(bytes) {
            Ok(source) => source,
            Err(refusal) => panic!("{name}: {refusal}"),
        };
        let (before, after) = (source(before), source(read(folder.path(), name)));
        assert_eq!(after.form, before.form, "{name}");
        let fixed = before.text.replace(" b", "%20b").replace("%20b|c", "%20b%7Cc").replace("\u{E9} x", "\u{E9}%20x");
        assert_eq!(after.text, fixed, "{name}");
    }
}

#[test]
fn a_second_run_changes_nothing() {
    let folder = folder(&[("a.xml", faulty().as_bytes())]);
    check(folder.path(), &["--fix"]);
    let once = read(folder.path(), "a.xml");
    let output = check(folder.path(), &["--fix", "--format", "json"]);
    assert_eq!(read(folder.path(), "a.xml"), once);
    let stdout = text(&output.stdout);
    let findings = stdout.lines().map(|line| serde_json::from_str(line).expect("it is JSON"));
    let findings: Vec<serde_json::Value> =
        findings.filter(|value: &serde_json::Value| value["severity"] == "warning").collect();
    assert!(!findings.is_empty());
    assert!(findings.iter().all(|finding| finding["fixes"][0]["safety"] != "safe"), "{findings:?}");
}

#[test]
fn the_order_is_the_same_with_any_number_of_threads() {
    let faulty = faulty();
    let names: Vec<String> = (0..60).map(|number| format!("{}/{number}.xml", number % 7)).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), faulty.as_bytes())).collect();
    let folder = folder(&files);
    for format in ["json", "text", "sarif", "github"] {
        let output = |threads: &str| {
            let output = check(folder.path(), &["--format", format, "--threads", threads]);
            without_token(&text(&output.stdout))
        };
        let one = output("1");
        assert!(one.len() > 10_000);
        for threads in ["2", "5", "64"] {
            assert!(output(threads) == one, "the order differs with {threads} threads");
        }
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let faulty = faulty().repeat(20);
    let names: Vec<String> = (0..100).map(|number| format!("{number}.xml")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), faulty.as_bytes())).collect();
    let folder = folder(&files);
    for arguments in [&["check"][..], &["check", "--format", "json"], &["list"], &["check", "--diff"]] {
        let mut child =
            command(arguments).current_dir(folder.path()).spawn().expect("the program is built beside this test");
        let mut stdout = child.stdout.take().expect("it is piped");
        stdout.read_exact(&mut [0; 10]).expect("it writes");
        drop(stdout);
        let output = child.wait_with_output().expect("it was spawned");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
        assert!(!said.contains("panicked") && !said.contains("roken pipe"), "{said}");
    }
}

/// Each failure is reported, and does not prevent the check of the other files.
#[test]
fn a_bad_file_does_not_keep_the_others_from_being_checked() {
    let deep = "<a>".repeat(100_000);
    let folder = folder(&[
        ("binary.xml", b"\x00\x01<\xFF\xFE\x00"),
        ("cut.xml", b"<a b=\"c"),
        ("damaged.xml", b"<a>\xFF</a>"),
        ("deep.xml", deep.as_bytes()),
        ("ebcdic.xml", b"\x4C\x6F\xA7\x94\x93\x40"),
        ("empty.xml", b""),
        ("good.xml", link("a b").as_bytes()),
        ("zero.xml", b"<a\0b=\"\0\">\0</a>"),
        ("text.xml", b"no XML"),
    ]);
    let output = check(folder.path(), &["--format", "json"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("\"path\":\"good.xml\""), "{said}");
    for name in ["binary.xml", "damaged.xml", "ebcdic.xml", "empty.xml", "text.xml", "zero.xml"] {
        assert!(said.contains(&format!("iri-inspect: {name}: ")), "{name} is missing from {said}");
    }
}

#[test]
fn files_with_invalid_bytes_are_never_saved() {
    let damaged = [link("a b").as_bytes(), b"\xFF"].concat();
    let folder = folder(&[("a.xml", damaged.as_slice())]);
    let output = check(folder.path(), &["--fix"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("byte 0xFF at offset 57 is not valid UTF-8"), "{}", text(&output.stderr));
    assert_eq!(read(folder.path(), "a.xml"), damaged);
    // The finding stays, but nothing promises that it can be fixed.
    assert!(text(&output.stdout).ends_with(" in 1 file: 1 warning\n"), "{}", text(&output.stdout));
}

#[test]
fn a_value_with_malformed_bytes_has_no_finding_about_characters_that_are_not_in_it() {
    let damaged = b"<r><a xml:base='b\xFF c'/><a xml:base='\xEF\xBF\xBD|'/><a xml:base='b|c'/></r>";
    let folder = folder(&[("a.xml", damaged)]);
    let output = check(folder.path(), &["--format", "concise"]);
    assert_eq!(text(&output.stdout).matches("leiri-").count(), 1, "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("'|' (U+007C)"), "{}", text(&output.stdout));
    fs::write(folder.path().join("a.xml"), "<a xml:base='\u{FFFD}'/>").expect("it can be written");
    let output = check(folder.path(), &["--format", "concise"]);
    assert!(text(&output.stdout).contains("leiri-special"), "{}", text(&output.stdout));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_out_of_the_tree_is_checked_and_not_fixed() {
        let outside = folder(&[("a.xml", link("a b").as_bytes())]);
        let inside = folder(&[]);
        symlink(outside.path().join("a.xml"), inside.path().join("a.xml")).expect("links can be made");
        let output = check(inside.path(), &["--fix", "a.xml"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("outside the directory tree"), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("leiri-space"));
        assert_eq!(read(outside.path(), "a.xml"), link("a b").as_bytes());
    }

    #[test]
    fn a_file_with_hard_links_is_saved_in_place_with_a_note() {
        let folder = folder(&[("a.xml", link("a b").as_bytes())]);
        fs::hard_link(folder.path().join("a.xml"), folder.path().join("b.other")).expect("names can be given");
        let output = check(folder.path(), &["--fix"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stderr).contains("saved in place"), "{}", text(&output.stderr));
        assert_eq!(read(folder.path(), "b.other"), link("a%20b").as_bytes());
    }

    #[test]
    fn a_file_name_need_not_be_utf_8() {
        let folder = folder(&[]);
        let name = std::ffi::OsStr::from_bytes(b"a\xFF.xml");
        fs::write(folder.path().join(name), link("a b")).expect("it can be written");
        for format in ["text", "json", "sarif", "github", "gitlab"] {
            let output = check(folder.path(), &["--format", format]);
            assert_eq!(output.status.code(), Some(1), "{format}: {}", text(&output.stderr));
        }
        let listed = check(folder.path(), &["--list-files"]);
        assert_eq!(listed.stdout, b"a\xFF.xml\n");
    }
}

#[test]
fn files_are_escaped_on_the_terminal() {
    let nasty = "\u{1B}[31m\u{7}\u{85}\u{9B}\u{202E}\u{200B}\u{2028}\u{E0041}\u{FEFF}";
    let place = format!("[[places]]\nelement = \"a\"\nattribute = \"b\"\nrole = \"{nasty}\"\n\"{nasty}\" = 1\n");
    let text_of =
        format!("<!-- {nasty} --><a{nasty} xmlns:x='http://www.w3.org/1999/xlink' x:href='{nasty} b'/>{nasty}");
    let folder = folder(&[("a.xml", text_of.as_bytes()), (".iri.toml", place.as_bytes())]);
    for arguments in
        [&["check"][..], &["list"], &["check", "--format", "json"], &["check", "--format", "github"], &["check", nasty]]
    {
        let output = run(command(arguments).current_dir(folder.path()), b"");
        for shown in [text(&output.stdout), text(&output.stderr)] {
            let raw: Vec<char> = shown.chars().filter(|c| nasty.contains(*c) && !c.is_ascii_graphic()).collect();
            assert!(raw.is_empty(), "{arguments:?} prints {raw:?} in {shown}");
        }
    }
}

/// However often it is stopped, each file has its old or its new text, and there are no other files.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_fix_between_two_files() {
    let (old, new) = (link("a b").repeat(2000), link("a%20b").repeat(2000));
    let names: Vec<String> = (0..200).map(|number| format!("{number}.xml")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), old.as_bytes())).collect();
    for _ in 0..20 {
        let folder = folder(&files);
        let mut fix = command(&["check", "--fix"]);
        let child = fix.current_dir(folder.path()).spawn().expect("the program is built beside this test");
        let is_begun = || read(folder.path(), "0.xml") == new.as_bytes();
        while !is_begun() {
            std::thread::yield_now();
        }
        let pid = child.id().to_string();
        let killed = Command::new("kill").args(["-TERM", &pid]).status();
        killed.expect("every system of this kind has kill");
        let output = child.wait_with_output().expect("it was spawned");
        let said = text(&output.stderr);
        for name in &names {
            let now = read(folder.path(), name);
            assert!(now == old.as_bytes() || now == new.as_bytes(), "{name} is neither old nor new");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), names.len(), "{said}");
        if output.status.code() == Some(2) {
            assert!(said.contains("stopped by a signal"), "{said}");
            return;
        }
    }
    panic!("the signal always came too late");
}

#[test]
fn only_changed_files_are_checked() {
    let folder =
        folder(&[("a.xml", link("a b").as_bytes()), ("b/c d.xml", link("a b").as_bytes()), ("gone.xml", b"<a/>")]);
    let git = |arguments: &[&str]| {
        let options = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
        let output = Command::new("git").args(options).args(arguments).current_dir(folder.path()).output();
        output.is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) {
        return; // git is not installed.
    }
    assert!(git(&["add", "."]) && git(&["commit", "-qm", "x"]));
    fs::write(folder.path().join("b/c d.xml"), link("c d")).expect("it can be written");
    fs::write(folder.path().join("new.xml"), link("e f")).expect("it can be written");
    fs::remove_file(folder.path().join("gone.xml")).expect("it is there");
    let changed = |folder: &Path, revision: &str| {
        let output = check(folder, &["--format", "concise", "-q", &format!("--changed-since={revision}")]);
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let (out, said, status) = changed(folder.path(), "HEAD");
    let paths: Vec<&str> = out.lines().map(|line| line.split(':').next().unwrap_or_default()).collect();
    assert_eq!((paths, said.as_str(), status), (vec!["b/c d.xml", "new.xml"], "", Some(1)));
    let (out, _, _) = changed(&folder.path().join("b"), "main");
    assert!(out.starts_with("c d.xml:1:52: "), "{out}");
    for bad in ["nope", "--output=pwned", "--upload-pack=touch pwned", "-h", "HEAD; touch pwned", "", "\n"] {
        let (out, said, status) = changed(folder.path(), bad);
        assert_eq!((out.as_str(), status), ("", Some(2)), "{bad}: {said}");
        assert!(said.contains("cannot find the revision"), "{bad}: {said}");
        assert!(!folder.path().join("pwned").exists(), "{bad}");
    }
    assert!(changed(folder.path(), "HEAD").1.is_empty());
}

#[test]
fn a_configured_baseline_is_in_the_directory_of_the_configuration() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let inside = folder.path().join("in");
    fs::create_dir(&inside).expect("it can be created");
    fs::write(inside.join("a.xml"), link("a b")).expect("it can be written");
    assert!(check(&inside, &["--no-config", "--write-baseline", "base.json"]).status.success());
    fs::copy(inside.join("base.json"), folder.path().join("base.json")).expect("it can be copied");
    let run = |baseline: &str| {
        fs::write(inside.join(".iri.toml"), format!("[check]\nbaseline = '{baseline}'\n")).expect("it can be written");
        let output = check(&inside, &["-q"]);
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(run("base.json").0, Some(0));
    for outside in ["../base.json", "//server/share/base.json", "/proc/self/environ", "x/../../base.json"] {
        let (status, said) = run(outside);
        assert_eq!(status, Some(2), "{outside}: {said}");
        assert!(said.contains("error: baseline is outside the allowed directories"), "{said}");
    }
}

#[test]
fn markup_formats_are_well_formed() {
    let faulty = faulty();
    let name = ["a <b>&\u{202E}.xml", "a &\u{202E}.xml"].into_iter().find(|name| can_name(name));
    let folder = folder(&[(name.expect("a file can have one"), faulty.as_bytes()), ("clean.xml", b"<a/>")]);
    for format in ["junit", "checkstyle"] {
        let output = check(folder.path(), &["--format", format, "--fail-on", "hint", ".", "missing<&>.xml"]);
        let report = text(&output.stdout);
        let mut reader = quick_xml::Reader::from_str(&report);
        reader.config_mut().check_end_names = true;
        let (mut failures, mut depth) = (0, 0_i32);
        loop {
            match reader.read_event().unwrap_or_else(|error| panic!("{format}: {error}: {report}")) {
                quick_xml::events::Event::Eof => break,
                quick_xml::events::Event::Start(tag) => {
                    depth += 1;
                    assert!(tag.attributes().all(|attribute| attribute.is_ok()));
                    failures += usize::from(tag.name().as_ref() == "failure");
                }
                quick_xml::events::Event::End(_) => depth -= 1,
                quick_xml::events::Event::Empty(tag) => {
                    assert!(tag.attributes().all(|attribute| attribute.is_ok()));
                    let is_finding = format == "checkstyle" && tag.name().as_ref() == "error";
                    failures += usize::from(is_finding);
                }
                _ => {}
            }
        }
        let findings = text(&check(folder.path(), &["--format", "json"]).stdout).lines().count();
        assert_eq!((failures, depth), (findings, 0), "{format}");
    }
}

/// Returns the elements of a report in XML with their attributes, in order; the depth of each is the first number.
fn elements(report: &str) -> Vec<(usize, String, HashMap<String, String>)> {
    let mut reader = quick_xml::Reader::from_str(report);
    reader.config_mut().expand_empty_elements = true;
    let (mut depth, mut all) = (0, Vec::new());
    loop {
        match reader.read_event().expect("it is well-formed") {
            quick_xml::events::Event::Eof => return all,
            quick_xml::events::Event::Start(tag) => {
                let attributes = tag.attributes().map(|attribute| attribute.expect("it is well-formed"));
                let attributes = attributes
                    .map(|attribute| (attribute.key.as_ref().to_owned(), attribute.value.into_owned()))
                    .collect();
                all.push((depth, tag.name().as_ref().to_owned(), attributes));
                depth += 1;
            }
            quick_xml::events::Event::End(_) => depth -= 1,
            _ => {}
        }
    }
}

/// What the schemas and the descriptions of the formats require, without their texts.
#[test]
fn reports_have_what_their_formats_require() {
    let faulty = faulty();
    let folder = folder(&[("a.xml", faulty.as_bytes()), ("b.xml", faulty.as_bytes()), ("clean.xml", b"<a/>")]);
    let report = |format: &str| check(folder.path(), &["--format", format, ".", "missing.xml"]);
    let findings = text(&report("json").stdout).lines().count();
    assert!(findings > 10);

    // junit-10.xsd of the xUnit plugin of Jenkins: counts are required, and they are those of the content.
    let junit = elements(&text(&report("junit").stdout));
    assert_eq!((junit[0].0, junit[0].1.as_str()), (0, "testsuites"));
    let starts: Vec<usize> = (0..junit.len()).filter(|&index| junit[index].1 == "testsuite").collect();
    assert!(starts.len() >= 3, "clean files have a suite too");
    for (number, &start) in starts.iter().enumerate() {
        let content = &junit[start + 1..starts.get(number + 1).copied().unwrap_or(junit.len())];
        let attributes = &junit[start].2;
        assert!(junit[start].0 == 1 && attributes.contains_key("name"), "{attributes:?}");
        for (name, element) in [("tests", "testcase"), ("failures", "failure"), ("errors", "error")] {
            let count = content.iter().filter(|(_, name, _)| name == element).count();
            assert_eq!(attributes[name], count.to_string(), "{name} of {attributes:?}");
        }
        let is_case = |(depth, name, attributes): &(usize, String, HashMap<String, String>)| {
            *depth != 2 || name == "testcase" && attributes.contains_key("name") && attributes.contains_key("classname")
        };
        assert!(content.iter().all(is_case), "{content:?}");
    }

    let checkstyle = elements(&text(&report("checkstyle").stdout));
    let errors: Vec<_> = checkstyle.iter().filter(|(_, name, _)| name == "error").collect();
    assert_eq!((checkstyle[0].1.as_str(), errors.len()), ("checkstyle", findings));
    for (depth, _, attributes) in errors {
        assert_eq!(*depth, 2);
        assert!(
            ["line", "column"].iter().all(|name| attributes[*name].parse::<usize>().is_ok_and(|number| number > 0))
        );
        assert!(["error", "warning", "info"].contains(&attributes["severity"].as_str()), "{attributes:?}");
        assert!(["message", "source"].iter().all(|name| !attributes[*name].is_empty()));
    }

    // The Code Quality report of GitLab.
    let gitlab = json(&report("gitlab"));
    let issues = gitlab.as_array().expect("it is an array");
    let fingerprints: HashSet<&str> = issues.iter().filter_map(|issue| issue["fingerprint"].as_str()).collect();
    assert_eq!((issues.len(), fingerprints.len()), (findings, findings));
    for issue in issues {
        assert!(["description", "check_name"].iter().all(|key| issue[key].is_string()), "{issue}");
        let severities = ["info", "minor", "major", "critical", "blocker"];
        assert!(issue["severity"].as_str().is_some_and(|severity| severities.contains(&severity)), "{issue}");
        assert!(issue["location"]["path"].is_string(), "{issue}");
        let lines = &issue["location"]["lines"]["begin"];
        assert!(lines.is_u64() || issue["location"]["positions"]["begin"]["line"].is_u64(), "{issue}");
    }

    // DiagnosticResult of reviewdog.
    let rdjson = json(&report("rdjson"));
    let diagnostics = rdjson["diagnostics"].as_array().expect("it is an array");
    assert_eq!((diagnostics.len(), rdjson["source"]["name"].as_str()), (findings, Some("iri-inspect")));
    for diagnostic in diagnostics {
        assert!(diagnostic["message"].is_string() && diagnostic["code"]["value"].is_string(), "{diagnostic}");
        let severity = diagnostic["severity"].as_str().expect("it is a word");
        assert!(["ERROR", "WARNING", "INFO"].contains(&severity), "{severity}");
        assert!(diagnostic["location"]["path"].is_string(), "{diagnostic}");
        let suggestions = diagnostic["suggestions"].as_array().into_iter().flatten();
        for range in suggestions.map(|suggestion| &suggestion["range"]).chain([&diagnostic["location"]["range"]]) {
            let at = |key: &str| (range[key]["line"].as_u64(), range[key]["column"].as_u64());
            assert!(at("start") <= at("end") && at("start").1 > Some(0), "{range}");
        }
    }
}

#[test]
fn reviewdog_gets_columns_in_bytes() {
    let folder = folder(&[("a.xml", link("\u{E9}a b").as_bytes())]);
    let report = json(&check(folder.path(), &["--format", "rdjson"]));
    let space = &report["diagnostics"].as_array().expect("it is an array")[0];
    let start = &space["location"]["range"]["start"];
    assert_eq!((start["line"].as_u64(), start["column"].as_u64()), (Some(1), Some(54)), "{report}");
    assert_eq!(space["suggestions"][0]["text"], "%20");
}

#[test]
fn a_baseline_survives_moved_lines_and_hides_no_new_finding() {
    let lines: Vec<String> = (0..1200).map(|number| link(&format!("a {} b", number % 700))).collect();
    let document = |lines: &[String]| format!("<r>\n{}</r>\n", lines.concat());
    let folder = folder(&[("b/a.xml", document(&lines).as_bytes()), ("b/c.xml", link("x y").as_bytes())]);
    let written = check(folder.path(), &["--write-baseline", "base.json"]);
    assert_eq!((written.status.code(), text(&written.stdout).as_str()), (Some(0), ""));
    assert_eq!(text(&written.stderr), "iri-inspect: 2401 findings written to base.json\n");
    let mut moved = lines.clone();
    moved[..600].rotate_left(50);
    fs::write(folder.path().join("b/a.xml"), document(&moved)).expect("it can be written");
    let known = check(folder.path(), &["--baseline", "base.json"]);
    let clean = "2402 references in 2 files: no findings; 2401 known (--baseline)\n".to_owned();
    assert_eq!((known.status.code(), text(&known.stdout), text(&known.stderr)), (Some(0), clean, String::new()));
    // One finding more, elsewhere in the directory tree, and one file less.
    moved.push(link("new fault"));
    fs::write(folder.path().join("b/a.xml"), document(&moved)).expect("it can be written");
    fs::remove_file(folder.path().join("b/c.xml")).expect("it is there");
    for (directory, baseline) in [(".", "base.json"), ("b", "../base.json")] {
        let arguments = ["--format", "concise", "-q", "--baseline", baseline];
        let output = check(&folder.path().join(directory), &arguments);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stdout).lines().count(), 1, "{}", text(&output.stdout));
        assert!(text(&output.stdout).contains("a.xml:1202:"), "{}", text(&output.stdout));
        let output = check(&folder.path().join(directory), &["--baseline", baseline, "--fail-on", "never"]);
        let said = text(&output.stderr);
        assert!(said.contains("1 finding of leiri-space in b/c.xml no longer found (--prune-baseline)"), "{said}");
    }
    for format in ["json", "sarif", "junit", "gitlab", "rdjson", "csv", "html", "checkstyle"] {
        let output = check(folder.path(), &["--format", format, "--baseline", "base.json"]);
        assert_eq!((output.status.code(), text(&output.stdout).matches("SPACE (U+0020)").count() > 0), (Some(1), true));
        assert!(text(&output.stdout).len() < 20_000, "{format}");
    }
}

/// Checks `document` as `a.xml` with a baseline of `before`. Returns the findings, the summary, the notes and the status.
fn against_baseline(before: &str, document: &str, arguments: &[&str]) -> (TempDir, Vec<String>, String, Option<i32>) {
    let folder = folder(&[("a.xml", before.as_bytes())]);
    check(folder.path(), &["--write-baseline", "base.json"]);
    fs::write(folder.path().join("a.xml"), document).expect("it can be written");
    let output = check(folder.path(), &[&["--format", "concise", "--baseline", "base.json"], arguments].concat());
    let lines = text(&output.stdout).lines().map(str::to_owned).collect();
    (folder, lines, text(&output.stderr), output.status.code())
}

#[test]
fn a_finding_stays_known_if_something_else_is_fixed_or_edited() {
    let known = |count: usize| format!("{count} known (--baseline)");
    for (before, after, count) in [
        // A fix of the other finding, before and after it.
        (link("a\\b c"), link("a/b c"), 1),
        (link("a b\\c"), link("a%20b\\c"), 1),
        // Another part of the value, another attribute, another element, another order.
        (link("old/name|x.svg"), link("new/name|x.svg"), 1),
        (link("a b").replace("<a", "<a id='x'"), link("a b").replace("<a", "<a id='other'"), 1),
        (link("a b"), link("a b").replace("<a", "<figure"), 1),
        ([link("a|b"), link("c d")].concat(), [link("c d"), link("a|b")].concat(), 2),
        // A finding about a whole value.
        (link("http:example"), link("http:example.org"), 1),
    ] {
        let (in_root, after) = (format!("<r>{before}</r>"), format!("<r>{after}</r>"));
        let (_folder, lines, notes, status) = against_baseline(&in_root, &after, &[]);
        assert_eq!((lines.len(), status), (1, Some(0)), "{before}: {lines:?}");
        assert!(lines[0].contains(&known(count)), "{before}: {lines:?}");
        assert!(!notes.contains("known"), "{notes}");
    }
}

#[test]
fn fix_with_a_baseline_leaves_the_other_findings_known() {
    let document = link("images\\one two.svg");
    let (_folder, lines, notes, status) = against_baseline(&document, &document, &["--fix"]);
    assert_eq!((lines.len(), status), (1, Some(0)), "{lines:?} {notes}");
    let folder = folder(&[("a.xml", document.as_bytes())]);
    check(folder.path(), &["--write-baseline", "base.json"]);
    let baseline = ["--baseline", "base.json", "--format", "concise"];
    // A patch is not applied, so nothing is gone.
    let patch = check(folder.path(), &["--diff", "--baseline", "base.json"]);
    assert!(!text(&patch.stderr).contains("no longer found"), "{}", text(&patch.stderr));
    check(folder.path(), &["--fix"]);
    let after = check(folder.path(), &baseline);
    assert_eq!(after.status.code(), Some(0));
}

#[test]
fn a_baseline_knows_no_other_finding() {
    for (before, after) in [
        // More of the same rule, another rule, and other characters in another place.
        (link("a b"), [link("a b"), link("a b")].concat()),
        (link("a b"), link("a|b")),
        (link("a|b"), "<r xml:base='a^b'/>".to_owned()),
    ] {
        let (in_root, after) = (format!("<r>{before}</r>"), format!("<r>{after}</r>"));
        let (_folder, lines, _, status) = against_baseline(&in_root, &after, &[]);
        assert_eq!((lines.len(), status), (2, Some(1)), "{before}: {lines:?}");
    }
}

#[test]
fn a_baseline_follows_a_renamed_file_and_is_pruned() {
    let document = format!("<r>{}{}</r>", link("a b"), link("c|d"));
    let folder = folder(&[("old/a.xml", document.as_bytes()), ("b.xml", link("x y").as_bytes())]);
    check(folder.path(), &["--write-baseline", "base.json"]);
    fs::create_dir(folder.path().join("new")).expect("it can be made");
    fs::rename(folder.path().join("old/a.xml"), folder.path().join("new/c.xml")).expect("it can be renamed");
    fs::write(folder.path().join("b.xml"), "<r/>").expect("it can be written");
    let baseline = || text(&read(folder.path(), "base.json"));
    let output = check(folder.path(), &["--baseline", "base.json", "new"]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    // A copy of it is new.
    fs::copy(folder.path().join("new/c.xml"), folder.path().join("new/d.xml")).expect("it can be copied");
    let output = check(folder.path(), &["--baseline", "base.json", "--format", "concise", "new"]);
    assert!(text(&output.stdout).ends_with("2 warnings; 2 known (--baseline); 2 can be fixed with --fix\n"));
    fs::remove_file(folder.path().join("new/d.xml")).expect("it is there");
    // Entries of files that were not checked stay.
    let output = check(folder.path(), &["--baseline", "base.json", "--prune-baseline", "new"]);
    assert_eq!(text(&output.stderr), "iri-inspect: base.json: 0 findings removed, 3 left\n");
    assert!(baseline().contains("new/c.xml") && !baseline().contains("old/a.xml"), "{}", baseline());
    let output = check(folder.path(), &["--baseline", "base.json", "--prune-baseline"]);
    assert_eq!((output.status.code(), text(&output.stderr).contains("1 finding removed, 2 left")), (Some(0), true));
    let output = check(folder.path(), &["--baseline", "base.json"]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    // Pruning adds nothing.
    fs::write(folder.path().join("b.xml"), link("x y")).expect("it can be written");
    let output = check(folder.path(), &["--baseline", "base.json", "--prune-baseline"]);
    assert_eq!((output.status.code(), baseline().matches("path").count()), (Some(1), 2));
    let sarif = json(&check(folder.path(), &["--baseline", "base.json", "--format", "sarif"]));
    let results = sarif["runs"][0]["results"].as_array().expect("it is an array");
    assert!(results.len() == 1 && results[0]["baselineState"] == "new", "{results:?}");
}

/// Returns an archive with these entries.
fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in entries {
        let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        let deflated = stored.compression_method(zip::CompressionMethod::Deflated);
        writer.start_file(*name, if *name == "mimetype" { stored } else { deflated }).expect("an entry can be started");
        writer.write_all(content).expect("it can be written");
    }
    writer.finish().expect("it can be finished").into_inner()
}

/// Files of a package, among them a package and files of other formats.
fn packed() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("mimetype", b"application/epub+zip".to_vec()),
        ("OPS/b.opf", link("x y").into_bytes()),
        ("OPS/a-z.xml", link("100%").into_bytes()),
        ("OPS/a/z.xml", faulty().into_bytes()),
        ("_rels/.rels", format!("<?xml version='1.0'?>{}", link("a b")).into_bytes()),
        (".hidden/a.xml", link("a b").into_bytes()),
        ("picture.png", vec![0x89; 1000]),
        ("table.xlsx", archive(&[("xl/c.xml", link("i n").as_bytes())])),
    ]
}

#[test]
fn a_package_is_checked_like_its_unpacked_directory() {
    let packed = packed();
    let entries: Vec<(&str, &[u8])> = packed.iter().map(|(name, content)| (*name, content.as_slice())).collect();
    let book = archive(&entries);
    let unpacked: Vec<(String, &[u8])> =
        entries.iter().map(|(name, content)| (format!("book.epub!/{name}"), *content)).collect();
    let unpacked: Vec<(&str, &[u8])> = unpacked.iter().map(|(name, content)| (name.as_str(), *content)).collect();
    let (whole, parts) = (folder(&[("book.epub", &book), ("other.zip", &book)]), folder(&unpacked));
    for command in [&["check", "--format", "json"][..], &["check"], &["list", "--format", "json"]] {
        let run_in = |folder: &Path| run(program::command(command).current_dir(folder), b"");
        let (whole, parts) = (run_in(whole.path()), run_in(parts.path()));
        let sorted = |output: &Output| {
            // People read the separator of the system in the path of a file.
            let report = text(&output.stdout).replace(std::path::MAIN_SEPARATOR, "/");
            let mut lines: Vec<String> = report.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert!(whole.stdout.len() > 1000);
        assert_eq!((sorted(&whole), text(&whole.stderr)), (sorted(&parts), text(&parts.stderr)), "{command:?}");
    }
    let named = check(whole.path(), &["--format", "concise", "other.zip"]);
    assert!(text(&named.stdout).contains("other.zip!/OPS/b.opf:1:52: warning[leiri-space]"), "{}", text(&named.stdout));
    let listed = check(whole.path(), &["--list-files"]);
    assert_eq!(text(&listed.stdout), "book.epub\n");
}

#[test]
fn a_fix_of_a_package_keeps_all_other_entries() {
    let packed = packed();
    let entries: Vec<(&str, &[u8])> = packed.iter().map(|(name, content)| (*name, content.as_slice())).collect();
    let book = archive(&entries);
    let folder = folder(&[("book.epub", &book)]);
    let output = check(folder.path(), &["--fix", "book.epub"]);
    assert!(text(&output.stdout).contains(" fixed in 1 file"), "{}", text(&output.stdout));
    let new = read(folder.path(), "book.epub");
    assert_eq!(new[..58], book[..58], "the mimetype is first and stored");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(new)).expect("it is an archive");
    for (index, (name, content)) in entries.iter().enumerate() {
        let mut entry = archive.by_index(index).expect("the order is the same");
        assert_eq!(entry.name().expect("it is UTF-8"), *name);
        let mut now = Vec::new();
        entry.read_to_end(&mut now).expect("it can be read");
        let is_fixed = ["OPS/b.opf", "OPS/a/z.xml", "_rels/.rels"].contains(name);
        assert_eq!(now != *content, is_fixed, "{name}");
    }
    let again = check(folder.path(), &["--fix", "book.epub"]);
    assert!(!text(&again.stdout).contains("fixed in"), "{}", text(&again.stdout));
}

#[test]
fn a_fix_that_would_change_more_is_left_out_and_a_note_says_so() {
    let file = |base: &str| {
        format!(
            "<r><p xml:base='{base}'/><a xmlns:x=' http://www.w3.org/1999/xlink' x:href='c'/><p xml:base='{base}'/></r>"
        )
    };
    let folder = folder(&[("a.xml", file("a b").as_bytes())]);
    let fixed = check(folder.path(), &["--fix", "--fix-suggested", "--show-fixes", "a.xml"]);
    assert_eq!(text(&read(folder.path(), "a.xml")), file("a%20b"));
    let lines: Vec<_> = text(&fixed.stderr).lines().map(str::to_owned).collect();
    let shown = lines.iter().filter(|line| line.contains("fixed[leiri-space]")).count();
    assert_eq!((shown, lines.len()), (2, 3), "{lines:?}");
    assert!(lines[2].ends_with("a.xml: not fixed in 1 place: fixes would change more than references"), "{lines:?}");
    assert_eq!(fixed.status.code(), Some(1), "the finding remains");
}

#[test]
fn a_package_in_a_package_is_not_fixed_and_a_note_says_so() {
    let inner = archive(&[("a.xml", link("a b").as_bytes())]);
    let clean = archive(&[("a.xml", link("ab").as_bytes())]);
    let book = archive(&[("b.xml", link("c d").as_bytes()), ("in.docx", &inner), ("clean.docx", &clean)]);
    let folder = folder(&[("book.epub", &book)]);
    let noted = |output: &Output| text(&output.stderr).matches("not fixed: it is in another package").count();
    let reported = check(folder.path(), &["--format", "concise"]);
    assert_eq!(noted(&reported), 0);
    assert!(text(&reported.stdout).contains("book.epub!/in.docx!/a.xml:1:"), "{}", text(&reported.stdout));
    let patch = check(folder.path(), &["--diff"]);
    assert_eq!(noted(&patch), 1, "{}", text(&patch.stderr));
    assert_eq!(text(&patch.stderr).matches("a patch cannot change a package").count(), 1, "{}", text(&patch.stderr));
    let fixed = check(folder.path(), &["--fix"]);
    assert_eq!(noted(&fixed), 1, "{}", text(&fixed.stderr));
    assert!(text(&fixed.stderr).contains("book.epub!/in.docx: not fixed"), "{}", text(&fixed.stderr));
    assert_eq!(fixed.status.code(), Some(1), "the finding remains");
    let mut now = zip::ZipArchive::new(std::io::Cursor::new(read(folder.path(), "book.epub"))).expect("an archive");
    let mut entry = Vec::new();
    now.by_name("in.docx").expect("it is there").read_to_end(&mut entry).expect("it can be read");
    assert!(entry == inner, "the inner package is unchanged");
}

#[test]
fn hostile_packages_are_refused() {
    let bomb = vec![b' '; 40 << 20];
    let evil = archive(&[("../evil.xml", link("a b").as_bytes()), ("ok.xml", b"<a/>"), ("bomb.xml", &bomb)]);
    let folder = folder(&[("evil.epub", &evil), ("broken.docx", b"PK\x03\x04broken"), ("text.odt", b"no archive")]);
    for option in ["--fix", "--exit-zero"] {
        let output = check(folder.path(), &[option]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("evil.epub!/../evil.xml: the name of the entry leads out of the package"), "{said}");
        assert!(said.contains("evil.epub!/bomb.xml: refused, as for a decompression bomb"), "{said}");
        assert!(said.contains("broken.docx: cannot read the package"), "{said}");
        assert!(text(&output.stdout).contains("0 references in 1 file: no findings"), "{}", text(&output.stdout));
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 3, "nothing was written");
        assert!(!folder.path().parent().expect("it has one").join("evil.xml").exists());
    }
}

#[test]
fn a_file_has_the_same_schema_however_it_is_named() {
    let schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:example:shop'>\
        <xs:element name='item'><xs:complexType><xs:attribute name='link' type='xs:anyURI'/></xs:complexType></xs:element>\
        </xs:schema>";
    let document = b"<item xmlns='urn:example:shop' link='a b'/>";
    let files: &[(&str, &[u8])] = &[("in/schemas/shop.xsd", schema.as_bytes()), ("in/docs/a.xml", document)];
    let found = |folder: &Path, arguments: &[&str], stdin: &[u8]| {
        let arguments = [&["check", "--format", "concise"], arguments].concat();
        let output = text(&run(command(&arguments).current_dir(folder), stdin).stdout);
        assert!(output.contains("a.xml:1:39: warning[leiri-space]"), "{arguments:?}: {output}");
    };
    for project in ["in/.iri.toml", "in/.git/HEAD", "other"] {
        let folder = folder(&[files, &[(project, b"")]].concat());
        // Without a project, the current directory counts.
        let (above, top, docs) = (folder.path(), folder.path().join("in"), folder.path().join("in/docs"));
        let absolute = docs.join("a.xml").to_string_lossy().into_owned();
        for named in [&["."] as &[&str], &["docs"], &["docs/a.xml"], &["docs/a.xml", "schemas"], &[&absolute]] {
            found(&top, named, b"");
        }
        found(&top, &["--files-from", "-"], b"docs/a.xml\n");
        found(&top, &["--stdin-filename", "docs/a.xml", "-"], document);
        found(above, &["in/docs/a.xml"], b"");
        if project != "other" {
            found(&docs, &["a.xml"], b"");
            found(&docs, &["."], b"");
            found(&docs, &["../../in"], b"");
        }
    }
}

#[test]
fn a_file_above_the_current_directory_is_fixed() {
    let folder = folder(&[("a.xml", link("a b").as_bytes()), ("below/b.xml", b"<b/>")]);
    for path in ["../a.xml", ".."] {
        fs::write(folder.path().join("a.xml"), link("a b")).expect("it can be written");
        let output = check(&folder.path().join("below"), &["--fix", path]);
        assert!(output.status.success(), "{path}: {}", text(&output.stderr));
        assert_eq!(read(folder.path(), "a.xml"), link("a%20b").as_bytes(), "{path}");
    }
}

#[test]
fn a_named_configuration_elsewhere_has_schemas_beside_it() {
    let schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='item'><xs:complexType>\
        <xs:attribute name='link' type='xs:anyURI'/></xs:complexType></xs:element></xs:schema>";
    let config = "[schemas]\nassociations = [{ files = '*.xml', schema = 'shop.xsd' }]\n";
    let folder = folder(&[
        ("house/style.toml", config.as_bytes()),
        ("house/shop.xsd", schema.as_bytes()),
        ("a/very/long/way/to/docs/a.xml", b"<item link='a b'/>"),
        ("a/.git/HEAD", b""),
    ]);
    let docs = folder.path().join("a/very/long/way/to/docs");
    let config = folder.path().join("house/style.toml");
    let output = check(&docs, &["--config", &config.to_string_lossy(), "a.xml"]);
    assert!(text(&output.stdout).contains("leiri-space"), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn one_file_of_a_package_can_be_named() {
    let inner = archive(&[("xl/c.xml", link("i n").as_bytes())]);
    let book = archive(&[
        ("OPS/a.xml", link("a b").as_bytes()),
        ("OPS/b.xml", link("c d").as_bytes()),
        ("odd!/e.xml", link("e f").as_bytes()),
        ("table.xlsx", &inner),
    ]);
    let folder = folder(&[("book.epub", &book)]);
    let run_in = |arguments: &[&str]| run(program::command(arguments).current_dir(folder.path()), b"");
    for name in ["OPS/b.xml", "odd!/e.xml", "table.xlsx!/xl/c.xml"] {
        let path = format!("book.epub!/{name}");
        let report = check(folder.path(), &["--format", "concise", &path]);
        let report = text(&report.stdout);
        assert!(report.starts_with(&format!("{path}:1:52: warning[leiri-space]")), "{report}");
        assert!(report.ends_with("2 references in 1 file: 1 warning; 1 can be fixed with --fix\n"), "{report}");
        assert_eq!(text(&run_in(&["schema", &path]).stdout), format!("{path}: no schema\n"));
        assert_eq!(text(&run_in(&["list", &path]).stdout).lines().last(), Some("2 references in 1 file"));
        assert_eq!(text(&run_in(&["check", "--list-files", &path]).stdout), format!("{path}\n"));
    }
    let whole = text(&run_in(&["schema", "book.epub"]).stdout);
    assert_eq!(whole.lines().count(), 4, "{whole}");
    let missing = check(folder.path(), &["book.epub!/OPS/c.xml"]);
    let said = text(&missing.stderr);
    assert!(said.contains("book.epub!/OPS/c.xml: no such file in the package; did you mean 'OPS/"), "{said}");
    assert_eq!(missing.status.code(), Some(2));
    let fixed = check(folder.path(), &["--fix", "book.epub!/OPS/b.xml"]);
    assert_eq!(
        text(&fixed.stdout),
        "2 references in 1 file: no findings; 1 fixed in 1 file\n",
        "{}",
        text(&fixed.stderr)
    );
    let rest = check(folder.path(), &["--format", "concise"]);
    assert!(text(&rest.stdout).ends_with("8 references in 4 files: 3 warnings; 3 can be fixed with --fix\n"));
    assert!(!text(&rest.stdout).contains("b.xml"), "{}", text(&rest.stdout));
}

#[test]
fn names_in_a_package_are_escaped_and_a_repeated_one_is_a_failure() {
    let names = ["c\u{1B}[31m.xml", "l\nine.xml", "\u{202E}rlo.xml", "::warning.xml", "back\\slash.xml"];
    let mut entries: Vec<(&str, Vec<u8>)> = names.map(|name| (name, link("a b").into_bytes())).to_vec();
    entries.push(("a.xml", link("one first").into_bytes()));
    entries.push(("b.xml", link("the second").into_bytes()));
    let entries: Vec<(&str, &[u8])> = entries.iter().map(|(name, content)| (*name, content.as_slice())).collect();
    let mut book = archive(&entries);
    let clean = archive(&entries[..names.len()]);
    for start in 0..book.len() - 5 {
        if &book[start..start + 5] == b"b.xml" {
            book[start] = b'a';
        }
    }
    let folder = folder(&[("book.epub", &book), ("clean.epub", &clean)]);
    let output = check(folder.path(), &["--format", "concise"]);
    let (report, said) = (text(&output.stdout), text(&output.stderr));
    let repeated = "book.epub!/a.xml: the package has several files with this name; the last one is read";
    assert!(said.contains(repeated), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!((report.lines().count(), output.status.code()), (12, Some(2)), "{report}");
    assert!(report.contains("book.epub!/a.xml:1:54: warning[leiri-space]"), "the last one: {report}");
    for shown in ["c[ESC][31m.xml:1:", "l[LF]ine.xml:1:", "[RLO]rlo.xml:1:", "/::warning.xml:1:", "back\\slash.xml:1:"]
    {
        assert_eq!(report.matches(shown).count(), 2, "{shown}: {report}");
    }
    let fixed = check(folder.path(), &["--fix"]);
    let said = text(&fixed.stderr);
    assert!(said.contains("book.epub: not saved: cannot change the package: two entries have one name"), "{said}");
    assert!(read(folder.path(), "book.epub") == book, "nothing is lost");
    let mut now = zip::ZipArchive::new(std::io::Cursor::new(read(folder.path(), "clean.epub"))).expect("an archive");
    for index in 0..names.len() {
        let mut entry = String::new();
        now.by_index(index).expect("it is there").read_to_string(&mut entry).expect("it can be read");
        assert_eq!(entry, link("a%20b"));
    }
}

#[test]
fn people_read_once_that_a_schema_is_missing() {
    let document = |schema: &str| {
        let xsi = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";
        format!("<a {xsi} xsi:noNamespaceSchemaLocation='{schema}'/>\n").into_bytes()
    };
    let (one, other) = (document("one.xsd"), document("other.xsd"));
    let folder = folder(&[("a.xml", &one), ("b.xml", &one), ("c.xml", &other), ("d.xml", &one)]);
    let report = text(&check(folder.path(), &["."]).stdout);
    let count = |part: &str| report.matches(part).count();
    assert_eq!((count("information[schema-not-loaded]"), count("a.xml:"), count("d.xml:")), (2, 1, 0), "{report}");
    assert!(report.contains("one.xsd (2 findings not repeated)\n"), "{report}");
    assert!(!report.contains("other.xsd (") && report.contains("4 information\n"), "{report}");
    let lines = text(&check(folder.path(), &["--format", "json", "."]).stdout);
    assert_eq!(lines.lines().count(), 4, "{lines}");
    let limited = text(&check(folder.path(), &["--max-findings", "1", "."]).stdout);
    assert!(limited.contains("1 not reported") && limited.contains("(2 findings not repeated)"), "{limited}");
}
