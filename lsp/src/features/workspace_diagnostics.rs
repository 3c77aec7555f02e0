//! The diagnostics of the whole workspace, pulled by the client, or pushed on request of the user.
//!
//! ```text
//! folders ─▶ thread ─▶ files ─▶ threads ─▶ reports as JSON ─▶ batches ─▶ partial results, or publications
//!                                │ known and unchanged: nothing
//!                                └ gives way to work that a user waits for
//! ```
//!
//! The files are those that `iri-inspect check` reads, except for packages. A client that pulls is answered when there
//! is something new.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, mpsc as std_mpsc};
use std::time::Duration;

use iri_core::CancelToken;
use parking_lot::Mutex;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tower_lsp::lsp_types::{
    Diagnostic, ProgressToken, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult,
    WorkspaceDocumentDiagnosticReport,
};

use crate::analysis::files::{self, ParsedFiles};
use crate::features::diagnostics;
use crate::session::Session;
use crate::task::{self, Instant};
use crate::workspace::{ClientResult, FileVersion, Known, ResultIds, path_key, result_id, result_key, uri_of};

/// Maximum number of files of a workspace.
const MAX_FILES: usize = 200_000;
/// Maximum number of diagnostics of the workspace that a client receives.
const LIMIT: usize = 100_000;
/// Maximum number of reports in a message.
const BATCH: usize = 200;
/// Number of files that a thread takes at once, and whose reports it sends at once: a thread that waits for another one
/// after each file would spend more time on that than on the files.
const CHUNK: usize = 32;
/// Time between messages with fewer reports.
const INTERVAL: Duration = Duration::from_millis(50);
/// Time without changes after which the files are read: programs write many files at once.
const QUIET: Duration = Duration::from_millis(300);
/// Title of the progress of a scan.
const TITLE: &str = "IRI: checking files";

/// New diagnostics of a file, a `WorkspaceFullDocumentDiagnosticReport` of LSP 3.17.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind", rename = "full")]
struct Report {
    #[serde(skip)]
    key: PathBuf,
    uri: String,
    /// `None`: only an open document has a version.
    version: Option<i32>,
    result_id: String,
    /// Diagnostics as JSON: they are serialized once, by the thread that found them.
    items: Box<RawValue>,
}

impl Report {
    fn new(key: PathBuf, uri: String, result: Option<u64>, items: Box<RawValue>) -> Self {
        Self { key, uri, version: None, result_id: result_id(result), items }
    }

    /// Returns the report that a file has no diagnostics any more.
    fn nothing((key, known): (&PathBuf, &ClientResult)) -> Self {
        Self::new(key.clone(), known.uri.clone(), None, json(&[]))
    }

    fn result(&self) -> (PathBuf, ClientResult) {
        (self.key.clone(), ClientResult { uri: self.uri.clone(), id: self.result_id.clone() })
    }

    fn is_empty(&self) -> bool {
        self.result_id == result_id(None)
    }
}

/// Message of a scan.
enum Message {
    Reports(Vec<Report>),
    /// Number of files that are done, of all.
    Done(usize, usize),
}

/// Answers `workspace/diagnostic`: immediately if something differs from what the client has, otherwise when something
/// changes, a later request arrives, or the connection ends.
pub async fn pull(session: &Arc<Session>, params: WorkspaceDiagnosticParams) -> WorkspaceDiagnosticReportResult {
    let mut superseded = session.workspace.next_request();
    let mut revision = session.workspace.revision();
    let previous = params.previous_result_ids.into_iter();
    let mut ids: ResultIds = previous
        .map(|previous| {
            (result_key(previous.uri.as_str()), ClientResult { uri: previous.uri.into(), id: previous.value })
        })
        .collect();
    // A file without diagnostics is like one that was never reported.
    ids.retain(|_, known| known.id != result_id(None));
    let partial = params.partial_result_params.partial_result_token;
    let progress = params.work_done_progress_params.work_done_token;
    loop {
        let now = *revision.borrow_and_update();
        let mut items = Vec::new();
        if !session.workspace.is_answered(now, &ids) {
            let mut output = Output { session, progress: progress.clone(), percentage: None };
            let mut messages = scan(session, ids.clone());
            let mut batch = Vec::new();
            let mut has_sent = false;
            let mut sent: Option<Instant> = None;
            while let Some(message) = messages.recv().await {
                let Message::Reports(reports) = message else {
                    output.report(&message).await;
                    continue;
                };
                ids.extend(reports.iter().map(Report::result));
                batch.extend(reports);
                // Thousands of small messages would delay what the user waits for.
                let is_due = sent.is_none_or(|sent| sent.elapsed() >= INTERVAL) && messages.is_empty();
                if let Some(token) = partial.as_ref().filter(|_| batch.len() >= BATCH || is_due) {
                    has_sent |= !batch.is_empty();
                    output.send_partial(token, &mut batch).await;
                    sent = Some(Instant::now());
                }
            }
            if let Some(token) = &partial {
                has_sent |= !batch.is_empty();
                output.send_partial(token, &mut batch).await;
            }
            items.extend(batch.iter().filter_map(typed));
            output.end().await;
            ids.retain(|_, known| known.id != result_id(None));
            let is_first = !session.workspace.is_answered(now, &ids);
            session.workspace.set_answered(now, ids.clone());
            if is_first || has_sent || !items.is_empty() {
                return WorkspaceDiagnosticReport { items }.into();
            }
        }
        let is_over = tokio::select! {
            _ = revision.changed() => false,
            _ = superseded.changed() => true,
            () = session.ended() => true,
        };
        if is_over || session.has_ended() {
            return WorkspaceDiagnosticReport { items }.into();
        }
        task::sleep(QUIET).await;
    }
}

/// Publishes the diagnostics of the files that are not open, as long as the user wants that, forever.
pub async fn push(session: Arc<Session>) {
    let mut revision = session.workspace.revision();
    let mut ids = ResultIds::new();
    loop {
        revision.borrow_and_update();
        for uri in session.workspace.take_closed() {
            ids.remove(&result_key(&uri));
        }
        let is_wanted = session.configuration.features().workspace_diagnostics == Some(true);
        if is_wanted {
            let mut output = Output { session: &session, progress: session.start_progress().await, percentage: None };
            let mut messages = scan(&session, ids.clone());
            while let Some(message) = messages.recv().await {
                match message {
                    Message::Reports(reports) => {
                        for report in reports {
                            output.publish(report, &mut ids).await;
                        }
                    }
                    Message::Done(..) => output.report(&message).await,
                }
            }
            output.end().await;
        } else {
            for entry in &std::mem::take(&mut ids) {
                let output = Output { session: &session, progress: None, percentage: None };
                output.publish(Report::nothing(entry), &mut ids).await;
            }
        }
        tokio::select! {
            changed = revision.changed() => if changed.is_err() { return },
            () = session.ended() => return,
        }
        task::sleep(QUIET).await;
    }
}

/// Returns a report as a part of an answer.
fn typed(report: &Report) -> Option<WorkspaceDocumentDiagnosticReport> {
    serde_json::to_value(report).and_then(serde_json::from_value).ok()
}

fn json(items: &[Diagnostic]) -> Box<RawValue> {
    // JSON can express it: all keys are strings, and all numbers are integers.
    to_raw_value(items).unwrap_or_default()
}

/// Output of a scan.
struct Output<'s> {
    session: &'s Arc<Session>,
    /// Token of the progress that the client displays.
    progress: Option<ProgressToken>,
    /// Percentage that was sent last.
    percentage: Option<usize>,
}

#[derive(Serialize)]
struct WorkDone<'p> {
    kind: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    percentage: Option<usize>,
}

#[derive(Serialize)]
struct Items<'p> {
    items: &'p [Report],
}

impl Output<'_> {
    async fn send_progress(&self, token: &ProgressToken, value: impl Serialize) {
        self.session.publisher.send_progress(token, value).await;
    }

    async fn send_partial(&self, token: &ProgressToken, batch: &mut Vec<Report>) {
        if !batch.is_empty() {
            self.send_progress(token, Items { items: batch }).await;
            batch.clear();
            // The answer has a queue of its own and must not precede its parts.
            drop(self.session.publisher.reserve().await);
        }
    }

    async fn report(&mut self, message: &Message) {
        let (Message::Done(done, all), Some(token)) = (message, &self.progress) else { return };
        let percentage = (100 * done).checked_div(*all).unwrap_or(100);
        let (kind, title) = if self.percentage.is_none() { ("begin", Some(TITLE)) } else { ("report", None) };
        if self.percentage.is_none_or(|sent| sent < percentage) {
            self.send_progress(token, WorkDone { kind, title, percentage: Some(percentage) }).await;
            self.percentage = Some(percentage);
        }
    }

    async fn end(&mut self) {
        if let (Some(token), Some(_)) = (&self.progress, self.percentage.take()) {
            self.send_progress(token, WorkDone { kind: "end", title: None, percentage: None }).await;
            drop(self.session.publisher.reserve().await);
        }
    }

    /// Publishes a report, unless the document has been opened since.
    async fn publish(&self, report: Report, ids: &mut ResultIds) {
        let publisher = &self.session.publisher;
        let Some(permit) = publisher.reserve().await else { return };
        if self.session.documents.snapshot_of_file(&report.key).is_some() {
            // Closing it publishes an empty list.
            ids.remove(&report.key);
            return;
        }
        permit.send(publisher.publication(&report.uri, None, &report.items));
        if report.is_empty() {
            ids.remove(&report.key);
        } else {
            ids.extend([report.result()]);
        }
    }
}

/// Starts a scan, whose reports are those that differ from `ids`. It ends if the receiver is dropped.
fn scan(session: &Arc<Session>, ids: ResultIds) -> Receiver<Message> {
    let (sender, receiver) = mpsc::channel(BATCH / CHUNK);
    let session = Arc::clone(session);
    tokio::task::spawn_blocking(move || {
        let scan = Scan {
            session: &session,
            ids: &ids,
            sender: &sender,
            sent: AtomicUsize::new(0),
            depends: AtomicBool::new(false),
        };
        if session.configuration.features().workspace_diagnostics == Some(false) {
            scan.clear();
        } else {
            scan.run();
        }
    });
    receiver
}

/// Scan in progress.
struct Scan<'s> {
    session: &'s Arc<Session>,
    ids: &'s ResultIds,
    sender: &'s Sender<Message>,
    /// Number of diagnostics so far.
    sent: AtomicUsize,
    /// Whether a file checks its targets.
    depends: AtomicBool,
}

impl Scan<'_> {
    fn is_wanted(&self) -> bool {
        !self.sender.is_closed() && !self.session.has_ended()
    }

    fn run(&self) {
        let folders = self.session.configuration.folders();
        let open = self.session.documents.by_path();
        let (sender, chunks) = std_mpsc::channel::<Vec<PathBuf>>();
        let (chunks, all, done) = (Mutex::new(chunks), OnceLock::new(), AtomicUsize::new(0));
        let work = || {
            let mut parsed = ParsedFiles::default();
            loop {
                let chunk = chunks.lock().recv();
                let Some(chunk) = chunk.ok().filter(|_| self.is_wanted()) else { return };
                let mut reports = Vec::new();
                for path in chunk.iter().filter(|path| !open.contains_key(path_key(path).as_path())) {
                    self.session.workspace.yield_to_foreground();
                    reports.extend(self.file(path, &mut parsed));
                }
                self.send(reports);
                let done = done.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len();
                if let Some(all) = all.get() {
                    self.send_message(Message::Done(done, *all));
                }
            }
        };
        let seen: HashSet<PathBuf> = std::thread::scope(|scope| {
            let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
            (0..threads).for_each(|_| drop(scope.spawn(work)));
            let mut seen = HashSet::new();
            let mut found = files::in_folders(&folders, MAX_FILES, || self.is_wanted());
            loop {
                let mut chunk: Vec<PathBuf> = found.by_ref().take(CHUNK).collect();
                if chunk.is_empty() {
                    break;
                }
                // Names that differ only in case are one to a client on Windows, also in a directory that has both. With two
                // results under one name, each would be new at every request, for ever.
                chunk.retain(|path| seen.insert(path_key(path)));
                // The receiver lives as long as the scan.
                let _ = sender.send(chunk);
            }
            all.get_or_init(|| seen.len());
            drop(sender);
            seen
        });
        if !self.is_wanted() {
            return;
        }
        if self.depends.load(Ordering::Relaxed) {
            self.session.watch_targets();
        }
        self.send(self.closed().filter(|(key, _)| !seen.contains(*key)).map(Report::nothing).collect());
        self.session.workspace.retain(|path| seen.contains(&path_key(path)));
        let found = self.sent.load(Ordering::Relaxed);
        if found > LIMIT {
            let message =
                format!("only about {LIMIT} of {found} new findings are sent; 'iri-inspect check' reports all");
            self.session.show_once("workspace", message);
        }
    }

    /// Reports that no file has diagnostics.
    fn clear(&self) {
        self.send(self.closed().map(Report::nothing).collect());
    }

    /// Returns the results of the client for documents that are not open.
    fn closed(&self) -> impl Iterator<Item = (&PathBuf, &ClientResult)> {
        let open: HashSet<PathBuf> = self.session.documents.all().iter().map(|open| result_key(&open.uri)).collect();
        self.ids.iter().filter(move |(key, _)| !open.contains(*key))
    }

    /// Returns the report of a file that is not open, if the client does not have its diagnostics.
    fn file(&self, path: &Path, parsed: &mut ParsedFiles) -> Option<Report> {
        let key = path_key(path);
        let previous = self.ids.get(&key);
        let uri = previous.map_or_else(|| uri_of(path), |known| Some(known.uri.clone()))?;
        let has = |result: Option<u64>| match (previous, result) {
            (None, None) => true,
            (Some(known), result) => known.id == result_id(result),
            (None, Some(_)) => false,
        };
        let workspace = &self.session.workspace;
        let now = workspace.version(path)?;
        if workspace.known(path, now).is_some_and(|known| has(known.result)) {
            return None;
        }
        let session = Arc::clone(self.session);
        let cancel = CancelToken::new(move || session.has_ended());
        let snapshot = parsed.parse(&self.session.configuration, path, &uri);
        let items = snapshot
            .as_ref()
            .map(|snapshot| diagnostics::diagnostics(self.session, snapshot, &cancel))
            .unwrap_or_default();
        if !self.is_wanted() {
            return None;
        }
        let (count, items) = (items.len(), json(&items));
        let result = (count > 0).then(|| hash(&items));
        let depends = snapshot.is_some_and(|snapshot| files::depends_on_others(&snapshot.document));
        self.depends.fetch_or(depends, Ordering::Relaxed);
        let files = if depends { now.files } else { 0 };
        let version = FileVersion { files, ..now };
        workspace.set(path, Known { version, result });
        let is_within_limit = || count == 0 || self.sent.fetch_add(count, Ordering::Relaxed) < LIMIT;
        (!has(result) && is_within_limit()).then(|| Report::new(key, uri, result, items))
    }

    fn send(&self, reports: Vec<Report>) {
        if !reports.is_empty() {
            self.send_message(Message::Reports(reports));
        }
    }

    fn send_message(&self, message: Message) {
        // The receiver is gone if the result is not wanted any more.
        let _ = self.sender.blocking_send(message);
    }
}

fn hash(items: &RawValue) -> u64 {
    let mut hasher = DefaultHasher::new();
    items.get().hash(&mut hasher);
    hasher.finish()
}
