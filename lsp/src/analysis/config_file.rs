//! An open configuration file: its problems, and what its names mean.

use iri_core::files::schema_problems;
use iri_core::rules::{self, Group, Page};
use iri_core::text::InConfig;
use iri_core::{Config, ConfigProblem, Span};

use crate::documents::Snapshot;
use crate::file_uri::path_from_file_uri;

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

/// Returns the name of a rule or a group at `offset` and its description; `None` if there is neither.
pub fn description_at(text: &str, offset: usize) -> Option<(Span<InConfig>, String)> {
    let is_part = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
    let bytes = text.as_bytes();
    let start = offset - bytes[..offset].iter().rev().take_while(|byte| is_part(byte)).count();
    let end = offset + bytes[offset..].iter().take_while(|byte| is_part(byte)).count();
    let name = text.get(start..end).filter(|name| !name.is_empty())?;
    let group = || Group::ALL.iter().find(|group| group.name() == name);
    let description = match rules::find(name) {
        Some(rule) => Page::parse(rule.page).summary,
        None => format!("All rules in the group {}.", group()?.name()),
    };
    Some((Span::new(start, end), description))
}
