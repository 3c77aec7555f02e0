//! Conversion of TOML to a [`Config`], with a problem for each error.

use std::collections::HashSet;

use toml::de::{DeTable, DeValue};

use super::keys::{ASSOCIATION, CHECK, ConfigTable, ConfigValues, IGNORE, OVERRIDE, PLACE, SCHEMAS};
use super::values::{TomlReader, TomlValue, span_of};
use super::{Association, CheckSetting, Config, ConfigPath, ConfigProblem, FilePatterns, Ignore, Schemas};
use crate::files::paths::PathStyle;
use crate::rules::Group;
use crate::rules::Severity;
use crate::rules::rule_names;
use crate::rules::{Role, Severities};
use crate::text::{InConfig, Span, fit};
use crate::vocabularies::Shape;
use crate::xml::{IgnoredValue, UnknownPlaces, UserPlace};

/// Maximum number of `*` in all ignored values: they may be compared with each value of a document.
const MAX_WILDCARDS: usize = 5_000;

/// Maximum number of lists of files: each is compared with each file.
const MAX_FILE_LISTS: usize = 500;

/// Marker: a problem was found and recorded.
struct Reported;

impl Config {
    /// Parses a configuration file. The problems are in the order of the text; what is not wrong takes effect.
    ///
    /// ```
    /// use iri_core::Config;
    ///
    /// let (config, problems) = Config::parse("[[ignore]]\nfiles = ['vendor/**']");
    /// assert!(problems.is_empty());
    /// assert!(config.is_ignored_file("vendor/a.xml"));
    /// ```
    pub fn parse(text: &str) -> (Self, Vec<ConfigProblem>) {
        TomlReader::read(text, Severity::Error, TomlReader::config)
    }
}

/// Returns whether `name` can be the local part of a name (NCName of Namespaces in XML, with a few characters more).
fn is_local_name(name: &str) -> bool {
    let is_inside =
        |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_') || !c.is_ascii() && !c.is_whitespace();
    !name.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'))
        && !name.is_empty()
        && name.chars().all(is_inside)
}

impl<'t> TomlReader<'t> {
    fn config(&mut self, table: &DeTable<'t>) -> Config {
        let fields = self.fields(table, &ConfigTable::ROOT);
        let mut config = Config::default();
        if let Some(rules) = fields.get("rules").and_then(|value| self.table(value)) {
            config.severities = self.rules(rules);
        }
        if let Some(value) = fields.get("extend")
            && let Some(path) = self.string(value)
        {
            config.extend = Some(ConfigPath { path: path.to_owned(), span: span_of(value) });
        }
        for (span, table) in self.tables(fields.get("override")) {
            config.overrides.extend(self.override_entry(span, table));
        }
        for (span, table) in self.tables(fields.get("places")) {
            if let Some(place) = self.place(span, table) {
                config.places.push(place);
                config.place_spans.push(span);
            }
        }
        let unknown = fields.get("unknown").and_then(|value| self.boolean(value));
        config.unknown = unknown.map(|is_on| if is_on { UnknownPlaces::On } else { UnknownPlaces::Off });
        for (span, table) in self.tables(fields.get("ignore")) {
            config.ignores.extend(self.ignore(span, table));
        }
        if let Some(check) = fields.get("check").and_then(|value| self.table(value)) {
            self.check(check, &mut config);
        }
        self.limit_wildcards(&mut config.ignores);
        config.ignored =
            config.ignores.iter().flat_map(|ignore| &ignore.values).map(|(_, value)| value.clone()).collect();
        if let Some(schemas) = fields.get("schemas").and_then(|value| self.table(value)) {
            config.schemas = self.schemas(schemas);
        }
        config
    }

    /// Parses `leiri = "error"`. The entry of a rule wins over that of its group, in any order.
    fn rules(&mut self, table: &DeTable<'t>) -> Severities {
        let mut severities = Severities::default();
        let is_group = |name: &str| Group::from_name(name).is_some();
        let (groups, rules): (Vec<_>, Vec<_>) = table.iter().partition(|(key, _)| is_group(key.get_ref()));
        for (key, value) in groups.into_iter().chain(rules) {
            let Ok(severity) = self.severity(value) else { continue };
            if severities.set(key.get_ref(), severity).is_err() {
                self.unknown(span_of(key), "rule or group", key.get_ref(), &rule_names().collect::<Vec<_>>());
            }
        }
        severities
    }

    fn override_entry(&mut self, span: Span<InConfig>, table: &DeTable<'t>) -> Option<(FilePatterns, Severities)> {
        let fields = self.only(table, &OVERRIDE)?;
        let (Some(files), Some(rules)) = (fields.get("files"), fields.get("rules")) else {
            self.problem(span, "expected the keys 'files' and 'rules'".to_owned());
            return None;
        };
        let files = self.strings(files);
        Some((self.files(&files), self.table(rules).map(|rules| self.rules(rules))?))
    }

    /// Parses the options of a check. Patterns of files are as in `[[ignore]]`, so that editors skip these files, too.
    fn check(&mut self, table: &DeTable<'t>, config: &mut Config) {
        let fields = self.fields(table, &CHECK);
        for key in CHECK.keys() {
            let Some(value) = fields.get(key.name) else { continue };
            let before = self.problems.len();
            let values: Vec<String> = match key.values {
                ConfigValues::Boolean => self.boolean(value).into_iter().map(|is_on| is_on.to_string()).collect(),
                ConfigValues::Word(words) => self.word(value, words).into_iter().collect(),
                ConfigValues::Number => self.number(value).into_iter().collect(),
                ConfigValues::Path | ConfigValues::Base | ConfigValues::Charset => {
                    let text = self.string(value);
                    if let Some(problem) = text.and_then(|text| key.values.problem_of(text)) {
                        self.problem(span_of(value), problem.to_owned());
                    }
                    text.into_iter().map(str::to_owned).collect()
                }
                ConfigValues::RuleNames => {
                    let names = self.strings(value);
                    self.known_rules(names).into_iter().flatten().map(|(_, name)| name).collect()
                }
                ConfigValues::Pattern => {
                    let patterns = self.strings(value);
                    let files = Some(self.files(&patterns));
                    let (span, is_whole, may_be_unused) = (span_of(value), true, true);
                    config.ignores.push(Ignore { span, files, is_whole, may_be_unused, ..Ignore::default() });
                    continue;
                }
                _ => self.strings(value).into_iter().map(|(_, text)| text.to_owned()).collect(),
            };
            if self.problems.len() == before {
                let is_path = key.values == ConfigValues::Path;
                config.check.push(CheckSetting { name: key.name, values, is_path, span: span_of(value) });
            }
        }
    }

    fn word(&mut self, value: &TomlValue<'t>, words: &[&'static str]) -> Option<String> {
        let word = self.string(value)?;
        if !words.contains(&word) {
            self.unknown(span_of(value), "value", word, words);
        }
        Some(word.to_owned())
    }

    fn number(&mut self, value: &TomlValue<'t>) -> Option<String> {
        let value_text = match value.get_ref() {
            DeValue::Integer(number) => number.to_string(),
            DeValue::String(text) => text.to_string(),
            _ => String::new(),
        };
        if value_text == "none" || value_text.parse::<usize>().is_ok() {
            return Some(value_text);
        }
        self.problem(span_of(value), "expected a number or 'none'".to_owned());
        None
    }

    fn severity(&mut self, value: &TomlValue<'t>) -> Result<Option<Severity>, Reported> {
        let word = self.string(value).ok_or(Reported)?;
        if word == "off" {
            return Ok(None);
        }
        let severity = Severity::from_name(word);
        if severity.is_none() {
            self.unknown(span_of(value), "severity", word, &["error", "warning", "information", "hint", "off"]);
        }
        severity.map(Some).ok_or(Reported)
    }

    fn place(&mut self, span: Span<InConfig>, table: &DeTable<'t>) -> Option<UserPlace> {
        let fields = self.only(table, &PLACE)?;
        let mut text = |key| fields.get(key).and_then(|value| self.string(value)).map(str::to_owned);
        let (namespace, element, attribute) = (text("namespace"), text("element"), text("attribute"));
        for (key, name, expected) in [
            ("element", &element, "the local name of an element"),
            ("attribute", &attribute, "'{namespace}local' or a name without a prefix"),
        ] {
            let (Some(name), Some(value)) = (name, fields.get(key)) else { continue };
            let namespace = name.strip_prefix('{').filter(|_| key == "attribute");
            let local = namespace.map_or(Some(name.as_str()), |rest| rest.split_once('}').map(|(_, local)| local));
            if !local.is_some_and(is_local_name) {
                let is_prefixed = name.contains(':') && namespace.is_none();
                let found = if is_prefixed { "the prefixed name " } else { "" };
                self.problem(span_of(value), fit(name, |name| format!("expected {expected}, found {found}'{name}'")));
                return None;
            }
        }
        if element.is_none() && attribute.is_none() {
            self.problem(span, "place has neither an element nor an attribute".to_owned());
            return None;
        }
        let Some(role) = fields.get("role") else {
            self.problem(span, "place has no role (role = \"off\" removes a place)".to_owned());
            return None;
        };
        let role = self.role(role).ok()?;
        let keywords = fields.get("keywords").map(|value| self.strings(value)).unwrap_or_default();
        let keywords = keywords.into_iter().map(|(_, word)| word.into()).collect();
        let values = fields.get("values").map_or(Some(Shape::Any), |value| self.shape(value))?;
        Some(UserPlace { namespace, element, attribute, role, keywords, values })
    }

    fn shape(&mut self, value: &TomlValue<'t>) -> Option<Shape> {
        let name = self.string(value)?;
        let shape = Shape::parse(name);
        if shape.is_none() {
            self.unknown(span_of(value), "kind of values", name, &Shape::NAMES);
        }
        shape
    }

    fn role(&mut self, value: &TomlValue<'t>) -> Result<Option<Role>, Reported> {
        let name = self.string(value).ok_or(Reported)?;
        if matches!(name, "off" | "none") {
            return Ok(None);
        }
        let role = Role::from_name(name);
        if role.is_none() {
            let names: Vec<&str> = Role::ALL.iter().map(|role| role.name).chain(["off"]).collect();
            self.unknown(span_of(value), "role", name, &names);
        }
        role.map(Some).ok_or(Reported)
    }

    fn ignore(&mut self, span: Span<InConfig>, table: &DeTable<'t>) -> Option<Ignore> {
        let fields = self.only(table, &IGNORE)?;
        if fields.is_empty() {
            self.problem(span, "expected at least one of the keys 'files', 'rules' and 'values'".to_owned());
            return None;
        }
        let mut list = |key: &str| fields.get(key).map(|value| self.strings(value));
        let (files, rules, values) = (list("files"), list("rules"), list("values"));
        // An empty list must not suppress everything.
        let is_empty = |list: &Option<Vec<_>>| list.as_ref().is_some_and(Vec::is_empty);
        if [&files, &rules, &values].into_iter().any(is_empty) {
            self.problem(span, "empty list: nothing is ignored".to_owned());
            return None;
        }
        let rules = rules.map_or_else(|| Some(Vec::new()), |rules| self.known_rules(rules))?;
        let files = files.map(|patterns| self.files(&patterns));
        let values = values.unwrap_or_default();
        let mut severities = Severities::default();
        if values.is_empty() {
            for (_, rule) in &rules {
                // The line above checked that the rule exists.
                let _ = severities.set(rule, None);
            }
        }
        let is_whole = rules.is_empty() && values.is_empty();
        let names: Vec<String> = rules.iter().map(|(_, name)| name.clone()).collect();
        let ignored = |(span, value): (Span<InConfig>, &str)| {
            (span, IgnoredValue { value: value.to_owned(), rules: names.clone() })
        };
        let values = values.into_iter().map(ignored).collect();
        Some(Ignore { span, files, rules, severities, values, is_whole, may_be_unused: false })
    }

    /// Removes the values with more `*` than are compared with each value of a document. A repetition costs nothing.
    fn limit_wildcards(&mut self, ignores: &mut [Ignore]) {
        let (mut known, mut rest, mut is_reported) = (HashSet::new(), MAX_WILDCARDS, false);
        for ignore in ignores {
            ignore.values.retain(|(span, value)| {
                let count = value.value.matches('*').count();
                if count > 0 && !known.insert(value.clone()) {
                    return true;
                }
                let left = rest.checked_sub(count);
                if left.is_none() && !std::mem::replace(&mut is_reported, true) {
                    let message = format!("too many '*' in the ignored values (maximum {MAX_WILDCARDS})");
                    self.problem(*span, message);
                }
                rest = left.unwrap_or(rest);
                left.is_some()
            });
        }
    }

    /// Returns the names; `None` if one of them is unknown, because the rest would suppress something else than
    /// intended.
    fn known_rules(&mut self, names: Vec<(Span<InConfig>, &str)>) -> Option<Vec<(Span<InConfig>, String)>> {
        let before = self.problems.len();
        for (span, name) in &names {
            if !rule_names().any(|rule| rule == *name) {
                self.unknown(*span, "rule or group", name, &rule_names().collect::<Vec<_>>());
            }
        }
        (self.problems.len() == before).then(|| names.into_iter().map(|(span, name)| (span, name.to_owned())).collect())
    }

    fn files(&mut self, patterns: &[(Span<InConfig>, &str)]) -> FilePatterns {
        self.file_lists += 1;
        let is_full = self.file_lists > MAX_FILE_LISTS;
        if self.file_lists == MAX_FILE_LISTS + 1 {
            let span = patterns.first().map_or(Span::default(), |(span, _)| *span);
            self.problem(
                span,
                format!("too many lists of files (maximum {MAX_FILE_LISTS}): one may have many patterns"),
            );
        }
        let used = patterns.iter().map(|(_, pattern)| *pattern).filter(|_| !is_full);
        let (files, bad) = FilePatterns::new(PathStyle::SYSTEM, used);
        for (pattern, message) in bad {
            let at = patterns.iter().find(|(_, other)| *other == pattern).or(patterns.first());
            self.problem(at.map_or(Span::default(), |(span, _)| *span), message);
        }
        files
    }

    fn schemas(&mut self, table: &DeTable<'t>) -> Schemas {
        let fields = self.fields(table, &SCHEMAS);
        let catalogs = fields.get("catalogs").map(|value| self.strings(value)).unwrap_or_default();
        let mut associations = Vec::new();
        for (span, table) in self.tables(fields.get("associations")) {
            associations.extend(self.association(span, table));
        }
        let index = fields.get("index").and_then(|value| self.boolean(value));
        let catalogs = catalogs.into_iter().map(|(span, path)| ConfigPath { path: path.to_owned(), span }).collect();
        Schemas { catalogs, associations, index }
    }

    fn association(&mut self, span: Span<InConfig>, table: &DeTable<'t>) -> Option<Association> {
        let fields = self.only(table, &ASSOCIATION)?;
        let Some(schema) = fields.get("schema").filter(|_| fields.len() > 1) else {
            let message = "expected the key 'schema' and at least one of 'files', 'root' and 'namespace'";
            self.problem(span, message.to_owned());
            return None;
        };
        let patterns = fields.get("files").map(|files| self.strings(files));
        let files = patterns.map(|patterns| self.files(&patterns));
        let mut text = |key| match fields.get(key) {
            Some(value) => self.string(value).map(|text| Some(text.to_owned())),
            None => Some(None),
        };
        let (root, namespace) = (text("root")?, text("namespace")?);
        let schema = ConfigPath { path: self.string(schema)?.to_owned(), span: span_of(schema) };
        Some(Association { files, root, namespace, schema })
    }
}
