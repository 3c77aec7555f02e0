//! What covers a byte of the text: findings and components, without a look at all of them.

use iri_core::Severity;
use iri_core::reference::ComponentName;

use super::Judged;

/// Of the findings that begin before a character so many are asked whether they cover it.
const NEAR: usize = 64;

impl Judged {
    /// The first finding that begins at `offset` or later, or else the last.
    pub fn finding_from(&self, offset: usize) -> usize {
        let from = || offset.checked_sub(1).map_or(0, |before| self.findings.begun(before));
        self.finding_over(offset).unwrap_or_else(from).min(self.findings.len().saturating_sub(1))
    }

    /// The first finding that covers the byte at `offset`.
    pub fn finding_over(&self, offset: usize) -> Option<usize> {
        let mut index = self.near(offset).rev().find(|&index| self.covers_byte(index, offset))?;
        let span = self.findings.span(index);
        while index > 0 && self.findings.span(index - 1) == span {
            index -= 1;
        }
        Some(index)
    }

    /// The component that holds the byte at `offset`; a delimiter is in none.
    pub fn component_at(&self, offset: usize) -> Option<ComponentName> {
        let parts = self.components.iter().filter(|component| component.name != ComponentName::Authority);
        parts.filter(|component| component.span.contains(offset)).map(|component| component.name).next()
    }

    /// The worst severity of the findings over the byte at `offset`.
    pub fn severity_at(&self, offset: usize) -> Option<Severity> {
        let over = self.near(offset).filter(|&index| self.covers_byte(index, offset));
        over.filter_map(|index| self.findings.severity(index)).max()
    }

    /// The findings that may cover the byte at `offset`: those that begin behind it cannot.
    fn near(&self, offset: usize) -> std::ops::Range<usize> {
        let begun = self.findings.begun(offset);
        begun.saturating_sub(NEAR)..begun
    }

    fn covers_byte(&self, index: usize, offset: usize) -> bool {
        self.findings.span(index).is_some_and(|span| span.contains(offset))
    }
}
