//! What could be mended at once, shown before it is done.

use iri_core::Severity;
use iri_core::rules::Rule;
use iri_core::text::Edit;
use iri_core::xml::FixOptions;
use iri_core::xml::apply_fixes;

use super::Documents;
use super::changes::{Change, Part};

/// What could be done, and is not done yet.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// What it is.
    pub what: String,
    /// How many findings it mends.
    pub fixed: usize,
    /// What it could not be done for; messages.
    pub left: Vec<String>,
    parts: Vec<Part>,
}

impl Proposal {
    /// How many files it changes.
    pub fn files(&self) -> usize {
        self.parts.len()
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The edits of each file.
    pub fn edits(&self) -> impl Iterator<Item = (usize, &[Edit])> {
        self.parts.iter().map(|part| (part.file, part.edits.as_slice()))
    }
}

/// What is mended at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The file of the selected reference.
    File,
    /// Every file.
    All,
}

impl Documents {
    /// What mending all of one rule, or everything that is safe, would do.
    pub fn propose(&mut self, rule: Option<&'static Rule>, scope: Scope) -> Proposal {
        let what = rule.map_or_else(|| "all safe fixes".to_owned(), |rule| format!("all safe fixes of {}", rule.name));
        let mut proposal = Proposal { what, fixed: 0, left: Vec::new(), parts: Vec::new() };
        let files = match (scope, self.at()) {
            (Scope::File, Some(at)) => at.file as usize..at.file as usize + 1,
            (Scope::File, None) => 0..0,
            (Scope::All, _) => 0..self.files.len(),
        };
        let opener = self.opener();
        for number in files {
            let file = &mut self.files[number];
            if file.rows.iter().all(|row| row.worst.is_none()) {
                continue;
            }
            let encoding = file.form.encoding;
            let mending = FixOptions { least: Severity::Hint, is_suggested_taken: false, rule, encoding };
            let was_open = file.document().is_some();
            let mended = file.open(&opener).map(|document| apply_fixes(document, &mending));
            match mended {
                Ok(Ok(Some(_))) if !file.is_fixable => {
                    proposal.left.push(format!("{}: it or its configuration has problems", file.name));
                }
                Ok(Ok(Some(mended))) => {
                    proposal.fixed += mended.fixed;
                    proposal.parts.push(Part { file: number, edits: mended.edits });
                    continue;
                }
                Ok(Ok(None)) => {}
                Ok(Err(_)) => {
                    proposal.left.push(format!("{}: its fixes would change more than its references", file.name));
                }
                Err(message) => proposal.left.push(message),
            }
            if !was_open {
                file.close();
            }
        }
        proposal
    }

    /// Does what was proposed.
    pub fn accept(&mut self, proposal: Proposal) {
        self.apply(Change { what: proposal.what, parts: proposal.parts });
    }
}
