//! The form for `java.net.URI` compared with results of that class, which `data/peers/JavaNetUri.java` recorded.
//!
//! `UPDATE_EXPECT=1 cargo test -p iri-core --test it java_net_uri::` writes our forms; then the program records the results
//! again, as `data/peers/README.md` describes.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use iri_core::reference::Form;
use iri_core::{Dialect, Options, Reference, inspect};
use serde_json::{Value, json};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/peers").join(name)
}

fn read(name: &str) -> String {
    let path = data(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn converted(reference: &str) -> Option<String> {
    inspect(reference, &Options::default()).converted(Form::JavaNetUri)
}

/// Returns whether a character of the path is escaped.
fn is_escaped(c: char) -> bool {
    converted(&format!("/a{c}")).expect("Java accepts it") != format!("/a{c}")
}

#[test]
fn the_characters_that_java_rejects_in_a_path_are_escaped_and_no_others() {
    let rejected: Vec<(u32, u32)> = read("java-net-uri-rejected.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (first, last) = line.split_once("..").unwrap_or((line, line));
            let code = |hex| u32::from_str_radix(hex, 16).expect("hexadecimal");
            (code(first), code(last))
        })
        .collect();
    let mut escaped = 0;
    for c in '\0'..=char::MAX {
        // These delimit a component, or are in no LEIRI; they are never escaped.
        if !Reference::parse(&format!("/a{c}")).is_reference(Dialect::Leiri) || matches!(c, '?' | '#') {
            continue;
        }
        let is_rejected = rejected.iter().any(|&(first, last)| (first..=last).contains(&u32::from(c)));
        assert_eq!(is_escaped(c), is_rejected, "U+{:04X}", u32::from(c));
        escaped += usize::from(is_rejected);
    }
    assert_eq!(escaped, 93);
}

#[test]
fn there_is_a_form_exactly_if_java_accepts_it() {
    let lines: Vec<Value> =
        read("java-net-uri.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let mut out = String::new();
        for line in &lines {
            let reference = text(line, "reference");
            let form = converted(&reference).unwrap_or_else(|| text(line, "form"));
            let line = json!({ "reference": reference, "form": form, "result": text(line, "result") });
            writeln!(out, "{line}").expect("a String takes every write");
        }
        fs::write(data("java-net-uri.jsonl"), out).expect("the table can be written");
    }
    let (mut accepted, mut rejected) = (0, 0);
    for line in &lines {
        let (reference, form, result) = (text(line, "reference"), text(line, "form"), text(line, "result"));
        assert_eq!(converted(&reference), (result == "ok").then_some(form), "{reference:?}");
        if Reference::parse(&reference).is_reference(Dialect::Leiri) {
            assert_eq!(result, expected(&reference), "{reference:?}");
            *(if result == "ok" { &mut accepted } else { &mut rejected }) += 1;
        }
    }
    assert_eq!((lines.len(), accepted, rejected), (760, 563, 17));
}

/// Returns the result for the form of a LEIRI. The class requires text after `scheme:` and after `//`, and has no
/// IPvFuture (RFC 2396 and RFC 2732, which it follows, have neither).
fn expected(leiri: &str) -> &'static str {
    if leiri.contains("//[v1.x]") {
        "Malformed IPv6 address"
    } else if leiri.ends_with("://") {
        "Expected authority"
    } else if leiri.ends_with(':') && leiri.matches([':', '/']).count() == 1 {
        "Expected scheme-specific part"
    } else {
        "ok"
    }
}
