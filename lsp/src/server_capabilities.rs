//! What the server offers, which depends on the client.

use tower_lsp::lsp_types::{
    CodeActionOptions, CodeActionProviderCapability, CompletionOptions, DiagnosticOptions,
    DiagnosticServerCapabilities, DocumentLinkOptions, ExecuteCommandOptions, FileOperationFilter,
    FileOperationPattern, FileOperationRegistrationOptions, HoverProviderCapability, OneOf, ReferencesOptions,
    RenameOptions, SelectionRangeProviderCapability, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFileOperationsServerCapabilities, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use crate::client::capabilities::ClientCapabilities;
use crate::features::execute_command::COMMANDS;
use crate::proto::to_proto;

/// Options of requests that report their progress.
const WITH_PROGRESS: WorkDoneProgressOptions = WorkDoneProgressOptions { work_done_progress: Some(true) };

/// Returns the capabilities of the server for a client with these capabilities.
pub fn server_capabilities(client: &ClientCapabilities) -> ServerCapabilities {
    ServerCapabilities {
        // A client that offers no encodings may not know that there is a choice.
        position_encoding: (!client.position_encodings.is_empty()).then(|| to_proto::position_encoding_kind(client)),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        // A client that knows only commands accepts no options.
        code_action_provider: Some(if client.literal_actions {
            CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(to_proto::CODE_ACTION_KINDS.to_vec()),
                resolve_provider: client.resolves_actions.then_some(true),
                ..CodeActionOptions::default()
            })
        } else {
            CodeActionProviderCapability::Simple(true)
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["/", "#", "\"", "'"].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Right(ReferencesOptions { work_done_progress_options: WITH_PROGRESS })),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        rename_provider: Some(if client.prepares_renames {
            OneOf::Right(RenameOptions { prepare_provider: Some(true), work_done_progress_options: WITH_PROGRESS })
        } else {
            OneOf::Left(true)
        }),
        // Other clients get a registration while the user wants hints.
        inlay_hint_provider: (!client.registers_hints).then_some(OneOf::Left(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: Some(WorkspaceFileOperationsServerCapabilities {
                will_rename: Some(files_and_folders()),
                ..WorkspaceFileOperationsServerCapabilities::default()
            }),
        }),
        // Diagnostics that the client pulls are not pushed as well, or it would display them twice.
        diagnostic_provider: client.pulls_diagnostics.then(|| {
            let options = DiagnosticOptions {
                identifier: Some("iri".to_owned()),
                // A fragment is an ID in another document.
                inter_file_dependencies: true,
                // Its scan needs threads and a disk.
                workspace_diagnostics: !cfg!(target_family = "wasm"),
                ..DiagnosticOptions::default()
            };
            DiagnosticServerCapabilities::Options(options)
        }),
        ..ServerCapabilities::default()
    }
}

/// Returns the filter for all files and folders on the disk.
fn files_and_folders() -> FileOperationRegistrationOptions {
    let pattern = FileOperationPattern { glob: "**/*".to_owned(), matches: None, options: None };
    FileOperationRegistrationOptions { filters: vec![FileOperationFilter { scheme: Some("file".to_owned()), pattern }] }
}
