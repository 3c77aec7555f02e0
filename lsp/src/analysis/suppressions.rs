//! Suppressions of a rule: by a comment before the markup, by a comment for the file, in the configuration.

use iri_core::xml::document::DocumentFinding;
use iri_core::{Config, Document};

use crate::analysis::action::{Action, ActionEdit, ActionKind};
use crate::config::ConfigTarget;
use crate::demand::Demand;

/// Returns three suppressions per rule. `config_target` finds the configuration file to edit.
pub fn all<'d>(
    document: &Document,
    findings: &[DocumentFinding<'d>],
    demand: &Demand,
    config_target: impl FnOnce() -> Option<ConfigTarget>,
) -> Vec<Action<'d>> {
    let mut actions = Vec::new();
    let target = (!findings.is_empty()).then(config_target).flatten();
    let mut known: Vec<&str> = Vec::new();
    for found in findings.iter().take_while(|_| demand.is_wanted()) {
        let rule = found.finding.rule.name;
        if known.contains(&rule) {
            continue;
        }
        known.push(rule);
        let action = |title: String, edit| Action {
            title,
            kind: ActionKind::QuickFix,
            is_preferred: false,
            resolves: vec![found.clone()],
            edit,
        };
        if let Some(edit) = document.edit_to_suppress(&found.site, rule) {
            actions.push(action(format!("Suppress {rule} here"), ActionEdit::Document(vec![edit])));
        }
        actions.push(action(
            format!("Suppress {rule} in this file"),
            ActionEdit::Document(vec![document.edit_to_suppress_in_file(rule)]),
        ));
        if let Some(target) = &target
            && let Some(edit) = Config::edit_to_turn_off(&target.text, rule)
        {
            actions.push(action(format!("Turn off {rule} in .iri.toml"), ActionEdit::Config(target.clone(), edit)));
        }
    }
    actions
}
