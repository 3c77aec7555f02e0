//! Diagnostics of files that are not open: pulled, pushed, and kept true when files change.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::client::{self, Client};
use crate::faulty_documents;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Diagnostics by the name of their file.
type Found = BTreeMap<String, Vec<Value>>;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it has a directory")).expect("it can be created");
    fs::write(path, text).expect("it can be written");
}

fn uri(folder: &Path, name: &str) -> String {
    format!("{}/{name}", client::uri_of(folder))
}

async fn client(folder: &Path, options: Value, pulls: bool) -> Client {
    let mut capabilities =
        json!({"workspace": {"diagnostics": {"refreshSupport": true}}, "window": {"workDoneProgress": true}});
    if pulls {
        capabilities["textDocument"] = json!({"diagnostic": {}});
    }
    let folders = json!([{"uri": uri(folder, ""), "name": "w"}]);
    let params = json!({"capabilities": capabilities, "workspaceFolders": folders, "initializationOptions": options});
    Client::initialized(params).await.0
}

/// Returns the reports in an answer, by file, and stores their result IDs.
fn reports(folder: &Path, items: &Value, ids: &mut BTreeMap<String, String>) -> Found {
    let mut found = Found::new();
    for item in items.as_array().expect("a list") {
        assert_eq!(item["kind"], "full");
        let uri = item["uri"].as_str().expect("a URI").to_owned();
        let name = uri.strip_prefix(&self::uri(folder, "")).expect("it is in the folder").to_owned();
        ids.insert(uri, item["resultId"].as_str().expect("an ID").to_owned());
        let previous = found.insert(name, item["items"].as_array().expect("diagnostics").clone());
        assert!(previous.is_none(), "a file is reported once");
    }
    found
}

fn params(ids: &BTreeMap<String, String>) -> Value {
    let ids: Vec<Value> = ids.iter().map(|(uri, value)| json!({"uri": uri, "value": value})).collect();
    json!({"previousResultIds": ids})
}

async fn pull(client: &mut Client, folder: &Path, ids: &mut BTreeMap<String, String>) -> Found {
    let answer = client.request("workspace/diagnostic", params(ids)).await;
    reports(folder, &answer["items"], ids)
}

fn names(found: &Found) -> Vec<&str> {
    found.keys().map(String::as_str).collect()
}

fn rules(found: &Found, name: &str) -> Vec<String> {
    let of_file = found.get(name).unwrap_or_else(|| panic!("no report of {name} in {found:?}"));
    of_file.iter().map(|one| one["code"].as_str().expect("a rule").to_owned()).collect()
}

const FAULTY: &str = "<a xml:base='a b'/>";
const VALID: &str = "<a xml:base='ab'/>";

#[tokio::test]
async fn closed_files_have_the_diagnostics_of_open_ones() {
    let folder = folder(&[(".iri.toml", "[rules]\nmissing-target = 'warning'\nleiri = 'error'")]);
    let mut texts = Vec::new();
    for (number, (around, value)) in faulty_documents::SURROUNDINGS
        .iter()
        .flat_map(|around| faulty_documents::VALUES.iter().map(move |value| (around, value)))
        .enumerate()
        .step_by(5)
    {
        let text = around.replace('@', value);
        let name = format!("d{}/{number}.xml", number % 5);
        write(folder.path(), &name, &text);
        texts.push((name, text));
    }
    assert!(texts.len() > 100, "{}", texts.len());
    let mut client = client(folder.path(), Value::Null, true).await;
    let found = pull(&mut client, folder.path(), &mut BTreeMap::new()).await;
    let mut faulty = 0;
    for (name, text) in texts {
        let uri = uri(folder.path(), &name);
        client.open(&uri, &text).await;
        let expected = client.pull(&uri).await;
        faulty += usize::from(!expected.is_empty());
        assert_eq!(found.get(&name).cloned().unwrap_or_default(), expected, "{text}");
        client.close(&uri).await;
    }
    assert!(faulty > 50, "{faulty}");
    client.shut_down().await;
}

#[tokio::test]
async fn the_files_are_those_of_the_command_line() {
    let folder = folder(&[
        ("a.xml", FAULTY),
        ("b.txt", FAULTY),
        ("c.unknown", "<?xml version='1.0'?><a xml:base='a b'/>"),
        (".hidden/a.xml", FAULTY),
        ("out/a.xml", FAULTY),
        (".ignore", "out/"),
        ("vendor/a.xml", FAULTY),
        (".iri.toml", "[[ignore]]\nfiles = ['vendor/**']"),
        ("valid.xml", VALID),
        ("g.jsonld", "{\"@id\": \"http://e.org/a b\"}"),
    ]);
    fs::write(folder.path().join("damaged.xml"), b"<a xml:base='a \xFF b'/>").expect("it can be written");
    fs::write(
        folder.path().join("utf16.xml"),
        "\u{FEFF}<a xml:base='a b'/>".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
    )
    .expect("it can be written");
    let mut client = client(folder.path(), Value::Null, true).await;
    let found = pull(&mut client, folder.path(), &mut BTreeMap::new()).await;
    assert_eq!(names(&found), ["a.xml", "c.unknown", "g.jsonld", "utf16.xml"]);
    assert_eq!(rules(&found, "utf16.xml"), ["leiri-space"]);
    client.shut_down().await;
}

#[tokio::test]
async fn a_pull_is_answered_when_something_changes() {
    let folder = folder(&[("a.xml", FAULTY), ("b.xml", FAULTY), ("c.xml", VALID)]);
    let mut client = client(folder.path(), Value::Null, true).await;
    let mut ids = BTreeMap::new();
    assert_eq!(names(&pull(&mut client, folder.path(), &mut ids).await), ["a.xml", "b.xml"]);

    // Nothing changes: the request stays open until another one supersedes it.
    let waiting = client.send_request("workspace/diagnostic", params(&ids)).await;
    let id = client.send_request("workspace/diagnostic", params(&ids)).await;
    let superseded = client.wait_for(|message| message["id"] == waiting && message.get("method").is_none()).await;
    assert_eq!(superseded["result"]["items"], json!([]));

    write(folder.path(), "a.xml", VALID);
    fs::remove_file(folder.path().join("b.xml")).expect("it exists");
    write(folder.path(), "c.xml", "<a xml:base='a|b'/>");
    let changes = json!([
        {"uri": uri(folder.path(), "a.xml"), "type": 2},
        {"uri": uri(folder.path(), "b.xml"), "type": 3},
        {"uri": uri(folder.path(), "c.xml"), "type": 2},
    ]);
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes})).await;
    let answer = client.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
    let found = reports(folder.path(), &answer["result"]["items"], &mut ids);
    assert_eq!(names(&found), ["a.xml", "b.xml", "c.xml"]);
    assert_eq!((found["a.xml"].len(), found["b.xml"].len()), (0, 0));
    assert_eq!(rules(&found, "c.xml"), ["leiri-unwise"]);

    // A new setting applies to all files.
    let id = client.send_request("workspace/diagnostic", params(&ids)).await;
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"rules": {"leiri": "off"}}})).await;
    let answer = client.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
    let found = reports(folder.path(), &answer["result"]["items"], &mut ids);
    assert_eq!(names(&found), ["c.xml"]);
    assert_eq!(found["c.xml"].len(), 0);

    // A pending request does not delay the end.
    client.send_request("workspace/diagnostic", params(&ids)).await;
    let start = std::time::Instant::now();
    client.shut_down().await;
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[tokio::test]
async fn partial_results_precede_the_answer_and_progress_ends() {
    let folder = folder(&[]);
    for number in 0..1_000 {
        write(folder.path(), &format!("{number}.xml"), FAULTY);
    }
    let mut client = client(folder.path(), Value::Null, true).await;
    let params = json!({"previousResultIds": [], "partialResultToken": "p", "workDoneToken": 7});
    let id = client.send_request("workspace/diagnostic", params).await;
    let answer = client.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
    assert_eq!(answer["result"]["items"], json!([]), "everything was sent before");
    let (mut ids, mut found, mut kinds) = (BTreeMap::new(), Found::new(), Vec::new());
    for message in std::mem::take(&mut client.unread) {
        match (message["method"].as_str(), &message["params"]["token"]) {
            (Some("$/progress"), token) if token == "p" => {
                found.extend(reports(folder.path(), &message["params"]["value"]["items"], &mut ids));
            }
            (Some("$/progress"), _) => kinds.push(message["params"]["value"]["kind"].clone()),
            _ => {}
        }
    }
    assert_eq!(found.len(), 1_000);
    assert_eq!((kinds.first(), kinds.last()), (Some(&json!("begin")), Some(&json!("end"))));
    client.shut_down().await;
}

#[tokio::test]
async fn a_cancelled_pull_ends_and_the_next_one_is_complete() {
    let folder = folder(&[]);
    for number in 0..500 {
        write(folder.path(), &format!("{number}.xml"), FAULTY);
    }
    let mut client = client(folder.path(), Value::Null, true).await;
    for _ in 0..5 {
        let id = client.send_request("workspace/diagnostic", json!({"previousResultIds": []})).await;
        client.notify("$/cancelRequest", json!({"id": id})).await;
    }
    assert_eq!(pull(&mut client, folder.path(), &mut BTreeMap::new()).await.len(), 500);
    client.shut_down().await;
}

#[tokio::test]
async fn missing_targets_follow_the_files() {
    let text = "<a xmlns='http://www.w3.org/1999/xhtml' href='b.png'/>";
    let folder = folder(&[("a.xml", text), ("c.xml", text), (".iri.toml", "[rules]\nmissing-target = 'warning'")]);
    let mut client = client(folder.path(), Value::Null, true).await;
    let open = uri(folder.path(), "c.xml");
    client.open(&open, text).await;
    let mut ids = BTreeMap::new();
    assert_eq!(rules(&pull(&mut client, folder.path(), &mut ids).await, "a.xml"), ["missing-target"]);
    for (exists, count) in [(true, 0), (false, 1), (true, 0)] {
        let target = folder.path().join("b.png");
        let kind = if exists {
            fs::write(&target, "").expect("it can be written");
            1
        } else {
            fs::remove_file(&target).expect("it exists");
            3
        };
        let changes = json!([{"uri": uri(folder.path(), "b.png"), "type": kind}]);
        client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes})).await;
        client.wait_for(|message| message["method"] == "workspace/diagnostic/refresh").await;
        assert_eq!(client.pull(&open).await.len(), count);
        let found = pull(&mut client, folder.path(), &mut ids).await;
        assert_eq!(found["a.xml"].len(), count);
    }
    client.shut_down().await;
}

#[tokio::test]
async fn the_files_are_pushed_on_request() {
    let folder = folder(&[("a.xml", FAULTY), ("b.xml", VALID)]);
    let mut client = client(folder.path(), json!({"workspaceDiagnostics": true}), false).await;
    let (a, b) = (uri(folder.path(), "a.xml"), uri(folder.path(), "b.xml"));
    assert_eq!(client::rules(&client.published(&a).await), ["leiri-space"]);
    // The open text wins, and after it is closed the file again.
    client.open(&a, VALID).await;
    assert_eq!(client::rules(&client.published_version(&a, 1).await), [""; 0]);
    client.close(&a).await;
    loop {
        let published = client.published(&a).await;
        if !client::rules(&published).is_empty() {
            break;
        }
    }
    write(folder.path(), "b.xml", FAULTY);
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": b, "type": 2}]})).await;
    assert_eq!(client::rules(&client.published(&b).await), ["leiri-space"]);
    let off = json!({"settings": {"workspaceDiagnostics": false}});
    client.notify("workspace/didChangeConfiguration", off).await;
    assert_eq!(client::rules(&client.published(&b).await), [""; 0]);
    client.shut_down().await;
}

#[tokio::test]
async fn a_message_says_that_not_all_findings_are_sent() {
    let value = "a ".repeat(100);
    let text = format!("<r>{}</r>", format!("<a xml:base='{value}b'/>").repeat(10));
    let folder = folder(&[]);
    for number in 0..110 {
        write(folder.path(), &format!("{number}.xml"), &text);
    }
    let mut client = client(folder.path(), Value::Null, true).await;
    let found = pull(&mut client, folder.path(), &mut BTreeMap::new()).await;
    let count: usize = found.values().map(Vec::len).sum();
    assert!((100_000..102_000).contains(&count), "{count}");
    let message = client.wait_for(|message| message["method"] == "window/showMessage").await;
    let text = message["params"]["message"].as_str().expect("a text");
    assert!(text.starts_with("workspace: only about 100000 of ") && text.contains("iri-inspect check"), "{text}");
    client.shut_down().await;
}
