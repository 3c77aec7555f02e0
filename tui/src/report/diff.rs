//! Changes as a patch that `git apply` and `patch` accept.
//!
//! ```text
//! --- a/docs/guide.xml
//! +++ b/docs/guide.xml
//! @@ -86,5 +86,5 @@
//!    <title>Set-up</title>
//! -  <img xlink:href="figure 1.png"/>
//! +  <img xlink:href="figure%201.png"/>
//! ```
//!
//! The edits are known, so no differences are searched: each edit is extended to whole lines, and near ones share a
//! hunk. Patches are made of bytes, because the patch of a file is in the encoding of the file. Lines end at LF, as in
//! git.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;

use crate::cells::{RightToLeft, escaped};
use crate::report::styles;

/// Number of context lines around a change.
const CONTEXT: usize = 3;

/// Range of bytes in the old text, and the range that replaces it in the new text.
pub type Replaced = (Range<usize>, Range<usize>);

/// Destination of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchReader {
    /// A program, which needs the exact bytes.
    Program,
    /// A person at a terminal, with stand-ins for characters that hide or move text.
    Person,
}

impl PatchReader {
    /// Returns the reader of standard output.
    pub fn stdout() -> Self {
        if io::stdout().is_terminal() { Self::Person } else { Self::Program }
    }
}

/// Line of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatchLine {
    /// Name of a side.
    Name(String),
    /// Start of a hunk.
    Hunk(String),
    /// This line of the old text, which is also in the new text.
    Same(Range<usize>),
    /// This line of the old text, which is not in the new text.
    Removed(Range<usize>),
    /// This line of the new text, which is not in the old text.
    Added(Range<usize>),
    /// Note that the last line of a text has no end.
    NotEnded,
}

impl PatchLine {
    /// Text of [`Self::NotEnded`].
    pub const NOT_ENDED: &str = "\\ No newline at end of file";
}

/// Writes the patch from the old to the new text of the file at `path`, which differ in the ranges `replaced`.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    path: &[u8],
    (old, new): (&[u8], &[u8]),
    replaced: &[Replaced],
    reader: PatchReader,
) -> io::Result<()> {
    each_line(path, (old, new), replaced, |line| {
        let (mark, style, text) = match &line {
            PatchLine::Name(name) => ("", styles::EMPHASIS, name.as_bytes()),
            PatchLine::Hunk(head) => ("", styles::LABEL, head.as_bytes()),
            PatchLine::Same(line) => (" ", anstyle::Style::new(), &old[line.clone()]),
            PatchLine::Removed(line) => ("-", styles::REMOVED, &old[line.clone()]),
            PatchLine::Added(line) => ("+", styles::ADDED, &new[line.clone()]),
            PatchLine::NotEnded => ("", anstyle::Style::new(), PatchLine::NOT_ENDED.as_bytes()),
        };
        match reader {
            PatchReader::Program => {
                out.write_all(mark.as_bytes())?;
                out.write_all(text.strip_suffix(b"\n").unwrap_or(text))?;
                out.write_all(b"\n")
            }
            PatchReader::Person => {
                let text = String::from_utf8_lossy(text);
                writeln!(out, "{style}{mark}{}{style:#}", escaped(text.trim_end(), RightToLeft::Pinned))
            }
        }
    })
}

/// Passes each line of that patch to `visit`.
///
/// # Errors
/// The first error of `visit`.
pub fn each_line(
    path: &[u8],
    (old, new): (&[u8], &[u8]),
    replaced: &[Replaced],
    visit: impl FnMut(PatchLine) -> io::Result<()>,
) -> io::Result<()> {
    let mut patch = Patch { visit, old, new, line: 1, counted: 0, delta: 0 };
    patch.name("---", "a", path)?;
    patch.name("+++", "b", path)?;
    let changes = changes(old, new, replaced);
    let mut rest = changes.as_slice();
    while !rest.is_empty() {
        let near = rest.windows(2).take_while(|pair| is_near(old, &pair[0], &pair[1])).count();
        let (hunk, later) = rest.split_at(near + 1);
        patch.hunk(hunk)?;
        rest = later;
    }
    Ok(())
}

/// Returns the changed lines of the old text, and the lines that replace them.
fn changes(old: &[u8], new: &[u8], replaced: &[Replaced]) -> Vec<Replaced> {
    let mut changes: Vec<Replaced> = Vec::new();
    for wide in whole_lines(old, new, replaced) {
        let wide = trimmed(old, new, wide);
        match changes.last_mut() {
            Some(last) if wide.0.start <= last.0.end => {
                last.0.end = last.0.end.max(wide.0.end);
                last.1.end = last.1.end.max(wide.1.end);
            }
            _ => changes.push(wide),
        }
    }
    changes
}

/// Extends the changes to whole lines. Changes of one line become one, so that a long line is searched once.
fn whole_lines(old: &[u8], new: &[u8], replaced: &[Replaced]) -> Vec<Replaced> {
    let mut wide: Vec<Replaced> = Vec::new();
    for (before, after) in replaced {
        match wide.last_mut() {
            Some(last) if before.start < last.0.end || after.start < last.1.end => {
                if before.end >= last.0.end {
                    last.0.end = line_end(old, before.end);
                }
                if after.end >= last.1.end {
                    last.1.end = line_end(new, after.end);
                }
            }
            _ => wide.push((lines_around(old, before), lines_around(new, after))),
        }
    }
    wide
}

/// Returns the change without the equal lines at its start and end: an inserted line leaves the next one unchanged.
fn trimmed(old: &[u8], new: &[u8], (mut before, mut after): Replaced) -> Replaced {
    let both = |before: &Range<usize>, after: &Range<usize>| {
        let (old, new): (Vec<_>, Vec<_>) =
            (lines(&old[before.clone()]).collect(), lines(&new[after.clone()]).collect());
        (old, new)
    };
    let length = |lines: &[&[u8]]| lines.iter().map(|line| line.len()).sum::<usize>();
    let (olds, news) = both(&before, &after);
    let same = olds.iter().rev().zip(news.iter().rev()).take_while(|(old, new)| old == new).count();
    let end = length(&olds[olds.len() - same..]);
    before.end -= end;
    after.end -= end;
    let (olds, news) = both(&before, &after);
    let same = olds.iter().zip(&news).take_while(|(old, new)| old == new).count();
    let start = length(&olds[..same]);
    before.start += start;
    after.start += start;
    (before, after)
}

/// Whether two changes are so near that they share a hunk.
fn is_near(old: &[u8], one: &Replaced, other: &Replaced) -> bool {
    lines(&old[one.0.end..other.0.start]).take(2 * CONTEXT + 1).count() <= 2 * CONTEXT
}

struct Patch<'p, V> {
    visit: V,
    old: &'p [u8],
    new: &'p [u8],
    /// Number of the line that starts at `counted`, in the old file.
    line: usize,
    counted: usize,
    /// Number of lines that the changes before added to the file.
    delta: isize,
}

impl<V: FnMut(PatchLine) -> io::Result<()>> Patch<'_, V> {
    /// Writes the name of a file. A tab follows a name with a space, which would end the name for some programs.
    fn name(&mut self, mark: &str, side: &str, path: &[u8]) -> io::Result<()> {
        let start = path.iter().position(|byte| *byte != b'/').unwrap_or(path.len());
        let path = quoted(&[side.as_bytes(), b"/", &path[start..]].concat());
        let end = if path.contains(' ') { "\t" } else { "" };
        (self.visit)(PatchLine::Name(format!("{mark} {path}{end}")))
    }

    fn hunk(&mut self, changes: &[Replaced]) -> io::Result<()> {
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return Ok(()) };
        let start = before(self.old, first.0.start);
        let end = last.0.end + lines(&self.old[last.0.end..]).take(CONTEXT).map(<[u8]>::len).sum::<usize>();
        self.line += lines(&self.old[self.counted..start]).count();
        self.counted = start;

        let old_lines = lines(&self.old[start..end]).count();
        let grown: isize = changes.iter().map(|(old, new)| self.count(new, true) - self.count(old, false)).sum();
        let from = self.line.saturating_add_signed(self.delta);
        let head = format!("@@ -{},{old_lines} +{from},{} @@", self.line, old_lines.saturating_add_signed(grown));
        self.delta += grown;
        (self.visit)(PatchLine::Hunk(head))?;

        let mut at = start;
        for (old, new) in changes {
            self.lines(self.old, at..old.start, PatchLine::Same)?;
            self.lines(self.old, old.clone(), PatchLine::Removed)?;
            self.lines(self.new, new.clone(), PatchLine::Added)?;
            at = old.end;
        }
        self.lines(self.old, at..end, PatchLine::Same)
    }

    fn count(&self, range: &Range<usize>, is_new: bool) -> isize {
        let side = if is_new { self.new } else { self.old };
        isize::try_from(lines(&side[range.clone()]).count()).unwrap_or(isize::MAX)
    }

    fn lines(&mut self, side: &[u8], mut rest: Range<usize>, line: fn(Range<usize>) -> PatchLine) -> io::Result<()> {
        for text in lines(&side[rest.clone()]) {
            let end = rest.start + text.len();
            (self.visit)(line(rest.start..end))?;
            if !text.ends_with(b"\n") {
                (self.visit)(PatchLine::NotEnded)?;
            }
            rest.start = end;
        }
        Ok(())
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
}

/// Extends `range` to whole lines.
fn lines_around(text: &[u8], range: &Range<usize>) -> Range<usize> {
    let start = memchr::memrchr(b'\n', &text[..range.start]).map_or(0, |at| at + 1);
    start..line_end(text, range.end)
}

/// Returns the end of the line that contains `at`.
fn line_end(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length + 1)
}

/// Returns the start of the context lines before `start`, the start of a line.
fn before(text: &[u8], start: usize) -> usize {
    let mut at = start;
    for _ in 0..CONTEXT {
        let Some(end) = at.checked_sub(1) else { return 0 };
        at = text[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    }
    at
}

/// Returns `path` as git writes it: in quotes if it contains characters that would end it, or is not UTF-8.
fn quoted(path: &[u8]) -> String {
    let mut out = String::new();
    for chunk in path.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                c if c.is_ascii_control() => push_octal(&mut out, u32::from(c)),
                c => out.push(c),
            }
        }
        for byte in chunk.invalid() {
            push_octal(&mut out, u32::from(*byte));
        }
    }
    if out.as_bytes() == path { out } else { format!("\"{out}\"") }
}

fn push_octal(out: &mut String, number: u32) {
    write!(out, "\\{number:03o}").expect("a String takes every write");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_as_git_does() {
        for plain in ["a/b c.xml", "a/\u{5D0}.xml", ""] {
            assert_eq!(quoted(plain.as_bytes()), plain);
        }
        assert_eq!(quoted(b"a\xFF\xD7\x90\xE2\x80.xml"), "\"a\\377\u{5D0}\\342\\200.xml\"");
        assert_eq!(quoted(b"a\"\\\n\x7F"), "\"a\\\"\\\\\\012\\177\"");
    }
}
