//! Whole sessions over an in-memory pipe.

use crate::client::{Client, rules};
use iri_lsp::ExitReason;
use serde_json::{Value, json};

const URI: &str = "file:///a.xml";

/// One finding, after a character of two code units and an entity.
const TEXT: &str = "<!DOCTYPE a [<!ENTITY e 'b|c'>]>\r\n<a xmlns:x='http://www.w3.org/1999/xlink'\r\n  x:href='\u{1F600}&#x20;d'/>\r\n";

fn range(diagnostic: &Value) -> (u64, u64, u64, u64) {
    let at = |end: &str, part: &str| diagnostic["range"][end][part].as_u64().expect("a number");
    (at("start", "line"), at("start", "character"), at("end", "line"), at("end", "character"))
}

#[tokio::test]
async fn diagnostics_are_published_at_once_on_the_characters_of_the_source() {
    for (offered, chosen, start) in [
        (json!([]), Value::Null, 12),
        (json!(["utf-16"]), json!("utf-16"), 12),
        (json!(["utf-32", "utf-16"]), json!("utf-32"), 11),
        (json!(["utf-16", "utf-8"]), json!("utf-8"), 14),
        (json!(["utf-7"]), json!("utf-16"), 12),
    ] {
        let capabilities = json!({"general": {"positionEncodings": offered}});
        let (mut client, answer) = Client::initialized(json!({"capabilities": capabilities})).await;
        assert_eq!(answer["capabilities"]["positionEncoding"], chosen, "{offered}");
        client.open(URI, TEXT).await;
        let published = client.published(URI).await;
        assert_eq!(published["version"], 1);
        let space = &published["diagnostics"][0];
        assert_eq!(space["code"], "leiri-space");
        assert_eq!(space["severity"], 2);
        assert_eq!(space["source"], "iri");
        assert_eq!(space["data"]["rule"], "leiri-space");
        assert_eq!(range(space), (2, start, 2, start + 6), "{offered}");
        assert_eq!(client.shut_down().await, ExitReason::Shutdown);
    }
}

#[tokio::test]
async fn a_finding_inside_an_entity_is_related_to_its_declaration() {
    let capabilities = json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}});
    let mut client = Client::with_capabilities(capabilities).await;
    client.open(URI, &TEXT.replace("d'", "&e;'")).await;
    let published = client.published(URI).await;
    assert_eq!(rules(&published), ["leiri-space", "leiri-unwise"]);
    let related = &published["diagnostics"][1]["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], URI);
    assert_eq!(related["location"]["range"]["start"], json!({"line": 0, "character": 13}));
}

#[tokio::test]
async fn a_relative_reference_is_related_to_its_base() {
    let capabilities = json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}});
    let mut client = Client::with_capabilities(capabilities).await;
    client
        .open(
            URI,
            "<a xml:base='http://example.org/'>\n<b xml:base='a b'/>\n<b xml:base='http://example.org/c d'/></a>",
        )
        .await;
    let published = client.published(URI).await;
    let related = &published["diagnostics"][0]["relatedInformation"][0];
    assert_eq!(related["location"]["range"]["start"], json!({"line": 0, "character": 13}));
    assert_eq!(published["diagnostics"][1].get("relatedInformation"), None);
}

#[tokio::test]
async fn diagnostics_of_changes_have_their_version() {
    let mut client = Client::with_capabilities(json!({})).await;
    client.open(URI, "<a xml:base='a'/>").await;
    assert_eq!(rules(&client.published(URI).await), Vec::<String>::new());
    let at = json!({"start": {"line": 0, "character": 13}, "end": {"line": 0, "character": 13}});
    client.change(URI, 7, json!([{"range": at, "text": " "}, {"range": at, "text": "|"}])).await;
    let published = client.published_version(URI, 7).await;
    assert_eq!(rules(&published), ["leiri-unwise", "leiri-space"]);
    client.change(URI, 8, json!([{"text": "<a xml:base='a'/>"}])).await;
    assert_eq!(rules(&client.published_version(URI, 8).await), Vec::<String>::new());
    client.shut_down().await;
}

#[tokio::test]
async fn a_closed_document_has_no_diagnostics() {
    let mut client = Client::with_capabilities(json!({})).await;
    client.open(URI, "<a xml:base='a b'/>").await;
    assert_eq!(client.published(URI).await["diagnostics"].as_array().map(Vec::len), Some(1));
    client.close(URI).await;
    assert_eq!(client.published(URI).await, json!({"uri": URI, "diagnostics": []}));
}

#[tokio::test]
async fn a_document_keeps_the_uri_of_the_client() {
    let mut client = Client::with_capabilities(json!({})).await;
    for uri in
        ["file:///a b.xml", "file:/c.xml", "file:///\u{E9}/../d.xml", "untitled:Untitled-1", "C:\\e.xml", "f", ""]
    {
        client.open(uri, "<a xml:base='a b'/>").await;
        assert_eq!(rules(&client.published(uri).await), ["leiri-space"], "{uri}");
        client.change(uri, 2, json!([{"text": "<a/>"}])).await;
        assert_eq!(rules(&client.published_version(uri, 2).await), Vec::<String>::new(), "{uri}");
    }
}

#[tokio::test]
async fn two_uris_are_two_documents_even_of_one_file() {
    let mut client = Client::with_capabilities(json!({})).await;
    let names = ["file:///a%20b.xml", "file:///a b.xml", "file:/a b.xml"];
    for (number, uri) in names.iter().enumerate() {
        client.open(uri, &format!("<a xml:base='{}'/>", "|".repeat(number))).await;
        assert_eq!(client.published(uri).await["diagnostics"].as_array().map(Vec::len), Some(number.min(1)), "{uri}");
    }
    client.close(names[1]).await;
    assert_eq!(client.published(names[1]).await, json!({"uri": names[1], "diagnostics": []}));
    client.change(names[0], 2, json!([{"text": "<a xml:base='c d'/>"}])).await;
    assert_eq!(rules(&client.published_version(names[0], 2).await), ["leiri-space"]);
}

#[tokio::test]
async fn a_returned_diagnostic_keeps_its_related_information_for_every_uri() {
    let related = json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}});
    let mut client = Client::with_capabilities(related).await;
    let text = "<a xml:base='http://example.org/'><b xml:base='c d'/></a>";
    for uri in ["", "e.xml", "\\\\server\\f.xml", "http://["] {
        client.open(uri, text).await;
        let diagnostic = client.published(uri).await["diagnostics"][0].clone();
        assert_eq!(diagnostic["relatedInformation"][0]["location"]["uri"], uri);
        let actions = client.actions(uri, &diagnostic["range"], std::slice::from_ref(&diagnostic), Value::Null).await;
        assert_eq!(actions[0]["diagnostics"], json!([diagnostic]), "{uri}");
    }
}

#[tokio::test]
async fn diagnostics_are_not_published_to_a_client_that_pulls_them() {
    let capabilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    let (mut client, answer) = Client::initialized(json!({"capabilities": capabilities})).await;
    assert_eq!(answer["capabilities"]["diagnosticProvider"]["identifier"], "iri");
    client.open(URI, "<a xml:base='a b'/>").await;
    let params = json!({"textDocument": {"uri": URI}});
    let full = client.request("textDocument/diagnostic", params).await;
    assert_eq!((&full["kind"], &full["items"][0]["code"]), (&json!("full"), &json!("leiri-space")));
    let params = json!({"textDocument": {"uri": URI}, "previousResultId": full["resultId"]});
    let unchanged = client.request("textDocument/diagnostic", params.clone()).await;
    assert_eq!(unchanged, json!({"kind": "unchanged", "resultId": full["resultId"]}));
    client.change(URI, 2, json!([{"text": "<a/>"}])).await;
    assert_eq!(client.request("textDocument/diagnostic", params).await["items"], json!([]));
    assert!(client.unread.iter().all(|message| message["method"] != "textDocument/publishDiagnostics"));
}

/// Returns a document whose fixes take a while: every character of its value needs one.
fn long() -> String {
    format!("<a xmlns:x='http://www.w3.org/1999/xlink' x:href='data:,{}'/>", "a b ".repeat(50_000))
}

#[tokio::test]
async fn a_request_is_not_answered_if_it_is_cancelled_or_its_document_changes() {
    let (mut client, _) = Client::initialized(json!({"capabilities": {}})).await;
    client.open(URI, &long()).await;
    let all = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}});
    let context = json!({"diagnostics": [], "only": ["source.fixAll.iri"]});
    let actions = json!({"textDocument": {"uri": URI}, "range": all, "context": context});
    let hover = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 70}});
    let inspect = json!({"command": "iri.inspect", "arguments": [hover]});
    for (version, (method, params)) in (2..).zip([
        ("textDocument/codeAction", actions),
        ("textDocument/hover", hover),
        ("workspace/executeCommand", inspect),
    ]) {
        let id = client.send_request(method, params.clone()).await;
        client.notify("$/cancelRequest", json!({"id": id})).await;
        let answer = client.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
        assert_eq!(answer["error"]["code"], -32800, "{method}");
        let id = client.send_request(method, params).await;
        client.change(URI, version, json!([{"text": long()}])).await;
        let answer = client.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
        assert_eq!(answer["error"]["code"], -32801, "{method}");
    }
    assert_eq!(client.shut_down().await, ExitReason::Shutdown);
}
