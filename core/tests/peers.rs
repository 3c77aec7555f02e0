//! The validity of IRIs against three crates that were found to agree with the ABNF.

use iri_core::{Dialect, Reference};

#[test]
fn plain_examples_agree() {
    for text in [
        "",
        "http://a/b",
        "//[::1]:80/",
        "a:b",
        "1a:b",
        "http://a/%zz",
        "http://é/ü?\u{E000}#x",
        "[V1.a]",
        "//[V1.a]",
        "//a:b:c",
    ] {
        let ours = Reference::parse(text).is_reference(Dialect::Iri);
        assert_eq!(ours, oxiri::IriRef::parse(text).is_ok(), "{text:?}");
        assert_eq!(ours, iri_string::types::IriReferenceStr::new(text).is_ok(), "{text:?}");
        assert_eq!(ours, fluent_uri::IriRef::parse(text).is_ok(), "{text:?}");
    }
}
