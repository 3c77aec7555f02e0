//! The bytes of a file as text, and edits of the text as bytes.
//!
//! ```text
//! bytes ─▶ detect ─▶ decode ─▶ Source { text, form } ─▶ … edits … ─▶ form.splice ─▶ bytes
//! ```
//!
//! Spans are of the text, which begins behind a byte order mark. What no edit touches is copied from the
//! file as it is, so that it stays the same in every encoding, those with several spellings included.

mod decode;
mod detect;
mod encode;
mod splice;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::text::{Edit, InDocument};
use detect::Detected;

/// A file as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The text, without a byte order mark. U+FFFD stands for each sequence that is no character.
    pub text: String,
    /// How the file writes it.
    pub form: EncodedForm,
}

/// How a file writes its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodedForm {
    /// The encoding.
    pub encoding: Encoding,
    /// Whether a byte order mark stands before the text.
    pub has_bom: bool,
    /// The first byte sequence that is no character; a file that has one is never written.
    pub damage: Option<InvalidBytes>,
}

/// A character encoding. Those of encoding_rs, and four that it does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, also where nothing is declared.
    Utf8,
    /// UTF-16.
    Utf16(ByteOrder),
    /// UTF-32.
    Utf32(ByteOrder),
    /// US-ASCII. The web reads it as windows-1252; XML does not.
    Ascii,
    /// The part of ISO 8859 that this Windows code page extends: the same, but the bytes 80 to 9F are the
    /// controls U+0080 to U+009F, where the web reads punctuation.
    Iso(&'static encoding_rs::Encoding),
    /// As the Encoding Standard of WHATWG has it.
    Web(&'static encoding_rs::Encoding),
}

/// Which byte of a code unit comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least significant.
    Little,
    /// The most significant.
    Big,
}

/// A byte sequence that is no character of the encoding. Displayed as a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBytes {
    /// Where it begins, in bytes of the file.
    pub offset: usize,
    /// Its first byte.
    pub byte: u8,
    encoding: Encoding,
}

/// A file in which bytes were replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spliced {
    /// The whole.
    pub bytes: Vec<u8>,
    /// Which bytes of the file before became which of the whole, in order.
    pub replaced: Vec<(Range<usize>, Range<usize>)>,
}

/// Why a file cannot be read. Displayed as a message; names in it come from the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodingError {
    /// An EBCDIC code page.
    Ebcdic,
    /// UCS-4 with its octets in the order 2143 or 3412.
    UnusualOrder,
    /// The declared encoding is none that we know.
    Unknown(String),
}

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
    let damage = malformed.map(|(offset, byte)| InvalidBytes { offset, byte, encoding });
    Ok(Source { text, form: EncodedForm { encoding, has_bom: bom > 0, damage } })
}

impl EncodedForm {
    /// UTF-8 without a byte order mark.
    pub const UTF8: Self = Self { encoding: Encoding::Utf8, has_bom: false, damage: None };

    /// The file `original`, whose text is `text`, with `edits` of the text applied. Nothing where that cannot
    /// be done safely: the file is damaged or holds another text, an edit needs a character that the encoding
    /// does not hold (see [`Encoding::representable`]), edits overlap, or reading the outcome would not
    /// give exactly the edited text in the same form.
    pub fn splice(&self, original: &[u8], text: &str, edits: &[Edit<InDocument>]) -> Option<Vec<u8>> {
        self.spliced(original, text, edits).map(|spliced| spliced.bytes)
    }

    /// The same, and which bytes took the place of which.
    pub fn spliced(&self, original: &[u8], text: &str, edits: &[Edit<InDocument>]) -> Option<Spliced> {
        splice::splice(self, original, text, edits)
    }
}

impl Encoding {
    /// Its name: that of IANA, or of WHATWG.
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

    /// The encoding in which queries are percent-encoded (3987bis section 3.5), where it is not UTF-8.
    pub fn charset(self) -> Option<&'static encoding_rs::Encoding> {
        match self {
            Self::Utf8 | Self::Utf16(_) | Self::Utf32(_) | Self::Ascii => None,
            Self::Iso(encoding) | Self::Web(encoding) => Some(encoding),
        }
    }

    /// Whether it holds every character of `text`, and reads each back as it was.
    pub fn holds(self, text: &str) -> bool {
        encode::holds(self, text)
    }

    /// `text` with a character reference, `&#xHHHH;`, for each character that the encoding does not hold.
    /// That is right in attributes and in the text of elements, CDATA sections apart; nowhere else.
    pub fn representable(self, text: &str) -> Cow<'_, str> {
        encode::representable(self, text)
    }
}

impl fmt::Display for InvalidBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, byte, encoding } = self;
        write!(f, "the byte {byte:02X} at offset {offset} begins no character of {}", encoding.name())
    }
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ebcdic => f.write_str("the file is written in EBCDIC, which is not supported; convert it to UTF-8"),
            Self::UnusualOrder => f.write_str("the file is written in UCS-4 with swapped octets; convert it to UTF-8"),
            Self::Unknown(name) => {
                write!(f, "the file declares the encoding “{name}”, which is not known; convert it to UTF-8")
            }
        }
    }
}

impl std::error::Error for InvalidBytes {}

impl std::error::Error for EncodingError {}
