//! RFC 3986 section 2.4: a `%` is encoded only once, because otherwise a percent-encoding becomes text.

use crate::reference::{hex_value, percent_encoding_at, percent_encodings};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{Span, fit, shorten};

/// Length of `%25` and two hex digits, in bytes.
const UNIT: usize = 5;
/// Maximum length of each of the two texts that the title quotes, in characters.
const MAX_QUOTED: usize = 40;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let nested = nested_references(context);
    let meant = |span: &Span| {
        let next = nested.partition_point(|value| value.end <= span.start);
        nested.get(next).is_some_and(|value| value.overlaps(*span))
    };
    for span in runs(context.text).filter(|span| !meant(span)) {
        let twice = span.slice(context.text);
        let once = decoded_once(twice);
        let message = fit(twice, |twice| format!("'{twice}' looks percent-encoded twice"));
        let title = format!("decode '{}' to '{}'", shorten(twice, MAX_QUOTED), shorten(&once, MAX_QUOTED));
        out.flag(span, message).fix(Fix::suggested(title, span, once));
    }
}

/// Returns the maximal runs of `%25HH`.
fn runs(text: &str) -> impl Iterator<Item = Span> {
    let bytes = text.as_bytes();
    let is_unit = |at: usize| {
        percent_encoding_at(bytes, at) == Some(b'%')
            && bytes.get(at + 3..at + UNIT).is_some_and(|hex| hex.iter().all(|&digit| hex_value(digit).is_some()))
    };
    let mut starts = percent_encodings(bytes).map(|encoding| encoding.start).filter(move |&at| is_unit(at)).peekable();
    std::iter::from_fn(move || {
        let start = starts.next()?;
        let mut end = start + UNIT;
        while starts.next_if_eq(&end).is_some() {
            end += UNIT;
        }
        Some(Span::new(start, end))
    })
}

/// Decodes `%25C3%25A9` to `%C3%A9`, with uppercase hex digits.
fn decoded_once(run: &str) -> String {
    let units = run.as_bytes().chunks(UNIT);
    units.flat_map(|unit| [b'%', unit[3], unit[4]]).map(|byte| char::from(byte).to_ascii_uppercase()).collect()
}

/// Returns the query values that contain a reference, in order. A `%25` in them is correct: it is the `%` of that
/// reference.
fn nested_references(context: &Context<'_, '_>) -> Vec<Span> {
    let values = context.reference.query_pairs().filter_map(|pair| pair.value);
    values.filter(|value| contains_reference(value.slice(context.text))).collect()
}

fn contains_reference(value: &str) -> bool {
    value.contains("://") || value.contains("%3A%2F%2F") || value.contains("%3a%2f%2f")
}
