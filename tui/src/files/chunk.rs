//! Messages from workers to the printer.

use std::collections::HashSet;
use std::io::{self, Write};
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
    /// Text of a file for standard output.
    Document(Vec<u8>),
    /// Part of a patch for standard output.
    Patch(Vec<u8>),
    /// Report for standard error, if standard output contains something else.
    Aside(Vec<u8>),
    /// Failure.
    Failure(String),
    /// Note.
    Note(String),
    /// Configuration that has problems.
    Config(Arc<ConfigFile>),
    /// Workflow command for GitHub.
    Annotation(Severity, String),
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
            Self::Out(bytes) | Self::Document(bytes) | Self::Patch(bytes) | Self::Aside(bytes) => bytes.len(),
            Self::Failure(text) | Self::Note(text) | Self::Annotation(_, text) => text.len(),
            Self::Config(_) | Self::Done(_) | Self::Gone(_) | Self::Entries(..) | Self::Total(_) | Self::Whole => 0,
            Self::Listed(listed) => listed.weight(),
        };
        size_of::<Self>() + size_of::<Tally>() + bytes
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
