//! The problems of an open configuration file.

use iri_core::files::schema_problems;
use iri_core::{Config, ConfigProblem};

use crate::documents::Snapshot;
use iri_core::files::path_from_file_uri;

/// Returns the text of a configuration file and its problems, in order.
pub fn problems(snapshot: &Snapshot) -> (String, Vec<ConfigProblem>) {
    let text = snapshot.document.text();
    let (config, mut problems) = Config::parse(&text);
    if let Some(path) = path_from_file_uri(&snapshot.uri) {
        problems.extend(schema_problems(&path, &config));
        problems.sort_by_key(|problem| problem.span.start);
    }
    (text, problems)
}
