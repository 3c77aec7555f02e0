//! How other software parses the same reference.
//!
//! Each parser reads `scheme://userinfo@host:port/path?query#fragment` in its own way. The differences have seven causes:
//!
//! ```text
//!                        http:/\user@a.example:80@b.example\path
//!  which slashes count ───┘ │        │           │          │
//!  whether `\` is a slash ──┘        │           │          └── whether `\` ends the authority
//!  which `@` ends the userinfo ──────┴───────────┘
//!  also: what is trimmed or removed; which hosts are rejected, decoded or read as IPv4 addresses; how a base is applied
//! ```
//!
//! A model describes what one class of parsers does, in terms of those causes. The tests compare every model with the
//! recorded results of the software that it stands for.

mod address_bar;
mod appendix_b;
pub(crate) mod browser;
mod bytes;
mod curl;
mod disagreement;
mod dotnet;
mod go;
mod interpretation;
mod java_uri;
mod java_url;
mod php;
mod python;
mod requests;
pub(crate) mod resource;
mod strict;
pub(crate) mod whatwg;

pub(crate) use address_bar::is_usual_in_domain;
pub use address_bar::{AddressBar, Browser, DisplayCheck, DisplayedLabel, address_bar};
pub use disagreement::{DifferingPart, Disagreement, Reading, disagreement, disagreement_of_all};
pub(crate) use disagreement::{authority_end, has_host};
pub use interpretation::{Interpretation, Rejection};

/// A class of parsers that interpret references alike, named after one of them.
///
/// ```
/// use iri_core::interop::Parser;
///
/// let reference = "http://a.example\\@b.example/";
/// assert_eq!(Parser::Curl.interpret(reference, None)?.host.as_deref(), Some("b.example"));
/// assert_eq!(Parser::Requests.interpret(reference, None)?.host.as_deref(), Some("a.example"));
/// assert!(Parser::Go.interpret(reference, None).is_err());
/// # Ok::<(), iri_core::interop::Rejection>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Parser {
    /// Browsers, Node.js and others that implement the WHATWG URL Standard.
    Whatwg,
    /// libcurl, and the tools that use it, without internationalized names.
    Curl,
    /// libcurl with libidn2, as Linux distributions build it.
    CurlIdn,
    /// Python's `urllib.parse`.
    PythonUrllib,
    /// Python's `requests`, with `urllib3`.
    Requests,
    /// `urllib3.util.parse_url`, which `requests` uses before it adds its own rules.
    Urllib3,
    /// Go's `net/url`.
    Go,
    /// Parsers that accept what the grammar of RFC 3986 accepts.
    Rfc3986,
    /// Java's `java.net.URI`.
    JavaUri,
    /// Java's `java.net.URL`.
    JavaUrl,
    /// PHP's `parse_url`.
    Php,
    /// The class `Uri` of .NET.
    DotNetUri,
    /// Parsers that apply the regular expression of RFC 3986 appendix B.
    Rfc3986Regex,
}

impl Parser {
    /// All classes, in the order of the JSON output.
    pub const ALL: [Self; 13] = [
        Self::Whatwg,
        Self::Curl,
        Self::PythonUrllib,
        Self::Requests,
        Self::Go,
        Self::Rfc3986,
        Self::JavaUri,
        Self::Rfc3986Regex,
        Self::CurlIdn,
        Self::Urllib3,
        Self::JavaUrl,
        Self::Php,
        Self::DotNetUri,
    ];

    /// Returns the key of this class in JSON.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.description().0
    }

    /// Returns the name of this class in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.description().1
    }

    /// Returns the software whose results the model reproduces, with its version.
    #[must_use]
    pub fn recorded_from(self) -> &'static str {
        self.description().2
    }

    /// Returns what this parser makes of `reference`, resolved against `base` if there is one.
    ///
    /// # Errors
    ///
    /// [`Rejection`] if the parser rejects the reference.
    pub fn interpret(self, reference: &str, base: Option<&str>) -> Result<Interpretation, Rejection> {
        match self {
            Self::Whatwg => whatwg::interpret(reference, base),
            Self::Curl => curl::interpret(reference, base),
            Self::CurlIdn => curl::interpret_with_idn(reference, base),
            Self::PythonUrllib => python::interpret(reference, base),
            Self::Requests => requests::interpret(reference, base),
            Self::Urllib3 => requests::interpret_alone(reference, base),
            Self::Go => go::interpret(reference, base),
            Self::Rfc3986 => strict::interpret(reference, base),
            Self::JavaUri => java_uri::interpret(reference, base),
            Self::JavaUrl => java_url::interpret(reference, base),
            Self::Php => php::interpret(reference, base),
            Self::DotNetUri => dotnet::interpret(reference, base),
            Self::Rfc3986Regex => Ok(appendix_b::interpret(reference, base)),
        }
    }

    /// Returns key, name, and the software with its version.
    fn description(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Whatwg => ("whatwg", "browsers", "whatwg-url 17.3.0"),
            Self::Curl => ("curl", "curl", "libcurl 8.23.0, without IDN"),
            Self::CurlIdn => ("curl-idn", "curl with IDN", "libcurl 8.23.0 with libidn2 2.3.3"),
            Self::PythonUrllib => ("python-urllib", "Python", "urllib.parse of Python 3.13.0"),
            Self::Requests => ("requests", "Python requests", "requests 2.34.2 with urllib3 2.8.0"),
            Self::Urllib3 => ("urllib3", "urllib3", "urllib3 2.8.0"),
            Self::Go => ("go", "Go", "net/url of Go 1.27.3"),
            Self::Rfc3986 => ("rfc3986", "RFC 3986 parsers", "fluent-uri 0.4.1"),
            Self::JavaUri => ("java-uri", "Java", "java.net.URI of Java 17"),
            Self::JavaUrl => ("java-url", "java.net.URL", "java.net.URL of Java 17"),
            Self::Php => ("php", "PHP", "parse_url of PHP 8.2"),
            Self::DotNetUri => ("dotnet-uri", ".NET", "System.Uri of .NET Core 3.1.23"),
            Self::Rfc3986Regex => ("rfc3986-regex", "RFC 3986 appendix B", "the expression of RFC 3986 appendix B"),
        }
    }
}

impl Interpretation {
    /// Returns the port; `None` if it is absent or the default of the scheme.
    #[must_use]
    pub fn non_default_port(&self) -> Option<&str> {
        self.port.as_deref().filter(|port| Some(*port) != self.default_port().as_deref())
    }

    /// Returns the default port of the scheme.
    fn default_port(&self) -> Option<String> {
        let scheme = self.scheme.as_deref()?.to_ascii_lowercase();
        whatwg::default_port(&scheme).map(|port| port.to_string())
    }
}
