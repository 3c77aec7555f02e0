//! Prefixes, and parts of an IRI that are compared with declared namespaces.

use std::borrow::Cow;

use crate::reference::{Reference, resolve};
use crate::xml::scope::BaseIri;

/// The datatype of literals that are references.
pub const ANY_URI: &str = "http://www.w3.org/2001/XMLSchema#anyURI";

/// Returns the scheme with its colon, and the rest, of an IRI of the Web.
pub fn web_scheme(iri: &str) -> Option<(&'static str, &str)> {
    let rest_after = |scheme| Some((scheme, iri.strip_prefix(scheme).filter(|rest| rest.starts_with("//"))?));
    rest_after("http:").or_else(|| rest_after("https:"))
}

/// Returns the namespace of a name in it: up to its last separator.
pub fn namespace_of(name: &str) -> Option<&str> {
    let end = memchr::memrchr2(b'/', b'#', name.as_bytes())? + 1;
    (end < name.len()).then(|| &name[..end])
}

/// Returns whether `name` may be a prefix: `PN_PREFIX?` of Turtle.
pub fn is_prefix(name: &str) -> bool {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.') || !c.is_ascii();
    let starts = |c: char| c.is_alphabetic() || !c.is_ascii();
    name.is_empty() || name.starts_with(starts) && name.chars().all(is_inside) && !name.ends_with('.')
}

/// Returns the absolute IRI that `iri` stands for. Names are compared as they are written: an absolute one stays.
pub fn absolute<'i>(iri: &'i str, base: Option<&BaseIri>) -> Cow<'i, str> {
    if Reference::parse(iri).has_scheme() {
        return iri.into();
    }
    let base = BaseIri::for_findings(base);
    base.and_then(|base| resolve(&base, iri)).map_or(Cow::Borrowed(iri), Cow::Owned)
}
