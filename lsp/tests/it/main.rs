//! Tests of the server as a client sees it, and of the built program `iri-lsp`.

// What several tests use.
mod client;
#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../core/tests/it/faulty_documents.rs"]
mod faulty_documents;
#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../core/tests/it/system.rs"]
mod system;
#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../tui/tests/it/tools.rs"]
mod tools;
#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "these tests use a part")]
#[path = "../../../tui/tests/it/tracer.rs"]
mod tracer;

mod bad_input;
mod chaos;
mod code_actions;
mod config_file;
mod features;
mod half_typed;
mod interfile;
mod keys;
mod links;
mod one_inspection;
#[cfg(target_os = "linux")]
mod process;
mod protocol;
mod schemas;
mod sessions;
mod settings;
mod show_document;
#[cfg(target_os = "linux")]
mod soak;
mod structure;
mod workspace;
