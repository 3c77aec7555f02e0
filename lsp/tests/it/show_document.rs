//! Rule pages and reports that the client is asked to show.

use crate::client::Client;
use serde_json::{Value, json};

const URI: &str = "file:///a.xml";
const TEXT: &str = "<a xml:base='a b'/>";

/// Creates a client with these capabilities of the window and the workspace, and these settings, that has opened a document.
async fn client(window: Value, workspace: Value, settings: Value) -> Client {
    let params = json!({
        "capabilities": {"window": window, "workspace": workspace},
        "initializationOptions": settings,
    });
    let (mut client, _) = Client::initialized(params).await;
    client.open(URI, TEXT).await;
    client
}

async fn execute(client: &mut Client, command: &str, argument: Value) -> Value {
    let params = json!({"command": command, "arguments": [argument]});
    let id = client.send_request("workspace/executeCommand", params).await;
    client.wait_for(|message| message["id"] == id && message.get("method").is_none()).await
}

/// Returns the commands of the actions for the first character that is not allowed.
async fn shown_rules(client: &mut Client) -> Vec<Value> {
    let at = json!({"line": 0, "character": 14});
    let actions = client.actions(URI, &json!({"start": at, "end": at}), &[], Value::Null).await;
    let commands = actions.iter().filter(|action| action["command"].is_object());
    commands
        .map(|action| json!([action["title"], action["command"]["command"], action["command"]["arguments"]]))
        .collect()
}

async fn shown(client: &mut Client) -> Value {
    client.wait_for(|message| message["method"] == "window/showDocument").await["params"].clone()
}

async fn content(client: &mut Client, uri: &Value) -> String {
    let answer = client.request("workspace/textDocumentContent", json!({"uri": uri})).await;
    answer["text"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_client_that_requests_texts_shows_documents_of_the_server() {
    let content_support = json!({"textDocumentContent": {"dynamicRegistration": true}});
    let mut client = client(json!({"showDocument": {"support": true}}), content_support, Value::Null).await;
    let registered = client.wait_for(|message| message["method"] == "client/registerCapability").await;
    let registration = &registered["params"]["registrations"][0];
    assert_eq!(registration["method"], "workspace/textDocumentContent");
    assert_eq!(registration["registerOptions"], json!({"schemes": ["iri-lsp"]}));

    assert_eq!(shown_rules(&mut client).await, [json!(["Explain leiri-space", "iri.showRule", ["leiri-space"]])]);
    let answer = execute(&mut client, "iri.showRule", json!("leiri-space")).await;
    assert_eq!(answer["result"], Value::Null, "{answer}");
    let params = shown(&mut client).await;
    assert_eq!(params, json!({"uri": "iri-lsp:/rules/leiri-space.md", "external": false, "takeFocus": true}));
    assert!(content(&mut client, &params["uri"]).await.starts_with("# leiri-space\n"));

    let position = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 14}});
    assert_eq!(execute(&mut client, "iri.showReport", position.clone()).await["result"], true);
    let params = shown(&mut client).await;
    let report = execute(&mut client, "iri.inspect", position).await["result"]["report"].clone();
    assert_eq!(content(&mut client, &params["uri"]).await, report);
    assert_eq!(execute(&mut client, "iri.showReport", json!("http://h/")).await["result"], true);
    let other = shown(&mut client).await;
    assert_ne!(other["uri"], params["uri"]);
    assert!(content(&mut client, &other["uri"]).await.starts_with("http://h/"));

    let outside = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
    assert_eq!(execute(&mut client, "iri.showReport", outside).await["result"], false);
    for uri in
        ["iri-lsp:/rules/other.md", "iri-lsp:/rules/leiri-space", "iri-lsp:/references/9.txt", "file:///etc/hosts", ""]
    {
        let id = client.send_request("workspace/textDocumentContent", json!({"uri": uri})).await;
        let answer = client.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
        assert_eq!(answer["error"]["code"], -32602, "{uri}: {answer}");
    }
    let answer = execute(&mut client, "iri.showRule", json!("other")).await;
    assert_eq!(answer["error"]["message"], "iri.showRule: unknown rule");
    client.shut_down().await;
}

#[tokio::test]
async fn another_client_shows_the_page_of_a_rule_on_the_web() {
    let support = json!({"showDocument": {"support": true}});
    let settings = json!({"documentation": "https://example.org/rules/"});
    let mut client = client(support.clone(), json!({}), settings).await;
    assert_eq!(shown_rules(&mut client).await.len(), 1);
    execute(&mut client, "iri.showRule", json!("leiri-space")).await;
    let expected = json!({"uri": "https://example.org/rules/leiri-space.html", "external": true, "takeFocus": true});
    assert_eq!(shown(&mut client).await, expected);
    // The client of these tests answers with null.
    let message = client.wait_for(|message| message["method"] == "window/showMessage").await;
    let text = message["params"]["message"].as_str().expect("a text");
    assert!(text.starts_with("cannot show https://example.org/rules/leiri-space.html: "), "{text}");
    let answer = execute(&mut client, "iri.showReport", json!("http://h/")).await;
    assert_eq!(answer["error"]["message"], "iri.showReport: the editor cannot show documents of the server");
    client.shut_down().await;
}

#[tokio::test]
async fn without_a_page_that_the_client_can_show_nothing_is_offered() {
    let support = json!({"showDocument": {"support": true}});
    for (window, settings) in [
        (json!({}), json!({"documentation": "https://example.org/"})),
        (support.clone(), json!({})),
        (support, json!({"documentation": "file:///programs"})),
    ] {
        let mut client = client(window, json!({}), settings).await;
        assert_eq!(shown_rules(&mut client).await, [Value::Null; 0]);
        let answer = execute(&mut client, "iri.showRule", json!("leiri-space")).await;
        assert_eq!(answer["error"]["code"], -32803, "{answer}");
        assert!(execute(&mut client, "iri.explain", json!("leiri-space")).await["result"].is_string());
        client.shut_down().await;
    }
}
