//! Roles: what a format says of an attribute or element that contains references.
//!
//! One constant per kind, named as in JSON and `.iri.toml`. A vocabulary (`vocabularies/`) gives a role to each of its
//! attributes and elements.

use crate::reference::Dialect;
use crate::rules::rule::Severity;
use crate::text::{WHITESPACE, impl_names};

/// Role of an attribute or element that contains references, as its format defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    /// Name in reports, JSON and `.iri.toml`.
    pub name: &'static str,
    /// Widest dialect that the format allows.
    pub dialect: Dialect,
    /// Treatment of whitespace at the ends of the value.
    pub whitespace: Whitespace,
    /// Number of references in the value.
    pub cardinality: Cardinality,
    /// Use of the reference by tools of the format.
    pub reference_use: ReferenceUse,
    /// Whether tools of the format write such values themselves and use them as written, although they are not valid.
    pub is_verbatim: bool,
    /// Whether the format forbids a fragment.
    pub is_fragment_unwanted: bool,
    /// Whether the format requires a scheme.
    pub is_absolute: bool,
    /// Highest severity of a finding; below error if tools of the format recover from any text.
    pub max_severity: Severity,
    /// Keywords that may replace a reference (`##any`).
    pub keywords: &'static [&'static str],
}

/// Number of references in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cardinality {
    /// One reference.
    One,
    /// Any number of references, separated by whitespace.
    List,
    /// Any number of references, separated by commas, with whitespace around them.
    Commas,
    /// Any number of references, separated by semicolons, with whitespace around them.
    Semicolons,
    /// Any number of references in quotation marks (X3D, `MFString`).
    Quoted,
    /// Alternating namespace names and references, separated by whitespace (`xsi:schemaLocation`).
    Pairs,
    /// One reference, bare or as `url('…')` (XSL 1.1 section 5.11, `<uri-specification>`).
    Specification,
    /// References of CSS: the argument of each `url(…)`, the string of `@import`; the text around them contains none.
    Functions,
    /// References in XPath: the string that is the first argument of a function that reads a resource, such as `doc('…')`; the
    /// text around them contains none.
    Calls,
    /// IRIs in strings of JSON-LD; the text around them contains none.
    JsonLd,
    /// Any number of references, separated by commas, each followed by descriptors (HTML section 4.8.4.2, `srcset`).
    Candidates,
    /// One reference after a number of seconds: `5; url=a.html` (HTML section 4.2.5.3, `http-equiv="refresh"`).
    Refresh,
    /// No references.
    Nothing,
}

/// Use of a reference by the tools of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceUse {
    /// Retrieval of a resource: another spelling of the same target is as good.
    Resource,
    /// Retrieval, or perhaps comparison: a schema knows that the value is a reference, and no more.
    Typed,
    /// Retrieval or creation of a resource that is not found among the files of the document: an output, an address that
    /// only the run of a program knows, a name on a class path.
    Elsewhere,
    /// Retrieval, unless a catalog maps the public identifier beside the reference (XML 1.0 section 4.2.2).
    Alternative,
    /// Comparison as a string after resolution against the base (RDF, entries of a package).
    Name,
    /// Base against which names are resolved that are then compared as strings (`xml:base` in RDF/XML).
    NameBase,
    /// Comparison as a string without resolution (SAML `entityID`, `soapAction`).
    Identifier,
    /// Comparison as a string without resolution (Namespaces in XML section 2.3).
    Namespace,
    /// Input of a program that makes a reference from it: its variables have a meaning of their own.
    Template,
}

impl ReferenceUse {
    /// Returns whether tools retrieve what the reference identifies, as far as is known.
    pub fn is_retrieved(self) -> bool {
        matches!(self, Self::Resource | Self::Elsewhere | Self::Typed | Self::Alternative)
    }

    /// Returns whether the reference is resolved against the base.
    pub fn is_resolved(self) -> bool {
        !matches!(self, Self::Identifier | Self::Namespace | Self::Template)
    }
}

/// Treatment of whitespace at the ends of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whitespace {
    /// Part of the value.
    Kept,
    /// Removed by the type (`xs:anyURI`, HTML).
    Collapsed,
    /// Part of the value, and known to break tools of the format (OPC).
    Significant,
}

/// Keywords of XML Schema and similar formats that may replace a namespace name.
const NAMESPACE_WORDS: &[&str] =
    &["##any", "##other", "##local", "##targetNamespace", "##defaultNamespace", "##defined", "##definedSibling"];

impl Role {
    /// Any text that XML allows; the default for a text without a format. LEIRI Note section 3.
    pub const LEIRI: Self = Self {
        name: "leiri",
        dialect: Dialect::Leiri,
        whitespace: Whitespace::Kept,
        cardinality: Cardinality::One,
        reference_use: ReferenceUse::Resource,
        is_verbatim: false,
        is_fragment_unwanted: false,
        is_absolute: false,
        max_severity: Severity::Error,
        keywords: &[],
    };

    /// Value that contains no references, although its name or its type resembles that of one. Not in
    /// [`ALL`](Self::ALL): users write `none`.
    pub const NOTHING: Self = Self { name: "none", cardinality: Cardinality::Nothing, ..Self::LEIRI };

    /// Value in an unknown place that is a reference as far as one can see. Not in [`ALL`](Self::ALL), because a configured
    /// place is known.
    pub const UNKNOWN: Self = Self {
        name: "unknown",
        reference_use: ReferenceUse::Identifier,
        max_severity: Severity::Information,
        ..Self::ANY_URI
    };

    /// Name of a rule in a suppression comment, which is not a reference. Not in [`ALL`](Self::ALL), because users
    /// cannot configure it.
    pub const RULE_NAME: Self = Self { name: "rule-name", reference_use: ReferenceUse::Namespace, ..Self::LEIRI };

    /// Text in RDF where a directive needs something else, or a directive that is not allowed. Not in [`ALL`](Self::ALL),
    /// because users cannot configure it.
    pub const DIRECTIVE: Self = Self { name: "directive", ..Self::RULE_NAME };

    /// IRI in RDF without its `>`, with its `<`. Not in [`ALL`](Self::ALL), because users cannot configure it.
    pub const UNCLOSED_IRI: Self = Self { name: "unclosed-iri", ..Self::RULE_NAME };

    /// IRI that the document also spells in another way, for the examples of its rule. Not in [`ALL`](Self::ALL).
    pub const OTHER_SPELLING: Self = Self { name: "other-spelling", ..Self::RULE_NAME };

    /// Namespace that does not end in a separator, for the examples of its rule. Not in [`ALL`](Self::ALL).
    pub const NAMESPACE_END: Self = Self { name: "namespace-end", ..Self::RULE_NAME };

    /// `xs:anyURI`, and values that are processed like it. XML Schema 1.1 part 2 section 3.3.17.
    pub const ANY_URI: Self = Self { name: "any-uri", whitespace: Whitespace::Collapsed, ..Self::LEIRI };

    /// List of `xs:anyURI`. XML Schema 1.1 part 2 section 2.4.1.2.
    pub const ANY_URI_LIST: Self = Self { name: "any-uri-list", cardinality: Cardinality::List, ..Self::ANY_URI };

    /// List of `xs:anyURI` with commas between them: `locations` of Spring, origins.
    pub const ANY_URI_COMMAS: Self = Self { name: "any-uri-commas", cardinality: Cardinality::Commas, ..Self::ANY_URI };

    /// List of `xs:anyURI` with semicolons between them: sources of NuGet and MSBuild.
    pub const ANY_URI_SEMICOLONS: Self =
        Self { name: "any-uri-semicolons", cardinality: Cardinality::Semicolons, ..Self::ANY_URI };

    /// List of references in quotation marks: `MFString` of X3D, ISO/IEC 19776-1 section 5.15.
    pub const ANY_URI_QUOTED: Self = Self { name: "any-uri-quoted", cardinality: Cardinality::Quoted, ..Self::ANY_URI };

    /// [`ANY_URI`](Self::ANY_URI) with a scheme, as the text of the format requires: the projects and licenses of
    /// NuGet, the endpoints of SAML (core 2.0, section 1.3.2).
    pub const ABSOLUTE_ANY_URI: Self =
        Self { name: "absolute-any-uri", is_absolute: true, max_severity: Severity::Warning, ..Self::ANY_URI };

    /// Value that a schema types `xs:anyURI`, in a vocabulary that is not known.
    pub const TYPED: Self = Self { reference_use: ReferenceUse::Typed, ..Self::ANY_URI };

    /// Reference with variables that a program replaces: URI templates (RFC 6570), `$Number$` of DASH, `[CACHEBUSTER]` of
    /// VAST, `~site/` of SharePoint.
    pub const TEMPLATE: Self = Self {
        name: "template",
        reference_use: ReferenceUse::Template,
        max_severity: Severity::Warning,
        ..Self::ANY_URI
    };

    /// Reference with expressions in braces: a value template of XProc 3.0 (section 14.9) and XSLT 3.0 (section 5.6).
    pub const VALUE_TEMPLATE: Self = Self { name: "value-template", ..Self::TEMPLATE };

    /// Endpoint of Apache Camel, which encodes what a URI does not allow: `sql:select * from a`. Camel manual, "Configuring
    /// endpoint URIs".
    pub const ENDPOINT: Self = Self { name: "endpoint", is_verbatim: true, ..Self::TEMPLATE };

    /// Document that a processor includes: the fragment has an attribute of its own, or no meaning. XInclude 1.1
    /// section 3.1, RELAX NG section 4.5.
    pub const ANY_URI_WITHOUT_FRAGMENT: Self =
        Self { name: "any-uri-without-fragment", is_fragment_unwanted: true, ..Self::ANY_URI };

    /// System identifier, of which a fragment is not part. XML 1.0 section 4.2.2.
    pub const SYSTEM_IDENTIFIER: Self = Self { name: "system-identifier", is_fragment_unwanted: true, ..Self::LEIRI };

    /// System identifier beside a public identifier. Not in [`ALL`](Self::ALL): users write `system-identifier`.
    pub const ALTERNATIVE_IDENTIFIER: Self =
        Self { reference_use: ReferenceUse::Alternative, ..Self::SYSTEM_IDENTIFIER };

    /// `xsi:schemaLocation`. XML Schema 1.1 part 1 section 4.3.2.
    pub const SCHEMA_LOCATION: Self =
        Self { name: "schema-location", cardinality: Cardinality::Pairs, ..Self::ANY_URI };

    /// Name that programs compare, typed `xs:anyURI`: an algorithm, a role, a profile. XLink 1.1 section 5.5: not
    /// relative. Tools only compare it, so that no text breaks them.
    pub const IDENTIFIER: Self = Self { name: "identifier", is_absolute: true, ..Self::IDENTIFIER_ANY_URI };

    /// Name that programs compare, typed `xs:anyURI`, with or without a scheme: `soapAction`, `srsName`, `entityID` of
    /// SAML. XML Schema 1.1 part 2 section 3.3.17: two values are equal if their characters are.
    pub const IDENTIFIER_ANY_URI: Self = Self {
        name: "identifier-any-uri",
        reference_use: ReferenceUse::Identifier,
        max_severity: Severity::Warning,
        ..Self::ANY_URI
    };

    /// List of such names: `protocolSupportEnumeration` of SAML metadata.
    pub const IDENTIFIER_LIST: Self =
        Self { name: "identifier-list", cardinality: Cardinality::List, ..Self::IDENTIFIER_ANY_URI };

    /// List of such names with commas between them: `profiles` of DASH.
    pub const IDENTIFIER_COMMAS: Self =
        Self { name: "identifier-commas", cardinality: Cardinality::Commas, ..Self::IDENTIFIER_ANY_URI };

    /// Name that may end in a `|` and a version: `canonical` of FHIR R4, section 2.24.0.1.
    pub const CANONICAL: Self = Self { name: "canonical", ..Self::IDENTIFIER_ANY_URI };

    /// `datatypeLibrary` of RELAX NG (section 3): absolute, without a fragment, or empty.
    pub const DATATYPE_LIBRARY: Self = Self {
        name: "datatype-library",
        is_fragment_unwanted: true,
        max_severity: Severity::Error,
        ..Self::IDENTIFIER
    };

    /// Namespace name as `xmlns` declares it. Namespaces in XML 1.1 section 3. Tools only compare it, so that no text
    /// breaks them.
    pub const NAMESPACE_NAME: Self = Self {
        name: "namespace-name",
        dialect: Dialect::Iri,
        reference_use: ReferenceUse::Namespace,
        max_severity: Severity::Warning,
        ..Self::LEIRI
    };

    /// Namespace name typed `xs:anyURI` (`targetNamespace`), or a keyword that replaces one. XML Schema 1.1 part 1
    /// section 3.10.2.
    pub const NAMESPACE_ANY_URI: Self = Self {
        name: "namespace-any-uri",
        whitespace: Whitespace::Collapsed,
        keywords: NAMESPACE_WORDS,
        ..Self::NAMESPACE_NAME
    };

    /// List of namespace names and of keywords that replace them. XML Schema 1.1 part 1 section 3.10.2.
    pub const NAMESPACE_LIST: Self =
        Self { name: "namespace-list", cardinality: Cardinality::List, ..Self::NAMESPACE_ANY_URI };

    /// Namespace name that its format does not check at all: the `ns` of RELAX NG (section 4.9).
    pub const NAMESPACE_UNCHECKED: Self =
        Self { name: "namespace-unchecked", max_severity: Severity::Information, ..Self::NAMESPACE_NAME };

    /// IRI reference without surrounding whitespace. RFC 4287 section 2.
    pub const IRI: Self = Self { name: "iri", dialect: Dialect::Iri, ..Self::LEIRI };

    /// IRI reference, typed `xs:anyURI`. OpenDocument 1.3 part 3 section 18.3, `anyIRI`.
    pub const ANY_IRI: Self = Self { name: "any-iri", whitespace: Whitespace::Collapsed, ..Self::IRI };

    /// Path or reference of a file that a program opens as written, with or without percent-encodings (WPF).
    pub const PATH: Self =
        Self { name: "path", is_verbatim: true, max_severity: Severity::Information, ..Self::ANY_URI };

    /// IRI that is an identifier. RDF/XML section 5.3: stores reject a document with an invalid one.
    pub const RDF: Self = Self { name: "rdf", reference_use: ReferenceUse::Name, ..Self::IRI };

    /// [`RDF`](Self::RDF) with a scheme. N-Triples section 2.2: relative IRIs are not allowed.
    pub const ABSOLUTE_RDF: Self = Self { name: "absolute-rdf", is_absolute: true, ..Self::RDF };

    /// Base of identifiers: another spelling changes every relative one. RDF/XML section 5.3.
    pub const RDF_BASE: Self = Self { name: "rdf-base", reference_use: ReferenceUse::NameBase, ..Self::RDF };

    /// IRI that names start with, as a prefix or a vocabulary stands for it: `urn:uuid:`. RDF 1.1 Turtle section 2.4.
    pub const RDF_NAMESPACE: Self = Self { name: "rdf-namespace", ..Self::RDF };

    /// Literal of the type `xsd:anyURI`: another spelling is another literal. RDF 1.1 Concepts section 3.3.
    pub const RDF_LITERAL: Self = Self { name: "rdf-literal", is_verbatim: true, ..Self::ANY_IRI };

    /// IRI that is an identifier, as the text of an element. Atom, RFC 4287 section 4.2.6: absolute.
    pub const IRI_IDENTIFIER: Self =
        Self { name: "iri-identifier", reference_use: ReferenceUse::Identifier, is_absolute: true, ..Self::IRI };

    /// Entry of the package that contains the document, by its name. OpenDocument 1.3 part 2 section 3.7: office programs
    /// write names with spaces, and find the entries by them.
    pub const PACKAGE_IRI: Self =
        Self { name: "package-iri", is_verbatim: true, max_severity: Severity::Warning, ..Self::ANY_IRI };

    /// URI reference in the ASCII of RFC 3986: RSS 2.0, the Sitemaps protocol.
    pub const URI: Self = Self { name: "uri", dialect: Dialect::Uri, whitespace: Whitespace::Collapsed, ..Self::LEIRI };

    /// [`URI`](Self::URI) with a scheme: an element or attribute of RSS 2.0, "Comments" of its specification: "must start
    /// with an IANA-registered URI scheme".
    pub const ABSOLUTE_URI: Self = Self { name: "absolute-uri", is_absolute: true, ..Self::URI };

    /// Target of a relationship in an Office file: a single invalid one prevents the file from opening. ECMA-376 part 2
    /// section 6.5.3.
    pub const OPC_TARGET: Self = Self { name: "opc-target", whitespace: Whitespace::Significant, ..Self::URI };

    /// Target outside an Office file: Office itself writes paths, cell ranges and other characters here, and opens them.
    pub const OPC_EXTERNAL: Self =
        Self { name: "opc-external-target", is_verbatim: true, max_severity: Severity::Warning, ..Self::OPC_TARGET };

    /// Valid URL string as browsers parse it, with surrounding whitespace. WHATWG URL section 4.3, HTML section 2.4.1.
    pub const WEB: Self = Self {
        name: "web",
        dialect: Dialect::WebAddress,
        whitespace: Whitespace::Collapsed,
        max_severity: Severity::Warning,
        ..Self::LEIRI
    };

    /// [`WEB`](Self::WEB) without a fragment: an item of an EPUB package. EPUB 3.3 section 5.6.2.
    pub const WEB_WITHOUT_FRAGMENT: Self =
        Self { name: "web-without-fragment", is_fragment_unwanted: true, ..Self::WEB };

    /// List of [`WEB`](Self::WEB) references (`ping`, `archive`). HTML section 4.6.2.
    pub const WEB_LIST: Self = Self { name: "web-list", cardinality: Cardinality::List, ..Self::WEB };

    /// Image candidates. HTML section 4.8.4.2, `srcset`.
    pub const WEB_CANDIDATES: Self = Self { name: "web-candidates", cardinality: Cardinality::Candidates, ..Self::WEB };

    /// Page that follows after some seconds. HTML section 4.2.5.3, `http-equiv="refresh"`.
    pub const WEB_REFRESH: Self = Self { name: "web-refresh", cardinality: Cardinality::Refresh, ..Self::WEB };

    /// CSS value or style sheet with `url(…)` in it. SVG 2 section 6.6, CSS Values 4 section 4.5.
    pub const CSS: Self = Self { name: "css", cardinality: Cardinality::Functions, ..Self::WEB };

    /// XPath expression. XPath and XQuery Functions and Operators 3.1, section 14.6; XSLT 1.0, section 12.1, `document()`.
    pub const XPATH: Self =
        Self { name: "xpath", cardinality: Cardinality::Calls, whitespace: Whitespace::Kept, ..Self::ANY_URI };

    /// JSON-LD in the text of an element. JSON-LD 1.1 section 7: `<script type="application/ld+json">`.
    pub const JSON_LD: Self = Self { name: "json-ld", cardinality: Cardinality::JsonLd, ..Self::RDF };

    /// `<uri-specification>`: `url('…')`, or the bare reference, which formatters accept too. XSL 1.1 section 5.11.
    pub const URI_SPECIFICATION: Self =
        Self { name: "uri-specification", cardinality: Cardinality::Specification, ..Self::ANY_URI };

    /// All roles.
    pub const ALL: [Self; 46] = [
        Self::LEIRI,
        Self::ANY_URI,
        Self::ANY_URI_LIST,
        Self::ANY_URI_COMMAS,
        Self::ANY_URI_SEMICOLONS,
        Self::ANY_URI_QUOTED,
        Self::ABSOLUTE_ANY_URI,
        Self::TEMPLATE,
        Self::VALUE_TEMPLATE,
        Self::ENDPOINT,
        Self::ANY_URI_WITHOUT_FRAGMENT,
        Self::SYSTEM_IDENTIFIER,
        Self::SCHEMA_LOCATION,
        Self::IDENTIFIER,
        Self::IDENTIFIER_ANY_URI,
        Self::IDENTIFIER_LIST,
        Self::IDENTIFIER_COMMAS,
        Self::CANONICAL,
        Self::DATATYPE_LIBRARY,
        Self::NAMESPACE_NAME,
        Self::NAMESPACE_ANY_URI,
        Self::NAMESPACE_LIST,
        Self::NAMESPACE_UNCHECKED,
        Self::IRI,
        Self::ANY_IRI,
        Self::PACKAGE_IRI,
        Self::PATH,
        Self::RDF,
        Self::ABSOLUTE_RDF,
        Self::RDF_BASE,
        Self::RDF_NAMESPACE,
        Self::RDF_LITERAL,
        Self::IRI_IDENTIFIER,
        Self::URI,
        Self::ABSOLUTE_URI,
        Self::OPC_TARGET,
        Self::OPC_EXTERNAL,
        Self::WEB,
        Self::WEB_WITHOUT_FRAGMENT,
        Self::WEB_LIST,
        Self::WEB_CANDIDATES,
        Self::WEB_REFRESH,
        Self::CSS,
        Self::XPATH,
        Self::JSON_LD,
        Self::URI_SPECIFICATION,
    ];

    /// Returns the role with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name == name)
    }

    /// Returns the role of item `index` (from 0) of a value of this role.
    pub fn item(self, index: usize) -> Self {
        match self.cardinality {
            Cardinality::Pairs if index.is_multiple_of(2) => Self::NAMESPACE_ANY_URI,
            Cardinality::Pairs => Self::ANY_URI,
            _ => Self { cardinality: Cardinality::One, ..self },
        }
    }

    /// Returns whether every fix needs review: another spelling is another name, or tools use the text as written.
    pub fn is_review_required(self) -> bool {
        self.is_verbatim || !self.reference_use.is_retrieved()
    }

    /// Returns whether the findings of one rule are all that a text of this role can have.
    pub fn is_of_one_rule(self) -> bool {
        [Self::DIRECTIVE, Self::UNCLOSED_IRI, Self::OTHER_SPELLING, Self::NAMESPACE_END].contains(&self)
    }

    /// Returns whether the references identify nodes of a graph, so that each spelling is another node.
    #[cfg(feature = "xml")]
    pub(crate) fn is_compared_name(self) -> bool {
        matches!(self.reference_use, ReferenceUse::Name | ReferenceUse::NameBase)
    }

    /// Returns whether references start with the value, which need not be one itself.
    pub fn is_start(self) -> bool {
        self.name == Self::RDF_NAMESPACE.name
    }

    /// Returns whether nothing says that the place contains references.
    pub fn is_unknown(self) -> bool {
        self.name == Self::UNKNOWN.name
    }

    /// Returns whether `value`, without the whitespace at its ends, is a keyword that may replace a reference.
    pub fn is_keyword(self, value: &str) -> bool {
        self.keywords.iter().any(|keyword| *keyword == value.trim_matches(WHITESPACE))
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
    fn a_namespace_keyword_is_not_a_reference() {
        assert!(Role::NAMESPACE_LIST.item(0).is_keyword("##any"));
        assert!(!Role::NAMESPACE_LIST.item(0).is_keyword("##anything"));
        assert!(!Role::ANY_URI.is_keyword("##any"));
    }
}
