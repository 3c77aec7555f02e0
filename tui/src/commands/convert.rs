//! `convert`: each reference in another form, one per line.

use std::io::{self, IsTerminal, Write};

use iri_core::reference::Form;
use iri_core::{Decoded, Options, inspect_decoded};

use crate::cells::{RightToLeft, escape_line, escaped};
use crate::cli::ReferenceArgs;
use crate::cli::outcome::Outcome;
use crate::cli::workflow_log::Guarded;
use crate::commands::references::{ReferenceVisitor, References};
use crate::report::output;

/// Prints each reference converted to `form`, terminated like the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(source: References, form: Form, is_nul: bool, reference_args: &ReferenceArgs) -> io::Result<Outcome> {
    let end = if is_nul { b'\0' } else { b'\n' };
    let options = reference_args.options();
    let mut converter = Converter {
        out: if is_nul { Guarded::Exact(output::exact()) } else { output::lines() },
        form,
        end,
        options,
        is_xml: reference_args.is_xml,
        is_terminal: io::stdout().is_terminal(),
        number: 0,
        failed: 0,
    };
    let skipped = source.each(&mut converter)?;
    Ok(if skipped + converter.failed == 0 { Outcome::Done } else { Outcome::Failed })
}

struct Converter<W> {
    out: W,
    form: Form,
    end: u8,
    options: Options,
    is_xml: bool,
    is_terminal: bool,
    number: usize,
    failed: usize,
}

impl<W: Write> ReferenceVisitor for Converter<W> {
    /// A reference without this form produces an empty line, so that input and output lines still correspond.
    fn reference(&mut self, text: &str) -> io::Result<()> {
        self.number += 1;
        let decoded = if self.is_xml { Decoded::xml(text) } else { Decoded::plain(text) };
        match inspect_decoded(&decoded, &self.options).converted(self.form) {
            // A terminal gets escaped text; another program gets the exact characters.
            Some(converted) if self.is_terminal => {
                self.out.write_all(escaped(&converted, RightToLeft::Kept).as_bytes())?;
            }
            Some(converted) => self.out.write_all(converted.as_bytes())?,
            None => self.fail(text),
        }
        self.out.write_all(&[self.end])
    }

    fn pause(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W> Converter<W> {
    fn fail(&mut self, text: &str) {
        self.failed += 1;
        let (number, form, text) = (self.number, self.form.name(), escape_line(text));
        crate::cli::outcome::fail(&format!("cannot convert reference {number} to '{form}': {text}"));
    }
}
