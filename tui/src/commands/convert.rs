//! `convert`: each reference in another form, one per line.

use std::io::{self, IsTerminal, Write};

use iri_core::inspect_decoded;
use iri_core::reference::Form;

use crate::cells::{RightToLeft, escape_line, escaped};
use crate::cli::ReferenceArgs;
use crate::cli::outcome::{Outcome, fail};
use crate::cli::workflow_log::Guarded;
use crate::commands::references::References;
use crate::report::output;

/// Prints each reference converted to `form`, terminated like the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(source: References, form: Form, is_nul: bool, reference_args: &ReferenceArgs) -> io::Result<Outcome> {
    let end = if is_nul { b'\0' } else { b'\n' };
    let options = reference_args.options();
    let is_terminal = io::stdout().is_terminal();
    let (mut number, mut failed) = (0, 0);
    let out = if is_nul { Guarded::Exact(output::exact()) } else { output::lines() };
    let skipped = source.each(out, |out, text| {
        number += 1;
        match inspect_decoded(&reference_args.decoded(text), &options).converted(form) {
            // A terminal gets escaped text; another program gets the exact characters.
            Some(converted) if is_terminal => out.write_all(escaped(&converted, RightToLeft::Kept).as_bytes())?,
            Some(converted) => out.write_all(converted.as_bytes())?,
            // The empty line keeps input and output lines in correspondence.
            None => {
                failed += 1;
                let (form, text) = (form.name(), escape_line(text));
                fail(&format!("cannot convert reference {number} to '{form}': {text}"));
            }
        }
        out.write_all(&[end])
    })?;
    Ok(if skipped + failed == 0 { Outcome::Done } else { Outcome::Failed })
}
