//! Parts of an IRI that are compared with declared namespaces.

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
