//! Actions: what they change, and which ones a client requests.

use iri_core::text::{InConfig, InDocument};
use iri_core::xml::document::DocumentFinding;
use iri_core::{Edit, Span};

use crate::config::ConfigTarget;

/// Something that the user can do about references.
#[derive(Clone, Debug)]
pub struct Action<'d> {
    /// What it does, in a few words.
    pub title: String,
    /// Which menu it belongs to.
    pub kind: ActionKind,
    /// Whether an editor may apply it without a choice of the user.
    pub is_preferred: bool,
    /// The findings that it resolves.
    pub resolves: Vec<DocumentFinding<'d>>,
    /// What it changes.
    pub edit: ActionEdit,
}

/// Which menu an action belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// It resolves a finding.
    QuickFix,
    /// It writes a reference in another form.
    Rewrite,
    /// It applies all safe fixes.
    FixAll,
}

/// What an action changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionEdit {
    /// The document.
    Document(Vec<Edit<InDocument>>),
    /// The configuration file.
    Config(ConfigTarget, Edit<InConfig>),
}

/// Which actions a client requests.
#[derive(Clone, Debug, Default)]
pub struct ActionRequest {
    /// Where.
    pub span: Span<InDocument>,
    /// The diagnostics that the client sent, by rule, which may be elsewhere.
    pub diagnostics: Vec<(Span<InDocument>, String)>,
    /// Whether quick fixes are requested.
    pub fixes: bool,
    /// Whether rewrites are requested.
    pub rewrites: bool,
    /// Whether all safe fixes at once are requested, by the name of their kind.
    pub fix_all: bool,
}

/// `title` with an uppercase first letter, as menus have it.
pub fn capitalized(title: &str) -> String {
    let mut rest = title.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
