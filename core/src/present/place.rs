//! Location of a reference, named as the author wrote it: `xlink:href of <figure>`.

use std::borrow::Cow;
use std::fmt;

use crate::text::{Span, shorten_name};
use crate::xml::types::TypeOrigin;
use crate::xml::{Document, Site, SiteKind};

/// Location of a reference in a document, named as the author wrote it. Displayed as "`xlink:href of <figure>`".
///
/// The names come from the document and are not escaped. Those longer than
/// [`MAX_NAME_LENGTH`](crate::text::MAX_NAME_LENGTH) are shortened.
///
/// ```
/// use std::sync::Arc;
/// use iri_core::present::Place;
/// use iri_core::{Document, Settings};
///
/// let text = "<d:figure xmlns:d='urn:x' xmlns:x='http://www.w3.org/1999/xlink' x:href='a b'/>";
/// let document = Document::parse(text, Arc::new(Settings::default()));
/// let site = document.sites().last().expect("a reference");
/// let place = Place::new(&document, &site);
/// assert_eq!(place.to_string(), "x:href of <d:figure>");
/// assert_eq!(place.escaped(|name| name.replace(':', "\\:")), "x\\:href of <d\\:figure>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    kind: SiteKind,
    element: String,
    attribute: Option<String>,
    origin: Option<TypeOrigin>,
}

impl Place {
    /// Describes the location of `site` in `document`.
    pub fn new(document: &Document, site: &Site<'_>) -> Self {
        let written = match site.kind {
            SiteKind::Attribute => attribute(document, site),
            SiteKind::Element => element(document, site).map(|element| (element, None)),
            _ => None,
        };
        let (element, attribute) = written.unwrap_or_else(|| (name(site.element), site.attribute.map(name)));
        Self { kind: site.kind, element, attribute, origin: site.origin.cloned() }
    }

    /// Returns the declaration of a schema that makes the value a reference.
    pub fn origin(&self) -> Option<&TypeOrigin> {
        self.origin.as_ref()
    }

    /// Returns the kind of markup that contains the reference.
    pub fn kind(&self) -> SiteKind {
        self.kind
    }

    /// Returns the element with its prefix; of a declaration the declared name, of a processing instruction the target.
    pub fn element(&self) -> &str {
        &self.element
    }

    /// Returns the attribute with its prefix; `None` for the text of an element.
    pub fn attribute(&self) -> Option<&str> {
        self.attribute.as_deref()
    }
}

impl Place {
    /// Describes the place with each name of the document escaped by `escape`.
    pub fn escaped(&self, escape: impl Fn(&str) -> String) -> String {
        let (element, attribute) = (escape(&self.element), self.attribute.as_deref().map(escape));
        Self { kind: self.kind, element, attribute, origin: None }.to_string()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, element, attribute, .. } = self;
        match (kind, attribute) {
            (SiteKind::Attribute, Some(attribute)) => write!(f, "{attribute} of <{element}>"),
            (SiteKind::Attribute | SiteKind::Element, _) => write!(f, "text of <{element}>"),
            (SiteKind::Doctype, _) => write!(f, "system identifier of <!DOCTYPE {element}>"),
            (SiteKind::Entity, _) => write!(f, "system identifier of entity {element}"),
            (SiteKind::Notation, _) => write!(f, "system identifier of notation {element}"),
            (SiteKind::Pi, Some(attribute)) => write!(f, "{attribute} of <?{element}?>"),
            (SiteKind::Pi, None) => write!(f, "<?{element}?>"),
            (SiteKind::Comment, _) => write!(f, "comment {element}"),
            #[cfg(feature = "rdf")]
            (SiteKind::IriRef | SiteKind::Prefix | SiteKind::PrefixedName | SiteKind::Literal, Some(part)) => {
                write!(f, "{element} {part}")
            }
            #[cfg(feature = "rdf")]
            (SiteKind::JsonString | SiteKind::CompactIri, Some(key)) => write!(f, "{element} of {key}"),
            #[cfg(feature = "rdf")]
            (_, None) => f.write_str(element),
        }
    }
}

/// Returns the part of a Clark name after the namespace.
fn local(name: &str) -> &str {
    name.rsplit_once('}').map_or(name, |(_, local)| local)
}

/// Returns the local name of a Clark name for a report.
fn name(name: &str) -> String {
    shorten_name(local(name)).into_owned()
}

/// Maximum distance before a value at which its names are searched, in bytes. In a longer tag, local names are used.
const REACH: usize = 4096;

/// Returns the names in the tag of an attribute: `(element, Some(attribute))`.
fn attribute(document: &Document, site: &Site<'_>) -> Option<(String, Option<String>)> {
    let before = before(document, site.span.start);
    // A tag ends at the next '<', even within quotes: the last one starts the tag.
    let tag = &before[before.rfind('<')?..];
    let element = tag_name(tag)?;
    let attribute = open_attribute(&tag[1 + element.len()..])?;
    let is_expected = |written: &str, expected: &str| local_of(written) == local(expected);
    let expected = site.attribute?;
    // A declaration of a namespace is `xmlns` or `xmlns:prefix`; everything else has the local name of the site.
    let is_right = is_expected(attribute, expected) || attribute == "xmlns" || attribute.starts_with("xmlns:");
    (is_right && is_expected(element, site.element)).then(|| (name(element), Some(name(attribute))))
}

/// Returns the name of the attribute in whose value `attributes`, the beginning of a tag after its name, ends.
fn open_attribute(attributes: &str) -> Option<&str> {
    let mut rest = attributes;
    loop {
        let (name, value) = rest.split_once('=')?;
        let name = name.trim_end();
        let start = name.rfind(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '/')).map_or(0, |at| at + 1);
        let value = value.trim_start();
        let end = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].find(quote).map(|end| end + 2),
            _ => value.find(char::is_whitespace),
        };
        match end {
            Some(end) => rest = &value[end..],
            None => return Some(&name[start..]),
        }
    }
}

/// Returns the name in the start tag of the element whose text contains `site`.
fn element(document: &Document, site: &Site<'_>) -> Option<String> {
    let before = before(document, site.span.start);
    let tags = before.rmatch_indices('<').map(|(at, _)| &before[at..]);
    let mut names = tags.filter_map(tag_name).filter(|name| local_of(name) == local(site.element));
    names.next().map(name)
}

fn before(document: &Document, end: usize) -> Cow<'_, str> {
    document.slice(document.clamped(Span::new(end.saturating_sub(REACH), end)))
}

/// Returns the name at the start of the tag `tag`, which includes its `<`.
fn tag_name(tag: &str) -> Option<&str> {
    let inside = tag.strip_prefix('<')?;
    let end = inside.find(|c: char| c.is_whitespace() || matches!(c, '/' | '>' | '=')).unwrap_or(inside.len());
    Some(&inside[..end]).filter(|name| !name.is_empty() && !name.starts_with(['!', '?']))
}

/// Returns the part of a qualified name after the prefix.
fn local_of(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::Settings;
    use std::sync::Arc;

    fn places(text: &str) -> Vec<String> {
        let document = Document::parse(text, Arc::new(Settings::default()));
        document.sites().map(|site| Place::new(&document, &site).to_string()).collect()
    }

    #[test]
    fn a_place_is_named_as_it_is_written() {
        let text = "<!DOCTYPE f SYSTEM 'f.dtd' [<!ENTITY e SYSTEM 'e.xml'>]><?xml-stylesheet href='s.css'?>\n\
                    <f xmlns = 'http://www.w3.org/2005/Atom' xml:base=\"a'b\"><link href='x'/><id>urn:a<!-- b --></id>\
                    <l:g xmlns:l='http://www.w3.org/1999/xlink' l:href=\" &#x20; \"/></f>";
        assert_eq!(
            places(text),
            [
                "system identifier of <!DOCTYPE f>",
                "system identifier of entity e",
                "href of <?xml-stylesheet?>",
                "xmlns of <f>",
                "xml:base of <f>",
                "href of <link>",
                "text of <id>",
                "xmlns:l of <l:g>",
                "l:href of <l:g>"
            ]
        );
    }

    #[test]
    fn items_of_a_list_have_the_place_of_the_list() {
        let text = "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='urn:a\n a.xsd'/>";
        assert_eq!(places(text), ["xmlns:i of <r>", "i:schemaLocation of <r>", "i:schemaLocation of <r>"]);
    }

    #[test]
    fn names_that_are_not_found_are_those_of_the_vocabulary() {
        let long = format!("<r a='{}' xml:base='x y'/>", "z".repeat(REACH));
        assert_eq!(places(&long), ["base of <r>"]);
    }
}
