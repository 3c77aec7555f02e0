//! Processing of many files in parallel, with results in the order of the files.
//!
//! ```text
//! jobs ─▶ worker ─▶ chunk chunk … ─╮
//!      ─▶ worker ─▶ chunk …       ─┼─▶ the chunks of one job after those of another
//!      ─▶ …                       ─╯
//! ```
//!
//! Jobs start in order. A few consecutive jobs share a bounded channel, and a bounded number of jobs is started ahead, so
//! that memory is bounded, however many findings one file has. The first unfinished job is always in progress, so that
//! no wait is endless.
//!
//! Most files take less time than waking a thread. So a worker takes several jobs at a time, and more the more jobs it
//! has taken; a few large files are still distributed one by one.

use std::cell::RefCell;
use std::io;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use parking_lot::Mutex;

/// Capacity of a channel in parcels of chunks.
const PARCELS: usize = 2;
/// Size at which a parcel is sent.
const PARCEL: usize = 64 * 1024;
/// Maximum number of channels that wait to be read.
const AHEAD: usize = 8;
/// Maximum number of threads: more do not make anything faster.
const MAX_THREADS: usize = 256;
/// Maximum number of jobs that are taken at a time.
const AT_A_TIME: usize = 64;

/// A value that a worker sends to the visitor.
pub trait Weighted: Send {
    /// Returns the approximate size in bytes.
    fn weight(&self) -> usize;
}

/// Sender of the chunks of a job.
pub struct Sink<C> {
    sender: SyncSender<Vec<C>>,
    parcel: RefCell<Vec<C>>,
    weight: RefCell<usize>,
}

impl<C: Weighted> Sink<C> {
    /// Returns a sink without a receiver, for few chunks that are not wanted.
    pub fn discarding() -> Self {
        let (sender, _) = sync_channel(PARCELS);
        Self { sender, parcel: RefCell::default(), weight: RefCell::default() }
    }

    /// Sends a chunk; waits while the channel is full.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn send(&self, chunk: C) -> io::Result<()> {
        let weight = self.weight.take() + chunk.weight();
        self.parcel.borrow_mut().push(chunk);
        if weight >= PARCEL {
            return self.flush();
        }
        self.weight.replace(weight);
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        self.sender.send(self.parcel.take()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// Remaining jobs, and the sender of the channels of their chunks.
struct Jobs<J, C> {
    left: J,
    taken: usize,
    threads: usize,
    /// `None` when all jobs are taken.
    order: Option<SyncSender<Receiver<Vec<C>>>>,
}

impl<J: Iterator, C> Jobs<J, C> {
    /// Returns the next jobs; `None` at the end or if the receiver is gone.
    fn next(&mut self) -> Option<(Vec<J::Item>, Sink<C>)> {
        let count = (self.taken / (8 * self.threads)).clamp(1, AT_A_TIME);
        let jobs: Vec<J::Item> = self.left.by_ref().take(count).collect();
        if jobs.is_empty() {
            self.order = None;
        }
        self.taken += jobs.len();
        let (sender, receiver) = sync_channel(PARCELS);
        self.order.as_ref()?.send(receiver).ok()?;
        Some((jobs, Sink { sender, parcel: RefCell::default(), weight: RefCell::default() }))
    }
}

/// Runs `work` for `jobs` in several threads, and passes the chunks to `visit` in the order of the jobs.
///
/// # Errors
/// The first error of `visit`, which ends the processing, or that of the system if it starts no thread.
pub fn run<J: Send, C: Weighted>(
    jobs: impl Iterator<Item = J> + Send,
    threads: NonZeroUsize,
    work: impl Fn(J, &Sink<C>) -> io::Result<()> + Sync,
    mut visit: impl FnMut(C) -> io::Result<()>,
) -> io::Result<()> {
    let threads = threads.get().min(MAX_THREADS);
    let (order, ordered) = sync_channel(threads * AHEAD);
    let jobs = Mutex::new(Jobs { left: jobs, taken: 0, threads, order: Some(order) });
    let next = || jobs.lock().next();
    thread::scope(|scope| {
        let worker = || {
            while let Some((jobs, sink)) = next() {
                // It fails only if the receiver is gone; then the next round ends too.
                let _ = jobs.into_iter().try_for_each(|job| work(job, &sink)).and_then(|()| sink.flush());
            }
        };
        for started in 0..threads {
            // Where the system allows fewer threads, these do the work.
            match thread::Builder::new().spawn_scoped(scope, worker) {
                Ok(_) => {}
                Err(error) if started == 0 => {
                    return Err(io::Error::new(error.kind(), format!("cannot start a thread: {error}")));
                }
                Err(_) => break,
            }
        }
        // Dropped at the first error, so that all waiting senders fail.
        let ordered: Receiver<Receiver<Vec<C>>> = ordered;
        ordered.iter().flatten().flatten().try_for_each(&mut visit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Weighted for (usize, usize) {
        fn weight(&self) -> usize {
            PARCEL / 3
        }
    }

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
            run(0..5000, threads(number), work, visit).expect("the visitor takes all");
            let expected: Vec<_> = (0..5000).flat_map(|job| (0..job % 13).map(move |chunk| (job, chunk))).collect();
            assert_eq!(met, expected);
        }
    }

    #[test]
    fn an_error_of_the_visitor_ends_the_work() {
        let work = |job, sink: &Sink<(usize, usize)>| {
            loop {
                sink.send((job, 0))?;
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
