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
    /// Returns how many times the character occurs.
    pub(super) fn count(self) -> usize {
        self.span.len() / self.c.len_utf8()
    }

    /// Returns the character as messages write it: "SPACE (U+0020)", or "SPACE (U+0020, 3 times)".
    pub(super) fn quoted(self) -> String {
        let (name, code_point) = (quoted_name(self.c), code_point(self.c));
        match self.count() {
            1 => format!("{name} ({code_point})"),
            count => format!("{name} ({code_point}, {count} times)"),
        }
    }

    /// Returns the character as titles of fixes write it: "SPACE", or "SPACE (3 times)".
    pub(super) fn quoted_name(self) -> String {
        match self.count() {
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
