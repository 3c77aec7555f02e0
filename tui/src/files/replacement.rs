//! Replaces a text in references, which are chosen like fixes.
//!
//! ```text
//! old.example.org ─▶ new.example.org
//! <a href="http://old.example.org/q?a&amp;b"/>   decoded, replaced, and written as the document needs it
//! ```

use iri_core::rules::{Finding, Fix, Rule, Safety};
use iri_core::text::encoding::Encoding;
use iri_core::text::{Changes, Edit, InDocument};
use iri_core::xml::{DraftError, FixChoice, FixError, Fixer, Site};
use iri_core::{Document, Severity, Span};

use crate::files::file::File;

/// What a replacement is among the rules.
pub static REPLACE: Rule = Rule::of_program("replace");

/// A text that replaces another one.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// Text to replace, as decoded references contain it.
    pub old: String,
    /// New text.
    pub new: String,
    /// Encoding of the file.
    encoding: Encoding,
}

/// What the choices of a proposed change come from.
#[derive(Clone, Debug)]
pub enum ChangeSource {
    /// Fixes of findings.
    Fixes(Fixer),
    /// Replacement of a text.
    Replacement(Replacement),
}

impl ChangeSource {
    /// Sets the encoding of the file.
    pub fn with_encoding(self, encoding: Encoding) -> Self {
        match self {
            Self::Fixes(fixer) => Self::Fixes(fixer.with_encoding(encoding)),
            Self::Replacement(replacement) => Self::Replacement(Replacement { encoding, ..replacement }),
        }
    }

    /// Returns what applies the choices unless the document is signed.
    pub fn fixer(&self) -> Fixer {
        match self {
            Self::Fixes(fixer) => fixer.clone(),
            Self::Replacement(_) => Fixer::default(),
        }
    }

    /// Returns all choices in `document`.
    pub fn choices(&self, document: &Document) -> Vec<FixChoice> {
        match self {
            Self::Fixes(fixer) => fixer.choices(document, |_| true),
            Self::Replacement(replacement) => replacement.choices(document, document.sites()).0,
        }
    }

    /// Returns the changes that the chosen ones make.
    pub fn changes(&self, document: &Document, choices: &[FixChoice]) -> Result<Changes, FixError> {
        let edits = match self {
            Self::Fixes(fixer) => fixer.fix_chosen(document, choices)?.map_or_else(Vec::new, |fixed| fixed.edits),
            Self::Replacement(_) => {
                choices.iter().filter_map(FixChoice::fix).flat_map(|fix| fix.edits.iter().cloned()).collect()
            }
        };
        Ok(Changes::new(edits))
    }
}

impl Replacement {
    /// Creates it.
    pub const fn new(old: String, new: String) -> Self {
        Self { old, new, encoding: Encoding::Utf8 }
    }

    /// Returns the title.
    pub fn title(&self) -> String {
        format!("replace '{}' with '{}'", self.old, self.new)
    }

    /// Returns the choices in the rows of `file`, or in those that are `listed`, and why others are impossible.
    pub fn choices_in(&self, file: &File, listed: Option<&[usize]>) -> (Vec<FixChoice>, Option<String>) {
        let Some(document) = file.document() else { return Default::default() };
        let sites = document.sites().enumerate();
        let sites = sites.filter(|(row, _)| listed.is_none_or(|listed| listed.binary_search(row).is_ok()));
        let (choices, error) = self.choices(document, sites.map(|(_, site)| site));
        (
            choices,
            error.map(|(site, error)| {
                let at = document.line_column(site.start);
                format!("{}:{}:{}: {error}", file.name, at.line, at.column)
            }),
        )
    }

    /// Returns the choices at `sites`, in the order of the document, and the first one that is impossible.
    fn choices<'d>(
        &self,
        document: &Document,
        sites: impl Iterator<Item = Site<'d>>,
    ) -> (Vec<FixChoice>, Option<(Span<InDocument>, DraftError)>) {
        let (mut choices, mut error, mut end) = (Vec::new(), None, 0);
        for site in sites.filter(|site| site.value.contains(&self.old)) {
            // A list contains its items, and references from one entity share a span.
            match self.choice(document, &site) {
                Some(Ok(choice)) if site.span.start >= end => {
                    end = site.span.end;
                    choices.push(choice);
                }
                Some(Err(reason)) => _ = error.get_or_insert((site.span, reason)),
                _ => {}
            }
        }
        (choices, error)
    }

    fn choice(&self, document: &Document, site: &Site<'_>) -> Option<Result<FixChoice, DraftError>> {
        let mut draft = document.draft(site)?;
        let (value, old) = (draft.value(), draft.source().to_owned());
        let places: Vec<usize> = draft.text().match_indices(&self.old).map(|(start, _)| start).collect();
        // From the last on, so that the earlier ones stay where they are.
        for &start in places.iter().rev() {
            let edit = Edit { span: Span::new(start, start + self.old.len()), text: self.new.clone() };
            match draft.edited(&edit, self.encoding) {
                Ok((edited, _)) => draft = edited,
                Err(error) => return Some(Err(error)),
            }
        }
        let edit = Edit::smallest(&old, Span::new(0, old.len()), draft.source()).in_document(value);
        let fix = Fix { title: draft.text().to_owned().into(), safety: Safety::Suggested, edits: vec![edit] };
        let message = match places.len() {
            0 => return None,
            1 => self.title(),
            count => format!("{}, {count} times", self.title()),
        };
        let (rule, severity) = (&REPLACE, Severity::Hint);
        let finding = Finding { rule, severity, span: site.span, message: message.into(), fixes: vec![fix] };
        Some(Ok(FixChoice::new(site.span, finding)))
    }
}
