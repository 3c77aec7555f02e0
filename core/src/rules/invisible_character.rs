//! ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / …                        RFC 3987 section 2.2
//!
//! The grammar allows characters that no reader can see: Default_Ignorable_Code_Point and White_Space above ASCII. The
//! rules of the group `leiri` report those that are in a group of the LEIRI Note.

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::rule::Severity;
use crate::rules::table::NON_URI_CHARACTER;
use icu_properties::props::{
    Emoji, EmojiModifier, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup, Script, VariationSelector,
    WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};

use crate::reference::SyntaxPosition;
use crate::rules::leiri::{encode, remove};
use crate::rules::runs::{Run, is_above_ascii, runs};
use crate::text::fit;
use crate::unicode::{CharacterProperties, LeiriGroup};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let text = context.text;
    for run in runs(text, is_above_ascii, |at, c| is_invisible(c) && !context.is_decode_issue(at)) {
        let purpose = purpose(run, text);
        let finding = out.flag(run.span, message(run, purpose));
        // Between two words it is written for a space.
        let is_of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_between = is_of_word(text[..run.span.start].chars().next_back())
            && is_of_word(text[run.span.end..].chars().next())
            && context.reference.path.contains(run.span.start);
        // macOS writes it into the names of screenshots: `10.32.45\u{202F}AM.png`.
        let is_of_time = run.c == '\u{202F}' && starts_with_half_of_day(&text[run.span.end..]);
        if is_between && is_blank(run.c) && !is_of_time {
            finding.fix(Fix::suggested("replace with %20", run.span, "%20"));
        }
        if is_of_time {
            finding.at_most(Severity::Information);
        } else {
            finding.fix(remove(run));
        }
        // A percent-encoded host is not a DNS name.
        if !matches!(
            context.reference.syntax_position_at(run.span.start),
            SyntaxPosition::RegName | SyntaxPosition::IpLiteral | SyntaxPosition::Port
        ) {
            finding.fix(encode(run, context));
        }
        if purpose.is_some() {
            finding.at_most(Severity::Hint);
        }
        // If only a URI is allowed, non-uri-character encodes the whole component.
        if purpose.is_some() || context.severity(&NON_URI_CHARACTER).is_some() {
            finding.fixes.iter_mut().for_each(|fix| fix.safety = Safety::Suggested);
        }
    }
}

/// Returns whether `text` starts with `AM` or `PM`.
fn starts_with_half_of_day(text: &str) -> bool {
    text.get(..2).is_some_and(|half| half.eq_ignore_ascii_case("am") || half.eq_ignore_ascii_case("pm"))
}

fn is_invisible(c: char) -> bool {
    CharacterProperties::from_char(c).intersects(CharacterProperties::INVISIBLE) && LeiriGroup::from_char(c).is_none()
}

/// Returns whether the character looks like a space: unlike the other whitespace, a line or paragraph separator does not.
fn is_blank(c: char) -> bool {
    CodePointSetData::new::<WhiteSpace>().contains(c) && !matches!(c, '\u{2028}' | '\u{2029}')
}

/// Purpose of the character, after "needed".
#[derive(Clone, Copy)]
struct Purpose(&'static str);

fn message(run: Run, purpose: Option<Purpose>) -> String {
    fit(&run.quoted(), |char| match purpose {
        Some(Purpose(purpose)) => format!("{char} is invisible but needed {purpose}"),
        None if is_blank(run.c) => format!("{char} looks like an ordinary space"),
        None => format!("{char} is invisible"),
    })
}

/// Returns the purpose of a joiner or variation selector; `None` if it has none there.
fn purpose(run: Run, text: &str) -> Option<Purpose> {
    if run.count() > 1 {
        return None;
    }
    let before = text[..run.span.start].chars().next_back()?;
    let mut after = text[run.span.end..].chars();
    match run.c {
        '\u{200D}' if joins_emoji(&text[..run.span.start], after.clone().next()) => Some(Purpose("to join emoji")),
        '\u{200C}' | '\u{200D}' if joins_letters(before, after.next()) => Some(Purpose("to shape letters")),
        '\u{FE0E}' | '\u{FE0F}' if is_emoji(before, after.next()) => Some(Purpose("to select an emoji style")),
        '\u{180B}'..='\u{180D}' | '\u{180F}' if script(before) == Script::Mongolian => {
            Some(Purpose("to select a letter form"))
        }
        _ => None,
    }
}

/// Returns whether the preceding character may have a modifier or a variation selector (UTS #51 ED-16).
fn joins_emoji(before: &str, after: Option<char>) -> bool {
    let is_pictographic = |c| CodePointSetData::new::<ExtendedPictographic>().contains(c);
    let base = before.chars().rev().find(|&c| {
        !CodePointSetData::new::<VariationSelector>().contains(c)
            && !CodePointSetData::new::<EmojiModifier>().contains(c)
    });
    base.is_some_and(is_pictographic) && after.is_some_and(is_pictographic)
}

/// Returns whether the character is an emoji. `1`, `#` and `*` are the base of a keycap only.
fn is_emoji(before: char, after: Option<char>) -> bool {
    CodePointSetData::new::<Emoji>().contains(before) && (!before.is_ascii() || after == Some('\u{20E3}'))
}

/// Returns whether a joiner has a meaning there: between letters (and their marks) of a script that joins them (RFC
/// 5892 appendix A.1 and A.2).
fn joins_letters(before: char, after: Option<char>) -> bool {
    let is_letter = |c| {
        let category = CodePointMapData::<GeneralCategory>::new().get(c);
        GeneralCategoryGroup::Letter.contains(category) || GeneralCategoryGroup::Mark.contains(category)
    };
    let own = script(before);
    let joins = matches!(
        own,
        Script::Arabic
            | Script::Syriac
            | Script::Mandaic
            | Script::Nko
            | Script::Mongolian
            | Script::Devanagari
            | Script::Bengali
            | Script::Gurmukhi
            | Script::Gujarati
            | Script::Oriya
            | Script::Tamil
            | Script::Telugu
            | Script::Kannada
            | Script::Malayalam
            | Script::Sinhala
            | Script::Khmer
            | Script::Myanmar
            | Script::Tibetan
    );
    joins && is_letter(before) && after.is_some_and(|after| script(after) == own && is_letter(after))
}

fn script(c: char) -> Script {
    CodePointMapData::<Script>::new().get(c)
}
