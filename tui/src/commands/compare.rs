//! `compare`: the lowest normalization level on which two references are equal.

use std::ffi::OsString;
use std::io;

use iri_core::reference::NormalizationLevel;
use iri_core::reference::compare;
use iri_core::reference::resolve;

use crate::cli::outcome::{Outcome, fail};
use crate::report::output;

/// Compares two references; with a base, what they resolve to.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(a: &OsString, b: &OsString, at: NormalizationLevel, base: Option<&str>) -> io::Result<Outcome> {
    let (Some(a), Some(b)) = (a.to_str(), b.to_str()) else {
        return Ok(fail("a reference to compare is not UTF-8"));
    };
    let same = match base {
        None => compare(a, b),
        Some(base) => match resolve(base, a).zip(resolve(base, b)) {
            Some((a, b)) => compare(&a, &b),
            None => return Ok(fail("the base has no scheme: nothing can be resolved against it")),
        },
    };
    let text = match same {
        Some(rung) => format!("the same from the rung '{}' up\n", rung.name()),
        None => "different on every rung\n".to_owned(),
    };
    output::print(text.as_bytes())?;
    Ok(if same.is_some_and(|rung| rung <= at) { Outcome::Done } else { Outcome::Different })
}
