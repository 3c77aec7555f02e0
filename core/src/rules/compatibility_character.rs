//! RFC 3987 section 7.5 and 3987bis section 6: characters that exist for compatibility with old encodings.

use crate::rules::component;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::host_look_alike::delimiter_look_alikes;
use icu_normalizer::ComposingNormalizerBorrowed;

use crate::reference::{ComponentName, Dialect, SyntaxPosition};
use crate::rules::features::Features;
use crate::text::Span;
use crate::text::{Edit, fit, shorten};
use crate::unicode::{CharacterProperties, LeiriGroup, code_point, quoted, quoted_name};

/// Maximum length of the form that a message quotes, in characters.
const MAX_FORM_LENGTH: usize = 30;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let has_look_alike = context.features.intersects(Features::DELIMITER_LOOK_ALIKE);
    let has_compatibility = context.features.intersects(Features::COMPATIBILITY);
    for (name, span) in component::texts(context).filter(|(_, span)| !span.slice(context.text).is_ascii()) {
        if has_look_alike && !matches!(name, ComponentName::Host | ComponentName::Port) {
            flag_look_alike(span, context, out);
        }
        if !has_compatibility {
            continue;
        }
        let characters: Vec<Plain> = plain_forms(context.text, span).collect();
        if let Some(first) = characters.first() {
            flag(first, &characters, out);
        }
    }
}

/// Reports the first character that looks like a delimiter but is no compatibility form (3987bis section 5.1 b). The rule
/// host-look-alike reports those in hosts.
fn flag_look_alike(span: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let text = span.slice(context.text);
    let is_reported = |c: char| !is_compatibility(c) && LeiriGroup::from_char(c).is_none();
    let mut found = delimiter_look_alikes(text).filter(|(_, c, _)| is_reported(*c));
    if let Some((at, c, delimiter)) = found.next() {
        let message = fit(&quoted(c), |char| format!("{char} looks like '{delimiter}'"));
        out.flag(Span::new(span.start + at, span.start + at + c.len_utf8()), message);
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

fn flag(first: &Plain, characters: &[Plain], out: &mut FindingSink<'_>) {
    let plain = named(&first.form);
    let message = fit(&quoted(first.c), |char| format!("{char} is a compatibility form of {plain}"));
    let finding = out.flag(first.span, message);
    if characters.iter().all(|plain| is_harmless(&plain.form)) {
        let edits = characters.iter().map(|plain| Edit { span: plain.span, text: plain.form.clone() }).collect();
        let title = match characters.len() {
            1 => fit(&quoted_name(first.c), |char| format!("replace {char} with {plain}")),
            count => format!("replace {count} compatibility characters"),
        };
        finding.fix(Fix { title: title.into(), safety: Safety::Suggested, edits });
    }
}

/// Returns whether `form` contains no delimiter and nothing outside an IRI, and so cannot move the end of a component.
fn is_harmless(form: &str) -> bool {
    form.chars().all(|c| c != '.' && Dialect::Iri.allows(c, SyntaxPosition::RegName))
}

/// Returns `form` in quotes, or if it has a character that a message does not quote, its code points.
fn named(form: &str) -> String {
    if form.chars().all(|c| c == ' ' || quoted_name(c).starts_with('\'')) {
        return format!("\"{}\"", shorten(form, MAX_FORM_LENGTH));
    }
    let code_points: Vec<String> = form.chars().map(code_point).collect();
    shorten(&code_points.join(" "), MAX_FORM_LENGTH).into_owned()
}
