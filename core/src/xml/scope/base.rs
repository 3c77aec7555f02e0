//! What references are resolved against, element by element.

use std::sync::Arc;

use crate::reference::resolve;
use crate::xml::Settings;

/// What an `xml:base` says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Its decoded value.
    Known(Box<str>),
    /// It refers to an entity that is not known.
    Unknown,
}

/// What references are resolved against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseIri {
    pub iri: Arc<str>,
    /// Whether it follows from where the document is, and not from what anybody said.
    is_location: bool,
}

impl BaseIri {
    /// Outside the root element.
    pub fn document(settings: &Settings) -> Option<Self> {
        let said = settings.base.as_deref().map(|iri| (iri, false));
        let (iri, is_location) = said.or(settings.location.as_deref().map(|iri| (iri, true)))?;
        Some(Self { iri: iri.into(), is_location })
    }

    /// Inside an element with that `xml:base`, where one is known.
    pub fn within(around: Option<&Self>, base: &str) -> Option<Self> {
        // An absolute one stands for itself.
        let own = || resolve(base, "").map(|iri| Self { iri: iri.into(), is_location: false });
        let Some(around) = around else { return own() };
        if around.is_location
            && let Some(own) = own()
        {
            return Some(own);
        }
        resolve(&around.iri, base).map(|iri| Self { iri: iri.into(), ..*around })
    }

    /// What it is judged by: a document is as right in one folder as in another.
    pub fn judged(this: Option<&Self>) -> Option<Arc<str>> {
        this.filter(|around| !around.is_location).map(|around| Arc::clone(&around.iri))
    }
}
