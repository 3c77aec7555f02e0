//! Paths of files that are no references, as references: `<module>` of Maven, `file` of Ant.
//!
//! ```text
//! sub dir\pom.xml ─▶ sub%20dir/pom.xml ─▶ file:///…/sub%20dir/pom.xml ─▶ as any reference ─▶ other%20dir/pom.xml ─▶ other dir\pom.xml
//! ```

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use iri_core::files::{file_uri_from_path, path_from_file_uri};
use iri_core::reference::{path_segment, percent_decoded, resolve};
use iri_core::text::encoding::Encoding;
use iri_core::text::{Decoded, InDocument, WHITESPACE};
use iri_core::xml::{Syntax, paths};
use iri_core::{Dialect, Document, Edit, Site, Span};

/// Path of a file in a document.
pub struct PathReference<'t> {
    /// Path in the document.
    pub span: Span<InDocument>,
    raw: &'t str,
    /// Quotation mark around the value; `None` in the text of an element.
    quote: Option<char>,
    /// Path as a reference.
    reference: String,
    /// Location of the document.
    location: &'t str,
    /// Base of the reference.
    base: String,
    /// What it identifies.
    iri: String,
}

/// Returns the paths in `document`, which contains `text`.
pub fn all<'t>(document: &'t Document, text: &'t str) -> Vec<PathReference<'t>> {
    let location = document.settings().location.as_deref().filter(|_| document.settings().syntax == Syntax::Xml);
    let Some(location) = location else { return Vec::new() };
    let found = paths::paths(text).into_iter().filter_map(|value| {
        // A vocabulary may make it a reference, which is changed as one. A guess does not.
        let is_reference = |site: Site<'_>| !site.role.is_unknown() && document.target_of(&site).is_some();
        if document.sites_in(value.span).any(is_reference) {
            return None;
        }
        let raw = value.span.slice(text);
        let reference = reference(&decoded(raw));
        let base = match &*decoded(value.base) {
            "" | "." => location.to_owned(),
            base => resolve(location, &(self::reference(base) + "/"))?,
        };
        let iri = resolve(&base, if reference.is_empty() { "." } else { &reference })?;
        let before = text[..value.span.start].trim_end_matches(WHITESPACE);
        let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''));
        Some(PathReference { span: value.span, raw, quote, reference, location, base, iri })
    });
    found.collect()
}

/// Returns whether the value at `site` is one of `paths`, all of a document, and its role is a guess.
pub fn contain(paths: &[PathReference<'_>], site: &Site<'_>) -> bool {
    let first = paths.partition_point(|path| path.span.end < site.span.start);
    site.role.is_unknown() && paths.get(first).is_some_and(|path| path.span.start <= site.span.end)
}

fn decoded(raw: &str) -> String {
    Decoded::xml(raw).value.into_owned()
}

/// Returns a path, with either separator, as a reference.
pub fn reference(path: &str) -> String {
    let segments = path.split(['/', '\\']).map(|name| path_segment(name, Dialect::Iri));
    let reference = segments.collect::<Vec<_>>().join("/");
    // A colon in the first segment does not end a scheme.
    if path.contains(':') && !path.starts_with('/') { format!("./{reference}") } else { reference }
}

impl PathReference<'_> {
    /// Returns `text` as it is written in the value.
    pub fn written(&self, text: &str, encoding: Encoding) -> String {
        let escaped = |c: char| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '"' if self.quote == Some(c) => "&quot;".to_owned(),
            '\'' if self.quote == Some(c) => "&apos;".to_owned(),
            _ => c.to_string(),
        };
        encoding.representable(&text.chars().map(escaped).collect::<String>()).into_owned()
    }

    /// Returns the path as a reference.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// Returns the `file` IRI of the target.
    pub fn iri(&self) -> &str {
        &self.iri
    }

    /// Returns the path of the target.
    pub fn file(&self) -> Option<PathBuf> {
        path_from_file_uri(&self.iri)
    }

    /// Returns the `file` IRI of the directory that `start`, the start of the path as written, identifies.
    pub fn directory(&self, start: &str) -> Option<String> {
        let reference = reference(&decoded(start));
        resolve(&self.base, if reference.is_empty() { "./" } else { &reference })
    }

    /// Returns the base after a move: `bases` maps the location of a document that moves, `new_target` any other directory.
    pub fn base_after(
        &self,
        bases: &HashMap<String, String>,
        new_target: &dyn Fn(&Path) -> Option<PathBuf>,
    ) -> Option<String> {
        if self.base == self.location {
            return Some(bases.get(self.location).cloned().unwrap_or_else(|| self.base.clone()));
        }
        let directory = path_from_file_uri(&self.base)?;
        Some(file_uri_from_path(&new_target(&directory)?)?.trim_end_matches('/').to_owned() + "/")
    }

    /// Returns the edit after which the path is `reference`.
    pub fn edit(&self, reference: &str, encoding: Encoding) -> Option<Edit<InDocument>> {
        // A directory that a document is in stays that of the document.
        if matches!(self.reference.as_str(), "" | ".") {
            return None;
        }
        let new = percent_decoded(reference)?.into_owned();
        let is_windows = self.raw.contains('\\') && !self.raw.contains('/');
        let new = if is_windows { new.replace('/', "\\") } else { new };
        let new = new.trim_end_matches(['/', '\\']);
        let end = &self.raw[self.raw.trim_end_matches(['/', '\\']).len()..];
        Some(Edit { span: self.span, text: self.written(new, encoding) + end })
    }
}
