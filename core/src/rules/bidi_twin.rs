//! RFC 3987 section 4.1 makes sure that one reference has one display, not that one display has one reference.

use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::rule::{Group, Rule, Severity, Subject};
use std::fmt::Write;

use crate::bidi::{may_have_twins, twins_up_to};
use crate::characters::BidiNotation;
use crate::rules::features::Features;
use crate::text::Span;
use crate::unicode::label;

pub(super) static RULE: Rule = Rule {
    name: "bidi-twin",
    group: Group::Bidi,
    severity: Some(Severity::Warning),
    page: include_str!("bidi_twin.md"),
    subject: Subject::Reference,
};

pub(super) static CHECK: Check =
    Check { rule: &RULE, needs: Features::RIGHT_TO_LEFT.or(Features::BIDI_CONTROL), run: check };

/// Maximum length of a displayed reference or difference, in scalar values.
const MAX_LENGTH: usize = 120;
/// Maximum number of letters in the legend.
const MAX_LETTERS: usize = 3;

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if !may_have_twins(context.text) {
        return;
    }
    let Some(twin) = twins_up_to(1, context.bidi()).into_iter().next() else { return };
    let (own, other) = differing(context.text, &twin);
    let (own_part, other_part) = (beginning(own.slice(context.text)), beginning(other.slice(&twin)));
    // Of a long reference only the part that differs is displayed.
    let is_short = context.text.len() <= MAX_LENGTH;
    let (own_shown, other_shown) = if is_short { (context.text, twin.as_str()) } else { (own_part, other_part) };
    let notation = BidiNotation::new(context.text);
    let message = format!(
        "a reader may type back {} instead of {}: another reference with the same display ({} where this one has {}{}); where every component starts with a letter this cannot happen",
        notation.write(other_shown),
        notation.write(own_shown),
        notation.write(other_part),
        notation.write(own_part),
        legend(&notation, own_part)
    );
    out.flag(own, message);
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(MAX_LENGTH).map_or(text, |(end, _)| &text[..end])
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

/// Returns which letters the uppercase letters of the notation represent: `; C is U+05D2 HEBREW LETTER GIMEL, D U+05D3
/// HEBREW LETTER DALET`.
fn legend(notation: &BidiNotation, text: &str) -> String {
    let mut letters: Vec<char> = Vec::new();
    for c in text.chars().filter(|&c| notation.capital(c).is_some()) {
        if !letters.contains(&c) {
            letters.push(c);
        }
    }
    let mut out = String::new();
    for (index, &letter) in letters.iter().take(MAX_LETTERS).enumerate() {
        let before = if index == 0 { "; " } else { ", " };
        let is = if index == 0 { " is" } else { "" };
        let capital = notation.write_char(letter);
        write!(out, "{before}{capital}{is} {}", label(letter)).expect("a String takes every write");
    }
    if letters.len() > MAX_LETTERS {
        write!(out, " and {} more", letters.len() - MAX_LETTERS).expect("a String takes every write");
    }
    out
}
