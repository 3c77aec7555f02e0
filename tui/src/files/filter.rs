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

    /// Changes the text. Returns whether every reference that matches now matched before.
    pub fn set_text(&mut self, text: &str) -> bool {
        let before = std::mem::replace(&mut self.text, text.to_owned());
        text.to_lowercase().contains(&before.to_lowercase())
    }

    /// Returns the filter for the rows of the file `name`. A changed reference stays in the list of the findings, although
    /// its finding may be fixed.
    pub fn of_rows<'r>(&'r self, name: &str, rows: &'r Rows) -> RowFilter<'r> {
        let text = if self.text.is_empty() {
            TextFilter::All
        } else {
            let folded = self.text.to_lowercase();
            let places = rows.places().map(|place| holds(place, &folded)).collect::<Vec<_>>();
            match () {
                () if holds(name, &folded) => TextFilter::All,
                // A search of all references of a file is as fast as that of one. But the lowercase form of a sigma depends
                // on the next letter, which may be in another reference.
                () if !places.contains(&true) && rows.texts().is_ascii() && !holds(rows.texts(), &folded) => {
                    TextFilter::None
                }
                () => TextFilter::Some { folded, places },
            }
        };
        RowFilter { filter: self, rows, text }
    }

    /// Describes the filter; empty if everything is listed.
    pub fn words(&self) -> String {
        let mut words = Vec::new();
        // A rule has a finding in each reference.
        let least = self.least.filter(|least| self.rule.is_none() || *least > Severity::Hint);
        words.extend(least.map(|least| match least {
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

/// A filter for the rows of one file.
pub struct RowFilter<'r> {
    filter: &'r Filter,
    rows: &'r Rows,
    text: TextFilter,
}

/// Rows that the text of a filter selects.
enum TextFilter {
    All,
    None,
    Some {
        /// Text in lowercase.
        folded: String,
        /// Whether each place contains it.
        places: Vec<bool>,
    },
}

impl RowFilter<'_> {
    /// Returns whether no row is listed.
    pub const fn is_nothing(&self) -> bool {
        matches!(self.text, TextFilter::None)
    }

    /// Returns whether `row` is listed.
    pub fn matches(&self, row: &ReferenceRow, is_changed: impl Fn(&ReferenceRow) -> bool) -> bool {
        let Self { filter, rows, text } = self;
        filter.least.is_none_or(|least| row.worst >= Some(least) || is_changed(row))
            && filter.pattern.as_ref().is_none_or(|pattern| pattern.0.is_match(rows.text(row)))
            && filter.rule.is_none_or(|rule| row.broken.meets(RuleSet::from_index(rule)))
            && filter.place.as_deref().is_none_or(|place| rows.place(row) == place)
            && match text {
                TextFilter::All => true,
                TextFilter::None => false,
                TextFilter::Some { folded, places } => {
                    places.get(row.place_index()) == Some(&true) || holds(rows.text(row), folded)
                }
            }
    }
}

/// Returns whether `text` contains `folded`, which is in lowercase and not empty.
fn holds(text: &str, folded: &str) -> bool {
    if !text.is_ascii() {
        return text.to_lowercase().contains(folded);
    }
    let (text, folded) = (text.as_bytes(), folded.as_bytes());
    let (Some(&first), Some(starts)) = (folded.first(), text.len().checked_sub(folded.len())) else { return false };
    let mut candidates = memchr::memchr2_iter(first, first.to_ascii_uppercase(), text);
    candidates.any(|start| start <= starts && text[start..start + folded.len()].eq_ignore_ascii_case(folded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_any_case_and_script() {
        for (text, folded, is_found) in [
            ("http://Example.ORG/", "example.org", true),
            ("http://Example.ORG/", "org//", false),
            ("ab", "abc", false),
            ("", "a", false),
            ("a", "\u{E9}", false),
            ("x\u{C9}y", "\u{E9}Y".to_lowercase().as_str(), true),
            ("\u{5D0}B", "b", true),
        ] {
            assert_eq!(holds(text, folded), is_found, "{text:?} {folded:?}");
        }
    }

    #[test]
    fn a_longer_text_matches_less() {
        let mut filter = Filter::default();
        for (text, is_narrower) in [
            ("a", true),
            ("aB", true),
            ("xab", true),
            ("xa", false),
            ("", false),
            ("\u{3A3}", true),
            ("\u{3A3}a", true),
        ] {
            assert_eq!(filter.set_text(text), is_narrower, "{text}");
        }
        // A final sigma is another letter in lowercase.
        filter.set_text("\u{391}\u{3A3}");
        assert!(!filter.set_text("\u{391}\u{3A3}\u{391}"));
    }
}
