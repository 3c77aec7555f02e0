//! File patterns as in `.gitignore`.

use std::borrow::Cow;
use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::files::paths::PathStyle;

/// Some of the files below the directory of a configuration file.
#[derive(Clone, Debug)]
pub struct FilePatterns {
    matcher: Gitignore,
    style: PathStyle,
}

impl FilePatterns {
    /// Creates the set of the files that match one of `patterns`; if several match, the last one wins, and one that
    /// starts with `!` excludes files. Invalid patterns are left out and returned with their errors.
    pub(super) fn new<'p>(
        style: PathStyle,
        patterns: impl IntoIterator<Item = &'p str>,
    ) -> (Self, Vec<(&'p str, String)>) {
        let mut builder = GitignoreBuilder::new("");
        let mut bad = Vec::new();
        for pattern in patterns {
            if has_other_separator(style, pattern) {
                bad.push((pattern, "patterns separate names with '/', not with '\\'".to_owned()));
            } else if has_open_class(pattern) {
                bad.push((pattern, "'[' has no ']'; write '\\[' for the character".to_owned()));
            } else if let Err(error) = add_pattern(&mut builder, style, pattern) {
                bad.push((pattern, error));
            }
        }
        // All patterns together can be too large for one automaton, although each alone is not.
        let matcher = builder.build().unwrap_or_else(|error| {
            bad.push(("", error.to_string()));
            Gitignore::empty()
        });
        (Self { matcher, style }, bad)
    }

    /// Creates the set of the files that match one of `patterns`.
    ///
    /// ```
    /// use iri_core::files::config::FilePatterns;
    ///
    /// let patterns = FilePatterns::parse(["vendor/", "!vendor/ours.xml"])?;
    /// assert!(patterns.matches("vendor/a/b.xml") && !patterns.matches("src/a.xml"));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// The message about the first invalid pattern.
    pub fn parse<'p>(patterns: impl IntoIterator<Item = &'p str>) -> Result<Self, String> {
        let (files, bad) = Self::new(PathStyle::SYSTEM, patterns);
        bad.into_iter()
            .next()
            .map_or(Ok(files), |(pattern, error)| Err(format!("invalid pattern '{pattern}': {error}")))
    }

    /// Returns whether the file at `path` or a parent directory matches.
    pub fn matches(&self, path: &str) -> bool {
        // The matcher panics if a path starts at the root, as the name of an entry of a package can: `C:/a.xml`, `\\host\a`.
        let path = self.style.folded_pattern(path.trim_start_matches('/'));
        let path = if Path::new(&*path).has_root() { Cow::Owned(format!("entry/{path}")) } else { path };
        self.matcher.matched_path_or_any_parents(&*path, false).is_ignore()
    }
}

/// Maximum length of a pattern in bytes: no path is longer.
const MAX_PATTERN_BYTES: usize = 4_096;
/// Maximum number of braces inside one another in a pattern.
const MAX_BRACES: usize = 8;

/// Adds the line `pattern` of an ignore file to `builder`, whose parser is recursive.
///
/// # Errors
/// The reason why it is not a pattern.
pub(in crate::files) fn add_pattern(
    builder: &mut GitignoreBuilder,
    style: PathStyle,
    pattern: &str,
) -> Result<(), String> {
    let deepest = pattern.bytes().scan(0usize, |depth, byte| {
        *depth = match byte {
            b'{' => *depth + 1,
            b'}' => depth.saturating_sub(1),
            _ => *depth,
        };
        Some(*depth)
    });
    if pattern.len() > MAX_PATTERN_BYTES {
        return Err(format!("pattern is longer than {MAX_PATTERN_BYTES} bytes"));
    }
    if deepest.max().is_some_and(|depth| depth > MAX_BRACES) {
        return Err(format!("pattern has more than {MAX_BRACES} braces inside one another"));
    }
    builder.add_line(None, &style.folded_pattern(pattern)).map(|_| ()).map_err(|error| error.to_string())
}

/// Returns whether `pattern` separates names with `\`, which escapes the next character: a letter needs no escape, nor where no
/// name has them `*` and `?`.
fn has_other_separator(style: PathStyle, pattern: &str) -> bool {
    let mut characters = pattern.chars();
    let escaped = std::iter::from_fn(|| characters.find(|c| *c == '\\').and_then(|_| characters.next()));
    let is_separator = |c: char| c.is_alphanumeric() || (style == PathStyle::Windows && matches!(c, '*' | '?'));
    escaped.into_iter().any(is_separator)
}

/// Returns whether a `[` of `pattern` has no `]`: such a pattern matches no file. The first character of a class may be `]`.
fn has_open_class(pattern: &str) -> bool {
    let mut rest = pattern;
    while let Some(at) = rest.find(['\\', '[']) {
        let after = &rest[at + 1..];
        if rest[at..].starts_with('\\') {
            rest = after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
            continue;
        }
        let class = after.strip_prefix(['!', '^']).unwrap_or(after);
        let class = class.strip_prefix(']').unwrap_or(class);
        let Some(end) = class.find(']') else { return true };
        rest = &class[end + 1..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_needs_its_end() {
        for open in ["[", "a[b", "[]", "[!]", "[a]b[", "\\\\["] {
            assert!(has_open_class(open) && FilePatterns::parse([open]).is_err(), "{open}");
        }
        for closed in ["[a]", "[]]", "[!]]", "\\[", "a", "[[]", "[a]*[b]"] {
            assert!(!has_open_class(closed) && FilePatterns::parse([closed]).is_ok(), "{closed}");
        }
    }

    #[test]
    fn a_backslash_between_names_is_no_pattern() {
        for (style, pattern, expected) in [
            (PathStyle::Unix, r"docs\sub", true),
            (PathStyle::Windows, r"docs\sub\*.xml", true),
            (PathStyle::Windows, r"docs\*.xml", true),
            (PathStyle::Unix, r"docs\*.xml", false),
            (PathStyle::Windows, r"docs/sub/*.xml", false),
            (PathStyle::Windows, r"\#a\ b\[", false),
            (PathStyle::Unix, r"a\\b", false),
            (PathStyle::Unix, "a\\", false),
        ] {
            assert_eq!(has_other_separator(style, pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn a_pattern_matches_every_name_of_a_file() {
        for (style, expected) in [(PathStyle::Unix, false), (PathStyle::Windows, true)] {
            let (patterns, bad) = FilePatterns::new(style, ["Docs/*.xml", "!Docs/\u{C9}.xml"]);
            assert!(bad.is_empty());
            assert!(patterns.matches("Docs/a.xml"));
            assert_eq!(patterns.matches("DOCS/A.XML"), expected);
            assert_ne!(patterns.matches("Docs/\u{E9}.xml"), expected);
        }
    }

    #[test]
    fn a_name_may_start_at_a_root() {
        let patterns = FilePatterns::parse(["a.xml", "/b.xml"]).expect("they are valid");
        for name in ["/a.xml", "//a.xml", "C:/a.xml", "//?/C:/a.xml"] {
            assert!(patterns.matches(name), "{name}");
        }
        assert!(patterns.matches("/b.xml"));
        // On Windows, they start at a root too.
        for name in [r"\\host\share\c.xml", r"\c.xml", "C:/b.xml"] {
            assert!(!patterns.matches(name), "{name}");
        }
    }

    #[test]
    fn a_pattern_that_no_path_needs_is_refused() {
        let deep = |depth: usize| format!("{}b{}", "{a,".repeat(depth), "}".repeat(depth));
        assert!(FilePatterns::parse([&*deep(MAX_BRACES)]).is_ok_and(|patterns| patterns.matches("b")));
        for pattern in [deep(MAX_BRACES + 1), deep(80_000), "a".repeat(MAX_PATTERN_BYTES + 1), "\\{".repeat(40_000)] {
            assert!(FilePatterns::parse([&*pattern]).is_err(), "{}", pattern.len());
        }
    }

    #[test]
    fn a_pattern_with_another_separator_is_refused() {
        assert!(FilePatterns::parse([r"docs\sub"]).is_err_and(|message| message.contains("separate names with '/'")));
    }
}
