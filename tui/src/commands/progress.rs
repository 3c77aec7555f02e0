//! The progress line on standard error: after a second, and only on a terminal.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::files::tally::named;

/// Shorter runs show no line.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// The line, if there is one.
pub struct Progress {
    bar: Option<ProgressBar>,
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts the clock.
    pub fn start() -> Self {
        let is_watched = std::io::stderr().is_terminal() && std::env::var_os("CI").is_none_or(|ci| ci.is_empty());
        if !is_watched {
            return Self { bar: None, waiting: None };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let (stop, stopped) = channel();
        let shown = bar.clone();
        let thread = thread::spawn(move || {
            if stopped.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(TICK);
            }
        });
        Self { bar: Some(bar), waiting: Some((stop, thread)) }
    }

    /// Updates the counts.
    pub fn show(&self, files: usize, findings: usize) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{} checked, {}", named(files, "file"), named(findings, "finding")));
        }
    }

    /// Hides the line while something else is printed.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the line.
    pub fn stop(&mut self) {
        if let Some((stop, thread)) = self.waiting.take() {
            drop(stop);
            // It cannot panic; if it did, there would be no line to remove.
            let _ = thread.join();
        }
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
