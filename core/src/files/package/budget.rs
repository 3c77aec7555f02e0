//! Limits of what is read of one file on the disk, shared by all packages within it.

use std::io::Read;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::PackageError;

/// Maximum number of entries.
const MOST_ENTRIES: u64 = 65_535;
/// Maximum size of an entry, in bytes.
pub(super) const LARGEST_ENTRY: u64 = 256 << 20;
/// Maximum size of all entries that are read, in bytes.
pub(super) const LARGEST_TOTAL: u64 = 1 << 30;
/// Size from which an entry, and all together, must not be compressed too well.
const RATIO_FROM: u64 = 16 << 20;
/// Maximum ratio of the size of an entry to its compressed size.
const LARGEST_RATIO: u64 = 200;
/// Number of times that each entry may be read: to fix it, to check it, and as the target of references.
const READS: u64 = 3;

/// What may still be read of a file. Threads may share it.
#[derive(Debug)]
pub struct Budget {
    bytes: AtomicU64,
    entries: AtomicU64,
    /// Limit that was exceeded. Nothing is read after that.
    exceeded: OnceLock<&'static str>,
}

impl Budget {
    /// Creates the budget of a file with this size in bytes.
    pub fn new(size: u64) -> Self {
        let by_ratio = size.saturating_mul(LARGEST_RATIO).max(RATIO_FROM);
        Self {
            bytes: AtomicU64::new(READS * by_ratio.min(LARGEST_TOTAL)),
            entries: AtomicU64::new(MOST_ENTRIES),
            exceeded: OnceLock::new(),
        }
    }

    /// Takes the entries of a package from the budget.
    pub fn take_entries(&self, count: usize) -> Result<(), PackageError> {
        take(&self.entries, count as u64).ok_or_else(|| self.exhausted("it contains more than 65,535 entries"))
    }

    /// Reads to the end, at most as much as the limits allow, and nothing if the stated size exceeds them. `sizes` are that
    /// of the compressed bytes and the stated one, which may be wrong.
    pub fn read(
        &self,
        reader: impl Read,
        (compressed, stated): (u64, u64),
        bytes: &mut Vec<u8>,
    ) -> Result<(), PackageError> {
        let by_ratio = compressed.saturating_mul(LARGEST_RATIO).max(RATIO_FROM);
        let rest = self.bytes.load(Ordering::Relaxed);
        let most = LARGEST_ENTRY.min(by_ratio).min(rest);
        let length = if stated > most { stated } else { reader.take(most + 1).read_to_end(bytes)? as u64 };
        match () {
            () if length <= most && take(&self.bytes, length).is_some() => Ok(()),
            () if most == rest => Err(self.exhausted("it contains more than 200 times its size, or 1 GiB")),
            () if most == by_ratio => {
                Err(PackageError::TooLarge("an entry is more than 200 times its compressed size"))
            }
            () => Err(PackageError::TooLarge("an entry has more than 256 MiB")),
        }
    }

    /// Returns why nothing more is read; `None` if the limits are not exceeded.
    pub fn exceeded(&self) -> Option<PackageError> {
        self.exceeded.get().map(|limit| PackageError::Exhausted(limit))
    }

    /// Ends the budget.
    fn exhausted(&self, limit: &'static str) -> PackageError {
        self.bytes.store(0, Ordering::Relaxed);
        PackageError::Exhausted(self.exceeded.get_or_init(|| limit))
    }
}

/// Takes `count` from the rest; `None` if it is less.
fn take(rest: &AtomicU64, count: u64) -> Option<()> {
    rest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |rest| rest.checked_sub(count)).ok().map(drop)
}
