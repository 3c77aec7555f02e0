//! Keys of DITA and Mallard, which lead to their targets as IDs do.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::editor::PositionEncoding::Utf8;
use crate::links::{Desk, labels};

const DITA: [(&str, &str); 4] = [
    ("main.ditamap", "<map><keydef keys='setup other' href='topics/setup.dita'/><keydef keys='text'/></map>"),
    ("topics/setup.dita", "<topic id='t'><title>T</title><body><p id='step'/><p id='more'/></body></topic>"),
    (
        "topics/a.dita",
        "<topic id='a'><xref keyref='setup'/><p conkeyref='setup/step'/><xref href='setup.dita#t/step'/></topic>",
    ),
    ("topics/b.dita", "<topic id='b'><link keyref='other'/><keyword keyref='text'/></topic>"),
];

const MALLARD: [(&str, &str); 2] = [
    (
        "index.page",
        "<page xmlns='http://projectmallard.org/1.0/' id='index'><link xref='two#part'/><link xref='two'/></page>",
    ),
    (
        "two.page",
        "<page xmlns='http://projectmallard.org/1.0/' id='two'><section id='part'/><link xref='#part'/><link xref='index'/></page>",
    ),
];

async fn lines(desk: &mut Desk, name: &str, before: &str, method: &str) -> Vec<(String, u64)> {
    let text = desk.open(name).await;
    let mut params = desk.at(name, &text, before);
    params["context"] = json!({"includeDeclaration": true});
    let found = desk.client.request(method, params).await;
    let place = |location: &Value| {
        let name = location["uri"].as_str().expect("a URI").rsplit('/').next().expect("a name").to_owned();
        (name, location["range"]["start"]["character"].as_u64().expect("a column"))
    };
    found.as_array().into_iter().flatten().map(place).collect()
}

#[tokio::test]
async fn a_key_leads_to_its_definition_and_its_elements_to_the_target() {
    for (files, name, before, expected) in [
        (&DITA[..], "topics/a.dita", "keyref='se", vec![("main.ditamap", 19)]),
        (&DITA, "topics/b.dita", "keyref='ot", vec![("main.ditamap", 25)]),
        (&DITA, "topics/a.dita", "setup/st", vec![("setup.dita", 43)]),
        (&MALLARD, "index.page", "xref='two#pa", vec![("two.page", 67)]),
        (&MALLARD, "index.page", "xref='tw", vec![("two.page", 49)]),
        (&MALLARD, "two.page", "xref='#pa", vec![("two.page", 67)]),
    ] {
        let mut desk = Desk::new(files, Utf8).await;
        let found = lines(&mut desk, name, before, "textDocument/definition").await;
        let found: Vec<_> = found.iter().map(|(name, column)| (name.as_str(), *column)).collect();
        assert_eq!(found, expected, "{before}");
    }
}

#[tokio::test]
async fn references_lead_to_a_key_or_through_it() {
    for (files, name, before, expected) in [
        (&DITA[..], "main.ditamap", "keys='se", &["a.dita", "a.dita", "main.ditamap"][..]),
        (&DITA, "topics/setup.dita", "<p id='", &["a.dita", "a.dita", "setup.dita"]),
        (&DITA, "topics/a.dita", "conkeyref='setup/", &["a.dita", "a.dita", "setup.dita"]),
        (&MALLARD, "two.page", "id='tw", &["index.page", "index.page", "two.page"]),
        (&MALLARD, "two.page", "section id='", &["index.page", "two.page", "two.page"]),
    ] {
        let mut desk = Desk::new(files, Utf8).await;
        let mut found = lines(&mut desk, name, before, "textDocument/references").await;
        found.sort();
        let found: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(found, expected, "{before}");
    }
}

#[tokio::test]
async fn a_rename_changes_keys_and_what_names_an_element_through_them() {
    for (files, name, before, expected) in [
        (&DITA[..], "topics/a.dita", "keyref='se", &[("a.dita", 2), ("main.ditamap", 1)][..]),
        (&DITA, "main.ditamap", "keys='setup ot", &[("b.dita", 1), ("main.ditamap", 1)]),
        (&DITA, "topics/setup.dita", "<p id='", &[("a.dita", 2), ("setup.dita", 1)]),
        (&DITA, "topics/a.dita", "conkeyref='setup/", &[("a.dita", 2), ("setup.dita", 1)]),
        (&DITA, "topics/setup.dita", "<topic id='", &[("a.dita", 1), ("setup.dita", 1)]),
        (&MALLARD, "index.page", "xref='tw", &[("index.page", 2), ("two.page", 1)]),
        (&MALLARD, "two.page", "section id='", &[("index.page", 1), ("two.page", 2)]),
    ] {
        let mut desk = Desk::new(files, Utf8).await;
        let text = desk.open(name).await;
        let mut params = desk.at(name, &text, before);
        assert!(desk.client.request("textDocument/prepareRename", params.clone()).await.is_object(), "{before}");
        params["newName"] = json!("NEW");
        let edit = desk.client.request("textDocument/rename", params).await;
        let mut texts: BTreeMap<_, _> =
            files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
        desk.apply(&edit, &mut texts);
        let count = |(name, _): &(&str, &str)| {
            let count = texts[&desk.path(name)].matches("NEW").count();
            (count > 0).then(|| (name.rsplit('/').next().expect("a name").to_owned(), count))
        };
        let mut changed: Vec<_> = files.iter().filter_map(count).collect();
        changed.sort();
        let changed: Vec<_> = changed.iter().map(|(name, count)| (name.as_str(), *count)).collect();
        assert_eq!(changed, expected, "{before}: {texts:?}");
    }
}

#[tokio::test]
async fn a_key_and_a_page_with_its_name_are_apart() {
    let page = ("prod.page", "<page xmlns='http://projectmallard.org/1.0/' id='setup'><link xref='setup'/></page>");
    let files = [DITA[0], DITA[1], DITA[2], page];
    for (name, before, expected) in [
        ("topics/a.dita", "keyref='se", &["a.dita", "a.dita", "main.ditamap"][..]),
        ("prod.page", "xref='se", &["prod.page", "prod.page"]),
    ] {
        let mut desk = Desk::new(&files, Utf8).await;
        let mut found = lines(&mut desk, name, before, "textDocument/references").await;
        found.sort();
        assert_eq!(found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), expected, "{before}");
        let mut desk = Desk::new(&files, Utf8).await;
        let text = desk.open(name).await;
        let mut params = desk.at(name, &text, before);
        params["newName"] = json!("NEW");
        let edit = desk.client.request("textDocument/rename", params).await;
        let mut texts: BTreeMap<_, _> =
            files.iter().map(|(name, text)| (desk.path(name), (*text).to_owned())).collect();
        desk.apply(&edit, &mut texts);
        let is_page = texts[&desk.path("prod.page")].contains("NEW");
        assert_eq!(is_page, name == "prod.page");
        assert_ne!(is_page, texts[&desk.path("main.ditamap")].contains("NEW"));
    }
    let mut desk = Desk::new(&files, Utf8).await;
    let found =
        desk.complete("new.page", "<page xmlns='http://projectmallard.org/1.0/' id='x'><link xref='|'/></page>").await;
    assert_eq!(labels(&found), ["setup", "x"]);
}

#[tokio::test]
async fn a_key_is_not_renamed_to_another_one_or_without_its_scope() {
    let scoped = ("c.dita", "<topic id='c'><xref keyref='scope.setup'/></topic>");
    for (files, new) in [(&DITA[..], "other"), (&DITA, "a b"), (&[DITA[0], DITA[1], DITA[2], scoped], "new")] {
        let mut desk = Desk::new(files, Utf8).await;
        let text = desk.open("topics/a.dita").await;
        let mut params = desk.at("topics/a.dita", &text, "keyref='");
        params["newName"] = json!(new);
        let id = desk.client.send_request("textDocument/rename", params).await;
        let answer = desk.client.wait_for(|message| message["id"] == id).await;
        assert!(answer["error"].is_object(), "{new}: {answer}");
    }
}

#[tokio::test]
async fn keys_are_completed_highlighted_and_symbols() {
    let mut desk = Desk::new(&DITA, Utf8).await;
    for (marked, expected) in [
        ("<topic id='x'><xref keyref='|'/></topic>", &["other", "setup", "text"][..]),
        ("<topic id='x'><xref keyref='se|", &["other", "setup", "text"]),
        ("<topic id='x'><p conkeyref='setup/|'/></topic>", &["more", "step"]),
        ("<map><keydef keys='|'/></map>", &[]),
    ] {
        let found = desk.complete("topics/new.dita", marked).await;
        assert_eq!(labels(&found), expected, "{marked}");
        let uri = desk.uri("topics/new.dita");
        desk.client.close(&uri).await;
    }
    let text = desk.open("main.ditamap").await;
    let params = desk.at("main.ditamap", &text, "keys='");
    let found = desk.client.request("textDocument/documentHighlight", params.clone()).await;
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    let hover = desk.client.request("textDocument/hover", params.clone()).await;
    assert!(hover.to_string().contains("2 references in 1 file"), "{hover}");
    let symbols = desk.client.request("textDocument/documentSymbol", params).await;
    let names: Vec<_> = symbols.as_array().expect("a list").iter().map(|symbol| symbol["name"].clone()).collect();
    assert_eq!(names, ["setup", "other", "text"]);
    let found = desk.client.request("workspace/symbol", json!({"query": "other"})).await;
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
}

#[tokio::test]
async fn ids_of_closed_pages_count() {
    let files = [
        ("page.html", "<!DOCTYPE html><p id='one'>x<br><a href='#one'>y</a>"),
        ("a.xml", "<r xmlns:x='http://www.w3.org/1999/xlink'><a x:href='page.html#one'/></r>"),
    ];
    let mut desk = Desk::new(&files, Utf8).await;
    assert_eq!(lines(&mut desk, "a.xml", "html#", "textDocument/definition").await, [("page.html".to_owned(), 22)]);
    let found = lines(&mut desk, "a.xml", "html#", "textDocument/references").await;
    assert_eq!(found.len(), 3, "{found:?}");
    let found = desk.client.request("workspace/symbol", json!({"query": "one"})).await;
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
}
