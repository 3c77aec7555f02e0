//! A signal ends `--fix` between two files, never within one, so that no partial file remains.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::flag;

/// Signals that request the end.
#[cfg(unix)]
const ENDING: [i32; 4] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
};
/// Signals that request the end.
#[cfg(not(unix))]
const ENDING: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// Whether a signal requested the end.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Registers the signals. The second signal ends the program at once.
    ///
    /// # Errors
    /// If the signals cannot be registered.
    pub fn listen() -> io::Result<Self> {
        let stop = Self::default();
        for signal in ENDING {
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop.0))?;
            flag::register(signal, Arc::clone(&stop.0))?;
        }
        Ok(stop)
    }

    /// Returns whether a signal came.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
