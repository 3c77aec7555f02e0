//! A language server for the references in XML: it reports errors on the characters of the source, and offers fixes.
//!
//! ```text
//! transport ─▶ server ─▶ features ─▶ analysis ─▶ iri_core
//!     ▲          │          └─▶ proto (from_proto, to_proto)
//!     │          └──▶ session ─▶ documents, config, client
//!     └─ publisher ◀─ worker ◀─ scheduler
//! ```
//!
//! Imports point one way, to the right and down. Only `proto` knows both the types of the core and of the protocol.

// The tests of whole sessions, in the crate and outside, share a client.
#[cfg(test)]
extern crate self as iri_lsp;

mod analysis;
mod bidi_marks;
#[cfg(target_family = "wasm")]
pub mod browser;
mod changed_lines;
mod client;
mod client_files;
mod config;
mod documents;
mod encoding;
mod features;
pub mod log;
mod open_ids;
mod proto;
#[cfg(test)]
mod replay;
mod reports;
mod scheduler;
mod server;
mod server_capabilities;
mod session;
mod task;
pub mod transport;
mod worker;
mod workspace;

use tokio::io::{AsyncRead, AsyncWrite};

use crate::transport::middleware::{Lifecycle, Middleware};
use crate::transport::uri_map::UriMap;
use crate::transport::{main_loop, publisher};

/// Way in which the connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// End after a `shutdown` request.
    Shutdown,
    /// End without a `shutdown` request.
    NoShutdown,
}

/// Serves one client until it sends `exit` or closes `input`.
pub async fn serve<R, W>(input: R, output: W) -> ExitReason
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (lifecycle, uri_map) = (Lifecycle::default(), UriMap::default());
    let (publisher, publications) = publisher::channel(uri_map.clone());
    let (service, socket) = server::service(publisher, &lifecycle);
    let middleware = Middleware::new(service, lifecycle.clone(), uri_map.clone());
    main_loop::main_loop((input, output), middleware, (socket, publications), (lifecycle.clone(), uri_map)).await;
    if lifecycle.is_shut_down() { ExitReason::Shutdown } else { ExitReason::NoShutdown }
}
