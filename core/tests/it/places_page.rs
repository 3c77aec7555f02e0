//! Page of the book about places, generated from the tables of the vocabulary.
//!
//! `UPDATE_EXPECT=1 cargo test -p iri-core --test it places_page::` writes it; otherwise the test compares.

use std::fmt::Write;

use crate::book::{book, keep_between_marks};
use iri_core::xml::places::{Condition, Elements, FAMILIES, Family, INSTRUCTIONS, Row, Vocabulary};
use iri_core::xml::template::LANGUAGES;

// One test, because two tests would overwrite each other's page.
#[test]
fn the_page_on_places_matches_the_tables() {
    let page = book().join("places.md");
    keep_between_marks(&page, "templates", &templates());
    keep_between_marks(&page, "vocabularies", &vocabularies());
}

fn templates() -> String {
    let mut table = String::from("| of | for example |\n|--|--|\n");
    for language in LANGUAGES {
        let examples: Vec<String> = language.examples.split(' ').map(|example| format!("`{example}`")).collect();
        line(&mut table, &format!("| {} | {} |", language.name, examples.join(" ")));
    }
    table
}

fn vocabularies() -> String {
    let mut out = String::new();
    for family in FAMILIES.iter().chain([&INSTRUCTIONS]) {
        self::family(&mut out, family);
    }
    out
}

fn family(out: &mut String, family: &Family) {
    line(out, &format!("### {}\n", family.title));
    for Vocabulary { name, source, elements, rows } in family.vocabularies {
        line(out, &format!("**{name}** ({source}){}\n", whose(*elements)));
        line(out, "| elements | attributes | role |\n|--|--|--|");
        rows.iter().for_each(|row| line(out, &cells(row)));
        line(out, "");
    }
}

fn whose(elements: Elements) -> String {
    let named = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    match elements {
        Elements::All => ", elements of any namespace".to_owned(),
        Elements::In(namespaces) => format!(", in {}", named(namespaces)),
        Elements::Of(_) => ", without a namespace".to_owned(),
        Elements::InOrOf(namespaces, _) => format!(", in {}, or without a namespace", named(namespaces)),
        Elements::Within(_) => ", any element of such a document".to_owned(),
    }
}

fn cells(row: &Row) -> String {
    let words = |names: &str| names.split(' ').map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ");
    let attributes = row.attributes.map_or_else(|| "the text".to_owned(), words);
    let role = row.role.map_or_else(|| "none".to_owned(), |role| format!("`{}`", role.name));
    let condition = row.condition.map_or_else(String::new, |condition| format!(" [{}]", self::condition(condition)));
    format!("| {} | {attributes}{condition} | {role} |", words(row.elements))
}

fn condition(condition: Condition) -> String {
    let not = if condition.is_one_of { "" } else { "not " };
    let values: Vec<&str> = condition.values.split(' ').collect();
    format!("{not}`{}` = `{}`", condition.attribute, values.join("` or `"))
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a String takes every write");
}
