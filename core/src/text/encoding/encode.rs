//! Encoding.

use std::borrow::Cow;
use std::fmt::Write;

use super::decode;
use super::form::{ByteOrder, Encoding};
use encoding_rs::EncoderResult;

impl Encoding {
    /// Returns whether every character of `text` can be encoded, and decodes to itself.
    pub fn can_represent(self, text: &str) -> bool {
        can_represent(self, text)
    }

    /// Returns `text` with a character reference, `&#xHHHH;`, for each character that the encoding cannot represent.
    /// This is only valid in attributes and in the text of elements outside CDATA sections.
    pub fn representable(self, text: &str) -> Cow<'_, str> {
        representable(self, text)
    }
}

/// Encodes `text`; `None` if a character of it would not decode to itself.
pub(super) fn encode(encoding: Encoding, text: &str) -> Option<Vec<u8>> {
    match encoding {
        Encoding::Utf8 => Some(text.as_bytes().to_vec()),
        Encoding::Utf16(order) => {
            Some(text.encode_utf16().flat_map(|unit| in_order(unit.to_be_bytes(), order)).collect())
        }
        Encoding::Utf32(order) => {
            Some(text.chars().flat_map(|c| in_order(u32::from(c).to_be_bytes(), order)).collect())
        }
        Encoding::Web(encoding) if !encoding.is_single_byte() => web(encoding, text),
        Encoding::Ascii | Encoding::Iso(_) | Encoding::Web(_) => single_byte(encoding, text),
    }
}

pub(super) fn can_represent(encoding: Encoding, text: &str) -> bool {
    let is_whole = matches!(encoding, Encoding::Utf8 | Encoding::Utf16(_) | Encoding::Utf32(_));
    is_whole || encode(encoding, text).is_some()
}

pub(super) fn representable(encoding: Encoding, text: &str) -> Cow<'_, str> {
    if can_represent(encoding, text) {
        return text.into();
    }
    let table = is_single_byte(encoding).then(|| decode::table(encoding));
    let is_representable = |c: char| match &table {
        Some(table) => c != char::REPLACEMENT_CHARACTER && table.contains(&c),
        None => can_represent(encoding, c.encode_utf8(&mut [0; 4])),
    };
    let mut out = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        if is_representable(c) {
            out.push(c);
        } else {
            write!(out, "&#x{:X};", u32::from(c)).expect("a String accepts every write");
        }
    }
    out.into()
}

fn is_single_byte(encoding: Encoding) -> bool {
    match encoding {
        Encoding::Utf8 | Encoding::Utf16(_) | Encoding::Utf32(_) => false,
        Encoding::Ascii | Encoding::Iso(_) => true,
        Encoding::Web(web) => web.is_single_byte(),
    }
}

fn in_order<const N: usize>(mut unit: [u8; N], order: ByteOrder) -> [u8; N] {
    if order == ByteOrder::Little {
        unit.reverse();
    }
    unit
}

/// Encodes to a single-byte encoding; all of them start with ASCII.
fn single_byte(encoding: Encoding, text: &str) -> Option<Vec<u8>> {
    if text.is_ascii() {
        return Some(text.as_bytes().to_vec());
    }
    let table = decode::table(encoding);
    let byte = |c| (0..=u8::MAX).zip(&table).find(|(_, known)| **known == c).map(|(byte, _)| byte);
    text.chars().map(|c| if c == char::REPLACEMENT_CHARACTER { None } else { byte(c) }).collect()
}

/// Encodes with encoding_rs. An encoder accepts more than the decoder returns (a yen sign becomes the byte of a
/// backslash in Shift_JIS), so the result is decoded to verify it.
fn web(encoding: &'static encoding_rs::Encoding, text: &str) -> Option<Vec<u8>> {
    let mut encoder = encoding.new_encoder();
    let mut bytes = Vec::new();
    let mut at = 0;
    loop {
        let needed = encoder.max_buffer_length_from_utf8_without_replacement(text.len() - at)?;
        bytes.reserve(needed);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(&text[at..], &mut bytes, true);
        at += read;
        match result {
            EncoderResult::InputEmpty => break,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(_) => return None,
        }
    }
    let (back, malformed) = decode::borrowed(Encoding::Web(encoding), &bytes);
    (malformed.is_none() && back == text).then_some(bytes)
}
