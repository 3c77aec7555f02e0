//! Open texts whose findings depend on each other: whatever is edited in whichever, the diagnostics equal those of a fresh
//! server.
//!
//! `IRI_EDITS=10000 cargo test -p iri-lsp --test it interfile::` makes more edits.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::client::{Client, uri_of};
use fastrand::Rng;
use serde_json::{Value, json};

const IDS: [&str; 4] = ["one", "two", "three", "\u{5D0}"];

/// Returns a client of a new server that pulls diagnostics, or to which they are pushed.
async fn client(folder: &Path, pulls: bool) -> Client {
    let diagnostic = if pulls { json!({"diagnostic": {}}) } else { json!({}) };
    let capabilities = json!({"textDocument": diagnostic, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let folders = json!([{"uri": uri_of(folder), "name": "w"}]);
    Client::initialized(json!({"capabilities": capabilities, "workspaceFolders": folders})).await.0
}

/// Returns a text with IDs, and references to IDs of any of `names`.
fn random_text(rng: &mut Rng, names: &[String]) -> String {
    let mut text = String::from("<r xmlns:x='http://www.w3.org/1999/xlink'>");
    for id in IDS {
        if rng.bool() {
            write!(text, "<p xml:id='{id}'/>").expect("a String takes every write");
        }
    }
    for _ in 0..rng.usize(..4) {
        let target = if rng.usize(..4) == 0 { "" } else { names[rng.usize(..names.len())].as_str() };
        let space = if rng.usize(..6) == 0 { " " } else { "" };
        let id = IDS[rng.usize(..IDS.len())];
        write!(text, "<a x:href='{target}#{id}{space}'/>").expect("a String takes every write");
    }
    text + "</r>"
}

/// Returns the messages of diagnostics with their ranges.
fn findings(diagnostics: &Value) -> Vec<String> {
    let all = diagnostics.as_array().expect("a list").iter();
    all.map(|one| format!("{} {}", one["range"], one["message"])).collect()
}

/// Returns the findings that a new server has for the open `texts`.
async fn fresh(folder: &Path, texts: &BTreeMap<String, String>) -> BTreeMap<String, Vec<String>> {
    let mut client = client(folder, true).await;
    for (uri, text) in texts {
        client.open(uri, text).await;
    }
    let mut all = BTreeMap::new();
    for uri in texts.keys() {
        all.insert(uri.clone(), findings(&Value::from(client.pull(uri).await)));
    }
    client.shut_down().await;
    all
}

#[tokio::test]
async fn edited_texts_have_the_findings_of_fresh_ones() {
    let edits: usize = std::env::var("IRI_EDITS").ok().and_then(|number| number.parse().ok()).unwrap_or(240);
    let mut rng = Rng::with_seed(3986);
    let (mut done, mut missing) = (0, 0);
    while done < edits {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let names: Vec<String> = (0..rng.usize(2..=20)).map(|number| format!("{number}.xml")).collect();
        let config = "[rules]\nmissing-fragment = 'warning'\nmissing-target = 'warning'\n";
        fs::write(folder.path().join(".iri.toml"), config).expect("it can be written");
        for name in &names {
            fs::write(folder.path().join(name), random_text(&mut rng, &names)).expect("it can be written");
        }
        let uri = |name: &String| uri_of(&folder.path().join(name));
        let mut pulling = client(folder.path(), true).await;
        let mut pushed = client(folder.path(), false).await;
        let mut published: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut result_ids: BTreeMap<String, (Value, Vec<String>)> = BTreeMap::new();
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for version in 1..=20 {
            done += 1;
            let uri = uri(&names[rng.usize(..names.len())]);
            let text = random_text(&mut rng, &names);
            let closes = rng.usize(..8) == 0;
            for client in [&mut pulling, &mut pushed] {
                match (texts.contains_key(&uri), closes) {
                    (true, true) => client.close(&uri).await,
                    (true, false) => client.change(&uri, version, json!([{"text": text}])).await,
                    (false, _) => client.open(&uri, &text).await,
                }
            }
            if texts.contains_key(&uri) && closes {
                texts.remove(&uri);
                published.remove(&uri);
                result_ids.remove(&uri);
            } else {
                texts.insert(uri, text);
            }
            let expected = fresh(folder.path(), &texts).await;
            missing += expected.values().flatten().filter(|finding| finding.contains("not found")).count();
            for uri in texts.keys() {
                let mut params = json!({"textDocument": {"uri": uri}});
                if let Some((id, _)) = result_ids.get(uri) {
                    params["previousResultId"] = id.clone();
                }
                let report = pulling.request("textDocument/diagnostic", params).await;
                if report["kind"] == "full" {
                    result_ids.insert(uri.clone(), (report["resultId"].clone(), findings(&report["items"])));
                }
                assert_eq!(result_ids[uri].1, expected[uri], "pulled: {}", texts[uri]);
            }
            // What is pushed becomes equal without a further edit.
            while texts.keys().any(|uri| published.get(uri) != expected.get(uri)) {
                let next = tokio::time::timeout(Duration::from_secs(20), pushed.read()).await;
                let message = next.unwrap_or_else(|_| panic!("{published:#?} stays, expected {expected:#?}"));
                let message = message.expect("the server runs");
                if message["method"] == "textDocument/publishDiagnostics" {
                    let uri = message["params"]["uri"].as_str().expect("a URI").to_owned();
                    published.insert(uri, findings(&message["params"]["diagnostics"]));
                }
            }
        }
        pulling.shut_down().await;
        pushed.shut_down().await;
    }
    assert!(missing > edits / 4, "{missing} missing IDs");
}
