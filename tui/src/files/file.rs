//! A file: its listed references and, while it is selected or changed, its text.
//!
//! ```text
//!  bytes ─▶ original ── edits ──▶ document ─▶ rows
//!    ▲                                │
//!    └──────────── save ──────────────┘   the only write, and only if the file still has the bytes that were read
//! ```

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iri_core::files::{SaveError, Saved, Stamp};
use iri_core::text::encoding::EncodedForm;
use iri_core::text::encoding::Spliced;
use iri_core::text::{Changes, Edit, InDocument};
use iri_core::xml::{FixChoice, Fixer};
use iri_core::{Document, Span};

use crate::files::current::Tracked;
use crate::files::line_diff;
use crate::files::listed::{ContainingPackage, FileContent, ListedFile};
use crate::files::loader::FileLoader;
use crate::files::new_file;
use crate::files::reading;
use crate::files::recovery::RecoveredDirectories;
use crate::files::rows::Rows;

/// A file.
#[derive(Clone)]
pub struct File {
    /// Path, relative to the current directory if possible.
    pub name: String,
    /// Path on disk; of a file in a package, its name.
    pub path: PathBuf,
    /// Package that contains it, if any.
    pub package: Option<ContainingPackage>,
    /// References.
    pub rows: Rows,
    /// Index of the current reference, if it is in this file; every change of the rows keeps it on the same reference.
    pub(super) current: Option<usize>,
    /// Encoding.
    pub form: EncodedForm,
    /// Whether it may be saved: neither its encoding nor its configuration has errors.
    pub is_fixable: bool,
    tree: PathBuf,
    stamp: Option<Stamp>,
    /// Whether it was changed here since it was listed.
    is_in_history: bool,
    open: Option<Open>,
    /// Text on disk that conflicts with our changes.
    disk: Option<FileContent>,
    /// Why it could not be read when it was last tried.
    lost: Option<Lost>,
}

/// Why a file that was read is no longer on the disk as a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The mark of the file.
    pub mark: &'static str,
    /// The message about it, with its name.
    pub message: String,
}

/// A file in memory.
#[derive(Clone)]
struct Open {
    bytes: Vec<u8>,
    original: Document,
    document: Document,
    /// Differences from the original.
    changes: Changes,
}

/// Reason why a file was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsaved {
    /// Another program changed it.
    Changed,
    /// It was deleted or moved.
    Gone,
    /// Another reason, as the end of a sentence about the file.
    Other(String),
}

impl Unsaved {
    pub(super) fn other(reason: &str) -> Self {
        Self::Other(reason.to_owned())
    }

    /// Returns the reason that `error` gives.
    pub(super) fn refused(error: &impl fmt::Display) -> Self {
        Self::Other(format!("({error})"))
    }

    /// Returns why a save to `path` failed.
    pub(super) fn from_save_error(error: &SaveError, path: &Path) -> Self {
        match error {
            SaveError::Changed => Self::Changed,
            _ if !path.exists() => Self::Gone,
            other => Self::refused(other),
        }
    }
}

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Changed => "changed on disk",
            Self::Gone => "was deleted or moved (d show unsaved changes)",
            Self::Other(reason) => reason,
        })
    }
}

/// New content of a file in a package.
pub struct Replacement {
    /// Name of the file in the package.
    pub entry: String,
    /// Content that it replaces.
    pub expected: Vec<u8>,
    /// New content.
    pub new: Vec<u8>,
}

/// New content of a file on disk.
pub struct FileWrite {
    /// Path.
    pub path: PathBuf,
    /// Directory that links must not lead out of.
    pub tree: PathBuf,
    /// Content that it replaces.
    expected: Vec<u8>,
    /// New content.
    pub new: Vec<u8>,
}

impl FileWrite {
    /// Writes the file, unless another program changed it. Returns its metadata, too.
    ///
    /// # Errors
    /// If the file was not saved.
    pub fn write(&self) -> Result<(Saved, Option<Stamp>), Unsaved> {
        let saved = iri_core::files::save(&self.path, &self.tree, &self.expected, &self.new);
        let saved = saved.map_err(|error| Unsaved::from_save_error(&error, &self.path))?;
        Ok((saved, stamp_with(&self.path, &self.new)))
    }
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
    /// Readable again, with the text that it had before.
    Restored,
}

/// Maximum number of edits that are applied one by one; for more, the file is parsed again.
const FEW: usize = 64;
/// Length of a file that is parsed again for a second edit.
const SHORT: usize = 1 << 14;

impl File {
    /// A file as it was read.
    pub fn new(listed: ListedFile) -> Self {
        let ListedFile { name, path, tree, package, form, is_fixable, rows, stamp, kept, settings: _ } = listed;
        let open = kept.map(Open::new);
        let (current, is_in_history, disk, lost) = (None, false, None, None);
        Self { name, path, package, rows, current, form, is_fixable, tree, stamp, is_in_history, open, disk, lost }
    }

    /// Replaces the file with its present content on disk, and applies `ours` to it.
    fn replace(&mut self, listed: ListedFile, ours: &Changes) {
        let mut new = Self::new(listed);
        new.apply(ours);
        let texts = self.document().zip(new.document()).filter(|_| self.current.is_some());
        let changes = texts.map(|(old, new)| line_diff::changes(old, new));
        self.replace_with(new, changes.as_ref());
    }

    /// Replaces the file with `new`, which results from `changes`; without them, anything may have changed. The current
    /// reference stays. Returns the file before.
    pub fn replace_with(&mut self, new: Self, changes: Option<&Changes>) -> Self {
        let before = std::mem::replace(self, new);
        self.is_in_history |= before.is_in_history;
        let tracked = before.current.and_then(|row| Tracked::new(row, &before.rows, changes));
        self.current = tracked.and_then(|tracked| tracked.found_in(&self.rows));
        before
    }

    /// Returns the document if it is in memory.
    pub fn document(&self) -> Option<&Document> {
        self.open.as_ref().map(|open| &open.document)
    }

    /// Returns the text without unsaved changes, and the changes.
    pub fn changes(&self) -> Option<(String, &Changes)> {
        self.open.as_ref().map(|open| (open.original.text(), &open.changes))
    }

    /// Returns whether the text at `span` has unsaved changes.
    pub fn is_changed_at(&self, span: Span<InDocument>) -> bool {
        self.changed_spans().iter().any(|changed| changed.start <= span.end && span.start <= changed.end)
    }

    /// Returns the spans of its unsaved changes in its text, in order.
    pub fn changed_spans(&self) -> Vec<Span<InDocument>> {
        let Some(open) = &self.open else { return Vec::new() };
        open.changes.moves().replaced().map(|(_, new)| new).collect()
    }

    /// Returns whether it has unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.changes.is_empty())
    }

    /// Loads the file from the disk.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(&mut self, loader: &FileLoader) -> Result<&Document, String> {
        if self.open.is_none() {
            let listed = self.read_again(loader)?;
            self.replace(listed, &Changes::default());
        }
        self.document().ok_or_else(|| format!("{}: not in memory", self.name))
    }

    /// Unloads the file unless it was changed here: an undo would apply to another text.
    pub fn close(&mut self) {
        if !self.is_in_history {
            self.open = None;
        }
    }

    /// Applies `changes`. Returns their inverse.
    pub fn apply(&mut self, changes: &Changes) -> Changes {
        let Some(open) = &mut self.open else { return Changes::default() };
        let edits = changes.edits();
        self.is_in_history |= !edits.is_empty();
        let back = changes.inverted(|span| open.document.slice(span).into_owned());
        let tracked = self.current.and_then(|row| Tracked::new(row, &self.rows, Some(changes)));
        if edits.len() <= if open.document.len() < SHORT { 1 } else { FEW } {
            for edit in edits.iter().rev() {
                let before = open.document.clone();
                open.document.edit(edit.span, &edit.text);
                self.rows.follow(&before, &open.document);
            }
        } else {
            let settings = open.document.settings().clone();
            open.document = Document::parse(changes.apply(&open.document.shared_text()), settings);
            self.rows = Rows::new(&open.document);
        }
        open.changes = open.changes.then(changes);
        let original = &open.original;
        open.changes.retain(|edit| original.slice(edit.span) != edit.text);
        self.current = tracked.and_then(|tracked| tracked.found_in(&self.rows));
        back
    }

    /// Returns the fixes of the document to choose from, or those of its rows `listed`. Those that `fixer` applies are chosen.
    pub fn fix_choices(&self, fixer: &Fixer, listed: Option<&[usize]>) -> Vec<FixChoice> {
        let Some(document) = self.document() else { return Vec::new() };
        // Without a limit also what is not a reference, such as the comment of an unused suppression.
        fixer.choices(document, |found| {
            listed.is_none_or(|listed| self.rows.row_of(found).is_some_and(|row| listed.binary_search(&row).is_ok()))
        })
    }

    /// Returns the message that its unsaved changes make an XML Signature invalid, if they do.
    pub fn broken_signature(&self) -> Option<String> {
        let open = self.open.as_ref()?;
        let refusal = Fixer::default().refusal(&open.original, open.changes.edits().iter().map(|edit| edit.span));
        refusal.map(|_| format!("{}: the XML Signature becomes invalid", self.name))
    }

    /// Returns the bytes that a save writes, and which they replace.
    ///
    /// # Errors
    /// If the changes cannot be written in its encoding.
    pub fn spliced(&self) -> Result<(&[u8], Spliced), String> {
        let open = self.open.as_ref().ok_or("is not in memory")?;
        let spliced = self.form.spliced(&open.bytes, &open.original.shared_text(), open.changes.edits());
        Ok((&open.bytes, spliced.ok_or("cannot be written in its encoding")?))
    }

    /// Handles the leftovers of earlier saves in its directory. Returns messages about them.
    pub fn recover(&self, recovered: &RecoveredDirectories) -> Vec<String> {
        recovered.recover(self.disk_path(), &self.tree)
    }

    /// Returns what a save replaces in its package.
    ///
    /// # Errors
    /// If the changes cannot be written.
    pub fn own_replacement(&self) -> Result<Replacement, Unsaved> {
        let open = self.open.as_ref().ok_or(Unsaved::other("is not in memory"))?;
        self.replacement(&open.bytes)
    }

    /// Returns what a save over the text that another program wrote replaces in its package.
    ///
    /// # Errors
    /// If that text was not read, or the changes cannot be written.
    pub fn replacement_of_theirs(&self) -> Result<Replacement, Unsaved> {
        let disk = self.disk.as_ref().ok_or(Unsaved::other("was not compared"))?;
        self.replacement(&disk.bytes)
    }

    fn replacement(&self, expected: &[u8]) -> Result<Replacement, Unsaved> {
        let entry = self.package.as_ref().map(|package| package.entry.clone());
        let entry = entry.ok_or(Unsaved::other("is not in a package"))?;
        let (_, spliced) = self.spliced().map_err(Unsaved::Other)?;
        Ok(Replacement { entry, expected: expected.to_vec(), new: spliced.bytes })
    }

    /// Returns the directory that links must not lead out of.
    pub fn tree(&self) -> &Path {
        &self.tree
    }

    /// Returns the metadata on disk when it was read or saved.
    pub fn stamp(&self) -> Option<Stamp> {
        self.stamp
    }

    /// Records that its package was saved and has the metadata `stamp` now.
    pub fn package_saved(&mut self, stamp: Option<Stamp>) {
        self.stamp = stamp;
    }

    /// Records that `bytes` were saved, and that the file on disk has the metadata `stamp` now.
    pub fn saved(&mut self, bytes: Vec<u8>, stamp: Option<Stamp>) {
        self.stamp = stamp;
        (self.disk, self.lost) = (None, None);
        if let Some(open) = self.open.take() {
            self.open = Some(Open::new(FileContent { bytes, document: open.document }));
        }
    }

    /// Returns what a save of the file writes.
    ///
    /// # Errors
    /// If it is in a package, or the changes cannot be written.
    pub fn own_write(&self) -> Result<FileWrite, Unsaved> {
        let open = self.open.as_ref().ok_or(Unsaved::other("is not in memory"))?;
        self.write_over(open.bytes.clone())
    }

    /// Returns what a save of the file writes if it has the content `expected` on disk.
    fn write_over(&self, expected: Vec<u8>) -> Result<FileWrite, Unsaved> {
        // Its path is only a name, which an unrelated file may have.
        if self.package.is_some() {
            return Err(Unsaved::other("is in a package"));
        }
        let (_, spliced) = self.spliced().map_err(Unsaved::Other)?;
        Ok(FileWrite { path: self.path.clone(), tree: self.tree.clone(), expected, new: spliced.bytes })
    }

    /// Removes the references of a file that no longer exists, unless it has unsaved changes. Returns whether there were
    /// any.
    pub fn forget(&mut self) -> bool {
        if self.is_changed() || self.is_removed() {
            return false;
        }
        (self.rows, self.current, self.open, self.stamp) = (Rows::default(), None, None, None);
        self.lost = None;
        true
    }

    /// Inspects it with other settings; a file without unsaved changes is replaced.
    pub fn configure(&mut self, listed: ListedFile) {
        let is_as_read = |open: &&mut Open| {
            open.changes.is_empty() && listed.kept.as_ref().is_some_and(|kept| kept.bytes == open.bytes)
        };
        let Some(open) = self.open.as_mut().filter(|open| !is_as_read(open)) else {
            return self.replace(listed, &Changes::default());
        };
        let tracked = self.current.and_then(|row| Tracked::new(row, &self.rows, Some(&Changes::default())));
        open.original = Document::parse(open.original.text(), Arc::clone(&listed.settings));
        open.document = Document::parse(open.document.text(), listed.settings);
        self.rows = Rows::new(&open.document);
        self.current = tracked.and_then(|tracked| tracked.found_in(&self.rows));
        self.is_fixable = listed.is_fixable;
    }

    /// Returns whether its metadata on disk changed since it was read or saved, or a conflict has ended.
    pub fn may_be_outdated(&self) -> bool {
        self.has_ended_conflict() || Stamp::new(self.disk_path()).ok() != self.stamp
    }

    /// Returns whether there was a conflict with a text on disk, and the changes that met it were undone.
    fn has_ended_conflict(&self) -> bool {
        self.disk.is_some() && !self.is_changed()
    }

    /// Returns whether another program changed the same text on disk.
    pub fn has_conflict(&self) -> bool {
        self.disk.is_some() && self.is_changed()
    }

    /// Returns why it is no longer on the disk, if it could not be read when it was last tried.
    pub const fn lost(&self) -> Option<&Lost> {
        self.lost.as_ref()
    }

    /// Returns the words about how it differs from the file on disk, if it does.
    pub fn state(&self) -> Option<String> {
        let disk = if self.has_conflict() { Some("changed on disk") } else { self.lost.as_ref().map(|lost| lost.mark) };
        let all: Vec<&str> = self.is_changed().then_some("unsaved").into_iter().chain(disk).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// Returns whether it was deleted or moved, and its references were removed.
    pub fn is_removed(&self) -> bool {
        self.stamp.is_none() && self.open.is_none() && self.rows.len() == 0
    }

    /// Returns the path of the file on disk that contains it.
    pub fn disk_path(&self) -> &Path {
        ContainingPackage::path_on_disk(self.package.as_ref(), &self.path)
    }

    /// Reads it from the disk.
    fn read_again(&mut self, loader: &FileLoader) -> Result<ListedFile, String> {
        let read = reading::reload(loader, &self.path, &self.tree, self.package.as_ref());
        self.lost = read.as_ref().err().map(|message| self.loss(message));
        read
    }

    /// Returns why it could not be read, as `message` says.
    fn loss(&self, message: &str) -> Lost {
        let mark = match iri_core::files::read(self.disk_path()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => "deleted on disk",
            Ok(bytes) if bytes.is_empty() => "empty on disk",
            _ => return Lost { mark: "unreadable on disk", message: message.to_owned() },
        };
        Lost { mark, message: format!("{}: {mark}", self.name) }
    }

    /// Checks whether another program changed the file.
    pub fn find_external_change(&mut self, loader: &FileLoader) -> ExternalChange {
        let stamp = Stamp::new(self.disk_path()).ok();
        if stamp == self.stamp && !self.has_ended_conflict() {
            return ExternalChange::Same;
        }
        (self.stamp, self.disk) = (stamp, None);
        let was_lost = self.lost.is_some();
        let Ok(listed) = self.read_again(loader) else { return ExternalChange::Gone };
        let Some(open) = &self.open else {
            self.replace(listed, &Changes::default());
            return ExternalChange::Changed;
        };
        if listed.kept.as_ref().is_some_and(|kept| kept.bytes == open.bytes) {
            return if was_lost { ExternalChange::Restored } else { ExternalChange::Same };
        }
        if open.changes.is_empty() {
            self.replace(listed, &Changes::default());
            return ExternalChange::Changed;
        }
        let ours = listed.kept.as_ref().and_then(|kept| open.moved_to(&kept.document).into_iter().collect());
        let Some(ours) = ours.map(Changes::new) else {
            self.disk = listed.kept;
            return ExternalChange::Conflict;
        };
        self.replace(listed, &ours);
        ExternalChange::Merged
    }

    /// Returns whether another program changed the value of the current reference, which was `value`, on the disk.
    pub fn has_other_value_on_disk(&self, loader: &FileLoader, value: &str) -> bool {
        let other = || {
            let listed = reading::reload(loader, &self.path, &self.tree, self.package.as_ref()).ok()?;
            let (ours, theirs) = (self.document()?, &listed.kept.as_ref()?.document);
            let changes = line_diff::changes(ours, theirs);
            let row = Tracked::new(self.current?, &self.rows, Some(&changes))?.found_in(&listed.rows)?;
            Some(theirs.slice(theirs.value_at(listed.rows.get(row)?.span().start)?) != value)
        };
        other().unwrap_or(false)
    }

    /// Returns the text that another program wrote at our changes; `None` without a conflict.
    pub fn disk_version(&self) -> Option<String> {
        self.disk.as_ref().map(|disk| disk.document.text())
    }

    /// Reads the text on disk, which conflicts with our changes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_theirs(&mut self, loader: &FileLoader) -> Result<(), String> {
        self.disk = self.read_again(loader)?.kept;
        Ok(())
    }

    /// Loads the text on disk with those of our changes that do not conflict. Returns how many were discarded.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn merge(&mut self, loader: &FileLoader) -> Result<usize, String> {
        let listed = self.read_again(loader)?;
        let ours = match (&self.open, &listed.kept) {
            (Some(open), Some(kept)) => open.moved_to(&kept.document),
            _ => Vec::new(),
        };
        let count = ours.len();
        let kept = Changes::new(ours.into_iter().flatten().collect());
        self.replace(listed, &kept);
        Ok(count - kept.edits().len())
    }

    /// Saves the file over the text that another program wrote, unless it was changed again.
    ///
    /// # Errors
    /// If the file was not saved.
    pub fn overwrite(&mut self) -> Result<Saved, Unsaved> {
        let disk = self.disk.take().ok_or(Unsaved::other("was not compared"))?;
        let write = self.write_over(disk.bytes.clone());
        match write.and_then(|write| Ok((write.write()?, write.new))) {
            Ok(((saved, stamp), new)) => {
                self.saved(new, stamp);
                Ok(saved)
            }
            Err(reason) => {
                self.disk = Some(disk);
                Err(reason)
            }
        }
    }

    /// Writes the file again after it was deleted or moved. Nothing is written if there is a file again.
    ///
    /// # Errors
    /// If it was not written.
    pub fn create_again(&mut self) -> Result<Saved, Unsaved> {
        let FileWrite { path, tree, new, .. } = self.own_write()?;
        new_file::create_below(&path, &tree, &new).map_err(|error| Unsaved::refused(&error))?;
        let stamp = stamp_with(&path, &new);
        self.saved(new, stamp);
        Ok(Saved::Replaced)
    }

    /// Reloads the file and discards unsaved changes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reload(&mut self, loader: &FileLoader) -> Result<(), String> {
        let listed = self.read_again(loader)?;
        self.replace(listed, &Changes::default());
        Ok(())
    }
}

impl Open {
    fn new(kept: FileContent) -> Self {
        let FileContent { bytes, document } = kept;
        Self { bytes, original: document.clone(), document, changes: Changes::default() }
    }

    /// Returns each of our edits as an edit of `disk`; `None` if both changed the same text.
    fn moved_to(&self, disk: &Document) -> Vec<Option<Edit<InDocument>>> {
        self.changes.rebased(&line_diff::changes(&self.original, disk).moves()).collect()
    }
}

/// Returns the metadata of the file at `path` if it contains `bytes`. If another program wrote it after a save, it returns
/// `None`, so that the change is found later.
pub fn stamp_with(path: &Path, bytes: &[u8]) -> Option<Stamp> {
    // First the metadata: a change after it is visible in the metadata.
    let stamp = Stamp::new(path).ok()?;
    iri_core::files::read(path).is_ok_and(|now| now == bytes).then_some(stamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_another_program_wrote_immediately_after_a_save_has_no_known_metadata() {
        let folder = tempfile::tempdir().expect("a directory can be made");
        let path = folder.path().join("a.xml");
        std::fs::write(&path, "theirs").expect("it can be written");
        assert_eq!(stamp_with(&path, b"ours"), None);
        assert_eq!(stamp_with(&path, b"theirs"), Stamp::new(&path).ok());
    }
}
