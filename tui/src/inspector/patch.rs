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
use crate::report::diff::{self, PatchLine};

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
    let side = |side: fn(&diff::Replaced) -> &Range<usize>| replaced.iter().map(side).cloned().collect::<Vec<_>>();
    let (removed, added) = (side(|(old, _)| old), side(|(_, new)| new));
    let (mut lines, mut more) = (Vec::new(), 0);
    let add = |line| {
        if lines.len() == MOST_LINES {
            more += 1;
            return Ok(());
        }
        lines.push(match line {
            PatchLine::Name(name) => PageLine::new(name, LineStyle::Heading),
            PatchLine::Hunk(head) => PageLine::new(head, LineStyle::Dim),
            PatchLine::Same(line) => text_line(" ", old, &line, LineStyle::Plain, &[]),
            PatchLine::Removed(line) => text_line("-", old, &line, LineStyle::Removed, &removed),
            PatchLine::Added(line) => text_line("+", &new, &line, LineStyle::Added, &added),
            PatchLine::NotEnded => PageLine::new(PatchLine::NOT_ENDED, LineStyle::Dim),
        });
        Ok(())
    };
    diff::each_line(name.as_bytes(), (old.as_bytes(), new.as_bytes()), &replaced, add)
        .expect("adding a line cannot fail");
    if more > 0 {
        lines.push(PageLine::new(format!("{} more not shown", named(more, "line")), LineStyle::Heading));
    }
    lines
}

/// Returns a line of `text` after `mark`, with those parts of `changed`, ranges in order, that are in it.
fn text_line(mark: &str, text: &str, line: &Range<usize>, style: LineStyle, changed: &[Range<usize>]) -> PageLine {
    let content = text[line.clone()].lines().next().unwrap_or_default();
    let first = changed.partition_point(|changed| changed.end < line.start);
    let within = changed[first..].iter().take_while(|changed| changed.start < line.end);
    let in_line = |at: usize| at.clamp(line.start, line.end) - line.start + mark.len();
    let changed = within.map(|changed| in_line(changed.start)..in_line(changed.end)).collect();
    shortened(PageLine { changed, ..PageLine::new(format!("{mark}{content}"), style) }, LONG_LINE, AROUND)
}

/// Returns a line that has more than `most` bytes with only so many `around` its changes.
pub fn shortened(line: PageLine, most: usize, around: usize) -> PageLine {
    if line.text.len() <= most {
        return line;
    }
    let text = &line.text;
    // The mark of the line stays.
    let mut kept: Vec<Range<usize>> = iter::once(0..1).collect();
    let parts = line.changed.iter().map(|changed| {
        floor_char_boundary(text, changed.start.saturating_sub(around))
            ..floor_char_boundary(text, (changed.end + around).min(text.len()))
    });
    for range in parts {
        match kept.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => kept.push(range),
        }
    }
    if line.changed.is_empty() {
        kept[0].end = floor_char_boundary(text, around);
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
        let parts =
            |line: &'_ PageLine| -> Vec<_> { line.changed.iter().filter(|range| !range.is_empty()).cloned().collect() };
        let marked = lines.iter().map(|line| (line, parts(line))).filter(|(_, parts)| !parts.is_empty());
        marked
            .map(|(line, parts)| (&line.text[..1], parts.into_iter().map(|range| &line.text[range]).collect()))
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
