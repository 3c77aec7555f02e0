//! One file: judged, mended where that is wanted, written back.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;

use iri_core::Document;
use iri_core::files::Saved;
use iri_core::text::encoding::Spliced;
use iri_core::xml::FixOptions;
use iri_core::xml::FixedDocument;
use iri_core::xml::ScopeCache;
use iri_core::xml::apply_fixes;

use super::chunk::{Chunk, ChunkWriter};
use super::files::{Job, from_here};
use super::input::{Input, Place};
use super::report::Out;
use super::tally::Tally;
use super::workers::Sink;
use super::{Action, Plan};
use crate::report::diff;

/// A file in which fixes were applied.
struct Fixed {
    mended: FixedDocument,
    spliced: Spliced,
}

thread_local! {
    /// What the files that this thread has read teach about the next.
    static KNOWN: RefCell<ScopeCache> = RefCell::default();
}

impl Plan {
    /// Does what is to be done with one file.
    pub(super) fn work(&self, job: Job, sink: &Sink<Chunk>) -> io::Result<()> {
        let Some(mut input) = self.opener.open(job, sink)? else { return Ok(()) };
        let mut tally = Tally::default();
        let text = std::mem::take(&mut input.text);
        let document = KNOWN.with_borrow_mut(|known| Document::parse_with_cache(known, text, &input.settings));
        let fixed = if self.action == Action::Report { None } else { self.fixed(&input, &document, sink)? };
        let document = match (self.action, fixed) {
            (Action::Fix, fixed) => fix(&input, document, fixed, &mut tally, sink)?,
            (Action::Diff, Some(fixed)) => {
                diff(&input, &fixed, &mut tally, sink)?;
                document
            }
            (Action::Report | Action::Diff, _) => document,
        };
        let is_text_out = self.action == Action::Fix && matches!(input.place, Place::Stdin);
        let chunk = if is_text_out || self.action == Action::Diff { Chunk::Aside } else { Chunk::Out };
        self.report(&input.name, &document, &mut tally, Out { sink, chunk })?;
        sink.send(Chunk::Done(Box::new(tally)))
    }

    /// What fixes make of a file; nothing where none is to be applied, or none can be.
    fn fixed(&self, input: &Input, document: &Document, sink: &Sink<Chunk>) -> io::Result<Option<Fixed>> {
        if !input.is_fixable {
            return Ok(None);
        }
        let mending = FixOptions { encoding: input.form.encoding, ..self.mending };
        let failure = match apply_fixes(document, &mending) {
            Ok(None) => return Ok(None),
            Err(_) => "its fixes would change more than its references",
            Ok(Some(mended)) => match input.form.spliced(&input.bytes, &document.text(), &mended.edits) {
                Some(spliced) => return Ok(Some(Fixed { mended, spliced })),
                None => "its fixes cannot be written in its encoding",
            },
        };
        sink.send(Chunk::Failure(format!("{}: left alone: {failure}", input.name)))?;
        Ok(None)
    }
}

/// Writes a mended file. Gives the document as it is now.
fn fix(
    input: &Input,
    document: Document,
    fixed: Option<Fixed>,
    tally: &mut Tally,
    sink: &Sink<Chunk>,
) -> io::Result<Document> {
    let bytes = fixed.as_ref().map_or(&input.bytes, |fixed| &fixed.spliced.bytes);
    let is_written = match &input.place {
        Place::Stdin => {
            sink.send(Chunk::Raw(bytes.clone()))?;
            true
        }
        Place::File { .. } if fixed.is_none() => true,
        Place::File { path, tree } => match iri_core::files::save(path, tree, &input.bytes, bytes) {
            Ok(Saved::Replaced) => true,
            Ok(Saved::InPlace(reason)) => {
                sink.send(Chunk::Note(format!("{}: written in place: {reason}", input.name)))?;
                true
            }
            Err(refused) => {
                sink.send(Chunk::Failure(format!("{}: left alone: {refused}", input.name)))?;
                false
            }
        },
    };
    Ok(match fixed {
        Some(fixed) if is_written => {
            (tally.fixed, tally.changed) = (fixed.mended.fixed, 1);
            fixed.mended.document
        }
        _ => document,
    })
}

fn diff(input: &Input, fixed: &Fixed, tally: &mut Tally, sink: &Sink<Chunk>) -> io::Result<()> {
    (tally.fixed, tally.changed) = (fixed.mended.fixed, 1);
    let reader = diff::Reader::of_stdout();
    let mut out = ChunkWriter::new(sink, if reader == diff::Reader::Person { Chunk::Out } else { Chunk::Raw });
    let name = from_here(Path::new(&input.name));
    let both = (input.bytes.as_slice(), fixed.spliced.bytes.as_slice());
    diff::write(&mut out, name.strip_prefix("./").unwrap_or(&name), both, &fixed.spliced.replaced, reader)?;
    out.flush()
}
