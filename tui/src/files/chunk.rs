//! Messages from workers to the printer.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use iri_core::Severity;
use iri_core::files::ConfigFile;

use super::tally::Tally;
use super::workers::{Sink, Weighted};
use crate::files::listed::ListedFile;

/// A message from a worker.
pub enum Chunk {
    /// Report for standard output.
    Out(Vec<u8>),
    /// Part of a report of findings.
    Report(ReportPart),
    /// Text of a file for standard output.
    Document(Vec<u8>),
    /// Part of a patch for standard output.
    Patch(Vec<u8>),
    /// Report for standard error, if standard output contains something else.
    Stderr(Vec<u8>),
    /// Failure.
    Failure(String),
    /// Note.
    Note(String),
    /// Configuration that has problems.
    Config(Arc<ConfigFile>),
    /// Workflow command for GitHub in one of the reports.
    Annotation(usize, Severity, String),
    /// End of a file.
    Done(Box<Tally>),
    /// File for the list of the inspector.
    Listed(Box<ListedFile>),
    /// File that no longer exists.
    Gone(PathBuf),
    /// Package that changed, and the names of all files in it.
    Entries(PathBuf, HashSet<String>),
    /// Number of XML files that a search by name finds.
    Total(usize),
    /// All files have been read.
    Whole,
}

impl Weighted for Chunk {
    fn weight(&self) -> usize {
        let bytes = match self {
            Self::Out(bytes) | Self::Document(bytes) | Self::Patch(bytes) | Self::Stderr(bytes) => bytes.len(),
            Self::Report(part) => part.bytes.len() + size_of_val(&*part.findings),
            Self::Failure(text) | Self::Note(text) | Self::Annotation(.., text) => text.len(),
            Self::Config(_) | Self::Done(_) | Self::Gone(_) | Self::Entries(..) | Self::Total(_) | Self::Whole => 0,
            Self::Listed(listed) => listed.weight(),
        };
        size_of::<Self>() + size_of::<Tally>() + bytes
    }
}

/// Finding in a part of a report.
pub struct PrintedFinding {
    /// Range of its bytes.
    pub range: Range<usize>,
    /// Number of findings for which it stands.
    pub count: usize,
    /// Message, if people read it once for all places.
    pub once: Option<Box<str>>,
}

/// Part of a report, from which findings can be left out.
#[derive(Default)]
pub struct ReportPart {
    /// Index of the report.
    pub report: usize,
    /// The findings, and what is around them.
    pub bytes: Vec<u8>,
    /// The findings in it.
    pub findings: Vec<PrintedFinding>,
    /// Whether it is for standard error, because standard output contains something else.
    pub is_on_stderr: bool,
    /// Name of the file that it is about, and the length of the path of the package in it, if it is in one.
    pub nested: Option<(Arc<str>, usize)>,
}

impl ReportPart {
    /// Leaves out all findings but the first `most`.
    pub fn truncate(&mut self, most: usize) {
        if self.findings.len() > most {
            let mut count = 0;
            self.retain(|_| {
                count += 1;
                count <= most
            });
        }
    }

    /// Leaves out findings with a message that is in `known`, and counts them there; others are added.
    pub fn leave_out_known(&mut self, known: &mut BTreeMap<Box<str>, usize>) {
        if self.findings.iter().all(|finding| finding.once.is_none()) {
            return;
        }
        self.retain(|finding| {
            let Some(message) = &finding.once else { return true };
            let repeated = known.get_mut(message).map(|repeated| *repeated += finding.count);
            if repeated.is_none() {
                known.insert(message.clone(), 0);
            }
            repeated.is_none()
        });
    }

    /// Leaves out the findings for which `is_kept` returns false.
    fn retain(&mut self, mut is_kept: impl FnMut(&PrintedFinding) -> bool) {
        let old = std::mem::take(&mut self.bytes);
        let mut copied = 0;
        self.findings.retain_mut(|finding| {
            let Range { start, end } = finding.range;
            self.bytes.extend_from_slice(&old[copied..start]);
            copied = end;
            let is_kept = is_kept(finding);
            if is_kept {
                finding.range = self.bytes.len()..self.bytes.len() + (end - start);
                self.bytes.extend_from_slice(&old[start..end]);
            }
            is_kept
        });
        self.bytes.extend_from_slice(&old[copied..]);
    }
}

/// Collects a report into chunks.
pub struct ReportWriter<'s> {
    sink: &'s Sink<Chunk>,
    part: ReportPart,
}

impl<'s> ReportWriter<'s> {
    /// Creates a writer that sends chunks about a file to `sink`.
    pub fn new(
        sink: &'s Sink<Chunk>,
        report: usize,
        is_on_stderr: bool,
        (name, package): (&str, Option<usize>),
    ) -> Self {
        let nested = package.map(|package| (name.into(), package));
        Self { sink, part: ReportPart { report, is_on_stderr, nested, ..ReportPart::default() } }
    }

    /// Records that a finding, which stands for `count` of them, was written from `start` on: the
    /// [`position`](Self::position) before. `once` is its message if it is left out after another one with it.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn end_finding(&mut self, start: usize, count: usize, once: Option<Box<str>>) -> io::Result<()> {
        self.part.findings.push(PrintedFinding { range: start..self.part.bytes.len(), count, once });
        if self.part.bytes.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    /// Sends a workflow command.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn annotate(&self, severity: Severity, command: String) -> io::Result<()> {
        self.sink.send(Chunk::Annotation(self.part.report, severity, command))
    }

    /// Returns the position of what is written next.
    pub const fn position(&self) -> usize {
        self.part.bytes.len()
    }
}

impl Write for ReportWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.part.bytes.is_empty() {
            return Ok(());
        }
        let ReportPart { report, is_on_stderr, .. } = self.part;
        let next = ReportPart { report, is_on_stderr, nested: self.part.nested.clone(), ..ReportPart::default() };
        self.sink.send(Chunk::Report(std::mem::replace(&mut self.part, next)))
    }
}

/// Collects what is written into chunks.
pub struct ChunkWriter<'s> {
    sink: &'s Sink<Chunk>,
    chunk: fn(Vec<u8>) -> Chunk,
    buffer: Vec<u8>,
}

/// Approximate size of a chunk.
const CHUNK: usize = 64 * 1024;

impl<'s> ChunkWriter<'s> {
    /// Creates a writer that sends chunks of this kind to `sink`.
    pub fn new(sink: &'s Sink<Chunk>, chunk: fn(Vec<u8>) -> Chunk) -> Self {
        Self { sink, chunk, buffer: Vec::new() }
    }
}

impl Write for ChunkWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= CHUNK {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        self.sink.send((self.chunk)(std::mem::take(&mut self.buffer)))
    }
}
