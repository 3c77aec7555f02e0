//! The parts below a component: what stands at a place, host labels, path segments, query pairs.

use crate::reference::dialect::SyntaxPosition;
use crate::reference::host::HostKind;
use crate::reference::idna::is_label_separator;
use crate::reference::parse::Reference;
use crate::text::Span;

/// A component by its name in RFC 3986 section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentName {
    /// `scheme`.
    Scheme,
    /// `authority`, which holds the next three.
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
    /// The name, in the standard's own term.
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

/// A component that is present, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Which one.
    pub name: ComponentName,
    /// Its bytes, without the delimiters around it.
    pub span: Span,
}

/// One `name=value` of a query, parted by `&` or `;` as HTML forms and RFC 3986's own examples write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryPair {
    /// What stands before the first `=`, or the whole item.
    pub name: Span,
    /// What stands after it.
    pub value: Option<Span>,
}

impl Reference<'_> {
    /// Every component that is present, in order: an absent query is not there, an empty one is.
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

    /// The host, brackets included, where there is an authority.
    pub fn host(&self) -> Option<Span> {
        self.authority.map(|authority| authority.host)
    }

    /// The host where it is an `ireg-name` that is not empty.
    pub fn reg_name(&self) -> Option<Span> {
        self.authority
            .filter(|authority| authority.kind == HostKind::RegName && !authority.host.is_empty())
            .map(|authority| authority.host)
    }

    /// The scheme in lower case, or nothing.
    pub fn scheme_lowercase(&self) -> Option<String> {
        self.scheme.map(|scheme| scheme.slice(self.text).to_ascii_lowercase())
    }

    /// Whether the scheme is `name`, in any case.
    pub fn is_scheme(&self, name: &str) -> bool {
        self.scheme.is_some_and(|scheme| scheme.slice(self.text).eq_ignore_ascii_case(name))
    }

    /// What the grammar expects of the byte at `offset`.
    pub fn syntax_position_at(&self, offset: usize) -> SyntaxPosition {
        let within = |span: Option<Span>| span.is_some_and(|span| span.contains(offset));
        if within(self.scheme) {
            return SyntaxPosition::Scheme;
        }
        if let Some(authority) = self.authority
            && authority.span.contains(offset)
        {
            return self.authority_place_at(offset);
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

    fn authority_place_at(&self, offset: usize) -> SyntaxPosition {
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

    /// The labels of an `ireg-name`, parted by `.` and the three full stops that IDNA reads as one
    /// (U+3002, U+FF0E, U+FF61). Nothing for an IP address.
    pub fn host_labels(&self) -> Vec<Span> {
        self.reg_name().map_or_else(Vec::new, |host| self.split(host, is_label_separator))
    }

    /// The segments of the path, parted by `/`; an absolute path begins with an empty one.
    pub fn segments(&self) -> Vec<Span> {
        self.split(self.path, |c| c == '/')
    }

    /// Returns the items of the query, separated by `&` or `;`.
    ///
    /// ```
    /// use iri_core::Reference;
    ///
    /// let reference = Reference::parse("?a=1&b");
    /// let names: Vec<_> = reference.query_pairs().iter().map(|pair| pair.name.slice(reference.text)).collect();
    /// assert_eq!(names, ["a", "b"]);
    /// ```
    pub fn query_pairs(&self) -> Vec<QueryPair> {
        let Some(query) = self.query else { return Vec::new() };
        let pair = |item: Span| match item.slice(self.text).find('=') {
            Some(equals) => QueryPair {
                name: Span::new(item.start, item.start + equals),
                value: Some(Span::new(item.start + equals + 1, item.end)),
            },
            None => QueryPair { name: item, value: None },
        };
        self.split(query, |c| matches!(c, '&' | ';')).into_iter().map(pair).collect()
    }

    fn split(&self, span: Span, separator: impl Fn(char) -> bool) -> Vec<Span> {
        let mut start = span.start;
        let mut parts = Vec::new();
        for (at, part) in span.slice(self.text).match_indices(separator) {
            parts.push(Span::new(start, span.start + at));
            start = span.start + at + part.len();
        }
        parts.push(Span::new(start, span.end));
        parts
    }
}
