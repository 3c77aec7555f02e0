//! Types of documents, if a namespace does not determine them.

use crate::xml::places::ExpandedName;

/// Namespace of XSLT.
pub const XSLT: &str = "http://www.w3.org/1999/XSL/Transform";

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Type of a document, which distinguishes vocabularies without a namespace, and documents in which attributes are
/// templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DocumentType {
    /// Unknown.
    #[default]
    Unknown,
    /// An XSLT stylesheet, including a simplified one: literal result elements contain attribute value templates.
    Xslt,
    /// RDF/XML.
    Rdf,
    /// XHTML without its namespace, and HTML that is XML.
    Html,
    /// SVG without its namespace.
    Svg,
    /// SMIL 1.0.
    Smil,
    /// An XML catalog without its namespace.
    Catalog,
    /// DocBook up to 4.5, or a piece of it.
    DocBook4,
    /// DITA.
    Dita,
    /// TEI up to P4.
    TeiP4,
    /// EAD 2002 by its DTD.
    Ead,
    /// RSS 0.9x and 2.0.
    Rss,
    /// OPML.
    Opml,
    /// XBEL.
    Xbel,
    /// Maven, without its namespace.
    Maven,
    /// Ant.
    Ant,
    /// MSBuild, without its namespace.
    MsBuild,
    /// NuGet, without its namespace.
    NuGet,
    /// A navigation graph of Android.
    AndroidNavigation,
    /// AppStream.
    AppStream,
    /// GTK's user interfaces.
    GtkBuilder,
    /// Java Web Start.
    Jnlp,
    /// Devhelp, without its namespace.
    Devhelp,
    /// The Unicode Common Locale Data Repository.
    Cldr,
    /// JATS, or its predecessor.
    Jats,
    /// A printer or driver of foomatic-db.
    Foomatic,
    /// A database of libosinfo.
    Osinfo,
    /// A part of Fritzing.
    Fritzing,
    /// Labels of gLabels, without its namespace.
    Glabels,
}

/// Types by a part of the public identifier.
const BY_PUBLIC_IDENTIFIER: &[(&str, DocumentType)] = &[
    ("DTD XHTML", DocumentType::Html),
    ("DTD HTML", DocumentType::Html),
    ("DTD SVG", DocumentType::Svg),
    ("DTD SMIL", DocumentType::Smil),
    ("DTD Entity Resolution XML Catalog", DocumentType::Catalog),
    ("DTD XML Catalog", DocumentType::Catalog),
    ("DTD JATS", DocumentType::Jats),
    ("//NLM//DTD", DocumentType::Jats),
    ("DocBook", DocumentType::DocBook4),
    ("DTD DITA", DocumentType::Dita),
    ("DITA", DocumentType::Dita),
    ("TEI P4", DocumentType::TeiP4),
    ("ead.dtd", DocumentType::Ead),
    ("DTD RSS", DocumentType::Rss),
    ("XML Bookmark Exchange Language", DocumentType::Xbel),
];

/// Types by root elements, which are separated by spaces.
const BY_ROOT: &[(&str, DocumentType)] = &[
    ("html", DocumentType::Html),
    ("svg", DocumentType::Svg),
    ("smil", DocumentType::Smil),
    (
        "appendix article bibliography book chapter colophon dedication formalpara glossary index part partintro \
         preface qandaset refentry reference refsect1 refsect2 refsynopsisdiv sect1 sect2 sect3 section set \
         setindex simplesect slides",
        DocumentType::DocBook4,
    ),
    (
        "bookmap concept dita glossentry glossgroup learningAssessment learningContent learningOverview map \
         subjectScheme task topic troubleshooting",
        DocumentType::Dita,
    ),
    ("TEI.2 teiCorpus.2", DocumentType::TeiP4),
    ("ead", DocumentType::Ead),
    ("rss", DocumentType::Rss),
    ("opml", DocumentType::Opml),
    ("xbel", DocumentType::Xbel),
    ("Project", DocumentType::MsBuild),
    ("package", DocumentType::NuGet),
    ("navigation", DocumentType::AndroidNavigation),
    ("component components", DocumentType::AppStream),
    ("interface", DocumentType::GtkBuilder),
    ("jnlp", DocumentType::Jnlp),
    ("ldml supplementalData", DocumentType::Cldr),
    ("libosinfo", DocumentType::Osinfo),
    ("Glabels-templates", DocumentType::Glabels),
];

impl DocumentType {
    /// Detects the type from the root element and the public identifier of the document type declaration. Attributes
    /// are given as written: name and value.
    pub fn detect(root: ExpandedName<'_>, root_attributes: &[(&str, &str)], public_id: Option<&str>) -> Self {
        if root.namespace == XSLT || is_simplified(root_attributes) {
            return Self::Xslt;
        }
        if root.namespace == RDF {
            return Self::Rdf;
        }
        if !root.namespace.is_empty() {
            return Self::Unknown;
        }
        let by_public_id = public_id.and_then(|public_id| {
            BY_PUBLIC_IDENTIFIER.iter().find(|(part, _)| public_id.contains(part)).map(|(_, document)| *document)
        });
        by_public_id.unwrap_or_else(|| Self::detect_by_root(root.local, root_attributes))
    }

    fn detect_by_root(root: &str, attributes: &[(&str, &str)]) -> Self {
        let has = |name: &str| attributes.iter().any(|(attribute, _)| *attribute == name);
        match root {
            // The two have the same root; targets of Ant need a default, or the project a name.
            "project" if has("default") || has("name") || has("basedir") => Self::Ant,
            "project" => Self::Maven,
            // DocBook and DITA both have it; topics of DITA need an id and have no title attribute in common.
            "reference" if has("xmlns:ditaarch") || has("domains") => Self::Dita,
            "book" if has("link") && has("name") => Self::Devhelp,
            "module" if has("moduleId") => Self::Fritzing,
            "driver" | "printer" if attributes.iter().any(|(name, value)| is_foomatic_id(root, name, value)) => {
                Self::Foomatic
            }
            _ => {
                let listed = |(roots, _): &&(&str, Self)| roots.split(' ').any(|known| known == root);
                BY_ROOT.iter().find(listed).map_or(Self::Unknown, |(_, document)| *document)
            }
        }
    }
}

/// Returns whether the root is a literal result element that is a whole stylesheet: it has `xsl:version`.
fn is_simplified(attributes: &[(&str, &str)]) -> bool {
    let is_bound = |prefix: &str| {
        let mut declarations =
            attributes.iter().filter_map(|(name, value)| Some((name.strip_prefix("xmlns:")?, value)));
        declarations.any(|(declared, value)| declared == prefix && *value == XSLT)
    };
    attributes.iter().any(|(name, _)| name.strip_suffix(":version").is_some_and(is_bound))
}

/// Returns whether the attribute is the `id` of such a root in foomatic-db: `driver/hpijs`, `printer/HP-DeskJet_500`.
fn is_foomatic_id(root: &str, name: &str, value: &str) -> bool {
    name == "id" && value.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'))
}
