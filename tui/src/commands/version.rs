//! `--version`: the version of the program and of its Unicode data.
//!
//! The crates with Unicode data have different versions of it, and each treats newer characters in its own way.

use std::fmt::Write;

use iri_core::unicode::versions;

/// Prints the version, and with `--verbose` the version of all Unicode data.
pub fn text(is_verbose: bool) -> String {
    let mut text = format!("iri-inspect {}\n", env!("CARGO_PKG_VERSION"));
    if is_verbose {
        text.push_str("\nUnicode data\n");
        let (major, minor, _) = unicode_width::UNICODE_VERSION;
        let width = [("unicode-width", format!("{major}.{minor}"))];
        for (name, version) in versions().into_iter().chain(width) {
            writeln!(text, "  {name:<20} {version}").expect("writing to a String cannot fail");
        }
    }
    text
}
