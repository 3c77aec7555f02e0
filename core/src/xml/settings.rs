//! Settings of a document: severities, configured places, ignored values.

#[cfg(feature = "rdf")]
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use encoding_rs::Encoding;

use crate::reference::Dialect;
use crate::rules::{Role, Severities};
use crate::text::WHITESPACE;
use crate::text::encoding::EncodedForm;
use crate::vocabularies::Shape;
use crate::xml::ignored::{IgnoredValue, IgnoredValues};
use crate::xml::target_lookup::{SharedTargets, Targets};
use crate::xml::types::Types;

/// Configuration of the analysis of a document.
///
/// ```
/// use std::sync::Arc;
/// use iri_core::{Document, Role, Settings};
/// use iri_core::xml::UserPlace;
///
/// let place = UserPlace {
///     namespace: Some("urn:example:shop".to_owned()),
///     element: Some("item".to_owned()),
///     attribute: Some("link".to_owned()),
///     role: Some(Role::IRI),
///     ..UserPlace::default()
/// };
/// let settings = Settings::default().with_base("http://example.org/").with_places([place]);
/// let document = Document::parse("<item xmlns='urn:example:shop' link='a b'/>", Arc::new(settings));
/// let site = document.sites().last().expect("the link is a reference");
/// assert_eq!(site.resolved().as_deref(), Some("http://example.org/a b"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Syntax of the document.
    pub syntax: Syntax,
    /// Severities that differ from the defaults.
    pub severities: Severities,
    /// Dialect that every place allows, independent of its role.
    pub dialect: Option<Dialect>,
    /// IRI of the document, against which its references are resolved if no `xml:base` sets another base.
    pub base: Option<String>,
    /// Location of the document. It resolves references if no base is known, but does not affect findings: a document
    /// is equally correct in every directory.
    pub location: Option<String>,
    /// Directories below which the targets of references are looked up; nothing outside them is accessed.
    pub roots: Vec<PathBuf>,
    /// Files below the roots, for the rules `missing-target` and `missing-fragment`; without them nothing is looked up.
    pub targets: Option<SharedTargets>,
    /// Encoding of the document, in which its queries are percent-encoded (3987bis section 3.5).
    pub charset: Option<&'static Encoding>,
    /// Whether the text was decoded from bytes of which some were malformed. U+FFFD then stands for unknown characters.
    pub is_damaged: bool,
    /// Configured places; the last one that matches wins, and all win over the built-in ones.
    pub places: Vec<UserPlace>,
    /// Whether references in unknown places are looked for; `None` means that they are.
    pub unknown: Option<UnknownPlaces>,
    /// Values without findings.
    pub ignored: IgnoredValues,
    /// Types of the schemas of the document, which determine further places.
    pub types: Option<Arc<Types>>,
}

impl Settings {
    /// Returns the settings of a document with this text: what starts with an XML declaration, or with a tag that has
    /// attributes, is XML, whatever its name is.
    #[must_use]
    #[doc(hidden)] // for the programs of this workspace
    pub fn for_text(self, text: &str) -> Self {
        let text = text.trim_start_matches('\u{FEFF}');
        let is_xml = match text.strip_prefix("<?xml") {
            Some(rest) => rest.starts_with(WHITESPACE),
            None => starts_with_attributes(text),
        };
        Self { syntax: if is_xml { Syntax::Xml } else { self.syntax }, ..self }
    }

    /// Returns whether references in unknown places are looked for.
    pub(crate) fn looks_at_unknown(&self) -> bool {
        self.unknown != Some(UnknownPlaces::Off)
    }

    /// Sets the severities that differ from the defaults.
    #[must_use]
    pub fn with_severities(self, severities: Severities) -> Self {
        Self { severities, ..self }
    }

    /// Sets the dialect that every place allows, independent of its role.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        Self { dialect: Some(dialect), ..self }
    }

    /// Sets the IRI against which references are resolved if no `xml:base` says otherwise.
    #[must_use]
    pub fn with_base(self, base: impl Into<String>) -> Self {
        Self { base: Some(base.into()), ..self }
    }

    /// Sets the IRI of the file that contains the document.
    #[must_use]
    pub fn with_location(self, location: impl Into<String>) -> Self {
        Self { location: Some(location.into()), ..self }
    }

    /// Sets the directories below which the targets of references are looked up.
    #[must_use]
    pub fn with_roots(self, roots: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { roots: roots.into_iter().collect(), ..self }
    }

    /// Sets the files that references may lead to.
    #[must_use]
    pub fn with_targets(self, targets: impl Targets + Send + Sync + 'static) -> Self {
        Self { targets: Some(SharedTargets::new(targets)), ..self }
    }

    /// Sets the encoding of the document; `None` is UTF-8.
    #[must_use]
    pub fn with_charset(self, charset: impl Into<Option<&'static Encoding>>) -> Self {
        Self { charset: charset.into(), ..self }
    }

    /// Sets the encoding of the document, and whether it was damaged, from those of its bytes.
    #[must_use]
    pub fn with_form(self, form: &EncodedForm) -> Self {
        Self { charset: form.encoding.charset(), is_damaged: form.damage.is_some(), ..self }
    }

    /// Sets the configured places.
    #[must_use]
    pub fn with_places(self, places: impl IntoIterator<Item = UserPlace>) -> Self {
        Self { places: places.into_iter().collect(), ..self }
    }

    /// Sets the types of the schemas of the document.
    #[must_use]
    pub fn with_types(self, types: impl Into<Option<Arc<Types>>>) -> Self {
        Self { types: types.into(), ..self }
    }

    /// Sets the values whose findings are hidden.
    #[must_use]
    pub fn with_ignored(self, ignored: impl IntoIterator<Item = IgnoredValue>) -> Self {
        Self { ignored: ignored.into_iter().collect(), ..self }
    }
}

/// Whether references are looked for in attributes, and in the texts of unknown elements, of which no vocabulary, schema or
/// configuration says anything. A value there that starts like a reference, and is no prose or program, has findings only
/// of what no format can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownPlaces {
    /// They are.
    On,
    /// They are not.
    Off,
}

/// Returns whether `text` starts with a tag that has attributes. Whitespace never occurs in an IRI between `<` and `>`.
fn starts_with_attributes(text: &str) -> bool {
    let tag = text.trim_start_matches(WHITESPACE).strip_prefix('<').and_then(|rest| rest.split('>').next());
    let attributes = tag.and_then(|tag| tag.split_once(WHITESPACE)).filter(|(name, _)| !name.contains(['<', '"']));
    attributes.is_some_and(|(_, attributes)| attributes.contains("=\"") || attributes.contains("='"))
}

/// Syntax of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Syntax {
    /// XML 1.0 and 1.1.
    #[default]
    Xml,
    /// Turtle and TriG.
    #[cfg(feature = "rdf")]
    Turtle,
    /// N-Triples and N-Quads.
    #[cfg(feature = "rdf")]
    NTriples,
    /// SPARQL queries and updates.
    #[cfg(feature = "rdf")]
    Sparql,
    /// Notation3, read as Turtle with formulas.
    #[cfg(feature = "rdf")]
    N3,
    /// JSON-LD.
    #[cfg(feature = "rdf")]
    JsonLd,
}

/// Extensions of files, and further names in editors, of each syntax but XML.
#[cfg(feature = "rdf")]
const SYNTAXES: &[(Syntax, &[&str], &[&str])] = &[
    (Syntax::Turtle, &["ttl", "turtle", "trig"], &[]),
    (Syntax::N3, &["n3"], &["notation3"]),
    (Syntax::NTriples, &["nt", "nq"], &["ntriples", "n-triples", "nquads", "n-quads"]),
    (Syntax::Sparql, &["rq", "ru", "sparql"], &[]),
    (Syntax::JsonLd, &["jsonld"], &["json-ld"]),
];

impl Syntax {
    /// Returns the syntax of files with that name, if the name alone shows that it is not XML.
    ///
    /// ```
    /// use iri_core::xml::Syntax;
    /// use std::path::Path;
    ///
    /// assert_eq!(Syntax::from_path(Path::new("vocabulary.TTL")), Some(Syntax::Turtle));
    /// assert_eq!(Syntax::from_path(Path::new("a.xml")), None);
    /// ```
    #[cfg(feature = "rdf")]
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        // Rack reads it as Ruby.
        if path.file_name().is_some_and(|name| name == "config.ru") {
            return None;
        }
        let matches = |known: &&str| known.eq_ignore_ascii_case(extension);
        SYNTAXES.iter().find(|(_, extensions, _)| extensions.iter().any(matches)).map(|known| known.0)
    }

    /// Returns the syntax that editors call `language`, if that is not XML.
    ///
    /// ```
    /// use iri_core::xml::Syntax;
    ///
    /// assert_eq!(Syntax::from_language("ntriples"), Some(Syntax::NTriples));
    /// assert_eq!(Syntax::from_language("xml"), None);
    /// ```
    #[cfg(feature = "rdf")]
    pub fn from_language(language: &str) -> Option<Self> {
        let matches = |known: &&str| known.eq_ignore_ascii_case(language);
        let is_named =
            |(_, extensions, names): &&(Self, &[&str], &[&str])| extensions.iter().chain(*names).any(matches);
        SYNTAXES.iter().find(is_named).map(|known| known.0)
    }

    /// Returns the extensions of files of all syntaxes but XML.
    #[cfg(feature = "rdf")]
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        SYNTAXES.iter().flat_map(|(_, extensions, _)| extensions.iter().copied())
    }

    /// Returns the text before and after a comment; `None` if the syntax has no comments.
    #[cfg_attr(not(feature = "rdf"), allow(clippy::unnecessary_wraps))] // JSON has no comments
    pub const fn comment(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Xml => Some(("<!--", "-->")),
            #[cfg(feature = "rdf")]
            Self::Turtle | Self::N3 | Self::NTriples | Self::Sparql => Some(("#", "")),
            #[cfg(feature = "rdf")]
            Self::JsonLd => None,
        }
    }
}

/// Configured place. Missing properties match everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserPlace {
    /// Namespace name of the element; the empty string is no namespace.
    pub namespace: Option<String>,
    /// Local name of the element.
    pub element: Option<String>,
    /// Attribute, in Clark notation (`{namespace}local`, or `local`); `None` for the text of the element.
    pub attribute: Option<String>,
    /// Role of the references; `None` if the place contains no references.
    pub role: Option<Role>,
    /// Words that may replace a reference.
    pub keywords: Arc<[Box<str>]>,
    /// Values that are references.
    pub values: Shape,
}
