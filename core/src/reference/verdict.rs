//! Verdict on a text: the dialects that it belongs to, in words.

use super::{Dialect, Reference};

impl Reference<'_> {
    /// Describes which dialects allow the whole text: "a LEIRI, not an IRI".
    pub fn verdict(&self) -> &'static str {
        use Dialect as D;
        match (self.dialect, self.has_scheme()) {
            (Some(D::Uri), _) if self.text.is_empty() => "an empty reference: it names its base",
            (Some(D::Uri), true) => "a URI",
            (Some(D::Uri), false) => "a relative URI reference",
            (Some(D::Iri), true) => "an IRI, not a URI",
            (Some(D::Iri), false) => "a relative IRI reference, not a URI one",
            (Some(D::IriBis), true) => "a LEIRI, an IRI for draft 3987bis alone",
            (Some(D::IriBis), false) => "a relative LEIRI reference, an IRI one for draft 3987bis alone",
            (Some(D::Leiri), true) => "a LEIRI, not an IRI",
            (Some(D::Leiri), false) => "a relative LEIRI reference, not an IRI one",
            (Some(D::WebAddress), _) => "not even a LEIRI, only a Web Address",
            (None, _) => "not even a LEIRI",
        }
    }
}
