//! Percent-encode sets (URL Standard, section 1.3).

use crate::reference::encode_byte;

/// Set of bytes that are percent-encoded; each contains the controls and everything above `~`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodeSet {
    C0Control,
    Fragment,
    Query,
    SpecialQuery,
    Path,
    Userinfo,
}

impl EncodeSet {
    /// Returns the printable ASCII characters of the set.
    const fn printable(self) -> &'static [u8] {
        match self {
            Self::C0Control => b"",
            Self::Fragment => b" \"<>`",
            Self::Query => b" \"#<>",
            Self::SpecialQuery => b" \"#<>'",
            Self::Path => b" \"#<>?^`{}",
            Self::Userinfo => b" \"#<>?^`{}/:;=@[\\]|",
        }
    }

    /// Returns whether `byte` of UTF-8 is percent-encoded.
    pub(super) fn contains(self, byte: u8) -> bool {
        !matches!(byte, b' '..=b'~') || self.printable().contains(&byte)
    }

    /// Appends `text` with the bytes of the set percent-encoded.
    pub(super) fn push_encoded(self, text: &str, out: &mut String) {
        for byte in text.bytes() {
            // Every byte of a character above ASCII is in the set.
            if self.contains(byte) { encode_byte(byte, out) } else { out.push(char::from(byte)) }
        }
    }

    /// Returns `text` with the bytes of the set percent-encoded.
    pub(super) fn encoded(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        self.push_encoded(text, &mut out);
        out
    }
}
