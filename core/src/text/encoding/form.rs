//! The encodings, and how a file is encoded.

use std::fmt;
use std::ops::Range;

use crate::text::fit;

/// Decoded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Text without a byte order mark. U+FFFD replaces each invalid byte sequence.
    pub text: String,
    /// Encoding of the file.
    pub form: EncodedForm,
}

/// Encoding of a file, with its byte order mark and damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodedForm {
    /// Character encoding.
    pub encoding: Encoding,
    /// Whether a byte order mark precedes the text.
    pub has_bom: bool,
    /// First invalid byte sequence, if any; a file with one is never saved.
    pub damage: Option<InvalidBytes>,
}

/// Character encoding: those of encoding_rs, and four others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, also if nothing is declared.
    Utf8,
    /// UTF-16.
    Utf16(ByteOrder),
    /// UTF-32.
    Utf32(ByteOrder),
    /// US-ASCII. The web decodes it as windows-1252; XML does not.
    Ascii,
    /// The part of ISO 8859 that this Windows code page extends: the bytes 80 to 9F are the controls U+0080 to U+009F,
    /// which the web decodes as punctuation.
    Iso(&'static encoding_rs::Encoding),
    /// As in the Encoding Standard of WHATWG.
    Web(&'static encoding_rs::Encoding),
}

#[doc(hidden)] // for the programs of this workspace
/// Order of the bytes in a code unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

#[doc(hidden)] // for the programs of this workspace
/// Invalid byte sequence of an encoding. Displayed as a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBytes {
    /// Start of the sequence, in bytes of the file.
    pub offset: usize,
    /// First byte of the sequence.
    pub byte: u8,
    encoding: Encoding,
}

impl InvalidBytes {
    pub(super) fn new(offset: usize, byte: u8, encoding: Encoding) -> Self {
        Self { offset, byte, encoding }
    }
}

#[doc(hidden)] // for the programs of this workspace
/// Bytes of a file after edits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spliced {
    /// Bytes of the whole file.
    pub bytes: Vec<u8>,
    /// Ranges of the old bytes with the ranges that replaced them, in order.
    pub replaced: Vec<(Range<usize>, Range<usize>)>,
}

/// Reason why a file cannot be decoded. Displayed as a message; names in it come from the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodingError {
    /// An EBCDIC code page.
    Ebcdic,
    /// UCS-4 with the byte order 2143 or 3412.
    UnusualOrder,
    /// The declared encoding is unknown.
    Unknown(String),
}

impl EncodedForm {
    /// UTF-8 without a byte order mark.
    pub const UTF8: Self = Self { encoding: Encoding::Utf8, has_bom: false, damage: None };
}

impl Encoding {
    /// Returns the name: that of IANA, or of WHATWG.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16(ByteOrder::Little) => "UTF-16LE",
            Self::Utf16(ByteOrder::Big) => "UTF-16BE",
            Self::Utf32(ByteOrder::Little) => "UTF-32LE",
            Self::Utf32(ByteOrder::Big) => "UTF-32BE",
            Self::Ascii => "US-ASCII",
            Self::Iso(page) if page == encoding_rs::WINDOWS_1252 => "ISO-8859-1",
            Self::Iso(page) if page == encoding_rs::WINDOWS_1254 => "ISO-8859-9",
            Self::Iso(_) => "ISO-8859-11",
            Self::Web(encoding) => encoding.name(),
        }
    }

    /// Returns the encoding in which queries are percent-encoded (3987bis section 3.5); `None` for UTF-8.
    pub fn charset(self) -> Option<&'static encoding_rs::Encoding> {
        match self {
            Self::Utf8 | Self::Utf16(_) | Self::Utf32(_) | Self::Ascii => None,
            Self::Iso(encoding) | Self::Web(encoding) => Some(encoding),
        }
    }
}

impl fmt::Display for InvalidBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, byte, encoding } = self;
        write!(f, "byte 0x{byte:02X} at offset {offset} is not valid {}", encoding.name())
    }
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ebcdic => f.write_str("EBCDIC is not supported; convert the file to UTF-8"),
            Self::UnusualOrder => f.write_str("UCS-4 with swapped bytes is not supported; convert the file to UTF-8"),
            Self::Unknown(name) => {
                let message = fit(name, |name| format!("unknown encoding '{name}'; convert the file to UTF-8"));
                f.write_str(&message)
            }
        }
    }
}

impl std::error::Error for InvalidBytes {}

impl std::error::Error for EncodingError {}
