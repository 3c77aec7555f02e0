//! What is told of a text unasked, as it goes over the wire.
//!
//! It is written at once, past tower-lsp, which makes a tree of JSON values of each message first: of some hundred
//! diagnostics at each key that is pressed, that would cost more than everything else together.

use serde::Serialize;
use tokio::sync::mpsc::{self, Permit, Receiver, Sender};
use tower_lsp::lsp_types::Diagnostic;

use crate::transport::framing::framed;
use crate::transport::uri_map::UriMap;

/// Where publications go.
#[derive(Clone, Debug)]
pub struct Publisher {
    queue: Sender<Vec<u8>>,
    uri_map: UriMap,
}

/// An publisher, and what comes out of it. One publication waits: who never reads costs no more.
pub fn publisher(uri_map: UriMap) -> (Publisher, Receiver<Vec<u8>>) {
    let (queue, publications) = mpsc::channel(1);
    (Publisher { queue, uri_map }, publications)
}

impl Publisher {
    /// Waits for room for one publication; `None` if the server ends. What is [made](Self::publication) then is new.
    pub async fn reserve(&self) -> Option<Permit<'_, Vec<u8>>> {
        self.queue.reserve().await.ok()
    }

    /// Bytes of the message that publishes the diagnostics of the document at `uri`.
    pub fn publication(&self, uri: &str, version: Option<i32>, diagnostics: &[Diagnostic]) -> Vec<u8> {
        let params = Params { uri, version, diagnostics };
        let message = Publication { jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params };
        let bytes = if self.uri_map.knows(uri) {
            serde_json::to_value(&message).map_err(Into::into).and_then(|mut message| {
                self.uri_map.restore(&mut message);
                framed(&message)
            })
        } else {
            framed(&message)
        };
        // There is no number in it that JSON has not, and no key that is no string.
        bytes.unwrap_or_default()
    }
}

#[derive(Serialize)]
struct Publication<'p> {
    jsonrpc: &'static str,
    method: &'static str,
    params: Params<'p>,
}

#[derive(Serialize)]
struct Params<'p> {
    uri: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    diagnostics: &'p [Diagnostic],
}
