//! The encoding that a document declares for its file. An open text is Unicode whatever it declares, but what a fix
//! writes must be in the encoding that the file is saved in.

use iri_core::text::encoding::{self, Encoding};
use iri_core::text::floor_char_boundary;
use iri_core::{Document, Span};

/// Number of bytes at the start of a text in which the encoding may be declared.
pub const HEAD: usize = 1024;

/// Returns the encoding that `text` declares; UTF-8 if the declaration is invalid.
pub fn declared_encoding(text: &str) -> Encoding {
    let head = &text[..floor_char_boundary(text, HEAD)];
    match encoding::decode(head.as_bytes().to_vec()) {
        Ok(source) => source.form.encoding,
        Err(_) => Encoding::Utf8,
    }
}

/// Returns the encoding that `document` declares.
pub fn document_encoding(document: &Document) -> Encoding {
    declared_encoding(&document_head(document))
}

/// Returns the start of `document`, which contains the declaration of its encoding if there is one.
pub fn document_head(document: &Document) -> std::borrow::Cow<'_, str> {
    document.slice(document.clamped(Span::new(0, HEAD)))
}
