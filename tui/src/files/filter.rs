//! The filter of the listed references.

use iri_core::Severity;
use regex::{Regex, RegexBuilder};

use crate::files::rows::{ReferenceRow, Rows, RuleSet};

/// Conditions of a listed reference.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Contained in the reference, its location or the name of its file, ignoring case.
    pub text: String,
    /// Matches the reference.
    pub pattern: Option<ReferencePattern>,
    /// Least severity of its most severe finding.
    pub least: Option<Severity>,
    /// Index of a rule that it breaks.
    pub rule: Option<usize>,
    /// Name of its location.
    pub place: Option<String>,
}

/// A regular expression that a reference must match.
#[derive(Clone, Debug)]
pub struct ReferencePattern(Regex);

/// Maximum size of a compiled regular expression in bytes.
const PATTERN_SIZE: usize = 1 << 20;

impl ReferencePattern {
    /// Parses a regular expression. Case is ignored unless the expression has an uppercase letter.
    ///
    /// # Errors
    /// The reason why it is invalid, in one line.
    pub fn parse(text: &str) -> Result<Self, String> {
        // The letter after a backslash names a class, such as \S.
        let mut letters = text.chars();
        let mut is_folded = true;
        while let Some(c) = letters.next() {
            if c == '\\' {
                letters.next();
            }
            is_folded &= !c.is_uppercase();
        }
        let built = RegexBuilder::new(text).case_insensitive(is_folded).size_limit(PATTERN_SIZE).build();
        built.map(Self).map_err(|error| {
            let reason = error.to_string();
            let last = reason.lines().last().unwrap_or_default();
            last.trim().trim_start_matches("error: ").to_owned()
        })
    }

    /// Returns the text of the expression.
    pub fn text(&self) -> &str {
        self.0.as_str()
    }
}

impl Filter {
    /// Returns whether everything is listed.
    pub fn is_empty(&self) -> bool {
        let Self { text, pattern, least, rule, place } = self;
        text.is_empty() && pattern.is_none() && least.is_none() && rule.is_none() && place.is_none()
    }

    /// Returns whether every reference with a finding is listed.
    pub fn lists_all_findings(&self) -> bool {
        Self { least: self.least.filter(|least| *least > Severity::Hint), ..self.clone() }.is_empty()
    }

    /// Returns whether `row`, one of `rows` of the file `name`, is listed. `folded` is the text in lowercase. A changed
    /// reference stays in the list of the findings, although its finding may be fixed.
    pub fn matches(&self, (folded, name): (&str, &str), rows: &Rows, row: &ReferenceRow, is_changed: bool) -> bool {
        self.least.is_none_or(|least| row.worst >= Some(least) || is_changed)
            && self.pattern.as_ref().is_none_or(|pattern| pattern.0.is_match(rows.text(row)))
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
            Severity::Hint => "with findings".to_owned(),
            least => format!("{} and above", least.name()),
        }));
        words.extend(self.rule.and_then(|rule| iri_core::rules::ALL.get(rule)).map(|rule| rule.name.to_owned()));
        words.extend(self.place.clone());
        if !self.text.is_empty() {
            words.push(format!("/{}", self.text));
        }
        words.extend(self.pattern.as_ref().map(|pattern| format!("matches {}", pattern.text())));
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
