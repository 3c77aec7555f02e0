//! The first violation of the grammar of a dialect: the first character or construct that no production accepts.
//!
//! [`Reference::is_reference`] uses the byte classes that occurred during parsing. This module scans the text again, in
//! order, and names the production:
//!
//! ```text
//! http://h:8x/a b%4          "8x" is not a port   RFC 3986 section 3.2.3: port = *DIGIT
//!          ╰┴─ port          and the rest is not examined
//! ```

use std::error::Error;
use std::fmt;

use crate::reference::dialect::{Dialect, SyntaxPosition};
use crate::reference::host::{HostKind, is_ipv6, is_ipvfuture};
use crate::reference::parse::{Authority, Reference};
use crate::reference::percent::percent_encoding_at;
use crate::text::Span;
use crate::unicode::{self, LeiriGroup};

/// First character or construct of a reference that the grammar of a dialect rejects.
///
/// Displays one clause without a final period:
///
/// ```
/// use iri_core::{Dialect, Reference};
///
/// let violation = Reference::parse("http://h/a b").validate(Dialect::Iri).unwrap_err();
/// assert_eq!(violation.to_string(), "SPACE (U+0020) is not allowed in an IRI");
/// assert_eq!((violation.span.start, violation.span.end), (10, 11));
/// assert_eq!((violation.production, violation.source), ("isegment", "RFC 3987 section 2.2"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// Rejected part, in bytes of the text of the reference. Empty if something is missing at the end.
    pub span: Span,
    /// Reason of the rejection.
    pub kind: ViolationKind,
    /// Dialect whose grammar rejects it.
    pub dialect: Dialect,
    /// Production that does not match there, as the standard spells it: `ireg-name`, `IPv6address`, `pct-encoded`.
    pub production: &'static str,
    /// Standard and section that define the production.
    pub source: &'static str,
}

/// Reason why the grammar rejects a part of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ViolationKind {
    /// The production does not contain this character.
    Character(char),
    /// A `%` is not followed by two hexadecimal digits.
    Percent,
    /// A `:` is in the first segment of a relative reference, where it would end a scheme.
    Colon,
    /// A `[` of the host has no `]`.
    UnclosedBracket,
    /// Something other than a port follows the `]` of the host.
    AfterBracket,
    /// The text between the brackets is not an IPv6 address.
    Ipv6,
    /// The text between the brackets starts with `v`, but is not an address of a future IP version.
    IpvFuture,
    /// The scheme is missing, although the type requires one.
    NoScheme,
}

impl Reference<'_> {
    /// Checks that the text is a `-reference` of `dialect`: that [`is_reference`](Self::is_reference) is true.
    ///
    /// ```
    /// use iri_core::{Dialect, Reference};
    ///
    /// let reference = Reference::parse("http://[::1/");
    /// let violation = reference.validate(Dialect::Uri).unwrap_err();
    /// assert_eq!(violation.to_string(), "unclosed '[' in the host");
    /// assert_eq!(violation.production, "IP-literal");
    /// assert!(Reference::parse("http://[::1]/").validate(Dialect::Uri).is_ok());
    /// ```
    ///
    /// # Errors
    /// The first character or construct that the dialect does not allow. Bidirectional formatting characters are in the
    /// ABNF of RFC 3987, but section 4.1 forbids them in an IRI.
    pub fn validate(&self, dialect: Dialect) -> Result<(), Violation> {
        if self.is_reference(dialect) {
            return Ok(());
        }
        let grammar = Grammar { reference: self, dialect };
        grammar.first_violation().map_or(Ok(()), Err)
    }
}

/// Reference to check against the grammar of a dialect.
#[derive(Clone, Copy)]
struct Grammar<'r, 't> {
    reference: &'r Reference<'t>,
    dialect: Dialect,
}

impl Grammar<'_, '_> {
    fn first_violation(self) -> Option<Violation> {
        let Reference { text, authority, path, query, fragment, mut first_segment_end, .. } = *self.reference;
        if self.dialect == Dialect::WebAddress {
            // A backslash separates segments too.
            let backslash = text[path.start..first_segment_end].find('\\');
            first_segment_end = backslash.map_or(first_segment_end, |at| path.start + at);
        }
        let first_segment = Span::new(path.start, first_segment_end);
        let segments = Span::new(first_segment_end, path.end);
        authority
            .and_then(|authority| self.in_authority(authority))
            .or_else(|| self.in_component(first_segment, SyntaxPosition::FirstSegment))
            .or_else(|| self.in_component(segments, SyntaxPosition::Path))
            .or_else(|| self.in_component(query?, SyntaxPosition::Query))
            .or_else(|| self.in_component(fragment?, SyntaxPosition::Fragment))
    }

    fn in_authority(self, authority: Authority) -> Option<Violation> {
        let userinfo = || self.in_component(authority.userinfo?, SyntaxPosition::Userinfo);
        let host = || match authority.kind {
            HostKind::RegName | HostKind::Ipv4 => self.in_component(authority.host, SyntaxPosition::RegName),
            HostKind::Ipv6 | HostKind::IpvFuture => self.in_ip_literal(authority.host, authority.kind),
        };
        let port = || self.in_component(authority.port?, SyntaxPosition::Port);
        userinfo().or_else(host).or_else(port)
    }

    fn in_component(self, span: Span, position: SyntaxPosition) -> Option<Violation> {
        let text = self.reference.text;
        let allows_percent = |at: usize| match position {
            SyntaxPosition::Port => false,
            _ => self.dialect == Dialect::WebAddress || percent_encoding_at(text.as_bytes(), at).is_some(),
        };
        let mut characters = span.slice(text).char_indices().map(|(at, c)| (span.start + at, c));
        let (at, c) = characters.find(|&(at, c)| match c {
            '%' => !allows_percent(at),
            _ => !self.dialect.allows(c, position),
        })?;
        let (kind, production) = match (c, position) {
            ('%', SyntaxPosition::Port) => (ViolationKind::Character(c), Production::from_position(position)),
            ('%', _) => (ViolationKind::Percent, Production::PctEncoded),
            (':', SyntaxPosition::FirstSegment) => (ViolationKind::Colon, Production::from_position(position)),
            _ => (ViolationKind::Character(c), Production::from_position(position)),
        };
        Some(self.violation(Span::new(at, at + c.len_utf8()), kind, production))
    }

    /// Checks `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`.
    fn in_ip_literal(self, host: Span, kind: HostKind) -> Option<Violation> {
        let text = host.slice(self.reference.text);
        let Some(length) = text.find(']') else {
            return Some(self.violation(host, ViolationKind::UnclosedBracket, Production::IpLiteral));
        };
        let (inside, after) = (&text[1..length], &text[length + 1..]);
        let address = Span::new(host.start + 1, host.start + length);
        match kind {
            HostKind::Ipv6 if !is_ipv6(inside.as_bytes()) => {
                Some(self.violation(address, ViolationKind::Ipv6, Production::Ipv6Address))
            }
            HostKind::IpvFuture if !is_ipvfuture(inside.as_bytes()) => {
                Some(self.violation(address, ViolationKind::IpvFuture, Production::IpvFuture))
            }
            _ if !after.is_empty() => {
                let rest = Span::new(address.end + 1, host.end);
                Some(self.violation(rest, ViolationKind::AfterBracket, Production::IpLiteral))
            }
            _ => None,
        }
    }

    fn violation(self, span: Span, kind: ViolationKind, production: Production) -> Violation {
        let dialect = self.dialect;
        let source = match kind {
            ViolationKind::Character(c)
                if matches!(dialect, Dialect::Iri | Dialect::IriBis)
                    && LeiriGroup::from_char(c) == Some(LeiriGroup::BidiFormatting) =>
            {
                "RFC 3987 section 4.1"
            }
            _ => production.source(dialect),
        };
        Violation { span, kind, dialect, production: production.name(dialect), source }
    }
}

/// Production that may not match.
#[derive(Clone, Copy)]
enum Production {
    Userinfo,
    IpLiteral,
    Ipv6Address,
    IpvFuture,
    RegName,
    Port,
    Segment,
    SegmentNzNc,
    Query,
    Fragment,
    PctEncoded,
    Scheme,
}

impl Production {
    /// Returns the production of the characters at `position`; the delimiters of a path belong to its segments.
    const fn from_position(position: SyntaxPosition) -> Self {
        match position {
            SyntaxPosition::Userinfo => Self::Userinfo,
            SyntaxPosition::RegName => Self::RegName,
            SyntaxPosition::Port => Self::Port,
            SyntaxPosition::FirstSegment => Self::SegmentNzNc,
            SyntaxPosition::Query => Self::Query,
            SyntaxPosition::Fragment => Self::Fragment,
            SyntaxPosition::Scheme | SyntaxPosition::IpLiteral | SyntaxPosition::Path | SyntaxPosition::Delimiter => {
                Self::Segment
            }
        }
    }

    /// Returns the name of the production: RFC 3987 and its successors prefix the productions that they widen with `i`.
    const fn name(self, dialect: Dialect) -> &'static str {
        let is_uri = matches!(dialect, Dialect::Uri);
        match self {
            Self::Userinfo if is_uri => "userinfo",
            Self::RegName if is_uri => "reg-name",
            Self::Segment if is_uri => "segment",
            Self::SegmentNzNc if is_uri => "segment-nz-nc",
            Self::Query if is_uri => "query",
            Self::Fragment if is_uri => "fragment",
            Self::Userinfo => "iuserinfo",
            Self::RegName => "ireg-name",
            Self::Segment => "isegment",
            Self::SegmentNzNc => "isegment-nz-nc",
            Self::Query => "iquery",
            Self::Fragment => "ifragment",
            Self::IpLiteral => "IP-literal",
            Self::Ipv6Address => "IPv6address",
            Self::IpvFuture => "IPvFuture",
            Self::Port => "port",
            Self::PctEncoded => "pct-encoded",
            Self::Scheme => "scheme",
        }
    }

    const fn source(self, dialect: Dialect) -> &'static str {
        match (dialect, self) {
            (Dialect::Uri, Self::Scheme) => "RFC 3986 section 3.1",
            (Dialect::Uri, Self::PctEncoded) => "RFC 3986 section 2.1",
            (Dialect::Uri, Self::Userinfo) => "RFC 3986 section 3.2.1",
            (Dialect::Uri, Self::IpLiteral | Self::Ipv6Address | Self::IpvFuture | Self::RegName) => {
                "RFC 3986 section 3.2.2"
            }
            (Dialect::Uri, Self::Port) => "RFC 3986 section 3.2.3",
            (Dialect::Uri, Self::Segment | Self::SegmentNzNc) => "RFC 3986 section 3.3",
            (Dialect::Uri, Self::Query) => "RFC 3986 section 3.4",
            (Dialect::Uri, Self::Fragment) => "RFC 3986 section 3.5",
            (Dialect::Iri, _) => "RFC 3987 section 2.2",
            (Dialect::IriBis, _) => "draft-ietf-iri-3987bis-06 section 2.2",
            (Dialect::Leiri, _) => "LEIRI Note section 3",
            (Dialect::WebAddress, _) => "draft-ietf-iri-3987bis-06 section 6.2",
        }
    }
}

impl Violation {
    /// Creates the violation of a text without a scheme.
    pub(super) const fn missing_scheme(dialect: Dialect) -> Self {
        let production = Production::Scheme;
        let (production, source) = (production.name(dialect), production.source(dialect));
        Self { span: Span::empty(0), kind: ViolationKind::NoScheme, dialect, production, source }
    }

    /// Returns the component in which the character is rejected; `None` if the dialect does not allow it anywhere.
    fn component(&self, c: char) -> Option<&'static str> {
        let positions = [
            SyntaxPosition::Userinfo,
            SyntaxPosition::RegName,
            SyntaxPosition::Path,
            SyntaxPosition::Query,
            SyntaxPosition::Fragment,
            SyntaxPosition::Delimiter,
        ];
        let is_known = c == '%' || positions.into_iter().any(|position| self.dialect.allows(c, position));
        let name = match self.production.trim_start_matches('i') {
            "reg-name" => "host",
            "segment" | "segment-nz-nc" => "path",
            name => name,
        };
        is_known.then_some(name)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dialect = self.dialect.title();
        let article = if matches!(self.dialect, Dialect::Iri) { "an" } else { "a" };
        match self.kind {
            ViolationKind::Character(c) => {
                write!(f, "{} is not allowed in ", unicode::quoted(c))?;
                match self.component(c) {
                    Some(component) => write!(f, "the {component} of {article} {dialect}"),
                    None => write!(f, "{article} {dialect}"),
                }
            }
            ViolationKind::Percent => f.write_str("'%' is not followed by two hex digits"),
            ViolationKind::Colon => f.write_str("':' (U+003A) is not allowed in the first segment without a scheme"),
            ViolationKind::UnclosedBracket => f.write_str("unclosed '[' in the host"),
            ViolationKind::NoScheme => f.write_str("missing scheme"),
            ViolationKind::AfterBracket => f.write_str("only ':' and a port may follow ']'"),
            ViolationKind::Ipv6 => f.write_str("the host is not a valid IPv6 address"),
            ViolationKind::IpvFuture => f.write_str("the host is not a valid address of a future IP version"),
        }
    }
}

impl Error for Violation {}
