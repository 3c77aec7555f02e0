//! Reference resolution exactly as in RFC 3986 section 5.2, which RFC 3987 section 6.5 adopts.
//!
//! ```text
//! T.scheme    = R.scheme or Base.scheme
//! T.authority = R.authority if R has a scheme or an authority, else Base.authority
//! T.path      = remove_dot_segments(R.path, or the merged path); Base.path if R.path is empty
//! T.query     = R.query; Base.query if R has neither path nor query
//! T.fragment  = R.fragment
//! ```
//!
//! This has a known corner case: if the path starts with `//` after dot segments are removed and there is no authority,
//! the recomposed text would have an authority (`a:/` and `.//.`). RFC 3986 does not mention it. The target then starts
//! with `/.`, as in the URL Standard.

use crate::reference::Reference;
use crate::text::Span;

/// Resolves `reference` against `base` (RFC 3986 section 5.2); `None` if neither has a scheme. The algorithm is the
/// strict one: a scheme equal to that of the base is not ignored.
///
/// ```
/// use iri_core::reference::resolve;
///
/// assert_eq!(resolve("http://a/b/c/d;p?q", "../g?y#s").as_deref(), Some("http://a/b/g?y#s"));
/// assert_eq!(resolve("http://a/b/c/d;p?q", "http:g").as_deref(), Some("http:g"));
/// assert_eq!(resolve("/b", "g"), None);
/// assert_eq!(resolve("/b", "http://a/./g").as_deref(), Some("http://a/g"));
/// ```
pub fn resolve(base: &str, reference: &str) -> Option<String> {
    let (base, reference) = (Reference::parse(base), Reference::parse(reference));
    base.scheme.or(reference.scheme)?;
    Some(resolved(&base, &reference))
}

/// Resolves `reference` against `base`.
pub(super) fn resolved(base: &Reference<'_>, reference: &Reference<'_>) -> String {
    transform(base, reference).recompose()
}

/// Components of the target, `T` of section 5.2.2, before section 5.3 recomposes them.
pub(super) struct Target<'t> {
    pub scheme: Option<&'t str>,
    pub authority: Option<&'t str>,
    pub path: String,
    pub query: Option<&'t str>,
    pub fragment: Option<&'t str>,
}

impl Target<'_> {
    /// Applies section 5.3.
    pub(super) fn recompose(&self) -> String {
        let mut out = String::new();
        if let Some(scheme) = self.scheme {
            out.extend([scheme, ":"]);
        }
        if let Some(authority) = self.authority {
            out.extend(["//", authority]);
        }
        out.push_str(&self.path);
        if let Some(query) = self.query {
            out.extend(["?", query]);
        }
        if let Some(fragment) = self.fragment {
            out.extend(["#", fragment]);
        }
        out
    }
}

/// Applies section 5.2.2.
pub(super) fn transform<'t>(base: &Reference<'t>, reference: &Reference<'t>) -> Target<'t> {
    let mut target = transform_strictly(base, reference);
    if target.authority.is_none() {
        protect_slashes(&mut target.path);
    }
    target
}

/// Inserts `/.` before a path without an authority that starts with `//`, which would start an authority.
pub(super) fn protect_slashes(path: &mut String) {
    if path.starts_with("//") {
        path.insert_str(0, "/.");
    }
}

/// Applies section 5.2.2 to the letter.
fn transform_strictly<'t>(base: &Reference<'t>, reference: &Reference<'t>) -> Target<'t> {
    let part = |of: &Reference<'t>, span: Option<Span>| span.map(|span| span.slice(of.text));
    let authority = |of: &Reference<'t>| part(of, of.authority.map(|authority| authority.span));
    let path = reference.path.slice(reference.text);

    let mut target = Target {
        scheme: part(reference, reference.scheme).or_else(|| part(base, base.scheme)),
        authority: authority(reference),
        path: String::new(),
        query: part(reference, reference.query),
        fragment: part(reference, reference.fragment),
    };
    if reference.scheme.is_some() || reference.authority.is_some() {
        target.path = remove_dot_segments(path);
        return target;
    }
    target.authority = authority(base);
    if path.is_empty() {
        base.path.slice(base.text).clone_into(&mut target.path);
        target.query = target.query.or_else(|| part(base, base.query));
    } else if path.starts_with('/') {
        target.path = remove_dot_segments(path);
    } else {
        target.path = remove_dot_segments(&merge(base, path));
    }
    target
}

/// Applies section 5.2.3.
pub(super) fn merge(base: &Reference<'_>, path: &str) -> String {
    let base_path = base.path.slice(base.text);
    if base.authority.is_some() && base_path.is_empty() {
        return format!("/{path}");
    }
    let kept = base_path.rfind('/').map_or("", |slash| &base_path[..=slash]);
    format!("{kept}{path}")
}

/// Applies section 5.2.4, whose input buffer is `rest` and whose rules A to E are the branches.
pub(super) fn remove_dot_segments(path: &str) -> String {
    let mut rest = path;
    let mut out = String::with_capacity(path.len());
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("../").or_else(|| rest.strip_prefix("./")) {
            rest = after; // A
        } else if rest.starts_with("/./") {
            rest = &rest[2..]; // B
        } else if rest == "/." {
            rest = "/"; // B
        } else if rest.starts_with("/../") {
            rest = &rest[3..]; // C
            drop_last_segment(&mut out);
        } else if rest == "/.." {
            rest = "/"; // C
            drop_last_segment(&mut out);
        } else if rest == "." || rest == ".." {
            rest = ""; // D
        } else {
            // E: the first segment, with the slash before it if there is one.
            let segment = usize::from(rest.starts_with('/'));
            let end = rest[segment..].find('/').map_or(rest.len(), |slash| segment + slash);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
        }
    }
    out
}

fn drop_last_segment(out: &mut String) {
    let end = out.rfind('/').unwrap_or(0);
    out.truncate(end);
}
