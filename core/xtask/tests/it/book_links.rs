//! Links, anchors, the table of contents and the code map of the book.

use std::collections::BTreeSet;
use std::fs;

use crate::repository::{book, read, root};

/// Returns the Markdown files of the repository for users and contributors, by path from the top.
fn markdown_files() -> Vec<String> {
    let root = root();
    let mut files = vec!["README.md".to_owned(), "CHANGELOG.md".to_owned(), "editors/README.md".to_owned()];
    files.extend(["core", "tui", "lsp"].map(|name| format!("{name}/README.md")));
    for directory in ["docs", "docs/rules"] {
        for entry in fs::read_dir(root.join(directory)).expect("the book is there") {
            let path = entry.expect("its entries can be read").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                files.push(format!("{directory}/{name}"));
            }
        }
    }
    files.sort();
    files
}

/// Returns the lines of a page outside fenced blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// Returns the anchors of the headings of a page, as GitHub and mdBook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for heading in prose(page).filter(|line| line.starts_with('#')) {
        let text = heading.trim_start_matches('#').trim();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let anchor = kept.collect::<String>().to_lowercase().replace(' ', "-");
        let mut unique = anchor.clone();
        let mut number = 1;
        while anchors.contains(&unique) {
            unique = format!("{anchor}-{number}");
            number += 1;
        }
        anchors.insert(unique);
    }
    anchors
}

/// Returns the targets of the links and images of a page, without those on the network.
fn link_targets(page: &str) -> Vec<String> {
    let mut targets = Vec::new();
    let text: String = prose(page).flat_map(|line| [line, "\n"]).collect();
    let mut rest = text.as_str();
    while let Some(start) = rest.find("](") {
        rest = &rest[start + 2..];
        let target = rest.split(')').next().unwrap_or_default();
        if !target.contains("://") && !target.starts_with("mailto:") {
            targets.push(target.to_owned());
        }
    }
    targets
}

/// Resolves `target` against the directory of `file`.
fn resolved(file: &str, target: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn links_and_anchors_lead_somewhere() {
    let root = root();
    let mut broken = Vec::new();
    let mut count = 0;
    for file in markdown_files() {
        let page = fs::read_to_string(root.join(&file)).expect("it was listed");
        for target in link_targets(&page) {
            count += 1;
            let (path, anchor) =
                target.split_once('#').map_or((target.as_str(), None), |(path, anchor)| (path, Some(anchor)));
            let path = if path.is_empty() { file.clone() } else { resolved(&file, path) };
            let exists = root.join(&path).exists();
            let has_anchor = anchor.is_none_or(|anchor| {
                fs::read_to_string(root.join(&path)).is_ok_and(|page| anchors(&page).contains(anchor))
            });
            // mdBook copies only what is in the directory of the book.
            let is_in_book = !file.starts_with("docs/") || path.starts_with("docs/");
            if !(exists && has_anchor && is_in_book) {
                broken.push(format!("{file}: {target}"));
            }
        }
    }
    assert!(count > 300, "only {count} links were found");
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn anchors_are_those_of_github() {
    let page = "# `[[ignore]]`\n## Safe and suggested fixes\n### Safe and suggested fixes\n```\n# no heading\n```\n";
    let expected = ["ignore", "safe-and-suggested-fixes", "safe-and-suggested-fixes-1"];
    assert_eq!(anchors(page), expected.map(str::to_owned).into());
}

#[test]
fn the_summary_contains_every_page() {
    let summary = read(&book().join("SUMMARY.md"));
    for file in markdown_files() {
        let Some(page) = file.strip_prefix("docs/").filter(|page| *page != "SUMMARY.md") else { continue };
        assert!(summary.contains(&format!("({page})")), "SUMMARY.md lacks {page}");
    }
}

#[test]
fn the_code_map_names_every_module() {
    let root = root();
    let page = read(&book().join("architecture.md"));
    for name in ["core", "tui", "lsp"] {
        for entry in fs::read_dir(root.join(name).join("src")).expect("a crate has sources") {
            let path = entry.expect("its entries can be read").path();
            let stem = path.file_stem().expect("an entry has a name").to_string_lossy().into_owned();
            let (file, directory) = (format!("`{name}/src/{stem}.rs`"), format!("`{name}/src/{stem}/`"));
            assert!(page.contains(&file) || page.contains(&directory), "the code map lacks {}", path.display());
        }
    }
    let named = page.split('`').filter(|word| word.contains("/src/") && !word.contains(['*', '<', ' ']));
    let gone: Vec<&str> = named.filter(|path| !root.join(path).exists()).collect();
    assert!(gone.is_empty(), "the page names files that do not exist: {gone:?}");
}
