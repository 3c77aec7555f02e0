//! Head of a document: what it says about its schemas, before the content of its root element and in elements soon after.
//!
//! ```text
//! <!DOCTYPE a PUBLIC "-//A//EN" "a.dtd">
//! <?xml-model href="a.rnc"?>
//! <a xmlns="urn:a" xsi:schemaLocation="urn:a a.xsd urn:b b.xsd" xsi:noNamespaceSchemaLocation="c.xsd">
//! ```

use std::sync::Arc;

use crate::text::{Decoded, Entities, floor_char_boundary};
use crate::xml::lexer::{Lexer, Next, TokenKind};
use crate::xml::namespaces::declared_prefix;
use crate::xml::namespaces::{Bindings, XSI, split};
use crate::xml::prolog::Declaration;
use crate::xml::tag::{self, Attribute};

/// Maximum number of markup tokens before the root element, and of namespaces and schemas that are kept.
const MAX_TOKENS: usize = 10_000;
const MAX_KEPT: usize = 64;

/// Length of the text in which the declarations of inner elements are searched, in bytes: envelopes contain their payload
/// near their start.
pub const HEAD_LENGTH: usize = 64 * 1024;

/// What a document says about its schemas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentHead {
    /// Namespace and local name of the root element; `None` without one.
    pub root: Option<(Arc<str>, Box<str>)>,
    /// Namespaces that the root element declares, and then those of elements in it.
    pub namespaces: Vec<Arc<str>>,
    /// References of `xml-model` instructions to schemas that are not for Schematron.
    pub models: Vec<String>,
    /// Pairs of namespaces and references; without a namespace it is empty.
    pub locations: Vec<(Arc<str>, String)>,
    /// Such pairs of elements in the root element.
    pub inner_locations: Vec<(Arc<str>, String)>,
    /// Public identifier of the document type declaration.
    pub public_id: Option<String>,
    /// System identifier of the document type declaration.
    pub system_id: Option<String>,
    /// `xml:base` of the root element.
    pub base: Option<String>,
}

impl DocumentHead {
    /// Parses the head of `text`, which may be cut after [`HEAD_LENGTH`] bytes.
    pub fn parse(text: &str) -> Self {
        let mut head = Self::default();
        let mut lexer = Lexer::new(text, false);
        let (mut at, mut entities) = (0, Entities::default());
        for _ in 0..MAX_TOKENS {
            let Next::Token(token) = lexer.next(at) else { break };
            at = token.end;
            match token.kind {
                TokenKind::Start | TokenKind::Empty => {
                    let mut attributes = Vec::new();
                    lexer.first_attributes(text, token, usize::MAX, &mut attributes);
                    head.root(tag::name(&text[token.start + 1..token.end]), &attributes, &entities);
                    let end = floor_char_boundary(text, HEAD_LENGTH).max(at);
                    head.inner(&text[at..end], &entities);
                    break;
                }
                TokenKind::Pi => head.instruction(&text[token.start + 2..token.end - 2]),
                TokenKind::Declaration => match Declaration::parse(&text[token.start..token.end], 0) {
                    Some(Declaration::Internal(name, value)) => entities.declare(name, value),
                    Some(Declaration::Doctype(_, external)) => {
                        head.public_id = external.public.map(|public_id| public_id.text.to_owned());
                        head.system_id = external.system.map(|system_id| system_id.text.to_owned());
                    }
                    _ => {}
                },
                TokenKind::End | TokenKind::Comment | TokenKind::CData | TokenKind::Damage(_) => {}
            }
        }
        head
    }

    /// Adds what elements in the root element declare. Their tags are not parsed: a declaration in a comment only offers
    /// one more schema.
    fn inner(&mut self, text: &str, entities: &Entities) {
        for at in memchr::memmem::find_iter(text.as_bytes(), "xmlns") {
            let Some((name, raw)) = attribute_at(&text[at..]) else { continue };
            if text[..at].ends_with(|c: char| c.is_ascii_whitespace())
                && declared_prefix(name).is_some()
                && self.namespaces.len() < MAX_KEPT
            {
                let namespace = Decoded::attribute(raw, entities).value;
                if !self.namespaces.iter().any(|known| **known == *namespace) {
                    self.namespaces.push(namespace.as_ref().into());
                }
            }
        }
        for at in memchr::memmem::find_iter(text.as_bytes(), ":schemaLocation") {
            let Some((_, raw)) = attribute_at(&text[at + 1..]) else { continue };
            for pair in pairs(&Decoded::attribute(raw, entities).value) {
                if self.inner_locations.len() < MAX_KEPT && !self.inner_locations.contains(&pair) {
                    self.inner_locations.push(pair);
                }
            }
        }
    }

    fn instruction(&mut self, inside: &str) {
        let target = tag::name(inside);
        if target != "xml-model" || self.models.len() == MAX_KEPT {
            return;
        }
        let mut href = None;
        for attribute in tag::attributes(inside, target.len(), 0) {
            let value = Decoded::xml(attribute.raw).value;
            match attribute.name {
                "href" => href = Some(value.trim().to_owned()),
                "schematypens" | "type" if value.contains("schematron") || value.contains("nvdl") => return,
                _ => {}
            }
        }
        self.models.extend(href.filter(|href| !href.is_empty()));
    }

    /// Adds what the start tag of the root element says: its name and its attributes, as they are written.
    fn root(&mut self, name: &str, attributes: &[Attribute<'_>], entities: &Entities) {
        let decoded = |raw| Decoded::attribute(raw, entities).value;
        let mut declarations = Vec::new();
        for &Attribute { name, raw, .. } in attributes {
            if let Some(prefix) = declared_prefix(name) {
                declarations.push((prefix.into(), decoded(raw).into()));
            }
        }
        let bindings = Bindings::within(&Arc::default(), &declarations);
        let (prefix, local) = split(name);
        self.root = Some((bindings.namespace(prefix).unwrap_or_default(), local.into()));
        self.namespaces = declarations.into_iter().map(|(_, namespace)| namespace).take(MAX_KEPT).collect();
        for &Attribute { name, raw, .. } in attributes {
            let (prefix, local) = split(name);
            if name == "xml:base" {
                self.base = Some(decoded(raw).trim().to_owned());
            }
            if prefix.is_empty() || bindings.namespace(prefix).as_deref() != Some(XSI) {
                continue;
            }
            let value = decoded(raw);
            match local {
                "schemaLocation" => {
                    self.locations.extend(pairs(&value));
                }
                "noNamespaceSchemaLocation" if !value.trim().is_empty() => {
                    self.locations.push(("".into(), value.trim().to_owned()));
                }
                _ => {}
            }
        }
    }
}

/// Returns the pairs of namespaces and references in the value of `schemaLocation`.
fn pairs(value: &str) -> Vec<(Arc<str>, String)> {
    let words: Vec<_> = value.split_ascii_whitespace().take(2 * MAX_KEPT).collect();
    words.chunks_exact(2).map(|pair| (pair[0].into(), pair[1].to_owned())).collect()
}

/// Returns the name and the value of the attribute at the start of `text`; `None` if it has no value, or a very long one.
fn attribute_at(text: &str) -> Option<(&str, &str)> {
    let near = &text[..floor_char_boundary(text, 4096)];
    let (name, rest) = near.split_once('=')?;
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, _) = rest[1..].split_once(quote)?;
    let name = name.trim_end();
    (!name.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '<' | '>'))).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_names_the_schemas_of_its_document() {
        let head = DocumentHead::parse(
            "<?xml version='1.0'?><!DOCTYPE p:a PUBLIC '-//A//EN' 'a.dtd' [<!ENTITY e 'b.xsd'>]><!-- <no/> -->\
             <?xml-model href='a&amp;b.rnc' type='application/relax-ng-compact-syntax'?>\
             <?xml-model href='a.sch' schematypens='http://purl.oclc.org/dsdl/schematron'?>\
             <p:a xmlns:p='urn:a' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'\n\
             xsi:schemaLocation=' urn:a a.xsd\nurn:b &e; x' xsi:noNamespaceSchemaLocation=' c.xsd ' xml:base='d/'><b",
        );
        assert_eq!(head.root, Some(("urn:a".into(), "a".into())));
        assert_eq!(head.models, ["a&b.rnc"]);
        let expected = [("urn:a", "a.xsd"), ("urn:b", "b.xsd"), ("", "c.xsd")];
        assert_eq!(head.locations, expected.map(|(namespace, location)| (namespace.into(), location.to_owned())));
        assert_eq!(head.namespaces, ["urn:a".into(), XSI.into()]);
        assert_eq!(head.inner_locations, []);
        assert_eq!(head.base.as_deref(), Some("d/"));
        assert_eq!((head.public_id.as_deref(), head.system_id.as_deref()), (Some("-//A//EN"), Some("a.dtd")));
    }

    #[test]
    fn inner_elements_declare_further_namespaces_and_schemas() {
        let head = DocumentHead::parse(
            "<a xmlns='urn:a'><b xmlns = \"urn:b\" xsi:schemaLocation='urn:b b.xsd\nurn:c c.xsd'/><c xmlns='urn:b'\
             /><p:d xmlns:p='urn:d' xmlnsx='urn:no' x='xmlns=\"urn:no\"'>text xmlns and</p:d></a>",
        );
        assert_eq!(head.namespaces, ["urn:a".into(), "urn:b".into(), "urn:d".into()]);
        let expected = [("urn:b", "b.xsd"), ("urn:c", "c.xsd")];
        assert_eq!(head.inner_locations, expected.map(|(namespace, location)| (namespace.into(), location.to_owned())));
    }

    #[test]
    fn a_text_without_an_element_has_no_root() {
        for text in ["", "text", "<?xml-model", "<!-- <a> -->"] {
            assert_eq!(DocumentHead::parse(text), DocumentHead::default(), "{text}");
        }
        assert_eq!(DocumentHead::parse("<a").root, Some(("".into(), "a".into())));
    }
}
