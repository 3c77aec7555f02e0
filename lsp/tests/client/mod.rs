//! A client over an in-memory pipe: what the server is told, what it says, in order.

#![allow(dead_code, reason = "each test file uses a part")]

pub mod editor;

use std::collections::VecDeque;
use std::time::Duration;

use iri_lsp::ExitReason;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;

/// Longer than anything takes that does not hang.
const PATIENCE: Duration = Duration::from_mins(1);

/// A client.
pub struct Client {
    output: WriteHalf<DuplexStream>,
    input: ReadHalf<DuplexStream>,
    buffer: Vec<u8>,
    server: JoinHandle<ExitReason>,
    next_id: u64,
    /// What was said and not yet looked at.
    pub heard: VecDeque<Value>,
    /// What it answers to `workspace/configuration`.
    pub settings: Value,
}

/// `message` as it goes over the wire.
pub fn framed(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

impl Client {
    /// A client with those capabilities, greeted.
    pub async fn with(capabilities: Value) -> Self {
        Self::greeted(json!({"capabilities": capabilities})).await.0
    }

    /// A client that says `params` in `initialize`, and what the server answered.
    pub async fn greeted(params: Value) -> (Self, Value) {
        let mut client = Self::silent();
        let answer = client.request("initialize", params).await;
        client.notify("initialized", json!({})).await;
        (client, answer)
    }

    /// A client that has said nothing yet.
    pub fn silent() -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (their_input, their_output) = tokio::io::split(theirs);
        Self::over(ours, tokio::spawn(iri_lsp::serve(their_input, their_output)))
    }

    /// The same, of `server` at the other end of `pipe`.
    pub fn over(pipe: DuplexStream, server: JoinHandle<ExitReason>) -> Self {
        let (input, output) = tokio::io::split(pipe);
        Self { output, input, buffer: Vec::new(), server, next_id: 0, heard: VecDeque::new(), settings: Value::Null }
    }

    /// Sends bytes as they are.
    pub async fn send(&mut self, bytes: &[u8]) {
        tokio::time::timeout(PATIENCE, self.output.write_all(bytes))
            .await
            .expect("the server reads")
            .expect("it is there");
    }

    /// Sends a notification.
    pub async fn notify(&mut self, method: &str, params: Value) {
        self.send(&framed(&json!({"jsonrpc": "2.0", "method": method, "params": params}))).await;
    }

    /// Sends a request, and gives its number.
    pub async fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&framed(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))).await;
        id
    }

    /// Sends a request, and waits for its result.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        let answer = self.wait_for(|message| message["id"] == id && message.get("method").is_none()).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The first message that `is_wanted`; those before it stay in `heard`.
    pub async fn wait_for(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let known = self.heard.iter().position(&is_wanted);
        if let Some(message) = known.and_then(|at| self.heard.remove(at)) {
            return message;
        }
        loop {
            let message = self.read().await.expect("the server still speaks");
            if is_wanted(&message) {
                return message;
            }
            self.heard.push_back(message);
        }
    }

    /// The next message; the server's questions are answered. Nothing when it is gone.
    pub async fn read(&mut self) -> Option<Value> {
        let message = tokio::time::timeout(PATIENCE, self.read_message()).await.expect("the server does not hang")?;
        if let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) {
            let result = match method {
                "workspace/configuration" => json!([self.settings]),
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
            if self.input.read_buf(&mut self.buffer).await.expect("the pipe holds") == 0 {
                return None;
            }
        }
    }

    /// What is wrong with a text, asked for.
    pub async fn pull(&mut self, uri: &str) -> Vec<Value> {
        let report = self.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}})).await;
        report["items"].as_array().expect("a full report").clone()
    }

    /// The actions for a range with what is shown there; those of `only`, if that is something.
    pub async fn actions(&mut self, uri: &str, range: &Value, shown: &[Value], only: Value) -> Vec<Value> {
        let context =
            if only.is_null() { json!({"diagnostics": shown}) } else { json!({"diagnostics": shown, "only": only}) };
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
        let answer = self.request("textDocument/codeAction", params).await;
        answer.as_array().cloned().unwrap_or_default()
    }

    /// Opens a text.
    pub async fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "xml", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document})).await;
    }

    /// Changes a text.
    pub async fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params).await;
    }

    /// Closes a text.
    pub async fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}})).await;
    }

    /// The next diagnostics of a text.
    pub async fn published(&mut self, uri: &str) -> Value {
        let is_wanted = |message: &Value| is_publish(message) && message["params"]["uri"] == uri;
        self.wait_for(is_wanted).await["params"].clone()
    }

    /// The diagnostics of that version of a text.
    pub async fn published_version(&mut self, uri: &str, version: i32) -> Value {
        let is_wanted = |message: &Value| {
            is_publish(message) && message["params"]["uri"] == uri && message["params"]["version"] == version
        };
        self.wait_for(is_wanted).await["params"].clone()
    }

    /// Ends the conversation as it should be.
    pub async fn leave(mut self) -> ExitReason {
        self.request("shutdown", Value::Null).await;
        self.notify("exit", Value::Null).await;
        self.server.await.expect("the server does not panic")
    }

    /// Hangs up.
    pub async fn vanish(self) -> ExitReason {
        let Self { output, input, server, .. } = self;
        drop((output, input));
        tokio::time::timeout(PATIENCE, server).await.expect("the server notices").expect("it does not panic")
    }
}

fn is_publish(message: &Value) -> bool {
    message["method"] == "textDocument/publishDiagnostics"
}

/// The rules of diagnostics, in order.
pub fn rules(published: &Value) -> Vec<String> {
    let all = published["diagnostics"].as_array().expect("a list");
    all.iter().map(|one| one["code"].as_str().expect("a rule").to_owned()).collect()
}
