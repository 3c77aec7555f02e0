//! After any edits the server has the same text as its client, and publishes the diagnostics that a newly opened
//! document with that text has.
//!
//! ```text
//! edits ────────┬─▶ a plain string ──────────▶ parsed from scratch ─▶ sites, findings ─┐
//!               └─▶ transport ─▶ the server ─▶ sites, diagnostics ────────────────────┴─▶ equal?
//! ```
//!
//! `IRI_EDITS` sets the number of edits, 100 per document.

#[allow(dead_code, reason = "these tests use a part")]
#[path = "../tests/it/client/mod.rs"]
mod client;

use std::collections::HashMap;
use std::sync::Arc;

use client::Client;
use client::editor::{PositionEncoding, Positions};
use fastrand::Rng;
use iri_core::characters::Escaper;
use iri_core::text::encoding;
use iri_core::text::floor_char_boundary;
use serde_json::{Value, json};
use tower_lsp::LspService;

use crate::ExitReason;
use crate::server::Server;
use crate::session::Session;
use crate::transport::middleware::{Lifecycle, Middleware};
use crate::transport::uri_map::UriMap;
use crate::transport::{main_loop, publisher};
use iri_core::{Document, Settings};

/// Number of documents that are open at the same time.
const OPEN: usize = 10;
/// Number of edits per document.
const EDITS: usize = 100;

/// Lines of the documents.
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

/// Pieces of text that are inserted.
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

/// Returns a text of some lines, short or long enough for several leaves, with one kind of line end or all of them.
fn random_document(rng: &mut Rng) -> String {
    let ends = ["\n", "\r\n", "\r"];
    let kind = rng.usize(..4);
    let mut text = String::new();
    for _ in 0..[2, 10, 60, 250][rng.usize(..4)] {
        let end = ends.get(kind).copied().unwrap_or_else(|| ends[rng.usize(..3)]);
        let line = LINES[if text.is_empty() { rng.usize(..4) } else { 2 + rng.usize(..14) }];
        text += &line.replace('\n', end);
        text += end;
    }
    text
}

/// Returns an edit of `text`: an insertion, deletion, duplication or replacement. No end is inside a CRLF, which has no
/// position.
fn edit(rng: &mut Rng, text: &str) -> (usize, usize, String) {
    let boundary = |offset: usize| {
        let offset = floor_char_boundary(text, offset.min(text.len()));
        if text[..offset].ends_with('\r') && text[offset..].starts_with('\n') { offset - 1 } else { offset }
    };
    let start = boundary(rng.usize(..=text.len()));
    let end = boundary(start + [0, 0, 0, 1, 2, 5, 30, 300][rng.usize(..8)]).max(start);
    let new = match rng.usize(..8) {
        0 => String::new(),
        1 => {
            let from = floor_char_boundary(text, rng.usize(..=text.len()));
            text[from..floor_char_boundary(text, (from + rng.usize(..200)).min(text.len()))].to_owned()
        }
        2 => LINES[rng.usize(..LINES.len())].to_owned(),
        _ => PIECES[rng.usize(..PIECES.len())].to_owned(),
    };
    (start, end, new)
}

/// Parses the document as the server does when it is opened.
fn parsed(text: &str) -> Document {
    let charset = match encoding::decode(text.as_bytes().to_vec()) {
        Ok(source) => source.form.encoding.charset(),
        Err(_) => None,
    };
    Document::parse(text, Arc::new(Settings::default().with_charset(charset)))
}

/// Returns the diagnostics that the server must publish for `text`.
fn expected(text: &str, encoding: PositionEncoding) -> Vec<Value> {
    let positions = Positions::new(text, encoding);
    let severities = ["error", "warning", "information", "hint"];
    let document = parsed(text);
    let one = |found: iri_core::xml::document::DocumentFinding<'_>| {
        let finding = &found.finding;
        let range =
            json!({"start": positions.position(finding.span.start), "end": positions.position(finding.span.end)});
        let severity = 1 + severities.iter().position(|name| *name == finding.severity.name()).expect("it has a name");
        // A message may quote the document.
        json!([range, finding.rule.name, severity, Escaper::PlainText.escape(&finding.message)])
    };
    document.findings().map(one).collect()
}

/// Returns the published diagnostics.
fn diagnostics(published: &Value) -> Vec<Value> {
    let all = published["diagnostics"].as_array().expect("a list").iter();
    all.map(|item| json!([item["range"], item["code"], item["severity"], item["message"]])).collect()
}

fn sites(document: &Document) -> Vec<String> {
    document.sites().map(|site| format!("{site:?}")).collect()
}

/// Document in the client.
struct ClientDocument {
    uri: String,
    text: String,
    version: i32,
    /// Version of the last published diagnostics.
    published: i32,
    /// Texts of the versions whose diagnostics were not published yet.
    texts: HashMap<i32, String>,
}

/// Client with some documents, and the state of the server.
struct Replay {
    client: Client,
    session: Arc<Session>,
    encoding: PositionEncoding,
    documents: Vec<ClientDocument>,
    compared: usize,
    findings: usize,
}

impl Replay {
    async fn start(encoding: PositionEncoding, rng: &mut Rng) -> Self {
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
        let encodings = json!({"general": {"positionEncodings": [encoding.name()]}});
        client.request("initialize", json!({"capabilities": encodings})).await;
        client.notify("initialized", json!({})).await;
        let session = session.expect("a service starts with its server");
        let mut replay = Self { client, session, encoding, documents: Vec::new(), compared: 0, findings: 0 };
        for number in 0..OPEN {
            let (uri, text) = (format!("untitled:{number}"), random_document(rng));
            replay.client.open(&uri, &text).await;
            let texts = HashMap::from([(1, text.clone())]);
            replay.documents.push(ClientDocument { uri, text, version: 1, published: 0, texts });
        }
        replay.wait_until_idle().await;
        replay
    }

    /// Sends some edits of document `number` in one message; returns how many.
    async fn change(&mut self, number: usize, rng: &mut Rng) -> usize {
        let document = &mut self.documents[number];
        let mut changes = Vec::new();
        for _ in 0..=rng.usize(..4) {
            // The errors of one edit would otherwise hide the effect of the next ones.
            if rng.usize(..30) == 0 {
                document.text = random_document(rng);
                changes.push(json!({"text": document.text}));
                continue;
            }
            let (start, end, new) = edit(rng, &document.text);
            let positions = Positions::new(&document.text, self.encoding);
            let range = json!({"start": positions.position(start), "end": positions.position(end)});
            changes.push(json!({"range": range, "text": new}));
            document.text.replace_range(start..end, &new);
        }
        document.version += 1;
        document.texts.insert(document.version, document.text.clone());
        let (uri, version, count) = (document.uri.clone(), document.version, changes.len());
        self.client.change(&uri, version, Value::Array(changes)).await;
        count
    }

    /// Reads and compares all messages until the diagnostics are up to date, then compares the documents.
    async fn wait_until_idle(&mut self) {
        while self.documents.iter().any(|document| document.published < document.version) {
            let message = self.client.read().await.expect("the server is still running");
            assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
            self.compare(&message["params"]);
        }
        for document in &self.documents {
            let snapshot = self.session.documents.snapshot(&document.uri).expect("it is open");
            assert_eq!(snapshot.version, Some(document.version));
            assert_eq!(snapshot.document.text(), document.text, "the text of {}", document.uri);
            assert_eq!(sites(&snapshot.document), sites(&parsed(&document.text)), "the sites of {:?}", document.text);
        }
    }

    fn compare(&mut self, published: &Value) {
        let document =
            self.documents.iter_mut().find(|document| published["uri"] == document.uri).expect("it was opened");
        let version = i32::try_from(published["version"].as_i64().expect("a version")).expect("it is small");
        assert!(document.published < version, "{version} is published after {}", document.published);
        let text = document.texts.get(&version).expect("the version of a change");
        let expected = expected(text, self.encoding);
        assert_eq!(diagnostics(published), expected, "version {version} of {}: {text:?}", document.uri);
        document.published = version;
        document.texts.retain(|known, _| *known > version);
        self.compared += 1;
        self.findings += expected.len();
    }
}

#[tokio::test]
async fn an_edited_document_has_the_diagnostics_of_a_new_one() {
    let edits: usize = std::env::var("IRI_EDITS").ok().and_then(|edits| edits.parse().ok()).unwrap_or(3_000);
    let mut rng = Rng::with_seed(20_261_121);
    let (mut edited, mut compared, mut findings) = (0, 0, 0);
    for round in 0..edits.div_ceil(OPEN * EDITS) {
        let mut replay = Replay::start(PositionEncoding::ALL[round % 3], &mut rng).await;
        let mut left = OPEN * EDITS;
        while left > 0 {
            for number in 0..OPEN {
                left = left.saturating_sub(replay.change(number, &mut rng).await);
            }
            if rng.usize(..4) == 0 {
                replay.wait_until_idle().await;
            }
        }
        replay.wait_until_idle().await;
        edited += OPEN * EDITS;
        (compared, findings) = (compared + replay.compared, findings + replay.findings);
        replay.client.shut_down().await;
    }
    assert!(
        compared > edited / 20 && findings > edited,
        "{compared} publications with {findings} findings of {edited} edits"
    );
}
