//! The display order of a reference that is not left-to-right throughout.

use crate::characters::BidiNotation;
use crate::inspect::Inspection;

/// The display of a reference in Bidi Notation, which is true on every terminal and in every mail.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Notation of all texts here: one mapping, whose legend belongs to the output.
    pub notation: BidiNotation,
    /// Reference in stored order.
    pub stored: String,
    /// Reference in displayed order, in a left-to-right embedding (RFC 3987 section 4.1).
    pub displayed: String,
    /// Reference in displayed order, in its own letters, mirrored characters mirrored.
    pub displayed_letters: String,
    /// Other references with the same display, in stored order.
    pub twins: Vec<String>,
}

impl Direction {
    /// Returns the display order; `None` if the reference is displayed in stored order.
    pub(super) fn new(inspection: &Inspection<'_>) -> Option<Self> {
        let bidi = inspection.bidi();
        if bidi.is_left_to_right() {
            return None;
        }
        let mut notation = BidiNotation::new(inspection.text());
        let twins = inspection.twins();
        for twin in &twins {
            notation.extend(twin);
        }
        Some(Self {
            stored: notation.write(inspection.text()),
            displayed: notation.write_visual(&bidi),
            displayed_letters: bidi.visual(),
            twins: twins.iter().map(|twin| notation.write(twin)).collect(),
            notation,
        })
    }

    /// Returns the legend of the notation: each capital with the letter that it represents.
    pub fn legend(&self) -> impl Iterator<Item = (char, char)> {
        self.notation.legend()
    }
}
