//! `--version`: what this is, and which Unicode it knows.
//!
//! The crates with Unicode data have different versions, and treat a character that is newer
//! than theirs each in its own way.

use std::fmt::Write;

use iri_core::unicode::versions;

/// The version, and with `--verbose` the Unicode version of everything that carries Unicode data.
pub fn text(is_verbose: bool) -> String {
    let mut text = format!("iri-inspect {}\n", env!("CARGO_PKG_VERSION"));
    if is_verbose {
        text.push_str("\nUnicode data\n");
        let (major, minor, _) = unicode_width::UNICODE_VERSION;
        let width = [("unicode-width", format!("{major}.{minor}"))];
        for (name, version) in versions().into_iter().chain(width) {
            writeln!(text, "  {name:<20} {version}").expect("a String takes every write");
        }
    }
    text
}
