//! Time from a key to its frame, on a terminal of 200 × 60 cells, in references of 1 MiB and in a directory of 20,000 files.
//!
//! `cargo bench -p iri-inspect` starts the program in a pseudo-terminal and pastes each reference, or opens a document
//! that contains it, or a directory. It prints how long the frame after a key takes to arrive, in milliseconds, including
//! the work of the terminal: the median, the 99th percentile and the maximum of many keys. If other programs run, the last
//! column is more reliable: the time that the main thread of the program worked per key. The last line is the memory.
//! Linux provides both. With a name, such as `cargo bench -p iri-inspect -- directory`, it measures only that part.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

const PROGRAM: &str = env!("CARGO_BIN_EXE_iri-inspect");
/// Control sequence that the program sends after each frame.
const END_OF_FRAME: &[u8] = b"\x1b[?2026l";
const BYTES: usize = 1 << 20;
const KEYS: usize = 40;
const FILES: usize = 20_000;
/// Time without a frame after which the program has finished its work.
const QUIET: Duration = Duration::from_millis(2_500);

/// A pseudo-terminal in which the program runs.
struct Session {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    frames: Receiver<Instant>,
}

impl Session {
    /// Starts the program, and waits until it has finished its work.
    fn start(arguments: &[&OsStr]) -> Self {
        let mut session = Self::starting(arguments);
        session.settle();
        session
    }

    /// Starts the program with the arguments `arguments`.
    fn starting(arguments: &[&OsStr]) -> Self {
        let size = PtySize { rows: 60, cols: 200, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("the system has pseudo-terminals");
        let mut command = CommandBuilder::new(PROGRAM);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        let child = pair.slave.spawn_command(command).expect("the program can be started");
        let mut screen = pair.master.try_clone_reader().expect("a terminal can be read");
        let keyboard = pair.master.take_writer().expect("a terminal can be written to");
        let (seen, frames) = channel();
        thread::spawn(move || {
            let _terminal = pair;
            let mut buffer = vec![0; 1 << 16];
            let mut tail: Vec<u8> = Vec::new();
            while let Ok(count @ 1..) = screen.read(&mut buffer) {
                tail.extend_from_slice(&buffer[..count]);
                while let Some(at) = tail.windows(END_OF_FRAME.len()).position(|window| window == END_OF_FRAME) {
                    tail.drain(..at + END_OF_FRAME.len());
                    if seen.send(Instant::now()).is_err() {
                        return;
                    }
                }
            }
        });
        let mut session = Self { child, keyboard, frames };
        // An answer of an old terminal ends the queries of the program.
        session.send(b"\x1b[?62c");
        session
    }

    fn send(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).and_then(|()| self.keyboard.flush()).expect("the program reads");
    }

    /// Waits until no further frame arrives; returns the time until the last one.
    fn settle(&mut self) -> Duration {
        let began = Instant::now();
        let mut last = began;
        loop {
            match self.frames.recv_timeout(QUIET) {
                Ok(at) => last = at,
                Err(RecvTimeoutError::Timeout) => return last - began,
                Err(RecvTimeoutError::Disconnected) => panic!("the program has ended"),
            }
        }
    }

    /// Returns the time until the frame after `keys`.
    fn frame_after(&mut self, keys: &[u8]) -> Duration {
        while self.frames.try_recv().is_ok() {}
        let began = Instant::now();
        self.send(keys);
        let at = self.frames.recv_timeout(Duration::from_secs(60)).expect("each key has a frame");
        at - began
    }

    fn report(&mut self, what: &str, keys: &[&[u8]]) {
        let mut times: Vec<Duration> = Vec::new();
        let worked_before = self.worked();
        for _ in 0..KEYS {
            for key in keys {
                times.push(self.frame_after(key));
                // Keys of a fast typist have longer pauses.
                thread::sleep(Duration::from_millis(20));
            }
        }
        times.sort_unstable();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let percentile = |percent: usize| times[(times.len() * percent).div_ceil(100).max(1) - 1];
        let (median, p99, worst) = (percentile(50), percentile(99), percentile(100));
        let count = u32::try_from(times.len()).unwrap_or(u32::MAX);
        let worked = self.worked().zip(worked_before).map(|(after, before)| after.saturating_sub(before) / count);
        let worked = worked.map_or_else(String::new, |worked| format!("   worked {:6.2} ms", milliseconds(worked)));
        let [median, p99, worst] = [median, p99, worst].map(milliseconds);
        println!("  {what:34} median {median:7.2} ms   p99 {p99:7.2} ms   worst {worst:7.2} ms{worked}");
    }

    /// Returns the time that the main thread has worked; `None` if the system does not provide it.
    fn worked(&self) -> Option<Duration> {
        let process = self.child.process_id()?;
        let stat = std::fs::read_to_string(format!("/proc/{process}/task/{process}/schedstat")).ok()?;
        Some(Duration::from_nanos(stat.split_whitespace().next()?.parse().ok()?))
    }

    fn memory(&self) -> Option<String> {
        let path = format!("/proc/{}/status", self.child.process_id()?);
        let status = std::fs::read_to_string(path).ok()?;
        let lines = status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
        Some(lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", "))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn filled(unit: &str) -> String {
    let mut text = "http://example.org/".to_owned();
    while text.len() + unit.len() <= BYTES {
        text.push_str(unit);
    }
    text
}

fn measure(name: &str, text: &str) {
    println!("{name}, {} bytes", text.len());
    let mut session = Session::start(&[]);
    let began = Instant::now();
    session.send(b"\x1b[200~");
    session.send(text.as_bytes());
    session.send(b"\x1b[201~");
    let settled = session.settle();
    println!(
        "  pasted and analyzed after {:.0} ms ({:.0} ms with the wait)",
        settled.as_secs_f64() * 1e3,
        began.elapsed().as_secs_f64() * 1e3
    );
    session.report("typing at the end", &[b"x", b"\x7f"]);
    session.send(b"\x01");
    session.settle();
    session.report("typing at the start", &[b"x", b"\x7f"]);
    session.settle();
    session.report("moving", &[b"\x1b[C"]);
    session.send(b"\x1b");
    session.settle();
    session.report("next finding", &[b"j"]);
    for pane in ["characters", "direction", "conversions"] {
        let first = session.frame_after(b"\t");
        let settled = session.settle();
        println!(
            "  {pane}: frame after {:.2} ms, complete after {:.0} ms",
            first.as_secs_f64() * 1e3,
            settled.as_secs_f64() * 1e3
        );
        session.report("    next line", &[b"j"]);
        session.report("    next page", &[b"\x1b[6~"]);
        session.report("    next character", &[b"\x1b[C"]);
    }
    println!("  memory: {}", session.memory().unwrap_or_else(|| "unknown".to_owned()));
}

/// Measures typing in a reference of a document, where each key edits the source of the document.
fn measure_in_document(text: &str) {
    println!("in a document, {} bytes", text.len());
    let directory = tempfile::tempdir().expect("the system has a directory for temporary files");
    let path = directory.path().join("document.xml");
    std::fs::write(&path, format!("<a xml:base='{text}'/>")).expect("the directory is writable");
    let mut session = Session::start(&[path.as_os_str()]);
    session.send(b"\r");
    session.settle();
    session.send(b"i");
    session.settle();
    session.report("typing at the start", &[b"x", b"\x7f"]);
    session.send(b"\x1b[F");
    session.settle();
    session.report("typing at the end", &[b"x", b"\x7f"]);
    println!("  memory: {}", session.memory().unwrap_or_else(|| "unknown".to_owned()));
}

/// Creates files with ten references each, three of them faulty.
fn create_files(directory: &Path) {
    for number in 0..FILES {
        let folder = directory.join(format!("{:02}", number % 100));
        std::fs::create_dir_all(&folder).expect("the directory is writable");
        let mut text = String::from("<r xmlns:x='http://www.w3.org/1999/xlink'>\n");
        for reference in 0..10 {
            let fault = ["a b", "c|d", "\u{5D0}\u{202E}"].get(reference).unwrap_or(&"right");
            let line = writeln!(text, "<a x:href='http://example.org/{number}/{reference}/{fault}'/>");
            line.expect("a String takes every write");
        }
        std::fs::write(folder.join(format!("{number}.xml")), text + "</r>\n").expect("the directory is writable");
    }
}

/// Measures keys in the list of a directory: while its files are loaded, then, and while they are saved.
fn measure_directory() {
    println!("a directory of {FILES} files");
    let directory = tempfile::tempdir().expect("the system has a directory for temporary files");
    create_files(directory.path());
    let began = Instant::now();
    let mut session = Session::starting(&[directory.path().as_os_str()]);
    let first = session.frames.recv_timeout(Duration::from_secs(60)).expect("the program draws");
    println!("  first frame after {:.1} ms", (first - began).as_secs_f64() * 1e3);
    session.report("next line while files are loaded", &[b"j", b"n"]);
    let loaded = began.elapsed() + session.settle();
    println!("  loaded after {:.0} ms", loaded.as_secs_f64() * 1e3);
    session.report("next line", &[b"j"]);
    session.report("next page, last, first", &[b"\x1b[6~", b"G", b"g"]);
    session.report("next finding and file", &[b"n", b"}", b"{"]);
    session.report("mark", &[b" "]);
    session.send(b"\x1b");
    session.settle();
    session.report("filter, another filter", &[b"s", b"r"]);
    session.send(b"\x1b");
    session.settle();
    session.send(b"/");
    session.settle();
    session.report("typing a filter", &[b"1", b"2", b"\x7f", b"\x7f"]);
    session.send(b"\x1b");
    session.settle();
    session.report("sort", &[b"S"]);
    session.report("fix, undo", &[b"f", b"u"]);
    session.report("open, return", &[b"\r", b"\x1b[Z"]);
    session.settle();
    session.send(b"\x1b\x1b");
    session.settle();
    session.send(b"F");
    println!("  all fixes listed after {:.0} ms", session.settle().as_secs_f64() * 1e3);
    session.report("next fix", &[b"j"]);
    session.report("skip, accept", &[b" "]);
    session.send(b"\r");
    println!("  applied after {:.0} ms", session.settle().as_secs_f64() * 1e3);
    session.send(b"\x13");
    session.report("next line during a save", &[b"j", b"k"]);
    println!("  saved after further {:.0} ms", session.settle().as_secs_f64() * 1e3);
    println!("  memory: {}", session.memory().unwrap_or_else(|| "unknown".to_owned()));
}

pub fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted.as_str()));
    if is_wanted("directory") {
        measure_directory();
    }
    if is_wanted("document") {
        measure_in_document(&filled("index/"));
    }
    for (name, unit) in
        [("plain", "index/"), ("faulty at every character", " |<"), ("right-to-left", "\u{5D0}\u{5D1}1/\u{5D2}")]
    {
        if is_wanted(name) {
            measure(name, &filled(unit));
        }
    }
}
