//! When which document is published: at once when it is opened or closed, a short while after the first of some
//! changes.
//!
//! ```text
//! didOpen ──────────┐
//! didChange ─ 40 ms ┼─▶ publish
//! didClose ─────────┘
//! settings ─────────▶ reanalyze every document, then publish as if it were opened
//! ```
//!
//! The time counts from the first change that is not published yet: results appear during continuous typing.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::task::{Instant, sleep_until};

/// Delay of a publication, so that further changes are included. It is shorter than the time between two keys of all
/// but the fastest typists, so that a publication after one key does not delay the answer to the next.
const DEBOUNCE: Duration = Duration::from_millis(40);

/// Times at which documents are due.
#[derive(Debug, Default)]
pub struct Scheduler {
    due: Mutex<HashMap<Arc<str>, Instant>>,
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
        self.lock().insert(uri, Instant::now());
        self.wake.notify_one();
    }

    /// Makes it due soon after a change that arrived at `arrival`: the time to apply the change counts as waiting.
    pub fn publish_soon(&self, uri: Arc<str>, arrival: Instant) {
        self.lock().entry(uri).or_insert(arrival + DEBOUNCE);
        self.wake.notify_one();
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
            let first = self.lock().values().min().copied();
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
        self.lock().extract_if(|_, due| *due <= now).map(|(uri, _)| uri).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Instant>> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
