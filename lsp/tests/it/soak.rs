//! Random edits among requests, cancellations and events of files: the diagnostics equal those of a fresh server.
//!
//! `IRI_LONG=1 cargo test -p iri-lsp --test it soak::` makes 20,000 edits and checks the memory.

use std::fs;
use std::path::Path;

use crate::client::Client;
use crate::client::editor::{PositionEncoding, apply, position};
use fastrand::Rng;
use serde_json::{Value, json};

const PARTS: [&str; 16] = [
    "<b xml:base='a b'/>",
    "<!-- iri-ignore leiri -->",
    "<!-- iri-ignore-file bidi -->",
    " xml:base='c|d\u{5D0}/\u{1F600}'",
    "<a xmlns='http://www.w3.org/1999/xhtml' href='b.png'/>",
    "<i xmlns='http://www.w3.org/1999/xhtml' href='%zz\\x'>",
    "</b>",
    ">",
    "'",
    "\"",
    "&amp;",
    "&#x20;",
    "\n",
    "\u{E9}",
    " ",
    "<![CDATA[ x ]]>",
];
const CONFIGS: [&str; 3] = ["", "[rules]\nmissing-target = 'warning'\n", "[rules]\nleiri-space = 'off'\n"];

async fn client(folder: &Path) -> Client {
    let capabilities = json!({
        "textDocument": {
            "diagnostic": {},
            "codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}},
        },
        "workspace": {"diagnostics": {"refreshSupport": true}, "workspaceEdit": {"documentChanges": true}},
    });
    let folders = json!([{"uri": format!("file://{}", folder.display()), "name": "w"}]);
    Client::initialized(json!({"capabilities": capabilities, "workspaceFolders": folders})).await.0
}

/// Returns an edit of a part of `text`, at a random place.
fn edit(text: &str, rng: &mut Rng) -> Value {
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        // Half of a line end is not a position of an editor.
        if text[..at].ends_with('\r') { at - 1 } else { at }
    };
    let start = boundary(rng.usize(..=text.len()));
    let length = if text.len() > 4_000 { rng.usize(..200) } else { rng.usize(..12) };
    let end = boundary((start + length).min(text.len())).max(start);
    let new = if rng.usize(..4) == 0 { "" } else { PARTS[rng.usize(..PARTS.len())] };
    let at = |offset| position(text, offset, PositionEncoding::Utf16);
    json!({"range": {"start": at(start), "end": at(end)}, "newText": new})
}

/// Returns the resident memory of this process, which contains the server, in KiB.
fn memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("it has the memory");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[tokio::test]
async fn the_diagnostics_equal_those_of_a_fresh_server() {
    let is_long = std::env::var_os("IRI_LONG").is_some();
    let edits = if is_long { 20_000 } else { 1_500 };
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let uri = |name: &str| format!("file://{}/{name}", folder.path().display());
    let file = |name: &str| folder.path().join(name);
    fs::write(file("other.xml"), "<a xml:base='a b'/>").expect("it can be written");
    let mut rng = Rng::with_seed(7);
    let mut texts = ["<a>\n</a>".to_owned(), "<a xml:base='x y'>\n<b/></a>".to_owned()];
    let uris = [uri("a.xml"), uri("b.xml")];
    let mut editor = client(folder.path()).await;
    for (uri, text) in uris.iter().zip(&texts) {
        editor.open(uri, text).await;
    }
    let mut early_memory = None;
    for number in 1..=edits {
        let which = rng.usize(..2);
        let (uri_of, text) = (&uris[which], &mut texts[which]);
        let edit = edit(text, &mut rng);
        let version = number + 1;
        let change = json!([{"range": edit["range"], "text": edit["newText"]}]);
        editor.change(uri_of, version, change).await;
        *text = apply(text, std::slice::from_ref(&edit), PositionEncoding::Utf16);
        let document = json!({"uri": uri_of});
        let range = json!({"start": edit["range"]["start"], "end": edit["range"]["start"]});
        let context = json!({"diagnostics": []});
        match rng.usize(..12) {
            0 => {
                let params = json!({"textDocument": document, "range": range, "context": context});
                let id = editor.send_request("textDocument/codeAction", params).await;
                editor.notify("$/cancelRequest", json!({"id": id})).await;
            }
            1 => {
                let id = editor.send_request("workspace/diagnostic", json!({"previousResultIds": []})).await;
                editor.notify("$/cancelRequest", json!({"id": id})).await;
            }
            2 => {
                let params = json!({"textDocument": document, "position": range["start"]});
                editor.send_request("textDocument/hover", params).await;
            }
            3 => {
                let target = file("b.png");
                let kind = if target.exists() {
                    fs::remove_file(&target).expect("it exists");
                    3
                } else {
                    fs::write(&target, "").expect("it can be written");
                    1
                };
                let changes = json!([{"uri": uri("b.png"), "type": kind}]);
                editor.notify("workspace/didChangeWatchedFiles", json!({"changes": changes})).await;
            }
            4 => {
                fs::write(file(".iri.toml"), CONFIGS[rng.usize(..CONFIGS.len())]).expect("it can be written");
                let changes = json!([{"uri": uri(".iri.toml"), "type": 2}]);
                editor.notify("workspace/didChangeWatchedFiles", json!({"changes": changes})).await;
            }
            5 => {
                let params = json!({"textDocument": document, "range": range, "context": context});
                editor.send_request("textDocument/codeAction", params).await;
            }
            6 => {
                let params = json!({"textDocument": document, "position": range["start"]});
                editor.send_request("textDocument/completion", params).await;
            }
            7 => {
                let params = json!({"textDocument": document, "position": range["start"], "newName": "c"});
                let id = editor.send_request("textDocument/rename", params).await;
                editor.notify("$/cancelRequest", json!({"id": id})).await;
            }
            _ => {}
        }
        if number % (edits / 15) == 0 {
            let mut fresh = client(folder.path()).await;
            for (uri, text) in uris.iter().zip(&texts) {
                fresh.open(uri, text).await;
                let expected = fresh.pull(uri).await;
                // The settings may have changed a moment ago: the server asks for another pull when they apply.
                let mut pulled = editor.pull(uri).await;
                while pulled != expected {
                    editor.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
                    pulled = editor.pull(uri).await;
                }
            }
            fresh.shut_down().await;
            editor.unread.clear();
            early_memory = early_memory.or((number * 4 > edits).then(memory));
        }
    }
    let (early, late) = (early_memory.expect("it was measured"), memory());
    assert!(!is_long || late < early + early / 2 + 20_000, "{early} KiB, then {late} KiB");
    editor.shut_down().await;
}
