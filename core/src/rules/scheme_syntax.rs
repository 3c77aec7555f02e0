//! What a scheme requires beyond the generic syntax: one grammar per scheme under `schemes/`.

use crate::interop::browser;
use crate::rules::common_mistake::absorb;
use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Finding;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::rules::schemes::Outcome;
use crate::rules::table::SCHEME_SYNTAX;
use crate::text::Span;

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some((grammar, outcome)) = context.scheme_outcome() else {
        // A base of the Web gives its scheme to `//host`.
        let is_web =
            || context.base.is_some_and(|base| base.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http")));
        if !context.reference.has_scheme() && is_web() {
            check_number(context, out);
        }
        return;
    };
    match outcome {
        Outcome::Accepted { .. } => {
            if let Some((span, message)) = grammar.wrong_value(context.reference) {
                let fix = grammar.fix_of_value(context.reference, span);
                out.flag(span, message).fixes.extend(fix);
            }
            if grammar.has_dns_names() {
                check_number(context, out);
            }
        }
        Outcome::Refused { at, .. } if grammar.leaves_backslash(context.reference, at) => {}
        Outcome::Refused { at, state } => {
            let is_counting = out.is_counting;
            let finding = out.flag(Span::empty(at), "");
            if grammar.is_tolerated(context.reference) {
                finding.at_most(Severity::Information);
            }
            if let Some(refusal) = grammar.explain(context.reference, at, state).filter(|_| !is_counting) {
                (finding.span, finding.message, finding.fixes) = (refusal.span, refusal.message.into(), refusal.fixes);
            }
        }
    }
}

/// Checks a host that ends in a number (WHATWG URL Standard, "ends in a number"): browsers parse it as an IPv4 address.
fn check_number(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(host) = context.reference.reg_name() else { return };
    let name = host.slice(context.text);
    if !name.ends_with(|c: char| c.is_ascii_hexdigit() || matches!(c, '.' | 'x' | 'X')) {
        return;
    }
    let last = name.strip_suffix('.').unwrap_or(name).rsplit('.').next().unwrap_or(name);
    let hex = last.strip_prefix("0x").or_else(|| last.strip_prefix("0X"));
    let is_number = hex.is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
        || !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return;
    }
    out.flag_with(host, || match browser::opened_host(name) {
        Some(address) => format!("browsers open the IPv4 address {address}"),
        None => "host ends in a number but is not a valid IPv4 address".to_owned(),
    });
}

/// Leaves the scheme-specific part to its grammar: characters that it has are no fault, a place that it refuses has one
/// finding, and no fix is safe unless it accepts the result. An unknown scheme may have any grammar.
pub(super) fn drop_superseded(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let reference = context.reference;
    let specific = Span::new(reference.path.start, reference.query.unwrap_or(reference.path).end);
    let is_about_characters = |finding: &Finding| {
        let rule = finding.rule;
        finding.span.start < specific.end
            && finding.span.end > specific.start
            && rule.subject != Subject::Edges
            && (rule.group == Group::Leiri && rule.name != "backslash-path"
                || matches!(rule.name, "stray-bracket" | "broken-percent"))
    };
    match context.scheme_outcome() {
        Some((grammar, Outcome::Accepted { is_as_written: true })) if reference.authority.is_none() => {
            let is_about_characters = |finding: &Finding| {
                is_about_characters(finding) || grammar.is_verbatim() && finding.rule.group == Group::Leiri
            };
            let is_mistake = |finding: &Finding| context.mistake().is_some_and(|mistake| mistake.span == finding.span);
            for finding in findings.iter_mut().filter(|finding| is_about_characters(finding) && !is_mistake(finding)) {
                if !context.severities.is_set(finding.rule) {
                    finding.at_most(Severity::Information);
                }
                finding.fixes.clear();
            }
        }
        Some((grammar, Outcome::Refused { at, .. })) if !grammar.leaves_backslash(reference, at) => {
            leave_to_syntax(context, findings);
            let own =
                findings.iter().find(|finding| finding.rule == &SCHEME_SYNTAX && finding.severity >= Severity::Warning);
            if let Some(span) = own.map(|finding| finding.span) {
                let end = if at <= reference.path.end { reference.path.end } else { specific.end };
                let is_refused =
                    |finding: &Finding| (at..end).contains(&finding.span.start) || finding.span.overlaps(span);
                let is_other = |rule: &Rule| matches!(rule.name, "invisible-character" | "compatibility-character");
                let is_trace = |finding: &Finding| is_about_characters(finding) || is_other(finding.rule);
                absorb(findings, &SCHEME_SYNTAX, |finding| is_trace(finding) && is_refused(finding));
            }
            demote(findings, specific);
        }
        Some(_) => {}
        None => {
            let is_rootless = reference.authority.is_none() && !specific.slice(context.text).starts_with('/');
            if reference.has_scheme() && is_rootless {
                demote(findings, specific);
            }
        }
    }
}

/// Drops the finding of an authority that a rule on syntax rejects too: it says more.
pub(super) fn leave_to_syntax(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some((_, Outcome::Refused { at, .. })) = context.scheme_outcome() else { return };
    let authority = context.reference.authority.map(|authority| authority.span).filter(|authority| at <= authority.end);
    let is_rejected = |finding: &Finding| {
        finding.rule.group == Group::Syntax && authority.is_some_and(|authority| finding.span.overlaps(authority))
    };
    let Some(rejected) = findings.iter().position(is_rejected) else { return };
    let is_own = |finding: &Finding| finding.rule == &SCHEME_SYNTAX;
    // The grammar knows what is usually meant.
    if let Some(own) = findings.iter().position(is_own)
        && findings[rejected].fixes.is_empty()
    {
        findings[rejected].fixes = std::mem::take(&mut findings[own].fixes);
    }
    findings.retain(|finding| !is_own(finding));
}

fn demote(findings: &mut [Finding], part: Span) {
    for finding in findings {
        if finding
            .fixes
            .iter()
            .flat_map(|fix| &fix.edits)
            .any(|edit| edit.span.start < part.end && edit.span.end > part.start)
        {
            finding.require_review();
        }
    }
}
