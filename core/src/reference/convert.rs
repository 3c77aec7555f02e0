//! Conversions of a reference, each named after its source.

mod charset;
mod form;

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

pub(crate) use charset::QueryCharset;
pub use form::Form;

use crate::reference::class::Class;
use crate::reference::decode::decode_component;
use crate::reference::dialect::Dialect;
use crate::reference::idna;
use crate::reference::parse::Reference;
use crate::reference::percent::{encode_char, encode_non_ascii, percent_encoding_at};
use crate::reference::violation::Violation;
use crate::text::WHITESPACE;
use crate::unicode::LeiriGroup;

/// Converts a LEIRI to an IRI: percent-encodes each character that an IRI does not allow there (LEIRI Note section 4).
///
/// ```
/// use iri_core::leiri_to_iri;
///
/// assert_eq!(leiri_to_iri("http://h/a b\u{E9}").as_deref(), Ok("http://h/a%20b\u{E9}"));
/// let violation = leiri_to_iri("http://h/a%").unwrap_err();
/// assert_eq!((violation.span.start, violation.production), (10, "pct-encoded"));
/// ```
///
/// # Errors
/// If `leiri` is not a LEIRI reference.
pub fn leiri_to_iri(leiri: &str) -> Result<String, Violation> {
    let leiri = Reference::parse(leiri);
    leiri.validate(Dialect::Leiri)?;
    Ok(with_iri_characters(&leiri))
}

/// Converts an IRI to a URI: percent-encodes the UTF-8 bytes of each character above ASCII, also in the host
/// (RFC 3987 section 3.1). [`iri_to_uri_with_idna`] writes the host as DNS knows it.
///
/// ```
/// use iri_core::iri_to_uri;
///
/// assert_eq!(iri_to_uri("http://\u{E9}.example/\u{E9}").as_deref(), Ok("http://%C3%A9.example/%C3%A9"));
/// assert_eq!(iri_to_uri("a b").unwrap_err().to_string(), "SPACE (U+0020) is not allowed in an IRI");
/// ```
///
/// # Errors
/// If `iri` is not an IRI reference.
pub fn iri_to_uri(iri: &str) -> Result<String, Violation> {
    let iri = Reference::parse(iri);
    iri.validate(Dialect::Iri)?;
    Ok(with_ascii(&iri, QueryCharset::UTF8))
}

/// Converts an IRI to a URI whose host consists of A-labels, `xn--…`, as DNS knows them (RFC 3987 section 3.1, step 2;
/// RFC 5890 section 2.3.2.1). Returns `None` if `iri` is not an IRI reference, or if IDNA (UTS #46) rejects its host.
///
/// ```
/// use iri_core::iri_to_uri_with_idna;
///
/// let uri = iri_to_uri_with_idna("http://\u{E9}.example/\u{E9}");
/// assert_eq!(uri.as_deref(), Some("http://xn--9ca.example/%C3%A9"));
/// assert_eq!(iri_to_uri_with_idna("http://\u{301}.example/"), None);
/// ```
pub fn iri_to_uri_with_idna(iri: &str) -> Option<String> {
    let iri = Reference::parse(iri);
    iri.validate(Dialect::Iri).ok()?;
    with_ascii_and_idna(&iri, QueryCharset::UTF8)
}

/// Converts a LEIRI to a URI: [`leiri_to_iri`], then [`iri_to_uri`].
///
/// ```
/// use iri_core::leiri_to_uri;
///
/// assert_eq!(leiri_to_uri("a b\u{E9}").as_deref(), Ok("a%20b%C3%A9"));
/// ```
///
/// # Errors
/// If `leiri` is not a LEIRI reference. The span is one of `leiri`.
pub fn leiri_to_uri(leiri: &str) -> Result<String, Violation> {
    let iri = leiri_to_iri(leiri)?;
    Ok(with_ascii(&Reference::parse(&iri), QueryCharset::UTF8))
}

/// Converts a URI to an IRI that people can read (RFC 3987 section 3.2): decodes each percent-encoding of a visible
/// character that an IRI allows, and A-labels of the host. Resolvers map the result back to the same URI. An IRI that
/// is not a URI is accepted too.
///
/// ```
/// use iri_core::readable_iri;
///
/// assert_eq!(readable_iri("http://xn--9ca.example/%C3%A9%20").as_deref(), Ok("http://\u{E9}.example/\u{E9}%20"));
/// ```
///
/// # Errors
/// If `uri` is not an IRI reference.
pub fn readable_iri(uri: &str) -> Result<String, Violation> {
    let uri = Reference::parse(uri);
    uri.validate(Dialect::Iri)?;
    Ok(readable(&uri, QueryCharset::UTF8))
}

impl Form {
    /// Returns `reference` in this form; `None` if it has none. The whitespace that its type removes is not converted.
    /// `whatwg` parses and serializes a text by the URL Standard: its parser is not part of the grammars here.
    pub(crate) fn convert(
        self,
        reference: &Reference<'_>,
        charset: QueryCharset,
        whatwg: impl FnOnce(&str) -> Option<String>,
    ) -> Option<String> {
        let text = reference.inner();
        let iri = || {
            let leiri = Reference::parse(text);
            leiri.is_reference(Dialect::Leiri).then(|| with_iri_characters(&leiri))
        };
        match self {
            Self::Iri => iri(),
            Self::Uri => Some(with_ascii(&Reference::parse(&iri()?), charset)),
            Self::UriIdna => with_ascii_and_idna(&Reference::parse(&iri()?), charset),
            Self::ReadableIri => Some(readable(&Reference::parse(&iri()?), charset)),
            Self::JavaNetUri => Some(encode_where(text, is_escaped_for_java)),
            Self::WebAddress => web_address(text),
            Self::Whatwg => whatwg(text),
            Self::FnIriToUri => {
                Some(encode_where(text, |c| !(c.is_ascii_graphic() && LeiriGroup::from_char(c).is_none())))
            }
            Self::FnEscapeHtmlUri => Some(encode_where(text, |c| !matches!(c, ' '..='~'))),
            Self::FnEncodeForUri => {
                Some(encode_where(text, |c| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~'))))
            }
        }
    }
}

/// Converts by LEIRI Note section 4: each character that a LEIRI may contain and an IRI may not becomes the
/// percent-encoding of its UTF-8 bytes; percent-encodings stay unchanged.
fn with_iri_characters(leiri: &Reference<'_>) -> String {
    if !leiri.seen.anywhere().intersects(Class::LEIRI_ASCII.or(Class::NON_ASCII)) {
        return leiri.text.to_owned();
    }
    let is_query = |at: usize| leiri.query.is_some_and(|query| query.contains(at));
    let is_encoded = |at: usize, c: char| match LeiriGroup::from_char(c) {
        Some(LeiriGroup::PrivateUse) => !is_query(at),
        group => group.is_some(),
    };
    encode_where_at(leiri.text, is_encoded)
}

/// Converts by RFC 3987 section 3.1, step 2.
pub(super) fn with_ascii(iri: &Reference<'_>, charset: QueryCharset) -> String {
    let mut out = String::with_capacity(iri.text.len() * 2);
    push_ascii(iri, 0, charset, &mut out);
    out
}

/// Converts like [`with_ascii`], but the host by IDNA.
fn with_ascii_and_idna(iri: &Reference<'_>, charset: QueryCharset) -> Option<String> {
    let text = iri.text;
    let mut out = String::with_capacity(text.len() * 2);
    let mut at = 0;
    if let Some(name) = iri.reg_name() {
        out.push_str(&encode_non_ascii(&text[..name.start]));
        out.push_str(&idna::to_ascii(name.slice(text))?);
        at = name.end;
    }
    push_ascii(iri, at, charset, &mut out);
    Some(out)
}

/// Appends the text of `iri` from byte `start`, which is before the query.
fn push_ascii(iri: &Reference<'_>, start: usize, charset: QueryCharset, out: &mut String) {
    let text = iri.text;
    let mut at = start;
    if let Some(query) = iri.query {
        out.push_str(&encode_non_ascii(&text[at..query.start]));
        charset.for_reference(iri).push_encoded(query.slice(text), out);
        at = query.end;
    }
    out.push_str(&encode_non_ascii(&text[at..]));
}

/// Converts by RFC 3987 section 3.2, and A-labels to U-labels. In a document that is not in UTF-8 the query stays: decoded,
/// it would be sent as other bytes (3987bis section 3.7).
fn readable(uri: &Reference<'_>, charset: QueryCharset) -> String {
    let text = uri.text;
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    if let Some(host) = uri.reg_name() {
        decode_component(&text[..host.start], &mut out);
        let mut decoded = String::new();
        decode_component(host.slice(text), &mut decoded);
        out.push_str(&idna::to_unicode(&decoded));
        at = host.end;
    }
    if let Some(query) = uri.query.filter(|_| !charset.is_utf8()) {
        decode_component(&text[at..query.start], &mut out);
        out.push_str(query.slice(text));
        at = query.end;
    }
    decode_component(&text[at..], &mut out);
    out
}

/// Returns whether `java.net.URI` rejects `c` of a LEIRI (James Clark's list): controls, space, the delimiters and
/// unwise characters, and every separator (general categories Zs, Zl, Zp).
fn is_escaped_for_java(c: char) -> bool {
    let is_separator = || {
        let category = CodePointMapData::<GeneralCategory>::new().get(c);
        GeneralCategoryGroup::Separator.contains(category)
    };
    matches!(
        LeiriGroup::from_char(c),
        Some(LeiriGroup::Space | LeiriGroup::Delimiter | LeiriGroup::Unwise | LeiriGroup::Control)
    ) || is_separator()
}

/// Converts by 3987bis section 6.2, starting with its step 5: a backslash that separates path segments becomes `/`
/// before step 3 would encode it. The draft swaps the code points of CR and LF in step 1 and leaves `href-strip` open.
/// The result is an IRI, so that a `#` in the fragment is encoded; a text from which the steps make no IRI has none.
fn web_address(text: &str) -> Option<String> {
    let trimmed = text.trim_matches(WHITESPACE);
    let end_of_path = trimmed.find(['?', '#']).unwrap_or(trimmed.len());
    let mut out = trimmed[..end_of_path].replace('\\', "/");
    out.push_str(&trimmed[end_of_path..]);

    let bytes = out.as_bytes();
    let first_hash = out.find('#');
    let iri = encode_where_at(&out, |at, c| match c {
        '%' => percent_encoding_at(bytes, at).is_none(),
        '#' => first_hash != Some(at),
        _ => LeiriGroup::from_char(c).is_some(),
    });
    Reference::parse(&iri).is_reference(Dialect::Iri).then_some(iri)
}

fn encode_where(text: &str, is_encoded: impl Fn(char) -> bool) -> String {
    encode_where_at(text, |_, c| is_encoded(c))
}

/// Returns `text` with each character for which `is_encoded` returns true as the percent-encodings of its UTF-8 bytes.
fn encode_where_at(text: &str, is_encoded: impl Fn(usize, char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut kept = 0;
    for (at, c) in text.char_indices() {
        if is_encoded(at, c) {
            out.push_str(&text[kept..at]);
            encode_char(c, &mut out);
            kept = at + c.len_utf8();
        }
    }
    out.push_str(&text[kept..]);
    out
}
