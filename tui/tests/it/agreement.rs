//! The front ends agree: what the core reports of a faulty document is what `check`, `list` and the server report, for
//! each value in all surroundings under each configuration.
//!
//! ```text
//!                     ┌─▶ check --format json   rule, severity, message, fixes with safety, span, site
//!                     ├─▶ check                 the same, of the fixes the first; the place in words
//! files ─▶ the core ──┼─▶ list, list --format json           the place in words, role, value, resolved
//!                     ├─▶ diagnostics           rule, severity, message, span; the fixes as code actions
//!                     ├─▶ iri.inspect           the same, per reference, fixes with safety
//!                     └─▶ hover                 span and place of the reference; it is too short for findings
//! ```
//!
//! The list and the panes of the inspector have the same test in `src/ui/tests/agreement.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use crate::client::Client;
use crate::client::editor::{PositionEncoding, Positions, span};
use crate::faulty_files::{CONVERTED, File, Files, HIDDEN, Reported, ReportedFix, is_display_of};
use crate::program::{self, command, run, text};
use iri_core::characters::Escaper;
use iri_core::present::{Place, Report};
use iri_core::text::InDocument;
use iri_core::{CancelToken, Span};
use serde_json::{Value, json};

const UNIT: PositionEncoding = PositionEncoding::Utf16;
const SEVERITIES: [&str; 4] = ["error", "warning", "information", "hint"];

fn files() -> &'static Files {
    static FILES: LazyLock<Files> = LazyLock::new(Files::new);
    &FILES
}

/// What the program prints on standard output about all files.
fn printed(arguments: &[&str]) -> String {
    let output = run(command(&[arguments, &["."]].concat()).current_dir(files().folder()), b"");
    // Some documents lead out of the directory, and their configuration looks for targets.
    let stderr = text(&output.stderr);
    let is_note = |line: &&str| line.ends_with(" targets outside the allowed directories not checked");
    assert_eq!(stderr.lines().filter(|line| !is_note(line)).collect::<Vec<_>>(), [""; 0], "{arguments:?}");
    text(&output.stdout)
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string")).to_owned()
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or_else(|| panic!("{value} is not a number"))
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is not an array"))
}

fn escaped(text: &str) -> String {
    Escaper::PlainText.escape(text)
}

/// Returns the lines of JSON by the path that they name.
fn lines_by_path(output: &str) -> BTreeMap<String, Vec<Value>> {
    let mut all: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in output.lines() {
        let line: Value = serde_json::from_str(line).expect("a line is JSON");
        all.entry(files().at(Path::new(&string(&line["path"]))).path.clone()).or_default().push(line);
    }
    all
}

/// Fails unless the lists have the same elements.
fn assert_same<T: Ord + std::fmt::Debug>(mut reported: Vec<T>, mut expected: Vec<T>, what: &str, file: &File) {
    reported.sort();
    expected.sort();
    assert_eq!(reported, expected, "{what} of {}, right: the core\n{}", file.path, file.document.text());
}

#[test]
#[allow(clippy::print_stdout)] // The numbers are useful in reports.
fn check_reports_as_json_what_the_core_reports() {
    let mut all = lines_by_path(&printed(&["check", "--format", "json", "--max-findings", "none"]));
    let mut compared = 0;
    for file in &files().all {
        let reported = |line: Value| {
            let fix =
                |fix: &Value| ReportedFix { title: escaped(&string(&fix["title"])), is_safe: fix["safety"] == "safe" };
            let reported = Reported {
                rule: string(&line["rule"]),
                severity: string(&line["severity"]),
                message: escaped(&string(&line["message"])),
                fixes: array(&line["fixes"]).iter().map(fix).collect(),
            };
            (Span::new(number(&line["start"]), number(&line["end"])), reported)
        };
        let reported: Vec<_> = all.remove(&file.path).unwrap_or_default().into_iter().map(reported).collect();
        compared += reported.len();
        assert_same(reported, file.findings(), "check --format json", file);
    }
    assert!(all.is_empty(), "{:?}", all.keys());
    println!("check --format json: {} documents, {compared} findings", files().all.len());
    assert!(compared > 5_000, "only {compared} findings");
}

/// A finding in a textual report.
#[derive(Debug)]
struct Block<'t> {
    path: &'t str,
    /// `line:column`.
    position: &'t str,
    /// `severity[rule]: message`
    head: &'t str,
    /// `fix: title`, `suggested: title` or nothing.
    fix: Option<&'t str>,
    /// Place and role.
    place: &'t str,
}

/// Returns the findings of a textual report.
fn blocks(report: &str) -> Vec<Block<'_>> {
    let mut all: Vec<Block<'_>> = Vec::new();
    for line in report.lines() {
        if line.trim_start_matches("./").starts_with("configuration-") {
            let (path, rest) = line.split_once(".xml:").expect("a path and a position");
            let (position, head) = rest.split_once(": ").expect("a severity follows the position");
            let path = &line[..path.len() + ".xml".len()];
            all.push(Block { path, position, head, fix: None, place: "" });
        }
        let Some(block) = all.last_mut() else { continue };
        let marks = line.split_once(" | ").map(|(_, marks)| marks.trim_start().trim_start_matches(['^', '-', '~']));
        let is_fix = |note: &&str| note.starts_with(" fix: ") || note.starts_with(" suggested: ");
        block.fix = marks.filter(is_fix).map(str::trim_start).or(block.fix);
        if let (Some((_, place)), "") = (line.trim_start().split_once("= "), block.place) {
            block.place = place;
        }
    }
    all
}

/// Returns the messages that a textual report has once, with the number of further findings.
fn not_repeated(report: &str) -> Vec<(&str, usize)> {
    let lines = report.lines().filter_map(|line| line.strip_suffix(" not repeated)")?.rsplit_once(" ("));
    let number = |words: &str| words.split(' ').next().and_then(|number| number.parse().ok()).expect("a number");
    lines.map(|(message, words)| (message, number(words))).collect()
}

#[test]
#[allow(clippy::print_stdout)] // The numbers are useful in reports.
fn check_reports_as_text_what_the_core_reports() {
    let report = printed(&["check", "--max-findings", "none"]);
    let mut not_repeated = not_repeated(&report);
    let mut all: BTreeMap<&str, Vec<Block<'_>>> = BTreeMap::new();
    for block in blocks(&report) {
        all.entry(&files().at(Path::new(block.path)).path).or_default().push(block);
    }
    let mut compared = 0;
    for file in &files().all {
        let mut blocks = all.remove(file.path.as_str()).unwrap_or_default();
        let (document, mut missing) = (&file.document, Vec::new());
        let found = document.findings().chain(document.related_findings(&CancelToken::default()));
        for found in found {
            let expected = Reported::new(&found.finding);
            let at = document.line_column(found.finding.span.start);
            let position = format!("{}:{}", at.line, at.column);
            let head = format!("{}[{}]: {}", expected.severity, expected.rule, expected.message);
            let fix = expected.fixes.first().map(|fix| {
                let word = if fix.is_safe { "fix" } else { "suggested" };
                format!("{word}: {}", fix.title)
            });
            let place = Place::new(document, &found.site).to_string();
            let place = format!("{}: {}", escaped(&place), found.site.role.name);
            let is_same = |block: &Block<'_>| {
                block.position == position
                    && is_display_of(block.head, &head)
                    && block.fix.is_some() == fix.is_some()
                    && block.fix.zip(fix.as_deref()).is_none_or(|(shown, fix)| is_display_of(shown, fix))
                    && is_display_of(block.place, &place)
            };
            match blocks.iter().position(is_same) {
                Some(index) => _ = blocks.remove(index),
                None if expected.rule == "schema-not-loaded" => {
                    let message = not_repeated.iter_mut().find(|(shown, _)| is_display_of(shown, &expected.message));
                    message.expect("it is counted").1 -= 1;
                }
                None => missing.push((position, head, fix, place)),
            }
            compared += 1;
        }
        let is_complete = missing.is_empty() && blocks.is_empty();
        assert!(is_complete, "{}\n{}\nnot shown: {missing:#?}\nshown: {blocks:#?}", file.path, document.text());
    }
    assert!(all.is_empty(), "{:?}", all.keys());
    assert!(not_repeated.iter().all(|(_, count)| *count == 0), "{not_repeated:?}");
    println!("check: {} documents, {compared} findings", files().all.len());
    assert!(compared > 5_000, "only {compared} findings");
}

#[test]
#[allow(clippy::print_stdout)] // The numbers are useful in reports.
fn list_has_the_references_of_the_core() {
    let mut lines = lines_by_path(&printed(&["list", "--format", "json"]));
    let report = printed(&["list"]);
    let is_head = |line: &str| line.trim_start_matches("./").starts_with("configuration-");
    // The legend of a file has its name, but no position.
    let is_entry = |line: &&str| is_head(line) && !line.contains(": legend: ") || line.starts_with("  ");
    let mut entries = report.lines().filter(is_entry).peekable();
    let mut compared = 0;
    // Without a missing target to look for, `list` does not take the location of a file for a base.
    for file in &files().all {
        let mut own = lines.remove(&file.path).unwrap_or_default().into_iter();
        for site in file.document.sites() {
            let line = own.next().unwrap_or_else(|| panic!("{site:?} is not listed"));
            let listed = &line["site"];
            assert_eq!(listed["known"], site.is_known, "{}", file.path);
            assert_eq!(listed["value"], json!(site.known_value()), "{}", file.path);
            assert_eq!(listed["role"], site.role.name, "{}", file.path);
            if let Some(resolved) = line["resolved"].as_str() {
                assert_eq!(Some(resolved), site.resolved().as_deref(), "{}", file.path);
            }
            let span = Span::new(number(&listed["start"]), number(&listed["end"]));
            assert_eq!(span, site.span, "{}", file.path);

            let head = entries.next().unwrap_or_else(|| panic!("{site:?} is not listed"));
            let at = file.document.line_column(site.span.start);
            let (path, value) = head.split_once(&format!(":{}:{}:", at.line, at.column)).expect("a position");
            assert_eq!(files().at(Path::new(path)).path, file.path);
            let value = value.strip_prefix(' ').unwrap_or(value);
            assert!(is_display_of(value, &escaped(site.shown())), "{}: {value} for {site:?}", file.path);
            let place = escaped(&Place::new(&file.document, &site).to_string());
            let rest: Vec<_> =
                std::iter::from_fn(|| entries.next_if(|line| line.starts_with(' ') && !is_head(line))).collect();
            let expected = format!("{place}: {}", site.role.name);
            assert!(is_display_of(rest[0].trim_start(), &expected), "{}: {} for {expected}", file.path, rest[0]);
            compared += 1;
        }
        assert_eq!(own.next(), None, "{}", file.path);
    }
    println!("list: {} documents, {compared} references", files().all.len());
    assert!(compared > 5_000, "only {compared} references");
}

/// Returns the title of a fix as menus have it.
fn capitalized(title: &str) -> String {
    let mut rest = title.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// A diagnostic, without the fixes.
fn diagnostic(text: &str, diagnostic: &Value) -> (Span<InDocument>, Reported) {
    let (start, end) = span(text, &diagnostic["range"], UNIT);
    let reported = Reported {
        rule: string(&diagnostic["code"]),
        severity: SEVERITIES[number(&diagnostic["severity"]) - 1].to_owned(),
        message: escaped(&string(&diagnostic["message"])),
        fixes: Vec::new(),
    };
    (Span::new(start, end), reported)
}

/// Titles of fixes, and of those that an editor may apply without asking, per finding.
type Titles = BTreeMap<(Span<InDocument>, Reported), [BTreeSet<String>; 2]>;

/// The fixes that the server offers for all diagnostics of a document.
async fn offered_fixes(client: &mut Client, file: &File, text: &str, diagnostics: &[Value]) -> Titles {
    let positions = Positions::new(text, UNIT);
    let whole = json!({"start": positions.position(0), "end": positions.position(text.len())});
    let mut offered = Titles::new();
    for action in client.actions(&file.uri, &whole, diagnostics, json!(["quickfix"])).await {
        let title = string(&action["title"]);
        // The position tells equal fixes of several findings apart.
        let title = title.rsplit_once(" (line ").map_or(&*title, |(title, _)| title);
        let is_fix = !["Suppress ", "Turn off ", "Apply all ", "Fix all ", "Create "]
            .iter()
            .any(|start| title.starts_with(start));
        for resolved in array(&action["diagnostics"]).iter().filter(|_| is_fix) {
            let titles = offered.entry(diagnostic(text, resolved)).or_default();
            titles[0].insert(escaped(title));
            if action["isPreferred"] == true {
                titles[1].insert(escaped(title));
            }
        }
    }
    offered
}

/// Returns the findings of the report of `iri.inspect`, with the numbers of their characters.
fn findings_of_report(report: &str) -> Vec<(usize, Reported)> {
    let mut all: Vec<(Vec<usize>, Reported)> = Vec::new();
    for line in report.lines() {
        let (label, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim_start();
        if let (true, Some((rule, rest))) = (SEVERITIES.contains(&label), rest.split_once(" at ")) {
            let (numbers, message) = rest.split_once(": ").expect("a message follows the positions");
            let numbers = numbers.split([',', ' ']).filter_map(|number| number.parse().ok()).collect();
            let (rule, severity, message) = (rule.to_owned(), label.to_owned(), message.to_owned());
            all.push((numbers, Reported { rule, severity, message, fixes: Vec::new() }));
        } else if let (Some(fix), Some((_, reported))) = (line.trim_start().strip_prefix("fix: "), all.last_mut()) {
            let (title, safety) = fix.rsplit_once(" (").expect("its safety follows");
            reported.fixes.push(ReportedFix { title: title.to_owned(), is_safe: safety == "safe)" });
        }
    }
    let each =
        |(numbers, reported): (Vec<usize>, Reported)| numbers.into_iter().map(move |number| (number, reported.clone()));
    all.into_iter().flat_map(each).collect()
}

#[tokio::test]
#[allow(clippy::print_stdout)] // The numbers are useful in reports.
async fn the_server_reports_what_the_core_reports() {
    let capabilities = json!({"textDocument": {"diagnostic": {}, "codeAction": {"isPreferredSupport": true}}});
    // Messages have the path of a missing file below the folder.
    let folder = iri_core::files::file_uri_from_path(&files().folder());
    let (mut client, _) = Client::initialized(json!({"capabilities": capabilities, "rootUri": folder})).await;
    let (mut compared, mut fixes, mut references) = (0, 0, 0);
    for file in &files().all {
        let text = file.document.text();
        client.open(&file.uri, &text).await;
        let diagnostics = client.pull(&file.uri).await;
        let expected = file.findings();
        let without_fixes =
            |(span, finding): &(Span<InDocument>, Reported)| (*span, Reported { fixes: Vec::new(), ..finding.clone() });
        let reported: Vec<_> = diagnostics.iter().map(|one| diagnostic(&text, one)).collect();
        assert_same(reported, expected.iter().map(without_fixes).collect(), "diagnostics", file);
        compared += expected.len();

        let offered = offered_fixes(&mut client, file, &text, &diagnostics).await;
        let mut titles = Titles::new();
        for one in expected.iter().filter(|(_, finding)| !finding.fixes.is_empty()) {
            let [all, preferred] = titles.entry(without_fixes(one)).or_default();
            all.extend(one.1.fixes.iter().map(|fix| capitalized(&fix.title)));
            preferred.extend(one.1.fixes[..1].iter().filter(|fix| fix.is_safe).map(|fix| capitalized(&fix.title)));
        }
        fixes += titles.values().map(|[all, _]| all.len()).sum::<usize>();
        assert_eq!(offered, titles, "code actions of {}, right: the core\n{text}", file.path);

        for (site, (span, expected)) in file.document.sites().zip(file.references()) {
            // An entity may bring several references: a position does not tell them apart.
            let start = Span::empty(span.start);
            if file.document.sites_in(start).count() > 1 {
                continue;
            }
            let place = escaped(&Place::new(&file.document, &site).to_string());
            let position = Positions::new(&text, UNIT).position(span.start);
            let at = json!({"textDocument": {"uri": file.uri}, "position": position});
            let hover = client.request("textDocument/hover", at.clone()).await;
            // Marks keep right-to-left letters in order.
            let shown = string(&hover["contents"]["value"]).replace('\u{200E}', "");
            let (start, end) = self::span(&text, &hover["range"], UNIT);
            assert_eq!(Span::new(start, end), span, "hover of {}\n{text}", file.path);
            let has_place = |report: &str| report.lines().any(|line| line.ends_with(&format!("  {place}")));
            assert!(has_place(&shown), "{place} in the hover of {}\n{shown}", file.path);

            let inspect = json!({"command": "iri.inspect", "arguments": [at]});
            let inspected = client.request("workspace/executeCommand", inspect).await;
            let report = string(&inspected["report"]);
            assert!(has_place(&report), "{place} in the report of {}\n{report}", file.path);
            let inspection =
                file.document.inspect_with_targets(&site, &CancelToken::default()).expect("a site of the document");
            let verdict = Report::new(&inspection).verdict();
            assert_eq!(shown.lines().next(), Some(verdict), "hover of {}\n{text}", file.path);
            assert!(report.lines().any(|line| line == verdict), "{verdict} of {}\n{report}", file.path);
            assert_eq!(verdict.starts_with("unknown: "), !site.is_known, "{site:?}");
            assert!(report.starts_with(&escaped(site.shown())) || site.shown().len() > 4000, "{site:?}\n{report}");
            assert_same(findings_of_report(&report), expected, "iri.inspect", file);
            references += 1;
        }
        client.close(&file.uri).await;
    }
    client.shut_down().await;
    println!("server: {} documents, {compared} findings, {fixes} fixes, {references} reports", files().all.len());
    assert!(compared > 5_000 && references > 5_000, "only {compared} findings of {references} references");
}

/// Returns the report of `show` about each of the references.
fn shown(reference: &str) -> String {
    let output = run(command(&["show", "--", reference]).env("COLUMNS", "400"), b"");
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

async fn inspected(client: &mut Client, argument: Value) -> String {
    let params = json!({"command": "iri.inspect", "arguments": [argument]});
    string(&client.request("workspace/executeCommand", params).await["report"])
}

/// Returns whether a line of `report` has this label and this text.
fn has_row(report: &str, label: &str, text: &str) -> bool {
    let is_row = |line: &str| {
        let rest = line.trim_start().strip_prefix(label);
        rest.is_some_and(|rest| rest.trim() == text && (rest.starts_with("  ") || text.is_empty()))
    };
    report.lines().any(is_row)
}

#[tokio::test]
async fn conversions_have_the_same_labels_and_texts() {
    let mut client = Client::with_capabilities(json!({})).await;
    for reference in CONVERTED {
        let inspection = iri_core::inspect(reference, &iri_core::Options::default());
        let conversions = iri_core::present::Report::new(&inspection).conversions();
        assert!(!conversions.changed.is_empty(), "{reference:?}");
        for report in [shown(reference), inspected(&mut client, json!(reference)).await] {
            for converted in &conversions.changed {
                let labels: Vec<&str> = converted.forms.iter().map(|form| form.label()).collect();
                assert!(has_row(&report, labels[0], &escaped(&converted.text)), "{converted:?}\n{report}");
                let others = format!("also {}", labels[1..].join(", "));
                assert!(labels.len() == 1 || has_row(&report, &others, ""), "{converted:?}\n{report}");
            }
        }
        // A hover has a few of the forms.
        let (uri, text) = ("file:///folder/a.xml", format!("<a xml:base=\"{reference}\"/>"));
        client.open(uri, &text).await;
        let at = json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 13}});
        let hover = string(&client.request("textDocument/hover", at).await["contents"]["value"]);
        // Marks keep right-to-left letters in order.
        let hover = hover.replace('\u{200E}', "");
        let forms = conversions.changed.iter().flat_map(|one| one.forms.iter().map(move |form| (form, &one.text)));
        let rows = forms.clone().filter(|(form, text)| has_row(&hover, form.label(), &escaped(text))).count();
        let labels =
            forms.filter(|(form, _)| hover.lines().any(|line| line.starts_with(&format!("{}  ", form.label()))));
        assert_eq!((rows, rows > 0), (labels.count(), true), "{reference:?}\n{hover}");
        client.close(uri).await;
    }
    client.shut_down().await;
}

#[tokio::test]
async fn a_character_has_the_same_short_name_in_all_outputs() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = |c: char| format!("<a xml:base=\"x{c}y z\"/>\n");
    let document = format!("<r>\n{}</r>\n", HIDDEN.chars().map(link).collect::<String>());
    std::fs::write(folder.path().join("a.xml"), &document).expect("it can be written");
    let printed = |command: &str| {
        let output = run(program::command(&[command, "a.xml"]).current_dir(folder.path()), b"");
        text(&output.stdout)
    };
    let (list, check) = (printed("list"), printed("check"));
    let mut client = Client::with_capabilities(json!({})).await;
    let uri = "file:///folder/a.xml";
    client.open(uri, &document).await;
    for (line, c) in (2..).zip(HIDDEN.chars()) {
        let name = iri_core::characters::boxed(c);
        let value = format!("x{name}y z");
        let listed = format!("a.xml:{line}:14: {value}");
        assert!(list.lines().any(|one| one == listed), "{listed}\n{list}");
        let quoted = format!("{line} | <a xml:base=\"{value}\"/>");
        assert!(check.lines().any(|one| one.trim_start() == quoted), "{quoted}\n{check}");
        let shown = shown(&format!("x{c}y z"));
        assert!(shown.starts_with(&format!("{value} ")), "{value}\n{shown}");
        let at = json!({"textDocument": {"uri": uri}, "position": {"line": line - 1, "character": 13}});
        let report = inspected(&mut client, at.clone()).await;
        assert!(report.starts_with(&format!("{value}\n")), "{value}\n{report}");
        let hover = string(&client.request("textDocument/hover", at).await["contents"]["value"]);
        let hover = hover.replace('\u{200E}', "");
        assert!(has_row(&hover, "path", &value), "{value}\n{hover}");
    }
    client.shut_down().await;
}
