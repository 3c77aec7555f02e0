//! What the server offers, which depends on what the client can do.

use tower_lsp::lsp_types::{
    CodeActionOptions, CodeActionProviderCapability, DiagnosticOptions, DiagnosticServerCapabilities,
    DocumentLinkOptions, ExecuteCommandOptions, HoverProviderCapability, OneOf, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use crate::abilities::Abilities;
use crate::proto;
use crate::reading::INSPECT;

/// What is offered to such a client.
pub fn capabilities(abilities: &Abilities) -> ServerCapabilities {
    ServerCapabilities {
        // A client that offers no choice may know of none.
        position_encoding: (!abilities.position_encodings.is_empty())
            .then(|| proto::encoding_kind(proto::code_unit(abilities))),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(proto::actions::KINDS.to_vec()),
            ..CodeActionOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: None,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        // Else they are registered while somebody wants them.
        inlay_hint_provider: (!abilities.registers_hints).then_some(OneOf::Left(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![INSPECT.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        // Pushed as well, they would be shown twice.
        diagnostic_provider: abilities.pulls_diagnostics.then(|| {
            let options = DiagnosticOptions { identifier: Some("iri".to_owned()), ..DiagnosticOptions::default() };
            DiagnosticServerCapabilities::Options(options)
        }),
        ..ServerCapabilities::default()
    }
}
