//! Fixes: each one, all of a value, all of the document.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use iri_core::rules;
use iri_core::text::InDocument;
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::{Fixer, TARGET_RULES};
use iri_core::{CancelToken, Document, Edit, Safety, Severity, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind, DeferredEdit, capitalized};
use crate::encoding::document_encoding;

/// Returns an action for every fix of every finding, the preferred ones first. Fixes with the same effect are one
/// action, which resolves all their findings.
pub fn each<'d>(document: &Document, findings: &[DocumentFinding<'d>]) -> Vec<Action<'d>> {
    let fixer = document_fixer(document, &CancelToken::default());
    let mut actions: Vec<Action<'d>> = Vec::new();
    let mut known: HashMap<Effect, usize> = HashMap::new();
    for found in findings {
        for (number, fix) in found.finding.fixes.iter().enumerate() {
            let Some(edits) = fixer.edits_of(fix, found) else { continue };
            let is_preferred = number == 0 && (fix.safety == Safety::Safe || is_only_right(found));
            let next = actions.len();
            let index = *known.entry(Effect::new(document, &edits)).or_insert(next);
            if let Some(same) = actions.get_mut(index) {
                same.resolves.push(found.clone());
                same.is_preferred |= is_preferred;
                continue;
            }
            actions.push(Action {
                title: capitalized(&fix.title),
                kind: ActionKind::QuickFix,
                is_preferred,
                resolves: vec![found.clone()],
                edit: ActionEdit::Document(joined(document, edits))
                    .or_deferred(|| DeferredEdit::Fix(found.finding.span, found.finding.rule.name.to_owned(), number)),
            });
        }
    }
    // The sort is stable.
    actions.sort_by_key(|action| !action.is_preferred);
    actions
}

/// Makes the entries of a menu distinct: those with one effect are one, and equal titles are followed by their places.
pub fn make_distinct(document: &Document, actions: &mut Vec<Action<'_>>) {
    let mut distinct: Vec<Action<'_>> = Vec::new();
    for action in actions.drain(..) {
        match distinct.iter_mut().find(|known| (&known.title, &known.edit) == (&action.title, &action.edit)) {
            Some(known) => known.resolves.extend(action.resolves),
            None => distinct.push(action),
        }
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for action in &distinct {
        *counts.entry(action.title.clone()).or_default() += 1;
    }
    for action in &mut distinct {
        if counts[&action.title] > 1
            && let Some(found) = action.resolves.first()
        {
            let at = document.line_column(found.finding.span.start);
            action.title = format!("{} (line {}, column {})", action.title, at.line, at.column);
        }
    }
    *actions = distinct;
}

/// Returns whether the only fix of a finding is certain: the file or ID does not exist, and one similar name does.
fn is_only_right(found: &DocumentFinding<'_>) -> bool {
    TARGET_RULES.contains(&found.finding.rule) && found.finding.fixes.len() == 1
}

/// Returns the edits of a fix of the finding of `rule` at `span`, by its position among the fixes.
pub fn one(
    document: &Document,
    (span, rule, number): (Span<InDocument>, &str, usize),
    cancel: &CancelToken,
) -> Option<ActionEdit> {
    let matches = |found: &DocumentFinding<'_>| found.finding.span == span && found.finding.rule.name == rule;
    let mut findings = document.findings_in(span).take_while(|_| !cancel.is_cancelled());
    let found = findings.find(matches)?;
    let edits = document_fixer(document, cancel).edits_of(found.finding.fixes.get(number)?, &found)?;
    Some(ActionEdit::Document(joined(document, edits)))
}

/// Change of a document by some edits, however they are divided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The smallest single edit.
    One(Span<InDocument>, String),
    /// Long edits: the span from the first to the last one, and the hash of all.
    Long(Span<InDocument>, u64),
}

/// Maximum number of rules whose findings in the whole document are offered to be fixed.
const RULES: usize = 2;
/// Maximum length in bytes of a document in which another finding of a rule is looked for.
const SCANNED: usize = 64 * 1024;
/// Rule whose suggested fixes are applied to the whole document.
const RESPELLED: &str = "other-spelling";
/// Maximum number of findings that an action names.
const LISTED_LIMIT: usize = 100;
/// Length in bytes from which edits are not joined to be compared.
const LONG: usize = 16 * 1024;

impl Effect {
    /// Returns the effect of `edits`, which are in order and do not overlap.
    pub fn new(document: &Document, edits: &[Edit<InDocument>]) -> Self {
        let start = edits.first().map_or(0, |edit| edit.span.start);
        let whole = Span::new(start, edits.last().map_or(start, |edit| edit.span.end));
        let length: usize = edits.iter().map(|edit| edit.text.len()).sum();
        if whole.len() + length > LONG {
            let mut hasher = DefaultHasher::new();
            for edit in edits {
                (edit.span.start, edit.span.end, &edit.text).hash(&mut hasher);
            }
            return Self::Long(whole, hasher.finish());
        }
        let Edit { span, text } = Edit::smallest(&document.slice(whole), whole, &join(document, edits).text);
        Self::One(span, text)
    }
}

/// Returns an action for each value with several different safe fixes, which applies all of them. It names the findings
/// that it resolves; if they are more than [`LISTED_LIMIT`], its title says so.
pub fn of_values<'d>(
    document: &'d Document,
    findings: &[DocumentFinding<'d>],
    cancel: &CancelToken,
) -> Vec<Action<'d>> {
    let mut values: Vec<_> = findings.iter().filter_map(|found| document.value_at(found.site.span.start)).collect();
    values.sort_unstable();
    values.dedup();
    let action = |value: Span<InDocument>| {
        let (resolves, has_more) = fixable(document, value, cancel)?;
        let title = "Apply all safe fixes to this value";
        Some(Action {
            title: if has_more { format!("{title} (more than {LISTED_LIMIT} findings)") } else { title.to_owned() },
            kind: ActionKind::QuickFix,
            is_preferred: false,
            resolves,
            edit: ActionEdit::Deferred(DeferredEdit::FixValue(value)),
        })
    };
    values.into_iter().filter_map(action).collect()
}

/// Returns the findings of a value with a safe fix, and whether there are further ones; `None` if there are no two different
/// fixes.
fn fixable<'d>(
    document: &'d Document,
    value: Span<InDocument>,
    cancel: &CancelToken,
) -> Option<(Vec<DocumentFinding<'d>>, bool)> {
    let mut fixable = document.fixable_in(value).take_while(|_| !cancel.is_cancelled());
    let listed: Vec<_> = fixable.by_ref().take(LISTED_LIMIT).collect();
    let first = listed.first()?.finding.safe_fix()?;
    let has_others = listed.iter().any(|found| found.finding.safe_fix() != Some(first));
    has_others.then(|| (listed, fixable.next().is_some()))
}

/// Returns actions for the findings of the first rule with a safe fix: that fix for all of them in the document; and, if the
/// request contains several fixable values, all safe fixes of the selection.
pub fn of_several<'d>(
    document: &'d Document,
    findings: &[DocumentFinding<'d>],
    request: Span<InDocument>,
) -> Vec<Action<'d>> {
    let fixable = |found: &&DocumentFinding<'d>| found.finding.safe_fix().is_some();
    // A spelling is only usual if all of them are replaced.
    let is_respelled =
        |found: &DocumentFinding<'_>| found.finding.rule.name == RESPELLED && !found.finding.fixes.is_empty();
    let mut rules: Vec<&'static str> = Vec::new();
    for found in findings.iter().filter(|found| fixable(found) || is_respelled(found)) {
        if !rules.contains(&found.finding.rule.name) {
            rules.push(found.finding.rule.name);
        }
    }
    let action = |title, resolves, edit| Action {
        title,
        kind: ActionKind::QuickFix,
        is_preferred: false,
        resolves,
        edit: ActionEdit::Deferred(edit),
    };
    let mut values: Vec<_> = findings.iter().filter(fixable).map(|found| found.site.span).collect();
    values.dedup();
    let mut actions = Vec::new();
    if values.len() > 1 && !request.is_empty() {
        let title = "Apply all safe fixes to the selection".to_owned();
        let resolves = findings.iter().filter(fixable).cloned().collect();
        actions.push(action(title, resolves, DeferredEdit::FixSelection(request)));
    }
    for rule in rules.into_iter().take(RULES) {
        let is_fixable =
            |found: &DocumentFinding<'_>| found.finding.rule.name == rule && found.finding.safe_fix().is_some();
        // A menu does not wait for the analysis of a long document.
        if rule == RESPELLED || document.len() > SCANNED || document.findings().filter(is_fixable).nth(1).is_some() {
            let resolves = findings.iter().filter(|found| found.finding.rule.name == rule).cloned().collect();
            actions.push(action(
                format!("Fix all {rule} in this file"),
                resolves,
                DeferredEdit::FixRule(rule.to_owned()),
            ));
        }
    }
    actions
}

/// Returns the edits that apply the safe fixes of the references in `span`.
pub fn of_selection(document: &Document, span: Span<InDocument>, cancel: &CancelToken) -> Option<ActionEdit> {
    let fixer = document_fixer(document, cancel).with_least(Severity::Hint);
    let matches = |found: &DocumentFinding<'_>| found.site.span.start <= span.end && span.start <= found.site.span.end;
    let fixed = fixer.fix_chosen(document, &fixer.choices(document, matches)).ok().flatten()?;
    Some(ActionEdit::Document(joined(document, fixed.edits)))
}

/// Returns the edits that apply the safe fixes of one rule in the whole document, or those that replace each rarer spelling.
pub fn of_rule(document: &Document, rule: &str, cancel: &CancelToken) -> Option<ActionEdit> {
    let fixer = document_fixer(document, cancel).with_least(Severity::Hint).with_rule(rules::find(rule)?);
    let fixer = fixer.with_suggested(rule == RESPELLED);
    let fixed = fixer.fix(document).ok().flatten()?;
    Some(ActionEdit::Document(joined(document, fixed.edits)))
}

/// Returns the edit that applies all safe fixes of the value at `value`; `None` if that is impossible.
pub fn of_value(document: &Document, value: Span<InDocument>, cancel: &CancelToken) -> Option<ActionEdit> {
    let value = document.clamped(value);
    // The user chose this value.
    let fixer = document_fixer(document, cancel).with_least(Severity::Hint);
    let (edit, _) = fixer.fix_value(document, value)?;
    Some(ActionEdit::Document(vec![edit]))
}

/// Returns the action that applies the fixes of `check --fix` to the document; `None` without such fixes.
pub fn of_document<'d>(document: &'d Document, cancel: &CancelToken) -> Option<Action<'d>> {
    let fixer = document_fixer(document, cancel);
    if !document.findings().take_while(|_| !cancel.is_cancelled()).any(|found| fixer.fix_of(&found.finding).is_some()) {
        return None;
    }
    let fixed = fixer.fix(document).ok().flatten()?;
    Some(Action {
        title: "IRI: Apply all safe fixes".to_owned(),
        kind: ActionKind::FixAll,
        is_preferred: false,
        resolves: Vec::new(),
        edit: ActionEdit::Document(joined(document, fixed.edits)),
    })
}

/// Returns whether edits at `spans` make an XML Signature of `document` invalid.
pub fn breaks_signature(document: &Document, spans: impl IntoIterator<Item = Span<InDocument>>) -> bool {
    Fixer::default().refusal(document, spans).is_some()
}

/// Maximum number of edits that are sent separately: an editor needs time for each.
const EDIT_LIMIT: usize = 10_000;

/// Joins `edits`, which are in order and do not overlap, into one edit if there are more than `EDIT_LIMIT`.
fn joined(document: &Document, edits: Vec<Edit<InDocument>>) -> Vec<Edit<InDocument>> {
    if edits.len() > EDIT_LIMIT { vec![join(document, &edits)] } else { edits }
}

/// Joins `edits`, which are in order and do not overlap, into one edit.
fn join(document: &Document, edits: &[Edit<InDocument>]) -> Edit<InDocument> {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else {
        return Edit { span: Span::empty(0), text: String::new() };
    };
    let span = Span::new(first.span.start, last.span.end);
    let (mut text, mut at) = (String::with_capacity(span.len()), span.start);
    for edit in edits {
        text.push_str(&document.slice(Span::new(at, edit.span.start)));
        text.push_str(&edit.text);
        at = edit.span.end;
    }
    Edit { span, text }
}

fn document_fixer(document: &Document, cancel: &CancelToken) -> Fixer {
    Fixer::default().with_encoding(document_encoding(document)).with_cancel(cancel.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_edits_with_different_texts_have_different_effects() {
        let document = Document::parse("x".repeat(LONG + 1), std::sync::Arc::default());
        let effect = |text: &str| {
            let edits = [Span::new(0, 1), Span::new(LONG, LONG + 1)].map(|span| Edit { span, text: text.to_owned() });
            Effect::new(&document, &edits)
        };
        assert_eq!(effect("%20"), effect("%20"));
        assert_ne!(effect("%20"), effect("%09"));
    }

    #[test]
    fn a_fix_with_very_many_edits_is_sent_as_one_edit() {
        let text = format!("<a xml:base='data:text/plain;base64,{}'/>", "A ".repeat(2 * EDIT_LIMIT));
        let document = Document::parse(text, std::sync::Arc::default());
        let found = document.findings().find(|found| found.finding.rule.name == "leiri-space").expect("a finding");
        let place = (found.finding.span, found.finding.rule.name, 0);
        let Some(ActionEdit::Document(edits)) = one(&document, place, &CancelToken::default()) else {
            panic!("the fix edits the document")
        };
        assert_eq!((edits.len(), edits[0].text.contains(' ')), (1, false));
    }
}
