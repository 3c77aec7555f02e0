//! Detection of the encoding of a file: XML 1.0 appendix F.
//!
//! ```text
//! byte order mark   00 00 FE FF   FF FE 00 00   FE FF   FF FE   EF BB BF
//! `<` without one   00 00 00 3C   3C 00 00 00   00 3C   3C 00   4C 6F A7 94 (EBCDIC)
//! else              EncodingDecl ::= S 'encoding' Eq ('"' EncName '"' | "'" EncName "'")   production 80
//! else              UTF-8
//! ```
//!
//! A byte order mark and the width of `<` are certain; a declaration that contradicts them is ignored.

use super::form::ByteOrder::{Big, Little};
use super::form::Encoding::{Utf8, Utf16, Utf32};
use super::form::{Encoding, EncodingError};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1252, WINDOWS_1254};

/// Result of the detection.
pub(super) enum Detected {
    /// The encoding, and the length of its byte order mark in bytes.
    As {
        encoding: Encoding,
        bom: usize,
    },
    Refused(EncodingError),
}

/// Maximum length of a declaration in bytes.
const LONGEST_DECLARATION: usize = 1024;

impl Detected {
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        let known = |encoding, bom| Self::As { encoding, bom };
        match bytes {
            [0, 0, 0xFE, 0xFF, ..] => known(Utf32(Big), 4),
            [0xFF, 0xFE, 0, 0, ..] => known(Utf32(Little), 4),
            [0xFE, 0xFF, ..] => known(Utf16(Big), 2),
            [0xFF, 0xFE, ..] => known(Utf16(Little), 2),
            [0xEF, 0xBB, 0xBF, ..] => known(Utf8, 3),
            [0, 0, 0, b'<', ..] => known(Utf32(Big), 0),
            [b'<', 0, 0, 0, ..] => known(Utf32(Little), 0),
            [0, 0, b'<', 0, ..] | [0, b'<', 0, 0, ..] => Self::Refused(EncodingError::UnusualOrder),
            [0, b'<', ..] => known(Utf16(Big), 0),
            [b'<', 0, ..] => known(Utf16(Little), 0),
            [0x4C, 0x6F, 0xA7, 0x94, ..] => Self::Refused(EncodingError::Ebcdic),
            _ => match declared(&bytes[..bytes.len().min(LONGEST_DECLARATION)]) {
                Some(label) => from_label(label),
                None => known(Utf8, 0),
            },
        }
    }
}

/// Returns the EncName of the XML declaration, or of the text declaration of an external entity.
fn declared(head: &[u8]) -> Option<&[u8]> {
    let declaration = head.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|pair| pair == b"?>")?;
    let mut rest = Some(&declaration[..end]).filter(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))?;
    loop {
        let name = rest.trim_ascii_start();
        let equals = name.iter().position(|&byte| byte == b'=')?;
        let value = name[equals + 1..].trim_ascii_start();
        let (&quote, value) = value.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
        let close = value.iter().position(|&byte| byte == quote)?;
        if name[..equals].trim_ascii_end() == b"encoding" {
            return Some(&value[..close]);
        }
        rest = &value[close + 1..];
    }
}

/// Returns the encoding with that label. In a file whose `<` is one byte, UTF-16 and UTF-32 cannot be meant: the file
/// was converted without its declaration.
fn from_label(label: &[u8]) -> Detected {
    let name = label.trim_ascii().to_ascii_lowercase();
    let is_wide = ["utf-32", "utf32", "ucs-4", "iso-10646-ucs-4"].iter().any(|wide| name.starts_with(wide.as_bytes()));
    let is_windows = [b"windows".as_slice(), b"cp", b"x-cp", b"dos"].iter().any(|page| name.starts_with(page));
    let encoding = match encoding_rs::Encoding::for_label_no_replacement(&name) {
        _ if is_wide => Utf8,
        None => return Detected::Refused(EncodingError::Unknown(String::from_utf8_lossy(label).into_owned())),
        Some(web) if [UTF_8, UTF_16LE, UTF_16BE].contains(&web) => Utf8,
        Some(_) if [b"ascii".as_slice(), b"us-ascii", b"ansi_x3.4-1968"].contains(&&*name) => Encoding::Ascii,
        Some(page) if [WINDOWS_1252, WINDOWS_1254, WINDOWS_874].contains(&page) && !is_windows => Encoding::Iso(page),
        Some(web) => Encoding::Web(web),
    };
    Detected::As { encoding, bom: 0 }
}
