//! Findings that say the same, once.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::inspect::Inspection;
use crate::present::positions::CharacterIndex;
use crate::rules::Finding;

/// Findings of one rule with one message.
#[derive(Clone, Debug)]
pub struct FindingGroup<'i> {
    /// First of the findings.
    pub finding: &'i Finding,
    /// Numbers of the characters at which the findings start, from 0, in scalar values.
    pub numbers: Vec<usize>,
}

/// Groups the findings, the most severe first; within a severity they are in the order of the text.
pub(super) fn groups<'i>(inspection: &'i Inspection<'_>, index: &CharacterIndex) -> Vec<FindingGroup<'i>> {
    let mut groups: Vec<FindingGroup<'i>> = Vec::new();
    let mut known: HashMap<(&str, &str), usize> = HashMap::new();
    for finding in inspection.findings() {
        let group = *known.entry((finding.rule.name, &finding.message)).or_insert_with(|| {
            groups.push(FindingGroup { finding, numbers: Vec::new() });
            groups.len() - 1
        });
        groups[group].numbers.push(index.number(finding.span.start));
    }
    groups.sort_by_key(|group| Reverse(group.finding.severity));
    groups
}
