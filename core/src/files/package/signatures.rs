//! Entries that sign the other entries of a package.

use std::sync::LazyLock;

use crate::files::config::FilePatterns;

/// Names of these entries.
static SIGNATURES: LazyLock<FilePatterns> = LazyLock::new(|| {
    let lines = include_str!("signatures.txt").lines();
    // Names are compared without case: programs differ in that.
    let patterns: Vec<String> = lines.map(str::to_ascii_lowercase).collect();
    FilePatterns::parse(patterns.iter().map(String::as_str)).expect("a test parses the patterns")
});

/// Returns whether an entry with this name signs the others.
pub fn is_signature(name: &str) -> bool {
    SIGNATURES.matches(&name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_recognized_by_their_names() {
        for name in [
            "META-INF/TEST.SF",
            "META-INF/test.rsa",
            "META-INF/mozilla.rsa",
            "META-INF/cose.sig",
            "META-INF/SIG-ABC",
            "META-INF/signatures.xml",
            "META-INF/documentsignatures.xml",
            "META-INF/macrosignatures.xml",
            "META-INF/signatures0.xml",
            "_xmlsignatures/origin.sigs",
            "_xmlsignatures/sig1.xml",
            "package/services/digital-signature/xml-signature/a.psdsxs",
            ".signature.p7s",
        ] {
            assert!(is_signature(name), "{name}");
        }
        for name in [
            "META-INF/MANIFEST.MF",
            "META-INF/container.xml",
            "x/META-INF/A.SF",
            "a.rsa",
            "signatures.xml",
            "META-INF/a/B.SF",
        ] {
            assert!(!is_signature(name), "{name}");
        }
    }
}
