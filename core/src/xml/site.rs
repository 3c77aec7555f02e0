//! A site: where a reference stands in a document.

use std::borrow::Cow;

use crate::reference::resolve;
use crate::rules::{ReferenceUse, Role, Whitespace};
use crate::text::{InDocument, Span, WHITESPACE};

/// Where a reference stands in a document. Of a list, each item is a site of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Site<'d> {
    /// What holds it.
    pub kind: SiteKind,
    /// The raw reference in the document, without its quotes.
    pub span: Span<InDocument>,
    /// The reference as written.
    pub raw: &'d str,
    /// The reference as an XML processor hands it on.
    pub value: Cow<'d, str>,
    /// What its place admits.
    pub role: Role,
    /// The element in Clark notation (`{namespace}local`, `local` without a namespace); of a declaration the
    /// name that is declared, of a processing instruction its target.
    pub element: &'d str,
    /// The attribute in Clark notation; of a declaration `SYSTEM` or `PUBLIC`, of a processing instruction
    /// the pseudo-attribute. Nothing for the text of an element.
    pub attribute: Option<&'d str>,
    /// The quote around the value; nothing in the text of an element.
    pub quote: Option<char>,
    /// What the reference is resolved against, where that is known.
    pub base: Option<Cow<'d, str>>,
    /// Whether all of the value is known: of an entity that is not, an `x` stands for the replacement.
    pub is_known: bool,
}

impl Site<'_> {
    /// The reference without the white space that its type removes.
    pub fn reference(&self) -> &str {
        match self.role.whitespace {
            Whitespace::Collapsed => self.value.trim_matches(WHITESPACE),
            Whitespace::Kept | Whitespace::Significant => &self.value,
        }
    }

    /// The reference resolved, where a base is known and the place has it resolved.
    pub fn resolved(&self) -> Option<String> {
        if self.role.reference_use == ReferenceUse::Namespace || !self.is_known {
            return None;
        }
        resolve(self.base.as_deref()?, self.reference())
    }
}

/// What holds a reference.
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
    /// A comment that silences: what it names is no reference and in no list of them, but may have a finding.
    Comment,
}

impl SiteKind {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attribute => "attribute",
            Self::Element => "element",
            Self::Doctype => "doctype",
            Self::Entity => "entity",
            Self::Notation => "notation",
            Self::Pi => "pi",
            Self::Comment => "comment",
        }
    }
}
