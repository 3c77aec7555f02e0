//! Decoding. Each invalid byte sequence becomes U+FFFD, and the first of them is returned.

use std::borrow::Cow;

use super::form::{ByteOrder, Encoding};
use encoding_rs::DecoderResult;

/// Offset of an invalid byte sequence, and its first byte.
type Malformed = Option<(usize, u8)>;

/// Maximum number of bytes that are copied after a vectorized validation, which is faster than a validation in place, because
/// only the standard library turns a buffer into a text without a copy. A larger file would be in memory twice.
const COPIED: usize = 1 << 20;

/// Decodes `bytes` after their byte order mark of `bom` bytes.
pub(super) fn owned(encoding: Encoding, mut bytes: Vec<u8>, bom: usize) -> (String, Malformed) {
    if !is_own_text(encoding, &bytes[bom..]) {
        let (text, malformed) = borrowed(encoding, &bytes[bom..]);
        return (text.into_owned(), malformed.map(|offset| (offset + bom, bytes[offset + bom])));
    }
    if bytes.len() <= COPIED
        && let Ok(text) = simdutf8::basic::from_utf8(&bytes[bom..])
    {
        return (text.to_owned(), None);
    }
    if bom > 0 {
        bytes.drain(..bom);
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            (String::from_utf8_lossy(&bytes).into_owned(), Some((offset + bom, bytes[offset])))
        }
    }
}

/// Decodes `bytes`, without a copy if they are the text itself, and returns the offset of the first invalid sequence.
pub(super) fn borrowed(encoding: Encoding, bytes: &[u8]) -> (Cow<'_, str>, Option<usize>) {
    if is_own_text(encoding, bytes) {
        return match std::str::from_utf8(bytes) {
            Ok(text) => (text.into(), None),
            Err(error) => (String::from_utf8_lossy(bytes), Some(error.valid_up_to())),
        };
    }
    let (text, malformed) = match encoding {
        Encoding::Utf32(order) => utf32(bytes, order),
        Encoding::Utf16(ByteOrder::Little) => web(encoding_rs::UTF_16LE, bytes),
        Encoding::Utf16(ByteOrder::Big) => web(encoding_rs::UTF_16BE, bytes),
        Encoding::Web(encoding) if !encoding.is_single_byte() => web(encoding, bytes),
        _ => single_byte(encoding, bytes),
    };
    (text.into(), malformed)
}

/// Returns whether valid bytes are the text itself.
pub(super) fn is_own_text(encoding: Encoding, bytes: &[u8]) -> bool {
    match encoding {
        Encoding::Utf8 => true,
        Encoding::Ascii | Encoding::Iso(_) => bytes.is_ascii(),
        Encoding::Web(encoding) => encoding.is_ascii_compatible() && bytes.is_ascii(),
        Encoding::Utf16(_) | Encoding::Utf32(_) => false,
    }
}

fn web(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> (String, Option<usize>) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len());
    let (mut at, mut first) = (0, None);
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(&bytes[at..], &mut text, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => return (text, first),
            DecoderResult::OutputFull => text.reserve(bytes.len() - at + 16),
            DecoderResult::Malformed(length, after) => {
                first = first.or(Some(at - usize::from(length) - usize::from(after)));
                text.reserve(4);
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
}

fn utf32(bytes: &[u8], order: ByteOrder) -> (String, Option<usize>) {
    let mut text = String::with_capacity(bytes.len() / 4);
    let mut first = None;
    for (index, unit) in bytes.chunks(4).enumerate() {
        let c = <[u8; 4]>::try_from(unit).ok().and_then(|unit| {
            char::from_u32(match order {
                ByteOrder::Little => u32::from_le_bytes(unit),
                ByteOrder::Big => u32::from_be_bytes(unit),
            })
        });
        if c.is_none() {
            first = first.or(Some(index * 4));
        }
        text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    (text, first)
}

fn single_byte(encoding: Encoding, bytes: &[u8]) -> (String, Option<usize>) {
    let table = table(encoding);
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut first = None;
    for (offset, &byte) in bytes.iter().enumerate() {
        let c = table[usize::from(byte)];
        if c == char::REPLACEMENT_CHARACTER {
            first = first.or(Some(offset));
        }
        text.push(c);
    }
    (text, first)
}

/// Returns the character of each byte of a single-byte encoding; U+FFFD for an invalid byte.
pub(super) fn table(encoding: Encoding) -> [char; 256] {
    let mut table = [char::REPLACEMENT_CHARACTER; 256];
    for (byte, c) in (0..=u8::MAX).zip(&mut table) {
        *c = match encoding {
            Encoding::Ascii if byte >= 0x80 => continue,
            Encoding::Iso(_) if (0x80..0xA0).contains(&byte) => char::from(byte),
            Encoding::Iso(page) | Encoding::Web(page) => {
                let (text, _) = page.decode_without_bom_handling(std::slice::from_ref(&byte));
                text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => char::from(byte),
        };
    }
    table
}
