//! What findings depend on apart from the files themselves: configurations, schemas, catalogs, and the directories and files
//! in which targets of references were looked for.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use iri_core::files::Stamp;

/// Number of paths that are examined at once, even if there is no time left.
const FEW: usize = 16;
/// Time after a start in which nothing is examined: another program may change files again and again.
const REST: Duration = Duration::from_secs(1);

/// Paths with their metadata when the files had been read.
#[derive(Default)]
pub struct Dependencies {
    known: Vec<(PathBuf, Option<Stamp>)>,
    next: usize,
    since: Option<Instant>,
}

impl Dependencies {
    /// Replaces the paths.
    pub fn renew(&mut self, paths: Vec<PathBuf>) {
        let stamped = |path: PathBuf| {
            let stamp = Stamp::new(&path).ok();
            (path, stamp)
        };
        *self = Self { known: paths.into_iter().map(stamped).collect(), next: 0, since: Some(Instant::now()) };
    }

    /// Returns whether one of them has changed: examines a few, and more until `until`; the next call continues with the
    /// others.
    pub fn have_changed(&mut self, until: Instant) -> bool {
        if self.since.is_some_and(|since| since.elapsed() < REST) {
            return false;
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
