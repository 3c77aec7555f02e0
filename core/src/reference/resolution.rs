//! Resolution with its steps: the origin of each component of the target (RFC 3986 section 5.2).

use crate::reference::Reference;
use crate::reference::parts::ComponentName;
use crate::reference::resolve::{merge, transform};

/// Resolution of a reference against a base, with its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolution {
    /// Base.
    pub base: String,
    /// Target, recomposed as in section 5.3.
    pub target: String,
    /// Components of the target: scheme, authority, path, query, fragment.
    pub parts: Vec<ResolvedPart>,
    /// Origin of the path.
    pub path: PathStep,
}

/// Component of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedPart {
    /// Name of the component.
    pub name: ComponentName,
    /// Text of the component.
    pub text: String,
    /// Origin of the component.
    pub source: PartOrigin,
}

/// Origin of a component of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOrigin {
    /// From the reference.
    Reference,
    /// From the base.
    Base,
    /// From both: the paths were merged (section 5.2.3).
    Merged,
}

/// Branch of section 5.2.2 that produced the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Path of the reference without dot segments: it has a scheme or an authority, or its path starts with a slash.
    Own,
    /// Path of the base, unchanged: the reference has no path.
    OfBase,
    /// Path of the base up to its last slash, then that of the reference, before dot segments are removed.
    Merged(String),
}

/// Resolves `reference` against `base` as [`resolve`](crate::reference::resolve) does, and returns where each component
/// came from; `None` if neither has a scheme.
///
/// ```
/// use iri_core::reference::resolution;
///
/// let resolution = resolution("http://a/b/c", "../d").expect("the base has a scheme");
/// assert_eq!(resolution.target, "http://a/d");
/// let components: Vec<_> = resolution.parts.iter().map(|part| (part.name.name(), &*part.text)).collect();
/// assert_eq!(components, [("scheme", "http"), ("authority", "a"), ("path", "/d")]);
/// ```
pub fn resolution(base: &str, reference: &str) -> Option<Resolution> {
    let (base, reference) = (Reference::parse(base), Reference::parse(reference));
    base.scheme.or(reference.scheme)?;
    let target = transform(&base, &reference);
    let path = path_step(&base, &reference);
    let own = |is_own: bool| if is_own { PartOrigin::Reference } else { PartOrigin::Base };
    let path_source = match path {
        PathStep::Own => PartOrigin::Reference,
        PathStep::OfBase => PartOrigin::Base,
        PathStep::Merged(_) => PartOrigin::Merged,
    };
    let has_own_authority = reference.scheme.is_some() || reference.authority.is_some();
    let part = |name, part: Option<&str>, source| Some(ResolvedPart { name, text: part?.to_owned(), source });
    let parts = [
        part(ComponentName::Scheme, target.scheme, own(reference.scheme.is_some())),
        part(ComponentName::Authority, target.authority, own(has_own_authority)),
        part(ComponentName::Path, Some(&target.path), path_source),
        part(ComponentName::Query, target.query, own(reference.query.is_some() || path != PathStep::OfBase)),
        part(ComponentName::Fragment, target.fragment, PartOrigin::Reference),
    ];
    Some(Resolution {
        base: base.text.to_owned(),
        target: target.recompose(),
        parts: parts.into_iter().flatten().collect(),
        path,
    })
}

fn path_step(base: &Reference<'_>, reference: &Reference<'_>) -> PathStep {
    let path = reference.path.slice(reference.text);
    if reference.scheme.is_some() || reference.authority.is_some() || path.starts_with('/') {
        PathStep::Own
    } else if path.is_empty() {
        PathStep::OfBase
    } else {
        PathStep::Merged(merge(base, path))
    }
}
