//! `compare`: the lowest normalization level on which two references are equal.

use std::ffi::OsString;
use std::io;

use iri_core::reference::NormalizationLevel;
use iri_core::reference::compare;
use iri_core::reference::resolve;

use crate::cli::ReferenceArgs;
use crate::cli::outcome::{Outcome, fail};
use crate::report::output;

/// Compares two references; with a base, what they resolve to; with `is_xml`, their values in an XML attribute.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(
    (a, b): (&OsString, &OsString),
    at: NormalizationLevel,
    reference_args: &ReferenceArgs,
) -> io::Result<Outcome> {
    let (Some(a), Some(b)) = (a.to_str(), b.to_str()) else {
        return Ok(fail("cannot compare: a reference is not UTF-8"));
    };
    let (a, b) = (reference_args.decoded(a), reference_args.decoded(b));
    let (a, b) = (&*a.value, &*b.value);
    let same = match &reference_args.base {
        None => compare(a, b),
        Some(base) => match resolve(base, a).zip(resolve(base, b)) {
            Some((a, b)) => compare(&a, &b),
            None => return Ok(fail("cannot resolve: the base has no scheme")),
        },
    };
    let text = match same {
        Some(NormalizationLevel::String) => "equal\n".to_owned(),
        Some(level) => format!("equal after {} normalization\n", level.name()),
        None => "different\n".to_owned(),
    };
    output::print(text.as_bytes())?;
    Ok(if same.is_some_and(|level| level <= at) { Outcome::Done } else { Outcome::Different })
}
