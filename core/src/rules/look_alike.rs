//! UTS #39 section 4: a name in another script whose skeleton is ASCII (whole-script confusable).

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::names;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use icu_properties::props::Script;
use unicode_security::skeleton;

use crate::rules::features::Features;
use crate::text::Span;
use crate::unicode::script_name;

pub(super) static RULE: Rule = Rule {
    name: "look-alike",
    group: Group::Unicode,
    severity: Some(Severity::Information),
    page: include_str!("look_alike.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::DISGUISED_NAME, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let labels = names::host_labels(context);
    flag_first(context, labels.into_iter(), "host label", out);
    // One letter alone in a path is a heading or a preposition more often than a disguise.
    let stems = names::path_stems(context).filter(|stem| stem.slice(context.text).chars().nth(1).is_some());
    flag_first(context, stems, "segment", out);
}

/// One finding a component is enough.
fn flag_first(context: &Context<'_, '_>, mut names: impl Iterator<Item = Span>, what: &str, out: &mut FindingSink<'_>) {
    let found = names.find_map(|span| Some((span, Disguise::from_name(span.slice(context.text))?)));
    if let Some((span, Disguise { script, ascii })) = found {
        let message = format!(
            "this {what} is written in {script} letters, and looks like \"{ascii}\": a reader takes it for that name"
        );
        out.flag(span, message);
    }
}

/// A name of one script that looks like ASCII.
struct Disguise {
    script: &'static str,
    ascii: String,
}

impl Disguise {
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
            // A Latin letter that is no ASCII disguises nothing: it is a form of the same letter.
            let own = names::script(c).filter(|script| *script != Script::Latin)?;
            if script.is_some_and(|(met, _)| met != own) {
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
