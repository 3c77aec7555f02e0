//! The language server: one method for each message, each as short as a line.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{InitializeParams, InitializeResult, ServerCapabilities, ServerInfo};
use tower_lsp::{Client, LanguageServer};

/// The server. It announces no capability yet, so that no editor asks it for anything.
#[derive(Debug)]
pub struct Server;

impl Server {
    /// A server that talks to `client`.
    pub fn new(_client: Client) -> Self {
        Self
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let server_info = Some(ServerInfo { name: "iri-lsp".to_owned(), version });
        Ok(InitializeResult { capabilities: ServerCapabilities::default(), server_info })
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}
