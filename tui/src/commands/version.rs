//! `--version`: the version of the program and of its Unicode data.
//!
//! The crates with Unicode data have different versions of it, and each treats newer characters in its own way.

use std::collections::BTreeMap;
use std::fmt::Write;

use iri_core::unicode::versions;
use serde::Serialize;

use crate::cli::Format;

/// Keys of the version in order.
#[derive(Serialize)]
struct VersionLine {
    schema: u8,
    name: &'static str,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unicode: Option<BTreeMap<&'static str, String>>,
}

/// Returns the version, and with `--verbose` the version of all Unicode data.
pub fn text(is_verbose: bool, format: Format) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (major, minor, _) = unicode_width::UNICODE_VERSION;
    let data = versions().into_iter().chain([("unicode-width", format!("{major}.{minor}"))]);
    if format == Format::Json {
        let unicode = is_verbose.then(|| data.collect());
        let line = VersionLine { schema: 1, name: "iri-inspect", version, unicode };
        return serde_json::to_string(&line).expect("texts and numbers can be written") + "\n";
    }
    let mut text = format!("iri-inspect {version}\n");
    if is_verbose {
        text.push_str("\nUnicode data\n");
        for (name, version) in data {
            writeln!(text, "  {name:<20} {version}").expect("writing to a String cannot fail");
        }
    }
    text
}
