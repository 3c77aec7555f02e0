//! Values of the expected types, with a problem for each value of another type.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::ConfigProblem;
use super::keys::{ConfigTable, ConfigValues};
use crate::rules::Severity;
use crate::text::similar::{did_you_mean, similar};
use crate::text::{Edit, InConfig, Span, fit, floor_char_boundary};

/// Maximum number of names that a message lists.
const MAX_LISTED: usize = 16;

/// Value with its span.
#[doc(hidden)] // for the programs of this workspace
pub type TomlValue<'t> = Spanned<DeValue<'t>>;

/// Entries of a table by key; only known keys.
pub(super) type Fields<'a, 't> = BTreeMap<&'static str, &'a TomlValue<'t>>;

/// Reader of a file in TOML, which reports each error and reads the rest.
#[doc(hidden)] // for the programs of this workspace
#[derive(Debug)]
pub struct TomlReader<'t> {
    /// Text of the whole file.
    text: &'t str,
    /// Severity of the errors.
    severity: Severity,
    /// Problems so far.
    pub(super) problems: Vec<ConfigProblem>,
    /// Number of lists of files so far.
    pub(super) file_lists: usize,
}

impl<'t> TomlReader<'t> {
    /// Reads `text` with `read`. The problems are in the order of the text.
    pub fn read<T>(
        text: &'t str,
        severity: Severity,
        read: impl FnOnce(&mut Self, &DeTable<'t>) -> T,
    ) -> (T, Vec<ConfigProblem>) {
        let mut reader = Self { text, severity, problems: Vec::new(), file_lists: 0 };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let span = error.span().map_or(Span::empty(text.len()), |range| Span::new(range.start, range.end));
            reader.problem(span, error.message().to_owned());
        }
        let value = read(&mut reader, table.get_ref());
        let mut problems = reader.problems;
        problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
        (value, problems)
    }

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

    /// Reports an unknown word at `span`; `what` is the kind of the `names` that are known.
    pub fn unknown(&mut self, span: Span<InConfig>, what: &str, word: &str, names: &[&str]) {
        let fix = similar(word, names.iter().copied()).and_then(|meant| self.replaced(span, word, meant));
        let tip = did_you_mean(word, names.iter().copied());
        let is_listed = tip.is_empty() && names.len() <= MAX_LISTED;
        let expected = if is_listed { format!(" (expected {})", names.join(", ")) } else { tip };
        self.problem(span, fit(word, |word| format!("unknown {what} '{word}'{expected}")));
        if let Some(problem) = self.problems.last_mut() {
            problem.fix = fix;
        }
    }

    /// Returns the edit that writes `meant` in place of `word`, a key or a string at `span`; `None` if the source has the word
    /// with escapes.
    fn replaced(&self, span: Span<InConfig>, word: &str, meant: &str) -> Option<Edit<InConfig>> {
        let source = self.text.get(span.start..span.end)?;
        let start = span.start + source.find(word)?;
        Some(Edit { span: Span::new(start, start + word.len()), text: meant.to_owned() })
    }

    fn unknown_key(&mut self, key: &Spanned<DeString<'t>>, known: &ConfigTable, severity: Severity) {
        let names = |table: &'static ConfigTable| table.keys().iter().map(|key| key.name);
        let known = || known.keys().iter().map(|key| key.name);
        let fix = similar(key.get_ref(), known()).and_then(|meant| self.replaced(span_of(key), key.get_ref(), meant));
        let mut tip = did_you_mean(key.get_ref(), known());
        // The key of another table.
        for above in ConfigTable::ROOT.keys().iter().filter(|_| tip.is_empty()) {
            let ConfigValues::Table(table) = above.values else { continue };
            if let Some(name) = similar(key.get_ref(), names(table)) {
                tip = format!("; did you mean '{}.{name}'?", above.name);
                break;
            }
        }
        let message = fit(key.get_ref(), |key| format!("unknown key '{key}'{tip}"));
        self.problems.push(ConfigProblem { fix, ..ConfigProblem::new(span_of(key), severity, message) });
    }

    /// Returns a table, if `value` is one.
    pub fn table<'a>(&mut self, value: &'a TomlValue<'t>) -> Option<&'a DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(value, "a table");
        }
        table
    }

    /// Returns the tables of an array with their spans.
    pub(super) fn tables<'a>(&mut self, value: Option<&&'a TomlValue<'t>>) -> Vec<(Span<InConfig>, &'a DeTable<'t>)> {
        let Some(value) = value else { return Vec::new() };
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(value, "an array of tables");
            return Vec::new();
        };
        array.iter().filter_map(|value| Some((span_of(value), self.table(value)?))).collect()
    }

    /// Returns a truth value, if `value` is one.
    pub fn boolean(&mut self, value: &TomlValue<'t>) -> Option<bool> {
        let boolean = value.get_ref().as_bool();
        if boolean.is_none() {
            self.wrong_type(value, "true or false");
        }
        boolean
    }

    /// Returns a text, if `value` is one.
    pub fn string<'a>(&mut self, value: &'a TomlValue<'t>) -> Option<&'a str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(value, "a string");
        }
        text
    }

    /// Returns strings with their spans; a single string needs no array.
    pub fn strings<'a>(&mut self, value: &'a TomlValue<'t>) -> Vec<(Span<InConfig>, &'a str)> {
        let values = match value.get_ref() {
            DeValue::Array(array) => &**array,
            _ => std::slice::from_ref(value),
        };
        values.iter().filter_map(|value| Some((span_of(value), self.string(value)?))).collect()
    }

    fn wrong_type(&mut self, value: &TomlValue<'t>, wanted: &str) {
        let found = value.get_ref().type_str();
        self.problem(span_of(value), format!("expected {wanted}, found {} {found}", article(found)));
    }

    /// Reports an error.
    pub fn problem(&mut self, span: Span<InConfig>, message: String) {
        // TOML reports some errors at the line end, which may be after the text.
        let within = |offset: usize| floor_char_boundary(self.text, offset);
        let span = Span::new(within(span.start), within(span.end));
        self.problems.push(ConfigProblem::new(span, self.severity, message));
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Returns the span of a key or a value.
#[doc(hidden)] // for the programs of this workspace
pub fn span_of<T>(spanned: &Spanned<T>) -> Span<InConfig> {
    Span::new(spanned.span().start, spanned.span().end)
}
