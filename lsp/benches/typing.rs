//! The latency of typing in a document of 10 kB and of 10 MB, and while the files of a workspace are checked, over the pipes
//! of the built server.
//!
//! ```text
//! cargo bench -p iri-lsp                     everything, two minutes
//! cargo bench -p iri-lsp -- 10 links         benchmarks whose names contain one of the words
//! ```
//!
//! A key is pressed every 50 ms. The output has, in milliseconds, the time from a change to its diagnostics; a hover
//! and the code actions at the cursor; and on Linux the memory next to its budget: three times the length of the document plus 25 MiB.

// A benchmark reports to standard output.
#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

const KEY: Duration = Duration::from_millis(50);
const KEYS: usize = 300;
const URI: &str = "file:///document.xml";

/// Number of files in the workspace that is checked, and of the keys between two checks.
const FILES: usize = 20_000;
const KEYS_PER_CHECK: usize = 60;

/// Text that is typed repeatedly into the value of an attribute.
const TYPED: &str = "http://exa mple.org/\u{E9}|\u{1F600}?a=%zz#\u{5D0}\u{5D1}";

/// Fields of a message that the benchmark uses. Parsing the others would take more time than the server needs.
#[derive(Deserialize)]
struct Message {
    id: Option<u64>,
    params: Option<Publication>,
}

#[derive(Deserialize)]
struct Publication {
    version: Option<i64>,
    diagnostics: Option<Vec<IgnoredAny>>,
}

impl Message {
    /// Returns the version of the published diagnostics.
    fn version(&self) -> Option<i64> {
        self.params.as_ref()?.version
    }
}

/// Server, and its messages with the time of their arrival.
struct Session {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<(Instant, Vec<u8>)>,
    id: u64,
    version: i64,
    /// Workspace whose files are checked while a user types.
    workspace: Option<PathBuf>,
}

impl Session {
    /// Starts a server, which checks the files of a workspace if there is one; returns the time until it has answered
    /// `initialize`.
    fn start(workspace: Option<&Path>) -> (Self, Duration) {
        let start = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_iri-lsp"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("cargo builds the server before its benchmarks");
        let stdin = child.stdin.take().expect("it is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            while let Some(body) = body(&mut stdout) {
                // The message is parsed later: the next one may have arrived already and must not seem late.
                if sender.send((Instant::now(), body)).is_err() {
                    break;
                }
            }
        });
        let workspace = workspace.map(Path::to_owned);
        let folders = workspace.iter().map(|path| json!({"uri": format!("file://{}", path.display()), "name": "w"}));
        let params = json!({
            "capabilities": {},
            "workspaceFolders": folders.collect::<Vec<_>>(),
            "initializationOptions": {"workspaceDiagnostics": workspace.is_some()},
        });
        let mut session = Self { child, stdin, messages, id: 0, version: 1, workspace };
        let answered = session.request("initialize", &params);
        session.notify("initialized", &json!({}));
        (session, answered - start)
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.stdin.write_all(message.as_bytes()).expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and returns the time of its answer.
    fn request(&mut self, method: &str, params: &Value) -> Instant {
        self.id += 1;
        let id = self.id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.wait(|message| message.id == Some(id)).0
    }

    /// Returns the next message and the time of its arrival; `None` if none arrives in time.
    fn receive(&self, timeout: Duration) -> Option<(Instant, Message)> {
        let (at, body) = self.messages.recv_timeout(timeout).ok()?;
        Some((at, serde_json::from_slice(&body).expect("it is a message")))
    }

    /// Waits for the first message that `is_wanted`; earlier ones are dropped.
    fn wait(&mut self, is_wanted: impl Fn(&Message) -> bool) -> (Instant, Message) {
        loop {
            let (at, message) = self.receive(Duration::from_secs(60)).expect("the server does not hang");
            if is_wanted(&message) {
                return (at, message);
            }
        }
    }

    /// Opens `text`; returns the time until its diagnostics are published, and their number.
    fn open(&mut self, text: &str) -> (Duration, usize) {
        let document = json!({"uri": URI, "languageId": "xml", "version": 1, "text": text});
        let message = json!({"textDocument": document});
        let start = Instant::now();
        self.notify("textDocument/didOpen", &message);
        let (published, message) = self.wait(|message| message.version() == Some(1));
        let diagnostics = message.params.and_then(|params| params.diagnostics);
        (published - start, diagnostics.map_or(0, |diagnostics| diagnostics.len()))
    }

    /// Replaces the text from `start` to `end` in a line; returns the time.
    fn change(&mut self, line: usize, (start, end): (usize, usize), text: &str) -> Instant {
        self.version += 1;
        let range = json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}});
        let document = json!({"uri": URI, "version": self.version});
        let now = Instant::now();
        self.notify(
            "textDocument/didChange",
            &json!({"textDocument": document, "contentChanges": [{"range": range, "text": text}]}),
        );
        now
    }

    /// Makes the server check the files of the workspace again.
    fn check_again(&mut self) {
        if let Some(folder) = &self.workspace {
            let uri = format!("file://{}/.iri.toml", folder.display());
            self.notify("workspace/didChangeWatchedFiles", &json!({"changes": [{"uri": uri, "type": 2}]}));
        }
    }

    /// Returns the number of kibibytes in a line of the status of the process.
    fn memory(&self, name: &str) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<f64>().ok()
    }

    fn end(mut self) {
        self.request("shutdown", &Value::Null);
        self.notify("exit", &Value::Null);
        let _ = self.child.wait();
    }
}

/// Reads the body of the next message.
fn body(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some(body)
}

/// Returns a document of about `size` bytes, whose lines `line` creates from their numbers. The line in the middle has
/// an empty reference.
fn document(size: usize, line: fn(usize) -> String) -> (String, usize) {
    let mut text = "<a xmlns:x='http://www.w3.org/1999/xlink'>\n".to_owned();
    let (mut number, mut middle) = (1, None);
    while text.len() < size || middle.is_none() {
        if middle.is_none() && text.len() >= size / 2 {
            middle = Some(number);
            text.push_str("<b x:href=''/>\n");
        } else {
            text.push_str(&line(number));
        }
        number += 1;
    }
    text.push_str("</a>\n");
    (text, middle.unwrap_or(0))
}

/// Returns a line of prose with some references, one in a hundred of them invalid.
fn prose(number: usize) -> String {
    match number {
        _ if number.is_multiple_of(300) => "<c x:href='http://example.org/a b'>bad</c>\n".to_owned(),
        _ if number.is_multiple_of(3) => format!("<c x:href='http://example.org/chapter/{number}'>more</c>\n"),
        _ => "<p>A paragraph of prose without any reference, which is there only to fill the line.</p>\n".to_owned(),
    }
}

/// Returns a line of references only, one in a thousand of them invalid.
fn links(number: usize) -> String {
    let bad = if number.is_multiple_of(1000) { " " } else { "" };
    format!("<c x:href='http://example.org/{number}{bad}/x'/>\n")
}

/// Returns a line of invalid references only.
fn faults(number: usize) -> String {
    format!("<c x:href='a b|{number}'/>\n")
}

/// Returns the median, the 99th percentile and the maximum of `times` in milliseconds.
fn percentiles(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    format!("{:7.2} {:7.2} {:7.2}", at(50), at(99), at(100))
}

fn type_in(session: &mut Session, line: usize) -> String {
    let (mut publications, mut hovers, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    let typed: Vec<char> = TYPED.chars().collect();
    let first = "<b x:href='".len();
    // Changes without published diagnostics.
    let mut waiting: Vec<(i64, Instant)> = Vec::new();
    let (mut written, mut column) = (0, first);
    for key in 0..KEYS {
        if key.is_multiple_of(KEYS_PER_CHECK) {
            session.check_again();
        }
        let next = Instant::now() + KEY;
        let changed = if let Some(c) = typed.get(written) {
            let at = session.change(line, (column, column), &c.to_string());
            (written, column) = (written + 1, column + c.len_utf16());
            at
        } else {
            let at = session.change(line, (first, column), "");
            (written, column) = (0, first);
            at
        };
        waiting.push((session.version, changed));
        let place = json!({"line": line, "character": column});
        let document = json!({"uri": URI});
        let context = json!({"diagnostics": []});
        for (method, params, times) in [
            ("textDocument/hover", json!({"textDocument": document, "position": place}), &mut hovers),
            (
                "textDocument/codeAction",
                json!({"textDocument": document, "range": {"start": place, "end": place}, "context": context}),
                &mut actions,
            ),
        ] {
            session.id += 1;
            let id = session.id;
            let sent = Instant::now();
            session.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
            let answered = receive(session, &mut waiting, &mut publications, None, Some(id));
            times.push(answered.expect("it is answered") - sent);
        }
        receive(session, &mut waiting, &mut publications, Some(next), None);
    }
    format!("{} {} {}", percentiles(&mut publications), percentiles(&mut hovers), percentiles(&mut actions))
}

/// Reads messages until `end`, or the answer to request `id`, and records how long each publication took.
fn receive(
    session: &Session,
    waiting: &mut Vec<(i64, Instant)>,
    publications: &mut Vec<Duration>,
    end: Option<Instant>,
    id: Option<u64>,
) -> Option<Instant> {
    loop {
        let timeout = end.map_or(Duration::from_secs(60), |end| end.saturating_duration_since(Instant::now()));
        let (at, message) = session.receive(timeout)?;
        if id.is_some() && message.id == id {
            return Some(at);
        }
        if let Some(version) = message.version() {
            if let Some((_, first)) = waiting.first().filter(|(first, _)| *first <= version) {
                publications.push(at - *first);
            }
            waiting.retain(|(known, _)| *known > version);
        }
    }
}

/// Writes the files of a workspace into `folder`; returns it.
fn workspace(folder: &Path) -> std::io::Result<&Path> {
    let (text, _) = document(10_000, prose);
    for number in 0..FILES {
        let directory = folder.join(format!("{:03}", number / 100));
        std::fs::create_dir_all(&directory)?;
        std::fs::write(directory.join(format!("{number}.xml")), &text)?;
    }
    Ok(folder)
}

fn starts() -> String {
    let mut times: Vec<Duration> = (0..50)
        .map(|_| {
            let (session, answered) = Session::start(None);
            session.end();
            answered
        })
        .collect();
    percentiles(&mut times)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    let mut out = String::from("milliseconds: median, 99th percentile, maximum\n");
    if is_wanted("start") {
        let _ = writeln!(out, "initialize answered after the start {}", starts());
    }
    println!(
        "{out}\n{:20} {:>8} {:>8} {:>23} {:>23} {:>23} {:>20}",
        "", "findings", "open", "change to publication", "hover", "code actions", "MiB, most, allowed"
    );
    for (name, size, line) in [
        ("10 kB prose", 10_000, prose as fn(usize) -> String),
        ("10 kB links", 10_000, links),
        ("10 kB faults", 10_000, faults),
        ("10 MB prose", 10_000_000, prose),
        ("10 MB links", 10_000_000, links),
        ("10 MB faults", 10_000_000, faults),
        ("10 kB links checks", 10_000, links),
        ("10 kB faults checks", 10_000, faults),
    ] {
        if !is_wanted(name) {
            continue;
        }
        let folder = name.ends_with("checks").then(|| tempfile::tempdir().expect("it can be created"));
        let files = folder.as_ref().map(|folder| workspace(folder.path()).expect("it is writable"));
        let (text, middle) = document(size, line);
        let (mut session, _) = Session::start(files);
        let (opened, findings) = session.open(&text);
        let times = type_in(&mut session, middle);
        let mebibytes = |name| session.memory(name).unwrap_or(f64::NAN) / 1024.0;
        let allowed = 3.0 * f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX)) / 1024.0 / 1024.0 + 25.0;
        println!(
            "{name:20} {findings:8} {:8.1} {times} {:6.1} {:6.1} {allowed:6.1}",
            opened.as_secs_f64() * 1e3,
            mebibytes("VmRSS"),
            mebibytes("VmHWM"),
        );
        session.end();
    }
}
