//! `list`: every reference in files, with its place and role.
//!
//! ```text
//! docs/guide.xml:88:31: figure 1.png
//!   attribute {http://www.w3.org/1999/xlink}href of {http://docbook.org/ns/docbook}img: any-uri
//! ```

use std::io::{self, Write};

use iri_core::text::LineColumn;
use iri_core::xml::Document;

use crate::cells::escaped;
use crate::cli::files::FileArgs;
use crate::cli::outcome::{Outcome, fail};
use crate::cli::{Format, PrintingArgs, ReferenceArgs};
use crate::commands::preview;
use crate::commands::printer::print_files;
use crate::files::chunk::{Chunk, ChunkWriter};
use crate::files::jobs::Job;
use crate::files::loader::{Bytes, FileLoader};
use crate::files::tally::Tally;
use crate::files::workers::Sink;
use crate::report::findings::json;
use crate::report::findings::located::place;
use crate::report::output::OutputDevice;
use crate::report::styles;

/// Lists the references in files.
///
/// # Errors
/// If the output cannot be written.
pub fn run(files: &FileArgs, reference_args: &ReferenceArgs, printing: &PrintingArgs) -> io::Result<Outcome> {
    let format = printing.format;
    if !matches!(format, Format::Text | Format::Json) {
        return Ok(fail("list prints --format text or json; the others are for findings, which check has"));
    }
    if files.print_config {
        return preview::config(files);
    }
    let loader = FileLoader::new(files, reference_args, Bytes::Taken);
    if files.list_files {
        return preview::files(files, &loader);
    }
    let screen = OutputDevice::stdout();
    let work = |job: Job, sink: &Sink<Chunk>| {
        let Some(input) = loader.load(job, sink)? else { return Ok(()) };
        let document = Document::parse(input.text, input.settings);
        let mut out = ChunkWriter::new(sink, Chunk::Out);
        let references = write(&mut out, &input.name, &document, format, screen)?;
        out.flush()?;
        sink.send(Chunk::Done(Box::new(Tally { files: 1, references, ..Tally::default() })))
    };
    let mut printer = print_files(files, format, printing.color, work)?;
    let summary = printer.tally.listed();
    printer.end(&summary, false)?;
    Ok(if printer.failures.is_empty() { Outcome::Done } else { Outcome::Failed })
}

/// Writes the references of a document, and gives how many there are.
fn write(
    out: &mut impl Write,
    name: &str,
    document: &Document,
    format: Format,
    screen: OutputDevice,
) -> io::Result<usize> {
    let mut positions = document.positions();
    let mut count = 0;
    for site in document.sites() {
        count += 1;
        let start = positions.line_column_at(site.span.start);
        if format == Format::Json {
            json::write_reference(out, name, &site, start)?;
        } else {
            write_text(out, name, &site, start, screen)?;
        }
    }
    Ok(count)
}

fn write_text(
    out: &mut impl Write,
    name: &str,
    site: &iri_core::Site<'_>,
    start: LineColumn,
    screen: OutputDevice,
) -> io::Result<()> {
    let (bold, label) = (styles::EMPHASIS, styles::LABEL);
    let shown = |text: &str| escaped(text, screen.source());
    let LineColumn { line, column } = start;
    writeln!(out, "{bold}{}:{line}:{column}:{bold:#} {}", escaped(name, screen.path()), shown(&site.value))?;
    writeln!(out, "  {label}{}: {}{label:#}", shown(&place(site)), site.role.name)?;
    if let Some(resolved) = site.resolved() {
        writeln!(out, "  {label}resolves to{label:#} {}", shown(&resolved))?;
    }
    Ok(())
}
