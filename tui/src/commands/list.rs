//! `list`: the references in files, with location and role.
//!
//! ```text
//! docs/guide.xml:88:31: figure 1.png
//!   xlink:href of <img>: any-uri
//! ```

use std::io::{self, Write};

use iri_core::Config;
use iri_core::characters::BidiNotation;
use iri_core::files::PathStyle;
use iri_core::present::Place;
use iri_core::text::LineColumn;
use iri_core::xml::Document;
use unicode_width::UnicodeWidthStr;

use crate::cells::{RightToLeft, escaped};
use crate::cli::files::FileArgs;
use crate::cli::outcome::{Outcome, fail};
use crate::cli::{CheckPrintingArgs, Format, PrintingArgs, ReferenceArgs};
use crate::commands::preview;
use crate::commands::printer::print_files;
use crate::files::chunk::{Chunk, ChunkWriter};
use crate::files::jobs::Job;
use crate::files::loader::{FileLoader, KeepBytes};
use crate::files::selection::selected;
use crate::files::tally::Tally;
use crate::files::workers::Sink;
use crate::report::findings::json;
use crate::report::output::OutputDevice;
use crate::report::styles;
use crate::report::wrap::wrap;

/// Lists the references in files.
///
/// # Errors
/// If the output cannot be written.
pub fn run(files: &FileArgs, reference_args: &ReferenceArgs, printing: &PrintingArgs) -> io::Result<Outcome> {
    let format = printing.format;
    if let Some(message) = files.misuse() {
        return Ok(fail(message));
    }
    if files.print_config {
        return preview::config(files);
    }
    let (files, selection) = match selected(files) {
        Ok(selected) => selected,
        Err(message) => return Ok(fail(&message)),
    };
    let files = &files;
    let loader = FileLoader::new(files, reference_args, KeepBytes::No).with_packages();
    if let Some(message) = loader.unread_config(files) {
        return Ok(fail(&message));
    }
    if files.list_files {
        return preview::files((files, &selection), &loader);
    }
    let screen = OutputDevice::stdout();
    let work = |job: Job, sink: &Sink<Chunk>| {
        loader.load_each(job, sink, &mut |input| {
            let document = Document::parse(input.text, input.settings);
            let mut out = ChunkWriter::new(sink, Chunk::Out);
            let how = (format, reference_args.are_unknown_wanted);
            let references = write(&mut out, &input.name, &document, how, screen)?;
            out.flush()?;
            sink.send(Chunk::Done(Box::new(Tally { files: 1, references, ..Tally::default() })))
        })
    };
    let mut printer = print_files((files, &selection), &CheckPrintingArgs::from(printing), work)?;
    let summary = printer.tally.listed();
    printer.end(&summary, false)?;
    Ok(if printer.failures.is_empty() { Outcome::Done } else { Outcome::Failed })
}

/// Writes the references of a document, with the tables that declare unknown places on request. Returns how many there are.
fn write(
    out: &mut impl Write,
    name: &str,
    document: &Document,
    (format, are_tables_wanted): (Format, bool),
    screen: OutputDevice,
) -> io::Result<usize> {
    let mut positions = document.positions();
    let mut count = 0;
    let is_noted = format != Format::Json && !screen.is_terminal;
    let notation = if is_noted { notation(document) } else { BidiNotation::default() };
    let letters = screen.in_order(notation);
    for site in document.sites() {
        count += 1;
        let start = positions.line_column_at(site.span.start);
        if format == Format::Json {
            json::write_reference(out, &PathStyle::SYSTEM.text_for_programs(name), &site, start)?;
        } else {
            let place = Place::new(document, &site);
            write_text(out, &escaped(name, screen.path()), (&site, &place), start, letters)?;
            if are_tables_wanted && site.role.is_unknown() {
                write_table(out, &site, letters)?;
            }
        }
    }
    let legend = notation.legend_line();
    if !legend.is_empty() {
        let bold = styles::EMPHASIS;
        let name = escaped(name, screen.path());
        writeln!(
            out,
            "{bold}{name}:{bold:#} {}",
            wrap(&format!("legend: {legend}"), name.width() + 2, 2, screen.width)
        )?;
    }
    Ok(count)
}

/// Returns the notation of all references of a file, in which no two references look the same.
fn notation(document: &Document) -> BidiNotation {
    let mut notation = BidiNotation::default();
    for site in document.sites() {
        notation.extend(site.shown());
        notation.extend(&Place::new(document, &site).to_string());
        if let Some(resolved) = site.resolved() {
            notation.extend(&resolved);
        }
    }
    notation
}

fn write_text(
    out: &mut impl Write,
    name: &str,
    (site, place): (&iri_core::Site<'_>, &Place),
    start: LineColumn,
    letters: RightToLeft,
) -> io::Result<()> {
    let (bold, label) = (styles::EMPHASIS, styles::LABEL);
    let shown = |text: &str| escaped(text, letters);
    let LineColumn { line, column } = start;
    writeln!(out, "{bold}{name}:{line}:{column}:{bold:#} {}", shown(site.shown()))?;
    writeln!(out, "  {label}{}: {}{label:#}", place.escaped(shown), site.role.name)?;
    if let Some(origin) = place.origin() {
        writeln!(out, "  {label}{}{label:#}", origin.escaped(shown))?;
    }
    if let Some(resolved) = site.resolved() {
        writeln!(out, "  {label}resolves to{label:#} {}", shown(&resolved))?;
    }
    Ok(())
}

/// Writes the lines for `.iri.toml` that declare the place of `site`.
fn write_table(out: &mut impl Write, site: &iri_core::Site<'_>, letters: RightToLeft) -> io::Result<()> {
    let label = styles::LABEL;
    writeln!(out, "  {label}to check it like a reference, add to .iri.toml:{label:#}")?;
    Config::table_for_place(site).lines().try_for_each(|line| writeln!(out, "  {}", escaped(line, letters)))
}
