//! Whether the IDs in open texts have changed: references in other documents lead to them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use crate::documents::{Documents, Snapshot};

/// IDs in open texts, as far as they were compared.
#[derive(Debug, Default)]
pub struct OpenIds(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Generation of each document, and the hash of its IDs.
    of: HashMap<Arc<str>, (u64, u64)>,
    /// Number of changes.
    revision: u64,
    /// Revision at the last call of [`OpenIds::have_changed`].
    seen: u64,
}

impl OpenIds {
    /// Returns the number of changes so far. Takes time linear in the texts that have changed.
    pub fn revision(&self, documents: &Documents) -> u64 {
        self.refreshed(documents).revision
    }

    /// Returns whether the IDs have changed since the last call.
    pub fn have_changed(&self, documents: &Documents) -> bool {
        let mut known = self.refreshed(documents);
        let revision = known.revision;
        std::mem::replace(&mut known.seen, revision) != revision
    }

    fn refreshed(&self, documents: &Documents) -> MutexGuard<'_, Known> {
        let mut known = self.0.lock();
        let mut before = std::mem::take(&mut known.of);
        for open in documents.all() {
            let of = before.remove(&open.uri);
            let current = of.filter(|(generation, _)| *generation == open.generation);
            let current = current.unwrap_or_else(|| (open.generation, hash(&open)));
            known.revision += u64::from(of.is_none_or(|(_, hash)| hash != current.1));
            known.of.insert(Arc::clone(&open.uri), current);
        }
        // Of a text that was closed the file counts again.
        known.revision += u64::from(!before.is_empty());
        known
    }
}

fn hash(open: &Snapshot) -> u64 {
    let ids = open.document.ids();
    let mut hasher = DefaultHasher::new();
    ids.all().iter().for_each(|id| id.fragment.hash(&mut hasher));
    ids.includes().hash(&mut hasher);
    // Whether an ID that is not there is a finding.
    ids.target("\u{FFFF}").is_missing().hash(&mut hasher);
    hasher.finish()
}
