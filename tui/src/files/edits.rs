//! Changes of the files: fixes and edits, undo and redo, saving, and changes by other programs.

use iri_core::files::Saved;
use iri_core::files::target_exists;
use iri_core::rules::Finding;
use iri_core::rules::Rule;
use iri_core::text::{Edit, InDocument};
use iri_core::xml::FixOptions;
use iri_core::xml::apply_fixes;
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::fix::written;
use iri_core::{Document, Span};

use crate::files::change::{Change, FileEdits, Proposal, ReferenceEdit, Scope, Traveled};
use crate::files::documents::{Documents, ReferenceIndex};
use crate::files::file::{ExternalChange, File};
use crate::files::history::Travel;
use crate::files::recovery::RecoveredDirectories;

impl Documents {
    /// Returns the findings of a reference, the most severe first; none if its file is not in memory.
    pub fn findings(&self, at: ReferenceIndex) -> Vec<DocumentFinding<'_>> {
        let Some(file) = self.files.get(at.file as usize) else { return Vec::new() };
        let (Some(document), Some(row)) = (file.document(), file.rows.get(at.row as usize)) else { return Vec::new() };
        let span = row.span();
        let own = |found: &DocumentFinding<'_>| file.rows.row_of(found) == Some(at.row as usize);
        let exists = |iri: &str| target_exists(iri, &document.settings().roots);
        let found = document.findings_in(span).chain(document.missing_targets_in(span, exists));
        let mut findings: Vec<DocumentFinding<'_>> = found.filter(own).collect();
        findings.sort_by_key(|found| std::cmp::Reverse(found.finding.severity));
        findings
    }

    /// Applies a fix of the most severe finding of the selected reference. Returns its title.
    ///
    /// # Errors
    /// If there is no such fix, or it cannot be applied.
    pub fn fix(&mut self, number: usize) -> Result<String, String> {
        let at = self.at().ok_or("no reference selected")?;
        let findings = self.findings(at);
        let found = findings.first().ok_or("no findings (n next finding)")?;
        let fix = found.finding.fixes.get(number).ok_or(no_fix(&found.finding))?;
        let file = self.fixable(at.file as usize)?;
        let edits =
            written(fix, found, self.files[file].form.encoding).ok_or("this fix cannot be written in the document")?;
        let what = fix.title.clone();
        self.apply(Change::new(what.clone(), vec![FileEdits { file, edits }]));
        Ok(what)
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
        self.apply(Change::new("edit of a reference", vec![FileEdits { file, edits: vec![edit] }]));
        Ok(())
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
        if self.files[file].is_fixable {
            return Ok(file);
        }
        Err("not changed: the file or its configuration has errors (! problems)".to_owned())
    }

    /// Returns the change that all safe fixes make, or those of one rule.
    pub fn propose(&mut self, rule: Option<&'static Rule>, scope: Scope) -> Proposal {
        let what = rule.map_or_else(|| "all safe fixes".to_owned(), |rule| format!("all safe fixes for {}", rule.name));
        let mut proposal = Proposal { what, fixed: 0, left: Vec::new(), parts: Vec::new(), documents: Vec::new() };
        let files = match (scope, self.at()) {
            (Scope::File, Some(at)) => at.file as usize..at.file as usize + 1,
            (Scope::File, None) => 0..0,
            (Scope::All, _) => 0..self.files.len(),
        };
        let loader = self.loader();
        for number in files {
            let file = &mut self.files[number];
            if file.rows.iter().all(|row| row.worst.is_none()) {
                continue;
            }
            let encoding = file.form.encoding;
            let mut fix_options = FixOptions::default().with_encoding(encoding);
            fix_options.rule = rule;
            let was_open = file.document().is_some();
            let fixed_document = file.open(&loader).map(|document| apply_fixes(document, &fix_options));
            match fixed_document {
                Ok(Ok(Some(_))) if !file.is_fixable => {
                    proposal.left.push(format!("{}: the file or its configuration has errors", file.name));
                }
                Ok(Ok(Some(fixed_document))) => {
                    proposal.fixed += fixed_document.fixed;
                    proposal.parts.push(FileEdits { file: number, edits: fixed_document.edits });
                    proposal.documents.extend(file.document().cloned());
                    continue;
                }
                Ok(Ok(None)) => {}
                Ok(Err(_)) => {
                    proposal.left.push(format!("{}: fixes would change more than references", file.name));
                }
                Err(message) => proposal.left.push(message),
            }
            if !was_open {
                file.close();
            }
        }
        proposal
    }

    /// Applies the proposed change.
    ///
    /// # Errors
    /// If a file changed since, so that the edits do not apply to its text.
    pub fn accept(&mut self, proposal: Proposal) -> Result<(), String> {
        let is_same = |(part, old): (&FileEdits, &Document)| {
            let document = self.files[part.file].document();
            document.is_some_and(|new| new.differs_from(old).0.is_empty() && new.differs_from(old).1.is_empty())
        };
        if !proposal.parts.iter().zip(&proposal.documents).all(is_same) {
            return Err("not applied: a file changed after the preview".to_owned());
        }
        self.apply(Change::new(proposal.what, proposal.parts));
        Ok(())
    }

    /// Applies a change that can be undone.
    fn apply(&mut self, change: Change) {
        let back = self.apply_inverse(change);
        self.history.push(back);
    }

    /// Applies a change and returns its inverse.
    fn apply_inverse(&mut self, change: Change) -> Change {
        let turn = |part: FileEdits| FileEdits { edits: self.files[part.file].apply(&part.edits), ..part };
        let parts = change.parts.into_iter().map(turn).collect();
        self.changed();
        Change { parts, ..change }
    }

    /// Undoes or redoes the next change; `None` if there is none.
    pub fn travel(&mut self, travel: Travel) -> Option<Traveled> {
        let change = self.history.take(travel)?;
        let lost = change.lost.iter().map(|&file| self.files[file].name.clone()).collect();
        let inverse = self.apply_inverse(change);
        let traveled = Traveled { what: inverse.what.clone(), files: inverse.parts.len(), lost };
        if !inverse.parts.is_empty() {
            self.history.put(travel, inverse);
        }
        Some(traveled)
    }

    /// Returns whether a change can be undone or redone.
    pub fn can_travel(&self, travel: Travel) -> bool {
        self.history.has(travel)
    }

    /// Saves every changed file. Returns the number of saved files, and messages about the others.
    pub fn save(&mut self) -> (usize, Vec<String>) {
        let (mut written, mut said) = (0, Vec::new());
        let recovered = RecoveredDirectories::default();
        for file in self.files.iter_mut().filter(|file| file.is_changed()) {
            said.extend(file.recover(&recovered));
            match file.save() {
                Ok(Saved::Replaced) => written += 1,
                Ok(Saved::InPlace(reason)) => {
                    written += 1;
                    said.push(format!("saved in place: {}: {reason}", file.name));
                }
                Err(message) => said.push(format!("not saved: {} {message}", file.name)),
            }
        }
        self.changed();
        (written, said)
    }

    /// Checks whether other programs changed files in memory. Returns the first such change.
    pub fn find_external_change(&mut self) -> Option<(usize, ExternalChange)> {
        let loader = self.loader();
        let open = |file: &File| file.document().is_some();
        let looked = self.files.iter_mut().enumerate().filter(|(_, file)| open(file) && file.is_stamp_new());
        let (number, before, change) = looked
            .map(|(number, file)| (number, file.document().cloned(), file.find_external_change(&loader)))
            .find(|(.., change)| *change != ExternalChange::Same)?;
        if matches!(change, ExternalChange::Changed | ExternalChange::Merged) {
            self.move_history(number, before.as_ref());
            self.changed();
        }
        Some((number, change))
    }

    /// Reloads a file and discards its changes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reload(&mut self, number: usize) -> Result<(), String> {
        let loader = self.loader();
        let before = self.files[number].document().cloned();
        self.files[number].reload(&loader)?;
        self.move_history(number, before.as_ref());
        self.changed();
        Ok(())
    }

    /// Moves the history of a file over the change that replaced the document `before`.
    fn move_history(&mut self, number: usize, before: Option<&Document>) {
        let (Some(before), Some(after)) = (before, self.files[number].document()) else { return };
        let (before, after) = (before.text(), after.text());
        self.history.move_over(number, &Edit::smallest(&before, Span::new(0, before.len()), &after));
    }
}

/// Returns the reason why the fix does not exist.
fn no_fix(finding: &Finding<InDocument>) -> &'static str {
    match finding.fixes.len() {
        0 => "no fix for this finding; edit the reference instead (enter, i)",
        _ => "no fix with this number",
    }
}
