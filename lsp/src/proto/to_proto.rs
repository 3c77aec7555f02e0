//! From types of the core to those of the protocol: the last step of every feature.

use std::collections::HashMap;
use std::path::Path;

use iri_core::characters::Escaper;
use iri_core::files::config::MAX_REPORTED_PROBLEMS;
use iri_core::files::file_uri_from_path;
use iri_core::text::InDocument;
use iri_core::xml::document::DocumentFinding;
use iri_core::{ConfigProblem, Document, Edit, Severity, Span};
use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    self, CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeDescription,
    Command, CreateFile, CreateFileOptions, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DocumentChangeOperation, DocumentChanges, DocumentLink, Hover, HoverContents, InlayHint, InlayHintLabel,
    InlayHintTooltip, Location, MarkupContent, MarkupKind, NumberOrString, OneOf,
    OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use super::positions::{RangeConverter, config_range, encoding_kind, position_encoding};
use crate::analysis::action::{self, Action, ActionEdit, ActionKind, DeferredEdit};
use crate::analysis::findings::{Omission, RelatedSpan, SentFindings, related_spans};
use crate::analysis::link_targets::LinkTarget;
use crate::analysis::readable_forms::ReadableForm;
use crate::analysis::report::{InspectedReference, ReportText};
use crate::client::capabilities::ClientCapabilities;
use crate::documents::Snapshot;

/// Kind of the action that applies all safe fixes.
pub const FIX_ALL: &str = "source.fixAll.iri";

/// Source of all diagnostics.
const SOURCE: &str = "iri";

/// All kinds of code actions.
pub const CODE_ACTION_KINDS: [CodeActionKind; 3] =
    [CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR_REWRITE, CodeActionKind::new(FIX_ALL)];

/// Returns the position encoding to use with this client.
pub fn position_encoding_kind(capabilities: &ClientCapabilities) -> lsp_types::PositionEncodingKind {
    encoding_kind(position_encoding(capabilities))
}

fn ranges<'d>(document: &'d Document, capabilities: &ClientCapabilities) -> RangeConverter<'d> {
    RangeConverter::new(document, position_encoding(capabilities))
}

/// Converts findings to diagnostics, whose codes link to the pages of their rules in the directory `documentation`.
pub fn diagnostics<'d>(
    snapshot: &'d Snapshot,
    sent: SentFindings<'d>,
    capabilities: &ClientCapabilities,
    documentation: Option<&str>,
) -> Vec<Diagnostic> {
    let document = &snapshot.document;
    let mut ranges_of_findings = ranges(document, capabilities);
    let mut ranges_of_related = ranges(document, capabilities);
    let uri = capabilities.related_information.then(|| Url::parse(&snapshot.uri).ok()).flatten();
    let documentation = documentation.filter(|_| capabilities.code_description);
    let convert = |found: DocumentFinding<'_>| Diagnostic {
        code_description: documentation.and_then(|base| rule_page(base, found.finding.rule.name)),
        related_information: uri
            .as_ref()
            .and_then(|uri| related_information(document, &found, uri, &mut ranges_of_related)),
        ..diagnostic(&found, &mut ranges_of_findings)
    };
    let mut all: Vec<Diagnostic> = sent.findings.into_iter().map(convert).collect();
    let mut ranges_of_omissions = ranges(document, capabilities);
    all.extend(sent.omissions.into_iter().map(|Omission { span, message }| Diagnostic {
        range: ranges_of_omissions.range(span),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }));
    all
}

/// Converts the problems of a configuration file that contains `text`.
pub fn config_diagnostics(
    text: &str,
    problems: &[ConfigProblem],
    capabilities: &ClientCapabilities,
) -> Vec<Diagnostic> {
    problems.iter().take(MAX_REPORTED_PROBLEMS).map(|problem| config_diagnostic(text, problem, capabilities)).collect()
}

fn config_diagnostic(text: &str, problem: &ConfigProblem, capabilities: &ClientCapabilities) -> Diagnostic {
    Diagnostic {
        range: config_range(text, problem.span, position_encoding(capabilities)),
        severity: Some(severity(problem.severity)),
        source: Some(SOURCE.to_owned()),
        message: Escaper::PlainText.escape(&problem.message),
        ..Diagnostic::default()
    }
}

/// Converts the fixes of problems of an open configuration file to code actions, the answer to `params`.
pub fn config_actions(
    snapshot: &Snapshot,
    params: &CodeActionParams,
    fixable: Vec<(ConfigProblem, String, Edit<InDocument>)>,
    capabilities: &ClientCapabilities,
) -> Vec<CodeActionOrCommand> {
    let text = snapshot.document.text();
    let convert = |(problem, title, edit): (ConfigProblem, String, Edit<InDocument>)| {
        let ours = config_diagnostic(&text, &problem, capabilities);
        let sent =
            params.context.diagnostics.iter().find(|sent| sent.range == ours.range && sent.message == ours.message);
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: Escaper::PlainText.escape(&title),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![sent.cloned().unwrap_or(ours)]),
            is_preferred: Some(true),
            edit: Some(workspace_edit(snapshot, ActionEdit::Document(vec![edit]), capabilities)?),
            ..CodeAction::default()
        }))
    };
    fixable.into_iter().filter_map(convert).collect()
}

/// Returns a diagnostic without related information.
fn diagnostic(found: &DocumentFinding<'_>, ranges: &mut RangeConverter<'_>) -> Diagnostic {
    let finding = &found.finding;
    Diagnostic {
        range: ranges.range(finding.span),
        severity: Some(severity(finding.severity)),
        code: Some(NumberOrString::String(finding.rule.name.to_owned())),
        source: Some(SOURCE.to_owned()),
        data: Some(json!({"rule": finding.rule.name, "group": finding.rule.group.name()})),
        message: Escaper::PlainText.escape(&finding.message),
        ..Diagnostic::default()
    }
}

/// Returns the page of a rule; `None` if its address is not a URL.
pub fn rule_page(base: &str, rule: &str) -> Option<CodeDescription> {
    let directory = base.trim_end_matches('/');
    let href = Url::parse(&format!("{directory}/{rule}.html")).ok()?;
    Some(CodeDescription { href })
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Hint => DiagnosticSeverity::HINT,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error => DiagnosticSeverity::ERROR,
    }
}

fn related_information(
    document: &Document,
    found: &DocumentFinding<'_>,
    uri: &Url,
    ranges: &mut RangeConverter<'_>,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let convert = |RelatedSpan { span, message }| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: ranges.range(span) },
        message: message.into_owned(),
    };
    let all: Vec<_> = related_spans(document, found).into_iter().map(convert).collect();
    (!all.is_empty()).then_some(all)
}

/// Converts the report of a reference to a hover.
pub fn hover(
    snapshot: &Snapshot,
    span: Span<InDocument>,
    report: &ReportText,
    capabilities: &ClientCapabilities,
) -> Hover {
    let body = capabilities.text_display.adapt(report.body());
    let (kind, value) = if capabilities.markdown_hover {
        (MarkupKind::Markdown, format!("**{}**\n\n{}", report.verdict, fenced(&body)))
    } else {
        (MarkupKind::PlainText, format!("{}\n\n{body}", report.verdict))
    };
    let range = Some(ranges(&snapshot.document, capabilities).range(span));
    Hover { contents: HoverContents::Markup(MarkupContent { kind, value }), range }
}

/// Converts a text in Markdown to a hover.
pub fn text_hover(
    snapshot: &Snapshot,
    span: Span<InDocument>,
    value: String,
    capabilities: &ClientCapabilities,
) -> Hover {
    let kind = if capabilities.markdown_hover { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let range = Some(ranges(&snapshot.document, capabilities).range(span));
    Hover { contents: HoverContents::Markup(MarkupContent { kind, value }), range }
}

/// Returns a code block of Markdown with `text`, whose fence is longer than any in the text.
fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}\n{fence}")
}

/// Converts targets to links. A target that a `Url` would rewrite is omitted.
pub fn document_links(
    snapshot: &Snapshot,
    targets: Vec<LinkTarget>,
    capabilities: &ClientCapabilities,
) -> Vec<DocumentLink> {
    let mut ranges = ranges(&snapshot.document, capabilities);
    let unchanged = |uri: &String| Url::parse(uri).ok().filter(|url| url.as_str() == uri);
    let convert = |link: LinkTarget| {
        let target = link.uris.iter().find_map(unchanged)?;
        let tooltip = link.tooltip().filter(|_| capabilities.link_tooltips);
        let tooltip = tooltip.map(|text| Escaper::PlainText.escape(&text));
        let range = ranges.range(link.span);
        // A client requests the line of an ID only for a link without a target.
        let (target, data) = if link.has_fragment {
            (None, Some(json!({"uri": &*snapshot.uri, "offset": link.span.start, "target": target})))
        } else {
            (Some(target), None)
        };
        Some(DocumentLink { range, target, tooltip, data })
    };
    targets.into_iter().filter_map(convert).collect()
}

/// Converts readable forms to hints after the references.
pub fn inlay_hints(snapshot: &Snapshot, forms: Vec<ReadableForm>, capabilities: &ClientCapabilities) -> Vec<InlayHint> {
    let mut ranges = ranges(&snapshot.document, capabilities);
    let convert = |form: ReadableForm| InlayHint {
        position: ranges.position(form.offset),
        label: InlayHintLabel::String(capabilities.text_display.adapt(form.text)),
        kind: None,
        text_edits: form.edit.map(|edit| vec![TextEdit { range: ranges.range(edit.span), new_text: edit.text }]),
        tooltip: Some(InlayHintTooltip::String("readable form; double-click to write it here".to_owned())),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    forms.into_iter().map(convert).collect()
}

/// Converts an inspected reference to the result of the command `iri.inspect`.
pub fn inspect_result(inspected: InspectedReference, capabilities: &ClientCapabilities) -> Value {
    let InspectedReference { report, forms } = inspected;
    let report = capabilities.text_display.adapt(report);
    json!({"report": report, "iri": forms.iri, "uri": forms.uri, "bidi": forms.bidi})
}

/// Returns the report of an inspected reference.
pub fn report_text(inspected: InspectedReference, capabilities: &ClientCapabilities) -> String {
    capabilities.text_display.adapt(inspected.report)
}

/// Converts actions to code actions, the answer to `params`.
pub fn code_actions(
    snapshot: &Snapshot,
    params: &CodeActionParams,
    actions: Vec<Action<'_>>,
    capabilities: &ClientCapabilities,
) -> Vec<CodeActionOrCommand> {
    let mut ranges = ranges(&snapshot.document, capabilities);
    let convert = |action: Action<'_>| {
        let resolved = action.resolves.iter().map(|found| diagnostic(found, &mut ranges));
        let resolved: Vec<Diagnostic> = resolved.map(|ours| as_sent(ours, &params.context)).collect();
        let command = match action.edit {
            ActionEdit::ShowRule(rule) => Some(Command {
                title: action.title.clone(),
                command: action::SHOW_RULE.to_owned(),
                arguments: Some(vec![Value::from(rule)]),
            }),
            _ => None,
        };
        let (edit, data) = match action.edit {
            ActionEdit::Deferred(deferred) => (None, Some(deferred_data(snapshot, deferred))),
            ActionEdit::ShowRule(_) => (None, None),
            edit => (Some(workspace_edit(snapshot, edit, capabilities)?), None),
        };
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: Escaper::PlainText.escape(&action.title),
            kind: Some(code_action_kind(action.kind)),
            diagnostics: (!resolved.is_empty()).then_some(resolved),
            is_preferred: action.is_preferred.then_some(true),
            edit,
            command,
            data,
            ..CodeAction::default()
        }))
    };
    actions.into_iter().filter_map(convert).collect()
}

/// Returns the diagnostic as the client sent it, if it did: a client compares it with its own.
fn as_sent(ours: Diagnostic, context: &CodeActionContext) -> Diagnostic {
    let sent = context.diagnostics.iter().find(|sent| sent.range == ours.range && sent.code == ours.code);
    sent.cloned().unwrap_or(ours)
}

/// Returns the data from which [`from_proto::deferred_edit`](super::from_proto::deferred_edit) restores an edit.
fn deferred_data(snapshot: &Snapshot, deferred: DeferredEdit) -> Value {
    let span = |span: Span<InDocument>| json!([span.start, span.end]);
    let edit = match deferred {
        DeferredEdit::Fix(finding, rule, number) => {
            json!({"kind": "fix", "span": span(finding), "rule": rule, "number": number})
        }
        DeferredEdit::Rewrite(offset, title) => json!({"kind": "rewrite", "offset": offset, "title": title}),
        DeferredEdit::FixValue(value) => json!({"kind": "fixValue", "span": span(value)}),
        DeferredEdit::FixSelection(selection) => json!({"kind": "fixSelection", "span": span(selection)}),
        DeferredEdit::FixRule(rule) => json!({"kind": "fixRule", "rule": rule}),
        DeferredEdit::SuppressHere(reference, rule) => {
            json!({"kind": "suppressHere", "span": span(reference), "rule": rule})
        }
        DeferredEdit::TurnOff(rule) => json!({"kind": "turnOff", "rule": rule}),
    };
    json!({"uri": &*snapshot.uri, "generation": snapshot.generation, "edit": edit})
}

/// Converts an edit of `snapshot` or of its configuration file; `None` if the path of that file has no URI, or if the
/// edit is deferred.
pub fn workspace_edit(
    snapshot: &Snapshot,
    edit: ActionEdit,
    capabilities: &ClientCapabilities,
) -> Option<WorkspaceEdit> {
    EditWriter { snapshot, capabilities }.workspace_edit(edit)
}

fn code_action_kind(kind: ActionKind) -> CodeActionKind {
    match kind {
        ActionKind::QuickFix => CodeActionKind::QUICKFIX,
        ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        ActionKind::FixAll => CodeActionKind::new(FIX_ALL),
    }
}

/// Writer of edits in the form that the client can apply.
/// Returns the URI of the file at `path`, as the server writes it.
pub fn url(path: &Path) -> Option<Url> {
    Url::parse(&file_uri_from_path(path)?).ok()
}

struct EditWriter<'w> {
    snapshot: &'w Snapshot,
    capabilities: &'w ClientCapabilities,
}

impl EditWriter<'_> {
    fn workspace_edit(&self, edit: ActionEdit) -> Option<WorkspaceEdit> {
        match edit {
            ActionEdit::Document(edits) => {
                let edits = self.text_edits(&self.snapshot.document, &edits);
                // A client that has a newer version rejects the edit.
                Some(self.versioned_edit(Url::parse(&self.snapshot.uri).ok()?, self.snapshot.version, edits, None))
            }
            ActionEdit::Config(target, edit) => {
                let uri = url(&target.path)?;
                let range = config_range(&target.text, edit.span, position_encoding(self.capabilities));
                let edits = vec![TextEdit { range, new_text: edit.text }];
                let created = target.is_new.then(|| create_file(uri.clone()));
                Some(self.versioned_edit(uri, None, edits, created))
            }
            ActionEdit::CreateFile(path) => {
                let operations = DocumentChanges::Operations(vec![create_file(url(&path)?)]);
                Some(WorkspaceEdit { document_changes: Some(operations), ..WorkspaceEdit::default() })
            }
            ActionEdit::Deferred(_) | ActionEdit::ShowRule(_) => None,
        }
    }

    fn versioned_edit(
        &self,
        uri: Url,
        version: Option<i32>,
        edits: Vec<TextEdit>,
        created: Option<DocumentChangeOperation>,
    ) -> WorkspaceEdit {
        if !self.capabilities.document_changes {
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

    fn text_edits(&self, document: &Document, edits: &[Edit<InDocument>]) -> Vec<TextEdit> {
        let mut ranges = ranges(document, self.capabilities);
        edits.iter().map(|edit| TextEdit { range: ranges.range(edit.span), new_text: edit.text.clone() }).collect()
    }
}

fn create_file(uri: Url) -> DocumentChangeOperation {
    let options = CreateFileOptions { overwrite: None, ignore_if_exists: Some(true) };
    DocumentChangeOperation::Op(ResourceOp::Create(CreateFile { uri, options: Some(options), annotation_id: None }))
}
