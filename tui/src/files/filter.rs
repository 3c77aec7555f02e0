//! The filter of the listed references.

use iri_core::Severity;

use crate::files::rows::{ReferenceRow, Rows, RuleSet};

/// Conditions of a listed reference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Contained in the reference, its location or the name of its file, ignoring case.
    pub text: String,
    /// Least severity of its most severe finding.
    pub least: Option<Severity>,
    /// Index of a rule that it breaks.
    pub rule: Option<usize>,
    /// Name of its location.
    pub place: Option<String>,
}

impl Filter {
    /// Returns whether everything is listed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether `row`, one of `rows` of the file `name`, is listed. `folded` is the text in lowercase.
    pub fn matches(&self, folded: &str, name: &str, rows: &Rows, row: &ReferenceRow) -> bool {
        self.least.is_none_or(|least| row.worst >= Some(least))
            && self.rule.is_none_or(|rule| row.broken.meets(RuleSet::from_index(rule)))
            && self.place.as_deref().is_none_or(|place| rows.place(row) == place)
            && (folded.is_empty()
                || [rows.text(row), rows.place(row), name].into_iter().any(|text| holds(text, folded)))
    }

    /// Describes the filter; empty if everything is listed.
    pub fn words(&self) -> String {
        let mut words = Vec::new();
        words.extend(self.least.map(|least| match least {
            Severity::Error => "errors".to_owned(),
            least => format!("{} and above", least.name()),
        }));
        words.extend(self.rule.and_then(|rule| iri_core::rules::ALL.get(rule)).map(|rule| rule.name.to_owned()));
        words.extend(self.place.clone());
        if !self.text.is_empty() {
            words.push(format!("/{}", self.text));
        }
        words.join(", ")
    }
}

/// Returns whether `text` contains `folded`, which is in lowercase.
fn holds(text: &str, folded: &str) -> bool {
    if text.is_ascii() {
        let (text, folded) = (text.as_bytes(), folded.as_bytes());
        let first = folded.first().copied().unwrap_or_default();
        return folded.len() <= text.len()
            && text
                .windows(folded.len())
                .any(|window| window[0].to_ascii_lowercase() == first && window.eq_ignore_ascii_case(folded));
    }
    text.to_lowercase().contains(folded)
}
