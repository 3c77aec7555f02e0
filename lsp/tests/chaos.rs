//! Random messages in random order: every request is answered, and none with an internal error.
//!
//! `IRI_SESSIONS` sets the number of sessions.

mod client;
#[path = "../../core/tests/dice/mod.rs"]
mod dice;

use client::Client;
use dice::Dice;
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

fn choose<'c, T>(dice: &mut Dice, choices: &'c [T]) -> &'c T {
    &choices[dice.below(choices.len())]
}

/// Returns a random JSON value of this depth.
fn random_value(dice: &mut Dice, depth: usize) -> Value {
    match dice.below(if depth < 3 { 10 } else { 7 }) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(1.5),
        4 => json!(1_u64 << 60),
        5 => json!("x"),
        6 => json!([]),
        7 => (0..dice.below(3)).map(|_| random_value(dice, depth + 1)).collect(),
        _ => {
            let names =
                ["textDocument", "uri", "position", "range", "settings", "iri", "rules", "places", "inlayHints"];
            let field = |dice: &mut Dice| ((*choose(dice, &names)).to_owned(), random_value(dice, depth + 1));
            Value::Object((0..dice.below(4)).map(|_| field(dice)).collect())
        }
    }
}

fn position(dice: &mut Dice) -> Value {
    if dice.below(40) == 0 {
        return random_value(dice, 0);
    }
    let (line, column) = (dice.below(3), dice.below(50));
    let far = dice.below(10) == 0;
    json!({"line": line, "character": if far { u32::MAX as usize } else { column }})
}

fn range(dice: &mut Dice) -> Value {
    json!({"start": position(dice), "end": position(dice)})
}

/// Returns a message without its header: a request if its method has an answer.
fn random_message(dice: &mut Dice, id: usize) -> Value {
    let document = json!({"uri": choose(dice, &URIS)});
    let version = choose(dice, &[json!(id), json!(id), json!(null), json!(1)]).clone();
    let (method, params) = match dice.below(18) {
        0 | 1 => {
            let text = choose(dice, &TEXTS);
            let opened = json!({"uri": document["uri"], "languageId": "xml", "version": version, "text": text});
            ("textDocument/didOpen", json!({"textDocument": opened}))
        }
        2..=4 => {
            let change = |dice: &mut Dice| match dice.below(4) {
                0 => json!({"text": choose(dice, &TEXTS)}),
                _ => json!({"range": range(dice), "text": choose(dice, &PIECES)}),
            };
            let changes: Vec<Value> = (0..dice.below(4)).map(|_| change(dice)).collect();
            let changed = json!({"uri": document["uri"], "version": version});
            ("textDocument/didChange", json!({"textDocument": changed, "contentChanges": changes}))
        }
        5 => ("textDocument/didClose", json!({"textDocument": document})),
        6 => ("textDocument/hover", json!({"textDocument": document, "position": position(dice)})),
        7 | 8 => {
            let diagnostic = json!({"range": range(dice), "message": "", "code": "leiri-space", "source": choose(dice, &["iri", "xml"])});
            let only =
                choose(dice, &[json!(null), json!([]), json!(["source"]), json!(["quickfix", "refactor"])]).clone();
            let context = json!({"diagnostics": [diagnostic], "only": only});
            ("textDocument/codeAction", json!({"textDocument": document, "range": range(dice), "context": context}))
        }
        9 => ("textDocument/documentLink", json!({"textDocument": document})),
        10 => ("textDocument/inlayHint", json!({"textDocument": document, "range": range(dice)})),
        11 => ("textDocument/diagnostic", json!({"textDocument": document, "previousResultId": "1"})),
        12 => {
            let place = json!({"textDocument": document, "position": position(dice)});
            let argument = choose(dice, &[json!("a b"), place, json!(5)]).clone();
            ("workspace/executeCommand", json!({"command": "iri.inspect", "arguments": [argument]}))
        }
        13 => ("workspace/didChangeConfiguration", json!({"settings": random_value(dice, 0)})),
        14 => ("textDocument/didSave", json!({"textDocument": document})),
        15 => ("workspace/didChangeWatchedFiles", json!({"changes": []})),
        16 => ("$/cancelRequest", json!({"id": id.saturating_sub(1)})),
        _ => return json!({"jsonrpc": "2.0", "id": dice.below(5), "result": random_value(dice, 0)}),
    };
    let params = if dice.below(25) == 0 { random_value(dice, 0) } else { params };
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
    let mut dice = Dice(11);
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
        let capabilities = choose(&mut dice, &[json!({}), pulling.clone(), pushed.clone()]).clone();
        let options = random_value(&mut dice, 0);
        let (mut client, _) =
            Client::initialized(json!({"capabilities": capabilities, "initializationOptions": options})).await;
        client.settings = json!({"inlayHints": true});
        for id in 0..200 {
            let message = random_message(&mut dice, id);
            client.send(&client::framed(&message)).await;
        }
        let answer = client.request("shutdown", Value::Null).await;
        assert_eq!(answer, Value::Null);
        let errors = client.unread.iter().filter(|message| message["error"]["code"] == -32603);
        assert_eq!(errors.collect::<Vec<_>>(), Vec::<&Value>::new());
        client.disconnect().await;
    }
}
