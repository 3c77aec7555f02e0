//! Helpers of the rules on percent-encoding: runs of adjacent percent-encodings, and which rule reports which.
//!
//! ```text
//! %25 41          double-encoded, with the two digits that follow
//! %41 %2D %7E     needless-percent
//! %c3 %2f         lowercase-percent
//! %E9             percent-not-utf8, the whole run, together with lowercase-percent
//! ```
//!
//! At most one of them fixes a percent-encoding. In a host, host-percent fixes all of them together.

use crate::reference::{Class, class_of, percent_encoding_at, percent_encodings};
use crate::rules::context::Context;
use crate::text::Span;

/// Length of a `%HH` in bytes.
pub(super) const LENGTH: usize = 3;

/// Maximal run of adjacent percent-encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub span: Span,
    /// Whether its bytes are UTF-8.
    pub is_utf8: bool,
}

/// Returns the runs of a text, in order.
pub(super) fn runs(text: &str) -> impl Iterator<Item = Run> {
    let bytes = text.as_bytes();
    let mut starts = percent_encodings(bytes).map(|encoding| encoding.start).peekable();
    std::iter::from_fn(move || {
        let start = starts.next()?;
        let mut end = start + LENGTH;
        while starts.next_if_eq(&end).is_some() {
            end += LENGTH;
        }
        Some(Run { span: Span::new(start, end), is_utf8: is_utf8(&bytes[start..end]) })
    })
}

fn is_utf8(run: &[u8]) -> bool {
    let decoded: Vec<u8> = percent_encodings(run).map(|encoding| encoding.byte).collect();
    std::str::from_utf8(&decoded).is_ok()
}

/// Returns the parts of `run` whose bytes are all unreserved, or all not, as `unreserved` selects. If a run is not
/// UTF-8, a byte below 0x80 may be half a character (Shift_JIS), so none counts as unreserved.
pub(super) fn parts(text: &str, run: Run, unreserved: bool) -> impl Iterator<Item = Span> {
    let is_unreserved = move |at: usize| {
        run.is_utf8
            && percent_encoding_at(text.as_bytes(), at).is_some_and(|byte| class_of(byte).intersects(Class::UNRESERVED))
    };
    let mut at = run.span.start;
    std::iter::from_fn(move || {
        while at < run.span.end && is_unreserved(at) != unreserved {
            at += LENGTH;
        }
        let start = at;
        while at < run.span.end && is_unreserved(at) == unreserved {
            at += LENGTH;
        }
        (start < at).then(|| Span::new(start, at))
    })
}

/// Returns whether the run is in the host, which host-percent reports.
pub(super) fn is_in_host(context: &Context<'_, '_>, span: Span) -> bool {
    context.reference.host().is_some_and(|host| host.overlaps(span))
}
