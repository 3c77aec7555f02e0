//! Reference ::= EntityRef | CharRef; a `&` begins nothing else                      XML 1.0 production 67

use crate::finding::{Fix, Severity};
use crate::rules::{Context, Findings, Group, Rule};
use crate::text::DecodeIssueKind;
use crate::unicode::Features;

pub(super) static RULE: Rule = Rule {
    name: "raw-ampersand",
    group: Group::Syntax,
    severity: Some(Severity::Error),
    page: include_str!("raw_ampersand.md"),
    needs: Features::SLIP,
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    for slip in context.slips.iter().filter(|slip| slip.kind == DecodeIssueKind::RawAmpersand) {
        let message = "& that begins no character or entity reference: an XML parser stops here";
        // The value keeps its `&`; written back into the source it is escaped.
        out.flag(slip.span, message).fix(Fix::safe("write &amp;", slip.span, "&"));
    }
}
