//! ```text
//! dataurl   = "data:" [ mediatype ] [ ";base64" ] "," data                       RFC 2397 section 3
//! mediatype = [ type "/" subtype ] *( ";" parameter )
//! ```

use crate::reference::percent_encoding_at;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::text::{Span, fit};
use crate::unicode::{LeiriGroup, quoted};

pub(in crate::rules) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if let Some(authority) = context.reference.authority {
        let slashes = Span::new(authority.span.start - 2, authority.span.start);
        let finding = out.flag(slashes, "'//' is not allowed after 'data:'");
        finding.fix(Fix::suggested("remove '//'", slashes, ""));
        return;
    }
    let start = context.reference.path.start;
    let end = context.reference.query.map_or(context.reference.path.end, |query| query.end);
    let Some(comma) = context.text[start..end].find(',') else {
        out.flag(super::prefix(context.reference, 0), "missing ',' between media type and data");
        return;
    };
    let head = Span::new(start, start + comma);
    check_head(head, context, out);
    if head.slice(context.text).trim_end().to_ascii_lowercase().ends_with(";base64") {
        check_base64(Span::new(head.end + 1, end), context, out);
    }
}

fn check_head(head: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let text = head.slice(context.text);
    let media_type = text.split(';').next().unwrap_or(text);
    // An encoded media type or a template is not checked.
    let is_plain = media_type.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-+./*_".contains(&byte));
    let parts: Vec<&str> = media_type.split('/').collect();
    if is_plain && !media_type.is_empty() && (parts.len() != 2 || parts.contains(&"")) {
        let span = Span::new(head.start, head.start + media_type.len());
        out.flag(span, fit(media_type, |text| format!("'{text}' is not a valid media type")));
    }
    let base64 = text.to_ascii_lowercase().find(";base64;");
    if let Some(at) = base64 {
        let span = Span::new(head.start + at, head.start + at + ";base64".len());
        out.flag(span, "';base64' must be the last parameter");
    }
}

/// Checks base64 = *( ALPHA / DIGIT / "+" / "/" ) *2"="     RFC 4648 section 4; leiri-space reports whitespace
fn check_base64(body: Span, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let bytes = context.text.as_bytes();
    let (mut at, mut digits, mut padding) = (body.start, 0usize, 0usize);
    while at < body.end {
        let decoded = percent_encoding_at(bytes, at).filter(|_| at + 3 <= body.end);
        let length = if decoded.is_some() { 3 } else { 1 };
        match decoded.unwrap_or(bytes[at]) {
            b'=' => padding += 1,
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' if padding == 0 => digits += 1,
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => return flag_digit(at, length, padding, context, out),
        }
        at += length;
    }
    let is_truncated = digits % 4 == 1;
    if is_truncated || padding > 2 {
        let span = Span::new(body.start.max(body.end.saturating_sub(4)), body.end);
        // This cannot split a character: everything that was counted is ASCII.
        let message = if is_truncated { "base64 data is truncated" } else { "base64 data ends with more than two '='" };
        out.flag(span, message);
    }
}

fn flag_digit(at: usize, length: usize, padding: usize, context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let c = context.text[at..].chars().next().unwrap_or('=');
    if length == 1 && (LeiriGroup::from_char(c).is_some() || matches!(c, '%' | '[' | ']' | '#')) {
        return; // It has a finding of its own.
    }
    let span = Span::new(at, at + length.max(c.len_utf8()));
    match c {
        '-' | '_' => {
            let standard = if c == '-' { "+" } else { "/" };
            let finding = out.flag(span, format!("{} is not allowed in base64 data", quoted(c)));
            finding.fix(Fix::suggested(format!("replace '{c}' with '{standard}'"), span, standard));
        }
        _ if padding > 0 => {
            out.flag(span, "base64 data continues after its '=' padding");
        }
        _ => {
            let character = if length > 1 { format!("'{}'", span.slice(context.text)) } else { quoted(c) };
            out.flag(span, fit(&character, |char| format!("{char} is not allowed in base64 data")));
        }
    }
}
