//! Entries that sign the other entries of a package.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

use crate::files::config::FilePatterns;
use crate::files::kinds::is_xml_by_name;
use crate::files::package::archive::path_of;
use crate::reference::percent_decoded;
use crate::xml::elements::{ElementEvent, ElementReader};

/// Names of these entries.
static SIGNATURES: LazyLock<FilePatterns> = LazyLock::new(|| {
    let lines = include_str!("signatures.txt").lines();
    // Names are compared without case: programs differ in that.
    let patterns: Vec<String> = lines.map(str::to_ascii_lowercase).collect();
    FilePatterns::parse(patterns.iter().map(String::as_str)).expect("a test parses the patterns")
});

/// Returns whether an entry with this name signs the others.
pub fn is_signature(name: &str) -> bool {
    SIGNATURES.matches(&path_of(name.as_bytes()))
}

/// Returns whether an entry with this name may be an XML Signature of other entries, which may have any name.
pub fn may_be_signature(name: &str) -> bool {
    path_of(name.as_bytes()).strip_prefix("meta-inf/").is_some_and(|rest| is_xml_by_name(Path::new(rest)))
}

/// Name of the entry of an EPUB or ASiC that lists the encrypted entries. EPUB 3.3, section 4.2.6.3.2.
pub const ENCRYPTION: &str = "META-INF/encryption.xml";

/// Name of the entry of an Open Packaging Convention that lists the media types of the entries. ECMA-376 part 2, section 7.
pub const CONTENT_TYPES: &str = "[Content_Types].xml";

/// Names of entries of an Open Packaging Convention that may say which other one is a signature: it may have any name.
pub const INDICES: [&str; 2] = [CONTENT_TYPES, "_rels/.rels"];

/// Returns whether the text of one of [`INDICES`] lists an entry with a signature.
pub fn lists_signature(text: &str) -> bool {
    text.contains("application/vnd.openxmlformats-package.digital-signature")
        || text.contains("/package/2006/relationships/digital-signature/")
}

/// Returns the names of the entries that the text of [`ENCRYPTION`] lists.
pub fn encrypted_names(text: &str) -> HashSet<String> {
    let (mut elements, mut names) = (ElementReader::new(text), HashSet::new());
    while let Some(event) = elements.next_event() {
        if event == ElementEvent::Start && elements.local_name() == "CipherReference" {
            let uri = elements.attribute("URI").unwrap_or_default();
            names.extend(percent_decoded(uri.trim_start_matches('/')).map(Cow::into_owned));
        }
    }
    names
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
            "_xmlsignatures\\sig1.xml",
            "/META-INF/A.SF",
            "./META-INF/A.SF",
            "META-INF//signatures.xml",
            "META-INF/../META-INF/./signatures.xml",
            "author-signature.xml",
            "signature12.xml",
            "Payload/X.app/_CodeSignature/CodeResources",
            "a-1.0.dist-info/RECORD.jws",
            "META-INF/a.sigstore.json",
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
