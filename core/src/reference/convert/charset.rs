//! Encoding in which the query of a reference is percent-encoded: that of the document if the reference leads to the
//! Web and the encoding is not a Unicode encoding form (3987bis section 3.5), otherwise UTF-8.
//!
//! Only documents have another encoding than UTF-8, so without the feature `xml` there is no choice.

#[cfg(feature = "xml")]
use encoding_rs::EncoderResult;

use crate::reference::parse::Reference;
use crate::reference::percent;

/// Encoding of the queries of a document; UTF-8 unless the document has another.
#[derive(Clone, Copy)]
pub(crate) struct QueryCharset {
    #[cfg(feature = "xml")]
    legacy: Option<&'static encoding_rs::Encoding>,
    /// Whether a reference without a scheme leads to the Web.
    #[cfg(feature = "xml")]
    is_base_web: bool,
}

// Without the feature, `self` contains no data.
#[cfg_attr(not(feature = "xml"), allow(clippy::unused_self))]
impl QueryCharset {
    /// UTF-8.
    pub const UTF8: Self = Self {
        #[cfg(feature = "xml")]
        legacy: None,
        #[cfg(feature = "xml")]
        is_base_web: false,
    };

    /// Returns the encoding of a document that is written in `charset`, and resolves its references against `base`.
    #[cfg(feature = "xml")]
    pub fn new(charset: Option<&'static encoding_rs::Encoding>, base: Option<&str>) -> Self {
        // The output encoding of the Unicode encoding forms is UTF-8.
        let legacy = charset.filter(|charset| charset.output_encoding() != encoding_rs::UTF_8);
        let is_base_web = legacy.is_some() && base.is_some_and(|base| is_web(&Reference::parse(base)));
        Self { legacy, is_base_web }
    }

    /// Returns whether it is UTF-8 for every reference.
    pub fn is_utf8(self) -> bool {
        #[cfg(feature = "xml")]
        return self.legacy.is_none();
        #[cfg(not(feature = "xml"))]
        true
    }

    /// Returns the encoding of the component of `reference` at `offset`: only queries have another than UTF-8.
    pub fn at(self, reference: &Reference<'_>, offset: usize) -> Self {
        let is_query = !self.is_utf8() && reference.query.is_some_and(|query| query.contains(offset));
        if is_query { self.for_reference(reference) } else { Self::UTF8 }
    }

    /// Returns the encoding for the query of `iri`.
    #[cfg(feature = "xml")]
    pub fn for_reference(self, iri: &Reference<'_>) -> Self {
        let is_web = if iri.has_scheme() { is_web(iri) } else { self.is_base_web };
        Self { legacy: self.legacy.filter(|_| is_web), ..self }
    }

    /// Returns the encoding for the query of `iri`.
    #[cfg(not(feature = "xml"))]
    pub fn for_reference(self, _iri: &Reference<'_>) -> Self {
        self
    }

    /// Returns `text` with everything above ASCII percent-encoded.
    pub fn encoded(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() * 3);
        self.push_encoded(text, &mut out);
        out
    }

    /// Appends `query` to `out` with everything above ASCII percent-encoded.
    pub fn push_encoded(self, query: &str, out: &mut String) {
        #[cfg(feature = "xml")]
        if let Some(charset) = self.legacy {
            encode_in(charset, query, out);
            return;
        }
        out.push_str(&percent::encode_non_ascii(query));
    }

    /// Appends the bytes of `query` to `out`, percent-encoded if `is_encoded` returns true. A character that the encoding
    /// lacks becomes the percent-encoding of its numeric character reference (URL Standard, section 1.3).
    pub fn push_percent_encoded(self, query: &str, is_encoded: impl Fn(u8) -> bool, out: &mut String) {
        let push = |bytes: &[u8], out: &mut String| {
            for &byte in bytes {
                if is_encoded(byte) { percent::encode_byte(byte, out) } else { out.push(char::from(byte)) }
            }
        };
        #[cfg(feature = "xml")]
        if let Some(charset) = self.legacy {
            let mut encoder = charset.new_encoder();
            let (mut rest, mut buffer) = (query, [0; 256]);
            loop {
                let (result, read, written) = encoder.encode_from_utf8_without_replacement(rest, &mut buffer, true);
                push(&buffer[..written], out);
                rest = &rest[read..];
                match result {
                    EncoderResult::InputEmpty => return,
                    EncoderResult::OutputFull => {}
                    EncoderResult::Unmappable(c) => out.extend(["%26%23", &u32::from(c).to_string(), "%3B"]),
                }
            }
        }
        push(query.as_bytes(), out);
    }
}

#[cfg(feature = "xml")]
fn is_web(reference: &Reference<'_>) -> bool {
    reference.is_scheme("http") || reference.is_scheme("https")
}

/// Appends `text` to `out` with runs of characters above ASCII as bytes of `charset`. A character that the encoding
/// lacks becomes a numeric character reference.
#[cfg(feature = "xml")]
fn encode_in(charset: &'static encoding_rs::Encoding, text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| !c.is_ascii()) {
        let length = rest[start..].find(|c: char| c.is_ascii()).unwrap_or(rest.len() - start);
        out.push_str(&rest[..start]);
        let (encoded, _, _) = charset.encode(&rest[start..start + length]);
        for &byte in encoded.iter() {
            // The second byte of a Shift_JIS character may be a letter, and the digits of a character reference are
            // digits.
            if byte.is_ascii_alphanumeric() { out.push(char::from(byte)) } else { percent::encode_byte(byte, out) }
        }
        rest = &rest[start + length..];
    }
    out.push_str(rest);
}
