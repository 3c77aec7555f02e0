//! Lines and columns, as users and editors count them. A line ends at LF, CR, or CR LF.
//!
//! ```text
//!              a \u{E9} \u{1F600} b     users count scalar values from 1; editors count from 0, in one of
//!   UTF-8      0  1       3          7     three code units (LSP 3.17 section PositionEncodingKind)
//!   UTF-16     0  1       2          4
//!   UTF-32     0  1       2          3
//! ```

use std::ops::Range;

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

    /// Returns the measure of `text` and the marks in it.
    pub fn with_marks(text: &str) -> (Self, Box<[Mark]>) {
        let (mut whole, mut marks, mut at) = (Self::default(), Vec::new(), 0);
        while text.len() - at > MARK_DISTANCE {
            let mut next = floor_char_boundary(text, at + MARK_DISTANCE);
            // CR LF is one line end: a mark is not inside it.
            next += usize::from(text.as_bytes()[next - 1..].starts_with(b"\r\n"));
            whole = whole.then(Self::new(&text[at..next]));
            marks.push(Mark { offset: next, measure: whole });
            at = next;
        }
        (whole.then(Self::new(&text[at..])), marks.into())
    }

    /// Measures the part of `text` before the character that contains the byte at `offset`.
    fn up_to(text: &str, offset: usize) -> Self {
        Self::new(&text[..floor_char_boundary(text, offset)])
    }
}

/// Distance between two marks in bytes: most leaves of a document are not longer and have none.
const MARK_DISTANCE: usize = 8 * 1024;

/// Offset in a long text, with the measure of the text before it. From the last mark before it, any position is found
/// in bounded time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Offset in bytes.
    pub offset: usize,
    /// Extent of the text before it.
    pub measure: Measure,
}

impl Mark {
    /// Returns the last of `marks` for which `is_before` returns true, or the start of the text. It does so for all
    /// marks up to one of them.
    pub fn last(marks: &[Self], is_before: impl Fn(&Self) -> bool) -> Self {
        let next = marks.partition_point(is_before);
        next.checked_sub(1).map_or_else(Self::default, |last| marks[last])
    }
}

/// Text with an index of its lines, for many offsets in any order.
///
/// ```
/// use iri_core::text::lines::{LineColumn, LineIndex};
///
/// let index = LineIndex::new("[rules]\na = 1");
/// assert_eq!(index.line_column(12), LineColumn { line: 2, column: 5 });
/// assert_eq!(index.line_column(0), LineColumn { line: 1, column: 1 });
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    marks: Box<[Mark]>,
}

impl<'t> LineIndex<'t> {
    /// Creates the index of `text`.
    pub fn new(text: &'t str) -> Self {
        Self { text, marks: Measure::with_marks(text).1 }
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the position of the byte at `offset`. Takes bounded time.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = floor_char_boundary(self.text, offset);
        let mark = Mark::last(&self.marks, |mark| mark.offset <= offset);
        mark.measure.then(Measure::new(&self.text[mark.offset..offset])).line_column()
    }
}

/// Returns the position of the byte at `offset` in `text`. Takes time linear in `offset`:
/// `LineIndex` and, for a document, `Document::positions` are for many offsets.
///
/// ```
/// use iri_core::text::lines::{LineColumn, line_column};
///
/// assert_eq!(line_column("[rules]\na = 1", 12), LineColumn { line: 2, column: 5 });
/// ```
pub fn line_column(text: &str, offset: usize) -> LineColumn {
    Measure::up_to(text, offset).line_column()
}

/// Returns the offset of `position`. A column after the end of its line is that end; one inside a character is the start
/// of the character; a line after the last one is the end of the text.
///
/// ```
/// use iri_core::text::lines::{Position, PositionEncoding, offset};
///
/// let at = |line, column| offset("ab\r\nc", Position { line, column }, PositionEncoding::Utf16);
/// assert_eq!((at(0, 9), at(1, 1), at(2, 0)), (2, 5, 5));
/// ```
pub fn offset(text: &str, position: Position, encoding: PositionEncoding) -> usize {
    let start = match position.line {
        0 => Some(0),
        lines => ends(text).nth(lines - 1).map(|end| end.end),
    };
    start.map_or(text.len(), |start| start + within_line(&text[start..], position.column, encoding))
}

/// Returns the same position as an editor counts it.
pub fn position(text: &str, offset: usize, encoding: PositionEncoding) -> Position {
    Measure::up_to(text, offset).position(encoding)
}

/// Returns the number of bytes of `text` before `column`, at most to the end of its first line.
pub(crate) fn within_line(text: &str, column: usize, unit: PositionEncoding) -> usize {
    let mut left = column;
    let is_after = |(_, c): &(usize, char)| {
        let fits = unit.count(*c) <= left && !matches!(c, '\n' | '\r');
        left = left.saturating_sub(unit.count(*c));
        !fits
    };
    text.char_indices().find(is_after).map_or(text.len(), |(at, _)| at)
}

/// Returns the line ends in `text`.
pub(crate) fn ends(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    memchr2_iter(b'\n', b'\r', bytes).filter_map(|at| match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => None,
        (b'\n', _) if at > 0 && bytes[at - 1] == b'\r' => Some(at - 1..at + 1),
        _ => Some(at..at + 1),
    })
}
