//! RFC 3987 section 4.1 displays a reference as one text. Between two right-to-left components their delimiter is
//! right-to-left too, so a path can be displayed where people expect the host.

use crate::bidi;
use crate::reference::idna;
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::text::{Span, fit};

pub(super) static RULE: Rule = Rule {
    name: "displaced-host",
    group: Group::Bidi,
    severity: Some(Severity::Warning),
    page: include_str!("displaced_host.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check =
    Check { rule: &RULE, needs: Features::RIGHT_TO_LEFT.or(Features::BIDI_CONTROL), run: check };

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(authority) = context.reference.authority.filter(|authority| !authority.host.is_empty()) else { return };
    let Some(message) = message(context, authority.host) else { return };
    let text = authority.host.slice(context.text);
    let finding = out.flag(authority.host, message);
    if let Some(ascii) = idna::to_ascii(text).filter(|ascii| ascii != text) {
        let title = fit(&ascii, |ascii| format!("replace host with '{ascii}'"));
        finding.fix(Fix::suggested(title, authority.host, ascii));
    }
}

/// Returns the message if a part after `host` is displayed before its end, or one before it after its start.
fn message(context: &Context<'_, '_>, host: Span) -> Option<String> {
    // After left-to-right text everything is displayed after it, so most references need no display order.
    if bidi::is_plain(&context.text[..host.end]) {
        return None;
    }
    let columns = || context.text.char_indices().zip(&context.bidi().logical_to_visual);
    let of_host = || columns().filter(|((at, _), _)| host.contains(*at)).map(|(_, column)| *column);
    let (start, end) = (of_host().min()?, of_host().max()?);
    let displaced = |((at, _), column): ((usize, char), &usize)| {
        let is_displaced = if at < host.start { *column > start } else { at >= host.end && *column < end };
        is_displaced.then_some(at)
    };
    let at = columns().find_map(displaced)?;
    Some(if at < host.start {
        "the userinfo is displayed after the start of the host".to_owned()
    } else {
        let part = part_at(context, at);
        format!("the {part} is displayed before the end of the host")
    })
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
