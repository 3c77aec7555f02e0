//! Names that are almost right: "did you mean".

use iri_core::rules::{self, Group};

use crate::report::line_of;

/// The one of `names` that `word` was most likely meant to be, if one is near enough.
pub fn similar<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    // Below this the likeness is an accident: with 0.7 "leiri-spice" still finds "leiri-space".
    const NEAR_ENOUGH: f64 = 0.7;
    names
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(likeness, _)| *likeness > NEAR_ENOUGH)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

/// What to say of a name that is neither a rule's nor a group's.
pub fn unknown_rule(name: &str) -> String {
    let rules = rules::ALL.iter().map(|rule| rule.name);
    let groups = Group::ALL.iter().map(|group| group.name());
    let name = line_of(name);
    match similar(&name, rules.chain(groups)) {
        Some(meant) => format!("there is no rule or group '{name}'; did you mean '{meant}'?"),
        None => format!("there is no rule or group '{name}'; 'iri-inspect explain' lists them"),
    }
}
