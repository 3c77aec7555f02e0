//! Tests of the built program `iri-inspect`.

// What several tests use.
#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../lsp/tests/it/client/mod.rs"]
mod client;
#[cfg(target_os = "linux")]
mod disk;
mod faulty_files;
mod program;
#[cfg(unix)]
mod pty;
#[allow(dead_code, reason = "the inspector uses the rest")]
mod svg;
#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../core/tests/it/system.rs"]
mod system;
#[cfg(target_os = "linux")]
mod tools;
#[cfg(target_os = "linux")]
mod tracer;

mod agreement;
#[cfg(unix)]
mod book;
#[cfg(target_os = "linux")]
mod boundary;
mod check;
#[cfg(unix)]
mod check_terminal;
mod command_line;
#[cfg(target_os = "linux")]
mod completions;
mod config_schema;
#[cfg(target_os = "linux")]
mod faults;
mod growth;
mod hostile_input;
#[cfg(target_os = "linux")]
mod hostile_names;
#[cfg(unix)]
mod inspector;
#[cfg(unix)]
mod install;
mod json_schema;
#[cfg(target_os = "linux")]
mod no_network;
#[cfg(unix)]
mod one_reference;
mod pictures;
mod presentation;
#[cfg(unix)]
mod sessions;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod watch;
