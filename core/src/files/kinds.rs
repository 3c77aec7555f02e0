//! Detection of XML files: by the file name extension, or if that is ambiguous, by the first bytes.
//!
//! In every UTF encoding the start of a document is the same ASCII characters with NULs between them, so NULs are
//! removed before the comparison.

use std::path::Path;
use std::sync::LazyLock;

use crate::xml::Syntax;

/// Maximum number of bytes of a file that are examined.
pub const HEAD: usize = 1024;

/// Extensions by section of `extensions.txt`.
#[derive(Default)]
struct Extensions {
    xml: Vec<&'static str>,
    shared: Vec<&'static str>,
    sgml: Vec<&'static str>,
}

static EXTENSIONS: LazyLock<Extensions> = LazyLock::new(|| {
    let mut extensions = Extensions::default();
    let mut section = &mut extensions.xml;
    for line in include_str!("extensions.txt").lines().filter(|line| !line.starts_with('#')) {
        match line {
            "[xml]" => section = &mut extensions.xml,
            "[shared]" => section = &mut extensions.shared,
            "[sgml]" => section = &mut extensions.sgml,
            line => section.extend(line.split_whitespace()),
        }
    }
    extensions
});

/// Returns the extensions that only XML uses.
pub fn xml_extensions() -> &'static [&'static str] {
    &EXTENSIONS.xml
}

/// Returns whether the file name extension alone shows that the file is XML.
pub fn is_xml_by_name(path: &Path) -> bool {
    is_one_of(path, &EXTENSIONS.xml)
}

/// Returns whether the file name extension alone shows that the file is a document with references: XML or RDF.
pub fn is_document_by_name(path: &Path) -> bool {
    is_xml_by_name(path) || Syntax::from_path(path).is_some()
}

/// Returns whether the file named `path` that starts with the bytes `head` is a document with references: XML or RDF.
pub fn is_document(path: &Path, head: &[u8]) -> bool {
    Syntax::from_path(path).is_some() || is_xml(path, head)
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
    if is_one_of(path, &EXTENSIONS.shared) {
        return is_markup(head);
    }
    if is_page(path) {
        return is_xhtml(&opening(head));
    }
    !is_one_of(path, &EXTENSIONS.sgml) && begins_as_document(head)
}

/// Returns whether the file name extension shows that the file is a page in HTML, which may be XML.
pub fn is_page(path: &Path) -> bool {
    is_one_of(path, &["html", "htm"])
}

/// Returns whether the name ends in one of `extensions`, ignoring case.
fn is_one_of(path: &Path, extensions: &[&str]) -> bool {
    let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else { return false };
    extensions.iter().any(|known| match known.strip_prefix('*') {
        Some(end) => extension.to_ascii_lowercase().ends_with(end),
        None => known.eq_ignore_ascii_case(extension),
    })
}

/// Returns whether `head` starts with markup after optional whitespace: a declaration, a comment, an instruction, or a tag.
pub fn is_markup(head: &[u8]) -> bool {
    is_ebcdic(head)
        || opening(head)
            .strip_prefix(b"<")
            .is_some_and(|rest| rest.starts_with(b"!") || rest.starts_with(b"?") || is_tag(rest))
}

/// Returns whether the file named `path` with this text, which a walk found, can have references: files that are XML by name may
/// have no element.
///
/// ```
/// use iri_core::files::is_found_document;
/// use std::path::Path;
///
/// assert!(is_found_document(Path::new("a.jsonld"), "{}"));
/// assert!(!is_found_document(Path::new("a.xml"), ""));
/// ```
pub fn is_found_document(path: &Path, text: &str) -> bool {
    Syntax::from_path(path).is_some() || text.contains('<')
}

/// Returns whether the file named `path` with this text is a document, if the user named it: by its name, or because it starts,
/// after comments, with markup that only XML starts with.
///
/// ```
/// use iri_core::files::is_named_document;
/// use std::path::Path;
///
/// assert!(is_named_document(Path::new("a"), "<a href='b'>"));
/// assert!(!is_named_document(Path::new("a"), "<urn:a:b> <urn:c> <urn:d> ."));
/// ```
pub fn is_named_document(path: &Path, text: &str) -> bool {
    if Syntax::from_path(path).is_some() {
        return true;
    }
    if is_xml_by_name(path) {
        return text.contains('<');
    }
    let markup = without_comments(text.trim_start().as_bytes());
    let Some(inside) = markup.strip_prefix(b"<") else { return false };
    match inside {
        [b'!', ..] => true,
        // Other programs have instructions, too.
        [b'?', ..] => inside.starts_with(b"?xml"),
        _ => is_tag(inside) && is_element(inside, text),
    }
}

/// Returns whether `inside`, the text after the `<` of a tag in `text`, is the tag of an element and not an IRI in angle
/// brackets, which has a scheme but neither attributes nor an end tag.
fn is_element(inside: &[u8], text: &str) -> bool {
    let tag = &inside[..memchr::memchr(b'>', inside).unwrap_or(inside.len())];
    let name = &tag[..tag.iter().position(u8::is_ascii_whitespace).unwrap_or(tag.len())];
    let has_end = || memchr::memmem::find(text.as_bytes(), &[b"</", name].concat()).is_some();
    !name.contains(&b':') || tag.ends_with(b"/") || tag.contains(&b'=') || has_end()
}

/// Returns whether `inside`, the text after a `<`, starts a tag: a name, and what may follow one.
fn is_tag(inside: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._:".contains(byte) || !byte.is_ascii();
    let length = inside.iter().position(|byte| !is_name(byte)).unwrap_or(inside.len());
    let is_ended = match &inside[length..] {
        [] | [b'>', ..] | [b'/', b'>', ..] => true,
        [byte, ..] => byte.is_ascii_whitespace(),
    };
    inside.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_' || !first.is_ascii()) && is_ended
}

/// Returns whether a file starts, after comments, with `<?xml`, a document type declaration of a type other than HTML, or a
/// tag that declares a namespace.
fn begins_as_document(head: &[u8]) -> bool {
    let opening = opening(head);
    if is_ebcdic(head) || opening.starts_with(b"<?xml") {
        return true;
    }
    let markup = without_comments(&opening);
    if let Some(rest) = markup.strip_prefix(b"<!DOCTYPE") {
        let name = rest.trim_ascii_start();
        let is_html = name.get(..4).is_some_and(|name| name.eq_ignore_ascii_case(b"html"));
        return !is_html || is_xhtml(&opening);
    }
    let tag = markup.strip_prefix(b"<").filter(|inside| is_tag(inside)).unwrap_or_default();
    let tag = &tag[..memchr::memchr(b'>', tag).unwrap_or(tag.len())];
    memchr::memmem::find_iter(tag, b"xmlns").any(|at| at > 0 && tag[at - 1].is_ascii_whitespace())
}

/// Returns `opening` after its comments and the whitespace around them.
fn without_comments(mut opening: &[u8]) -> &[u8] {
    while let Some(comment) = opening.strip_prefix(b"<!--") {
        let Some(end) = memchr::memmem::find(comment, b"-->") else { return &[] };
        opening = comment[end + 3..].trim_ascii_start();
    }
    opening
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_markup_shows_a_document() {
        let is = |name: &str, head: &str| is_xml(Path::new(name), head.as_bytes());
        for head in [
            "<a xmlns='urn:a'>",
            "\u{FEFF}\n<!-- note -->\n<!--\n--><p:a\n xmlns:p=\"urn:a\"/>",
            "<!-- a --><!DOCTYPE a>",
            "<?xml version='1.0'?>",
        ] {
            assert!(is("a", head) && is("a.txt", head), "{head}");
        }
        for head in [
            "",
            "a <b xmlns='urn:a'>",
            "<a>",
            "<http://example.org/a> <b> <c>",
            "#include <a.h>",
            "<?php xmlns",
            "<a x='xmlns'>",
        ] {
            assert!(!is("a.txt", head), "{head}");
        }
        let is_named = |name: &str, text: &str| is_named_document(Path::new(name), text);
        for text in [
            "<a>",
            "<!-- a -->\n<a/>",
            "<!DOCTYPE html><p>",
            "<x:a></x:a>",
            "<x:a b='c'>",
            "<x:a/>",
            "<?xml version='1.0'?>",
        ] {
            assert!(is_named("-", text) && is_named("a.txt", text), "{text}");
        }
        for text in [
            "",
            "a",
            "<!-- a --> a",
            "<?php '<a/>'",
            "<%= a %>",
            "<urn:a> <urn:b> <c/>",
            "<http://a/> <b>",
            "a < b",
            "#include <a>",
        ] {
            assert!(!is_named("-", text) && !is_named("a.txt", text), "{text}");
        }
        assert!(is_named("a.xml", "text <a/>") && !is_named("a.xml", "text"));
        assert!(is("a.WixProj", "<Project>") && !is("a.proj", "{}") && !is("a.projx", "<Project>"));
        assert!(is("a.opml", "<opml version='2.0'>") && !is("a.opml", "text") && !is("a.target", "<http://a/> ."));
        assert!(is("a.devhelp2", "<book xmlns='http://www.devhelp.net/book'>") && !is("a.html", "<html lang='en'>"));
    }
}
