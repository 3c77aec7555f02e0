//! A file: its listed references and, while it is selected or changed, its text.
//!
//! ```text
//!  bytes ─▶ original ── edits ──▶ document ─▶ rows
//!    ▲                                │
//!    └──────────── save ──────────────┘   the only write, and only if the file still has the bytes that were read
//! ```

use std::path::PathBuf;

use iri_core::files::SaveError;
use iri_core::files::Saved;
use iri_core::text::encoding::EncodedForm;
use iri_core::text::encoding::Spliced;
use iri_core::text::{Edit, InDocument};
use iri_core::xml::ComposedEdits;
use iri_core::{Document, Span};

use crate::files::listed::{FileContent, FileStamp, ListedFile};
use crate::files::loader::FileLoader;
use crate::files::reading;
use crate::files::recovery::RecoveredDirectories;
use crate::files::rows::Rows;

/// A file.
pub struct File {
    /// Path, relative to the current directory if possible.
    pub name: String,
    /// Path on disk.
    pub path: PathBuf,
    /// References.
    pub rows: Rows,
    /// Encoding.
    pub form: EncodedForm,
    /// Whether it may be saved: neither its encoding nor its configuration has errors.
    pub is_fixable: bool,
    tree: PathBuf,
    stamp: Option<FileStamp>,
    open: Option<Open>,
}

/// A file in memory.
struct Open {
    bytes: Vec<u8>,
    original: Document,
    document: Document,
    composed: ComposedEdits,
    /// The differences from the original, in order and not overlapping.
    edits: Vec<Edit<InDocument>>,
}

/// Change of a file by another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalChange {
    /// No change.
    Same,
    /// Changed and reloaded.
    Changed,
    /// Changed elsewhere than here: the unsaved changes are kept.
    Merged,
    /// Changed at the unsaved changes.
    Conflict,
    /// No longer readable.
    Gone,
}

/// Maximum number of edits that are applied one by one; for more, the file is parsed again.
const FEW: usize = 64;

impl File {
    /// A file as it was read.
    pub fn new(listed: ListedFile) -> Self {
        let ListedFile { name, path, tree, form, is_fixable, rows, stamp, kept } = listed;
        Self { name, path, tree, rows, form, is_fixable, stamp, open: kept.map(Open::new) }
    }

    /// Returns the document if it is in memory.
    pub fn document(&self) -> Option<&Document> {
        self.open.as_ref().map(|open| &open.document)
    }

    /// Returns whether it has unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.edits.is_empty())
    }

    /// Loads the file from the disk.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(&mut self, loader: &FileLoader) -> Result<&Document, String> {
        if self.open.is_none() {
            *self = Self::new(reading::again(loader, &self.path, &self.tree)?);
        }
        self.document().ok_or_else(|| format!("{}: not in memory", self.name))
    }

    /// Unloads the file unless it has unsaved changes.
    pub fn close(&mut self) {
        if !self.is_changed() {
            self.open = None;
        }
    }

    /// Applies `edits`, which are in order and do not overlap. Returns the inverse edits.
    pub fn apply(&mut self, edits: &[Edit<InDocument>]) -> Vec<Edit<InDocument>> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let back = inverse(&open.document, edits);
        if edits.len() <= FEW {
            for edit in edits.iter().rev() {
                let before = open.document.clone();
                open.document.edit(edit.span, &edit.text);
                self.rows.follow(&before, &open.document);
            }
        } else {
            let settings = open.document.settings().clone();
            open.document = Document::parse(iri_core::text::apply_edits(&open.document.text(), edits), settings);
            self.rows = Rows::new(&open.document);
        }
        open.composed.apply(edits);
        open.compare();
        back
    }

    /// Returns the bytes that a save writes, and which they replace.
    ///
    /// # Errors
    /// If the changes cannot be written in its encoding.
    pub fn spliced(&self) -> Result<(&[u8], Spliced), String> {
        let open = self.open.as_ref().ok_or("is not in memory")?;
        let spliced = self.form.spliced(&open.bytes, &open.original.text(), &open.edits);
        Ok((&open.bytes, spliced.ok_or("cannot be written in its encoding")?))
    }

    /// Handles the leftovers of earlier saves in its directory. Returns messages about them.
    pub fn recover(&self, recovered: &RecoveredDirectories) -> Vec<String> {
        recovered.recover(&self.path, &self.tree)
    }

    /// Saves the file.
    ///
    /// # Errors
    /// If the file was not saved.
    pub fn save(&mut self) -> Result<Saved, String> {
        let (bytes, spliced) = self.spliced()?;
        let saved =
            iri_core::files::save(&self.path, &self.tree, bytes, &spliced.bytes).map_err(|refused| match refused {
                SaveError::Changed => "changed on disk".to_owned(),
                _ if !self.path.exists() => "was deleted or moved (d show unsaved changes)".to_owned(),
                other => format!("({other})"),
            })?;
        self.stamp = FileStamp::read(&self.path);
        if let Some(open) = self.open.take() {
            self.open = Some(Open::new(FileContent { bytes: spliced.bytes, document: open.document }));
        }
        Ok(saved)
    }

    /// Returns whether its metadata on disk changed since it was read or saved.
    pub fn is_stamp_new(&self) -> bool {
        FileStamp::read(&self.path) != self.stamp
    }

    /// Checks whether another program changed the file.
    pub fn find_external_change(&mut self, loader: &FileLoader) -> ExternalChange {
        let stamp = FileStamp::read(&self.path);
        if stamp == self.stamp {
            return ExternalChange::Same;
        }
        self.stamp = stamp;
        let Ok(listed) = reading::again(loader, &self.path, &self.tree) else { return ExternalChange::Gone };
        let Some(open) = &self.open else {
            *self = Self::new(listed);
            return ExternalChange::Changed;
        };
        if listed.kept.as_ref().is_some_and(|kept| kept.bytes == open.bytes) {
            return ExternalChange::Same;
        }
        if open.edits.is_empty() {
            *self = Self::new(listed);
            return ExternalChange::Changed;
        }
        let Some(ours) = listed.kept.as_ref().and_then(|kept| open.moved_to(&kept.document)) else {
            return ExternalChange::Conflict;
        };
        *self = Self::new(listed);
        self.apply(&ours);
        ExternalChange::Merged
    }

    /// Reloads the file and discards unsaved changes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reload(&mut self, loader: &FileLoader) -> Result<(), String> {
        *self = Self::new(reading::again(loader, &self.path, &self.tree)?);
        Ok(())
    }
}

impl Open {
    fn new(kept: FileContent) -> Self {
        let FileContent { bytes, document } = kept;
        let composed = ComposedEdits::new(document.len());
        Self { bytes, original: document.clone(), document, composed, edits: Vec::new() }
    }

    /// Updates the differences from the original.
    fn compare(&mut self) {
        let original = &self.original;
        self.edits = self.composed.edits();
        self.edits.retain(|edit| original.slice(edit.span) != edit.text);
    }

    /// Returns our edits as edits of `theirs`; `None` if both changed the same text.
    fn moved_to(&self, theirs: &Document) -> Option<Vec<Edit<InDocument>>> {
        let (ours, theirs) = (self.original.text(), theirs.text());
        let start = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
        let most = ours.len().min(theirs.len()) - start;
        let end = ours.bytes().rev().zip(theirs.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
        let changed: Span<InDocument> = Span::new(start, ours.len() - end);
        let moved = |edit: &Edit<InDocument>| {
            let Span { start, end, .. } = edit.span;
            if end < changed.start {
                return Some(edit.clone());
            }
            let after = |at: usize| at + theirs.len() - ours.len();
            (start > changed.end).then(|| Edit { span: Span::new(after(start), after(end)), ..edit.clone() })
        };
        self.edits.iter().map(moved).collect()
    }
}

/// Returns the edits that undo `edits` once they are applied.
fn inverse(document: &Document, edits: &[Edit<InDocument>]) -> Vec<Edit<InDocument>> {
    let (mut added, mut removed) = (0, 0);
    let back = |edit: &Edit<InDocument>| {
        let start = edit.span.start + added - removed;
        added += edit.text.len();
        removed += edit.span.len();
        Edit { span: Span::new(start, start + edit.text.len()), text: document.slice(edit.span).into_owned() }
    };
    edits.iter().map(back).collect()
}
