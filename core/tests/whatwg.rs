//! The WHATWG form compared with the serializations of `whatwg-url`, the reference implementation of the URL Standard,
//! which `data/peers/record-whatwg.js` recorded.

use std::fs;
use std::path::Path;

use iri_core::reference::Form;
use iri_core::{Options, inspect};
use serde_json::Value;

#[test]
fn the_form_is_that_of_the_reference_implementation_except_in_the_known_cases() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/peers/whatwg.jsonl");
    let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut cases, mut carets, mut known) = (0, 0, Vec::new());
    for line in table.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let reference = line["reference"].as_str().expect("a string");
        let (base, href) = (line["base"].as_str(), line["href"].as_str());
        let options = base.map_or_else(Options::default, |base| Options::default().with_base(base));
        let form = inspect(reference, &options).converted(Form::Whatwg);
        cases += 1;
        if form.as_deref() == href {
            continue;
        }
        // The path percent-encode set of the standard contains `^`, that of the url crate does not.
        if form.as_ref().is_some_and(|form| form.contains('^') && Some(form.replace('^', "%5E").as_str()) == href) {
            carets += 1;
        } else {
            known.push((reference.to_owned(), base.unwrap_or_default().to_owned(), form, href.map(str::to_owned)));
        }
    }
    let known: Vec<Difference> = known
        .iter()
        .map(|(reference, base, form, href)| (reference.as_str(), base.as_str(), form.as_deref(), href.as_deref()))
        .collect();
    assert_eq!(known, KNOWN);
    assert_eq!((cases, carets), (760, 7));
}

/// Reference, base or an empty string, our form, and that of the reference implementation.
type Difference<'t> = (&'t str, &'t str, Option<&'t str>, Option<&'t str>);

const BASE: &str = "http://base.example/d/f?q#f";

/// Differences between the url crate, which computes the form, and the reference implementation.
const KNOWN: [Difference<'_>; 6] = [
    // The host of a file URL is lost before a drive letter.
    ("file://h.example/C:/x", "", Some("file:///C:/x"), Some("file://h.example/C:/x")),
    // The standard no longer checks labels that are in ASCII.
    ("http://xn--a/", "file:///d/f", None, Some("http://xn--a/")),
    ("http://xn--zn7c.com/", "", None, Some("http://xn--zn7c.com/")),
    // More slashes than two at the start.
    ("file:////p", BASE, Some("file:///p"), Some("file:////p")),
    ("////p", BASE, None, Some("http://p/")),
    ("///a/b/../c?a?b", BASE, None, Some("http://a/c?a?b")),
];
