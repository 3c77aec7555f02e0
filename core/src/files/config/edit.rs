//! Edits of `.iri.toml`: turns a rule off and leaves the rest unchanged.

use toml::de::DeTable;

use super::Config;
use super::values::span_of;
use crate::text::{Edit, InConfig, Span, apply_edits};

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
}

fn at_the_end(text: &str, rule: &str) -> Edit<InConfig> {
    let gap = match text {
        "" => "",
        _ if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
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
    fn an_ambiguous_file_gets_no_edit() {
        for text in ["[rules", "rules = 5", "rules = { leiri = \"error\" }", "rules.leiri = \"error\"", "[[rules]]"] {
            assert_eq!(off(text), None, "{text}");
        }
        assert_eq!(Config::edit_to_turn_off("", "no-such-rule"), None);
    }
}
