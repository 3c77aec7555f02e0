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

use std::collections::VecDeque;
use std::ops::Range;

use unicode_bidi::BidiClass::{AL, AN, B, BN, EN, FSI, L, LRE, LRI, LRO, PDF, PDI, R, RLE, RLI, RLO, S};
use unicode_segmentation::UnicodeSegmentation;

use super::{Bidi, DisplayOrder, is_bracket, is_plain};
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
    twins_up_to(LIMIT, &Bidi::new(text))
}

/// Returns the first twins, at most `limit`, of a display in the order of RFC 3987.
pub fn twins_up_to(limit: usize, bidi: &Bidi<'_>) -> Vec<String> {
    if is_plain(bidi.text) || !may_have_twins(bidi.text) {
        return Vec::new();
    }
    // A twin is as long as the text: for a long text only few are computed.
    let limit = limit.min(1 + MAX_BYTES / (1 + bidi.text.len()));
    let mut search = Search::new(bidi);
    let mut changes = Vec::new();
    for region in regions(bidi) {
        let alternatives = search.alternatives(&region, limit);
        if !alternatives.is_empty() {
            changes.push((region.bytes, alternatives));
        }
        // Each alternative alone makes a twin, so that no more are needed.
        if search.left == 0 || changes.iter().map(|(_, alternatives)| alternatives.len()).sum::<usize>() >= limit {
            break;
        }
    }
    combine(bidi.text, &changes, limit).into_iter().filter(|twin| Bidi::new(twin).visual() == search.display).collect()
}

/// Returns whether a search can succeed: between two left-to-right letters, a right-to-left letter is only ambiguous
/// together with a number or a character that the algorithm ignores. Brackets have an effect beyond letters.
pub fn may_have_twins(text: &str) -> bool {
    let (mut may, mut is_right_to_left, mut has_company) = (false, false, false);
    for c in text.chars() {
        match DisplayOrder::Rfc.class(c) {
            L | B | S => (is_right_to_left, has_company) = (false, false),
            R | AL => is_right_to_left = true,
            AN => (is_right_to_left, has_company) = (true, true),
            EN | BN => has_company = true,
            LRE | RLE | LRO | RLO | PDF | LRI | RLI | FSI | PDI => return false,
            _ => may |= is_bracket(c),
        }
        may |= is_right_to_left && has_company;
    }
    may
}

/// Returns the regions of a display that contain something right-to-left, from left to right.
fn regions<'t>(bidi: &Bidi<'t>) -> Vec<Region<'t>> {
    let atoms = atoms(bidi);
    let is_barrier = |atom: &Atom<'_>| matches!(atom.class, L | B | S);
    let parts = atoms.split(is_barrier).filter(|part| part.iter().any(|atom| matches!(atom.class, R | AL | AN)));
    parts.map(|part| Region { bytes: hull(part), atoms: part.to_vec() }).collect()
}

/// Returns the bytes of the text from which a region is displayed; they are contiguous there too.
fn hull(atoms: &[Atom<'_>]) -> Range<usize> {
    let start = atoms.iter().map(|atom| atom.start).min().unwrap_or_default();
    let end = atoms.iter().map(|atom| atom.start + atom.text.len()).max().unwrap_or_default();
    start..end
}

/// Returns the grapheme clusters in displayed order, from left to right.
fn atoms<'t>(bidi: &Bidi<'t>) -> Vec<Atom<'t>> {
    let mut index = 0;
    let atom = |(start, text): (usize, &'t str)| {
        let (column, level) = (bidi.logical_to_visual[index], bidi.levels[index]);
        index += text.chars().count();
        let first = text.chars().next().expect("a grapheme cluster is never empty");
        let atom = Atom { start, text, level, class: DisplayOrder::Rfc.class(first), is_bracket: is_bracket(first) };
        (column, atom)
    };
    let mut columns: Vec<(usize, Atom<'t>)> = bidi.text.grapheme_indices(true).map(atom).collect();
    columns.sort_by_key(|(column, _)| *column);
    columns.into_iter().map(|(_, atom)| atom).collect()
}

struct Search<'b, 't> {
    bidi: &'b Bidi<'t>,
    display: String,
    /// Whether a bracket or a tab may connect regions.
    is_tied: bool,
    /// Remaining budget in bytes.
    left: usize,
}

impl<'b, 't> Search<'b, 't> {
    fn new(bidi: &'b Bidi<'t>) -> Self {
        let ties = |c| is_bracket(c) || matches!(DisplayOrder::Rfc.class(c), S | B);
        let left = BUDGET + 4 * bidi.text.len();
        Self { bidi, display: bidi.visual(), is_tied: bidi.text.contains(ties), left }
    }

    /// Returns the other texts with which the region keeps its display.
    fn alternatives(&mut self, region: &Region<'_>, limit: usize) -> Vec<String> {
        let own = &self.bidi.text[region.bytes.clone()];
        let frame = Frame::new(self.bidi.text, region, self.is_tied);
        if self.is_tied {
            self.left = self.left.saturating_sub(self.display.len());
        }
        let display = if self.is_tied { self.display.clone() } else { Bidi::new(&frame.around(own)).visual() };
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
