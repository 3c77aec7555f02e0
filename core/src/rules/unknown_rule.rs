//! A suppression comment with the name of a rule or group that does not exist.

use crate::characters::quotable;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::rule::Group;
use crate::text::similar::{did_you_mean, similar};
use crate::text::{Span, fit};

/// Words at the start of a suppression comment.
pub(crate) const DIRECTIVES: [&str; 2] = ["iri-ignore", "iri-ignore-file"];

/// Returns whether `word` at the start of a comment is a misspelled directive, also one of another program with our name.
pub(crate) fn is_misspelled_directive(word: &str) -> bool {
    let is_ours = word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("iri"));
    is_ours
        && !DIRECTIVES.contains(&word)
        && (plain(word).starts_with(DIRECTIVES[0]) || similar(word, DIRECTIVES).is_some())
}

/// Returns a word as the directives are written.
fn plain(word: &str) -> String {
    word.to_ascii_lowercase().replace('_', "-")
}

/// Returns the directive that a misspelled one probably means. Only one that names the file has its effect.
fn meant(word: &str) -> &'static str {
    if plain(word).starts_with("iri-ignore-f") { DIRECTIVES[1] } else { DIRECTIVES[0] }
}

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let name = context.text;
    if is_misspelled_directive(name) {
        let whole = Span::new(0, name.len());
        let quoted = quotable(name, name);
        let meant = meant(name);
        let message = fit(&quoted, |name| format!("unknown suppression '{name}'; did you mean '{meant}'?"));
        let title = fit(&quoted, |name| format!("replace '{name}' with '{meant}'"));
        out.flag(whole, message).fix(Fix::suggested(title, whole, meant));
        return;
    }
    let names = || context.registry.iter().map(|check| check.rule.name).chain(Group::ALL.map(Group::name));
    if names().any(|known| known == name) {
        return;
    }
    let whole = Span::new(0, name.len());
    let (quoted, tip) = (quotable(name, name), did_you_mean(name, names()));
    let finding = out.flag(whole, fit(&quoted, |name| format!("unknown rule or group '{name}'{tip}")));
    if let Some(similar) = similar(name, names()) {
        let title = fit(&quoted, |name| format!("replace '{name}' with '{similar}'"));
        finding.fix(Fix::suggested(title, whole, similar));
    }
}
