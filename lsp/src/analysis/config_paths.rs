//! Candidates for the paths in a configuration file: those of schemas, catalogs and patterns, relative to its directory.
//!
//! ```text
//! schema = "schemas/b|"           schemas and directories in schemas/
//! catalogs = ["|"]                XML files and directories next to the configuration file
//! files = ["/vendor/|"]           files and directories in vendor/
//! ```
//!
//! Nothing outside the roots is listed, also not through links.

use std::fmt::Write;
use std::path::Path;

use iri_core::files::config::{ConfigPosition, ConfigValues};
use iri_core::files::{TargetsWithin, file_uri_from_path, is_schema_by_name, is_xml_by_name};
use iri_core::text::InConfig;
use iri_core::{Edit, Span};

use crate::analysis::config_candidate::{ConfigCandidate, ConfigCandidateKind};

/// Maximum number of candidates in an answer, and of names that are read from a directory.
pub const LIMIT: usize = 1_000;
const MAX_NAMES: usize = 20_000;

/// Surroundings of a configuration file.
#[derive(Clone, Copy)]
pub struct ConfigSurroundings<'s> {
    /// Directory of the file.
    pub directory: &'s Path,
    /// Files that may be listed.
    pub targets: TargetsWithin<'s>,
}

/// Returns the paths that may be written at `offset` in the value at `position`; none unless its `values` are paths.
pub fn candidates(
    text: &str,
    (position, values): (&ConfigPosition, ConfigValues),
    offset: usize,
    surroundings: ConfigSurroundings<'_>,
) -> Vec<ConfigCandidate> {
    let span = position.span;
    let quote = text[..span.start].chars().next_back().filter(|_| position.is_quoted);
    let Some(typed) = text.get(span.start..offset) else { return Vec::new() };
    let before = &typed[..typed.rfind('/').map_or(0, |slash| slash + 1)];
    // An escape would have to be decoded, and a pattern names no single directory.
    let is_plain =
        |c: char| !(c == '\\' && quote != Some('\'') || values == ConfigValues::Pattern && "*?[\\".contains(c));
    if !before.chars().all(is_plain) {
        return Vec::new();
    }
    let named = if values == ConfigValues::Pattern {
        let pattern = before.strip_prefix('!').unwrap_or(before);
        pattern.strip_prefix('/').unwrap_or(pattern)
    } else {
        before
    };
    let Some(iri) = file_uri_from_path(&surroundings.directory.join(named)) else { return Vec::new() };
    let rest = &text[offset..span.end];
    let end = offset + rest.find('/').unwrap_or(rest.len());
    let segment: Span<InConfig> = Span::new(span.start + before.len(), end);
    let is_followed_by_slash = text[end..].starts_with('/');
    let typed = &typed[before.len()..];

    let mut names = surroundings.targets.list(&iri, MAX_NAMES);
    names.retain(|(name, is_directory)| {
        (typed.starts_with('.') || !name.starts_with('.')) && (*is_directory || is_meant(name, values))
    });
    if names.len() > LIMIT {
        names.retain(|(name, _)| name.starts_with(typed));
    }
    // Files come first.
    names.sort_unstable_by(|(one, is_directory), (other, is_other)| (is_directory, one).cmp(&(is_other, other)));
    let candidate = |(name, is_directory): (String, bool)| {
        let slash = if is_directory && !is_followed_by_slash { "/" } else { "" };
        let written = written(&name, quote, values)? + slash;
        let (kind, label) = if is_directory {
            (ConfigCandidateKind::Directory, format!("{name}/"))
        } else {
            (ConfigCandidateKind::File, name)
        };
        let text = if quote.is_some() { written.clone() } else { format!("\"{written}\"") };
        Some(ConfigCandidate {
            label,
            filter: written,
            description: String::new(),
            kind,
            edit: Edit { span: segment, text },
        })
    };
    names.into_iter().filter_map(candidate).take(LIMIT).collect()
}

/// Returns whether the file `name` may be a value.
fn is_meant(name: &str, values: ConfigValues) -> bool {
    match values {
        ConfigValues::Schema => is_schema_by_name(Path::new(name)),
        ConfigValues::Catalog => is_xml_by_name(Path::new(name)) || name.contains("catalog"),
        ConfigValues::Pattern => true,
        _ => false,
    }
}

/// Returns a name as it is written in a string with this quote; `None` if it cannot be written.
fn written(name: &str, quote: Option<char>, values: ConfigValues) -> Option<String> {
    let is_special = |c: char| "*?[\\".contains(c);
    if values == ConfigValues::Pattern
        && (name.contains(is_special) || name.starts_with(['!', '#']) || name.ends_with(' '))
    {
        return None;
    }
    if quote == Some('\'') {
        return (!name.contains(|c: char| c == '\'' || c.is_control())).then(|| name.to_owned());
    }
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => write!(out, "\\u{:04X}", u32::from(c)).ok()?,
            c => out.push(c),
        }
    }
    Some(out)
}
