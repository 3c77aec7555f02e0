//! Parts of components: the syntactic position of a byte, host labels, path segments, query pairs.

use crate::reference::dialect::SyntaxPosition;
use crate::reference::host::HostKind;
use crate::reference::idna::is_label_separator;
use crate::reference::parse::Reference;
use crate::text::Span;

/// Returns whether `text` is the letter of a Windows drive and `:` or `|`.
pub(crate) fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Component, with its name in RFC 3986 section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentName {
    /// `scheme`.
    Scheme,
    /// `authority`, which contains the next three.
    Authority,
    /// `userinfo`.
    Userinfo,
    /// `host`.
    Host,
    /// `port`.
    Port,
    /// `path`.
    Path,
    /// `query`.
    Query,
    /// `fragment`.
    Fragment,
}

impl ComponentName {
    /// Returns the name in the standard.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Authority => "authority",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }
}

/// Component that is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Name of the component.
    pub name: ComponentName,
    /// Its bytes, without surrounding delimiters.
    pub span: Span,
}

#[doc(hidden)] // for the programs of this workspace
/// One `name=value` of a query, separated by `&` or `;` as in HTML forms and in the examples of RFC 3986.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryPair {
    /// Text before the first `=`, or the whole item.
    pub name: Span,
    /// Text after the first `=`; `None` without one.
    pub value: Option<Span>,
}

impl Reference<'_> {
    /// Returns all components that are present, in order. An empty query is present, a missing one is not.
    pub fn components(&self) -> Vec<Component> {
        use ComponentName as Name;
        let authority = self.authority;
        [
            (Name::Scheme, self.scheme),
            (Name::Authority, authority.map(|a| a.span)),
            (Name::Userinfo, authority.and_then(|a| a.userinfo)),
            (Name::Host, authority.map(|a| a.host)),
            (Name::Port, authority.and_then(|a| a.port)),
            (Name::Path, Some(self.path)),
            (Name::Query, self.query),
            (Name::Fragment, self.fragment),
        ]
        .into_iter()
        .filter_map(|(name, span)| span.map(|span| Component { name, span }))
        .collect()
    }

    /// Returns the host with its brackets; `None` without an authority.
    pub fn host(&self) -> Option<Span> {
        self.authority.map(|authority| authority.host)
    }

    /// Returns the host if it is an `ireg-name` and not empty.
    pub fn reg_name(&self) -> Option<Span> {
        self.authority
            .filter(|authority| authority.kind == HostKind::RegName && !authority.host.is_empty())
            .map(|authority| authority.host)
    }

    /// Returns the scheme in lowercase; `None` without a scheme.
    pub fn scheme_lowercase(&self) -> Option<String> {
        self.scheme.map(|scheme| scheme.slice(self.text).to_ascii_lowercase())
    }

    /// Returns whether the scheme is `name`, ignoring case.
    pub fn is_scheme(&self, name: &str) -> bool {
        self.scheme.is_some_and(|scheme| scheme.slice(self.text).eq_ignore_ascii_case(name))
    }

    /// Returns whether it is a path on a Windows drive, such as `C:\a` or `C:/a`, whose letter is parsed as a scheme.
    pub fn is_drive_path(&self) -> bool {
        let has_letter = self.scheme.is_some_and(|scheme| scheme.len() == 1);
        has_letter && self.authority.is_none() && self.path.slice(self.text).starts_with(['/', '\\'])
    }

    /// Returns the syntactic position of the byte at `offset`.
    pub fn syntax_position_at(&self, offset: usize) -> SyntaxPosition {
        let within = |span: Option<Span>| span.is_some_and(|span| span.contains(offset));
        if within(self.scheme) {
            return SyntaxPosition::Scheme;
        }
        if let Some(authority) = self.authority
            && authority.span.contains(offset)
        {
            return self.authority_position_at(offset);
        }
        if self.path.contains(offset) {
            return if offset < self.first_segment_end { SyntaxPosition::FirstSegment } else { SyntaxPosition::Path };
        }
        if within(self.query) {
            return SyntaxPosition::Query;
        }
        if within(self.fragment) {
            return SyntaxPosition::Fragment;
        }
        SyntaxPosition::Delimiter
    }

    fn authority_position_at(&self, offset: usize) -> SyntaxPosition {
        let Some(authority) = self.authority else { return SyntaxPosition::Delimiter };
        if authority.userinfo.is_some_and(|userinfo| userinfo.contains(offset)) {
            return SyntaxPosition::Userinfo;
        }
        if authority.port.is_some_and(|port| port.contains(offset)) {
            return SyntaxPosition::Port;
        }
        if !authority.host.contains(offset) {
            return SyntaxPosition::Delimiter;
        }
        match authority.kind {
            HostKind::RegName | HostKind::Ipv4 => SyntaxPosition::RegName,
            HostKind::Ipv6 | HostKind::IpvFuture => {
                let closing = self.text.as_bytes()[authority.host.end - 1] == b']';
                let edge = offset == authority.host.start || closing && offset == authority.host.end - 1;
                if edge { SyntaxPosition::Delimiter } else { SyntaxPosition::IpLiteral }
            }
        }
    }

    /// Returns the labels of an `ireg-name`, separated by `.` and the three full stops that IDNA treats as one (U+3002,
    /// U+FF0E, U+FF61). Returns no labels for an IP address.
    pub fn host_labels(&self) -> impl Iterator<Item = Span> + '_ {
        self.reg_name().into_iter().flat_map(|host| self.split(host, label_separator))
    }

    /// Returns the segments of the path, separated by `/`; an absolute path starts with an empty one.
    pub fn segments(&self) -> impl Iterator<Item = Span> + '_ {
        self.split(self.path, |rest| usize::from(rest[0] == b'/'))
    }

    /// Returns the items of the query, separated by `&` or `;`.
    ///
    /// ```
    /// use iri_core::Reference;
    ///
    /// let reference = Reference::parse("?a=1&b");
    /// let names: Vec<_> = reference.query_pairs().map(|pair| pair.name.slice(reference.text)).collect();
    /// assert_eq!(names, ["a", "b"]);
    /// ```
    pub fn query_pairs(&self) -> impl Iterator<Item = QueryPair> + '_ {
        let pair = |item: Span| match item.slice(self.text).find('=') {
            Some(equals) => QueryPair {
                name: Span::new(item.start, item.start + equals),
                value: Some(Span::new(item.start + equals + 1, item.end)),
            },
            None => QueryPair { name: item, value: None },
        };
        let separator = |rest: &[u8]| usize::from(matches!(rest[0], b'&' | b';'));
        self.query.into_iter().flat_map(move |query| self.split(query, separator)).map(pair)
    }

    /// Splits `span` where `separator`, which receives the rest of the span, returns the length of a separator in bytes.
    fn split<'r>(&'r self, span: Span, separator: impl Fn(&[u8]) -> usize + 'r) -> impl Iterator<Item = Span> + 'r {
        let bytes = span.slice(self.text).as_bytes();
        let mut next = Some(0);
        std::iter::from_fn(move || {
            let start = next?;
            let mut end = start;
            let mut length = 0;
            while end < bytes.len() {
                length = separator(&bytes[end..]);
                if length > 0 {
                    break;
                }
                end += 1;
            }
            next = (length > 0).then_some(end + length);
            Some(Span::new(span.start + start, span.start + end))
        })
    }
}

/// Returns the length of the [separator of labels](is_label_separator) with which the bytes start; 0 for other bytes.
fn label_separator(rest: &[u8]) -> usize {
    match rest {
        [b'.', ..] => 1,
        // The lead bytes of the three others.
        [0xE3 | 0xEF, _, _, ..] => {
            let c = std::str::from_utf8(&rest[..3]).ok().and_then(|character| character.chars().next());
            c.filter(|c| is_label_separator(*c)).map_or(0, char::len_utf8)
        }
        _ => 0,
    }
}
