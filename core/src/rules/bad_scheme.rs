//! scheme      = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )                       RFC 3986 section 3.1
//! path-noscheme = segment-nz-nc *( "/" segment )                                             section 3.3
//!
//! A colon in the first segment can only end a scheme. If the text before it is not a scheme, the whole is neither an
//! absolute nor a relative reference.

use crate::reference::{Class, Reference, class_of};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::table::BAD_SCHEME;
use crate::text::{Edit, Span, fit};
use crate::unicode::{CharacterProperties, LeiriGroup, quoted};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if !context.reference.first_segment_has_colon() {
        return;
    }
    let start = context.reference.path.start;
    let path = context.reference.path.slice(context.text);
    if let Some(extra) = text_before_scheme(path) {
        let span = extra.moved(start);
        let first = path.chars().next().map_or_else(String::new, quoted);
        let message = fit(&first, |char| format!("{char} is not allowed before the scheme"));
        out.flag(span, message).fix(Fix::suggested("remove text before scheme", span, ""));
        return;
    }
    let colon = path.find(':').unwrap_or(path.len() - 1);
    let span = Span::new(start, start + colon + 1);
    let finding = out.flag(span, message(&path[..colon]));
    if let Some(edits) = ssh_address(path, start) {
        let title = "replace ':' with '/' and add 'ssh://'".to_owned();
        finding.fix(Fix { title: title.into(), safety: Safety::Suggested, edits: edits.into() });
    }
    // With `./` what was meant as a scheme (`classpath*:a.xml`, `реез://example.org`) would be a directory.
    let is_meant = colon > 0 && path[colon + 1..].starts_with("//");
    if !is_meant && !is_name_with_pattern(&path[..colon]) {
        finding.fix(Fix::suggested("insert './' at start", Span::empty(start), "./"));
    }
}

/// Returns whether `name` is a scheme except for a sign of a pattern at its end.
fn is_name_with_pattern(name: &str) -> bool {
    let scheme = name.trim_end_matches(['*', '!']);
    scheme.len() < name.len() && Reference::parse(&format!("{scheme}:")).has_scheme()
}

/// Returns whether this rule reports the start of the reference, because a scheme follows it.
pub(super) fn reports_start(context: &Context<'_, '_>) -> bool {
    context.severity(&BAD_SCHEME).is_some()
        && context.reference.path.start == 0
        && context.reference.first_segment_has_colon()
        && text_before_scheme(context.reference.path.slice(context.text)).is_some()
}

/// Returns the edits that turn the address `user@host:path` of scp, at the start of the path, into an `ssh` URI.
fn ssh_address(path: &str, start: usize) -> Option<[Edit; 2]> {
    let (user, rest) = path.split_once('@')?;
    let (host, target) = rest.split_once(':')?;
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    };
    let is_address = is_name(user) && is_name(host) && !target.is_empty() && !target.starts_with("//");
    let colon = start + user.len() + 1 + host.len();
    let separator = if target.starts_with('/') { "" } else { "/" };
    let replaced = Edit { span: Span::new(colon, colon + 1), text: separator.to_owned() };
    is_address.then(|| [Edit { span: Span::empty(start), text: "ssh://".to_owned() }, replaced])
}

/// Returns the span of the whitespace and invisible characters before a scheme.
fn text_before_scheme(path: &str) -> Option<Span> {
    let invisible = |c: char| {
        CharacterProperties::from_char(c)
            .intersects(CharacterProperties::INVISIBLE.or(CharacterProperties::BIDI_CONTROL))
    };
    let is_ignorable =
        |c: char| matches!(LeiriGroup::from_char(c), Some(LeiriGroup::Space | LeiriGroup::Control)) || invisible(c);
    let rest = path.trim_start_matches(is_ignorable);
    let extra = Span::new(0, path.len() - rest.len());
    (!extra.is_empty() && Reference::parse(rest).has_scheme()).then_some(extra)
}

fn message(would_be: &str) -> String {
    let in_scheme = |c: char| c.is_ascii() && Class::SCHEME.intersects(class_of(c as u8));
    match would_be.chars().next() {
        None => "missing scheme before ':'".to_owned(),
        Some(first) if !first.is_ascii_alphabetic() => {
            fit(&quoted(first), |char| format!("scheme must start with a letter, not {char}"))
        }
        _ => {
            let wrong = would_be.chars().find(|&c| !in_scheme(c)).map_or_else(String::new, quoted);
            fit(&wrong, |char| format!("{char} is not allowed in a scheme"))
        }
    }
}
