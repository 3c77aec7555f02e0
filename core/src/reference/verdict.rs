//! Verdict on a text: the dialects that allow it, in words.

use super::{Dialect, Reference};

impl Reference<'_> {
    /// Describes which dialects allow the whole text: "valid LEIRI, not an IRI".
    pub fn verdict(&self) -> &'static str {
        use Dialect as D;
        match (self.dialect, self.has_scheme()) {
            (Some(D::Uri), _) if self.text.is_empty() => "empty reference: identifies the base",
            (Some(D::Uri), true) => "valid URI (also IRI and LEIRI)",
            (Some(D::Uri), false) => "valid relative URI reference (also IRI and LEIRI)",
            (Some(D::Iri), true) => "valid IRI (also LEIRI), not a URI",
            (Some(D::Iri), false) => "valid relative IRI reference (also LEIRI), not a URI reference",
            (Some(D::IriBis), true) => "valid IRI under draft 3987bis only",
            (Some(D::IriBis), false) => "valid relative IRI reference under draft 3987bis only",
            (Some(D::Leiri), true) => "valid LEIRI, not an IRI",
            (Some(D::Leiri), false) => "valid relative LEIRI reference, not an IRI reference",
            (Some(D::WebAddress), _) => "not a LEIRI, but browsers accept it",
            (None, _) => "not a URI, IRI or LEIRI",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_names_the_narrowest_dialect() {
        for (text, expected) in [
            ("", "empty reference: identifies the base"),
            ("http://h/", "valid URI (also IRI and LEIRI)"),
            ("a", "valid relative URI reference (also IRI and LEIRI)"),
            ("http://h/\u{E9}", "valid IRI (also LEIRI), not a URI"),
            ("http://h/\u{202E}", "valid LEIRI, not an IRI"),
            ("http://h/a b", "valid LEIRI, not an IRI"),
            ("\u{202E} b", "valid relative LEIRI reference, not an IRI reference"),
            ("http://h/?\u{E0061}", "valid IRI under draft 3987bis only"),
            ("http://h/%", "not a LEIRI, but browsers accept it"),
            ("a\u{FFFE}", "not a URI, IRI or LEIRI"),
        ] {
            assert_eq!(Reference::parse(text).verdict(), expected, "{text:?}");
        }
    }
}
