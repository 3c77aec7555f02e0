//! Messages between the pipes and the server, in the order in which they arrive.
//!
//! ```text
//! stdin ─▶ stdio ─▶ framing ─▶ main_loop ─▶ middleware (normalize_params, uri_map) ─▶ server
//! stdout ◀─ stdio ◀─────────── main_loop ◀─┬─ replies and requests (uri_map) ◀───────────┘
//!                                          └─ publisher ◀─ diagnostics
//! ```

mod client_folders;
pub mod framing;
pub mod main_loop;
pub mod message;
pub mod middleware;
pub mod normalize_params;
pub mod publisher;
pub mod stdio;
pub mod uri_map;
mod uri_starts;

#[cfg(test)]
mod main_loop_tests;
