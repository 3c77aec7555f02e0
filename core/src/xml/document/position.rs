//! Places as people count them: line and column. A line ends at LF, CR, or CR LF.

use memchr::memchr2_iter;

use crate::text::Span;
use crate::xml::Document;
use crate::xml::document::leaf::Leaf;

/// A place in a text as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1, in Unicode scalar values.
    pub column: usize,
}

/// How a stretch of text moves a place: the lines it ends, and the scalar values behind the last of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    lines: usize,
    column: usize,
}

impl Measure {
    /// That of `text`.
    pub fn of(text: &str) -> Self {
        let (mut lines, mut last) = (0, 0);
        let bytes = text.as_bytes();
        for at in memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                lines += 1;
                last = at + 1;
            }
        }
        Self { lines, column: text[last..].chars().count() }
    }

    fn then(self, next: Self) -> Self {
        let column = if next.lines == 0 { self.column + next.column } else { next.column };
        Self { lines: self.lines + next.lines, column }
    }
}

/// Where a leaf begins, and what of it is asked for after every edit: side by side for all leaves, so that
/// the cost of looking through them is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// In bytes.
    pub offset: usize,
    measure: Measure,
    length: usize,
    own: Measure,
    /// How many findings the leaf holds.
    pub findings: usize,
    /// Whether it silences something in all of the document.
    pub silences: bool,
    /// Which closing words something in it waits for.
    pub waits_for: [bool; 5],
}

impl Start {
    /// That of `leaf`, as if it were the first.
    pub fn of(leaf: &Leaf) -> Self {
        Self {
            offset: 0,
            measure: Measure::default(),
            length: leaf.text().len(),
            own: leaf.measure,
            findings: leaf.content.findings.len(),
            silences: !leaf.content.silences.is_empty(),
            waits_for: leaf.content.waits_for,
        }
    }

    fn end(&self) -> (usize, Measure) {
        (self.offset + self.length, self.measure.then(self.own))
    }
}

/// Puts the leaves from `first` on behind those before it.
pub fn renumber(starts: &mut [Start], first: usize) {
    let mut next = first.checked_sub(1).map_or_else(Default::default, |before| starts[before].end());
    for start in &mut starts[first..] {
        (start.offset, start.measure) = next;
        next = start.end();
    }
}

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
    pub fn at(&mut self, offset: usize) -> Position {
        let leaf = self.document.leaf_at(offset);
        let Some(start) = self.document.starts.get(leaf) else { return Position { line: 1, column: 1 } };
        let text = self.document.leaves[leaf].text();
        let inside = text.floor_char_boundary((offset - start.offset).min(text.len()));
        // A CR was counted as a line end, which with a LF behind it is only half of one.
        let is_counted = leaf == self.leaf && self.inside <= inside && !text[..self.inside].ends_with('\r');
        let (from, before) = if is_counted { (self.inside, self.measure) } else { (0, start.measure) };
        (self.leaf, self.inside) = (leaf, inside);
        self.measure = before.then(Measure::of(&text[from..inside]));
        Position { line: self.measure.lines + 1, column: self.measure.column + 1 }
    }
}

impl Document {
    /// The line and column of the byte at `offset`.
    pub fn position(&self, offset: usize) -> Position {
        self.positions().at(offset)
    }

    /// The same for many offsets.
    pub fn positions(&self) -> Positions<'_> {
        Positions { document: self, leaf: usize::MAX, inside: 0, measure: Measure::default() }
    }

    /// The span of line number `line`, from 1, without its end; empty at the end of the text where there are
    /// fewer lines.
    pub fn line(&self, line: usize) -> Span {
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

/// The line ends in `text`.
fn ends(text: &str) -> impl Iterator<Item = Span> {
    let bytes = text.as_bytes();
    memchr2_iter(b'\n', b'\r', bytes).filter_map(|at| match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => None,
        (b'\n', _) if at > 0 && bytes[at - 1] == b'\r' => Some(Span::new(at - 1, at + 1)),
        _ => Some(Span::new(at, at + 1)),
    })
}
