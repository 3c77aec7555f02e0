//! What findings depend on apart from the files themselves: configurations, schemas, catalogs, and the directories and files
//! in which targets of references were looked for.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use iri_core::files::Stamp;

/// Number of paths that are examined at once, even if there is no time left.
const FEW: usize = 16;
/// Time after a start in which nothing is examined: another program may change files again and again.
const REST: Duration = Duration::from_secs(1);
/// By how much the time of a change may be too early: file systems take the time of the last tick.
const TICK: Duration = Duration::from_millis(20);

/// Paths with their metadata when the files had been read.
pub struct Dependencies {
    known: Vec<(PathBuf, Option<Stamp>)>,
    next: usize,
    /// When the files began to be read.
    start: SystemTime,
    /// When they had been read.
    since: Option<Instant>,
    /// Whether a path may have changed after what depends on it was read.
    is_outdated: bool,
}

impl Dependencies {
    /// Creates the dependencies of files that are read from now on.
    pub fn new() -> Self {
        let start = SystemTime::now() - TICK;
        Self { known: Vec::new(), next: 0, start, since: None, is_outdated: false }
    }

    /// Replaces the paths: the files have been read.
    pub fn renew(&mut self, paths: Vec<PathBuf>) {
        let stamped = |path: PathBuf| {
            let stamp = Stamp::new(&path).ok();
            (path, stamp)
        };
        self.known = paths.into_iter().map(stamped).collect();
        self.is_outdated = self.known.iter().any(|(_, stamp)| stamp.is_some_and(|stamp| stamp.is_since(self.start)));
        (self.next, self.since) = (0, Some(Instant::now()));
    }

    /// Returns whether one of them has changed: examines a few, and more until `until`; the next call continues with the
    /// others.
    pub fn have_changed(&mut self, until: Instant) -> bool {
        if self.since.is_some_and(|since| since.elapsed() < REST) {
            return false;
        }
        if self.is_outdated {
            return true;
        }
        for looked in 0..self.known.len() {
            if looked > FEW && Instant::now() > until {
                break;
            }
            self.next = (self.next + 1) % self.known.len();
            let (path, stamp) = &self.known[self.next];
            if Stamp::new(path).ok() != *stamp {
                return true;
            }
        }
        false
    }
}
