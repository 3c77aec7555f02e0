//! An open configuration file: its problems, what its names mean, and which may be written.

use iri_core::files::config::{ConfigKey, ConfigPart, ConfigPosition, ConfigTable, ConfigValues};
use iri_core::files::schema_problems;
use iri_core::present::RoleDescription;
use iri_core::rules::{self, Group, Page};
use iri_core::text::InConfig;
use iri_core::{Config, ConfigProblem, Edit, Role, Severity, Span};

use crate::analysis::config_candidate::{ConfigCandidate, ConfigCandidateKind};
use crate::analysis::config_paths::{self, ConfigSurroundings};
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

/// Returns the candidates at `offset` of a configuration file that contains `text`; no paths without its `surroundings`.
pub fn candidates(text: &str, offset: usize, surroundings: Option<ConfigSurroundings<'_>>) -> Vec<ConfigCandidate> {
    let Some(position) = ConfigPosition::new(text, offset) else { return Vec::new() };
    let ConfigPosition { span, is_quoted, .. } = position;
    let candidate = |label: &str, description: String, kind: ConfigCandidateKind, text: String| {
        let edit = Edit { span, text };
        ConfigCandidate { label: label.to_owned(), filter: label.to_owned(), description, kind, edit }
    };
    match &position.part {
        ConfigPart::Header => headers(span, span.slice(text).starts_with('[')),
        ConfigPart::Key { table, others, is_line } => {
            let is_complete = text[span.end..].trim_start_matches([' ', '\t']).starts_with(['=', '.']);
            // The keys of the whole file are written as headers.
            let is_root = **table == ConfigTable::ROOT;
            let keys = names_of_keys(table).filter(|(name, _)| !is_root && others.iter().all(|other| other != name));
            let mut all: Vec<_> = keys
                .map(|(name, description)| {
                    let text = if is_quoted || is_complete { name.to_owned() } else { format!("{name} = ") };
                    candidate(name, description, ConfigCandidateKind::Key, text)
                })
                .collect();
            if *is_line {
                all.extend(headers(span, false));
            }
            all
        }
        ConfigPart::Value(values @ (ConfigValues::Schema | ConfigValues::Catalog | ConfigValues::Pattern)) => {
            surroundings
                .map(|surroundings| config_paths::candidates(text, (&position, *values), offset, surroundings))
                .unwrap_or_default()
        }
        ConfigPart::Value(values) => {
            let written = |word: &str| if is_quoted { word.to_owned() } else { format!("\"{word}\"") };
            let words = words_of(*values).into_iter();
            let of_word = |(word, description)| candidate(word, description, ConfigCandidateKind::Value, written(word));
            let words = words.map(of_word);
            let booleans = [true, false].map(|value| value.to_string()).into_iter();
            let booleans = booleans.filter(|_| *values == ConfigValues::Boolean && !is_quoted);
            let of_boolean =
                |value: String| candidate(&value, String::new(), ConfigCandidateKind::Value, value.clone());
            words.chain(booleans.map(of_boolean)).collect()
        }
    }
}

/// Returns the headers of all tables, to replace `span`.
fn headers(span: Span<InConfig>, has_bracket: bool) -> Vec<ConfigCandidate> {
    let header = |key: &ConfigKey, path: &str| {
        let label = match key.values {
            ConfigValues::Table(_) => format!("[{path}]"),
            ConfigValues::Tables(_) => format!("[[{path}]]"),
            _ => return None,
        };
        Some(ConfigCandidate {
            filter: if has_bracket { label.clone() } else { path.to_owned() },
            description: key.description.to_owned(),
            kind: ConfigCandidateKind::Key,
            edit: Edit { span, text: label.clone() },
            label,
        })
    };
    let inner = |outer: &'static ConfigKey| {
        let keys = outer.values.table().map(ConfigTable::keys).unwrap_or_default().iter();
        keys.filter_map(move |key| header(key, &format!("{}.{}", outer.name, key.name)))
    };
    let outer = ConfigTable::ROOT.keys().iter();
    outer.flat_map(|key| header(key, key.name).into_iter().chain(inner(key))).collect()
}

/// Returns the keys of a table with their descriptions.
fn names_of_keys(table: &ConfigTable) -> impl Iterator<Item = (&'static str, String)> {
    let rules = (*table == ConfigTable::Rules).then(rules::rule_names).into_iter().flatten();
    let rules = rules.map(|name| (name, description_of_rule(name).unwrap_or_default()));
    table.keys().iter().map(|key| (key.name, key.description.to_owned())).chain(rules)
}

/// Returns the words that may be values, with their descriptions.
fn words_of(values: ConfigValues) -> Vec<(&'static str, String)> {
    let off = |description: &str| ("off", description.to_owned());
    match values {
        ConfigValues::Severity => {
            let severities = Severity::ALL.iter().map(|severity| (severity.name(), String::new()));
            severities.chain([off("The rule is turned off.")]).collect()
        }
        ConfigValues::Role => {
            let roles = Role::ALL.iter().map(|role| (role.name, RoleDescription::new(*role).to_string()));
            roles.chain([off("The values are not references.")]).collect()
        }
        ConfigValues::RuleNames => names_of_keys(&ConfigTable::Rules).collect(),
        _ => Vec::new(),
    }
}

/// Returns the description of a rule or group; `None` if the name is unknown.
fn description_of_rule(name: &str) -> Option<String> {
    match rules::find(name) {
        Some(rule) => Some(Page::parse(rule.page).summary),
        None => Group::from_name(name).map(|group| format!("All rules in the group {}.", group.name())),
    }
}

/// Returns the name at `offset` and its description; `None` if nothing is known about it.
pub fn description_at(text: &str, offset: usize) -> Option<(Span<InConfig>, String)> {
    let ConfigPosition { span, part, .. } = ConfigPosition::new(text, offset)?;
    let word = span.slice(text);
    let find = |all: Vec<(&'static str, String)>| {
        let found = all.into_iter().find(|(name, _)| *name == word);
        found.map(|(_, description)| description).filter(|description| !description.is_empty())
    };
    let description = match part {
        ConfigPart::Header => {
            let path: Vec<&str> = word.trim_matches(['[', ']', ' ', '\t']).split('.').map(str::trim).collect();
            ConfigTable::ROOT.find(&path).map(|key| key.description.to_owned())
        }
        ConfigPart::Key { table, .. } => find(names_of_keys(table).collect()),
        ConfigPart::Value(values) => find(words_of(values)),
    };
    Some((span, description?))
}
