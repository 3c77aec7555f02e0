//! What can be done about the references in a range.
//!
//! ```text
//! range, diagnostics ─▶ findings ──▶ each fix, all fixes of a value, suppressions   quickfix
//!                              └──▶ page of the rule                                   quickfix
//!                       site ──────▶ rewrites                                       refactor.rewrite
//!                       document ──▶ all safe fixes                                 source.fixAll.iri
//!
//! chosen action ─▶ deferred edit ─▶ edit
//! ```
//!
//! Edits that take long are computed when the user chooses the action. If the client cannot request that, those of very
//! long values are not offered.

use std::collections::HashSet;

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{CodeAction, CodeActionOrCommand, CodeActionParams};

use crate::analysis::action::{Action, ActionEdit, ActionRequest, DeferredEdit};
use crate::analysis::fixes::Effect;
use crate::analysis::{config_file, findings, fixes, missing_files, rewrites, rule_page, suppressions};
use crate::config::is_config;
use crate::documents::Snapshot;
use crate::features::{DocumentRequest, request_failed, show_document};
use crate::proto::{from_proto, to_proto};
use crate::session::Session;

/// Answers `textDocument/codeAction`.
pub fn code_actions(request: &DocumentRequest<'_>, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let DocumentRequest { session, snapshot, .. } = *request;
    let wanted = from_proto::action_request(snapshot, params, session.capabilities());
    if is_config(&snapshot.uri) {
        let roots = session.configuration.roots_for(&snapshot.uri);
        let fixable = if wanted.fixes { config_file::fixable(snapshot, &roots, wanted.span) } else { Vec::new() };
        return to_proto::config_actions(snapshot, params, fixable, session.capabilities());
    }
    let mut actions = find(request, &wanted);
    if !session.capabilities().resolves_actions {
        actions.retain_mut(|action| match &action.edit {
            ActionEdit::Deferred(deferred) if !request.cancel.is_cancelled() && !takes_long(deferred) => {
                match edit(request, deferred) {
                    Some(edit) => {
                        action.edit = edit;
                        true
                    }
                    None => false,
                }
            }
            ActionEdit::Deferred(_) => false,
            ActionEdit::Document(_) | ActionEdit::Config(..) | ActionEdit::CreateFile(_) | ActionEdit::ShowRule(_) => {
                true
            }
        });
    }
    to_proto::code_actions(snapshot, params, actions, session.capabilities())
}

/// Answers `codeAction/resolve` for an action of `snapshot`.
///
/// # Errors
/// If the edit is impossible, which only its computation shows.
pub fn resolved(request: &DocumentRequest<'_>, action: CodeAction, deferred: &DeferredEdit) -> Result<CodeAction> {
    let DocumentRequest { session, snapshot, .. } = *request;
    let edit = edit(request, deferred);
    let edit = edit.and_then(|edit| to_proto::workspace_edit(snapshot, edit, session.capabilities()));
    match edit {
        Some(edit) => Ok(CodeAction { edit: Some(edit), ..action }),
        None => Err(impossible(&action.title)),
    }
}

/// Returns whether an edit takes too long for a menu, which appears at every move of the cursor.
fn takes_long(deferred: &DeferredEdit) -> bool {
    /// Maximum length in bytes of a value whose edits are computed for a menu.
    const LIMIT: usize = 16 * 1024;
    match deferred {
        DeferredEdit::FixSelection(_) | DeferredEdit::FixRule(_) => true,
        DeferredEdit::FixValue(span) | DeferredEdit::SuppressHere(span, _) => span.len() > LIMIT,
        DeferredEdit::Fix(..) | DeferredEdit::Rewrite(..) | DeferredEdit::TurnOff(_) => false,
    }
}

fn impossible(title: &str) -> Error {
    request_failed(format!("cannot apply '{title}': other parts of the file would change"))
}

/// Number of actions before those for several findings.
const SINGLE: usize = 8;
/// Maximum number of actions at a position, and of those of a selection.
const MENU: usize = 10;
const MENU_OF_SELECTION: usize = 20;

fn find<'d>(request: &DocumentRequest<'d>, wanted: &ActionRequest) -> Vec<Action<'d>> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    let document = &snapshot.document;
    let (mut actions, mut last) = (Vec::new(), Vec::new());
    let mut effects = HashSet::new();
    if wanted.fixes {
        let findings = findings::requested(document, wanted, cancel);
        actions.extend(fixes::each(document, &findings));
        effects.extend(actions.iter().filter_map(|action| effect(snapshot, action)));
        actions.extend(fixes::of_values(document, &findings, cancel));
        let several = fixes::of_several(document, &findings, wanted.span);
        // What fixes several findings comes before the rest of a long list of single fixes.
        actions.splice(actions.len().min(SINGLE)..actions.len().min(SINGLE), several);
        if session.capabilities().document_changes && session.capabilities().creates_files {
            actions.extend(missing_files::creations(document, &findings));
        }
        if show_document::can_show_rules(session) {
            actions.extend(rule_page::all(&findings));
        }
        let has_config = findings.first().and_then(|found| turn_off(session, snapshot, found.finding.rule.name));
        last = if session.configuration.features().suppressions == Some(false) {
            Vec::new()
        } else {
            suppressions::all(document, &findings, has_config.is_some())
        };
    }
    if wanted.rewrites {
        // A rewrite with the effect of a fix would be the same entry of the menu again.
        let rewrites = rewrites::all(document, wanted.span).into_iter();
        let new = rewrites.filter(|action| effect(snapshot, action).is_none_or(|one| effects.insert(one)));
        actions.extend(new.map(|action| {
            let title = action.title.clone();
            let edit = action.edit.or_deferred(|| DeferredEdit::Rewrite(wanted.span.start, title));
            Action { edit, ..action }
        }));
    }
    // A long menu of several findings has the fixes, and the suppressions as far as there is room.
    let limit = if wanted.span.is_empty() { MENU } else { MENU_OF_SELECTION };
    fixes::make_distinct(document, &mut actions);
    fixes::make_distinct(document, &mut last);
    actions.truncate(limit);
    last.truncate(limit - actions.len());
    actions.extend(last);
    mark_signed(snapshot, wanted, &mut actions);
    if wanted.fix_all && session.configuration.allows_fixes(&snapshot.uri) {
        actions.extend(fixes::of_document(document, cancel));
    }
    actions
}

/// Changes the titles of actions that make an XML Signature invalid. An editor does not apply them without a choice.
fn mark_signed(snapshot: &Snapshot, request: &ActionRequest, actions: &mut [Action<'_>]) {
    let spans = request.diagnostics.iter().map(|(span, _)| *span).chain([request.span]);
    if actions.is_empty() || !fixes::breaks_signature(&snapshot.document, spans) {
        return;
    }
    for action in actions {
        if action.changes_document() {
            action.title.push_str(" (makes the XML Signature invalid)");
            action.is_preferred = false;
        }
    }
}

fn effect(snapshot: &Snapshot, action: &Action<'_>) -> Option<Effect> {
    match &action.edit {
        ActionEdit::Document(edits) => Some(Effect::new(&snapshot.document, edits)),
        ActionEdit::Config(..) | ActionEdit::CreateFile(_) | ActionEdit::Deferred(_) | ActionEdit::ShowRule(_) => None,
    }
}

/// Computes a deferred edit; `None` if it is impossible.
fn edit(request: &DocumentRequest<'_>, deferred: &DeferredEdit) -> Option<ActionEdit> {
    let DocumentRequest { session, snapshot, cancel } = *request;
    match deferred {
        DeferredEdit::Fix(span, rule, number) => fixes::one(&snapshot.document, (*span, rule, *number), cancel),
        DeferredEdit::Rewrite(offset, title) => rewrites::titled(&snapshot.document, *offset, title),
        DeferredEdit::FixValue(value) => fixes::of_value(&snapshot.document, *value, cancel),
        DeferredEdit::FixSelection(span) => fixes::of_selection(&snapshot.document, *span, cancel),
        DeferredEdit::FixRule(rule) => fixes::of_rule(&snapshot.document, rule, cancel),
        DeferredEdit::SuppressHere(span, rule) => suppressions::at(&snapshot.document, *span, rule),
        DeferredEdit::TurnOff(rule) => turn_off(session, snapshot, rule),
    }
}

/// Returns the edit that turns a rule off in the configuration file; `None` if the file does not exist and the client cannot
/// create it, or the file cannot be edited.
fn turn_off(session: &Session, snapshot: &Snapshot, rule: &str) -> Option<ActionEdit> {
    let capabilities = session.capabilities();
    let can_create = capabilities.document_changes && capabilities.creates_files;
    let target = session.configuration.target_for(&snapshot.uri).filter(|target| !target.is_new || can_create)?;
    suppressions::in_config(target, rule)
}
