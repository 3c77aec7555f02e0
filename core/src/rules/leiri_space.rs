//! ucschar = " " / …                                                       LEIRI Note section 3

use crate::finding::Severity;
use crate::reference::Place;
use crate::rules::leiri::Run;
use crate::rules::{Context, Findings, Group, Rule, leiri};
use crate::text::Span;
use crate::unicode::{Features, LeiriGroup};

pub(super) static RULE: Rule = Rule {
    name: "leiri-space",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("leiri_space.md"),
    needs: Features::LEIRI_ASCII,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    let base64 = base64_body(context);
    for run in leiri::group_runs(context, LeiriGroup::Space) {
        let finding = out.flag(run.span, leiri::message(run, LeiriGroup::Space));
        if base64.contains(run.span.start) || is_accident(run, context) {
            finding.fixes.extend(leiri::delete_or_encode_by_hand(run, context));
        } else {
            finding.fix(leiri::encode(run, context));
        }
    }
}

/// Whether the space is no part of the name: a folded line, or a host, which has no spaces.
fn is_accident(run: Run, context: &Context<'_, '_>) -> bool {
    // XML turns the line break of a folded attribute into one more space, in front of the indentation.
    let is_indentation = run.count() > 1 && context.text[..run.span.start].ends_with('/');
    is_indentation || leiri::is_folded(run, context) || context.reference.place_at(run.span.start) == Place::RegName
}

// dataurl = "data:" [ mediatype ] [ ";base64" ] "," data                            RFC 2397 section 3
fn base64_body(context: &Context<'_, '_>) -> Span {
    let path = context.reference.path;
    if !context.reference.is_scheme("data") {
        return Span::empty(path.end);
    }
    match path.of(context.text).split_once(',') {
        Some((head, body)) if head.trim_end().ends_with(";base64") => Span::new(path.end - body.len(), path.end),
        _ => Span::empty(path.end),
    }
}
