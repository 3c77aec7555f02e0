//! Findings with the same message and fixes, as one group.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::inspect::Inspection;
use crate::present::positions::CharacterIndex;
use crate::rules::Finding;

/// Findings of one rule with one message and the same fixes.
#[derive(Clone, Debug)]
pub struct FindingGroup<'i> {
    /// First of the findings.
    pub finding: &'i Finding,
    /// Indices of the characters at which the findings start, from 0, in scalar values.
    pub numbers: Vec<usize>,
}

/// Groups the findings, the most severe first; within a severity they are in the order of the text.
#[allow(clippy::mutable_key_type)] // the text of a wording is always the same, written or not
pub(super) fn groups<'i>(inspection: &'i Inspection<'_>, index: &CharacterIndex) -> Vec<FindingGroup<'i>> {
    let mut groups: Vec<FindingGroup<'i>> = Vec::new();
    let mut known: HashMap<Same<'_>, usize> = HashMap::new();
    for finding in inspection.findings() {
        let group = *known.entry(Same(finding)).or_insert_with(|| {
            groups.push(FindingGroup { finding, numbers: Vec::new() });
            groups.len() - 1
        });
        groups[group].numbers.push(index.number(finding.span.start));
    }
    groups.sort_by_key(|group| Reverse(group.finding.severity));
    groups
}

/// Finding that equals others with the same report, whatever their positions.
struct Same<'i>(&'i Finding);

impl Same<'_> {
    /// Returns the parts of a fix that a report contains.
    fn fixes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.fixes.iter().map(|fix| (&*fix.title, fix.safety.name()))
    }
}

impl PartialEq for Same<'_> {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (self.0, other.0);
        let is_same = one.rule.name == two.rule.name && one.severity == two.severity && one.message == two.message;
        is_same && self.fixes().eq(other.fixes())
    }
}

impl Eq for Same<'_> {}

impl Hash for Same<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.rule.name, &self.0.message).hash(state);
        self.fixes().for_each(|fix| fix.hash(state));
    }
}

#[cfg(test)]
mod tests {
    use crate::inspect::{Options, inspect};
    use crate::present::Report;

    #[test]
    fn findings_with_other_fixes_are_other_groups() {
        let inspection = inspect("http://h/ %4a/%4a/%4b ", &Options::default());
        let report = Report::new(&inspection);
        let groups = report.findings();
        let lowercase: Vec<_> = groups.iter().filter(|group| group.finding.rule.name == "needless-percent").collect();
        assert_eq!(lowercase.iter().map(|group| group.numbers.len()).sum::<usize>(), 3, "{groups:?}");
        for group in &groups {
            let same = inspection.findings().iter().filter(|finding| {
                (finding.rule.name, &finding.message) == (group.finding.rule.name, &group.finding.message)
                    && finding.fixes.iter().map(|fix| &fix.title).eq(group.finding.fixes.iter().map(|fix| &fix.title))
            });
            assert_eq!(same.count(), group.numbers.len(), "{group:?}");
        }
    }
}
