//! Actions as code actions.

use std::collections::HashMap;
use std::sync::Arc;

use iri_core::text::PositionEncoding;
use iri_core::{Document, Edit, Settings};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionParams, CreateFile,
    CreateFileOptions, Diagnostic, DocumentChangeOperation, DocumentChanges, NumberOrString, OneOf,
    OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use super::{Ranges, diagnostics, span};
use crate::abilities::Abilities;
use crate::actions::{Action, Asked, Change, Kind, actions};
use crate::config::ConfigPlace;
use crate::documents::Snapshot;

/// All that is offered.
pub const KINDS: [CodeActionKind; 3] =
    [CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR_REWRITE, CodeActionKind::new(FIX_ALL)];

const FIX_ALL: &str = "source.fixAll.iri";

/// What can be done at the place that `params` name.
pub fn code_actions(
    snapshot: &Snapshot,
    params: &CodeActionParams,
    abilities: &Abilities,
    config: impl FnOnce() -> Option<ConfigPlace>,
) -> Vec<CodeActionOrCommand> {
    let (document, unit) = (&snapshot.document, super::code_unit(abilities));
    let asked = asked(params, document, unit);
    let config = || config().filter(|place| !place.is_new || (abilities.document_changes && abilities.creates_files));
    let writer = Writer { snapshot, uri: &params.text_document.uri, unit, abilities };
    let mut ranges = Ranges::of(document, unit);
    let one = |action: Action<'_>| {
        let mended = action.mends.iter().map(|found| diagnostics::diagnostic(found, &mut ranges));
        let mended: Vec<Diagnostic> = mended.map(|ours| as_shown(ours, &params.context)).collect();
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: action.title,
            kind: Some(kind(action.kind)),
            diagnostics: (!mended.is_empty()).then_some(mended),
            is_preferred: action.is_preferred.then_some(true),
            edit: Some(writer.workspace_edit(action.change)?),
            ..CodeAction::default()
        }))
    };
    actions(document, &asked, config).into_iter().filter_map(one).collect()
}

fn asked(params: &CodeActionParams, document: &Document, unit: PositionEncoding) -> Asked {
    let only = params.context.only.as_deref();
    let is_within = |kind: &str, asked: &CodeActionKind| {
        kind.strip_prefix(asked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let is_asked = |kind: &CodeActionKind| {
        only.is_none_or(|only| only.iter().any(|asked| asked.as_str().is_empty() || is_within(kind.as_str(), asked)))
    };
    let of_ours = |shown: &&Diagnostic| shown.source.as_deref().is_none_or(|source| source == "iri");
    let rule = |shown: &Diagnostic| match &shown.code {
        Some(NumberOrString::String(rule)) => Some((span(shown.range, document, unit), rule.clone())),
        _ => None,
    };
    Asked {
        span: span(params.range, document, unit),
        shown: params.context.diagnostics.iter().filter(of_ours).filter_map(rule).collect(),
        fixes: is_asked(&CodeActionKind::QUICKFIX),
        rewrites: is_asked(&CodeActionKind::REFACTOR_REWRITE),
        // Some clients run all that they get of this kind when they save: so only who names it gets it.
        all: only.is_some_and(|only| only.iter().any(|asked| is_within(FIX_ALL, asked))),
    }
}

/// The diagnostic as the client has it, which knows its own again.
fn as_shown(ours: Diagnostic, context: &CodeActionContext) -> Diagnostic {
    let shown = context.diagnostics.iter().find(|shown| shown.range == ours.range && shown.code == ours.code);
    shown.cloned().unwrap_or(ours)
}

fn kind(kind: Kind) -> CodeActionKind {
    match kind {
        Kind::QuickFix => CodeActionKind::QUICKFIX,
        Kind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        Kind::FixAll => CodeActionKind::new(FIX_ALL),
    }
}

/// Writes changes as the client can take them.
struct Writer<'w> {
    snapshot: &'w Snapshot,
    uri: &'w Url,
    unit: PositionEncoding,
    abilities: &'w Abilities,
}

impl Writer<'_> {
    fn workspace_edit(&self, change: Change) -> Option<WorkspaceEdit> {
        match change {
            Change::Document(edits) => {
                let edits = text_edits(&self.snapshot.document, &edits, self.unit);
                // A client that has moved on refuses the edit of an older version.
                Some(self.edit(self.uri.clone(), self.snapshot.version, edits, None))
            }
            Change::Config(place, edit) => {
                let uri = Url::from_file_path(&place.path).ok()?;
                let file = Document::parse(place.text, Arc::new(Settings::default()));
                let edits = text_edits(&file, &[edit], self.unit);
                let created = place.is_new.then(|| create(uri.clone()));
                Some(self.edit(uri, None, edits, created))
            }
        }
    }

    fn edit(
        &self,
        uri: Url,
        version: Option<i32>,
        edits: Vec<TextEdit>,
        created: Option<DocumentChangeOperation>,
    ) -> WorkspaceEdit {
        if !self.abilities.document_changes {
            return WorkspaceEdit { changes: Some(HashMap::from([(uri, edits)])), ..WorkspaceEdit::default() };
        }
        let edits = TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        let changes = match created {
            None => DocumentChanges::Edits(vec![edits]),
            Some(created) => DocumentChanges::Operations(vec![created, DocumentChangeOperation::Edit(edits)]),
        };
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    }
}

fn create(uri: Url) -> DocumentChangeOperation {
    let options = CreateFileOptions { overwrite: None, ignore_if_exists: Some(true) };
    DocumentChangeOperation::Op(ResourceOp::Create(CreateFile { uri, options: Some(options), annotation_id: None }))
}

fn text_edits(document: &Document, edits: &[Edit], unit: PositionEncoding) -> Vec<TextEdit> {
    let mut ranges = Ranges::of(document, unit);
    edits.iter().map(|edit| TextEdit { range: ranges.range(edit.span), new_text: edit.text.clone() }).collect()
}
