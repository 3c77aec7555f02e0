//! Decoding the bytes of a file, and applying edits of the text to the bytes.
//!
//! ```text
//! bytes ─▶ detect ─▶ decode ─▶ Source { text, form } ─▶ … edits … ─▶ form.splice ─▶ bytes
//! ```
//!
//! Spans are of the text, which starts after a byte order mark. Text that no edit changes is copied from the file, so
//! that it stays the same in every encoding, even if the encoding can write it in several ways.

mod decode;
mod detect;
mod encode;
mod file_bytes;
mod form;
mod splice;

pub use file_bytes::FileBytes;
pub use form::{ByteOrder, EncodedForm, Encoding, EncodingError, InvalidBytes, Source, Spliced};
pub use splice::Rewritten;

use detect::Detected;

use crate::text::floor_char_boundary;

/// Decodes the bytes of a file. Takes linear time and does not copy valid UTF-8 without a byte order mark.
///
/// ```
/// use iri_core::text::encoding::decode;
///
/// let source = decode(b"<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xE9'/>".to_vec())?;
/// assert_eq!(source.form.encoding.name(), "ISO-8859-1");
/// assert!(source.text.ends_with("<a b='\u{E9}'/>"));
/// assert!(source.form.damage.is_none());
/// # Ok::<(), iri_core::text::encoding::EncodingError>(())
/// ```
///
/// # Errors
/// If the encoding is unknown or unsupported. Invalid bytes are not an error: U+FFFD replaces them, and
/// [`EncodedForm::damage`] describes the first of them.
pub fn decode(bytes: Vec<u8>) -> Result<Source, EncodingError> {
    let (encoding, bom) = detected(&bytes)?;
    Ok(decoded(encoding, bytes, bom))
}

#[doc(hidden)] // for the programs of this workspace
/// Decodes the bytes of a file as [`decode`] does, and returns them too. In memory they are one with the text if they are
/// the same.
///
/// ```
/// use iri_core::text::encoding::decode_with_bytes;
///
/// let (source, bytes) = decode_with_bytes(b"\xEF\xBB\xBF<a/>".to_vec());
/// let text = source?.text;
/// assert_eq!((&*text, bytes.of(&text)), ("<a/>", &b"\xEF\xBB\xBF<a/>"[..]));
/// # Ok::<(), iri_core::text::encoding::EncodingError>(())
/// ```
pub fn decode_with_bytes(bytes: Vec<u8>) -> (Result<Source, EncodingError>, FileBytes) {
    let (encoding, bom) = match detected(&bytes) {
        Ok(detected) => detected,
        Err(error) => return (Err(error), FileBytes::separate(bytes)),
    };
    if bom == 0 && decode::is_own_text(encoding, &bytes) {
        return match String::from_utf8(bytes) {
            Ok(text) => {
                let form = EncodedForm { encoding, has_bom: false, damage: None };
                (Ok(Source { text, form }), FileBytes::THE_TEXT)
            }
            Err(error) => with_copy(encoding, error.into_bytes(), bom),
        };
    }
    with_copy(encoding, bytes, bom)
}

#[doc(hidden)] // for the programs of this workspace
/// Number of bytes at the start of a document in which its encoding may be declared.
pub const HEAD: usize = 1024;

#[doc(hidden)] // for the programs of this workspace
/// Returns the encoding that a decoded text declares for its file; UTF-8 if the declaration is invalid. What a fix writes
/// must be in the encoding that the file is saved in.
pub fn declared(text: &str) -> Encoding {
    let head = &text[..floor_char_boundary(text, HEAD)];
    detected(head.as_bytes()).map_or(Encoding::Utf8, |(encoding, _)| encoding)
}

fn with_copy(encoding: Encoding, bytes: Vec<u8>, bom: usize) -> (Result<Source, EncodingError>, FileBytes) {
    (Ok(decoded(encoding, bytes.clone(), bom)), FileBytes::separate(bytes))
}

/// Returns the encoding, and the length of the byte order mark in bytes.
fn detected(bytes: &[u8]) -> Result<(Encoding, usize), EncodingError> {
    match Detected::from_bytes(bytes) {
        Detected::As { encoding, bom } => Ok((encoding, bom)),
        Detected::Refused(error) => Err(error),
    }
}

fn decoded(encoding: Encoding, bytes: Vec<u8>, bom: usize) -> Source {
    let (text, malformed) = decode::owned(encoding, bytes, bom);
    let damage = malformed.map(|(offset, byte)| InvalidBytes::new(offset, byte, encoding));
    Source { text, form: EncodedForm { encoding, has_bom: bom > 0, damage } }
}
