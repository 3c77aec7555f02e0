//! Changes of the files: fixes and edits, undo and redo, saving, and changes by other programs.

use std::collections::HashMap;
use std::time::Instant;

use iri_core::rules::Rule;
use iri_core::text::{Changes, InDocument};
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::{Fixer, Site};
use iri_core::{CancelToken, Document, Severity, Span};

use crate::files::change::{
    BelowWarning, Change, FileChanges, Offered, Proposal, ProposedChange, ReferenceEdit, SaveReport, Scope,
};
use crate::files::config_edit::ConfigChange;
use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::file::{ExternalChange, File, Unsaved};
use crate::files::history::HistoryStep;
use crate::files::line_diff;
use crate::files::loader::FileLoader;
use crate::files::package_saving::save_in_package;
use crate::files::replacement::{ChangeSource, Replacement};
use crate::files::tally::named;

/// Number of files in which a change by another program is looked for in any time.
const FEW: usize = 64;

impl Documents {
    /// Returns the findings of a reference, the most severe first, of these the ones with a fix; none if its file is not in
    /// memory.
    pub fn findings(&self, at: ReferenceIndex) -> Vec<DocumentFinding<'_>> {
        let Some(file) = self.files.get(at.file as usize) else { return Vec::new() };
        let (Some(document), Some(row)) = (file.document(), file.rows.get(at.row as usize)) else { return Vec::new() };
        let span = row.span();
        let own = |found: &DocumentFinding<'_>| file.rows.row_of(found) == Some(at.row as usize);
        let found = document.findings_in(span).chain(document.related_findings_in(span, &CancelToken::default()));
        let mut findings: Vec<DocumentFinding<'_>> = found.filter(own).collect();
        findings.sort_by_key(|found| std::cmp::Reverse((found.finding.severity, !found.finding.fixes.is_empty())));
        findings
    }

    /// Returns the finding of the selected reference whose fixes have keys.
    pub fn main_finding(&self) -> Option<DocumentFinding<'_>> {
        let mut findings = self.findings(self.at()?);
        let main = main_of(&findings)?;
        Some(findings.swap_remove(main))
    }

    /// Applies a fix of the selected reference. Returns its title.
    ///
    /// # Errors
    /// If there is no such fix, or it cannot be applied.
    pub fn fix(&mut self, number: usize) -> Result<String, String> {
        let at = self.at().ok_or("no reference selected")?;
        let found = self.main_finding().ok_or("no findings (n next finding)")?;
        let fixes = &found.finding.fixes;
        let fix = fixes.get(number).ok_or_else(|| no_fix(fixes.len(), "enter, i"))?;
        let file = self.fixable(at.file as usize)?;
        let fixer = Fixer::default().with_encoding(self.files[file].form.encoding);
        let edits = fixer.edits_of(fix, &found).ok_or("this fix cannot be written in the document")?;
        let what = fix.title.to_string();
        self.apply(&what, file, &Changes::new(edits));
        let is_broken = self.files[file].broken_signature().is_some();
        Ok(if is_broken { format!("{what}; the XML Signature becomes invalid") } else { what })
    }

    /// Applies an edit of the reference at `at`.
    ///
    /// # Errors
    /// If the file may not be saved, or the reference is not the one that was edited.
    pub fn edit(&mut self, at: ReferenceIndex, edit: &ReferenceEdit) -> Result<(), String> {
        let file = self.fixable(at.file as usize)?;
        let found = self.find_value(at, &edit.value, edit.offset);
        let (_, value) = found.ok_or("not changed: another program changed the file; open the reference again")?;
        let edit = edit.edit.clone().in_document(value);
        self.apply("edit of a reference", file, &Changes::new(vec![edit]));
        Ok(())
    }

    /// Returns whether another program changed the value of the selected reference, and the change was not received yet; then
    /// an edit of the reference can no longer be applied after it.
    pub fn has_other_value_on_disk(&self, edit: &ReferenceEdit) -> bool {
        let file = self.at().and_then(|at| self.files.get(at.file as usize));
        let file = file.filter(|file| file.may_be_outdated());
        file.is_some_and(|file| file.has_other_value_on_disk(&self.loader(), &edit.value))
    }

    /// Returns the document of the reference at `at` and the span of its value, if the source of the value is `value`
    /// and the reference starts at `offset` in it.
    pub fn find_value(&self, at: ReferenceIndex, value: &str, offset: usize) -> Option<(&Document, Span<InDocument>)> {
        let file = self.files.get(at.file as usize)?;
        let (document, start) = (file.document()?, file.rows.get(at.row as usize)?.span().start);
        let span = document.value_at(start)?;
        (document.slice(span) == value && start == span.start + offset).then_some((document, span))
    }

    fn fixable(&self, file: usize) -> Result<usize, String> {
        if let Some(refusal) = self.refusal(file) {
            return Err(format!("read-only: {refusal}"));
        }
        if let Some(lost) = self.files[file].lost().filter(|_| !self.files[file].is_changed()) {
            return Err(format!("not changed: {}", lost.message));
        }
        if self.files[file].is_fixable {
            return Ok(file);
        }
        Err("not changed: the file or its configuration has errors (! problems)".to_owned())
    }

    /// Returns why a file cannot be changed; `None` unless it is in a package that cannot.
    pub fn refusal(&self, file: usize) -> Option<&str> {
        self.files.get(file)?.package.as_ref()?.refusal.as_deref()
    }

    pub(super) fn replacement_title(&self, replacement: &Replacement, scope: Scope) -> String {
        let of = match scope {
            Scope::Marked => format!(" in {}", named(self.targets().len(), "marked reference")),
            Scope::Listed if self.filter.is_empty() => String::new(),
            Scope::Listed => " in listed references".to_owned(),
        };
        replacement.title() + &of
    }

    pub(super) fn proposal_title(&self, rule: Option<&'static Rule>, scope: Scope) -> String {
        let of_rule = rule.map_or_else(String::new, |rule| format!(" for {}", rule.name));
        match (rule, scope) {
            (_, Scope::Marked) => format!("fixes of {}{of_rule}", named(self.targets().len(), "marked reference")),
            _ if !self.filter.lists_all_findings() => format!("fixes of listed references{of_rule}"),
            (Some(_), _) => format!("fixes{of_rule}"),
            (None, _) => Proposal::ALL.to_owned(),
        }
    }

    /// Moves a proposal of fixes to the present texts and findings of the files. Returns whether one of them changed.
    pub fn refresh(&self, proposal: &mut Proposal) -> bool {
        let mut is_changed = false;
        for part in proposal.parts.iter_mut().filter(|part| !part.choices.is_empty()) {
            let Some(document) = self.files[part.file].document() else { continue };
            // Under other settings the same text may have other findings.
            let (before, after) = document.differs_from(&part.document);
            if !before.is_empty() || !after.is_empty() {
                part.move_to(document);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Changes a file, which can be undone.
    fn apply(&mut self, what: &str, file: usize, changes: &Changes) {
        let changes = self.files[file].apply(changes);
        self.history.push(Change::new(what, vec![FileChanges { file, changes }]));
        self.marked.clear();
        self.changed();
    }

    /// Removes the last change as if it was never made, if it is one of this file only. Returns whether it did.
    pub fn take_back(&mut self, number: usize) -> bool {
        let is_own = |change: &Change| change.lost.is_empty() && change.config.is_none() && change.files().eq([number]);
        let Some(change) = self.history.take(HistoryStep::Undo) else { return false };
        if !is_own(&change) {
            self.history.give_back(HistoryStep::Undo, change);
            return false;
        }
        for part in &change.parts {
            self.files[number].apply(&part.changes);
        }
        self.changed();
        true
    }

    /// Applies a change of a configuration, with which the files are reloaded, and returns its inverse.
    pub(super) fn configure(&mut self, change: ConfigChange) -> ConfigChange {
        let edited = self.edited.get_mut(&change.path);
        let before = edited.and_then(|config| config.set_text(change.text));
        self.read_again();
        ConfigChange { text: before, ..change }
    }

    /// Returns whether a change can be undone or redone.
    pub fn can_step_history(&self, step: HistoryStep) -> bool {
        self.history.has(step)
    }

    /// Saves the changed configurations.
    pub(super) fn save_configs(&mut self, report: &mut SaveReport) {
        for config in self.edited.values_mut().filter(|config| config.is_changed()) {
            match config.save() {
                Ok(_) => report.saved += 1,
                Err(reason) => report.failed.push(format!("not saved: {} {reason}", config.name())),
            }
        }
    }

    /// Saves a file over the text that another program wrote, which was compared before.
    pub fn overwrite(&mut self, number: usize) -> SaveReport {
        let mut report = SaveReport::default();
        report.notes.extend(self.files[number].broken_signature());
        let package = self.files[number].package.as_ref().map(|package| package.path.clone());
        let saved = match package {
            Some(path) => {
                let saved = save_in_package(&mut self.files, &path, &[number], File::replacement_of_theirs);
                saved.into_iter().next().unwrap_or(Err(Unsaved::Changed))
            }
            None => self.files[number].overwrite(),
        };
        report.add(number, &self.files[number], saved);
        self.end_save(&report);
        report
    }

    /// Writes a file again that was deleted or moved.
    pub fn create_again(&mut self, number: usize) -> SaveReport {
        let mut report = SaveReport::default();
        let saved = self.files[number].create_again();
        report.add(number, &self.files[number], saved);
        self.end_save(&report);
        report
    }

    pub(super) fn end_save(&mut self, report: &SaveReport) {
        self.unsaved.clone_from(&report.failed);
        self.changed();
        if report.saved > 0 {
            self.check_targets_again();
        }
    }

    /// Reads the text on disk that conflicts with the changes of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_theirs(&mut self, number: usize) -> Result<(), String> {
        let loader = self.loader();
        self.files[number].read_theirs(&loader)
    }

    /// Loads the text on disk with those of the changes of a file that do not conflict. Returns how many were discarded.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn merge(&mut self, number: usize) -> Result<usize, String> {
        let loader = self.loader();
        let before = self.files[number].document().cloned();
        let discarded = self.files[number].merge(&loader)?;
        self.follow_text(number, before.as_ref());
        self.changed();
        Ok(discarded)
    }

    /// Checks whether other programs changed files in memory, a few of them and more until `until`; the next call continues
    /// with the others. The current file is always checked. Returns the first such change.
    pub fn find_external_change(&mut self, until: Option<Instant>) -> Option<(usize, ExternalChange)> {
        // What is being saved is no change of another program, and a change applies to the present texts.
        if self.task.is_some() {
            return None;
        }
        self.lost_marks = 0;
        if let Some(until) = until {
            self.follow_dependencies(until);
        }
        let (first, count) = (self.next_looked_at, self.files.len());
        let current = self.at().map(|at| at.file as usize);
        let others = (0..count).map(|step| (first + step) % count);
        let mut looked = 0;
        for number in current.into_iter().chain(others) {
            if self.files[number].document().is_none() {
                continue;
            }
            if Some(number) != current {
                self.next_looked_at = number + 1;
            }
            let change = self.find_change_of(number);
            if change != ExternalChange::Same {
                return Some((number, change));
            }
            looked += 1;
            if looked > FEW && until.is_some_and(|until| Instant::now() > until) {
                break;
            }
        }
        None
    }

    /// Checks whether another program changed a file in memory, and updates the marks, the history and the list to the change.
    pub(super) fn find_change_of(&mut self, number: usize) -> ExternalChange {
        let loader = self.loader();
        let file = &mut self.files[number];
        let before = file.document().filter(|_| file.may_be_outdated()).cloned();
        let change = before.as_ref().map_or(ExternalChange::Same, |_| file.find_external_change(&loader));
        if matches!(change, ExternalChange::Changed | ExternalChange::Merged) {
            self.follow_text(number, before.as_ref());
            self.changed();
        }
        change
    }

    /// Reloads a file and discards its changes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reload(&mut self, number: usize) -> Result<(), String> {
        let loader = self.loader();
        let before = self.files[number].document().cloned();
        self.files[number].reload(&loader)?;
        self.follow_text(number, before.as_ref());
        self.changed();
        Ok(())
    }

    /// Moves the history and the marks of a file over the change that replaced the document `before`.
    fn follow_text(&mut self, number: usize, before: Option<&Document>) {
        let is_here = |at: &ReferenceIndex| at.file as usize == number;
        let marked: Vec<ReferenceIndex> = self.marked.iter().copied().filter(is_here).collect();
        self.marked.retain(|at| !is_here(at));
        self.lost_marks = marked.len();
        let (Some(before), Some(after)) = (before, self.files[number].document()) else { return };
        let changes = line_diff::changes(before, after);
        if let Some(first) = marked.first() {
            let moves = changes.moves();
            let rows: HashMap<Span<InDocument>, u32> = after.sites().map(|site| site.span).zip(0..).collect();
            let row_of = |site: Site<'_>| {
                let span = moves.moved(site.span);
                rows.get(&span).filter(|_| after.slice(span) == site.raw)
            };
            let at = |row: u32| ReferenceIndex { row, ..*first };
            let sites = before.sites().zip(0..).filter(|(_, row)| marked.binary_search(&at(*row)).is_ok());
            let found: Vec<_> = sites.filter_map(|(site, _)| row_of(site)).map(|&row| at(row)).collect();
            self.lost_marks -= found.len();
            self.marked.extend(found);
        }
        self.history.rebase(number, &before.shared_text(), &changes);
    }

    /// Returns how many marked references the last change of a file by another program removed.
    pub const fn lost_marks(&self) -> usize {
        self.lost_marks
    }
}

/// Returns the changes of a file, or of its rows `listed`, to choose from, and how many findings are less severe than
/// warnings. If `is_chosen`, the preferred fixes are chosen, otherwise only the safe ones.
pub(super) fn offered_fixes(
    number: usize,
    file: &mut File,
    listed: Option<&[usize]>,
    loader: &FileLoader,
    (source, is_chosen): (ChangeSource, bool),
) -> (Offered, BelowWarning) {
    let mut below = BelowWarning::default();
    if let Err(message) = file.open(loader) {
        return (Offered::Left(message), below);
    }
    let (choices, left) = match &source {
        ChangeSource::Fixes(fixer) => {
            below.count_in(file, listed, fixer);
            (file.fix_choices(&fixer.clone().with_suggested(is_chosen), listed), None)
        }
        ChangeSource::Replacement(replacement) => replacement.choices_in(file, listed),
    };
    let Some(document) = file.document().filter(|_| !choices.is_empty()) else {
        return (left.map_or(Offered::Nothing, Offered::Left), below);
    };
    let refusal = file.package.as_ref().and_then(|package| Some((package.path.clone(), package.refusal.clone()?)));
    if let Some(refused) = refusal {
        return (Offered::InPackage(refused), below);
    }
    if let Some(lost) = file.lost().filter(|_| !file.is_changed()) {
        return (Offered::Left(lost.message.clone()), below);
    }
    if !file.is_fixable {
        return (Offered::Left(format!("{}: the file or its configuration has errors", file.name)), below);
    }
    let chosen = choices.iter().filter(|choice| choice.chosen.is_some()).map(|choice| choice.site);
    if let Some(error) = source.fixer().refusal(document, chosen) {
        return (Offered::Left(format!("{}: not fixed: {error}", file.name)), below);
    }
    let part = ProposedChange::of_choices(number, document.clone(), choices, source);
    (Offered::Part(Box::new(part), left), below)
}

/// Returns the number of the finding whose fixes have keys: the most severe one with a fix, or else the most severe one.
pub fn main_of(findings: &[DocumentFinding<'_>]) -> Option<usize> {
    main_among(findings.iter().map(|found| (found.finding.severity, !found.finding.fixes.is_empty())))
}

/// Returns the number of this finding among those with these severities, and whether they have a fix.
pub fn main_among(findings: impl Iterator<Item = (Severity, bool)>) -> Option<usize> {
    let main = findings.enumerate().min_by_key(|(_, (severity, has_fix))| std::cmp::Reverse((*has_fix, *severity)));
    main.map(|(number, _)| number)
}

/// Returns why a finding has no fix with a number; `keys` edit its reference.
pub fn no_fix(count: usize, keys: &str) -> String {
    match count {
        0 => format!("no fix for this finding; edit the reference instead ({keys})"),
        _ => "no fix with this number".to_owned(),
    }
}
