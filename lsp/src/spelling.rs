//! The client's own spelling of a document's URI.
//!
//! The protocol's types hold a URI as a `Url`, which rewrites some (`file:/x`, a raw space, a raw letter)
//! and refuses others. So documents are known by the form that a `Url` has, and what goes out is written as
//! it came in: a client looks for its own string.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tower_lsp::lsp_types::Url;

/// The strings of those URIs that a `Url` spells differently.
#[derive(Clone, Debug, Default)]
pub struct Spellings(Arc<Mutex<HashMap<String, String>>>);

impl Spellings {
    /// Notes how the client spells the document that a message is about. One that is no URI gets a form that is.
    pub fn note(&self, params: &mut Value) {
        // The second is that of `iri.inspect`.
        for place in ["/textDocument/uri", "/arguments/0/textDocument/uri"] {
            if let Some(Value::String(spelled)) = params.pointer_mut(place) {
                self.note_one(spelled);
            }
        }
    }

    fn note_one(&self, spelled: &mut String) {
        let form = match Url::parse(spelled) {
            Ok(url) if url.as_str() == spelled => return,
            Ok(url) => url.to_string(),
            Err(_) => {
                let form = opaque(spelled);
                self.lock().insert(form.clone(), std::mem::replace(spelled, form));
                return;
            }
        };
        self.lock().insert(form, spelled.clone());
    }

    /// Whether the client spells the URI `form` in another way.
    pub fn knows(&self, form: &str) -> bool {
        self.lock().contains_key(form)
    }

    /// Writes the URIs of `message` as the client does.
    pub fn restore(&self, message: &mut Value) {
        let known = self.lock();
        if known.is_empty() {
            return;
        }
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

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
            let spellings = Spellings::default();
            let mut params = json!({"textDocument": {"uri": spelled}});
            spellings.note(&mut params);
            let form = params["textDocument"]["uri"].as_str().expect("it is still there");
            let form = Url::parse(form).expect("a form is a URI").to_string();
            let mut message = json!({"uri": form, "changes": {&form: [{"x": form}]}});
            spellings.restore(&mut message);
            assert_eq!(message, json!({"uri": spelled, "changes": {spelled: [{"x": spelled}]}}));
        }
    }

    #[test]
    fn other_messages_pass() {
        let spellings = Spellings::default();
        for mut params in [json!(null), json!({"textDocument": 5}), json!({"textDocument": {"uri": 5}})] {
            let before = params.clone();
            spellings.note(&mut params);
            assert_eq!(params, before);
        }
    }
}
