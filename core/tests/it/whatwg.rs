//! The WHATWG form compared with the serializations of `whatwg-url`, the reference implementation of the URL Standard,
//! which the scripts of `data/peers` recorded.

use std::fs;
use std::path::Path;

use iri_core::reference::Form;
use iri_core::{Options, inspect};
use serde_json::Value;

/// Returns the WHATWG form of `reference`, relative to `base`.
fn href(reference: &str, base: Option<&str>) -> Option<String> {
    let options = base.map_or_else(Options::default, |base| Options::default().with_base(base));
    inspect(reference, &options).converted(Form::Whatwg)
}

/// Returns the rows of a table that contains one JSON value per line.
fn recorded(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/peers").join(name);
    let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    table.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Checks that there is no difference.
#[track_caller]
fn assert_none(differences: &[String]) {
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

/// Describes the difference between our form and the expected one; `None` if they are equal.
fn difference(reference: &str, base: Option<&str>, expected: Option<&str>) -> Option<String> {
    let ours = href(reference, base);
    (ours.as_deref() != expected).then(|| format!("{reference:?} {base:?}: {ours:?}, not {expected:?}"))
}

#[test]
fn the_form_of_ordinary_references_is_that_of_the_reference_implementation() {
    let rows = recorded("whatwg.jsonl");
    let differences = rows.iter().filter_map(|row| {
        let reference = row["reference"].as_str().expect("a string");
        difference(reference, row["base"].as_str(), row["href"].as_str())
    });
    assert_none(&differences.collect::<Vec<_>>());
    assert_eq!(rows.len(), 760);
}

#[test]
fn the_form_of_generated_references_is_that_of_the_reference_implementation() {
    let rows = recorded("whatwg-generated.jsonl");
    let (bases, rows) = rows.split_first().expect("a first line");
    let differences = rows.iter().filter_map(|row| {
        let (index, reference) = (row[0].as_u64().expect("a number"), row[1].as_str().expect("a string"));
        let base = bases[usize::try_from(index).expect("a small number")].as_str().filter(|base| !base.is_empty());
        difference(reference, base, row[2].as_str())
    });
    assert_none(&differences.collect::<Vec<_>>());
    assert_eq!(rows.len(), 8000);
}
