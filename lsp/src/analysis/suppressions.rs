//! Suppressions of a rule: by a comment before the markup, by a comment for the file, in the configuration.

use iri_core::files::CONFIG_FILE_NAME;
use iri_core::text::{InDocument, WHITESPACE};
use iri_core::workspace::ConfigTarget;
use iri_core::xml::document::DocumentFinding;
use iri_core::xml::{SiteKind, SuppressionScope};
use iri_core::{Config, Document, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind, DeferredEdit};

/// Number of bytes around a position in which the ends of a comment are searched.
const COMMENT: usize = 1_000;

/// Returns the name of a rule at `offset` in a suppression comment, which is empty where none is written yet.
pub fn name_at(document: &Document, offset: usize) -> Option<Span<InDocument>> {
    let (open, close) = document.settings().syntax.comment()?;
    let (open, close) = (open.trim(), if close.trim().is_empty() { "\n" } else { close.trim() });
    let before = document.slice(document.clamped(Span::new(offset.saturating_sub(COMMENT), offset)));
    let comment = &before[before.rfind(open)? + open.len()..];
    let mut words: Vec<&str> = comment.split(WHITESPACE).filter(|word| !word.is_empty()).collect();
    // The last word is being typed; it is empty after whitespace.
    let word = if comment.ends_with(WHITESPACE) { "" } else { words.pop().unwrap_or_default() };
    let is_suppression = words.first().is_some_and(|word| SuppressionScope::from_word(word).is_some());
    if !is_suppression || words.contains(&"--") || comment.contains(close) {
        return None;
    }
    let after = document.slice(document.clamped(Span::new(offset, offset + COMMENT)));
    let is_rest = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let rest = after.split(close).next().unwrap_or_default();
    let rest = rest.len() - rest.trim_start_matches(is_rest).len();
    Some(Span::new(offset - word.len(), offset + rest))
}

/// Returns three suppressions per rule; none in the configuration file unless `has_config`.
pub fn all<'d>(document: &Document, findings: &[DocumentFinding<'d>], has_config: bool) -> Vec<Action<'d>> {
    let mut actions = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for found in findings {
        let rule = found.finding.rule.name;
        if known.contains(&rule) {
            continue;
        }
        known.push(rule);
        let mut add = |title: String, edit| {
            let resolves = vec![found.clone()];
            actions.push(Action { title, kind: ActionKind::QuickFix, is_preferred: false, resolves, edit });
        };
        // A comment before a suppression would not apply to it.
        if found.site.kind != SiteKind::Comment && document.markup_of(&found.site).is_some() {
            let edit = DeferredEdit::SuppressHere(found.site.span, rule.to_owned());
            add(format!("Suppress {rule} here"), ActionEdit::Deferred(edit));
        }
        if let Some(edit) = document.edit_to_suppress_in_file(rule) {
            add(format!("Suppress {rule} in this file"), ActionEdit::Document(vec![edit]));
        }
        if has_config {
            let edit = DeferredEdit::TurnOff(rule.to_owned());
            add(format!("Turn off {rule} in {CONFIG_FILE_NAME}"), ActionEdit::Deferred(edit));
        }
    }
    actions
}

/// Returns the edit that suppresses `rule` before the markup of the reference at `span`; `None` if that is impossible.
pub fn at(document: &Document, span: Span<InDocument>, rule: &str) -> Option<ActionEdit> {
    let of_findings = document.findings_in(span).map(|found| found.site);
    let site = document.sites_in(span).chain(of_findings).find(|site| site.span == span)?;
    Some(ActionEdit::Document(vec![document.edit_to_suppress(&site, rule)?]))
}

/// Returns the edit that turns off `rule` in the configuration file; `None` if that is impossible.
pub fn in_config(target: ConfigTarget, rule: &str) -> Option<ActionEdit> {
    let edit = Config::edit_to_turn_off(&target.text, rule)?;
    Some(ActionEdit::Config(target, edit))
}
