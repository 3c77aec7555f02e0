//! Open configuration files, and settings of single folders.
#![cfg(unix)]

mod client;

use std::fs;
use std::path::Path;

use client::Client;
use serde_json::{Value, json};

const TEXT: &str = "<a xml:base='a b'/>";

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}/{name}", folder.display())
}

async fn pulling_client() -> Client {
    let capabilities = json!({
        "textDocument": {"diagnostic": {}, "hover": {"contentFormat": ["markdown"]}},
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
    let position = json!({"line": 1, "character": 3});
    let hover = json!({"textDocument": {"uri": config}, "position": position});
    let hover = client.request("textDocument/hover", hover).await;
    assert_eq!(hover["contents"]["value"], "The value contains a space, which no IRI allows.");
    assert_eq!(hover["range"]["end"], json!({"line": 1, "character": 11}));

    // Closed without being saved, it is not a file.
    client.close(&config).await;
    client.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
    while client.pull(&document).await.is_empty() {
        client.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
    }
    client.shut_down().await;
}

/// Returns the labels of the completion items at the mark `|` of a configuration file, and the text after the item `chosen`
/// is inserted.
async fn completed(client: &mut Client, config: &str, marked: &str, chosen: &str) -> (Vec<String>, String) {
    let offset = marked.find('|').expect("a mark");
    let text = marked.replacen('|', "", 1);
    client.open(config, &text).await;
    let line = text[..offset].matches('\n').count();
    let column = offset - text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let params = json!({"textDocument": {"uri": config}, "position": {"line": line, "character": column}});
    let list = client.request("textDocument/completion", params).await;
    client.close(config).await;
    let items = list["items"].as_array().expect("a list").clone();
    let item = items.iter().find(|item| item["label"] == chosen);
    let mut edited = text.clone();
    if let Some(item) = item {
        let edit = &item["textEdit"];
        let lines: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let at = |end: &str| {
            lines + usize::try_from(edit["range"][end]["character"].as_u64().expect("a column")).expect("small")
        };
        assert_eq!(edit["range"]["start"]["line"], line);
        edited.replace_range(at("start")..at("end"), edit["newText"].as_str().expect("a text"));
        let typed = &text[at("start")..offset];
        assert!(item["filterText"].as_str().is_some_and(|filter| filter.starts_with(typed)), "{item}");
    }
    (items.iter().map(|item| item["label"].as_str().expect("a text").to_owned()).collect(), edited)
}

#[tokio::test]
async fn a_configuration_file_is_completed_before_it_is_saved() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let config = uri(folder.path(), ".iri.toml");
    let mut client = pulling_client().await;
    let headers = ["[rules]", "[[places]]", "[[ignore]]", "[schemas]", "[[schemas.associations]]"];
    for (marked, count, chosen, expected) in [
        ("pl|", headers.len(), "[[places]]", "[[places]]"),
        ("# a\n[[|", headers.len(), "[[ignore]]", "# a\n[[ignore]]"),
        (
            "[[places]]\nelement = 'a'\nro|\nnamespace = ''",
            2 + headers.len(),
            "role",
            "[[places]]\nelement = 'a'\nrole = \nnamespace = ''",
        ),
        ("[[places]]\nrole = '|'", 32, "any-uri", "[[places]]\nrole = 'any-uri'"),
        ("[[places]]\nrole = |", 32, "off", "[[places]]\nrole = \"off\""),
        ("[rules]\nleiri = |", 5, "error", "[rules]\nleiri = \"error\""),
        ("[schemas]\nindex = |", 2, "false", "[schemas]\nindex = false"),
        ("[[ignore]]\nvalues = '|'", 0, "", "[[ignore]]\nvalues = ''"),
    ] {
        let (labels, text) = completed(&mut client, &config, marked, chosen).await;
        assert_eq!((labels.len(), text.as_str()), (count, expected), "{marked}: {labels:?}");
    }
    for marked in
        ["[rules]\nlei|ri-space = 'off'", "[[ignore]]\nrules = ['lei|ri-space']", "rules.lei|ri-space = 'off'"]
    {
        let (labels, text) = completed(&mut client, &config, marked, "leiri-tag").await;
        assert!(
            labels.iter().any(|label| label == "bidi") && !labels.iter().any(|label| label == "role"),
            "{labels:?}"
        );
        assert_eq!(text, marked.replace("lei|ri-space", "leiri-tag"));
    }
    client.shut_down().await;
}

#[tokio::test]
async fn names_of_a_configuration_file_are_explained() {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let config = uri(folder.path(), ".iri.toml");
    let mut client = pulling_client().await;
    let lines = [
        ("[[places]]", 4, "Attributes and elements that contain references."),
        ("element = 'a' # leiri-space", 2, "Local name of the element."),
        ("role = 'any-uri-list'", 10, "any-uri-list: allows LEIRI; a list; leading and trailing whitespace is removed"),
        ("[rules]", 1, "Severities of rules and groups; a rule takes precedence over its group."),
        ("bidi = 'off'", 8, "The rule is turned off."),
        ("bidi-twin = 'off'", 9, "Another reference with a different structure displays identically."),
        ("style = 'error'", 0, "All rules in the group style."),
    ];
    let text: Vec<&str> = lines.iter().map(|(line, ..)| *line).collect();
    client.open(&config, &text.join("\n")).await;
    for (line, (_, column, description)) in lines.into_iter().enumerate() {
        let params = json!({"textDocument": {"uri": config}, "position": {"line": line, "character": column}});
        let hover = client.request("textDocument/hover", params).await;
        assert_eq!(hover["contents"]["value"], description);
    }
    let comment = json!({"textDocument": {"uri": config}, "position": {"line": 1, "character": 20}});
    assert_eq!(client.request("textDocument/hover", comment).await, Value::Null);
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
async fn the_paths_in_a_configuration_file_are_completed_below_the_roots() {
    let outside = tempfile::tempdir().expect("a directory for temporary files");
    let root = outside.path().join("root");
    for directory in ["root/books/schemas", "root/books/a\"b"] {
        fs::create_dir_all(outside.path().join(directory)).expect("it is writable");
    }
    for (name, text) in [
        ("secret.xsd", "<x/>"),
        ("root/main.rng", "<x/>"),
        ("root/books/a.xml", "<x/>"),
        ("root/books/b*.xml", "<x/>"),
        ("root/books/own.xsd", "<x/>"),
        ("root/books/catalog", "<x/>"),
        ("root/books/.hidden.xsd", "<x/>"),
        ("root/books/schemas/c\"d.rnc", "start = text"),
    ] {
        fs::write(outside.path().join(name), text).expect("it is writable");
    }
    std::os::unix::fs::symlink(outside.path().join("secret.xsd"), root.join("books/link.xsd")).expect("a link");
    let config = uri(&root, "books/.iri.toml");
    let folders = json!([{"uri": uri(&root, "").trim_end_matches('/'), "name": "root"}]);
    let (mut client, _) = Client::initialized(json!({"capabilities": {}, "workspaceFolders": folders})).await;
    let association = |value: &str| format!("[[schemas.associations]]\nschema = {value}\n");
    for (marked, expected, chosen, text) in [
        (association("'|'"), vec!["own.xsd", "a\"b/", "schemas/"], "own.xsd", association("'own.xsd'")),
        (association("\"sch|\""), vec!["own.xsd", "a\"b/", "schemas/"], "schemas/", association("\"schemas/\"")),
        (association("\"|\""), vec!["own.xsd", "a\"b/", "schemas/"], "a\"b/", association("\"a\\\"b/\"")),
        (
            association("'sch|emas/x.xsd'"),
            vec!["own.xsd", "a\"b/", "schemas/"],
            "schemas/",
            association("'schemas/x.xsd'"),
        ),
        (association("'schemas/|'"), vec!["c\"d.rnc"], "c\"d.rnc", association("'schemas/c\"d.rnc'")),
        (
            association("'./.|'"),
            vec![".hidden.xsd", "own.xsd", "a\"b/", "schemas/"],
            ".hidden.xsd",
            association("'./.hidden.xsd'"),
        ),
        (association("'../|'"), vec!["main.rng", "books/"], "main.rng", association("'../main.rng'")),
        (association("|"), vec!["own.xsd", "a\"b/", "schemas/"], "own.xsd", association("\"own.xsd\"")),
        // Outside the workspace.
        (association("'../../|'"), vec![], "", association("'../../'")),
        (
            association(&format!("'{}/|'", outside.path().display())),
            vec![],
            "",
            association(&format!("'{}/'", outside.path().display())),
        ),
        (
            association(&format!("'{}/|'", root.display())),
            vec!["main.rng", "books/"],
            "books/",
            association(&format!("'{}/books/'", root.display())),
        ),
        (
            "[schemas]\ncatalogs = ['x.xml', '|']".to_owned(),
            vec!["a.xml", "b*.xml", "catalog", "own.xsd", "a\"b/", "schemas/"],
            "catalog",
            "[schemas]\ncatalogs = ['x.xml', 'catalog']".to_owned(),
        ),
        // A pattern would match other names.
        (
            "[[ignore]]\nfiles = '!/|'".to_owned(),
            vec!["a.xml", "catalog", "own.xsd", "a\"b/", "schemas/"],
            "a.xml",
            "[[ignore]]\nfiles = '!/a.xml'".to_owned(),
        ),
        ("[[ignore]]\nfiles = '*/|'".to_owned(), vec![], "", "[[ignore]]\nfiles = '*/'".to_owned()),
    ] {
        let (labels, edited) = completed(&mut client, &config, &marked, chosen).await;
        assert_eq!((labels, edited), (expected.into_iter().map(str::to_owned).collect(), text), "{marked}");
    }
    client.shut_down().await;
}
