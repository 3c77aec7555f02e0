//! The URIs of documents as the client writes them.
//!
//! The types of the protocol store a URI as a `Url`, which rewrites some (`file:/x`, a raw space, a raw letter)
//! and refuses others. So the server identifies a document by a URI that a `Url` keeps, and messages to the client
//! contain its own string, which it compares. A client of Windows writes the drive in its own way too, in the URIs of all
//! files: `file:///c%3A/a.xml` is `file:///C:/a.xml`. It gets its own way back, also for files that it has not named.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;
use tower_lsp::lsp_types::Url;

use crate::transport::client_folders::ClientFolders;
use crate::transport::uri_starts::UriStarts;

/// URI of the client and URI of the server of every document.
#[derive(Clone, Debug, Default)]
pub struct UriMap(Arc<Mutex<Mapping>>);

/// Tables of both URIs.
#[derive(Debug, Default)]
struct Mapping {
    /// URIs of the server by those of the client.
    internal: HashMap<String, String>,
    /// URIs of the client by those of the server.
    client: HashMap<String, String>,
    /// Ways in which the client writes drives and shares.
    starts: UriStarts,
    folders: ClientFolders,
    /// Whether any of them differ.
    has_differences: bool,
}

/// Fields that contain URIs.
const URI_FIELDS: [&str; 7] = ["uri", "targetUri", "target", "newUri", "oldUri", "scopeUri", "baseUri"];

impl Mapping {
    /// Returns the URI of the server for the URI `client`. Two strings are two documents, even if a `Url` would write
    /// them equally: the later one gets a fragment, with which it still identifies the same file.
    fn internal_uri(&mut self, client: &str) -> String {
        if let Some(internal) = self.internal.get(client) {
            return internal.clone();
        }
        let url = self.folders.uri_inside(client).or_else(|| Url::parse(client).ok().map(String::from));
        let url = url.unwrap_or_else(|| opaque(client));
        let numbered = (self.internal.len()..).map(|number| format!("{url}#{number}"));
        let mut candidates = std::iter::once(url.clone()).chain(numbered);
        let internal = candidates.find(|uri| !self.client.contains_key(uri)).expect("some number is unused");
        self.has_differences |= internal != client;
        self.internal.insert(client.to_owned(), internal.clone());
        self.client.insert(internal.clone(), client.to_owned());
        internal
    }

    /// Returns the URI of the client for a URI of the server; `None` if it is the same.
    fn client_uri(&self, internal: &str) -> Option<String> {
        if let Some(client) = self.client.get(internal) {
            return (client != internal).then(|| client.clone());
        }
        self.starts.client_uri(internal)
    }

    /// Returns the memory of many entries that were removed.
    fn shrink(&mut self) {
        for table in [&mut self.internal, &mut self.client] {
            if table.capacity() > 64 && table.capacity() > 4 * table.len() {
                table.shrink_to(2 * table.len());
            }
        }
    }
}

impl UriMap {
    /// Replaces the URIs of the client in `params` by those of the server.
    pub fn to_internal(&self, params: &mut Value) {
        // The second pointer is for the command `iri.inspect`, the third for `codeAction/resolve`.
        for pointer in ["/textDocument/uri", "/arguments/0/textDocument/uri", "/data/uri"] {
            self.replace_at(pointer, params);
        }
        let mut mapping = self.0.lock();
        // Files that are renamed, created or deleted.
        for uri in each(params.get_mut("files")).filter_map(Value::as_object_mut).flat_map(serde_json::Map::values_mut)
        {
            if let Some(own) = uri.as_str().and_then(|client| mapping.folders.uri_inside(client)) {
                *uri = own.into();
            }
        }
        // All params of `initialize` are its options.
        let folders = |pointer| {
            let folders = params.pointer(pointer).and_then(Value::as_array).into_iter().flatten();
            folders.filter_map(|folder| folder.get("uri")?.as_str())
        };
        let uri = |pointer| params.pointer(pointer).and_then(Value::as_str);
        let opened = folders("/initializationOptions/workspaceFolders").chain(folders("/event/added"));
        let opened: Vec<&str> = opened.chain(uri("/initializationOptions/rootUri")).collect();
        for uri in opened.iter().copied().chain(uri("/textDocument/uri")) {
            mapping.has_differences |= mapping.starts.learn(uri);
        }
        for uri in opened {
            mapping.folders.open(uri);
        }
        folders("/event/removed").for_each(|uri| mapping.folders.close(uri));
        drop(mapping);
        // A client returns diagnostics with their related information.
        for diagnostic in each(params.pointer_mut("/context/diagnostics")) {
            for related in each(diagnostic.pointer_mut("/relatedInformation")) {
                self.replace_at("/location/uri", related);
            }
        }
    }

    fn replace_at(&self, pointer: &str, value: &mut Value) {
        if let Some(Value::String(uri)) = value.pointer_mut(pointer) {
            *uri = self.0.lock().internal_uri(uri);
        }
    }

    /// Returns whether the client has another URI for the document at `internal`.
    pub fn is_mapped(&self, internal: &str) -> bool {
        self.0.lock().client_uri(internal).is_some()
    }

    /// Returns whether the client has another URI for any document.
    pub fn has_differences(&self) -> bool {
        self.0.lock().has_differences
    }

    /// Forgets the document at `internal`, which is closed, if both URIs are equal: messages about it need no change.
    /// Otherwise a reply that is still on its way may contain it.
    pub fn forget(&self, internal: &str) {
        let mut mapping = self.0.lock();
        if mapping.client.get(internal).is_some_and(|client| client == internal) {
            mapping.client.remove(internal);
            mapping.internal.remove(internal);
            mapping.shrink();
        }
    }

    /// Replaces the URIs of the server in `message` by those of the client.
    pub fn to_client(&self, message: &mut Value) {
        let mapping = self.0.lock();
        if !mapping.has_differences {
            return;
        }
        let known = &mapping.client;
        // A list instead of recursion, although parsed JSON is at most 128 levels deep.
        let mut rest = vec![message];
        while let Some(value) = rest.pop() {
            match value {
                Value::String(text) => {
                    if let Some(client) = known.get(text) {
                        text.clone_from(client);
                    }
                }
                Value::Array(values) => rest.extend(values),
                Value::Object(fields) => {
                    // The keys of `WorkspaceEdit.changes` are URIs.
                    let renamed = fields.keys().filter_map(|key| Some((key.clone(), mapping.client_uri(key)?)));
                    for (key, client) in renamed.collect::<Vec<_>>() {
                        let value = fields.remove(&key).unwrap_or_default();
                        fields.insert(client, value);
                    }
                    for (name, value) in fields {
                        match value {
                            Value::String(uri) if URI_FIELDS.contains(&name.as_str()) => {
                                *uri = mapping.client_uri(uri).unwrap_or_else(|| std::mem::take(uri));
                            }
                            _ => rest.push(value),
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// Returns the values of an array; none if it is another value.
fn each(list: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    list.and_then(Value::as_array_mut).into_iter().flatten()
}

/// Returns a URI that identifies `client`, which is not a URI.
fn opaque(client: &str) -> String {
    let encoded = client.bytes().map(|byte| format!("%{byte:02X}"));
    format!("spelled:{}", encoded.collect::<String>())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::transport::message::build_request;
    use crate::transport::normalize_params::normalize_params;

    #[test]
    fn a_client_receives_the_uri_that_it_sent() {
        for client in ["file:///a b.xml", "file:/x", "file:///\u{E9}/../x", "C:\\x.xml", "x.xml", "", "file:///a.xml"] {
            let uri_map = UriMap::default();
            let mut params = json!({"textDocument": {"uri": client}});
            uri_map.to_internal(&mut params);
            let internal = params["textDocument"]["uri"].as_str().expect("it is still there");
            let internal = Url::parse(internal).expect("it is a URI").to_string();
            let mut message = json!({"uri": internal, "changes": {&internal: [{"x": internal}]}});
            uri_map.to_client(&mut message);
            assert_eq!(message, json!({"uri": client, "changes": {client: [{"x": client}]}}));
        }
    }

    #[test]
    fn closed_documents_are_forgotten() {
        let uri_map = UriMap::default();
        for number in 0..10_000 {
            let mut params = json!({"textDocument": {"uri": format!("file:///{number}.xml")}});
            uri_map.to_internal(&mut params);
        }
        let mut params = json!({"textDocument": {"uri": "file:///a b.xml"}});
        uri_map.to_internal(&mut params);
        for number in 0..10_000 {
            uri_map.forget(&format!("file:///{number}.xml"));
        }
        uri_map.forget("file:///a%20b.xml");
        let mapping = uri_map.0.lock();
        assert_eq!((mapping.internal.len(), mapping.client.len()), (1, 1), "its URIs differ");
        assert!(mapping.internal.capacity() <= 64 && mapping.client.capacity() <= 64);
    }

    #[test]
    fn two_strings_are_two_documents() {
        let uri_map = UriMap::default();
        let all = ["file:///a b.xml", "file:///a%20b.xml", "file:///a%20b.xml#1", "file:/a b.xml", "FILE:///a b.xml"];
        let internal = |client: &str| {
            let mut params = json!({"textDocument": {"uri": client}});
            uri_map.to_internal(&mut params);
            params["textDocument"]["uri"].as_str().expect("it is still there").to_owned()
        };
        let uris = all.map(&internal);
        assert_eq!(uris, all.map(&internal), "a URI of the server never changes");
        for (uri, client) in uris.iter().zip(all) {
            assert_eq!(uris.iter().filter(|other| *other == uri).count(), 1, "{uris:?}");
            let path = Url::parse(uri).map(|url| url.path().to_owned());
            assert_eq!(path.as_deref(), Ok("/a%20b.xml"));
            let mut message = json!(uri);
            uri_map.to_client(&mut message);
            assert_eq!(message, client);
        }
    }

    #[test]
    fn a_client_of_windows_gets_its_spelling_of_all_files() {
        for (folder, own, expected) in [
            ("file:///c%3A/t/docs", "file:///C:/t/docs/a%20b.xml", "file:///c%3A/t/docs/a%20b.xml"),
            ("file:///c%3A/t", "file:///c:/other.xml", "file:///c%3A/other.xml"),
            ("file:///c:/t", "file:///C:/T/a.xml", "file:///c:/T/a.xml"),
            ("file:///c%3A", "file:///c:/a.xml", "file:///c%3A/a.xml"),
            ("file:///c%3A/t", "file:///D:/a.xml", "file:///D:/a.xml"),
            ("file://wsl%24/Ubuntu/home", "file://wsl%24/Ubuntu/a.xml", "file://wsl%24/Ubuntu/a.xml"),
            ("file://Server/Share/d", "file://server/share/d/a.xml", "file://Server/Share/d/a.xml"),
        ] {
            let uri_map = UriMap::default();
            uri_map.0.lock().starts = UriStarts::of_windows();
            let params = json!({"workspaceFolders": [{"uri": folder, "name": "t"}]});
            let initialize = normalize_params(build_request("initialize".to_owned(), None, Some(params)));
            uri_map.to_internal(&mut initialize.params().cloned().expect("it has params"));
            let mut message = json!({"uri": own, "changes": {own: [{"newText": own}]}});
            uri_map.to_client(&mut message);
            assert_eq!(message, json!({"uri": expected, "changes": {expected: [{"newText": own}]}}), "{folder}");
            assert_eq!(uri_map.is_mapped(own), own != expected, "{folder}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_document_is_in_its_folder_whatever_name_that_has() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        std::fs::create_dir(&real).expect("it can be created");
        std::os::unix::fs::symlink(&real, &link).expect("links can be created");
        let uri = |path: std::path::PathBuf| Url::from_file_path(path).expect("an absolute path").to_string();
        for (opened, other) in [(&real, &link), (&link, &real)] {
            let uri_map = UriMap::default();
            let folders = json!([{"uri": uri(opened.clone()), "name": "t"}]);
            uri_map.to_internal(&mut json!({"event": {"added": folders, "removed": []}}));
            let (client, internal) = (uri(other.join("a.xml")), uri(opened.join("a.xml")));
            let mut params = json!({"textDocument": {"uri": client}});
            uri_map.to_internal(&mut params);
            assert_eq!(params, json!({"textDocument": {"uri": internal}}));
            let mut message = json!({"uri": internal});
            uri_map.to_client(&mut message);
            assert_eq!(message, json!({"uri": client}));
            let mut params = json!({"files": [{"oldUri": client, "newUri": uri(other.join("new.xml"))}]});
            uri_map.to_internal(&mut params);
            let moved = json!({"files": [{"oldUri": internal, "newUri": uri(opened.join("new.xml"))}]});
            assert_eq!(params, moved);
            uri_map.to_internal(&mut json!({"event": {"added": [], "removed": folders}}));
            let mut params = json!({"textDocument": {"uri": uri(other.join("b.xml"))}});
            let before = params.clone();
            uri_map.to_internal(&mut params);
            assert_eq!(params, before);
        }
    }

    #[test]
    fn other_params_are_unchanged() {
        let uri_map = UriMap::default();
        for mut params in [json!(null), json!({"textDocument": 5}), json!({"textDocument": {"uri": 5}})] {
            let before = params.clone();
            uri_map.to_internal(&mut params);
            assert_eq!(params, before);
        }
    }
}
