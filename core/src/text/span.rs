//! A span is a byte range of one text, on character boundaries.

use std::ops::Range;

/// A byte range of one text, in UTF-8 bytes; both ends stand on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty span at `at`.
    pub const fn empty(at: usize) -> Self {
        Self::new(at, at)
    }

    /// Length in bytes.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The part of `text` it covers.
    pub fn slice(self, text: &str) -> &str {
        &text[self.start..self.end]
    }

    /// Whether the byte at `offset` lies inside.
    pub const fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether the two share a byte.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The same bytes, counted from `offset` bytes further on.
    pub const fn moved(self, offset: usize) -> Self {
        Self::new(self.start + offset, self.end + offset)
    }

    /// The range, for indexing.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}
