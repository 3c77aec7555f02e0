//! The sources of settings, their precedence, and the messages about invalid ones.

use std::fs;

use crate::client::{self, Client};
use serde_json::{Value, json};

const TEXT: &str = "<a xml:base='a b|c'/>";

/// Returns the severities of the findings of a document with a space and a bar in a reference.
async fn severities(client: &mut Client, uri: &str) -> Vec<u64> {
    let published = client.published(uri).await;
    let all = published["diagnostics"].as_array().expect("a list").iter();
    all.map(|one| one["severity"].as_u64().expect("a severity")).collect()
}

pub async fn message(client: &mut Client) -> String {
    let message = client.wait_for(|message| message["method"] == "window/showMessage").await;
    assert_eq!(message["params"]["type"], 2);
    message["params"]["message"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn options_apply_with_or_without_the_section_name() {
    for options in [json!({"rules": {"leiri": "error"}}), json!({"iri": {"rules": {"leiri": "error"}}})] {
        let (mut client, _) = Client::initialized(json!({"capabilities": {}, "initializationOptions": options})).await;
        client.open("untitled:a", TEXT).await;
        assert_eq!(severities(&mut client, "untitled:a").await, [1, 1]);
    }
}

#[tokio::test]
async fn a_text_without_a_file_has_the_syntax_of_its_language() {
    let (mut client, _) = Client::initialized(json!({"capabilities": {}})).await;
    let documents = [
        ("turtle", "<http://h/a b> a <http://h/c> ."),
        ("n-triples", "<http://h/a b> <http://h/p> <http://h/c> ."),
        ("sparql", "SELECT * { ?s ?p <http://h/a b> }"),
        ("json-ld", r#"{"@id": "http://h/a b"}"#),
        ("xml", "<a xml:base='http://h/a b'/>"),
    ];
    for (language, text) in documents {
        let uri = format!("untitled:{language}");
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        client.notify("textDocument/didOpen", json!({"textDocument": document})).await;
        assert_eq!(severities(&mut client, &uri).await.len(), 1, "{text}");
        client.change(&uri, 2, json!([{"text": text.replace("/a b", "/a b c")}])).await;
        let mut found = severities(&mut client, &uri).await;
        // The worker may have published the first text once more.
        if found.len() == 1 {
            found = severities(&mut client, &uri).await;
        }
        assert_eq!(found.len(), 2, "{text}");
    }
}

#[tokio::test]
async fn requested_settings_override_the_options() {
    let mut client = Client::connected();
    client.settings = json!({"rules": {"leiri-space": "hint"}});
    let options = json!({"rules": {"leiri": "error"}});
    let capabilities = json!({"workspace": {"configuration": true}});
    client.request("initialize", json!({"capabilities": capabilities, "initializationOptions": options})).await;
    client.notify("initialized", json!({})).await;
    let asked = client.wait_for(|message| message["method"] == "workspace/configuration").await;
    assert_eq!(asked["params"]["items"], json!([{"section": "iri"}]));
    client.open("untitled:a", TEXT).await;
    let mut found = severities(&mut client, "untitled:a").await;
    // The document may have been opened before the answer arrived.
    if found == [1, 1] {
        found = severities(&mut client, "untitled:a").await;
    }
    assert_eq!(found, [4, 1]);
}

#[tokio::test]
async fn changed_settings_apply_to_open_documents() {
    let mut client = Client::connected();
    let dynamic = json!({"configuration": true, "didChangeConfiguration": {"dynamicRegistration": true}});
    client.request("initialize", json!({"capabilities": {"workspace": dynamic}})).await;
    client.notify("initialized", Value::Null).await;
    let registered = client.wait_for(|message| message["method"] == "client/registerCapability").await;
    assert_eq!(registered["params"]["registrations"][0]["method"], "workspace/didChangeConfiguration");
    client.open("untitled:a", TEXT).await;
    assert_eq!(severities(&mut client, "untitled:a").await, [2, 2]);
    client.settings = json!({"rules": {"leiri": "information"}});
    client.notify("workspace/didChangeConfiguration", json!({"settings": null})).await;
    assert_eq!(severities(&mut client, "untitled:a").await, [3, 3]);
}

#[tokio::test]
async fn inlay_hints_are_registered_while_they_are_wanted() {
    let capabilities = json!({"textDocument": {"inlayHint": {"dynamicRegistration": true}}});
    let (mut client, answer) = Client::initialized(json!({"capabilities": capabilities})).await;
    assert_eq!(answer["capabilities"]["inlayHintProvider"], Value::Null);
    for (is_wanted, method) in [(true, "client/registerCapability"), (false, "client/unregisterCapability")].repeat(2) {
        client.notify("workspace/didChangeConfiguration", json!({"settings": {"inlayHints": is_wanted}})).await;
        let request = client.wait_for(|message| message["method"] == method).await;
        assert!(request["params"].to_string().contains("\"textDocument/inlayHint\""), "{request}");
    }
    let (_, answer) = Client::initialized(json!({"capabilities": {}})).await;
    assert_eq!(answer["capabilities"]["inlayHintProvider"], true);
}

#[tokio::test]
async fn a_client_without_configuration_requests_sends_its_settings() {
    let mut client = Client::with_capabilities(json!({})).await;
    client.open("untitled:a", TEXT).await;
    assert_eq!(severities(&mut client, "untitled:a").await, [2, 2]);
    for settings in [json!({"iri": {"rules": {"leiri": "error"}}}), json!({"rules": {"leiri": "error"}})] {
        client.notify("workspace/didChangeConfiguration", json!({"settings": settings})).await;
        assert_eq!(severities(&mut client, "untitled:a").await, [1, 1]);
        client.notify("workspace/didChangeConfiguration", Value::Null).await;
        assert_eq!(severities(&mut client, "untitled:a").await, [2, 2]);
    }
}

#[tokio::test]
async fn an_invalid_setting_is_named_once_and_the_others_apply() {
    let options = json!({"rules": {"leiri-spaec": "error", "leiri-unwise": "error"}, "inlayHints": 5});
    let (mut client, _) = Client::initialized(json!({"capabilities": {}, "initializationOptions": options})).await;
    assert_eq!(
        message(&mut client).await,
        "iri.inlayHints: expected true or false, found a number\n\
         iri.rules.leiri-spaec: unknown rule or group 'leiri-spaec'; did you mean 'leiri-space'?"
    );
    client.open("untitled:a", TEXT).await;
    assert_eq!(severities(&mut client, "untitled:a").await, [2, 1]);
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"inlayHints": 5, "rule": 1}})).await;
    assert_eq!(message(&mut client).await, "iri.rule: unknown setting; did you mean 'rules'?");
}

#[tokio::test]
async fn the_file_overrides_the_editor_and_is_watched() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (file, config) = (folder.path().join("a b.xml"), folder.path().join(".iri.toml"));
    fs::write(&config, "[rules]\nleiri-space = \"information\"\nleiri-unwize = \"off\"\n").expect("it can be written");
    let uri = client::uri_of(&file);
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let options = json!({"rules": {"leiri": "error"}});
    let (mut client, _) =
        Client::initialized(json!({"capabilities": capabilities, "initializationOptions": options})).await;
    let registered = client.wait_for(|message| message["method"] == "client/registerCapability").await;
    let watchers = &registered["params"]["registrations"][0]["registerOptions"]["watchers"];
    assert_eq!(
        (&watchers[0], &watchers[1]),
        (&json!({"globPattern": "**/*.toml"}), &json!({"globPattern": "**/*catalog*"}))
    );
    let pattern = watchers[2]["globPattern"].as_str().expect("a pattern");
    assert!(["rnc", "xsd", "rng", "xml"].iter().all(|name| pattern.contains(name)), "{pattern}");
    assert_eq!(watchers.as_array().map(Vec::len), Some(3), "targets are not checked");
    let text = "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='a b|c'/>";
    client.open(&uri, text).await;
    assert_eq!(severities(&mut client, &uri).await, [3, 1]);
    let expected =
        format!("{}:3:1: unknown rule or group 'leiri-unwize'; did you mean 'leiri-unwise'?", config.display());
    assert_eq!(message(&mut client).await, expected);
    fs::write(&config, "[rules]\nleiri = \"hint\"\n").expect("it can be written");
    let changed = json!({"changes": [{"uri": client::uri_of(&config), "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changed).await;
    assert_eq!(severities(&mut client, &uri).await, [4, 4]);
    fs::write(&config, "[rules]\nleiri = \"hint\"\nmissing-target = \"error\"\n").expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []})).await;
    let registered = client.wait_for(|message| message["method"] == "client/registerCapability").await;
    let watchers = &registered["params"]["registrations"][0]["registerOptions"]["watchers"];
    assert_eq!(watchers[0], json!({"globPattern": "**/*", "kind": 5}), "any file may be the target of a reference");
    assert_eq!(severities(&mut client, &uri).await, [1, 4, 4]);
    fs::write(&config, "[[ignore]]\nfiles = [\"*.xml\"]\n").expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []})).await;
    assert_eq!(severities(&mut client, &uri).await, [0; 0]);
}

#[tokio::test]
async fn a_configuration_that_another_one_extends_is_watched() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (file, base) = (folder.path().join("a b.xml"), folder.path().join("base.toml"));
    fs::write(folder.path().join(".iri.toml"), "extend = 'base.toml'").expect("it can be written");
    fs::write(&base, "[rules]\nleiri = 'error'").expect("it can be written");
    let (mut client, _) = Client::initialized(json!({"capabilities": {}})).await;
    let uri = client::uri_of(&file);
    client.open(&uri, TEXT).await;
    assert_eq!(severities(&mut client, &uri).await, [1, 1]);
    fs::write(&base, "[rules]\nleiri = 'hint'").expect("it can be written");
    let changed = json!({"changes": [{"uri": client::uri_of(&base), "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changed).await;
    assert_eq!(severities(&mut client, &uri).await, [4, 4]);
}

#[tokio::test]
async fn without_a_watcher_the_file_is_reloaded_on_save() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let uri = client::uri_of(&folder.path().join("a.xml"));
    let mut client = Client::with_capabilities(json!({})).await;
    client.open(&uri, TEXT).await;
    assert_eq!(severities(&mut client, &uri).await, [2, 2]);
    fs::write(folder.path().join(".iri.toml"), "[rules]\nleiri = \"hint\"\n").expect("it can be written");
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}})).await;
    assert_eq!(severities(&mut client, &uri).await, [4, 4]);
}

#[tokio::test]
async fn patterns_of_the_editor_are_relative_to_its_folder() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (vendor, own) = (folder.path().join("vendor/a.xml"), folder.path().join("a.xml"));
    let folders = json!([{"uri": client::uri_of(folder.path()), "name": "x"}]);
    let options = json!({"ignore": [{"files": ["/vendor/**"]}]});
    let params = json!({"capabilities": {}, "workspaceFolders": folders, "initializationOptions": options});
    let (mut client, _) = Client::initialized(params).await;
    for (path, expected) in [(vendor, vec![]), (own, vec![2, 2])] {
        client.open(&client::uri_of(&path), TEXT).await;
        assert_eq!(severities(&mut client, &client::uri_of(&path)).await, expected);
    }
}

#[tokio::test]
async fn folders_can_be_added_and_removed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let uri = client::uri_of(&folder.path().join("vendor/a.xml"));
    let options = json!({"ignore": [{"files": ["/vendor/**"]}]});
    let (mut client, answer) =
        Client::initialized(json!({"capabilities": {}, "rootUri": "file:///", "initializationOptions": options})).await;
    let offered = &answer["capabilities"]["workspace"]["workspaceFolders"];
    assert_eq!(*offered, json!({"supported": true, "changeNotifications": true}));
    client.open(&uri, TEXT).await;
    assert_eq!(severities(&mut client, &uri).await, [2, 2]);
    let this = json!([{"uri": client::uri_of(folder.path()), "name": "x"}]);
    for (added, removed, expected) in [(&this, &json!([]), vec![]), (&json!([]), &this, vec![2, 2])] {
        let event = json!({"added": added, "removed": removed});
        client.notify("workspace/didChangeWorkspaceFolders", json!({"event": event})).await;
        assert_eq!(severities(&mut client, &uri).await, expected);
    }
}

#[tokio::test]
async fn an_error_that_returns_is_named_again() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (config, uri) = (folder.path().join(".iri.toml"), client::uri_of(&folder.path().join("a.xml")));
    let write = |text: &str| fs::write(&config, text).expect("it can be written");
    let mut client = Client::with_capabilities(json!({})).await;
    write("[rules]\nleiri = \"of\"\n");
    client.open(&uri, TEXT).await;
    assert_eq!(severities(&mut client, &uri).await, [2, 2]);
    let first = message(&mut client).await;
    let saved = json!({"textDocument": {"uri": uri}});
    // While it persists, it is named once.
    client.notify("textDocument/didSave", saved.clone()).await;
    for (text, expected) in [("[rules]\nleiri = \"hint\"\n", [4, 4]), ("[rules]\nleiri = \"of\"\n", [2, 2])] {
        write(text);
        client.notify("textDocument/didSave", saved.clone()).await;
        assert_eq!(severities(&mut client, &uri).await, expected);
    }
    assert_eq!(message(&mut client).await, first);
    assert!(client.unread.iter().all(|message| message["method"] != "window/showMessage"));
}

#[tokio::test]
async fn an_unsaved_document_has_no_links_into_the_folder() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let options = json!({"rules": {"missing-target": "error"}});
    let params =
        json!({"capabilities": {}, "rootUri": client::uri_of(folder.path()), "initializationOptions": options});
    let (mut client, _) = Client::initialized(params).await;
    for uri in ["untitled:a", "jdt://contents/x.jar/a.xml", "zipfile:///x.zip::a.xml"] {
        client.open(uri, "<a xml:base='gone.xml'/>").await;
        assert_eq!(severities(&mut client, uri).await, [0; 0], "{uri}");
        let links = client.request("textDocument/documentLink", json!({"textDocument": {"uri": uri}})).await;
        assert_eq!(links, json!([]), "{uri}");
    }
}

#[tokio::test]
async fn the_syntax_of_a_document_is_that_of_its_name_whatever_its_uri() {
    let (mut client, _) = Client::initialized(json!({"capabilities": {}, "rootUri": null})).await;
    // Each system has no path for one of the last two.
    for uri in ["untitled:a.ttl", "vscode-vfs://host/a.ttl?x#y.xml", "file://host/share/a.TTL", "file:///a.ttl"] {
        client.open(uri, "<http://a/b c> <http://p/> <http://o/> .\n").await;
        assert_eq!(client::rules(&client.published(uri).await), ["leiri-space"], "{uri}");
    }
}

#[tokio::test]
async fn missing_targets_are_reported_on_request() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("there"), "").expect("it can be written");
    let uri = client::uri_of(&folder.path().join("a.xml"));
    let options = json!({"rules": {"missing-target": "error", "edge-whitespace": "off"}});
    let (mut client, _) = Client::initialized(json!({"capabilities": {}, "initializationOptions": options})).await;
    let link = |value| format!("<b xmlns:x='http://www.w3.org/1999/xlink' x:href='{value}'/>");
    client.open(&uri, &format!("<a>{}{}{}</a>", link(" there "), link("gone"), link("a b"))).await;
    let published = client.published(&uri).await;
    assert_eq!(client::rules(&published), ["missing-target", "missing-target", "leiri-space"]);
}
