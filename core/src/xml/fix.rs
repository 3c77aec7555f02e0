//! Application of fixes to a document until none is left, and verification of the result against the original document.
//!
//! ```text
//! document ─▶ whole fixes, apart from one another ─▶ text ─▶ document ─▶ … ─▶ edits of the first text
//!              └──────────── again, while there are any ─────────┘
//! ```
//!
//! If the result is not valid, the fixes around the first reference that is not as it should be are left out, and all
//! starts again with the original document.

mod verification;

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fmt;
use std::hash::RandomState;
use std::sync::Arc;

use crate::rules::Rule;
use crate::rules::{Finding, Fix, Safety, Severity};
use crate::text::encoding::Encoding;
use crate::text::{Changes, Edit, InDocument, Moves, Span};
use crate::xml::document::DocumentFinding;
use crate::xml::signature::signed_spans;
use crate::xml::{Document, ReferenceDraft, SiteKind, Syntax};
use verification::{errors, first_invalid, outline};

/// Selection of the fixes that are applied. The default applies the safe fixes of warnings and errors to a file in UTF-8.
///
/// ```
/// use iri_core::xml::FixOptions;
/// use iri_core::{Options, inspect};
///
/// let inspection = inspect("HTTP://h/a b", &Options::default());
/// let options = FixOptions::default();
/// let fixes = inspection.findings().iter().filter_map(|finding| options.fix_of(finding));
/// assert_eq!(fixes.map(|fix| &*fix.title).collect::<Vec<_>>(), ["encode SPACE as %20"]);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FixOptions {
    /// Findings below this severity keep their fixes: by default those below a warning, in every program.
    pub least: Severity,
    /// Whether suggested fixes are applied too, if they are the preferred fix of a finding.
    pub is_suggested_taken: bool,
    /// The only rule whose findings are fixed; `None` for all rules.
    pub rule: Option<&'static Rule>,
    /// Encoding of the file: a character that it cannot represent becomes a character reference.
    pub encoding: Encoding,
    /// Whether documents with an XML Signature are fixed, which makes the signature invalid.
    pub is_signed_fixed: bool,
}

/// Document in which fixes were applied.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FixedDocument {
    /// Edits of the original text; in order and separate.
    pub edits: Vec<Edit<InDocument>>,
    /// Fixed document.
    pub document: Document,
    /// Number of fixed findings.
    pub fixed: usize,
    /// Spans of the original text in which no fix is applied, because the result would not be valid; in order and
    /// separate.
    pub skipped: Vec<Span<InDocument>>,
}

impl FixedDocument {
    /// Returns whether no fix is applied at `span` of the original text, although a finding there has one.
    pub fn is_skipped(&self, span: Span<InDocument>) -> bool {
        touches(&self.skipped, span)
    }
}

/// Reason to apply no fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FixError {
    /// The fixed document would differ outside its references, have other references, or have more errors.
    Invalid,
    /// The document contains an XML Signature, which the fixes would make invalid.
    Signed,
}

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invalid => "fixes would change more than references",
            Self::Signed => "the document contains an XML Signature (check --fix-signed)",
        })
    }
}

impl Error for FixError {}

/// Maximum number of rounds. Few fixes allow new ones: what remains after these rounds is a cycle.
const ROUNDS: usize = 8;

impl Default for FixOptions {
    fn default() -> Self {
        Self {
            least: Severity::Warning,
            is_suggested_taken: false,
            rule: None,
            encoding: Encoding::Utf8,
            is_signed_fixed: false,
        }
    }
}

impl FixOptions {
    /// Sets the least severity of a finding whose fix is applied.
    #[must_use]
    pub fn with_least(self, least: Severity) -> Self {
        Self { least, ..self }
    }

    /// Sets whether the preferred fix of a finding is applied even if it is only suggested.
    #[must_use]
    pub fn with_suggested(self, is_suggested_taken: bool) -> Self {
        Self { is_suggested_taken, ..self }
    }

    /// Sets the only rule whose fixes are applied.
    #[must_use]
    pub fn with_rule(self, rule: &'static Rule) -> Self {
        Self { rule: Some(rule), ..self }
    }

    /// Sets the encoding of the file.
    #[must_use]
    pub fn with_encoding(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// Sets whether documents with an XML Signature are fixed.
    #[must_use]
    pub fn with_signed(self, is_signed_fixed: bool) -> Self {
        Self { is_signed_fixed, ..self }
    }

    /// Returns why edits at `spans` of `document` are not made unless a person chooses each of them.
    pub fn refusal(&self, document: &Document, spans: impl IntoIterator<Item = Span<InDocument>>) -> Option<FixError> {
        if self.is_signed_fixed || document.settings().syntax != Syntax::Xml {
            return None;
        }
        let signed = signed_spans(&document.shared_text());
        spans.into_iter().any(|span| touches(&signed, span)).then_some(FixError::Signed)
    }

    /// Returns the fix of `finding` that is applied, if any.
    pub fn fix_of<'f, S>(&self, finding: &'f Finding<S>) -> Option<&'f Fix<S>> {
        let preferred = if self.is_suggested_taken { finding.fixes.first() } else { finding.safe_fix() };
        let matches = self.rule.is_none_or(|rule| finding.rule == rule);
        preferred.filter(|_| matches && finding.severity >= self.least)
    }
}

/// Applies fixes to `document` until none is left; `None` if nothing can be applied.
///
/// ```
/// use std::sync::Arc;
/// use iri_core::xml::{FixOptions, apply_fixes};
/// use iri_core::{Document, Settings};
///
/// let document = Document::parse("<a xml:base='x y'/>", Arc::new(Settings::default()));
/// let fixed = apply_fixes(&document, &FixOptions::default())?.expect("a fix is applied");
/// assert_eq!((fixed.fixed, fixed.document.text().as_str()), (1, "<a xml:base='x%20y'/>"));
/// # Ok::<(), iri_core::xml::FixError>(())
/// ```
///
/// # Errors
/// If the document is signed, or the result would differ outside the references, have other references, or more errors.
pub fn apply_fixes(document: &Document, options: &FixOptions) -> Result<Option<FixedDocument>, FixError> {
    apply_fixes_cancellable(document, options, || true)
}

/// Choice of a fix for the findings of a rule at a reference.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FixChoice {
    /// Reference, or comment of a suppression.
    pub site: Span<InDocument>,
    /// First finding.
    pub finding: Finding<InDocument>,
    /// Number of the fix that is applied, of each finding; `None` for no fix.
    pub chosen: Option<usize>,
}

impl FixChoice {
    /// Returns the chosen fix.
    pub fn fix(&self) -> Option<&Fix<InDocument>> {
        self.finding.fixes.get(self.chosen?)
    }
}

/// Returns what can be chosen for those findings of `document` for which `matches` returns true, in the order of the
/// references. The fixes that `options` apply are chosen.
pub fn fix_choices(
    document: &Document,
    options: &FixOptions,
    matches: impl Fn(&DocumentFinding<'_>) -> bool,
) -> Vec<FixChoice> {
    let all = document.findings().chain(document.missing_targets(|| true));
    let matches = |found: &DocumentFinding<'_>| {
        let finding = &found.finding;
        let is_of_rule = options.rule.is_none_or(|rule| rule == finding.rule);
        !finding.fixes.is_empty() && finding.severity >= options.least && is_of_rule && matches(found)
    };
    let mut choices: Vec<FixChoice> = all
        .filter(matches)
        .map(|found| FixChoice {
            site: found.site.span,
            chosen: options.fix_of(&found.finding).map(|_| 0),
            finding: found.finding,
        })
        .collect();
    // A list precedes its items.
    choices.sort_by_key(|choice| (choice.site.start, std::cmp::Reverse(choice.site.end)));
    let mut known = HashSet::new();
    choices.retain(|choice| known.insert((choice.site, choice.finding.rule.name)));
    choices
}

/// Applies the chosen fixes to `document`. A fix may allow others: those of another rule are applied at the same reference
/// as `options` apply them, and suggested ones too if a suggested one was chosen there.
///
/// ```
/// use std::sync::Arc;
/// use iri_core::xml::{FixOptions, apply_chosen_fixes, fix_choices};
/// use iri_core::{Document, Settings};
///
/// let document = Document::parse("<a xml:base='x&#9;y'/>", Arc::new(Settings::default()));
/// let options = FixOptions::default();
/// let mut choices = fix_choices(&document, &options, |_| true);
/// choices[0].chosen = Some(1);
/// let fixed = apply_chosen_fixes(&document, &options, &choices)?.expect("a fix is applied");
/// assert_eq!(fixed.document.text(), "<a xml:base='x%09y'/>");
/// # Ok::<(), iri_core::xml::FixError>(())
/// ```
///
/// # Errors
/// If the document is signed, or the result would differ outside the references, have other references, or more errors.
pub fn apply_chosen_fixes(
    document: &Document,
    options: &FixOptions,
    choices: &[FixChoice],
) -> Result<Option<FixedDocument>, FixError> {
    let mut run = FixRun::new(options, &|| true);
    run.extent.only = Some(by_site(choices));
    run.apply_to(document)
}

/// Returns the choices by reference, of those at which something is chosen.
fn by_site(choices: &[FixChoice]) -> Vec<SiteChoices> {
    let mut sites: Vec<SiteChoices> = Vec::new();
    for choice in choices {
        // A list and its items are one.
        let is_within = |last: &SiteChoices| choice.site.start < last.span.end || choice.site == last.span;
        if !sites.last().is_some_and(is_within) {
            sites.push(SiteChoices { span: choice.site, choices: Vec::new(), is_suggested: false });
        }
        let Some(site) = sites.last_mut() else { continue };
        site.span = join(site.span, choice.site);
        site.is_suggested |= choice.fix().is_some_and(|fix| fix.safety != Safety::Safe);
        site.choices.push(RuleChoice {
            site: choice.site,
            rule: choice.finding.rule,
            number: choice.fix().and(choice.chosen),
        });
    }
    sites.retain(|site| site.choices.iter().any(|choice| choice.number.is_some()));
    sites
}

/// Applies fixes to `document` as [`apply_fixes`] does; `None` also if `is_wanted`, which is called for each finding,
/// returns false.
///
/// # Errors
/// If the document is signed, or the result would differ outside the references, have other references, or more errors.
pub fn apply_fixes_cancellable(
    document: &Document,
    options: &FixOptions,
    is_wanted: impl Fn() -> bool,
) -> Result<Option<FixedDocument>, FixError> {
    FixRun::new(options, &is_wanted).apply_to(document)
}

/// Result of [`into_fixed`].
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // there is one per document
pub enum FixOutcome {
    /// There is nothing to apply: the document, as it was.
    Unchanged(Document),
    /// The fixed document.
    Fixed(FixedDocument),
    /// No fix is applied.
    Refused(FixError),
}

/// Applies fixes like [`apply_fixes`] to a document that is not needed any more: its references and findings are freed
/// before those of the fixed document are computed. The [text](Document::shared_text) can be kept.
///
/// ```
/// use std::sync::Arc;
/// use iri_core::xml::{FixOptions, FixOutcome, into_fixed};
/// use iri_core::{Document, Settings};
///
/// let document = Document::parse("<a xml:base='x y'/>", Arc::new(Settings::default()));
/// let before = document.shared_text();
/// let FixOutcome::Fixed(fixed) = into_fixed(document, &FixOptions::default()) else { panic!("a fix is applied") };
/// assert_eq!((before.len(), fixed.document.len()), (19, 21));
/// ```
pub fn into_fixed(document: Document, options: &FixOptions) -> FixOutcome {
    let mut run = FixRun::new(options, &|| true);
    let (text, settings) = (document.shared_text(), Arc::clone(document.settings()));
    let mut document = document;
    loop {
        let chosen = run.chosen(&document, &run.extent);
        if chosen.fixes == 0 {
            let is_unchanged = run.failed == 0;
            return if is_unchanged { FixOutcome::Unchanged(document) } else { FixOutcome::Refused(FixError::Invalid) };
        }
        if let Some(refusal) = run.refusal(&document, &chosen) {
            return FixOutcome::Refused(refusal);
        }
        let invalid = match run.fixed(document, chosen) {
            Ok(fixed) => return fixed.map_or(FixOutcome::Refused(FixError::Invalid), FixOutcome::Fixed),
            Err(invalid) => invalid,
        };
        document = Document::parse(text.as_str(), Arc::clone(&settings));
        if let Err(error) = run.skip(&document, &invalid) {
            return FixOutcome::Refused(error);
        }
    }
}

/// Attempts to fix a document, each of which leaves out more of the fixes than the last.
struct FixRun<'r> {
    options: &'r FixOptions,
    is_wanted: &'r dyn Fn() -> bool,
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
    const fn new(options: &'r FixOptions, is_wanted: &'r dyn Fn() -> bool) -> Self {
        Self { options, is_wanted, extent: Extent::EVERYWHERE, failed: 0, last_invalid: None }
    }

    /// Applies fixes until none is left, or until they are not wanted any more.
    fn apply_to(mut self, document: &Document) -> Result<Option<FixedDocument>, FixError> {
        loop {
            let chosen = self.chosen(document, &self.extent);
            if !(self.is_wanted)() {
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

    /// Returns why `chosen` is not applied. Each further attempt applies less.
    fn refusal(&self, document: &Document, chosen: &Chosen) -> Option<FixError> {
        let spans = chosen.edits.values().map(|edit| edit.span);
        if self.failed == 0 { self.options.refusal(document, spans) } else { None }
    }

    /// Chooses from all findings of `document`, as long as the fixes are wanted.
    fn chosen(&self, document: &Document, extent: &Extent) -> Chosen {
        // The fixes of missing targets are only suggested.
        let is_missing_fixed = self.options.is_suggested_taken || extent.only.is_some();
        let missing = if is_missing_fixed { document.missing_targets(self.is_wanted) } else { Vec::new() };
        self.chosen_of(document.findings().chain(missing), extent)
    }

    fn chosen_of<'d>(&self, findings: impl Iterator<Item = DocumentFinding<'d>>, extent: &Extent) -> Chosen {
        Chosen::new(findings.take_while(|_| (self.is_wanted)()), self.options, extent)
    }

    /// Applies `chosen` to `now`, then the fixes that this allows, and so on; `None` if the fixes are not wanted any more.
    fn fixed(&self, mut now: Document, mut chosen: Chosen) -> Result<Option<FixedDocument>, Box<InvalidDocument>> {
        let mut changes = Changes::default();
        let errors_before = errors(&now);
        let hasher = RandomState::new();
        let mut extent = self.extent.clone();
        let mut fixed = 0;
        for _ in 0..ROUNDS {
            fixed += chosen.fixes;
            let round = Changes::new(chosen.edits.into_values().collect());
            let moves = round.moves();
            let expected = outline(&now, &hasher, |span| moves.moved(span));
            extent.follow(&moves);
            now = now.into_edited(round.edits());
            changes = if changes.is_empty() { round } else { changes.then(&round) };
            if outline(&now, &hasher, |span| span) != expected {
                return Err(Box::new(InvalidDocument {
                    edits: changes.into_edits(),
                    document: now,
                    remaining: Chosen::default(),
                }));
            }
            chosen = self.chosen(&now, &extent);
            if !(self.is_wanted)() {
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

/// Fixes that a person chose for a reference, or for a list and its items.
#[derive(Clone)]
struct SiteChoices {
    span: Span<InDocument>,
    choices: Vec<RuleChoice>,
    /// Whether one of the chosen fixes is only suggested.
    is_suggested: bool,
}

/// Fix that a person chose for the findings of a rule at a reference.
#[derive(Clone)]
struct RuleChoice {
    site: Span<InDocument>,
    rule: &'static Rule,
    /// Number of the fix; `None` for no fix.
    number: Option<usize>,
}

/// Where fixes are applied; the spans are in order and separate.
#[derive(Clone)]
struct Extent {
    /// References that are fixed, and how; `None` for everything.
    only: Option<Vec<SiteChoices>>,
    /// What is left as it is.
    skipped: Vec<Span<InDocument>>,
}

impl Extent {
    const EVERYWHERE: Self = Self { only: None, skipped: Vec::new() };

    fn allows(&self, edit: Span<InDocument>) -> bool {
        let matches = self.only.as_ref().is_none_or(|only| choices_at(only, edit).is_some());
        matches && !touches(&self.skipped, edit)
    }

    /// Returns the fix of `found` that is applied, if any.
    fn fix_of<'f>(&self, found: &'f DocumentFinding<'_>, options: &FixOptions) -> Option<&'f Fix<InDocument>> {
        let Some(only) = &self.only else { return options.fix_of(&found.finding) };
        let span = found.site.span;
        let site = choices_at(only, span)?;
        let is_own = |choice: &&RuleChoice| {
            choice.rule == found.finding.rule && choice.site.start <= span.start && span.end <= choice.site.end
        };
        match site.choices.iter().find(is_own) {
            Some(choice) => {
                let fixes = &found.finding.fixes;
                choice.number.and_then(|number| fixes.get(number).or(fixes.first()))
            }
            None => options.with_suggested(options.is_suggested_taken || site.is_suggested).fix_of(&found.finding),
        }
    }

    fn skip(&mut self, spans: impl IntoIterator<Item = Span<InDocument>>) {
        self.skipped.extend(spans);
        self.skipped.sort_unstable();
        self.skipped.dedup_by(|next, span| {
            let is_joined = next.start <= span.end;
            if is_joined {
                *span = join(*span, *next);
            }
            is_joined
        });
    }

    /// Moves it to the text after edits.
    fn follow(&mut self, moves: &Moves) {
        let sites = self.only.iter_mut().flatten();
        let of_sites =
            sites.flat_map(|site| site.choices.iter_mut().map(|choice| &mut choice.site).chain([&mut site.span]));
        for span in of_sites.chain(&mut self.skipped) {
            *span = moves.moved(*span);
        }
    }
}

/// Returns the choices for the reference that contains `span`.
fn choices_at(only: &[SiteChoices], span: Span<InDocument>) -> Option<&SiteChoices> {
    let before = only.partition_point(|site| site.span.start <= span.start).checked_sub(1)?;
    Some(&only[before]).filter(|site| span.end <= site.span.end)
}

/// Applies fixes to the single value at `value`, and returns their number; `None` if nothing can be applied, or if the
/// result is not valid. Takes time for the text around the value only.
pub fn apply_fixes_to_value(
    document: &Document,
    value: Span<InDocument>,
    options: &FixOptions,
) -> Option<(Edit<InDocument>, usize)> {
    apply_fixes_to_value_cancellable(document, value, options, || true)
}

/// Applies fixes to a value as [`apply_fixes_to_value`] does; `None` also if `is_wanted`, which is called for each finding,
/// returns false.
pub fn apply_fixes_to_value_cancellable(
    document: &Document,
    value: Span<InDocument>,
    options: &FixOptions,
    is_wanted: impl Fn() -> bool,
) -> Option<(Edit<InDocument>, usize)> {
    let mut now = document.clone();
    let (mut span, mut fixed) = (value, 0);
    for _ in 0..ROUNDS {
        let chosen = Chosen::new(findings_of(&now, span).take_while(|_| is_wanted()), options, &Extent::EVERYWHERE);
        if !is_wanted() {
            return None;
        }
        if chosen.fixes == 0 {
            break;
        }
        fixed += chosen.fixes;
        let source = now.slice(span).into_owned();
        let edits: Vec<_> = chosen.edits.into_values().map(|edit| edit.in_raw_value(span)).collect();
        let fixed_source = crate::text::apply_edits(&source, &edits);
        // One edit: each takes time for the whole value.
        let edit = Edit::smallest(&source, span, &fixed_source);
        now.edit(edit.span, &edit.text);
        span.end = span.start + fixed_source.len();
    }
    let errors = |document: &Document, value: Span<InDocument>| {
        findings_of(document, value).filter(|found| found.finding.severity == Severity::Error).count()
    };
    let is_valid = now.value_at(span.start) == Some(span)
        && errors(&now, span) <= errors(document, value)
        && Chosen::new(findings_of(&now, span), options, &Extent::EVERYWHERE).fixes == 0;
    (fixed > 0 && is_valid).then(|| (Edit::smallest(&document.slice(value), value, &now.slice(span)), fixed))
}

/// Applies fixes to one reference of `document`, which is `draft`. Returns the fixed draft and the number of fixed
/// findings; `None` if there is no fix to apply, or if the result is not what it has to be.
///
/// Costs what the text around the reference costs.
pub fn apply_fixes_to_draft(
    document: &Document,
    draft: &ReferenceDraft,
    options: &FixOptions,
) -> Option<(ReferenceDraft, usize)> {
    let chosen_of = |now: &Document, draft: &ReferenceDraft| {
        Chosen::new(
            findings_of(now, draft.span()).filter(|found| found.site.span == draft.span()),
            options,
            &Extent::EVERYWHERE,
        )
    };
    let errors = |now: &Document, draft: &ReferenceDraft| {
        findings_of(now, draft.span()).filter(|found| found.finding.severity == Severity::Error).count()
    };
    let before = document.with_draft(draft);
    let (mut now, mut fixed_draft, mut fixed) = (before.clone(), draft.clone(), 0);
    for _ in 0..ROUNDS {
        let chosen = chosen_of(&now, &fixed_draft);
        if chosen.fixes == 0 {
            break;
        }
        fixed += chosen.fixes;
        // From the last on, so that the earlier ones stay where they are.
        let changes: Vec<_> = chosen.edits.into_values().rev().map(|edit| edit.in_raw_value(draft.value())).collect();
        fixed_draft = fixed_draft.with_changes(&changes);
        now = document.with_draft(&fixed_draft);
    }
    let is_valid = draft.has_same_neighbors(&fixed_draft)
        && now.site_at(fixed_draft.span().start).is_some_and(|site| site.span == fixed_draft.span())
        && errors(&now, &fixed_draft) <= errors(&before, draft)
        && chosen_of(&now, &fixed_draft).fixes == 0;
    (fixed > 0 && is_valid).then_some((fixed_draft, fixed))
}

fn findings_of(document: &Document, value: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
    document.findings_in(value).filter(move |found| {
        let site = found.site.span;
        value.start <= site.start && site.end <= value.end
    })
}

/// Fixes that can be applied together.
#[derive(Default)]
struct Chosen {
    /// Edits by their start; of two at one offset the empty one precedes.
    edits: BTreeMap<(usize, usize), Edit<InDocument>>,
    fixes: usize,
}

impl Chosen {
    /// Chooses from `findings`.
    fn new<'d>(findings: impl Iterator<Item = DocumentFinding<'d>>, options: &FixOptions, extent: &Extent) -> Self {
        let mut chosen = Self::default();
        for found in findings {
            let Some(fix) = extent.fix_of(&found, options) else { continue };
            let Some(edits) = written(fix, &found, options.encoding) else { continue };
            if !edits.iter().all(|edit| extent.allows(edit.span)) {
                continue;
            }
            // A fix is applied whole, or in the next round if it overlaps another. One fix may resolve many findings.
            if edits.iter().all(|edit| chosen.has(edit)) {
                chosen.fixes += 1;
            } else if edits.iter().all(|edit| chosen.has_room(edit.span)) {
                chosen.fixes += 1;
                chosen.edits.extend(edits.into_iter().map(|edit| ((edit.span.start, edit.span.end), edit)));
            }
        }
        chosen
    }

    fn has(&self, edit: &Edit<InDocument>) -> bool {
        self.edits.get(&(edit.span.start, edit.span.end)) == Some(edit)
    }

    fn has_edits_in(&self, span: Span<InDocument>) -> bool {
        let next = self.edits.range((span.start, 0)..).next();
        next.is_some_and(|(_, edit)| edit.span.end <= span.end)
    }

    fn has_room(&self, span: Span<InDocument>) -> bool {
        let before = self.edits.range(..=(span.start, usize::MAX)).next_back();
        let after = self.edits.range((span.start, 0)..).next();
        let is_apart = |one: Span<_>, other: Span<_>| one.end <= other.start && one != other;
        before.is_none_or(|(_, edit)| is_apart(edit.span, span))
            && after.is_none_or(|(_, edit)| is_apart(span, edit.span))
    }
}

/// Returns the edits of `fix` in the encoding of the file; `None` if they exceed the reference, or if a character would
/// need a character reference where none is allowed.
pub fn written(
    fix: &Fix<InDocument>,
    found: &DocumentFinding<'_>,
    encoding: Encoding,
) -> Option<Vec<Edit<InDocument>>> {
    let site = found.site.span;
    let mut edits = fix.edits.clone();
    for edit in &mut edits {
        if edit.span.start < site.start || edit.span.end > site.end {
            return None;
        }
        if !encoding.can_represent(&edit.text) {
            edit.text = encoding.representable(&edit.text).into_owned();
            if found.site.kind != SiteKind::Attribute {
                return None;
            }
        }
    }
    Some(edits)
}

/// Returns the smallest span that contains both.
fn join(one: Span<InDocument>, other: Span<InDocument>) -> Span<InDocument> {
    Span::new(one.start.min(other.start), one.end.max(other.end))
}

/// Returns whether one of `spans`, which are in order and separate, touches `span`.
fn touches(spans: &[Span<InDocument>], span: Span<InDocument>) -> bool {
    let next = spans.partition_point(|other| other.end < span.start);
    spans.get(next).is_some_and(|other| other.start <= span.end)
}
