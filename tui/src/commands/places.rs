//! `places`: the places of references that schemas declare, as entries of `.iri.toml`.
//!
//! ```text
//! # shop.xsd
//! [[places]]
//! namespace = "urn:example:shop"
//! …
//! ```

use std::io::{self, Write};
use std::path::PathBuf;

use iri_core::Config;
use iri_core::files::ConfigSource;
use iri_core::workspace::Workspace;

use crate::cells::escape_line;
use crate::cli::outcome::{Outcome, warn};
use crate::commands::preview::is_changed_on_screen;
use crate::report::output;

/// Prints the entries for each of the schemas at `paths`.
///
/// # Errors
/// If the output cannot be written.
pub fn run(paths: &[PathBuf]) -> io::Result<Outcome> {
    let workspace = Workspace::new(ConfigSource::Nearest);
    let mut out = output::exact();
    let mut outcome = Outcome::Done;
    for path in paths {
        let name = escape_line(&path.display().to_string());
        let (places, problems) = workspace.schema_places(path);
        for problem in &problems {
            warn(&escape_line(problem));
        }
        if places.is_empty() {
            if problems.is_empty() {
                warn(&format!("{name}: the schema declares no references"));
            }
            outcome = Outcome::Failed;
            continue;
        }
        writeln!(out, "# {name}")?;
        for place in &places {
            writeln!(out, "{}", Config::table_for(place, is_changed_on_screen))?;
        }
    }
    out.flush()?;
    Ok(outcome)
}
