//! Findings as diagnostics.

use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Severity};
use serde_json::json;
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Url,
};

use super::Ranges;
use crate::abilities::Abilities;
use crate::diagnostics::{found, related};
use crate::documents::Snapshot;

/// What is wrong with the text, as the client shows it. Pages on the rules are below `documentation`.
pub fn diagnostics(snapshot: &Snapshot, abilities: &Abilities, documentation: Option<&str>) -> Vec<Diagnostic> {
    let (document, unit) = (&snapshot.document, super::code_unit(abilities));
    let mut ranges = Ranges::of(document, unit);
    let mut elsewhere = Ranges::of(document, unit);
    let uri = abilities.related_information.then(|| Url::parse(&snapshot.uri).ok()).flatten();
    let documentation = documentation.filter(|_| abilities.code_description);
    let one = |found: DocumentFinding<'_>| Diagnostic {
        code_description: documentation.and_then(|base| page(base, found.finding.rule.name)),
        related_information: uri.as_ref().and_then(|uri| information(document, &found, uri, &mut elsewhere)),
        ..diagnostic(&found, &mut ranges)
    };
    found(document).map(one).collect()
}

/// What is wrong, without what belongs to it elsewhere.
pub fn diagnostic(found: &DocumentFinding<'_>, ranges: &mut Ranges<'_>) -> Diagnostic {
    let finding = &found.finding;
    Diagnostic {
        range: ranges.range(finding.span),
        severity: Some(severity(finding.severity)),
        code: Some(NumberOrString::String(finding.rule.name.to_owned())),
        source: Some("iri".to_owned()),
        data: Some(json!({"rule": finding.rule.name, "group": finding.rule.group.name()})),
        message: finding.message.clone(),
        ..Diagnostic::default()
    }
}

/// The page on a rule, where its address is one that stays as it is.
fn page(base: &str, rule: &str) -> Option<CodeDescription> {
    let folder = base.trim_end_matches('/');
    let href = Url::parse(&format!("{folder}/{rule}.html")).ok()?;
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

fn information(
    document: &Document,
    found: &DocumentFinding<'_>,
    uri: &Url,
    ranges: &mut Ranges<'_>,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let one = |related: crate::diagnostics::Related| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: ranges.range(related.span) },
        message: related.message.to_owned(),
    };
    let all: Vec<_> = related(document, found).into_iter().map(one).collect();
    (!all.is_empty()).then_some(all)
}
