//! The words of messages, help, pages, comments and tests: `data/forbidden-words.txt` lists patterns that no text of the
//! repository may match. Most are old-fashioned or unclear words for which a plain one exists.

use crate::repository::files;
use proc_macro2::{TokenStream, TokenTree};
use regex::{Regex, RegexBuilder};

/// Texts that others wrote: data files, names of crates, licenses. And the patterns themselves.
const FOREIGN: [&str; 5] = [
    "core/xtask/tests/data/forbidden-words.txt",
    "core/tests/data/unicode/",
    "Cargo.lock",
    "LICENSE",
    "editors/vscode/package-lock.json",
];

/// Name of the bidi class WS in the Unicode Character Database, which the inspector shows.
const BIDI_CLASS: &str = "WS White Space";

fn patterns() -> Vec<Regex> {
    let pattern = |line: &str| RegexBuilder::new(line).case_insensitive(true).build().expect("a valid pattern");
    include_str!("../data/forbidden-words.txt").lines().map(pattern).collect()
}

/// Text with its lines joined, so that a phrase may continue on the next line.
struct Joined {
    text: String,
    /// Offset in `text` at which each line starts.
    starts: Vec<usize>,
}

impl Joined {
    fn new(text: &str) -> Self {
        let mut joined = Self { text: String::with_capacity(text.len()), starts: Vec::new() };
        for line in text.lines() {
            joined.starts.push(joined.text.len());
            // Markers of comments, quotations and headings, and the end of a line that a string continues.
            let words = line.trim_start().trim_start_matches(['/', '!', '#', '*', '>', ';']).trim();
            joined.text.push_str(words.strip_suffix('\\').unwrap_or(words).trim_end());
            joined.text.push(' ');
        }
        joined
    }

    /// Returns the matches of `patterns`, with the number of the line and the words around.
    fn matches<'j>(&'j self, patterns: &'j [Regex]) -> impl Iterator<Item = String> + 'j {
        patterns.iter().flat_map(|pattern| pattern.find_iter(&self.text)).map(|found| {
            let line = self.starts.partition_point(|start| *start <= found.start());
            let before = self.text[..found.start()].char_indices().rev().nth(30).map_or(0, |(at, _)| at);
            let after =
                self.text[found.end()..].char_indices().nth(30).map_or(self.text.len(), |(at, _)| found.end() + at);
            format!("{line}: [{}] …{}…", found.as_str(), &self.text[before..after])
        })
    }
}

/// Returns the values of all string literals, also of those in macros.
fn literals(tokens: TokenStream, out: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => literals(group.stream(), out),
            TokenTree::Literal(literal) => {
                if let Ok(syn::Lit::Str(string)) = syn::parse_str(&literal.to_string()) {
                    out.push(string.value());
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

#[test]
fn no_text_has_a_forbidden_word() {
    let patterns = patterns();
    let mut found = Vec::new();
    for file in files().iter().filter(|file| !FOREIGN.iter().any(|foreign| file.path.starts_with(foreign))) {
        let matches = Joined::new(&file.text.replace(BIDI_CLASS, "WS"));
        found.extend(matches.matches(&patterns).map(|found| format!("{}:{found}", file.path)));
        if file.is_rust() {
            let mut strings = Vec::new();
            literals(file.text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.path)), &mut strings);
            // An escape such as `\n` in the source hides the start of the word after it.
            for string in strings.iter().filter(|string| string.contains('\n')) {
                let joined = Joined::new(string);
                found.extend(joined.matches(&patterns).map(|found| format!("{}: string, line {found}", file.path)));
            }
        }
    }
    found.dedup();
    assert!(found.is_empty(), "{} forbidden words:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_phrase_is_found_across_lines_and_markers() {
    let patterns = patterns();
    let found = |text: &str| Joined::new(text).matches(&patterns).count();
    // In the sources of this test a phrase must be written in parts.
    let (white, space) = ("White", "space");
    for text in
        [format!("{white} {space}"), format!("// some {white}\n    // {space} here"), format!("> {white}\n> {space}\n")]
    {
        assert_eq!(found(&text), 1, "{text}");
    }
    assert_eq!(found(&format!("\"{white} \\\n    {space}\"")), 1);
    assert_eq!(found("whitespace is not allowed, and it is not listed"), 0);
}
