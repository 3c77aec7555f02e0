//! The findings of a text, in little memory.
//!
//! A text may have a million findings. Each takes a few machine words; messages and fixes are kept once per kind, with
//! offsets relative to the start of the finding.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use iri_core::rules::Finding;
use iri_core::{Severity, Span};

use crate::files::edits::main_among;

/// Findings of a text, in order.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    marks: Vec<Mark>,
    /// Findings that start at 0; an offset before the start wraps around.
    kinds: Vec<Finding>,
    /// Number of findings with a safe fix.
    pub safe: usize,
}

/// Location and kind of a finding.
#[derive(Clone, Copy, Debug)]
struct Mark {
    span: Span,
    kind: u32,
    severity: Severity,
}

impl Findings {
    /// Creates the list from `findings`.
    pub fn new(findings: Vec<Finding>) -> Self {
        let mut kept = Self::default();
        kept.marks.reserve_exact(findings.len());
        let mut known: HashMap<u64, Vec<u32>> = HashMap::new();
        for mut finding in findings {
            let (span, severity) = (finding.span, finding.severity);
            kept.safe += usize::from(finding.safe_fix().is_some());
            shift(&mut finding, 0usize.wrapping_sub(span.start));
            let candidates = known.entry(hash(&finding)).or_default();
            let same = candidates.iter().copied().find(|&kind| is_same(&kept.kinds[kind as usize], &finding));
            let kind = same.unwrap_or_else(|| {
                let kind = u32::try_from(kept.kinds.len()).expect("a text has fewer bytes than that");
                kept.kinds.push(finding);
                candidates.push(kind);
                kind
            });
            kept.marks.push(Mark { span, kind, severity });
        }
        kept
    }

    /// Returns the highest severity; `None` without findings.
    pub fn worst(&self) -> Option<Severity> {
        self.marks.iter().map(|mark| mark.severity).max()
    }

    /// Returns the index of the finding that is selected first: the one whose fixes have keys in the list.
    pub fn main(&self) -> usize {
        let has_fix = |mark: &Mark| !self.kinds[mark.kind as usize].fixes.is_empty();
        main_among(self.marks.iter().map(|mark| (mark.severity, has_fix(mark)))).unwrap_or(0)
    }

    /// Returns the number of findings.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Returns whether there are no findings.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Returns the finding with this index.
    pub fn get(&self, index: usize) -> Option<Finding> {
        let mark = self.marks.get(index)?;
        let mut finding = self.kinds[mark.kind as usize].clone();
        shift(&mut finding, mark.span.start);
        (finding.span, finding.severity) = (mark.span, mark.severity);
        Some(finding)
    }

    /// Returns the kind of the finding with this index without a copy; its offsets are relative to its start.
    pub fn kind(&self, index: usize) -> Option<&Finding> {
        self.marks.get(index).map(|mark| &self.kinds[mark.kind as usize])
    }

    /// Returns the span of the finding with this index.
    pub fn span(&self, index: usize) -> Option<Span> {
        self.marks.get(index).map(|mark| mark.span)
    }

    /// Returns the severity of the finding with this index.
    pub fn severity(&self, index: usize) -> Option<Severity> {
        self.marks.get(index).map(|mark| mark.severity)
    }

    /// Returns the spans in order.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.marks.iter().map(|mark| mark.span)
    }

    /// Returns how many start at `offset` or before it.
    pub fn started_before(&self, offset: usize) -> usize {
        self.marks.partition_point(|mark| mark.span.start <= offset)
    }
}

/// Moves the edits of the fixes.
fn shift(finding: &mut Finding, by: usize) {
    for edit in finding.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
        edit.span.start = edit.span.start.wrapping_add(by);
        edit.span.end = edit.span.end.wrapping_add(by);
    }
}

fn is_same(kind: &Finding, finding: &Finding) -> bool {
    kind.rule.name == finding.rule.name && kind.message == finding.message && kind.fixes == finding.fixes
}

fn hash(finding: &Finding) -> u64 {
    let mut hasher = DefaultHasher::new();
    (finding.rule.name, &finding.message).hash(&mut hasher);
    for edit in finding.fixes.iter().flat_map(|fix| &fix.edits) {
        (edit.span.start, edit.span.end, &edit.text).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn debug(findings: &[Finding]) -> Vec<String> {
        findings.iter().map(|finding| format!("{finding:?}")).collect()
    }

    #[test]
    fn the_list_keeps_all_findings() {
        for text in ["", "http://a/b c d|e%4|", "HTTP://\u{5D0}1/../e\u{301}\\a b", "a b a b <>\u{202E}[x]"] {
            let found = iri_core::inspect(text, &iri_core::Options::default()).into_findings();
            let kept = Findings::new(found.clone());
            let again: Vec<Finding> = (0..kept.len()).filter_map(|index| kept.get(index)).collect();
            assert_eq!(debug(&again), debug(&found));
        }
    }

    #[test]
    fn a_million_findings_of_a_kind_are_kept_once() {
        let text = "a |<".repeat(1_000);
        let kept = Findings::new(iri_core::inspect(&text, &iri_core::Options::default()).into_findings());
        assert_eq!((kept.len(), kept.kinds.len()), (3_000, 3));
    }
}
