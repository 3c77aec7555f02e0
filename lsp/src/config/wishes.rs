//! The settings of a client: `rules`, `places`, `ignore` and `schemas` as in `.iri.toml`, and what only a server
//! has.
//!
//! ```json
//! {"rules": {"leiri": "error"}, "ignore": [{"files": ["vendor/**"]}], "inlayHints": true}
//! ```
//!
//! What `.iri.toml` has too is written as TOML and read by the core, so that both are judged alike; a problem's
//! place in that text is led back to the setting.

use iri_core::text::similar::did_you_mean;
use iri_core::{Config, Options, inspect};
use serde_json::{Map, Value};

use super::Problem;
use crate::shown::shown;

/// What `.iri.toml` has too.
const SHARED: [&str; 4] = ["rules", "places", "ignore", "schemas"];
/// What only a server has.
const OWN: [&str; 2] = ["inlayHints", "documentation"];
/// What clients keep for themselves under the same name.
const OF_CLIENTS: [&str; 5] = ["server", "trace", "languages", "enable", "path"];

/// The settings of a client.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// How texts are judged.
    pub config: Config,
    /// What the server does besides.
    pub features: Features,
    /// What makes no sense.
    pub problems: Vec<Problem>,
}

/// What the server does besides judging.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Whether the readable form of an encoded reference is shown behind it.
    pub inlay_hints: Option<bool>,
    /// The folder with the pages on the rules, each `NAME.html`.
    pub documentation: Option<String>,
}

impl Features {
    /// What `later` says, or else what was said.
    pub fn then(&self, later: &Self) -> Self {
        Self {
            inlay_hints: later.inlay_hints.or(self.inlay_hints),
            documentation: later.documentation.clone().or_else(|| self.documentation.clone()),
        }
    }
}

impl Wishes {
    /// Those that `said` holds, under the name `iri` or at once.
    pub fn of(said: &Value) -> Self {
        let mut wishes = Self::default();
        match said.get("iri").unwrap_or(said) {
            Value::Object(fields) => wishes.take(fields),
            Value::Null => {}
            // An empty list is what some languages have for an empty table.
            Value::Array(values) if values.is_empty() => {}
            other => wishes.problem("iri", format!("settings belong here, not {}", kind(other))),
        }
        wishes
    }

    fn take(&mut self, fields: &Map<String, Value>) {
        let mut toml = Toml::default();
        for (name, value) in fields {
            match name.as_str() {
                shared if SHARED.contains(&shared) => toml.line(name, value),
                "inlayHints" => match value {
                    Value::Bool(wish) => self.features.inlay_hints = Some(*wish),
                    Value::Null => {}
                    other => self.problem("iri.inlayHints", format!("true or false belongs here, not {}", kind(other))),
                },
                "documentation" => match value {
                    Value::String(url) if has_scheme(url) => self.features.documentation = Some(url.clone()),
                    Value::String(url) if url.is_empty() => {}
                    Value::String(url) => {
                        self.problem("iri.documentation", format!("a URL belongs here, not '{}'", shown(url, 100)));
                    }
                    Value::Null => {}
                    other => self.problem("iri.documentation", format!("a URL belongs here, not {}", kind(other))),
                },
                other if OF_CLIENTS.contains(&other) => {}
                other => {
                    let tip = did_you_mean(other, SHARED.into_iter().chain(OWN));
                    self.problem(&format!("iri.{other}"), format!("there is no such setting{tip}"));
                }
            }
        }
        let (config, problems) = Config::parse(&toml.text);
        self.config = config;
        for problem in problems {
            self.problem(toml.name_at(problem.span.start), problem.message);
        }
    }

    fn problem(&mut self, name: &str, message: String) {
        self.problems.push(Problem { name: name.to_owned(), message });
    }
}

fn has_scheme(url: &str) -> bool {
    inspect(url, &Options::default()).reference().scheme_lowercase().is_some()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Settings as TOML, one a line.
#[derive(Default)]
struct Toml {
    text: String,
    /// Where each setting begins.
    names: Vec<(usize, String)>,
}

impl Toml {
    fn line(&mut self, name: &str, value: &Value) {
        if !value.is_null() {
            self.entry(name, value, &format!("iri.{name}"));
            self.text.push('\n');
        }
    }

    fn entry(&mut self, key: &str, value: &Value, name: &str) {
        self.names.push((self.text.len(), name.to_owned()));
        self.string(key);
        self.text.push_str(" = ");
        self.value(value, name);
    }

    /// JSON is read no deeper than 128, so neither is this.
    fn value(&mut self, value: &Value, name: &str) {
        match value {
            Value::Object(fields) => {
                let fields = fields.iter().filter(|(_, value)| !value.is_null());
                self.parted('{', fields, '}', |toml, (key, value)| toml.entry(key, value, &format!("{name}.{key}")));
            }
            Value::Array(values) => {
                let values = values.iter().filter(|value| !value.is_null()).enumerate();
                self.parted('[', values, ']', |toml, (number, value)| {
                    let name = format!("{name}[{number}]");
                    toml.names.push((toml.text.len(), name.clone()));
                    toml.value(value, &name);
                });
            }
            Value::String(text) => self.string(text),
            Value::Null | Value::Bool(_) | Value::Number(_) => self.text.push_str(&value.to_string()),
        }
    }

    fn parted<T>(&mut self, open: char, all: impl Iterator<Item = T>, close: char, mut one: impl FnMut(&mut Self, T)) {
        self.text.push(open);
        for (number, item) in all.enumerate() {
            if number > 0 {
                self.text.push_str(", ");
            }
            one(self, item);
        }
        self.text.push(close);
    }

    /// A basic string of TOML is one of JSON, but that it may not hold a DEL.
    fn string(&mut self, text: &str) {
        self.text.push_str(&Value::from(text).to_string().replace('\u{7F}', "\\u007F"));
    }

    /// The innermost setting that begins at `offset` or before it.
    fn name_at(&self, offset: usize) -> &str {
        let next = self.names.partition_point(|(start, _)| *start <= offset);
        next.checked_sub(1).map_or("iri", |last| &self.names[last].1)
    }
}

#[cfg(test)]
mod tests {
    use iri_core::Severity;
    use serde_json::json;

    use super::*;

    fn problems(said: &Value) -> Vec<String> {
        let problems = Wishes::of(said).problems.into_iter();
        problems.map(|problem| format!("{}: {}", problem.name, problem.message)).collect()
    }

    #[test]
    fn settings_mean_what_the_file_means() {
        let said = json!({"iri": {
            "rules": {"leiri": "error", "not-nfc": "off", "leiri-space": null},
            "places": [{"namespace": "urn:x", "element": "item", "attribute": "link", "role": "iri"}],
            "ignore": [{"values": ["\"\\\u{7F}\u{E9}*"], "rules": ["leiri-space"]}, {"files": ["vendor/**"]}],
            "inlayHints": true,
        }});
        let wishes = Wishes::of(&said);
        assert_eq!(wishes.problems, []);
        let settings = wishes.config.settings_for("a.xml");
        assert_eq!(settings.places.len(), 1);
        assert_eq!(settings.ignored[0].value, "\"\\\u{7F}\u{E9}*");
        assert!(wishes.config.is_ignored_file("vendor/a.xml"));
        assert_eq!(wishes.features.inlay_hints, Some(true));
        let document = iri_core::Document::parse("<a xml:base='a b'/>", std::sync::Arc::new(settings));
        let severities: Vec<_> = document.findings().map(|found| found.finding.severity).collect();
        assert_eq!(severities, [Severity::Error]);
    }

    #[test]
    fn what_makes_no_sense_is_named_and_the_rest_counts() {
        let said = json!({
            "rules": {"leiri-spaec": "error", "leiri-unwise": "eror", "leiri-delimiter": "error"},
            "places": [{"element": "a", "role": "iri"}, {"element": "b", "role": "irri"}],
            "ignore": "everything",
            "inlayHint": true,
            "inlayHints": "yes",
            "server": {"path": "x"},
        });
        let expected = [
            "iri.inlayHint: there is no such setting; did you mean 'inlayHints'?",
            "iri.inlayHints: true or false belongs here, not a string",
            "iri.ignore: an array of tables belongs here, not a string",
            "iri.places[1].role: there is no role 'irri'; did you mean 'iri'?",
            "iri.rules.leiri-spaec: there is no rule or group 'leiri-spaec'; did you mean 'leiri-space'?",
            "iri.rules.leiri-unwise: a severity is error, warning, information, hint or off, not 'eror'; did you mean 'error'?",
        ];
        assert_eq!(problems(&said), expected);
        let settings = Wishes::of(&said).config.settings_for("a.xml");
        assert_eq!(settings.places.len(), 1);
    }

    #[test]
    fn no_settings_are_no_problem() {
        for said in [json!(null), json!({}), json!([]), json!({"iri": null}), json!({"iri": {"rules": null}})] {
            assert_eq!(problems(&said), Vec::<String>::new());
        }
        assert_eq!(problems(&json!("x")), ["iri: settings belong here, not a string"]);
        assert_eq!(problems(&json!({"iri": [1]})), ["iri: settings belong here, not a list"]);
    }
}
