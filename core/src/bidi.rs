//! The display of a reference: the position in which each character is displayed, and why.
//!
//! RFC 3987 section 4.1: a reference is displayed as if in a left-to-right embedding, so UAX #9 is applied to it alone
//! with base level 0. [Clusters](clusters) move as a whole (rule L3), characters at odd levels are mirrored (rule L4).
//! Characters that end a paragraph (LF, CR, CRLF, U+001C to U+001E, U+0085, U+2029) end the reordering too.
//!
//! The levels come from the crate `unicode-bidi` with the classes of `icu_properties`, because its own table is wrong
//! for noncharacters and unassigned tags. It is also wrong for brackets around isolates and beyond 63 open brackets:
//! such texts get the levels of our own [`Trace`].

#[doc(hidden)] // for the programs of this workspace
pub mod components;
#[doc(hidden)] // for the programs of this workspace
pub mod label;
mod order;
mod simple;
pub mod trace;
mod twins;

use std::ops::Range;

use icu_properties::CodePointMapData;
use icu_properties::props::{BidiMirroringGlyph, BidiPairedBracketType, GraphemeClusterBreak};
use unicode_bidi::{BidiInfo, Level};
use unicode_segmentation::UnicodeSegmentation;

pub use order::DisplayOrder;
#[doc(hidden)] // for the programs of this workspace
pub use order::mirrored;
pub use trace::Trace;
pub(crate) use twins::across_up_to;
#[doc(hidden)] // for the programs of this workspace
pub use twins::{may_have_twins, twins_up_to};
pub use twins::{twins, twins_across, twins_in};
pub use unicode_bidi::BidiClass;

use crate::unicode::{CharacterProperties, is_invisible, may_reorder};
use order::{Classes, is_removed};

/// The display of one text: the column of each character (UAX #9, RFC 3987 section 4.1).
///
/// ```
/// use iri_core::bidi::Bidi;
///
/// let bidi = Bidi::new("a/\u{5D0}\u{5D1}");
/// assert_eq!(bidi.levels, [0, 0, 1, 1]);
/// assert_eq!(bidi.logical_to_visual, [0, 1, 3, 2]);
/// assert_eq!(bidi.visual(), "a/\u{5D1}\u{5D0}");
/// ```
#[derive(Clone, Debug)]
pub struct Bidi<'t> {
    /// Text.
    pub text: &'t str,
    /// Order of the display.
    pub order: DisplayOrder,
    /// Level of each scalar value after rule L1. A character that rule X9 removes has the level of the previous
    /// character, or the base level at the start.
    pub levels: Vec<u8>,
    /// Column in which each scalar value is displayed; a permutation. Columns count scalar values from the left; within
    /// a [cluster](clusters) they are in stored order.
    pub logical_to_visual: Vec<usize>,
}

impl<'t> Bidi<'t> {
    /// Computes the display of `text` in a left-to-right embedding.
    pub fn new(text: &'t str) -> Self {
        Self::with_order(text, DisplayOrder::Rfc)
    }

    /// Computes the display of `text` in `order`.
    pub fn with_order(text: &'t str, order: DisplayOrder) -> Self {
        let count = text.chars().count();
        if order.base() != 0 {
            return Self::of_whole(text, order);
        }
        let mut bidi = Self { text, order, levels: vec![0; count], logical_to_visual: (0..count).collect() };
        if !is_plain(text) {
            let part = reordered_part(text);
            let start = text[..part.start].chars().count();
            let inner = Self::of_whole(&text[part], order);
            let inside = start..start + inner.levels.len();
            bidi.levels[inside.clone()].copy_from_slice(&inner.levels);
            for (column, inner) in bidi.logical_to_visual[inside].iter_mut().zip(inner.logical_to_visual) {
                *column = start + inner;
            }
        }
        bidi
    }

    /// Computes the display of the whole `text`.
    fn of_whole(text: &'t str, order: DisplayOrder) -> Self {
        match simple::display(text, order) {
            Some((levels, logical_to_visual)) => Self { text, order, levels, logical_to_visual },
            None => Self::general(text, order),
        }
    }

    /// Computes the display of `text` without a shortcut.
    fn general(text: &'t str, order: DisplayOrder) -> Self {
        let levels = levels(text, order);
        let logical_to_visual = reorder(text, order, &levels);
        Self { text, order, levels, logical_to_visual }
    }

    /// Returns whether every character is displayed in stored order.
    pub fn is_left_to_right(&self) -> bool {
        self.levels.iter().all(|level| level % 2 == 0)
            && self.logical_to_visual.iter().enumerate().all(|(logical, &visual)| logical == visual)
    }

    /// Returns the scalar value that is displayed in each column.
    pub fn visual_to_logical(&self) -> Vec<usize> {
        let mut inverse = vec![0; self.logical_to_visual.len()];
        for (logical, &visual) in self.logical_to_visual.iter().enumerate() {
            inverse[visual] = logical;
        }
        inverse
    }

    /// Returns the text in displayed order, from left to right, with mirrored characters in their mirrored form.
    pub fn visual(&self) -> String {
        self.visual_chars().map(|(_, c)| c).collect()
    }

    /// Returns the characters in displayed order, from left to right, each with its index in the text.
    pub fn visual_chars(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        let characters: Vec<char> = self.text.chars().collect();
        self.visual_to_logical().into_iter().map(move |logical| {
            let c = characters[logical];
            (logical, if self.levels[logical] % 2 == 1 { mirrored(c) } else { c })
        })
    }
}

/// Returns whether all characters of `text` have level 0 in a left-to-right paragraph.
pub(crate) fn is_plain(text: &str) -> bool {
    !CharacterProperties::from_text(text)
        .intersects(CharacterProperties::RIGHT_TO_LEFT.or(CharacterProperties::BIDI_CONTROL))
}

/// Returns the part of `text` that contains every character with another level than 0, from one ASCII letter to another:
/// in a left-to-right paragraph, what is before such a letter has no effect on what is after it, except for brackets and
/// formatting characters. In a long reference, only few characters are right-to-left.
fn reordered_part(text: &str) -> Range<usize> {
    let (mut first, mut last) = (None, 0);
    for (at, c) in text.char_indices() {
        if is_bracket(c) || is_explicit_formatting(c) {
            return 0..text.len();
        }
        if may_reorder(c) {
            first = first.or(Some(at));
            last = at;
        }
    }
    let bytes = text.as_bytes();
    let start = bytes[..first.unwrap_or(0)].iter().rposition(u8::is_ascii_alphabetic).unwrap_or(0);
    // A mark would move with the letter, if that belongs to the cluster of a character before it.
    let is_end = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii();
    let end = bytes[last..].windows(2).position(is_end).map_or(bytes.len(), |length| last + length + 1);
    start..end
}

/// Returns the levels after rule L1.
fn levels(text: &str, order: DisplayOrder) -> Vec<u8> {
    if is_beyond_the_crate(text) {
        return Trace::new(text, order).levels();
    }
    let base = Level::new(order.base()).expect("a base level is 0 or 1");
    let info = BidiInfo::new_with_data_source(&Classes(order), text, Some(base));
    // The crate applies L1 to the whole text, whatever paragraph it gets; all have the same base level.
    let Some(paragraph) = info.paragraphs.first() else { return Vec::new() };
    let levels = info.reordered_levels_per_char(paragraph, 0..text.len());
    let mut before = order.base();
    let with_level = |(c, level): (char, Level)| {
        if !is_removed(order.class(c)) {
            before = level.number();
        }
        before
    };
    text.chars().zip(levels).map(with_level).collect()
}

/// Returns whether the crate may be wrong on rule N0: for brackets around isolates, and for more than 63 open brackets. At
/// that depth BD16 stops for the whole sequence, not for the run.
fn is_beyond_the_crate(text: &str) -> bool {
    let brackets = text.chars().filter(|&c| is_bracket(c)).count();
    brackets > 63 || brackets > 0 && has_explicit_formatting(text)
}

/// Returns whether `c` is an embedding, an override, an isolate or the end of one (UAX #9 section 2).
pub(crate) fn is_explicit_formatting(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether `text` contains an embedding, an override, an isolate or the end of one.
fn has_explicit_formatting(text: &str) -> bool {
    let bytes = text.as_bytes();
    // U+202A to U+202E are E2 80 AA to AE, U+2066 to U+2069 are E2 81 A6 to A9.
    memchr::memchr_iter(0xE2, bytes)
        .any(|at| matches!(bytes[at + 1..], [0x80, 0xAA..=0xAE, ..] | [0x81, 0xA6..=0xA9, ..]))
}

/// Returns whether Bidi_Paired_Bracket_Type is Open or Close.
fn is_bracket(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, '(' | ')' | '[' | ']' | '{' | '}');
    }
    CodePointMapData::<BidiMirroringGlyph>::new().get(c).paired_bracket_type != BidiPairedBracketType::None
}

#[doc(hidden)] // for the programs of this workspace
/// Returns the parts of `text` that are displayed as a whole: grapheme clusters (UAX #29), so that marks stay on their
/// letter (rule L3). A cluster also contains what no rule of UAX #9 keeps together: a prepended sign such as U+06DD and
/// the letter after it, marks of another direction, or invisible characters, which are on no letter and are displayed as
/// a name. These are parts of their own.
///
/// ```
/// use iri_core::bidi::clusters;
///
/// assert!(clusters("e\u{301}\u{6DD}\u{628}").eq(["e\u{301}", "\u{6DD}", "\u{628}"]));
/// ```
pub fn clusters(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true).flat_map(|grapheme| {
        let mut rest = grapheme;
        std::iter::from_fn(move || {
            let (part, after) = rest.split_at(end_of_cluster(rest)?);
            rest = after;
            Some(part)
        })
    })
}

/// Returns the end of the first part of a grapheme cluster that is displayed as a whole; `None` at its end.
fn end_of_cluster(grapheme: &str) -> Option<usize> {
    let class = |c| DisplayOrder::Rfc.class(c);
    let mut characters = grapheme.char_indices();
    let (_, first) = characters.next()?;
    let is_own = |&(at, c): &(usize, char)| match class(c) {
        _ if is_invisible(c) || is_invisible(first) => true,
        BidiClass::NSM | BidiClass::BN => false,
        other => other != class(first) || at == first.len_utf8() && is_prepended(first),
    };
    Some(characters.find(is_own).map_or(grapheme.len(), |(at, _)| at))
}

/// Returns whether UAX #29 joins `c` to the character after it.
fn is_prepended(c: char) -> bool {
    CodePointMapData::<GraphemeClusterBreak>::new().get(c) == GraphemeClusterBreak::Prepend
}

/// Applies rule L2 to clusters, per paragraph, and returns the column of each scalar value.
fn reorder(text: &str, order: DisplayOrder, levels: &[u8]) -> Vec<usize> {
    let mut columns = vec![0; levels.len()];
    let mut placed: Vec<Cluster> = Vec::new();
    let (mut at, mut column) = (0, 0);
    for cluster in clusters(text) {
        let length = cluster.chars().count();
        placed.push(Cluster { start: at, length, level: levels[at] });
        at += length;
        // CRLF is one cluster, so it ends one paragraph.
        if cluster.ends_with(|c| order.class(c) == BidiClass::B) {
            place(&placed, &mut column, &mut columns);
            placed.clear();
        }
    }
    place(&placed, &mut column, &mut columns);
    columns
}

/// Cluster, in scalar values; its level is that of its first.
struct Cluster {
    start: usize,
    length: usize,
    level: u8,
}

fn place(clusters: &[Cluster], column: &mut usize, columns: &mut [usize]) {
    let level = |cluster: &Cluster| Level::new(cluster.level).expect("UAX #9 stays below level 127");
    let levels: Vec<Level> = clusters.iter().map(level).collect();
    for index in BidiInfo::reorder_visual(&levels) {
        let Cluster { start, length, .. } = clusters[index];
        for character in &mut columns[start..start + length] {
            *character = *column;
            *column += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatting_is_found_by_its_bytes() {
        for c in '\0'..=char::MAX {
            assert_eq!(
                has_explicit_formatting(&format!("\u{2000}{c}")),
                is_explicit_formatting(c),
                "U+{:04X}",
                u32::from(c)
            );
        }
    }

    #[test]
    fn the_parts_around_the_right_to_left_letters_do_not_matter() {
        let visible = "a ab cd xyz Z 1 23 / . - + , % ( ) [ \u{E9} e\u{301} \u{5D0} \u{5D1}\u{5B0} \u{627} \u{661} \u{600} \
            \u{6DD} \u{4E2D} \u{20AC} \u{1F600}";
        let ignored = ["\u{200B}", "\u{AD}", "\u{200E}", "\u{200F}", "\u{202E}", "\u{2067}", "\u{2069}"];
        let pieces: Vec<&str> =
            visible.split(' ').chain(ignored).chain([" ", "\t", "\n", "\r\n", "\u{2029}"]).collect();
        let mut rng = fastrand::Rng::with_seed(3987);
        let mut shortened = 0;
        for _ in 0..100_000 {
            let text: String = (0..rng.usize(..14)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            shortened += usize::from(!is_plain(&text) && reordered_part(&text).len() < text.len());
            for order in DisplayOrder::ALL {
                let (bidi, whole) = (Bidi::with_order(&text, order), Bidi::general(&text, order));
                assert_eq!(bidi.levels, whole.levels, "{text:?} {order}");
                assert_eq!(bidi.logical_to_visual, whole.logical_to_visual, "{text:?} {order}");
            }
        }
        assert!(shortened > 7_500, "only {shortened} texts were shortened");
    }
}
