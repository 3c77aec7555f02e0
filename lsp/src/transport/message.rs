//! The body of a message, parsed as a request or a response.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

/// Message from the client.
#[derive(Debug)]
pub enum IncomingMessage {
    /// Request or notification.
    Request(Request),
    /// Answer to a request of the server.
    Response(Response),
    /// Any other body, with the ID and the error for its answer.
    Invalid(Id, Error),
}

/// Fields of any message.
#[derive(Deserialize)]
pub struct Envelope {
    method: Option<String>,
    #[serde(default, deserialize_with = "present")]
    id: Option<Id>,
    #[serde(default, deserialize_with = "present")]
    params: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Value>,
    error: Option<Error>,
}

/// Distinguishes `null` from a missing field.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Envelope {
    /// Parses the body of a message. Half of a surrogate pair, as `JSON.stringify` writes it, and bytes that are not UTF-8 are
    /// read as U+FFFD: if the change were lost, the text would differ from that of the client.
    ///
    /// # Errors
    ///
    /// The body is not JSON, or not an object of JSON-RPC.
    pub fn parse(body: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(body).or_else(|error| serde_json::from_str(&repaired(body)).map_err(|_| error))
    }

    /// Returns the message that these fields form.
    pub fn into_incoming(self) -> IncomingMessage {
        match (self.method, self.id, self.result, self.error) {
            (Some(method), id, _, _) => IncomingMessage::Request(build_request(method, id, self.params)),
            (None, Some(id), _, Some(error)) => IncomingMessage::Response(Response::from_error(id, error)),
            (None, Some(id), Some(result), None) => IncomingMessage::Response(Response::from_ok(id, result)),
            (None, id, _, _) => IncomingMessage::Invalid(id.unwrap_or(Id::Null), Error::invalid_request()),
        }
    }
}

/// Returns the JSON `body` with `\ufffd` for each escape of half a surrogate pair, and U+FFFD for bytes that are not UTF-8.
fn repaired(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let unit = |at: usize| {
        let digits = text.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut repaired = String::with_capacity(text.len());
    let (mut at, mut copied) = (0, 0);
    while let Some(escape) = memchr::memchr(b'\\', &text.as_bytes()[at..]).map(|found| at + found) {
        at = match (unit(escape), unit(escape + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => escape + 12,
            (Some(0xD800..=0xDFFF), _) => {
                repaired.push_str(&text[copied..escape]);
                repaired.push_str("\\ufffd");
                copied = escape + 6;
                copied
            }
            // The escaped character may be a backslash.
            _ => escape + 1 + text[escape + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    repaired + &text[copied..]
}

/// Builds a request, or a notification if `id` is `None`.
pub fn build_request(method: String, id: Option<Id>, params: Option<Value>) -> Request {
    let message = Request::build(method);
    let message = match params {
        Some(params) => message.params(params),
        None => message,
    };
    match id {
        Some(id) => message.id(id).finish(),
        None => message.finish(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_surrogate_pair_is_read_as_one_character() {
        for (json, read) in [
            (r#""a\ud83d""#, "a\u{FFFD}"),
            (r#""\uDC00\u0020\ud83d\ude00\ud83d\ud83d\ude00""#, "\u{FFFD} \u{1F600}\u{FFFD}\u{1F600}"),
            (r#""\\ud83d\ud83d\\""#, "\\ud83d\u{FFFD}\\"),
            (r#""\ud83dé\ud83""#, ""),
            (r#""\ud83d\"#, ""),
        ] {
            let message = format!(r#"{{"method":"m","params":[{json}]}}"#);
            let params = Envelope::parse(message.as_bytes()).ok().and_then(|envelope| envelope.params);
            let text = params.as_ref().and_then(|params| params[0].as_str()).unwrap_or_default();
            assert_eq!(text, read, "{json}");
        }
        let envelope = Envelope::parse(b"{\"method\":\"a\xFFb\"}").expect("it is repaired");
        assert_eq!(envelope.method.as_deref(), Some("a\u{FFFD}b"));
    }
}
