//! Runs a program under `strace` and returns what it should not do: sockets, and other programs.
//!
//! Without `strace`, or if the system forbids tracing, the tests report that, and fail in CI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tools::missing_program;
use tempfile::TempDir;

/// System calls that start no other program and create no socket. Those that send and receive need a socket, and the only
/// ones allowed are pairs of connected sockets: pipes within the program, for the notes of signals.
const HARMLESS: [&str; 16] = [
    "arch_prctl",
    "clone",
    "clone3",
    "exit",
    "exit_group",
    "fork",
    "kill",
    "pidfd_open",
    "pidfd_send_signal",
    "recvfrom",
    "sendto",
    "tgkill",
    "tkill",
    "vfork",
    "wait4",
    "waitid",
];

/// Log of the system calls of one run.
pub struct Tracer {
    folder: TempDir,
}

impl Tracer {
    /// Prepares a log; `None` if programs cannot be traced here.
    pub fn new() -> Option<Self> {
        let mut command = Command::new("strace");
        command.args(["-f", "--seccomp-bpf", "-e", "trace=network,process", "true"]);
        match command.stdin(Stdio::null()).output() {
            Ok(output) if output.status.success() => {
                Some(Self { folder: tempfile::tempdir().expect("a directory for temporary files") })
            }
            other => {
                missing_program(&format!("strace cannot trace: {other:?}"));
                None
            }
        }
    }

    /// Returns a directory that is removed with the log.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Returns the arguments of `strace` that run `program` with arguments of its own.
    pub fn arguments(&self, program: &str) -> Vec<String> {
        let log = self.log().to_str().expect("it is UTF-8").to_owned();
        ["-f", "--seccomp-bpf", "-s", "4096", "-e", "trace=network,process", "-o", &log, "--", program]
            .map(str::to_owned)
            .to_vec()
    }

    /// Returns the lines about sockets and about programs other than `program` and those with names in `allowed`.
    pub fn violations(&self, program: &str, allowed: &[&str]) -> Vec<String> {
        let log = fs::read_to_string(self.log()).expect("the program ran");
        assert!(log.contains(&format!("execve(\"{program}\"")), "the log contains the start of the program: {log}");
        log.lines().filter(|line| is_violation(line, program, allowed)).map(str::to_owned).collect()
    }

    /// Returns whether a program with the name `name` was started.
    pub fn has_started(&self, name: &str) -> bool {
        let log = fs::read_to_string(self.log()).expect("the program ran");
        log.lines().filter_map(|line| started(call(line)?)).any(|path| is_named(path, name))
    }
}

/// Returns the system call of a line without the number of the process; `None` for signals, ends, and second halves of
/// calls.
fn call(line: &str) -> Option<&str> {
    let call = line.split_once(' ')?.1.trim_start();
    call.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(call)
}

/// Returns the path of the program that a call starts.
fn started(call: &str) -> Option<&str> {
    call.strip_prefix("execve(\"").or_else(|| call.strip_prefix("execveat("))?.split('"').next()
}

fn is_named(path: &str, name: &str) -> bool {
    Path::new(path).file_name().is_some_and(|file| file == name)
}

fn is_violation(line: &str, program: &str, allowed: &[&str]) -> bool {
    let Some(call) = call(line) else { return false };
    if let Some(path) = started(call) {
        return path != program && !allowed.iter().any(|name| is_named(path, name));
    }
    let name = call.split('(').next().unwrap_or_default();
    !HARMLESS.contains(&name) && !call.starts_with("socketpair(AF_UNIX")
}

#[test]
fn violations_are_recognized() {
    let allowed = ["vi", "xclip"];
    for line in [
        "12 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 3",
        "12 connect(3, {sa_family=AF_UNIX, sun_path=\"/x\"}, 110) = -1 ENOENT",
        "12 execve(\"/bin/sh\", [\"sh\"], 0x1 /* 2 vars */) = 0",
        "12 execve(\"/usr/bin/other\", [\"vi\"], 0x1 /* 2 vars */) = 0",
        "12 socketpair(AF_INET, SOCK_STREAM, 0, [3, 4]) = 0",
    ] {
        assert!(is_violation(line, "/x/iri-inspect", &allowed), "{line}");
    }
    for line in [
        "12 execve(\"/x/iri-inspect\", [\"x\"], 0x1 /* 2 vars */) = 0",
        "12 execve(\"/usr/bin/vi\", [\"vi\"], 0x1 /* 2 vars */ <unfinished ...>",
        "12 <... execve resumed>) = 0",
        "12 socketpair(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0, [3, 4]) = 0",
        "12 clone3({flags=CLONE_VM}, 88) = 13",
        "12 +++ exited with 0 +++",
        "12 --- SIGCHLD {si_signo=SIGCHLD} ---",
    ] {
        assert!(!is_violation(line, "/x/iri-inspect", &allowed), "{line}");
    }
}
