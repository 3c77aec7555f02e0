//! What signals do to the program.
//!
//! ```text
//!  SIGTERM, SIGHUP, SIGINT   the loop ends and the terminal is as before; after a second it is ended from here
//!  SIGTSTP                   the terminal is given back, and the whole group stops
//!  SIGCONT                   the terminal is taken again
//! ```

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How long the loop has to end after a signal. Where the terminal is gone, reading from it never returns.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_secs(1);

/// Signals that end us, once they were seen to.
pub struct Signals {
    /// The number of the last one that asks for the end; 0 before.
    end: Arc<AtomicUsize>,
    /// Whether someone else asks us to stop for a while.
    stop: Arc<AtomicBool>,
    /// Whether we were stopped and woken by someone else.
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

    /// Stops, with the whole group, or a parent such as git would keep the terminal. Our own handler takes
    /// SIGTSTP, so SIGTTIN is what stops us: unlike SIGSTOP the system ignores it where no shell is above
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

/// Ends the program after a signal that the loop did not follow in time.
#[cfg(unix)]
fn end_anyway(ending: [i32; 3]) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(ending)?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            std::thread::sleep(GRACE);
            super::guard::leave();
            // Where even this fails, the next signal tries again.
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
