//! A terminal for tests: a pseudo-terminal, a screen that parses the output, and answers to queries.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Time after which a test fails; a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program in a terminal.
pub struct Pty {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    seen: Arc<Mutex<Seen>>,
    /// Ends when the terminal is no longer open.
    listener: thread::JoinHandle<()>,
    /// Settings of the terminal before the program started.
    pub line_before: String,
}

/// Answers of a terminal to queries.
#[derive(Clone, Debug, Default)]
pub struct Manners {
    /// Answer about its background and modes.
    pub says: String,
    /// Delay of the answer; `None` means no answer.
    pub delay: Option<Duration>,
}

impl Manners {
    /// A terminal that answers immediately, but not about its colors.
    pub fn plain() -> Self {
        Self { delay: Some(Duration::ZERO), ..Self::default() }
    }

    /// A terminal that never answers.
    pub fn silent() -> Self {
        Self::default()
    }
}

/// Output of the program.
struct Seen {
    parser: vt100::Parser,
    bytes: Vec<u8>,
}

impl Pty {
    /// Starts `program` in a terminal of 80 × 24 cells.
    pub fn start(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::start_with(program, arguments, environment, Manners::plain())
    }

    /// Starts `program` in a terminal with these answers.
    pub fn start_with(program: &str, arguments: &[&str], environment: &[(&str, &str)], manners: Manners) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("the system has pseudo-terminals");
        let line_before = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("IRI_INSPECT_SETTINGS", "");
        for name in [
            "LC_ALL",
            "LC_CTYPE",
            "NO_COLOR",
            "COLORTERM",
            "TMUX",
            "KITTY_WINDOW_ID",
            "MLTERM",
            "TERM_PROGRAM",
            "DISPLAY",
            "WAYLAND_DISPLAY",
        ] {
            command.env_remove(name);
        }
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program can be started");
        drop(pair.slave);
        let reader = pair.master.try_clone_reader().expect("a terminal can be read");
        let writer = Arc::new(Mutex::new(pair.master.take_writer().expect("a terminal can be written to")));
        let seen =
            Arc::new(Mutex::new(Seen { parser: vt100::Parser::new(cells(24), cells(80), 0), bytes: Vec::new() }));
        let (to, from) = (Arc::clone(&seen), Arc::clone(&writer));
        let listener = thread::spawn(move || listen(reader, &to, &from, &manners));
        Self { listener, child, master: pair.master, writer, seen, line_before }
    }

    /// Sends input.
    pub fn send(&self, keys: &str) {
        let mut writer = self.writer.lock().expect("no thread panics with the lock");
        writer.write_all(keys.as_bytes()).and_then(|()| writer.flush()).expect("the terminal takes input");
    }

    /// Resizes the terminal.
    pub fn resize(&self, rows: u16, cols: u16) {
        let mut seen = self.seen.lock().expect("no thread panics with the lock");
        seen.parser.screen_mut().set_size(cells(rows), cells(cols));
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).expect("a terminal can be resized");
    }

    /// Waits until `holds` returns true for the screen.
    pub fn wait_for(&self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let began = Instant::now();
        while !self.screen(&holds) {
            assert!(
                began.elapsed() < PATIENCE,
                "{what} never came; the screen:\n{}",
                self.screen(vt100::Screen::contents)
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the screen shows `text`.
    pub fn wait_for_text(&self, text: &str) {
        self.wait_for(text, |screen| screen.contents().contains(text));
    }

    /// Waits until `bytes` were written to the terminal.
    pub fn wait_until_sent(&self, bytes: &str) {
        let began = Instant::now();
        while !self.was_sent(bytes) {
            assert!(began.elapsed() < PATIENCE, "{bytes:?} was never sent");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns a property of the screen.
    pub fn screen<T>(&self, ask: impl FnOnce(&vt100::Screen) -> T) -> T {
        ask(self.seen.lock().expect("no thread panics with the lock").parser.screen())
    }

    /// Returns the text on the screen.
    pub fn contents(&self) -> String {
        self.screen(vt100::Screen::contents)
    }

    /// Returns whether the program has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child can be waited for").is_some()
    }

    /// Returns whether `bytes` were written to the terminal.
    pub fn was_sent(&self, bytes: &str) -> bool {
        let seen = self.seen.lock().expect("no thread panics with the lock");
        seen.bytes.windows(bytes.len()).any(|window| window == bytes.as_bytes())
    }

    /// Returns whether everything that was written to the terminal is ASCII.
    pub fn sent_only_ascii(&self) -> bool {
        self.seen.lock().expect("no thread panics with the lock").bytes.is_ascii()
    }

    /// Waits until `bytes` were written to the terminal `times` times.
    pub fn wait_until_sent_times(&self, bytes: &str, times: usize) {
        let began = Instant::now();
        let count = || {
            let seen = self.seen.lock().expect("no thread panics with the lock");
            seen.bytes.windows(bytes.len()).filter(|window| *window == bytes.as_bytes()).count()
        };
        while count() < times {
            assert!(began.elapsed() < PATIENCE, "{bytes:?} was sent {} times only", count());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns where `bytes` were first written to the terminal.
    pub fn place_of(&self, bytes: &str) -> Option<usize> {
        let seen = self.seen.lock().expect("no thread panics with the lock");
        seen.bytes.windows(bytes.len()).position(|window| window == bytes.as_bytes())
    }

    /// Answers the question about an edited reference: quit without keeping it.
    pub fn discard_edit(&self) {
        self.wait_for_text("quit without keeping it");
        self.send("\x1b[B\r");
    }

    /// Resumes the suspended inspector with a faulty reference from a shell that works, fixes the reference and ends both.
    pub fn resume_from_shell(&self) {
        self.send("echo $((6 * 7)) answers\r");
        self.wait_for_text("42 answers");
        self.send("fg\r");
        self.wait_for("the inspector", |screen| screen.alternate_screen() && screen.contents().contains("leiri-space"));
        self.send("f");
        self.wait_for_text("applied: encode SPACE as %20");
        self.send("q");
        self.discard_edit();
        self.wait_for("the shell", |screen| !screen.alternate_screen());
        self.send("exit\r");
    }

    /// Returns the number of the process that has the terminal's keys.
    pub fn foreground(&self) -> i32 {
        self.master.process_group_leader().expect("something has the terminal")
    }

    /// Returns the number of the process.
    pub fn process(&self) -> i32 {
        let id = self.child.process_id().expect("the program runs");
        i32::try_from(id).expect("process numbers are small")
    }

    /// Waits for the end and returns the exit status as text.
    pub fn end(&mut self) -> String {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                // The last output may not have arrived yet.
                while !self.listener.is_finished() && began.elapsed() < PATIENCE {
                    thread::sleep(Duration::from_millis(5));
                }
                return status.to_string();
            }
            assert!(
                began.elapsed() < PATIENCE,
                "it never ended; the screen:\n{}",
                self.screen(vt100::Screen::contents)
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Asserts that the terminal is restored.
    pub fn assert_restored(&self) {
        assert!(self.was_sent("\x1b[?1049h"), "the program took the terminal");
        assert!(self.was_sent("\x1b[?7h"), "long lines run over again");
        assert!(self.was_sent("\x1b[8h") && self.was_sent("\x1b[0 k"), "the direction is the terminal's own");
        self.screen(|screen| {
            assert!(!screen.alternate_screen(), "the alternate screen is left");
            assert!(!screen.bracketed_paste(), "pastes are plain");
            assert!(!screen.hide_cursor(), "the cursor is seen");
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
        });
        assert_eq!(format!("{:?}", self.master.get_termios()), self.line_before, "the line is as it was");
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // If the test failed, the program may still run.
        let _ = self.child.kill();
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a terminal has cells")
}

fn listen(
    mut reader: Box<dyn Read + Send>,
    seen: &Mutex<Seen>,
    writer: &Arc<Mutex<Box<dyn Write + Send>>>,
    manners: &Manners,
) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = reader.read(&mut buffer) {
        let bytes = &buffer[..count];
        let mut answer = String::new();
        {
            let mut seen = seen.lock().expect("no thread panics with the lock");
            seen.parser.process(bytes);
            seen.bytes.extend_from_slice(bytes);
            // A query may arrive in two parts.
            let asks = |what: &[u8]| {
                let from = seen.bytes.len().saturating_sub(count + what.len() - 1);
                seen.bytes[from..].windows(what.len()).any(|window| window == what)
            };
            if asks(b"\x1b[6n") {
                answer.push_str("\x1b[1;1R");
            }
            if asks(b"\x1b[c") {
                answer.push_str(&manners.says);
                answer.push_str("\x1b[?62c");
            }
        }
        if let (false, Some(delay)) = (answer.is_empty(), manners.delay) {
            let writer = Arc::clone(writer);
            thread::spawn(move || {
                thread::sleep(delay);
                let mut writer = writer.lock().expect("no thread panics with the lock");
                let _ = writer.write_all(answer.as_bytes());
            });
        }
    }
}
