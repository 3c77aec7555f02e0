//! The client's own spelling of a document's URI.
//!
//! The protocol's types hold a URI as a `Url`, which rewrites some (`file:/x`, a raw space, a raw letter)
//! and refuses others. So documents are known by the form that a `Url` has, and what goes out is written as
//! it came in: a client looks for its own string.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tower_lsp::lsp_types::Url;

/// The strings of the client.
#[derive(Clone, Debug, Default)]
pub struct UriMap(Arc<Mutex<Names>>);

/// How each document is called by the client and here.
#[derive(Debug, Default)]
struct Names {
    /// Our forms, by the client's strings.
    forms: HashMap<String, String>,
    /// The client's strings, by our forms.
    spelled: HashMap<String, String>,
    /// Whether any of them differ.
    differ: bool,
}

impl Names {
    /// The form of `spelled`. Two strings are two documents, even where a `Url` would write them alike: the later one
    /// is known by a fragment behind it, which leads to the same file.
    fn form_of(&mut self, spelled: &str) -> String {
        if let Some(form) = self.forms.get(spelled) {
            return form.clone();
        }
        let url = Url::parse(spelled).map_or_else(|_| opaque(spelled), String::from);
        let parted = (self.forms.len()..).map(|number| format!("{url}#{number}"));
        let mut candidates = std::iter::once(url.clone()).chain(parted);
        let form = candidates.find(|form| !self.spelled.contains_key(form)).expect("there is a number that none has");
        self.differ |= form != spelled;
        self.forms.insert(spelled.to_owned(), form.clone());
        self.spelled.insert(form.clone(), spelled.to_owned());
        form
    }
}

impl UriMap {
    /// Notes how the client spells the document that a message is about. One that is no URI gets a form that is.
    pub fn note(&self, params: &mut Value) {
        // The second is that of `iri.inspect`.
        for place in ["/textDocument/uri", "/arguments/0/textDocument/uri"] {
            self.note_at(place, params);
        }
        // A diagnostic comes back with what was said to belong to it.
        for shown in each(params.pointer_mut("/context/diagnostics")) {
            for related in each(shown.pointer_mut("/relatedInformation")) {
                self.note_at("/location/uri", related);
            }
        }
    }

    fn note_at(&self, place: &str, value: &mut Value) {
        if let Some(Value::String(spelled)) = value.pointer_mut(place) {
            *spelled = self.lock().form_of(spelled);
        }
    }

    /// Whether the client spells the URI `form` in another way.
    pub fn knows(&self, form: &str) -> bool {
        self.lock().spelled.get(form).is_some_and(|spelled| spelled != form)
    }

    /// Writes the URIs of `message` as the client does.
    pub fn restore(&self, message: &mut Value) {
        let names = self.lock();
        if !names.differ {
            return;
        }
        let known = &names.spelled;
        // JSON that was read is at most 128 deep, and what we write a good deal less; a list all the same.
        let mut rest = vec![message];
        while let Some(value) = rest.pop() {
            match value {
                Value::String(text) => {
                    if let Some(spelled) = known.get(text) {
                        text.clone_from(spelled);
                    }
                }
                Value::Array(values) => rest.extend(values),
                Value::Object(fields) => {
                    // The keys of `WorkspaceEdit.changes` are URIs.
                    let renamed: Vec<_> = fields.keys().filter(|key| known.contains_key(*key)).cloned().collect();
                    for key in renamed {
                        let value = fields.remove(&key).unwrap_or_default();
                        fields.insert(known[&key].clone(), value);
                    }
                    rest.extend(fields.values_mut());
                }
                _ => {}
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Names> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The values of a list, if it is one.
fn each(list: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    list.and_then(Value::as_array_mut).into_iter().flatten()
}

/// A URI that stands for `spelled`.
fn opaque(spelled: &str) -> String {
    let triplets = spelled.bytes().map(|byte| format!("%{byte:02X}"));
    format!("spelled:{}", triplets.collect::<String>())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_comes_in_goes_out_as_it_was() {
        for spelled in ["file:///a b.xml", "file:/x", "file:///\u{E9}/../x", "C:\\x.xml", "x.xml", "", "file:///a.xml"]
        {
            let uri_map = UriMap::default();
            let mut params = json!({"textDocument": {"uri": spelled}});
            uri_map.note(&mut params);
            let form = params["textDocument"]["uri"].as_str().expect("it is still there");
            let form = Url::parse(form).expect("a form is a URI").to_string();
            let mut message = json!({"uri": form, "changes": {&form: [{"x": form}]}});
            uri_map.restore(&mut message);
            assert_eq!(message, json!({"uri": spelled, "changes": {spelled: [{"x": spelled}]}}));
        }
    }

    #[test]
    fn two_strings_are_two_documents() {
        let uri_map = UriMap::default();
        let all = ["file:///a b.xml", "file:///a%20b.xml", "file:///a%20b.xml#1", "file:/a b.xml", "FILE:///a b.xml"];
        let noted = |spelled: &str| {
            let mut params = json!({"textDocument": {"uri": spelled}});
            uri_map.note(&mut params);
            params["textDocument"]["uri"].as_str().expect("it is still there").to_owned()
        };
        let forms = all.map(noted);
        assert_eq!(forms, all.map(noted), "each keeps its form");
        for (form, spelled) in forms.iter().zip(all) {
            assert_eq!(forms.iter().filter(|other| *other == form).count(), 1, "{forms:?}");
            let path = Url::parse(form).map(|url| url.path().to_owned());
            assert_eq!(path.as_deref(), Ok("/a%20b.xml"));
            let mut message = json!(form);
            uri_map.restore(&mut message);
            assert_eq!(message, spelled);
        }
    }

    #[test]
    fn other_messages_pass() {
        let uri_map = UriMap::default();
        for mut params in [json!(null), json!({"textDocument": 5}), json!({"textDocument": {"uri": 5}})] {
            let before = params.clone();
            uri_map.note(&mut params);
            assert_eq!(params, before);
        }
    }
}
