//! Open configuration files, and settings of single folders.

use std::fs;
use std::path::Path;

use crate::client::{self, Client};
use serde_json::{Value, json};

const TEXT: &str = "<a xml:base='a b'/>";

fn uri(folder: &Path, name: &str) -> String {
    format!("{}/{name}", client::uri_of(folder))
}

async fn pulling_client() -> Client {
    let capabilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {
            "diagnostics": {"refreshSupport": true},
            "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
        },
    });
    Client::with_capabilities(capabilities).await
}

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().map(|one| one["code"].as_str().unwrap_or_default()).collect()
}

#[tokio::test]
async fn an_open_configuration_file_has_diagnostics_and_applies_before_it_is_saved() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let (config, document) = (uri(folder.path(), ".iri.toml"), uri(folder.path(), "a.xml"));
    let mut client = pulling_client().await;
    client.open(&document, TEXT).await;
    assert_eq!(codes(&client.pull(&document).await), ["leiri-space"]);

    let text = "[rules]\nleiri-spice = 'off'\n[schemas]\nassociations = [{files = '*.xml', schema = 'no.xsd'}]\n\
        catalogs = 'no.xml'\n";
    client.open(&config, text).await;
    let problems = client.pull(&config).await;
    let messages: Vec<&str> = problems.iter().map(|one| one["message"].as_str().expect("a text")).collect();
    assert_eq!(
        messages,
        [
            "unknown rule or group 'leiri-spice'; did you mean 'leiri-space'?",
            "schema not found: no.xsd",
            "catalog not found: no.xml"
        ]
    );
    assert_eq!(problems[0]["range"]["start"], json!({"line": 1, "character": 0}));
    assert_eq!(
        problems[1]["range"],
        json!({"start": {"line": 3, "character": 43}, "end": {"line": 3, "character": 51}})
    );

    client.change(&config, 2, json!([{"text": "[rules]\nleiri-space = 'off'\n"}])).await;
    assert_eq!(client.pull(&config).await, [Value::Null; 0]);
    client.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
    while !client.pull(&document).await.is_empty() {
        client.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
    }
    // Closed without being saved, it is not a file.
    client.close(&config).await;
    client.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
    while client.pull(&document).await.is_empty() {
        client.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
    }
    client.shut_down().await;
}

#[tokio::test]
async fn a_rule_is_turned_off_in_the_open_text() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    fs::write(folder.path().join(".iri.toml"), "").expect("it can be written");
    let (config, document) = (uri(folder.path(), ".iri.toml"), uri(folder.path(), "a.xml"));
    let mut client = pulling_client().await;
    client.open(&config, "# not saved\n[rules]\n").await;
    client.open(&document, TEXT).await;
    let diagnostics = client.pull(&document).await;
    let actions = client.actions(&document, &diagnostics[0]["range"], &diagnostics, json!(["quickfix"])).await;
    let action = actions.iter().find(|action| action["title"] == "Turn off leiri-space in .iri.toml").expect("offered");
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["uri"], config);
    let at = json!({"line": 2, "character": 0});
    let edit = json!({"range": {"start": at, "end": at}, "newText": "leiri-space = \"off\"\n"});
    assert_eq!(change["edits"], json!([edit]));
    client.shut_down().await;
}

#[tokio::test]
async fn settings_are_those_of_the_folder() {
    let folders: Vec<_> = (0..2).map(|_| tempfile::tempdir().expect("a directory for temporary files")).collect();
    let mut client = Client::connected();
    let uris: Vec<String> = folders.iter().map(|folder| uri(folder.path(), "")).collect();
    let listed: Vec<Value> = uris.iter().map(|uri| json!({"uri": uri.trim_end_matches('/'), "name": "w"})).collect();
    let capabilities = json!({"workspace": {"configuration": true}});
    client.request("initialize", json!({"capabilities": capabilities, "workspaceFolders": listed})).await;
    client.settings = json!({});
    client.scoped_settings.insert(uris[1].trim_end_matches('/').to_owned(), json!({"rules": {"leiri": "off"}}));
    client.notify("initialized", json!({})).await;
    let asked = client.wait_for(|message| message["method"] == "workspace/configuration").await;
    assert_eq!(asked["params"]["items"].as_array().map(Vec::len), Some(3));
    for (folder, count) in folders.iter().zip([1, 0]) {
        let document = uri(folder.path(), "a.xml");
        client.open(&document, TEXT).await;
        while client::rules(&client.published(&document).await).len() != count {}
    }
    client.shut_down().await;
}

#[tokio::test]
async fn the_page_of_a_rule_is_a_result() {
    let mut client = pulling_client().await;
    let explain = |rule: &str| json!({"command": "iri.explain", "arguments": [rule]});
    let page = client.request("workspace/executeCommand", explain("leiri-space")).await;
    assert!(page.as_str().expect("a text").starts_with("# leiri-space\n"), "{page}");
    for rule in ["no-such-rule", ""] {
        let id = client.send_request("workspace/executeCommand", explain(rule)).await;
        let answer = client.wait_for(|message| message["id"] == id).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    client.shut_down().await;
}

#[tokio::test]
async fn closed_files_follow_an_edit_of_the_configuration_that_is_not_saved() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    let on = "[rules]\nmissing-fragment = \"warning\"\n";
    write(".iri.toml", on);
    write("a.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><a href='#no'/></html>");
    let (root, config) = (client::uri_of(folder.path()), uri(folder.path(), ".iri.toml"));
    let capabilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    let params = json!({"capabilities": capabilities, "rootUri": root});
    let (mut client, _) = Client::initialized(params).await;
    client.open(&config, on).await;
    let mut previous = json!([]);
    for (version, text, count) in
        [(1, on, 1), (2, "[rules]\nmissing-fragment = \"off\"\n", 0), (3, on, 1), (4, "[rules%]\n", 0)]
    {
        if version > 1 {
            client.change(&config, version, json!([{"text": text}])).await;
        }
        // The client has what the answer before said, so that this one waits for something new.
        let answer = client.request("workspace/diagnostic", json!({"previousResultIds": previous})).await;
        let items = answer["items"].as_array().expect("a list");
        assert_eq!(items.len(), 1, "{version}: {answer}");
        assert_eq!(items[0]["items"].as_array().map(Vec::len), Some(count), "{version}: {answer}");
        previous = json!([{"uri": items[0]["uri"], "value": items[0]["resultId"]}]);
    }
    // The same for a client that does not pull.
    let options = json!({"workspaceDiagnostics": true});
    let params = json!({"capabilities": {}, "rootUri": root, "initializationOptions": options});
    let (mut client, _) = Client::initialized(params).await;
    let document = uri(folder.path(), "a.xhtml");
    client.open(&config, on).await;
    assert_eq!(client::rules(&client.published(&document).await), ["missing-fragment"]);
    client.change(&config, 2, json!([{"text": "[rules]\nmissing-fragment = \"off\"\n"}])).await;
    assert!(client::rules(&client.published(&document).await).is_empty());
}

#[tokio::test]
async fn what_was_probably_meant_is_a_quick_fix() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let config = uri(folder.path(), ".iri.toml");
    let mut client = pulling_client().await;
    let text = "[rulez]\nx = 1\n[rules]\nleiri-spice = 'off'\nbidi = \"errr\"\n";
    client.open(&config, text).await;
    // All open texts are analyzed again under it, which ends earlier requests.
    client.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
    let diagnostics = client.pull(&config).await;
    assert_eq!(diagnostics.len(), 3, "{diagnostics:?}");
    for (diagnostic, title, new) in [
        (&diagnostics[0], "Replace 'rulez' with 'rules'", text.replacen("rulez", "rules", 1)),
        (&diagnostics[1], "Replace 'leiri-spice' with 'leiri-space'", text.replacen("spice", "space", 1)),
        (&diagnostics[2], "Replace 'errr' with 'error'", text.replacen("errr", "error", 1)),
    ] {
        let of = std::slice::from_ref(diagnostic);
        let actions = client.actions(&config, &diagnostic["range"], of, json!(["quickfix"])).await;
        assert_eq!(actions.len(), 1, "{title}: {actions:?}");
        assert_eq!((&actions[0]["title"], &actions[0]["diagnostics"]), (&json!(title), &json!([diagnostic])));
        let change = &actions[0]["edit"]["documentChanges"][0];
        assert_eq!(change["textDocument"], json!({"uri": config, "version": 1}));
        let edits = change["edits"].as_array().expect("a list");
        assert_eq!(client::editor::apply(text, edits, client::editor::PositionEncoding::Utf16), new);
        assert!(client.actions(&config, &diagnostic["range"], of, json!(["refactor"])).await.is_empty());
    }
    client.shut_down().await;
}

#[tokio::test]
async fn a_file_outside_all_folders_has_the_settings_of_none() {
    let folders: Vec<_> = (0..2).map(|_| tempfile::tempdir().expect("a directory for temporary files")).collect();
    let mut client = Client::connected();
    let root = client::uri_of(folders[0].path());
    let capabilities = json!({"workspace": {"configuration": true}});
    let listed = json!([{"uri": root, "name": "w"}]);
    client.request("initialize", json!({"capabilities": capabilities, "workspaceFolders": listed})).await;
    client.settings = json!({});
    client.scoped_settings.insert(root, json!({"rules": {"leiri": "off"}}));
    client.notify("initialized", json!({})).await;
    client.wait_for(|message| message["method"] == "workspace/configuration").await;
    for (folder, count) in folders.iter().zip([0, 1]) {
        let document = uri(folder.path(), "a.xml");
        client.open(&document, TEXT).await;
        while client::rules(&client.published(&document).await).len() != count {}
    }
    client.shut_down().await;
}
