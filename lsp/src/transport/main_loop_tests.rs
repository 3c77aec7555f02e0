//! What goes wrong with tower-lsp 0.20 by itself, each with a server that is as awkward as can be, behind the real
//! middleware and pump. Behind each claim stands what happened when its cure was taken out.

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

use super::framing::{FrameReader, framed};
use super::main_loop::main_loop;
use super::message::Frame;
use super::middleware::{Lifecycle, Middleware};
use super::uri_map::UriMap;

/// Longer than anything takes that does not hang.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that does what ours never does: it waits in the middle of a change, waits for ever, waits for its
/// client, and panics.
struct Awkward {
    client: Client,
    lifecycle: Lifecycle,
    versions: Arc<Mutex<Vec<i32>>>,
}

#[tower_lsp::async_trait]
impl LanguageServer for Awkward {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        Ok(InitializeResult::default())
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.lifecycle.note_handled();
        self.versions.lock().expect("nobody panics here").push(params.text_document.version);
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {
        self.lifecycle.note_handled();
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

/// Its client.
struct Talk {
    output: WriteHalf<DuplexStream>,
    input: FrameReader<ReadHalf<DuplexStream>>,
    server: JoinHandle<()>,
    versions: Arc<Mutex<Vec<i32>>>,
}

impl Talk {
    async fn begin() -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(ours);
        let (lifecycle, uri_map) = (Lifecycle::default(), UriMap::default());
        let versions = Arc::new(Mutex::new(Vec::new()));
        let (service, socket) =
            LspService::new(|client| Awkward { client, lifecycle: lifecycle.clone(), versions: Arc::clone(&versions) });
        let middleware = Middleware::new(service, lifecycle.clone(), uri_map.clone());
        let server = tokio::spawn(main_loop(
            tokio::io::split(theirs),
            middleware,
            (socket, mpsc::channel(1).1),
            (lifecycle, uri_map),
        ));
        let mut talk = Self { output, input: FrameReader::new(input), server, versions };
        talk.request(0, "initialize", json!({"capabilities": {}})).await;
        talk.answer(0).await;
        talk
    }

    async fn send(&mut self, message: Value) {
        let bytes = framed(&message).expect("it is JSON");
        tokio::time::timeout(PATIENCE, self.output.write_all(&bytes)).await.expect("it reads").expect("it is there");
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

    async fn next(&mut self) -> Option<Frame> {
        tokio::time::timeout(PATIENCE, self.input.next()).await.expect("it does not hang")
    }

    /// The answer to request number `id`: its error code, if it is one.
    async fn answer(&mut self, id: i64) -> Option<i64> {
        loop {
            match self.next().await.expect("it still speaks") {
                Frame::Response(response) if *response.id() == Id::Number(id) => {
                    return response.error().map(|error| error.code.code());
                }
                _ => {}
            }
        }
    }

    /// Hangs up, and waits for the server to notice.
    async fn hang_up(self) {
        let Self { output, input, server, .. } = self;
        drop((output, input));
        tokio::time::timeout(PATIENCE, server).await.expect("it ends").expect("it does not panic");
    }
}

fn place() -> Value {
    json!({"textDocument": {"uri": "a:b"}, "position": {"line": 0, "character": 0}})
}

fn reference() -> Value {
    json!({"textDocument": {"uri": "a:b"}, "position": {"line": 0, "character": 0}, "context": {"includeDeclaration": true}})
}

// Without the poll in `Middleware::begin`, each reply being a task: 14, 1, 2, 3, … 13, 63, 15, …
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_made_in_the_order_they_come_in() {
    let mut talk = Talk::begin().await;
    let wanted: Vec<i32> = (1..=20_000).collect();
    for &version in &wanted {
        talk.change(version).await;
    }
    talk.request(1, "shutdown", Value::Null).await;
    assert_eq!(talk.answer(1).await, None);
    assert_eq!(*talk.versions.lock().expect("nobody panics here"), wanted);
    talk.hang_up().await;
}

// In tower-lsp's own loop, which polls four replies at a time: no answer to the first cancellation.
#[tokio::test]
async fn requests_that_wait_keep_neither_changes_nor_cancellation_waiting() {
    let mut talk = Talk::begin().await;
    for id in 1..=64 {
        talk.request(id, "textDocument/hover", place()).await;
    }
    for version in 1..=90 {
        talk.change(version).await;
    }
    for id in 1..=64 {
        talk.notify("$/cancelRequest", json!({"id": id})).await;
        assert_eq!(talk.answer(id).await, Some(-32800));
    }
    assert_eq!(talk.versions.lock().expect("nobody panics here").len(), 90);
    talk.hang_up().await;
}

// In tower-lsp's own loop: it stopped reading.
#[tokio::test]
async fn handlers_that_wait_for_their_client_keep_nobody_waiting() {
    let mut talk = Talk::begin().await;
    for id in 1..=1000 {
        talk.request(id, "textDocument/references", reference()).await;
    }
    talk.change(1).await;
    talk.request(1001, "shutdown", Value::Null).await;
    assert_eq!(talk.answer(1001).await, None);
    assert_eq!(*talk.versions.lock().expect("nobody panics here"), [1]);
    talk.hang_up().await;
}

// In tower-lsp's own loop, without the `catch_unwind`: "receiver already dropped", and the server was gone.
#[tokio::test]
async fn a_late_answer_to_a_question_that_was_given_up_does_no_harm() {
    let mut talk = Talk::begin().await;
    talk.request(1, "textDocument/references", reference()).await;
    let question = loop {
        if let Some(Frame::Request(question)) = talk.next().await {
            break question;
        }
    };
    talk.notify("$/cancelRequest", json!({"id": 1})).await;
    assert_eq!(talk.answer(1).await, Some(-32800));
    for _ in 0..2 {
        talk.send(json!({"jsonrpc": "2.0", "id": question.id(), "result": null})).await;
    }
    talk.send(json!({"jsonrpc": "2.0", "id": 4711, "result": null})).await;
    talk.send(json!({"jsonrpc": "2.0", "id": null, "result": null})).await;
    talk.request(2, "shutdown", Value::Null).await;
    assert_eq!(talk.answer(2).await, None);
    talk.hang_up().await;
}

// In tower-lsp's own loop: it waited for the pipe.
#[tokio::test]
async fn exit_ends_it_though_the_pipe_stays_open() {
    let mut talk = Talk::begin().await;
    talk.request(1, "textDocument/hover", place()).await;
    talk.notify("exit", Value::Null).await;
    let Talk { server, output, input, .. } = talk;
    tokio::time::timeout(PATIENCE, server).await.expect("it ends").expect("it does not panic");
    drop((output, input));
}

// In tower-lsp's own loop: it waited for the answers.
#[tokio::test]
async fn a_client_that_is_gone_ends_it_whoever_waits_for_one() {
    let mut talk = Talk::begin().await;
    for id in 1..=10 {
        talk.request(id, "textDocument/references", reference()).await;
    }
    talk.hang_up().await;
}

// In tower-lsp's own loop: it stopped reading.
#[tokio::test]
async fn a_client_that_never_reads_is_listened_to() {
    let mut talk = Talk::begin().await;
    for id in 1..=5000 {
        // Each is answered with an error that nobody reads.
        talk.request(id, "no/such/method", json!({"much": "x".repeat(100)})).await;
        talk.change(i32::try_from(id).expect("it is small")).await;
    }
    for id in 1..=5000 {
        assert_eq!(talk.answer(id).await, Some(-32601));
    }
    assert_eq!(talk.versions.lock().expect("nobody panics here").len(), 5000);
    talk.hang_up().await;
}

// In tower-lsp without `lenient`: -32602.
#[tokio::test]
async fn shutdown_may_have_params() {
    for params in [Value::Null, json!({}), json!([]), json!(5)] {
        let mut talk = Talk::begin().await;
        talk.request(1, "shutdown", params).await;
        assert_eq!(talk.answer(1).await, None);
        talk.hang_up().await;
    }
}

// In tower-lsp without the `catch_unwind`s of `Middleware::begin`: the server was gone.
#[tokio::test]
async fn a_handler_that_panics_is_an_error_and_no_more() {
    let mut talk = Talk::begin().await;
    for line in [0, 1] {
        let place = json!({"textDocument": {"uri": "a:b"}, "position": {"line": line, "character": 0}});
        talk.request(1 + line, "textDocument/definition", place).await;
        assert_eq!(talk.answer(1 + line).await, Some(-32603));
    }
    talk.notify("textDocument/didSave", json!({"textDocument": {"uri": "a:b"}})).await;
    talk.request(9, "shutdown", Value::Null).await;
    assert_eq!(talk.answer(9).await, None);
    talk.hang_up().await;
}

// In tower-lsp's own loop: an answer, and the end.
#[tokio::test]
async fn what_cannot_be_read_is_answered_and_what_follows_is_heard() {
    let mut talk = Talk::begin().await;
    talk.output.write_all(b"Content-Length: 3\r\n\r\n{{{").await.expect("it is there");
    let Some(Frame::Response(answer)) = talk.next().await else { panic!("it answers") };
    assert_eq!((answer.id(), answer.error().map(|error| error.code.code())), (&Id::Null, Some(-32700)));
    talk.request(1, "shutdown", Value::Null).await;
    assert_eq!(talk.answer(1).await, None);
    talk.hang_up().await;
}
