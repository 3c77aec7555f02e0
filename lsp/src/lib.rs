//! A language server for the references in XML: what is wrong with them, on the characters of the source,
//! and what to write instead.
//!
//! ```text
//! stdin ─▶ pump ─▶ guard ─▶ server ─▶ session ─▶ documents ─▶ iri_core::Document
//! stdout ◀─ pump ◀──┘          proto ◀──┴─ scheduler, diagnostics
//! ```

// Tests of whole conversations, in here and outside, share a client.
#[cfg(test)]
extern crate self as iri_lsp;

mod abilities;
mod actions;
mod asking;
mod capabilities;
mod config;
mod diagnostics;
mod documents;
mod hints;
mod hover;
mod links;
pub mod log;
mod proto;
mod pull;
mod reading;
#[cfg(test)]
mod replay;
mod report;
mod scheduler;
mod server;
mod session;
mod shown;
pub mod transport;

use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::LspService;

use crate::server::Server;
use crate::transport::middleware::{Guard, Lifecycle};
use crate::transport::uri_map::Spellings;
use crate::transport::{main_loop, publisher};

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// After `shutdown`, as it should.
    InOrder,
    /// Without.
    Abruptly,
}

/// Serves one client until it says `exit` or its side of `input` ends.
pub async fn serve<R, W>(input: R, output: W) -> Ended
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (lifecycle, spellings) = (Lifecycle::default(), Spellings::default());
    let (outlet, publications) = publisher::outlet(spellings.clone());
    let (service, socket) = LspService::new(|client| Server::new(client, outlet, lifecycle.clone()));
    let guard = Guard::new(service, lifecycle.clone(), spellings.clone());
    main_loop::run((input, output), guard, (socket, publications), (lifecycle.clone(), spellings)).await;
    if lifecycle.was_shut_down() { Ended::InOrder } else { Ended::Abruptly }
}
