//! The settings of the VS Code extension name every rule, every group and every role.
//!
//! ```text
//! rules::ALL, Group::ALL ─▶ the properties of iri.rules          in editors/vscode/package.json
//! Role::ALL              ─▶ the enum of the role of iri.places
//! ```
//!
//! `UPDATE_EXPECT=1 cargo test -p xtask extension::` writes them; otherwise the test compares. Another test holds
//! the names of the commands together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::keep::keep;
use crate::repository::{read, root};
use iri_core::files::xml_extensions;
use iri_core::rules::{self, Group, Page};
use iri_core::xml::Syntax;
use iri_core::{Role, Severity};

fn manifest() -> PathBuf {
    root().join("editors/vscode/package.json")
}

#[test]
fn the_settings_name_every_rule_every_group_and_every_role() {
    let text = read(&manifest());
    let text = with_lines(&text, "\"$comment\": \"The properties", "\"properties\": {\n", &severities(), "}");
    let text = with_lines(&text, "\"$comment\": \"The roles", "\"enum\": [\n", &roles(), "]");
    keep(&manifest(), &text);
}

/// Extensions of XML that VS Code knows, and those of its language HTML.
const KNOWN_TO_VS_CODE: &str = "atom csl csproj dita ditamap dtd fsproj nuspec owl rdf rng rss svg tmx vbproj vcxproj wsdl wxi \
    wxl wxs xaml xbl xlf xliff xml xsd xsl xslt xul xhtml xht";

#[test]
fn the_editors_know_every_extension() {
    let source = read(&root().join("editors/vscode/src/documents.ts"));
    for extensions in [xml_extensions().to_vec(), Syntax::extensions().collect()] {
        let pattern = format!("'**/*.{{{}}}'", extensions.join(","));
        assert!(source.contains(&pattern), "documents.ts needs {pattern}");
    }
    let text = read(&manifest());
    let is_new = |name: &&&str| !KNOWN_TO_VS_CODE.split_whitespace().any(|known| known == **name);
    let new: Vec<_> = xml_extensions().iter().filter(is_new).map(|name| json(&format!(".{name}"))).collect();
    let language = format!("{{ \"id\": \"xml\", \"extensions\": [{}] }}", new.join(", "));
    assert!(text.contains(&language), "package.json needs {language}");
    let plugin = read(&root().join("editors/nvim/plugin/iri.lua"));
    let words = xml_extensions().join(" ");
    assert!(plugin.split_whitespace().collect::<Vec<_>>().join(" ").contains(&words), "plugin/iri.lua needs {words}");
}

/// The README names commands as the palette does, and the menu of the language status consists of commands.
#[test]
fn a_command_has_one_name() {
    let text = read(&manifest());
    let parsed: serde_json::Value = serde_json::from_str(&text).expect("the manifest is JSON");
    let texts: serde_json::Value =
        serde_json::from_str(&read(&manifest().with_file_name("package.nls.json"))).expect("the texts are JSON");
    let commands = parsed["contributes"]["commands"].as_array().expect("the extension has commands");
    let title = |command: &serde_json::Value| {
        let key = command["title"].as_str().expect("a text").trim_matches('%');
        texts[key].as_str().expect("the title is one of the texts").to_owned()
    };

    let source = read(&manifest().with_file_name("src/commands.ts"));
    let entries: Vec<_> = source.lines().filter(|line| line.contains("{ icon: '")).collect();
    assert_eq!(entries.len(), 5, "the entries of the menu");
    for entry in entries {
        let name = between(entry, "command: '", "'");
        assert!(commands.iter().any(|command| command["command"] == name), "{name} is not a command");
    }

    let readme = read(&manifest().with_file_name("README.md")).replace('\n', " ");
    let named: Vec<_> = readme.split("*IRI: ").skip(1).map(|rest| between(rest, "", "*")).collect();
    assert!(named.len() >= 5, "{named:?}");
    for name in named {
        assert!(commands.iter().any(|command| title(command) == name), "no command is named '{name}'");
    }
}

/// VS Code displays a key without a text as it is.
#[test]
fn every_key_has_a_text_and_every_text_is_used() {
    let texts: BTreeMap<String, String> =
        serde_json::from_str(&read(&manifest().with_file_name("package.nls.json"))).expect("the texts are JSON");
    let manifest = read(&manifest());
    let keys: BTreeSet<&str> = manifest.split("\"%").skip(1).map(|rest| between(rest, "", "%\"")).collect();
    assert!(keys.len() > 30, "{keys:?}");
    assert_eq!(keys, texts.keys().map(String::as_str).collect());
}

/// Returns the text between `open` and the next `close`.
fn between<'t>(text: &'t str, open: &str, close: &str) -> &'t str {
    let (_, rest) = text.split_once(open).expect("the opening text exists");
    rest.split_once(close).expect("the closing text follows").0
}

fn severities() -> Vec<String> {
    let groups = Group::ALL.map(|group| (group.name(), format!("All rules in the group {}.", group.name())));
    let rules = rules::ALL.iter().map(|rule| (rule.name, setting(rule.severity, &Page::parse(rule.page()).summary)));
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
