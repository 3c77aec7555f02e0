//! Files as text: which are read, on threads, and what comes of each.

pub mod chunk;
pub mod jobs;
pub mod loader;
pub mod tally;
pub mod workers;
