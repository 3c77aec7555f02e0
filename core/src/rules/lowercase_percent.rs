//! RFC 3986 section 2.1: producers should use uppercase hex digits in all percent-encodings.

use crate::reference::percent_encodings;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::percent;
use crate::text::{Span, shorten};

/// Maximum length of each of the two texts that the title quotes, in characters.
const MAX_QUOTED: usize = 40;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    for run in percent::runs(context.text).filter(|run| !percent::is_in_host(context, run.span)) {
        for span in percent::parts(context.text, run, false).filter_map(|part| lowercase(context.text, part)) {
            flag(span, span.slice(context.text), out);
        }
    }
}

fn flag(span: Span, old: &str, out: &mut FindingSink<'_>) {
    let upper = old.to_ascii_uppercase();
    let title = format!("replace {} with {}", shorten(old, MAX_QUOTED), shorten(&upper, MAX_QUOTED));
    out.flag(span, "percent-encoding uses lowercase hex digits").fix(Fix::safe(title, span, upper));
}

/// Returns the span from the first to the last percent-encoding with a lowercase digit, if `part` has one.
fn lowercase(text: &str, part: Span) -> Option<Span> {
    let bytes = part.slice(text).as_bytes();
    let is_lower = |at: &usize| bytes[at + 1..at + percent::LENGTH].iter().any(u8::is_ascii_lowercase);
    let mut lower = percent_encodings(bytes).map(|encoding| encoding.start).filter(is_lower);
    let first = lower.next()?;
    let last = lower.last().unwrap_or(first);
    Some(Span::new(part.start + first, part.start + last + percent::LENGTH))
}
