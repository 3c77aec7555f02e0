//! Site: the position of a reference in a document.

use std::borrow::Cow;

use crate::reference::{Reference, resolve};
use crate::rules::{ReferenceUse, Role, Whitespace};
use crate::text::{InDocument, Span, WHITESPACE};
use crate::xml::types::TypeOrigin;

/// Position of a reference in a document. Each item of a list is a site.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Site<'d> {
    /// Kind of the construct that contains it.
    pub kind: SiteKind,
    /// Raw reference in the document, without its quotes.
    pub span: Span<InDocument>,
    /// Reference as written.
    pub raw: &'d str,
    /// Reference as an XML processor decodes it.
    pub value: Cow<'d, str>,
    /// Role of the reference.
    pub role: Role,
    /// Element in Clark notation (`{namespace}local`, `local` without a namespace); of a declaration the declared name,
    /// of a processing instruction its target.
    pub element: &'d str,
    /// Attribute in Clark notation; of a declaration `SYSTEM` or `PUBLIC`, of a processing instruction the
    /// pseudo-attribute. `None` for the text of an element.
    pub attribute: Option<&'d str>,
    /// Quote around the value; `None` in the text of an element.
    pub quote: Option<char>,
    /// Base of the reference; `None` if it is unknown.
    pub base: Option<Cow<'d, str>>,
    /// Whether all of the value is known. If not, it contains placeholders and is not to be shown: [`Self::shown`].
    pub is_known: bool,
    /// Declaration of a schema that makes the value a reference, in addition to the vocabulary or in its place.
    pub origin: Option<&'d TypeOrigin>,
}

impl Site<'_> {
    /// Returns the reference without the whitespace that its type removes.
    pub fn reference(&self) -> &str {
        match self.role.whitespace {
            Whitespace::Collapsed => self.value.trim_matches(WHITESPACE),
            Whitespace::Kept | Whitespace::Significant => &self.value,
        }
    }

    /// Returns the value; `None` if a part of it is unknown.
    pub fn known_value(&self) -> Option<&str> {
        self.is_known.then_some(&self.value)
    }

    /// Returns the text that represents the reference for people: the value, or if a part of that is unknown, the
    /// reference as written.
    pub fn shown(&self) -> &str {
        self.known_value().unwrap_or(self.raw)
    }

    /// Returns the resolved reference; `None` if no base is known or the format does not resolve it.
    pub fn resolved(&self) -> Option<String> {
        if !self.role.reference_use.is_resolved() || !self.is_known {
            return None;
        }
        let reference = self.reference();
        // RDF compares names as they are written.
        if self.role.reference_use == ReferenceUse::Name && Reference::parse(reference).has_scheme() {
            return Some(reference.to_owned());
        }
        resolve(self.base.as_deref()?, reference)
    }
}

/// Kind of the construct that contains a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SiteKind {
    /// An attribute of an element, or its default in the DTD.
    Attribute,
    /// The text of an element.
    Element,
    /// The document type declaration.
    Doctype,
    /// The declaration of an external entity.
    Entity,
    /// The declaration of a notation.
    Notation,
    /// A processing instruction.
    Pi,
    /// A suppression comment: a rule name in it is not a reference and not in lists of references, but may have a
    /// finding.
    Comment,
    /// `IRIREF` of Turtle, its relatives, and SPARQL.
    #[cfg(feature = "rdf")]
    IriRef,
    /// Prefix of a name that no directive declares: not a reference, but it has a finding.
    #[cfg(feature = "rdf")]
    Prefix,
    /// `PrefixedName` of Turtle and SPARQL.
    #[cfg(feature = "rdf")]
    PrefixedName,
    /// String literal of Turtle and SPARQL.
    #[cfg(feature = "rdf")]
    Literal,
    /// String of JSON-LD.
    #[cfg(feature = "rdf")]
    JsonString,
    /// Compact IRI of JSON-LD.
    #[cfg(feature = "rdf")]
    CompactIri,
}

impl SiteKind {
    /// Returns the name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attribute => "attribute",
            Self::Element => "element",
            Self::Doctype => "doctype",
            Self::Entity => "entity",
            Self::Notation => "notation",
            Self::Pi => "pi",
            Self::Comment => "comment",
            #[cfg(feature = "rdf")]
            Self::IriRef => "iri-ref",
            #[cfg(feature = "rdf")]
            Self::Prefix => "prefix",
            #[cfg(feature = "rdf")]
            Self::PrefixedName => "prefixed-name",
            #[cfg(feature = "rdf")]
            Self::Literal => "literal",
            #[cfg(feature = "rdf")]
            Self::JsonString => "json-string",
            #[cfg(feature = "rdf")]
            Self::CompactIri => "compact-iri",
        }
    }

    /// Returns whether it contains references, and not names that only have findings.
    pub const fn is_reference(self) -> bool {
        match self {
            Self::Comment => false,
            #[cfg(feature = "rdf")]
            Self::Prefix => false,
            _ => true,
        }
    }

    /// Returns whether a prefix stands for the start of the reference.
    pub const fn has_prefix(self) -> bool {
        match self {
            #[cfg(feature = "rdf")]
            Self::PrefixedName | Self::CompactIri => true,
            _ => false,
        }
    }
}
