//! Application of fixes to a document until none is left, and verification of the result against the original document.
//!
//! ```text
//! document ─▶ whole fixes, apart from one another ─▶ text ─▶ document ─▶ … ─▶ edits of the first text
//!              └──────────── again, while there are any ─────────┘
//! ```

mod composed_edits;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::sync::Arc;

use crate::rules::Rule;
use crate::rules::{Finding, Fix, Severity};
use crate::text::encoding::Encoding;
use crate::text::{Edit, InDocument, Span};
use crate::xml::document::DocumentFinding;
use crate::xml::{Document, ReferenceDraft, Site, SiteKind};
pub use composed_edits::ComposedEdits;

/// Selection of the fixes that are applied. The default applies the safe fix of every finding to a file in UTF-8.
///
/// ```
/// use iri_core::xml::FixOptions;
/// use iri_core::{Options, Severity, inspect};
///
/// let inspection = inspect("HTTP://h/a b", &Options::default());
/// let options = FixOptions::default().with_least(Severity::Warning);
/// let fixes = inspection.findings().iter().filter_map(|finding| options.fix_of(finding));
/// assert_eq!(fixes.map(|fix| &*fix.title).collect::<Vec<_>>(), ["encode SPACE as %20"]);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FixOptions {
    /// Findings below this severity keep their fixes.
    pub least: Severity,
    /// Whether suggested fixes are applied too, if they are the preferred fix of a finding.
    pub is_suggested_taken: bool,
    /// The only rule whose findings are fixed; `None` for all rules.
    pub rule: Option<&'static Rule>,
    /// Encoding of the file: a character that it cannot represent becomes a character reference.
    pub encoding: Encoding,
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
}

/// Reason to apply no fix: the fixed document would differ outside its references, have other references, or have more
/// errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FixError;

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot apply the fixes: other parts of the document would change")
    }
}

impl Error for FixError {}

/// Maximum number of rounds. Few fixes allow new ones: what remains after these rounds is a cycle.
const ROUNDS: usize = 8;

impl Default for FixOptions {
    fn default() -> Self {
        Self { least: Severity::Hint, is_suggested_taken: false, rule: None, encoding: Encoding::Utf8 }
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

    /// Returns the fix of `finding` that is applied, if any.
    pub fn fix_of<'f, S>(&self, finding: &'f Finding<S>) -> Option<&'f Fix<S>> {
        let preferred = if self.is_suggested_taken { finding.fixes.first() } else { finding.safe_fix() };
        let is_meant = self.rule.is_none_or(|rule| finding.rule == rule);
        preferred.filter(|_| is_meant && finding.severity >= self.least)
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
/// If the result would differ outside the references, have other references, or more errors.
pub fn apply_fixes(document: &Document, options: &FixOptions) -> Result<Option<FixedDocument>, FixError> {
    apply_fixes_cancellable(document, options, || true)
}

/// Applies fixes to `document` as [`apply_fixes`] does; `None` also if `is_wanted`, which is called for each finding,
/// returns false.
///
/// # Errors
/// If the result would differ outside the references, have other references, or more errors.
pub fn apply_fixes_cancellable(
    document: &Document,
    options: &FixOptions,
    is_wanted: impl Fn() -> bool,
) -> Result<Option<FixedDocument>, FixError> {
    let run = |kinds| {
        let run = FixRun { options, kinds, is_wanted: &is_wanted };
        let chosen = run.chosen(document);
        if chosen.fixes == 0 || !is_wanted() { Ok(None) } else { run.fixed(document.clone(), chosen) }
    };
    run(FixKinds::All).or_else(|error| run(FixKinds::References)?.map(Some).ok_or(error))
}

/// Result of [`into_fixed`].
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // there is one per document
pub enum FixOutcome {
    /// There is nothing to apply: the document, as it was.
    Unchanged(Document),
    /// The fixed document.
    Fixed(FixedDocument),
    /// No fix is applied, because the result would not be valid: see [`FixError`].
    Invalid,
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
    let run = FixRun { options, kinds: FixKinds::All, is_wanted: &|| true };
    let chosen = run.chosen(&document);
    if chosen.fixes == 0 {
        return FixOutcome::Unchanged(document);
    }
    let original = chosen.has_comments.then(|| (document.shared_text(), Arc::clone(document.settings())));
    match (run.fixed(document, chosen), original) {
        (Ok(Some(fixed)), _) => FixOutcome::Fixed(fixed),
        (Err(FixError), Some((text, settings))) => {
            let document = Document::parse(text.as_str(), settings);
            let run = FixRun { kinds: FixKinds::References, ..run };
            let chosen = run.chosen(&document);
            if chosen.fixes == 0 {
                return FixOutcome::Invalid;
            }
            run.fixed(document, chosen).ok().flatten().map_or(FixOutcome::Invalid, FixOutcome::Fixed)
        }
        _ => FixOutcome::Invalid,
    }
}

/// Kinds of fixes that are applied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FixKinds {
    All,
    /// Those of references: a comment that is inside a broken tag is part of its recovery, so its removal can change what
    /// the rest of the document is.
    References,
}

/// Settings of one attempt to fix a document.
#[derive(Clone, Copy)]
struct FixRun<'r> {
    options: &'r FixOptions,
    kinds: FixKinds,
    is_wanted: &'r dyn Fn() -> bool,
}

impl FixRun<'_> {
    /// Chooses from all findings of `document`, as long as the fixes are wanted.
    fn chosen(self, document: &Document) -> Chosen {
        // The fixes of missing targets are only suggested.
        let is_missing_fixed = self.options.is_suggested_taken;
        let missing = if is_missing_fixed { document.missing_targets(self.is_wanted) } else { Vec::new() };
        self.chosen_of(document.findings().chain(missing))
    }

    fn chosen_of<'d>(self, findings: impl Iterator<Item = DocumentFinding<'d>>) -> Chosen {
        let is_meant =
            |found: &DocumentFinding<'_>| self.kinds == FixKinds::All || found.site.kind != SiteKind::Comment;
        Chosen::new(findings.filter(is_meant).take_while(|_| (self.is_wanted)()), self.options)
    }

    /// Applies `chosen` to `now`, then the fixes that this allows, and so on.
    fn fixed(self, mut now: Document, mut chosen: Chosen) -> Result<Option<FixedDocument>, FixError> {
        let mut composed = ComposedEdits::new(now.len());
        let errors_before = errors(&now);
        let hasher = RandomState::new();
        let mut fixed = 0;
        for _ in 0..ROUNDS {
            fixed += chosen.fixes;
            let edits: Vec<_> = chosen.edits.into_values().collect();
            composed.apply(&edits);
            let moved_spans = MovedSpans::new(&edits);
            let expected = outline(&now, &hasher, |span| moved_spans.moved(span));
            now = now.into_edited(&edits);
            if outline(&now, &hasher, |span| span) != expected {
                return Err(FixError);
            }
            chosen = self.chosen(&now);
            if !(self.is_wanted)() {
                return Ok(None);
            }
            if chosen.fixes == 0 {
                break;
            }
        }
        if errors(&now) > errors_before || self.chosen_of(now.findings()).fixes > 0 {
            return Err(FixError);
        }
        Ok(Some(FixedDocument { edits: composed.edits(), document: now, fixed }))
    }
}

fn errors(document: &Document) -> usize {
    document.findings().filter(|found| found.finding.severity == Severity::Error).count()
}

/// Returns a digest of everything that fixes must leave as it is, with the spans where they will be: the positions of the
/// references, their kinds, and the names around them. Unlike the references themselves it needs no memory.
fn outline(
    document: &Document,
    hasher: &RandomState,
    moved: impl Fn(Span<InDocument>) -> Span<InDocument>,
) -> (usize, u64) {
    let mut digest = hasher.build_hasher();
    let mut count = 0;
    for site in document.sites() {
        let span = moved(site.span);
        (span.start, span.end, site.kind, names(&site)).hash(&mut digest);
        count += 1;
    }
    (count, digest.finish())
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
        let chosen = Chosen::new(findings_of(&now, span).take_while(|_| is_wanted()), options);
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
        && Chosen::new(findings_of(&now, span), options).fixes == 0;
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
        Chosen::new(findings_of(now, draft.span()).filter(|found| found.site.span == draft.span()), options)
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
    /// Whether one of them edits a suppression comment.
    has_comments: bool,
}

impl Chosen {
    fn new<'d>(findings: impl Iterator<Item = DocumentFinding<'d>>, options: &FixOptions) -> Self {
        let mut chosen = Self::default();
        for found in findings {
            let Some(fix) = options.fix_of(&found.finding) else { continue };
            let Some(edits) = written(fix, &found, options.encoding) else { continue };
            // A fix is applied whole, or in the next round if it overlaps another. One fix may resolve many findings.
            if edits.iter().all(|edit| chosen.has(edit)) {
                chosen.fixes += 1;
            } else if edits.iter().all(|edit| chosen.has_room(edit.span)) {
                chosen.fixes += 1;
                chosen.has_comments |= found.site.kind == SiteKind::Comment;
                chosen.edits.extend(edits.into_iter().map(|edit| ((edit.span.start, edit.span.end), edit)));
            }
        }
        chosen
    }

    fn has(&self, edit: &Edit<InDocument>) -> bool {
        self.edits.get(&(edit.span.start, edit.span.end)) == Some(edit)
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

/// Returns the local names around a reference: the namespace may have been fixed.
fn names<'d>(site: &Site<'d>) -> (&'d str, Option<&'d str>) {
    let local = |name: &'d str| name.rsplit_once('}').map_or(name, |(_, local)| local);
    (local(site.element), site.attribute.map(local))
}

/// Spans in the text after edits, which are in the order of the text and do not overlap.
struct MovedSpans {
    /// End of each edit, and the bytes that it and the earlier ones removed and added.
    sums: Vec<(usize, usize, usize)>,
}

impl MovedSpans {
    fn new(edits: &[Edit<InDocument>]) -> Self {
        let sum = |sum: &mut (usize, usize), edit: &Edit<InDocument>| {
            *sum = (sum.0 + edit.span.len(), sum.1 + edit.text.len());
            Some((edit.span.end, sum.0, sum.1))
        };
        Self { sums: edits.iter().scan((0, 0), sum).collect() }
    }

    /// Returns the new span of a reference whose edits are all inside it. References may contain others.
    fn moved(&self, span: Span<InDocument>) -> Span<InDocument> {
        let after = |offset: usize, count: usize| {
            count.checked_sub(1).map_or(offset, |last| offset + self.sums[last].2 - self.sums[last].1)
        };
        // A name in an earlier comment may have been fixed.
        let before = self.sums.partition_point(|(end, ..)| *end < span.start);
        let inside = self.sums.partition_point(|(end, ..)| *end <= span.end);
        Span::new(after(span.start, before), after(span.end, inside))
    }
}
