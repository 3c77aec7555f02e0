//! The references of files: all, the listed ones, and the changes.
//!
//! ```text
//!  reading ─▶ files ─▶ rows ─ filter ─▶ shown ─▶ selected
//!  (threads)    │
//!               └─ changes: fixes and edits, which can be undone in order and are saved on request
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use iri_core::Severity;
use iri_core::files::{ConfigFile, ConfigTexts, absolute, below};
use iri_core::text::lines::LineIndex;

use crate::files::change::{Change, Scope};
use crate::files::chunk::Chunk;
use crate::files::config_edit::EditedConfig;
pub use crate::files::current::ReferenceIndex;
use crate::files::dependencies::Dependencies;
use crate::files::file::File;
use crate::files::filter::Filter;
use crate::files::here::{from_here, relative};
use crate::files::history::History;
use crate::files::loader::FileLoader;
use crate::files::position::Position;
use crate::files::reading::ReadingPlan;
use crate::files::rows::ReferenceRow;
use crate::files::tally::{named, outside_words};
use crate::files::task::{NOT_SAVED, Task};

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
    /// Current reference as of the last list, or where it was if it is no longer in its file; it need not be listed.
    current: Option<ReferenceIndex>,
    /// Current reference if it is listed although the filter does not match it after a change: the selection stays.
    kept: Option<ReferenceIndex>,
    /// Order of the files in the list.
    order: ListOrder,
    /// Position of each file in that order; a change of a file does not move it.
    ranks: Vec<u32>,
    /// Marked references, to which the next action applies.
    pub(super) marked: BTreeSet<ReferenceIndex>,
    /// Number of marks that the last change by another program removed.
    pub(super) lost_marks: usize,
    /// Least severity of the listed findings as soon as there are any, unless the user chooses a filter before.
    least_once_found: Option<Severity>,
    /// Whether the first reference stays selected while the list grows, until the user acts on it.
    follows_start: bool,
    /// Messages about files that could not be read, and problems of configurations.
    pub failures: Vec<String>,
    /// Notes about files that are skipped.
    pub skipped: BTreeSet<String>,
    /// Number of targets of references that were not looked at.
    pub outside: usize,
    /// Messages about the files that the last save did not save.
    pub unsaved: Vec<String>,
    /// Counts of all files, listed or not.
    pub count: Totals,
    plan: ReadingPlan,
    /// Position at which the list starts.
    start: Option<Position>,
    /// Number of each file by its path, and whether the path is the name of a file in a package.
    numbers: HashMap<(PathBuf, bool), usize>,
    /// Configurations that were changed here.
    pub(super) edited: BTreeMap<PathBuf, EditedConfig>,
    /// Whether files were inspected with other settings since the last question.
    is_configured: bool,
    /// Whether all files have been read; later ones have changed.
    is_whole: bool,
    /// Number of files that have been read since the last start.
    pub read: usize,
    /// What the findings depend on apart from the files: configurations, schemas, directories of targets.
    depends: Dependencies,
    /// Number of files to read, once they are counted.
    pub total: Option<usize>,
    loader: Arc<FileLoader>,
    /// Index of the file at which the next look for changes of other programs starts.
    pub(super) next_looked_at: usize,
    incoming: Option<Receiver<Chunk>>,
    /// Configurations whose problems are listed.
    configs: HashSet<Option<PathBuf>>,
    pub(super) history: History<Change>,
    /// Files that may be in memory without a need, the ones loaded first at the start.
    pub(super) loaded: VecDeque<usize>,
    /// Work that is not finished.
    pub(super) task: Option<Task>,
}

/// Order of the files in the list; the references of a file are always in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListOrder {
    /// By path.
    #[default]
    Path,
    /// By the most severe finding, then by path.
    Worst,
    /// By the number of findings, then by path.
    Findings,
}

impl ListOrder {
    /// Returns the next order.
    pub const fn next(self) -> Self {
        match self {
            Self::Worst => Self::Findings,
            Self::Findings => Self::Path,
            Self::Path => Self::Worst,
        }
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Worst => "severity",
            Self::Findings => "number of findings",
        }
    }

    /// Returns the position of a file; files with the same one are sorted by path.
    fn rank(self, file: &File) -> u32 {
        let counts = file.rows.counts();
        match self {
            Self::Path => 0,
            Self::Worst => counts.worst().map_or(u32::MAX, |worst| Severity::Error as u32 - worst as u32),
            Self::Findings => u32::MAX - counts.findings(),
        }
    }
}

/// Counts of all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Files.
    pub files: usize,
    /// References.
    pub references: usize,
    /// References with a finding.
    pub flagged: usize,
    /// Findings by severity.
    pub findings: [usize; Severity::ALL.len()],
    /// Those of them that are about no reference.
    pub elsewhere: usize,
    /// Files with unsaved changes.
    pub changed: usize,
}

/// Maximum delay of a key by receiving files.
const POLL_INTERVAL: Duration = Duration::from_millis(3);
/// Maximum number of files that are unloaded at a time.
const UNLOADED: usize = 16;

impl Totals {
    fn add(&mut self, file: &File) {
        self.files += usize::from(!file.is_removed());
        self.references += file.rows.len();
        self.changed += usize::from(file.is_changed());
        let counts = file.rows.counts();
        self.flagged += counts.flagged();
        self.elsewhere += file.rows.elsewhere().len();
        for severity in Severity::ALL {
            self.findings[severity as usize] += counts.with(severity);
        }
    }
}

impl Documents {
    /// Starts with an empty list, and reads the files that fill it.
    pub fn new(name: String, plan: ReadingPlan) -> Self {
        let (loader, incoming) = plan.start(ConfigTexts::new());
        Self {
            plan,
            start: None,
            numbers: HashMap::new(),
            edited: BTreeMap::new(),
            is_configured: false,
            is_whole: false,
            read: 0,
            depends: Dependencies::new(),
            total: None,
            next_looked_at: 0,
            name,
            files: Vec::new(),
            filter: Filter::default(),
            shown: Vec::new(),
            current: None,
            kept: None,
            order: ListOrder::Path,
            ranks: Vec::new(),
            marked: BTreeSet::new(),
            lost_marks: 0,
            least_once_found: None,
            follows_start: false,
            failures: Vec::new(),
            skipped: BTreeSet::new(),
            outside: 0,
            unsaved: Vec::new(),
            count: Totals::default(),
            loader,
            incoming: Some(incoming),
            configs: HashSet::new(),
            history: History::default(),
            loaded: VecDeque::new(),
            task: None,
        }
    }

    /// Sorts the files by severity, and lists only findings as soon as there are any.
    #[must_use]
    pub fn opened_on_findings(self) -> Self {
        Self { order: ListOrder::Worst, least_once_found: Some(Severity::Hint), follows_start: true, ..self }
    }

    /// Returns the words that follow the number of listed references. Changed references stay in the list until they are saved,
    /// and the selected one until another one is.
    pub fn listed_words(&self) -> String {
        let (filter, flagged) = (&self.filter, self.count.flagged);
        let words = match flagged {
            _ if filter.is_empty() || !filter.lists_all_findings() || self.len() <= flagged => filter.words(),
            0 => "no findings left".to_owned(),
            _ => format!("{flagged} with findings"),
        };
        match words.as_str() {
            "" => words,
            words if words.starts_with("with ") => format!(" {words}"),
            words => format!(": {words}"),
        }
    }

    /// Returns the name of a file without the opened directory.
    pub fn short_name<'a>(&self, file: &'a File) -> &'a str {
        let inside = below(Path::new(&file.name), Path::new(&self.name)).and_then(Path::to_str);
        inside.filter(|inside| !inside.is_empty()).unwrap_or(&file.name)
    }

    /// Notes that the user acts: the reference that is selected, if any, stays so while the list grows.
    pub fn touch(&mut self) {
        self.follows_start &= self.at().is_none();
    }

    /// Returns messages about files that were not saved, changed on disk, are gone, are skipped, or could not be read, about problems of
    /// configurations, and findings that are about no reference.
    pub fn problems(&self) -> impl Iterator<Item = String> {
        let of_file = |file: &File| match () {
            () if file.has_conflict() => Some(format!("{}: unsaved, changed on disk", file.name)),
            () => file.lost().map(|lost| lost.message.clone()),
        };
        let of_files = self.files.iter().filter_map(of_file);
        // What such a message says of a file includes that it was not saved.
        let is_said_again = move |unsaved: &str| {
            let name = unsaved.strip_prefix(NOT_SAVED).unwrap_or_default();
            self.files.iter().any(|file| name.starts_with(&file.name) && of_file(file).is_some())
        };
        let unsaved = self.unsaved.iter().filter(move |message| !is_said_again(message)).cloned();
        // The footer asks for the first problem in each frame.
        let files = if self.count.elsewhere > 0 { &self.files[..] } else { &[] };
        let elsewhere = files.iter().flat_map(|file| {
            let found = file.rows.elsewhere();
            found.map(move |found| format!("{}:{found}", file.name))
        });
        let messages = self.failures.iter().chain(&self.skipped).cloned();
        unsaved.chain(of_files).chain(messages).chain(outside_words(self.outside)).chain(elsewhere)
    }

    /// Returns whether files are still being read.
    pub fn is_reading(&self) -> bool {
        self.incoming.is_some() && !self.is_whole
    }

    /// Receives the files that have been read so far. Returns whether there were any.
    pub fn receive(&mut self) -> bool {
        let until = Instant::now() + POLL_INTERVAL;
        let first_new = self.files.len();
        let was_configured = std::mem::take(&mut self.is_configured);
        let has_come = self.receive_until(until);
        if self.is_configured {
            self.marked.clear();
            let new = self.files.iter().skip(self.ranks.len()).map(|file| self.order.rank(file));
            self.ranks.extend(new);
            self.changed();
            if self.starts_with_findings() {
                self.list_again(false);
            }
        } else if self.files.len() > first_new {
            self.list_from(first_new);
        }
        self.is_configured |= was_configured;
        has_come
    }

    fn receive_until(&mut self, until: Instant) -> bool {
        let mut has_come = false;
        while let Some(incoming) = &self.incoming {
            match incoming.try_recv() {
                Ok(Chunk::Listed(listed)) => {
                    self.read += 1;
                    let key = (listed.path.clone(), listed.package.is_some());
                    if let Some(&number) = self.numbers.get(&key) {
                        self.files[number].configure(*listed);
                        self.is_configured = true;
                    } else {
                        self.numbers.insert(key, self.files.len());
                        self.loaded.extend(listed.kept.is_some().then_some(self.files.len()));
                        let file = File::new(*listed);
                        self.count.add(&file);
                        self.files.push(file);
                    }
                }
                Ok(Chunk::Note(note)) => drop(self.skipped.insert(note)),
                Ok(Chunk::Failure(message)) if !self.failures.contains(&message) => self.failures.push(message),
                Ok(Chunk::Gone(path)) => {
                    let is_kept = |number: usize| self.history.files().any(|file| file == number);
                    let number = self.numbers.get(&(path.clone(), false));
                    if let Some(&number) = number.filter(|&&number| !is_kept(number)) {
                        self.is_configured |= self.files[number].forget();
                    } else {
                        self.forget_entries(&path, &HashSet::new());
                    }
                }
                Ok(Chunk::Entries(package, names)) => self.forget_entries(&package, &names),
                Ok(Chunk::Total(count)) => self.total = Some(count),
                Ok(Chunk::Whole) if self.is_whole => continue,
                Ok(Chunk::Whole) => {
                    self.is_whole = true;
                    self.depends.renew(self.loader.files());
                    self.outside = self.loader.targets_outside();
                }
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

    /// Removes the references of the files in a package on disk, except for those of the files `names`.
    fn forget_entries(&mut self, package: &Path, names: &HashSet<String>) {
        let is_within = |file: &File| file.package.as_ref().is_some_and(|containing| containing.path == package);
        for file in self.files.iter_mut().filter(|file| is_within(file) && !names.contains(&file.name)) {
            self.is_configured |= file.forget();
        }
    }

    /// Filters the list by findings if it opens on them and has the first one. Returns whether it did.
    fn starts_with_findings(&mut self) -> bool {
        let Some(least) = self.least_once_found.filter(|_| self.count.flagged > 0) else { return false };
        self.least_once_found = None;
        self.filter.least = Some(least);
        true
    }

    /// Lists the new files, those from `first_new` on.
    fn list_from(&mut self, first_new: usize) {
        if self.starts_with_findings() {
            self.shown.clear();
            self.ranks.clear();
        }
        let listed = self.ranks.len().min(first_new);
        let old = self.shown.len();
        for number in listed..self.files.len() {
            self.ranks.push(self.order.rank(&self.files[number]));
            self.list(number);
        }
        let is_sorted =
            self.shown.get(old.saturating_sub(1)..).is_none_or(|new| new.is_sorted_by_key(|at| self.key(*at)));
        if !is_sorted {
            let mut shown = std::mem::take(&mut self.shown);
            shown.sort_by_key(|at| self.key(*at));
            self.shown = shown;
        }
        if self.follows_start || self.current.is_none() {
            self.select_number(self.number_at_start().unwrap_or(0));
        }
    }

    /// Returns the position of a reference in the list.
    fn key(&self, at: ReferenceIndex) -> (u32, ReferenceIndex) {
        (self.ranks.get(at.file as usize).copied().unwrap_or(0), at)
    }

    /// Lists the references of a file that match the filter.
    fn list(&mut self, file: usize) {
        let rows = 0..self.files[file].rows.len();
        add_matching(&mut self.shown, &self.filter, (file, &self.files[file]), rows);
    }

    /// Changes the text of the filter. If every reference that contains the new text contains the old one, only the listed
    /// ones are examined.
    pub fn set_filter_text(&mut self, text: &str) {
        self.least_once_found = None;
        if !self.filter.set_text(text) {
            return self.filter_changed();
        }
        self.kept = None;
        let before = std::mem::take(&mut self.shown);
        for listed in before.chunk_by(|a, b| a.file == b.file) {
            let number = listed[0].file as usize;
            let rows = listed.iter().map(|at| at.row as usize);
            add_matching(&mut self.shown, &self.filter, (number, &self.files[number]), rows);
        }
    }

    /// Updates the totals and the list after a change. The current reference stays listed.
    pub fn changed(&mut self) {
        self.count = Totals::default();
        self.files.iter().for_each(|file| self.count.add(file));
        self.count.changed += self.edited.values().filter(|config| config.is_changed()).count();
        let is_kept = self.current.is_some_and(|before| self.is_listed(before));
        self.list_again(is_kept);
    }

    /// Lists what matches the changed filter.
    pub fn filter_changed(&mut self) {
        self.least_once_found = None;
        self.list_again(false);
    }

    /// Rebuilds the list. If `is_kept`, the current reference is listed even if the filter does not match it.
    fn list_again(&mut self, is_kept: bool) {
        self.current = self.at().or(self.current);
        self.kept = None;
        self.shown.clear();
        let mut files: Vec<usize> = (0..self.files.len()).collect();
        files.sort_by_key(|&file| self.ranks.get(file).copied());
        for file in files {
            self.list(file);
        }
        if let Some(at) = self.at().filter(|at| is_kept && !self.is_listed(*at)) {
            self.shown.insert(self.number_from(at), at);
            self.kept = Some(at);
        }
    }

    /// Returns the order of the files.
    pub const fn order(&self) -> ListOrder {
        self.order
    }

    /// Sorts the files by their present findings.
    pub fn sort(&mut self, order: ListOrder) {
        let is_kept = self.is_current_listed();
        self.order = order;
        self.ranks = self.files.iter().map(|file| order.rank(file)).collect();
        self.list_again(is_kept);
    }

    /// Returns whether a reference is marked.
    pub fn is_marked(&self, at: ReferenceIndex) -> bool {
        self.marked.contains(&at)
    }

    /// Returns the marked references in the order of the files.
    pub const fn marked(&self) -> &BTreeSet<ReferenceIndex> {
        &self.marked
    }

    /// Marks the selected reference, or removes its mark.
    pub fn toggle_mark(&mut self) {
        let Some(at) = self.at() else { return };
        if !self.marked.remove(&at) {
            self.marked.insert(at);
        }
    }

    /// Marks all listed references; if all are marked, removes the marks.
    pub fn toggle_marks(&mut self) {
        if self.shown.iter().all(|at| self.marked.contains(at)) {
            self.marked.clear();
        } else {
            self.marked.extend(&self.shown);
        }
    }

    /// Removes all marks.
    pub fn clear_marks(&mut self) {
        self.marked.clear();
    }

    /// Returns the marked references, or the selected one without marks.
    pub fn targets(&self) -> Vec<ReferenceIndex> {
        if self.marked.is_empty() { self.at().into_iter().collect() } else { self.marked.iter().copied().collect() }
    }

    /// Selects a reference, listed or not.
    pub fn select(&mut self, at: ReferenceIndex) {
        if let Some(kept) = self.kept.take_if(|kept| *kept != at) {
            self.shown.remove(self.number_from(kept));
        }
        self.select_nothing();
        let file = self.files.get_mut(at.file as usize).filter(|file| (at.row as usize) < file.rows.len());
        if let Some(file) = file {
            file.current = Some(at.row as usize);
            self.current = Some(at);
        }
    }

    /// Returns the first reference that was changed; `None` if the selected one was changed, too. The edits of `inverse` have
    /// the present positions.
    pub(super) fn first_changed(&self, inverse: &Change) -> Option<ReferenceIndex> {
        let is_changed = |(at, _, row): (ReferenceIndex, &File, &ReferenceRow)| {
            let parts = inverse.parts.iter().filter(|part| part.file == at.file as usize);
            let mut edits = parts.flat_map(|part| part.changes.edits());
            edits.any(|edit| edit.span.start <= row.span().end && row.span().start <= edit.span.end)
        };
        let part = inverse.parts.first().filter(|_| !self.current().is_some_and(is_changed))?;
        let start = part.changes.edits().first()?.span.start;
        let row = self.files[part.file].rows.iter().position(|row| row.span().end >= start)?;
        Some(ReferenceIndex { file: u32::try_from(part.file).ok()?, row: u32::try_from(row).ok()? })
    }

    /// Selects a reference if it is listed.
    pub fn select_listed(&mut self, at: ReferenceIndex) {
        if self.is_listed(at) {
            self.select(at);
        }
    }

    fn select_nothing(&mut self) {
        let before = self.current.take();
        if let Some(file) = before.and_then(|at| self.files.get_mut(at.file as usize)) {
            file.current = None;
        }
    }

    /// Selects the listed reference with this number, or the last one.
    pub fn select_number(&mut self, number: usize) {
        let last = self.shown.len().saturating_sub(1);
        match self.shown.get(number.min(last)) {
            Some(&at) => self.select(at),
            None => self.select_nothing(),
        }
    }

    /// Returns the number of the current reference in the list; if it is not listed, that of the next one, or the last.
    pub fn selected(&self) -> usize {
        self.next_listed().min(self.shown.len().saturating_sub(1))
    }

    /// Returns the number of the first listed reference that is not before the current one.
    fn next_listed(&self) -> usize {
        self.at().or(self.current).map_or(0, |at| self.number_from(at))
    }

    /// Returns the number of the first listed reference that is not before `at`.
    fn number_from(&self, at: ReferenceIndex) -> usize {
        let key = self.key(at);
        self.shown.partition_point(|shown| self.key(*shown) < key)
    }

    /// Selects the next listed reference if the current one is not listed.
    pub fn stay_listed(&mut self) {
        if !self.is_current_listed() {
            self.select_number(self.selected());
        }
    }

    /// Returns whether the current reference is listed.
    pub fn is_current_listed(&self) -> bool {
        self.at().is_some_and(|at| self.is_listed(at))
    }

    /// Returns whether a reference is listed.
    pub fn is_listed(&self, at: ReferenceIndex) -> bool {
        self.shown.get(self.number_from(at)) == Some(&at)
    }

    /// Returns the number of the next or previous listed reference; `None` at the end of the list.
    pub fn neighbor(&self, is_forward: bool) -> Option<usize> {
        let here = self.next_listed();
        let next = if is_forward { Some(here + usize::from(self.is_current_listed())) } else { here.checked_sub(1) };
        next.filter(|next| *next < self.shown.len())
    }

    /// Returns the first listed reference of the next or previous file.
    pub fn next_file(&self, is_forward: bool) -> Option<usize> {
        let here = self.selected();
        let file = self.shown.get(here)?.file;
        if is_forward {
            return (here..self.shown.len()).find(|&number| self.shown[number].file != file);
        }
        let last = (0..here).rfind(|&number| self.shown[number].file != file)?;
        let before = self.shown[last].file;
        Some((0..last).rfind(|&number| self.shown[number].file != before).map_or(0, |number| number + 1))
    }

    /// Returns how many references contain a text and are not listed, if there are any.
    pub(super) fn unlisted_words(&self, text: &str, scope: Scope) -> Option<String> {
        let count = |file: &File| file.rows.iter().filter(|row| file.rows.text(row).contains(text)).count();
        let all: usize = self.files.iter().map(count).sum();
        let is_in = |at: &&ReferenceIndex| {
            let row = self.files[at.file as usize].rows.get(at.row as usize);
            row.is_some_and(|row| self.files[at.file as usize].rows.text(row).contains(text))
        };
        let others = all - self.shown.iter().filter(is_in).count();
        let words = || format!("{} with '{text}' not listed (esc twice)", named(others, "reference"));
        (scope == Scope::Listed && others > 0).then(words)
    }

    /// Returns the numbers of the listed or marked rows of each file, in order.
    pub(super) fn rows_of(&self, scope: Scope) -> HashMap<usize, Vec<usize>> {
        let mut listed: HashMap<usize, Vec<usize>> = HashMap::new();
        let all: Vec<ReferenceIndex> = match scope {
            Scope::Marked => self.targets(),
            Scope::Listed => self.shown.clone(),
        };
        for at in all {
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

    /// Returns where the current reference is; `None` if it is no longer in its file.
    pub fn at(&self) -> Option<ReferenceIndex> {
        let file = self.current?.file;
        let row = self.files.get(file as usize)?.current?;
        Some(ReferenceIndex { file, row: u32::try_from(row).ok()? })
    }

    /// Returns the listed reference with this index.
    pub fn get(&self, number: usize) -> Option<(ReferenceIndex, &File, &ReferenceRow)> {
        self.reference(*self.shown.get(number)?)
    }

    /// Returns a reference, listed or not.
    pub fn reference(&self, at: ReferenceIndex) -> Option<(ReferenceIndex, &File, &ReferenceRow)> {
        let file = self.files.get(at.file as usize)?;
        Some((at, file, file.rows.get(at.row as usize)?))
    }

    /// Returns the current reference.
    pub fn current(&self) -> Option<(ReferenceIndex, &File, &ReferenceRow)> {
        self.reference(self.at()?)
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
        let before = self.files[current].rows.clone();
        self.files[current].open(&loader)?;
        self.unload();
        self.loaded.push_back(current);
        // Another program may have changed it since it was listed.
        if self.files[current].rows != before {
            self.marked.retain(|at| at.file as usize != current);
            self.changed();
        }
        Ok(())
    }

    /// Unloads some of the files that are not needed. A task needs all.
    fn unload(&mut self) {
        let current = self.at().map(|at| at.file as usize);
        let count = if self.task.is_some() { 0 } else { self.loaded.len().min(UNLOADED) };
        for number in self.loaded.drain(..count).collect::<Vec<_>>() {
            if Some(number) == current {
                self.loaded.push_back(number);
            } else {
                self.files[number].close();
            }
        }
    }

    /// Returns the next or previous listed reference with a finding; wraps around.
    pub fn next_finding(&self, is_forward: bool) -> Option<usize> {
        let count = self.len();
        let is_bad = |number: &usize| self.get(*number).is_some_and(|(_, _, row)| row.worst.is_some());
        let here = self.next_listed();
        let next = here + usize::from(self.is_current_listed());
        (0..count).map(|by| (if is_forward { next + by } else { here + count - 1 - by }) % count).find(is_bad)
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

    /// Reads all files again, with the present texts of the configurations.
    pub(super) fn read_again(&mut self) {
        let text = |(path, config): (&PathBuf, &EditedConfig)| (path.clone(), config.text().cloned());
        let (loader, incoming) = self.plan.start(self.edited.iter().map(text).collect());
        (self.loader, self.incoming, self.is_whole) = (loader, Some(incoming), false);
        (self.read, self.depends, self.outside) = (0, Dependencies::new(), 0);
        // Each file reports its problems and those of its configuration again.
        self.skipped.clear();
        self.failures.clear();
        self.configs.clear();
    }

    /// Reads all files again if another program changed what their findings depend on.
    pub(super) fn follow_dependencies(&mut self, until: Instant) {
        if self.is_whole && self.depends.have_changed(until) {
            self.read_again();
        }
    }

    /// Reads all files again if the targets of references are checked: a file that changed may be the target of any.
    pub(super) fn check_targets_again(&mut self) {
        if self.plan.are_targets_checked {
            self.read_again();
        }
    }

    /// Returns whether missing targets of references are findings.
    pub const fn checks_targets(&self) -> bool {
        self.plan.are_targets_checked
    }

    /// Turns the check of the targets of references on or off, and reads all files again. Returns whether it is on.
    pub fn toggle_targets(&mut self) -> bool {
        self.plan.are_targets_checked = !self.plan.are_targets_checked;
        self.read_again();
        self.plan.are_targets_checked
    }

    /// Returns the directories that the user opened.
    pub(super) fn opened(&self) -> Vec<PathBuf> {
        self.plan.files.inputs().iter().filter(|path| path.is_dir()).map(|path| absolute(path)).collect()
    }

    /// Returns what was opened, if it is one file or directory.
    pub fn opened_path(&self) -> Option<PathBuf> {
        match &self.plan.files.inputs()[..] {
            [path] if path.as_os_str() != "-" => Some(absolute(path)),
            _ => None,
        }
    }

    /// Returns the position of the current reference.
    pub fn position(&self) -> Option<Position> {
        let (_, file, row) = self.current().filter(|(_, file, _)| file.package.is_none())?;
        Some(Position { opened: self.opened_path()?, file: absolute(&file.path), line: row.line, column: row.column })
    }

    /// Starts at a position.
    #[must_use]
    pub fn at_position(mut self, position: Option<Position>) -> Self {
        self.start = position.map(|position| Position { file: relative(&position.file), ..position });
        self
    }

    /// Returns the number of the listed reference at the position at which the list starts, or of the next one.
    fn number_at_start(&self) -> Option<usize> {
        let start = self.start.as_ref()?;
        let file = *self.numbers.get(&(start.file.clone(), false))?;
        let before = |row: &ReferenceRow| (row.line, row.column) < (start.line, start.column);
        let row = self.files[file].rows.iter().take_while(|row| before(row)).count();
        let at = ReferenceIndex { file: u32::try_from(file).ok()?, row: u32::try_from(row).ok()? };
        Some(self.number_from(at))
    }

    /// Returns whether files were inspected with other settings since the last call.
    pub fn take_configured(&mut self) -> bool {
        std::mem::take(&mut self.is_configured)
    }

    /// Returns the configurations with unsaved changes.
    pub fn changed_configs(&self) -> impl Iterator<Item = &EditedConfig> {
        self.edited.values().filter(|config| config.is_changed())
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

/// Adds those of the rows `rows` of a file to `shown` that match the filter.
fn add_matching(
    shown: &mut Vec<ReferenceIndex>,
    filter: &Filter,
    (number, file): (usize, &File),
    rows: impl Iterator<Item = usize>,
) {
    let of_rows = filter.of_rows(&file.name, &file.rows);
    let changed = if file.is_changed() { file.changed_spans() } else { Vec::new() };
    let is_changed = |row: &ReferenceRow| {
        let next = changed.partition_point(|changed| changed.end < row.span().start);
        changed.get(next).is_some_and(|changed| changed.start <= row.span().end)
    };
    if of_rows.is_nothing() {
        return;
    }
    let matching = rows.filter(|&row| file.rows.get(row).is_some_and(|row| of_rows.matches(row, is_changed)));
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    shown.extend(matching.map(|row| ReferenceIndex { file: small(number), row: small(row) }));
}
