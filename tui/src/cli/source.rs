//! Arguments that say where references come from: the same in every command that reads them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cells::escape_line;

/// Arguments about the source of references.
#[derive(Args, Clone, Debug)]
pub struct SourceArgs {
    /// Read these references; - is standard input [default: standard input, one per line]
    #[arg(value_name = "REFERENCE")]
    pub references: Vec<OsString>,

    /// Read the references in FILE, one per line; - is standard input
    #[arg(long = "from", value_name = "FILE", conflicts_with = "references")]
    pub file: Option<PathBuf>,

    /// Read NUL-terminated references from standard input or --from
    #[arg(short = '0', conflicts_with = "references")]
    pub is_nul: bool,

    /// Treat REFERENCE as a reference even if a file has that name
    #[arg(long = "reference")]
    pub is_reference: bool,
}

impl SourceArgs {
    /// Returns the error about references that are probably the names of files, for the command `command`.
    pub fn misuse(&self, command: &str) -> Option<String> {
        let tip = |path: &Path| {
            let path = escape_line(&path.to_string_lossy());
            format!("'iri-inspect {command} --from {path}' reads the references in it")
        };
        if self.references.len() == 1 && self.references[0] == "-" || self.is_reference {
            return None;
        }
        not_references(&self.references, &tip)
    }
}

/// Returns the error about words that are no references: `-` among others, or the names of files.
pub fn not_references(words: &[OsString], tip: &dyn Fn(&Path) -> String) -> Option<String> {
    let end = "'--reference' treats it as a reference";
    if words.iter().any(|word| word == "-") {
        return Some(format!("'-' is standard input only as the sole argument; {end}"));
    }
    let are_files = words.iter().all(|word| Path::new(word).is_file());
    let first = Path::new(words.first().filter(|_| are_files)?);
    Some(format!("'{}' is a file: {}; {end}", escape_line(&first.to_string_lossy()), tip(first)))
}
