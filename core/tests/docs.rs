//! Pages of the book about rules, generated from the pages of the rules.
//!
//! ```text
//! core/src/rules/<name>.md ─▶ docs/rules/<name>.md
//! rules::ALL               ─▶ between the marks of docs/rules/README.md and docs/SUMMARY.md
//! Role::ALL                ─▶ between the marks of docs/configuration.md
//! ```
//!
//! `UPDATE_EXPECT=1 cargo test -p iri-core --test docs` writes them; otherwise the tests compare.

mod book;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use book::{book, is_updating, keep, keep_between_marks};
use iri_core::rules::{self, Page, Rule};
use iri_core::text::Entities;
use iri_core::{Decoded, Options, Role, Safety, Severity, inspect_decoded};

#[test]
fn every_rule_has_its_page_in_the_book() {
    for rule in rules::ALL {
        keep(&book().join(format!("rules/{}.md", rule.name)), &published(rule));
    }
}

#[test]
fn the_book_has_no_page_of_a_rule_that_is_gone() {
    let known: BTreeSet<String> = rules::ALL.iter().map(|rule| format!("{}.md", rule.name)).collect();
    for entry in fs::read_dir(book().join("rules")).expect("the book has a folder of rules") {
        let path = entry.expect("its entries can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "README.md" || known.contains(&name) {
            continue;
        }
        assert!(is_updating(), "{} is of no rule", path.display());
        fs::remove_file(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

#[test]
fn the_index_lists_every_rule() {
    let mut table = String::from("| rule | group | severity | fix | what it flags |\n|--|--|--|--|--|\n");
    for rule in rules::ALL {
        let Rule { name, group, .. } = rule;
        let summary = Page::parse(rule.page).summary.replace('|', "\\|");
        let row = [&format!("[{name}]({name}.md)"), group.name(), severity(rule), fixes(rule), &summary];
        writeln!(table, "| {} |", row.join(" | ")).expect("a String takes every write");
    }
    keep_between_marks(&book().join("rules/README.md"), "rules", &table);
}

#[test]
fn the_summary_lists_every_rule() {
    let mut list = String::from("- [All rules](rules/README.md)\n");
    for Rule { name, .. } in rules::ALL {
        writeln!(list, "  - [{name}](rules/{name}.md)").expect("a String takes every write");
    }
    keep_between_marks(&book().join("SUMMARY.md"), "rules", &list);
}

#[test]
fn the_page_on_configuration_lists_every_role() {
    let mut table = String::from("| role | admits | holds | white space at the ends | and |\n|--|--|--|--|--|\n");
    for role in Role::ALL {
        let also = role.also().join("; ");
        let name = format!("`{}`", role.name);
        let row = [&name, role.dialect.name(), role.cardinality.words(), role.whitespace.words(), &also];
        writeln!(table, "| {} |", row.join(" | ")).expect("a String takes every write");
    }
    keep_between_marks(&book().join("configuration.md"), "roles", &table);
}

fn severity(rule: &Rule) -> &'static str {
    rule.severity.map_or("off", Severity::name)
}

/// Returns which fixes the examples of the rule get.
fn fixes(rule: &'static Rule) -> &'static str {
    let mut safeties = BTreeSet::new();
    for example in Page::parse(rule.page).examples {
        let decoded = if example.is_xml {
            Decoded::attribute(&example.text, &Entities::default())
        } else {
            Decoded::plain(&example.text)
        };
        let mut options = Options::from(&example);
        options.severities.set(rule.name, Some(Severity::Warning)).expect("a rule knows its own name");
        let inspection = inspect_decoded(&decoded, &options);
        let found = inspection.findings().iter().filter(|finding| finding.rule == rule);
        safeties.extend(found.flat_map(|finding| &finding.fixes).map(|fix| fix.safety == Safety::Safe));
    }
    match (safeties.contains(&true), safeties.contains(&false)) {
        (true, true) => "safe or suggested",
        (true, false) => "safe",
        (false, true) => "suggested",
        (false, false) => "none",
    }
}

/// Returns the page of the book: the data of the rule under the title, the examples without the options of their
/// fences, and links to the other rules.
fn published(rule: &'static Rule) -> String {
    let mut out = String::new();
    let mut examples = Examples::default();
    let mut in_other_block = false;
    for line in rule.page.lines() {
        if examples.take(line) {
            continue;
        }
        examples.end(&mut out);
        in_other_block ^= line.starts_with("```");
        out.push_str(&if in_other_block { line.to_owned() } else { linked(line, rule) });
        out.push('\n');
        if line.starts_with("# ") {
            let facts = [rule.group.name(), severity(rule), fixes(rule)];
            let [group, severity, fixes] = facts;
            writeln!(out, "\nGroup [{group}](README.md#all-rules) · severity **{severity}** · fix **{fixes}**")
                .expect("a String takes every write");
        }
    }
    out
}

/// Examples since the last line of prose: those of one kind are in one block.
#[derive(Default)]
struct Examples {
    open: Option<String>,
    kind: String,
    shown: Vec<String>,
    out: String,
}

impl Examples {
    /// Returns whether the line belongs to an example, or separates two.
    fn take(&mut self, line: &str) -> bool {
        match (&mut self.open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => {
                self.shown.extend(self.open.take());
                true
            }
            (Some(example), None) => {
                example.push_str(&line.replace("\\\\", "\\"));
                example.push('\n');
                true
            }
            (None, Some(info)) => match lead(info) {
                Some(lead) => {
                    self.begin(lead);
                    true
                }
                None => false,
            },
            (None, None) => line.is_empty() && !self.kind.is_empty(),
        }
    }

    fn begin(&mut self, lead: String) {
        if lead != self.kind {
            self.flush();
            self.kind = lead;
        }
        self.open = Some(String::new());
    }

    fn flush(&mut self) {
        if !self.shown.is_empty() {
            let shown = self.shown.join("\n");
            write!(self.out, "**{}**\n\n```text\n{shown}```\n\n", self.kind).expect("a String takes every write");
        }
        self.shown.clear();
    }

    /// Writes the examples before the next prose.
    fn end(&mut self, out: &mut String) {
        self.flush();
        self.kind.clear();
        out.push_str(&std::mem::take(&mut self.out));
    }
}

/// Returns the heading of examples whose fence has the info string `info`; `None` for other fences.
fn lead(info: &str) -> Option<String> {
    let (kind, options) = info.split_once(' ').unwrap_or((info, ""));
    let mut lead = match kind {
        "flagged" => "Flagged".to_owned(),
        "accepted" => "Not flagged".to_owned(),
        _ => return None,
    };
    lead.extend(options.split_whitespace().map(spelled_out));
    Some(lead)
}

fn spelled_out(option: &str) -> String {
    match option {
        "xml" => ", in the source of an XML attribute".to_owned(),
        "on" => ", where the rule is on".to_owned(),
        "missing" => ", where no such file is there".to_owned(),
        "silence" => ", in a comment that silences".to_owned(),
        "bidi" => ", capitals standing for right-to-left letters".to_owned(),
        other => format!(", at a place of the role {}", role(other).name),
    }
}

fn role(option: &str) -> Role {
    option.strip_prefix("role=").and_then(Role::from_name).expect("an option of an example")
}

/// Returns the line with the names of other rules as links, except names of one word, which are ordinary words too.
fn linked(line: &str, rule: &Rule) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_lowercase()) {
        let word = &rest[start..];
        let end = word.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(word.len());
        out.push_str(&rest[..start]);
        let name = &word[..end];
        rest = &word[end..];
        if name == rule.name || !name.contains('-') || rules::find(name).is_none() {
            out.push_str(name);
            continue;
        }
        if out.ends_with('`') && rest.starts_with('`') {
            out.pop();
            rest = &rest[1..];
        }
        write!(out, "[{name}]({name}.md)").expect("a String takes every write");
    }
    out + rest
}

#[test]
fn other_rules_become_links() {
    let rule = rules::find("needless-percent").expect("it is there");
    assert_eq!(linked("see `leiri-space`, not-nfc", rule), "see [leiri-space](leiri-space.md), [not-nfc](not-nfc.md)");
    assert_eq!(linked("a needless-percent of password", rule), "a needless-percent of password");
}

#[test]
fn examples_of_one_kind_are_in_one_block() {
    let mut examples = Examples::default();
    for line in ["```flagged", "a", "```", "", "```flagged xml", "b", "```", "", "```flagged xml", "c", "```"] {
        assert!(examples.take(line), "{line}");
    }
    let mut out = String::new();
    examples.end(&mut out);
    let xml = "**Flagged, in the source of an XML attribute**\n\n```text\nb\n\nc\n```\n\n";
    assert_eq!(out, format!("**Flagged**\n\n```text\na\n```\n\n{xml}"));
}

#[test]
fn every_option_of_a_fence_is_described() {
    assert_eq!(lead("accepted role=iri").as_deref(), Some("Not flagged, at a place of the role iri"));
    assert_eq!(
        lead("flagged on missing").as_deref(),
        Some("Flagged, where the rule is on, where no such file is there")
    );
    assert_eq!(lead("toml"), None);
}
