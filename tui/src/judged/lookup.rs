//! What covers a byte of the text: findings and components, without a look at all of them.

use iri_core::Severity;
use iri_core::reference::ComponentName;

use super::Judged;

/// Of the findings that begin before a character so many are asked whether they cover it.
const NEAR: usize = 64;

impl Judged {
    /// The first finding that begins at `offset` or later, or else the last.
    pub fn finding_from(&self, offset: usize) -> usize {
        let over = self.finding_over(offset);
        let from = || self.findings.partition_point(|finding| finding.span.start < offset);
        over.unwrap_or_else(from).min(self.findings.len().saturating_sub(1))
    }

    /// The first finding that covers the byte at `offset`.
    pub fn finding_over(&self, offset: usize) -> Option<usize> {
        // Findings are in the order of their starts, so those after `offset` need no look.
        let begun = self.findings.partition_point(|finding| finding.span.start <= offset);
        let from = begun.saturating_sub(NEAR);
        (from..begun).rev().find(|&index| self.findings[index].span.contains(offset)).map(|mut index| {
            let span = self.findings[index].span;
            while index > 0 && self.findings[index - 1].span == span {
                index -= 1;
            }
            index
        })
    }

    /// The component that holds the byte at `offset`; a delimiter is in none.
    pub fn component_at(&self, offset: usize) -> Option<ComponentName> {
        let parts = self.components.iter().filter(|component| component.name != ComponentName::Authority);
        parts.filter(|component| component.span.contains(offset)).map(|component| component.name).next()
    }

    /// The worst severity of the findings over the byte at `offset`.
    pub fn severity_at(&self, offset: usize) -> Option<Severity> {
        let begun = self.findings.partition_point(|finding| finding.span.start <= offset);
        let near = &self.findings[begun.saturating_sub(NEAR)..begun];
        near.iter().filter(|finding| finding.span.contains(offset)).map(|finding| finding.severity).max()
    }
}
