//! What the undo history of the editor means in the source: the same steps, as changes of the source.
//!
//! ```text
//!  texts of the editor     q\u{FFFD}z ── typing ──▶ aq\u{FFFD}z ── deletion ──▶ aqz
//!  the source              q&#xD800;z              aq&#xD800;z                aqz
//! ```
//!
//! The same text may have several sources, so an undo restores the source that the text had.

use iri_core::Edit;
use iri_core::text::{DecodeIssue, InRawValue};
use iri_core::xml::DraftError;

use crate::inspector::editor::Editor;
use crate::inspector::subject::{Fixed, Subject};

/// Sources of the texts that the editor can return to.
#[derive(Clone, Debug, Default)]
pub struct SourceHistory {
    /// Steps, one per text, in the order of the editor.
    steps: Vec<Step>,
    /// Index of the step of the text on screen.
    at: usize,
}

/// A text of the editor, and what led to it from the previous one.
#[derive(Clone, Debug)]
struct Step {
    /// Number of the text in the editor.
    state: u64,
    /// Changes of the source one after the other, each with its inverse.
    changes: Vec<(Edit<InRawValue>, Edit<InRawValue>)>,
    /// Reason why the document cannot contain the text.
    refusal: Option<DraftError>,
    /// Decode issues of the text, without a document.
    issues: Vec<DecodeIssue>,
}

impl SourceHistory {
    /// Starts with the text of `editor`.
    pub fn new(editor: &Editor, subject: &Subject) -> Self {
        let issues = subject.issues().to_vec();
        Self { steps: vec![Step { state: editor.state(), changes: Vec::new(), refusal: None, issues }], at: 0 }
    }

    /// Updates `subject` to the text of `editor`: typed, undone or redone. `edits` of the previous text produced it,
    /// in order and not overlapping.
    pub fn follow(&mut self, subject: &mut Subject, editor: &Editor, edits: &[Edit]) {
        if let Some(target) = self.steps.iter().position(|step| step.state == editor.state()) {
            return self.restore(subject, editor, target);
        }
        let before = subject.source().to_owned();
        let changes = subject.edit(editor.text(), edits);
        self.push(editor, with_inverses(before, changes), subject);
    }

    /// Updates `subject` to `fixed`, which is the text of `editor`.
    pub fn accept(&mut self, subject: &mut Subject, editor: &Editor, fixed: Fixed) {
        let before = subject.source().to_owned();
        let changes = subject.accept(fixed);
        self.push(editor, with_inverses(before, changes), subject);
    }

    fn restore(&mut self, subject: &mut Subject, editor: &Editor, target: usize) {
        let refusal = self.steps[target].refusal;
        if target < self.at {
            let undone = self.steps[target + 1..=self.at].iter().rev();
            let changes = undone.flat_map(|step| step.changes.iter().rev().map(|(_, inverse)| inverse));
            subject.restore(editor.text(), changes, refusal);
        } else if target > self.at {
            let redone = self.steps[self.at + 1..=target].iter();
            let changes = redone.flat_map(|step| step.changes.iter().map(|(change, _)| change));
            subject.restore(editor.text(), changes, refusal);
        }
        subject.set_issues(self.steps[target].issues.clone());
        self.at = target;
    }

    fn push(&mut self, editor: &Editor, changes: Vec<(Edit<InRawValue>, Edit<InRawValue>)>, subject: &Subject) {
        self.append(editor, changes, subject);
        // The editor forgets the oldest changes if they take too much memory.
        let oldest = self.steps.iter().position(|step| step.state == editor.oldest_state()).unwrap_or(0);
        self.steps.drain(..oldest);
        self.at -= oldest;
    }

    fn append(&mut self, editor: &Editor, changes: Vec<(Edit<InRawValue>, Edit<InRawValue>)>, subject: &Subject) {
        // What was undone can no longer be redone.
        self.steps.truncate(self.at + 1);
        let (state, refusal, issues) = (editor.state(), subject.refusal(), subject.issues().to_vec());
        let last = &mut self.steps[self.at];
        if editor.previous_state() == Some(last.state) || self.at == 0 {
            self.steps.push(Step { state, changes, refusal, issues });
            self.at += 1;
        } else {
            // Typing that the editor undoes together with what was typed before.
            last.changes.extend(changes);
            (last.state, last.refusal, last.issues) = (state, refusal, issues);
        }
    }
}

/// Returns `changes`, made one after the other from `source` on, each with its inverse.
fn with_inverses(mut source: String, changes: Vec<Edit<InRawValue>>) -> Vec<(Edit<InRawValue>, Edit<InRawValue>)> {
    let with_inverse = |change: Edit<InRawValue>| {
        let inverse = change.make(&mut source);
        (change, inverse)
    };
    changes.into_iter().map(with_inverse).collect()
}
