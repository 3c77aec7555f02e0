//! The display of a reference: where a reader sees each character, and why.
//!
//! RFC 3987 section 4.1: a reference is shown as if in a left-to-right embedding, so UAX #9 is run on
//! it alone with base level 0. Grapheme clusters move whole (rule L3), characters at odd levels are
//! mirrored (rule L4). What ends a paragraph (LF, CR, CRLF, U+001C to U+001E, U+0085, U+2029) ends
//! the reordering too.
//!
//! The levels come from the crate `unicode-bidi`, fed with the classes of `icu_properties`; its own
//! table is wrong on noncharacters and unassigned tags. It is also wrong on brackets around isolates
//! and beyond 63 open brackets: such texts get the levels of our own [`Trace`].

pub mod components;
pub mod label;
mod order;
pub mod trace;
mod twins;

use icu_properties::CodePointMapData;
use icu_properties::props::{BidiMirroringGlyph, BidiPairedBracketType};
use unicode_bidi::{BidiInfo, Level};
use unicode_segmentation::UnicodeSegmentation;

pub use order::{DisplayOrder, mirrored};
pub use trace::Trace;
pub use twins::{may_have_twins, twins, twins_up_to};
pub use unicode_bidi::BidiClass;

use crate::unicode::CharacterProperties;
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
    /// The text.
    pub text: &'t str,
    /// The order it is shown in.
    pub order: DisplayOrder,
    /// The level of each scalar value after rule L1. A character that rule X9 removes has the level
    /// of the one before it, or the base level at the start.
    pub levels: Vec<u8>,
    /// For each scalar value, the column in which a reader sees it; a permutation. Columns count
    /// scalar values from the left; within a grapheme cluster they keep their order.
    pub logical_to_visual: Vec<usize>,
}

impl<'t> Bidi<'t> {
    /// Works out the display of `text` in a left-to-right embedding.
    pub fn new(text: &'t str) -> Self {
        Self::with_order(text, DisplayOrder::Rfc)
    }

    /// Works out the display of `text` in `order`.
    pub fn with_order(text: &'t str, order: DisplayOrder) -> Self {
        let count = text.chars().count();
        if order.base() == 0 && is_plain(text) {
            return Self { text, order, levels: vec![0; count], logical_to_visual: (0..count).collect() };
        }
        let levels = levels(text, order);
        let logical_to_visual = reorder(text, order, &levels);
        Self { text, order, levels, logical_to_visual }
    }

    /// Whether a reader sees every character where it stands in the text.
    pub fn is_left_to_right(&self) -> bool {
        self.levels.iter().all(|level| level % 2 == 0)
            && self.logical_to_visual.iter().enumerate().all(|(logical, &visual)| logical == visual)
    }

    /// For each column, the scalar value that a reader sees there.
    pub fn visual_to_logical(&self) -> Vec<usize> {
        let mut inverse = vec![0; self.logical_to_visual.len()];
        for (logical, &visual) in self.logical_to_visual.iter().enumerate() {
            inverse[visual] = logical;
        }
        inverse
    }

    /// The text as a reader sees it, from left to right, mirrored characters in their mirrored form.
    pub fn visual(&self) -> String {
        self.visual_chars().map(|(_, c)| c).collect()
    }

    /// The characters from left to right as a reader sees them, each with its number in the text.
    pub fn visual_chars(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        let characters: Vec<char> = self.text.chars().collect();
        self.visual_to_logical().into_iter().map(move |logical| {
            let c = characters[logical];
            (logical, if self.levels[logical] % 2 == 1 { mirrored(c) } else { c })
        })
    }
}

/// Whether nothing in `text` can leave level 0 of a left-to-right paragraph.
fn is_plain(text: &str) -> bool {
    !CharacterProperties::from_text(text)
        .intersects(CharacterProperties::RIGHT_TO_LEFT.or(CharacterProperties::BIDI_CONTROL))
}

/// The levels after rule L1.
fn levels(text: &str, order: DisplayOrder) -> Vec<u8> {
    if is_beyond_the_crate(text) {
        return Trace::new(text, order).levels();
    }
    let base = Level::new(order.base()).expect("a base level is 0 or 1");
    let info = BidiInfo::new_with_data_source(&Classes(order), text, Some(base));
    // The crate runs L1 on the whole text, whichever paragraph it is given; all have the same base.
    let Some(paragraph) = info.paragraphs.first() else { return Vec::new() };
    let levels = info.reordered_levels_per_char(paragraph, 0..text.len());
    let mut before = order.base();
    let settle = |(c, level): (char, Level)| {
        if !is_removed(order.class(c)) {
            before = level.number();
        }
        before
    };
    text.chars().zip(levels).map(settle).collect()
}

/// Whether the crate may go wrong on rule N0: with brackets around isolates, and where more are open
/// than the 63 at which BD16 tells it to stop for the whole sequence, not for the run.
fn is_beyond_the_crate(text: &str) -> bool {
    let is_isolate = |c| matches!(c, '\u{2066}'..='\u{2069}');
    let brackets = text.chars().filter(|&c| is_bracket(c)).count();
    brackets > 63 || brackets > 0 && text.contains(is_isolate)
}

/// Bidi_Paired_Bracket_Type is Open or Close.
fn is_bracket(c: char) -> bool {
    CodePointMapData::<BidiMirroringGlyph>::new().get(c).paired_bracket_type != BidiPairedBracketType::None
}

/// Rule L2, on grapheme clusters, paragraph by paragraph: the column of each scalar value.
fn reorder(text: &str, order: DisplayOrder, levels: &[u8]) -> Vec<usize> {
    let mut columns = vec![0; levels.len()];
    let mut clusters: Vec<Cluster> = Vec::new();
    let (mut at, mut column) = (0, 0);
    for grapheme in text.graphemes(true) {
        let length = grapheme.chars().count();
        clusters.push(Cluster { start: at, length, level: levels[at] });
        at += length;
        // CRLF is one cluster, so it ends one paragraph.
        if grapheme.ends_with(|c| order.class(c) == BidiClass::B) {
            place(&clusters, &mut column, &mut columns);
            clusters.clear();
        }
    }
    place(&clusters, &mut column, &mut columns);
    columns
}

/// A grapheme cluster, in scalar values; its level is that of its first.
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
