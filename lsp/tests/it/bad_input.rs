//! Invalid input of clients, and how the server answers it.

use crate::client::{Client, framed, rules};
use fastrand::Rng;
use iri_lsp::ExitReason;
use serde_json::{Value, json};

const URI: &str = "file:///a.xml";

async fn error_code(client: &mut Client, method: &str, params: Value) -> i64 {
    let id = client.send_request(method, params).await;
    let answer = client.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
    answer["error"]["code"].as_i64().unwrap_or(0)
}

#[tokio::test]
async fn requests_before_initialize_and_after_shutdown_are_errors() {
    let mut client = Client::connected();
    let place = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
    assert_eq!(error_code(&mut client, "textDocument/hover", place.clone()).await, -32002);
    assert_eq!(error_code(&mut client, "shutdown", Value::Null).await, -32002);
    client.open(URI, "<a xml:base='a b'/>").await;
    client.request("initialize", json!({"capabilities": {}})).await;
    assert_eq!(error_code(&mut client, "initialize", json!({"capabilities": {}})).await, -32600);
    assert_eq!(client.request("textDocument/hover", place.clone()).await, Value::Null);
    client.request("shutdown", Value::Null).await;
    assert_eq!(error_code(&mut client, "textDocument/hover", place).await, -32600);
    assert_eq!(client.disconnect().await, ExitReason::Shutdown);
}

#[tokio::test]
async fn unknown_requests_are_answered_with_an_error() {
    let mut client = Client::with_capabilities(json!({})).await;
    for method in ["no/such", "", "$/no/such"] {
        assert_eq!(error_code(&mut client, method, json!({})).await, -32601, "{method}");
        client.notify(method, json!({})).await;
    }
    client.shut_down().await;
}

#[tokio::test]
async fn invalid_params_are_only_an_error() {
    let mut client = Client::with_capabilities(json!({})).await;
    let requests = [
        "textDocument/hover",
        "textDocument/codeAction",
        "textDocument/documentLink",
        "textDocument/inlayHint",
        "textDocument/diagnostic",
        "workspace/executeCommand",
    ];
    let notifications = [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeConfiguration",
        "initialized",
        "$/cancelRequest",
    ];
    let bad = [json!(null), json!({}), json!([]), json!(5), json!({"textDocument": {"uri": 5}})];
    for params in bad {
        for method in requests {
            assert_eq!(error_code(&mut client, method, params.clone()).await, -32602, "{method} {params}");
        }
        for method in notifications {
            client.notify(method, params.clone()).await;
        }
    }
    client.open(URI, "<a xml:base='a b'/>").await;
    assert_eq!(rules(&client.published(URI).await), ["leiri-space"]);
    client.shut_down().await;
}

#[tokio::test]
async fn a_position_beyond_the_text_is_clamped() {
    let mut client = Client::with_capabilities(json!({})).await;
    client.open(URI, "<a xml:base='a'/>").await;
    let (far, farther) = (json!({"line": 7, "character": 3}), json!({"line": u32::MAX, "character": u32::MAX}));
    client.change(URI, 2, json!([{"range": {"start": far, "end": farther}, "text": "<b xml:base='c d'/>"}])).await;
    let published = client.published_version(URI, 2).await;
    assert_eq!(published["diagnostics"][0]["range"]["start"], json!({"line": 0, "character": 31}));
    // An end before the start.
    let range = json!({"start": {"line": 0, "character": 31}, "end": {"line": 0, "character": 2}});
    client.change(URI, 3, json!([{"range": range, "text": "|"}])).await;
    assert_eq!(rules(&client.published_version(URI, 3).await), ["leiri-unwise", "leiri-space"]);
    for position in [far, farther] {
        let place = json!({"textDocument": {"uri": URI}, "position": position});
        assert_eq!(client.request("textDocument/hover", place).await, Value::Null);
        let range = json!({"start": position, "end": {"line": 0, "character": 0}});
        client.actions(URI, &range, &[], Value::Null).await;
    }
    client.shut_down().await;
}

#[tokio::test]
async fn published_versions_never_decrease() {
    let mut client = Client::with_capabilities(json!({})).await;
    client.open(URI, "<a/>").await;
    for (version, published_version) in [(5, 5), (3, 5), (5, 5), (6, 6)] {
        let text = format!("<a xml:base='{}'/>", "|".repeat(usize::try_from(version).expect("it is small")));
        client.change(URI, version, json!([{"text": text}])).await;
        let published = loop {
            let published = client.published(URI).await;
            if published["diagnostics"][0]["range"]["end"]["character"] == 13 + version {
                break published;
            }
        };
        assert_eq!(published["version"], published_version);
    }
    client.shut_down().await;
}

#[tokio::test]
async fn a_client_without_versions_receives_none() {
    let mut client = Client::with_capabilities(json!({})).await;
    let document = json!({"uri": URI, "languageId": "xml", "version": null, "text": "<a xml:base='a b'/>"});
    client.notify("textDocument/didOpen", json!({"textDocument": document})).await;
    assert_eq!(client.published(URI).await.get("version"), None);
    let params = json!({"textDocument": {"uri": URI, "version": null}, "contentChanges": [{"text": "<a/>"}]});
    client.notify("textDocument/didChange", params).await;
    assert_eq!(client.published(URI).await, json!({"uri": URI, "diagnostics": []}));
    client.shut_down().await;
}

#[tokio::test]
async fn a_closed_document_is_not_changed_and_a_second_open_replaces_the_first() {
    let mut client = Client::with_capabilities(json!({})).await;
    client.change(URI, 2, json!([{"text": "<a xml:base='a b'/>"}])).await;
    client.close(URI).await;
    client.open(URI, "<a xml:base='a b'/>").await;
    client.open(URI, "<a xml:base='a|b'/>").await;
    // The first may have been published already.
    while rules(&client.published(URI).await) != ["leiri-unwise"] {}
    client.shut_down().await;
}

#[tokio::test]
async fn ten_thousand_documents_can_be_open() {
    let mut client = Client::with_capabilities(json!({})).await;
    let uri = |number: usize| format!("file:///folder/{number}.xml");
    for number in 0..10_000 {
        client.open(&uri(number), &format!("<a xml:base='a{}b'/>", " ".repeat(number % 3))).await;
        // The output must be read, or the pipe is full.
        while client.unread.len() < number / 2 {
            let message = client.read().await.expect("it still speaks");
            client.unread.push_back(message);
        }
    }
    let last = client.published(&uri(9_999)).await;
    assert_eq!(rules(&last), Vec::<String>::new());
    client.change(&uri(5_000), 2, json!([{"text": "<a xml:base='|'/>"}])).await;
    assert_eq!(rules(&client.published_version(&uri(5_000), 2).await), ["leiri-unwise"]);
    client.shut_down().await;
}

#[tokio::test]
async fn a_client_that_reads_late_receives_the_newest_diagnostics() {
    let mut client = Client::with_capabilities(json!({})).await;
    client.open(URI, "<a xml:base='a'/>").await;
    let faults = "<b xml:base='a b'/>".repeat(300);
    for version in 2..=1_000 {
        let text = format!("<a xml:base='{version}'>{faults}</a>");
        client.change(URI, version, json!([{"text": text}])).await;
    }
    let mut last = 0;
    while last < 1_000 {
        let version = client.published(URI).await["version"].as_i64().expect("a version");
        assert!(last < version, "{version} after {last}");
        last = version;
    }
    client.shut_down().await;
}

/// Returns the bytes of a session.
fn session() -> Vec<u8> {
    let document = json!({"uri": URI, "languageId": "xml", "version": 1, "text": "<a xml:base='a b'/>"});
    let place = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 14}});
    let messages = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": place}),
    ];
    messages.iter().flat_map(framed).collect()
}

#[tokio::test]
async fn the_next_message_is_read_whatever_came_before() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..300 {
        let mut bytes = session();
        for _ in 0..=rng.usize(..8) {
            if bytes.len() < 2 {
                break;
            }
            let at = rng.usize(..bytes.len());
            match rng.usize(..4) {
                0 => bytes[at] = rng.u8(..),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"\"{}[],:0 \r\n"[rng.usize(..11)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let mut client = Client::connected();
        client.send(&bytes).await;
        client.send(b"\r\n").await;
        let id = client.send_request("no/such", json!({})).await + 1000;
        let next = json!({"jsonrpc": "2.0", "id": id, "method": "no/such"});
        client.send(&framed(&next)).await;
        client.wait_for(|message| message["id"] == id && message.get("error").is_some()).await;
        client.disconnect().await;
    }
}
