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
//! letters of a region are one block, from the last of them to the first, or to a number before it. In a right-to-left
//! paragraph it is the right-to-left letters that never move. [`readings`] lists every choice that the rules allow, and
//! the algorithm itself confirms each: a result always has the display. The search is complete, except in texts with
//! embedding, override or isolate characters (which have a rule of their own), if brackets or tabs connect regions, and
//! if there are more choices than the budget allows, or a mark without a letter starts a right-to-left paragraph.
//!
//! A text and its twin may also be displayed in two orders: a link in an address bar like another one in a Hebrew mail.
//! Then the display is read in the other order first, and the twins of that text are twins too.

mod readings;

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ops::Range;

use unicode_bidi::BidiClass::{self, AL, AN, B, BN, EN, L, R, S};

use super::{Bidi, DisplayOrder, clusters, has_explicit_formatting, is_bracket, is_plain, mirrored, simple};
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
    twins_in(text, DisplayOrder::Rfc)
}

#[doc(hidden)] // for the programs of this workspace
/// Returns the other texts that display in `order` as `text` does in the same order. A text without right-to-left letters
/// has none, although numbers at its end move in a right-to-left paragraph.
pub fn twins_in(text: &str, order: DisplayOrder) -> Vec<String> {
    if is_plain(text) || !may_have_twins(text, order) {
        return Vec::new();
    }
    twins_up_to(LIMIT, &Bidi::with_order(text, order))
}

#[doc(hidden)] // for the programs of this workspace
/// Returns the other texts that display in the order `other` as `text` does in `order`.
///
/// ```
/// use iri_core::bidi::{Bidi, DisplayOrder, twins_across};
///
/// let (mail, bar) = (DisplayOrder::RightToLeftParagraph, DisplayOrder::Browser);
/// let text = "\u{5D0}.example/b";
/// let other = &twins_across(text, mail, bar)[0];
/// assert_eq!(other, "example/b.\u{5D0}");
/// assert_eq!(Bidi::with_order(other, bar).visual(), Bidi::with_order(text, mail).visual());
/// ```
pub fn twins_across(text: &str, order: DisplayOrder, other: DisplayOrder) -> Vec<String> {
    across_up_to(LIMIT, text, order, other)
}

/// Returns the first of them, at most `limit`.
pub(crate) fn across_up_to(limit: usize, text: &str, order: DisplayOrder, other: DisplayOrder) -> Vec<String> {
    if is_plain(text) || has_explicit_formatting(text) {
        return Vec::new();
    }
    let display = Bidi::with_order(text, order).visual();
    let is_displayed_so = |read: &String| Bidi::with_order(read, other).visual() == display;
    let Some(first) = Some(text.to_owned()).filter(is_displayed_so).or_else(|| read(&display, other)) else {
        return Vec::new();
    };
    let mut twins = if first == text { Vec::new() } else { vec![first] };
    let start = twins.first().map_or(text, String::as_str);
    if twins.len() < limit && may_have_twins(start, other) {
        let more = twins_up_to(limit + 1, &Bidi::with_order(start, other));
        twins.extend(more.into_iter().filter(|twin| twin != text));
    }
    twins.truncate(limit);
    twins
}

/// Returns the first twins, at most `limit`, of the display of a text that [may have](may_have_twins) some.
pub fn twins_up_to(limit: usize, bidi: &Bidi<'_>) -> Vec<String> {
    // A twin is as long as the text: for a long text only few are computed.
    let limit = limit.min(1 + MAX_BYTES / (1 + bidi.text.len()));
    found_by(Search::new(bidi), limit)
}

/// Returns a text that has this display in `order`.
fn read(display: &str, order: DisplayOrder) -> Option<String> {
    // The display as a text in which nothing moves.
    let count = display.chars().count();
    let flat = Bidi { text: display, order, levels: vec![0; count], logical_to_visual: (0..count).collect() };
    let mut search = Search { is_simple: false, is_tied: false, ..Search::new(&flat) };
    let mut parts: Vec<(Range<usize>, String)> = Vec::new();
    for region in search.regions() {
        let own = &display[region.bytes.clone()];
        let stays = search.displays_as(own, &region.display);
        let text = if stays { own.to_owned() } else { search.alternatives(&region, 1).pop()? };
        parts.push((region.bytes, text));
    }
    let mut pieces: Vec<&str> = Vec::new();
    let mut at = 0;
    for (bytes, text) in &parts {
        pieces.extend(clusters(&display[at..bytes.start]));
        pieces.push(text);
        at = bytes.end;
    }
    pieces.extend(clusters(&display[at..]));
    if order.base() != 0 {
        pieces.reverse();
    }
    Some(pieces.concat()).filter(|text| Bidi::with_order(text, order).visual() == display)
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
        let order = search.bidi.order;
        twins.retain(|twin| Bidi::with_order(twin, order).visual() == search.display());
    }
    twins
}

/// Returns whether a search can succeed: between two left-to-right letters, a right-to-left letter is only ambiguous
/// together with a number or a character that the algorithm ignores. Brackets have an effect beyond letters.
pub fn may_have_twins(text: &str, order: DisplayOrder) -> bool {
    if has_explicit_formatting(text) {
        return false;
    }
    if order.base() != 0 {
        return true;
    }
    let (mut may, mut is_right_to_left, mut has_company) = (false, false, false);
    for c in text.chars() {
        match order.class(c) {
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
        let ties = |c| is_bracket(c) || matches!(bidi.order.class(c), S | B);
        let is_mail = bidi.order.base() != 0;
        let is_simple = !is_mail && simple::is_simple(bidi.text);
        // In a right-to-left paragraph the letter before a region decides what its numbers are (W2).
        let is_tied = is_mail || !is_simple && bidi.text.contains(ties);
        Self { bidi, is_simple, is_tied, display: OnceCell::new(), left: BUDGET + 4 * bidi.text.len() }
    }

    /// Returns the display of the whole text.
    fn display(&self) -> &str {
        self.display.get_or_init(|| self.bidi.visual())
    }

    /// Returns the regions that contain something right-to-left, in the order of the text.
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
            match self.bidi.order.class(c) {
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
            let first = text.chars().next().expect("a cluster is never empty");
            let atom = self.atom(index, start, text, self.bidi.order.class(first));
            index += text.chars().count();
            atom
        };
        let mut end = 0;
        let located = |cluster: &'t str| {
            end += cluster.len();
            (end - cluster.len(), cluster)
        };
        let mut atoms: Vec<Atom<'t>> = clusters(self.bidi.text).map(located).map(atom).collect();
        atoms.sort_by_key(|atom| atom.column);
        let is_mail = self.bidi.order.base() != 0;
        let is_barrier = |atom: &Atom<'_>| match atom.class {
            B | S => true,
            R | AL => is_mail,
            class => class == L && !is_mail,
        };
        let moves = |atom: &Atom<'_>| is_mail || matches!(atom.class, R | AL | AN);
        let parts = atoms.split(is_barrier).filter(|part| part.iter().any(moves));
        let displayed: Vec<char> = self.display().chars().collect();
        let region = |part: &[Atom<'t>]| {
            let length: usize = part.iter().map(|atom| atom.text.chars().count()).sum();
            let display = displayed.iter().skip(part[0].column).take(length).collect();
            Region { bytes: hull(part), display, atoms: part.to_vec() }
        };
        let mut regions: Vec<Region<'t>> = parts.map(region).collect();
        // A right-to-left paragraph displays the first one last.
        regions.sort_by_key(|region| region.bytes.start);
        regions
    }

    /// Returns the atom `text`, whose first character has this index, byte and bidi class.
    fn atom(&self, index: usize, start: usize, text: &'t str, class: BidiClass) -> Atom<'t> {
        let (column, level) = (self.bidi.logical_to_visual[index], self.bidi.levels[index]);
        Atom { start, text, level, column, class, is_bracket: text.starts_with(is_bracket) }
    }

    /// Returns whether `text`, between two letters that never move, has this display.
    fn displays_as(&self, text: &str, display: &str) -> bool {
        let frame = Frame::of_letters(self.bidi.order);
        Bidi::with_order(&frame.around(text), self.bidi.order).visual() == frame.around(display)
    }

    /// Returns the other texts with which the region keeps its display.
    fn alternatives(&mut self, region: &Region<'_>, limit: usize) -> Vec<String> {
        let own = &self.bidi.text[region.bytes.clone()];
        let order = self.bidi.order;
        let frame = Frame::new(self.bidi, region, self.is_tied);
        let display = if self.is_tied { self.display().to_owned() } else { frame.around(&region.display) };
        let mut alternatives: Vec<String> = Vec::new();
        region.readings(order, &mut |candidate: String| {
            let text = frame.around(&candidate);
            self.left = self.left.saturating_sub(text.len());
            let is_twin = || Bidi::with_order(&text, order).visual() == display;
            if candidate != own && !alternatives.contains(&candidate) && is_twin() {
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
    fn new(bidi: &Bidi<'t>, region: &Region<'_>, is_tied: bool) -> Self {
        if is_tied {
            Self { before: &bidi.text[..region.bytes.start], after: &bidi.text[region.bytes.end..] }
        } else {
            Self::of_letters(bidi.order)
        }
    }

    /// Creates the frame of two letters that never move.
    fn of_letters(order: DisplayOrder) -> Self {
        let letter = if order.base() == 0 { "a" } else { "\u{5D0}" };
        Self { before: letter, after: letter }
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
