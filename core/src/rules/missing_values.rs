//! Texts that programs write where a value is missing.

use std::sync::LazyLock;

use crate::rules::rule::Severity;

/// Lines of the file: two kinds of whole references, hosts, and directories.
fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("missing-values.txt").lines().filter(|line| !line.starts_with("# "))
}

/// The texts, with the most severe finding that each may have.
static VALUES: LazyLock<Vec<(&str, Severity)>> = LazyLock::new(|| {
    let severities = [Severity::Warning, Severity::Information];
    lines().zip(severities).flat_map(|(line, most)| line.split(' ').map(move |value| (value, most))).collect()
});

/// Length of the longest text in bytes.
static LONGEST: LazyLock<usize> =
    LazyLock::new(|| lines().flat_map(|line| line.split(' ')).map(str::len).max().unwrap_or(0));

/// Returns the most severe finding of `text` if it is such a text.
pub fn most_of(text: &str) -> Option<Severity> {
    if text.len() > *LONGEST {
        return None;
    }
    VALUES.iter().find(|(value, _)| *value == text).map(|(_, most)| *most)
}

static HOSTS: LazyLock<Vec<&str>> = LazyLock::new(|| lines().nth(2).unwrap_or_default().split(' ').collect());

static DIRECTORIES: LazyLock<Vec<&str>> = LazyLock::new(|| lines().nth(3).unwrap_or_default().split(' ').collect());

/// Returns whether `name` is what a program writes for a directory that it does not have.
pub fn is_directory(name: &str) -> bool {
    name.len() <= *LONGEST && DIRECTORIES.contains(&name)
}

/// Returns whether `host` is what a program writes for a host that it does not have.
pub fn is_host(host: &str) -> bool {
    host.len() <= *LONGEST && HOSTS.contains(&host)
}
