//! UTS #39 section 4: a name in another script whose skeleton is ASCII (whole-script confusable).

use crate::rules::context::{Context, FindingSink};
use crate::rules::names;
use crate::rules::rule::Severity;
use icu_properties::props::Script;

use crate::interop::is_usual_in_domain;
use crate::text::fit;
use crate::unicode::{ascii_look_alike, script_name};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let label =
        names::readable_labels(context).iter().find_map(|label| Some((LookAlike::from_name(label.text())?, label)));
    if let Some((LookAlike { script, script_name, ascii }, label)) = label {
        let message = if label.decoded().is_some() {
            fit(&ascii, |ascii| format!("'xn--' label decodes to {script_name} letters that look like \"{ascii}\""))
        } else {
            fit(&ascii, |ascii| format!("host label in {script_name} letters looks like \"{ascii}\""))
        };
        let finding = out.flag(label.span, message);
        // Where the script is usual, such a name is more often a word than an imitation.
        let tld = names::readable_labels(context).iter().rfind(|label| !label.written.is_empty());
        if tld.is_some_and(|tld| is_usual_in_domain(script, tld.text())) {
            finding.at_most(Severity::Information);
        }
    }
    // A single letter in a path is more often a heading or a preposition than a confusable.
    let mut stems = names::path_stems(context).filter(|stem| stem.slice(context.text).chars().nth(1).is_some());
    let segment = stems.find_map(|span| Some((span, LookAlike::from_name(span.slice(context.text))?)));
    if let Some((span, LookAlike { script_name, ascii, .. })) = segment {
        let message = fit(&ascii, |ascii| format!("path segment in {script_name} letters looks like \"{ascii}\""));
        out.flag(span, message).at_most(Severity::Information);
    }
}

/// Name in one script that looks like ASCII.
struct LookAlike {
    script: Script,
    script_name: &'static str,
    ascii: String,
}

impl LookAlike {
    fn from_name(name: &str) -> Option<Self> {
        let mut script = None;
        for c in name.chars() {
            if c.is_ascii_alphabetic() || c.is_ascii_control() || c == '%' {
                return None;
            } else if c.is_ascii() {
                continue;
            }
            // A Latin letter outside ASCII is a form of the same letter, not a confusable.
            let own = names::script(c).filter(|script| *script != Script::Latin)?;
            if script.is_some_and(|(first, _)| first != own) {
                return None;
            }
            script = Some((own, c));
        }
        let (script, c) = script?;
        Some(Self { script, script_name: script_name(c), ascii: ascii_look_alike(name)? })
    }
}
