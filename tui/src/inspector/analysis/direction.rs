//! The displayed order of a text: levels, the trace of the rules, the direction of components, the three orders, twins.

use iri_core::bidi::Bidi;
use iri_core::bidi::DisplayOrder;
use iri_core::bidi::Trace;
use iri_core::bidi::components::BidiComponent;
use iri_core::bidi::components::{self};
use iri_core::characters::BidiNotation;
use iri_core::{Inspection, Span};

use crate::cells::cluster;

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
    /// Index of the first character of each grapheme cluster, in stored order.
    pub stored_clusters: Vec<usize>,
    /// The same in displayed order.
    pub displayed_clusters: Vec<usize>,
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
    /// Start of the displayed text in each order.
    pub shown: Vec<ShownOrder>,
    /// References that display identically.
    pub twins: Vec<Twin>,
    notation: BidiNotation,
}

/// Start of the displayed text in one order.
#[derive(Clone, Debug)]
pub struct ShownOrder {
    /// Display order.
    pub order: DisplayOrder,
    /// Characters in displayed order, mirrored where they are displayed so.
    pub text: String,
    /// The same in Bidi Notation.
    pub notation: String,
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
        let shown = |order| ShownOrder::new(order, &notation, &inspection.bidi_in(order));
        let to_logical = bidi.visual_to_logical();
        let stored_clusters = clusters(text);
        let displayed_clusters = displayed(&stored_clusters, &to_logical);
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
            stored_clusters,
            displayed_clusters,
            to_visual: bidi.logical_to_visual,
            levels: bidi.levels,
            notation,
        }
    }

    /// Returns the index of the character at byte `offset`, or of the last one.
    pub fn number_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start < offset).min(self.starts.len().saturating_sub(1))
    }

    /// Returns the column of the cluster with the character `index`, in stored and in displayed order.
    pub fn columns_of(&self, index: usize) -> (usize, usize) {
        let stored = self.stored_clusters.partition_point(|&first| first <= index).saturating_sub(1);
        let first = self.stored_clusters.get(stored).copied().unwrap_or(0);
        let displayed = self.displayed_clusters.iter().position(|&displayed| displayed == first).unwrap_or(stored);
        (stored, displayed)
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

impl ShownOrder {
    fn new(order: DisplayOrder, notation: &BidiNotation, bidi: &Bidi<'_>) -> Self {
        let text: String = bidi.visual_chars().take(LINE).map(|(_, c)| c).collect();
        Self { order, notation: notation.write(&text), text }
    }
}

/// Returns the index of the first character of each grapheme cluster.
fn clusters(text: &str) -> Vec<usize> {
    let (mut starts, mut at, mut index) = (Vec::new(), 0, 0);
    while at < text.len() {
        let next = cluster::next(text, at);
        starts.push(index);
        index += text[at..next].chars().count();
        at = next;
    }
    starts
}

/// Returns the clusters, given in stored order, in displayed order.
fn displayed(clusters: &[usize], to_logical: &[usize]) -> Vec<usize> {
    // A cluster is displayed as a whole, where its first character is.
    to_logical.iter().copied().filter(|index| clusters.binary_search(index).is_ok()).collect()
}

/// Returns as many characters as a line of a screen can show.
fn a_line(text: &str) -> &str {
    text.char_indices().nth(LINE).map_or(text, |(end, _)| &text[..end])
}
