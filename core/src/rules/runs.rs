//! Runs of one character, which several rules report as one finding.

use crate::text::Span;
use crate::unicode::{code_point, quoted_name};

/// Run of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub c: char,
    pub span: Span,
}

impl Run {
    /// Returns the character and how many times it occurs.
    pub(super) fn repeated(self) -> Repeated {
        Repeated { c: self.c, count: u32::try_from(self.count()).unwrap_or(u32::MAX) }
    }

    /// Returns how many times the character occurs.
    pub(super) fn count(self) -> usize {
        self.span.len() / self.c.len_utf8()
    }

    /// Returns the same as [`Repeated::quoted`].
    pub(super) fn quoted(self) -> String {
        self.repeated().quoted()
    }

    /// Returns the same as [`Repeated::quoted_name`].
    pub(super) fn quoted_name(self) -> String {
        self.repeated().quoted_name()
    }
}

/// Character that occurs a number of times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeated {
    pub c: char,
    /// Number of times; the maximum stands for any larger number.
    pub count: u32,
}

impl Repeated {
    /// Returns the character as messages write it: "SPACE (U+0020)", or "SPACE (U+0020, 3 times)".
    pub(super) fn quoted(self) -> String {
        let (name, code_point) = (quoted_name(self.c), code_point(self.c));
        match self.count {
            1 => format!("{name} ({code_point})"),
            count => format!("{name} ({code_point}, {count} times)"),
        }
    }

    /// Returns the character as titles of fixes write it: "SPACE", or "SPACE (3 times)".
    pub(super) fn quoted_name(self) -> String {
        match self.count {
            1 => quoted_name(self.c),
            count => format!("{} ({count} times)", quoted_name(self.c)),
        }
    }
}

/// Returns the runs of the characters for which `is_meant`, which also receives the byte offset, returns true.
pub(super) fn runs(text: &str, is_meant: impl Fn(usize, char) -> bool) -> impl Iterator<Item = Run> {
    let mut characters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, c) = characters.find(|&(at, c)| is_meant(at, c))?;
        let mut end = start + c.len_utf8();
        while characters.next_if(|&(at, next)| next == c && is_meant(at, next)).is_some() {
            end += c.len_utf8();
        }
        Some(Run { c, span: Span::new(start, end) })
    })
}

/// Returns the runs of the ASCII characters for which `is_meant` returns true, as [`runs`] does. Most texts have none, and
/// bytes need no decoding.
pub(super) fn ascii_runs(text: &str, is_meant: impl Fn(u8) -> bool) -> impl Iterator<Item = Run> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|byte| byte.is_ascii() && is_meant(*byte))?;
        let byte = bytes[start];
        at = bytes[start..].iter().position(|&next| next != byte).map_or(bytes.len(), |length| start + length);
        Some(Run { c: char::from(byte), span: Span::new(start, at) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_bytes_are_those_of_characters() {
        for text in ["", "a", "  ", " \u{E9}  b|| |\u{5D0}\\", "\\\\a\\", "\u{2003} \u{2003}"] {
            let is_meant = |byte| matches!(byte, b' ' | b'|' | b'\\');
            let slow = runs(text, |_, c| u8::try_from(c).is_ok_and(is_meant));
            assert!(ascii_runs(text, is_meant).eq(slow), "{text:?}");
        }
    }
}
