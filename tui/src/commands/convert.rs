//! `convert`: each reference in another form, one per line.

use std::io::{self, IsTerminal};

use iri_core::inspect_decoded;
use iri_core::reference::Form;

use crate::cells::escape_line;
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
        let converted = inspect_decoded(&reference_args.decoded(text), &options).converted(form);
        if converted.is_none() {
            failed += 1;
            let (form, text) = (form.name(), escape_line(text));
            fail(&format!("cannot convert reference {number} to '{form}': {text}"));
        }
        // The empty line keeps input and output lines in correspondence.
        output::write_reference(out, converted.as_deref().unwrap_or_default(), end, is_terminal)
    })?;
    Ok(if skipped + failed == 0 { Outcome::Done } else { Outcome::Failed })
}
