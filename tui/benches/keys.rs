//! Time from a key to its frame. It needs the pseudo-terminals and clocks of Unix.
#![allow(clippy::print_stdout)] // a benchmark reports to standard output

#[cfg(unix)]
#[path = "keys/session.rs"]
mod session;

fn main() {
    #[cfg(unix)]
    session::main();
    #[cfg(not(unix))]
    println!("not tried: this system has no pseudo-terminals of Unix");
}
