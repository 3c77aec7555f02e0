//! Lines and columns, as users and editors count them. A line ends at LF, CR, or CR LF.
//!
//! ```text
//!              a \u{E9} \u{1F600} b     users count scalar values from 1; editors count from 0, in one of
//!   UTF-8      0  1       3          7     three code units (LSP 3.17 section PositionEncodingKind)
//!   UTF-16     0  1       2          4
//!   UTF-32     0  1       2          3
//! ```

use memchr::memchr2_iter;

use crate::text::floor_char_boundary;

/// Position in a text as users count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in Unicode scalar values.
    pub column: usize,
}

/// Position in a text as editors count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 0.
    pub line: usize,
    /// Column, from 0, in code units.
    pub column: usize,
}

/// Unit of the columns of a [`Position`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PositionEncoding {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16.
    #[default]
    Utf16,
    /// Scalar values.
    Utf32,
}

impl PositionEncoding {
    /// Returns the number of units of `c`.
    pub(crate) const fn count(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// Width of a part of a line, in each code unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Width {
    utf8: usize,
    utf16: usize,
    utf32: usize,
}

impl Width {
    fn new(text: &str) -> Self {
        let utf32 = text.chars().count();
        // Exactly the characters of four bytes have two code units in UTF-16.
        let astral = text.bytes().filter(|byte| *byte >= 0xF0).count();
        Self { utf8: text.len(), utf16: utf32 + astral, utf32 }
    }

    const fn then(self, next: Self) -> Self {
        Self { utf8: self.utf8 + next.utf8, utf16: self.utf16 + next.utf16, utf32: self.utf32 + next.utf32 }
    }

    const fn counted_in(self, unit: PositionEncoding) -> usize {
        match unit {
            PositionEncoding::Utf8 => self.utf8,
            PositionEncoding::Utf16 => self.utf16,
            PositionEncoding::Utf32 => self.utf32,
        }
    }
}

/// Extent of a text: the number of line ends in it, and the width after the last of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Measure {
    /// Number of line ends.
    pub lines: usize,
    column: Width,
}

impl Measure {
    /// Measures `text`.
    pub fn new(text: &str) -> Self {
        let (mut lines, mut last) = (0, 0);
        let bytes = text.as_bytes();
        for at in memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                lines += 1;
                last = at + 1;
            }
        }
        Self { lines, column: Width::new(&text[last..]) }
    }

    /// Returns the measure of this text followed by one with the measure `next`.
    pub fn then(self, next: Self) -> Self {
        let column = if next.lines == 0 { self.column.then(next.column) } else { next.column };
        Self { lines: self.lines + next.lines, column }
    }

    /// Returns the position after a text of this measure, as editors count.
    pub const fn position(self, unit: PositionEncoding) -> Position {
        Position { line: self.lines, column: self.column.counted_in(unit) }
    }

    /// Returns the position after a text of this measure, as users count.
    pub const fn line_column(self) -> LineColumn {
        LineColumn { line: self.lines + 1, column: self.column.utf32 + 1 }
    }

    /// Measures the part of `text` before the character that contains the byte at `offset`.
    fn up_to(text: &str, offset: usize) -> Self {
        Self::new(&text[..floor_char_boundary(text, offset)])
    }
}

/// Returns the position of the byte at `offset` in `text`. Takes time linear in `offset`:
/// `Document::positions` is for many offsets of one document.
///
/// ```
/// use iri_core::text::lines::{LineColumn, line_column};
///
/// assert_eq!(line_column("[rules]\na = 1", 12), LineColumn { line: 2, column: 5 });
/// ```
pub fn line_column(text: &str, offset: usize) -> LineColumn {
    Measure::up_to(text, offset).line_column()
}

/// Returns the same position as an editor counts it.
pub fn position(text: &str, offset: usize, encoding: PositionEncoding) -> Position {
    Measure::up_to(text, offset).position(encoding)
}
