//! References in a value, each with its span and its role.
//!
//! ```text
//! List            a  b  c                   a · b · c
//! Pairs           ns a.xsd                  ns (a namespace name) · a.xsd
//! Commas          a, b                      a · b              (the same with semicolons)
//! Quoted          "a" "b", "c"              a · b · c
//! Specification   url('a b')                a b
//! Functions       url(#a) none, url("b")    #a · b         (CSS)
//! Calls           doc('a')/b                a              (XPath)
//! Candidates      a.png 1x, b.png 2x        a.png · b.png
//! Refresh         5; url='a b'              a b                (HTML)
//! ```

use std::iter;

use crate::rules::css::CssReferences;
use crate::rules::mistakes::is_file_name;
use crate::rules::role::{Cardinality, Role};
use crate::rules::xpath::XPathReferences;
use crate::text::{InValue, Span, WHITESPACE};

impl Role {
    /// Returns the references in `value`, a value of this role, in order: spans of `value`, and the role of each. Those in
    /// JSON-LD are found only in a document.
    ///
    /// ```
    /// use iri_core::Role;
    ///
    /// let value = "urn:x x.xsd";
    /// let items: Vec<_> = Role::SCHEMA_LOCATION.items(value).map(|(span, role)| (span.slice(value), role.name)).collect();
    /// assert_eq!(items, [("urn:x", "namespace-any-uri"), ("x.xsd", "any-uri")]);
    /// ```
    pub fn items(self, value: &str) -> impl Iterator<Item = (Span<InValue>, Self)> {
        let whole = |value: &str, _: usize| Some((Span::new(0, value.len()), None));
        let next = match self.cardinality {
            // References in CSS and XPath are found by more than a position.
            Cardinality::One | Cardinality::Functions | Cardinality::Calls => whole,
            Cardinality::List | Cardinality::Pairs => word,
            Cardinality::Commas => |value: &str, from| separated(value, from, ','),
            Cardinality::Semicolons => |value: &str, from| separated(value, from, ';'),
            Cardinality::Quoted => quoted,
            Cardinality::Specification => specification,
            Cardinality::Candidates => candidate,
            Cardinality::Refresh => refreshed,
            Cardinality::Nothing | Cardinality::JsonLd => |_: &str, _| None,
        };
        let mut at = Some(0);
        let mut index = 0;
        let mut css = (self.cardinality == Cardinality::Functions).then(|| CssReferences::new(value));
        let mut xpath = (self.cardinality == Cardinality::Calls).then(|| XPathReferences::new(value));
        iter::from_fn(move || {
            let (span, rest) = match (&mut css, &mut xpath) {
                (Some(css), _) => (css.next()?, None),
                (None, Some(xpath)) => (xpath.next()?, None),
                (None, None) => next(value, at?)?,
            };
            at = rest;
            index += 1;
            Some((span, self.item(index - 1)))
        })
    }
}

impl Role {
    /// Returns `text`, a part of a reference, with the characters encoded that would end the reference in a value of this role,
    /// or of the value of which this is the role of an item.
    ///
    /// ```
    /// use iri_core::Role;
    ///
    /// assert_eq!(Role::CSS.item_text("it's(1)".to_owned()), "it%27s%281%29");
    /// assert_eq!(Role::WEB.item_text("it's(1)".to_owned()), "it's(1)");
    /// ```
    pub fn item_text(self, text: String) -> String {
        let delimiters = match Self::from_name(self.name).map(|role| role.cardinality) {
            Some(Cardinality::Functions | Cardinality::Specification) => "'\"()\\",
            Some(Cardinality::Calls | Cardinality::Refresh) => "'\"",
            Some(Cardinality::Commas | Cardinality::Candidates) => ",",
            Some(Cardinality::Semicolons) => ";",
            _ => return text,
        };
        let encoded = |c: char| if delimiters.contains(c) { format!("%{:02X}", u32::from(c)) } else { c.to_string() };
        text.chars().map(encoded).collect()
    }
}

/// Span of an item, and the offset at which the next one is searched.
type FoundItem = Option<(Span<InValue>, Option<usize>)>;

/// Returns the next item between whitespace.
fn word(value: &str, from: usize) -> FoundItem {
    let start = from + value[from..].find(|c| !WHITESPACE.contains(&c))?;
    let end = value[start..].find(WHITESPACE).map_or(value.len(), |length| start + length);
    Some((Span::new(start, end), Some(end)))
}

/// Returns the next item between separators, without surrounding whitespace; empty ones are skipped.
fn separated(value: &str, from: usize, separator: char) -> FoundItem {
    let start = from + value[from..].find(|c| c != separator && !WHITESPACE.contains(&c))?;
    let end = value[start..].find(separator).map_or(value.len(), |length| start + length);
    Some((Span::new(start, start + value[start..end].trim_end_matches(WHITESPACE).len()), Some(end)))
}

/// Returns the next item in quotation marks; a value without them is one item.
fn quoted(value: &str, from: usize) -> FoundItem {
    let Some(open) = value[from..].find('"') else {
        return (from == 0).then(|| (Span::new(0, value.len()), None));
    };
    let start = from + open + 1;
    let end = value[start..].find('"').map_or(value.len(), |length| start + length);
    Some((Span::new(start, end), Some((end + 1).min(value.len()))))
}

fn specification(value: &str, _: usize) -> FoundItem {
    let is_function = value.trim_start_matches(WHITESPACE).starts_with("url(");
    let span = if is_function { CssReferences::new(value).next()? } else { Span::new(0, value.len()) };
    Some((span, None))
}

/// Returns the reference after the time and its separator, up to the quotation mark that ends it.
fn refreshed(value: &str, _: usize) -> FoundItem {
    let is_blank = |c| WHITESPACE.contains(&c);
    let after_time = value.trim_start_matches(is_blank).trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let rest = after_time.trim_start_matches(|c| is_blank(c) || matches!(c, ';' | ','));
    if after_time.len() == value.len() || rest.len() == after_time.len() {
        return None;
    }
    let named = rest.get(..3).filter(|name| name.eq_ignore_ascii_case("url"));
    let named = named.and_then(|name| rest[name.len()..].trim_start_matches(is_blank).strip_prefix('='));
    let written = named.map_or(rest, |rest| rest.trim_start_matches(is_blank));
    let inner = written.strip_prefix(['\'', '"']);
    let end = inner.and_then(|inner| inner.find(&written[..1]));
    let reference = inner.map_or(written, |inner| &inner[..end.unwrap_or(inner.len())]);
    let start = value.len() - inner.unwrap_or(written).len();
    (!reference.is_empty()).then(|| (Span::new(start, start + reference.len()), None))
}

/// Returns the next image candidate: a word that ends at whitespace or a final comma. Its descriptors extend to the
/// next comma outside parentheses. A name of a file among them is the rest of the reference, with whitespace in it.
fn candidate(value: &str, from: usize) -> FoundItem {
    let is_between = |c: char| c == ',' || WHITESPACE.contains(&c);
    let start = from + value[from..].find(|c| !is_between(c))?;
    let (span, end) = word(value, start).and_then(|(span, rest)| Some((span, rest?)))?;
    let trimmed = span.slice(value).trim_end_matches(',').len();
    if trimmed < span.len() {
        return Some((Span::new(span.start, span.start + trimmed), Some(end)));
    }
    let mut depth = 0u32;
    let comma = value[end..].find(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    let rest = comma.map_or(value.len(), |comma| end + comma);
    let is_name = |word: &str| word.contains('/') || is_file_name(word);
    let words = iter::successors(Some(span), |before| Some(word(&value[..rest], before.end)?.0));
    let end = words.skip(1).filter(|word| is_name(word.slice(value))).last().map_or(span.end, |name| name.end);
    Some((Span::new(span.start, end), Some(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(role: Role, value: &str) -> Vec<&str> {
        role.items(value).map(|(span, _)| span.slice(value)).collect()
    }

    #[test]
    fn one_reference_is_the_whole_value_with_whitespace() {
        assert_eq!(items(Role::LEIRI, " a b "), [" a b "]);
        assert_eq!(items(Role::LEIRI, ""), [""]);
    }

    #[test]
    fn whitespace_separates_the_items_of_a_list() {
        assert_eq!(items(Role::ANY_URI_LIST, " a\t#b\n\n c "), ["a", "#b", "c"]);
        assert_eq!(items(Role::ANY_URI_LIST, "a\u{A0}b"), ["a\u{A0}b"]);
        assert!(items(Role::ANY_URI_LIST, " ").is_empty());
    }

    #[test]
    fn separators_are_commas_semicolons_or_quotation_marks() {
        assert_eq!(items(Role::ANY_URI_COMMAS, " a b, c,,\n d "), ["a b", "c", "d"]);
        assert_eq!(items(Role::ANY_URI_SEMICOLONS, "a;b ;"), ["a", "b"]);
        assert_eq!(items(Role::ANY_URI_QUOTED, " \"a b\" \"c\", \"d"), ["a b", "c", "d"]);
        assert_eq!(items(Role::ANY_URI_QUOTED, "a.wrl"), ["a.wrl"]);
        assert!(items(Role::ANY_URI_COMMAS, " , ").is_empty());
    }

    #[test]
    fn the_first_of_a_pair_is_a_namespace_name() {
        let roles: Vec<_> = Role::SCHEMA_LOCATION.items("urn:x x.xsd urn:y").map(|(_, role)| role.name).collect();
        assert_eq!(roles, ["namespace-any-uri", "any-uri", "namespace-any-uri"]);
    }

    #[test]
    fn a_specification_is_unwrapped() {
        for value in ["url(a b)", "url('a b')", " url( \"a b\" ) ", "url('a b"] {
            assert_eq!(items(Role::URI_SPECIFICATION, value), ["a b"], "{value}");
        }
        assert_eq!(items(Role::URI_SPECIFICATION, "a b"), ["a b"]);
        assert_eq!(items(Role::URI_SPECIFICATION, "a url(b)"), ["a url(b)"]);
    }

    #[test]
    fn a_page_follows_after_a_time() {
        for value in ["0;url=a b", " 5 ; URL = 'a b'", "1.5,url=\"a b\"x", "0; a b", "5 a b", "0;url='a b"] {
            assert_eq!(items(Role::WEB_REFRESH, value), ["a b"], "{value}");
        }
        for value in ["", "5", " 5 ", "url=a", "5;", "5; url=", "a; url=b"] {
            assert!(items(Role::WEB_REFRESH, value).is_empty(), "{value}");
        }
    }

    #[test]
    fn commas_separate_image_candidates_except_inside_one() {
        assert_eq!(items(Role::WEB_CANDIDATES, "a,b.png 1x, c.png , d.png 2x"), ["a,b.png", "c.png", "d.png"]);
        assert_eq!(items(Role::WEB_CANDIDATES, "a.png, b.png calc(1,2),c.png"), ["a.png", "b.png", "c.png"]);
        assert!(items(Role::WEB_CANDIDATES, " ,").is_empty());
        assert_eq!(items(Role::WEB_CANDIDATES, "a b.png 1x, c  d/e f.png, g 2x"), ["a b.png", "c  d/e f.png", "g"]);
    }
}
