//! Patterns of a command line that no shell has expanded: cmd and PowerShell pass `*.xml` as it is.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::files::paths::PathStyle;

/// Returns the paths that match `path`, in order, if a name in it has `*` or `?` and no such file exists; otherwise `path`
/// itself. The name `**` stands for any number of directories. As in a shell, names that start with a dot match only a pattern
/// that does, and `**` does not follow links.
pub fn expanded(path: PathBuf) -> Vec<PathBuf> {
    let has_pattern = path.components().any(|component| pattern_of(component).is_some());
    if !has_pattern || fs::symlink_metadata(&path).is_ok() {
        return vec![path];
    }
    let mut found = vec![PathBuf::new()];
    let mut last = None;
    for component in path.components() {
        let pattern = pattern_of(component);
        match pattern {
            // Two are one: the directories of the first contain those of the second.
            Some("**") if last == pattern => {}
            Some("**") => found = found.into_iter().flat_map(with_folders_in).collect(),
            Some(pattern) => found = found.iter().flat_map(|folder| matching(folder, pattern)).collect(),
            None => found.iter_mut().for_each(|path| path.push(component)),
        }
        last = pattern;
    }
    found.retain(|path| fs::symlink_metadata(path).is_ok());
    if found.is_empty() { vec![path] } else { found }
}

/// Returns the pattern in a name of a path. The mark of a verbatim path is not a name.
fn pattern_of(component: Component<'_>) -> Option<&str> {
    let Component::Normal(name) = component else { return None };
    name.to_str().filter(|name| name.contains(['*', '?']))
}

fn matching(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let names = names_in(folder, |_| true);
    let is_seen = |name: &&String| !name.starts_with('.') || pattern.starts_with('.');
    names.iter().filter(is_seen).filter(|name| matches(pattern, name)).map(|name| folder.join(name)).collect()
}

/// Returns a directory and those in it, at any depth.
fn with_folders_in(folder: PathBuf) -> Vec<PathBuf> {
    let (mut found, mut pending) = (Vec::new(), vec![folder]);
    while let Some(folder) = pending.pop() {
        let inner = names_in(&folder, |entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        pending.extend(inner.iter().rev().filter(|name| !name.starts_with('.')).map(|name| folder.join(name)));
        found.push(folder);
    }
    found
}

/// Returns the names in a directory that `matches` accepts, in order.
fn names_in(folder: &Path, matches: impl Fn(&fs::DirEntry) -> bool) -> Vec<String> {
    let folder = if folder.as_os_str() == OsStr::new("") { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().filter(matches);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}

/// Returns whether `name` matches `pattern`, in which `*` stands for any characters and `?` for one. It tries the last `*`
/// only, which is sufficient and never slow.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let is_same = |one: char, other: char| {
        PathStyle::SYSTEM.is_same_name(one.encode_utf8(&mut [0; 4]), other.encode_utf8(&mut [0; 4]))
    };
    let (mut at, mut name_at, mut star) = (0, 0, None);
    while name_at < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at + 1, name_at));
                at += 1;
            }
            Some(&c) if c == '?' || is_same(c, name[name_at]) => (at, name_at) = (at + 1, name_at + 1),
            _ => match star {
                Some((after, from)) => {
                    star = Some((after, from + 1));
                    (at, name_at) = (after, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_what_a_shell_would_match() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        for name in ["a.xml", "b.xml", "b.txt", ".h.xml", "d/a.xml", "d/e/c.xml", ".h/a.xml"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("it can be created");
            fs::write(path, "<a/>").expect("it can be written");
        }
        for (pattern, expected) in [
            ("*.xml", &["a.xml", "b.xml"][..]),
            ("?.xml", &["a.xml", "b.xml"]),
            ("b.*", &["b.txt", "b.xml"]),
            ("*b*t*", &["b.txt"]),
            ("*/a.xml", &["d/a.xml"]),
            ("**/*.xml", &["a.xml", "b.xml", "d/a.xml", "d/e/c.xml"]),
            ("**/**/*.xml", &["a.xml", "b.xml", "d/a.xml", "d/e/c.xml"]),
            (".*.xml", &[".h.xml"]),
            ("d/*", &["d/a.xml", "d/e"]),
            ("no*.xml", &["no*.xml"]),
            ("*/no.xml", &["*/no.xml"]),
            ("a.xml", &["a.xml"]),
        ] {
            let expected: Vec<_> = expected.iter().map(|name| folder.path().join(name)).collect();
            assert_eq!(expanded(folder.path().join(pattern)), expected, "{pattern}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_with_such_a_name_is_itself() {
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        for name in ["a*.xml", "ab.xml"] {
            fs::write(folder.path().join(name), "<a/>").expect("it can be written");
        }
        assert_eq!(expanded(folder.path().join("a*.xml")), [folder.path().join("a*.xml")]);
    }

    #[test]
    fn a_pattern_with_many_stars_is_fast() {
        assert!(!matches(&"*a".repeat(2_000), &"a".repeat(1_999)));
        assert!(matches(&"*a".repeat(500), &"ba".repeat(500)));
    }
}
