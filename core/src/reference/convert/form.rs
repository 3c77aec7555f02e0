//! Forms that a reference can be converted to, with their names.

use crate::text::impl_names;

/// Form that a reference can be converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// LEIRI to IRI: LEIRI Note section 4.
    Iri,
    /// IRI to URI with a percent-encoded host: RFC 3987 section 3.1.
    Uri,
    /// IRI to URI with the host by IDNA: RFC 3987 section 3.1, step 2.
    UriIdna,
    /// URI to IRI: RFC 3987 section 3.2, A-labels to Unicode.
    ReadableIri,
    /// Text that `java.net.URI` accepts.
    JavaNetUri,
    /// Web Address preprocessing: 3987bis section 6.2.
    WebAddress,
    /// Serialization of the WHATWG URL Standard.
    Whatwg,
    /// XPath `fn:iri-to-uri`.
    FnIriToUri,
    /// XPath `fn:escape-html-uri`.
    FnEscapeHtmlUri,
    /// XPath `fn:encode-for-uri`.
    FnEncodeForUri,
}

impl Form {
    /// All forms, the most common first.
    pub const ALL: [Self; 10] = [
        Self::Iri,
        Self::Uri,
        Self::UriIdna,
        Self::ReadableIri,
        Self::JavaNetUri,
        Self::WebAddress,
        Self::Whatwg,
        Self::FnIriToUri,
        Self::FnEscapeHtmlUri,
        Self::FnEncodeForUri,
    ];

    /// Returns the name used on the command line; with `_` instead of `-`, the key used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iri => "iri",
            Self::Uri => "uri",
            Self::UriIdna => "uri-idna",
            Self::ReadableIri => "readable-iri",
            Self::JavaNetUri => "java-net-uri",
            Self::WebAddress => "web-address",
            Self::Whatwg => "whatwg",
            Self::FnIriToUri => "fn-iri-to-uri",
            Self::FnEscapeHtmlUri => "fn-escape-html-uri",
            Self::FnEncodeForUri => "fn-encode-for-uri",
        }
    }

    /// Returns the form with that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// Returns the label used in panes, reports and hovers.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Iri => "IRI",
            Self::Uri => "URI",
            Self::UriIdna => "URI with IDNA host",
            Self::ReadableIri => "readable IRI",
            Self::JavaNetUri => "java.net.URI",
            Self::WebAddress => "Web Address",
            Self::Whatwg => "WHATWG URL",
            Self::FnIriToUri => "fn:iri-to-uri",
            Self::FnEscapeHtmlUri => "fn:escape-html-uri",
            Self::FnEncodeForUri => "fn:encode-for-uri",
        }
    }

    /// Returns a description with the source.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Iri => "LEIRI to IRI (LEIRI Note section 4)",
            Self::Uri => "IRI to URI (RFC 3987 section 3.1)",
            Self::UriIdna => "IRI to URI, host by IDNA (RFC 3987 section 3.1)",
            Self::ReadableIri => "URI to IRI, readable (RFC 3987 section 3.2)",
            Self::JavaNetUri => "escaped for java.net.URI",
            Self::WebAddress => "Web Address preprocessing (3987bis section 6.2)",
            Self::Whatwg => "WHATWG URL serialization",
            Self::FnIriToUri => "XPath fn:iri-to-uri",
            Self::FnEscapeHtmlUri => "XPath fn:escape-html-uri",
            Self::FnEncodeForUri => "XPath fn:encode-for-uri",
        }
    }
}

impl_names!(Form, "form", Self::name, Display);
