//! The displayed order of a text: levels, the trace of the rules, the direction of components, the three orders, twins.

use iri_core::bidi::Bidi;
use iri_core::bidi::DisplayOrder;
use iri_core::bidi::Trace;
use iri_core::bidi::components::BidiComponent;
use iri_core::bidi::components::{self};
use iri_core::characters::BidiNotation;
use iri_core::{Inspection, Span};

/// Maximum characters of a line: more than a screen shows.
const LINE: usize = 512;

/// Displayed order of a text, by index of the character.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Display order.
    pub order: DisplayOrder,
    /// Offset of each character.
    pub starts: Vec<usize>,
    /// Level of each character.
    pub levels: Vec<u8>,
    /// Column of each character.
    pub to_visual: Vec<usize>,
    /// Index of the character in each column.
    pub to_logical: Vec<usize>,
    /// Whether the displayed order is the stored order.
    pub is_left_to_right: bool,
    /// Whether it is the stored order in the display order of RFC 3987.
    pub is_plain: bool,
    /// Decisive rules.
    pub trace: Trace,
    /// Components to which direction rules apply, with their verdicts.
    pub parts: Vec<BidiComponent>,
    /// Start of the text in Bidi Notation.
    pub written: String,
    /// Start of the displayed text in each order, in the same notation.
    pub shown: Vec<(DisplayOrder, String)>,
    /// References that display identically.
    pub twins: Vec<Twin>,
    notation: BidiNotation,
}

/// A reference that displays identically, in Bidi Notation.
#[derive(Clone, Debug)]
pub struct Twin {
    /// Start of it.
    pub written: String,
    /// Its text at the difference.
    pub theirs: String,
    /// Our text at the difference.
    pub ours: String,
}

impl Direction {
    /// Computes the direction for one display order.
    pub fn new(inspection: &Inspection<'_>, order: DisplayOrder) -> Self {
        let text = inspection.text();
        let bidi = inspection.bidi_in(order);
        let is_left_to_right = bidi.is_left_to_right();
        let plain = if order == DisplayOrder::Rfc { is_left_to_right } else { inspection.bidi().is_left_to_right() };
        let notation = BidiNotation::new(text);
        let shown = |order| (order, beginning(&notation, &inspection.bidi_in(order)));
        Self {
            order,
            starts: text.char_indices().map(|(start, _)| start).collect(),
            is_left_to_right,
            is_plain: plain,
            trace: Trace::new(text, order),
            parts: if plain { Vec::new() } else { components::parts(inspection.reference()) },
            written: notation.write(a_line(text)),
            shown: if plain && is_left_to_right { Vec::new() } else { DisplayOrder::ALL.map(shown).to_vec() },
            twins: inspection.twins().iter().map(|twin| Twin::new(text, twin, &notation)).collect(),
            to_logical: bidi.visual_to_logical(),
            to_visual: bidi.logical_to_visual,
            levels: bidi.levels,
            notation,
        }
    }

    /// Returns the index of the character at byte `offset`, or of the last one.
    pub fn number_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start < offset).min(self.starts.len().saturating_sub(1))
    }

    /// Returns the component that contains the byte at `offset`.
    pub fn part_at(&self, offset: usize) -> Option<usize> {
        let begun = self.parts.partition_point(|part| part.span.start <= offset);
        let last = begun.checked_sub(1)?;
        self.parts[last].span.contains(offset).then_some(last)
    }

    /// Returns a part of the text in the notation of the whole.
    pub fn noted(&self, text: &str, span: Span) -> String {
        self.notation.write(a_line(span.slice(text)))
    }
}

impl Twin {
    fn new(text: &str, twin: &str, notation: &BidiNotation) -> Self {
        let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(|(ours, theirs)| ours == theirs).map(|(c, _)| c.len_utf8()).sum()
        };
        let before = same(&mut text.chars().zip(twin.chars()));
        let (ours, theirs) = (&text[before..], &twin[before..]);
        let after = same(&mut ours.chars().rev().zip(theirs.chars().rev()));
        let differing = |rest: &str| notation.write(a_line(&rest[..rest.len() - after]));
        Self { written: notation.write(a_line(twin)), theirs: differing(theirs), ours: differing(ours) }
    }
}

fn beginning(notation: &BidiNotation, bidi: &Bidi<'_>) -> String {
    notation.write(&bidi.visual_chars().take(LINE).map(|(_, c)| c).collect::<String>())
}

/// Returns as many characters as a line of a screen can show.
fn a_line(text: &str) -> &str {
    text.char_indices().nth(LINE).map_or(text, |(end, _)| &text[..end])
}
