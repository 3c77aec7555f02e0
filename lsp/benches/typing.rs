//! What a person waits for who types in a document: of 10 kB and of 10 MB, over the pipes of the built server.
//!
//! ```text
//! cargo bench -p iri-lsp                     all of it, a minute and a half
//! cargo bench -p iri-lsp -- 10 links         those whose names hold one of the words
//! ```
//!
//! A key is pressed every 50 ms. Told are, in milliseconds, the time from a change to what is said of it, less the
//! 40 ms that the server waits for more; a hover and the code actions at the cursor; and on Linux the memory, beside
//! what the text may cost: three times its length and 25 MiB.

#![allow(clippy::print_stdout)] // it reports

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

const KEY: Duration = Duration::from_millis(50);
const DEBOUNCE: Duration = Duration::from_millis(40);
const KEYS: usize = 300;
const URI: &str = "file:///document.xml";

/// What is typed again and again, into the value of an attribute.
const TYPED: &str = "http://exa mple.org/\u{E9}|\u{1F600}?a=%zz#\u{5D0}\u{5D1}";

/// What is wanted of a message. To keep the rest of it would take longer than the server does, and from its time.
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
    /// The version that is told of.
    fn version(&self) -> Option<i64> {
        self.params.as_ref()?.version
    }
}

/// One server, and what it says with the time of it.
struct Session {
    child: Child,
    stdin: ChildStdin,
    heard: Receiver<(Instant, Vec<u8>)>,
    id: u64,
    version: i64,
}

impl Session {
    /// Starts one; how long until it has answered `initialize`.
    fn begin() -> (Self, Duration) {
        let start = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_iri-lsp"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server is built beside this");
        let stdin = child.stdin.take().expect("it is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let (say, heard) = mpsc::channel();
        thread::spawn(move || {
            while let Some(body) = body(&mut stdout) {
                // It is looked into later: the next one may wait already, and is not to seem late.
                if say.send((Instant::now(), body)).is_err() {
                    break;
                }
            }
        });
        let mut session = Self { child, stdin, heard, id: 0, version: 1 };
        let answered = session.request("initialize", &json!({"capabilities": {}}));
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

    /// When it was answered.
    fn request(&mut self, method: &str, params: &Value) -> Instant {
        self.id += 1;
        let id = self.id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.wait(|message| message.id == Some(id)).0
    }

    /// The next message, and when it was whole; none where none comes in time.
    fn hear(&self, patience: Duration) -> Option<(Instant, Message)> {
        let (at, body) = self.heard.recv_timeout(patience).ok()?;
        Some((at, serde_json::from_slice(&body).expect("it is a message")))
    }

    /// The first message that `is_wanted`; the others are forgotten.
    fn wait(&mut self, is_wanted: impl Fn(&Message) -> bool) -> (Instant, Message) {
        loop {
            let (at, message) = self.hear(Duration::from_mins(1)).expect("the server does not hang");
            if is_wanted(&message) {
                return (at, message);
            }
        }
    }

    /// Opens `text`; how long until it was told of, and how many findings that were.
    fn open(&mut self, text: &str) -> (Duration, usize) {
        let document = json!({"uri": URI, "languageId": "xml", "version": 1, "text": text});
        let message = json!({"textDocument": document});
        let start = Instant::now();
        self.notify("textDocument/didOpen", &message);
        let (told, message) = self.wait(|message| message.version() == Some(1));
        let diagnostics = message.params.and_then(|params| params.diagnostics);
        (told - start, diagnostics.map_or(0, |diagnostics| diagnostics.len()))
    }

    /// Replaces what stands from `start` to `end` in a line; when.
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

    /// The kibibytes of a line of the process's status.
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

/// The body of the next message.
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

/// A document of about `size` bytes; every line comes from `line`, given its number. In the middle stands a line of
/// its own with an empty reference.
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

/// Prose with a reference now and then, one in a hundred of them bad.
fn prose(number: usize) -> String {
    match number {
        _ if number.is_multiple_of(300) => "<c x:href='http://example.org/a b'>bad</c>\n".to_owned(),
        _ if number.is_multiple_of(3) => format!("<c x:href='http://example.org/chapter/{number}'>more</c>\n"),
        _ => "<p>Nobody has said yet what of this is to be read, and what is there to fill a line.</p>\n".to_owned(),
    }
}

/// References alone, one in a thousand of them bad.
fn links(number: usize) -> String {
    let bad = if number.is_multiple_of(1000) { " " } else { "" };
    format!("<c x:href='http://example.org/{number}{bad}/x'/>\n")
}

/// Faults alone.
fn faults(number: usize) -> String {
    format!("<c x:href='a b|{number}'/>\n")
}

/// Milliseconds at the given shares of `times`.
fn percentiles(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    format!("{:7.2} {:7.2} {:7.2}", at(50), at(99), at(100))
}

fn type_in(session: &mut Session, line: usize) -> String {
    let (mut publications, mut hovers, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    let typed: Vec<char> = TYPED.chars().collect();
    let first = "<b x:href='".len();
    // What was changed and not yet told.
    let mut waiting: Vec<(i64, Instant)> = Vec::new();
    let (mut written, mut column) = (0, first);
    for _ in 0..KEYS {
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
            let asked = Instant::now();
            session.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
            let answered = hear(session, &mut waiting, &mut publications, None, Some(id));
            times.push(answered.expect("it is answered") - asked);
        }
        hear(session, &mut waiting, &mut publications, Some(next), None);
    }
    format!("{} {} {}", percentiles(&mut publications), percentiles(&mut hovers), percentiles(&mut actions))
}

/// Hears until `end`, or the answer to request `id`, and notes how long each publication took.
fn hear(
    session: &Session,
    waiting: &mut Vec<(i64, Instant)>,
    publications: &mut Vec<Duration>,
    end: Option<Instant>,
    id: Option<u64>,
) -> Option<Instant> {
    loop {
        let patience = end.map_or(Duration::from_mins(1), |end| end.saturating_duration_since(Instant::now()));
        let (at, message) = session.hear(patience)?;
        if id.is_some() && message.id == id {
            return Some(at);
        }
        if let Some(version) = message.version() {
            if let Some((_, first)) = waiting.first().filter(|(first, _)| *first <= version) {
                publications.push((at - *first).saturating_sub(DEBOUNCE));
            }
            waiting.retain(|(known, _)| *known > version);
        }
    }
}

fn starts() -> String {
    let mut times: Vec<Duration> = (0..50)
        .map(|_| {
            let (session, answered) = Session::begin();
            session.end();
            answered
        })
        .collect();
    percentiles(&mut times)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    let mut out = String::from("milliseconds: the median, the 99th percentile, the most\n");
    if is_wanted("start") {
        let _ = writeln!(out, "initialize answered after the start {}", starts());
    }
    println!(
        "{out}\n{:14} {:>8} {:>8} {:>23} {:>23} {:>23} {:>20}",
        "", "findings", "open", "change to publication", "hover", "code actions", "MiB, most, allowed"
    );
    for (name, size, line) in [
        ("10 kB prose", 10_000, prose as fn(usize) -> String),
        ("10 kB links", 10_000, links),
        ("10 kB faults", 10_000, faults),
        ("10 MB prose", 10_000_000, prose),
        ("10 MB links", 10_000_000, links),
        ("10 MB faults", 10_000_000, faults),
    ] {
        if !is_wanted(name) {
            continue;
        }
        let (text, middle) = document(size, line);
        let (mut session, _) = Session::begin();
        let (opened, findings) = session.open(&text);
        let times = type_in(&mut session, middle);
        let mebibytes = |name| session.memory(name).unwrap_or(f64::NAN) / 1024.0;
        let allowed = 3.0 * f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX)) / 1024.0 / 1024.0 + 25.0;
        println!(
            "{name:14} {findings:8} {:8.1} {times} {:6.1} {:6.1} {allowed:6.1}",
            opened.as_secs_f64() * 1e3,
            mebibytes("VmRSS"),
            mebibytes("VmHWM"),
        );
        session.end();
    }
}
