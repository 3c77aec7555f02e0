//! From types of the protocol to those of the core: the first step of every feature.

use std::path::PathBuf;

use iri_core::Span;
use iri_core::files::path_from_file_uri;
use iri_core::text::{InDocument, PositionEncoding};
use serde_json::Value;
use tower_lsp::lsp_types::{
    self, CodeAction, CodeActionKind, CodeActionParams, Diagnostic, DocumentLink, FileRename, NumberOrString,
    RenameFilesParams, TextDocumentContentChangeEvent, Url,
};

use super::positions::{point, position_encoding};
use super::to_proto::FIX_ALL;
use crate::analysis::action::{ActionRequest, DeferredEdit};
use crate::analysis::renames::Move;
use crate::changed_lines::TextChange;
use crate::client::capabilities::ClientCapabilities;
use crate::documents::Snapshot;

/// Returns the offset of a position in a document.
pub fn offset(snapshot: &Snapshot, position: lsp_types::Position, capabilities: &ClientCapabilities) -> usize {
    snapshot.document.offset(point(position), position_encoding(capabilities))
}

/// Returns the span of a range in a document.
pub fn span(snapshot: &Snapshot, range: lsp_types::Range, capabilities: &ClientCapabilities) -> Span<InDocument> {
    let start = offset(snapshot, range.start, capabilities);
    Span::new(start, offset(snapshot, range.end, capabilities).max(start))
}

/// Returns the path of the file that `uri` identifies.
pub fn path(uri: &Url) -> Option<PathBuf> {
    path_from_file_uri(uri.as_str())
}

/// Returns the moves of files and directories; others are left out.
pub fn moves(params: &RenameFilesParams) -> Vec<Move> {
    let convert = |file: &FileRename| {
        let (from, to) = (path_from_file_uri(&file.old_uri)?, path_from_file_uri(&file.new_uri)?);
        Some(Move { from, to })
    };
    params.files.iter().filter_map(convert).collect()
}

/// Converts changes of a document.
pub fn text_changes(events: Vec<TextDocumentContentChangeEvent>, capabilities: &ClientCapabilities) -> Vec<TextChange> {
    let encoding = position_encoding(capabilities);
    events.into_iter().map(|event| text_change(event, encoding)).collect()
}

fn text_change(event: TextDocumentContentChangeEvent, encoding: PositionEncoding) -> TextChange {
    TextChange { range: event.range.map(|range| (point(range.start), point(range.end))), encoding, text: event.text }
}

/// Returns the actions that `params` request.
pub fn action_request(
    snapshot: &Snapshot,
    params: &CodeActionParams,
    capabilities: &ClientCapabilities,
) -> ActionRequest {
    let only = params.context.only.as_deref();
    let is_within = |kind: &str, requested: &CodeActionKind| {
        kind.strip_prefix(requested.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let is_requested = |kind: &CodeActionKind| {
        let is_requested_by =
            |requested: &CodeActionKind| requested.as_str().is_empty() || is_within(kind.as_str(), requested);
        only.is_none_or(|only| only.iter().any(is_requested_by))
    };
    let is_ours = |diagnostic: &&Diagnostic| diagnostic.source.as_deref().is_none_or(|source| source == "iri");
    let rule = |diagnostic: &Diagnostic| match &diagnostic.code {
        Some(NumberOrString::String(rule)) => Some((span(snapshot, diagnostic.range, capabilities), rule.clone())),
        _ => None,
    };
    ActionRequest {
        span: span(snapshot, params.range, capabilities),
        diagnostics: params.context.diagnostics.iter().filter(is_ours).filter_map(rule).collect(),
        fixes: is_requested(&CodeActionKind::QUICKFIX),
        rewrites: is_requested(&CodeActionKind::REFACTOR_REWRITE),
        // Some clients apply every action of this kind on save, so only a client that names the kind receives it.
        fix_all: only.is_some_and(|only| only.iter().any(|requested| is_within(FIX_ALL, requested))),
    }
}

/// Returns the URI of the document of a link that is to be resolved, the offset of its reference, and the target of the
/// reference itself; `None` if it has none.
pub fn deferred_link(link: &DocumentLink) -> Option<(Url, usize, Url)> {
    let data = link.data.as_ref()?;
    let offset = usize::try_from(data.get("offset")?.as_u64()?).ok()?;
    let url = |name: &str| Url::parse(data.get(name)?.as_str()?).ok();
    Some((url("uri")?, offset, url("target")?))
}

/// Returns the deferred edit of `action`, with the URI and the generation of its document; `None` if it has none.
pub fn deferred_edit(action: &CodeAction) -> Option<(&str, u64, DeferredEdit)> {
    let data = action.data.as_ref()?;
    let (uri, generation, edit) = (data.get("uri")?.as_str()?, data.get("generation")?.as_u64()?, data.get("edit")?);
    let count = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let span = || {
        let (start, end) = (count(edit.get("span")?.get(0)?)?, count(edit.get("span")?.get(1)?)?);
        (start <= end).then(|| Span::new(start, end))
    };
    let text = |name: &str| edit.get(name).and_then(Value::as_str).map(str::to_owned);
    let rule = || text("rule");
    let edit = match edit.get("kind")?.as_str()? {
        "fix" => DeferredEdit::Fix(span()?, rule()?, count(edit.get("number")?)?),
        "rewrite" => DeferredEdit::Rewrite(count(edit.get("offset")?)?, text("title")?),
        "fixValue" => DeferredEdit::FixValue(span()?),
        "fixSelection" => DeferredEdit::FixSelection(span()?),
        "fixRule" => DeferredEdit::FixRule(rule()?),
        "suppressHere" => DeferredEdit::SuppressHere(span()?, rule()?),
        "turnOff" => DeferredEdit::TurnOff(rule()?),
        _ => return None,
    };
    Some((uri, generation, edit))
}
