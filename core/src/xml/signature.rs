//! XML Signatures in documents: a change of what they sign makes them invalid.
//!
//! ```text
//! <a ID="x"> … <ds:Signature> <ds:SignedInfo> <ds:Reference URI=""> …   the document is signed
//!                                                     URI="#x"          the document: transforms decide which part
//!                                                     URI="a.xml"       the document, if that is its name
//!                                                     URI="b.xml"       only the signature itself must stay
//! ```

use std::borrow::Cow;
use std::collections::HashSet;

use crate::reference::percent_decoded;
use crate::text::{InDocument, Span};
use crate::xml::elements::{ElementEvent, ElementReader};

/// Namespaces of the element `Signature`: XML Signature 1.0 and 1.1, section 2.
const NAMESPACES: [&str; 2] = ["http://www.w3.org/2000/09/xmldsig#", "http://www.w3.org/2009/xmldsig11#"];
const ELEMENT: &str = "Signature";

/// Open element that is a signature, or looks like one.
struct OpenSignature<'t> {
    /// Number of open elements, with this one.
    depth: usize,
    start: usize,
    /// Whether it is in the namespace, or contains `SignedInfo`: a DTD that is not read may set its namespace.
    is_signature: bool,
    /// Number of references.
    references: usize,
    /// Fragments of the references into this document.
    fragments: Vec<String>,
    /// IDs in the signature, such as those of the properties that XAdES signs.
    ids: HashSet<Cow<'t, str>>,
}

/// Returns the spans of `text` that must stay as they are, in order and separate: the whole text if a signature refers to
/// something in it, and otherwise the signatures, which refer to other files. `location` is that of the document.
pub fn signed_spans(text: &str, location: Option<&str>) -> Vec<Span<InDocument>> {
    // The name of an element cannot be written in another way, unlike its namespace.
    if !text.contains(ELEMENT) {
        return Vec::new();
    }
    let whole = || vec![Span::new(0, text.len())];
    let mut elements = ElementReader::new(text);
    let (mut spans, mut depth, mut open) = (Vec::new(), 0_usize, None::<OpenSignature<'_>>);
    while let Some(event) = elements.next_event() {
        if event == ElementEvent::End {
            if let Some(signature) = open.take_if(|signature| signature.depth == depth && signature.is_signature) {
                if signature.signs_document() {
                    return whole();
                }
                spans.push(Span::new(signature.start, elements.offset()));
            }
            open = open.filter(|signature| signature.depth < depth);
            depth -= 1;
            continue;
        }
        if depth == 0 && is_declared(&text[..elements.offset()]) {
            return whole();
        }
        depth += 1;
        let name = elements.local_name();
        match &mut open {
            Some(signature) if name == "SignedInfo" && depth == signature.depth + 1 => signature.is_signature = true,
            Some(signature) if signature.is_signature => signature.add(&elements, name, location),
            _ if name == ELEMENT => {
                let is_signature = NAMESPACES.iter().any(|namespace| elements.is_in(namespace));
                open = Some(OpenSignature {
                    depth,
                    start: elements.offset(),
                    is_signature,
                    references: 0,
                    fragments: Vec::new(),
                    ids: HashSet::new(),
                });
            }
            _ => {}
        }
    }
    spans
}

/// Returns whether the declarations before the root element may contain a signature, as the text of an entity.
fn is_declared(prolog: &str) -> bool {
    prolog.contains(ELEMENT) && NAMESPACES.iter().any(|namespace| prolog.contains(namespace))
}

impl<'t> OpenSignature<'t> {
    /// Adds an element in the signature.
    fn add(&mut self, elements: &ElementReader<'t>, name: &str, location: Option<&str>) {
        self.ids.extend(["Id", "ID", "id", "xml:id"].into_iter().filter_map(|id| elements.attribute(id)));
        if name != "Reference" {
            return;
        }
        self.references += 1;
        // Without a URI, the application knows what is signed.
        let uri = elements.attribute("URI").unwrap_or_default();
        let (file, fragment) = uri.trim().split_at(uri.trim().find('#').unwrap_or(uri.trim().len()));
        // Names are compared, not paths: a file of the same name elsewhere is rare.
        let is_own = || file_name(file).is_some_and(|name| location.and_then(file_name).is_some_and(|own| own == name));
        if file.is_empty() || is_own() {
            self.fragments.push(fragment.to_owned());
        }
    }

    /// Returns whether it signs something outside of it in the document. A signature without a reference may.
    fn signs_document(&self) -> bool {
        let is_own = |fragment: &String| fragment.strip_prefix('#').is_some_and(|id| self.ids.contains(id));
        self.references == 0 || !self.fragments.iter().all(is_own)
    }
}

/// Returns the decoded name of the file at the end of a reference.
fn file_name(reference: &str) -> Option<Cow<'_, str>> {
    let path = reference.split(['?', '#']).next().unwrap_or_default();
    percent_decoded(path.rsplit('/').next().unwrap_or_default()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DS: &str = "xmlns:ds='http://www.w3.org/2000/09/xmldsig#'";

    /// Returns the texts that must stay.
    fn signed(text: &str) -> Vec<&str> {
        signed_spans(text, Some("file:///p/a%20b.xml")).into_iter().map(|span| &text[span.start..span.end]).collect()
    }

    #[test]
    fn a_signature_is_recognized_by_its_expanded_name() {
        let whole = [
            "<a xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><b/><ds:Signature><ds:SignedInfo/></ds:Signature></a>",
            "<Signature xmlns='http://www.w3.org/2000/09/xmldsig#'/>",
            "<!DOCTYPE a [<!ENTITY d 'http://www.w3.org/2000/09/xmldsig#'>]><a xmlns:x='&d;'><x:Signature></a>",
            "<a><b href='x y'><s:Signature xmlns:s='http://www.w3.org/2000/09/xmldsig&#x23;'></s:Signature>",
            "<!DOCTYPE a SYSTEM 'a.dtd'><a><Signature><SignedInfo/></Signature></a>",
            "<!DOCTYPE a [<!ENTITY s \"<Signature xmlns='http://www.w3.org/2000/09/xmldsig#'/>\">]><a>&s;</a>",
            "<a><Signature><s:Signature xmlns:s='http://www.w3.org/2009/xmldsig11#'/></Signature></a>",
        ];
        for text in whole {
            assert_eq!(signed(text), [text]);
        }
        let unsigned = [
            "<a xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><ds:KeyInfo/></a>",
            "<Signature xmlns='urn:other'/>",
            "<Signature/>",
            "<a><Signature><Reference URI=''/></Signature><SignedInfo/></a>",
            "<a xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><!-- <ds:Signature/> --></a>",
            "",
        ];
        for text in unsigned {
            assert!(signed(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn references_decide_what_is_signed() {
        let xades = "<ds:Object><x:QualifyingProperties xmlns:x='urn:x'><x:SignedProperties Id='p'/>\
                     </x:QualifyingProperties></ds:Object>";
        for (references, object, is_whole) in [
            (&[""][..], "", true),
            (&["#x"], "", true),
            (&["#xpointer(/)"], "", true),
            (&["b.xml", "#x"], "", true),
            (&["a%20b.xml"], "", true),
            (&["../p/a b.xml#x"], "", true),
            (&[" "], "", true),
            (&["b.xml"], "", false),
            (&["b.xml", "http://example.org/c#x"], "", false),
            (&["b.xml", "#p"], xades, false),
            (&["#p", "#x"], xades, true),
        ] {
            let info: Vec<String> = references.iter().map(|uri| format!("<ds:Reference URI='{uri}'/>")).collect();
            let info = info.concat();
            let signature = format!("<ds:Signature {DS}><ds:SignedInfo>{info}</ds:SignedInfo>{object}");
            let text = format!("<a ID='x'><b/>{signature}</ds:Signature><c/></a>");
            assert_eq!(signed(&text), [if is_whole { &text } else { &signature }], "{text}");
        }
        let absent = format!("<ds:Signature {DS}><ds:SignedInfo><ds:Reference/></ds:SignedInfo></ds:Signature>");
        assert_eq!(signed(&absent), [&absent]);
    }
}
