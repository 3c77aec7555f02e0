//! Page of the book about places, generated from the tables of the vocabulary.
//!
//! `UPDATE_EXPECT=1 cargo test -p xtask places_page::` writes it; otherwise the test compares.

use std::fmt::Write;

use crate::repository::{book, keep_between_marks};
use iri_core::vocabularies::{DocumentType, FAMILIES, Family, Row, Vocabulary};
use iri_core::xml::template::known;

// One test, because two tests would overwrite each other's page.
#[test]
fn the_page_on_places_matches_the_tables() {
    let page = book().join("places.md");
    keep_between_marks(&page, "templates", &templates());
    keep_between_marks(&page, "vocabularies", &vocabularies());
}

fn templates() -> String {
    let mut table = String::from("| of | for example |\n|--|--|\n");
    for placeholder in known().records() {
        let examples: Vec<String> =
            placeholder.examples.split(' ').map(|example| format!("`{}`", example.replace('|', "\\|"))).collect();
        line(&mut table, &format!("| {} | {} |", placeholder.languages, examples.join(" ")));
    }
    table
}

fn vocabularies() -> String {
    let mut out = String::new();
    FAMILIES.iter().for_each(|family| self::family(&mut out, family));
    out
}

fn family(out: &mut String, family: &Family) {
    line(out, &format!("### {}\n", family.title));
    for vocabulary in &family.vocabularies {
        line(out, &format!("**{}** ({}){}\n", vocabulary.name, vocabulary.source, whose(vocabulary)));
        line(out, "| elements | attributes | role |\n|--|--|--|");
        vocabulary.rows().iter().for_each(|row| line(out, &cells(row)));
        line(out, "");
    }
}

fn whose(vocabulary: &Vocabulary) -> String {
    let named = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let mut whose = Vec::new();
    match &*vocabulary.namespaces {
        [] => {}
        ["*"] => whose.push("elements of any namespace".to_owned()),
        namespaces => whose.push(format!("in {}", named(namespaces))),
    }
    if !vocabulary.inside.is_empty() {
        whose.push(format!("without a namespace inside {}", named(&vocabulary.inside)));
    }
    let documents = |documents: &[DocumentType]| {
        let names = documents.iter().map(|document| match document.name() {
            "" => "unknown",
            name => name,
        });
        format!("`{}`", names.collect::<Vec<_>>().join("`, `"))
    };
    if !vocabulary.documents.is_empty() {
        whose.push(format!("without a namespace in documents of the type {}", documents(&vocabulary.documents)));
    }
    if !vocabulary.within.is_empty() {
        whose.push(format!("any element in documents of the type {}", documents(&vocabulary.within)));
    }
    let whose = whose.join(", or ");
    if whose.is_empty() { String::new() } else { format!(", {whose}") }
}

fn cells(row: &Row) -> String {
    let words = |names: &str| names.split(' ').map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ");
    let places = words(&row.places.replace('@', "")).replace("`text()`", "the text");
    let conditions = match row.conditions {
        "" => String::new(),
        conditions => format!(" [`{}`]", conditions.replace('|', "\\|").replace("; ", "`; `")),
    };
    format!("| {} | {places}{conditions} | `{}` |", words(row.elements), row.place.role.name)
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a String takes every write");
}
