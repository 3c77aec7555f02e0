//! What is known of the files of the workspace that are not open, so that a file is analyzed only after a change.
//!
//! ```text
//! file changed, settings changed ─▶ revision ─▶ scan ─▶ result of each file, by its length and time
//! ```

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use iri_core::files::{Stamp, file_uri_from_path, path_from_file_uri};
use parking_lot::Mutex;
use tokio::sync::watch;

/// Version under which a file was analyzed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileVersion {
    /// Version of the file.
    pub stamp: Stamp,
    /// Number of changes of settings, configuration files, schemas and catalogs before the analysis.
    pub settings: u64,
    /// Number of files that came or went before the analysis; 0 if its findings do not depend on other files.
    pub files: u64,
}

/// Result of the analysis of a file.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Version that was analyzed.
    pub version: FileVersion,
    /// Hash of the diagnostics; `None` without any.
    pub result: Option<u64>,
}

/// Result of a file that a client has.
#[derive(Clone, Debug)]
pub struct ClientResult {
    /// URI of the file as the client writes it.
    pub uri: String,
    /// ID of the result.
    pub id: String,
}

/// Results that a client has, by the [keys](result_key) of their URIs.
pub type ResultIds = HashMap<PathBuf, ClientResult>;

/// Returns what all URIs of a file have in common: clients write a drive as `C:`, `c:` or `c%3A`.
pub fn result_key(uri: &str) -> PathBuf {
    path_from_file_uri(uri).map_or_else(|| uri.into(), |path| path_key(&path))
}

/// Returns what all paths of a file have in common.
pub fn path_key(path: &Path) -> PathBuf {
    iri_core::files::path_key(path).into_owned()
}

/// Returns the URI of the file at `path`, as the server writes it.
pub fn uri_of(path: &Path) -> Option<String> {
    file_uri_from_path(path)
}

/// Files of the workspace.
#[derive(Debug)]
pub struct Workspace {
    known: Mutex<HashMap<PathBuf, Known>>,
    /// Documents that were closed, which removed their published diagnostics.
    closed: Mutex<Vec<Arc<str>>>,
    /// Diagnostics that the client has after the last complete answer, and the revision of that answer.
    answered: Mutex<Option<(u64, ResultIds)>>,
    settings: AtomicU64,
    files: AtomicU64,
    revision: watch::Sender<u64>,
    /// Number of requests for the diagnostics of the workspace.
    requests: watch::Sender<u64>,
    foreground: AtomicUsize,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            known: Mutex::default(),
            closed: Mutex::default(),
            answered: Mutex::default(),
            settings: AtomicU64::new(0),
            files: AtomicU64::new(1),
            revision: watch::Sender::new(0),
            requests: watch::Sender::new(0),
            foreground: AtomicUsize::new(0),
        }
    }
}

/// Guard of work that a user waits for.
#[must_use]
pub struct Foreground<'w>(&'w AtomicUsize);

impl Drop for Foreground<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Workspace {
    /// Records a change of settings, configuration files, schemas or catalogs: every file is analyzed again.
    pub fn on_settings_changed(&self) {
        self.settings.fetch_add(1, Ordering::SeqCst);
        self.on_files_changed();
    }

    /// Records that files came or went: the targets of references may be among them.
    pub fn on_files_listed(&self) {
        self.files.fetch_add(1, Ordering::SeqCst);
        self.on_files_changed();
    }

    /// Records that some file may have changed.
    pub fn on_files_changed(&self) {
        self.revision.send_modify(|revision| *revision += 1);
    }

    /// Records that a document was closed: the diagnostics of its file are published again.
    pub fn on_closed(&self, uri: Arc<str>) {
        self.closed.lock().push(uri);
        self.on_files_changed();
    }

    /// Returns the documents that were closed since the last call.
    pub fn take_closed(&self) -> Vec<Arc<str>> {
        std::mem::take(&mut *self.closed.lock())
    }

    /// Returns the number of changes so far; the receiver is notified of further ones.
    pub fn revision(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    /// Returns the number of changes so far.
    pub fn current_revision(&self) -> u64 {
        *self.revision.borrow()
    }

    /// Records a request for the diagnostics of the workspace; the receiver is notified of later ones, which supersede it.
    pub fn next_request(&self) -> watch::Receiver<u64> {
        self.requests.send_modify(|number| *number += 1);
        self.requests.subscribe()
    }

    /// Returns the version of an analysis now of the regular file at `path`; `None` if it is another one.
    pub fn version(&self, path: &Path) -> Option<FileVersion> {
        let metadata = path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
        let stamp = Stamp::from_metadata(&metadata);
        let load = |number: &AtomicU64| number.load(Ordering::SeqCst);
        Some(FileVersion { stamp, settings: load(&self.settings), files: load(&self.files) })
    }

    /// Returns the result of the file at `path` of that version, if it is known.
    pub fn known(&self, path: &Path, now: FileVersion) -> Option<Known> {
        let known = *self.known.lock().get(path)?;
        let of = known.version;
        let is_same = of.stamp == now.stamp && of.settings == now.settings && (of.files == 0 || of.files == now.files);
        is_same.then_some(known)
    }

    /// Stores the result of the file at `path`.
    pub fn set(&self, path: &Path, known: Known) {
        self.known.lock().insert(path.to_owned(), known);
    }

    /// Forgets the files that `matches` does not accept.
    pub fn retain(&self, matches: impl Fn(&Path) -> bool) {
        let mut known = self.known.lock();
        known.retain(|path, _| matches(path));
        if known.capacity() > 4 * known.len() {
            known.shrink_to_fit();
        }
    }

    /// Returns whether the client with these diagnostics has been answered since the last change.
    pub fn is_answered(&self, revision: u64, ids: &ResultIds) -> bool {
        let is_same = |known: &ResultIds| {
            let mut all = ids.iter();
            known.len() == ids.len() && all.all(|(key, has)| known.get(key).is_some_and(|known| known.id == has.id))
        };
        self.answered.lock().as_ref().is_some_and(|(of, known)| *of == revision && is_same(known))
    }

    /// Stores the diagnostics that the client has after an answer.
    pub fn set_answered(&self, revision: u64, ids: ResultIds) {
        *self.answered.lock() = Some((revision, ids));
    }

    /// Marks work that a user waits for, until the guard is dropped.
    pub fn foreground(&self) -> Foreground<'_> {
        self.foreground.fetch_add(1, Ordering::Relaxed);
        Foreground(&self.foreground)
    }

    /// Waits while there is work that a user waits for, but not long. Threads that the system has made ready run first:
    /// without this, a message or a timer waits for milliseconds until the system takes the processor from this thread.
    pub fn yield_to_foreground(&self) {
        const STEP: Duration = Duration::from_millis(1);
        const STEPS: usize = 50;
        std::thread::yield_now();
        for _ in 0..STEPS {
            if self.foreground.load(Ordering::Relaxed) == 0 {
                return;
            }
            std::thread::sleep(STEP);
        }
    }
}

/// Returns the ID of a result.
pub fn result_id(result: Option<u64>) -> String {
    result.map_or_else(|| "none".to_owned(), |hash| format!("{hash:016x}"))
}
