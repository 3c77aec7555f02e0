//! What is decided in one place: a search in the sources for a second one.

use crate::repository::{File, files};

/// What is decided once, the words that decide it, and the files that may contain them with the reason.
type Decision = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

const DECISIONS: &[Decision] = &[
    (
        "the verdict on a reference",
        &["\"valid URI", "\"valid IRI", "\"valid LEIRI", "\"valid relative", "\"not a LEIRI,", "\"not a URI,"],
        &[("core/src/reference/verdict.rs", "decides it")],
    ),
    (
        "the settings of a document",
        &["severities.then(", "override_with("],
        &[
            ("core/src/files/config.rs", "the tables of a configuration"),
            ("core/src/files/configs.rs", "a configuration and the one that it extends"),
            ("core/src/workspace.rs", "the layers"),
        ],
    ),
    (
        "which fixes are applied",
        &["fixer.least", "applies_suggested", ".severity >= fixer", ".severity < fixer"],
        &[("core/src/xml/fix/", "decides it")],
    ),
    (
        "arithmetic on edits",
        &["replace_range(", ".span.start + edit.text.len()"],
        &[
            ("core/src/text/", "does it"),
            ("core/src/xml/document/edit.rs", "the leaf that contains an edit"),
            ("core/src/rules/schemes.rs", "composes the edits of slips, one after the other"),
            ("core/src/interop/java_url.rs", "a model of other software, which removes segments"),
            ("core/src/present/destination.rs", "a name in a sentence"),
            ("tui/src/inspector/settings.rs", "a value in a settings file"),
            ("lsp/src/changed_lines.rs", "changes by a client, at its positions"),
            ("lsp/src/analysis/renames.rs", "the path in a reference"),
            ("lsp/src/replay.rs", "a test"),
        ],
    ),
    ("the rows of a report", &["ReportRow {", "ReportRow::"], &[("core/src/present/rows.rs", "makes them")]),
];

/// Returns the code of a file without its unit tests.
fn code(file: &File) -> &str {
    let end = file.text.find("#[cfg(test)]\nmod tests {").unwrap_or(file.text.len());
    &file.text[..end]
}

#[test]
fn each_decision_is_in_one_place() {
    let files = files();
    let is_source = |file: &&File| {
        ["core/src/", "tui/src/", "lsp/src/"].iter().any(|under| file.path.starts_with(under))
            && file.is_rust()
            && !file.path.contains("/tests/")
            && !file.path.ends_with("tests.rs")
    };
    let mut met = Vec::new();
    for (what, words, places) in DECISIONS {
        let mut used = vec![false; places.len()];
        for file in files.iter().filter(is_source) {
            let lines = code(file).lines().filter(|line| !line.trim_start().starts_with("//"));
            let Some(word) = lines.into_iter().find_map(|line| words.iter().find(|word| line.contains(**word))) else {
                continue;
            };
            match places.iter().position(|(path, _)| file.path.starts_with(path)) {
                Some(place) => used[place] = true,
                None => met.push(format!("{}: {word}: {what} is decided elsewhere", file.path)),
            }
        }
        let unused = places.iter().zip(used).filter(|(_, is_used)| !is_used);
        met.extend(unused.map(|((path, _), _)| format!("{path}: no longer contains {what}")));
    }
    assert!(met.is_empty(), "{}", met.join("\n"));
}
