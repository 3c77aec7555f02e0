//! Links on a terminal (OSC 8): a click on the name of a file opens it.
//!
//! ```text
//! ESC ]8;; file:///docs/a%20b.xml ESC \ a b.xml:3:20 ESC ]8;; ESC \
//! ```
//!
//! The address has only printable ASCII, so no name of a file can end it. Streams without styles remove it.

use std::fmt::Write;
use std::path::Path;

use iri_core::files::{PathStyle, absolute};

use super::output::OutputDevice;

/// Returns `text`, linked to the file at `path` if `screen` shows links. Standard input is no file.
pub fn linked(text: &str, path: &str, screen: OutputDevice) -> String {
    let address = || PathStyle::SYSTEM.iri(absolute(Path::new(path)).to_str()?.as_bytes());
    match Some(path).filter(|path| screen.has_links && *path != "-").and_then(|_| address()) {
        Some(address) => format!("\u{1B}]8;;{}\u{1B}\\{text}\u{1B}]8;;\u{1B}\\", printable(&address)),
        None => text.to_owned(),
    }
}

/// Percent-encodes what is not printable ASCII.
fn printable(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for byte in address.bytes() {
        match byte {
            0x21..=0x7E => out.push(char::from(byte)),
            _ => write!(out, "%{byte:02X}").expect("a String takes every write"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_only_printable_characters_and_only_on_a_terminal() {
        let screen = OutputDevice { has_links: true, ..OutputDevice::file() };
        let linked = |path| super::linked("text", path, screen);
        let link = linked("/a b\u{1B}\\\u{5D0}.xml");
        let address = link.strip_prefix("\u{1B}]8;;").and_then(|rest| rest.split_once("\u{1B}\\"));
        let (address, rest) = address.expect("it is a link");
        assert!(address.starts_with("file:///") && address.contains("a%20b"), "{address}");
        assert!(address.bytes().all(|byte| byte.is_ascii_graphic()), "{address}");
        assert_eq!(rest, "text\u{1B}]8;;\u{1B}\\");
        assert_eq!(linked("-"), "text");
        assert_eq!(super::linked("text", "/a.xml", OutputDevice::file()), "text");
    }
}
