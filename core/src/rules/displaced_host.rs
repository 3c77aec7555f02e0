//! RFC 3987 section 4.1 displays a reference as one text. Between two right-to-left components their delimiter is
//! right-to-left too, so a path can be displayed where people expect the host.

use crate::bidi;
use crate::reference::{Form, Reference};
use crate::rules::context::{CheckInput, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::host_label::HostLabel;
use crate::text::Span;
use crate::unicode::is_right_to_left;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(authority) = context.reference.authority.filter(|authority| !authority.host.is_empty()) else { return };
    if let Some(message) = message(context, authority.host).or_else(|| decoded_message(context)) {
        out.flag(authority.host, message);
    }
}

/// Returns the message for the text that a browser displays: it decodes A-labels and percent-encodings.
fn decoded_message(context: &Context<'_, '_>) -> Option<String> {
    let has = |feature| context.features.intersects(feature);
    let may_reorder = |label: &HostLabel<'_>| label.decoded().is_some_and(|decoded| !bidi::is_plain(decoded));
    let is_decoded = has(Features::A_LABEL)
        && (has(Features::HIGH_ENCODING) || context.host_labels().iter().any(may_reorder))
        || has(Features::HIGH_ENCODING) && has(Features::RIGHT_TO_LEFT);
    if !is_decoded {
        return None;
    }
    let displayed = Form::ReadableIri.convert(context.reference, context.charset, |_| None)?;
    let reference = Reference::parse(&displayed);
    let features = Features::from_reference(&reference);
    let host = reference.authority?.host;
    if host.is_empty() || !features.intersects(Features::RIGHT_TO_LEFT.or(Features::BIDI_CONTROL).or(Features::A_LABEL))
    {
        return None;
    }
    let input = CheckInput { reference: &reference, features, ..context.input() };
    let message = message(&Context::new(&input, context.registry), host)?;
    Some(format!("in browsers {message}"))
}

/// Returns the message if a part after `host` is displayed before its end, or one before it after its start.
fn message(context: &Context<'_, '_>, host: Span) -> Option<String> {
    // After left-to-right text everything is displayed after it, so most references need no display order.
    if bidi::is_plain(&context.text[..host.end]) {
        return None;
    }
    let at = match is_end_displaced(context, host) {
        Some(false) => return None,
        Some(true) => host.end,
        None => displaced_in_display(context, host)?,
    };
    Some(if at < host.start {
        "the userinfo is displayed after the start of the host".to_owned()
    } else {
        let part = part_at(context, at);
        format!("the {part} is displayed before the end of the host")
    })
}

/// Returns the byte of the first character that is displaced, from the display of the whole text.
fn displaced_in_display(context: &Context<'_, '_>, host: Span) -> Option<usize> {
    let columns = || context.text.char_indices().zip(&context.bidi().logical_to_visual);
    let of_host = || columns().filter(|((at, _), _)| host.contains(*at)).map(|(_, column)| *column);
    let (start, end) = (of_host().min()?, of_host().max()?);
    let displaced = |((at, _), column): ((usize, char), &usize)| {
        let is_displaced = if at < host.start { *column > start } else { at >= host.end && *column < end };
        is_displaced.then_some(at)
    };
    columns().find_map(displaced)
}

/// Returns whether the delimiter after the host is displaced; if it is not, nothing is. Most references need only the
/// characters around the end of the host; `None` if [`displaced_in_display`] has to decide.
///
/// ```text
/// FED/CBA   the delimiter between two right-to-left letters is displayed before the last letter of the host
/// CBA/def   a delimiter next to a left-to-right letter has level 0: what follows is displayed after it
/// ```
///
/// In both cases plain text before the host has level 0 too. Formatting characters would change the levels, and a number
/// or a mark next to the delimiter would need more rules: `None` for these. Also `None` if the previous character
/// may form a grapheme cluster with the last letter, as U+0D4E does: clusters move as a whole.
fn is_end_displaced(context: &Context<'_, '_>, host: Span) -> Option<bool> {
    if context.features.intersects(Features::BIDI_CONTROL) || !bidi::is_plain(&context.text[..host.start]) {
        return None;
    }
    let mut host_from_end = context.text[..host.end].chars().rev();
    let (last, before_last) = (host_from_end.next()?, host_from_end.next()?);
    if !before_last.is_ascii() {
        is_right_to_left_letter(before_last)?;
    }
    let mut rest = context.text[host.end..].chars();
    match rest.next() {
        None => Some(false),
        Some('/' | '?' | '#' | ':') => {
            let before = is_right_to_left_letter(last)?;
            let after = rest.next().map_or(Some(false), is_right_to_left_letter)?;
            Some(before && after)
        }
        Some(_) => None,
    }
}

/// Returns whether a letter is right-to-left; `None` if `c` is neither such a letter nor one of ASCII. U+070F is of class
/// AL, but no letter: it would move with the delimiter after it.
fn is_right_to_left_letter(c: char) -> Option<bool> {
    match c {
        _ if c.is_ascii_alphabetic() => Some(false),
        _ if c.is_alphabetic() && is_right_to_left(c) => Some(true),
        _ => None,
    }
}

/// Returns the name of the part at byte `at`, which is after the host. A delimiter belongs to the part after it.
fn part_at(context: &Context<'_, '_>, at: usize) -> &'static str {
    let reference = context.reference;
    match at {
        _ if at < reference.path.start => "port",
        _ if at < reference.path.end => "path",
        _ if reference.query.is_some_and(|query| at < query.end) => "query",
        _ => "fragment",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::policy::Severities;
    use crate::rules::role::Role;

    /// Compares both ways to find a displaced character, and returns whether there is one; `None` if the short way does
    /// not decide.
    fn compare(text: &str) -> Option<bool> {
        let reference = Reference::parse(text);
        let host = reference.host().filter(|host| !host.is_empty())?;
        let input = CheckInput {
            reference: &reference,
            features: Features::from_reference(&reference),
            role: Role::LEIRI,
            base: None,
            charset: crate::reference::QueryCharset::UTF8,
            severities: &Severities::default(),
            issues: &[],
            schema_problem: None,
        };
        let context = Context::new(&input, &[]);
        let is_displaced = is_end_displaced(&context, host)?;
        assert_eq!(displaced_in_display(&context, host), is_displaced.then_some(host.end), "{text:?}");
        Some(is_displaced)
    }

    #[test]
    fn the_end_of_the_host_decides_as_the_whole_display() {
        let visible = "a b c / / ? # : . @ & = - + % 1 2 ( ) [ ] \u{E9} e\u{301} \u{5D0} \u{5D1} \u{5D2}\u{5B0} \u{627} \
            \u{661} \u{70F} \u{600} \u{D4E} \u{4E2D} \u{20AC}";
        let ignored = ["\u{200B}", "\u{AD}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{202E}", "\u{2069}"];
        let pieces: Vec<&str> = visible.split_whitespace().chain(ignored).chain([" ", "\n", "\u{2029}"]).collect();
        let mut rng = fastrand::Rng::with_seed(4);
        let (mut displaced, mut in_order) = (0, 0);
        for _ in 0..200_000 {
            let mut piece = |_| pieces[rng.usize(..pieces.len())];
            let start: String = (0..2).map(&mut piece).collect();
            let end: String = (0..4).map(&mut piece).collect();
            match compare(&format!("//{start}\u{5D0}{end}")) {
                None => {}
                Some(false) => in_order += 1,
                Some(true) => displaced += 1,
            }
        }
        assert!(displaced > 200 && in_order > 5_000, "only {displaced} and {in_order} were decided");
    }

    #[test]
    fn every_right_to_left_letter_decides() {
        let mut letters = 0;
        for c in ('\u{80}'..=char::MAX).filter(|&c| is_right_to_left(c)) {
            let displaced = compare(&format!("//\u{5D0}{c}/\u{5D0}"));
            assert_eq!(displaced, c.is_alphabetic().then_some(true));
            compare(&format!("//\u{5D0}{c}/a"));
            compare(&format!("//\u{5D0}{c}\u{5D0}/\u{5D0}"));
            compare(&format!("//\u{5D0}{c}a/\u{5D0}"));
            compare(&format!("//\u{5D0}/{c}"));
            compare(&format!("//a/{c}"));
            letters += usize::from(displaced.is_some());
        }
        assert!(letters > 1_000, "only {letters} letters");
    }
}
