//! White space at an end of the value: part of it, removed by the type, or known to break readers.
//!
//! S ::= (#x20 | #x9 | #xD | #xA)+                                             XML 1.0 production 3

use crate::reference::{Reference, SyntaxPosition, encode_str};
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::role::WhiteSpace;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::rules::runs;
use crate::rules::runs::Run;
use crate::text::{Span, WHITE_SPACE};

pub(super) static RULE: Rule = Rule {
    name: "edge-whitespace",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("edge_whitespace.md"),
    subject: Subject::Edges,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::LEIRI_ASCII, run: check };

/// What stands between the white space at the ends.
pub(super) fn inner(text: &str) -> Span {
    let start = text.len() - text.trim_start_matches(WHITE_SPACE).len();
    Span::new(start, text.trim_end_matches(WHITE_SPACE).len().max(start))
}

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let inner = inner(context.text);
    let edges = [Span::new(0, inner.start), Span::new(inner.end, context.text.len())];
    for edge in edges.into_iter().filter(|edge| !edge.is_empty()) {
        let finding = out.flag(edge, message(edge, context));
        match context.role.white_space {
            WhiteSpace::Collapsed => finding.fix(Fix::safe("delete", edge, "")),
            WhiteSpace::Kept if may_be_part(edge, context) => {
                finding.fix(Fix::suggested("delete", edge, "")).fix(encode(edge, context.text))
            }
            WhiteSpace::Kept | WhiteSpace::Significant => finding.fix(Fix::suggested("delete", edge, "")),
        };
    }
}

/// "U+0020 SPACE at the end: …".
fn message(edge: Span, context: &Context<'_, '_>) -> String {
    let mut runs = runs::runs(edge.slice(context.text), |_, _| true);
    let first = runs.next().map_or_else(String::new, Run::label);
    let more = if runs.next().is_some() { " and more white space" } else { "" };
    let place = match (edge.start, edge.end == context.text.len()) {
        (0, true) => "is all there is",
        (0, false) => "at the start",
        _ => "at the end",
    };
    let harm = match context.role.white_space {
        WhiteSpace::Kept => "no IRI holds it, and nobody sees that it is there",
        WhiteSpace::Collapsed => "readers that know the type remove it, others take it for part of the name",
        WhiteSpace::Significant => "it is part of the name here, and readers of this format fail on it",
    };
    format!("{first}{more} {place}: {harm}")
}

/// Whether the white space may belong to the name: it stands in a component that is a name, and
/// what follows is no scheme that it spoils.
fn may_be_part(edge: Span, context: &Context<'_, '_>) -> bool {
    let spoils_scheme = edge.start == 0 && Reference::parse(&context.text[edge.end..]).has_scheme();
    let place = context.reference.syntax_position_at(edge.start);
    !spoils_scheme && !matches!(place, SyntaxPosition::RegName | SyntaxPosition::IpLiteral | SyntaxPosition::Port)
}

fn encode(edge: Span, text: &str) -> Fix {
    let encoded = encode_str(edge.slice(text));
    let title = if edge.len() <= 4 { format!("encode as {encoded}") } else { "percent-encode".to_owned() };
    Fix::safe(title, edge, encoded)
}
