//! Suppressions of a rule: by a comment before the markup, by a comment for the file, in the configuration.

use iri_core::text::InDocument;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Config, Document, Edit, Site, Span};

use crate::analysis::action::{Action, ActionEdit, ActionKind};
use crate::analysis::findings::findings_in;
use crate::config::ConfigTarget;
use crate::demand::Demand;
use crate::encoding::document_head;

/// Length in bytes from which the text before the markup in its line is not examined: the comment is inserted inline.
const LONG_LINE: usize = 500;

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
        if let Some(edit) = here(document, &found.site, rule) {
            actions.push(action(format!("Suppress {rule} here"), ActionEdit::Document(vec![edit])));
        }
        actions
            .push(action(format!("Suppress {rule} in this file"), ActionEdit::Document(vec![in_file(document, rule)])));
        if let Some(target) = &target
            && let Some(edit) = Config::edit_to_turn_off(&target.text, rule)
        {
            actions.push(action(format!("Turn off {rule} in .iri.toml"), ActionEdit::Config(target.clone(), edit)));
        }
    }
    actions
}

/// Returns the insertion of a comment before the markup that contains `site`; `None` if the comment would not suppress
/// the rule or would change a reference.
fn here(document: &Document, site: &Site<'_>, rule: &str) -> Option<Edit<InDocument>> {
    let at = document.markup_of(site)?;
    let line = document.line(document.line_column(at).line);
    let indentation = Span::new(line.start, at);
    let before = if indentation.len() < LONG_LINE { document.slice(indentation) } else { "…".into() };
    let comment = format!("<!-- iri-ignore {rule} -->");
    let is_first = before.chars().all(|c| c == ' ' || c == '\t');
    let text = if is_first { format!("{comment}{}{before}", line_end(document)) } else { comment };

    let mut edited = document.clone();
    edited.edit(Span::empty(at), &text);
    let span = site.span.moved(text.len());
    let is_same = edited.site_at(span.start).is_some_and(|moved| (moved.span, moved.raw) == (span, site.raw));
    let is_suppressed =
        !findings_in(&edited, span).any(|found| found.site.span == span && found.finding.rule.name == rule);
    (is_same && is_suppressed).then(|| Edit { span: Span::empty(at), text })
}

/// Returns the insertion of a comment at the top, after the XML declaration.
fn in_file(document: &Document, rule: &str) -> Edit<InDocument> {
    let comment = format!("<!-- iri-ignore-file {rule} -->");
    let head = document_head(document);
    let mark = if head.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let declaration = head[mark..].strip_prefix("<?xml").filter(|rest| rest.starts_with([' ', '\t', '\r', '\n']));
    match declaration.and_then(|rest| rest.find("?>")) {
        Some(end) => {
            let at = mark + "<?xml".len() + end + "?>".len();
            Edit { span: Span::empty(at), text: format!("{}{comment}", line_end(document)) }
        }
        None => Edit { span: Span::empty(mark), text: format!("{comment}{}", line_end(document)) },
    }
}

/// Returns the line end of the first line.
fn line_end(document: &Document) -> &'static str {
    let end = document.line(1).end;
    let ending = document.slice(document.clamped(Span::new(end, end + 2)));
    match &*ending {
        "\r\n" => "\r\n",
        other if other.starts_with('\r') => "\r",
        _ => "\n",
    }
}
