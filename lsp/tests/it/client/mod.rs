//! A client over an in-memory pipe, which sends messages and stores those of the server in order.

pub mod editor;

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::time::Duration;

use iri_lsp::ExitReason;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;

/// Start of the URIs of files: absolute paths may start with a drive.
pub const TOP: &str = if cfg!(windows) { "file:///C:" } else { "file://" };

/// Returns the URI of the file at the absolute path `path`.
pub fn uri_of(path: &Path) -> String {
    iri_core::files::file_uri_from_path(path).expect("it is absolute")
}

/// Time limit, longer than any test takes that does not hang.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Client of a server.
pub struct Client {
    output: WriteHalf<DuplexStream>,
    input: ReadHalf<DuplexStream>,
    buffer: Vec<u8>,
    server: JoinHandle<ExitReason>,
    next_id: u64,
    /// Messages that no test has read yet.
    pub unread: VecDeque<Value>,
    /// Its answer to `workspace/configuration`.
    pub settings: Value,
    /// Its answers for single folders, by their URI.
    pub scoped_settings: HashMap<String, Value>,
}

/// Returns the bytes of `message` with its header.
pub fn framed(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

impl Client {
    /// Creates an initialized client with these capabilities.
    pub async fn with_capabilities(capabilities: Value) -> Self {
        Self::initialized(json!({"capabilities": capabilities})).await.0
    }

    /// Creates a client that sends `params` in `initialize`; returns it with the answer of the server.
    pub async fn initialized(params: Value) -> (Self, Value) {
        let mut client = Self::connected();
        let answer = client.request("initialize", params).await;
        client.notify("initialized", json!({})).await;
        (client, answer)
    }

    /// Creates a client that has sent nothing yet.
    pub fn connected() -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (their_input, their_output) = tokio::io::split(theirs);
        Self::over(ours, tokio::spawn(iri_lsp::serve(their_input, their_output)))
    }

    /// Creates a client of `server` at the other end of `pipe`.
    pub fn over(pipe: DuplexStream, server: JoinHandle<ExitReason>) -> Self {
        let (input, output) = tokio::io::split(pipe);
        Self {
            output,
            input,
            buffer: Vec::new(),
            server,
            next_id: 0,
            unread: VecDeque::new(),
            settings: Value::Null,
            scoped_settings: HashMap::new(),
        }
    }

    /// Sends bytes.
    pub async fn send(&mut self, bytes: &[u8]) {
        tokio::time::timeout(TIMEOUT, self.output.write_all(bytes))
            .await
            .expect("the server reads")
            .expect("the pipe is open");
    }

    /// Sends a notification.
    pub async fn notify(&mut self, method: &str, params: Value) {
        self.send(&framed(&json!({"jsonrpc": "2.0", "method": method, "params": params}))).await;
    }

    /// Sends a request and returns its ID.
    pub async fn send_request(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&framed(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))).await;
        id
    }

    /// Sends a request and waits for its result.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send_request(method, params).await;
        let answer = self.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Waits for the first message that `is_wanted`; earlier ones stay in `unread`.
    pub async fn wait_for(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let index = self.unread.iter().position(&is_wanted);
        if let Some(message) = index.and_then(|at| self.unread.remove(at)) {
            return message;
        }
        loop {
            let message = self.read().await.expect("the server is still running");
            if is_wanted(&message) {
                return message;
            }
            self.unread.push_back(message);
        }
    }

    /// Reads the next message and answers it if it is a request; `None` if the server has ended.
    pub async fn read(&mut self) -> Option<Value> {
        let message = tokio::time::timeout(TIMEOUT, self.read_message()).await.expect("the server does not hang")?;
        if let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) {
            let result = match method {
                "workspace/configuration" => {
                    let items = message["params"]["items"].as_array().into_iter().flatten();
                    let scoped = |item: &Value| self.scoped_settings.get(item["scopeUri"].as_str()?);
                    items.map(|item| scoped(item).unwrap_or(&self.settings).clone()).collect()
                }
                _ => Value::Null,
            };
            let answer = framed(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
            self.send(&answer).await;
        }
        Some(message)
    }

    async fn read_message(&mut self) -> Option<Value> {
        loop {
            if let Some(head) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                let header = String::from_utf8_lossy(&self.buffer[..head]).into_owned();
                let length = header.strip_prefix("Content-Length: ").expect("there is one field");
                let end = head + 4 + length.parse::<usize>().expect("a length is a number");
                if self.buffer.len() >= end {
                    let message = serde_json::from_slice(&self.buffer[head + 4..end]).expect("a body is JSON");
                    self.buffer.drain(..end);
                    return Some(message);
                }
            }
            if self.input.read_buf(&mut self.buffer).await.expect("the pipe works") == 0 {
                return None;
            }
        }
    }

    /// Pulls the diagnostics of a document.
    pub async fn pull(&mut self, uri: &str) -> Vec<Value> {
        let report = self.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}})).await;
        report["items"].as_array().expect("a full report").clone()
    }

    /// Requests the actions for a range with these diagnostics; only those of the kinds `only`, unless it is null.
    pub async fn actions(&mut self, uri: &str, range: &Value, diagnostics: &[Value], only: Value) -> Vec<Value> {
        let context = if only.is_null() {
            json!({"diagnostics": diagnostics})
        } else {
            json!({"diagnostics": diagnostics, "only": only})
        };
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
        let answer = self.request("textDocument/codeAction", params).await;
        answer.as_array().cloned().unwrap_or_default()
    }

    /// Opens a document.
    pub async fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "xml", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document})).await;
    }

    /// Changes a document.
    pub async fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params).await;
    }

    /// Closes a document.
    pub async fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}})).await;
    }

    /// Waits for the next published diagnostics of a document.
    pub async fn published(&mut self, uri: &str) -> Value {
        let is_wanted = |message: &Value| is_publish(message) && message["params"]["uri"] == uri;
        self.wait_for(is_wanted).await["params"].clone()
    }

    /// Waits for the published diagnostics of this version of a document.
    pub async fn published_version(&mut self, uri: &str, version: i32) -> Value {
        let is_wanted = |message: &Value| {
            is_publish(message) && message["params"]["uri"] == uri && message["params"]["version"] == version
        };
        self.wait_for(is_wanted).await["params"].clone()
    }

    /// Ends the session with `shutdown` and `exit`.
    pub async fn shut_down(mut self) -> ExitReason {
        self.request("shutdown", Value::Null).await;
        self.notify("exit", Value::Null).await;
        self.server.await.expect("the server does not panic")
    }

    /// Closes the connection.
    pub async fn disconnect(self) -> ExitReason {
        let Self { output, input, server, .. } = self;
        drop((output, input));
        tokio::time::timeout(TIMEOUT, server).await.expect("the server notices").expect("it does not panic")
    }
}

fn is_publish(message: &Value) -> bool {
    message["method"] == "textDocument/publishDiagnostics"
}

/// Returns the rules of diagnostics, in order.
pub fn rules(published: &Value) -> Vec<String> {
    let all = published["diagnostics"].as_array().expect("a list");
    all.iter().map(|item| item["code"].as_str().expect("a rule").to_owned()).collect()
}
