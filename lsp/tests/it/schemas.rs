//! Schemas of open documents, saved or not.

use std::fs;

use crate::client::{self, Client};
use serde_json::json;

fn schema(of: &str) -> String {
    format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='http://example.org/s'>\n<xs:element name='a'>\
         <xs:complexType><xs:attribute name='b' type='xs:{of}'/></xs:complexType></xs:element></xs:schema>"
    )
}

const LOCATION: &str = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='http://example.org/s ";

async fn rules(client: &mut Client, uri: &str) -> Vec<String> {
    let published = client.published(uri).await;
    client::rules(&published)
}

#[tokio::test]
async fn an_unsaved_schema_determines_the_diagnostics_of_its_documents() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (document, path) = (folder.path().join("a.xml"), folder.path().join("s.xsd"));
    fs::write(&path, schema("anyURI")).expect("it can be written");
    let (document, path) = (client::uri_of(&document), client::uri_of(&path));
    let params = json!({"capabilities": {}, "rootUri": client::uri_of(folder.path())});
    let (mut client, _) = Client::initialized(params).await;
    let text = format!("<s:a xmlns:s='http://example.org/s' {LOCATION}s.xsd' b='x y'/>");
    client.open(&document, &text).await;
    assert_eq!(rules(&mut client, &document).await, ["leiri-space"]);
    let at = json!({"textDocument": {"uri": document}, "position": {"line": 0, "character": text.find("x y")}});
    let hover = client.request("textDocument/hover", at).await.to_string();
    assert!(hover.contains("s.xsd") && hover.contains("line 2") && hover.contains("schemaLocation"), "{hover}");
    client.open(&path, &schema("anyURI")).await;
    let change = json!({
        "textDocument": {"uri": path, "version": 2},
        "contentChanges": [{"text": schema("string")}],
    });
    client.notify("textDocument/didChange", change).await;
    assert_eq!(rules(&mut client, &document).await, [""; 0]);
    // What is not saved is forgotten with the document.
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": path}})).await;
    assert_eq!(rules(&mut client, &document).await, ["leiri-space"]);
    let change = json!({
        "textDocument": {"uri": document, "version": 2},
        "contentChanges": [{"text": format!("<s:a xmlns:s='http://example.org/s' {LOCATION}gone.xsd' b='x y'/>")}],
    });
    client.notify("textDocument/didChange", change).await;
    // The schema in the folder is for the same namespace.
    assert_eq!(rules(&mut client, &document).await, ["leiri-space"]);
}

#[tokio::test]
async fn a_client_associates_schemas_with_documents() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::create_dir(folder.path().join("schemas")).expect("it can be created");
    // Without a namespace, nothing else leads to the schema.
    let own = schema("anyURI").replace("targetNamespace='http://example.org/s'", "");
    fs::write(folder.path().join("schemas/s.xsd"), own).expect("it can be written");
    let associations = json!([{"files": "*.shop.xml", "schema": "schemas/s.xsd"}]);
    let options = json!({"schemas": {"associations": associations}});
    let params =
        json!({"capabilities": {}, "rootUri": client::uri_of(folder.path()), "initializationOptions": options});
    let (mut client, _) = Client::initialized(params).await;
    for (name, expected) in [("a.shop.xml", &["leiri-space"][..]), ("a.xml", &[])] {
        let uri = client::uri_of(&folder.path().join(name));
        client.open(&uri, "<a b='x y'/>").await;
        assert_eq!(rules(&mut client, &uri).await, expected, "{name}");
    }
}
