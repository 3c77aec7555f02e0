//! Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]
//!                                                                               XML 1.0 production 2

use crate::finding::{Fix, Severity};
use crate::rules::{Context, Findings, Group, Rule, leiri};
use crate::text::DecodeIssueKind;
use crate::unicode::{Features, name};

pub(super) static RULE: Rule = Rule {
    name: "non-xml-character",
    group: Group::Syntax,
    severity: Some(Severity::Error),
    page: include_str!("non_xml_character.md"),
    needs: Features::SLIP.or(Features::NO_LEIRI),
    check,
};

fn check(context: &Context<'_, '_>, out: &mut Findings<'_>) {
    for slip in context.slips {
        let DecodeIssueKind::NonXmlCharacter(code) = slip.kind else { continue };
        let name = char::from_u32(code).map_or_else(|| "which is above U+10FFFF".to_owned(), name);
        let message = format!(
            "a reference to U+{code:04X} {name}: XML 1.0 cannot carry it in any spelling, and a parser stops here"
        );
        out.flag(slip.span, message).fix(Fix::suggested("delete", slip.span, ""));
    }
    // The two that no LEIRI holds; of the controls one that came in some other way is a LEIRI's.
    for run in leiri::runs(context.text, |_, c| matches!(c, '\u{FFFE}' | '\u{FFFF}')) {
        let message = format!("{}: no XML document and no dialect of references holds it", run.label());
        out.flag(run.span, message).fix(leiri::delete(run));
    }
}
