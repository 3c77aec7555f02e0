//! Changes of files, and proposals for them.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use iri_core::rules::{Finding, Safety};
use iri_core::text::{Changes, Edit, InDocument, InRawValue};
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::{FixChoice, FixError, Fixer, LeftFix};
use iri_core::{Document, Severity, Span};

use crate::files::config_edit::ConfigChange;
use crate::files::current::ReferenceIndex;
use crate::files::file::File;
use crate::files::line_diff;
use crate::files::listed::ContainingPackage;
use crate::files::replacement::{ChangeSource, REPLACE};
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
    /// The first changed reference; `None` if the selected one was changed.
    pub at: Option<ReferenceIndex>,
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
    /// Number of findings that a suppression hides.
    pub suppressed: usize,
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

/// What a file offers to fix.
pub(super) enum Offered {
    /// The change, and a message about what it leaves.
    Part(Box<ProposedChange>, Option<String>),
    /// Message about the file, which is left.
    Left(String),
    /// Path of its package, which cannot be changed, and the reason.
    InPackage((PathBuf, Arc<str>)),
    Nothing,
}

/// Number of files in each package that cannot be changed, by its path and the reason.
pub(super) type PackageCounts = BTreeMap<(PathBuf, Arc<str>), usize>;

/// A proposed change of a file.
#[derive(Clone, Debug)]
pub struct ProposedChange {
    /// The number of the file.
    pub file: usize,
    /// Document to which it applies.
    pub document: Document,
    /// Fixes from which it results; none of a suppression.
    pub choices: Vec<FixChoice>,
    /// What they come from.
    source: ChangeSource,
    /// The change, once it is needed: of thousands of files, a few are visible.
    changes: OnceLock<Result<Changes, FixError>>,
}

impl ProposedChange {
    /// Creates a change that cannot be chosen in parts.
    pub fn new(FileChanges { file, changes }: FileChanges, document: Document) -> Self {
        Self {
            changes: OnceLock::from(Ok(changes)),
            ..Self::of_choices(file, document, Vec::new(), ChangeSource::Fixes(Fixer::default()))
        }
    }

    /// Creates the change that the chosen fixes make.
    pub const fn of_choices(file: usize, document: Document, choices: Vec<FixChoice>, source: ChangeSource) -> Self {
        Self { file, document, choices, source, changes: OnceLock::new() }
    }

    /// Returns the change.
    ///
    /// # Errors
    /// If the chosen fixes are not applied.
    pub fn changes(&self) -> Result<&Changes, FixError> {
        let changes = self.changes.get_or_init(|| self.source.changes(&self.document, &self.choices));
        changes.as_ref().map_err(|error| *error)
    }

    /// Returns whether it changes something, as far as is known without its changes.
    fn is_chosen(&self) -> bool {
        self.choices.is_empty() || self.choices.iter().any(|choice| choice.chosen.is_some())
    }

    /// Returns whether it is a change of the present text of its file.
    pub fn is_of_text(&self, file: &File) -> bool {
        file.document().is_some_and(|now| {
            let (before, after) = now.differs_from(&self.document);
            before.len() == after.len() && self.document.slice(before) == now.slice(after)
        })
    }

    /// Moves to the present text of the file. What was chosen stays chosen, except in references that are changed.
    pub fn move_to(&mut self, document: &Document) {
        let key = |document: &Document, choice: &FixChoice| {
            (choice.finding.rule.name, document.slice(choice.site).into_owned())
        };
        let mut chosen: HashMap<_, VecDeque<Option<usize>>> = HashMap::new();
        for choice in &self.choices {
            chosen.entry(key(&self.document, choice)).or_default().push_back(choice.chosen);
        }
        let changes = line_diff::changes(&self.document, document);
        let moves = changes.moves();
        // Those of a changed reference are still offered.
        let moved = |choice: &FixChoice| (choice.finding.rule.name, moves.moved(choice.site));
        let sites: HashSet<(&str, Span<InDocument>)> = self.choices.iter().map(moved).collect();
        self.choices = self.source.choices(document);
        self.choices.retain_mut(|choice| {
            let before = chosen.get_mut(&key(document, choice)).and_then(VecDeque::pop_front);
            choice.chosen = before.flatten();
            before.is_some() || sites.contains(&(choice.finding.rule.name, choice.site))
        });
        self.document = document.clone();
        self.changes.take();
    }

    /// Changes what is chosen.
    pub fn choose(&mut self, mut choose: impl FnMut(&mut FixChoice)) {
        self.choices.iter_mut().for_each(&mut choose);
        self.changes.take();
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

    /// Adds other numbers.
    pub const fn add(&mut self, other: Self) {
        self.information += other.information;
        self.hints += other.hints;
    }

    /// Counts the findings of `file`, or of its listed rows.
    pub fn count_in(&mut self, file: &File, listed: Option<&[usize]>, fixer: &Fixer) {
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
            suppressed: 0,
            left: Vec::new(),
            in_packages: 0,
            below: BelowWarning::default(),
            parts: Vec::new(),
            config: None,
        }
    }

    /// Adds what a file offers; the files in `packages` cannot be changed.
    pub(super) fn add(&mut self, offered: Offered, below: BelowWarning, packages: &mut PackageCounts) {
        self.below.add(below);
        match offered {
            Offered::Part(part, left) => {
                self.parts.push(*part);
                self.left.extend(left);
            }
            Offered::Left(message) => self.left.push(message),
            Offered::InPackage(package) => *packages.entry(package).or_default() += 1,
            Offered::Nothing => {}
        }
    }

    /// Adds the messages about files in packages that cannot be changed.
    pub(super) fn add_packages(&mut self, packages: &PackageCounts) {
        self.in_packages = packages.values().sum();
        let left = packages.iter().map(|((path, reason), count)| ContainingPackage::left(path, reason, *count));
        self.left.extend(left);
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
        self.parts.iter().filter(|part| part.is_chosen()).count() + usize::from(self.config.is_some())
    }

    /// Returns whether there is nothing to apply or to choose.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.config.is_none()
    }

    /// Returns whether its parts can be chosen.
    pub fn is_of_fixes(&self) -> bool {
        self.parts.iter().any(|part| !part.choices.is_empty())
    }

    /// Returns whether it replaces a text.
    pub fn is_replacement(&self) -> bool {
        let first = self.parts.first().and_then(|part| part.choices.first());
        first.is_some_and(|choice| *choice.finding.rule == REPLACE)
    }

    /// Returns the numbers of findings that it resolves, and of those that it could.
    pub fn counts(&self) -> (usize, usize) {
        let (chosen, all) = self.counts_of(|_| true);
        (chosen + self.suppressed, all)
    }

    /// Returns the numbers of findings that it fixes, and of those that it could, by the safety of the fix that is chosen
    /// or would be.
    pub fn counts_of(&self, is_counted: impl Fn(Safety) -> bool) -> (usize, usize) {
        let fix = |choice: &FixChoice| choice.fix().or(choice.finding.fixes.first()).map(|fix| fix.safety);
        let choices = self.parts.iter().flat_map(|part| &part.choices);
        choices.filter(|choice| fix(choice).is_some_and(&is_counted)).fold((0, 0), |(chosen, all), choice| {
            let findings = 1 + choice.others.len();
            (chosen + if choice.chosen.is_some() { findings } else { 0 }, all + findings)
        })
    }

    /// Changes which fixes of the parts `parts` are chosen.
    pub fn choose(&mut self, parts: std::ops::Range<usize>, choose: impl Fn(&mut FixChoice)) {
        self.parts[parts].iter_mut().for_each(|part| part.choose(&choose));
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
