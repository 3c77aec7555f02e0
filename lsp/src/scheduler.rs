//! When which document is published: at once, but after a change not before as much time has passed as the last publication
//! took.
//!
//! ```text
//! didOpen, didClose ─────────────┐
//! didChange ─ is there time? ────┼─▶ publish
//! settings ─▶ reanalyze all ─────┘
//! ```
//!
//! So results appear while somebody types, in documents of any size, and at least half of the time is left for requests.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::task::{Instant, sleep_until};

/// Times at which documents are due.
#[derive(Debug, Default)]
pub struct Scheduler {
    due: Mutex<HashMap<Arc<str>, Instant>>,
    /// Time before which no change is published.
    pause: Mutex<Option<Instant>>,
    /// Whether the settings changed since the documents were analyzed.
    is_invalid: AtomicBool,
    wake: Notify,
}

/// Work that is due.
#[derive(Debug)]
pub enum Work {
    /// Analysis of all documents with new settings.
    Reanalyze,
    /// Publication of the documents at these URIs.
    Publish(Vec<Arc<str>>),
}

impl Scheduler {
    /// Makes the document at `uri` due now.
    pub fn publish_now(&self, uri: Arc<str>) {
        self.due.lock().insert(uri, Instant::now());
        self.wake.notify_one();
    }

    /// Makes it due after a change, when there is time.
    pub fn publish_soon(&self, uri: Arc<str>) {
        let pause = *self.pause.lock();
        let now = Instant::now();
        self.due.lock().entry(uri).or_insert(pause.map_or(now, |pause| pause.max(now)));
        self.wake.notify_one();
    }

    /// Records a publication that began at `start` and ends now.
    pub fn on_published(&self, start: Instant) {
        let pause = Instant::now() + start.elapsed();
        *self.pause.lock() = Some(pause);
    }

    /// Makes a new analysis of all documents due now, because settings changed.
    pub fn invalidate(&self) {
        self.is_invalid.store(true, Ordering::SeqCst);
        self.wake.notify_one();
    }

    /// Waits until something is due.
    pub async fn next(&self) -> Work {
        loop {
            if self.is_invalid.swap(false, Ordering::SeqCst) {
                return Work::Reanalyze;
            }
            let first = self.due.lock().values().min().copied();
            match first {
                Some(first) if first <= Instant::now() => return Work::Publish(self.take_due()),
                Some(first) => {
                    tokio::select! { () = sleep_until(first) => {}, () = self.wake.notified() => {} }
                }
                None => self.wake.notified().await,
            }
        }
    }

    fn take_due(&self) -> Vec<Arc<str>> {
        let now = Instant::now();
        self.due.lock().extract_if(|_, due| *due <= now).map(|(uri, _)| uri).collect()
    }
}
