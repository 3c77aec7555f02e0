//! What clients send otherwise than the protocol has it, made as it should be.
//!
//! | message | as it comes | as it goes on |
//! |--|--|--|
//! | `shutdown`, `exit` | `"params": null`, `{}`, `[]` | no params |
//! | `initialize` | anything a client knows of itself | no capabilities; all of it as the options |
//! | `initialized`, `didChangeConfiguration` | no params, `null`, no `settings` | an object with `settings` |
//! | `didOpen`, `didChange` | a version of `null`, no version or language | [`NO_VERSION`], an empty string |
//! | `codeAction` | diagnostics of other servers, or none | ours alone: another's may hold what no type takes |

use serde_json::{Map, Value, json};
use tower_lsp::jsonrpc::Request;

use crate::transport::message::request;

/// The version of a text whose client counts none.
pub const NO_VERSION: i32 = i32::MIN;

/// `message` as the protocol has it.
pub fn normalize_params(message: Request) -> Request {
    let (method, id, params) = message.into_parts();
    let params = match &*method {
        "shutdown" | "exit" => None,
        // No type refuses what is only looked at: `abilities` takes what it understands.
        "initialize" => Some(json!({"capabilities": {}, "initializationOptions": params.unwrap_or(Value::Null)})),
        "initialized" => Some(json!({})),
        "workspace/didChangeConfiguration" => Some(with_settings(params)),
        "textDocument/didOpen" | "textDocument/didChange" => params.map(with_version),
        "textDocument/codeAction" => params.map(with_diagnostics_of_ours),
        _ => params,
    };
    request(method.into_owned(), id, params)
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

fn with_diagnostics_of_ours(mut params: Value) -> Value {
    if let Some(context) = params.get_mut("context").and_then(Value::as_object_mut) {
        let is_ours = |one: &Value| one.get("source").is_none_or(|source| source.is_null() || source == "iri");
        let all =
            context.remove("diagnostics").and_then(|all| if let Value::Array(all) = all { Some(all) } else { None });
        let ours: Vec<Value> = all.into_iter().flatten().filter(is_ours).collect();
        context.insert("diagnostics".to_owned(), Value::Array(ours));
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(method: &'static str, params: Value) -> Option<Value> {
        normalize_params(request(method.to_owned(), None, Some(params))).params().cloned()
    }

    #[test]
    fn shutdown_has_no_params() {
        for given in [json!(null), json!({}), json!([])] {
            assert_eq!(params("shutdown", given), None);
        }
    }

    #[test]
    fn a_client_may_say_anything_of_itself() {
        let said = json!({"rootUri": "", "trace": "loud", "capabilities": 5});
        let expected = json!({"capabilities": {}, "initializationOptions": said});
        assert_eq!(params("initialize", said), Some(expected));
    }

    #[test]
    fn settings_may_be_missing() {
        for given in [json!(null), json!({}), json!([1]), json!({"settings": null})] {
            assert_eq!(params("workspace/didChangeConfiguration", given), Some(json!({"settings": null})));
        }
    }

    #[test]
    fn diagnostics_of_others_are_left_out() {
        let (ours, nobodys, others) = (json!({"source": "iri"}), json!({"code": 1}), json!({"source": "xml"}));
        for (given, kept) in [(json!([ours, others, nobodys]), json!([ours, nobodys])), (Value::Null, json!([]))] {
            let given = json!({"context": {"diagnostics": given, "only": null}});
            let expected = json!({"context": {"diagnostics": kept, "only": null}});
            assert_eq!(params("textDocument/codeAction", given), Some(expected));
        }
    }

    #[test]
    fn a_version_may_be_missing() {
        let given = json!({"textDocument": {"uri": "a:b", "version": null}, "contentChanges": []});
        let expected = json!({"textDocument": {"uri": "a:b", "version": NO_VERSION}, "contentChanges": []});
        assert_eq!(params("textDocument/didChange", given), Some(expected));
        let given = json!({"textDocument": {"uri": "a:b", "text": "", "version": 5}});
        let expected = json!({"textDocument": {"uri": "a:b", "text": "", "version": 5, "languageId": ""}});
        assert_eq!(params("textDocument/didOpen", given), Some(expected));
    }
}
