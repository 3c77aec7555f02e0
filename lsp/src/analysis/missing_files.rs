//! Files that references name and that do not exist.

use iri_core::Document;
use iri_core::files::path_from_file_uri;
use iri_core::xml::document::DocumentFinding;

use crate::analysis::action::{Action, ActionEdit, ActionKind};

/// Returns the actions that create the files which references to missing targets name, one per file.
pub fn creations<'d>(document: &Document, findings: &[DocumentFinding<'d>]) -> Vec<Action<'d>> {
    let mut actions: Vec<Action<'d>> = Vec::new();
    for found in findings.iter().filter(|found| found.finding.rule.name == "missing-target") {
        let target = document.target_of(&found.site).and_then(|target| target.file);
        let Some(path) = target.and_then(|file| path_from_file_uri(&file)) else { continue };
        let is_file = path.file_name().is_some() && !found.site.reference().ends_with('/');
        let edit = ActionEdit::CreateFile(path.clone());
        if !is_file || actions.iter().any(|action| action.edit == edit) {
            continue;
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (title, resolves) = (format!("Create {name}"), vec![found.clone()]);
        actions.push(Action { title, kind: ActionKind::QuickFix, is_preferred: false, resolves, edit });
    }
    actions
}
