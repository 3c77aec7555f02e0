//! The page of a rule, and the actions that show it.

use iri_core::rules;
use iri_core::text::InDocument;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind};
use crate::analysis::suppressions;

/// Returns the page of `rule` in Markdown; `None` if there is no such rule.
pub fn markdown(rule: &str) -> Option<String> {
    rules::find(rule).map(rules::Rule::markdown)
}

/// Returns the rule that a suppression comment names at `offset`.
pub fn at(document: &Document, offset: usize) -> Option<(Span<InDocument>, String)> {
    let span = suppressions::name_at(document, offset)?;
    let name = document.slice(span).into_owned();
    rules::find(&name).map(|_| (span, name))
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
