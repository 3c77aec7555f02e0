//! IRI-reference = [ scheme ":" ] ( "//" iauthority ipath-abempty / ipath ) [ "?" iquery ] [ "#" ifragment ]
//! iauthority    = [ iuserinfo "@" ] ihost [ ":" port ]                       RFC 3987 section 2.2
//!
//! Parsing never fails: the delimiters alone decide where a component ends (RFC 3986 appendix B),
//! and [`Reference::dialect`] tells which grammar the whole belongs to. One pass over the bytes;
//! the classes met on the way tell whether a second look is needed (a `%`, a character outside
//! ASCII that may be no `ucschar`), so that plain references pay for nothing else.

use crate::reference::dialect::{Beyond, Class, Dialect, Place, class_of};
use crate::reference::host::{HostKind, is_ipv6, is_ipvfuture};
use crate::reference::percent;
use crate::text::{Span, WHITE_SPACE};

/// The parsed parts of one IRI-like string, as spans of its text.
#[derive(Clone, Debug)]
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
    pub seen: Seen,
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
pub struct Seen {
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
    /// Finds the parts of `text` and the narrowest dialect that admits it. Linear time, never fails.
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
        let behind = text.trim_start_matches(WHITE_SPACE);
        let offset = text.len() - behind.len();
        Self::parse(behind.trim_end_matches(WHITE_SPACE)).moved(text, offset)
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

    /// Whether it begins with a scheme: a URI, IRI or LEIRI rather than a relative reference.
    pub const fn has_scheme(&self) -> bool {
        self.scheme.is_some()
    }

    /// Whether the text is a `-reference` of `dialect`, by the ABNF alone.
    pub fn is_reference(&self, dialect: Dialect) -> bool {
        self.dialect.is_some_and(|narrowest| narrowest <= dialect)
    }

    /// Whether the text matches the production of `dialect` that demands a scheme.
    pub fn is_absolute(&self, dialect: Dialect) -> bool {
        self.has_scheme() && self.is_reference(dialect)
    }

    fn narrowest(&self) -> Option<Dialect> {
        let mut dialect = match self.authority {
            Some(authority) => self.authority_dialect(authority)?,
            None => Dialect::Uri,
        };
        if self.first_segment_has_colon() {
            return None;
        }
        dialect = dialect.max(self.component_dialect(self.path, self.seen.path, Place::Path)?);
        if let Some(query) = self.query {
            dialect = dialect.max(self.component_dialect(query, self.seen.query, Place::Query)?);
        }
        if let Some(fragment) = self.fragment {
            dialect = dialect.max(self.component_dialect(fragment, self.seen.fragment, Place::Fragment)?);
        }
        Some(dialect)
    }

    fn authority_dialect(&self, authority: Authority) -> Option<Dialect> {
        let bytes = self.text.as_bytes();
        if let Some(port) = authority.port
            && !bytes[port.range()].iter().all(u8::is_ascii_digit)
        {
            return None;
        }
        let host = &bytes[authority.host.range()];
        let host_dialect = match (authority.kind, host) {
            (HostKind::Ipv6, [b'[', inside @ .., b']']) if is_ipv6(inside) => Dialect::Uri,
            (HostKind::IpvFuture, [b'[', inside @ .., b']']) if is_ipvfuture(inside) => Dialect::Uri,
            (HostKind::Ipv6 | HostKind::IpvFuture, _) => return None,
            // The classes met in the whole authority serve while it holds nothing but the host.
            (_, _) if authority.host == authority.span => {
                self.component_dialect(authority.host, self.seen.authority, Place::RegName)?
            }
            (_, _) => self.component_dialect(authority.host, classes(host), Place::RegName)?,
        };
        match authority.userinfo {
            Some(userinfo) => {
                let seen = classes(&bytes[userinfo.range()]);
                Some(host_dialect.max(self.component_dialect(userinfo, seen, Place::Userinfo)?))
            }
            None => Some(host_dialect),
        }
    }

    /// The narrowest dialect that admits a component in which the classes `seen` were met.
    fn component_dialect(&self, span: Span, seen: Class, place: Place) -> Option<Dialect> {
        let beyond = seen.without(match place {
            Place::Userinfo => Class::USERINFO,
            Place::RegName => Class::REG_NAME,
            Place::Path => Class::PATH,
            _ => Class::QUERY,
        });
        if beyond == Class::NONE {
            return Some(Dialect::Uri);
        }
        let open = Class::PERCENT.or(Class::LEIRI_ASCII).or(Class::UCS).or(Class::LOOK);
        if beyond.without(open) != Class::NONE {
            return None;
        }
        let bytes = &self.text.as_bytes()[span.range()];
        let mut dialect = Dialect::Uri;
        if beyond.intersects(Class::NON_ASCII) {
            dialect = Dialect::Iri;
        }
        if beyond.intersects(Class::LOOK) {
            dialect = dialect.max(look_closer(span.of(self.text), place)?);
        }
        if beyond.intersects(Class::LEIRI_ASCII) {
            dialect = dialect.max(Dialect::Leiri);
        }
        if beyond.intersects(Class::PERCENT) && !percent::are_whole(bytes) {
            dialect = Dialect::WebAddress;
        }
        Some(dialect)
    }

    /// irelative-part ends in ipath-noscheme: a colon in its first segment would read as a scheme's.
    pub fn first_segment_has_colon(&self) -> bool {
        self.seen.path.intersects(Class::COLON)
            && self.text.as_bytes()[self.path.start..self.first_segment_end].contains(&b':')
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
    Authority { span, userinfo, host: rest, kind: HostKind::of(&bytes[rest.range()]), port }
}

/// The colon before the port: the first one, for a reg-name holds none; after `]` in an IP literal.
fn port_colon(bytes: &[u8]) -> Option<usize> {
    let from = if bytes.first() == Some(&b'[') { memchr::memchr(b']', bytes)? } else { 0 };
    memchr::memchr(b':', &bytes[from..]).map(|colon| from + colon)
}

/// Reads from `start` to the first of the bytes `stops`, and unites the classes of what it passed.
///
/// Eight bytes at a time. The last eight are read again where the component does not end with a
/// whole chunk: a union does not mind, and a processor cannot guess where a component ends.
#[inline]
fn run<const N: usize>(bytes: &[u8], start: usize, stops: [u8; N]) -> (usize, Class) {
    let stop = stops.iter().fold(Class::NONE, |stop, &byte| stop.or(class_of(byte)));
    let mut seen = Class::NONE;
    let mut at = start;
    while let Some(chunk) = bytes[at..].first_chunk::<8>() {
        let met = union(*chunk);
        if met.intersects(stop) {
            let end = at + first_of(stops, u64::from_le_bytes(*chunk));
            return (end, seen.or(union_of_last(bytes, start, at, end)));
        }
        seen = seen.or(met);
        at += 8;
    }
    let rest = &bytes[at..];
    let end = at + rest.iter().position(|byte| stops.contains(byte)).unwrap_or(rest.len());
    (end, seen.or(union_of_last(bytes, start, at, end)))
}

/// The index of the first byte of `word`, in memory order, that is one of `stops`; one of them is there.
#[inline]
fn first_of<const N: usize>(stops: [u8; N], word: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // A byte that is zero borrows from its own highest bit; what lies before the first one is exact.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let hits = stops.iter().fold(0, |hits, &stop| hits | zeros(word ^ (ONES * u64::from(stop))));
    (hits.trailing_zeros() / 8) as usize
}

/// The classes from `at` to `end`, less than eight bytes of the component that begins at `start`.
#[inline]
fn union_of_last(bytes: &[u8], start: usize, at: usize, end: usize) -> Class {
    match bytes[start..end].last_chunk::<8>() {
        Some(chunk) => union(*chunk),
        None => bytes[at..end].iter().fold(Class::NONE, |met, &byte| met.or(class_of(byte))),
    }
}

#[inline]
fn union(chunk: [u8; 8]) -> Class {
    chunk.into_iter().fold(Class::NONE, |met, byte| met.or(class_of(byte)))
}

fn classes(bytes: &[u8]) -> Class {
    run(bytes, 0, []).1
}

/// The narrowest dialect that admits the characters of the blocks in which not all are `ucschar`.
fn look_closer(component: &str, place: Place) -> Option<Dialect> {
    let bytes = component.as_bytes();
    let mut dialect = Dialect::Iri;
    for (at, &byte) in bytes.iter().enumerate() {
        // Most of what U+00A0 to U+00BF and the emoji blocks hold needs no decoding.
        if !class_of(byte).intersects(Class::LOOK) || byte == 0xC2 && bytes[at + 1] >= 0xA0 {
            continue;
        }
        let c = component[at..].chars().next().expect("a lead byte begins a character");
        dialect = dialect.max(Beyond::of(c).admitted_from(place)?);
    }
    Some(dialect)
}
