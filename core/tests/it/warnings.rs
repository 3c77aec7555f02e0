//! Comparison of the warnings before and after a fix.

use std::collections::BTreeMap;

use iri_core::{Inspection, Severity};

/// Returns the number of findings per rule that are warnings or errors.
pub fn warnings(inspection: &Inspection<'_>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for finding in inspection.findings().iter().filter(|finding| finding.severity >= Severity::Warning) {
        *counts.entry(finding.rule.name).or_default() += 1;
    }
    counts
}
