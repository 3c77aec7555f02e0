//! Safe fixes of one reference together: which of them stay safe.
//!
//! ```text
//! safe fixes of the rules
//!   ├─ two overlap                               ─▶ the shorter one is only suggested
//!   ├─ together they open another host           ─▶ those up to the host are only suggested
//!   └─ together they raise a new warning         ─▶ those next to the warning are only suggested
//! ```
//!
//! A rule knows that its own fix keeps the resource. Only here all fixes of the text are known.

use std::collections::HashMap;

use crate::reference::Reference;
use crate::reference::browser::{host_end, is_same_host};
use crate::rules::{Features, Finding, Fix, Safety, Severity};
use crate::text::{Edit, Span, apply_edits};

/// Schemes without syntax rules of their own that a fix of a path, query or fragment could violate.
const PLAIN_SCHEMES: [&str; 4] = ["http", "https", "file", "ftp"];

/// Turns safe fixes that are not safe together into suggested ones. `check` returns the findings of the text after
/// `edits` by the rules that a fix may violate.
pub(super) fn demote_unsafe_fixes(
    reference: &Reference<'_>,
    features: Features,
    findings: &mut [Finding],
    check: impl Fn(&str, &[&Edit]) -> Vec<Finding>,
) {
    if !findings.iter().any(|finding| safe_fix(finding).is_some()) {
        return;
    }
    demote_overlaps(findings);
    let text = reference.text;
    // The host of a browser, and that of RFC 3986.
    let host_end = host_end(text).max(reference.authority.map_or(0, |authority| authority.span.end));
    let touches_host = |finding: &Finding| starts_before(finding, host_end);
    let is_near_host = findings.iter().any(touches_host);
    if is_near_host && !is_same_host(text, &apply_edits(text, edits(findings, None))) {
        demote(findings, touches_host);
    }
    let has_syntax = reference.has_scheme() && !PLAIN_SCHEMES.iter().any(|scheme| reference.is_scheme(scheme));
    if is_near_host || has_syntax || features.intersects(Features::RIGHT_TO_LEFT.or(Features::BIDI_CONTROL)) {
        while [None, Some(Severity::Hint), Some(Severity::Information), Some(Severity::Warning), Some(Severity::Error)]
            .into_iter()
            .any(|least| demote_new_warnings(text, findings, least, &check))
        {}
    }
}

/// Returns the fix of `finding` that is applied in a set: the safe one that is offered, or the preferred one if it is safe
/// and the severity is at least `least`. Without the other fixes of the text, those of each set may raise a warning.
fn fix_in_set(finding: &Finding, least: Option<Severity>) -> Option<&Fix> {
    match least {
        None => safe_fix(finding),
        Some(least) => finding.safe_fix().filter(|_| finding.severity >= least),
    }
}

/// Returns the first safe fix, preferred or not: front ends offer it as safe.
fn safe_fix(finding: &Finding) -> Option<&Fix> {
    finding.fixes.iter().find(|fix| fix.safety == Safety::Safe)
}

/// Returns the edits of the fixes of a set, in the order of the text.
fn edits(findings: &[Finding], least: Option<Severity>) -> Vec<&Edit> {
    let mut edits: Vec<&Edit> =
        findings.iter().filter_map(|finding| fix_in_set(finding, least)).flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits
}

fn demote(findings: &mut [Finding], is_unsafe: impl Fn(&Finding) -> bool) {
    for finding in findings.iter_mut().filter(|finding| is_unsafe(finding)) {
        finding.fixes.iter_mut().for_each(|fix| fix.safety = Safety::Suggested);
    }
}

fn starts_before(finding: &Finding, end: usize) -> bool {
    safe_fix(finding).is_some_and(|fix| fix.edits.iter().any(|edit| edit.span.start <= end))
}

fn demote_overlaps(findings: &mut [Finding]) {
    let mut spans: Vec<(Span, usize)> = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        spans.extend(safe_fix(finding).into_iter().flat_map(|fix| &fix.edits).map(|edit| (edit.span, index)));
    }
    spans.sort();
    let mut shorter = Vec::new();
    let mut last: Option<(Span, usize)> = None;
    for (span, index) in spans {
        match last {
            Some((kept, _)) if span.start < kept.end && span.len() <= kept.len() => shorter.push(index),
            Some((kept, kept_index)) if span.start < kept.end => {
                shorter.push(kept_index);
                last = Some((span, index));
            }
            _ => last = Some((span, index)),
        }
    }
    for index in shorter {
        findings[index].fixes.iter_mut().for_each(|fix| fix.safety = Safety::Suggested);
    }
}

/// First the fixes next to new warnings lose their safety, then all of them. Returns whether one did.
fn demote_new_warnings(
    text: &str,
    findings: &mut [Finding],
    least: Option<Severity>,
    check: &impl Fn(&str, &[&Edit]) -> Vec<Finding>,
) -> bool {
    let is_whole = |finding: &Finding| fix_in_set(finding, least).is_some() == safe_fix(finding).is_some();
    if least.is_some() && findings.iter().all(is_whole) {
        return false;
    }
    for is_last in [false, true] {
        let edits = edits(findings, least);
        if edits.is_empty() {
            return is_last;
        }
        let fixed = apply_edits(text, edits.iter().copied());
        let warnings = new_warnings(findings, &check(&fixed, &edits), &fixed);
        if warnings.is_empty() {
            return is_last;
        }
        // Spans of the edits in the text after them.
        let mut is_unsafe = HashMap::new();
        let (mut added, mut removed) = (0, 0);
        for edit in edits {
            let start = edit.span.start + added - removed;
            let span = Span::<crate::text::InReference>::new(start, start + edit.text.len());
            (added, removed) = (added + edit.text.len(), removed + edit.span.len());
            let touches = |warning: &Span| warning.start <= span.end && span.start <= warning.end;
            // Warnings are in the order of the text, but may contain each other: few texts have more than a handful.
            is_unsafe.insert(edit.span, is_last || warnings.iter().take(64).any(touches));
        }
        let is_none_near = !is_unsafe.values().any(|&is_unsafe| is_unsafe);
        demote(findings, |finding| {
            let mut spans = fix_in_set(finding, least).into_iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            spans.any(|span| is_none_near || is_unsafe.get(&span).copied().unwrap_or(false))
        });
    }
    true
}

/// Returns the segments of the text `fixed` that contain findings of rules which report more there than before.
fn new_warnings(before: &[Finding], after: &[Finding], fixed: &str) -> Vec<Span> {
    let mut counts: HashMap<&str, isize> = HashMap::new();
    let warnings = |findings: &mut dyn Iterator<Item = &Finding>, step: isize, counts: &mut HashMap<&str, isize>| {
        for finding in findings.filter(|finding| finding.severity >= Severity::Warning) {
            *counts.entry(finding.rule.name).or_default() += step;
        }
    };
    warnings(&mut after.iter(), 1, &mut counts);
    warnings(&mut before.iter(), -1, &mut counts);
    let is_new = |finding: &&Finding| {
        finding.severity >= Severity::Warning && counts.get(finding.rule.name).is_some_and(|&count| count > 0)
    };
    let delimiters = ['/', '?', '#'];
    let segment = |span: Span| {
        let start = fixed[..span.start].rfind(delimiters).map_or(0, |at| at + 1);
        let end = fixed[span.end..].find(delimiters).map_or(fixed.len(), |length| span.end + length);
        Span::new(start, end)
    };
    after.iter().filter(is_new).take(64).map(|finding| segment(finding.span)).collect()
}
