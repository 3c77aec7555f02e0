//! What the pages say about packages in registries.

use std::path::Path;

use crate::repository::{files, read, root};

/// Pages about an installation. Without an address of the project nothing can be published, and a stranger may own the names.
#[test]
fn every_page_says_the_same_about_what_is_published() {
    let manifest = read(&root().join("Cargo.toml"));
    let is_published = manifest.lines().any(|line| line.starts_with("repository = "));
    let pages = ["README.md", "docs/installation.md", "docs/library.md"].map(str::to_owned).into_iter();
    let readmes = ["core", "core/python", "core/wasm", "tui", "lsp"].map(|folder| format!("{folder}/README.md"));
    for page in pages.chain(readmes) {
        let says = read(&root().join(&page)).contains("Nothing is published yet");
        assert!(says != is_published, "{page}: published: {is_published}");
    }
    if is_published {
        return;
    }
    let names = ["iri-inspect", "iri-lsp", "iri-core", "iri_core", "iri_inspect"];
    let commands =
        ["cargo add ", "cargo install ", "cargo binstall ", "pip install ", "uv tool install ", "npm install "];
    let is_page = |path: &str| Path::new(path).extension().is_some_and(|extension| extension == "md");
    for file in files().into_iter().filter(|file| is_page(&file.path)) {
        for line in file.text.lines().map(str::trim) {
            let line = line.split(" #").next().unwrap_or_default();
            let command = commands.iter().find_map(|command| Some(line.split_once(command)?.1));
            let package = command.into_iter().flat_map(str::split_whitespace).find(|word| names.contains(word));
            assert_eq!(package, None, "{}: {line}", file.path);
        }
    }
}
