//! Starts, continues and ends the [task](super::task) of the documents.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use iri_core::Severity;
use iri_core::rules::Rule;
use iri_core::text::Changes;
use iri_core::xml::Fixer;

use crate::files::change::{Change, FileChanges, Offered, Proposal, SaveReport, Scope, StepOutcome};
use crate::files::documents::Documents;
use crate::files::edits::offered_fixes;
use crate::files::file::File;
use crate::files::history::HistoryStep;
use crate::files::package_saving::save_in_package;
use crate::files::replacement::{ChangeSource, Replacement};
use crate::files::tally::named;
use crate::files::task::{ChangeKind, ChangedFile, Finished, Job, Outcome, Part, Search, Task, Work};

/// Maximum number of files that the threads have at a time.
const AHEAD: usize = 64;
/// Wait for files that are still being read.
const WAIT: Duration = Duration::from_millis(1);

impl Documents {
    /// Returns how many files the task has processed, and how many there are; `None` without one.
    pub fn task(&self) -> Option<(usize, usize)> {
        self.task.as_ref().map(|task| (task.done, task.total))
    }

    /// Returns whether the task waits until all files have been read.
    pub fn is_task_waiting(&self) -> bool {
        self.task.as_ref().is_some_and(Task::is_waiting)
    }

    /// Describes the progress of the task; empty without one.
    pub fn progress(&self) -> String {
        let Some(task) = &self.task else { return String::new() };
        let what = match &task.work {
            Work::Search(_, _, None, _) => {
                let read = self.total.map_or_else(String::new, |total| format!(" of {total}"));
                return format!("waiting until all files are read: {}{read} (esc stops)", self.read);
            }
            Work::Search(_, search, ..) => match search.source {
                ChangeSource::Fixes(_) => "looking for fixes",
                ChangeSource::Replacement(_) => "looking for the text",
            },
            Work::Change(_, ChangeKind::New(..), ..) => "applying",
            Work::Change(_, ChangeKind::Step(HistoryStep::Undo), ..) => "undoing",
            Work::Change(_, ChangeKind::Step(HistoryStep::Redo), ..) => "redoing",
            Work::Save(..) => "saving",
        };
        format!("{what}: {} of {} (esc stops)", task.done, named(task.total, "file"))
    }

    /// Starts to search for the fixes of the listed references: those of one rule, or those of all errors and warnings. The
    /// preferred fixes of a rule or of marked references are chosen, otherwise only the safe ones. If files are still being
    /// read, the search waits for them.
    pub fn start_search(&mut self, rule: Option<&'static Rule>, scope: Scope) {
        let is_chosen = rule.is_some() || scope == Scope::Marked;
        let least = if is_chosen { Severity::Hint } else { Severity::Warning };
        let mut fixer = Fixer::default().with_least(least);
        fixer.rule = rule;
        self.start(self.proposal_title(rule, scope), ChangeSource::Fixes(fixer), scope, is_chosen);
    }

    /// Starts to search for the listed or marked references that contain a text to replace.
    pub fn start_replacement(&mut self, replacement: Replacement, scope: Scope) {
        let title = self.replacement_title(&replacement, scope);
        self.start(title, ChangeSource::Replacement(replacement), scope, true);
    }

    fn start(&mut self, title: String, source: ChangeSource, scope: Scope, is_chosen: bool) {
        let is_limited = scope == Scope::Marked || !self.filter.is_empty();
        let proposal = Box::new(Proposal::new(title));
        let search = Search { source, scope, is_limited, is_chosen };
        self.task = Some(Task::new(Work::Search(proposal, search, None, Vec::new()), VecDeque::new(), 0));
        self.begin_search();
    }

    /// Begins the search that waits, unless files are still being read; those of marked references have been.
    fn begin_search(&mut self) {
        let is_read = !self.is_reading();
        let is_ready = |task: &mut Task| match &task.work {
            Work::Search(_, search, None, _) => is_read || search.scope == Scope::Marked || task.is_stopped,
            _ => false,
        };
        let Some(task) = self.task.take_if(is_ready) else { return };
        let Work::Search(proposal, search, ..) = task.work else { return };
        let listed = if search.is_limited { self.rows_of(search.scope) } else { HashMap::new() };
        let may_offer = |number: &usize| {
            let rows = &self.files[*number].rows;
            (!search.is_limited || listed.contains_key(number))
                && match &search.source {
                    ChangeSource::Fixes(_) => rows.counts().flagged() > 0,
                    ChangeSource::Replacement(replacement) => rows.texts().contains(&replacement.old),
                }
        };
        let numbers = (0..self.files.len()).filter(may_offer);
        let pending = if task.is_stopped { VecDeque::new() } else { numbers.map(Part::Search).collect() };
        let work = Work::Search(proposal, search, Some(listed), Vec::new());
        self.task = Some(Task { is_stopped: task.is_stopped, ..Task::new(work, pending, 0) });
    }

    /// Starts to apply the proposed change; `notice` is about it. Files that changed since are left, because the edits do
    /// not apply to their texts.
    pub fn start_change(&mut self, proposal: Proposal, notice: String) {
        let kind = ChangeKind::New(notice, proposal.files());
        let name = proposal.name().to_owned();
        let change = Change { config: proposal.config.map(|(change, ..)| change), ..Change::new(name, Vec::new()) };
        let pending = proposal.parts.into_iter().map(|part| Part::Proposed(Box::new(part))).collect();
        self.task = Some(Task::new(Work::Change(change, kind, Vec::new(), Vec::new()), pending, 0));
    }

    /// Starts to undo or redo the next change. Returns whether there is one.
    pub fn start_step(&mut self, step: HistoryStep) -> bool {
        let Some(mut change) = self.history.take(step) else { return false };
        let pending = std::mem::take(&mut change.parts).into_iter().map(Part::Change).collect();
        let work = Work::Change(change, ChangeKind::Step(step), Vec::new(), Vec::new());
        self.task = Some(Task::new(work, pending, 0));
        true
    }

    /// Starts to save every changed file and configuration, or only this file.
    pub fn start_save(&mut self, only: Option<usize>) {
        let (mut pending, mut packages) = (VecDeque::new(), BTreeMap::<PathBuf, Vec<usize>>::new());
        let is_saved = |(number, file): &(usize, &File)| file.is_changed() && only.is_none_or(|only| only == *number);
        for (number, file) in self.files.iter().enumerate().filter(is_saved) {
            match &file.package {
                Some(package) => packages.entry(package.path.clone()).or_default().push(number),
                None => pending.push_back(Part::Save(number)),
            }
        }
        let configs = if only.is_none() { self.changed_configs().count() } else { 0 };
        let others = packages.values().map(Vec::len).sum::<usize>() + configs;
        let work = Work::Save(SaveReport::default(), packages, Arc::default(), configs > 0);
        self.task = Some(Task::new(work, pending, others));
    }

    /// Stops the task; what the threads have is finished.
    pub fn stop_task(&mut self) {
        self.task.iter_mut().for_each(|task| task.is_stopped = true);
    }

    /// Continues the task until then, or to its end. Returns the result at its end.
    pub fn continue_task(&mut self, until: Option<Instant>) -> Option<Outcome> {
        while self.task.as_ref()?.is_waiting() {
            self.begin_search();
            if until.is_some() {
                break;
            }
            self.receive();
            thread::sleep(WAIT);
        }
        let mut task = self.task.take_if(|task| !task.is_waiting())?;
        loop {
            while !task.is_stopped
                && task.in_progress < AHEAD
                && let Some(part) = task.pending.pop_front()
            {
                match self.job(&mut task.work, part) {
                    Some(job) => task.in_progress += usize::from(task.jobs.send(job).is_ok()),
                    None => task.done += 1,
                }
            }
            let is_waited_for = until.is_none() && task.in_progress > 0;
            let finished = if is_waited_for { task.results.recv().ok() } else { task.results.try_recv().ok() };
            if let Some(finished) = finished {
                let finished = finished.unwrap_or_else(|panic| resume_unwind(panic));
                task.in_progress -= 1;
                task.done += 1;
                self.take_finished(&mut task.work, finished);
            } else if task.in_progress > 0 || !self.save_package(&mut task) {
                break;
            }
            if until.is_some_and(|until| Instant::now() > until) {
                break;
            }
        }
        if task.is_finished() {
            return Some(self.end_task(task));
        }
        self.task = Some(task);
        None
    }

    /// Returns what a thread does with a file; `None` if nothing is to be done.
    fn job(&mut self, work: &mut Work, part: Part) -> Option<Job> {
        match (part, work) {
            (Part::Search(number), Work::Search(_, search, listed, _)) => {
                let (search, loader) = (search.clone(), self.loader());
                let listed = listed.as_mut().filter(|_| search.is_limited);
                let listed = listed.map(|listed| listed.remove(&number).unwrap_or_default());
                let mut file = Box::new(self.files[number].clone());
                Some(Box::new(move || {
                    let source = (search.source.with_encoding(file.form.encoding), search.is_chosen);
                    let was_open = file.document().is_some();
                    let (offered, below) = offered_fixes(number, &mut file, listed.as_deref(), &loader, source);
                    let opened = (!was_open && matches!(offered, Offered::Part(..))).then_some(file);
                    Finished::Found((number, offered, below, opened))
                }))
            }
            (Part::Proposed(part), _) => {
                let file = Box::new(self.files[part.file].clone());
                Some(Box::new(move || match part.changes() {
                    Ok(changes) if changes.is_empty() => Finished::Left(None),
                    Ok(_) if !part.is_of_text(&file) => {
                        Finished::Left(Some(format!("{} changed after the preview", file.name)))
                    }
                    Ok(changes) => changed(part.file, file, changes.clone()),
                    Err(error) => Finished::Left(Some(format!("{}: not fixed: {error}", file.name))),
                }))
            }
            (Part::Change(FileChanges { file, changes }), _) => {
                let content = Box::new(self.files[file].clone());
                Some(Box::new(move || changed(file, content, changes)))
            }
            (Part::Save(file), Work::Save(report, _, recovered, _)) => {
                // A change of another program that meets no unsaved change is merged; a conflict fails.
                self.find_change_of(file);
                if !self.files[file].is_changed() {
                    return None;
                }
                report.notes.extend(self.files[file].broken_signature());
                let recovered = Arc::clone(recovered);
                match self.files[file].own_write() {
                    Ok(write) => Some(Box::new(move || {
                        let notes = recovered.recover(&write.path, &write.tree);
                        let result = write.write();
                        Finished::Written { file, notes, new: write.new, result }
                    })),
                    Err(reason) => {
                        report.add(file, &self.files[file], Err(reason));
                        None
                    }
                }
            }
            _ => None,
        }
    }

    fn take_finished(&mut self, work: &mut Work, finished: Finished) {
        match (finished, work) {
            (Finished::Found(found), Work::Search(.., all)) => all.push(found),
            (Finished::Changed(file), Work::Change(_, _, all, _)) => all.push(file),
            (Finished::Left(message), Work::Change(.., left)) => left.extend(message),
            (Finished::Written { file, notes, new, result }, Work::Save(report, ..)) => {
                report.notes.extend(notes);
                let saved = result.map(|(saved, stamp)| {
                    self.files[file].saved(new, stamp);
                    saved
                });
                report.add(file, &self.files[file], saved);
            }
            _ => {}
        }
    }

    /// Saves the files of the next package by one replacement of it. Returns whether there was one.
    fn save_package(&mut self, task: &mut Task) -> bool {
        let Work::Save(report, packages, recovered, _) = &mut task.work else { return false };
        if task.is_stopped {
            return false;
        }
        let Some((path, mut numbers)) = packages.pop_first() else { return false };
        task.done += numbers.len();
        for &number in &numbers {
            self.find_change_of(number);
        }
        numbers.retain(|&number| self.files[number].is_changed());
        let files = &mut self.files;
        report.notes.extend(numbers.first().into_iter().flat_map(|&number| files[number].recover(recovered)));
        report.notes.extend(numbers.iter().filter_map(|&number| files[number].broken_signature()));
        let saved = save_in_package(files, &path, &numbers, File::own_replacement);
        for (number, saved) in numbers.into_iter().zip(saved) {
            report.add(number, &files[number], saved);
        }
        true
    }

    fn end_task(&mut self, task: Task) -> Outcome {
        let Task { work, pending, done, total, is_stopped, .. } = task;
        match work {
            Work::Search(..) if is_stopped => Outcome::Stopped,
            Work::Search(mut proposal, search, _, mut found) => {
                found.sort_by_key(|(number, ..)| *number);
                let mut packages = BTreeMap::new();
                for (number, offered, below, opened) in found {
                    if let Some(opened) = opened.filter(|_| self.files[number].document().is_none()) {
                        self.files[number].replace_with(*opened, None);
                        self.loaded.push_back(number);
                    }
                    proposal.add(offered, below, &mut packages);
                }
                proposal.add_packages(&packages);
                if let ChangeSource::Replacement(Replacement { old, .. }) = search.source {
                    proposal.left.extend(self.unlisted_words(&old, search.scope));
                    if proposal.is_empty() {
                        proposal.left.push(format!("not found in the listed references: '{old}'"));
                    }
                }
                Outcome::Proposed(*proposal)
            }
            Work::Change(change, ChangeKind::Step(step), changed, _) if is_stopped => {
                let rest = pending.into_iter().filter_map(|part| match part {
                    Part::Change(changes) => Some(changes),
                    _ => None,
                });
                let done = changed.into_iter().map(|(file, _, changes, _)| FileChanges { file, changes });
                self.history.give_back(step, Change { parts: done.chain(rest).collect(), ..change });
                Outcome::Stopped
            }
            Work::Change(..) if is_stopped => Outcome::Stopped,
            Work::Change(change, kind, changed, left) => self.end_change(change, kind, changed, left),
            Work::Save(mut report, .., has_configs) => {
                if is_stopped {
                    report.notes.push(format!("stopped after {done} of {total} files"));
                } else if has_configs {
                    self.save_configs(&mut report);
                }
                self.end_save(&report);
                Outcome::Saved(report)
            }
        }
    }

    /// Replaces the changed files, and adds the inverse change to the history.
    fn end_change(
        &mut self,
        change: Change,
        kind: ChangeKind,
        mut changed: Vec<ChangedFile>,
        left: Vec<String>,
    ) -> Outcome {
        changed.sort_by_key(|(number, ..)| *number);
        let (mut parts, mut before) = (Vec::new(), Vec::new());
        for (file, content, changes, inverse) in changed {
            before.push(self.files[file].replace_with(*content, Some(&changes)));
            parts.push(FileChanges { file, changes: inverse });
        }
        // To drop thousands of documents takes long.
        thread::spawn(move || drop(before));
        let Change { what, lost, config, .. } = change;
        let config = config.map(|change| self.configure(change));
        let files = parts.len();
        let lost_names = lost.iter().map(|&file| self.files[file].name.clone()).collect();
        let inverse = Change { what: what.clone(), parts, lost, config };
        let is_change = files > 0 || inverse.config.is_some();
        if is_change {
            self.marked.clear();
            self.changed();
        }
        match kind {
            ChangeKind::New(notice, files) => {
                if is_change {
                    self.history.push(inverse);
                }
                Outcome::Applied { what, notice, files, left }
            }
            ChangeKind::Step(step) => {
                let at = self.first_changed(&inverse);
                if is_change {
                    self.history.put(step, inverse);
                }
                Outcome::Stepped(step, StepOutcome { what, files, lost: lost_names, at })
            }
        }
    }
}

/// Applies the changes of a file.
fn changed(number: usize, mut file: Box<File>, changes: Changes) -> Finished {
    let inverse = file.apply(&changes);
    Finished::Changed((number, file, changes, inverse))
}
