//! Detection of XML files: by the file name extension, or if that is ambiguous, by the first bytes.
//!
//! In every UTF encoding the start of a document is the same ASCII characters with NULs between them, so NULs are
//! removed before the comparison.

use std::path::Path;

/// Maximum number of bytes of a file that are examined.
pub const HEAD: usize = 1024;

/// Extensions that only XML uses.
pub const XML_EXTENSIONS: &[&str] = &[
    "xml", "xsl", "xslt", "xsd", "xpl", "xproc", "svg", "rng", "sch", "dtd", "xhtml", "xht", "rdf", "owl", "pom",
    "atom", "rss", "kml", "gpx", "gml", "gir", "dita", "ditamap", "ditaval", "opf", "ncx", "wsdl", "wadl", "xliff",
    "xlf", "tmx", "tei", "odd", "csproj", "fsproj", "vbproj", "vcxproj", "nuspec", "resx", "xaml", "docbook", "dbk",
    "mml", "fo", "smil", "xbrl", "xspf", "fodt", "fods", "fodp", "fodg", "bpel", "csl", "doap", "drawio", "fzp",
    "jnlp", "jspx", "qrc", "srx", "tagx", "trix", "wsdd", "wxi", "wxl", "wxs", "xba", "xbl", "xcs", "xcu", "xjb",
    "xlb", "xul",
];

/// Extensions that other formats use too: these files must start with markup.
const SHARED: &[&str] = &[
    "ent",
    "mod",
    "page",
    "rels",
    "props",
    "targets",
    "config",
    "ui",
    "proj",
    "jats",
    "nxml",
    "mm",
    "sct",
    "vstemplate",
];

/// Extensions of SGML files, which start like XML.
const SGML: &[&str] = &["sgml", "sgm"];

/// Returns whether the file name extension alone shows that the file is XML.
pub fn is_xml_by_name(path: &Path) -> bool {
    is_one_of(path, XML_EXTENSIONS)
}

/// Returns whether the file named `path` that starts with the bytes `head` is XML.
///
/// ```
/// use iri_core::files::is_xml;
/// use std::path::Path;
///
/// assert!(is_xml(Path::new("a.svg"), b""));
/// assert!(is_xml(Path::new("a.txt"), b"<?xml version='1.0'?>"));
/// assert!(!is_xml(Path::new("a.html"), b"<!DOCTYPE html>"));
/// ```
pub fn is_xml(path: &Path, head: &[u8]) -> bool {
    if is_xml_by_name(path) {
        return true;
    }
    if is_one_of(path, SHARED) {
        return is_markup(head);
    }
    if is_one_of(path, &["html", "htm"]) {
        return is_xhtml(&opening(head));
    }
    !is_one_of(path, SGML) && begins_as_document(head)
}

/// Returns whether the name ends in one of `extensions`, ignoring case.
fn is_one_of(path: &Path, extensions: &[&str]) -> bool {
    let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else { return false };
    extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// Returns whether `head` starts with `<` after optional whitespace.
pub fn is_markup(head: &[u8]) -> bool {
    is_ebcdic(head) || opening(head).starts_with(b"<")
}

/// Returns whether a file starts with `<?xml`, or a document type declaration of a type other than HTML.
fn begins_as_document(head: &[u8]) -> bool {
    let opening = opening(head);
    if is_ebcdic(head) || opening.starts_with(b"<?xml") {
        return true;
    }
    let Some(rest) = opening.strip_prefix(b"<!DOCTYPE") else { return false };
    let name = rest.trim_ascii_start();
    let is_html = name.get(..4).is_some_and(|name| name.eq_ignore_ascii_case(b"html"));
    !is_html || is_xhtml(&opening)
}

/// Returns whether an HTML file is XML: it declares it, or uses the namespace of XHTML.
fn is_xhtml(opening: &[u8]) -> bool {
    let contains = |wanted: &[u8]| opening.windows(wanted.len()).any(|window| window == wanted);
    opening.starts_with(b"<?xml") || contains(b"http://www.w3.org/1999/xhtml") || contains(b"-//W3C//DTD XHTML")
}

/// Returns whether a file starts with `<?xml` in EBCDIC, which is not supported but should be reported.
fn is_ebcdic(head: &[u8]) -> bool {
    head.starts_with(&[0x4C, 0x6F, 0xA7, 0x94, 0x93])
}

/// Returns the start without byte order mark, NULs and leading whitespace.
fn opening(head: &[u8]) -> Vec<u8> {
    let head = &head[..head.len().min(HEAD)];
    let marks: [&[u8]; 3] = [&[0xEF, 0xBB, 0xBF], &[0xFF, 0xFE], &[0xFE, 0xFF]];
    let bytes: Vec<u8> = head.iter().copied().filter(|&byte| byte != 0).collect();
    let bytes = marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(&bytes);
    bytes.trim_ascii_start().to_vec()
}
