//! Work on many files while the screen is drawn: a search for fixes, a change, its undo, a save.
//!
//! ```text
//!  files ─▶ a few at a time ─▶ threads ─▶ received ─▶ at the end: one proposal, one change, one report
//!                              └─ stop: nothing is changed; what is not written yet stays unsaved
//! ```
//!
//! There is one task at a time, and until its end nothing else changes the files. So its result is that of the state in
//! which it started. Packages are saved at the end, one after the other.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use iri_core::files::{Saved, Stamp};
use iri_core::text::Changes;
use parking_lot::Mutex;

use crate::files::change::{
    BelowWarning, Change, FileChanges, Offered, Proposal, ProposedChange, SaveReport, Scope, StepOutcome,
};
use crate::files::file::{File, Unsaved};
use crate::files::history::HistoryStep;
use crate::files::recovery::RecoveredDirectories;
use crate::files::replacement::ChangeSource;

/// Work that is not finished.
pub struct Task {
    pub(super) work: Work,
    pub(super) jobs: Sender<Job>,
    pub(super) results: Receiver<thread::Result<Finished>>,
    /// Files that are still to be given to the threads.
    pub(super) pending: VecDeque<Part>,
    pub(super) in_progress: usize,
    pub(super) done: usize,
    pub(super) total: usize,
    pub(super) is_stopped: bool,
}

pub(super) type Job = Box<dyn FnOnce() -> Finished + Send>;

/// Kinds of work.
pub(super) enum Work {
    /// Search for fixes, with those that were found; `None` until all files have been read.
    Search(Box<Proposal>, Search, Option<HashMap<usize, Vec<usize>>>, Vec<FoundFixes>),
    /// Change of files, and what was applied so far.
    Change(Change, ChangeKind, Vec<ChangedFile>, Vec<String>),
    /// Save, with the files in packages, which are saved last, and whether changed configurations are saved after them.
    Save(SaveReport, BTreeMap<PathBuf, Vec<usize>>, Arc<RecoveredDirectories>, bool),
}

/// Fixes, or texts to replace, that are searched for.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) source: ChangeSource,
    pub(super) scope: Scope,
    /// Whether the references are listed by a filter or marked.
    pub(super) is_limited: bool,
    /// Whether the preferred fixes are chosen, otherwise only the safe ones.
    pub(super) is_chosen: bool,
}

/// A file, what it offers, and its content if it was loaded for that.
pub(super) type FoundFixes = (usize, Offered, BelowWarning, Option<Box<File>>);

/// A file, its changed content, the change and its inverse.
pub(super) type ChangedFile = (usize, Box<File>, Changes, Changes);

/// What a change is.
pub(super) enum ChangeKind {
    /// A new one that was proposed, with the notice about it, and the number of its files.
    New(String, usize),
    /// An undo or redo.
    Step(HistoryStep),
}

/// A file to process.
pub(super) enum Part {
    Search(usize),
    Proposed(Box<ProposedChange>),
    Change(FileChanges),
    Save(usize),
}

/// Result of a thread.
pub(super) enum Finished {
    Found(FoundFixes),
    Changed(ChangedFile),
    /// Message about a file that is not changed; `None` if nothing was to be changed.
    Left(Option<String>),
    Written {
        file: usize,
        notes: Vec<String>,
        new: Vec<u8>,
        result: Result<(Saved, Option<Stamp>), Unsaved>,
    },
}

/// Result of a task.
pub enum Outcome {
    /// Fixes to choose from.
    Proposed(Proposal),
    /// A proposal was applied: its title, the notice, the number of its files, and messages about those that it leaves.
    Applied { what: String, notice: String, files: usize, left: Vec<String> },
    /// An undo or redo.
    Stepped(HistoryStep, StepOutcome),
    /// A save.
    Saved(SaveReport),
    /// The task was stopped, and nothing was changed.
    Stopped,
}

impl Task {
    pub(super) fn new(work: Work, pending: VecDeque<Part>, others: usize) -> Self {
        let (jobs, incoming) = channel::<Job>();
        let (sender, results) = channel();
        let incoming = Arc::new(Mutex::new(incoming));
        let total = pending.len() + others;
        for _ in 0..thread::available_parallelism().map_or(1, usize::from).min(total) {
            let (incoming, sender) = (Arc::clone(&incoming), sender.clone());
            // It ends with the last job.
            thread::spawn(move || {
                loop {
                    let job = incoming.lock().recv();
                    if job.map_or(true, |job| sender.send(catch_unwind(AssertUnwindSafe(job))).is_err()) {
                        return;
                    }
                }
            });
        }
        Self { work, jobs, results, pending, in_progress: 0, done: 0, total, is_stopped: false }
    }

    /// Returns whether it waits until all files have been read.
    pub(super) const fn is_waiting(&self) -> bool {
        matches!(self.work, Work::Search(_, _, None, _))
    }

    /// Returns whether all files have been processed, or those that the threads had when it was stopped.
    pub(super) fn is_finished(&self) -> bool {
        let has_packages = matches!(&self.work, Work::Save(_, packages, ..) if !packages.is_empty());
        self.in_progress == 0 && (self.is_stopped || self.pending.is_empty() && !has_packages)
    }
}

/// Start of the message about a file that was not saved.
pub(super) const NOT_SAVED: &str = "not saved: ";

impl SaveReport {
    /// Adds the result of a file.
    pub fn add(&mut self, number: usize, file: &File, saved: Result<Saved, Unsaved>) {
        match saved {
            Ok(Saved::Replaced) => self.saved += 1,
            Ok(Saved::InPlace(reason)) => {
                self.saved += 1;
                self.notes.push(format!("saved in place: {}: {reason}", file.name));
            }
            Err(reason) => {
                if reason == Unsaved::Changed {
                    self.conflict.get_or_insert(number);
                }
                if reason == Unsaved::Gone && file.package.is_none() {
                    self.gone.get_or_insert(number);
                }
                self.failed.push(format!("{NOT_SAVED}{} {reason}", file.name));
            }
        }
    }
}
