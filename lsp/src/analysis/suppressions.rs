//! Suppressions of a rule: by a comment before the markup, by a comment for the file, in the configuration.

use iri_core::files::CONFIG_FILE_NAME;
use iri_core::text::InDocument;
use iri_core::workspace::ConfigTarget;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Config, Document, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind, DeferredEdit};

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
        if document.markup_of(&found.site).is_some() {
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
    let site = document.sites_in(span).find(|site| site.span == span)?;
    Some(ActionEdit::Document(vec![document.edit_to_suppress(&site, rule)?]))
}

/// Returns the edit that turns off `rule` in the configuration file; `None` if that is impossible.
pub fn in_config(target: ConfigTarget, rule: &str) -> Option<ActionEdit> {
    let edit = Config::edit_to_turn_off(&target.text, rule)?;
    Some(ActionEdit::Config(target, edit))
}
