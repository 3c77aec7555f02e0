//! Plain data with the feature `serde`: the keys and values of docs/json.md.

use iri_core::inspect::CharacterFilter;
use iri_core::{Dialect, Options, Reference, inspect};
use serde_json::{json, to_value};

#[test]
fn a_finding_has_the_keys_of_the_contract() {
    let inspection = inspect("http://example.org/a b", &Options::default());
    let finding = &inspection.findings()[0];
    let expected = json!({
        "rule": "leiri-space", "severity": "warning", "start": 20, "end": 21, "message": finding.message,
        "fixes": [{"title": finding.fixes[0].title, "safety": "safe",
                   "edits": [{"start": 20, "end": 21, "text": "%20"}]}],
    });
    assert_eq!(to_value(finding).expect("a finding is plain data"), expected);
}

#[test]
fn characters_and_components_have_the_keys_of_the_contract() {
    let inspection = inspect("http://example.org/a b", &Options::default());
    let characters = inspection.characters(CharacterFilter::Notable);
    let expected = json!([{
        "index": 20, "start": 20, "code_point": "U+0020", "name": "SPACE", "category": "Zs", "script": "Common",
        "bidi_class": "WS", "group": "space", "allowed_by": ["leiri", "web-address"],
    }]);
    assert_eq!(to_value(characters).expect("characters are plain data"), expected);
    let components = to_value(inspection.reference().components()).expect("components are plain data");
    assert_eq!(components[0], json!({"name": "scheme", "start": 0, "end": 4}));
}

#[test]
fn a_violation_is_its_message_and_where_it_is() {
    let violation = Reference::parse("a b").validate(Dialect::Iri).expect_err("a space is not allowed");
    let expected = json!({
        "start": 1, "end": 2, "dialect": "iri", "production": "isegment-nz-nc", "source": "RFC 3987 section 2.2",
        "message": "SPACE (U+0020) is not allowed in an IRI",
    });
    assert_eq!(to_value(violation).expect("a violation is plain data"), expected);
}
