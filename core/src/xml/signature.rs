//! XML Signatures in documents: a change of a signed document makes the signature invalid.
//!
//! Which part a signature covers is decided by its transforms, which this program does not run. So any signature counts for
//! the whole document.

use crate::xml::elements::{ElementEvent, ElementReader};

/// Namespace of the element `Signature`: XML Signature 1.0 and 1.1, section 2.
const NAMESPACE: &str = "http://www.w3.org/2000/09/xmldsig#";
const ELEMENT: &str = "Signature";

/// Returns whether `text` contains an XML Signature.
pub fn is_signed(text: &str) -> bool {
    // The name of an element cannot be written in another way, unlike its namespace.
    if !text.contains(ELEMENT) {
        return false;
    }
    let mut elements = ElementReader::new(text);
    while let Some(event) = elements.next_event() {
        if event == ElementEvent::Start && elements.local_name() == ELEMENT && elements.is_in(NAMESPACE) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_recognized_by_its_expanded_name() {
        let signed = [
            "<a xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><b/><ds:Signature><ds:SignedInfo/></ds:Signature></a>",
            "<Signature xmlns='http://www.w3.org/2000/09/xmldsig#'/>",
            "<!DOCTYPE a [<!ENTITY d 'http://www.w3.org/2000/09/xmldsig#'>]><a xmlns:x='&d;'><x:Signature></a>",
            "<a><b href='x y'><s:Signature xmlns:s='http://www.w3.org/2000/09/xmldsig&#x23;'></s:Signature>",
        ];
        for text in signed {
            assert!(is_signed(text), "{text}");
        }
        let unsigned = [
            "<a xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><ds:KeyInfo/></a>",
            "<Signature xmlns='urn:other'/>",
            "<Signature/>",
            "<a xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><!-- <ds:Signature/> --></a>",
            "",
        ];
        for text in unsigned {
            assert!(!is_signed(text), "{text}");
        }
    }
}
