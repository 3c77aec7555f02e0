//! Reads settings from TOML: what makes no sense is a problem at its span, and the rest counts.

use clap::ValueEnum;
use iri_core::text::similar::did_you_mean;
use iri_core::{ConfigProblem, Severity, Span};
use ratatui::style::Color;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Settings;
use crate::keys::{self, Keys};
use crate::theme::palette::Role;

const KEYS: [&str; 6] = ["theme", "glyphs", "bidi", "mouse", "colors", "keys"];

/// Reads the values, and keeps what is wrong with them.
pub struct Reader<'t> {
    pub text: &'t str,
    pub problems: Vec<ConfigProblem>,
}

type Value<'t> = Spanned<DeValue<'t>>;

impl<'t> Reader<'t> {
    /// All of them.
    pub fn settings(&mut self, table: &DeTable<'t>) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "theme" => settings.theme = self.choice(value),
                "glyphs" => settings.glyphs = self.choice(value),
                "bidi" => settings.bidi = self.choice(value),
                "mouse" => settings.mouse = self.truth(value),
                "colors" => settings.colours = self.colours(value),
                "keys" => settings.keys = self.keys(value),
                other => {
                    let tip = did_you_mean(other, KEYS);
                    self.problem(span_of(key), format!("nothing reads the key '{other}'{tip}"));
                }
            }
        }
        settings
    }

    fn choice<T: ValueEnum>(&mut self, value: &Value<'t>) -> Option<T> {
        let word = self.string(value)?;
        let names: Vec<String> = T::value_variants()
            .iter()
            .filter_map(|choice| choice.to_possible_value().map(|value| value.get_name().to_owned()))
            .collect();
        let chosen = T::from_str(word, false).ok();
        if chosen.is_none() {
            let tip = did_you_mean(word, names.iter().map(String::as_str));
            self.problem(span_of(value), format!("write one of {}, not '{word}'{tip}", names.join(", ")));
        }
        chosen
    }

    fn truth(&mut self, value: &Value<'t>) -> Option<bool> {
        let truth = value.get_ref().as_bool();
        if truth.is_none() {
            self.problem(span_of(value), "write true or false".to_owned());
        }
        truth
    }

    fn colours(&mut self, value: &Value<'t>) -> Vec<(Role, Color)> {
        let mut colours = Vec::new();
        for (key, value) in self.table(value).into_iter().flatten() {
            let name = key.get_ref().as_ref();
            let Some(role) = Role::ALL.into_iter().find(|role| role.name() == name) else {
                let tip = did_you_mean(name, Role::ALL.map(Role::name));
                self.problem(span_of(key), format!("no role is called '{name}'{tip}"));
                continue;
            };
            let Some(word) = self.string(value) else { continue };
            match word.parse() {
                Ok(colour) => colours.push((role, colour)),
                Err(_) => self.problem(
                    span_of(value),
                    format!("'{word}' is no colour: write one of the sixteen by name, 0 to 255, or \"#rrggbb\""),
                ),
            }
        }
        colours
    }

    fn keys(&mut self, value: &Value<'t>) -> Vec<(&'static str, Vec<Keys>)> {
        let mut bound = Vec::new();
        for (key, value) in self.table(value).into_iter().flatten() {
            let name = key.get_ref().as_ref();
            let Some((action, ..)) = keys::actions().into_iter().find(|(action, ..)| *action == name) else {
                let tip = did_you_mean(name, keys::actions().iter().map(|(action, ..)| *action));
                self.problem(span_of(key), format!("no action is called '{name}'{tip}"));
                continue;
            };
            let values = match value.get_ref() {
                DeValue::Array(array) => &**array,
                _ => std::slice::from_ref(value),
            };
            let mut keys = Vec::new();
            for value in values {
                let Some(word) = self.string(value) else { continue };
                match Keys::named(word) {
                    Ok(key) => keys.push(key),
                    Err(why) => self.problem(span_of(value), why),
                }
            }
            if !keys.is_empty() {
                bound.push((action, keys));
            }
        }
        bound
    }

    fn table<'a>(&mut self, value: &'a Value<'t>) -> Option<&'a DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.problem(span_of(value), "a table belongs here".to_owned());
        }
        table
    }

    fn string<'a>(&mut self, value: &'a Value<'t>) -> Option<&'a str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.problem(span_of(value), "a string belongs here".to_owned());
        }
        text
    }

    /// Says what is wrong at `span`.
    pub fn problem(&mut self, span: Span, message: String) {
        // TOML reports some errors at the line end, which may lie behind the text.
        let within = |offset: usize| self.text.floor_char_boundary(offset.min(self.text.len()));
        let span = Span::new(within(span.start), within(span.end));
        self.problems.push(ConfigProblem { span, severity: Severity::Warning, message });
    }
}

fn span_of<T>(spanned: &Spanned<T>) -> Span {
    Span::new(spanned.span().start, spanned.span().end)
}
