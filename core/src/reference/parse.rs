//! IRI-reference = [ scheme ":" ] ( "//" iauthority ipath-abempty / ipath ) [ "?" iquery ] [ "#" ifragment ]
//! iauthority    = [ iuserinfo "@" ] ihost [ ":" port ]                       RFC 3987 section 2.2
//!
//! Parsing never fails: the delimiters alone decide where a component ends (RFC 3986 appendix B),
//! and [`Reference::dialect`] tells which grammar the whole belongs to. One pass over the bytes;
//! the classes met on the way tell whether a second look is needed (a `%`, a character outside
//! ASCII that may be no `ucschar`), so that plain references pay for nothing else.

mod narrowest;
mod run;

use std::fmt;

use crate::reference::class::{Class, class_of};
use crate::reference::dialect::Dialect;
use crate::reference::host::HostKind;
use crate::reference::parse::run::run;
use crate::text::{Span, WHITESPACE};

/// The parsed parts of one IRI-like string, as spans of its text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reference<'t> {
    /// The text that was parsed; every span is one of it.
    pub text: &'t str,
    /// The scheme without its colon. What stands before a colon but is no scheme belongs to the path.
    pub scheme: Option<Span>,
    /// The authority after `//`.
    pub authority: Option<Authority>,
    /// The path; always there, often empty.
    pub path: Span,
    /// The query without its `?`.
    pub query: Option<Span>,
    /// The fragment without its `#`.
    pub fragment: Option<Span>,
    /// The narrowest dialect whose `-reference` production matches the whole text, by its ABNF alone.
    pub dialect: Option<Dialect>,
    /// The byte classes met in each component.
    pub(crate) seen: Seen,
    /// Where the segment ends that may hold no colon; the start of the path where all may.
    pub(super) first_segment_end: usize,
}

/// `[ iuserinfo "@" ] ihost [ ":" port ]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authority {
    /// The whole authority, without `//`.
    pub span: Span,
    /// The user information without its `@`. The last `@` ends it: an earlier one is a stray.
    pub userinfo: Option<Span>,
    /// The host, brackets included.
    pub host: Span,
    /// Which alternative of `ihost` it is.
    pub kind: HostKind,
    /// The port without its colon; empty where the colon stands alone.
    pub port: Option<Span>,
}

/// The classes of the bytes met in each component.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// In the scheme.
    pub scheme: Class,
    /// In the authority.
    pub authority: Class,
    /// In the path.
    pub path: Class,
    /// In the query.
    pub query: Class,
    /// In the fragment.
    pub fragment: Class,
}

impl Seen {
    /// In the whole reference.
    pub const fn anywhere(self) -> Class {
        self.scheme.or(self.authority).or(self.path).or(self.query).or(self.fragment)
    }
}

impl<'t> Reference<'t> {
    /// Finds the components of `text` and the narrowest dialect that allows it. Never fails; takes linear time.
    ///
    /// ```
    /// use iri_core::{Dialect, Reference};
    ///
    /// let reference = Reference::parse("http://user@h:80/a?b#c");
    /// let authority = reference.authority.expect("there are two slashes");
    /// assert_eq!(authority.host.slice(reference.text), "h");
    /// assert_eq!(authority.port.map(|port| port.slice(reference.text)), Some("80"));
    /// assert_eq!(reference.dialect, Some(Dialect::Uri));
    /// ```
    pub fn parse(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let mut seen = Seen::default();

        let scheme = scheme(bytes, &mut seen);
        let mut at = scheme.map_or(0, |scheme| scheme.end + 1);

        let mut authority = None;
        if bytes[at..].starts_with(b"//") {
            let start = at + 2;
            (at, seen.authority) = run(bytes, start, [b'/', b'?', b'#']);
            authority = Some(parse_authority(bytes, Span::new(start, at), seen.authority));
        }

        let start = at;
        (at, seen.path) = run(bytes, start, [b'?', b'#']);
        let path = Span::new(start, at);

        let mut query = None;
        if bytes.get(at) == Some(&b'?') {
            let start = at + 1;
            (at, seen.query) = run(bytes, start, [b'#']);
            query = Some(Span::new(start, at));
        }

        let mut fragment = None;
        if bytes.get(at) == Some(&b'#') {
            let start = at + 1;
            (at, seen.fragment) = run(bytes, start, []);
            fragment = Some(Span::new(start, at));
        }

        let first_segment_end = if scheme.is_some() || authority.is_some() {
            path.start
        } else {
            memchr::memchr(b'/', &bytes[path.range()]).unwrap_or(path.end)
        };

        let mut reference =
            Self { text, scheme, authority, path, query, fragment, dialect: None, seen, first_segment_end };
        reference.dialect = reference.narrowest();
        reference
    }

    /// As [`parse`](Self::parse), of the text without the white space at its ends, which the type of
    /// the place removes. The spans are of the whole `text`.
    pub fn parse_collapsed(text: &'t str) -> Self {
        let behind = text.trim_start_matches(WHITESPACE);
        let offset = text.len() - behind.len();
        Self::parse(behind.trim_end_matches(WHITESPACE)).moved(text, offset)
    }

    /// The same parts as spans of `text`, in which this text stands at `offset`.
    fn moved(self, text: &'t str, offset: usize) -> Self {
        let moved = |span: Span| span.moved(offset);
        let authority = self.authority.map(|authority| Authority {
            span: moved(authority.span),
            userinfo: authority.userinfo.map(moved),
            host: moved(authority.host),
            port: authority.port.map(moved),
            ..authority
        });
        Self {
            text,
            scheme: self.scheme.map(moved),
            authority,
            path: moved(self.path),
            query: self.query.map(moved),
            fragment: self.fragment.map(moved),
            first_segment_end: self.first_segment_end + offset,
            ..self
        }
    }

    /// Returns the text without the whitespace that [`parse_collapsed`](Self::parse_collapsed) removed.
    ///
    /// ```
    /// use iri_core::Reference;
    ///
    /// assert_eq!(Reference::parse_collapsed("\n a b ").inner(), "a b");
    /// assert_eq!(Reference::parse(" a ").inner(), " a ");
    /// ```
    pub fn inner(&self) -> &'t str {
        // The delimiters before the path: "//" after the scheme, ':' after that.
        let start = match (self.scheme, self.authority) {
            (Some(scheme), _) => scheme.start,
            (None, Some(authority)) => authority.span.start - "//".len(),
            (None, None) => self.path.start,
        };
        let last = self.fragment.or(self.query).unwrap_or(self.path);
        &self.text[start..last.end]
    }

    /// Whether it begins with a scheme: a URI, IRI or LEIRI rather than a relative reference.
    pub const fn has_scheme(&self) -> bool {
        self.scheme.is_some()
    }

    /// Whether the text is a `-reference` of `dialect`, by the ABNF alone.
    pub fn is_reference(&self, dialect: Dialect) -> bool {
        self.dialect.is_some_and(|narrowest| narrowest <= dialect)
    }

    /// Whether the text is a `URI`, `IRI`, … of `dialect` rather than a relative reference: it has a scheme, and may
    /// have a fragment (RFC 3986 section 3, RFC 3987 section 2.2).
    pub fn is_non_relative(&self, dialect: Dialect) -> bool {
        self.has_scheme() && self.is_reference(dialect)
    }

    /// Whether the text is an `absolute-URI`, `absolute-IRI`, … of `dialect`: it has a scheme and no fragment
    /// (RFC 3986 section 4.3, RFC 3987 section 2.2).
    ///
    /// ```
    /// use iri_core::{Dialect, Reference};
    ///
    /// assert!(Reference::parse("http://h/a").is_absolute(Dialect::Uri));
    /// assert!(!Reference::parse("http://h/a#b").is_absolute(Dialect::Uri));
    /// assert!(!Reference::parse("/a").is_absolute(Dialect::Uri));
    /// ```
    pub fn is_absolute(&self, dialect: Dialect) -> bool {
        self.is_non_relative(dialect) && self.fragment.is_none()
    }

    /// irelative-part ends in ipath-noscheme: a colon in its first segment would read as a scheme's.
    pub fn first_segment_has_colon(&self) -> bool {
        self.seen.path.intersects(Class::COLON)
            && self.text.as_bytes()[self.path.start..self.first_segment_end].contains(&b':')
    }
}

impl<'t> From<&'t str> for Reference<'t> {
    fn from(text: &'t str) -> Self {
        Self::parse(text)
    }
}

impl AsRef<str> for Reference<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

/// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), with the colon that ends it.
fn scheme(bytes: &[u8], seen: &mut Seen) -> Option<Span> {
    if !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let mut met = Class::NONE;
    for (at, &byte) in bytes.iter().enumerate() {
        let class = class_of(byte);
        if !class.intersects(Class::SCHEME) {
            if byte != b':' {
                return None;
            }
            seen.scheme = met;
            return Some(Span::new(0, at));
        }
        met = met.or(class);
    }
    None
}

fn parse_authority(bytes: &[u8], span: Span, seen: Class) -> Authority {
    let mut rest = span;
    let mut userinfo = None;
    if seen.intersects(Class::AT)
        && let Some(at) = memchr::memrchr(b'@', &bytes[span.range()])
    {
        userinfo = Some(Span::new(span.start, span.start + at));
        rest.start = span.start + at + 1;
    }
    let mut port = None;
    if seen.intersects(Class::COLON)
        && let Some(colon) = port_colon(&bytes[rest.range()])
    {
        port = Some(Span::new(rest.start + colon + 1, rest.end));
        rest.end = rest.start + colon;
    }
    Authority { span, userinfo, host: rest, kind: HostKind::detect(&bytes[rest.range()]), port }
}

/// The colon before the port: the first one, for a reg-name holds none; after `]` in an IP literal.
fn port_colon(bytes: &[u8]) -> Option<usize> {
    let from = if bytes.first() == Some(&b'[') { memchr::memchr(b']', bytes)? } else { 0 };
    memchr::memchr(b':', &bytes[from..]).map(|colon| from + colon)
}
