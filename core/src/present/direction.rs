//! The display order of a reference that is not displayed in stored order.

use crate::characters::{BidiNotation, LegendEntry};
use crate::inspect::Inspection;

/// Display of a reference in Bidi Notation, which no terminal and no mail program reorders.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Notation of all texts here: one mapping, whose legend belongs to the output.
    pub notation: BidiNotation,
    /// Reference in stored order.
    pub stored: String,
    /// Reference in displayed order, in a left-to-right embedding (RFC 3987 section 4.1).
    pub displayed: String,
    /// Reference in displayed order, in its own letters, with mirrored characters in their mirrored form.
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

    /// Returns the legend of the notation, in alphabetical order. It belongs wherever the notation is
    /// shown: without it no reader knows which letter `A` represents.
    pub fn legend(&self) -> impl Iterator<Item = LegendEntry> {
        self.notation.legend()
    }
}

#[cfg(test)]
mod tests {
    use crate::inspect::{Options, inspect};
    use crate::present::Report;

    #[test]
    fn the_legend_names_each_letter_of_the_notation() {
        let inspection = inspect("http://\u{5D1}.\u{5D0}\u{627}/", &Options::default());
        let direction = Report::new(&inspection).direction().expect("it has right-to-left letters");
        assert_eq!(direction.stored, "http://B.AC/");
        let legend: Vec<String> = direction.legend().map(|entry| entry.to_string()).collect();
        let expected =
            ["A = U+05D0 HEBREW LETTER ALEF", "B = U+05D1 HEBREW LETTER BET", "C = U+0627 ARABIC LETTER ALEF"];
        assert_eq!(legend, expected);
    }
}
