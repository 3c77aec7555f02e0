//! A reference of a document has one inspection: reports, hints and links agree with the diagnostics.

use std::collections::{BTreeMap, BTreeSet};

use crate::client::editor::{self, PositionEncoding, position};
use crate::client::{self, Client, TOP};
use crate::faulty_documents::{CONFIGURATIONS, SURROUNDINGS, VALUES};
use serde_json::{Value, json};

const URI: &str = if cfg!(windows) { "file:///C:/folder/a.xml" } else { "file:///folder/a.xml" };

/// Finding as an editor displays it: severity, rule, message and titles of the fixes.
type Seen = (String, String, String, Vec<String>);

async fn plain_client(options: Value) -> Client {
    let diagnostic =
        json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}});
    Client::initialized(json!({"capabilities": diagnostic, "initializationOptions": options})).await.0
}

async fn inspected(client: &mut Client, uri: &str, position: &Value) -> Value {
    let place = json!({"textDocument": {"uri": uri}, "position": position});
    client.request("workspace/executeCommand", json!({"command": "iri.inspect", "arguments": [place]})).await
}

async fn hovered(client: &mut Client, uri: &str, position: &Value) -> Value {
    client.request("textDocument/hover", json!({"textDocument": {"uri": uri}, "position": position})).await
}

fn at(text: &str, part: &str) -> Value {
    position(text, text.find(part).expect("it is in the text"), PositionEncoding::Utf16)
}

/// Returns the rest of the line of `report` that starts with `label`.
fn row<'r>(report: &'r str, label: &str) -> Option<&'r str> {
    report.lines().find_map(|line| line.strip_prefix(label)?.strip_prefix(' ')).map(str::trim)
}

/// Returns the findings that a full report lists.
fn listed(report: &str) -> BTreeSet<Seen> {
    const SEVERITIES: [&str; 4] = ["error", "warning", "information", "hint"];
    let mut all: Vec<Seen> = Vec::new();
    for line in report.lines() {
        let (label, text) = line.split_once(' ').unwrap_or((line, ""));
        let text = text.trim_start();
        if let (true, Some((rule, rest))) = (SEVERITIES.contains(&label), text.split_once(" at ")) {
            let (_, message) = rest.split_once(": ").expect("a message follows the positions");
            all.push((label.to_owned(), rule.to_owned(), message.to_owned(), Vec::new()));
        } else if let (Some(fix), Some(finding)) = (line.trim_start().strip_prefix("fix: "), all.last_mut()) {
            let (title, _) = fix.rsplit_once(" (").expect("the safety of the fix follows");
            finding.3.push(title.to_lowercase());
        }
    }
    all.into_iter().collect()
}

/// Returns a diagnostic with the fixes that the server offers for it.
async fn published(client: &mut Client, uri: &str, diagnostic: &Value) -> Seen {
    let severity = ["error", "warning", "information", "hint"]
        [usize::try_from(diagnostic["severity"].as_u64().expect("a severity")).expect("a small number") - 1];
    let sent = std::slice::from_ref(diagnostic);
    let actions = client.actions(uri, &diagnostic["range"], sent, json!(["quickfix"])).await;
    let is_fix = |action: &&Value| {
        let title = action["title"].as_str().expect("a title");
        let resolved = action["diagnostics"].as_array().expect("diagnostics").iter();
        let is_other = ["Suppress ", "Turn off ", "Apply all safe fixes", "Fix all ", "Create "]
            .iter()
            .any(|start| title.starts_with(start));
        !is_other
            && resolved
                .into_iter()
                .any(|resolved| ["range", "code", "message"].iter().all(|key| resolved[key] == diagnostic[key]))
    };
    let titles = actions.iter().filter(is_fix).map(|action| action["title"].as_str().unwrap_or_default());
    let text = |key: &str| diagnostic[key].as_str().expect("a text").to_owned();
    (severity.to_owned(), text("code"), text("message"), titles.map(str::to_lowercase).collect())
}

/// Returns whether a diagnostic is about a reference, not about a comment.
fn is_about_a_reference(diagnostic: &Value) -> bool {
    diagnostic["code"] != "unknown-rule" && diagnostic["code"] != "unused-suppression"
}

#[tokio::test]
async fn a_full_report_lists_exactly_the_diagnostics_of_its_reference() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut client = plain_client(Value::Null).await;
    let (mut compared, mut reported) = (0, 0);
    for (number, configuration) in CONFIGURATIONS.iter().enumerate() {
        let own = folder.path().join(number.to_string());
        std::fs::create_dir(&own).expect("a folder can be made");
        std::fs::write(own.join(".iri.toml"), configuration).expect("it can be written");
        for (index, (value, around)) in
            VALUES.iter().flat_map(|value| SURROUNDINGS.iter().map(move |around| (value, around))).enumerate()
        {
            let text = around.replace('@', value);
            let uri = client::uri_of(&own.join(format!("{index}.xml")));
            client.open(&uri, &text).await;
            let diagnostics = client.pull(&uri).await;
            let start = position(&text, around.find('@').expect("there is a value"), PositionEncoding::Utf16);
            let starts = diagnostics.iter().filter(|one| is_about_a_reference(one)).map(|one| &one["range"]["start"]);
            let mut references: BTreeMap<String, (Value, BTreeSet<Seen>)> = BTreeMap::new();
            for start in starts.chain([&start]) {
                let hover = hovered(&mut client, &uri, start).await;
                let range = hover["range"].to_string();
                references.entry(range).or_insert_with(|| (start.clone(), BTreeSet::new()));
            }
            for diagnostic in diagnostics.iter().filter(|one| is_about_a_reference(one)) {
                let hover = hovered(&mut client, &uri, &diagnostic["range"]["start"]).await;
                let seen = published(&mut client, &uri, diagnostic).await;
                references.entry(hover["range"].to_string()).or_default().1.insert(seen);
                reported += 1;
            }
            for (start, expected) in references.into_values() {
                let report = inspected(&mut client, &uri, &start).await;
                let report = report["report"].as_str().unwrap_or_default();
                assert_eq!(listed(report), expected, "{text}\n{configuration}\n{report}");
                compared += 1;
            }
            client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}})).await;
        }
    }
    assert!(compared > 800 && reported > 1_000, "only {compared} references with {reported} diagnostics");
    client.shut_down().await;
}

#[tokio::test]
async fn reports_respect_suppressions_severities_ampersands_and_the_base() {
    let mut client = plain_client(json!({"rules": {"leiri-space": "hint"}})).await;
    let text = "<r xml:base='http://example.org/x/'><!-- iri-ignore leiri-space --><a xml:base='a b'/>\
                <a xml:base='c d'/><a xml:base='e&f'/></r>";
    client.open(URI, text).await;
    for (part, expected) in [("a b", None), ("c d", Some("hint")), ("e&f", Some("error"))] {
        let report = inspected(&mut client, URI, &at(text, part)).await;
        let report = report["report"].as_str().expect("a text");
        let severities: Vec<String> = listed(report).into_iter().map(|(severity, ..)| severity).collect();
        assert_eq!(severities, expected.into_iter().collect::<Vec<_>>(), "{report}");
        assert_eq!(row(report, "base"), Some("http://example.org/x/"), "{report}");
    }
}

#[tokio::test]
async fn hints_and_links_use_the_encoding_and_the_entities_of_the_document() {
    let mut client = plain_client(json!({"inlayHints": true})).await;
    let text = "<?xml version='1.0' encoding='ISO-8859-1'?><a xmlns:x='http://www.w3.org/1999/xlink'>\
                <l x:href='http://example.org/?\u{E9}'/><l x:href='%C3%A9&unknown;'/><l x:href=' %C3%A9 '/></a>";
    client.open(URI, text).await;
    let links = client.request("textDocument/documentLink", json!({"textDocument": {"uri": URI}})).await;
    let targets: Vec<&Value> = links.as_array().expect("a list").iter().map(|link| &link["target"]).collect();
    assert_eq!(targets, ["http://example.org/?%E9", &format!("{TOP}/folder/%C3%A9")]);
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let params = json!({"textDocument": {"uri": URI}, "range": whole});
    let hints = client.request("textDocument/inlayHint", params).await;
    let labels: Vec<&Value> = hints.as_array().expect("a list").iter().map(|hint| &hint["label"]).collect();
    assert_eq!(labels, ["\u{2068}\u{E9}\u{2069}"], "an unknown entity has no readable form");
}

#[tokio::test]
async fn a_missing_target_can_be_suppressed_where_it_is_reported() {
    let mut client = plain_client(json!({"rules": {"missing-target": "warning"}})).await;
    let uri = &format!("{TOP}/no/such/folder/a.xml");
    let text = "<r xmlns:x='http://www.w3.org/1999/xlink'>\n<a x:href='gone.xml'/></r>";
    client.open(uri, text).await;
    let diagnostics = client.pull(uri).await;
    assert_eq!(diagnostics[0]["code"], "missing-target");
    let actions = client.actions(uri, &diagnostics[0]["range"], &diagnostics, json!(["quickfix"])).await;
    let titles: Vec<&Value> = actions.iter().map(|action| &action["title"]).collect();
    assert_eq!(titles, ["Suppress missing-target here", "Suppress missing-target in this file"]);
    let report = inspected(&mut client, uri, &at(text, "gone")).await;
    assert!(report["report"].as_str().expect("a text").contains("missing-target at 0: "), "{report}");
}

#[tokio::test]
async fn the_place_and_the_characters_have_the_names_of_the_core() {
    let mut client = plain_client(Value::Null).await;
    let text = "<d:figure xmlns:d='urn:d' xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='a&#x2028;b'/>";
    client.open(URI, text).await;
    let report = inspected(&mut client, URI, &at(text, "a&#")).await;
    let report = report["report"].as_str().expect("a text");
    assert_eq!(row(report, "context"), Some("xlink:href of <d:figure>"), "{report}");
    assert!(report.starts_with("a[LSEP]b\n"), "{report}");
    assert_eq!(row(report, "[LSEP]"), Some("U+2028 LINE SEPARATOR, at 1"), "{report}");
    let hover = hovered(&mut client, URI, &at(text, "a&#")).await;
    assert!(hover["contents"]["value"].to_string().contains("xlink:href of <d:figure>"), "{hover}");
}

#[tokio::test]
async fn conversions_have_the_labels_of_the_core() {
    let mut client = plain_client(Value::Null).await;
    let text = "<a xml:base='http://\u{E4}.example/a b'/>";
    client.open(URI, text).await;
    let report = inspected(&mut client, URI, &at(text, "http:")).await;
    let report = report["report"].as_str().expect("a text");
    let inspection = iri_core::inspect("http://\u{E4}.example/a b", &iri_core::Options::default());
    for converted in iri_core::present::Report::new(&inspection).conversions().changed {
        assert_eq!(row(report, converted.forms[0].label()), Some(&*converted.text), "{report}");
    }
    assert_eq!(row(report, "URI with IDNA host"), Some("http://xn--4ca.example/a%20b"), "{report}");
}

#[tokio::test]
async fn bidi_notation_has_one_mapping_with_its_legend() {
    let mut client = plain_client(Value::Null).await;
    let text = "<a xml:base='http://\u{5DB}\u{5DC}\u{5DE}.example/K'/>";
    client.open(URI, text).await;
    let answer = inspected(&mut client, URI, &at(text, "http:")).await;
    let report = answer["report"].as_str().expect("a text");
    assert_eq!(answer["bidi"].as_str(), row(report, "stored"), "{report}");
    assert_eq!(row(report, "displayed"), Some("http://MLK.example/{K}"), "{report}");
    assert_eq!(row(report, "legend"), Some("K = \u{5DB}\u{200E} U+05DB HEBREW LETTER KAF"), "{report}");
    let hover = hovered(&mut client, URI, &at(text, "http:")).await;
    let hover = hover["contents"]["value"].as_str().expect("a text");
    assert!(hover.contains("M = \u{5DE}\u{200E} U+05DE HEBREW LETTER MEM"), "{hover}");
}

#[tokio::test]
async fn text_of_a_document_cannot_close_the_code_block_of_a_hover() {
    let capabilities = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}});
    let mut client = Client::with_capabilities(capabilities).await;
    let text = "<a xml:base='x````&#10;````&#10;[a](b)'/>";
    client.open(URI, text).await;
    let hover = hovered(&mut client, URI, &at(text, "x`")).await;
    let value = hover["contents"]["value"].as_str().expect("a text");
    let fences: Vec<&str> = value.lines().filter(|line| line.starts_with("`````")).collect();
    assert_eq!(fences, ["`````text", "`````"], "{value}");
    assert!(!value.contains("\n````\n") && value.ends_with("\n`````"), "{value}");
    assert_eq!(editor::span(text, &hover["range"], PositionEncoding::Utf16).0, text.find("x`").expect("it is there"));
}

#[tokio::test]
async fn a_message_that_quotes_the_document_is_escaped() {
    let mut client = plain_client(Value::Null).await;
    client.open(URI, "<r><!-- iri-ignore le\u{202E}iri --></r>").await;
    let diagnostics = client.pull(URI).await;
    let message = diagnostics[0]["message"].as_str().expect("a text");
    assert_eq!(diagnostics[0]["code"], "unknown-rule");
    assert!(message.contains("'le[RLO]iri'") && !message.contains('\u{202E}'), "{message}");
}
