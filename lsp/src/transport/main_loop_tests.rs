//! The problems of tower-lsp 0.20 that the transport solves, each with a server that provokes it. The comment above a
//! test describes what happened without the solution.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tower_lsp::jsonrpc::{Id, Result};
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, DidSaveTextDocumentParams, GotoDefinitionParams, GotoDefinitionResponse, Hover,
    HoverParams, InitializeParams, InitializeResult, Location, MessageType, ReferenceParams,
};
use tower_lsp::{Client, LanguageServer, LspService};

use super::framing::{MessageReader, framed};
use super::main_loop::main_loop;
use super::message::IncomingMessage;
use super::middleware::{Lifecycle, Middleware};
use super::uri_map::UriMap;

/// Time limit, longer than any test takes that does not hang.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Server that does what the real one never does: it waits in the middle of a change, waits forever, waits for its
/// client, and panics.
struct ProblematicServer {
    client: Client,
    lifecycle: Lifecycle,
    versions: Arc<Mutex<Vec<i32>>>,
}

#[tower_lsp::async_trait]
impl LanguageServer for ProblematicServer {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        Ok(InitializeResult::default())
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.lifecycle.mark_handled();
        self.versions.lock().expect("no thread panics while it locks").push(params.text_document.version);
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {
        self.lifecycle.mark_handled();
        panic!("a notification panics");
    }

    async fn hover(&self, _: HoverParams) -> Result<Option<Hover>> {
        std::future::pending().await
    }

    async fn references(&self, _: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let _ = self.client.show_message_request(MessageType::INFO, "well?", None).await;
        Ok(None)
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        if params.text_document_position_params.position.line > 0 {
            tokio::task::yield_now().await;
        }
        panic!("a request panics");
    }
}

/// Client of the problematic server.
struct TestClient {
    output: WriteHalf<DuplexStream>,
    input: MessageReader<ReadHalf<DuplexStream>>,
    server: JoinHandle<()>,
    versions: Arc<Mutex<Vec<i32>>>,
}

impl TestClient {
    async fn connect() -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(ours);
        let (lifecycle, uri_map) = (Lifecycle::default(), UriMap::default());
        let versions = Arc::new(Mutex::new(Vec::new()));
        let (service, socket) = LspService::new(|client| ProblematicServer {
            client,
            lifecycle: lifecycle.clone(),
            versions: Arc::clone(&versions),
        });
        let middleware = Middleware::new(service, lifecycle.clone(), uri_map.clone());
        let server = tokio::spawn(main_loop(
            tokio::io::split(theirs),
            middleware,
            (socket, mpsc::channel(1).1),
            (lifecycle, uri_map),
        ));
        let mut client = Self { output, input: MessageReader::new(input), server, versions };
        client.request(0, "initialize", json!({"capabilities": {}})).await;
        client.answer(0).await;
        client
    }

    async fn send(&mut self, message: Value) {
        let bytes = framed(&message).expect("a value is valid JSON");
        tokio::time::timeout(TIMEOUT, self.output.write_all(&bytes))
            .await
            .expect("the server reads")
            .expect("the pipe is open");
    }

    async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
    }

    async fn request(&mut self, id: i64, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
    }

    async fn change(&mut self, version: i32) {
        let document = json!({"uri": "a:b", "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": []})).await;
    }

    async fn next(&mut self) -> Option<IncomingMessage> {
        tokio::time::timeout(TIMEOUT, self.input.next()).await.expect("the server does not hang")
    }

    /// Waits for the answer to request `id`; returns its error code if it is an error.
    async fn answer(&mut self, id: i64) -> Option<i64> {
        loop {
            match self.next().await.expect("the server is still running") {
                IncomingMessage::Response(response) if *response.id() == Id::Number(id) => {
                    return response.error().map(|error| error.code.code());
                }
                _ => {}
            }
        }
    }

    /// Closes the connection and waits for the end of the server.
    async fn disconnect(self) {
        let Self { output, input, server, .. } = self;
        drop((output, input));
        tokio::time::timeout(TIMEOUT, server).await.expect("the server ends").expect("the server does not panic");
    }
}

fn position_params() -> Value {
    json!({"textDocument": {"uri": "a:b"}, "position": {"line": 0, "character": 0}})
}

fn reference_params() -> Value {
    json!({"textDocument": {"uri": "a:b"}, "position": {"line": 0, "character": 0}, "context": {"includeDeclaration": true}})
}

// Without the poll in `Middleware::start`, each reply being a task: 14, 1, 2, 3, … 13, 63, 15, …
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_made_in_the_order_they_come_in() {
    let mut client = TestClient::connect().await;
    let wanted: Vec<i32> = (1..=20_000).collect();
    for &version in &wanted {
        client.change(version).await;
    }
    client.request(1, "shutdown", Value::Null).await;
    assert_eq!(client.answer(1).await, None);
    assert_eq!(*client.versions.lock().expect("no thread panics while it locks"), wanted);
    client.disconnect().await;
}

// In tower-lsp's own loop, which polls four replies at a time: no answer to the first cancellation.
#[tokio::test]
async fn pending_requests_delay_neither_changes_nor_cancellations() {
    let mut client = TestClient::connect().await;
    for id in 1..=64 {
        client.request(id, "textDocument/hover", position_params()).await;
    }
    for version in 1..=90 {
        client.change(version).await;
    }
    for id in 1..=64 {
        client.notify("$/cancelRequest", json!({"id": id})).await;
        assert_eq!(client.answer(id).await, Some(-32800));
    }
    assert_eq!(client.versions.lock().expect("no thread panics while it locks").len(), 90);
    client.disconnect().await;
}

// In tower-lsp's own loop: it stopped reading.
#[tokio::test]
async fn handlers_that_wait_for_the_client_delay_no_message() {
    let mut client = TestClient::connect().await;
    for id in 1..=1000 {
        client.request(id, "textDocument/references", reference_params()).await;
    }
    client.change(1).await;
    client.request(1001, "shutdown", Value::Null).await;
    assert_eq!(client.answer(1001).await, None);
    assert_eq!(*client.versions.lock().expect("no thread panics while it locks"), [1]);
    client.disconnect().await;
}

// In tower-lsp's own loop, without the `catch_unwind`: "receiver already dropped", and the server ended.
#[tokio::test]
async fn a_late_answer_to_a_dropped_request_is_ignored() {
    let mut client = TestClient::connect().await;
    client.request(1, "textDocument/references", reference_params()).await;
    let request_of_server = loop {
        if let Some(IncomingMessage::Request(request_of_server)) = client.next().await {
            break request_of_server;
        }
    };
    client.notify("$/cancelRequest", json!({"id": 1})).await;
    assert_eq!(client.answer(1).await, Some(-32800));
    for _ in 0..2 {
        client.send(json!({"jsonrpc": "2.0", "id": request_of_server.id(), "result": null})).await;
    }
    client.send(json!({"jsonrpc": "2.0", "id": 4711, "result": null})).await;
    client.send(json!({"jsonrpc": "2.0", "id": null, "result": null})).await;
    client.request(2, "shutdown", Value::Null).await;
    assert_eq!(client.answer(2).await, None);
    client.disconnect().await;
}

// In tower-lsp's own loop: it waited for the pipe.
#[tokio::test]
async fn exit_ends_the_server_although_the_pipe_is_open() {
    let mut client = TestClient::connect().await;
    client.request(1, "textDocument/hover", position_params()).await;
    client.notify("exit", Value::Null).await;
    let TestClient { server, output, input, .. } = client;
    tokio::time::timeout(TIMEOUT, server).await.expect("the server ends").expect("the server does not panic");
    drop((output, input));
}

// In tower-lsp's own loop: it waited for the answers.
#[tokio::test]
async fn a_closed_client_ends_the_server_despite_pending_requests() {
    let mut client = TestClient::connect().await;
    for id in 1..=10 {
        client.request(id, "textDocument/references", reference_params()).await;
    }
    client.disconnect().await;
}

// In tower-lsp's own loop: it stopped reading.
#[tokio::test]
async fn a_client_that_never_reads_can_still_send() {
    let mut client = TestClient::connect().await;
    for id in 1..=5000 {
        // Each is answered with an error that the client does not read.
        client.request(id, "no/such/method", json!({"much": "x".repeat(100)})).await;
        client.change(i32::try_from(id).expect("it is small")).await;
    }
    for id in 1..=5000 {
        assert_eq!(client.answer(id).await, Some(-32601));
    }
    assert_eq!(client.versions.lock().expect("no thread panics while it locks").len(), 5000);
    client.disconnect().await;
}

// In tower-lsp without `normalize_params`: -32602.
#[tokio::test]
async fn shutdown_may_have_params() {
    for params in [Value::Null, json!({}), json!([]), json!(5)] {
        let mut client = TestClient::connect().await;
        client.request(1, "shutdown", params).await;
        assert_eq!(client.answer(1).await, None);
        client.disconnect().await;
    }
}

// In tower-lsp without the `catch_unwind`s of `Middleware::start`: the server ended.
#[tokio::test]
async fn a_panic_of_a_handler_is_an_error_reply() {
    let mut client = TestClient::connect().await;
    for line in [0, 1] {
        let place = json!({"textDocument": {"uri": "a:b"}, "position": {"line": line, "character": 0}});
        client.request(1 + line, "textDocument/definition", place).await;
        assert_eq!(client.answer(1 + line).await, Some(-32603));
    }
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": "a:b"}})).await;
    client.request(9, "shutdown", Value::Null).await;
    assert_eq!(client.answer(9).await, None);
    client.disconnect().await;
}

// In tower-lsp's own loop: an answer, then the end.
#[tokio::test]
async fn an_invalid_body_is_answered_and_the_next_message_is_read() {
    let mut client = TestClient::connect().await;
    client.output.write_all(b"Content-Length: 3\r\n\r\n{{{").await.expect("the pipe is open");
    let Some(IncomingMessage::Response(answer)) = client.next().await else { panic!("the server answers") };
    assert_eq!((answer.id(), answer.error().map(|error| error.code.code())), (&Id::Null, Some(-32700)));
    client.request(1, "shutdown", Value::Null).await;
    assert_eq!(client.answer(1).await, None);
    client.disconnect().await;
}
