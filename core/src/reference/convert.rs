//! What a reference becomes, each conversion named after its source.

mod charset;
mod form;

use std::borrow::Cow;

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

use charset::QueryCharset;
pub use form::Form;

use crate::inspect::Options;
use crate::reference::class::Class;
use crate::reference::decode::decode_component;
use crate::reference::dialect::Dialect;
use crate::reference::idna;
use crate::reference::parse::Reference;
use crate::reference::percent::{encode_char, encode_non_ascii, triplet_at};
use crate::text::WHITE_SPACE;
use crate::unicode::LeiriGroup;

impl Form {
    /// `reference` in this form, or nothing where it has none: what is no LEIRI becomes no IRI.
    pub fn convert(self, reference: &Reference<'_>, options: &Options) -> Option<String> {
        let text = reference.text;
        match self {
            Self::Iri => leiri_to_iri(reference),
            Self::Uri => iri_to_uri(&Reference::parse(&leiri_to_iri(reference)?), Host::Percent, options),
            Self::UriIdna => iri_to_uri(&Reference::parse(&leiri_to_iri(reference)?), Host::Idna, options),
            Self::IriFromUri => Some(uri_to_iri(&Reference::parse(&leiri_to_iri(reference)?))),
            Self::JavaNetUri => Some(encode_where(text, is_escaped_for_java)),
            Self::WebAddress => Some(web_address(text)),
            Self::Whatwg => whatwg(text, options),
            Self::IriToUri => {
                Some(encode_where(text, |c| !(c.is_ascii_graphic() && LeiriGroup::from_char(c).is_none())))
            }
            Self::EscapeHtmlUri => Some(encode_where(text, |c| !matches!(c, ' '..='~'))),
            Self::EncodeForUri => {
                Some(encode_where(text, |c| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~'))))
            }
        }
    }
}

/// How the host of a URI is written.
#[derive(Clone, Copy)]
enum Host {
    Percent,
    Idna,
}

/// LEIRI Note section 4: each character that a LEIRI may hold and an IRI may not becomes the triplets
/// of its UTF-8 octets; triplets stay as they are.
fn leiri_to_iri(reference: &Reference<'_>) -> Option<String> {
    if !reference.is_reference(Dialect::Leiri) {
        return None;
    }
    if !reference.seen.anywhere().intersects(Class::LEIRI_ASCII.or(Class::NON_ASCII)) {
        return Some(reference.text.to_owned());
    }
    let is_query = |at: usize| reference.query.is_some_and(|query| query.contains(at));
    let barred = |at: usize, c: char| match LeiriGroup::from_char(c) {
        Some(LeiriGroup::PrivateUse) => !is_query(at),
        group => group.is_some(),
    };
    Some(encode_where_at(reference.text, barred))
}

/// RFC 3987 section 3.1, step 2. The query of an http(s) reference in a document whose encoding is no
/// Unicode encoding form is encoded in that encoding (3987bis section 3.5).
fn iri_to_uri(iri: &Reference<'_>, host: Host, options: &Options) -> Option<String> {
    let text = iri.text;
    let mut out = String::with_capacity(text.len() * 2);
    let mut at = 0;
    if let (Host::Idna, Some(name)) = (host, iri.reg_name()) {
        out.push_str(&encode_non_ascii(&text[..name.start]));
        out.push_str(&idna::to_ascii(name.slice(text))?);
        at = name.end;
    }
    if let Some(query) = iri.query {
        out.push_str(&encode_non_ascii(&text[at..query.start]));
        QueryCharset::for_reference(iri, options).push_encoded(query.slice(text), &mut out);
        at = query.end;
    }
    out.push_str(&encode_non_ascii(&text[at..]));
    Some(out)
}

/// RFC 3987 section 3.2, and A-labels as U-labels.
fn uri_to_iri(uri: &Reference<'_>) -> String {
    let text = uri.text;
    let mut out = String::with_capacity(text.len());
    match uri.reg_name() {
        Some(host) => {
            decode_component(&text[..host.start], &mut out);
            let mut decoded = String::new();
            decode_component(host.slice(text), &mut decoded);
            out.push_str(&idna::to_unicode(&decoded));
            decode_component(&text[host.end..], &mut out);
        }
        None => decode_component(text, &mut out),
    }
    out
}

/// James Clark's list of what `java.net.URI` refuses of a LEIRI: controls, space, the delimiters and
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

/// 3987bis section 6.2, its step 5 first: a backslash that parts a path becomes `/` before step 3
/// would encode it. The draft swaps the numbers of CR and LF in step 1 and leaves `href-strip` open.
fn web_address(text: &str) -> String {
    let trimmed = text.trim_matches(WHITE_SPACE);
    let end_of_path = trimmed.find(['?', '#']).unwrap_or(trimmed.len());
    let mut out = trimmed[..end_of_path].replace('\\', "/");
    out.push_str(&trimmed[end_of_path..]);

    let bytes = out.as_bytes();
    encode_where_at(&out, |at, c| match c {
        '%' => triplet_at(bytes, at).is_none(),
        _ => LeiriGroup::from_char(c).is_some(),
    })
}

/// The URL Standard's serialisation, for comparison only; against the base where there is one.
fn whatwg(text: &str, options: &Options) -> Option<String> {
    let base = options.base.as_deref().and_then(|base| url::Url::parse(base).ok());
    let charset = QueryCharset::of_document(options);
    let encode = in_charset(move |query| charset.bytes(query));
    let parser = url::Url::options().base_url(base.as_ref()).encoding_override(Some(&encode));
    parser.parse(text).ok().map(String::from)
}

/// Ties the lifetime of what a closure returns to that of what it is given.
fn in_charset<F: Fn(&str) -> Cow<'_, [u8]>>(encode: F) -> F {
    encode
}

fn encode_where(text: &str, barred: impl Fn(char) -> bool) -> String {
    encode_where_at(text, |_, c| barred(c))
}

/// `text` with each character for which `barred` holds as the triplets of its UTF-8 octets.
fn encode_where_at(text: &str, barred: impl Fn(usize, char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut kept = 0;
    for (at, c) in text.char_indices() {
        if barred(at, c) {
            out.push_str(&text[kept..at]);
            encode_char(c, &mut out);
            kept = at + c.len_utf8();
        }
    }
    out.push_str(&text[kept..]);
    out
}
