//! The settings of a client: those of `.iri.toml`, and what only a server has.
//!
//! ```json
//! {"rules": {"leiri": "error"}, "ignore": [{"files": ["vendor/**"]}], "inlayHints": true}
//! ```
//!
//! The settings that `.iri.toml` has too are written as TOML and parsed by the core, so that both mean the same; the
//! position of a problem in that text is mapped back to the setting.

use std::sync::Arc;

use iri_core::characters::Escaper;
use iri_core::files::config::ConfigTable;
use iri_core::text::similar::did_you_mean;
use iri_core::{Config, Options, inspect};
use serde_json::{Map, Value};

/// Returns whether `.iri.toml` also has the setting. Settings of a client have no file that extends another one.
fn is_shared(name: &str) -> bool {
    shared().any(|shared| shared == name)
}

fn shared() -> impl Iterator<Item = &'static str> {
    ConfigTable::ROOT.keys().iter().map(|key| key.name).filter(|name| *name != "extend")
}

/// Settings that only the server has.
const OWN: [&str; 4] = ["inlayHints", "documentation", "workspaceDiagnostics", "suppressionActions"];
/// Settings of the clients themselves in the same section.
const OF_CLIENTS: [&str; 5] = ["server", "trace", "languages", "enable", "path"];

/// Error in a setting or in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConfigDiagnostic {
    /// Name of the setting, or file, line and column.
    pub name: String,
    /// Description of the error.
    pub message: String,
}

/// Parsed settings of a client.
#[derive(Clone, Debug, Default)]
pub struct ClientSettings {
    /// Settings for the analysis of documents.
    pub config: Arc<Config>,
    /// Settings of the features of the server.
    pub features: FeatureSettings,
    /// Errors in the settings.
    pub problems: Vec<ConfigDiagnostic>,
}

/// Settings of the features that only the server has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeatureSettings {
    /// Whether the readable form of an encoded reference is displayed after it; `None` if unset.
    pub inlay_hints: Option<bool>,
    /// Whether files that are not open have diagnostics; if unset, only if the client requests them.
    pub workspace_diagnostics: Option<bool>,
    /// Whether menus offer to suppress rules; `None` if unset, which offers them.
    pub suppressions: Option<bool>,
    /// URL of the directory with the pages of the rules, each `NAME.html`.
    pub documentation: Option<String>,
}

impl FeatureSettings {
    /// Returns these settings, overridden by `later`.
    pub fn overridden_by(&self, later: &Self) -> Self {
        Self {
            inlay_hints: later.inlay_hints.or(self.inlay_hints),
            workspace_diagnostics: later.workspace_diagnostics.or(self.workspace_diagnostics),
            suppressions: later.suppressions.or(self.suppressions),
            documentation: later.documentation.clone().or_else(|| self.documentation.clone()),
        }
    }
}

impl ClientSettings {
    /// Parses the settings in `value`, under the name `iri` or directly.
    pub fn parse(value: &Value) -> Self {
        let mut settings = Self::default();
        match value.get("iri").unwrap_or(value) {
            Value::Object(fields) => settings.parse_fields(fields),
            Value::Null => {}
            // Some languages write an empty table as an empty array.
            Value::Array(values) if values.is_empty() => {}
            other => settings.problem("iri", format!("expected an object, found {}", type_name(other))),
        }
        settings
    }

    fn parse_fields(&mut self, fields: &Map<String, Value>) {
        let mut toml = Toml::default();
        for (name, value) in fields {
            match name.as_str() {
                shared if is_shared(shared) => toml.line(name, value),
                "inlayHints" => self.features.inlay_hints = self.boolean("iri.inlayHints", value),
                "workspaceDiagnostics" => {
                    self.features.workspace_diagnostics = self.boolean("iri.workspaceDiagnostics", value);
                }
                "suppressionActions" => self.features.suppressions = self.boolean("iri.suppressionActions", value),
                "documentation" => match value {
                    Value::String(url) if has_scheme(url) => self.features.documentation = Some(url.clone()),
                    Value::String(url) if url.is_empty() => {}
                    Value::String(url) => {
                        let url = Escaper::PlainText.escape_at_most(url, 100);
                        self.problem("iri.documentation", format!("expected a URL, found '{url}'"));
                    }
                    Value::Null => {}
                    other => self.problem("iri.documentation", format!("expected a URL, found {}", type_name(other))),
                },
                other if OF_CLIENTS.contains(&other) => {}
                other => {
                    let tip = did_you_mean(other, shared().chain(OWN));
                    self.problem(&format!("iri.{other}"), format!("unknown setting{tip}"));
                }
            }
        }
        let (config, problems) = Config::parse(&toml.text);
        self.config = Arc::new(config);
        for problem in problems {
            self.problem(toml.name_at(problem.span.start), problem.message);
        }
    }

    fn boolean(&mut self, name: &str, value: &Value) -> Option<bool> {
        if !value.is_boolean() && !value.is_null() {
            self.problem(name, format!("expected true or false, found {}", type_name(value)));
        }
        value.as_bool()
    }

    fn problem(&mut self, name: &str, message: String) {
        self.problems.push(ConfigDiagnostic { name: name.to_owned(), message });
    }
}

fn has_scheme(url: &str) -> bool {
    inspect(url, &Options::default()).reference().scheme_lowercase().is_some()
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Settings as TOML, one per line.
#[derive(Default)]
struct Toml {
    text: String,
    /// Start of each setting in `text`, with its name.
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

    /// Writes a value. JSON is parsed at most 128 levels deep, so the recursion is limited.
    fn value(&mut self, value: &Value, name: &str) {
        match value {
            Value::Object(fields) => {
                let fields = fields.iter().filter(|(_, value)| !value.is_null());
                self.separated('{', fields, '}', |toml, (key, value)| toml.entry(key, value, &format!("{name}.{key}")));
            }
            Value::Array(values) => {
                let values = values.iter().filter(|value| !value.is_null()).enumerate();
                self.separated('[', values, ']', |toml, (number, value)| {
                    let name = format!("{name}[{number}]");
                    toml.names.push((toml.text.len(), name.clone()));
                    toml.value(value, &name);
                });
            }
            Value::String(text) => self.string(text),
            Value::Null | Value::Bool(_) | Value::Number(_) => self.text.push_str(&value.to_string()),
        }
    }

    fn separated<T>(
        &mut self,
        open: char,
        items: impl Iterator<Item = T>,
        close: char,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.text.push(open);
        for (number, item) in items.enumerate() {
            if number > 0 {
                self.text.push_str(", ");
            }
            write(self, item);
        }
        self.text.push(close);
    }

    /// Writes a string. A basic string of TOML is a string of JSON, except that it must not contain DEL.
    fn string(&mut self, text: &str) {
        self.text.push_str(&Value::from(text).to_string().replace('\u{7F}', "\\u007F"));
    }

    /// Returns the name of the innermost setting that starts at or before `offset`.
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

    fn problems(value: &Value) -> Vec<String> {
        let problems = ClientSettings::parse(value).problems.into_iter();
        problems.map(|problem| format!("{}: {}", problem.name, problem.message)).collect()
    }

    #[test]
    fn settings_mean_the_same_as_in_the_file() {
        let value = json!({"iri": {
            "unknown": false,
            "override": [{"files": ["drafts/**"], "rules": {"leiri-space": "hint"}}],
            "check": {"exclude": ["gen/**"]},
            "rules": {"leiri": "error", "not-nfc": "off", "leiri-space": null},
            "places": [{"namespace": "urn:x", "element": "item", "attribute": "link", "role": "iri"}],
            "ignore": [{"values": ["\"\\\u{7F}\u{E9}*"], "rules": ["leiri-space"]}, {"files": ["vendor/**"]}],
            "inlayHints": true,
        }});
        let client = ClientSettings::parse(&value);
        assert_eq!(client.problems, []);
        let settings = client.config.settings_for("a.xml");
        assert_eq!(settings.places.len(), 1);
        assert_eq!(settings.ignored.sorted()[0].value, "\"\\\u{7F}\u{E9}*");
        assert!(client.config.is_ignored_file("vendor/a.xml") && client.config.is_ignored_file("gen/a.xml"));
        assert_eq!(settings.unknown, Some(iri_core::xml::UnknownPlaces::Off));
        let rule = iri_core::rules::find("leiri-space").expect("a rule");
        let draft = client.config.settings_for("drafts/a.xml");
        assert_eq!(draft.severities.effective(rule, iri_core::Role::IRI), Some(Severity::Hint));
        assert_eq!(client.features.inlay_hints, Some(true));
        let document = iri_core::Document::parse("<a xml:base='a b'/>", std::sync::Arc::new(settings));
        let severities: Vec<_> = document.findings().map(|found| found.finding.severity).collect();
        assert_eq!(severities, [Severity::Error]);
    }

    #[test]
    fn invalid_settings_are_named_and_the_others_apply() {
        let value = json!({
            "rules": {"leiri-spaec": "error", "leiri-unwise": "eror", "leiri-delimiter": "error"},
            "places": [{"element": "a", "role": "iri"}, {"element": "b", "role": "irri"}],
            "ignore": "everything",
            "inlayHint": true,
            "inlayHints": "yes",
            "server": {"path": "x"},
        });
        let expected = [
            "iri.inlayHint: unknown setting; did you mean 'inlayHints'?",
            "iri.inlayHints: expected true or false, found a string",
            "iri.ignore: expected an array of tables, found a string",
            "iri.places[1].role: unknown role 'irri'; did you mean 'iri'?",
            "iri.rules.leiri-spaec: unknown rule or group 'leiri-spaec'; did you mean 'leiri-space'?",
            "iri.rules.leiri-unwise: unknown severity 'eror'; did you mean 'error'?",
        ];
        assert_eq!(problems(&value), expected);
        let settings = ClientSettings::parse(&value).config.settings_for("a.xml");
        assert_eq!(settings.places.len(), 1);
    }

    #[test]
    fn no_settings_are_no_problem() {
        for value in [json!(null), json!({}), json!([]), json!({"iri": null}), json!({"iri": {"rules": null}})] {
            assert_eq!(problems(&value), Vec::<String>::new());
        }
        assert_eq!(problems(&json!("x")), ["iri: expected an object, found a string"]);
        assert_eq!(problems(&json!({"iri": [1]})), ["iri: expected an object, found an array"]);
    }
}
