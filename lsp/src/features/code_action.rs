//! What can be done about the references in a range.
//!
//! ```text
//! range, diagnostics ─▶ findings ──▶ each fix, all fixes of a value, suppressions   quickfix
//!                       site ──────▶ rewrites                                       refactor.rewrite
//!                       document ──▶ all safe fixes                                 source.fixAll.iri
//! ```

use tower_lsp::lsp_types::{CodeActionOrCommand, CodeActionParams};

use crate::analysis::action::{Action, ActionRequest};
use crate::analysis::{findings, fixes, rewrites, suppressions};
use crate::config::ConfigTarget;
use crate::demand::Demand;
use crate::documents::Snapshot;
use crate::proto::{from_proto, to_proto};
use crate::session::Session;

/// Answers `textDocument/codeAction`.
pub fn code_actions(
    session: &Session,
    snapshot: &Snapshot,
    params: &CodeActionParams,
    demand: &Demand,
) -> Vec<CodeActionOrCommand> {
    let request = from_proto::action_request(snapshot, params, session.capabilities());
    let actions = find(session, snapshot, &request, demand);
    to_proto::code_actions(snapshot, params, actions, session.capabilities())
}

fn find<'d>(session: &Session, snapshot: &'d Snapshot, request: &ActionRequest, demand: &Demand) -> Vec<Action<'d>> {
    let document = &snapshot.document;
    let mut actions = Vec::new();
    if request.fixes {
        let findings = findings::requested(document, request, demand);
        actions.extend(fixes::each(document, &findings));
        actions.extend(fixes::of_values(document, &findings, demand));
        actions.extend(suppressions::all(document, &findings, demand, || config_target(session, snapshot)));
    }
    if request.rewrites {
        actions.extend(rewrites::all(document, request.span));
    }
    if request.fix_all {
        actions.extend(fixes::of_document(document, demand));
    }
    actions
}

/// Returns the configuration file to edit; `None` if it does not exist and the client cannot create it.
fn config_target(session: &Session, snapshot: &Snapshot) -> Option<ConfigTarget> {
    let capabilities = session.capabilities();
    let can_create = capabilities.document_changes && capabilities.creates_files;
    session.configuration.target_for(&snapshot.uri).filter(|target| !target.is_new || can_create)
}
