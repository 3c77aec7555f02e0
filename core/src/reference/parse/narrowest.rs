//! The dialect of a parsed reference: the widest that one of its components needs.
//!
//! For most components the byte classes that occurred during parsing are enough. A second look is necessary for a `%`,
//! and for a character outside ASCII that may not be `ucschar`.

use crate::reference::class::{Class, class_of};
use crate::reference::dialect::{CharacterProduction, Dialect, SyntaxPosition};
use crate::reference::host::{HostKind, is_ipv6, is_ipvfuture};
use crate::reference::parse::run::classes;
use crate::reference::parse::{Authority, Reference};
use crate::reference::percent::{self, PercentKinds};
use crate::text::{Span, WHITESPACE};

impl Reference<'_> {
    /// Returns the narrowest dialect whose grammar matches the whole text.
    pub(super) fn narrowest(&self) -> Option<Dialect> {
        self.narrowest_of_components().or_else(|| is_web_address(self.text).then_some(Dialect::WebAddress))
    }

    #[inline]
    fn narrowest_of_components(&self) -> Option<Dialect> {
        let mut dialect = match self.authority {
            Some(authority) => self.authority_dialect(authority)?,
            None => Dialect::Uri,
        };
        if self.first_segment_has_colon() {
            // In a Web Address a backslash separates segments too.
            let segment = &self.text[self.path.start..self.first_segment_end];
            if segment.find('\\')? > segment.find(':')? {
                return None;
            }
            dialect = Dialect::WebAddress;
        }
        dialect = dialect.max(self.component_dialect(self.path, self.seen.path, SyntaxPosition::Path)?);
        if let Some(query) = self.query {
            dialect = dialect.max(self.component_dialect(query, self.seen.query, SyntaxPosition::Query)?);
        }
        if let Some(fragment) = self.fragment {
            dialect = dialect.max(self.component_dialect(fragment, self.seen.fragment, SyntaxPosition::Fragment)?);
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
            // If the authority is only the host, the classes of the authority are those of the host.
            (_, _) if authority.host == authority.span => {
                self.component_dialect(authority.host, self.seen.authority, SyntaxPosition::RegName)?
            }
            (_, _) => self.component_dialect(authority.host, classes(host), SyntaxPosition::RegName)?,
        };
        match authority.userinfo {
            Some(userinfo) => {
                let seen = classes(&bytes[userinfo.range()]);
                Some(host_dialect.max(self.component_dialect(userinfo, seen, SyntaxPosition::Userinfo)?))
            }
            None => Some(host_dialect),
        }
    }

    /// Returns the narrowest dialect that allows a component with the classes `seen`.
    fn component_dialect(&self, span: Span, seen: Class, position: SyntaxPosition) -> Option<Dialect> {
        let beyond = seen.without(match position {
            SyntaxPosition::Userinfo => Class::USERINFO,
            SyntaxPosition::RegName => Class::REG_NAME,
            SyntaxPosition::Path => Class::PATH,
            _ => Class::QUERY,
        });
        if beyond == Class::NONE {
            return Some(Dialect::Uri);
        }
        let mut open = Class::PERCENT.or(Class::LEIRI_ASCII).or(Class::UCS).or(Class::LOOK);
        if position == SyntaxPosition::Fragment {
            open = open.or(Class::HASH);
        }
        if beyond.without(open) != Class::NONE {
            return None;
        }
        let mut dialect = Dialect::Uri;
        if beyond.intersects(Class::NON_ASCII) {
            dialect = Dialect::Iri;
        }
        if beyond.intersects(Class::LOOK) {
            dialect = dialect.max(look_closer(span.slice(self.text), position)?);
        }
        if beyond.intersects(Class::LEIRI_ASCII) {
            dialect = dialect.max(Dialect::Leiri);
        }
        if beyond.intersects(Class::PERCENT)
            && self.percent_kinds.intersects(PercentKinds::STRAY)
            && !percent::are_whole(&self.text.as_bytes()[span.range()])
        {
            dialect = Dialect::WebAddress;
        }
        if beyond.intersects(Class::HASH) {
            dialect = Dialect::WebAddress;
        }
        Some(dialect)
    }
}

/// Returns whether `text`, whose components match no dialect, is a Web Address: whitespace at its ends is removed, and a
/// backslash may end the authority.
#[inline(never)] // only faulty references come here
fn is_web_address(text: &str) -> bool {
    let inner = text.trim_matches(WHITESPACE);
    let reference = Reference::components_of(inner);
    if inner.len() < text.len() && reference.narrowest_of_components().is_some() {
        return true;
    }
    let Some(authority) = reference.authority else { return false };
    let text = authority.span.slice(inner);
    // A backslash before the first `@` belongs to the userinfo, or ends the authority; then the `@` is in the path.
    let first = text.find('\\');
    let after_at = text.find('@').and_then(|at| text[at..].find('\\').map(|offset| at + offset));
    [first, after_at].into_iter().flatten().any(|at| {
        let end = authority.span.start + at;
        let separated = [&inner[..end], "/", &inner[end + 1..]].concat();
        Reference::components_of(&separated).narrowest_of_components().is_some()
    })
}

/// Returns the narrowest dialect that allows the characters of the blocks in which not all are `ucschar`.
fn look_closer(component: &str, position: SyntaxPosition) -> Option<Dialect> {
    let bytes = component.as_bytes();
    let mut dialect = Dialect::Iri;
    for (at, &byte) in bytes.iter().enumerate() {
        // Most characters in U+00A0 to U+00BF and in the emoji blocks need no decoding.
        if !class_of(byte).intersects(Class::LOOK) || byte == 0xC2 && bytes[at + 1] >= 0xA0 {
            continue;
        }
        let c = component[at..].chars().next().expect("a lead byte begins a character");
        dialect = dialect.max(CharacterProduction::from_char(c).allowed_from(position)?);
    }
    Some(dialect)
}
