//! `--watch`: a new check after each change, until a signal ends it.
//!
//! The files are compared by length and time of modification. This needs no service of the system, and works on network
//! drives and in containers. A scan takes at most a tenth of the time.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use iri_core::files::{CONFIG_FILE_NAME, Stamp, absolute};

use super::stop::Stop;
use crate::cells::escape_line;
use crate::cli::files::{CheckArgs, FileArgs};
use crate::cli::outcome::{Outcome, fail, warn};
use crate::files::here::from_here;
use crate::files::jobs::{Job, jobs};
use crate::files::selection::{Selection, selected};
use crate::files::tally::named;

/// Least time between two scans.
const INTERVAL: Duration = Duration::from_millis(250);
/// Time between two looks at the signal.
const TICK: Duration = Duration::from_millis(50);
/// Version of each file.
type Files = BTreeMap<PathBuf, Stamp>;

/// Checks files with `once`, again after each change, until a signal comes.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    check: &CheckArgs,
    once: impl Fn(&CheckArgs, &Stop, &mut Vec<PathBuf>) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    let stop = Stop::listen()?;
    let mut depends = Vec::new();
    // The configuration may contain options of the run.
    let mut again = None;
    loop {
        let check = again.as_ref().unwrap_or(check);
        let mut files = match Watched::new(check, depends) {
            Ok(watched) => watched,
            Err(message) => return Ok(fail(&message)),
        };
        depends = Vec::new();
        once(check, &stop, &mut depends)?;
        files.add(&depends);
        if !stop.is_asked() && !check.printing.quiet {
            warn(&format!("watching {} (Ctrl-C quits)", named(files.known.len(), "path")));
        }
        let Some(changed) = files.wait(&stop) else { return Ok(Outcome::Done) };
        if !check.printing.quiet {
            warn(&changed);
        }
        again = CheckArgs::of_process();
    }
}

/// Files whose changes are noticed.
struct Watched {
    check: (FileArgs, Selection),
    /// What other files and directories the findings depend on.
    depends: BTreeSet<PathBuf>,
    known: Files,
}

impl Watched {
    fn new(check: &CheckArgs, depends: Vec<PathBuf>) -> Result<Self, String> {
        let named = [&check.baseline, &check.files.files_from].into_iter().flatten().cloned();
        let depends = depends.into_iter().chain(named).collect();
        let mut watched = Self { check: selected(&check.files)?, depends, known: Files::new() };
        watched.known = watched.scan();
        Ok(watched)
    }

    /// Adds what the findings depend on, as it is now.
    fn add(&mut self, depends: &[PathBuf]) {
        for path in depends {
            if self.depends.insert(path.clone()) && !self.known.contains_key(path) {
                add(&mut self.known, path.clone());
            }
        }
    }

    /// Returns the files that can affect the findings: the selected ones, those that they depend on, and the configuration
    /// files that may apply.
    fn scan(&self) -> Files {
        let mut all = scan(&self.check.0, &self.check.1);
        self.depends.iter().for_each(|path| add(&mut all, path.clone()));
        all
    }

    /// Waits for a change, and for the end of a series of changes. Returns a message about it; `None` if a signal came.
    fn wait(&mut self, stop: &Stop) -> Option<String> {
        let mut changed: BTreeSet<PathBuf> = BTreeSet::new();
        loop {
            let start = Instant::now();
            let now = self.scan();
            let pause = INTERVAL.max(start.elapsed() * 9);
            let is_different = |path: &&PathBuf| self.known.get(*path) != now.get(*path);
            let new: Vec<PathBuf> = self.known.keys().chain(now.keys()).filter(is_different).cloned().collect();
            self.known = now;
            if new.is_empty() && !changed.is_empty() {
                return Some(message(&changed));
            }
            changed.extend(new);
            let end = Instant::now() + pause;
            while Instant::now() < end {
                if stop.is_asked() {
                    return None;
                }
                sleep(TICK);
            }
        }
    }
}

fn message(changed: &BTreeSet<PathBuf>) -> String {
    match changed.first() {
        Some(path) if changed.len() == 1 => format!("changed: {}", escape_line(&from_here(path))),
        _ => format!("changed: {}", named(changed.len(), "file")),
    }
}

/// Returns the files that can affect the findings: the selected ones, and the configuration files in their directories
/// and the parents of these.
fn scan(files: &FileArgs, selection: &Selection) -> Files {
    let mut all = Files::new();
    let mut directories = BTreeSet::new();
    for job in jobs(files, selection) {
        let Job::File { path, .. } = job else { continue };
        let absolute = absolute(&path);
        for directory in absolute.ancestors().skip(1) {
            if !directories.insert(directory.to_owned()) {
                break;
            }
        }
        add(&mut all, path);
    }
    for directory in directories {
        add(&mut all, directory.join(CONFIG_FILE_NAME));
    }
    // A named file that does not exist yet is noticed when it is created.
    let config = files.config_file();
    let named = files.paths.iter().chain(&files.listed).chain(&config).filter(|path| !path.is_dir());
    named.for_each(|path| add(&mut all, path.clone()));
    all
}

fn add(all: &mut Files, path: PathBuf) {
    if let Ok(stamp) = Stamp::new(&path) {
        all.insert(path, stamp);
    }
}
