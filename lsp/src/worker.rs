//! The task that does what is due, alone, so that no older result follows a newer one.
//!
//! ```text
//! publish ───▶ snapshot ─▶ diagnostics ─▶ is it still current? ─▶ publisher
//!                 ▲                            │ no: due at once
//! reanalyze ──────┴────────────────────────────┘
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use crate::features::diagnostics;
use crate::scheduler::Work;
use crate::session::Session;

/// Does the work that is due, forever.
pub async fn run(session: Arc<Session>) {
    let mut published = HashMap::new();
    loop {
        match session.scheduler.next().await {
            Work::Reanalyze => reanalyze(&session).await,
            Work::Publish(uris) if session.capabilities().pulls_diagnostics => drop(uris),
            Work::Publish(uris) => {
                for uri in uris {
                    publish(&session, uri, &mut published).await;
                }
            }
        }
    }
}

/// Publishes the document at `uri`, unless its present generation was `published` already: a change may have arrived
/// while another was waiting.
async fn publish(session: &Arc<Session>, uri: Arc<str>, published: &mut HashMap<Arc<str>, u64>) {
    let Some(permit) = session.publisher.reserve().await else { return };
    let Some(snapshot) = session.documents.snapshot(&uri) else {
        published.remove(&uri);
        return permit.send(session.publisher.publication(&uri, None, &[]));
    };
    if published.get(&uri) == Some(&snapshot.generation) {
        return;
    }
    let (worker_session, worker_snapshot) = (Arc::clone(session), Arc::clone(&snapshot));
    let work = move || diagnostics::publication(&worker_session, &worker_snapshot);
    let Some(publication) = run_blocking(work).await else { return };
    if session.documents.is_current(&snapshot) {
        permit.send(publication);
        published.insert(uri, snapshot.generation);
    } else {
        // The document is published now: if every change delayed it, it would never be published.
        session.scheduler.publish_now(uri);
    }
}

async fn reanalyze(session: &Arc<Session>) {
    let worker_session = Arc::clone(session);
    run_blocking(move || worker_session.clear_resolved_problems()).await;
    for snapshot in session.documents.all() {
        let (worker_session, worker_snapshot) = (Arc::clone(session), Arc::clone(&snapshot));
        if run_blocking(move || worker_session.reanalyze(&worker_snapshot)).await == Some(true) {
            session.scheduler.publish_now(Arc::clone(&snapshot.uri));
        }
    }
    session.refresh();
}

/// Runs `work` on a thread on which it delays no message; `None` if it panicked.
pub async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.inspect_err(|error| tracing::error!("a task failed: {error}")).ok()
}
