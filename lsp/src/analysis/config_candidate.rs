//! What may be inserted into a configuration file.

use iri_core::Edit;
use iri_core::text::InConfig;

/// Kind of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigCandidateKind {
    /// Key, or header of a table.
    Key,
    /// Value.
    Value,
    /// Path of a file.
    File,
    /// Path of a directory.
    Directory,
}

/// Text that may be inserted into a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigCandidate {
    /// Name, or header of a table.
    pub label: String,
    /// Text that is compared with what the user typed.
    pub filter: String,
    /// Description; empty if the name says enough.
    pub description: String,
    /// Kind of the candidate.
    pub kind: ConfigCandidateKind,
    /// Edit that inserts it.
    pub edit: Edit<InConfig>,
}
