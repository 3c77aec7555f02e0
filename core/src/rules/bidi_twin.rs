//! RFC 3987 section 4.1 makes the display of a reference certain, not the reference of a display.

use std::fmt::Write;

use crate::finding::Severity;
use crate::rules::{Context, Findings, Group, Rule};
use crate::text::Span;
use crate::unicode::Features;
use crate::unicode::bidi::{Notation, may_have_twins, twins_up_to};

pub(super) static RULE: Rule = Rule {
    name: "bidi-twin",
    group: Group::Bidi,
    severity: Some(Severity::Warning),
    page: include_str!("bidi_twin.md"),
    needs: Features::RIGHT_TO_LEFT.or(Features::BIDI_CONTROL),
    check,
};

/// So much of a reference or of its differing part is shown, in scalar values.
const SHOWN: usize = 120;

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    if !may_have_twins(context.text) {
        return;
    }
    let Some(twin) = twins_up_to(1, context.bidi()).into_iter().next() else { return };
    let (own, other) = differing(context.text, &twin);
    let (own_part, other_part) = (beginning(own.of(context.text)), beginning(other.of(&twin)));
    // A long reference is shown by its differing part alone.
    let is_short = context.text.len() <= SHOWN;
    let (own_shown, other_shown) = if is_short { (context.text, twin.as_str()) } else { (own_part, other_part) };
    let notation = Notation::of(context.text);
    let message = format!(
        "a reader may type back {} instead of {}: another reference with the same display ({} where this one has {}); where every component starts with a letter this cannot happen",
        notation.write(other_shown),
        notation.write(own_shown),
        escape(other_part),
        escape(own_part)
    );
    out.flag(own, message);
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(SHOWN).map_or(text, |(end, _)| &text[..end])
}

/// The parts in which the two differ, on character boundaries.
fn differing(one: &str, other: &str) -> (Span, Span) {
    let pairs = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    let start: usize = pairs.map(|(c, _)| c.len_utf8()).sum();
    let (one_rest, other_rest) = (&one[start..], &other[start..]);
    let pairs = one_rest.chars().rev().zip(other_rest.chars().rev()).take_while(|(one, other)| one == other);
    let tail: usize = pairs.map(|(c, _)| c.len_utf8()).sum();
    (Span::new(start, one.len() - tail), Span::new(start, other.len() - tail))
}

/// ASCII as it is, the rest as `\u{5D0}`.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_graphic() {
            out.push(c);
        } else {
            write!(out, "\\u{{{:X}}}", u32::from(c)).expect("a String takes every write");
        }
    }
    out
}
