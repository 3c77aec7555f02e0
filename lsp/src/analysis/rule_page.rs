//! The page of a rule.

use iri_core::rules;

/// Returns the page of `rule` in Markdown; `None` if there is no such rule.
pub fn markdown(rule: &str) -> Option<String> {
    rules::find(rule).map(rules::Rule::markdown)
}
