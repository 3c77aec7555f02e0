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
mod form;
mod splice;

pub use form::{ByteOrder, EncodedForm, Encoding, EncodingError, InvalidBytes, Source, Spliced};

use detect::Detected;

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
    let (encoding, bom) = match Detected::from_bytes(&bytes) {
        Detected::As { encoding, bom } => (encoding, bom),
        Detected::Refused(error) => return Err(error),
    };
    let (text, malformed) = decode::owned(encoding, bytes, bom);
    let damage = malformed.map(|(offset, byte)| InvalidBytes::new(offset, byte, encoding));
    Ok(Source { text, form: EncodedForm { encoding, has_bom: bom > 0, damage } })
}
