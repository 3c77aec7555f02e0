//! Normalization of params that clients send differently from the protocol.
//!
//! | message | as sent | normalized |
//! |--|--|--|
//! | `shutdown`, `exit` | `"params": null`, `{}`, `[]` | no params |
//! | `initialize` | anything | no capabilities; all of it as the options |
//! | `initialized`, `didChangeConfiguration` | no params, `null`, no `settings` | an object with `settings` |
//! | `didOpen`, `didChange` | a version of `null`, no version or language | [`NO_VERSION`], an empty string |
//! | `codeAction` | diagnostics of other servers, or none | only those of this server: others may not fit the types |

use serde_json::{Map, Value, json};
use tower_lsp::jsonrpc::Request;

use crate::transport::message::build_request;

/// Version of a document whose client sends none.
pub const NO_VERSION: i32 = i32::MIN;

/// Returns `message` with the params that the protocol specifies.
pub fn normalize_params(message: Request) -> Request {
    let (method, id, params) = message.into_parts();
    let params = match &*method {
        "shutdown" | "exit" => None,
        // No type refuses a plain value: `InitializeParams::parse` uses what it understands.
        "initialize" => Some(json!({"capabilities": {}, "initializationOptions": params.unwrap_or(Value::Null)})),
        "initialized" => Some(json!({})),
        "workspace/didChangeConfiguration" => Some(with_settings(params)),
        "textDocument/didOpen" | "textDocument/didChange" => params.map(with_version),
        "textDocument/codeAction" => params.map(with_own_diagnostics),
        _ => params,
    };
    build_request(method.into_owned(), id, params)
}

fn with_settings(params: Option<Value>) -> Value {
    let mut params = match params {
        Some(Value::Object(params)) => params,
        _ => Map::new(),
    };
    params.entry("settings").or_insert(Value::Null);
    Value::Object(params)
}

fn with_version(mut params: Value) -> Value {
    if let Some(document) = params.get_mut("textDocument").and_then(Value::as_object_mut) {
        let is_version = |version: &Value| version.as_i64().is_some_and(|version| i32::try_from(version).is_ok());
        if !document.get("version").is_some_and(is_version) {
            document.insert("version".to_owned(), json!(NO_VERSION));
        }
        if document.contains_key("text") && !document.get("languageId").is_some_and(Value::is_string) {
            document.insert("languageId".to_owned(), json!(""));
        }
    }
    params
}

fn with_own_diagnostics(mut params: Value) -> Value {
    if let Some(context) = params.get_mut("context").and_then(Value::as_object_mut) {
        let is_own =
            |diagnostic: &Value| diagnostic.get("source").is_none_or(|source| source.is_null() || source == "iri");
        let all =
            context.remove("diagnostics").and_then(|all| if let Value::Array(all) = all { Some(all) } else { None });
        let own: Vec<Value> = all.into_iter().flatten().filter(is_own).collect();
        context.insert("diagnostics".to_owned(), Value::Array(own));
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalized(method: &'static str, params: Value) -> Option<Value> {
        normalize_params(build_request(method.to_owned(), None, Some(params))).params().cloned()
    }

    #[test]
    fn shutdown_has_no_params() {
        for given in [json!(null), json!({}), json!([])] {
            assert_eq!(normalized("shutdown", given), None);
        }
    }

    #[test]
    fn initialize_accepts_any_params() {
        let sent = json!({"rootUri": "", "trace": "loud", "capabilities": 5});
        let expected = json!({"capabilities": {}, "initializationOptions": sent});
        assert_eq!(normalized("initialize", sent), Some(expected));
    }

    #[test]
    fn settings_may_be_missing() {
        for given in [json!(null), json!({}), json!([1]), json!({"settings": null})] {
            assert_eq!(normalized("workspace/didChangeConfiguration", given), Some(json!({"settings": null})));
        }
    }

    #[test]
    fn diagnostics_of_other_servers_are_removed() {
        let (ours, unsourced, others) = (json!({"source": "iri"}), json!({"code": 1}), json!({"source": "xml"}));
        for (given, kept) in [(json!([ours, others, unsourced]), json!([ours, unsourced])), (Value::Null, json!([]))] {
            let given = json!({"context": {"diagnostics": given, "only": null}});
            let expected = json!({"context": {"diagnostics": kept, "only": null}});
            assert_eq!(normalized("textDocument/codeAction", given), Some(expected));
        }
    }

    #[test]
    fn a_version_may_be_missing() {
        let given = json!({"textDocument": {"uri": "a:b", "version": null}, "contentChanges": []});
        let expected = json!({"textDocument": {"uri": "a:b", "version": NO_VERSION}, "contentChanges": []});
        assert_eq!(normalized("textDocument/didChange", given), Some(expected));
        let given = json!({"textDocument": {"uri": "a:b", "text": "", "version": 5}});
        let expected = json!({"textDocument": {"uri": "a:b", "text": "", "version": 5, "languageId": ""}});
        assert_eq!(normalized("textDocument/didOpen", given), Some(expected));
    }
}
