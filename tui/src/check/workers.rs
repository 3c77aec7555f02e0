//! Many files at once, and what comes of them in their order.
//!
//! ```text
//! jobs ─▶ worker ─▶ chunk chunk … ─╮
//!      ─▶ worker ─▶ chunk …       ─┼─▶ the chunks of one job after those of another
//!      ─▶ …                       ─╯
//! ```
//!
//! Jobs are begun in their order, a job's chunks go through a channel of its own that holds few of them, and
//! only so many jobs are begun ahead: memory is bounded, however much one file has to say. The first job
//! that is not done is always being worked on, so nobody waits for ever.

use std::io;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Chunks of a job that wait to be taken.
const CHUNKS: usize = 4;
/// Jobs of a worker that wait to be taken.
const AHEAD: usize = 16;

/// Where a worker puts the chunks of its job.
pub struct Sink<C>(SyncSender<C>);

impl<C> Sink<C> {
    /// Hands on a chunk; waits while there are too many.
    ///
    /// # Errors
    /// Where nobody wants any more.
    pub fn send(&self, chunk: C) -> io::Result<()> {
        self.0.send(chunk).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// Does `jobs` with `work` in several threads, and hands the chunks to `visit` in the order of the jobs.
///
/// # Errors
/// The first of `visit`: nothing more is done.
pub fn run<J: Send, C: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: NonZeroUsize,
    work: impl Fn(J, &Sink<C>) -> io::Result<()> + Sync,
    mut visit: impl FnMut(C) -> io::Result<()>,
) -> io::Result<()> {
    let (order, ordered) = sync_channel::<Receiver<C>>(threads.get() * AHEAD);
    let (queue, queued) = sync_channel::<(J, Sink<C>)>(threads.get());
    let queued = Mutex::new(queued);
    thread::scope(|scope| {
        scope.spawn(move || {
            for job in jobs {
                let (sender, receiver) = sync_channel(CHUNKS);
                if order.send(receiver).is_err() || queue.send((job, Sink(sender))).is_err() {
                    return;
                }
            }
        });
        for _ in 0..threads.get() {
            scope.spawn(|| {
                while let Some((job, sink)) = next(&queued) {
                    // It fails only where nobody wants more, which the next job will learn as well.
                    let _ = work(job, &sink);
                }
            });
        }
        // Dropped at the first error, so that all who wait to send learn of it.
        let ordered = ordered;
        ordered.iter().flatten().try_for_each(&mut visit)
    })
}

fn next<T>(queued: &Mutex<Receiver<T>>) -> Option<T> {
    queued.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).expect("it is not zero")
    }

    #[test]
    fn chunks_come_in_the_order_of_the_jobs() {
        for number in [1, 2, 7] {
            let mut met = Vec::new();
            let work = |job: usize, sink: &Sink<(usize, usize)>| {
                for chunk in 0..job % 13 {
                    sink.send((job, chunk))?;
                }
                Ok(())
            };
            let visit = |chunk| {
                met.push(chunk);
                Ok(())
            };
            run(0..500, threads(number), work, visit).expect("the visitor takes all");
            let expected: Vec<_> = (0..500).flat_map(|job| (0..job % 13).map(move |chunk| (job, chunk))).collect();
            assert_eq!(met, expected);
        }
    }

    #[test]
    fn an_error_of_the_visitor_ends_it_all() {
        let work = |_, sink: &Sink<u8>| {
            loop {
                sink.send(0)?;
            }
        };
        let mut taken = 0;
        let visit = |_| {
            taken += 1;
            if taken < 10 { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
        };
        let end = run(0..usize::MAX, threads(3), work, visit);
        assert_eq!(end.map_err(|error| error.kind()), Err(io::ErrorKind::BrokenPipe));
    }
}
