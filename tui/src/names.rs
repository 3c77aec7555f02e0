//! What is said of names that nothing has.

use iri_core::rules::rule_names;
use iri_core::text::similar::similar;

use crate::cells::escape_line;

/// What to say of a name that is neither a rule's nor a group's.
pub fn unknown_rule(name: &str) -> String {
    let name = escape_line(name);
    match similar(&name, rule_names()) {
        Some(meant) => format!("there is no rule or group '{name}'; did you mean '{meant}'?"),
        None => format!("there is no rule or group '{name}'; 'iri-inspect explain' lists them"),
    }
}
