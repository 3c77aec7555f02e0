//! RFC 3987 section 4.1 makes sure that one reference has one display, not that one display has one reference.

use crate::characters::BidiNotation;
use crate::rules::context::{Context, FindingSink};

use crate::bidi::{DisplayOrder, may_have_twins, twins_up_to};
use crate::text::{MAX_MESSAGE_LENGTH, Span, fit};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if !may_have_twins(context.text, DisplayOrder::Rfc) {
        return;
    }
    let Some(twin) = twins_up_to(1, context.bidi()).into_iter().next() else { return };
    let (own, other) = differing(context.text, &twin);
    out.flag_with(own, || message(&BidiNotation::new(context.text), &twin, other));
}

/// Returns the message about `twin`, which differs from the text in `other`.
fn message(notation: &BidiNotation, twin: &str, other: Span) -> String {
    let write = |text: &str| fit(text, |twin| format!("displays identically to another reference: {twin}"));
    let whole = format!("displays identically to another reference: {}", notation.write(beginning(twin)));
    if whole.chars().count() <= MAX_MESSAGE_LENGTH {
        return whole;
    }
    // Of a long reference only the part that differs is quoted.
    let before = if other.start > 0 { "\u{2026}" } else { "" };
    let after = if other.end < twin.len() { "\u{2026}" } else { "" };
    write(&format!("{before}{}{after}", notation.write(beginning(other.slice(twin)))))
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(MAX_MESSAGE_LENGTH).map_or(text, |(end, _)| &text[..end])
}

/// Returns the spans in which the two texts differ, on character boundaries.
fn differing(one: &str, other: &str) -> (Span, Span) {
    let pairs = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    let start: usize = pairs.map(|(c, _)| c.len_utf8()).sum();
    let (one_rest, other_rest) = (&one[start..], &other[start..]);
    let pairs = one_rest.chars().rev().zip(other_rest.chars().rev()).take_while(|(one, other)| one == other);
    let tail: usize = pairs.map(|(c, _)| c.len_utf8()).sum();
    (Span::new(start, one.len() - tail), Span::new(start, other.len() - tail))
}
