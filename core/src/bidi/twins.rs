//! Twins: other references with the same display.
//!
//! ```text
//! display      a b . 1 2 3 . F E D C / k l          uppercase: right-to-left letters
//! regions          ^^^^^^^^^^^^^^^^^              the text between two left-to-right letters
//! blocks           ^^^^^^^^^^^^^^^   or  ^^^^^^^  the part of it that is read from the right
//! readings     CDEF.123              123.CDEF
//! ```
//!
//! Left-to-right letters never move at base level 0, so a display is processed region by region. The right-to-left
//! letters of a region are one block, from the last of them to the first, or to a number before it. [`readings`] lists
//! every choice that the rules allow, and the algorithm itself confirms each: a result always has the display. The
//! search is complete, except in texts with embedding, override or isolate characters (which have a rule of their own),
//! if brackets or tabs connect regions, and if there are more choices than the budget allows.

mod readings;

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ops::Range;

use unicode_bidi::BidiClass::{self, AL, AN, B, BN, EN, L, R, S};
use unicode_segmentation::UnicodeSegmentation;

use super::{Bidi, DisplayOrder, has_explicit_formatting, is_bracket, is_plain, mirrored, simple};
use readings::{Atom, Region};

/// Maximum number of twins of one display.
const LIMIT: usize = 64;

/// Maximum length of all twins together in bytes, unless it is only one.
const MAX_BYTES: usize = 1 << 18;

/// Bytes that the algorithm may process in a search, in addition to four times the text. Characters that it ignores, and
/// brackets, leave so many choices that a value of 100 bytes could take any time: with this budget it takes milliseconds.
const BUDGET: usize = 1 << 14;

/// Returns the other texts that display as `text` does, the nearest first; at most 64, and fewer of a text beyond 4 KiB.
///
/// ```
/// use iri_core::bidi::{Bidi, twins};
///
/// let text = "http://ab.\u{5D0}.1/";
/// assert!(twins(text).iter().all(|twin| twin != text && Bidi::new(twin).visual() == Bidi::new(text).visual()));
/// assert!(twins("http://example.org/").is_empty());
/// ```
pub fn twins(text: &str) -> Vec<String> {
    if is_plain(text) || !may_have_twins(text) { Vec::new() } else { twins_up_to(LIMIT, &Bidi::new(text)) }
}

/// Returns the first twins, at most `limit`, of the display in the order of RFC 3987 of a text that [may have](may_have_twins)
/// some.
pub fn twins_up_to(limit: usize, bidi: &Bidi<'_>) -> Vec<String> {
    // A twin is as long as the text: for a long text only few are computed.
    let limit = limit.min(1 + MAX_BYTES / (1 + bidi.text.len()));
    found_by(Search::new(bidi), limit)
}

/// Returns the first twins that the search finds, at most `limit`.
fn found_by(mut search: Search<'_, '_>, limit: usize) -> Vec<String> {
    let mut changes = Vec::new();
    for region in search.regions() {
        let alternatives = search.alternatives(&region, limit);
        if !alternatives.is_empty() {
            changes.push((region.bytes, alternatives));
        }
        // Each alternative alone makes a twin, so that no more are needed.
        if search.left == 0 || changes.iter().map(|(_, alternatives)| alternatives.len()).sum::<usize>() >= limit {
            break;
        }
    }
    let mut twins = combine(search.bidi.text, &changes, limit);
    // A region of a simple text is displayed in the text as it is alone.
    if !search.is_simple {
        twins.retain(|twin| Bidi::new(twin).visual() == search.display());
    }
    twins
}

/// Returns whether a search can succeed: between two left-to-right letters, a right-to-left letter is only ambiguous
/// together with a number or a character that the algorithm ignores. Brackets have an effect beyond letters.
pub fn may_have_twins(text: &str) -> bool {
    if has_explicit_formatting(text) {
        return false;
    }
    let (mut may, mut is_right_to_left, mut has_company) = (false, false, false);
    for c in text.chars() {
        match DisplayOrder::Rfc.class(c) {
            L | B | S => (is_right_to_left, has_company) = (false, false),
            R | AL => is_right_to_left = true,
            AN => (is_right_to_left, has_company) = (true, true),
            EN | BN => has_company = true,
            _ => may |= is_bracket(c),
        }
        may |= is_right_to_left && has_company;
    }
    may
}

struct Search<'b, 't> {
    bidi: &'b Bidi<'t>,
    /// Whether the text is [simple], so that each region can be searched without the display of the whole text.
    is_simple: bool,
    /// Whether a bracket or a tab may connect regions.
    is_tied: bool,
    display: OnceCell<String>,
    /// Remaining budget in bytes.
    left: usize,
}

impl<'b, 't> Search<'b, 't> {
    fn new(bidi: &'b Bidi<'t>) -> Self {
        let ties = |c| is_bracket(c) || matches!(DisplayOrder::Rfc.class(c), S | B);
        let is_simple = simple::is_simple(bidi.text);
        let is_tied = !is_simple && bidi.text.contains(ties);
        Self { bidi, is_simple, is_tied, display: OnceCell::new(), left: BUDGET + 4 * bidi.text.len() }
    }

    /// Returns the display of the whole text.
    fn display(&self) -> &str {
        self.display.get_or_init(|| self.bidi.visual())
    }

    /// Returns the regions that contain something right-to-left, from left to right.
    fn regions(&self) -> Vec<Region<'t>> {
        if self.is_simple { self.regions_of_simple_text() } else { self.regions_of_display() }
    }

    /// Returns those that may have other readings. In a simple text every character is an atom.
    fn regions_of_simple_text(&self) -> Vec<Region<'t>> {
        let mut regions = Vec::new();
        let mut atoms = Vec::new();
        let mut finish = |atoms: &mut Vec<Atom<'t>>| {
            let has = |class| atoms.iter().any(|atom: &Atom<'_>| atom.class == class);
            if has(AN) || has(EN) && (has(R) || has(AL)) {
                atoms.sort_unstable_by_key(|atom| atom.column);
                let display = atoms.iter().flat_map(|atom| displayed(atom.text, atom.level)).collect();
                regions.push(Region { bytes: hull(atoms), display, atoms: std::mem::take(atoms) });
            }
            atoms.clear();
        };
        for (index, (start, c)) in self.bidi.text.char_indices().enumerate() {
            match DisplayOrder::Rfc.class(c) {
                L => finish(&mut atoms),
                class => atoms.push(self.atom(index, start, &self.bidi.text[start..start + c.len_utf8()], class)),
            }
        }
        finish(&mut atoms);
        regions
    }

    fn regions_of_display(&self) -> Vec<Region<'t>> {
        let mut index = 0;
        let atom = |(start, text): (usize, &'t str)| {
            let first = text.chars().next().expect("a grapheme cluster is never empty");
            let atom = self.atom(index, start, text, DisplayOrder::Rfc.class(first));
            index += text.chars().count();
            atom
        };
        let mut atoms: Vec<Atom<'t>> = self.bidi.text.grapheme_indices(true).map(atom).collect();
        atoms.sort_by_key(|atom| atom.column);
        let is_barrier = |atom: &Atom<'_>| matches!(atom.class, L | B | S);
        let parts = atoms.split(is_barrier).filter(|part| part.iter().any(|atom| matches!(atom.class, R | AL | AN)));
        let displayed: Vec<char> = self.display().chars().collect();
        let region = |part: &[Atom<'t>]| {
            let length: usize = part.iter().map(|atom| atom.text.chars().count()).sum();
            let display = displayed.iter().skip(part[0].column).take(length).collect();
            Region { bytes: hull(part), display, atoms: part.to_vec() }
        };
        parts.map(region).collect()
    }

    /// Returns the atom `text`, whose first character has this index, byte and bidi class.
    fn atom(&self, index: usize, start: usize, text: &'t str, class: BidiClass) -> Atom<'t> {
        let (column, level) = (self.bidi.logical_to_visual[index], self.bidi.levels[index]);
        Atom { start, text, level, column, class, is_bracket: text.starts_with(is_bracket) }
    }

    /// Returns the other texts with which the region keeps its display.
    fn alternatives(&mut self, region: &Region<'_>, limit: usize) -> Vec<String> {
        let own = &self.bidi.text[region.bytes.clone()];
        let frame = Frame::new(self.bidi.text, region, self.is_tied);
        let display = if self.is_tied { self.display().to_owned() } else { frame.around(&region.display) };
        let mut alternatives: Vec<String> = Vec::new();
        region.readings(&mut |candidate: String| {
            let text = frame.around(&candidate);
            self.left = self.left.saturating_sub(text.len());
            if candidate != own && !alternatives.contains(&candidate) && Bidi::new(&text).visual() == display {
                alternatives.push(candidate);
            }
            self.left > 0 && alternatives.len() < limit
        });
        alternatives
    }
}

/// Returns the bytes of the text from which a region is displayed; they are contiguous there too.
fn hull(atoms: &[Atom<'_>]) -> Range<usize> {
    let start = atoms.iter().map(|atom| atom.start).min().unwrap_or_default();
    let end = atoms.iter().map(|atom| atom.start + atom.text.len()).max().unwrap_or_default();
    start..end
}

/// Returns what is displayed for the characters of `text` at `level`.
fn displayed(text: &str, level: u8) -> impl Iterator<Item = char> + '_ {
    text.chars().map(move |c| if level % 2 == 1 { mirrored(c) } else { c })
}

/// Text around a region in which candidates are tested.
struct Frame<'t> {
    before: &'t str,
    after: &'t str,
}

impl<'t> Frame<'t> {
    /// Creates the frame: the text around the region if regions are connected, otherwise a letter on each side.
    fn new(text: &'t str, region: &Region<'_>, is_tied: bool) -> Self {
        if is_tied {
            Self { before: &text[..region.bytes.start], after: &text[region.bytes.end..] }
        } else {
            Self { before: "a", after: "a" }
        }
    }

    fn around(&self, region: &str) -> String {
        [self.before, region, self.after].concat()
    }
}

/// Returns the texts with one region changed, then those with two, and so on.
fn combine(text: &str, changes: &[(Range<usize>, Vec<String>)], limit: usize) -> Vec<String> {
    let mut twins = Vec::new();
    // Each entry selects alternatives of regions, in ascending order of the regions.
    let mut queue: VecDeque<Vec<(usize, usize)>> = VecDeque::from([Vec::new()]);
    while let Some(chosen) = queue.pop_front() {
        let next = chosen.last().map_or(0, |&(region, _)| region + 1);
        for (region, (_, alternatives)) in changes.iter().enumerate().skip(next) {
            for alternative in 0..alternatives.len() {
                if twins.len() == limit {
                    return twins;
                }
                let mut more = chosen.clone();
                more.push((region, alternative));
                twins.push(with(text, changes, &more));
                queue.push_back(more);
            }
        }
    }
    twins
}

fn with(text: &str, changes: &[(Range<usize>, Vec<String>)], chosen: &[(usize, usize)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for &(region, alternative) in chosen {
        let (bytes, alternatives) = &changes[region];
        out.push_str(&text[at..bytes.start]);
        out.push_str(&alternatives[alternative]);
        at = bytes.end;
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simple_text_has_the_twins_of_the_general_search() {
        let pieces = ["a", "/", "-", "%", "1", "23", "\u{5D0}", "\u{5D1}", "\u{627}", "\u{661}"];
        let mut rng = fastrand::Rng::with_seed(41);
        let mut with_twins = 0;
        for _ in 0..20_000 {
            let text: String = (0..rng.usize(1..10)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            let bidi = Bidi::new(&text);
            let search = Search::new(&bidi);
            assert!(search.is_simple, "{text:?}");
            let general = Search { is_simple: false, ..Search::new(&bidi) };
            let found = found_by(search, LIMIT);
            with_twins += usize::from(!found.is_empty());
            assert_eq!(found, found_by(general, LIMIT), "{text:?}");
        }
        assert!(with_twins > 2_000, "only {with_twins} texts have twins");
    }
}
