//! When what is published: at once when a text is opened or closed, a short while after the first of some
//! changes, and by one task alone, so that no older result follows a newer one.
//!
//! ```text
//! didOpen ──────────┐
//! didChange ─ 40 ms ┼─▶ snapshot ─▶ diagnostics ─▶ is it still current? ─▶ publish
//! didClose ─────────┘       ╰──────── no: at once ───────╯
//! settings ─────────▶ every text judged anew ─▶ as if it were opened
//! ```
//!
//! The time counts from the first change that was not yet published: who types without a pause sees results.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::session::Session;

/// How long a change waits for others. Shorter than the time from key to key of all but the fastest, so that what is
/// said of one key is not in the way of what is asked at the next.
pub const DEBOUNCE: Duration = Duration::from_millis(40);

/// Which texts are to be published when.
#[derive(Debug, Default)]
pub struct Schedule {
    due: Mutex<HashMap<Arc<str>, Instant>>,
    /// Whether the settings are others than the texts were judged by.
    is_unsettled: AtomicBool,
    wake: Notify,
}

/// What is to be done.
enum Work {
    Rejudge,
    Publish(Vec<Arc<str>>),
}

impl Schedule {
    /// Publishes the text at `uri` now.
    pub fn at_once(&self, uri: Arc<str>) {
        self.lock().insert(uri, Instant::now());
        self.wake.notify_one();
    }

    /// Publishes it soon after a change that came at `came`: what the change itself takes is no reason to wait.
    pub fn soon(&self, uri: Arc<str>, came: Instant) {
        self.lock().entry(uri).or_insert(came + DEBOUNCE);
        self.wake.notify_one();
    }

    /// Judges all texts anew where their settings are others now.
    pub fn rejudge(&self) {
        self.is_unsettled.store(true, Ordering::SeqCst);
        self.wake.notify_one();
    }

    /// Waits for something that is due.
    async fn next(&self) -> Work {
        loop {
            if self.is_unsettled.swap(false, Ordering::SeqCst) {
                return Work::Rejudge;
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

/// Does what is due, for ever.
pub async fn run(session: Arc<Session>) {
    let mut told = HashMap::new();
    loop {
        match session.schedule.next().await {
            Work::Rejudge => rejudge(&session).await,
            Work::Publish(uris) if session.abilities().pulls_diagnostics => drop(uris),
            Work::Publish(uris) => {
                for uri in uris {
                    publish(&session, uri, &mut told).await;
                }
            }
        }
    }
}

/// Publishes the text at `uri`, unless it was `told` of as it is: a change may have come while another was waiting.
async fn publish(session: &Arc<Session>, uri: Arc<str>, told: &mut HashMap<Arc<str>, u64>) {
    let Some(room) = session.publisher.room().await else { return };
    let Some(snapshot) = session.documents.snapshot(&uri) else {
        told.remove(&uri);
        return room.send(session.publisher.written(&uri, None, &[]));
    };
    if told.get(&uri) == Some(&snapshot.generation) {
        return;
    }
    let (work, of) = (Arc::clone(session), Arc::clone(&snapshot));
    let Some(publication) = aside(move || work.publication(&of)).await else { return };
    if session.documents.is_current(&snapshot) {
        room.send(publication);
        told.insert(uri, snapshot.generation);
    } else {
        // It waited long enough: with each change between, it would wait for ever.
        session.schedule.at_once(uri);
    }
}

async fn rejudge(session: &Arc<Session>) {
    let work = Arc::clone(session);
    aside(move || work.forget_mended()).await;
    for snapshot in session.documents.all() {
        let (work, of) = (Arc::clone(session), Arc::clone(&snapshot));
        if aside(move || work.reanalyze(&of)).await == Some(true) {
            session.schedule.at_once(Arc::clone(&snapshot.uri));
        }
    }
    session.refresh();
}

/// Does `work` where it keeps nobody waiting.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.inspect_err(|error| tracing::error!("work was left undone: {error}")).ok()
}
