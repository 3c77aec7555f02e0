//! Changes of files, and proposals for them.

use iri_core::rules::Finding;
use iri_core::text::{Changes, Edit, InRawValue};
use iri_core::xml::FixOptions;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Severity};

use crate::files::config_edit::ConfigChange;
use crate::files::file::File;
use crate::files::tally::named;

/// A change of one or more files that is undone as a whole.
#[derive(Clone, Debug)]
pub struct Change {
    /// Title.
    pub what: String,
    /// Changes of each file.
    pub parts: Vec<FileChanges>,
    /// Numbers of the files in which it can no longer be undone or redone, because another program changed them.
    pub lost: Vec<usize>,
    /// Change of a configuration file.
    pub config: Option<ConfigChange>,
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

/// Result of a save.
#[derive(Clone, Debug, Default)]
pub struct SaveReport {
    /// Number of saved files.
    pub saved: usize,
    /// Messages about saved files and about leftovers of earlier saves.
    pub notes: Vec<String>,
    /// Messages about the files that were not saved.
    pub failed: Vec<String>,
    /// Number of the first file that another program changed.
    pub conflict: Option<usize>,
}

/// Changes of one file.
#[derive(Clone, Debug)]
pub struct FileChanges {
    /// The number of the file.
    pub file: usize,
    /// The changes.
    pub changes: Changes,
}

impl Change {
    /// Creates a change.
    pub fn new(what: impl Into<String>, parts: Vec<FileChanges>) -> Self {
        Self { what: what.into(), parts, lost: Vec::new(), config: None }
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
    /// Number of files with safe fixes that it skips, because they are in packages that cannot be changed.
    pub in_packages: usize,
    /// Safe fixes that it leaves, because the findings are less severe than warnings.
    pub below: BelowWarning,
    pub(super) parts: Vec<FileChanges>,
    /// Document of each part, to which its edits apply.
    pub(super) documents: Vec<Document>,
    /// Change of a configuration file, with its name and its text before.
    pub config: Option<(ConfigChange, String, String)>,
}

/// Findings with safe fixes that are less severe than warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BelowWarning {
    /// Findings with severity information.
    pub information: usize,
    /// Hints.
    pub hints: usize,
}

impl BelowWarning {
    /// Counts a finding if `options` leave its safe fix because of its severity.
    pub fn count<S>(&mut self, finding: &Finding<S>, options: &FixOptions) {
        if finding.severity >= options.least || finding.safe_fix().is_none() {
            return;
        }
        match finding.severity {
            Severity::Hint => self.hints += 1,
            _ => self.information += 1,
        }
    }

    /// Counts the findings of `file`, or of its listed rows.
    pub fn add(&mut self, file: &File, listed: Option<&[usize]>, options: &FixOptions) {
        let Some(document) = file.document() else { return };
        let is_listed = |found: &DocumentFinding<'_>| {
            listed.is_none_or(|listed| file.rows.row_of(found).is_some_and(|row| listed.binary_search(&row).is_ok()))
        };
        document.findings().filter(is_listed).for_each(|found| self.count(&found.finding, options));
    }

    /// Describes the numbers, such as `13 hints left`; empty if there are no such findings.
    pub fn words(self) -> String {
        let counts = [(self.information, "information"), (self.hints, "hint")];
        let named = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, noun)| named(count, noun));
        let named: Vec<String> = named.collect();
        if named.is_empty() { String::new() } else { format!("{} left", named.join(", ")) }
    }
}

impl Proposal {
    /// Creates an empty proposal.
    pub(super) fn new(what: String) -> Self {
        Self {
            what,
            fixed: 0,
            left: Vec::new(),
            in_packages: 0,
            below: BelowWarning::default(),
            parts: Vec::new(),
            documents: Vec::new(),
            config: None,
        }
    }

    /// Returns how many files it changes.
    pub fn files(&self) -> usize {
        self.parts.len() + usize::from(self.config.is_some())
    }

    /// Returns whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.files() == 0
    }

    /// Returns the changes of each file.
    pub fn changes(&self) -> impl Iterator<Item = (usize, &Changes)> {
        self.parts.iter().map(|part| (part.file, &part.changes))
    }
}

/// Place of a suppression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionPlace {
    /// A comment before the element.
    Element,
    /// A comment for the whole file.
    File,
    /// An entry of the configuration for the file.
    ConfigForFile,
    /// An entry of the configuration for all files.
    Config,
}

/// Files that are fixed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The file of the selected reference.
    File,
    /// All files.
    All,
    /// The marked references, or the selected one without marks.
    Marked,
}
