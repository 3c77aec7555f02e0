//! Many files at once, and what comes of them in their order.
//!
//! ```text
//! jobs ─▶ worker ─▶ chunk chunk … ─╮
//!      ─▶ worker ─▶ chunk …       ─┼─▶ the chunks of one job after those of another
//!      ─▶ …                       ─╯
//! ```
//!
//! Jobs are begun in their order, the chunks of a few jobs go through a channel of their own that holds few of
//! them, and only so many jobs are begun ahead: memory is bounded, however much one file has to say. The first
//! unfinished job is always in progress, so no wait is endless.
//!
//! Most files take less time than waking a thread does. So jobs are taken several at a time, more the more
//! there were: few large ones are still shared out one by one.

use std::cell::RefCell;
use std::io;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Parcels of chunks that wait to be taken from one channel.
const PARCELS: usize = 2;
/// How much a parcel weighs before it is sent.
const PARCEL: usize = 64 * 1024;
/// Channels of a worker that wait to be taken.
const AHEAD: usize = 8;
/// Jobs that are taken at a time, at most.
const AT_A_TIME: usize = 64;

/// Something that is sent from a worker to the visitor.
pub trait Weighted: Send {
    /// About how many bytes it takes.
    fn weight(&self) -> usize;
}

/// Where a worker puts the chunks of its jobs.
pub struct Sink<C> {
    sender: SyncSender<Vec<C>>,
    parcel: RefCell<Vec<C>>,
    weight: RefCell<usize>,
}

impl<C: Weighted> Sink<C> {
    /// Sends a chunk; waits while there are too many.
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

/// The jobs that are left, and where their chunks are looked for.
struct Jobs<J, C> {
    left: J,
    taken: usize,
    threads: usize,
    /// Nothing when all jobs are taken.
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

/// Does `jobs` with `work` in several threads, and hands the chunks to `visit` in the order of the jobs.
///
/// # Errors
/// The first of `visit`: nothing more is done.
pub fn run<J: Send, C: Weighted>(
    jobs: impl Iterator<Item = J> + Send,
    threads: NonZeroUsize,
    work: impl Fn(J, &Sink<C>) -> io::Result<()> + Sync,
    mut visit: impl FnMut(C) -> io::Result<()>,
) -> io::Result<()> {
    let threads = threads.get();
    let (order, ordered) = sync_channel(threads * AHEAD);
    let jobs = Mutex::new(Jobs { left: jobs, taken: 0, threads, order: Some(order) });
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((jobs, sink)) = next() {
                    // It fails only if the receiver is gone; then the next round ends too.
                    let _ = jobs.into_iter().try_for_each(|job| work(job, &sink)).and_then(|()| sink.flush());
                }
            });
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
    fn an_error_of_the_visitor_ends_it_all() {
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
