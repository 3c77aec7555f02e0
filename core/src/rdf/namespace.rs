//! Parts of an IRI that are compared with declared namespaces.

/// Returns the scheme with its colon, and the rest, of an IRI of the Web.
pub fn web_scheme(iri: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = iri.split_at(iri.find("//")?);
    matches!(scheme, "http:" | "https:").then_some((scheme, rest))
}

/// Returns the namespace of a name in it: up to its last separator.
pub fn namespace_of(name: &str) -> Option<&str> {
    let end = name.rfind(['/', '#'])? + 1;
    (end < name.len()).then(|| &name[..end])
}
