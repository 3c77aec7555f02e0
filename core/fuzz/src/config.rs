//! Configuration files and catalogs: `.iri.toml`, its edits and its effects, and XML catalogs.

use std::sync::Arc;

use iri_core::xml::catalog::{Catalog, IdentifierKind, public_id_of_urn};
use iri_core::{Config, Document, Role, apply_edits};

use crate::input::text_and_choices;

const MAX_LENGTH: usize = 8 * 1024;

const DOCUMENT: &str = "<item xmlns='urn:example:shop' link='a b'><a xmlns='' href='x|y'>http://\u{5D0}.example/%zz</a>\
    <b xmlns:x='http://www.w3.org/1999/xlink' x:href='c d' xml:base='HTTP://h/e f/'/></item>";
const PATHS: [&str; 6] = ["a.xml", "vendor/a.xml", "a/b/c/d.xsd", "", "../a", "\u{E9} [x]*/{a,b}.xml"];

/// Runs the target.
pub fn run(bytes: &[u8]) {
    let (text, mut choices) = text_and_choices(bytes);
    if text.len() > MAX_LENGTH {
        return;
    }
    let (config, problems) = Config::parse(&text);
    for problem in &problems {
        assert!(text.get(problem.span.range()).is_some() && !problem.message.is_empty(), "{problem:?}");
    }
    for path in PATHS {
        config.is_ignored_file(path);
        let settings = Arc::new(config.settings_for(path));
        let document = Document::parse(DOCUMENT, Arc::clone(&settings));
        for found in document.findings() {
            let severity = found.finding.severity;
            assert!(settings.severities.effective(found.finding.rule, found.site.role) >= Some(severity), "{found:?}");
        }
    }
    for association in &config.schemas.associations {
        for path in PATHS {
            association.files.iter().for_each(|files| _ = files.matches(path));
        }
    }
    let rule = choices.one(&iri_core::rules::ALL);
    if let Some(edit) = Config::edit_to_turn_off(&text, rule.name) {
        let changed = apply_edits(&text, [&edit]);
        let (config, after) = Config::parse(&changed);
        let severity = config.settings_for("a.xml").severities.effective(rule, Role::LEIRI);
        assert_eq!(severity, None, "{} in {changed:?}", rule.name);
        assert!(after.len() <= problems.len(), "new problems in {changed:?}: {after:?}");
    }
    catalog_answers(&text);
}

/// Looks up the references of the catalog itself, and others.
fn catalog_answers(text: &str) {
    let document = Document::parse(text, Arc::default());
    let catalog = Catalog::parse(&text.into(), Some("file:///d/catalog.xml"));
    let values: Vec<String> = document.sites().take(50).map(|site| site.value.into_owned()).collect();
    let others = ["", "http://example.org/x/y", "urn:a:b", "-//E//DTD A//EN"];
    for identifier in values.iter().map(String::as_str).chain(others) {
        for kind in [IdentifierKind::Uri, IdentifierKind::System, IdentifierKind::Public, IdentifierKind::OnlyPublic] {
            catalog.find(kind, identifier);
        }
        public_id_of_urn(identifier);
    }
}
