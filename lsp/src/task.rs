//! Tasks, work on other threads, and time: those of tokio. In a browser, which has neither, tasks are polled after each
//! message, work is done at once, and everything is due now.

#[cfg(target_family = "wasm")]
pub use self::browser::*;
#[cfg(not(target_family = "wasm"))]
pub use self::threads::*;

#[cfg(not(target_family = "wasm"))]
mod threads {
    pub use tokio::time::{Instant, sleep, sleep_until};

    /// Starts a task.
    pub fn spawn<T: Send + 'static>(task: impl Future<Output = T> + Send + 'static) {
        tokio::spawn(task);
    }

    /// Runs `work` on a thread on which it delays no message; `None` if it panicked.
    pub async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let done = tokio::task::spawn_blocking(work).await;
        done.inspect_err(|error| tracing::error!("a task failed: {error}")).ok()
    }
}

#[cfg(target_family = "wasm")]
mod browser {
    use std::cell::RefCell;
    use std::ops::Add;
    use std::pin::Pin;
    use std::task::{Context, Waker};
    use std::time::Duration;

    type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

    thread_local! {
        static TASKS: RefCell<Vec<Task>> = const { RefCell::new(Vec::new()) };
    }

    /// Starts a task.
    pub fn spawn<T: Send + 'static>(task: impl Future<Output = T> + Send + 'static) {
        let task = async {
            task.await;
        };
        TASKS.with_borrow_mut(|tasks| tasks.push(Box::pin(task)));
    }

    /// Polls each task once.
    pub fn poll_tasks() {
        let mut tasks = TASKS.take();
        tasks.retain_mut(|task| task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        // Tasks that these ones started are after them.
        TASKS.with_borrow_mut(|new| {
            tasks.append(new);
            *new = tasks;
        });
    }

    /// Does `work` at once.
    #[allow(clippy::unused_async)] // as the one with threads
    pub async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        Some(work())
    }

    /// The only point in time.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant;

    impl Instant {
        /// Returns the current time.
        pub fn now() -> Self {
            Self
        }

        /// Returns the time since this one.
        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, _: Duration) -> Self {
            self
        }
    }

    /// Waits until the tasks are polled again.
    pub async fn sleep(_: Duration) {
        let mut has_waited = false;
        std::future::poll_fn(|_| {
            if std::mem::replace(&mut has_waited, true) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
    }

    /// Waits until the tasks are polled again.
    pub async fn sleep_until(_: Instant) {
        sleep(Duration::ZERO).await;
    }
}
