//! The settings of the VS Code extension name every rule, every group and every role.
//!
//! ```text
//! rules::ALL, Group::ALL ─▶ the properties of iri.rules          in editors/vscode/package.json
//! Role::ALL              ─▶ the enum of the role of iri.places
//! ```
//!
//! `UPDATE_EXPECT=1 cargo test -p iri-core --test extension` writes them; otherwise the test compares.

mod book;

use std::path::{Path, PathBuf};

use book::{keep, read};
use iri_core::rules::{self, Group, Page};
use iri_core::{Role, Severity};

fn manifest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors/vscode/package.json")
}

#[test]
fn the_settings_name_every_rule_every_group_and_every_role() {
    let text = read(&manifest());
    let text = with_lines(&text, "\"$comment\": \"The properties", "\"properties\": {\n", &severities(), "}");
    let text = with_lines(&text, "\"$comment\": \"The roles", "\"enum\": [\n", &roles(), "]");
    keep(&manifest(), &text);
}

fn severities() -> Vec<String> {
    let groups = Group::ALL.map(|group| (group.name(), format!("All rules in the group {}.", group.name())));
    let rules = rules::ALL.iter().map(|rule| (rule.name, setting(rule.severity, &Page::parse(rule.page).summary)));
    let severities = r#""type": "string", "enum": ["error", "warning", "information", "hint", "off"]"#;
    let property = |(name, description): (&str, String)| {
        format!("            {}: {{ {severities}, \"description\": {} }}", json(name), json(&description))
    };
    groups.into_iter().chain(rules).map(property).collect()
}

fn roles() -> Vec<String> {
    let names = Role::ALL.iter().map(|role| role.name).chain(["off"]);
    names.map(|name| format!("                  {}", json(name))).collect()
}

fn setting(severity: Option<Severity>, summary: &str) -> String {
    let severity = severity.map_or("off", Severity::name);
    format!("{summary} Default: {severity}.")
}

/// Returns `text` with other lines between `open`, the first after `mark`, and the line that starts with `close`.
fn with_lines(text: &str, mark: &str, open: &str, lines: &[String], close: &str) -> String {
    let from = text.find(mark).expect("the manifest has the mark");
    let from = from + text[from..].find(open).expect("the opening line follows") + open.len();
    let old = text[from..].split_inclusive('\n').take_while(|line| !line.trim_start().starts_with(close));
    let to = from + old.map(str::len).sum::<usize>();
    format!("{}{}\n{}", &text[..from], lines.join(",\n"), &text[to..])
}

/// Returns a JSON string; these texts contain no control characters.
fn json(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
