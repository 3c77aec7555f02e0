//! Conversion between offsets in a document and lines and columns.

use std::sync::{Arc, OnceLock};

use memchr::memchr2_iter;

use crate::text::lines::{LineColumn, Mark, Measure, Position, PositionEncoding, ends, within_line};
use crate::text::{InDocument, Span, floor_char_boundary};
use crate::xml::Document;
use crate::xml::document::leaf::Leaf;

/// Positions of offsets. If they are requested in the order of the text, the text between two of them is scanned once.
#[derive(Clone, Debug)]
pub struct Positions<'d> {
    document: &'d Document,
    leaf: usize,
    /// Offset up to which the leaf was scanned, and the result.
    inside: usize,
    measure: Measure,
}

impl Positions<'_> {
    /// Returns the line and column of the byte at `offset`. Any order takes bounded time; that of the text is faster.
    pub fn line_column_at(&mut self, offset: usize) -> LineColumn {
        self.measure_at(offset).line_column()
    }

    /// Returns the position as an editor counts it.
    pub fn position_at(&mut self, offset: usize, unit: PositionEncoding) -> Position {
        self.measure_at(offset).position(unit)
    }

    fn measure_at(&mut self, offset: usize) -> Measure {
        let leaf = self.document.leaf_at(offset);
        let Some(start) = self.document.starts.get(leaf) else { return Measure::default() };
        let text = self.document.leaves[leaf].text();
        let inside = floor_char_boundary(text, offset - start.offset);
        let mark = self.document.leaves[leaf].mark(|mark| mark.offset <= inside);
        // A CR was counted as a line end, but with a LF after it, it is only half of one.
        let is_counted =
            leaf == self.leaf && (mark.offset..=inside).contains(&self.inside) && !text[..self.inside].ends_with('\r');
        let (from, before) = if is_counted {
            (self.inside, self.measure)
        } else {
            (mark.offset, self.document.measure_before(leaf).then(mark.measure))
        };
        (self.leaf, self.inside) = (leaf, inside);
        self.measure = before.then(Measure::new(&text[from..inside]));
        self.measure
    }
}

impl Document {
    /// Returns the extent of the text before each leaf, computed when it is first needed.
    fn measures(&self) -> &[Measure] {
        self.measures.get_or_init(|| {
            let mut measures = Vec::new();
            extend_measures(&mut measures, &self.leaves);
            measures
        })
    }

    fn measure_before(&self, leaf: usize) -> Measure {
        self.measures()[leaf]
    }

    /// Computes the extents of the text before the leaves after `first` again, if they were needed before.
    pub(super) fn measure_again(&mut self, first: usize) {
        if let Some(mut measures) = self.measures.take() {
            measures.truncate(first);
            extend_measures(&mut measures, &self.leaves);
            self.measures = OnceLock::from(measures);
        }
    }

    /// Returns the line and column of the byte at `offset`.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        self.positions().line_column_at(offset)
    }

    /// Returns the same for many offsets.
    pub fn positions(&self) -> Positions<'_> {
        Positions { document: self, leaf: usize::MAX, inside: 0, measure: Measure::default() }
    }

    /// Returns the position of the byte at `offset` as an editor counts it.
    pub fn position(&self, offset: usize, unit: PositionEncoding) -> Position {
        self.positions().position_at(offset, unit)
    }

    /// Returns the offset of `position`. A column after the end of its line is that end; one inside a character is the
    /// start of the character; a line after the last one is the end of the text.
    pub fn offset(&self, position: Position, unit: PositionEncoding) -> usize {
        let leaf = self.measures().partition_point(|before| before.position(unit) <= position).saturating_sub(1);
        let Some(start) = self.starts.get(leaf) else { return 0 };
        let before = self.measure_before(leaf);
        let begin = |mark: &Mark| before.then(mark.measure).position(unit);
        let mark = self.leaves[leaf].mark(|mark| begin(mark) <= position);
        let (text, begin) = (&self.leaves[leaf].text()[mark.offset..], begin(&mark));
        let (line_start, column) = match position.line - begin.line {
            0 => (Some(0), position.column - begin.column),
            lines => (ends(text).nth(lines - 1).map(|end| end.end), position.column),
        };
        let within = |at: usize| start.offset + mark.offset + at + within_line(&text[at..], column, unit);
        line_start.map_or(self.len(), within)
    }

    /// Returns the span of line `line`, from 1, without its end; empty at the end of the text if there are fewer lines.
    pub fn line(&self, line: usize) -> Span<InDocument> {
        let ended = line.saturating_sub(1);
        let start = self.offset_after(ended);
        let end = self.next_line_end(start);
        Span::new(start, end)
    }

    /// Returns the offset after the end of line `lines`.
    fn offset_after(&self, lines: usize) -> usize {
        if lines == 0 {
            return 0;
        }
        let leaf = self.measures().partition_point(|before| before.lines < lines).saturating_sub(1);
        let Some(start) = self.starts.get(leaf) else { return 0 };
        let before = self.measure_before(leaf).lines;
        let mark = self.leaves[leaf].mark(|mark| before + mark.measure.lines < lines);
        let text = &self.leaves[leaf].text()[mark.offset..];
        match ends(text).nth(lines - before - mark.measure.lines - 1) {
            Some(end) => start.offset + mark.offset + end.end,
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

/// Adds the extents of the text before the leaves that have none yet.
fn extend_measures(measures: &mut Vec<Measure>, leaves: &[Arc<Leaf>]) {
    let known = measures.len();
    let mut before = match known.checked_sub(1) {
        Some(last) => measures[last].then(leaves[last].measure()),
        None => Measure::default(),
    };
    for leaf in &leaves[known..] {
        measures.push(before);
        before = before.then(leaf.measure());
    }
}
