//! The context of the sections of a page.

use iri_core::Inspection;
use iri_core::characters::BidiNotation;
use iri_core::present::{Direction, Report};

use crate::cells::{RightToLeft, escaped, escaped_message};
use crate::cli::Characters;
use crate::report::output::OutputDevice;

/// Context of the sections of a page.
pub struct PageContext<'i, 't> {
    pub report: Report<'i, 't>,
    pub source: Option<&'i str>,
    pub characters: Characters,
    pub screen: OutputDevice,
    pub direction: Option<Direction>,
    /// Bidi Notation of the whole page.
    pub notation: BidiNotation,
}

impl<'i, 't> PageContext<'i, 't> {
    /// Creates the context of one reference.
    pub fn new(
        inspection: &'i Inspection<'t>,
        source: Option<&'i str>,
        characters: Characters,
        screen: OutputDevice,
    ) -> Self {
        let report = Report::new(inspection);
        let (conversions, direction) = (report.conversions(), report.direction());
        let resolved = inspection.resolved();
        let mut notation = direction.as_ref().map_or_else(BidiNotation::default, |direction| direction.notation);
        // On a terminal, letters are printed as letters except in the section about their order.
        if !screen.is_terminal {
            notation.extend(inspection.text());
            let findings = inspection.findings().iter();
            let said = findings
                .flat_map(|found| found.fixes.iter().map(|fix| fix.title.as_str()).chain([found.message.as_str()]));
            let converted = conversions.changed.iter().map(|converted| converted.text.as_str());
            let others = [source, inspection.options().base.as_deref(), resolved.as_deref()];
            for text in converted.chain(others.into_iter().flatten()).chain(said) {
                notation.extend(text);
            }
        }
        Self { report, source, characters, screen, direction, notation }
    }

    /// Returns the text of the reference.
    pub fn text(&self) -> &'t str {
        self.report.inspection().text()
    }

    /// Returns text of the input for printing. Bidi Notation looks the same everywhere; letters are for terminals, which
    /// reorder them.
    pub fn shown(&self, text: &str) -> String {
        escaped(text, self.letters())
    }

    /// Returns a message, which may quote the input, for printing.
    pub fn message(&self, text: &str) -> String {
        escaped_message(text, self.letters())
    }

    fn letters(&self) -> RightToLeft {
        if self.screen.is_terminal { RightToLeft::Kept } else { RightToLeft::Notation(self.notation) }
    }

    /// Returns whether the text has letters that a terminal may move.
    pub fn is_right_to_left(&self) -> bool {
        self.direction.is_some()
    }
}

/// Returns the spaces that extend a text of `used` cells to `width`.
pub fn pad(used: usize, width: usize) -> String {
    " ".repeat(width.saturating_sub(used))
}
