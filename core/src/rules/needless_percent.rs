//! unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"                       RFC 3986 section 2.3

use crate::reference::{SyntaxPosition, hex_value, percent_encoding_at, percent_encodings};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::fragments;
use crate::rules::percent;
use crate::text::{Span, shorten};

/// Maximum length of each of the two texts that a message quotes, in characters.
const MAX_QUOTED: usize = 32;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let is_ours = |span: &Span| {
        !percent::is_in_host(context, *span)
            && !follows_incomplete_encoding(context.text, *span)
            && !fragments::is_needed_in_directive(context.reference, *span)
    };
    for run in percent::runs(context.text) {
        for span in percent::parts(context.text, run, true).filter(is_ours) {
            flag(context, span, out);
        }
    }
}

fn flag(context: &Context<'_, '_>, span: Span, out: &mut FindingSink<'_>) {
    let characters = percent_encodings(span.slice(context.text).as_bytes()).map(|encoding| char::from(encoding.byte));
    let decoded: String = characters.collect();
    let encoded = span.slice(context.text);
    let (hex, text) = (shorten(encoded, MAX_QUOTED), shorten(&decoded, MAX_QUOTED));
    let message = format!("'{hex}' is an unnecessary encoding of '{text}'");
    let title = format!("decode {hex} to '{text}'");
    out.flag(span, message).fix(Fix::new(safety(context, span), title, span, decoded));
}

/// Returns whether decoding is safe. It is not if it completes a scheme, or if it makes a `.` or `..` segment, which
/// resolution would remove.
fn safety(context: &Context<'_, '_>, span: Span) -> Safety {
    let makes_a_scheme = || {
        context.reference.first_segment_has_colon()
            && context.reference.syntax_position_at(span.start) == SyntaxPosition::FirstSegment
    };
    if is_dot_segment(context, span) || makes_a_scheme() { Safety::Suggested } else { Safety::Safe }
}

/// Returns whether the segment around `span` is `.` or `..` after decoding. Such a segment has at most two
/// percent-encodings, so at most six bytes on either side are examined.
fn is_dot_segment(context: &Context<'_, '_>, span: Span) -> bool {
    let path = context.reference.path;
    if !path.contains(span.start) {
        return false;
    }
    let bytes = context.text.as_bytes();
    let is_slash = |&byte: &u8| byte == b'/';
    let before = &bytes[path.start.max(span.start.saturating_sub(6))..span.start];
    let after = &bytes[span.end..path.end.min(span.end + 6)];
    let start =
        before.iter().rposition(is_slash).map_or(span.start - before.len(), |at| span.start - before.len() + at + 1);
    let end = after.iter().position(is_slash).map_or(span.end + after.len(), |at| span.end + at);
    let is_whole = (start == path.start || bytes[start - 1] == b'/') && (end == path.end || bytes[end] == b'/');
    is_whole && is_dots(&bytes[start..end])
}

fn is_dots(segment: &[u8]) -> bool {
    let mut rest = segment;
    let mut dots = 0;
    loop {
        rest = match rest {
            [] => return matches!(dots, 1 | 2),
            [b'.', after @ ..] | [b'%', b'2', b'e' | b'E', after @ ..] => after,
            _ => return false,
        };
        dots += 1;
    }
}

/// Returns whether a `%` just before lacks digits: the decoded character would become one of them.
fn follows_incomplete_encoding(text: &str, span: Span) -> bool {
    match &text.as_bytes()[span.start.saturating_sub(percent::LENGTH)..span.start] {
        before if percent_encoding_at(before, 0).is_some() => false,
        [.., b'%'] => true,
        [.., b'%', digit] => hex_value(*digit).is_some(),
        _ => false,
    }
}
