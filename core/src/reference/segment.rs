//! Names of files and IDs of elements as parts of references.

use std::borrow::Cow;

use crate::reference::percent::encode_char;
use crate::reference::{Dialect, SyntaxPosition};

/// Returns `name`, the name of a file or directory, as a segment of a path in `dialect`, at most an IRI.
///
/// ```
/// use iri_core::Dialect;
/// use iri_core::reference::path_segment;
///
/// assert_eq!(path_segment("a b%#\u{E9}", Dialect::Iri), "a%20b%25%23\u{E9}");
/// assert_eq!(path_segment("a b%#\u{E9}", Dialect::Uri), "a%20b%25%23%C3%A9");
/// ```
pub fn path_segment(name: &str, dialect: Dialect) -> String {
    component(name, dialect, SyntaxPosition::Path)
}

/// Returns `id`, the ID of an element, as a fragment in `dialect`, at most an IRI.
pub fn fragment_from_id(id: &str, dialect: Dialect) -> String {
    component(id, dialect, SyntaxPosition::Fragment)
}

/// Returns the relative `path` as a reference: with `./` before it if its first segment contains a colon, which would end
/// a scheme (RFC 3986 section 4.2).
///
/// ```
/// use iri_core::reference::relative_path;
///
/// assert_eq!(relative_path("a:b/c"), "./a:b/c");
/// assert_eq!(relative_path("a/b:c"), "a/b:c");
/// ```
pub fn relative_path(path: &str) -> Cow<'_, str> {
    let is_ambiguous = path.split('/').next().is_some_and(|first| first.contains(':'));
    if is_ambiguous { format!("./{path}").into() } else { path.into() }
}

/// Returns `reference` up to its query or fragment.
///
/// ```
/// use iri_core::reference::without_query_and_fragment;
///
/// assert_eq!(without_query_and_fragment("a/b?c#d"), "a/b");
/// assert_eq!(without_query_and_fragment("a/b#c?d"), "a/b");
/// ```
pub fn without_query_and_fragment(reference: &str) -> &str {
    reference.split(['?', '#']).next().unwrap_or(reference)
}

/// Start of a fragment directive: URL Fragment Text Directives.
pub(crate) const DIRECTIVE: &str = ":~:";

/// Returns `fragment` without its directive: what identifies a part of a document.
///
/// ```
/// use iri_core::reference::without_directive;
///
/// assert_eq!(without_directive("intro:~:text=a"), "intro");
/// ```
pub fn without_directive(fragment: &str) -> &str {
    fragment.split(DIRECTIVE).next().unwrap_or(fragment)
}

fn component(text: &str, dialect: Dialect, position: SyntaxPosition) -> String {
    let dialect = if dialect == Dialect::Uri { Dialect::Uri } else { Dialect::Iri };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let is_separator = position == SyntaxPosition::Path && c == '/';
        if c != '%' && !is_separator && dialect.allows(c, position) && !is_bidi_formatting(c) {
            out.push(c);
        } else {
            encode_char(c, &mut out);
        }
    }
    out
}

/// Returns whether RFC 3987 section 4.1 forbids the character, although the grammar allows it.
fn is_bidi_formatting(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
}
