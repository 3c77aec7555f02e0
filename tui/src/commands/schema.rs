//! `schema`: the schemas of files, why they are used, and the places that they add.
//!
//! ```text
//! doc.xml: file:///shop/shop.xsd (bound by schemaLocation)
//!   link of <item>: xs:anyURI, shop.xsd line 5
//! ```

use std::collections::HashSet;
use std::io::{self, Write};

use iri_core::files::PathStyle;
use iri_core::xml::types::{BoundSchema, DeclaredPlace, Types};
use serde::Serialize;

use crate::cells::escaped;
use crate::cli::files::FileArgs;
use crate::cli::outcome::{Outcome, fail};
use crate::cli::{CheckPrintingArgs, Format, PrintingArgs, ReferenceArgs};
use crate::commands::printer::print_files;
use crate::files::chunk::{Chunk, ChunkWriter};
use crate::files::jobs::Job;
use crate::files::loader::{FileLoader, KeepBytes};
use crate::files::selection::selected;
use crate::files::tally::Tally;
use crate::files::workers::Sink;
use crate::report::json_writer::write_line;
use crate::report::output::OutputDevice;
use crate::report::styles;

/// Line about one file.
#[derive(Serialize)]
struct FileLine<'a> {
    schema: u8,
    path: &'a str,
    schemas: Vec<SchemaLine<'a>>,
    not_loaded: Vec<NotLoadedLine<'a>>,
}

/// Schema of a file.
#[derive(Serialize)]
struct SchemaLine<'a> {
    location: &'a str,
    binding: &'static str,
    files: Vec<&'a str>,
    places: Vec<PlaceLine<'a>>,
    /// Whether these are all.
    complete: bool,
}

/// Maximum number of places that are listed of a schema: each attribute of a group counts for each element that has it.
const MAX_PLACES: usize = 10_000;

/// Place that a schema adds.
#[derive(Serialize)]
struct PlaceLine<'a> {
    element: String,
    attribute: Option<String>,
    list: bool,
    schema: &'a str,
    line: usize,
}

/// Schema that was not loaded.
#[derive(Serialize)]
struct NotLoadedLine<'a> {
    reference: &'a str,
    message: &'a str,
}

/// Prints the schemas of files.
///
/// # Errors
/// If the output cannot be written.
pub fn run(files: &FileArgs, printing: &PrintingArgs) -> io::Result<Outcome> {
    let format = printing.format;
    if let Some(message) = files.misuse() {
        return Ok(fail(message));
    }
    let (files, selection) = match selected(files) {
        Ok(selected) => selected,
        Err(message) => return Ok(fail(&message)),
    };
    let loader = FileLoader::new(&files, &ReferenceArgs::default(), KeepBytes::No).with_packages();
    if let Some(message) = loader.unread_config(&files) {
        return Ok(fail(&message));
    }
    let screen = OutputDevice::stdout();
    let work = |job: Job, sink: &Sink<Chunk>| {
        loader.load_each(job, sink, &mut |input| {
            let none = Types::default();
            let types = input.settings.types.as_deref().unwrap_or(&none);
            let mut out = ChunkWriter::new(sink, Chunk::Out);
            match format {
                Format::Json => write_line(&mut out, &line(&PathStyle::SYSTEM.text_for_programs(&input.name), types))?,
                _ => write_text(&mut out, &line(&input.name, types), screen)?,
            }
            out.flush()?;
            sink.send(Chunk::Done(Box::new(Tally { files: 1, ..Tally::default() })))
        })
    };
    let mut printer = print_files((&files, &selection), &CheckPrintingArgs::from(printing), work)?;
    printer.end("", false)?;
    Ok(if printer.failures.is_empty() { Outcome::Done } else { Outcome::Failed })
}

fn line<'a>(path: &'a str, types: &'a Types) -> FileLine<'a> {
    let not_loaded = types.not_loaded().iter();
    FileLine {
        schema: 1,
        path,
        schemas: types.schemas().iter().map(schema_line).collect(),
        not_loaded: not_loaded
            .map(|not_loaded| NotLoadedLine { reference: &not_loaded.reference, message: &not_loaded.message })
            .collect(),
    }
}

fn schema_line(schema: &BoundSchema) -> SchemaLine<'_> {
    let BoundSchema { declarations, binding } = schema;
    let mut known = HashSet::new();
    let place = |place: DeclaredPlace<'_>| PlaceLine {
        element: place.element.to_string(),
        attribute: place.attribute.map(ToString::to_string),
        list: place.value.is_list,
        schema: declarations.location(place.at.file),
        line: declarations.line(place.at),
    };
    let complete = declarations.places().nth(MAX_PLACES).is_none();
    let places = declarations.places().take(MAX_PLACES).map(place);
    let is_new = |place: &PlaceLine<'_>| known.insert((place.element.clone(), place.attribute.clone(), place.line));
    let files: Vec<_> = declarations.locations().collect();
    SchemaLine {
        location: files.first().copied().unwrap_or_default(),
        binding: binding.name(),
        places: places.filter(is_new).collect(),
        files,
        complete,
    }
}

fn write_text(out: &mut impl Write, file: &FileLine<'_>, screen: OutputDevice) -> io::Result<()> {
    let (bold, label) = (styles::EMPHASIS, styles::LABEL);
    let shown = |text: &str| escaped(text, screen.path());
    let path = shown(file.path);
    for schema in &file.schemas {
        writeln!(out, "{bold}{path}:{bold:#} {} (bound by {})", shown(schema.location), schema.binding)?;
        for place in &schema.places {
            let element = shown(&place.element);
            let name = match &place.attribute {
                Some(attribute) => format!("{} of <{element}>", shown(attribute)),
                None => format!("text of <{element}>"),
            };
            let kind = if place.list { "list of xs:anyURI" } else { "xs:anyURI" };
            let schema = place.schema.rsplit('/').next().unwrap_or_default();
            writeln!(out, "  {name}: {label}{kind}, {} line {}{label:#}", shown(schema), place.line)?;
        }
        if !schema.complete {
            writeln!(out, "  {label}the other places are not listed{label:#}")?;
        }
    }
    for not_loaded in &file.not_loaded {
        writeln!(out, "{bold}{path}:{bold:#} {}", shown(not_loaded.message))?;
    }
    if file.schemas.is_empty() && file.not_loaded.is_empty() {
        writeln!(out, "{bold}{path}:{bold:#} no schema")?;
    }
    Ok(())
}
