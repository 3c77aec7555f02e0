//! Selection of findings for a client that displays a limited number: the most severe ones, and few of each value.
//!
//! ```text
//! leaves ─▶ counts by rule and severity (kept with the leaf) ─▶ which leaves have errors, warnings, …
//!                                                             └▶ findings of those leaves, until the limit
//! ```

use crate::CancelToken;
use crate::rules::Severity;
use crate::text::{InDocument, Span};
use crate::xml::Document;
use crate::xml::analysis::ValueFinding;
use crate::xml::document::DocumentFinding;
use crate::xml::document::leaf::FindingCount;
use crate::xml::document::limit::{Limited, ValueLimit};
use crate::xml::document::recent::LeafFinding;
use crate::xml::document::view::in_order;
use crate::xml::suppression::Suppression;

/// Limits of a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectionLimits {
    /// Maximum number of findings.
    pub total: usize,
    /// Maximum number of findings of one rule in one value, if the document has more than `total`.
    pub per_rule: usize,
}

/// Findings of a document within [`SelectionLimits`].
#[derive(Clone, Debug, Default)]
pub struct FindingSelection<'d> {
    /// Selected findings in the order of the values.
    pub findings: Vec<DocumentFinding<'d>>,
    /// Values with more findings of a rule than the limit, and the number of findings of each that are left out.
    pub shortened: Vec<(Span<InDocument>, usize)>,
    /// Number of all findings.
    pub total: usize,
}

/// Finding of a leaf, and the index of its value.
type Indexed<'d> = (usize, LeafFinding<'d>);

impl Document {
    /// Selects the most severe findings that are not suppressed; of those with equal severity the first ones. The
    /// selection is empty if it is cancelled.
    ///
    /// The first selection takes time for all findings, a later one after an edit for the text around the edit and for
    /// the selected findings.
    pub fn select_findings(&self, limits: SelectionLimits, cancel: &CancelToken) -> FindingSelection<'_> {
        let suppressed = self.suppressed_in_file();
        let leaves: Vec<usize> = self.leaves_where(|start| start.may_have_findings).collect();
        let mut total = 0;
        for &leaf in &leaves {
            if cancel.is_cancelled() {
                return FindingSelection::default();
            }
            total += self.reported_counts(leaf, suppressed).map(|count| count.count).sum::<usize>();
        }
        let limits = if total <= limits.total { SelectionLimits { per_rule: total, ..limits } } else { limits };
        let mut selection = Selection { limits, found: Vec::new(), shortened: Vec::new() };
        // All fit into one pass, or the most severe ones come first.
        let passes: &[Option<Severity>] = if total <= limits.total { &[None] } else { &Severity::ALL.map(Some) };
        for &severity in passes.iter().rev() {
            let has_any = |leaf: &usize| {
                self.reported_counts(*leaf, suppressed)
                    .any(|count| severity.is_none_or(|severity| count.severity == severity))
            };
            for leaf in leaves.iter().copied().filter(has_any) {
                if cancel.is_cancelled() {
                    return FindingSelection::default();
                }
                if selection.found.len() >= limits.total {
                    break;
                }
                let reported = self.value_finding(leaf).filter(|(_, found)| !suppressed.covers(found.finding.rule));
                selection.add(leaf, reported, severity);
            }
        }
        self.finished(selection, total)
    }

    fn finished(&self, selection: Selection, total: usize) -> FindingSelection<'_> {
        let Selection { limits, mut found, mut shortened } = selection;
        found.truncate(limits.total);
        found.sort_by_key(|(leaf, number, _)| (*leaf, *number));
        let values = found.into_iter().map(|(leaf, number, found)| self.document_finding(leaf, number, found));
        let comments: Vec<_> = self.unused_suppressions(Span::new(0, self.len())).collect();
        let total = total + comments.len();
        let mut findings: Vec<_> = in_order(comments.into_iter(), values).collect();
        if findings.len() > limits.total {
            // Both sorts are stable.
            findings.sort_by_key(|found| std::cmp::Reverse(found.finding.severity));
            findings.truncate(limits.total);
            findings.sort_by_key(|found| found.finding.span.start);
        }
        shortened.sort_unstable();
        shortened.dedup();
        let shortened = shortened.into_iter().map(|(leaf, number, count)| {
            let value = self.leaves[leaf].content.sites[number].span;
            (value.in_document(self.starts[leaf].span()), count)
        });
        FindingSelection { findings, shortened: shortened.collect(), total }
    }

    /// Returns the numbers of findings in a leaf by rule and severity, without the suppressed ones.
    fn reported_counts(&self, leaf: usize, suppressed: Suppression) -> impl Iterator<Item = FindingCount> {
        let counts = self.leaves[leaf].counts.get_or_init(|| counts(self.value_finding(leaf)));
        counts.iter().copied().filter(move |count| !suppressed.covers(count.rule))
    }
}

fn counts<'d>(findings: impl Iterator<Item = Indexed<'d>>) -> Box<[FindingCount]> {
    let mut counts: Vec<FindingCount> = Vec::new();
    for (_, found) in findings {
        let (rule, severity) = (found.finding.rule, found.finding.severity);
        match counts.iter_mut().find(|count| (count.rule, count.severity) == (rule, severity)) {
            Some(count) => count.count += 1,
            None => counts.push(FindingCount { rule, severity, count: 1 }),
        }
    }
    counts.into()
}

/// Selection in progress.
struct Selection {
    limits: SelectionLimits,
    /// Selected findings with their leaf and the index of their value.
    found: Vec<(usize, usize, ValueFinding)>,
    /// Leaf and index of each value with too many findings, and the number that are left out.
    shortened: Vec<(usize, usize, usize)>,
}

impl Selection {
    /// Adds the findings of a leaf that have this severity, or all of them.
    fn add<'d>(&mut self, leaf: usize, findings: impl Iterator<Item = Indexed<'d>>, severity: Option<Severity>) {
        let mut limit = ValueLimit::new(self.limits.per_rule);
        for found in findings {
            let (number, rule) = (found.0, found.1.finding.rule);
            let finished = limit.push(number, rule, || found);
            self.add_value(leaf, &finished, severity);
        }
        self.add_value(leaf, &limit.finish(), severity);
    }

    /// Adds the findings of one value.
    fn add_value(&mut self, leaf: usize, findings: &[Limited<Indexed<'_>>], severity: Option<Severity>) {
        let skipped: usize = findings.iter().map(|limited| limited.more).sum();
        let Some(number) = findings.first().map(|limited| limited.finding.0) else { return };
        let meant = findings.iter().map(|limited| &limited.finding.1);
        let meant = meant.filter(|found| severity.is_none_or(|one| found.finding.severity == one));
        let before = self.found.len();
        self.found.extend(meant.map(|found| (leaf, number, ValueFinding::clone(found))));
        if skipped > 0 && self.found.len() > before {
            self.shortened.push((leaf, number, skipped));
        }
    }
}
