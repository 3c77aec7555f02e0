//! Whitespace at an end of the value: part of the value, removed by the type, or known to break tools.
//!
//! S ::= (#x20 | #x9 | #xD | #xA)+                                             XML 1.0 production 3

use crate::reference::{Reference, SyntaxPosition, encode_str};
use crate::rules::bad_scheme;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::role::Whitespace;
use crate::text::{Span, WHITESPACE, shorten};

/// Maximum length of the percent-encoding that a title quotes, in characters.
const MAX_QUOTED: usize = 40;

/// Returns the span between leading and trailing whitespace.
pub(super) fn inner(text: &str) -> Span {
    let start = text.len() - text.trim_start_matches(WHITESPACE).len();
    Span::new(start, text.trim_end_matches(WHITESPACE).len().max(start))
}

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let inner = inner(context.text);
    let edges = [Span::new(0, inner.start), Span::new(inner.end, context.text.len())];
    let is_reported = |edge: &Span| !(edge.is_empty() || edge.start == 0 && bad_scheme::reports_start(context));
    for edge in edges.into_iter().filter(is_reported) {
        let name = match (edge.start, edge.end == context.text.len()) {
            (0, true) => "whitespace",
            (0, false) => "leading whitespace",
            _ => "trailing whitespace",
        };
        let remove = format!("remove {name}");
        let finding = out.flag(edge, message(edge, name, context));
        match context.role.whitespace {
            Whitespace::Collapsed => finding.fix(Fix::safe(remove, edge, "")),
            Whitespace::Kept if may_be_part(edge, context) => {
                finding.fix(Fix::suggested(remove, edge, "")).fix(encode(edge, name, context.text))
            }
            Whitespace::Kept | Whitespace::Significant => finding.fix(Fix::suggested(remove, edge, "")),
        };
    }
}

/// Returns the message for the whitespace at `edge`, which is called `name`.
fn message(edge: Span, name: &str, context: &Context<'_, '_>) -> String {
    if edge.len() == context.text.len() {
        return "value contains only whitespace".to_owned();
    }
    let problem = match context.role.whitespace {
        Whitespace::Kept => "is not allowed in an IRI",
        Whitespace::Collapsed => "is removed only by tools that know the type",
        Whitespace::Significant => "is part of the value in this format",
    };
    format!("{name} {problem}")
}

/// Returns whether the whitespace may be part of the name: it is in a component that is a name, and does not precede a
/// scheme.
fn may_be_part(edge: Span, context: &Context<'_, '_>) -> bool {
    let precedes_scheme = edge.start == 0 && Reference::parse(&context.text[edge.end..]).has_scheme();
    let place = context.reference.syntax_position_at(edge.start);
    !precedes_scheme && !matches!(place, SyntaxPosition::RegName | SyntaxPosition::IpLiteral | SyntaxPosition::Port)
}

fn encode(edge: Span, name: &str, text: &str) -> Fix {
    let encoded = encode_str(edge.slice(text));
    let title = format!("encode {name} as {}", shorten(&encoded, MAX_QUOTED));
    Fix::safe(title, edge, encoded)
}
