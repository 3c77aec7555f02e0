//! Random messages in random order: every request is answered, and none with an internal error.
//!
//! `IRI_SESSIONS` sets the number of sessions.

use crate::client::{self, Client};
use fastrand::Rng;
use serde_json::{Value, json};

const URIS: [&str; 6] = ["file:///a.xml", "untitled:1", "", "x", "file:///\u{E9} b.xml", "urn:x:y"];
const TEXTS: [&str; 5] = [
    "<a xml:base='a b'/>",
    "<!DOCTYPE a [<!ENTITY e 'b|c'>]>\r\n<a xml:base='&e;\u{1F600} x'/>",
    "",
    "\u{FEFF}<?xml version='1.0' encoding='x'?><a",
    "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='http://\u{5D0}.example/%zz'><b x:href='c d'/><b x:href='%C3%A9'/>",
];
const PIECES: [&str; 10] = ["", "x", "<", "&", "'", "\r", "\n", "\u{1F600}", "<!--", "]]>"];

fn choose<'c, T>(rng: &mut Rng, choices: &'c [T]) -> &'c T {
    &choices[rng.usize(..choices.len())]
}

/// Returns a random JSON value of this depth.
fn random_value(rng: &mut Rng, depth: usize) -> Value {
    match rng.usize(..if depth < 3 { 10 } else { 7 }) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(1.5),
        4 => json!(1_u64 << 60),
        5 => json!("x"),
        6 => json!([]),
        7 => (0..rng.usize(..3)).map(|_| random_value(rng, depth + 1)).collect(),
        _ => {
            let names =
                ["textDocument", "uri", "position", "range", "settings", "iri", "rules", "places", "inlayHints"];
            let field = |rng: &mut Rng| ((*choose(rng, &names)).to_owned(), random_value(rng, depth + 1));
            Value::Object((0..rng.usize(..4)).map(|_| field(rng)).collect())
        }
    }
}

fn position(rng: &mut Rng) -> Value {
    if rng.usize(..40) == 0 {
        return random_value(rng, 0);
    }
    let (line, column) = (rng.usize(..3), rng.usize(..50));
    let far = rng.usize(..10) == 0;
    json!({"line": line, "character": if far { u32::MAX as usize } else { column }})
}

fn range(rng: &mut Rng) -> Value {
    json!({"start": position(rng), "end": position(rng)})
}

/// Returns a message without its header: a request if its method has an answer.
fn random_message(rng: &mut Rng, id: usize) -> Value {
    let document = json!({"uri": choose(rng, &URIS)});
    let version = choose(rng, &[json!(id), json!(id), json!(null), json!(1)]).clone();
    let (method, params) = match rng.usize(..18) {
        0 | 1 => {
            let text = choose(rng, &TEXTS);
            let opened = json!({"uri": document["uri"], "languageId": "xml", "version": version, "text": text});
            ("textDocument/didOpen", json!({"textDocument": opened}))
        }
        2..=4 => {
            let change = |rng: &mut Rng| match rng.usize(..4) {
                0 => json!({"text": choose(rng, &TEXTS)}),
                _ => json!({"range": range(rng), "text": choose(rng, &PIECES)}),
            };
            let changes: Vec<Value> = (0..rng.usize(..4)).map(|_| change(rng)).collect();
            let changed = json!({"uri": document["uri"], "version": version});
            ("textDocument/didChange", json!({"textDocument": changed, "contentChanges": changes}))
        }
        5 => ("textDocument/didClose", json!({"textDocument": document})),
        6 => ("textDocument/hover", json!({"textDocument": document, "position": position(rng)})),
        7 | 8 => {
            let diagnostic = json!({"range": range(rng), "message": "", "code": "leiri-space", "source": choose(rng, &["iri", "xml"])});
            let only =
                choose(rng, &[json!(null), json!([]), json!(["source"]), json!(["quickfix", "refactor"])]).clone();
            let context = json!({"diagnostics": [diagnostic], "only": only});
            ("textDocument/codeAction", json!({"textDocument": document, "range": range(rng), "context": context}))
        }
        9 => ("textDocument/documentLink", json!({"textDocument": document})),
        10 => ("textDocument/inlayHint", json!({"textDocument": document, "range": range(rng)})),
        11 => ("textDocument/diagnostic", json!({"textDocument": document, "previousResultId": "1"})),
        12 => {
            let place = json!({"textDocument": document, "position": position(rng)});
            let argument = choose(rng, &[json!("a b"), place, json!(5)]).clone();
            ("workspace/executeCommand", json!({"command": "iri.inspect", "arguments": [argument]}))
        }
        13 => ("workspace/didChangeConfiguration", json!({"settings": random_value(rng, 0)})),
        14 => ("textDocument/didSave", json!({"textDocument": document})),
        15 => ("workspace/didChangeWatchedFiles", json!({"changes": []})),
        16 => ("$/cancelRequest", json!({"id": id.saturating_sub(1)})),
        _ => return json!({"jsonrpc": "2.0", "id": rng.usize(..5), "result": random_value(rng, 0)}),
    };
    let params = if rng.usize(..25) == 0 { random_value(rng, 0) } else { params };
    let is_request =
        !method.starts_with("textDocument/did") && !method.starts_with("workspace/did") && !method.starts_with('$');
    let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
    if is_request {
        message["id"] = json!(format!("request {id}"));
    }
    message
}

#[tokio::test]
async fn no_session_ends_in_an_internal_error() {
    let sessions = std::env::var("IRI_SESSIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(60);
    let mut rng = Rng::with_seed(11);
    let pulling = json!({
        "textDocument": {"diagnostic": {}, "publishDiagnostics": {"relatedInformation": true}},
        "workspace": {"diagnostics": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}, "configuration": true},
    });
    let pushed = json!({
        "general": {"positionEncodings": ["utf-8"]},
        "textDocument": {"publishDiagnostics": {"relatedInformation": true}},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    });
    for _ in 0..sessions {
        let capabilities = choose(&mut rng, &[json!({}), pulling.clone(), pushed.clone()]).clone();
        let options = random_value(&mut rng, 0);
        let (mut client, _) =
            Client::initialized(json!({"capabilities": capabilities, "initializationOptions": options})).await;
        client.settings = json!({"inlayHints": true});
        for id in 0..200 {
            let message = random_message(&mut rng, id);
            client.send(&client::framed(&message)).await;
        }
        let answer = client.request("shutdown", Value::Null).await;
        assert_eq!(answer, Value::Null);
        let errors = client.unread.iter().filter(|message| message["error"]["code"] == -32603);
        assert_eq!(errors.collect::<Vec<_>>(), Vec::<&Value>::new());
        client.disconnect().await;
    }
}
