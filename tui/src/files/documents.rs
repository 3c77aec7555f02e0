//! The references of files: all, the listed ones, and the changes.
//!
//! ```text
//!  reading ─▶ files ─▶ rows ─ filter ─▶ shown ─▶ selected
//!  (threads)    │
//!               └─ changes: fixes and edits, which can be undone in order and are saved on request
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use iri_core::Severity;
use iri_core::files::ConfigFile;
use iri_core::text::lines::LineIndex;

use crate::files::chunk::Chunk;
use crate::files::file::File;
use crate::files::filter::Filter;
use crate::files::history::History;
use crate::files::jobs::from_here;
use crate::files::loader::FileLoader;
use crate::files::rows::ReferenceRow;

/// References of files.
pub struct Documents {
    /// Requested path, for the title.
    pub name: String,
    /// Files that have been read so far, in order.
    pub files: Vec<File>,
    /// Filter of the list.
    pub filter: Filter,
    /// Listed references in order.
    shown: Vec<ReferenceIndex>,
    /// Index of the selected one among them.
    pub selected: usize,
    /// Messages about files that could not be read, and problems of configurations.
    pub failures: Vec<String>,
    /// Messages about the files that the last save did not save.
    pub unsaved: Vec<String>,
    /// Counts of all files, listed or not.
    pub count: Totals,
    loader: Arc<FileLoader>,
    incoming: Option<Receiver<Chunk>>,
    /// Configurations whose problems are listed.
    configs: HashSet<Option<PathBuf>>,
    pub(super) history: History,
}

/// A reference by the indexes of its file and its row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferenceIndex {
    /// Index of the file.
    pub file: u32,
    /// Index of the row.
    pub row: u32,
}

/// Counts of all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// References.
    pub references: usize,
    /// References with a finding.
    pub flagged: usize,
    /// References with an error, and references whose most severe finding is a warning.
    pub bad: [usize; 2],
    /// Files with unsaved changes.
    pub changed: usize,
}

/// Maximum delay of a key by receiving files.
const POLL_INTERVAL: Duration = Duration::from_millis(8);

impl Totals {
    fn add(&mut self, file: &File) {
        self.references += file.rows.len();
        self.changed += usize::from(file.is_changed());
        for row in file.rows.iter() {
            self.flagged += usize::from(row.worst.is_some());
            match row.worst {
                Some(Severity::Error) => self.bad[0] += 1,
                Some(Severity::Warning) => self.bad[1] += 1,
                _ => {}
            }
        }
    }
}

impl Documents {
    /// Starts with an empty list, which files from `incoming` fill.
    pub fn new(name: String, loader: Arc<FileLoader>, incoming: Receiver<Chunk>) -> Self {
        Self {
            name,
            files: Vec::new(),
            filter: Filter::default(),
            shown: Vec::new(),
            selected: 0,
            failures: Vec::new(),
            unsaved: Vec::new(),
            count: Totals::default(),
            loader,
            incoming: Some(incoming),
            configs: HashSet::new(),
            history: History::default(),
        }
    }

    /// Returns whether files are still being read.
    pub fn is_reading(&self) -> bool {
        self.incoming.is_some()
    }

    /// Receives the files that have been read so far. Returns whether there were any.
    pub fn receive(&mut self) -> bool {
        let until = Instant::now() + POLL_INTERVAL;
        let mut has_come = false;
        while let Some(incoming) = &self.incoming {
            match incoming.try_recv() {
                Ok(Chunk::Listed(listed)) => {
                    let file = File::new(*listed);
                    self.count.add(&file);
                    self.files.push(file);
                    self.list(self.files.len() - 1);
                }
                Ok(Chunk::Failure(message)) => self.failures.push(message),
                // Each file sends its configuration; the problems are listed once.
                Ok(Chunk::Config(file)) if self.configs.insert(file.path.clone()) => {
                    self.failures.extend(problem_lines(&file));
                }
                Ok(_) => {}
                Err(TryRecvError::Empty) => return has_come,
                Err(TryRecvError::Disconnected) => self.incoming = None,
            }
            has_come = true;
            if Instant::now() > until {
                break;
            }
        }
        has_come
    }

    /// Lists the references of a file that match the filter.
    fn list(&mut self, file: usize) {
        let folded = self.filter.text.to_lowercase();
        let File { name, rows, .. } = &self.files[file];
        let listed = rows.iter().enumerate().filter(|(_, row)| self.filter.matches(&folded, name, rows, row));
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        self.shown.extend(listed.map(|(row, _)| ReferenceIndex { file: number(file), row: number(row) }));
    }

    /// Updates the totals and the list after a change.
    pub fn changed(&mut self) {
        self.count = Totals::default();
        self.files.iter().for_each(|file| self.count.add(file));
        self.list_again();
    }

    /// Rebuilds the list; the selection stays, or moves to the next listed reference.
    pub fn list_again(&mut self) {
        let selected = self.at();
        self.shown.clear();
        (0..self.files.len()).for_each(|file| self.list(file));
        if let Some(at) = selected {
            self.select(at);
        }
    }

    /// Selects a reference, or the next listed one.
    pub fn select(&mut self, at: ReferenceIndex) {
        self.selected = self.shown.partition_point(|shown| *shown < at).min(self.shown.len().saturating_sub(1));
    }

    /// Returns the numbers of the listed rows of each file, in order.
    pub fn listed_rows(&self) -> HashMap<usize, Vec<usize>> {
        let mut listed: HashMap<usize, Vec<usize>> = HashMap::new();
        for at in &self.shown {
            listed.entry(at.file as usize).or_default().push(at.row as usize);
        }
        for rows in listed.values_mut() {
            rows.sort_unstable();
        }
        listed
    }

    /// Returns how many references are listed.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Returns the location of the selected reference.
    pub fn at(&self) -> Option<ReferenceIndex> {
        self.shown.get(self.selected).copied()
    }

    /// Returns the listed reference with this index.
    pub fn get(&self, number: usize) -> Option<(ReferenceIndex, &File, &ReferenceRow)> {
        let at = *self.shown.get(number)?;
        let file = self.files.get(at.file as usize)?;
        Some((at, file, file.rows.get(at.row as usize)?))
    }

    /// Returns the selected reference.
    pub fn current(&self) -> Option<(ReferenceIndex, &File, &ReferenceRow)> {
        self.get(self.selected)
    }

    /// Loads the file of the selected reference, and unloads others that are not needed.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open_current(&mut self) -> Result<(), String> {
        let Some(at) = self.at() else { return Ok(()) };
        let current = at.file as usize;
        if self.files[current].document().is_some() {
            return Ok(());
        }
        let loader = Arc::clone(&self.loader);
        self.files[current].open(&loader)?;
        // Files in the undo history stay in memory, or an undo would apply to another text.
        let kept: HashSet<usize> = self.history.files().collect();
        for (number, file) in self.files.iter_mut().enumerate() {
            if number != current && !kept.contains(&number) {
                file.close();
            }
        }
        // Another program may have changed it since it was listed.
        self.changed();
        Ok(())
    }

    /// Returns the next or previous listed reference with a finding; wraps around.
    pub fn next_finding(&self, is_forward: bool) -> Option<usize> {
        let count = self.len();
        let is_bad = |number: &usize| self.get(*number).is_some_and(|(_, _, row)| row.worst.is_some());
        (1..=count)
            .map(|by| (if is_forward { self.selected + by } else { self.selected + count - by }) % count)
            .find(is_bad)
    }

    /// Returns the violated rules by index, with the number of references.
    pub fn rules(&self) -> BTreeMap<usize, usize> {
        let mut counts = BTreeMap::new();
        for row in self.files.iter().flat_map(|file| file.rows.iter()) {
            for rule in row.broken.numbers() {
                *counts.entry(rule).or_default() += 1;
            }
        }
        counts
    }

    /// Returns the places, with the number of references.
    pub fn places(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for file in &self.files {
            for row in file.rows.iter() {
                let place = file.rows.place(row);
                match counts.get_mut(place) {
                    Some(count) => *count += 1,
                    None => drop(counts.insert(place.to_owned(), 1)),
                }
            }
        }
        counts
    }

    /// Returns the loader of the files.
    pub fn loader(&self) -> Arc<FileLoader> {
        Arc::clone(&self.loader)
    }
}

/// Returns `path:line:column: message` for each problem of a configuration.
fn problem_lines(file: &ConfigFile) -> Vec<String> {
    let path = file.path.as_deref().map_or_else(String::new, from_here);
    let lines = LineIndex::new(&file.text);
    let line = |problem: &iri_core::ConfigProblem| {
        let at = lines.line_column(problem.span.start);
        format!("{path}:{}:{}: {}", at.line, at.column, problem.message)
    };
    file.problems.iter().map(line).collect()
}
