//! The page on conformance names a test for each requirement, and each of these tests exists.
//!
//! ```text
//! | … | requirement | `file.rs`: `test`, `test`; `rule-page.md` |        in docs/conformance.md
//! ```

use std::collections::BTreeMap;
use std::fs;

use crate::repository::{book, read, root};
use iri_core::rules;

/// Returns the cells of each row of the tables whose last column is `test`.
fn rows(page: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut is_trace = false;
    for line in page.lines() {
        let Some(row) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
            is_trace &= line.starts_with("|--");
            continue;
        };
        let cells: Vec<String> = row.split(" | ").map(str::to_owned).collect();
        if cells.last().is_some_and(|cell| cell == "test") {
            is_trace = true;
        } else if is_trace {
            rows.push(cells);
        }
    }
    rows
}

/// Returns the texts in backticks.
fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns the functions with the attribute `test` of a file in a directory of tests.
fn tests(path: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut found = Vec::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line == "#[test]" || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if let Some(function) = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ")
            && std::mem::take(&mut is_test)
        {
            found.extend(function.split('(').next().map(str::to_owned));
        }
    }
    found
}

#[test]
fn each_requirement_has_a_test_that_exists() {
    let page = read(&book().join("conformance.md"));
    let rows = rows(&page);
    assert!(rows.len() > 300, "only {} rows", rows.len());
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows {
        let cell = row.last().expect("a row has cells");
        let mut file = None;
        let mut count = 0;
        for name in code(cell) {
            if name.strip_suffix(".rs").is_some() {
                assert!(file.is_none() || count > 0, "{cell}: no test of a file");
                let path = if name.contains('/') { name.to_owned() } else { format!("core/tests/it/{name}") };
                known.entry(path.clone()).or_insert_with(|| tests(&path));
                file = Some(path);
            } else if let Some(rule) = name.strip_suffix(".md") {
                assert!(rules::find(rule).is_some(), "{cell}: {rule} is not a rule");
                count += 1;
            } else {
                let file = file.as_ref().unwrap_or_else(|| panic!("{cell}: {name} is of no file"));
                assert!(known[file].iter().any(|test| test == name), "{file} has no test {name}");
                count += 1;
            }
        }
        assert!(count > 0, "no test in the row {row:?}");
    }
}

#[test]
fn each_production_of_rfc_3987_has_a_row() {
    let page = read(&book().join("conformance.md"));
    let rows = rows(&page);
    for production in [
        "IRI",
        "ihier-part",
        "IRI-reference",
        "absolute-IRI",
        "irelative-ref",
        "irelative-part",
        "iauthority",
        "iuserinfo",
        "ihost",
        "ireg-name",
        "ipath-abempty",
        "ipath-absolute",
        "ipath-noscheme",
        "ipath-rootless",
        "ipath-empty",
        "isegment",
        "isegment-nz",
        "isegment-nz-nc",
        "ipchar",
        "iquery",
        "ifragment",
        "iunreserved",
        "ucschar",
        "iprivate",
        "scheme",
        "port",
        "IP-literal",
        "IPvFuture",
        "IPv6address",
        "h16",
        "ls32",
        "IPv4address",
        "dec-octet",
        "pct-encoded",
        "unreserved",
        "sub-delims",
    ] {
        let has_row =
            rows.iter().any(|row| row[..row.len() - 1].iter().any(|cell| code(cell).any(|name| name == production)));
        assert!(has_row, "{production} has no row");
    }
}
