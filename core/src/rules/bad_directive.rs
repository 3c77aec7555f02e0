//! A directive in RDF that is incomplete or not allowed.
//!
//! ```text
//! prefixID     ::= '@prefix' PNAME_NS IRIREF '.'                                Turtle production 4
//! base         ::= '@base' IRIREF '.'                                                              5
//! sparqlBase   ::= 'BASE' IRIREF                                                                  5s
//! sparqlPrefix ::= 'PREFIX' PNAME_NS IRIREF                                                       6s
//! ```

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Fix;
use crate::rules::role::Role;
use crate::text::Span;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if context.role != Role::DIRECTIVE {
        return;
    }
    let whole = Span::new(0, context.text.len());
    let name = context.text.trim_start_matches('@');
    if name.len() < context.text.len() && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        let lower = context.text.to_ascii_lowercase();
        let finding = out.flag(whole, format!("the directive is written '{lower}'"));
        finding.fix(Fix::suggested(format!("replace with '{lower}'"), whole, &lower));
    } else if ["prefix", "base"].iter().any(|known| known.eq_ignore_ascii_case(name)) {
        out.flag(whole, "a directive is not allowed in N-Triples, N-Quads and graphs");
    } else {
        let form = "a directive is '@prefix name: <IRI> .', '@base <IRI> .', 'PREFIX name: <IRI>' or 'BASE <IRI>'";
        out.flag(whole, form);
    }
}
