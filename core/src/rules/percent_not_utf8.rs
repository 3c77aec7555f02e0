//! RFC 3987 section 3.2: bytes that are not UTF-8 represent no character.

use crate::rules::context::{Context, FindingSink};
use crate::rules::percent;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if is_other_data(context) {
        return;
    }
    // The bytes of a query on the Web are characters of the encoding of the document.
    let is_utf8 = |at| context.charset.at(context.reference, at).is_utf8();
    for run in percent::runs(context.text).filter(|run| !run.is_utf8 && is_utf8(run.span.start)) {
        out.flag(run.span, "percent-encoding is not valid UTF-8");
    }
}

/// Returns whether the reference is a `data` URI whose bytes need not be UTF-8: its media type is not text, or has a
/// parameter `charset`. RFC 2397 section 3.
fn is_other_data(context: &Context<'_, '_>) -> bool {
    if !context.reference.is_scheme("data") {
        return false;
    }
    let body = &context.text[context.reference.path.start..];
    let Some((media_type, _)) = body.split_once(',') else { return false };
    let media_type = media_type.trim_start().to_ascii_lowercase();
    let is_text = media_type.is_empty() || media_type.starts_with(';') || media_type.starts_with("text/");
    !is_text || media_type.contains(";charset=")
}
