//! Changes of files, and proposals for them.

use std::collections::{HashMap, VecDeque};

use iri_core::rules::Finding;
use iri_core::text::{Changes, Edit, InRawValue};
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::{FixChoice, FixError, Fixer, LeftFix};
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
pub struct StepOutcome {
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
    /// Number of the first file that was deleted or moved, and can be written again.
    pub gone: Option<usize>,
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
    /// Number of findings that it resolves.
    pub fixed: usize,
    /// Messages about files that it skips.
    pub left: Vec<String>,
    /// Number of files with safe fixes that it skips, because they are in packages that cannot be changed.
    pub in_packages: usize,
    /// Safe fixes that it leaves, because the findings are less severe than warnings.
    pub below: BelowWarning,
    /// Changes of the files.
    pub parts: Vec<ProposedChange>,
    /// Change of a configuration file, with its name and its text before.
    pub config: Option<(ConfigChange, String, String)>,
}

/// A proposed change of a file.
#[derive(Clone, Debug)]
pub struct ProposedChange {
    /// Change.
    pub change: FileChanges,
    /// Document to which it applies.
    pub document: Document,
    /// Fixes from which it results; none of a suppression.
    pub choices: Vec<FixChoice>,
    /// Number of findings that the chosen fixes resolve.
    pub fixed: usize,
    /// Reason why the chosen fixes are not applied.
    pub error: Option<FixError>,
    /// What applies them.
    fixer: Fixer,
}

impl ProposedChange {
    /// Creates a change that cannot be chosen in parts.
    pub fn new(change: FileChanges, document: Document) -> Self {
        Self { change, document, choices: Vec::new(), fixed: 0, error: None, fixer: Fixer::default() }
    }

    /// Creates the change that the chosen fixes make.
    pub fn of_fixes(file: usize, document: Document, choices: Vec<FixChoice>, fixer: Fixer) -> Self {
        let change = FileChanges { file, changes: Changes::default() };
        let mut part = Self { choices, fixer, ..Self::new(change, document) };
        part.choose(|_| {});
        part
    }

    /// Moves to the present text of the file. What was chosen stays chosen, as far as it is there.
    pub fn move_to(&mut self, document: &Document) {
        let key = |document: &Document, choice: &FixChoice| {
            (choice.finding.rule.name, document.slice(choice.site).into_owned())
        };
        let mut chosen: HashMap<_, VecDeque<Option<usize>>> = HashMap::new();
        for choice in &self.choices {
            chosen.entry(key(&self.document, choice)).or_default().push_back(choice.chosen);
        }
        self.choices = self.fixer.choices(document, |_| true);
        self.choices.retain_mut(|choice| {
            let before = chosen.get_mut(&key(document, choice)).and_then(VecDeque::pop_front);
            choice.chosen = before.flatten();
            before.is_some()
        });
        self.document = document.clone();
        self.choose(|_| {});
    }

    /// Changes what is chosen.
    pub fn choose(&mut self, mut choose: impl FnMut(&mut FixChoice)) {
        self.choices.iter_mut().for_each(&mut choose);
        let fixed = self.fixer.fix_chosen(&self.document, &self.choices);
        self.error = fixed.as_ref().err().copied();
        let fixed = fixed.ok().flatten();
        self.fixed = fixed.as_ref().map_or(0, |fixed| fixed.fixed);
        self.change.changes = Changes::new(fixed.map(|fixed| fixed.edits).unwrap_or_default());
    }
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
    /// Counts a finding if `fixer` leaves its safe fix because of its severity.
    pub fn count<S>(&mut self, finding: &Finding<S>, fixer: &Fixer) {
        match (fixer.left(finding), finding.severity) {
            (Some(LeftFix::LessSevere), Severity::Hint) => self.hints += 1,
            (Some(LeftFix::LessSevere), _) => self.information += 1,
            _ => {}
        }
    }

    /// Counts the findings of `file`, or of its listed rows.
    pub fn add(&mut self, file: &File, listed: Option<&[usize]>, fixer: &Fixer) {
        let Some(document) = file.document() else { return };
        let is_listed = |found: &DocumentFinding<'_>| {
            listed.is_none_or(|listed| file.rows.row_of(found).is_some_and(|row| listed.binary_search(&row).is_ok()))
        };
        document.findings().filter(is_listed).for_each(|found| self.count(&found.finding, fixer));
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
    /// Title of the proposal of all fixes.
    pub(super) const ALL: &str = "fixes";

    /// Creates an empty proposal.
    pub(super) fn new(what: String) -> Self {
        Self {
            what,
            fixed: 0,
            left: Vec::new(),
            in_packages: 0,
            below: BelowWarning::default(),
            parts: Vec::new(),
            config: None,
        }
    }

    /// Returns the title: whether the chosen fixes are all safe ones, and no others.
    pub fn name(&self) -> &str {
        let all = || self.parts.iter().flat_map(|part| &part.choices);
        let is_safe = |choice: &FixChoice| choice.finding.safe_fix().map(|_| 0) == choice.chosen;
        if self.what == Self::ALL && all().all(is_safe) { "all safe fixes" } else { &self.what }
    }

    /// Returns how many fixes it leaves because of their severity, and how many files in packages, each after a comma.
    pub fn left_words(&self) -> String {
        let in_packages = match self.in_packages {
            0 => String::new(),
            count => format!("{} in packages left", named(count, "file")),
        };
        let words = [self.below.words(), in_packages].into_iter().filter(|words| !words.is_empty());
        words.fold(String::new(), |all, words| all + ", " + &words)
    }

    /// Returns how many files it changes.
    pub fn files(&self) -> usize {
        self.changes().filter(|(_, changes)| !changes.is_empty()).count() + usize::from(self.config.is_some())
    }

    /// Returns whether there is nothing to apply or to choose.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.config.is_none()
    }

    /// Returns whether its parts can be chosen.
    pub fn is_of_fixes(&self) -> bool {
        self.parts.iter().any(|part| !part.choices.is_empty())
    }

    /// Returns the changes of each file.
    pub fn changes(&self) -> impl Iterator<Item = (usize, &Changes)> {
        self.parts.iter().map(|part| (part.change.file, &part.change.changes))
    }

    /// Changes which fixes of the parts `parts` are chosen.
    pub fn choose(&mut self, parts: std::ops::Range<usize>, choose: impl Fn(&mut FixChoice)) {
        self.parts[parts].iter_mut().for_each(|part| part.choose(&choose));
        self.fixed = self.parts.iter().map(|part| part.fixed).sum();
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

/// References that are fixed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The listed references.
    Listed,
    /// The marked references, or the selected one without marks.
    Marked,
}
