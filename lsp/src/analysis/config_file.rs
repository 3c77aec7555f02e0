//! The problems of an open configuration file.

use std::path::PathBuf;

use iri_core::files::{path_from_file_uri, schema_problems};
use iri_core::text::InDocument;
use iri_core::{Config, ConfigProblem, Edit, Span};

use crate::documents::Snapshot;

/// Returns the text of a configuration file and its problems, in order. The files that it names are read below `roots`.
pub fn problems(snapshot: &Snapshot, roots: &[PathBuf]) -> (String, Vec<ConfigProblem>) {
    let text = snapshot.document.text();
    let (config, mut problems) = Config::parse(&text);
    if let Some(path) = path_from_file_uri(&snapshot.uri) {
        problems.extend(schema_problems(&path, &config, roots));
        problems.sort_by_key(|problem| problem.span.start);
    }
    (text, problems)
}

/// Returns the problems of a configuration file that touch `span` and whose fix is known, with what the fix writes, in words.
pub fn fixable(
    snapshot: &Snapshot,
    roots: &[PathBuf],
    span: Span<InDocument>,
) -> Vec<(ConfigProblem, String, Edit<InDocument>)> {
    let (text, problems) = problems(snapshot, roots);
    let fixable = |problem: ConfigProblem| {
        let Edit { span: replaced, text: new } = problem.fix.clone()?;
        let title = format!("Replace '{}' with '{new}'", replaced.slice(&text));
        let is_near = problem.span.start <= span.end && span.start <= problem.span.end;
        // The file is the document.
        let edit = Edit { span: Span::new(replaced.start, replaced.end), text: new };
        is_near.then_some((problem, title, edit))
    };
    problems.into_iter().filter_map(fixable).collect()
}
