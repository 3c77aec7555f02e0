//! A host label that IDNA cannot process: a U-label without an A-label, or an invalid `xn--` label.
//!
//! RFC 5891 section 4.2 (what may be registered) as UTS #46 section 4 processes it. The rule `idna-bidi` reports what
//! is wrong with the direction.

use crate::bidi::label::{broken, is_rtl};
use crate::characters::quotable;
use crate::reference::idna;
use crate::rules::context::{Context, FindingSink};
use crate::rules::host_label::HostLabel;
use crate::rules::host_look_alike::{self, delimiter_look_alikes};
use crate::rules::rule::Severity;
use crate::text::fit;
use crate::unicode::{CharacterProperties, LeiriGroup, quoted};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for (index, label) in context.host_labels().iter().enumerate() {
        let is_accepted = || context.label_lengths()[index].is_some();
        let Some(message) = problem(label, is_accepted) else { continue };
        let finding = out.flag(label.span, message);
        if let Some((_, c, delimiter)) = delimiter_look_alikes(label.written).find(|&(_, c, _)| idna::is_rejected(c)) {
            finding.fixes.extend(host_look_alike::replacement(c, delimiter, label.span, context.text));
        }
        if !idna::has_dns_host(context.reference) {
            finding.at_most(Severity::Information);
        }
    }
}

/// Returns why IDNA rejects the label; `None` if it is valid or if another rule reports it.
fn problem(label: &HostLabel<'_>, is_accepted: impl FnOnce() -> bool) -> Option<String> {
    let text = label.written;
    if label.is_invalid_punycode() {
        return Some("'xn--' label is not valid Punycode".to_owned());
    }
    if let Some(decoded) = label.decoded() {
        return a_label_problem(text, decoded);
    }
    let is_reported_elsewhere =
        |c: char| c == '%' || LeiriGroup::from_char(c).is_some() || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    if text.is_ascii()
        || idna::is_plain_label(text)
        || label.is_too_long()
        || text.contains(is_reported_elsewhere)
        || is_accepted()
    {
        return None;
    }
    let first = text.chars().next()?;
    if is_mark(first) {
        return Some(fit(&quoted(first), |char| format!("host label starts with the combining mark {char}")));
    }
    if let Some(joiner) = text.chars().find(|c| matches!(c, '\u{200C}' | '\u{200D}')) {
        return Some(fit(&quoted(joiner), |char| {
            format!("{char} is not allowed at this position in a host label (IDNA)")
        }));
    }
    if let Some(rejected) = text.chars().find(|&c| idna::is_rejected(c)) {
        return Some(fit(&quoted(rejected), |char| format!("{char} is not allowed in a host label (IDNA)")));
    }
    // `\u{5D0}\u{2103}`: what the degree sign is mapped to has another direction.
    let mapped = idna::mapped(text);
    let broken = broken(&mapped).filter(|_| mapped != text && is_rtl(text) && broken(text).is_none())?;
    Some(fit(&quotable(&mapped, &mapped), |mapped| {
        format!("host label is mapped to '{mapped}': Bidi Rule {} violation", broken.rule)
    }))
}

fn a_label_problem(text: &str, decoded: &str) -> Option<String> {
    if decoded.is_ascii() {
        return Some("'xn--' label decodes to plain ASCII".to_owned());
    }
    let is_direction = CharacterProperties::from_text(decoded)
        .intersects(CharacterProperties::RIGHT_TO_LEFT.or(CharacterProperties::BIDI_CONTROL));
    match idna::label_to_ascii(decoded) {
        Some(back) if back.eq_ignore_ascii_case(text) => None,
        Some(_) => Some("'xn--' label is not in normalized form".to_owned()),
        None if is_direction && !decoded.contains(is_never_allowed) => None,
        None => Some("'xn--' label decodes to characters not allowed by IDNA".to_owned()),
    }
}

/// Returns whether no label may contain the character, whatever its direction.
fn is_never_allowed(c: char) -> bool {
    CharacterProperties::from_char(c).intersects(CharacterProperties::BIDI_CONTROL) || idna::is_rejected(c)
}

fn is_mark(c: char) -> bool {
    // IDNA rejects a mark at the start of a label, but not after a letter.
    idna::to_ascii(c.encode_utf8(&mut [0; 4])).is_none() && idna::to_ascii(&format!("a{c}")).is_some()
}
