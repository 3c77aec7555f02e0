//! Base IRIs of references, element by element.

use std::sync::Arc;

use crate::reference::resolve;
use crate::xml::Settings;

/// Maximum length of a base that `xml:base` makes, in bytes: each of many nested elements can add a segment, and each has
/// a base of its own. Most servers reject longer paths, and no system opens one.
const MAX_LENGTH: usize = 8 * 1024;

/// Value of an `xml:base`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Decoded value.
    Known(Box<str>),
    /// The value contains an unknown entity.
    Unknown,
}

/// Base IRI of references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseIri {
    pub iri: Arc<str>,
    /// Whether it is the location of the document, and not an explicit base.
    is_location: bool,
}

impl BaseIri {
    /// Returns the base `iri`, which may be the location of the document.
    #[cfg(feature = "rdf")]
    pub fn new(iri: &Arc<str>, is_location: bool) -> Self {
        Self { iri: Arc::clone(iri), is_location }
    }

    /// Returns the base outside the root element.
    pub fn document(settings: &Settings) -> Option<Self> {
        let explicit = settings.base.as_deref().map(|iri| (iri, false));
        let (iri, is_location) = explicit.or(settings.location.as_deref().map(|iri| (iri, true)))?;
        Some(Self { iri: iri.into(), is_location })
    }

    /// Returns the base inside an element with that `xml:base`; `None` if it is unknown or too long.
    pub fn within(around: Option<&Self>, base: &str) -> Option<Self> {
        Self::resolved(around, base).filter(|base| base.iri.len() <= MAX_LENGTH)
    }

    fn resolved(around: Option<&Self>, base: &str) -> Option<Self> {
        // An absolute one does not depend on the base around it, and keeps its dot segments.
        if let Some(own) = resolve(base, "") {
            return Some(Self { iri: own.into(), is_location: false });
        }
        let around = around?;
        resolve(&around.iri, base).map(|iri| Self { iri: iri.into(), ..*around })
    }

    /// Returns the base that affects findings: a document is equally correct in every directory, so its location does
    /// not.
    pub fn for_findings(this: Option<&Self>) -> Option<Arc<str>> {
        this.filter(|around| !around.is_location).map(|around| Arc::clone(&around.iri))
    }
}
