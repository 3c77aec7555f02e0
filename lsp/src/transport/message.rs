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
