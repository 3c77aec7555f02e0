//! Saving of many files while the screen is drawn.
//!
//! ```text
//!  changed files ─▶ a few at a time ─▶ threads: write ─▶ received: the text on disk is the saved one
//!                   └─ stop: those that are not written yet stay changed
//! ```
//!
//! Until the end, no file is changed. Packages follow at the end, one after the other.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use iri_core::files::{Saved, Stamp};
use parking_lot::Mutex;

use crate::files::change::SaveReport;
use crate::files::file::{File, FileWrite, Unsaved};
use crate::files::package_saving::save_in_package;
use crate::files::recovery::RecoveredDirectories;

/// Maximum number of files that are prepared for the threads at a time.
const AHEAD: usize = 32;

/// A save that is not finished.
pub struct Saving {
    writes: Sender<(usize, FileWrite)>,
    written: Receiver<Written>,
    /// Files that are still to be prepared.
    pending: VecDeque<usize>,
    /// Number of files that the threads have.
    in_progress: usize,
    packages: BTreeMap<PathBuf, Vec<usize>>,
    report: SaveReport,
    /// Number of files that were saved or failed, and of all.
    done: usize,
    total: usize,
    is_stopped: bool,
}

/// Result of a thread.
struct Written {
    file: usize,
    notes: Vec<String>,
    new: Vec<u8>,
    result: Result<(Saved, Option<Stamp>), Unsaved>,
}

impl Saving {
    /// Starts to save the changed ones of `files`; `configs` is the number of configurations that follow.
    pub fn new(files: &[File], configs: usize) -> Self {
        let (writes, jobs) = channel::<(usize, FileWrite)>();
        let (sender, written) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        let recovered = Arc::new(RecoveredDirectories::default());
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let (jobs, sender, recovered) = (Arc::clone(&jobs), sender.clone(), Arc::clone(&recovered));
            // It ends with the last job.
            thread::spawn(move || {
                loop {
                    let job = jobs.lock().recv();
                    let Ok((file, write)) = job else { return };
                    let notes = recovered.recover(&write.path, &write.tree);
                    let result = write.write();
                    if sender.send(Written { file, notes, new: write.new, result }).is_err() {
                        return;
                    }
                }
            });
        }
        let (mut pending, mut packages) = (VecDeque::new(), BTreeMap::<PathBuf, Vec<usize>>::new());
        for (number, file) in files.iter().enumerate().filter(|(_, file)| file.is_changed()) {
            match &file.package {
                Some(package) => packages.entry(package.path.clone()).or_default().push(number),
                None => pending.push_back(number),
            }
        }
        let total = pending.len() + packages.values().map(Vec::len).sum::<usize>() + configs;
        let report = SaveReport::default();
        Self { writes, written, pending, in_progress: 0, packages, report, done: 0, total, is_stopped: false }
    }

    /// Returns how many files were saved or failed, and how many there are.
    pub const fn progress(&self) -> (usize, usize) {
        (self.done, self.total)
    }

    /// Stops it; what the threads write is finished.
    pub fn stop(&mut self) {
        (self.is_stopped, self.pending, self.packages) = (true, VecDeque::new(), BTreeMap::new());
    }

    /// Continues without a wait. Returns whether all `files` are saved or have failed.
    pub fn proceed(&mut self, files: &mut [File]) -> bool {
        loop {
            while self.in_progress < AHEAD
                && let Some(number) = self.pending.pop_front()
            {
                self.prepare(files, number);
            }
            match self.written.try_recv() {
                Ok(written) => self.take_written(files, written),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        if self.in_progress > 0 {
            return false;
        }
        let Some((path, numbers)) = self.packages.pop_first() else { return true };
        // All files of a package are saved by one replacement of it.
        let recovered = RecoveredDirectories::default();
        self.report.notes.extend(numbers.first().into_iter().flat_map(|&number| files[number].recover(&recovered)));
        self.report.notes.extend(numbers.iter().filter_map(|&number| files[number].broken_signature()));
        let saved = save_in_package(files, &path, &numbers, File::own_replacement);
        self.done += numbers.len();
        for (number, saved) in numbers.into_iter().zip(saved) {
            self.report.add(number, &files[number], saved);
        }
        false
    }

    /// Waits for a thread.
    pub fn wait(&mut self, files: &mut [File]) {
        if self.in_progress > 0
            && let Ok(written) = self.written.recv()
        {
            self.take_written(files, written);
        }
    }

    /// Returns the result, and whether it was stopped.
    pub fn end(self) -> (SaveReport, bool) {
        let mut report = self.report;
        if self.is_stopped {
            report.notes.push(format!("stopped after {} of {} files", self.done, self.total));
        }
        (report, self.is_stopped)
    }

    fn prepare(&mut self, files: &[File], number: usize) {
        let file = &files[number];
        self.report.notes.extend(file.broken_signature());
        // The threads wait for jobs as long as there is a sender.
        let sent = file.own_write().and_then(|write| self.writes.send((number, write)).map_err(|_| Unsaved::Changed));
        match sent {
            Ok(()) => self.in_progress += 1,
            Err(reason) => {
                self.done += 1;
                self.report.add(number, file, Err(reason));
            }
        }
    }

    fn take_written(&mut self, files: &mut [File], written: Written) {
        let Written { file, notes, new, result } = written;
        self.in_progress -= 1;
        self.done += 1;
        self.report.notes.extend(notes);
        let saved = result.map(|(saved, stamp)| {
            files[file].saved(new, stamp);
            saved
        });
        self.report.add(file, &files[file], saved);
    }
}

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
                self.failed.push(format!("not saved: {} {reason}", file.name));
            }
        }
    }
}
