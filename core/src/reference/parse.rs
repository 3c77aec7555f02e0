//! IRI-reference = [ scheme ":" ] ( "//" iauthority ipath-abempty / ipath ) [ "?" iquery ] [ "#" ifragment ]
//! iauthority    = [ iuserinfo "@" ] ihost [ ":" port ]                       RFC 3987 section 2.2
//!
//! Parsing never fails: only the delimiters determine where a component ends (RFC 3986 appendix B), and
//! [`Reference::dialect`] is the grammar of the whole. There is one pass over the bytes. Their classes determine
//! whether a second look is necessary (for a `%`, or a character outside ASCII that may not be `ucschar`), so that
//! plain references cost nothing more.

mod narrowest;
mod run;

use std::fmt;

use crate::reference::class::{Class, class_of};
use crate::reference::dialect::Dialect;
use crate::reference::host::HostKind;
use crate::reference::parse::run::run;
use crate::reference::percent::PercentKinds;
use crate::text::{Span, WHITESPACE};

/// Components of one IRI-like string, as spans of its text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reference<'t> {
    /// Parsed text, which contains all spans.
    pub text: &'t str,
    /// Scheme without its colon. Text before a colon that is not a scheme belongs to the path.
    pub scheme: Option<Span>,
    /// Authority after `//`.
    pub authority: Option<Authority>,
    /// Path; always present, often empty.
    pub path: Span,
    /// Query without its `?`.
    pub query: Option<Span>,
    /// Fragment without its `#`.
    pub fragment: Option<Span>,
    /// Narrowest dialect whose `-reference` production matches the whole text, by its ABNF alone; `None` if none does.
    pub dialect: Option<Dialect>,
    /// Byte classes that occur in each component.
    pub(crate) seen: Seen,
    /// Kinds of percent signs that occur.
    pub(crate) percent_kinds: PercentKinds,
    /// End of the segment that may not contain a colon; the start of the path if all segments may.
    pub(super) first_segment_end: usize,
}

/// `[ iuserinfo "@" ] ihost [ ":" port ]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authority {
    /// The whole authority without `//`.
    pub span: Span,
    /// Userinfo without its `@`. The last `@` ends it: an earlier one is part of it, but not allowed.
    pub userinfo: Option<Span>,
    /// Host with its brackets.
    pub host: Span,
    /// Alternative of `ihost` that it matches.
    pub kind: HostKind,
    /// Port without its colon; empty if nothing follows the colon.
    pub port: Option<Span>,
}

/// Byte classes that occur in each component.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// Classes in the scheme.
    pub scheme: Class,
    /// Classes in the authority.
    pub authority: Class,
    /// Classes in the path.
    pub path: Class,
    /// Classes in the query.
    pub query: Class,
    /// Classes in the fragment.
    pub fragment: Class,
}

impl Seen {
    /// Returns the classes in the whole reference.
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
        let mut reference = Self::components_of(text);
        reference.dialect = reference.narrowest();
        reference
    }

    /// Finds the components of `text`, without its dialect.
    #[inline]
    fn components_of(text: &'t str) -> Self {
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

        let percent_kinds = if seen.anywhere().intersects(Class::PERCENT) {
            PercentKinds::from_bytes(bytes)
        } else {
            PercentKinds::default()
        };
        Self { text, scheme, authority, path, query, fragment, dialect: None, seen, percent_kinds, first_segment_end }
    }

    /// Parses the text without whitespace at its ends, like a type that removes it. The spans are of the whole `text`.
    pub fn parse_collapsed(text: &'t str) -> Self {
        let trimmed = text.trim_start_matches(WHITESPACE);
        let offset = text.len() - trimmed.len();
        Self::parse(trimmed.trim_end_matches(WHITESPACE)).moved(text, offset)
    }

    /// Returns the same components as spans of `text`, which contains this text at `offset`.
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

    /// Returns the components after the scheme, each with the classes of its bytes.
    pub(crate) fn components_with_classes(&self) -> impl Iterator<Item = (Span, Class)> {
        let Seen { authority, path, query, fragment, .. } = self.seen;
        let spans = [self.authority.map(|authority| authority.span), Some(self.path), self.query, self.fragment];
        spans.into_iter().zip([authority, path, query, fragment]).filter_map(|(span, seen)| Some((span?, seen)))
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

    /// Returns whether it starts with a scheme: a URI, IRI or LEIRI rather than a relative reference.
    pub const fn has_scheme(&self) -> bool {
        self.scheme.is_some()
    }

    /// Returns whether the text is a `-reference` of `dialect`: it matches the ABNF, and an IRI contains no bidi
    /// formatting (RFC 3987 section 4.1).
    pub fn is_reference(&self, dialect: Dialect) -> bool {
        self.dialect.is_some_and(|narrowest| narrowest <= dialect)
    }

    /// Returns whether the text is a `URI`, `IRI`, … of `dialect` rather than a relative reference: it has a scheme,
    /// and may have a fragment (RFC 3986 section 3, RFC 3987 section 2.2).
    pub fn is_non_relative(&self, dialect: Dialect) -> bool {
        self.has_scheme() && self.is_reference(dialect)
    }

    /// Returns whether the text is an `absolute-URI`, `absolute-IRI`, … of `dialect`: it has a scheme and no fragment
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

    /// Returns whether the first segment contains a colon, which `irelative-part` does not allow in `ipath-noscheme`:
    /// it would end a scheme.
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

/// Parses the scheme with the colon that ends it: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
fn scheme(bytes: &[u8], seen: &mut Seen) -> Option<Span> {
    if !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let mut classes = Class::NONE;
    for (at, &byte) in bytes.iter().enumerate() {
        let class = class_of(byte);
        if !class.intersects(Class::SCHEME) {
            if byte != b':' {
                return None;
            }
            seen.scheme = classes;
            return Some(Span::new(0, at));
        }
        classes = classes.or(class);
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

/// Returns the colon before the port: the first one, because a reg-name contains none; in an IP literal the one after
/// `]`.
fn port_colon(bytes: &[u8]) -> Option<usize> {
    let from = if bytes.first() == Some(&b'[') { memchr::memchr(b']', bytes)? } else { 0 };
    memchr::memchr(b':', &bytes[from..]).map(|colon| from + colon)
}
