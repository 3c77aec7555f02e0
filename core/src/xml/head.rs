//! Head of a document: what it says about its schemas before the content of its root element.
//!
//! ```text
//! <!DOCTYPE a PUBLIC "-//A//EN" "a.dtd">
//! <?xml-model href="a.rnc"?>
//! <a xmlns="urn:a" xsi:schemaLocation="urn:a a.xsd urn:b b.xsd" xsi:noNamespaceSchemaLocation="c.xsd">
//! ```

use std::sync::Arc;

use crate::text::{Decoded, Entities};
use crate::xml::lexer::{Lexer, Next, TokenKind};
use crate::xml::namespaces::{Bindings, XSI, split};
use crate::xml::prolog::Declaration;
use crate::xml::scope::declared_prefix;
use crate::xml::tag::{self, Attribute};

/// Maximum number of markup tokens before the root element, and of namespaces and schemas that are kept.
const MAX_TOKENS: usize = 10_000;
const MAX_KEPT: usize = 64;

/// What a document says about its schemas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentHead {
    /// Namespace and local name of the root element; `None` without one.
    pub root: Option<(Arc<str>, Box<str>)>,
    /// Namespaces that the root element declares.
    pub namespaces: Vec<Arc<str>>,
    /// References of `xml-model` instructions to schemas that are not for Schematron.
    pub models: Vec<String>,
    /// Pairs of namespaces and references; without a namespace it is empty.
    pub locations: Vec<(Arc<str>, String)>,
    /// Public identifier of the document type declaration.
    pub public_id: Option<String>,
    /// System identifier of the document type declaration.
    pub system_id: Option<String>,
    /// `xml:base` of the root element.
    pub base: Option<String>,
}

impl DocumentHead {
    /// Parses the head of `text`, which may be cut after the start tag of the root element.
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
                    let words: Vec<_> = value.split_ascii_whitespace().take(2 * MAX_KEPT).collect();
                    let pairs = words.chunks_exact(2).map(|pair| (pair[0].into(), pair[1].to_owned()));
                    self.locations.extend(pairs);
                }
                "noNamespaceSchemaLocation" if !value.trim().is_empty() => {
                    self.locations.push(("".into(), value.trim().to_owned()));
                }
                _ => {}
            }
        }
    }
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
        assert_eq!(head.base.as_deref(), Some("d/"));
        assert_eq!((head.public_id.as_deref(), head.system_id.as_deref()), (Some("-//A//EN"), Some("a.dtd")));
    }

    #[test]
    fn a_text_without_an_element_has_no_root() {
        for text in ["", "text", "<?xml-model", "<!-- <a> -->"] {
            assert_eq!(DocumentHead::parse(text), DocumentHead::default(), "{text}");
        }
        assert_eq!(DocumentHead::parse("<a").root, Some(("".into(), "a".into())));
    }
}
