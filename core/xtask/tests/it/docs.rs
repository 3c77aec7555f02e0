//! Pages of the book about rules, generated from the pages of the rules.
//!
//! ```text
//! core/src/rules/<name>.md ─▶ docs/rules/<name>.md
//! rules::ALL               ─▶ between the marks of docs/rules/README.md and docs/SUMMARY.md
//! Role::ALL                ─▶ between the marks of docs/configuration.md
//! ```
//!
//! `UPDATE_EXPECT=1 cargo test -p xtask docs::` writes them; otherwise the tests compare.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use crate::keep::{is_updating, keep};
use crate::repository::{book, keep_between_marks};
use iri_core::rules::{self, Page, Rule};
use iri_core::{Options, Role, Safety, Severity, inspect_decoded};

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
    let mut table = String::from("| rule | group | severity | fix | problem |\n|--|--|--|--|--|\n");
    for rule in rules::ALL {
        let Rule { name, group, .. } = rule;
        let summary = Page::parse(rule.page()).summary.replace('|', "\\|");
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
    let mut table =
        String::from("| role | allows | contains | whitespace at the ends | other properties |\n|--|--|--|--|--|\n");
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
    for example in Page::parse(rule.page()).examples {
        let decoded = example.decoded();
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

/// Returns the page of the book: the data of the rule under the title, the examples as readers get them, and links to
/// the other rules.
fn published(rule: &'static Rule) -> String {
    let mut out = String::new();
    let mut is_in_block = false;
    for line in rule.markdown().lines() {
        is_in_block ^= line.starts_with("```");
        out.push_str(&if is_in_block { line.to_owned() } else { linked(line, rule) });
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

/// Returns the first cells of the rows of all tables, with the other cells.
fn rows(tables: &str) -> Vec<(&str, Vec<&str>)> {
    let rows = tables.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| |"));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        (cells.next().expect("a name"), cells.collect())
    })
    .collect()
}

/// The comparison of language servers names checks in real editors or a test for each feature that `iri-lsp` has.
#[test]
fn each_feature_of_the_server_is_checked_in_editors_or_tested() {
    let read = |path: &str| fs::read_to_string(book().join("..").join(path)).expect("the file of a check");
    let sessions = ["vscode/session.mjs", "nvim/session.lua"].map(|path| read(&format!("editors/tests/{path}")));
    let page = fs::read_to_string(book().join("comparison.md")).expect("the page is there");
    let (_, page) = page.split_once("| | `iri-lsp` |").expect("the table of servers");
    let (servers, _) = page.split_once("\n\n").expect("an end of the table");
    let (_, checks) = page.split_once("<!-- features").expect("a start mark");
    let (checks, _) = checks.split_once("<!-- /features -->").expect("an end mark");
    let mut checked = Vec::new();
    for (feature, cells) in rows(checks) {
        if let [test] = cells[..] {
            let (module, function) = test.trim_matches('`').split_once("::").expect("a module and a function");
            let tests = read(&format!("lsp/tests/it/{module}.rs"));
            assert!(tests.contains(&format!("#[tokio::test]\nasync fn {function}()")), "{test} is no test");
        } else {
            assert_eq!(cells.len(), sessions.len(), "{feature}");
            for (check, session) in cells.iter().zip(&sessions) {
                assert!(session.contains(check), "no editor checks that {check}");
            }
        }
        checked.push(feature);
    }
    let mut offered: Vec<&str> =
        rows(servers).into_iter().filter(|(_, cells)| cells[0] == "\u{2713}").map(|(feature, _)| feature).collect();
    assert!(offered.len() >= 40, "only {} features", offered.len());
    checked.sort_unstable();
    offered.sort_unstable();
    assert_eq!(checked, offered, "each feature has one row of checks");
}
