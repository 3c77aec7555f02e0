//! What is wrong with one file, in the format that is wanted.

use std::collections::HashMap;
use std::io::{self, Write};

use iri_core::Severity;
use iri_core::files::target_exists;
use iri_core::xml::Document;
use iri_core::xml::document::DocumentFinding;

use super::chunk::{Chunk, ChunkWriter};
use super::tally::Tally;
use super::workers::Sink;
use super::{Action, Plan};
use crate::cli::Format;
use crate::report::check::{Placed, Told, github, gitlab, json, sarif, text};

impl Plan {
    /// Reports what is wrong with `document`, the file `name`, and counts it.
    pub(super) fn report(&self, name: &str, document: &Document, tally: &mut Tally, out: Out<'_>) -> io::Result<()> {
        let mut writer = ChunkWriter::new(out.sink, out.chunk);
        let mut formatted =
            Formatted { plan: self, sink: out.sink, told: Told::nothing(document), annotated: HashMap::new() };
        let mut positions = document.positions();
        tally.files = 1;
        tally.references = document.sites().count();
        for found in all(document) {
            let is_in_patch = self.action == Action::Diff && tally.changed > 0;
            if is_in_patch && self.mending.fix_of(&found.finding).is_some() {
                continue;
            }
            tally.count(&found.finding, &self.mending);
            if found.finding.severity < self.least {
                tally.unreported += 1;
            } else {
                formatted.write(&mut writer, &Placed::of(name, document, found, &mut positions))?;
            }
        }
        writer.flush()
    }
}

/// The findings of a document, and in order among them those that only a look at the disk gives.
fn all(document: &Document) -> Box<dyn Iterator<Item = DocumentFinding<'_>> + '_> {
    let missing = document.missing_targets(target_exists);
    if missing.is_empty() {
        return Box::new(document.findings());
    }
    let mut all: Vec<_> = document.findings().chain(missing).collect();
    all.sort_by_key(|found| found.finding.span.start);
    Box::new(all.into_iter())
}

/// Where a report goes.
#[derive(Clone, Copy)]
pub(super) struct Out<'s> {
    pub sink: &'s Sink<Chunk>,
    pub chunk: fn(Vec<u8>) -> Chunk,
}

/// What a format has to know of the findings before.
struct Formatted<'p> {
    plan: &'p Plan,
    sink: &'p Sink<Chunk>,
    told: Told<'p>,
    annotated: HashMap<Severity, usize>,
}

impl Formatted<'_> {
    fn write(&mut self, out: &mut impl Write, placed: &Placed<'_>) -> io::Result<()> {
        match self.plan.format {
            Format::Text => text::write(out, placed, self.plan.screen),
            Format::Json => json::write(out, placed, &mut self.told),
            Format::Sarif => sarif::write(out, placed, &mut self.told),
            Format::Gitlab => gitlab::write(out, placed, &mut self.told),
            Format::Github => {
                text::write(out, placed, self.plan.screen)?;
                self.annotate(placed)
            }
        }
    }

    /// More than a few of one file and one severity are never shown.
    fn annotate(&mut self, placed: &Placed<'_>) -> io::Result<()> {
        let DocumentFinding { finding, .. } = &placed.found;
        let number = self.annotated.entry(finding.severity).or_default();
        *number += 1;
        let command = if *number <= github::MOST { github::annotation(placed) } else { String::new() };
        self.sink.send(Chunk::Annotation(finding.severity, command))
    }
}
