//! Structure around references: selections, highlights, symbols, and definitions with their origin.

use crate::client::editor::{PositionEncoding, position, span};
use crate::client::{Client, uri_of};
use serde_json::{Value, json};

const TEXT: &str = "<r xmlns:x='http://www.w3.org/1999/xlink'>\n<p xml:id='one'/><p xml:id='\u{5D0}'/>\
<b x:href='http://u@www.ex.org:80/a/b c?k=v&amp;l#f'/><b x:href='#one'/><b x:href='a.xml#one'/><b x:href='#\u{5D0}'/></r>";

async fn opened(capabilities: Value) -> (tempfile::TempDir, Client, String) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("a.xml"), TEXT).expect("it can be written");
    std::fs::write(folder.path().join("b.xml"), "<r><q xml:id='ones'/></r>").expect("it can be written");
    let params = json!({"capabilities": capabilities, "rootUri": uri_of(folder.path())});
    let (mut client, _) = Client::initialized(params).await;
    let uri = uri_of(&folder.path().join("a.xml"));
    client.open(&uri, TEXT).await;
    (folder, client, uri)
}

fn at(uri: &str, before: &str) -> Value {
    let offset = TEXT.find(before).expect("it is there") + before.len();
    json!({"textDocument": {"uri": uri}, "position": position(TEXT, offset, PositionEncoding::Utf16)})
}

fn slice(range: &Value) -> &'static str {
    let (start, end) = span(TEXT, range, PositionEncoding::Utf16);
    &TEXT[start..end]
}

#[tokio::test]
async fn a_selection_grows_by_components_and_markup() {
    let (_folder, mut client, uri) = opened(json!({})).await;
    for (before, expected) in [
        ("http://u@www.e", &["ex", "www.ex.org", "u@www.ex.org:80"][..]),
        ("ex.org:8", &["80", "u@www.ex.org:80"]),
        ("80/a/b", &["b c", "/a/b c"]),
        ("b c?k=", &["v", "k=v", "k=v&amp;l"]),
        ("&amp;l", &["l", "k=v&amp;l"]),
    ] {
        let params = json!({"textDocument": {"uri": uri}, "positions": [at(&uri, before)["position"]]});
        let answer = client.request("textDocument/selectionRange", params).await;
        let (mut found, mut range) = (Vec::new(), &answer[0]);
        while !range.is_null() {
            found.push(slice(&range["range"]));
            range = &range["parent"];
        }
        let reference = "http://u@www.ex.org:80/a/b c?k=v&amp;l#f";
        let quoted = format!("'{reference}'");
        let (attribute, tag) = (format!("x:href={quoted}"), format!("<b x:href={quoted}/>"));
        let outer = [reference, &quoted, &attribute, &tag, TEXT];
        let expected: Vec<&str> = expected.iter().copied().chain(outer).collect();
        assert_eq!(found, expected, "{before}");
    }
}

#[tokio::test]
async fn a_selection_in_a_deep_document_has_a_bounded_depth() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (mut client, _) = Client::initialized(json!({"capabilities": {}, "rootUri": uri_of(folder.path())})).await;
    let uri = uri_of(&folder.path().join("deep.xml"));
    client.open(&uri, &format!("{}{}", "<a>".repeat(50_000), "</a>".repeat(50_000))).await;
    let params = json!({"textDocument": {"uri": uri}, "positions": [{"line": 0, "character": 150_000}]});
    let answer = client.request("textDocument/selectionRange", params).await;
    let ranges: Vec<_> = std::iter::successors(Some(&answer[0]), |range| range.get("parent")).collect();
    assert!((100..110).contains(&ranges.len()), "{}", ranges.len());
    let width =
        |range: &Value| [&range["range"]["start"]["character"], &range["range"]["end"]["character"]].map(Value::as_u64);
    assert_eq!(width(ranges[0]), [Some(149_997), Some(150_000)]);
    assert_eq!(width(ranges[ranges.len() - 1]), [Some(0), Some(350_000)]);
}

#[tokio::test]
async fn an_id_is_highlighted_with_what_refers_to_it() {
    let (_folder, mut client, uri) = opened(json!({})).await;
    for (before, expected) in [
        ("xml:id='o", &[("one", 3), ("#one", 2), ("a.xml#one", 2)][..]),
        ("href='#on", &[("one", 3), ("#one", 2), ("a.xml#one", 2)]),
        ("href='#\u{5D0}", &[("\u{5D0}", 3), ("#\u{5D0}", 2)]),
        ("href='http://u", &[("http://u@www.ex.org:80/a/b c?k=v&amp;l#f", 2)]),
        ("<r xm", &[]),
    ] {
        let answer = client.request("textDocument/documentHighlight", at(&uri, before)).await;
        let all = answer.as_array().expect("a list").iter();
        let found: Vec<_> = all.map(|one| (slice(&one["range"]), one["kind"].as_u64().expect("a kind"))).collect();
        assert_eq!(found, expected, "{before}");
    }
}

#[tokio::test]
async fn ids_and_references_with_findings_are_symbols() {
    let (_folder, mut client, uri) = opened(json!({})).await;
    let answer = client.request("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}})).await;
    let all = answer.as_array().expect("a list").iter();
    let found: Vec<_> = all.map(|one| (one["name"].as_str().expect("a name"), one["detail"].as_str())).collect();
    let faulty = "http://u@www.ex.org:80/a/b c?k=v&l#f";
    assert_eq!(found[..2], [("one", None), ("\u{5D0}", None)]);
    assert_eq!(found[2].0, faulty);
    assert!(
        found[2].1.is_some_and(|rules| rules.contains("leiri-space") && rules.contains("default-port")),
        "{found:?}"
    );
    let answer = client.request("workspace/symbol", json!({"query": "ONE"})).await;
    let all = answer.as_array().expect("a list").iter();
    let found: Vec<_> = all.map(|one| (one["name"].as_str(), one["containerName"].as_str())).collect();
    assert_eq!(found, [(Some("one"), Some("a.xml")), (Some("ones"), Some("b.xml"))]);
    // Characters in their order are enough: the client sorts.
    let answer = client.request("workspace/symbol", json!({"query": "Os"})).await;
    assert_eq!((answer[0]["name"].as_str(), answer[1].as_str()), (Some("ones"), None), "{answer}");
}

#[tokio::test]
async fn a_definition_has_its_origin_if_the_client_displays_it() {
    let (_folder, mut client, uri) = opened(json!({"textDocument": {"definition": {"linkSupport": true}}})).await;
    let answer = client.request("textDocument/definition", at(&uri, "a.xml#o")).await;
    assert_eq!(slice(&answer[0]["originSelectionRange"]), "one");
    assert_eq!((slice(&answer[0]["targetRange"]), answer[0]["targetUri"].as_str()), ("one", Some(&*uri)));
    // The origin is at the position.
    let answer = client.request("textDocument/definition", at(&uri, "'a.x")).await;
    assert_eq!(slice(&answer[0]["originSelectionRange"]), "a.xml#one");
}

#[tokio::test]
async fn a_link_to_an_id_leads_to_its_line() {
    let (_folder, mut client, uri) = opened(json!({})).await;
    let links = client.request("textDocument/documentLink", json!({"textDocument": {"uri": uri}})).await;
    let all = links.as_array().expect("a list");
    let link = all.iter().find(|link| slice(&link["range"]) == "a.xml#one").expect("it is a link");
    let resolved = client.request("documentLink/resolve", link.clone()).await;
    assert_eq!(resolved["target"], format!("{uri}#L2,12"));
    let web = all.iter().find(|link| slice(&link["range"]).starts_with("http")).expect("it is a link");
    assert!(web.get("data").is_none(), "nothing is to be resolved: {web}");
}

#[tokio::test]
async fn a_hover_counts_the_references_to_an_id_and_explains_a_rule() {
    let (_folder, mut client, uri) = opened(json!({})).await;
    for (before, expected) in [("xml:id='on", "2 references in 1 file"), ("xml:id='\u{5D0}", "1 reference in 1 file")] {
        let hover = client.request("textDocument/hover", at(&uri, before)).await;
        assert_eq!(hover["contents"]["value"], expected, "{before}");
    }
    let text = "<r><!-- iri-ignore leiri-space --><p xml:id='lone'/><!-- leiri-space --></r>";
    let other = format!("{uri}2");
    client.open(&other, text).await;
    for (before, expected) in [
        ("iri-ignore lei", Some("# leiri-space")),
        ("iri-ignore leiri-space", Some("# leiri-space")),
        ("<!-- leiri", None),
        ("xml:id='l", Some("no references")),
    ] {
        let position = position(text, text.find(before).expect("it is there") + before.len(), PositionEncoding::Utf16);
        let hover =
            client.request("textDocument/hover", json!({"textDocument": {"uri": other}, "position": position})).await;
        let value = hover["contents"]["value"].as_str();
        assert!(value.map(|value| value.lines().next()) == Some(expected).filter(Option::is_some), "{before}: {hover}");
    }
}

#[tokio::test]
async fn a_menu_fixes_a_selection_and_a_rule_and_creates_a_file() {
    let text = format!(
        "<html xmlns='http://www.w3.org/1999/xhtml'>{}<img src='gone.png'/><img src='a.xmll'/></html>",
        "<a href='a b'/><a href='c|d'/>".repeat(40)
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("a.xml"), TEXT).expect("it can be written");
    std::fs::write(folder.path().join(".iri.toml"), "[rules]\nmissing-target = 'warning'\n")
        .expect("it can be written");
    let capabilities = json!({
        "textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}}},
        "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
    });
    let params = json!({"capabilities": capabilities, "rootUri": uri_of(folder.path())});
    let (mut client, _) = Client::initialized(params).await;
    let uri = uri_of(&folder.path().join("page.xhtml"));
    client.open(&uri, &text).await;
    let range = |from: &str, to: &str| {
        let (start, end) = (text.find(from).expect("it is there"), text.rfind(to).expect("it is there"));
        json!({"start": position(&text, start, PositionEncoding::Utf16), "end": position(&text, end, PositionEncoding::Utf16)})
    };
    let titles = |actions: &[Value]| {
        actions.iter().map(|one| one["title"].as_str().expect("a title").to_owned()).collect::<Vec<_>>()
    };
    let actions = client.actions(&uri, &range("<a href", "<img src='gone"), &[], Value::Null).await;
    assert!(actions.len() <= 20, "{:?}", titles(&actions));
    for (title, is_fixed) in [
        ("Apply all safe fixes to the selection", text.replace("a b", "a%20b").replace("c|d", "c%7Cd")),
        ("Fix all leiri-space in this file", text.replace("a b", "a%20b")),
    ] {
        let action =
            actions.iter().find(|one| one["title"] == title).unwrap_or_else(|| panic!("{:?}", titles(&actions)));
        let resolved = client.request("codeAction/resolve", action.clone()).await;
        let edits = resolved["edit"]["documentChanges"][0]["edits"].as_array().expect("a list").clone();
        assert_eq!(crate::client::editor::apply(&text, &edits, PositionEncoding::Utf16), is_fixed, "{title}");
    }
    let at = |place: &str| {
        let start = position(&text, text.find(place).expect("it is there"), PositionEncoding::Utf16);
        json!({"start": start, "end": start})
    };
    let actions = client.actions(&uri, &at("gone.png"), &[], Value::Null).await;
    let create = actions.iter().find(|one| one["title"] == "Create gone.png").expect("it can be created");
    let created = &create["edit"]["documentChanges"][0];
    assert_eq!(
        (created["kind"].as_str(), created["uri"].as_str()),
        (Some("create"), Some(&*uri_of(&folder.path().join("gone.png"))))
    );
    // The only similar name is the one that is meant.
    let actions = client.actions(&uri, &at("a.xmll"), &[], Value::Null).await;
    assert_eq!(
        (actions[0]["title"].as_str(), &actions[0]["isPreferred"]),
        (Some("Replace 'a.xmll' with 'a.xml'"), &json!(true))
    );
    let actions = client.actions(&uri, &at("a b"), &[], Value::Null).await;
    assert!(
        actions.len() <= 10 && titles(&actions).last().is_some_and(|last| last.starts_with("Turn off")),
        "{:?}",
        titles(&actions)
    );
    let settings = json!({"settings": {"iri": {"suppressionActions": false}}});
    client.notify("workspace/didChangeConfiguration", settings).await;
    let actions = client.actions(&uri, &at("a b"), &[], Value::Null).await;
    assert!(!titles(&actions).iter().any(|title| title.starts_with("Suppress") || title.starts_with("Turn off")));
}
