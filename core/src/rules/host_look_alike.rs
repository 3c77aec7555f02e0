//! A host with a character that looks like `/`, `:`, `.` or another delimiter (UTS #39 section 4), so that people see
//! another host than the one that is opened. Letters, marks and digits next to others of their script are words.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};

use crate::reference::idna;
use crate::rules::context::{Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::{Fix, Safety};
use crate::rules::names;
use crate::text::{Edit, Span, fit};
use crate::unicode::{CharacterProperties, delimiter_look_alike, is_right_to_left, quoted, quoted_name};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(host) = context.reference.reg_name() else { return };
    if context.features.intersects(Features::HOST_RESTRICTED) {
        check_host(host, context, out);
    }
    if context.features.intersects(Features::A_LABEL) {
        check_a_labels(context, out);
    }
}

/// Reports each such character once, at its first position. Their number is limited, so the time is linear.
fn check_host(host: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let text = host.slice(context.text);
    let mut seen = Vec::new();
    for (at, c, delimiter) in delimiter_look_alikes(text) {
        // The rule bad-idna reports what IDNA rejects.
        if seen.contains(&c) || idna::is_rejected(c) {
            continue;
        }
        seen.push(c);
        let span = Span::new(host.start + at, host.start + at + c.len_utf8());
        let message = fit(&quoted(c), |char| format!("{char} looks like '{delimiter}' in a host"));
        let finding = out.flag(span, message);
        finding.fixes.extend(replacement(c, delimiter, host, context.text));
    }
}

/// Returns the fix that replaces each `c` in the host with the delimiter that it looks like.
pub(super) fn replacement(c: char, delimiter: char, host: Span, text: &str) -> Option<Fix> {
    matches!(delimiter, '/' | ':' | '.' | '?').then(|| {
        let title = fit(&quoted_name(c), |char| format!("replace {char} with '{delimiter}'"));
        let span = |at: usize| Span::new(host.start + at, host.start + at + c.len_utf8());
        let edits = host.slice(text).match_indices(c);
        let edits = edits.map(|(at, _)| Edit { span: span(at), text: delimiter.to_string() });
        Fix { title: title.into(), safety: Safety::Suggested, edits: edits.collect() }
    })
}

fn check_a_labels(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for label in context.host_labels() {
        let Some(decoded) = label.decoded() else { continue };
        if let Some((_, c, delimiter)) = delimiter_look_alikes(decoded).next() {
            let message = |char: &str| format!("'xn--' label decodes to {char}, which looks like '{delimiter}'");
            out.flag(label.span, fit(&quoted(c), message));
        }
    }
}

/// Returns the characters that look like a delimiter, with their offsets, unless they are part of a word.
pub(crate) fn delimiter_look_alikes(text: &str) -> impl Iterator<Item = (usize, char, char)> {
    let is_restricted = |c| CharacterProperties::from_char(c).intersects(CharacterProperties::HOST_RESTRICTED);
    let characters = text.char_indices().filter(move |&(_, c)| is_restricted(c));
    let look_alike = |(at, c)| Some((at, c, delimiter_look_alike(c)?));
    characters.filter_map(look_alike).filter(|&(at, c, _)| !is_in_word(text, at, c))
}

/// Returns whether `c` is a letter, mark or digit next to another of its script: a Katakana NO between other Katakana,
/// a visarga after a Devanagari letter. The script is not Latin, because most hosts are Latin.
pub(super) fn is_in_word(text: &str, at: usize, c: char) -> bool {
    let category = |c: char| CodePointMapData::<GeneralCategory>::new().get(c);
    let letters = GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Mark).union(GeneralCategoryGroup::Number);
    let is_digit = category(c) == GeneralCategory::DecimalNumber;
    let is_same = |other: char| {
        if is_digit {
            return is_right_to_left(other) || (!other.is_ascii() && category(other) == GeneralCategory::DecimalNumber);
        }
        let is_japanese = |script| matches!(script, Script::Han | Script::Hiragana | Script::Katakana);
        let scripts = names::script(c).filter(|script| *script != Script::Latin).zip(names::script(other));
        scripts.is_some_and(|(own, other)| own == other || (is_japanese(own) && is_japanese(other)))
    };
    let neighbors = [text[..at].chars().next_back(), text[at..].chars().nth(1)];
    letters.contains(category(c)) && neighbors.into_iter().flatten().any(is_same)
}
