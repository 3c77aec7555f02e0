//! The body of a message ─▶ a request, a response, or what it is instead.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

/// What was read.
#[derive(Debug)]
pub enum Frame {
    /// A request or a notification.
    Request(Request),
    /// The answer to a request of ours.
    Response(Response),
    /// A body that is none of these, and what to say of it.
    Unreadable(Id, Error),
}

/// Any message.
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

/// Tells `null` from what is not there.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Envelope {
    /// The message that these fields make up.
    pub fn opened(self) -> Frame {
        match (self.method, self.id, self.result, self.error) {
            (Some(method), id, _, _) => Frame::Request(request(method, id, self.params)),
            (None, Some(id), _, Some(error)) => Frame::Response(Response::from_error(id, error)),
            (None, Some(id), Some(result), None) => Frame::Response(Response::from_ok(id, result)),
            (None, id, _, _) => Frame::Unreadable(id.unwrap_or(Id::Null), Error::invalid_request()),
        }
    }
}

/// The message put together from its parts.
pub fn request(method: String, id: Option<Id>, params: Option<Value>) -> Request {
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
