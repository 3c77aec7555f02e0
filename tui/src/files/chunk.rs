//! What workers hand over to be printed.

use std::io::{self, Write};
use std::sync::Arc;

use iri_core::Severity;
use iri_core::files::ConfigFile;

use super::tally::Tally;
use super::workers::{Sink, Weighted};
use crate::files::listed::ListedFile;

/// A part of what is to be printed.
pub enum Chunk {
    /// A report for standard output.
    Out(Vec<u8>),
    /// For standard output, byte for byte: the text of a file, or a patch.
    Raw(Vec<u8>),
    /// A report for standard error, where standard output has something else.
    Aside(Vec<u8>),
    /// Something could not be done.
    Failure(String),
    /// Something that should be known.
    Note(String),
    /// The configuration of a file, if something is wrong with it.
    Config(Arc<ConfigFile>),
    /// A command for GitHub.
    Annotation(Severity, String),
    /// A file is done.
    Done(Box<Tally>),
    /// A file for the list of the inspector.
    Listed(Box<ListedFile>),
}

impl Weighted for Chunk {
    fn weight(&self) -> usize {
        let bytes = match self {
            Self::Out(bytes) | Self::Raw(bytes) | Self::Aside(bytes) => bytes.len(),
            Self::Failure(text) | Self::Note(text) | Self::Annotation(_, text) => text.len(),
            Self::Config(_) | Self::Done(_) => 0,
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

/// About how large a chunk is.
const CHUNK: usize = 64 * 1024;

impl<'s> ChunkWriter<'s> {
    /// Writes to `sink`, as that kind of chunk.
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
