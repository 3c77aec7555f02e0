//! Edits of `.iri.toml`: turn a rule off, everywhere or in a file, and leave the rest unchanged.

use std::fmt::Write as _;

use toml::de::DeTable;

use super::Config;
use super::values::span_of;
use crate::characters::needs_escape;
use crate::rules::Role;
use crate::text::{Edit, InConfig, Span, apply_edits};
use crate::xml::{Site, UserPlace};

impl Config {
    /// Returns the edit of the configuration file `text` that turns `rule` off; `None` if the file is malformed or has
    /// no unambiguous position for the entry.
    pub fn edit_to_turn_off(text: &str, rule: &str) -> Option<Edit<InConfig>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            return None;
        }
        let edit = match table.get_ref().get("rules") {
            None => at_the_end(text, rule),
            Some(rules) => match rules.get_ref().as_table()?.get(rule) {
                Some(severity) => Edit { span: span_of(severity), text: "\"off\"".to_owned() },
                None => after_header(text, rule)?,
            },
        };
        // The edit is valid only if the result has the intended settings and no new problem, whatever the layout of the
        // file.
        let (_, before) = Self::parse(text);
        let changed = apply_edits(text, [&edit]);
        let (config, problems) = Self::parse(&changed);
        (problems.len() <= before.len() && config.severities.is_off(rule)).then_some(edit)
    }

    /// Returns the edit of the configuration file `text` that ignores `rule` in the file at `path`, which is relative to
    /// the directory of the configuration file, with `/`; `None` if the file is malformed or the entry has no effect.
    pub fn edit_to_ignore(text: &str, path: &str, rule: &str) -> Option<Edit<InConfig>> {
        let (_, before) = Self::parse(text);
        if !DeTable::parse_recoverable(text).1.is_empty() {
            return None;
        }
        let pattern = toml_string(&format!("/{}", literal_pattern(path)), needs_escape);
        let gap = gap_before_table(text);
        let entry = format!("{gap}[[ignore]]\nfiles = [{pattern}]\nrules = [\"{rule}\"]\n");
        let edit = Edit { span: Span::empty(text.len()), text: entry };
        let (config, problems) = Self::parse(&apply_edits(text, [&edit]));
        let is_off = config.settings_for(path).severities.is_off(rule);
        (problems.len() <= before.len() && is_off).then_some(edit)
    }

    /// Returns the table that declares the place of `site`, to be added to a configuration file. Its attribute or element
    /// then contains a reference (`any-uri`) in all documents.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use iri_core::{Config, Document, Settings};
    ///
    /// let document = Document::parse("<item xmlns='urn:shop' link='http://h/'/>", Arc::new(Settings::default()));
    /// let site = document.sites().last().expect("the link");
    /// let table = Config::table_for_place(&site);
    /// assert!(table.contains("attribute = \"link\""));
    /// ```
    #[doc(hidden)] // for the programs of this workspace
    pub fn table_for_place(site: &Site<'_>) -> String {
        let (namespace, element) =
            site.element.strip_prefix('{').and_then(|name| name.split_once('}')).unwrap_or(("", site.element));
        let place = UserPlace {
            namespace: Some(namespace.to_owned()),
            element: Some(element.to_owned()),
            attribute: site.attribute.map(str::to_owned),
            role: Some(Role::ANY_URI),
            ..UserPlace::default()
        };
        Self::table_for(&place, needs_escape)
    }

    /// Returns the table of a place, in which the characters that `is_escaped` selects are escapes.
    #[doc(hidden)] // for the programs of this workspace
    pub fn table_for(place: &UserPlace, is_escaped: impl Fn(char) -> bool) -> String {
        let UserPlace { namespace, element, attribute, role, keywords, values } = place;
        let keys = [
            ("namespace", namespace.as_deref()),
            ("element", element.as_deref()),
            ("attribute", attribute.as_deref()),
            ("role", Some(role.map_or("off", |role| role.name))),
            ("values", values.name()),
        ];
        let mut table = "[[places]]\n".to_owned();
        for (key, text) in keys.into_iter().filter_map(|(key, text)| Some((key, text?))) {
            let _ = writeln!(table, "{key} = {}", toml_string(text, &is_escaped));
        }
        if !keywords.is_empty() {
            let words: Vec<_> = keywords.iter().map(|word| toml_string(word, &is_escaped)).collect();
            let _ = writeln!(table, "keywords = [{}]", words.join(", "));
        }
        table
    }
}

/// Returns the pattern that matches only `path`.
fn literal_pattern(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len());
    for c in path.chars() {
        if matches!(c, '\\' | '*' | '?' | '[' | ']' | '{' | '}' | '!' | '#' | ' ') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// Returns `text` as a basic string of TOML (TOML 1.0, String), in which the characters that `is_escaped` selects are
/// escapes.
pub fn toml_string(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_escaped(c) => {
                let _ = write!(out, "\\U{:08X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Returns the line ends between `text` and a new table at its end.
fn gap_before_table(text: &str) -> &'static str {
    match text {
        "" => "",
        _ if text.ends_with('\n') => "\n",
        _ => "\n\n",
    }
}

fn at_the_end(text: &str, rule: &str) -> Edit<InConfig> {
    let gap = gap_before_table(text);
    Edit { span: Span::empty(text.len()), text: format!("{gap}[rules]\n{rule} = \"off\"\n") }
}

/// Returns the edit that inserts the entry after the line `[rules]`.
fn after_header(text: &str, rule: &str) -> Option<Edit<InConfig>> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let code = line.split('#').next().unwrap_or_default().trim();
        let name = code.strip_prefix('[').and_then(|code| code.strip_suffix(']'));
        if name.is_some_and(|name| name.trim() == "rules") {
            let gap = if line.ends_with('\n') { "" } else { "\n" };
            return Some(Edit { span: Span::empty(at), text: format!("{gap}{rule} = \"off\"\n") });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn off(text: &str) -> Option<String> {
        Config::edit_to_turn_off(text, "leiri-space").map(|edit| apply_edits(text, [&edit]))
    }

    #[test]
    fn a_rule_is_turned_off_in_the_rules_table() {
        for (text, expected) in [
            ("", "[rules]\nleiri-space = \"off\"\n"),
            ("# ours\n", "# ours\n\n[rules]\nleiri-space = \"off\"\n"),
            ("[[ignore]]\nfiles = \"a\"", "[[ignore]]\nfiles = \"a\"\n\n[rules]\nleiri-space = \"off\"\n"),
            ("[rules]\nleiri = \"error\"\n", "[rules]\nleiri-space = \"off\"\nleiri = \"error\"\n"),
            ("[ rules ] # all\n", "[ rules ] # all\nleiri-space = \"off\"\n"),
            ("[rules]", "[rules]\nleiri-space = \"off\"\n"),
            ("[rules]\nleiri-space = 'error' # why\n", "[rules]\nleiri-space = \"off\" # why\n"),
            ("rules = { leiri-space = \"error\" }\n", "rules = { leiri-space = \"off\" }\n"),
        ] {
            assert_eq!(off(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_rule_is_ignored_in_one_file() {
        // Where `\` separates names, no name has it or `*`.
        let odd =
            if std::path::is_separator('\\') { ["a[x]{y}!#.xml", "q\".xml"] } else { ["a*[x]{y}!#.xml", "q\"\\.xml"] };
        for path in ["a.xml", "docs/a b.xml", "\u{5D0}.xml"].into_iter().chain(odd) {
            for text in ["", "# ours", "[rules]\nleiri = \"error\"\n"] {
                let edit = Config::edit_to_ignore(text, path, "leiri-space").expect("there is an edit");
                let (config, problems) = Config::parse(&apply_edits(text, [&edit]));
                assert!(problems.is_empty(), "{problems:?}");
                assert!(config.settings_for(path).severities.is_off("leiri-space"), "{path}");
                assert!(!config.settings_for("other/b.xml").severities.is_off("leiri-space"), "{path}");
            }
        }
        for text in ["[rules", "ignore = 5", "ignore = [{ files = 'a' }]"] {
            assert_eq!(Config::edit_to_ignore(text, "a.xml", "leiri-space"), None, "{text}");
        }
        assert_eq!(Config::edit_to_ignore("", "a.xml", "no-such-rule"), None);
    }

    #[test]
    fn an_ambiguous_file_gets_no_edit() {
        for text in ["[rules", "rules = 5", "rules = { leiri = \"error\" }", "rules.leiri = \"error\"", "[[rules]]"] {
            assert_eq!(off(text), None, "{text}");
        }
        assert_eq!(Config::edit_to_turn_off("", "no-such-rule"), None);
    }
}
