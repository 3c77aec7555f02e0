//! Actions: what they change, and which ones a client requests.

use std::path::PathBuf;

use iri_core::text::{InConfig, InDocument};
use iri_core::workspace::ConfigTarget;
use iri_core::xml::document::DocumentFinding;
use iri_core::{Edit, Span};

/// Name of the command that shows the page of a rule.
pub const SHOW_RULE: &str = "iri.showRule";

/// Change that the server offers to the user.
#[derive(Clone, Debug)]
pub struct Action<'d> {
    /// Title in menus.
    pub title: String,
    /// Menu that it appears in.
    pub kind: ActionKind,
    /// Whether an editor may apply it without a choice of the user.
    pub is_preferred: bool,
    /// Findings that it resolves.
    pub resolves: Vec<DocumentFinding<'d>>,
    /// Changes that it makes.
    pub edit: ActionEdit,
}

/// Menu that an action appears in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Action that resolves a finding.
    QuickFix,
    /// Action that rewrites a reference in another form.
    Rewrite,
    /// Action that applies all safe fixes.
    FixAll,
}

/// Changes that an action makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionEdit {
    /// Edits of the document.
    Document(Vec<Edit<InDocument>>),
    /// Edit of the configuration file.
    Config(ConfigTarget, Edit<InConfig>),
    /// Creation of an empty file.
    CreateFile(PathBuf),
    /// Edits that are computed when the user chooses the action.
    Deferred(DeferredEdit),
    /// None: the client shows the page of a rule.
    ShowRule(&'static str),
}

/// Edits that take time for a whole value or file. A menu of actions does not contain them: it appears at every move of
/// the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeferredEdit {
    /// Fix of the finding of a rule at a span, by its position among the fixes.
    Fix(Span<InDocument>, String, usize),
    /// Rewrite of the reference at an offset, by its title.
    Rewrite(usize, String),
    /// All safe fixes of the value at a span.
    FixValue(Span<InDocument>),
    /// All safe fixes of the references in a span.
    FixSelection(Span<InDocument>),
    /// All safe fixes of a rule in the document.
    FixRule(String),
    /// Comment before the markup of the reference at a span that suppresses a rule.
    SuppressHere(Span<InDocument>, String),
    /// Entry of a rule in the configuration file.
    TurnOff(String),
}

impl Action<'_> {
    /// Returns whether it changes the document.
    pub fn changes_document(&self) -> bool {
        match &self.edit {
            ActionEdit::Document(_) => true,
            ActionEdit::Deferred(deferred) => !matches!(deferred, DeferredEdit::TurnOff(_)),
            ActionEdit::Config(..) | ActionEdit::CreateFile(_) | ActionEdit::ShowRule(_) => false,
        }
    }
}

impl ActionEdit {
    /// Returns the edit, or `deferred` if it is too long for a menu.
    pub fn or_deferred(self, deferred: impl FnOnce() -> DeferredEdit) -> Self {
        /// Maximum number of edits in a menu, and length in bytes of their texts.
        const LIMITS: (usize, usize) = (100, 4_096);
        match &self {
            Self::Document(edits)
                if edits.len() > LIMITS.0 || edits.iter().map(|edit| edit.text.len()).sum::<usize>() > LIMITS.1 =>
            {
                Self::Deferred(deferred())
            }
            _ => self,
        }
    }
}

/// Actions that a client requests.
#[derive(Clone, Debug, Default)]
pub struct ActionRequest {
    /// Range of the request.
    pub span: Span<InDocument>,
    /// Diagnostics that the client sent, as range and rule; they may be outside `span`.
    pub diagnostics: Vec<(Span<InDocument>, String)>,
    /// Whether quick fixes are requested.
    pub fixes: bool,
    /// Whether rewrites are requested.
    pub rewrites: bool,
    /// Whether the client requested the action that applies all safe fixes, by its kind.
    pub fix_all: bool,
}

/// Returns `title` with an uppercase first letter for a menu.
pub fn capitalized(title: &str) -> String {
    let mut rest = title.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
