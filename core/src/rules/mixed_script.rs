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
    Some(Mixture { scripts: scripts_up_to(name, first_mixed), c: foreign.unwrap_or(first_mixed) })
}

/// Returns whether the name uses one script and characters that all scripts share, as most names do.
fn is_of_one_script(name: &str) -> bool {
    let mut scripts = name.chars().filter_map(names::script);
    scripts.next().is_none_or(|first| scripts.all(|script| script == first))
}

#[derive(Default)]
struct NameScripts {
    all: AugmentedScriptSet,
    but_latin: AugmentedScriptSet,
}

impl NameScripts {
    fn stays_highly_restrictive_with(&mut self, c: char) -> bool {
        // Characters that several scripts share are not confusable, and an unassigned character has no script yet.
        let Some(script) = names::script(c) else { return true };
        let set = AugmentedScriptSet::for_char(c);
        self.all.intersect_with(set);
        if script != Script::Latin {
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
