//! What the rules of the group `leiri` share: one finding for each run of one character.

use crate::reference::{SyntaxPosition, encode_str};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::rule::Severity;
use crate::rules::runs::Run;
use crate::rules::{backslash_path, edge_whitespace};
use crate::text::Edit;
use crate::text::{Span, WHITE_SPACE};
use crate::unicode::LeiriGroup;

/// The runs of the characters of `group`, but for those that another rule speaks of: slips of the
/// decoder, white space at the ends, backslashes that part a path, and whatever stands in a port or
/// an IP literal, which no LEIRI admits there.
pub(super) fn group_runs<'c>(context: &'c Context<'_, '_>, group: LeiriGroup) -> impl Iterator<Item = Run> + 'c {
    let separators = backslash_path::region(context.reference);
    let is_separator = move |run: &Run| run.c == '\\' && separators.contains(run.span.start);
    let base64 = base64_body(context);
    let is_skipped = move |run: &Run| WHITE_SPACE.contains(&run.c) && base64.contains(run.span.start);
    inner_runs(context, group).filter(move |run| !is_separator(run) && !is_skipped(run)).filter(|run| {
        !matches!(
            context.reference.syntax_position_at(run.span.start),
            SyntaxPosition::Port | SyntaxPosition::IpLiteral
        )
    })
}

/// The runs of the characters of `group` between the white space at the ends, but for slips of the decoder.
fn inner_runs<'c>(context: &'c Context<'_, '_>, group: LeiriGroup) -> impl Iterator<Item = Run> + 'c {
    let inner = edge_whitespace::inner(context.text);
    let runs = context.leiri_runs().iter().copied();
    runs.filter(move |run| LeiriGroup::from_char(run.c) == Some(group) && inner.contains(run.span.start))
}

/// What stands for data in a `data:` reference; empty where it is not base64.
// dataurl = "data:" [ mediatype ] [ ";base64" ] "," data                            RFC 2397 section 3
fn base64_body(context: &Context<'_, '_>) -> Span {
    let path = context.reference.path;
    if !context.reference.is_scheme("data") {
        return Span::empty(path.end);
    }
    match path.slice(context.text).split_once(',') {
        Some((head, body)) if head.trim_end().ends_with(";base64") => Span::new(path.end - body.len(), path.end),
        _ => Span::empty(path.end),
    }
}

/// Flags the white space of `group` in a base64 body once, however many lines it was folded into: it is no
/// part of the data, and readers that decode the body skip it.
pub(super) fn flag_base64(context: &Context<'_, '_>, out: &mut FindingSink<'_>, group: LeiriGroup) {
    let body = base64_body(context);
    let is_folded = |run: &Run| WHITE_SPACE.contains(&run.c) && body.contains(run.span.start);
    let runs: Vec<Run> = inner_runs(context, group).filter(is_folded).collect();
    let Some(first) = runs.first() else { return };
    let more = if runs.len() > 1 { " and more" } else { "" };
    let message = format!("{}{more} in a base64 body: most readers skip it, and no IRI holds it", first.label());
    let edits = runs.iter().map(|run| Edit { span: run.span, text: String::new() }).collect();
    let fix = Fix { title: "delete all of it".to_owned(), safety: Safety::Suggested, edits };
    out.flag(first.span, message).at_most(Severity::Hint).fix(fix);
}

/// "U+0020 SPACE is no IRI character: tools that split on white space cut the reference here".
pub(super) fn message(run: Run, group: LeiriGroup) -> String {
    let is = if run.count() == 1 { " is" } else { ", which is" };
    format!("{}{is} no IRI character: {}", run.label(), group.harm())
}

/// Percent-encodes the run: the same resource, for the octets are those that LEIRI to IRI gives.
pub(super) fn encode(run: Run, context: &Context<'_, '_>) -> Fix {
    let encoded = encode_str(run.span.slice(context.text));
    let title = if run.count() == 1 {
        format!("encode as {encoded}")
    } else {
        format!("encode as {} each", encode_str(run.c.encode_utf8(&mut [0; 4])))
    };
    Fix::safe(title, run.span, encoded)
}

/// Deletes the run: most often it got there by accident, but only a person knows.
pub(super) fn delete(run: Run) -> Fix {
    Fix::suggested("delete", run.span, "")
}

/// Deletes the run, or percent-encodes it where it belongs to the name; neither unasked.
pub(super) fn delete_or_encode_by_hand(run: Run, context: &Context<'_, '_>) -> [Fix; 2] {
    [delete(run), Fix { safety: Safety::Suggested, ..encode(run, context) }]
}

/// Whether the run of white space comes from folding a long line: it stands for a line break, or a line
/// break and other white space stand side by side. Neither is then part of the name.
pub(super) fn is_folded(run: Run, context: &Context<'_, '_>) -> bool {
    if WHITE_SPACE.contains(&run.c) && context.is_at_line_break(run.span) {
        return true;
    }
    let text = context.text;
    let is_break = |c: char| matches!(c, '\n' | '\r');
    let before = text[..run.span.start].chars().next_back();
    let after = text[run.span.end..].chars().next();
    let mut neighbours = [before, after].into_iter().flatten();
    match run.c {
        '\n' | '\r' => neighbours.any(|c| is_break(c) || matches!(c, ' ' | '\t')),
        ' ' | '\t' => neighbours.any(is_break),
        _ => false,
    }
}

/// Flags every run of `group`, with percent-encoding as the fix.
pub(super) fn flag_group(context: &Context<'_, '_>, out: &mut FindingSink<'_>, group: LeiriGroup) {
    for run in group_runs(context, group) {
        out.flag(run.span, message(run, group)).fix(encode(run, context));
    }
}

/// Flags every run of `group`, most of which are there by accident: deletion first.
pub(super) fn flag_accidents(context: &Context<'_, '_>, out: &mut FindingSink<'_>, group: LeiriGroup) {
    for run in group_runs(context, group) {
        out.flag(run.span, message(run, group)).fix(delete(run)).fix(encode(run, context));
    }
}
