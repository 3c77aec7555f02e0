//! Safe fixes of one reference together: which of them stay safe.
//!
//! ```text
//! safe fixes of the rules
//!   ├─ the text is a path of Windows, has no     ─▶ all are only suggested
//!   │  valid scheme before its colon, or
//!   │  contains other text beside the reference
//!   ├─ two overlap                               ─▶ the shorter one is only suggested
//!   ├─ one edits what a browser reads otherwise  ─▶ it is only suggested
//!   ├─ one of the sets opens another host        ─▶ those up to the host are only suggested
//!   ├─ one of the sets is sent as other bytes    ─▶ those that encode, and if need be all, are only suggested
//!   └─ together they raise a new warning         ─▶ those next to the warning are only suggested
//!
//! suggested fixes
//!   ├─ one raises a new warning                  ─▶ the fix of that is added, else it is not offered
//!   ├─ one hides the mistake of another finding  ─▶ it is not offered
//!   └─ one encodes a trace of a slip             ─▶ its finding is dropped
//! ```
//!
//! A rule knows that its own fix keeps the resource. Only here all fixes of the text are known.

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::characters::quotable;
use crate::inspect::Options;
use crate::inspect::other_text::has_other_text;
use crate::interop::browser::{host_end, is_same_host, path_up_to_drive};
use crate::interop::resource;
use crate::reference::{Reference, percent_decoded};
use crate::rules::{BAD_SCHEME, Features, Finding, Fix, Group, OWNERS, Safety, Severity, absorb, is_kept};
use crate::text::{Edit, InReference, Moves, Span, apply_edits, fit, without_overlaps};

/// Schemes without syntax rules of their own that a fix of a path, query or fragment could violate.
const PLAIN_SCHEMES: [&str; 4] = ["http", "https", "file", "ftp"];

/// Maximum number of new warnings whose neighbors are looked at one by one.
const MAX_WARNINGS: usize = 64;

/// Maximum number of suggested fixes that are looked at one by one.
const MAX_CHECKED: usize = 16;

/// Maximum number of fixes that are added to one.
const MAX_ADDED: usize = 3;

/// Fixes that a front end applies together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FixSet {
    /// One safe fix of each finding, preferred or not: a user can choose it.
    Offered,
    /// The preferred fixes that are safe, of findings of this severity or above: they are applied without review.
    Preferred(Severity),
}

impl FixSet {
    const ALL: [Self; 5] = [
        Self::Offered,
        Self::Preferred(Severity::Hint),
        Self::Preferred(Severity::Information),
        Self::Preferred(Severity::Warning),
        Self::Preferred(Severity::Error),
    ];

    fn fix(self, finding: &Finding) -> Option<&Fix> {
        match self {
            Self::Offered => finding.fixes.iter().find(|fix| fix.safety == Safety::Safe),
            Self::Preferred(least) => finding.safe_fix().filter(|_| finding.severity >= least),
        }
    }

    /// Returns whether it is the first set, or contains other fixes than that.
    fn is_distinct(self, findings: &[Finding]) -> bool {
        let is_same = |finding: &Finding| self.fix(finding).is_some() == Self::Offered.fix(finding).is_some();
        self == Self::Offered || !findings.iter().all(is_same)
    }

    /// Returns the edits of the fixes, in the order of the text.
    fn edits(self, findings: &[Finding]) -> Vec<&Edit> {
        let fixes = findings.iter().filter_map(|finding| self.fix(finding));
        let mut edits: Vec<&Edit> = fixes.flat_map(|fix| &fix.edits).collect();
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        edits
    }

    /// Returns whether the fix that the set has of `finding` edits one of the spans that `matches` accepts.
    fn edits_span(self, finding: &Finding, matches: impl Fn(Span) -> bool) -> bool {
        self.fix(finding).is_some_and(|fix| fix.edits.iter().any(|edit| matches(edit.span)))
    }
}

/// Turns safe fixes that are not safe together into suggested ones. `check` returns the findings of the text after
/// `edits` by the rules that a fix may violate.
pub(super) fn demote_unsafe_fixes(
    reference: &Reference<'_>,
    features: Features,
    options: &Options,
    findings: &mut [Finding],
    check: impl Fn(&str, &[&Edit]) -> Vec<Finding>,
) {
    if !findings.iter().any(|finding| FixSet::Offered.fix(finding).is_some()) {
        return;
    }
    let is_share = options.inner(reference.text).starts_with("\\\\");
    // Programs that open it do not decode `%20`, and browsers take the letter for a scheme whose text they keep.
    let is_separated = !reference.has_scheme() && reference.path.slice(reference.text).contains('\\');
    let is_of_windows = reference.is_drive_path() || is_share || is_separated;
    // Nor is a text with a colon in its first segment a reference once its other characters are encoded. Of other text nothing
    // would show any more.
    if is_of_windows || has_other_text(reference) || findings.iter().any(|finding| *finding.rule == BAD_SCHEME) {
        return demote(findings, |_| true);
    }
    demote_overlaps(findings);
    let text = reference.text;
    // The host of a browser, and that of RFC 3986.
    let (browser_end, rfc_end) = (host_end(text), reference.authority.map_or(0, |authority| authority.span.end));
    // A browser may read the end of the authority as a path, where upper case and colons mean something.
    let browser_path = (browser_end < rfc_end).then(|| Span::new(browser_end, rfc_end));
    for part in [browser_path, path_up_to_drive(text)].into_iter().flatten() {
        demote(findings, |finding| FixSet::Offered.edits_span(finding, |span| touches(span, part)));
    }
    let host_end = browser_end.max(rfc_end);
    let touches_host = |finding: &Finding| FixSet::Offered.edits_span(finding, |span| span.start <= host_end);
    let is_near_host = findings.iter().any(touches_host);
    let opens_another_host = |set: &FixSet| !is_same_host(text, &apply_edits(text, set.edits(findings)));
    if is_near_host && FixSet::ALL.iter().filter(|set| set.is_distinct(findings)).any(opens_another_host) {
        demote(findings, touches_host);
    }
    demote_other_bytes(text, options, findings, is_near_host);
    if is_near_host || browser_end != rfc_end || is_sensitive(reference, features) {
        let mut is_demoted = true;
        // Without the fixes that one set lost, another set may raise a warning.
        while is_demoted {
            is_demoted = FixSet::ALL.into_iter().any(|set| demote_new_warnings(text, findings, set, &check));
        }
    }
}

/// Returns whether an edit anywhere in the text can raise a warning.
fn is_sensitive(reference: &Reference<'_>, features: Features) -> bool {
    let has_syntax = reference.has_scheme() && !PLAIN_SCHEMES.iter().any(|scheme| reference.is_scheme(scheme));
    // Parsers that reject the text may accept the fixed one, and find another host than those that accept both.
    let is_ambiguous = features.intersects(Features::ODD_AUTHORITY.or(Features::NO_LEIRI));
    let is_reordered = features.intersects(Features::RIGHT_TO_LEFT.or(Features::BIDI_CONTROL));
    // An encoded character can join two percent-encodings, and what rules report of a byte depends on its neighbors.
    let is_joined = features.intersects(Features::UNRESERVED_ENCODING) && features.intersects(Features::HIGH_ENCODING);
    // `?{“`: a mark at the end that closes no other one does not belong to the reference.
    let has_mark = features.intersects(Features::QUOTED_END);
    has_syntax || is_ambiguous || is_reordered || is_joined || has_mark
}

/// Drops suggested fixes that make it worse: after one of them a rule reports more than before, or a mistake of another
/// finding is hidden and nothing is left to report. `check` returns the warnings of the text after `edits`; with false, also
/// those that a mistake or a grammar replaces: the fix of one slip shows the next one. The first fix of a slip becomes that of
/// two if `report`, which returns all findings with their fixes, offers one for the next.
pub(super) fn drop_worse_fixes(
    text: &str,
    findings: &mut Vec<Finding>,
    check: impl Fn(&str, &[Edit], bool) -> Vec<Finding>,
    report: impl Fn(&str, &[Edit]) -> Vec<Finding>,
) {
    let is_slip = |finding: &Finding| is_warning(finding) && OWNERS.contains(&finding.rule);
    let slips = findings.iter().enumerate().filter(|(_, finding)| is_slip(finding));
    let slips: Vec<(usize, Span)> = slips.map(|(index, finding)| (index, finding.span)).collect();
    // Safe fixes that are applied together were looked at together.
    let is_checked = |index: usize, fix: &Fix| index > 0 || fix.safety == Safety::Suggested;
    let fixes = findings.iter().flat_map(|finding| finding.fixes.iter().enumerate());
    let count = fixes.filter(|(index, fix)| is_checked(*index, fix)).count();
    if count == 0 || count > MAX_CHECKED {
        return;
    }
    let own = warnings_per_rule(findings);
    let all = OnceCell::new();
    // Most fixes raise no warning, so that nearly no text is checked once more.
    let all = || all.get_or_init(|| warnings_per_rule(&check(text, &[], false)));
    // What is reported as less than a warning is one after the fix: it is worse, although a rule knew it.
    let lowered = count_per_rule(findings.iter().filter(|finding| !is_warning(finding)));
    let is_known = |rule, count: usize| {
        own.get(rule).is_some_and(|own| count <= *own)
            || all().get(rule).is_some_and(|all| count + lowered.get(rule).unwrap_or(&0) <= *all)
    };
    let is_worse = |index: usize, fix: &Fix| {
        let after = check(&apply_edits(text, &fix.edits), &fix.edits, true);
        let mut counts = warnings_per_rule(&after).into_iter();
        let is_hidden =
            |&(slip, span): &(usize, Span)| slip != index && (!is_touched(fix, span) || is_encoding(fix, text));
        counts.any(|(rule, count)| !is_known(rule, count))
            || warnings(&after).next().is_none() && slips.iter().any(is_hidden)
    };
    let of_finding = |(index, finding): (usize, &Finding)| {
        let fixes = finding.fixes.iter().enumerate();
        fixes.map(|(at, fix)| is_checked(at, fix) && is_worse(index, fix)).collect()
    };
    let mut worse: Vec<Vec<bool>> = findings.iter().enumerate().map(of_finding).collect();
    for (index, worse) in worse.iter_mut().enumerate() {
        let is_first = |fix: &&Fix| is_checked(0, fix) && !is_encoding(fix, text);
        let first = findings[index].fixes.first().filter(is_first);
        let is_new = |next: &Finding| findings.iter().all(|finding| finding.message != next.message);
        if let Some(fix) = first.and_then(|fix| completed(text, fix, &report, is_new, |fix| !is_worse(index, fix))) {
            (findings[index].fixes[0], worse[0]) = (fix, false);
        }
    }
    for (finding, worse) in findings.iter_mut().zip(worse) {
        if worse.first() == Some(&true) {
            // What was only an alternative is not applied without review.
            finding.require_review();
        }
        let mut worse = worse.into_iter();
        finding.fixes.retain(|_| worse.next() != Some(true));
    }
    drop_traces(text, findings, |text, edits| check(text, edits, false));
}

/// Returns whether `fix` edits at `span` or beside it.
fn is_touched(fix: &Fix, span: Span) -> bool {
    fix.edits.iter().any(|edit| edit.span.start <= span.end && span.start <= edit.span.end)
}

/// Drops the traces of a slip: findings that encode what needs no encoding once the slip is fixed, such as the brackets of the
/// address in `http ://[::1]/`.
fn drop_traces(text: &str, findings: &mut Vec<Finding>, check: impl Fn(&str, &[Edit]) -> Vec<Finding>) {
    let is_owner = |finding: &&Finding| OWNERS.contains(&finding.rule) || *finding.rule == BAD_SCHEME;
    let Some(&Finding { rule: owner, ref fixes, .. }) = findings.iter().find(is_owner) else { return };
    let Some(fix) = fixes.first().filter(|fix| !is_encoding(fix, text)).cloned() else { return };
    // Nor does anybody want the characters of the slip encoded instead.
    let is_of_slip =
        |other: &Fix| is_encoding(other, text) && fix.edits.iter().any(|edit| is_touched(other, edit.span));
    for finding in findings.iter_mut() {
        let mut is_first = true;
        finding.fixes.retain(|other| std::mem::take(&mut is_first) || !is_of_slip(other));
    }
    let is_encoded = |finding: &Finding| {
        finding.rule != owner
            && is_warning(finding)
            && matches!(finding.rule.group, Group::Syntax | Group::Leiri | Group::UriOnly)
            && !is_kept(finding.rule)
            && finding.fixes.first().is_some_and(|fix| is_encoding(fix, text))
    };
    if findings.iter().any(is_encoded) {
        let after = warnings_per_rule(&check(&apply_edits(text, &fix.edits), &fix.edits));
        absorb(findings, owner, |finding| is_encoded(finding) && !after.contains_key(finding.rule.name));
    }
}

/// Returns `fix` with those of the slips that `report` finds after it and `is_new` accepts, and then the safe ones, if
/// `is_right` accepts the result.
fn completed(
    text: &str,
    fix: &Fix,
    report: impl Fn(&str, &[Edit]) -> Vec<Finding>,
    is_new: impl Fn(&Finding) -> bool,
    is_right: impl Fn(&Fix) -> bool,
) -> Option<Fix> {
    let whole = Span::new(0, text.len());
    let mut fixed = apply_edits(text, &fix.edits);
    let mut edits = fix.edits.clone();
    let mut right = None;
    for _ in 0..MAX_ADDED {
        let found = report(&fixed, &edits);
        let of_note = found.iter().filter(|finding| finding.severity >= Severity::Information && is_new(finding));
        // An encoding removes no slip.
        let slips = of_note.filter(|finding| finding.fixes.first().is_some_and(|fix| !is_encoding(fix, &fixed)));
        let next = slips.max_by_key(|finding| finding.severity).and_then(|finding| finding.fixes.first());
        // After the last slip, the safe fixes of what the slip hid.
        let hidden: Vec<Finding> = found.iter().filter(|finding| is_new(finding)).cloned().collect();
        let safe = || FixSet::Preferred(Severity::Warning).edits(&hidden);
        let added = next.map_or_else(safe, |fix| fix.edits.iter().collect());
        if added.is_empty() {
            break;
        }
        fixed = apply_edits(&fixed, added);
        edits = vec![Edit::smallest(text, whole, &fixed)];
        if fixed.is_empty() || edits == fix.edits {
            break;
        }
        let title = fit(&quotable(&fixed, &fixed), |fixed| format!("replace with '{fixed}'"));
        let both = Fix { title: title.into(), safety: Safety::Suggested, edits: edits.clone() };
        right = Some(both).filter(|both| is_right(both)).or(right);
        if next.is_none() {
            break;
        }
    }
    right
}

/// Returns whether a fix only percent-encodes what it replaces.
fn is_encoding(fix: &Fix, text: &str) -> bool {
    let is_encoded = |edit: &Edit| {
        let old = edit.span.slice(text);
        edit.text.matches('%').count() > old.matches('%').count() && percent_decoded(&edit.text) == percent_decoded(old)
    };
    fix.edits.iter().all(is_encoded)
}

/// Demotes the fixes that change the bytes which a program sends. In UTF-8 an encoding keeps them, except that of a character
/// that browsers remove.
fn demote_other_bytes(text: &str, options: &Options, findings: &mut [Finding], is_near_host: bool) {
    let charset = options.query_charset();
    let is_other_query = !charset.is_utf8() && !text.is_ascii() && text.contains('?');
    let is_removed = |edges: &str| edges.starts_with(|c| c <= ' ') || edges.ends_with(|c| c <= ' ');
    if !is_near_host && !is_other_query && !is_removed(text) && !text.bytes().any(|byte| byte < b' ') {
        return;
    }
    let is_other = |findings: &[Finding]| {
        let mut sets = FixSet::ALL.iter().filter(|set| set.is_distinct(findings));
        sets.any(|set| {
            let fixed = apply_edits(text, set.edits(findings));
            !resource::is_same(options.inner(text), options.inner(&fixed), options.base.as_deref(), charset)
        })
    };
    let query = text.find('?').unwrap_or(text.len());
    let is_special = |span: Span| {
        let is_edge = span.start == 0 || span.end == text.len();
        is_edge || span.slice(text).contains(|c: char| c < ' ' || !c.is_ascii() && query < span.start)
    };
    if is_other(findings) {
        demote(findings, |finding| FixSet::Offered.edits_span(finding, is_special));
        if is_other(findings) {
            demote(findings, |_| true);
        }
    }
}

/// Returns whether an edit of `span` changes the text of `part`.
fn touches(span: Span, part: Span) -> bool {
    span.overlaps(part) || span.is_empty() && part.start <= span.start && span.start <= part.end
}

fn demote(findings: &mut [Finding], is_unsafe: impl Fn(&Finding) -> bool) {
    findings.iter_mut().filter(|finding| is_unsafe(finding)).for_each(Finding::require_review);
}

fn demote_overlaps(findings: &mut [Finding]) {
    let mut spans: Vec<(Span, usize)> = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let edits = FixSet::Offered.fix(finding).into_iter().flat_map(|fix| &fix.edits);
        spans.extend(edits.map(|edit| (edit.span, index)));
    }
    spans.sort();
    let mut last: Option<(Span, usize)> = None;
    for (span, index) in spans {
        match last {
            Some((kept, kept_index)) if span.start < kept.end => {
                let is_longer = span.len() > kept.len();
                findings[if is_longer { kept_index } else { index }].require_review();
                if is_longer {
                    last = Some((span, index));
                }
            }
            _ => last = Some((span, index)),
        }
    }
}

/// Demotes the fixes of `set` if together they raise new warnings: those next to the warnings, and all if the others still
/// raise one. Returns whether it did.
fn demote_new_warnings(
    text: &str,
    findings: &mut [Finding],
    set: FixSet,
    check: &impl Fn(&str, &[&Edit]) -> Vec<Finding>,
) -> bool {
    if !set.is_distinct(findings) {
        return false;
    }
    let near = spans_near_new_warnings(text, findings, set, check);
    if near.is_empty() {
        return false;
    }
    demote(findings, |finding| set.edits_span(finding, |span| near.binary_search(&span).is_ok()));
    if !spans_near_new_warnings(text, findings, set, check).is_empty() {
        demote(findings, |finding| set.fix(finding).is_some());
    }
    true
}

/// Returns the spans of the edits of `set` next to warnings that they raise, sorted: all of them if none is next to one.
fn spans_near_new_warnings(
    text: &str,
    findings: &[Finding],
    set: FixSet,
    check: &impl Fn(&str, &[&Edit]) -> Vec<Finding>,
) -> Vec<Span> {
    let edits = set.edits(findings);
    if edits.is_empty() {
        return Vec::new();
    }
    let fixed = apply_edits(text, edits.iter().copied());
    let segments = segments_with_new_warnings(findings, &check(&fixed, &edits), &fixed);
    if segments.is_empty() {
        return Vec::new();
    }
    let moves = Moves::new(without_overlaps(edits.iter().copied()));
    let is_near = |(_, new): &(Span, Span)| {
        segments.iter().any(|segment: &Span<InReference>| segment.start <= new.end && new.start <= segment.end)
    };
    let near: Vec<Span> = moves.replaced().filter(is_near).map(|(old, _)| old).collect();
    if near.is_empty() { edits.iter().map(|edit| edit.span).collect() } else { near }
}

/// Returns the segments of the text `fixed` that contain findings of rules which report more there than before.
fn segments_with_new_warnings(before: &[Finding], after: &[Finding], fixed: &str) -> Vec<Span> {
    let old = warnings_per_rule(before);
    let new = warnings_per_rule(after);
    let is_new = |finding: &&Finding| {
        let name = finding.rule.name;
        new.get(name).copied().unwrap_or(0) > old.get(name).copied().unwrap_or(0)
    };
    let delimiters = ['/', '?', '#'];
    let segment = |span: Span| {
        let start = fixed[..span.start].rfind(delimiters).map_or(0, |at| at + 1);
        let end = fixed[span.end..].find(delimiters).map_or(fixed.len(), |length| span.end + length);
        Span::new(start, end)
    };
    warnings(after).filter(is_new).take(MAX_WARNINGS).map(|finding| segment(finding.span)).collect()
}

fn warnings_per_rule(findings: &[Finding]) -> HashMap<&'static str, usize> {
    count_per_rule(warnings(findings))
}

fn count_per_rule<'f>(findings: impl Iterator<Item = &'f Finding>) -> HashMap<&'static str, usize> {
    let mut counts = HashMap::new();
    for finding in findings {
        *counts.entry(finding.rule.name).or_default() += 1;
    }
    counts
}

fn warnings(findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings.iter().filter(|finding| is_warning(finding))
}

fn is_warning(finding: &Finding) -> bool {
    finding.severity >= Severity::Warning
}
