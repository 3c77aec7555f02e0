//! The task that does what is due, alone, so that no older result follows a newer one.
//!
//! ```text
//! publish ───▶ snapshot ─▶ diagnostics ─▶ is it still current? ─▶ publisher
//!                 ▲                            │ no: due at once
//! reanalyze ──────┴────────────────────────────┘
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use iri_core::CancelToken;
use tower_lsp::lsp_types::{Diagnostic, FileChangeType, FileEvent, Url};

use crate::analysis::files::depends_on_others;
use crate::features::diagnostics;
use crate::proto::to_proto;
use crate::scheduler::Work;
use crate::session::Session;
use crate::task::{Instant, run_blocking};

/// Does the work that is due, forever.
pub async fn run(session: Arc<Session>) {
    let mut published = HashMap::new();
    loop {
        match session.scheduler.next().await {
            Work::Reanalyze => reanalyze(&session).await,
            Work::Publish(uris) if session.capabilities().pulls_diagnostics => {
                let closed = uris.iter().filter(|uri| session.documents.snapshot(uri).is_none());
                closed.for_each(|uri| session.publisher.forget(uri));
                republish_dependents(&session).await;
            }
            Work::Publish(uris) => {
                let start = Instant::now();
                for uri in uris {
                    publish(&session, uri, &mut published).await;
                }
                republish_dependents(&session).await;
                session.scheduler.on_published(start);
            }
        }
    }
}

/// Asks the client for the files that it has to read, forever.
pub async fn read_files(session: Arc<Session>) {
    let files = &session.documents.files;
    loop {
        let paths = files.wanted().await;
        let paths: Vec<_> = paths.iter().filter_map(|path| Some((path, to_proto::url(path)?))).collect();
        let texts = session.read_files(paths.iter().map(|(_, uri)| uri.clone()).collect()).await;
        let texts = texts.into_iter().chain(std::iter::repeat(None));
        let changed = paths.iter().zip(texts).filter(|((path, _), text)| files.set(path, text.clone()));
        let event = |uri: &Url| FileEvent::new(uri.clone(), FileChangeType::CHANGED);
        let events: Vec<_> = changed.map(|((_, uri), _)| event(uri)).collect();
        if !events.is_empty() {
            session.on_files_changed(&events);
            // Requests that wait are answered under the new settings.
            for open in session.documents.all() {
                session.reanalyze(&open);
            }
        }
        files.on_answered();
    }
}

/// Publishes what depends on the IDs in open texts, if they have changed.
async fn republish_dependents(session: &Arc<Session>) {
    if !session.documents.any(depends_on_others) {
        return;
    }
    let session = Arc::clone(session);
    run_blocking(move || session.republish_dependents()).await;
}

/// Publishes the document at `uri`, unless its present generation was `published` already, with the present targets: a change
/// may have arrived while another was waiting.
async fn publish(session: &Arc<Session>, uri: Arc<str>, published: &mut HashMap<Arc<str>, (u64, u64)>) {
    let Some(permit) = session.publisher.reserve().await else { return };
    let _foreground = session.workspace.foreground();
    let Some(snapshot) = session.documents.snapshot(&uri) else {
        published.remove(&uri);
        permit.send(session.publisher.publication(&uri, None, &[] as &[Diagnostic]));
        session.publisher.forget(&uri);
        return session.workspace.on_closed(uri);
    };
    let snapshot = if snapshot.is_provisional {
        let (settling, of) = (Arc::clone(session), Arc::clone(&uri));
        let Some(Some(settled)) = run_blocking(move || settling.settled(&of)).await else {
            // It was closed, which publishes it again.
            return;
        };
        settled
    } else {
        snapshot
    };
    let targets = if depends_on_others(&snapshot.document) {
        let (session, of) = (Arc::clone(session), Arc::clone(&snapshot));
        let Some(targets) = run_blocking(move || session.targets_revision(&of)).await else { return };
        targets
    } else {
        0
    };
    let state = (snapshot.generation, targets);
    if published.get(&uri) == Some(&state) {
        return;
    }
    let (worker_session, worker_snapshot) = (Arc::clone(session), Arc::clone(&snapshot));
    let is_outdated = session.when_outdated(&snapshot);
    let work = move |cancel: &CancelToken| diagnostics::publication(&worker_session, &worker_snapshot, cancel);
    let Some(publication) = run_cancellable(is_outdated, work).await else { return };
    if session.has_ended() {
        return;
    }
    if session.documents.is_current(&snapshot) {
        permit.send(publication);
        published.insert(uri, state);
    } else {
        // The document is published now: if every change delayed it, it would never be published.
        session.scheduler.publish_now(uri);
    }
}

async fn reanalyze(session: &Arc<Session>) {
    let worker_session = Arc::clone(session);
    run_blocking(move || worker_session.clear_resolved_problems()).await;
    for snapshot in session.documents.all().into_iter().take_while(|_| !session.has_ended()) {
        let (worker_session, worker_snapshot) = (Arc::clone(session), Arc::clone(&snapshot));
        if run_blocking(move || worker_session.reanalyze(&worker_snapshot)).await == Some(true) {
            session.scheduler.publish_now(Arc::clone(&snapshot.uri));
        }
    }
    session.refresh();
}

/// Runs `work` as [`run_blocking`] does. It is cancelled when the returned future is dropped, as `$/cancelRequest` does, or
/// when `is_outdated` returns true.
pub async fn run_cancellable<T: Send + 'static>(
    is_outdated: impl Fn() -> bool + Send + Sync + 'static,
    work: impl FnOnce(&CancelToken) -> T + Send + 'static,
) -> Option<T> {
    let reply = Arc::new(());
    let pending = Arc::downgrade(&reply);
    let cancel = CancelToken::new(move || pending.strong_count() == 0 || is_outdated());
    let result = run_blocking(move || work(&cancel)).await;
    drop(reply);
    result
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn work_ends_when_its_reply_is_dropped_or_outdated() {
        let (sender, ended) = mpsc::channel();
        let endless = move |cancel: &CancelToken| {
            while !cancel.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            sender.send(()).expect("the test waits");
        };
        let reply = run_cancellable(|| false, endless.clone());
        assert!(tokio::time::timeout(Duration::from_millis(50), reply).await.is_err(), "the work is endless");
        ended.recv_timeout(Duration::from_secs(30)).expect("its reply was dropped");
        let outdated = tokio::time::Instant::now() + Duration::from_millis(50);
        run_cancellable(move || tokio::time::Instant::now() >= outdated, endless).await.expect("no panic");
        ended.recv_timeout(Duration::from_secs(30)).expect("it is outdated");
    }
}
