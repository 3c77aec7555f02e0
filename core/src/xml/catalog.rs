//! XML catalogs, which map identifiers to the actual locations of resources.
//!
//! | entry | maps | to |
//! |--|--|--|
//! | `uri`, `system`, `public` | this identifier | `uri` |
//! | `rewriteURI`, `rewriteSystem` | identifiers with this prefix; the longest prefix wins | `rewritePrefix` and the rest |
//! | `uriSuffix`, `systemSuffix` | identifiers with this end; the longest end wins | `uri` |
//! | `delegateURI`, `delegateSystem`, `delegatePublic` | identifiers with this prefix | the result of other catalogs only, the longest prefix first |
//! | `nextCatalog` | all other identifiers | the result of another catalog |
//!
//! OASIS XML Catalogs 1.1 sections 6 and 7: the entries named after system and public identifiers are for external
//! identifiers, the others for all other references.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::inspect::Options;
use crate::inspect::inspect;
use crate::reference::{Form, resolve};
use crate::xml::tree::{NodeId, Tree};

/// Start of the namespaces of catalogs.
const NAMESPACES: &str = "urn:oasis:names:tc:entity:xmlns:";
/// Start of URNs that contain a public identifier (RFC 3151).
const PUBLIC_ID_URN: &str = "urn:publicid:";

/// Parsed catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// Targets of whole identifiers. Of several entries the first wins.
    whole: FxHashMap<(IdentifierKind, Box<str>), Box<str>>,
    partial: Vec<PartialEntry>,
    /// IRIs of the catalogs to use if this one has no entry.
    pub next: Vec<String>,
}

/// Kind of an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdentifierKind {
    /// A reference that is not an external identifier, such as a namespace name.
    Uri,
    /// A system identifier.
    System,
    /// A public identifier next to a system identifier.
    Public,
    /// A public identifier without a system identifier.
    OnlyPublic,
}

/// Result of a lookup in one catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogResult {
    /// The target of an entry.
    Target(String),
    /// IRIs of the only catalogs that may have an entry.
    Delegated(Vec<String>),
    /// No entry.
    Missing,
}

/// Entry for the start or the end of identifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PartialEntry {
    kind: IdentifierKind,
    rule: PartialRule,
    /// Start or end.
    part: Box<str>,
    target: Box<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartialRule {
    Rewrite,
    Suffix,
    Delegate,
}

impl Catalog {
    /// Parses the catalog in `text`, which is at `location`, if this is known.
    pub fn parse(text: &Arc<str>, location: Option<&str>) -> Self {
        let tree = Tree::parse(text);
        let mut catalog = Self::default();
        if !tree.root().is_some_and(|root| is_catalog(&tree, root) && tree.name(root).local == "catalog") {
            return catalog;
        }
        // For each node, the base, and whether public identifiers apply next to system identifiers.
        let mut known: Vec<(Option<Arc<str>>, bool)> = Vec::new();
        for node in tree.nodes() {
            let outer = tree.parent(node).and_then(|parent| known.get(parent).cloned());
            let (outer, prefers_public) = outer.unwrap_or_else(|| (location.map(Arc::from), true));
            let base = match tree.attribute(node, "xml:base") {
                Some(base) => Some(Arc::from(against(outer.as_deref(), base))),
                None => outer,
            };
            let prefers_public = match tree.attribute(node, "prefer") {
                Some(prefer) => prefer.trim() != "system",
                None => prefers_public,
            };
            if is_catalog(&tree, node) {
                catalog.add(&tree, node, base.as_deref(), prefers_public);
            }
            known.push((base, prefers_public));
        }
        catalog
    }

    /// Adds the entry of one element.
    fn add(&mut self, tree: &Tree, node: NodeId, base: Option<&str>, prefers_public: bool) {
        use IdentifierKind::{OnlyPublic, Public, System, Uri};
        use PartialRule::{Delegate, Rewrite, Suffix};

        let (kind, rule, name, target) = match tree.name(node).local {
            "uri" => (Uri, None, "name", "uri"),
            "system" => (System, None, "systemId", "uri"),
            "public" => (Public, None, "publicId", "uri"),
            "rewriteURI" => (Uri, Some(Rewrite), "uriStartString", "rewritePrefix"),
            "rewriteSystem" => (System, Some(Rewrite), "systemIdStartString", "rewritePrefix"),
            "uriSuffix" => (Uri, Some(Suffix), "uriSuffix", "uri"),
            "systemSuffix" => (System, Some(Suffix), "systemIdSuffix", "uri"),
            "delegateURI" => (Uri, Some(Delegate), "uriStartString", "catalog"),
            "delegateSystem" => (System, Some(Delegate), "systemIdStartString", "catalog"),
            "delegatePublic" => (Public, Some(Delegate), "publicIdStartString", "catalog"),
            "nextCatalog" => {
                return self.next.extend(tree.attribute(node, "catalog").map(|catalog| against(base, catalog)));
            }
            _ => return,
        };
        let (Some(part), Some(target)) = (tree.attribute(node, name), tree.attribute(node, target)) else { return };
        let target = against(base, target);
        let kinds: &[_] = match kind {
            Public if prefers_public => &[Public, OnlyPublic],
            Public => &[OnlyPublic],
            _ => std::slice::from_ref(&kind),
        };
        for &kind in kinds {
            let (part, target) = (kind.normalized(part).into_boxed_str(), target.as_str().into());
            match rule {
                None => _ = self.whole.entry((kind, part)).or_insert(target),
                Some(rule) => self.partial.push(PartialEntry { kind, rule, part, target }),
            }
        }
    }

    /// Returns the names that have entries of their own: system identifiers, or other references.
    pub fn names(&self, is_system: bool) -> impl Iterator<Item = &str> {
        let kind = if is_system { IdentifierKind::System } else { IdentifierKind::Uri };
        self.whole.keys().filter(move |(known, _)| *known == kind).map(|(_, name)| &**name)
    }

    /// Looks up an identifier.
    pub fn find(&self, kind: IdentifierKind, identifier: &str) -> CatalogResult {
        let identifier = kind.normalized(identifier);
        let identifier = identifier.as_str();
        if let Some(target) = self.whole.get(&(kind, identifier.into())) {
            return CatalogResult::Target(target.as_ref().into());
        }
        let matching = |rule: PartialRule| {
            self.partial.iter().filter(move |entry| entry.kind == kind && entry.rule == rule && entry.fits(identifier))
        };
        // Of two that are equally long the first wins.
        let longest = |rule| matching(rule).rev().max_by_key(|entry| entry.part.len());
        if let Some(entry) = longest(PartialRule::Rewrite) {
            return CatalogResult::Target(format!("{}{}", entry.target, &identifier[entry.part.len()..]));
        }
        if let Some(entry) = longest(PartialRule::Suffix) {
            return CatalogResult::Target(entry.target.as_ref().into());
        }
        let mut delegated: Vec<_> = matching(PartialRule::Delegate).collect();
        if delegated.is_empty() {
            return CatalogResult::Missing;
        }
        delegated.sort_by_key(|entry| std::cmp::Reverse(entry.part.len()));
        CatalogResult::Delegated(delegated.into_iter().map(|entry| entry.target.as_ref().into()).collect())
    }

    /// Returns the IRIs of all catalogs that this one names.
    pub fn catalogs(&self) -> impl Iterator<Item = &str> {
        let delegates = self.partial.iter().filter(|entry| entry.rule == PartialRule::Delegate);
        self.next.iter().map(String::as_str).chain(delegates.map(|entry| &*entry.target))
    }
}

impl PartialEntry {
    fn fits(&self, identifier: &str) -> bool {
        match self.rule {
            PartialRule::Suffix => identifier.ends_with(&*self.part),
            PartialRule::Rewrite | PartialRule::Delegate => identifier.starts_with(&*self.part),
        }
    }
}

impl IdentifierKind {
    /// Returns the form in which identifiers are compared: public ones with single spaces, others as URIs, because
    /// catalogs compare percent-encoded references (sections 6.2 and 6.3).
    fn normalized(self, identifier: &str) -> String {
        match self {
            Self::Public | Self::OnlyPublic => identifier.split_ascii_whitespace().collect::<Vec<_>>().join(" "),
            Self::Uri | Self::System => {
                inspect(identifier, &Options::default()).converted(Form::Uri).unwrap_or_else(|| identifier.to_owned())
            }
        }
    }
}

/// Returns the public identifier that a URN of the namespace `publicid` contains (RFC 3151); `None` for any other
/// reference.
pub fn public_id_of_urn(reference: &str) -> Option<String> {
    let start = reference.get(..PUBLIC_ID_URN.len()).filter(|start| start.eq_ignore_ascii_case(PUBLIC_ID_URN))?;
    let inside = &reference[start.len()..];
    let encoded = [("%2B", "+"), ("%3A", ":"), ("%2F", "/"), ("%3B", ";"), ("%27", "'"), ("%3F", "?"), ("%23", "#")];
    let mut public_id = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(c) = rest.chars().next() {
        let decoded = encoded
            .iter()
            .chain(&[("%25", "%")])
            .find(|(written, _)| rest.get(..written.len()).is_some_and(|start| start.eq_ignore_ascii_case(written)));
        match (decoded, c) {
            (Some((written, plain)), _) => {
                public_id.push_str(plain);
                rest = &rest[written.len()..];
                continue;
            }
            (None, '+') => public_id.push(' '),
            (None, ':') => public_id.push_str("//"),
            (None, ';') => public_id.push_str("::"),
            (None, other) => public_id.push(other),
        }
        rest = &rest[c.len_utf8()..];
    }
    Some(public_id)
}

fn is_catalog(tree: &Tree, node: NodeId) -> bool {
    let namespace = tree.name(node).namespace;
    namespace.is_empty() || namespace.starts_with(NAMESPACES)
}

fn against(base: Option<&str>, reference: &str) -> String {
    base.and_then(|base| resolve(base, reference.trim())).unwrap_or_else(|| reference.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::IdentifierKind::{OnlyPublic, Public, System, Uri};
    use super::*;

    const TEXT: &str = "<catalog xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog' xmlns:o='urn:other'>
        <uri name='http://example.org/a b' uri='own/a.xml'/>
        <group xml:base='deep/' prefer='system'>
            <system systemId='http://example.org/a.dtd' uri='a.dtd'/>
            <rewriteURI uriStartString='http://example.org/' rewritePrefix='mirror/'/>
            <rewriteURI uriStartString='http://example.org/x/' rewritePrefix='http://example.net/'/>
            <rewriteURI uriStartString='http://example.org/x/' rewritePrefix='http://example.com/'/>
            <rewriteSystem rewritePrefix='s/' systemIdStartString='urn:s:'/>
            <public publicId='-//E//DTD  A//EN' uri='public.dtd'/>
        </group>
        <public publicId='-//E//DTD B//EN' uri='b.dtd' xml:base='more/'/>
        <systemSuffix systemIdSuffix='.dtd' uri='any.dtd'/>
        <systemSuffix systemIdSuffix='/last.dtd' uri='last.dtd'/>
        <uriSuffix uriSuffix='.xsd' uri='any.xsd'/>
        <delegateURI uriStartString='urn:d:' catalog='d.xml'/>
        <delegateURI uriStartString='urn:d:long:' catalog='long.xml'/>
        <delegatePublic publicIdStartString='-//D//' catalog='p.xml'/>
        <o:uri name='urn:foreign' uri='f.xml'/>
        <nextCatalog catalog='more.xml'/><nextCatalog/><uri name='x'/><uri uri='y'/><system/>
    </catalog>";

    fn catalog() -> Catalog {
        Catalog::parse(&TEXT.into(), Some("file:///c/catalog.xml"))
    }

    #[test]
    fn an_identifier_has_the_target_of_the_first_matching_entry() {
        let catalog = catalog();
        for (identifier, kind, expected) in [
            ("http://example.org/a b", Uri, Some("file:///c/own/a.xml")),
            ("http://example.org/a%20b", Uri, Some("file:///c/own/a.xml")),
            ("http://example.org/other", Uri, Some("file:///c/deep/mirror/other")),
            ("http://example.org/x/y", Uri, Some("http://example.net/y")),
            ("http://example.org/a.dtd", System, Some("file:///c/deep/a.dtd")),
            ("http://example.org/other", System, None),
            ("urn:s:t/\u{E9}", System, Some("file:///c/deep/s/t/%C3%A9")),
            ("urn:s:t", Uri, None),
            ("http://example.net/", Uri, None),
            ("", Uri, None),
            ("http://example.net/b.dtd", System, Some("file:///c/any.dtd")),
            ("http://example.net/last.dtd", System, Some("file:///c/last.dtd")),
            ("http://example.net/a.xsd", Uri, Some("file:///c/any.xsd")),
            ("urn:foreign", Uri, None),
            ("-//E//DTD A//EN", OnlyPublic, Some("file:///c/deep/public.dtd")),
            ("-//E//DTD A//EN", Public, None),
            ("-//E//DTD\nB//EN ", Public, Some("file:///c/more/b.dtd")),
        ] {
            let expected = expected.map_or(CatalogResult::Missing, |target| CatalogResult::Target(target.to_owned()));
            assert_eq!(catalog.find(kind, identifier), expected, "{identifier}");
        }
        assert_eq!(catalog.next, ["file:///c/more.xml"]);
    }

    #[test]
    fn the_longest_delegation_comes_first() {
        let catalog = catalog();
        let delegated = |all: &[&str]| CatalogResult::Delegated(all.iter().map(|&iri| iri.to_owned()).collect());
        assert_eq!(catalog.find(Uri, "urn:d:a"), delegated(&["file:///c/d.xml"]));
        assert_eq!(catalog.find(Uri, "urn:d:long:a"), delegated(&["file:///c/long.xml", "file:///c/d.xml"]));
        assert_eq!(catalog.find(Public, "-//D//a"), delegated(&["file:///c/p.xml"]));
        assert_eq!(catalog.catalogs().count(), 5);
    }

    #[test]
    fn a_document_that_is_not_a_catalog_has_no_entries() {
        for text in ["<uri name='a' uri='b'/>", "<catalog xmlns='urn:other'><uri name='a' uri='b'/></catalog>", ""] {
            assert_eq!(Catalog::parse(&text.into(), None), Catalog::default(), "{text}");
        }
    }

    #[test]
    fn a_urn_contains_a_public_identifier() {
        let public_id = public_id_of_urn("urn:publicid:-:E%2BF:DTD+A;b%3a:EN");
        assert_eq!(public_id.as_deref(), Some("-//E+F//DTD A::b://EN"));
        assert_eq!(public_id_of_urn("urn:publicid").or(public_id_of_urn("urn:x:a")), None);
    }
}
