//! Helpers of the rules of the group `leiri`, which report one finding per run of one character.

use std::cell::LazyCell;

use crate::bidi::is_explicit_formatting;
use crate::reference::{SyntaxPosition, encode_str};
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::{Fix, Safety};
use crate::rules::lazy_text::LazyText;
use crate::rules::rule::Severity;
use crate::rules::runs::{Repeated, Run};
use crate::rules::table::ENCODED_BIDI_FORMATTING;
use crate::rules::{backslash_path, edge_whitespace, placeholders};
use crate::text::{Edit, Span, WHITESPACE, fit};
use crate::unicode::LeiriGroup;

/// Returns the runs of the characters of `group` without those that another rule reports: decode issues, leading and
/// trailing whitespace, backslashes that separate path segments, and everything in a port or an IP literal, where no
/// dialect allows them.
pub(super) fn group_runs<'c>(context: &'c Context<'_, '_>, group: LeiriGroup) -> impl Iterator<Item = Run> + 'c {
    // Few texts have characters of more than one group: for the others nothing needs to be computed.
    let is_present = context.leiri_runs().iter().any(|run| LeiriGroup::from_char(run.c) == Some(group));
    is_present.then(|| reported_runs(context, group)).into_iter().flatten()
}

fn reported_runs<'c>(context: &'c Context<'_, '_>, group: LeiriGroup) -> impl Iterator<Item = Run> + 'c {
    // Hardly any text has backslashes, or whitespace in data.
    let separators = LazyCell::new(|| backslash_path::region(context.reference));
    let is_separator = move |run: &Run| run.c == '\\' && separators.contains(run.span.start);
    let base64 = LazyCell::new(|| base64_body(context));
    let is_skipped = move |run: &Run| WHITESPACE.contains(&run.c) && base64.contains(run.span.start);
    inner_runs(context, group).filter(move |run| !is_separator(run) && !is_skipped(run)).filter(|run| {
        !matches!(
            context.reference.syntax_position_at(run.span.start),
            SyntaxPosition::Port | SyntaxPosition::IpLiteral
        )
    })
}

/// Returns the runs of the characters of `group` between leading and trailing whitespace, without decode issues.
fn inner_runs<'c>(context: &'c Context<'_, '_>, group: LeiriGroup) -> impl Iterator<Item = Run> + 'c {
    let inner = edge_whitespace::inner(context.text);
    let runs = context.leiri_runs().iter().copied();
    runs.filter(move |run| LeiriGroup::from_char(run.c) == Some(group) && inner.contains(run.span.start))
}

/// Returns the span of the data of a base64 `data:` reference; empty for any other.
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

/// Reports the whitespace of `group` in a base64 body once, however many lines the body was folded into: the whitespace
/// is not part of the data, and decoders of the body skip it.
pub(super) fn flag_base64(context: &Context<'_, '_>, out: &mut FindingSink<'_>, group: LeiriGroup) {
    let body = base64_body(context);
    if body.is_empty() {
        return;
    }
    let is_folded = |run: &Run| WHITESPACE.contains(&run.c) && body.contains(run.span.start);
    let runs: Vec<Run> = inner_runs(context, group).filter(is_folded).collect();
    let Some(first) = runs.first() else { return };
    let edits = runs.iter().map(|run| Edit { span: run.span, text: String::new() }).collect();
    let fix = Fix { title: "remove all whitespace".into(), safety: Safety::Suggested, edits };
    let message = "whitespace in base64 data is not allowed in an IRI";
    out.flag(first.span, message).at_most(Severity::Hint).fix(fix);
}

/// Reports the runs of the characters of `group`.
pub(super) fn flag_runs(context: &Context<'_, '_>, out: &mut FindingSink<'_>, group: LeiriGroup) {
    for run in group_runs(context, group) {
        out.flag(run.span, message(run)).fix(encode(run, context));
    }
}

/// Returns the message for a run of a character of a LEIRI group.
pub(super) fn message(run: Run) -> LazyText {
    LazyText::new(run.repeated(), |run| fit(&run.quoted(), |char| format!("{char} is not allowed in an IRI")))
}

/// Percent-encodes the run. The resource is the same: the bytes are those of the conversion from LEIRI to IRI. It is only
/// suggested for characters that the rule `encoded-bidi-formatting` reports.
pub(super) fn encode(run: Run, context: &Context<'_, '_>) -> Fix {
    let title = LazyText::new(run.repeated(), |run| {
        let encoded = encode_str(run.c.encode_utf8(&mut [0; 4]));
        fit(&run.quoted_name(), |char| format!("encode {char} as {encoded}"))
    });
    let written = run.span.slice(context.text);
    // A LEIRI is converted to an IRI first, in UTF-8.
    let encoded = if run.c.is_ascii() || LeiriGroup::from_char(run.c).is_some() {
        encode_str(written)
    } else {
        context.charset.at(context.reference, run.span.start).encoded(written)
    };
    if is_explicit_formatting(run.c) || placeholders::is_in_angle_brackets(run.span, context.text) {
        Fix::suggested(title, run.span, encoded)
    } else {
        Fix::safe(title, run.span, encoded)
    }
}

/// Removes the run. It is probably an accident, but only a user can know.
pub(super) fn remove(run: Run) -> Fix {
    let title = |run: Repeated| fit(&run.quoted_name(), |char| format!("remove {char}"));
    Fix::suggested(LazyText::new(run.repeated(), title), run.span, "")
}

/// Returns the suggested fixes that remove or percent-encode the run.
pub(super) fn suggest_remove_or_encode(run: Run, context: &Context<'_, '_>) -> [Fix; 2] {
    [remove(run), Fix { safety: Safety::Suggested, ..encode(run, context) }]
}

/// Returns whether the run of whitespace comes from folding a long line: it is a line break, or a line break is next to
/// other whitespace. Neither is part of the name.
pub(super) fn is_folded(run: Run, context: &Context<'_, '_>) -> bool {
    if WHITESPACE.contains(&run.c) && context.is_at_line_break(run.span) {
        return true;
    }
    let text = context.text;
    let is_break = |c: char| matches!(c, '\n' | '\r');
    let before = text[..run.span.start].chars().next_back();
    let after = text[run.span.end..].chars().next();
    let mut neighbors = [before, after].into_iter().flatten();
    match run.c {
        '\n' | '\r' => neighbors.any(|c| is_break(c) || matches!(c, ' ' | '\t')),
        ' ' | '\t' => neighbors.any(is_break),
        _ => false,
    }
}

/// Reports every run of `group`, with removal as the first fix: most of these characters are accidents.
pub(super) fn flag_accidents(context: &Context<'_, '_>, out: &mut FindingSink<'_>, group: LeiriGroup) {
    for run in group_runs(context, group) {
        let finding = out.flag(run.span, message(run)).fix(remove(run));
        // The encoding would only move the problem to another rule.
        let is_reported =
            || context.severity(&ENCODED_BIDI_FORMATTING).is_some_and(|severity| severity >= Severity::Warning);
        if !is_explicit_formatting(run.c) || !is_reported() {
            finding.fix(encode(run, context));
        }
    }
}
