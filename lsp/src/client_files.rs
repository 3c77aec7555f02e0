//! Files that the server wants to read and cannot, because it runs in a browser: the client reads them.
//!
//! ```text
//! an analysis needs a file ─▶ wanted ─▶ request `iri/readFiles` ─▶ its text ─▶ as if the file had changed
//! ```

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

/// Maximum number of files that are asked for: documents decide which.
const MAX_FILES: usize = 10_000;

/// What is known of the files, by their paths.
#[derive(Debug, Default)]
pub struct ClientFiles {
    files: Mutex<HashMap<PathBuf, ClientFile>>,
    has_wanted: Notify,
    has_answers: Notify,
}

#[derive(Debug, Default)]
struct ClientFile {
    /// Text that the client sent last; `None` if there is no such file.
    text: Option<Arc<str>>,
    /// Number of texts so far.
    version: u64,
    state: State,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Wanted,
    Requested,
    Known,
}

impl ClientFiles {
    /// Returns the text of the file at `path` and its version, or asks the client for it.
    pub fn get(&self, path: &Path) -> Option<(u64, Arc<str>)> {
        // Other servers read files themselves.
        if !cfg!(target_family = "wasm") {
            return None;
        }
        let mut files = self.files.lock();
        if let Some(file) = files.get(path) {
            return Some((file.version, Arc::clone(file.text.as_ref()?)));
        }
        if files.len() < MAX_FILES {
            files.insert(path.to_owned(), ClientFile::default());
            self.has_wanted.notify_one();
        }
        None
    }

    /// Records that the file at `path` has changed: if it was asked for, it is asked for again.
    pub fn outdate(&self, path: &Path) {
        if let Some(file) = self.files.lock().get_mut(path) {
            file.state = State::Wanted;
            self.has_wanted.notify_one();
        }
    }

    /// Waits until there are files to ask for, and returns them.
    pub async fn wanted(&self) -> Vec<PathBuf> {
        self.has_wanted.notified().await;
        let mut files = self.files.lock();
        let wanted = files.iter_mut().filter(|(_, file)| file.state == State::Wanted);
        let wanted = wanted.map(|(path, file)| {
            file.state = State::Requested;
            path.clone()
        });
        wanted.collect()
    }

    /// Waits until the client has answered all requests; returns whether there were any.
    pub async fn settled(&self) -> bool {
        let mut has_waited = false;
        while self.files.lock().values().any(|file| file.state != State::Known) {
            has_waited = true;
            self.has_answers.notified().await;
        }
        has_waited
    }

    /// Records that the client has answered a request.
    pub fn on_answered(&self) {
        self.has_answers.notify_waiters();
    }

    /// Stores what the client answered; returns whether it is another text than before.
    pub fn set(&self, path: &Path, text: Option<String>) -> bool {
        let mut files = self.files.lock();
        let Some(file) = files.get_mut(path) else { return false };
        if file.state == State::Requested {
            file.state = State::Known;
        }
        if file.text.as_deref() == text.as_deref() {
            return false;
        }
        file.text = text.map(Arc::from);
        file.version += 1;
        true
    }
}
