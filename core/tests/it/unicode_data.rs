//! Conformance data of Unicode, from `data/unicode/`.

use std::io::Read;
use std::path::Path;

use ruzstd::decoding::StreamingDecoder;

/// Returns the text of `name`, which must contain `version` in one of its first lines.
pub fn file(name: &str, version: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/unicode").join(format!("{name}.txt.zst"));
    let compressed = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    let mut decoder = StreamingDecoder::new(compressed.as_slice()).expect("a frame of zstd");
    decoder.read_to_string(&mut text).expect("text in UTF-8");
    assert!(text.lines().take(10).any(|line| line.contains(name) || line.starts_with("# Version")), "{name}");
    assert!(text.lines().take(10).any(|line| line.contains(version)), "{name} is not of version {version}");
    text
}
