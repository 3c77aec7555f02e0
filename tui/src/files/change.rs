//! Changes of files, and proposals for them.

use iri_core::Document;
use iri_core::text::{Edit, InDocument, InRawValue};

/// A change of one or more files that is undone as a whole.
#[derive(Clone, Debug)]
pub struct Change {
    /// Title.
    pub what: String,
    /// Edits of each file.
    pub parts: Vec<FileEdits>,
    /// Numbers of the files in which it can no longer be undone or redone, because another program changed them.
    pub lost: Vec<usize>,
}

/// Result of an undo or redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traveled {
    /// Title of the change.
    pub what: String,
    /// Number of files that were changed.
    pub files: usize,
    /// Names of the files that stayed unchanged, because another program changed them.
    pub lost: Vec<String>,
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
    /// Creates a change.
    pub fn new(what: impl Into<String>, parts: Vec<FileEdits>) -> Self {
        Self { what: what.into(), parts, lost: Vec::new() }
    }

    /// Returns the numbers of the files that it changes.
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

/// A change that is previewed before it is applied.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Title.
    pub what: String,
    /// Number of findings that it fixes.
    pub fixed: usize,
    /// Messages about files that it skips.
    pub left: Vec<String>,
    pub(super) parts: Vec<FileEdits>,
    /// Document of each part, to which its edits apply.
    pub(super) documents: Vec<Document>,
}

impl Proposal {
    /// Returns how many files it changes.
    pub fn files(&self) -> usize {
        self.parts.len()
    }

    /// Returns whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the edits of each file.
    pub fn edits(&self) -> impl Iterator<Item = (usize, &[Edit<InDocument>])> {
        self.parts.iter().map(|part| (part.file, part.edits.as_slice()))
    }
}

/// Files that are fixed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The file of the selected reference.
    File,
    /// All files.
    All,
}
