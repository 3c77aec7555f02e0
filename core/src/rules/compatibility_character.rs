//! RFC 3987 section 7.5 and 3987bis section 6: characters that exist for compatibility with old encodings.

use crate::rules::component;
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::rule::{Group, Rule, Severity, Subject};
use icu_normalizer::ComposingNormalizerBorrowed;

use crate::reference::{ComponentName, Dialect, SyntaxPosition};
use crate::rules::features::Features;
use crate::text::Edit;
use crate::text::Span;
use crate::unicode::{CharacterProperties, label};

pub(super) static RULE: Rule = Rule {
    name: "compatibility-character",
    group: Group::Unicode,
    severity: Some(Severity::Hint),
    page: include_str!("compatibility_character.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::COMPATIBILITY, run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for (name, span) in component::texts(context) {
        let characters: Vec<Plain> = plain_forms(context.text, span).collect();
        if let Some(first) = characters.first() {
            flag(name, first, &characters, out);
        }
    }
}

/// A compatibility character and its NFKC form.
struct Plain {
    c: char,
    span: Span,
    form: String,
}

fn plain_forms(text: &str, span: Span) -> impl Iterator<Item = Plain> {
    let characters = span.slice(text).char_indices().filter(|(_, c)| is_compatibility(*c));
    characters.filter_map(move |(at, c)| {
        let span = Span::new(span.start + at, span.start + at + c.len_utf8());
        let form = |normalizer: ComposingNormalizerBorrowed<'_>| normalizer.normalize(span.slice(text)).into_owned();
        let plain = form(ComposingNormalizerBorrowed::new_nfkc());
        // The rule not-nfc reports what NFC changes in the same way.
        (plain != form(ComposingNormalizerBorrowed::new_nfc())).then_some(Plain { c, span, form: plain })
    })
}

fn is_compatibility(c: char) -> bool {
    // The rule invisible-character reports blanks and fillers; the letters are ordinary in Thai, Lao and Armenian.
    let is_ordinary = matches!(c, '\u{E33}' | '\u{EB3}' | '\u{EDC}' | '\u{EDD}' | '\u{587}');
    let features = CharacterProperties::from_char(c);
    features.intersects(CharacterProperties::COMPATIBILITY)
        && !features.intersects(CharacterProperties::INVISIBLE)
        && !is_ordinary
}

fn flag(name: ComponentName, first: &Plain, characters: &[Plain], out: &mut FindingSink<'_>) {
    let message = format!(
        "{} stands for {}: software that folds compatibility characters makes another name of it{}",
        label(first.c),
        named(&first.form),
        component::more(characters.len() - 1, name)
    );
    let finding = out.flag(first.span, message);
    if characters.iter().all(|plain| is_harmless(&plain.form)) {
        let edits = characters.iter().map(|plain| Edit { span: plain.span, text: plain.form.clone() }).collect();
        finding.fix(Fix { title: "write what it stands for".into(), safety: Safety::Suggested, edits });
    }
}

/// Returns whether `form` contains no delimiter and nothing outside an IRI, and so cannot move the end of a component.
fn is_harmless(form: &str) -> bool {
    form.chars().all(|c| c != '.' && Dialect::Iri.allows(c, SyntaxPosition::RegName))
}

/// Returns `form` with characters above ASCII written as code point and name.
fn named(form: &str) -> String {
    if form.chars().all(|c| c.is_ascii_graphic()) {
        return format!("\"{form}\"");
    }
    let labels: Vec<String> = form.chars().map(label).collect();
    labels.join(" and ")
}
