//! UTS #39 section 4: a name in another script whose skeleton is ASCII (whole-script confusable).

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::names;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use icu_properties::props::Script;
use unicode_security::skeleton;

use crate::rules::features::Features;
use crate::text::{Span, fit};
use crate::unicode::script_name;

pub(super) static RULE: Rule = Rule {
    name: "look-alike",
    group: Group::Unicode,
    severity: Some(Severity::Information),
    page: include_str!("look_alike.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::CONFUSABLE_NAME, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let labels = names::host_labels(context);
    flag_first(context, labels.into_iter(), "host label", out);
    // A single letter in a path is more often a heading or a preposition than a confusable.
    let stems = names::path_stems(context).filter(|stem| stem.slice(context.text).chars().nth(1).is_some());
    flag_first(context, stems, "path segment", out);
}

/// Reports the first such name of a component.
fn flag_first(context: &Context<'_, '_>, mut names: impl Iterator<Item = Span>, part: &str, out: &mut FindingSink<'_>) {
    let look_alike = names.find_map(|span| Some((span, LookAlike::from_name(span.slice(context.text))?)));
    if let Some((span, LookAlike { script, ascii })) = look_alike {
        let message = fit(&ascii, |ascii| format!("{part} in {script} letters looks like \"{ascii}\""));
        out.flag(span, message);
    }
}

/// Name in one script that looks like ASCII.
struct LookAlike {
    script: &'static str,
    ascii: String,
}

impl LookAlike {
    fn from_name(name: &str) -> Option<Self> {
        let mut script = None;
        let mut ascii = String::new();
        for c in name.chars() {
            if c.is_ascii_alphabetic() || c.is_ascii_control() || c == '%' {
                return None;
            } else if c.is_ascii() {
                ascii.push(c);
                continue;
            }
            // A Latin letter outside ASCII is a form of the same letter, not a confusable.
            let own = names::script(c).filter(|script| *script != Script::Latin)?;
            if script.is_some_and(|(first, _)| first != own) {
                return None;
            }
            script = Some((own, c));
            let before = ascii.len();
            ascii.extend(skeleton(c.encode_utf8(&mut [0; 4])));
            if ascii.len() == before || !ascii[before..].bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return None;
            }
        }
        script.map(|(_, c)| Self { script: script_name(c), ascii })
    }
}
