//! The encoding that a document declares for its file. An open text is Unicode whatever it declares, but what a fix
//! writes must be in the encoding that the file is saved in.

use iri_core::text::encoding::{Encoding, HEAD, declared};
use iri_core::{Document, Span};

/// Returns the encoding that `document` declares.
pub fn document_encoding(document: &Document) -> Encoding {
    declared(&document_head(document))
}

/// Returns the start of `document`, which contains the declaration of its encoding if there is one.
pub fn document_head(document: &Document) -> std::borrow::Cow<'_, str> {
    document.slice(document.clamped(Span::new(0, HEAD)))
}
