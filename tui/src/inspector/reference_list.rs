//! Several references without files: a list to choose from, each with its own text and undo history.

use iri_core::text::floor_char_boundary;
use iri_core::{CancelToken, Severity};

use crate::inspector::editor::Editor;
use crate::inspector::source_history::SourceHistory;
use crate::inspector::subject::Subject;

/// References without files. The one on screen is stored here when another one is chosen.
#[derive(Clone, Debug, Default)]
pub struct ReferenceList {
    /// References in the order of the input.
    pub items: Vec<Item>,
    /// Index of the one on screen.
    pub current: usize,
    /// Whether the references are printed on exit.
    pub prints_on_exit: bool,
}

/// A reference that is not on screen.
#[derive(Clone, Debug)]
pub struct Item {
    /// Text with its surroundings.
    pub subject: Subject,
    /// Text and undo history.
    pub editor: Editor,
    /// Sources of the texts in the history.
    pub sources: SourceHistory,
    /// Text at the start.
    pub first: String,
    /// State of the text that was copied or printed.
    pub taken: Option<u64>,
}

impl Item {
    /// Creates the item of a reference that was not edited.
    pub fn new(subject: Subject) -> Self {
        let editor = Editor::new(subject.text());
        let sources = SourceHistory::new(&editor, &subject);
        Self { first: subject.text().to_owned(), editor, sources, subject, taken: None }
    }

    /// Returns whether the text was edited, and neither copied nor printed since.
    pub fn is_unsaved(&self) -> bool {
        self.editor.text() != self.first && self.taken != Some(self.editor.state())
    }

    /// Returns the start of the text, as long as a line.
    pub fn line(&self) -> &str {
        let text = self.editor.text();
        &text[..floor_char_boundary(text, 300)]
    }

    /// Returns the highest severity of its findings.
    pub fn worst(&self) -> Option<Severity> {
        self.subject.inspect(&CancelToken::default(), |inspection| inspection.worst())
    }
}
