//! `show`: a report of each reference.

use std::io::{self, Write};

use iri_core::{Decoded, Inspection, Options, inspect, inspect_decoded};

use crate::cli::outcome::Outcome;
use crate::cli::{Characters, Format, PrintingArgs, ReferenceArgs};
use crate::commands::references::{ReferenceVisitor, References};
use crate::report::output::{self, OutputDevice};
use crate::report::reference_text::Sections;
use crate::report::{reference_json, reference_text};

/// Prints a report of each reference.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(
    source: References,
    reference_args: &ReferenceArgs,
    printing: &PrintingArgs,
    shows_parsers: bool,
) -> io::Result<Outcome> {
    let options = reference_args.options();
    let is_xml = reference_args.is_xml;
    let skipped = match printing.format {
        Format::Json => {
            source.each(&mut Lines { out: output::plain(), options, is_xml, characters: printing.characters })
        }
        // The other formats are for `check` and are rejected before.
        _ => source.each(&mut Pages {
            out: output::styled(printing.color),
            options,
            is_xml,
            sections: Sections { characters: printing.characters, shows_parsers },
            screen: OutputDevice::stdout(),
            is_first: true,
        }),
    }?;
    Ok(if skipped == 0 { Outcome::Done } else { Outcome::Failed })
}

/// Prints reports for programs.
struct Lines<W> {
    out: W,
    options: Options,
    is_xml: bool,
    characters: Characters,
}

impl<W: Write> ReferenceVisitor for Lines<W> {
    fn reference(&mut self, text: &str) -> io::Result<()> {
        let (out, filter) = (&mut self.out, self.characters.filter());
        inspected(text, self.is_xml, &self.options, |inspection, source| {
            reference_json::write(out, inspection, source, filter)
        })
    }

    fn pause(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints reports for people, separated by a blank line.
struct Pages<W> {
    out: W,
    options: Options,
    is_xml: bool,
    sections: Sections,
    screen: OutputDevice,
    is_first: bool,
}

impl<W: Write> ReferenceVisitor for Pages<W> {
    fn reference(&mut self, text: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            self.out.write_all(b"\n")?;
        }
        let (out, screen, sections) = (&mut self.out, self.screen, self.sections);
        inspected(text, self.is_xml, &self.options, |inspection, source| {
            reference_text::write(out, inspection, source, sections, screen)
        })
    }

    fn pause(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Inspects `text`; if it is written as in XML, it is decoded first, and the source is passed too.
fn inspected<R>(
    text: &str,
    is_xml: bool,
    options: &Options,
    report: impl FnOnce(&Inspection<'_>, Option<&str>) -> R,
) -> R {
    if is_xml {
        report(&inspect_decoded(&Decoded::xml(text), options), Some(text))
    } else {
        report(&inspect(text, options), None)
    }
}
