//! A language server for the references in XML: what is wrong with them, on the characters of the source,
//! and what to write instead.
//!
//! ```text
//! stdin ─▶ pump ─▶ middleware ─▶ server ─▶ session ─▶ documents ─▶ iri_core::Document
//! stdout ◀─ pump ◀──┘          proto ◀──┴─ scheduler, diagnostics
//! ```

// Tests of whole conversations, in here and outside, share a client.
#[cfg(test)]
extern crate self as iri_lsp;

mod analysis;
mod client;
mod config;
mod documents;
mod encoding;
mod escape;
mod features;
mod file_uri;
pub mod log;
mod proto;
#[cfg(test)]
mod replay;
mod scheduler;
mod server;
mod server_capabilities;
mod session;
pub mod transport;
mod worker;

use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::LspService;

use crate::server::Server;
use crate::transport::middleware::{Lifecycle, Middleware};
use crate::transport::uri_map::UriMap;
use crate::transport::{main_loop, publisher};

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// After `shutdown`, as it should.
    InOrder,
    /// Without.
    Abruptly,
}

/// Serves one client until it says `exit` or its side of `input` ends.
pub async fn serve<R, W>(input: R, output: W) -> ExitReason
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (lifecycle, uri_map) = (Lifecycle::default(), UriMap::default());
    let (publisher, publications) = publisher::publisher(uri_map.clone());
    let (service, socket) = LspService::new(|client| Server::new(client, publisher, lifecycle.clone()));
    let middleware = Middleware::new(service, lifecycle.clone(), uri_map.clone());
    main_loop::main_loop((input, output), middleware, (socket, publications), (lifecycle.clone(), uri_map)).await;
    if lifecycle.was_shut_down() { ExitReason::InOrder } else { ExitReason::Abruptly }
}
