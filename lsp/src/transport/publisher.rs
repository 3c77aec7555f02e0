//! Publication of diagnostics.
//!
//! The message is serialized directly, without tower-lsp, which builds a tree of JSON values of each message first:
//! for some hundred diagnostics after every key, that would take longer than everything else together.

use serde::Serialize;
use tokio::sync::mpsc::{self, Permit, Receiver, Sender};
use tower_lsp::lsp_types::ProgressToken;

use crate::transport::framing::framed;
use crate::transport::uri_map::UriMap;

/// Sender of publications to the main loop.
#[derive(Clone, Debug)]
pub struct Publisher {
    queue: Sender<Vec<u8>>,
    uri_map: UriMap,
}

/// Creates a publisher and the receiver of its publications. At most one waits: a client that never reads costs no
/// more memory.
pub fn channel(uri_map: UriMap) -> (Publisher, Receiver<Vec<u8>>) {
    let (queue, publications) = mpsc::channel(1);
    (Publisher { queue, uri_map }, publications)
}

impl Publisher {
    /// Waits for room for one publication; `None` if the server ends. A publication that is
    /// [created](Self::publication) after that is current.
    pub async fn reserve(&self) -> Option<Permit<'_, Vec<u8>>> {
        self.queue.reserve().await.ok()
    }

    /// Forgets the document at `uri`, which is closed.
    pub fn forget(&self, uri: &str) {
        self.uri_map.forget(uri);
    }

    /// Sends a value of a progress, when there is room.
    pub async fn send_progress(&self, token: &ProgressToken, value: impl Serialize) {
        if let Some(permit) = self.reserve().await {
            permit.send(self.notification("$/progress", &Progress { token, value }));
        }
    }

    /// Returns the bytes of a notification.
    pub fn notification(&self, method: &'static str, params: &impl Serialize) -> Vec<u8> {
        self.bytes(&Notification { jsonrpc: "2.0", method, params }, self.uri_map.has_differences())
    }

    /// Returns the bytes of the message that publishes the diagnostics of the document at `uri`, a list of `Diagnostic`.
    pub fn publication(&self, uri: &str, version: Option<i32>, diagnostics: &(impl Serialize + ?Sized)) -> Vec<u8> {
        let params = Params { uri, version, diagnostics };
        let message = Notification { jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params: &params };
        self.bytes(&message, self.uri_map.is_mapped(uri))
    }

    /// Returns the bytes of `message`, with the URIs of the client if it `has_other_uris`.
    fn bytes(&self, message: &impl Serialize, has_other_uris: bool) -> Vec<u8> {
        let bytes = if has_other_uris {
            serde_json::to_value(message).map_err(Into::into).and_then(|mut message| {
                self.uri_map.to_client(&mut message);
                framed(&message)
            })
        } else {
            framed(message)
        };
        // JSON can express it: all keys are strings, and all numbers are integers.
        bytes.unwrap_or_default()
    }
}

#[derive(Serialize)]
struct Notification<'p, P> {
    jsonrpc: &'static str,
    method: &'static str,
    params: &'p P,
}

#[derive(Serialize)]
struct Progress<'p, T> {
    token: &'p ProgressToken,
    value: T,
}

#[derive(Serialize)]
struct Params<'p, D: ?Sized> {
    uri: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    diagnostics: &'p D,
}
