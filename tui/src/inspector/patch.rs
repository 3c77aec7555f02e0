//! Changes of documents as a patch in the text viewer: `-` and `+` lines with their changed characters emphasized.
//!
//! ```text
//! --- a/docs/guide.xml
//! +++ b/docs/guide.xml
//! @@ -86,3 +86,3 @@
//! -  <img xlink:href="figure 1.png"/>
//!                           ^
//! +  <img xlink:href="figure%201.png"/>
//!                           ^^^
//! ```
//!
//! Of a long line only the text around the changes is shown. The viewer wraps the rest.

use std::iter;
use std::ops::Range;

use iri_core::text::{Changes, floor_char_boundary};

use crate::files::tally::named;
use crate::inspector::overlay::{LineStyle, PageLine};
use crate::report::diff;

/// Maximum number of lines of the patch of one file.
const MOST_LINES: usize = 20_000;
/// Maximum bytes of a line that is shown whole: three rows of a narrow screen, so that it shows both sides of a change.
const LONG_LINE: usize = 240;
/// Bytes that are shown around each change of a longer line.
const AROUND: usize = 80;

/// Returns the patch that `changes` of `old` make in the file `name`.
pub fn lines(name: &str, old: &str, changes: &Changes) -> Vec<PageLine> {
    let new = changes.apply(old);
    let replaced: Vec<_> = changes.moves().replaced().map(|(old, new)| (old.range(), new.range())).collect();
    let mut patch = Vec::new();
    diff::write(&mut patch, name.as_bytes(), (old.as_bytes(), new.as_bytes()), &replaced, diff::PatchReader::Program)
        .expect("writing to a buffer cannot fail");
    let text = String::from_utf8_lossy(&patch);
    let mut sides = [Side::new(old, &replaced, |(old, _)| old), Side::new(&new, &replaced, |(_, new)| new)];
    // Numbers of the lines of the hunk that follow on each side.
    let mut left = [0usize; 2];
    let mut lines = Vec::new();
    let all = text.lines().count();
    for line in text.lines().take(MOST_LINES) {
        if left == [0, 0] {
            if let Some(hunk) = hunk(line) {
                left = hunk.map(|(_, count)| count);
                for (side, (first, _)) in sides.iter_mut().zip(hunk) {
                    side.next = first.saturating_sub(1);
                }
                lines.push(PageLine::new(line, LineStyle::Dim));
            } else {
                let style = if line.starts_with('\\') { LineStyle::Dim } else { LineStyle::Heading };
                lines.push(PageLine::new(line, style));
            }
            continue;
        }
        let (style, is_on) = match line.as_bytes().first() {
            Some(b'-') => (LineStyle::Removed, [true, false]),
            Some(b'+') => (LineStyle::Added, [false, true]),
            Some(b'\\') => (LineStyle::Dim, [false, false]),
            _ => (LineStyle::Plain, [true, true]),
        };
        let mut changed = Vec::new();
        for ((side, left), is_on) in sides.iter_mut().zip(&mut left).zip(is_on) {
            if is_on {
                changed = side.changed_in_next();
                *left = left.saturating_sub(1);
            }
        }
        if style == LineStyle::Plain {
            changed.clear();
        }
        lines.push(shortened(PageLine { changed, ..PageLine::new(line, style) }));
    }
    if all > MOST_LINES {
        lines.push(PageLine::new(format!("{} more not shown", named(all - MOST_LINES, "line")), LineStyle::Heading));
    }
    lines
}

/// Returns the first line and the number of lines of a hunk, on both sides.
fn hunk(line: &str) -> Option<[(usize, usize); 2]> {
    let mut parts = line.strip_prefix("@@ -")?.split_whitespace();
    let side = |part: Option<&str>| {
        let (first, count) = part?.split_once(',')?;
        Some((first.parse().ok()?, count.parse().ok()?))
    };
    let old = side(parts.next())?;
    Some([old, side(parts.next()?.strip_prefix('+'))?])
}

/// The old or the new text.
struct Side {
    /// Starts of the lines.
    starts: Vec<usize>,
    /// Changed ranges in order.
    changed: Vec<Range<usize>>,
    /// Index of the next line.
    next: usize,
}

impl Side {
    fn new(text: &str, replaced: &[diff::Replaced], side: fn(&diff::Replaced) -> &Range<usize>) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Self { starts, changed: replaced.iter().map(|both| side(both).clone()).collect(), next: 0 }
    }

    /// Returns the changed ranges of the next line of the patch, after its mark.
    fn changed_in_next(&mut self) -> Vec<Range<usize>> {
        let start = self.starts.get(self.next).copied().unwrap_or(usize::MAX);
        let end = self.starts.get(self.next + 1).copied().unwrap_or(usize::MAX);
        self.next += 1;
        let first = self.changed.partition_point(|changed| changed.end < start);
        let within = self.changed[first..].iter().take_while(|changed| changed.start < end);
        let in_line = |at: usize| at.clamp(start, end) - start + 1;
        within
            .map(|changed| in_line(changed.start)..in_line(changed.end))
            .filter(|changed| !changed.is_empty())
            .collect()
    }
}

/// Returns a long line with only the text around its changes.
fn shortened(line: PageLine) -> PageLine {
    if line.text.len() <= LONG_LINE {
        return line;
    }
    let text = &line.text;
    // The mark of the line stays.
    let mut kept: Vec<Range<usize>> = iter::once(0..1).collect();
    let around = line.changed.iter().map(|changed| {
        floor_char_boundary(text, changed.start.saturating_sub(AROUND))
            ..floor_char_boundary(text, (changed.end + AROUND).min(text.len()))
    });
    for range in around {
        match kept.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => kept.push(range),
        }
    }
    if line.changed.is_empty() {
        kept[0].end = floor_char_boundary(text, AROUND);
    }
    let (mut short, mut changed) = (String::new(), Vec::new());
    let mut before = 0;
    for range in kept {
        if range.start > before {
            short.push('…');
        }
        let moved = |at: usize| at - range.start + short.len();
        let within = line.changed.iter().filter(|changed| range.start <= changed.start && changed.end <= range.end);
        changed.extend(within.map(|changed| moved(changed.start)..moved(changed.end)));
        before = range.end;
        short.push_str(&text[range]);
    }
    if before < text.len() {
        short.push('…');
    }
    PageLine { text: short, changed, ..line }
}

#[cfg(test)]
mod tests {
    use LineStyle::{Added, Dim, Heading, Plain, Removed};
    use iri_core::Span;
    use iri_core::text::{Edit, InDocument};

    use super::*;

    fn edit(start: usize, end: usize, text: &str) -> Edit<InDocument> {
        Edit { span: Span::new(start, end), text: text.to_owned() }
    }

    /// Returns the lines with an emphasized text, each with these texts.
    fn emphasized(lines: &[PageLine]) -> Vec<(&str, Vec<&str>)> {
        let marked = lines.iter().filter(|line| !line.changed.is_empty());
        marked
            .map(|line| (&line.text[..1], line.changed.iter().map(|range| &line.text[range.clone()]).collect()))
            .collect()
    }

    #[test]
    fn each_change_of_a_line_is_emphasized() {
        let old = "first\n-- a b|c\nlast\n";
        let lines = lines("a.xml", old, &Changes::new(vec![edit(10, 11, "%20"), edit(12, 13, "%7C")]));
        assert_eq!(emphasized(&lines), [("-", vec![" ", "|"]), ("+", vec!["%20", "%7C"])]);
        let styles: Vec<LineStyle> = lines.iter().map(|line| line.style).collect();
        assert_eq!(styles, [Heading, Heading, Dim, Plain, Removed, Added, Plain], "{lines:?}");
    }

    #[test]
    fn a_long_line_shows_the_text_around_its_changes() {
        let old = format!("{}x{}y{}", "\u{5D0}".repeat(3_000), "b".repeat(5_000), "c".repeat(5_000));
        let lines = lines("a.xml", &old, &Changes::new(vec![edit(6_000, 6_001, "X"), edit(11_001, 11_002, "")]));
        let [removed, added] = &lines[3..5] else { panic!("{lines:?}") };
        assert!(removed.text.len() < 1_500 && added.text.len() < 1_500, "{}", removed.text.len());
        assert_eq!(emphasized(&lines), [("-", vec!["x", "y"]), ("+", vec!["X"])]);
        assert_eq!(removed.text.matches('…').count(), 3);
    }
}
