//! The language server: bytes that may be frames, and sessions of valid messages in any order.
//!
//! The whole input is sent at once, and the clock is virtual, so that nothing waits.

use iri_core::text::lines::position;
use iri_core::text::{PositionEncoding, floor_char_boundary};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, duplex};
use tokio::runtime::Builder;

use crate::input::{Choices, divide};

const MAX_LENGTH: usize = 16 * 1024;
const MAX_MESSAGES: usize = 40;
/// Bytes of output that the server may write before it waits.
const OUTPUT: usize = 1 << 26;
const INTERNAL_ERROR: i64 = -32603;
const REQUEST_CANCELLED: i64 = -32800;

const URI: &str = "file:///fuzzed-directory/document.xml";
const FRESH: &str = "file:///fuzzed-directory/fresh.xml";

const ENCODINGS: [(PositionEncoding, &str); 3] =
    [(PositionEncoding::Utf16, "utf-16"), (PositionEncoding::Utf8, "utf-8"), (PositionEncoding::Utf32, "utf-32")];

/// Text that users type, and text that breaks documents.
const PIECES: [&str; 14] =
    ["", "x", "<", ">", "&", "'", "\r\n", "\n", "\u{1F600}", "<!--", "]]>", " xml:base='a b'", "\u{5D0}", "&#x20;"];

/// Runs the target. Bytes with a header are sent as they are; others are the text of a document in a session.
pub fn run(bytes: &[u8]) {
    let (text, mut choices) = divide(bytes);
    if text.len() > MAX_LENGTH {
        return;
    }
    if text.windows(7).any(|window| window == b"ength: ") {
        let output = serve(text, choices.below(text.len() + 1));
        frames(&output).iter().for_each(assert_is_no_internal_error);
    } else {
        session(&String::from_utf8_lossy(text), &mut choices);
    }
}

/// Sends `input` in two parts, and returns the output of the server.
fn serve(input: &[u8], middle: usize) -> Vec<u8> {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime can start");
    runtime.block_on(async {
        let (mut ours, theirs) = duplex(OUTPUT);
        iri_lsp::serve(input[..middle].chain(&input[middle..]), theirs).await;
        let mut output = Vec::new();
        ours.read_to_end(&mut output).await.expect("the output is in memory");
        output
    })
}

/// Parses the output of the server, which is always valid.
fn frames(mut output: &[u8]) -> Vec<Value> {
    let mut frames = Vec::new();
    while !output.is_empty() {
        let head = output.windows(4).position(|four| four == b"\r\n\r\n").expect("a header ends");
        let header = std::str::from_utf8(&output[..head]).expect("a header is ASCII");
        let length: usize = header.strip_prefix("Content-Length: ").expect("one field").parse().expect("a number");
        let (body, rest) = output[head + 4..].split_at(length);
        frames.push(serde_json::from_slice(body).expect("a body is JSON"));
        output = rest;
    }
    frames
}

fn assert_is_no_internal_error(message: &Value) {
    assert_ne!(message["error"]["code"], INTERNAL_ERROR, "{message}");
}

/// Session with one document. It knows the text that the server must have.
struct Session {
    input: Vec<u8>,
    encoding: PositionEncoding,
    text: String,
    version: i32,
    is_open: bool,
    requests: usize,
}

fn session(text: &str, choices: &mut Choices<'_>) {
    let (encoding, name) = choices.one(&ENCODINGS);
    let mut session =
        Session { input: Vec::new(), encoding, text: text.to_owned(), version: 0, is_open: false, requests: 0 };
    let middle = choices.below(1 << 10);
    session.request("initialize", &initialize(name, choices));
    session.notify("initialized", &json!({}));
    session.open();
    for _ in 0..MAX_MESSAGES {
        if !choices.are_left() {
            break;
        }
        session.message(choices);
    }
    if !session.is_open {
        session.open();
    }
    // The edited document has the diagnostics of a new one.
    let edited = session.requests;
    session.request("textDocument/diagnostic", &json!({"textDocument": {"uri": URI}}));
    let document = json!({"uri": FRESH, "languageId": "xml", "version": 1, "text": session.text});
    session.notify("textDocument/didOpen", &json!({"textDocument": document}));
    session.request("textDocument/diagnostic", &json!({"textDocument": {"uri": FRESH}}));
    session.request("shutdown", &Value::Null);
    session.notify("exit", &Value::Null);

    let output = frames(&serve(&session.input, middle.min(session.input.len())));
    output.iter().for_each(assert_is_no_internal_error);
    let answers: Vec<&Value> = output.iter().filter(|message| message.get("method").is_none()).collect();
    let answer = |id: usize| {
        let mut answers = answers.iter().filter(|answer| answer["id"] == id);
        let answer = answers.next().unwrap_or_else(|| panic!("request {id} has no answer: {answers:?}"));
        assert!(answers.next().is_none(), "request {id} has two answers");
        answer
    };
    (0..session.requests).for_each(|id| _ = answer(id));
    // The end of the session cancels work that has not finished.
    if [edited, edited + 1].iter().any(|id| answer(*id)["error"]["code"] == REQUEST_CANCELLED) {
        return;
    }
    let items = |id: usize| answer(id)["result"]["items"].as_array().unwrap_or_else(|| panic!("{}", answer(id))).len();
    assert_eq!(items(edited), items(edited + 1), "diagnostics of {:?}", session.text);
}

fn initialize(encoding: &str, choices: &mut Choices<'_>) -> Value {
    let is_chosen = |choices: &mut Choices<'_>| choices.below(2) == 1;
    let links = json!({"relatedInformation": is_chosen(choices), "codeDescriptionSupport": is_chosen(choices)});
    let mut document = json!({"publishDiagnostics": links, "diagnostic": {}});
    if is_chosen(choices) {
        document["codeAction"] = json!({
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}},
            "resolveSupport": {"properties": ["edit"]}, "dataSupport": true,
        });
    }
    let workspace = json!({
        "workspaceEdit": {"documentChanges": is_chosen(choices)}, "configuration": is_chosen(choices),
        "diagnostics": {"refreshSupport": is_chosen(choices)}, "inlayHint": {"refreshSupport": is_chosen(choices)},
    });
    let general = json!({"positionEncodings": [encoding]});
    let settings = choices.one(&["{}", r#"{"inlayHints": true}"#, "5", "[]"]);
    let settings: Value = serde_json::from_str(settings).expect("valid JSON");
    let capabilities = json!({"textDocument": document, "workspace": workspace, "general": general});
    json!({"capabilities": capabilities, "initializationOptions": settings})
}

impl Session {
    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.input.extend_from_slice(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn request(&mut self, method: &str, params: &Value) {
        let mut message = json!({"jsonrpc": "2.0", "id": self.requests, "method": method});
        if !params.is_null() {
            message["params"] = params.clone();
        }
        self.send(&message);
        self.requests += 1;
    }

    fn open(&mut self) {
        self.version += 1;
        self.is_open = true;
        let document = json!({"uri": URI, "languageId": "xml", "version": self.version, "text": self.text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
    }

    /// Chooses an offset that has a position: not inside a CRLF.
    fn offset(&self, choices: &mut Choices<'_>) -> usize {
        let offset = floor_char_boundary(&self.text, choices.below(self.text.len() + 1));
        let is_inside = self.text[..offset].ends_with('\r') && self.text[offset..].starts_with('\n');
        if is_inside { offset - 1 } else { offset }
    }

    fn position(&self, offset: usize) -> Value {
        let position = position(&self.text, offset, self.encoding);
        json!({"line": position.line, "character": position.column})
    }

    fn range(&self, choices: &mut Choices<'_>) -> Value {
        let (one, other) = (self.offset(choices), self.offset(choices));
        json!({"start": self.position(one.min(other)), "end": self.position(one.max(other))})
    }

    /// Sends one message.
    fn message(&mut self, choices: &mut Choices<'_>) {
        let document = json!({"uri": URI});
        let at = json!({"textDocument": document, "position": self.position(self.offset(choices))});
        match choices.below(14) {
            0..=3 if self.is_open => self.change(choices),
            4 if self.is_open => {
                self.is_open = false;
                self.notify("textDocument/didClose", &json!({"textDocument": document}));
            }
            0..=4 => self.open(),
            5 => self.request("textDocument/hover", &at),
            6 => {
                let only = choices.one(&["null", "[]", r#"["quickfix"]"#, r#"["source", "refactor"]"#]);
                let only: Value = serde_json::from_str(only).expect("valid JSON");
                let context = json!({"diagnostics": [], "only": only});
                let params = json!({"textDocument": document, "range": self.range(choices), "context": context});
                self.request("textDocument/codeAction", &params);
            }
            7 => self.request("textDocument/documentLink", &json!({"textDocument": document})),
            8 => {
                let params = json!({"textDocument": document, "range": self.range(choices)});
                self.request("textDocument/inlayHint", &params);
            }
            9 => {
                let params = json!({"textDocument": document, "previousResultId": choices.below(4).to_string()});
                self.request("textDocument/diagnostic", &params);
            }
            10 => {
                let argument = if choices.below(2) == 0 { at } else { json!(self.text) };
                let params = json!({"command": "iri.inspect", "arguments": [argument]});
                self.request("workspace/executeCommand", &params);
            }
            11 => {
                // No rules: documents are analyzed again some time after the answer to a request.
                let settings = json!({"inlayHints": choices.below(2) == 1});
                self.notify("workspace/didChangeConfiguration", &json!({"settings": {"iri": settings}}));
            }
            12 => self.notify("textDocument/didSave", &json!({"textDocument": document})),
            _ => {
                let answer = json!({"jsonrpc": "2.0", "id": choices.below(4), "result": [{"inlayHints": true}]});
                self.send(&answer);
            }
        }
    }

    /// Changes the document.
    fn change(&mut self, choices: &mut Choices<'_>) {
        let mut changes = Vec::new();
        for _ in 0..=choices.below(3) {
            let start = self.offset(choices);
            let length = choices.one(&[0, 0, 1, 5, 40, usize::MAX / 2]);
            let end = floor_char_boundary(&self.text, start.saturating_add(length)).max(start);
            let is_inside = self.text[..end].ends_with('\r') && self.text[end..].starts_with('\n');
            let end = if is_inside { end - 1 } else { end }.max(start);
            let new = choices.one(&PIECES);
            let range = json!({"start": self.position(start), "end": self.position(end)});
            changes.push(json!({"range": range, "text": new}));
            self.text.replace_range(start..end, new);
        }
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        self.notify("textDocument/didChange", &json!({"textDocument": document, "contentChanges": changes}));
    }
}
