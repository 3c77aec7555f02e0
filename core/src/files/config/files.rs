//! Patterns of files, written and read as in `.gitignore`.

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Some of the files below the folder of a configuration file.
#[derive(Clone, Debug)]
pub struct FilePatterns {
    matcher: Gitignore,
}

impl FilePatterns {
    /// The files that one of `patterns` fits; of two that fit, the later one wins, and one that
    /// begins with `!` takes files out again. Patterns that cannot be read are left out, and named with
    /// what is wrong with them.
    pub(super) fn new<'p>(patterns: impl IntoIterator<Item = &'p str>) -> (Self, Vec<(&'p str, String)>) {
        let mut builder = GitignoreBuilder::new("");
        let mut bad = Vec::new();
        for pattern in patterns {
            if let Err(error) = builder.add_line(None, pattern) {
                bad.push((pattern, error.to_string()));
            }
        }
        // All together they can be too large for one automaton, where each alone was not.
        let matcher = builder.build().unwrap_or_else(|error| {
            bad.push(("", error.to_string()));
            Gitignore::empty()
        });
        (Self { matcher }, bad)
    }

    /// Whether the file at `path`, or a folder it is in, is one of them.
    pub fn matches(&self, path: &str) -> bool {
        // The matcher panics where a path begins at the root.
        self.matcher.matched_path_or_any_parents(path.trim_start_matches('/'), false).is_ignore()
    }
}
