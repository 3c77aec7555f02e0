//! The server as a process: killed and restarted, and traced.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::tracer::Tracer;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-lsp");

/// A running server.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts and initializes the server.
    fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it is built beside this test");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("it is piped"));
        let mut server = Self { child, input, output: BufReader::new(output) };
        server.request(0, "initialize", &json!({"capabilities": {}}));
        server.send(&json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
        server
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let input = self.input.as_mut().expect("the server was not stopped");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).and_then(|()| input.flush()).expect("it reads");
    }

    /// Reads the next message.
    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("it can be read"), 0, "the server has ended");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().expect("it is a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("the message is complete");
        serde_json::from_slice(&body).expect("it is JSON")
    }

    fn request(&mut self, id: usize, method: &str, params: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.read();
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "xml", "version": 1, "text": text});
        self.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}));
    }

    fn close(&mut self, uri: &str) {
        let params = json!({"textDocument": {"uri": uri}});
        self.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didClose", "params": params}));
    }

    /// Returns the memory of the server that is not that of files, in KiB.
    fn memory(&self) -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("RssAnon:")).expect("it has the memory");
        line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
    }

    /// Returns the code actions for the whole text of a document, which name its findings.
    fn actions(&mut self, id: usize, uri: &str, text: &str) -> Value {
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": text.lines().count(), "character": 0}});
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
        self.request(id, "textDocument/codeAction", &params)
    }

    fn stop(mut self) {
        self.request(1_000_000, "shutdown", &Value::Null);
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
        drop(self.input.take());
        assert!(self.child.wait().expect("it can be waited for").success());
    }
}

/// Returns the documents of the core with their URIs.
fn documents() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/data/documents");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("it exists").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let text = |path: &PathBuf| fs::read_to_string(path).ok();
    let documents = paths.iter().filter_map(|path| Some((format!("file://{}", path.display()), text(path)?)));
    let documents: Vec<_> = documents.filter(|(_, text)| !text.is_empty()).collect();
    assert!(documents.len() >= 9, "{}", documents.len());
    documents
}

#[test]
fn a_restarted_server_reports_the_same() {
    let documents = documents();
    let all = |server: &mut Server| {
        let actions = |(number, (uri, text)): (usize, &(String, String))| {
            server.open(uri, text);
            server.actions(number + 1, uri, text)
        };
        documents.iter().enumerate().map(actions).collect::<Vec<_>>()
    };
    let mut server = Server::start(&mut Command::new(PROGRAM));
    let expected = all(&mut server);
    assert!(expected.iter().any(|actions| actions.as_array().is_some_and(|all| !all.is_empty())));
    server.stop();
    for number in 0..20 {
        let mut killed = Server::start(&mut Command::new(PROGRAM));
        for (uri, text) in &documents {
            killed.open(uri, text);
        }
        thread::sleep(Duration::from_millis(number));
        killed.child.kill().and_then(|()| killed.child.wait()).expect("it can be killed");
    }
    let mut server = Server::start(&mut Command::new(PROGRAM));
    assert_eq!(all(&mut server), expected);
    server.stop();
    for (uri, text) in &documents {
        let path = uri.strip_prefix("file://").expect("it is a file");
        assert_eq!(&fs::read_to_string(path).expect("it exists"), text, "a server changes no file");
    }
}

#[test]
fn the_memory_of_closed_documents_returns_to_the_system() {
    let mut server = Server::start(&mut Command::new(PROGRAM));
    let text = format!("<a>{}</a>", "<b xml:base='a b|c'/>\n".repeat(400));
    let names: Vec<String> = (0..400).map(|number| format!("untitled:{number}.xml")).collect();
    for (number, name) in names.iter().enumerate() {
        server.open(name, &text);
        server.actions(number + 1, name, &text);
    }
    let open = server.memory();
    for name in &names {
        server.close(name);
    }
    // The allocator returns memory while it is used; that of an idle thread after its end.
    let mut id = names.len();
    let mut is_returned = || {
        id += 1;
        server.actions(id, "untitled:unknown.xml", "");
        thread::sleep(Duration::from_millis(20));
        server.memory() < open / 3
    };
    let returned = (0..1_500).any(|_| is_returned());
    assert!(returned, "{open} KiB with open documents, {} KiB without", server.memory());
    server.stop();
}

#[test]
fn the_server_opens_no_socket_and_starts_no_program() {
    let Some(tracer) = Tracer::new() else { return };
    let mut command = Command::new("strace");
    let mut server = Server::start(command.args(tracer.arguments(PROGRAM)));
    for (number, (uri, text)) in documents().into_iter().enumerate() {
        server.open(&uri, &text);
        server.actions(10 * number + 9, &uri, &text);
        let document = json!({"uri": uri});
        let end = json!({"line": text.lines().count(), "character": 0});
        let range = json!({"start": {"line": 0, "character": 0}, "end": end});
        let requests = [
            ("textDocument/hover", json!({"textDocument": document, "position": {"line": 1, "character": 20}})),
            ("textDocument/documentLink", json!({"textDocument": document})),
            ("textDocument/inlayHint", json!({"textDocument": document, "range": range})),
        ];
        for (index, (method, params)) in requests.iter().enumerate() {
            server.request(10 * number + index + 1, method, params);
        }
    }
    server.stop();
    assert_eq!(tracer.violations(PROGRAM, &[]), Vec::<String>::new());
}

#[test]
#[cfg(unix)]
fn the_server_ends_with_the_process_of_its_client() {
    // The client starts another program that inherits the pipe: the input of the server stays open.
    let mut editor = std::process::Command::new("sleep").arg("1").spawn().expect("sleep is there");
    let mut server = std::process::Command::new(env!("CARGO_BIN_EXE_iri-lsp"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("cargo builds the server before its tests");
    let params = serde_json::json!({"processId": editor.id(), "capabilities": {}});
    let body = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string();
    // Waiting for a process would close its input.
    let mut stdin = server.stdin.take().expect("it is piped");
    std::io::Write::write_all(&mut stdin, format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())
        .expect("the server reads");
    editor.wait().expect("it ends");
    let status = server.wait().expect("it ends");
    assert_eq!(status.code(), Some(1));
    drop(stdin);
}
