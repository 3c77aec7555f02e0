//! Roles: what a format says of a place where references stand.
//!
//! One constant a kind of place, named as in JSON and `.iri.toml`. A vocabulary (`xml/places/`) gives one of
//! them to each of its places.

use crate::reference::Dialect;
use crate::rules::rule::Severity;
use crate::text::impl_names;

/// What a format says of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    /// Its name in reports, JSON and `.iri.toml`.
    pub name: &'static str,
    /// The widest dialect that the place admits.
    pub dialect: Dialect,
    /// What becomes of white space at the ends of the value.
    pub white_space: WhiteSpace,
    /// How many references the value holds.
    pub cardinality: Cardinality,
    /// What the string is to the format's readers.
    pub standing: ReferenceUse,
    /// Whether the format forbids a fragment.
    pub is_fragment_unwanted: bool,
    /// Whether the format demands a scheme.
    pub is_absolute: bool,
    /// The worst that a finding may be here; a place that its readers mend is never an error.
    pub most: Severity,
    /// Words that may stand in place of a reference (`##any`).
    pub keywords: &'static [&'static str],
}

/// How many references a value holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cardinality {
    /// One.
    One,
    /// Any number, white space between them.
    List,
    /// A namespace name and a reference in turn, white space between them (`xsi:schemaLocation`).
    Pairs,
    /// One, bare or as `url('…')` (XSL 1.1 section 5.11, `<uri-specification>`).
    Specification,
    /// The argument of each `url(…)` in a value of CSS; what is around them is none.
    Functions,
    /// Any number, commas between them, each with what it is for behind it (HTML section 4.8.4.2, `srcset`).
    Candidates,
}

/// What the string of a reference is to the readers of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceUse {
    /// It leads to a resource: another spelling that leads there is as good.
    Resource,
    /// Resolved against the base, and then an identity, compared as a string (RDF).
    Name,
    /// An identity from the start: never resolved, never followed (Namespaces in XML section 2.3).
    Namespace,
}

/// What becomes of white space at the ends of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteSpace {
    /// It is part of the value.
    Kept,
    /// The type removes it (`xs:anyURI`, HTML).
    Collapsed,
    /// It is part of the value, and the format's readers are known to fail on it (OPC).
    Significant,
}

/// The words of XML Schema and of what was modelled on it that stand where namespace names do.
const NAMESPACE_WORDS: &[&str] =
    &["##any", "##other", "##local", "##targetNamespace", "##defaultNamespace", "##defined", "##definedSibling"];

impl Role {
    /// Anything that XML admits: what a text without a place is judged as. LEIRI Note section 3.
    pub const LEIRI: Self = Self {
        name: "leiri",
        dialect: Dialect::Leiri,
        white_space: WhiteSpace::Kept,
        cardinality: Cardinality::One,
        standing: ReferenceUse::Resource,
        is_fragment_unwanted: false,
        is_absolute: false,
        most: Severity::Error,
        keywords: &[],
    };

    /// The name of a rule in a comment that silences: no reference. Not among those that a user may give to a place.
    pub const RULE_NAME: Self = Self { name: "rule-name", standing: ReferenceUse::Namespace, ..Self::LEIRI };

    /// `xs:anyURI`, and what is read like it. XML Schema 1.1 part 2 section 3.3.17.
    pub const ANY_URI: Self = Self { name: "any-uri", white_space: WhiteSpace::Collapsed, ..Self::LEIRI };

    /// A list of `xs:anyURI`. XML Schema 1.1 part 2 section 2.4.1.2.
    pub const ANY_URI_LIST: Self = Self { name: "any-uri-list", cardinality: Cardinality::List, ..Self::ANY_URI };

    /// What a processor includes: the fragment has an attribute of its own, or no meaning. XInclude 1.1
    /// section 3.1, RELAX NG section 4.5.
    pub const ANY_URI_WITHOUT_FRAGMENT: Self =
        Self { name: "any-uri-without-fragment", is_fragment_unwanted: true, ..Self::ANY_URI };

    /// A system identifier. XML 1.0 section 4.2.2: it is an error for a fragment to be part of it.
    pub const SYSTEM_IDENTIFIER: Self = Self { name: "system-identifier", is_fragment_unwanted: true, ..Self::LEIRI };

    /// `xsi:schemaLocation`. XML Schema 1.1 part 1 section 4.3.2.
    pub const SCHEMA_LOCATION: Self =
        Self { name: "schema-location", cardinality: Cardinality::Pairs, ..Self::ANY_URI };

    /// A name by which programs tell things apart, typed `xs:anyURI`: an algorithm, a role, a profile.
    /// XLink 1.1 section 5.5: not relative. Readers compare it and nothing else, so that none fails.
    pub const IDENTIFIER: Self = Self {
        name: "identifier",
        standing: ReferenceUse::Namespace,
        is_absolute: true,
        most: Severity::Warning,
        ..Self::ANY_URI
    };

    /// The `datatypeLibrary` of RELAX NG (section 3): absolute, without a fragment, or empty.
    pub const DATATYPE_LIBRARY: Self =
        Self { name: "datatype-library", is_fragment_unwanted: true, most: Severity::Error, ..Self::IDENTIFIER };

    /// A namespace name as `xmlns` declares it. Namespaces in XML 1.1 section 3. Readers compare it and
    /// nothing else, so that none fails.
    pub const NAMESPACE_NAME: Self = Self {
        name: "namespace-name",
        dialect: Dialect::Iri,
        standing: ReferenceUse::Namespace,
        most: Severity::Warning,
        ..Self::LEIRI
    };

    /// A namespace name typed `xs:anyURI` (`targetNamespace`), or a word that stands for some.
    /// XML Schema 1.1 part 1 section 3.10.2.
    pub const NAMESPACE_ANY_URI: Self = Self {
        name: "namespace-any-uri",
        white_space: WhiteSpace::Collapsed,
        keywords: NAMESPACE_WORDS,
        ..Self::NAMESPACE_NAME
    };

    /// A list of namespace names and of words that stand for some. XML Schema 1.1 part 1 section 3.10.2.
    pub const NAMESPACE_LIST: Self =
        Self { name: "namespace-list", cardinality: Cardinality::List, ..Self::NAMESPACE_ANY_URI };

    /// A namespace name that its format does not check at all: the `ns` of RELAX NG (section 4.9).
    pub const NAMESPACE_UNCHECKED: Self =
        Self { name: "namespace-unchecked", most: Severity::Information, ..Self::NAMESPACE_NAME };

    /// An IRI reference, without white space around it. RFC 4287 section 2.
    pub const IRI: Self = Self { name: "iri", dialect: Dialect::Iri, ..Self::LEIRI };

    /// An IRI reference, typed `xs:anyURI`. OpenDocument 1.3 part 3 section 18.3, `anyIRI`.
    pub const ANY_IRI: Self = Self { name: "any-iri", white_space: WhiteSpace::Collapsed, ..Self::IRI };

    /// An IRI that is an identity. RDF/XML section 5.3: a store refuses the document for one that is none.
    pub const RDF: Self = Self { name: "rdf", standing: ReferenceUse::Name, ..Self::IRI };

    /// An IRI that is an identity, as the text of an element. Atom, RFC 4287 section 4.2.6: absolute.
    pub const IRI_IDENTIFIER: Self =
        Self { name: "iri-identifier", standing: ReferenceUse::Namespace, is_absolute: true, ..Self::IRI };

    /// A URI reference, in the ASCII of RFC 3986 alone: RSS 2.0, the Sitemaps protocol.
    pub const URI: Self =
        Self { name: "uri", dialect: Dialect::Uri, white_space: WhiteSpace::Collapsed, ..Self::LEIRI };

    /// The target of a relationship in an Office file: one bad one, and the file does not open. ECMA-376
    /// part 2 section 6.5.3.
    pub const OPC_TARGET: Self = Self { name: "opc-target", white_space: WhiteSpace::Significant, ..Self::URI };

    /// What browsers read and mend: a valid URL string, white space around it. WHATWG URL section 4.3, HTML
    /// section 2.4.1.
    pub const WEB: Self = Self {
        name: "web",
        dialect: Dialect::WebAddress,
        white_space: WhiteSpace::Collapsed,
        most: Severity::Warning,
        ..Self::LEIRI
    };

    /// The same, without a fragment: an item of an EPUB package. EPUB 3.3 section 5.6.2.
    pub const WEB_WITHOUT_FRAGMENT: Self =
        Self { name: "web-without-fragment", is_fragment_unwanted: true, ..Self::WEB };

    /// A list of them (`ping`, `archive`). HTML section 4.6.2.
    pub const WEB_LIST: Self = Self { name: "web-list", cardinality: Cardinality::List, ..Self::WEB };

    /// Image candidates. HTML section 4.8.4.2, `srcset`.
    pub const WEB_CANDIDATES: Self = Self { name: "web-candidates", cardinality: Cardinality::Candidates, ..Self::WEB };

    /// A value of CSS, with `url(…)` in it. SVG 2 section 6.6, CSS Values 4 section 4.5.
    pub const CSS: Self = Self { name: "css", cardinality: Cardinality::Functions, ..Self::WEB };

    /// `<uri-specification>`: `url('…')`, or the reference alone, which formatters take too. XSL 1.1 section 5.11.
    pub const URI_SPECIFICATION: Self =
        Self { name: "uri-specification", cardinality: Cardinality::Specification, ..Self::ANY_URI };

    /// All of them.
    pub const ALL: [Self; 24] = [
        Self::LEIRI,
        Self::ANY_URI,
        Self::ANY_URI_LIST,
        Self::ANY_URI_WITHOUT_FRAGMENT,
        Self::SYSTEM_IDENTIFIER,
        Self::SCHEMA_LOCATION,
        Self::IDENTIFIER,
        Self::DATATYPE_LIBRARY,
        Self::NAMESPACE_NAME,
        Self::NAMESPACE_ANY_URI,
        Self::NAMESPACE_LIST,
        Self::NAMESPACE_UNCHECKED,
        Self::IRI,
        Self::ANY_IRI,
        Self::RDF,
        Self::IRI_IDENTIFIER,
        Self::URI,
        Self::OPC_TARGET,
        Self::WEB,
        Self::WEB_WITHOUT_FRAGMENT,
        Self::WEB_LIST,
        Self::WEB_CANDIDATES,
        Self::CSS,
        Self::URI_SPECIFICATION,
    ];

    /// The role of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name == name)
    }

    /// The role of the item number `index`, from 0, of a value of this role.
    pub fn item(self, index: usize) -> Self {
        match self.cardinality {
            Cardinality::Pairs if index.is_multiple_of(2) => Self::NAMESPACE_ANY_URI,
            Cardinality::Pairs => Self::ANY_URI,
            _ => Self { cardinality: Cardinality::One, ..self },
        }
    }

    /// Whether encoding a character makes another name of it: every fix is a person's choice.
    pub fn is_name(self) -> bool {
        self.standing != ReferenceUse::Resource
    }

    /// Whether `value` is one of the words that may stand here in place of a reference.
    pub fn is_keyword(self, value: &str) -> bool {
        self.keywords.contains(&value)
    }
}

impl_names!(Role, "role", |role: Self| role.name, Display);

impl Default for Role {
    fn default() -> Self {
        Self::LEIRI
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_is_found_by_its_name_and_by_no_other() {
        for role in Role::ALL {
            assert_eq!(Role::from_name(role.name), Some(role));
        }
        assert_eq!(Role::from_name("LEIRI"), None);
    }

    #[test]
    fn a_word_that_stands_for_namespaces_is_no_reference() {
        assert!(Role::NAMESPACE_LIST.item(0).is_keyword("##any"));
        assert!(!Role::NAMESPACE_LIST.item(0).is_keyword("##anything"));
        assert!(!Role::ANY_URI.is_keyword("##any"));
    }
}
