//! Reads files on threads, so that the list fills while it is in use.

use std::collections::{HashMap, HashSet};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use iri_core::Document;
use iri_core::files::{ConfigTexts, ENTRY_SEPARATOR, Stamp, is_document_by_name};

use crate::cli::ReferenceArgs;
use crate::cli::files::FileArgs;
use crate::files::chunk::Chunk;
use crate::files::here::name_of;
use crate::files::jobs::{Job, jobs};
use crate::files::listed::{ContainingPackage, FileContent, ListedFile};
use crate::files::loader::{FileLoader, InputSource, KeepBytes, LoadedFile};
use crate::files::rows::Rows;
use crate::files::selection::Selection;
use crate::files::workers::{self, Sink};

/// Maximum bytes of files that stay in memory; other files are reloaded when they are selected.
const MOST_KEPT: usize = 64 << 20;

/// Arguments from which files are read.
#[derive(Clone, Debug)]
pub struct ReadingPlan {
    /// Files.
    pub files: FileArgs,
    /// Options of the references.
    pub reference_args: ReferenceArgs,
    /// Whether files that change later are reloaded.
    pub is_watching: bool,
    /// Whether the targets of references are checked.
    pub are_targets_checked: bool,
}

impl ReadingPlan {
    /// Starts to read the files; `texts` replace configurations on disk.
    pub fn start(&self, texts: ConfigTexts) -> (Arc<FileLoader>, Receiver<Chunk>) {
        let loader = FileLoader::new(&self.files, &self.reference_args, KeepBytes::Yes).with_config_texts(texts);
        let loader = Arc::new(loader.with_packages().with_locations().with_links(self.are_targets_checked));
        let incoming = start(self, Arc::clone(&loader));
        (loader, incoming)
    }
}

/// Starts to read files; dropping the receiver ends it.
fn start(plan: &ReadingPlan, loader: Arc<FileLoader>) -> Receiver<Chunk> {
    let files = &plan.files;
    let (sender, receiver) = channel();
    let mut watch = plan.is_watching.then(|| Watch { files: files.clone(), stamps: HashMap::new() });
    let jobs = jobs(files, &Selection::default());
    count(files.clone(), sender.clone());
    let threads = files.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    thread::spawn(move || {
        let (kept, is_whole) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = |job, sink: &Sink<Chunk>| {
            let mut package = None;
            let mut names = HashSet::new();
            read_each(&loader, job, sink, &mut |mut listed| {
                let size = listed.kept.as_ref().map_or(0, |kept| kept.bytes.len());
                if kept.fetch_add(size, Ordering::Relaxed) + size > MOST_KEPT && size < MOST_KEPT {
                    listed.kept = None;
                }
                if let Some(containing) = listed.package.as_ref().filter(|_| is_whole.load(Ordering::Relaxed)) {
                    package.get_or_insert_with(|| containing.path.clone());
                    names.insert(listed.name.clone());
                }
                sink.send(Chunk::Listed(Box::new(listed)))
            })?;
            package.map_or(Ok(()), |package| sink.send(Chunk::Entries(package, names)))
        };
        let send = |chunk| sender.send(chunk).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe));
        // It fails only if the receiver is gone.
        let mut sent = workers::run(jobs, threads, work, |chunk| {
            if let (Some(watch), Chunk::Listed(listed)) = (&mut watch, &chunk) {
                watch.stamps.insert(listed.disk_path().to_owned(), listed.stamp);
            }
            send(chunk)
        });
        while sent.is_ok() {
            sent = send(Chunk::Whole);
            is_whole.store(true, Ordering::Relaxed);
            let Some(watch) = &mut watch else { break };
            let began = Instant::now();
            let changed = watch.changed_jobs(&send);
            let took = began.elapsed();
            sent = sent.and(changed).and_then(|jobs| workers::run(jobs.into_iter(), threads, work, send));
            thread::sleep(WATCH_INTERVAL.max(took * WATCH_SHARE));
        }
    });
    receiver
}

/// Counts the files, faster than they are read.
fn count(files: FileArgs, sender: Sender<Chunk>) {
    thread::spawn(move || {
        let is_listed =
            |job: &Job| matches!(job, Job::File { path, is_named, .. } if *is_named || is_document_by_name(path));
        let count = jobs(&files, &Selection::default()).filter(is_listed).count();
        // It fails only if the receiver is gone.
        let _ = sender.send(Chunk::Total(count));
    });
}

/// Minimum time between two searches for changed files.
const WATCH_INTERVAL: Duration = Duration::from_millis(500);
/// A search takes at most one part of the time in so many.
const WATCH_SHARE: u32 = 10;

/// Files that are reloaded when they change. It asks the file system, because not every one sends notifications.
struct Watch {
    files: FileArgs,
    /// Metadata of each file when it was last examined.
    stamps: HashMap<PathBuf, Option<Stamp>>,
}

impl Watch {
    /// Returns the files that are new or changed, and sends the paths of those that are gone.
    fn changed_jobs(&mut self, send: &impl Fn(Chunk) -> io::Result<()>) -> io::Result<Vec<Job>> {
        let mut gone: HashSet<PathBuf> = self.stamps.keys().cloned().collect();
        let is_changed = |job: &Job| {
            let Job::File { path, .. } = job else { return false };
            gone.remove(path);
            let stamp = Stamp::new(path).ok();
            self.stamps.insert(path.clone(), stamp) != Some(stamp)
        };
        let changed = jobs(&self.files, &Selection::default()).filter(is_changed).collect();
        for path in gone {
            self.stamps.remove(&path);
            send(Chunk::Gone(path))?;
        }
        Ok(changed)
    }
}

/// Reloads one listed file.
///
/// # Errors
/// If it can no longer be read.
pub fn reload(
    loader: &FileLoader,
    path: &Path,
    tree: &Path,
    package: Option<&ContainingPackage>,
) -> Result<ListedFile, String> {
    let on_disk = ContainingPackage::path_on_disk(package, path);
    let entry = package.map(|package| package.entry.clone());
    let job = Job::File { path: on_disk.to_owned(), tree: tree.to_owned(), is_named: true, entry };
    let name = path.to_string_lossy();
    let only = package.map(|_| &*name);
    let mut outcome = Err(format!("{name}: can no longer be read"));
    let work = |job, sink: &Sink<Chunk>| {
        read_each(loader, job, sink, &mut |listed| sink.send(Chunk::Listed(Box::new(listed))))
    };
    let visited = workers::run(std::iter::once(job), NonZeroUsize::MIN, work, |chunk| {
        match chunk {
            Chunk::Listed(listed) if only.is_none_or(|only| listed.name == only) => outcome = Ok(*listed),
            Chunk::Failure(message) if outcome.is_err() => outcome = Err(message),
            _ => {}
        }
        Ok(())
    });
    visited.map_err(|error| error.to_string()).and(outcome)
}

/// Reads the file of `job`, or each file of a package, and passes it to `visit`.
fn read_each(
    loader: &FileLoader,
    job: Job,
    sink: &Sink<Chunk>,
    visit: &mut dyn FnMut(ListedFile) -> io::Result<()>,
) -> io::Result<()> {
    let (stamp, on_disk) = match &job {
        Job::File { path, tree, .. } => (Stamp::new(path).ok(), Some((path.clone(), tree.clone()))),
        Job::Stdin | Job::Unread(_) | Job::Skipped(_) => (None, None),
    };
    loader.load_each(job, sink, &mut |loaded| {
        let LoadedFile { name, place, text, form, bytes, settings, is_fixable } = loaded;
        let (path, tree, package) = match (place, &on_disk) {
            (InputSource::File { path, tree, .. }, _) => (path, tree, None),
            (InputSource::Entry { refusal }, Some((path, tree))) => {
                let start = format!("{}{ENTRY_SEPARATOR}", name_of(path));
                let entry = name.strip_prefix(&start).unwrap_or(&name).to_owned();
                let package = ContainingPackage { path: path.clone(), entry, refusal };
                (PathBuf::from(&name), tree.clone(), Some(package))
            }
            (InputSource::Stdin | InputSource::Entry { .. }, _) => return Ok(()),
        };
        let bytes = bytes.into_vec(&text);
        let document = Document::parse(text, Arc::clone(&settings));
        let rows = Rows::new(&document);
        let kept = Some(FileContent { bytes, document });
        visit(ListedFile { name, path, tree, package, form, is_fixable, rows, stamp, settings, kept })
    })
}
