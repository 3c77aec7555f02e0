//! UTS #39 section 5.2, restriction levels: a name is reported if it is below "highly restrictive".
//!
//! ```text
//! single script        all characters share a script; Japanese, Korean and Chinese count as one each
//! highly restrictive   the same for one of those three after Latin letters are removed
//! ```
//!
//! The identifier profile is not used: other rules report characters that are not allowed in an IRI.

use crate::rules::context::{Context, FindingSink};
use crate::rules::names;
use crate::rules::rule::Severity;
use icu_properties::props::Script;
use unicode_security::mixed_script::AugmentedScriptSet;

use crate::text::fit;
use crate::unicode::{quoted, script_name};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // People read a host label as a whole. In a path, a separator between the words makes the mixture obvious.
    let mixed_label = names::readable_labels(context).iter().find_map(|label| Some((mixture(label.text())?, label)));
    if let Some((mixture, label)) = mixed_label {
        let part = if label.decoded().is_some() { "'xn--' label" } else { "host label" };
        out.flag(label.span, mixture.message(part));
    }
    let mut words = names::path_stems(context).flat_map(|stem| names::words(context.text, stem));
    if let Some((span, mixture)) = words.find_map(|span| Some((span, mixture(span.slice(context.text))?))) {
        out.flag(span, mixture.message("word")).at_most(Severity::Information);
    }
}

/// Scripts that a name mixes, and the first character that does not fit.
struct Mixture {
    scripts: String,
    c: char,
}

impl Mixture {
    fn message(&self, part: &str) -> String {
        let Self { scripts, c } = self;
        if scripts.is_empty() {
            return fit(&quoted(*c), |char| {
                format!("{part} mixes characters of different scripts, starting at {char}")
            });
        }
        if names::script(*c).is_none() {
            return fit(&quoted(*c), |char| {
                format!("{part} mixes {scripts} letters with {char}, which other scripts use")
            });
        }
        fit(&quoted(*c), |char| format!("{part} mixes {scripts} letters, starting at {char}"))
    }
}

fn mixture(name: &str) -> Option<Mixture> {
    if is_of_one_script(name) {
        return None;
    }
    let mut scripts = NameScripts::default();
    let first_mixed = name.chars().find(|&c| !scripts.stays_highly_restrictive_with(c))?;
    let is_latin = |c: char| names::script(c) == Some(Script::Latin);
    let foreign =
        if is_latin(first_mixed) { name.chars().find(|&c| names::script(c).is_some() && !is_latin(c)) } else { None };
    let scripts = scripts_up_to(name, first_mixed);
    // One of the scripts may have no letter there.
    let shared = name
        .chars()
        .find(|&c| names::script(c).is_none() && is_of_some_scripts(c))
        .filter(|_| !scripts.contains(" and "));
    Some(Mixture { scripts, c: shared.or(foreign).unwrap_or(first_mixed) })
}

/// Returns whether the name uses one script and characters of ASCII that all scripts share, as most names do.
fn is_of_one_script(name: &str) -> bool {
    let mut first = None;
    name.chars().all(|c| match names::script(c) {
        Some(script) => *first.get_or_insert(script) == script,
        None => c.is_ascii(),
    })
}

/// Returns whether only some scripts use `c`. An unassigned character has no script yet.
fn is_of_some_scripts(c: char) -> bool {
    let set = AugmentedScriptSet::for_char(c);
    !set.is_all() && !set.base.is_empty()
}

#[derive(Default)]
struct NameScripts {
    all: AugmentedScriptSet,
    but_latin: AugmentedScriptSet,
}

impl NameScripts {
    fn stays_highly_restrictive_with(&mut self, c: char) -> bool {
        // Characters that all scripts share are not confusable.
        if !is_of_some_scripts(c) {
            return true;
        }
        let set = AugmentedScriptSet::for_char(c);
        self.all.intersect_with(set);
        let mut latin = AugmentedScriptSet::for_char('a');
        latin.intersect_with(set);
        if latin.is_empty() {
            self.but_latin.intersect_with(set);
        }
        let east_asian = self.but_latin.hanb || self.but_latin.jpan || self.but_latin.kore;
        !self.all.is_empty() || east_asian
    }
}

/// Returns the scripts that occur up to `last`, in order: "Latin and Cyrillic".
fn scripts_up_to(name: &str, last: char) -> String {
    let end = name.find(last).map_or(name.len(), |at| at + last.len_utf8());
    let mut scripts: Vec<&str> = Vec::new();
    for c in name[..end].chars().filter(|&c| names::script(c).is_some()) {
        let script = script_name(c);
        if !scripts.contains(&script) {
            scripts.push(script);
        }
    }
    match scripts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => scripts.concat(),
    }
}
