//! Mistakes of people and tools, recognized as what they are before the rules on single characters report their traces.

use crate::rules::context::{Context, FindingSink};
use crate::rules::finding::Finding;
#[cfg(feature = "xml")]
use crate::rules::finding::{Fix, Safety};
use crate::rules::mistakes::{self, Mistake};
use crate::rules::role::ReferenceUse;
use crate::rules::rule::{Group, Rule, Severity, Subject};
use crate::rules::table::COMMON_MISTAKE;
#[cfg(feature = "xml")]
use crate::text::{Edit, fit};
use crate::text::{Span, WHITESPACE};

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    let Some(Mistake { span, message, fixes, most, .. }) = context.mistake() else { return };
    // A name is compared, and no browser opens it.
    let reference_use = context.role.reference_use;
    let is_name = !reference_use.is_retrieved() && reference_use != ReferenceUse::Template;
    let message = message.split(": a browser ").next().filter(|_| is_name).unwrap_or(message);
    let finding = out.flag(*span, message);
    finding.fixes.clone_from(fixes);
    finding.at_most(*most);
}

/// Returns the finding of a prefix of XML that is used as a scheme: `rdf:about="obo:X"` is not the name `X` in the namespace
/// of `obo`. `namespace` returns that of a prefix.
#[cfg(feature = "xml")]
pub(crate) fn prefix_as_scheme(
    text: &str,
    severity: Severity,
    namespace: impl FnOnce(&str) -> Option<std::sync::Arc<str>>,
) -> Option<Finding> {
    let (prefix, local) = text.split_once(':')?;
    let is_name = local.starts_with(|c: char| c.is_alphanumeric() || c == '_') && !local.contains(['/', ':', '@']);
    if !is_name || mistakes::is_other_scheme(&prefix.to_ascii_lowercase()) {
        return None;
    }
    let namespace = namespace(prefix)?;
    let span = Span::new(0, prefix.len() + 1);
    let message = fit(prefix, |prefix| format!("'{prefix}' is a prefix, but a scheme in a reference"));
    // The names of the datatypes of XML Schema are fragments.
    let delimiter = if namespace.ends_with(|c: char| c.is_ascii_alphanumeric()) { "#" } else { "" };
    let edits = vec![Edit { span, text: format!("{namespace}{delimiter}") }];
    let fix = Fix { title: "replace prefix with its namespace name".into(), safety: Safety::Suggested, edits };
    Some(Finding { rule: &COMMON_MISTAKE, severity, span, message: message.into(), fixes: vec![fix] })
}

/// Returns the finding of a namespace name that is another spelling of `meant`, in which programs know it.
#[cfg(feature = "xml")]
pub(crate) fn misspelled_namespace(text: &str, severity: Severity, meant: &str) -> Finding {
    let message = fit(meant, |meant| format!("the namespace is '{meant}', and names are compared letter by letter"));
    let fix = Fix::suggested(fit(meant, |meant| format!("replace with '{meant}'")), Span::new(0, text.len()), meant);
    Finding {
        rule: &COMMON_MISTAKE,
        severity,
        span: Span::new(0, text.len()),
        message: message.into(),
        fixes: vec![fix],
    }
}

/// Drops what other rules report of the text of a mistake.
pub(super) fn drop_superseded(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    if context.severity(&COMMON_MISTAKE).is_none() {
        return;
    }
    let Some(mistake) = context.mistake() else { return };
    let owned = merged(&mistake.owned);
    let is_covered = |span: Span| {
        let covers = |owned: &Span| {
            span.overlaps(*owned) || span.is_empty() && owned.start <= span.start && span.start <= owned.end
        };
        let next = owned.partition_point(|owned| owned.end < span.start);
        owned[next..].iter().take_while(|owned| owned.start <= span.end).any(covers)
    };
    // What readers of the text make of it is not what its author meant.
    let is_reading = |finding: &&mut Finding| finding.rule.name == "parsers-disagree" && is_covered(finding.span);
    findings.iter_mut().filter(is_reading).for_each(|finding| finding.fixes.clear());
    let is_trace = |finding: &Finding| {
        let rule = finding.rule;
        let is_about_form = match rule.group {
            Group::Syntax | Group::Leiri | Group::Scheme | Group::UriOnly => rule.subject != Subject::Markup,
            Group::Style => mistake.most >= Severity::Warning,
            Group::Place => matches!(rule.name, "must-be-absolute" | "relative-namespace" | "unwanted-fragment"),
            Group::Unicode => rule.name == "compatibility-character",
            Group::Bidi => rule.name == "invisible-character",
        };
        is_covered(finding.span) && is_about_form && rule.subject != Subject::Edges && !mistakes::is_kept(rule)
    };
    absorb(findings, &COMMON_MISTAKE, is_trace);
    // With another start the text has other components, in which other rules may report more.
    let before = context.text.len() - context.text.trim_start_matches(WHITESPACE).len();
    if owned.first().is_some_and(|owned| owned.start <= before) {
        findings.iter_mut().filter(|finding| finding.rule.subject != Subject::Markup).for_each(Finding::require_review);
    }
}

/// Returns spans in order that cover the same as `spans`, and are apart.
fn merged(spans: &[Span]) -> Vec<Span> {
    let mut sorted = spans.to_vec();
    sorted.sort_unstable();
    sorted.dedup_by(|next, merged| {
        let touches = next.start <= merged.end;
        if touches {
            merged.end = merged.end.max(next.end);
        }
        touches
    });
    sorted
}

/// Drops the traces of what `owner` reports. If one of them is worse, the finding becomes one of that rule: a text that the
/// grammar or the format rejects stays rejected by the rule on it.
pub(crate) fn absorb(findings: &mut Vec<Finding>, owner: &Rule, is_trace: impl Fn(&Finding) -> bool) {
    let is_trace = |finding: &Finding| finding.rule != owner && is_trace(finding);
    let worst = findings.iter().filter(|finding| is_trace(finding)).max_by_key(|finding| finding.severity);
    let worst = worst.map(|finding| (finding.rule, finding.severity));
    findings.retain(|finding| !is_trace(finding));
    if let Some(finding) = findings.iter_mut().find(|finding| finding.rule == owner)
        && let Some((rule, severity)) = worst.filter(|(rule, severity)| {
            *severity > finding.severity || rule.group == Group::Place && *severity == finding.severity
        })
    {
        (finding.rule, finding.severity) = (rule, severity);
    }
}
