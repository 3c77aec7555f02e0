//! Reads files on threads, so that the list fills while it is in use.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use iri_core::Document;

use crate::cli::files::FileArgs;
use crate::files::chunk::Chunk;
use crate::files::jobs::{Job, jobs};
use crate::files::listed::{FileContent, FileStamp, ListedFile};
use crate::files::loader::{FileLoader, InputSource, LoadedFile};
use crate::files::rows::Rows;
use crate::files::selection::Selection;
use crate::files::workers::{self, Sink};

/// Maximum bytes of files that stay in memory; other files are reloaded when they are selected.
const MOST_KEPT: usize = 64 << 20;

/// Starts to read `files`; dropping the receiver ends it.
pub fn start(files: &FileArgs, loader: Arc<FileLoader>) -> Receiver<Chunk> {
    let (sender, receiver) = channel();
    let jobs = jobs(files, &Selection::default());
    let threads = files.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    thread::spawn(move || {
        let kept = AtomicUsize::new(0);
        let work = |job, sink: &Sink<Chunk>| {
            let Some(mut listed) = read(&loader, job, sink)? else { return Ok(()) };
            let size = listed.kept.as_ref().map_or(0, |kept| kept.bytes.len());
            if kept.fetch_add(size, Ordering::Relaxed) + size > MOST_KEPT && size < MOST_KEPT {
                listed.kept = None;
            }
            sink.send(Chunk::Listed(Box::new(listed)))
        };
        // It fails only if the receiver is gone.
        let _ = workers::run(jobs, threads, work, |chunk| {
            sender.send(chunk).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
        });
    });
    receiver
}

/// Reloads one listed file.
///
/// # Errors
/// If it can no longer be read.
pub fn again(loader: &FileLoader, path: &Path, tree: &Path) -> Result<ListedFile, String> {
    let job = Job::File { path: path.to_owned(), tree: tree.to_owned(), is_named: true };
    let mut outcome = Err(format!("{}: can no longer be read", path.display()));
    let work = |job, sink: &Sink<Chunk>| match read(loader, job, sink)? {
        Some(listed) => sink.send(Chunk::Listed(Box::new(listed))),
        None => Ok(()),
    };
    let visited = workers::run(std::iter::once(job), NonZeroUsize::MIN, work, |chunk| {
        match chunk {
            Chunk::Listed(listed) => outcome = Ok(*listed),
            Chunk::Failure(message) if outcome.is_err() => outcome = Err(message),
            _ => {}
        }
        Ok(())
    });
    visited.map_err(|error| error.to_string()).and(outcome)
}

fn read(loader: &FileLoader, job: Job, sink: &Sink<Chunk>) -> io::Result<Option<ListedFile>> {
    let stamp = match &job {
        Job::File { path, .. } => FileStamp::read(path),
        Job::Stdin | Job::Unread(_) | Job::Skipped(_) => None,
    };
    let Some(LoadedFile { name, place, text, form, bytes, settings, is_fixable }) = loader.load(job, sink)? else {
        return Ok(None);
    };
    let InputSource::File { path, tree } = place else { return Ok(None) };
    let document = Document::parse(text, settings);
    let rows = Rows::new(&document);
    Ok(Some(ListedFile {
        name,
        path,
        tree,
        form,
        is_fixable,
        rows,
        stamp,
        kept: Some(FileContent { bytes, document }),
    }))
}
