//! The page of a rule, and the actions that show it.

use iri_core::rules;
use iri_core::text::InDocument;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind};

/// Returns the page of `rule` in Markdown; `None` if there is no such rule.
pub fn markdown(rule: &str) -> Option<String> {
    rules::find(rule).map(rules::Rule::markdown)
}

/// Returns the rule that a suppression comment names at `offset`.
pub fn at(document: &Document, offset: usize) -> Option<(Span<InDocument>, String)> {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let line = document.line(document.line_column(offset).line);
    let text = document.slice(line);
    let at = offset.saturating_sub(line.start).min(text.len());
    let start = text[..at]
        .rfind(|c| !is_word(c))
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    let end = at + text[at..].find(|c| !is_word(c)).unwrap_or(text.len() - at);
    let name = &text[start..end];
    let comment = text[..start].rfind("iri-ignore").map(|word| &text[word..start])?;
    let is_open = !comment.contains('>') && !comment.contains(" -- ");
    (is_open && rules::find(name).is_some()).then(|| (Span::new(line.start + start, line.start + end), name.to_owned()))
}

/// Returns the actions that show the pages of the rules of `findings`, one per rule.
pub fn all<'d>(findings: &[DocumentFinding<'d>]) -> Vec<Action<'d>> {
    let mut actions: Vec<Action<'d>> = Vec::new();
    for found in findings {
        let rule = found.finding.rule.name;
        let edit = ActionEdit::ShowRule(rule);
        if actions.iter().all(|action| action.edit != edit) {
            let resolves = vec![found.clone()];
            let title = format!("Explain {rule}");
            actions.push(Action { title, kind: ActionKind::QuickFix, is_preferred: false, resolves, edit });
        }
    }
    actions
}
