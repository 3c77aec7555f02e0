//! Rewrites: other spellings of a reference that an author may request, with or without findings.
//!
//! | rewrite | `http://ä.example/a b?ü` | source |
//! |--|--|--|
//! | as a URI | `http://xn--4ca.example/a%20b?%C3%BC` | RFC 3987 section 3.1 |
//! | host in A-labels | `http://xn--4ca.example/a b\c?ü` | RFC 5890 section 2.3.2.1 |
//! | readable | the IRI that a URI converts to | RFC 3987 section 3.2 |
//! | component percent-encoded | `…/a%20b?ü`, for the path | RFC 3986 section 2.1 |
//! | forward slashes | `/` for each `\` in a path | |
//!
//! All but the last identify the same resource, in a browser too. So `a\b` is not converted to the URI `a%5Cb`.

use crate::inspect::{Inspection, parse_only};
use crate::interop::resource;
use crate::reference::{ComponentName, Dialect, Form, encode_char, idna};
use crate::text::Edit;
use crate::text::Span;
use crate::unicode::LeiriGroup;

/// Spelling that an author may request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rewrite {
    /// ASCII only.
    Uri,
    /// Host as the DNS looks it up.
    ALabels,
    /// As readable as possible.
    Readable,
    /// One component percent-encoded.
    Encoded(ComponentName),
    /// `/` instead of `\`.
    Slashes,
}

impl Rewrite {
    /// Returns the title in menus.
    pub fn title(self) -> String {
        match self {
            Self::Uri => "convert to URI".to_owned(),
            Self::ALabels => "convert host to A-labels".to_owned(),
            Self::Readable => "convert to readable IRI".to_owned(),
            Self::Encoded(name) => format!("percent-encode {}", name.name()),
            Self::Slashes => "replace '\\' with '/'".to_owned(),
        }
    }
}

/// Returns the rewrites that change something in an inspected reference, each with its edit; `at` is the byte offset
/// that selects a component. The result is empty if a part of the text is unknown: of an entity without a known
/// replacement, or of a character reference to no character.
///
/// ```
/// use iri_core::inspect::{Rewrite, rewrites};
/// use iri_core::{Options, apply_edits, inspect};
///
/// let text = "a\\b";
/// let all = rewrites(&inspect(text, &Options::default()), 0);
/// let (rewrite, edit) = all.last().expect("a backslash can be a slash");
/// assert_eq!((*rewrite, apply_edits(text, [edit])), (Rewrite::Slashes, "a/b".to_owned()));
/// ```
pub fn rewrites(inspection: &Inspection<'_>, at: usize) -> Vec<(Rewrite, Edit)> {
    if !inspection.is_known() {
        return Vec::new();
    }
    let (text, options) = (inspection.text(), inspection.options());
    let inner = options.inner(text);
    let start = inner.as_ptr().addr() - text.as_ptr().addr();
    let inspection = parse_only(inner, options);
    let component = component_at(&inspection, at.saturating_sub(start).min(inner.len()));
    let all = [
        (Rewrite::Uri, uri(&inspection)),
        (Rewrite::ALabels, a_labels(&inspection)),
        (Rewrite::Readable, inspection.converted(Form::ReadableIri)),
    ];
    let encoded = component.map(|(name, span)| (Rewrite::Encoded(name), Some(encoded(inner, span, &inspection))));
    let slashes = (Rewrite::Slashes, Some(slashes(inner)));
    let all = all.into_iter().chain(encoded).chain([slashes]);
    let (base, charset) = (options.base.as_deref(), options.query_charset());
    // Another separator is another path.
    let is_same = |rewrite, new: &str| rewrite == Rewrite::Slashes || resource::is_same(inner, new, base, charset);
    let is_offered = |rewrite, new: &String| new != inner && is_same(rewrite, new);
    let changed = all.filter_map(|(rewrite, new)| Some((rewrite, new.filter(|new| is_offered(rewrite, new))?)));
    let span = Span::new(start, start + inner.len());
    changed.map(|(rewrite, new)| (rewrite, Edit::smallest(inner, span, &new))).collect()
}

/// Converts to a URI, by IDNA if the host has such a form: a percent-encoded host cannot be looked up.
fn uri(inspection: &Inspection<'_>) -> Option<String> {
    inspection.converted(Form::UriIdna).or_else(|| inspection.converted(Form::Uri))
}

fn a_labels(inspection: &Inspection<'_>) -> Option<String> {
    let (text, host) = (inspection.text(), inspection.reference().reg_name()?);
    let labels = idna::to_ascii(host.slice(text))?;
    Some(format!("{}{labels}{}", &text[..host.start], &text[host.end..]))
}

/// Returns the component at `at`, or ending there, that may be encoded.
fn component_at(inspection: &Inspection<'_>, at: usize) -> Option<(ComponentName, Span)> {
    let may_be = [ComponentName::Userinfo, ComponentName::Path, ComponentName::Query, ComponentName::Fragment];
    let components = inspection.reference().components().into_iter();
    let mut meant = components.filter(|component| component.span.start <= at && at <= component.span.end);
    let found = meant.find(|component| may_be.contains(&component.name))?;
    Some((found.name, found.span))
}

/// Returns `text` with each character of `span` that a URI does not allow there percent-encoded. A `%` stays: what it means
/// in front of other characters than two digits is not known.
fn encoded(text: &str, span: Span, inspection: &Inspection<'_>) -> String {
    let mut out = text[..span.start].to_owned();
    let reference = inspection.reference();
    let charset = inspection.options().query_charset().at(reference, span.start);
    for (at, c) in span.slice(text).char_indices().map(|(at, c)| (span.start + at, c)) {
        if c == '%' || Dialect::Uri.allows(c, reference.syntax_position_at(at)) {
            out.push(c);
        } else if LeiriGroup::from_char(c).is_some() {
            encode_char(c, &mut out);
        } else {
            charset.push_encoded(c.encode_utf8(&mut [0; 4]), &mut out);
        }
    }
    out.push_str(&text[span.end..]);
    out
}

/// Writes `/` for every `\` before the query and the fragment.
fn slashes(text: &str) -> String {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    format!("{}{}", text[..end].replace('\\', "/"), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::{Options, inspect};
    use crate::rules::Role;
    use crate::text::apply_edits;

    /// Returns the results of all rewrites of `text`, by title.
    fn rewritten(text: &str, at: usize, role: Role) -> Vec<(String, String)> {
        let options = Options::default().with_role(role);
        let all = rewrites(&inspect(text, &options), at).into_iter();
        all.map(|(rewrite, edit)| (rewrite.title(), apply_edits(text, [&edit]))).collect()
    }

    fn rewritten_as(text: &str, at: usize, title: &str) -> Option<String> {
        let all = rewritten(text, at, Role::ANY_URI).into_iter();
        all.filter(|(known, _)| known == title).map(|(_, text)| text).next()
    }

    #[test]
    fn each_example_of_the_page_is_true() {
        let text = "http://\u{E4}.example/a b?\u{FC}";
        let expected = |rewrite: &str| rewritten_as(text, 20, rewrite);
        assert_eq!(expected("convert to URI").as_deref(), Some("http://xn--4ca.example/a%20b?%C3%BC"));
        assert_eq!(expected("convert host to A-labels").as_deref(), Some("http://xn--4ca.example/a b?\u{FC}"));
        assert_eq!(expected("percent-encode path").as_deref(), Some("http://\u{E4}.example/a%20b?\u{FC}"));
        assert_eq!(rewritten_as("a b\\c", 0, "replace '\\' with '/'").as_deref(), Some("a b/c"));
        assert_eq!(rewritten_as("a b\\c", 0, "convert to URI"), None);
        let readable = rewritten_as("http://xn--4ca.example/a%20b?%C3%BC", 0, "convert to readable IRI");
        assert_eq!(readable.as_deref(), Some("http://\u{E4}.example/a%20b?\u{FC}"));
    }

    #[test]
    fn the_component_at_the_offset_is_encoded() {
        let text = "a \u{E4}?b%c%41 #d e";
        assert_eq!(rewritten_as(text, 0, "percent-encode path").as_deref(), Some("a%20%C3%A4?b%c%41 #d e"));
        assert_eq!(rewritten_as(text, 6, "percent-encode query").as_deref(), Some("a \u{E4}?b%c%41%20#d e"));
        assert_eq!(
            rewritten_as(text, text.len(), "percent-encode fragment").as_deref(),
            Some("a \u{E4}?b%c%41 #d%20e")
        );
    }

    #[cfg(feature = "xml")]
    #[test]
    fn a_rewrite_keeps_the_bytes_of_a_query() {
        let rewritten = |text: &str, base: &str| {
            let options = Options::default().with_charset(encoding_rs::WINDOWS_1252).with_base(base);
            let all = rewrites(&inspect(text, &options), text.len()).into_iter();
            all.map(|(rewrite, edit)| (rewrite, apply_edits(text, [&edit]))).collect::<Vec<_>>()
        };
        let name = ComponentName::Query;
        for (text, base, expected) in [
            ("http://h/?%C3%A9", "http://h/", vec![]),
            (
                "http://h/%C3%A9?\u{E9}<a",
                "http://h/",
                vec![
                    (Rewrite::Uri, "http://h/%C3%A9?%E9%3Ca".to_owned()),
                    (Rewrite::Readable, "http://h/\u{E9}?\u{E9}%3Ca".to_owned()),
                    (Rewrite::Encoded(name), "http://h/%C3%A9?%E9%3Ca".to_owned()),
                ],
            ),
            (
                "?\u{E9}",
                "http://h/",
                vec![(Rewrite::Uri, "?%E9".to_owned()), (Rewrite::Encoded(name), "?%E9".to_owned())],
            ),
            // Browsers send other bytes than RFC 3987 says.
            ("?\u{E9}", "file:///a", vec![]),
        ] {
            let rewritten = rewritten(text, base);
            let rewritten: Vec<_> = rewritten.into_iter().filter(|(rewrite, _)| *rewrite != Rewrite::ALabels).collect();
            assert_eq!(rewritten, expected, "{text} {base}");
        }
    }

    #[test]
    fn a_rewrite_without_effect_is_not_offered() {
        assert_eq!(rewritten("http://example.org/a%20b?c#d", 20, Role::ANY_URI), []);
        assert_eq!(rewritten("", 0, Role::ANY_URI), []);
        assert_eq!(rewritten("?a\\b", 0, Role::ANY_URI).iter().filter(|(title, _)| title.contains('\\')).count(), 0);
    }

    #[test]
    fn whitespace_that_the_type_removes_stays() {
        assert_eq!(rewritten_as(" a b\n", 2, "convert to URI").as_deref(), Some(" a%20b\n"));
        let kept = rewritten(" a", 1, Role::LEIRI);
        // A browser removes it.
        assert_eq!(kept, []);
    }
}
