//! Values of the expected types, with a problem for each value of another type.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::ConfigProblem;
use super::keys::ConfigTable;
use crate::rules::Severity;
use crate::text::similar::did_you_mean;
use crate::text::{InConfig, Span, fit, floor_char_boundary};

/// Value with its span.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// Entries of a table by key; only known keys.
pub(super) type Fields<'a, 't> = BTreeMap<&'static str, &'a Value<'t>>;

/// Parser of a configuration file.
pub(super) struct Reader<'t> {
    /// Text of the whole file.
    pub(super) text: &'t str,
    /// Problems so far.
    pub(super) problems: Vec<ConfigProblem>,
}

impl<'t> Reader<'t> {
    /// Returns the entries of `table` by key, with a warning for each key that is not one of those in `known`.
    pub(super) fn fields<'a>(&mut self, table: &'a DeTable<'t>, known: &ConfigTable) -> Fields<'a, 't> {
        let mut fields = Fields::new();
        for (key, value) in table {
            match known.keys().iter().find(|known| known.name == key.get_ref().as_ref()) {
                Some(known) => drop(fields.insert(known.name, value)),
                None => self.unknown_key(key, known, Severity::Warning),
            }
        }
        fields
    }

    /// Returns the same for a table whose keys narrow one another. An unknown key is an error and the whole table is
    /// skipped, because the rest would apply to more than intended.
    pub(super) fn only<'a>(&mut self, table: &'a DeTable<'t>, known: &ConfigTable) -> Option<Fields<'a, 't>> {
        let before = self.problems.len();
        let fields = self.fields(table, known);
        for problem in &mut self.problems[before..] {
            problem.severity = Severity::Error;
        }
        (self.problems.len() == before).then_some(fields)
    }

    fn unknown_key(&mut self, key: &Spanned<DeString<'t>>, known: &ConfigTable, severity: Severity) {
        let tip = did_you_mean(key.get_ref(), known.keys().iter().map(|key| key.name));
        let message = fit(key.get_ref(), |key| format!("unknown key '{key}'{tip}"));
        self.problems.push(ConfigProblem { span: span_of(key), severity, message });
    }

    pub(super) fn table<'a>(&mut self, value: &'a Value<'t>) -> Option<&'a DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(value, "a table");
        }
        table
    }

    /// Returns the tables of an array with their spans.
    pub(super) fn tables<'a>(&mut self, value: Option<&&'a Value<'t>>) -> Vec<(Span<InConfig>, &'a DeTable<'t>)> {
        let Some(value) = value else { return Vec::new() };
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(value, "an array of tables");
            return Vec::new();
        };
        array.iter().filter_map(|value| Some((span_of(value), self.table(value)?))).collect()
    }

    pub(super) fn boolean(&mut self, value: &Value<'t>) -> Option<bool> {
        let boolean = value.get_ref().as_bool();
        if boolean.is_none() {
            self.wrong_type(value, "a boolean");
        }
        boolean
    }

    pub(super) fn string<'a>(&mut self, value: &'a Value<'t>) -> Option<&'a str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(value, "a string");
        }
        text
    }

    /// Returns strings with their spans; a single string needs no array.
    pub(super) fn strings<'a>(&mut self, value: &'a Value<'t>) -> Vec<(Span<InConfig>, &'a str)> {
        let values = match value.get_ref() {
            DeValue::Array(array) => &**array,
            _ => std::slice::from_ref(value),
        };
        values.iter().filter_map(|value| Some((span_of(value), self.string(value)?))).collect()
    }

    fn wrong_type(&mut self, value: &Value<'t>, wanted: &str) {
        let found = value.get_ref().type_str();
        self.error(span_of(value), format!("expected {wanted}, found {} {found}", article(found)));
    }

    pub(super) fn error(&mut self, span: Span<InConfig>, message: String) {
        // TOML reports some errors at the line end, which may be after the text.
        let within = |offset: usize| floor_char_boundary(self.text, offset);
        let span = Span::new(within(span.start), within(span.end));
        self.problems.push(ConfigProblem { span, severity: Severity::Error, message });
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Returns the span of a key or a value.
pub(super) fn span_of<T>(spanned: &Spanned<T>) -> Span<InConfig> {
    Span::new(spanned.span().start, spanned.span().end)
}
