//! Percent-encoded bidi formatting that reorders the text of every program that decodes a reference for people.

use std::collections::BTreeSet;

use crate::bidi::is_explicit_formatting;
use crate::reference::percent_encoding_at;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::text::{Edit, Span, fit};
use crate::unicode::{code_point, quoted_name};

/// Length of an encoded character: all of them have three bytes in UTF-8.
const LENGTH: usize = 9;

/// Reports each such character once, at its first position. Their number is limited, so the time is linear.
pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let all: Vec<(Span, char)> = characters(context.text).collect();
    let mut seen = BTreeSet::new();
    for &(span, c) in all.iter().filter(|(_, c)| seen.insert(*c)) {
        let name = format!("{} ({})", quoted_name(c), code_point(c));
        let finding = out.flag(span, fit(&name, |name| format!("decoded, {name} changes the displayed order")));
        let title = fit(&quoted_name(c), |name| format!("remove {name}"));
        let spans = all.iter().filter(|(_, other)| *other == c);
        let edits = spans.map(|&(span, _)| Edit { span, text: String::new() }).collect();
        finding.fix(Fix { title: title.into(), safety: Safety::Suggested, edits });
    }
}

/// Returns the percent-encoded embeddings, overrides and isolates of `text` (UAX #9 section 2), in order.
// E2 80 AA to E2 80 AE is U+202A to U+202E, E2 81 A6 to E2 81 A9 is U+2066 to U+2069.
fn characters(text: &str) -> impl Iterator<Item = (Span, char)> {
    let byte = |at: usize| percent_encoding_at(text.as_bytes(), at);
    memchr::memchr_iter(b'%', text.as_bytes()).filter_map(move |start| {
        let bytes = [byte(start)?, byte(start + 3)?, byte(start + 6)?];
        let c = std::str::from_utf8(&bytes).ok()?.chars().next()?;
        is_explicit_formatting(c).then_some((Span::new(start, start + LENGTH), c))
    })
}
