//! Attempts to fix a document.

use std::sync::Arc;

use crate::text::{Changes, Edit, InDocument, Span};
use crate::xml::Document;
use crate::xml::document::DocumentFinding;
use crate::xml::fix::chosen::{Chosen, Extent, ROUNDS, by_site};
use crate::xml::fix::fixer::{FixChoice, FixError, FixOutcome, FixedDocument, Fixer, join};
use crate::xml::fix::verification::{Outline, errors, first_invalid};

impl Fixer {
    /// Applies fixes to `document` until none is left; `None` if there is nothing to apply, or if it is cancelled.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use iri_core::xml::Fixer;
    /// use iri_core::{Document, Settings};
    ///
    /// let document = Document::parse("<a xml:base='x y'/>", Arc::new(Settings::default()));
    /// let fixed = Fixer::default().fix(&document)?.expect("a fix is applied");
    /// assert_eq!((fixed.fixed, fixed.document.text().as_str()), (1, "<a xml:base='x%20y'/>"));
    /// # Ok::<(), iri_core::xml::FixError>(())
    /// ```
    ///
    /// # Errors
    /// If the document is signed, or the result would differ outside the references, have other references, or more errors.
    pub fn fix(&self, document: &Document) -> Result<Option<FixedDocument>, FixError> {
        FixRun::new(self).apply_to(document)
    }

    /// Applies fixes like [`fix`](Self::fix) to a document that is not needed any more: its references and findings are freed
    /// before those of the fixed document are computed. The [text](Document::shared_text) can be kept.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use iri_core::xml::{FixOutcome, Fixer};
    /// use iri_core::{Document, Settings};
    ///
    /// let document = Document::parse("<a xml:base='x y'/>", Arc::new(Settings::default()));
    /// let before = document.shared_text();
    /// let FixOutcome::Fixed(fixed) = Fixer::default().fix_owned(document) else { panic!("a fix is applied") };
    /// assert_eq!((before.len(), fixed.document.len()), (19, 21));
    /// ```
    pub fn fix_owned(&self, document: Document) -> FixOutcome {
        FixRun::new(self).apply_to_owned(document)
    }

    /// Applies the chosen fixes to `document`. A fix may allow others: those of another rule are applied at the same reference
    /// as usual, and suggested ones too if a suggested one was chosen there.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use iri_core::xml::Fixer;
    /// use iri_core::{Document, Settings};
    ///
    /// let document = Document::parse("<a xml:base='x&#9;y'/>", Arc::new(Settings::default()));
    /// let fixer = Fixer::default();
    /// let mut choices = fixer.choices(&document, |_| true);
    /// choices[0].chosen = Some(1);
    /// let fixed = fixer.fix_chosen(&document, &choices)?.expect("a fix is applied");
    /// assert_eq!(fixed.document.text(), "<a xml:base='x%09y'/>");
    /// # Ok::<(), iri_core::xml::FixError>(())
    /// ```
    ///
    /// # Errors
    /// If the document is signed, or the result would differ outside the references, have other references, or more errors.
    pub fn fix_chosen(&self, document: &Document, choices: &[FixChoice]) -> Result<Option<FixedDocument>, FixError> {
        let mut run = FixRun::new(self);
        run.extent.only = Some(by_site(choices));
        run.apply_to(document)
    }
}

/// Attempts to fix a document, each of which leaves out more of the fixes than the last.
struct FixRun<'r> {
    fixer: &'r Fixer,
    /// Where fixes are applied in the original text.
    extent: Extent,
    /// Number of attempts that failed.
    failed: usize,
    /// Start of the invalid reference of the last attempt.
    last_invalid: Option<usize>,
}

/// Document that is not what it has to be.
struct InvalidDocument {
    /// Edits of the original text; in order and separate.
    edits: Vec<Edit<InDocument>>,
    /// Document after these edits.
    document: Document,
    /// Fixes that remain in it after the last round.
    remaining: Chosen,
}

impl<'r> FixRun<'r> {
    pub const fn new(fixer: &'r Fixer) -> Self {
        Self { fixer, extent: Extent::EVERYWHERE, failed: 0, last_invalid: None }
    }

    /// Applies fixes until none is left, or until they are not wanted any more.
    pub fn apply_to(mut self, document: &Document) -> Result<Option<FixedDocument>, FixError> {
        loop {
            let chosen = self.chosen(document, &self.extent);
            if self.fixer.cancel.is_cancelled() {
                return Ok(None);
            }
            if chosen.fixes == 0 {
                return if self.failed == 0 { Ok(None) } else { Err(FixError::Invalid) };
            }
            if let Some(refusal) = self.refusal(document, &chosen) {
                return Err(refusal);
            }
            match self.fixed(document.clone(), chosen) {
                Ok(fixed) => return Ok(fixed),
                Err(invalid) => self.skip(document, &invalid)?,
            }
        }
    }

    /// Applies fixes to a document that is freed before the result is analyzed.
    pub fn apply_to_owned(mut self, document: Document) -> FixOutcome {
        let (text, settings) = (document.shared_text(), Arc::clone(document.settings()));
        let mut document = document;
        loop {
            let chosen = self.chosen(&document, &self.extent);
            if chosen.fixes == 0 {
                let is_unchanged = self.failed == 0;
                return if is_unchanged {
                    FixOutcome::Unchanged(document)
                } else {
                    FixOutcome::Refused(FixError::Invalid)
                };
            }
            if let Some(refusal) = self.refusal(&document, &chosen) {
                return FixOutcome::Refused(refusal);
            }
            let invalid = match self.fixed(document, chosen) {
                Ok(fixed) => return fixed.map_or(FixOutcome::Refused(FixError::Invalid), FixOutcome::Fixed),
                Err(invalid) => invalid,
            };
            document = Document::parse(text.as_str(), Arc::clone(&settings));
            if let Err(error) = self.skip(&document, &invalid) {
                return FixOutcome::Refused(error);
            }
        }
    }

    /// Returns why `chosen` is not applied. Each further attempt applies less.
    fn refusal(&self, document: &Document, chosen: &Chosen) -> Option<FixError> {
        let spans = chosen.edits.values().map(|edit| edit.span);
        if self.failed == 0 { self.fixer.refusal(document, spans) } else { None }
    }

    /// Chooses from all findings of `document`, as long as the fixes are wanted.
    fn chosen(&self, document: &Document, extent: &Extent) -> Chosen {
        // The fixes of missing targets are only suggested.
        let is_missing_fixed = self.fixer.applies_suggested || extent.only.is_some();
        let missing = if is_missing_fixed { document.related_findings(&self.fixer.cancel) } else { Vec::new() };
        self.chosen_of(document.findings().chain(missing), extent)
    }

    fn chosen_of<'d>(&self, findings: impl Iterator<Item = DocumentFinding<'d>>, extent: &Extent) -> Chosen {
        Chosen::new(findings.take_while(|_| !self.fixer.cancel.is_cancelled()), self.fixer, extent)
    }

    /// Applies `chosen` to `now`, then the fixes that this allows, and so on; `None` if the fixes are not wanted any more.
    fn fixed(&self, mut now: Document, mut chosen: Chosen) -> Result<Option<FixedDocument>, Box<InvalidDocument>> {
        let mut changes = Changes::default();
        let errors_before = errors(&now);
        let mut extent = self.extent.clone();
        let mut fixed = 0;
        for _ in 0..ROUNDS {
            fixed += chosen.fixes;
            let round = Changes::new(chosen.edits.into_values().collect());
            let moves = round.moves();
            let expected = Outline::after(&now, round.edits(), &moves);
            extent.follow(&moves);
            now = now.into_edited(round.edits());
            changes = if changes.is_empty() { round } else { changes.then(&round) };
            if !expected.accepts(&now) {
                return Err(Box::new(InvalidDocument {
                    edits: changes.into_edits(),
                    document: now,
                    remaining: Chosen::default(),
                }));
            }
            chosen = self.chosen(&now, &extent);
            if self.fixer.cancel.is_cancelled() {
                return Ok(None);
            }
            if chosen.fixes == 0 {
                break;
            }
        }
        let remaining = self.chosen_of(now.findings(), &extent);
        if errors(&now) > errors_before || remaining.fixes > 0 {
            return Err(Box::new(InvalidDocument { edits: changes.into_edits(), document: now, remaining }));
        }
        Ok(Some(FixedDocument {
            edits: changes.into_edits(),
            document: now,
            fixed,
            skipped: self.extent.skipped.clone(),
        }))
    }

    /// Leaves out the fixes of `original` that are the likely reason why the result is `invalid`. After some attempts, it
    /// leaves out all that follow too.
    ///
    /// # Errors
    /// If no fix is left that could be the reason.
    fn skip(&mut self, original: &Document, invalid: &InvalidDocument) -> Result<(), FixError> {
        /// Maximum number of attempts that leave out as little as possible.
        const ATTEMPTS: usize = 64;
        /// Maximum number of bytes that these parse.
        const BYTES: usize = 16 << 20;
        let edits = &invalid.edits;
        let is_fixable = |span| invalid.remaining.has_edits_in(span);
        let site = first_invalid(original, edits, &invalid.document, is_fixable);
        let site = site.unwrap_or_else(|| Span::empty(original.len()));
        let first = edits.partition_point(|edit| edit.span.end < site.start);
        let next = edits.partition_point(|edit| edit.span.start <= site.end).max(first);
        // The fixes of the reference itself; or that before it; or, if that was not the reason, also that after it.
        let is_own = first < next;
        let is_repeated = self.last_invalid.replace(site.start) == Some(site.start);
        let before = usize::from(!is_own);
        let after = usize::from(!is_own && (is_repeated || first == 0));
        self.failed += 1;
        let attempts = ATTEMPTS.min(BYTES / original.len().max(1));
        let skipped = match self.failed.checked_sub(attempts) {
            None => first.saturating_sub(before)..(next + after).min(edits.len()),
            // What precedes is valid, unless the reason is further away.
            Some(excess) => {
                let before = before.max((1 << excess.min(32)) - 1);
                first.saturating_sub(before)..edits.len()
            }
        };
        let skipped = &edits[skipped];
        if skipped.is_empty() {
            return Err(FixError::Invalid);
        }
        self.extent.skip(skipped.iter().map(|edit| {
            let sites = original.sites_in(edit.span).map(|site| site.span);
            let around = sites.filter(|site| site.start <= edit.span.start && edit.span.end <= site.end);
            around.fold(edit.span, join)
        }));
        Ok(())
    }
}
