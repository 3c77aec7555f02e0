//! The Bidi Rule of RFC 5893 section 2, for every label of a host that has a right-to-left label.

use crate::bidi::label::{BidiRuleViolation, broken, is_rtl};
use crate::reference::idna::has_dns_host;
use crate::rules::context::{Context, FindingSink};
use crate::text::fit;
use crate::unicode::quoted;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    // Without a scheme the host belongs to the scheme of the document, nearly always a DNS name.
    if !has_dns_host(context.reference) {
        return;
    }
    let labels = context.host_labels();
    if !labels.iter().any(|label| is_rtl(label.text())) {
        return;
    }
    for label in labels {
        if let Some(broken) = broken(label.text()) {
            out.flag(label.span, message(broken));
        }
    }
}

fn message(BidiRuleViolation { rule, character }: BidiRuleViolation) -> String {
    fit(&quoted(character), |char| {
        let problem = match rule {
            1 => format!("label starts with {char}"),
            2 => format!("{char} in a right-to-left label"),
            3 => format!("right-to-left label ends with {char}"),
            4 => "European and Arabic digits in one label".to_owned(),
            5 => format!("{char} in a left-to-right label"),
            _ => format!("left-to-right label ends with {char}"),
        };
        format!("Bidi Rule {rule} violation: {problem}")
    })
}
