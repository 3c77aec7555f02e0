//! Changes of files, and proposals for them.

use iri_core::Document;
use iri_core::text::{Edit, InDocument, InRawValue};

/// A change of one or more files that is undone as a whole.
#[derive(Clone, Debug)]
pub struct Change {
    /// What it is, in words.
    pub what: String,
    /// What it does to each file.
    pub parts: Vec<FileEdits>,
}

/// Edits of one file, in order and not overlapping.
#[derive(Clone, Debug)]
pub struct FileEdits {
    /// The number of the file.
    pub file: usize,
    /// The edits.
    pub edits: Vec<Edit<InDocument>>,
}

impl Change {
    /// The numbers of the files that it changes.
    pub fn files(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().map(|part| part.file)
    }
}

/// An edit of one reference.
#[derive(Clone, Debug)]
pub struct ReferenceEdit {
    /// Source of the value that contains the reference, before the edit.
    pub value: String,
    /// Start of the reference in that source.
    pub offset: usize,
    /// Edit of that source.
    pub edit: Edit<InRawValue>,
}

/// A change that is shown before it is made.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// What it is.
    pub what: String,
    /// The number of findings that it fixes.
    pub fixed: usize,
    /// Messages about files that it leaves out.
    pub left: Vec<String>,
    pub(super) parts: Vec<FileEdits>,
    /// The document of each part: the edits are edits of these.
    pub(super) documents: Vec<Document>,
}

impl Proposal {
    /// How many files it changes.
    pub fn files(&self) -> usize {
        self.parts.len()
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The edits of each file.
    pub fn edits(&self) -> impl Iterator<Item = (usize, &[Edit<InDocument>])> {
        self.parts.iter().map(|part| (part.file, part.edits.as_slice()))
    }
}

/// The files that are fixed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The file of the selected reference.
    File,
    /// Every file.
    All,
}
