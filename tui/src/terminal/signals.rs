//! Signals.
//!
//! ```text
//!  signals that end a program   the event loop ends and restores the terminal; after a second this module does
//!  SIGTSTP                      the terminal is restored, and the process group stops
//!  SIGCONT                      the terminal is entered again
//!  SIGINT, SIGQUIT              while the editor of the user runs, they are only for it
//!  SIGXFSZ                      ignored by the whole program, as in `outlive_limits`
//! ```
//!
//! SIGKILL cannot be caught. SIGSEGV, SIGILL and SIGFPE report errors of the program itself, after which no code of it can
//! be trusted to run.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Maximum time in which the event loop ends after a signal. If the terminal no longer exists, reading never returns.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_secs(1);

/// Signals that do not end the program, or that cannot be caught.
#[cfg(unix)]
const NOT_ENDING: [i32; 14] = {
    use signal_hook::consts::signal as all;
    [
        all::SIGKILL,
        all::SIGSTOP,
        all::SIGSEGV,
        all::SIGILL,
        all::SIGFPE,
        all::SIGCHLD,
        all::SIGCONT,
        all::SIGURG,
        all::SIGWINCH,
        all::SIGTSTP,
        all::SIGTTIN,
        all::SIGTTOU,
        // A terminal that no longer exists is an error of the next write.
        all::SIGPIPE,
        all::SIGXFSZ,
    ]
};
/// Largest number of a signal; on Linux, that of the last real-time signal.
#[cfg(unix)]
const LAST: i32 = if cfg!(target_os = "linux") { 64 } else { 31 };

/// Signals that end the program.
#[derive(Default)]
pub struct Signals {
    /// Number of the last signal that ends the program; 0 before.
    end: Arc<AtomicUsize>,
    /// Whether another process requested a suspension.
    stop: Arc<AtomicBool>,
    /// Whether another process stopped and resumed the program.
    woken: Arc<AtomicBool>,
    /// Whether the editor of the user has the terminal.
    is_lent: Arc<AtomicBool>,
}

impl Signals {
    #[cfg(unix)]
    pub fn register() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGTSTP};
        let signals = Self::default();
        let registered = |signal: &i32| {
            let number = usize::try_from(*signal).expect("signals have positive numbers");
            // The C library reserves some real-time signals for itself.
            signal_hook::flag::register_usize(*signal, Arc::clone(&signals.end), number).is_ok()
        };
        let ending: Vec<i32> = (1..=LAST).filter(|signal| !NOT_ENDING.contains(signal)).filter(registered).collect();
        signal_hook::flag::register(SIGTSTP, Arc::clone(&signals.stop))?;
        signal_hook::flag::register(SIGCONT, Arc::clone(&signals.woken))?;
        end_anyway(&ending, (Arc::clone(&signals.end), Arc::clone(&signals.is_lent)))?;
        Ok(signals)
    }

    #[cfg(not(unix))]
    pub fn register() -> io::Result<Self> {
        Ok(Self::default())
    }

    pub fn end(&self) -> Option<i32> {
        i32::try_from(self.end.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0)
    }

    /// Runs `editor`, which has the terminal: ctrl-c and ctrl-\\ in it are not for this program.
    pub fn lend<T>(&self, editor: impl FnOnce() -> T) -> T {
        self.is_lent.store(true, Ordering::SeqCst);
        let result = editor();
        self.is_lent.store(false, Ordering::SeqCst);
        if self.end().is_some_and(is_for_editor) {
            self.end.store(0, Ordering::SeqCst);
        }
        result
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

/// Returns whether the terminal sends this signal to all programs in the foreground when the user presses a key.
fn is_for_editor(signal: i32) -> bool {
    #[cfg(unix)]
    return matches!(signal, signal_hook::consts::SIGINT | signal_hook::consts::SIGQUIT);
    #[cfg(not(unix))]
    return signal == signal_hook::consts::SIGINT;
}

/// Ends the program after a signal if the event loop did not end in time.
#[cfg(unix)]
fn end_anyway(ending: &[i32], (end, is_lent): (Arc<AtomicUsize>, Arc<AtomicBool>)) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(ending)?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            std::thread::sleep(GRACE);
            // The editor still runs, or it has ended and the signal was for it.
            if is_for_editor(signal) && (is_lent.load(Ordering::SeqCst) || end.load(Ordering::SeqCst) == 0) {
                continue;
            }
            super::guard::leave();
            die_of(signal);
        }
    });
    Ok(())
}

/// Ends the program by the signal, so that the parent process sees the cause. For signals whose default effect the library
/// does not know (SIGIO, SIGPWR, SIGSTKFLT, real-time signals), the exit status is that which a shell reports.
pub fn die_of(signal: i32) -> ! {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    std::process::exit(128 + signal)
}
