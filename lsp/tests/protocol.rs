//! The built server, spoken to as an editor speaks to it.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

fn spawn(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_iri-lsp"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server is built beside this test")
}

/// All in one write: the server may be gone before the last is read.
fn send(stdin: &mut ChildStdin, messages: &[Value]) {
    let framed = |message: &Value| {
        let body = message.to_string();
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    };
    let bytes: String = messages.iter().map(framed).collect();
    stdin.write_all(bytes.as_bytes()).expect("the pipe holds it");
}

fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": null, "rootUri": null, "capabilities": {}}})
}

fn notification(method: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": method})
}

/// The bodies of all messages.
fn messages(mut bytes: &[u8]) -> Vec<Value> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let text = String::from_utf8_lossy(bytes);
        let (head, _) = text.split_once("\r\n\r\n").expect("a header ends in an empty line");
        let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).expect("it tells the length");
        let length: usize = length.parse().expect("a length is a number");
        let start = head.len() + 4;
        all.push(serde_json::from_slice(&bytes[start..start + length]).expect("a body is JSON"));
        bytes = &bytes[start + length..];
    }
    all
}

/// Sends everything, keeps standard input open if told so, and gives what came back.
fn converse(said: &[Value], stays_open: bool) -> (ExitStatus, Vec<Value>) {
    let mut child = spawn(&["--stdio"]);
    let mut stdin = child.stdin.take().expect("it is piped");
    send(&mut stdin, said);
    let kept = stays_open.then_some(stdin);
    let mut heard = Vec::new();
    child.stdout.take().expect("it is piped").read_to_end(&mut heard).expect("the server writes");
    let status = child.wait().expect("it was spawned");
    drop(kept);
    (status, messages(&heard))
}

#[test]
fn it_says_who_it_is() {
    let (_, heard) = converse(&[initialize()], false);
    assert_eq!(heard[0]["id"], 1);
    assert_eq!(heard[0]["result"]["serverInfo"], json!({"name": "iri-lsp", "version": env!("CARGO_PKG_VERSION")}));
}

#[test]
fn exit_after_shutdown_ends_it_with_0_while_its_input_stays_open() {
    let shutdown = json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"});
    let said = [initialize(), notification("initialized"), shutdown, notification("exit")];
    let (status, heard) = converse(&said, true);
    assert_eq!(status.code(), Some(0));
    assert_eq!(heard.len(), 2);
    assert_eq!(heard[1], json!({"jsonrpc": "2.0", "id": 2, "result": null}));
}

#[test]
fn exit_without_shutdown_ends_it_with_1() {
    let (status, _) = converse(&[initialize(), notification("exit")], true);
    assert_eq!(status.code(), Some(1));
}

#[test]
fn a_shutdown_with_params_is_a_shutdown() {
    for params in [json!(null), json!({}), json!([])] {
        let shutdown = json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": params});
        let (status, heard) = converse(&[initialize(), shutdown, notification("exit")], true);
        assert_eq!(heard[1]["result"], Value::Null);
        assert!(heard[1].get("error").is_none(), "{}", heard[1]);
        assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn the_end_of_its_input_ends_it() {
    let shutdown = json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"});
    assert_eq!(converse(&[], false).0.code(), Some(1));
    assert_eq!(converse(&[initialize(), shutdown], false).0.code(), Some(0));
}

#[test]
fn messages_behind_exit_do_not_keep_it_alive() {
    let said = [initialize(), notification("exit"), notification("initialized"), notification("initialized")];
    assert_eq!(converse(&said, true).0.code(), Some(1));
}

#[test]
fn a_client_that_does_not_listen_ends_it_in_peace() {
    let mut child = spawn(&["--stdio"]);
    let mut stdin = child.stdin.take().expect("it is piped");
    drop(child.stdout.take());
    send(&mut stdin, &[initialize()]);
    drop(stdin);
    let output = child.wait_with_output().expect("it was spawned");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn it_has_a_version_and_help() {
    let version = spawn(&["--version"]).wait_with_output().expect("it was spawned");
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("iri-lsp {}\n", env!("CARGO_PKG_VERSION")));
    let help = spawn(&["--help"]).wait_with_output().expect("it was spawned");
    assert!(String::from_utf8_lossy(&help.stdout).contains("--stdio"));
}
