//! The built program, used as an editor uses it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};

use crate::client::Client;
use fastrand::Rng;
use serde_json::{Value, json};

fn spawn(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_iri-lsp"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo builds the program before its tests")
}

fn framed(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Sends all messages in one write: the server may end before it reads the last.
fn send(stdin: &mut ChildStdin, messages: &[Value]) {
    let bytes: Vec<u8> = messages.iter().flat_map(framed).collect();
    stdin.write_all(&bytes).expect("the pipe holds it");
}

fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": null, "rootUri": null, "capabilities": {}}})
}

fn notification(method: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": method})
}

/// Returns the bodies of all messages.
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

fn next_message(output: &mut impl BufRead) -> Value {
    let mut header = String::new();
    output.read_line(&mut header).expect("it still speaks");
    let length = header.trim().strip_prefix("Content-Length: ").expect("it tells the length");
    let mut body = vec![0; 2 + length.parse::<usize>().expect("a length is a number")];
    output.read_exact(&mut body).expect("it says all of it");
    serde_json::from_slice(&body).expect("a body is JSON")
}

/// Sends `input`, closes standard input unless `stays_open`, and returns the output.
fn run_session(input: &[Value], stays_open: bool) -> (ExitStatus, Vec<Value>) {
    let mut child = spawn(&["--stdio"]);
    let mut stdin = child.stdin.take().expect("it is piped");
    send(&mut stdin, input);
    let kept = stays_open.then_some(stdin);
    let mut output = Vec::new();
    child.stdout.take().expect("it is piped").read_to_end(&mut output).expect("the server writes");
    let status = child.wait().expect("it was spawned");
    drop(kept);
    (status, messages(&output))
}

#[test]
fn initialize_returns_the_name_of_the_server() {
    let (_, messages) = run_session(&[initialize()], false);
    assert_eq!(messages[0]["id"], 1);
    assert_eq!(messages[0]["result"]["serverInfo"], json!({"name": "iri-lsp", "version": env!("CARGO_PKG_VERSION")}));
}

#[test]
fn exit_after_shutdown_ends_with_0_while_the_input_is_open() {
    let shutdown = json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"});
    let input = [initialize(), notification("initialized"), shutdown, notification("exit")];
    let (status, messages) = run_session(&input, true);
    assert_eq!(status.code(), Some(0));
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[1], json!({"jsonrpc": "2.0", "id": 2, "result": null}));
}

#[test]
fn a_shutdown_before_initialize_is_an_error() {
    let shutdown = json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"});
    let (status, messages) = run_session(&[shutdown, notification("exit")], true);
    assert_eq!(status.code(), Some(1));
    assert_eq!(messages[0]["error"]["code"], -32002, "{messages:?}");
}

#[test]
fn exit_without_shutdown_ends_with_1() {
    let (status, _) = run_session(&[initialize(), notification("exit")], true);
    assert_eq!(status.code(), Some(1));
}

#[test]
fn a_shutdown_with_params_is_accepted() {
    for params in [json!(null), json!({}), json!([])] {
        let shutdown = json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": params});
        let (status, messages) = run_session(&[initialize(), shutdown, notification("exit")], true);
        assert_eq!(messages[1]["result"], Value::Null);
        assert!(messages[1].get("error").is_none(), "{}", messages[1]);
        assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn the_end_of_the_input_ends_the_server() {
    let shutdown = json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"});
    assert_eq!(run_session(&[], false).0.code(), Some(1));
    assert_eq!(run_session(&[initialize(), shutdown], false).0.code(), Some(0));
}

#[test]
fn messages_after_exit_do_not_keep_the_server_alive() {
    let input = [initialize(), notification("exit"), notification("initialized"), notification("initialized")];
    assert_eq!(run_session(&input, true).0.code(), Some(1));
}

#[test]
fn a_client_that_closes_the_output_ends_the_server_without_an_error() {
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
fn the_program_has_a_version_and_help() {
    let version = spawn(&["--version"]).wait_with_output().expect("it was spawned");
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("iri-lsp {}\n", env!("CARGO_PKG_VERSION")));
    let help = spawn(&["--help"]).wait_with_output().expect("it was spawned");
    assert!(String::from_utf8_lossy(&help.stdout).contains("--stdio"));
}

#[test]
fn an_unknown_argument_ends_with_2() {
    let output = spawn(&["--no-such"]).wait_with_output().expect("it was spawned");
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--no-such"));
}

#[test]
fn the_log_has_the_level_of_rust_log_and_an_unwritable_one_ends_with_2() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("iri.log");
    let mut child = Command::new(env!("CARGO_BIN_EXE_iri-lsp"))
        .arg("--log")
        .arg(&path)
        .env("RUST_LOG", "iri_lsp=warn")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("cargo builds the program before its tests");
    send(&mut child.stdin.take().expect("it is piped"), &[initialize(), notification("no/such")]);
    assert_eq!(child.wait().expect("it was spawned").code(), Some(1));
    let log = std::fs::read_to_string(&path).expect("it was written");
    assert!(log.contains(" WARN ") && log.contains("no/such was not handled"), "{log}");
    let output = spawn(&["--log", &folder.path().display().to_string()]).wait_with_output().expect("it was spawned");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("iri-lsp: cannot open log file "));
}

#[test]
fn garbage_and_incomplete_messages_end_with_the_input() {
    let half = framed(&initialize());
    let half = &half[..half.len() / 2];
    let mut noise = vec![0; 200_000];
    Rng::with_seed(5).fill(&mut noise);
    let long = format!("Content-Length: 4294967296\r\n\r\n{}", "x".repeat(100_000));
    for bytes in [
        &b"garbage"[..],
        &noise,
        b"Content-Len",
        b"Content-Length: 9",
        b"Content-Length: 9\r\n\r\n{",
        half,
        long.as_bytes(),
    ] {
        let mut child = spawn(&[]);
        child.stdin.take().expect("it is piped").write_all(bytes).expect("it reads");
        let output = child.wait_with_output().expect("it was spawned");
        assert_eq!((output.status.code(), &*output.stdout, &*output.stderr), (Some(1), &b""[..], &b""[..]));
    }
}

#[test]
fn changes_are_applied_in_the_order_of_arrival() {
    let uri = "file:///a.xml";
    let document = json!({"uri": uri, "languageId": "xml", "version": 1, "text": "<a xml:base=''/>"});
    let mut input = vec![
        initialize(),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}),
    ];
    let place = |character| json!({"line": 0, "character": character});
    // `a| a| a| …`: in another order the bars would be elsewhere.
    for number in 0..1200 {
        let at = json!({"start": place(13 + number), "end": place(13 + number)});
        let text = ["a", "|", " "][number % 3];
        let changes = json!([{"range": at, "text": text}]);
        let document = json!({"uri": uri, "version": number + 2});
        let params = json!({"textDocument": document, "contentChanges": changes});
        input.push(json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}));
    }
    let mut child = spawn(&[]);
    let mut stdin = child.stdin.take().expect("it is piped");
    send(&mut stdin, &input);
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let last = loop {
        let message = next_message(&mut stdout);
        if message["params"]["version"] == 1201 {
            break message;
        }
    };
    let found = last["params"]["diagnostics"].as_array().expect("a list");
    let at = |code: &str| -> Vec<usize> {
        let of_code = found.iter().filter(|one| one["code"] == code);
        let start = of_code.map(|one| one["range"]["start"]["character"].as_u64().expect("a number"));
        start.map(|start| usize::try_from(start).expect("it is small")).collect()
    };
    assert_eq!(at("leiri-unwise"), (0..400).map(|number| 14 + 3 * number).collect::<Vec<_>>());
    drop(stdin);
    assert_eq!(child.wait().expect("it was spawned").code(), Some(1));
}

#[test]
fn a_client_that_never_reads_can_end_the_server() {
    let hover = json!({"textDocument": {"uri": "file:///a.xml"}, "position": {"line": 0, "character": 14}});
    let document = json!({"uri": "file:///a.xml", "languageId": "xml", "version": 1, "text": "<a xml:base='a b'/>"});
    let mut input = vec![
        initialize(),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}),
    ];
    // The answers exceed the capacity of a pipe.
    input.extend(
        (2..3000).map(|id| json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": hover})),
    );
    input.push(json!({"jsonrpc": "2.0", "id": 3000, "method": "shutdown"}));
    input.push(notification("exit"));
    let mut child = spawn(&[]);
    send(child.stdin.as_mut().expect("it is piped"), &input);
    let begun = std::time::Instant::now();
    while child.try_wait().expect("it was spawned").is_none() {
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "it does not end");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(child.wait().expect("it was spawned").code(), Some(0));
}

#[tokio::test]
async fn what_is_offered_depends_on_the_client() {
    let capabilities = |capabilities: Value| async move {
        let (client, answer) = Client::initialized(json!({"capabilities": capabilities})).await;
        client.shut_down().await;
        answer["capabilities"].clone()
    };
    let old = capabilities(json!({})).await;
    assert_eq!((&old["codeActionProvider"], &old["renameProvider"]), (&json!(true), &json!(true)));
    let new = json!({"textDocument": {
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "rename": {"prepareSupport": true},
        "diagnostic": {},
    }, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let new = capabilities(new).await;
    assert_eq!(new["renameProvider"]["prepareProvider"], true);
    assert_eq!(new["codeActionProvider"]["codeActionKinds"][0], "quickfix");
    assert_eq!(new["diagnosticProvider"]["interFileDependencies"], true);
}

#[tokio::test]
async fn an_error_about_params_names_the_request() {
    let mut client = Client::with_capabilities(json!({})).await;
    let id = client.send_request("textDocument/hover", json!({"textDocument": 5})).await;
    let answer = client.wait_for(|message| message["id"] == id).await;
    assert_eq!(answer["error"]["message"], "invalid params of textDocument/hover");
    client.shut_down().await;
}

#[tokio::test]
async fn a_request_that_reads_the_workspace_reports_its_progress() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let uri = crate::client::uri_of(&folder.path().join("a.xml"));
    let params = json!({"capabilities": {}, "rootUri": crate::client::uri_of(folder.path())});
    let (mut client, _) = Client::initialized(params).await;
    client.open(&uri, "<a xml:id='x'/>").await;
    let params = json!({
        "textDocument": {"uri": uri}, "position": {"line": 0, "character": 12},
        "context": {"includeDeclaration": true}, "workDoneToken": "t",
    });
    let id = client.send_request("textDocument/references", params).await;
    for kind in ["begin", "end"] {
        let progress = client.wait_for(|message| message["method"] == "$/progress").await;
        assert_eq!((&progress["params"]["token"], &progress["params"]["value"]["kind"]), (&json!("t"), &json!(kind)));
    }
    let answer = client.wait_for(|message| message["id"] == id).await;
    assert_eq!(answer["result"].as_array().map(Vec::len), Some(1));
    client.shut_down().await;
}
