//! Signals.
//!
//! ```text
//!  SIGTERM, SIGHUP, SIGINT   the event loop ends and restores the terminal; after a second this module does
//!  SIGTSTP                   the terminal is restored, and the process group stops
//!  SIGCONT                   the terminal is entered again
//! ```

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Maximum time in which the event loop ends after a signal. If the terminal no longer exists, reading never returns.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_secs(1);

/// Signals that end the program.
pub struct Signals {
    /// Number of the last signal that ends the program; 0 before.
    end: Arc<AtomicUsize>,
    /// Whether another process requested a suspension.
    stop: Arc<AtomicBool>,
    /// Whether another process stopped and resumed the program.
    woken: Arc<AtomicBool>,
}

impl Signals {
    #[cfg(unix)]
    pub fn register() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
        let signals = Self { end: Arc::default(), stop: Arc::default(), woken: Arc::default() };
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            let number = usize::try_from(signal).expect("signals have positive numbers");
            signal_hook::flag::register_usize(signal, Arc::clone(&signals.end), number)?;
        }
        signal_hook::flag::register(SIGTSTP, Arc::clone(&signals.stop))?;
        signal_hook::flag::register(SIGCONT, Arc::clone(&signals.woken))?;
        end_anyway([SIGTERM, SIGHUP, SIGINT])?;
        Ok(signals)
    }

    #[cfg(not(unix))]
    pub fn register() -> io::Result<Self> {
        Ok(Self { end: Arc::default(), stop: Arc::default(), woken: Arc::default() })
    }

    pub fn end(&self) -> Option<i32> {
        i32::try_from(self.end.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0)
    }

    pub fn asks_to_stop(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Stops the process group, because a parent such as git would otherwise keep the terminal. Our handler receives
    /// SIGTSTP, so SIGTTIN is used; unlike SIGSTOP, the system ignores it if there is no shell
    /// that could wake us.
    #[cfg(unix)]
    pub fn stop(&self) -> io::Result<()> {
        use rustix::process::{Signal, getpid, kill_current_process_group, kill_process};
        kill_current_process_group(Signal::TSTP)?;
        kill_process(getpid(), Signal::TTIN)?;
        self.stop.store(false, Ordering::SeqCst);
        self.was_woken();
        Ok(())
    }

    #[cfg(not(unix))]
    pub fn stop(&self) -> io::Result<()> {
        self.was_woken();
        Ok(())
    }

    pub fn was_woken(&self) -> bool {
        self.woken.swap(false, Ordering::SeqCst)
    }
}

/// Ends the program after a signal if the event loop did not end in time.
#[cfg(unix)]
fn end_anyway(ending: [i32; 3]) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(ending)?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            std::thread::sleep(GRACE);
            super::guard::leave();
            // If this fails too, the next signal tries again.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Ends the program by the signal, so that the parent process sees the cause.
pub fn die_of(signal: i32) -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(signal)?;
    #[cfg(not(unix))]
    let _ = signal;
    Ok(())
}
