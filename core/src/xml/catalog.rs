//! XML catalogs, which map references to the actual locations of resources.
//!
//! | entry | maps | to |
//! |--|--|--|
//! | `uri` with `name`, `system` with `systemId` | this reference | `uri` |
//! | `rewriteURI`, `rewriteSystem` | references with this prefix; the longest prefix wins | `rewritePrefix` and the rest |
//! | `nextCatalog` | all other references | the result of another catalog |
//!
//! OASIS XML Catalogs 1.1 sections 6 and 7: `system…` entries are for system identifiers, the others for all other
//! references. Public identifiers, suffixes and delegation are not supported.

use crate::inspect::Options;
use crate::inspect::inspect;
use crate::reference::Form;
use crate::xml::{Document, Site, SiteKind};

/// Parsed catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    entries: Vec<Entry>,
    /// IRIs of the catalogs to use if this one has no entry.
    pub next: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    is_for_system_identifiers: bool,
    is_prefix: bool,
    name: String,
    target: String,
}

impl Catalog {
    /// Reads the catalog in `document`, whose settings contain its location.
    pub fn from_document(document: &Document) -> Self {
        let mut catalog = Self::default();
        let mut element: Vec<Site<'_>> = Vec::new();
        let mut markup = None;
        for site in document.sites().filter(|site| site.kind == SiteKind::Attribute) {
            let current = document.markup_of(&site);
            if current != markup {
                catalog.add(&element);
                element.clear();
            }
            markup = current;
            element.push(site);
        }
        catalog.add(&element);
        catalog
    }

    /// Adds the entry for the attributes of one element.
    fn add(&mut self, attributes: &[Site<'_>]) {
        let Some(element) = attributes.first().map(|site| local(site.element)) else { return };
        let named = |name: &str| attributes.iter().find(|site| site.attribute == Some(name));
        let resolved =
            |name: &str| named(name).map(|site| site.resolved().unwrap_or_else(|| site.reference().to_owned()));
        let (name, target) = match element {
            "uri" => ("name", "uri"),
            "system" => ("systemId", "uri"),
            "rewriteURI" => ("uriStartString", "rewritePrefix"),
            "rewriteSystem" => ("systemIdStartString", "rewritePrefix"),
            "nextCatalog" => return self.next.extend(resolved("catalog")),
            _ => return,
        };
        if let (Some(name), Some(target)) = (named(name), resolved(target)) {
            self.entries.push(Entry {
                is_for_system_identifiers: element.ends_with("ystem"),
                is_prefix: element.starts_with("rewrite"),
                name: to_uri(name.reference()),
                target,
            });
        }
    }

    /// Returns the target of `reference`, a system identifier or another reference; `None` without an entry.
    pub fn target(&self, reference: &str, is_system: bool) -> Option<String> {
        let reference = to_uri(reference);
        let candidates = || self.entries.iter().filter(|entry| entry.is_for_system_identifiers == is_system);
        let whole = candidates().find(|entry| !entry.is_prefix && entry.name == reference);
        if let Some(entry) = whole {
            return Some(entry.target.clone());
        }
        let prefixes = candidates().filter(|entry| entry.is_prefix && reference.starts_with(&entry.name));
        // Of two that are equally long the first wins.
        let longest = prefixes.rev().max_by_key(|entry| entry.name.len())?;
        Some(format!("{}{}", longest.target, &reference[longest.name.len()..]))
    }
}

fn local(name: &str) -> &str {
    name.rsplit('}').next().unwrap_or(name)
}

/// Converts to a URI, because catalogs compare percent-encoded references (section 6.3).
fn to_uri(reference: &str) -> String {
    inspect(reference, &Options::default()).converted(Form::Uri).unwrap_or_else(|| reference.to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::xml::Settings;

    const TEXT: &str = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog' prefer='public'>
        <uri name='http://example.org/a b' uri='own/a.xml'/>
        <group xml:base='deep/'>
            <system systemId='http://example.org/a.dtd' uri='a.dtd'/>
            <rewriteURI uriStartString='http://example.org/' rewritePrefix='mirror/'/>
            <rewriteURI uriStartString='http://example.org/x/' rewritePrefix='http://example.net/'/>
            <rewriteURI uriStartString='http://example.org/x/' rewritePrefix='http://example.com/'/>
            <rewriteSystem rewritePrefix='s/' systemIdStartString='urn:s:'/>
        </group>
        <nextCatalog catalog='more.xml'/><nextCatalog/><uri name='x'/><uri uri='y'/><system/>
    </catalog>";

    fn catalog() -> Catalog {
        let location = Some("file:///c/catalog.xml".to_owned());
        Catalog::from_document(&Document::parse(TEXT, Arc::new(Settings { location, ..Settings::default() })))
    }

    #[test]
    fn a_reference_has_the_target_of_the_first_matching_entry() {
        let catalog = catalog();
        for (reference, is_system, expected) in [
            ("http://example.org/a b", false, Some("file:///c/own/a.xml")),
            ("http://example.org/a%20b", false, Some("file:///c/own/a.xml")),
            ("http://example.org/other", false, Some("file:///c/deep/mirror/other")),
            ("http://example.org/x/y", false, Some("http://example.net/y")),
            ("http://example.org/a.dtd", true, Some("file:///c/deep/a.dtd")),
            ("http://example.org/other", true, None),
            ("urn:s:t/\u{E9}", true, Some("file:///c/deep/s/t/%C3%A9")),
            ("urn:s:t", false, None),
            ("http://example.net/", false, None),
            ("", false, None),
        ] {
            assert_eq!(catalog.target(reference, is_system).as_deref(), expected, "{reference}");
        }
        assert_eq!(catalog.next, ["file:///c/more.xml"]);
    }

    #[test]
    fn a_document_that_is_not_a_catalog_has_no_entries() {
        let document = Document::parse("<uri name='a' uri='b'/>", Arc::default());
        assert_eq!(Catalog::from_document(&document), Catalog::default());
    }
}
