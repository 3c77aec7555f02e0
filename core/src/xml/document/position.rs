//! Lines and columns of offsets in a document, and back.

use memchr::memchr2_iter;

use crate::text::lines::{LineColumn, Measure, Position, PositionEncoding};
use crate::text::{InDocument, InLeaf, Span, floor_char_boundary};
use crate::xml::Document;

/// Places of offsets that are asked for in the order of the text: what lies between two is counted once.
#[derive(Clone, Debug)]
pub struct Positions<'d> {
    document: &'d Document,
    leaf: usize,
    /// How far the leaf was counted, and what came of it.
    inside: usize,
    measure: Measure,
}

impl Positions<'_> {
    /// The line and column of the byte at `offset`. Any order is right; that of the text is fast.
    pub fn line_column_at(&mut self, offset: usize) -> LineColumn {
        self.measure_at(offset).line_column()
    }

    /// The same as an editor counts it.
    pub fn position_at(&mut self, offset: usize, unit: PositionEncoding) -> Position {
        self.measure_at(offset).position(unit)
    }

    fn measure_at(&mut self, offset: usize) -> Measure {
        let leaf = self.document.leaf_at(offset);
        let Some(start) = self.document.starts.get(leaf) else { return Measure::default() };
        let text = self.document.leaves[leaf].text();
        let inside = floor_char_boundary(text, offset - start.offset);
        // A CR was counted as a line end, which with a LF behind it is only half of one.
        let is_counted = leaf == self.leaf && self.inside <= inside && !text[..self.inside].ends_with('\r');
        let (from, before) = if is_counted { (self.inside, self.measure) } else { (0, start.measure) };
        (self.leaf, self.inside) = (leaf, inside);
        self.measure = before.then(Measure::new(&text[from..inside]));
        self.measure
    }
}

impl Document {
    /// The line and column of the byte at `offset`.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        self.positions().line_column_at(offset)
    }

    /// The same for many offsets.
    pub fn positions(&self) -> Positions<'_> {
        Positions { document: self, leaf: usize::MAX, inside: 0, measure: Measure::default() }
    }

    /// The place of the byte at `offset` as an editor counts it.
    pub fn position(&self, offset: usize, unit: PositionEncoding) -> Position {
        self.positions().position_at(offset, unit)
    }

    /// The offset of `position`. A column behind the end of its line is that end; one within a character is the
    /// start of that; a line behind the last one is the end of the text.
    pub fn offset(&self, position: Position, unit: PositionEncoding) -> usize {
        let leaf = self.starts.partition_point(|start| start.measure.position(unit) <= position).saturating_sub(1);
        let Some(start) = self.starts.get(leaf) else { return 0 };
        let text = self.leaves[leaf].text();
        let begin = start.measure.position(unit);
        let (line_start, column) = match position.line - begin.line {
            0 => (Some(0), position.column - begin.column),
            lines => (ends(text).nth(lines - 1).map(|end| end.end), position.column),
        };
        line_start.map_or(self.len(), |at| start.offset + at + within_line(&text[at..], column, unit))
    }

    /// The span of line number `line`, from 1, without its end; empty at the end of the text where there are
    /// fewer lines.
    pub fn line(&self, line: usize) -> Span<InDocument> {
        let ended = line.saturating_sub(1);
        let start = self.offset_behind(ended);
        let end = self.next_line_end(start);
        Span::new(start, end)
    }

    /// The offset behind the end of line number `lines`.
    fn offset_behind(&self, lines: usize) -> usize {
        if lines == 0 {
            return 0;
        }
        let leaf = self.starts.partition_point(|start| start.measure.lines < lines).saturating_sub(1);
        let Some(start) = self.starts.get(leaf) else { return 0 };
        let text = self.leaves[leaf].text();
        match ends(text).nth(lines - start.measure.lines - 1) {
            Some(end) => start.offset + end.end,
            None => self.len(),
        }
    }

    fn next_line_end(&self, offset: usize) -> usize {
        let first = self.leaf_at(offset);
        for leaf in first..self.leaves.len() {
            let (text, start) = (self.leaves[leaf].text(), self.starts[leaf].offset);
            let from = offset.saturating_sub(start).min(text.len());
            if let Some(end) = memchr2_iter(b'\n', b'\r', &text.as_bytes()[from..]).next() {
                return start + from + end;
            }
        }
        self.len()
    }
}

/// How many bytes of `text` lie before `column`, but none behind the end of its first line.
fn within_line(text: &str, column: usize, unit: PositionEncoding) -> usize {
    let mut left = column;
    let is_behind = |(_, c): &(usize, char)| {
        let fits = unit.count(*c) <= left && !matches!(c, '\n' | '\r');
        left = left.saturating_sub(unit.count(*c));
        !fits
    };
    text.char_indices().find(is_behind).map_or(text.len(), |(at, _)| at)
}

/// The line ends in `text`.
fn ends(text: &str) -> impl Iterator<Item = Span<InLeaf>> {
    let bytes = text.as_bytes();
    memchr2_iter(b'\n', b'\r', bytes).filter_map(|at| match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => None,
        (b'\n', _) if at > 0 && bytes[at - 1] == b'\r' => Some(Span::new(at - 1, at + 1)),
        _ => Some(Span::new(at, at + 1)),
    })
}
