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

/// Returns the runs of the characters for which `matches`, which also receives the byte offset, returns true. `may_start`
/// returns true for every byte that such a character starts with: the other characters are not decoded.
pub(super) fn runs(
    text: &str,
    may_start: impl Fn(u8) -> bool,
    matches: impl Fn(usize, char) -> bool,
) -> impl Iterator<Item = Run> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += text.as_bytes()[at..].iter().position(|&byte| may_start(byte))?;
            let (start, c) = (at, text[at..].chars().next()?);
            while text[at..].starts_with(c) && matches(at, c) {
                at += c.len_utf8();
            }
            if start < at {
                return Some(Run { c, span: Span::new(start, at) });
            }
            at += c.len_utf8();
        }
    })
}

/// Returns whether a byte is not ASCII.
pub(super) const fn is_above_ascii(byte: u8) -> bool {
    !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the runs as [`runs`] does, from every character.
    fn runs_of_characters(text: &str, matches: impl Fn(usize, char) -> bool) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (at, c) in text.char_indices().filter(|&(at, c)| matches(at, c)) {
            match runs.last_mut() {
                Some(last) if last.c == c && last.span.end == at => last.span.end += c.len_utf8(),
                _ => runs.push(Run { c, span: Span::new(at, at + c.len_utf8()) }),
            }
        }
        runs
    }

    #[test]
    fn runs_from_bytes_are_those_of_characters() {
        let is_ascii = |_: usize, c: char| matches!(c, ' ' | '|' | '\\');
        let is_other = |at: usize, c: char| matches!(c, '\u{E9}' | '\u{2003}') && at != 3;
        let pieces = ["a", " ", "|", "\\", "\u{E9}", "\u{5D0}", "\u{2003}"];
        for index in 0..pieces.len().pow(5) {
            let text: String = (0..5).map(|digit| pieces[index / pieces.len().pow(digit) % pieces.len()]).collect();
            let found: Vec<Run> = runs(&text, |byte| matches!(byte, b' ' | b'|' | b'\\'), |_, _| true).collect();
            assert_eq!(found, runs_of_characters(&text, is_ascii), "{text:?}");
            let found: Vec<Run> = runs(&text, is_above_ascii, is_other).collect();
            assert_eq!(found, runs_of_characters(&text, is_other), "{text:?}");
            let found: Vec<Run> = runs(&text, |_| true, is_other).collect();
            assert_eq!(found, runs_of_characters(&text, is_other), "{text:?}");
        }
    }
}
