//! Whitespace at an end of the value: part of the value, removed by the type, or known to break tools.
//!
//! S ::= (#x20 | #x9 | #xD | #xA)+                                             XML 1.0 production 3

use crate::reference::{Reference, SyntaxPosition, encode_str};
use crate::rules::context::{Check, Context, FindingSink};
use crate::rules::features::Features;
use crate::rules::finding::Fix;
use crate::rules::role::Whitespace;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::rules::runs;
use crate::rules::runs::Run;
use crate::text::{Span, WHITESPACE};

pub(super) static RULE: Rule = Rule {
    name: "edge-whitespace",
    group: Group::Leiri,
    severity: Some(Severity::Warning),
    page: include_str!("edge_whitespace.md"),
    subject: Subject::Edges,
};

pub(super) static CHECK: Check = Check { rule: &RULE, needs: Features::LEIRI_ASCII, run: check };

/// Returns the span between leading and trailing whitespace.
pub(super) fn inner(text: &str) -> Span {
    let start = text.len() - text.trim_start_matches(WHITESPACE).len();
    Span::new(start, text.trim_end_matches(WHITESPACE).len().max(start))
}

fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let inner = inner(context.text);
    let edges = [Span::new(0, inner.start), Span::new(inner.end, context.text.len())];
    for edge in edges.into_iter().filter(|edge| !edge.is_empty()) {
        let finding = out.flag(edge, message(edge, context));
        match context.role.whitespace {
            Whitespace::Collapsed => finding.fix(Fix::safe("delete", edge, "")),
            Whitespace::Kept if may_be_part(edge, context) => {
                finding.fix(Fix::suggested("delete", edge, "")).fix(encode(edge, context.text))
            }
            Whitespace::Kept | Whitespace::Significant => finding.fix(Fix::suggested("delete", edge, "")),
        };
    }
}

/// Returns the message for the whitespace at `edge`.
fn message(edge: Span, context: &Context<'_, '_>) -> String {
    let mut runs = runs::runs(edge.slice(context.text), |_, _| true);
    let first = runs.next().map_or_else(String::new, Run::label);
    let more = if runs.next().is_some() { " and more white space" } else { "" };
    let place = match (edge.start, edge.end == context.text.len()) {
        (0, true) => "is all there is",
        (0, false) => "at the start",
        _ => "at the end",
    };
    let harm = match context.role.whitespace {
        Whitespace::Kept => "no IRI holds it, and nobody sees that it is there",
        Whitespace::Collapsed => "readers that know the type remove it, others take it for part of the name",
        Whitespace::Significant => "it is part of the name here, and readers of this format fail on it",
    };
    format!("{first}{more} {place}: {harm}")
}

/// Returns whether the whitespace may be part of the name: it is in a component that is a name, and does not precede a
/// scheme.
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
