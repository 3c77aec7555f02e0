//! `check --watch`: one report per change, until a signal.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::program::{command, run, text};
use rustix::process::{Pid, Signal, kill_process};

/// Time after which the program hangs.
const PATIENCE: Duration = Duration::from_secs(60);

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Returns the lines up to the one that ends with `end`.
fn until(lines: &Receiver<String>, end: &str) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        all.push(lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no line ends with {end:?} in {all:?}")));
        if all.last().is_some_and(|line| line.ends_with(end)) {
            return all;
        }
    }
}

fn interrupt(child: &Child) {
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("it has an ID");
    kill_process(id, Signal::INT).expect("it runs");
}

#[test]
fn each_change_gets_one_report() {
    let folder = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    write("a.xml", "<a xml:base='x y'/>");
    let mut watching = command(&["check", "--watch", "--format", "concise"]);
    let mut child = watching.current_dir(folder.path()).spawn().expect("the program is built");
    let (out, messages) = (lines(child.stdout.take().expect("piped")), lines(child.stderr.take().expect("piped")));

    let first = until(&out, "fixed with --fix");
    assert!(first[0].contains("a.xml:1:") && first[0].contains("leiri-space"), "{first:?}");
    assert_eq!(until(&messages, "(Ctrl-C quits)"), ["iri-inspect: watching 1 path (Ctrl-C quits)"]);

    write("a.xml", "<a xml:base='xy'/>");
    assert_eq!(until(&messages, "(Ctrl-C quits)")[0], "iri-inspect: changed: a.xml");
    assert_eq!(until(&out, "no findings"), ["1 reference in 1 file: no findings"]);

    write("b.xml", "<b xml:base='x y z'/>");
    assert!(until(&messages, "(Ctrl-C quits)")[0].ends_with("b.xml"));
    assert!(until(&out, "fixed with --fix").last().is_some_and(|line| line.starts_with("2 references in 2 files")));

    write(".iri.toml", "[rules]\nleiri-space = \"off\"\n");
    assert!(until(&messages, "(Ctrl-C quits)")[0].ends_with(".iri.toml"));
    assert_eq!(until(&out, "no findings"), ["2 references in 2 files: no findings"]);

    fs::remove_file(folder.path().join("b.xml")).expect("it is there");
    assert!(until(&messages, "(Ctrl-C quits)")[0].ends_with("b.xml"));
    assert_eq!(until(&out, "no findings"), ["1 reference in 1 file: no findings"]);

    interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(out.recv_timeout(PATIENCE).is_err(), "there is no further report");
}

#[test]
fn what_cannot_change_is_not_watched() {
    for arguments in [
        &["check", "--watch", "-"][..],
        &["check", "--watch", "--files-from", "-"],
        &["check", "--watch", "--format", "sarif"],
        &["check", "--watch", "--fix"],
        &["check", "--watch", "-o", "x.txt"],
    ] {
        let output = run(&mut command(arguments), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("--watch"), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn what_a_run_depends_on_is_watched() {
    let folder = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    fs::create_dir(folder.path().join("in")).expect("it can be made");
    let base = "[schemas]\nassociations = [{ root = 'a', schema = 's.rnc' }]\n";
    write("base.toml", base);
    write("s.rnc", "start = element a { attribute b { text } }");
    write("in/.iri.toml", "extend = '../base.toml'\n");
    write("in/a.xml", "<a b='x.png'/>");
    let mut watching = command(&["check", "--watch", "--format", "concise"]);
    let mut child = watching.current_dir(folder.path().join("in")).spawn().expect("the program is built");
    let (out, messages) = (lines(child.stdout.take().expect("piped")), lines(child.stderr.take().expect("piped")));
    assert_eq!(until(&out, "no findings"), ["0 references in 1 file: no findings"]);
    let changed = |change: &dyn Fn(), name: &str, summary: &str| {
        until(&messages, "(Ctrl-C quits)");
        change();
        let message = until(&messages, name);
        assert_eq!(message.len(), 1, "{message:?}");
        until(&out, summary);
    };
    // A schema that an inherited association names.
    let anyuri = || write("s.rnc", "start = element a { attribute b { xsd:anyURI } }");
    changed(&anyuri, "s.rnc", "1 reference in 1 file: no findings");
    // An option of the run in a configuration that is extended.
    let with_links = || write("base.toml", &format!("[check]\nlinks = true\n{base}"));
    changed(&with_links, "base.toml", "1 reference in 1 file: 1 warning");
    // The target of a reference comes and goes.
    changed(&|| write("in/x.png", ""), "2 files", "1 reference in 1 file: no findings");
    let remove = || fs::remove_file(folder.path().join("in/x.png")).expect("it is there");
    changed(&remove, "2 files", "1 reference in 1 file: 1 warning");
    interrupt(&child);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
