//! A report is at most 20 times as long as its input, and grows linearly with it, in every format.

use std::fs;

use crate::program::{command, run};

/// Formats of `check`; the first ones write the most about a finding.
const FORMATS: [&str; 11] =
    ["text", "sarif", "csv", "json", "concise", "github", "gitlab", "junit", "checkstyle", "rdjson", "html"];
/// Number of formats for inputs whose findings are like those of others.
const MOST_DIFFERENT: usize = 3;

/// Returns one text per number up to about `length` bytes in all.
fn each(length: usize, text: impl Fn(usize) -> String) -> String {
    let unit = text(100_000).len();
    (0..length / unit).map(|number| text(100_000 + number)).collect()
}

/// Returns documents of about `length` bytes, and a configuration, with their names.
fn inputs(length: usize) -> Vec<(&'static str, String, String)> {
    let config = String::new;
    let document = |body: String| format!("<r xmlns:x='http://www.w3.org/1999/xlink'>{body}</r>");
    vec![
        ("one value", document(format!("<a x:href='{}'/>", "%x".repeat(length / 2))), config()),
        ("short values", document("<a x:href='%'/>".repeat(length / 15)), config()),
        ("a short reference per line", document("<a\nx:href='%'/>\n".repeat(length / 16)), config()),
        ("long values", document(format!("<a x:href='{}'/>", "%x".repeat(1_000)).repeat(length / 2_015)), config()),
        ("items", format!("<a xmlns='http://www.w3.org/1999/xhtml' ping='{}'/>", "% ".repeat(length / 2)), config()),
        (
            "a long name",
            format!("<{} {}/>", "a".repeat(length / 2), each(length / 2, |number| format!("xmlns:b{number}='c d' "))),
            config(),
        ),
        (
            "names in a long namespace",
            format!(
                "<r xmlns='{}'>{}</r>",
                "u:".repeat(length / 4),
                each(length / 2, |number| format!("<e{number} xml:base='a b'/>"))
            ),
            config(),
        ),
        (
            "wrong names in a comment",
            format!("<!-- iri-ignore {} --><r/>", each(length, |number| format!("r{number} "))),
            config(),
        ),
        ("comments", document(each(length, |number| format!("<!-- iri-ignore r{number} -->"))), config()),
        (
            "a wrong configuration",
            "<r/>".to_owned(),
            format!("[rules]\n{}", each(length, |number| format!("r{number}=1\n"))),
        ),
    ]
}

/// Returns the bytes that `check` writes about a document.
fn output(arguments: &[&str], document: &str, config: &str) -> usize {
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("a.xml"), document).expect("there is room");
    fs::write(folder.path().join(".iri.toml"), config).expect("there is room");
    let output = run(command(&["check"]).args(arguments).arg("a.xml").current_dir(folder.path()), b"");
    let length = output.stdout.len() + output.stderr.len();
    assert!(matches!(output.status.code(), Some(1 | 2)) && length > 1_000, "{arguments:?}: {output:?}");
    length
}

#[test]
fn a_report_is_at_most_twenty_times_as_long_as_its_input() {
    let mut failures = Vec::new();
    for ((name, small, small_config), (_, large, large_config)) in inputs(100_000).into_iter().zip(inputs(400_000)) {
        let formats = if name.contains("values") { &FORMATS[..] } else { &FORMATS[..MOST_DIFFERENT] };
        for format in formats {
            let length = output(&["--format", format], &large, &large_config);
            let times = length / (large.len() + large_config.len());
            if times > 20 {
                failures.push(format!("{name} as {format}: {length} bytes, {times} times"));
            }
        }
        let [length, least] = [(&large, &large_config), (&small, &small_config)]
            .map(|(document, config)| output(&["--format", "json"], document, config));
        if length > 44 * least / 10 {
            failures.push(format!("{name}: {length} bytes, and {least} for a quarter"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn the_report_says_how_many_findings_it_leaves_out() {
    let folder = tempfile::tempdir().expect("there is room");
    let document = format!("<r><a xml:base='{}'/><a xml:base='b c'/></r>", "%x".repeat(150));
    fs::write(folder.path().join("a.xml"), document).expect("there is room");
    let check = |arguments: &[&str]| {
        let output = run(command(&["check", "--no-config", "a.xml"]).args(arguments).current_dir(folder.path()), b"");
        let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
        (text(output.stdout), text(output.stderr), output.status.code())
    };
    let (report, errors, status) = check(&["--format", "concise"]);
    assert_eq!((report.lines().count(), &*errors, status), (102, "", Some(1)));
    assert!(
        report.contains(
            ":215: error[broken-percent] '%' is not followed by two hex digits (and 50 more in this value)\n"
        ),
        "{report}"
    );
    assert!(report.ends_with(
        "2 references in 1 file: 150 errors, 1 warning; 1 can be fixed with --fix, 150 more with --fix-suggested\n"
    ));
    let (report, ..) = check(&["--format", "concise", "--max-findings", "2"]);
    assert_eq!(report.lines().count(), 3);
    assert!(report.contains("150 errors, 1 warning; 149 not reported (--max-findings); 1 can be fixed"), "{report}");
    // Programs read these reports: the message is on standard error.
    for format in ["json", "sarif", "csv", "junit", "checkstyle", "gitlab", "rdjson"] {
        let (report, errors, status) = check(&["--format", format, "--max-findings", "2"]);
        assert_eq!(errors, "iri-inspect: 149 findings not reported (--max-findings 2)\n", "{format}");
        assert_eq!((report.matches("broken-percent").count() > 0, status), (true, Some(1)));
    }
    let (all, ..) = check(&["--format", "concise", "--max-findings", "none"]);
    assert_eq!(all.lines().count(), 102);
    let (.., status) = check(&["--max-findings", "many"]);
    assert_eq!(status, Some(2));
    // All are fixed, whether they are reported or not.
    let (_, lines, _) = check(&["--fix", "--fix-suggested", "--show-fixes", "-q"]);
    assert!(
        lines.ends_with("(and 50 more in this value)\na.xml:1:334: fixed[leiri-space] encode SPACE as %20\n"),
        "{lines}"
    );
    let fixed = fs::read_to_string(folder.path().join("a.xml")).expect("it exists");
    assert_eq!(fixed, format!("<r><a xml:base='{}'/><a xml:base='b%20c'/></r>", "%25x".repeat(150)));
}
