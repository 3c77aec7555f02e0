//! What can be done about the references at a place: fixes, other uri_map, silence.
//!
//! ```text
//! range, diagnostics ─▶ findings ─▶ fix by fix, this value, silence      quickfix
//!                       site ─────▶ other uri_map                      refactor.rewrite
//!                       document ─▶ all safe fixes at once               source.fixAll.iri
//! ```

mod fix;
mod ignore;
mod rewrite;

use iri_core::xml::document::DocumentFinding;
use iri_core::{Document, Edit, Span};

use crate::config::ConfigPlace;

/// Something that can be done.
#[derive(Clone, Debug)]
pub struct Action<'d> {
    /// What it does, in a few words.
    pub title: String,
    /// Which menu it belongs to.
    pub kind: Kind,
    /// Whether it may be done unasked.
    pub is_preferred: bool,
    /// What is gone when it is done.
    pub mends: Vec<DocumentFinding<'d>>,
    /// What changes.
    pub change: Change,
}

/// Which menu an action belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It answers a finding.
    QuickFix,
    /// It gives another spelling.
    Rewrite,
    /// It does all that may be done unasked.
    FixAll,
}

/// What an action changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The document.
    Document(Vec<Edit>),
    /// The configuration file.
    Config(ConfigPlace, Edit),
}

/// Which actions are asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Where.
    pub span: Span,
    /// What the client shows, by rule, where it is not the place itself.
    pub shown: Vec<(Span, String)>,
    /// Whether quick fixes are wanted.
    pub fixes: bool,
    /// Whether other uri_map are wanted.
    pub rewrites: bool,
    /// Whether all safe fixes at once are wanted: nobody gets them unasked.
    pub all: bool,
}

/// What can be done, the first thing first. `config` tells where a rule would be switched off.
pub fn actions<'d>(
    document: &'d Document,
    asked: &Asked,
    config: impl FnOnce() -> Option<ConfigPlace>,
) -> Vec<Action<'d>> {
    let mut actions = Vec::new();
    if asked.fixes {
        let findings = meant(document, asked);
        actions.extend(fix::each(document, &findings));
        actions.extend(fix::values(document, &findings));
        actions.extend(ignore::all(document, &findings, config));
    }
    if asked.rewrites {
        actions.extend(rewrite::all(document, asked.span));
    }
    if asked.all {
        actions.extend(fix::document(document));
    }
    actions
}

/// So many findings are answered at once: a menu of more helps nobody.
const MOST: usize = 50;

/// The findings at the place, and those that the client shows with it.
fn meant<'d>(document: &'d Document, asked: &Asked) -> Vec<DocumentFinding<'d>> {
    let mut all: Vec<DocumentFinding<'d>> = document.findings_in(asked.span).take(MOST).collect();
    for (span, rule) in asked.shown.iter().take(MOST) {
        let is_shown = |found: &DocumentFinding<'_>| found.finding.span == *span && found.finding.rule.name == rule;
        if !all.iter().any(is_shown) {
            all.extend(document.findings_in(*span).find(is_shown));
        }
    }
    all
}
