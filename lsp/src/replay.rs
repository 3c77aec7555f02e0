//! After any edits the server has the text of its client, and publishes the diagnostics of that text as if it were just opened.
//!
//! ```text
//! dice ─▶ edit ─┬─▶ a plain string ──────────▶ parsed from scratch ─▶ sites, findings ─┐
//!               └─▶ middleware and pump ─▶ the server ─▶ sites, diagnostics ──────────┴─▶ alike?
//! ```
//!
//! `IRI_EDITS` sets the number of edits, a hundred for each document.

#[path = "../tests/client/mod.rs"]
mod client;
#[path = "../../core/tests/dice/mod.rs"]
mod dice;

use std::collections::HashMap;
use std::sync::Arc;

use client::Client;
use client::editor::{Places, Unit};
use dice::Dice;
use iri_core::text::encoding;
use serde_json::{Value, json};
use tower_lsp::LspService;

use crate::ExitReason;
use crate::server::Server;
use crate::session::Session;
use crate::transport::middleware::{Lifecycle, Middleware};
use crate::transport::uri_map::UriMap;
use crate::transport::{main_loop, publisher};
use iri_core::{Document, Settings};

/// So many documents are open at a time.
const OPEN: usize = 10;
/// So many edits go into each.
const EDITS: usize = 100;

/// What documents are made of.
const LINES: [&str; 16] = [
    "<?xml version='1.0' encoding='UTF-8'?>",
    "<?xml version='1.0' encoding='windows-1252'?>",
    "<!DOCTYPE a [<!ENTITY e 'b|c d'> <!ENTITY s SYSTEM 'x y'>]>",
    "<a xmlns:x='http://www.w3.org/1999/xlink' xml:base='http://example.org/b c/'>",
    "<b x:href='\u{1F600}&#x20;d' x:role='\u{10FFFD}\u{E000}'/>",
    "<b xmlns:x='http://www.w3.org/1999/xlink' x:href=\"http://\u{5D0}\u{5D1}.example/a|b?%zz\"/>",
    "\u{1F469}\u{200D}\u{1F680} some text, \u{E9}\u{301} and more of it &amp; &e;",
    "<feed xmlns='http://www.w3.org/2005/Atom'><icon>a b\u{1D11E}|c</icon></feed>",
    "<b xsi:schemaLocation='urn:a b|c urn:d e' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>",
    "</b>",
    "<!-- a comment \u{1F600} -->",
    "<![CDATA[ <b xml:base='a b'/> ]]>",
    "<b\n  xml:base='&e;/\u{1F600}{}'\n/>",
    "<c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/>",
    "<b xmlns='http://www.w3.org/1999/xhtml'><p><i href='a&lt;b'/><img src='c\\d'/></p></b>",
    "</a>",
];

/// What is typed.
const PIECES: [&str; 32] = [
    "<",
    ">",
    "/>",
    "\"",
    "'",
    "&",
    "=",
    " ",
    "\n",
    "\r\n",
    "\r",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE r [",
    "<!ENTITY e \"a b\">",
    "&e;",
    "&#x20;",
    "a",
    "|",
    "\u{1F600}",
    "\u{5D0}",
    "e\u{301}",
    "%zz",
    " xml:base='a b'",
    " xmlns:x='urn:x y'",
    "<b xml:base='c|d\u{1F600} '>",
    "<!-- iri-ignore -->",
    "<!-- iri-ignore-file leiri-space -->",
    "encoding='iso-8859-1'",
    "\u{202E}",
];

/// A text of some lines, short or of several leaves, with one kind of line ends or all of them.
fn document(dice: &mut Dice) -> String {
    let ends = ["\n", "\r\n", "\r"];
    let kind = dice.below(4);
    let mut text = String::new();
    for _ in 0..[2, 10, 60, 250][dice.below(4)] {
        let end = ends.get(kind).copied().unwrap_or_else(|| ends[dice.below(3)]);
        let line = LINES[if text.is_empty() { dice.below(4) } else { 2 + dice.below(14) }];
        text += &line.replace('\n', end);
        text += end;
    }
    text
}

/// An edit of `text`: a piece typed, or something deleted, doubled or replaced. No end is within a CRLF, where no
/// position is.
fn edit(dice: &mut Dice, text: &str) -> (usize, usize, String) {
    let boundary = |offset: usize| {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        if text[..offset].ends_with('\r') && text[offset..].starts_with('\n') { offset - 1 } else { offset }
    };
    let start = boundary(dice.below(text.len() + 1));
    let end = boundary(start + [0, 0, 0, 1, 2, 5, 30, 300][dice.below(8)]).max(start);
    let new = match dice.below(8) {
        0 => String::new(),
        1 => {
            let from = text.floor_char_boundary(dice.below(text.len() + 1));
            text[from..text.floor_char_boundary((from + dice.below(200)).min(text.len()))].to_owned()
        }
        2 => LINES[dice.below(LINES.len())].to_owned(),
        _ => PIECES[dice.below(PIECES.len())].to_owned(),
    };
    (start, end, new)
}

/// The text as it is read when it is opened.
fn fresh(text: &str) -> Document {
    let charset = match encoding::decode(text.as_bytes().to_vec()) {
        Ok(source) => source.form.encoding.charset(),
        Err(_) => None,
    };
    Document::parse(text, Arc::new(Settings { charset, ..Settings::default() }))
}

/// What is to be told of `text`.
fn expected(text: &str, unit: Unit) -> Vec<Value> {
    let places = Places::of(text, unit);
    let severities = ["error", "warning", "information", "hint"];
    let document = fresh(text);
    let one = |found: iri_core::xml::document::DocumentFinding<'_>| {
        let finding = &found.finding;
        let range = json!({"start": places.position(finding.span.start), "end": places.position(finding.span.end)});
        let severity = 1 + severities.iter().position(|name| *name == finding.severity.name()).expect("it has a name");
        json!([range, finding.rule.name, severity, finding.message])
    };
    document.findings().map(one).collect()
}

/// What is told.
fn told(published: &Value) -> Vec<Value> {
    let all = published["diagnostics"].as_array().expect("a list").iter();
    all.map(|one| json!([one["range"], one["code"], one["severity"], one["message"]])).collect()
}

fn sites(document: &Document) -> Vec<String> {
    document.sites().map(|site| format!("{site:?}")).collect()
}

/// A text as the client holds it.
struct Held {
    uri: String,
    text: String,
    version: i32,
    /// The version that it was last told of.
    told: i32,
    /// What it was in the versions that it was not yet told of.
    texts: HashMap<i32, String>,
}

/// A client with some texts, and the server's side of them.
struct Replay {
    client: Client,
    session: Arc<Session>,
    unit: Unit,
    held: Vec<Held>,
    compared: usize,
    found: usize,
}

impl Replay {
    async fn begin(unit: Unit, dice: &mut Dice) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (lifecycle, uri_map) = (Lifecycle::default(), UriMap::default());
        let (publisher, publications) = publisher::channel(uri_map.clone());
        let mut session = None;
        let (service, socket) = LspService::new(|client| {
            let server = Server::new(client, publisher, lifecycle.clone());
            session = Some(server.session());
            server
        });
        let middleware = Middleware::new(service, lifecycle.clone(), uri_map.clone());
        let server = tokio::spawn(async move {
            main_loop::main_loop(tokio::io::split(theirs), middleware, (socket, publications), (lifecycle, uri_map))
                .await;
            ExitReason::Shutdown
        });
        let mut client = Client::over(ours, server);
        let encodings = json!({"general": {"positionEncodings": [unit.name()]}});
        client.request("initialize", json!({"capabilities": encodings})).await;
        client.notify("initialized", json!({})).await;
        let session = session.expect("a service begins with its server");
        let mut replay = Self { client, session, unit, held: Vec::new(), compared: 0, found: 0 };
        for number in 0..OPEN {
            let (uri, text) = (format!("untitled:{number}"), document(dice));
            replay.client.open(&uri, &text).await;
            let texts = HashMap::from([(1, text.clone())]);
            replay.held.push(Held { uri, text, version: 1, told: 0, texts });
        }
        replay.settle().await;
        replay
    }

    /// Makes some edits of text `number` in one message; how many.
    async fn change(&mut self, number: usize, dice: &mut Dice) -> usize {
        let held = &mut self.held[number];
        let mut changes = Vec::new();
        for _ in 0..=dice.below(4) {
            // Otherwise what one edit broke would hide what the next ones do.
            if dice.below(30) == 0 {
                held.text = document(dice);
                changes.push(json!({"text": held.text}));
                continue;
            }
            let (start, end, new) = edit(dice, &held.text);
            let places = Places::of(&held.text, self.unit);
            let range = json!({"start": places.position(start), "end": places.position(end)});
            changes.push(json!({"range": range, "text": new}));
            held.text.replace_range(start..end, &new);
        }
        held.version += 1;
        held.texts.insert(held.version, held.text.clone());
        let (uri, version, count) = (held.uri.clone(), held.version, changes.len());
        self.client.change(&uri, version, Value::Array(changes)).await;
        count
    }

    /// Hears all that is said until everything is told, holds it to what it should be, and then the texts.
    async fn settle(&mut self) {
        while self.held.iter().any(|held| held.told < held.version) {
            let message = self.client.read().await.expect("the server still speaks");
            assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
            self.compare(&message["params"]);
        }
        for held in &self.held {
            let snapshot = self.session.documents.snapshot(&held.uri).expect("it is open");
            assert_eq!(snapshot.version, Some(held.version));
            assert_eq!(snapshot.document.text(), held.text, "the text of {}", held.uri);
            assert_eq!(sites(&snapshot.document), sites(&fresh(&held.text)), "the sites of {:?}", held.text);
        }
    }

    fn compare(&mut self, published: &Value) {
        let held = self.held.iter_mut().find(|held| published["uri"] == held.uri).expect("it was opened");
        let version = i32::try_from(published["version"].as_i64().expect("a version")).expect("it is small");
        assert!(held.told < version, "{version} is told after {}", held.told);
        let text = held.texts.get(&version).expect("the version of a change");
        let expected = expected(text, self.unit);
        assert_eq!(told(published), expected, "version {version} of {}: {text:?}", held.uri);
        held.told = version;
        held.texts.retain(|known, _| *known > version);
        self.compared += 1;
        self.found += expected.len();
    }
}

#[tokio::test]
async fn an_edited_text_is_told_of_as_if_it_were_opened_anew() {
    let edits: usize = std::env::var("IRI_EDITS").ok().and_then(|edits| edits.parse().ok()).unwrap_or(3_000);
    let mut dice = Dice(20_261_121);
    let (mut made, mut compared, mut found) = (0, 0, 0);
    for round in 0..edits.div_ceil(OPEN * EDITS) {
        let mut replay = Replay::begin(Unit::ALL[round % 3], &mut dice).await;
        let mut left = OPEN * EDITS;
        while left > 0 {
            for number in 0..OPEN {
                left = left.saturating_sub(replay.change(number, &mut dice).await);
            }
            if dice.below(4) == 0 {
                replay.settle().await;
            }
        }
        replay.settle().await;
        made += OPEN * EDITS;
        (compared, found) = (compared + replay.compared, found + replay.found);
        replay.client.leave().await;
    }
    assert!(compared > made / 20 && found > made, "{compared} publications with {found} findings of {made} edits");
}
