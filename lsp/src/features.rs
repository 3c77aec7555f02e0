//! What the server offers in a document, one request of the protocol per file, in three steps:
//!
//! ```text
//! params ─▶ from_proto ─▶ find (analysis) ─▶ to_proto ─▶ answer
//! ```

pub mod code_action;
pub mod completion;
pub mod definition;
pub mod diagnostics;
pub mod document_link;
pub mod execute_command;
pub mod hover;
pub mod inlay_hint;
pub mod references;
pub mod rename;
pub mod workspace_diagnostics;
