//! Locations, candidates and edits of several documents, from types of the core to those of the protocol.

use std::collections::HashMap;
use std::path::Path;

use iri_core::characters::Escaper;
use iri_core::reference::percent_decoded;
use iri_core::text::InDocument;
use iri_core::{Edit, Span};
use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionResponse, CompletionTextEdit, DocumentChanges,
    DocumentHighlight, DocumentHighlightKind, DocumentSymbol, DocumentSymbolResponse, GotoDefinitionResponse, Location,
    LocationLink, OneOf, OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, SelectionRange,
    SymbolInformation, SymbolKind, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use super::positions::{RangeConverter, position_encoding};
use super::to_proto::url;
use crate::analysis::completion::{CandidateKind, Candidates};
use crate::analysis::navigation::Locations;
use crate::analysis::renames::DocumentEdits;
use crate::analysis::structure::Symbol;
use crate::client::capabilities::ClientCapabilities;
use crate::documents::Snapshot;

/// Converts candidates to completion items.
pub fn completion(
    snapshot: &Snapshot,
    offset: usize,
    found: Candidates,
    capabilities: &ClientCapabilities,
) -> CompletionResponse {
    let mut ranges = RangeConverter::new(&snapshot.document, position_encoding(capabilities));
    let convert = |(number, candidate): (usize, crate::analysis::completion::Candidate)| {
        let new_text = candidate.edit.text;
        let start = candidate.edit.span.start;
        let typed = snapshot.document.slice(Span::new(start.min(offset), offset));
        CompletionItem {
            label: Escaper::PlainText.escape(&candidate.label),
            kind: Some(kind(candidate.kind)),
            detail: (!candidate.detail.is_empty()).then(|| candidate.detail.replace('\n', " ")),
            filter_text: Some(filter_text(&typed, &candidate.label, &new_text)),
            sort_text: Some(format!("{number:05}")),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range: ranges.range(candidate.edit.span), new_text })),
            ..CompletionItem::default()
        }
    };
    let items = found.all.into_iter().enumerate().map(convert).collect();
    CompletionResponse::List(CompletionList { is_incomplete: found.has_more, items })
}

/// Returns the text with which the client compares what the user has `typed`: that of the source, encoded and escaped, or, if the
/// user writes another spelling of the name, that one.
fn filter_text(typed: &str, name: &str, new_text: &str) -> String {
    if new_text.starts_with(typed) {
        return new_text.to_owned();
    }
    let decoded = percent_decoded(typed).unwrap_or(typed.into());
    let rest = [&*decoded, typed].into_iter().find_map(|start| name.strip_prefix(start));
    rest.map_or_else(|| new_text.to_owned(), |rest| format!("{typed}{rest}"))
}

fn kind(kind: CandidateKind) -> CompletionItemKind {
    match kind {
        CandidateKind::Id => CompletionItemKind::REFERENCE,
        CandidateKind::File => CompletionItemKind::FILE,
        CandidateKind::Directory => CompletionItemKind::FOLDER,
        CandidateKind::Name => CompletionItemKind::MODULE,
        CandidateKind::Catalog => CompletionItemKind::VALUE,
        CandidateKind::Scheme => CompletionItemKind::KEYWORD,
        CandidateKind::Rule => CompletionItemKind::ENUM_MEMBER,
    }
}

/// Converts spans of documents to locations.
pub fn locations(found: &[Locations], capabilities: &ClientCapabilities) -> Vec<Location> {
    let convert = |found: &Locations| {
        let uri = uri(found.open.as_deref(), &found.path)?;
        let mut ranges = RangeConverter::new(&found.document, position_encoding(capabilities));
        let location = |span: &Span<InDocument>| Location { uri: uri.clone(), range: ranges.range(*span) };
        Some(found.spans.iter().map(location).collect::<Vec<_>>())
    };
    found.iter().filter_map(convert).flatten().collect()
}

/// Converts spans of an open document to locations.
pub fn locations_in(
    snapshot: &Snapshot,
    spans: &[Span<InDocument>],
    capabilities: &ClientCapabilities,
) -> Vec<Location> {
    let Ok(uri) = Url::parse(&snapshot.uri) else { return Vec::new() };
    let mut ranges = RangeConverter::new(&snapshot.document, position_encoding(capabilities));
    spans.iter().map(|span| Location { uri: uri.clone(), range: ranges.range(*span) }).collect()
}

/// Converts a location to a link to its line and column, which count from 1.
pub fn link_to_line(found: &Locations, capabilities: &ClientCapabilities) -> Option<Url> {
    let Location { mut uri, range } = locations(std::slice::from_ref(found), capabilities).into_iter().next()?;
    uri.set_fragment(Some(&format!("L{},{}", range.start.line + 1, range.start.character + 1)));
    Some(uri)
}

/// Converts the spans that a selection at `offset` grows to, each in the next.
pub fn selection_range(
    snapshot: &Snapshot,
    offset: usize,
    spans: &[Span<InDocument>],
    capabilities: &ClientCapabilities,
) -> SelectionRange {
    let mut ranges = RangeConverter::new(&snapshot.document, position_encoding(capabilities));
    let outer = spans.iter().rev().fold(None, |parent: Option<Box<SelectionRange>>, span| {
        Some(Box::new(SelectionRange { range: ranges.range(*span), parent }))
    });
    outer.map_or_else(|| SelectionRange { range: ranges.range(Span::empty(offset)), parent: None }, |range| *range)
}

/// Converts spans that belong together; an ID is what the others read.
pub fn highlights(
    snapshot: &Snapshot,
    spans: &[(Span<InDocument>, bool)],
    capabilities: &ClientCapabilities,
) -> Vec<DocumentHighlight> {
    let mut ranges = RangeConverter::new(&snapshot.document, position_encoding(capabilities));
    let convert = |(span, is_id): &(Span<InDocument>, bool)| {
        let kind = if *is_id { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        DocumentHighlight { range: ranges.range(*span), kind: Some(kind) }
    };
    spans.iter().map(convert).collect()
}

/// Converts the symbols of a document.
pub fn symbols(snapshot: &Snapshot, symbols: Vec<Symbol>, capabilities: &ClientCapabilities) -> DocumentSymbolResponse {
    let mut ranges = RangeConverter::new(&snapshot.document, position_encoding(capabilities));
    let convert = |symbol: Symbol| {
        let range = ranges.range(symbol.span);
        #[expect(deprecated, reason = "the type has no constructor")]
        DocumentSymbol {
            name: symbol.name,
            detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
            kind: if symbol.is_id { SymbolKind::KEY } else { SymbolKind::STRING },
            tags: None,
            deprecated: None,
            range,
            selection_range: range,
            children: None,
        }
    };
    DocumentSymbolResponse::Nested(symbols.into_iter().map(convert).collect())
}

/// Converts IDs of the workspace with their names.
pub fn workspace_symbols(
    found: &[(Vec<String>, Locations)],
    capabilities: &ClientCapabilities,
) -> Vec<SymbolInformation> {
    let convert = |(names, of_file): &(Vec<String>, Locations)| {
        let locations = locations(std::slice::from_ref(of_file), capabilities);
        let file = of_file.path.file_name().map(|name| Escaper::PlainText.escape(&name.to_string_lossy()));
        let symbol = |(name, location): (&String, Location)| {
            #[expect(deprecated, reason = "the type has no constructor")]
            SymbolInformation {
                name: Escaper::PlainText.escape(name),
                kind: SymbolKind::KEY,
                tags: None,
                deprecated: None,
                location,
                container_name: file.clone(),
            }
        };
        names.iter().zip(locations).map(symbol).collect::<Vec<_>>()
    };
    found.iter().flat_map(convert).collect()
}

/// Converts a definition; the client underlines `origin`.
pub fn definition(
    snapshot: &Snapshot,
    origin: Option<Span<InDocument>>,
    found: &[Locations],
    capabilities: &ClientCapabilities,
) -> GotoDefinitionResponse {
    linked(snapshot, origin, locations(found, capabilities), capabilities)
}

/// Converts a definition in the same document.
pub fn definition_in(
    snapshot: &Snapshot,
    origin: Span<InDocument>,
    definition: Span<InDocument>,
    capabilities: &ClientCapabilities,
) -> GotoDefinitionResponse {
    linked(snapshot, Some(origin), locations_in(snapshot, &[definition], capabilities), capabilities)
}

fn linked(
    snapshot: &Snapshot,
    origin: Option<Span<InDocument>>,
    locations: Vec<Location>,
    capabilities: &ClientCapabilities,
) -> GotoDefinitionResponse {
    if !capabilities.links_definitions {
        return GotoDefinitionResponse::Array(locations);
    }
    let mut ranges = RangeConverter::new(&snapshot.document, position_encoding(capabilities));
    let origin = origin.map(|origin| ranges.range(origin));
    let link = |Location { uri, range }| LocationLink {
        origin_selection_range: origin,
        target_uri: uri,
        target_range: range,
        target_selection_range: range,
    };
    GotoDefinitionResponse::Link(locations.into_iter().map(link).collect())
}

/// Returns the URI of a file: that of the client if it is open.
fn uri(open: Option<&Snapshot>, path: &Path) -> Option<Url> {
    match open {
        Some(open) => Url::parse(&open.uri).ok(),
        None => url(path),
    }
}

/// Converts the range and the text of an ID that may be renamed.
pub fn renamed_range(
    snapshot: &Snapshot,
    span: Span<InDocument>,
    placeholder: String,
    capabilities: &ClientCapabilities,
) -> PrepareRenameResponse {
    let range = RangeConverter::new(&snapshot.document, position_encoding(capabilities)).range(span);
    PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }
}

/// Converts edits of several documents. Those of open documents apply only to their version.
pub fn edits_of_documents(all: &[DocumentEdits], capabilities: &ClientCapabilities) -> WorkspaceEdit {
    let encoding = position_encoding(capabilities);
    let convert = |changed: &DocumentEdits| {
        let mut ranges = RangeConverter::new(&changed.document, encoding);
        let edits = changed.edits.iter();
        let edits = edits.map(|edit| TextEdit { range: ranges.range(edit.span), new_text: edit.text.clone() });
        let version = changed.open.as_ref().and_then(|open| open.version);
        Some((uri(changed.open.as_deref(), &changed.path)?, version, edits.collect::<Vec<_>>()))
    };
    edited(all.iter().filter_map(convert), capabilities)
}

/// Converts edits of an open document.
pub fn edits_in(snapshot: &Snapshot, edits: &[Edit<InDocument>], capabilities: &ClientCapabilities) -> WorkspaceEdit {
    let mut ranges = RangeConverter::new(&snapshot.document, position_encoding(capabilities));
    let edits = edits.iter().map(|edit| TextEdit { range: ranges.range(edit.span), new_text: edit.text.clone() });
    edited(Url::parse(&snapshot.uri).ok().map(|uri| (uri, snapshot.version, edits.collect())).into_iter(), capabilities)
}

fn edited(
    changes: impl Iterator<Item = (Url, Option<i32>, Vec<TextEdit>)>,
    capabilities: &ClientCapabilities,
) -> WorkspaceEdit {
    if !capabilities.document_changes {
        let changes: HashMap<Url, Vec<TextEdit>> = changes.map(|(uri, _, edits)| (uri, edits)).collect();
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let edits = changes.map(|(uri, version, edits)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    });
    WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(edits.collect())), ..WorkspaceEdit::default() }
}
