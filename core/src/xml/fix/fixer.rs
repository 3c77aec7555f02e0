//! What is fixed, and the results.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use crate::CancelToken;
use crate::rules::{Finding, Fix, Rule, Severity};
use crate::text::encoding::Encoding;
use crate::text::{Edit, InDocument, Span};
use crate::xml::document::DocumentFinding;
use crate::xml::signature::signed_spans;
use crate::xml::{Document, SiteKind, Syntax};

/// Applies fixes to documents. The default applies the safe fixes of warnings and errors to a file in UTF-8.
///
/// ```
/// use iri_core::xml::Fixer;
/// use iri_core::{Options, inspect};
///
/// let inspection = inspect("HTTP://h/a b", &Options::default());
/// let fixer = Fixer::default();
/// let fixes = inspection.findings().iter().filter_map(|finding| fixer.fix_of(finding));
/// assert_eq!(fixes.map(|fix| &*fix.title).collect::<Vec<_>>(), ["encode SPACE as %20"]);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixer {
    /// Findings below this severity keep their fixes: by default those below a warning, in every program.
    pub least: Severity,
    /// Whether suggested fixes are applied too, if they are the preferred fix of a finding.
    pub applies_suggested: bool,
    /// The only rule whose findings are fixed; `None` for all rules.
    pub rule: Option<&'static Rule>,
    /// Encoding of the file: a character that it cannot represent becomes a character reference.
    pub encoding: Encoding,
    /// Whether documents with an XML Signature are fixed, which makes the signature invalid.
    pub fixes_signed: bool,
    /// Token that is asked for each finding. If it is cancelled, nothing is fixed.
    pub cancel: CancelToken,
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

/// Reason why a fix is left.
#[doc(hidden)] // for the programs of this workspace
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftFix {
    /// It is safe, but the finding is less severe than those that are fixed.
    LessSevere,
    /// It is only suggested.
    Suggested,
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

impl Default for Fixer {
    fn default() -> Self {
        Self {
            least: Severity::Warning,
            applies_suggested: false,
            rule: None,
            encoding: Encoding::Utf8,
            fixes_signed: false,
            cancel: CancelToken::default(),
        }
    }
}

impl Fixer {
    /// Sets the least severity of a finding whose fix is applied.
    #[must_use]
    pub fn with_least(self, least: Severity) -> Self {
        Self { least, ..self }
    }

    /// Sets whether the preferred fix of a finding is applied even if it is only suggested.
    #[must_use]
    pub fn with_suggested(self, applies_suggested: bool) -> Self {
        Self { applies_suggested, ..self }
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

    /// Sets the token that is asked for each finding.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// Sets whether documents with an XML Signature are fixed.
    #[must_use]
    pub fn with_signed(self, fixes_signed: bool) -> Self {
        Self { fixes_signed, ..self }
    }

    /// Returns why edits at `spans` of `document` are not made unless a person chooses each of them.
    pub fn refusal(&self, document: &Document, spans: impl IntoIterator<Item = Span<InDocument>>) -> Option<FixError> {
        if self.fixes_signed || document.settings().syntax != Syntax::Xml {
            return None;
        }
        let signed = signed_spans(&document.shared_text(), {
            let settings = document.settings();
            settings.location.as_deref().or(settings.base.as_deref())
        });
        spans.into_iter().any(|span| touches(&signed, span)).then_some(FixError::Signed)
    }

    /// Returns the fix of `finding` that is applied, if any.
    pub fn fix_of<'f, S>(&self, finding: &'f Finding<S>) -> Option<&'f Fix<S>> {
        self.fix_with(finding, self.applies_suggested)
    }

    pub(super) fn fix_with<'f, S>(&self, finding: &'f Finding<S>, applies_suggested: bool) -> Option<&'f Fix<S>> {
        let preferred = if applies_suggested { finding.fixes.first() } else { finding.safe_fix() };
        preferred.filter(|_| self.is_of_rule(finding) && finding.severity >= self.least)
    }

    fn is_of_rule<S>(&self, finding: &Finding<S>) -> bool {
        self.rule.is_none_or(|rule| finding.rule == rule)
    }

    /// Returns why no fix of `finding` is applied, if another fixer would apply one.
    #[doc(hidden)] // for the programs of this workspace
    pub fn left<S>(&self, finding: &Finding<S>) -> Option<LeftFix> {
        if finding.fixes.is_empty() || !self.is_of_rule(finding) || self.fix_of(finding).is_some() {
            return None;
        }
        if finding.severity < self.least {
            finding.safe_fix().map(|_| LeftFix::LessSevere)
        } else {
            Some(LeftFix::Suggested)
        }
    }

    /// Returns what can be chosen for those findings of `document` for which `matches` returns true, in the order of the
    /// references. The fixes that the fixer applies are chosen.
    pub fn choices(&self, document: &Document, matches: impl Fn(&DocumentFinding<'_>) -> bool) -> Vec<FixChoice> {
        let all = document.findings().chain(document.related_findings(&self.cancel));
        let matches = |found: &DocumentFinding<'_>| {
            let finding = &found.finding;
            !finding.fixes.is_empty() && finding.severity >= self.least && self.is_of_rule(finding) && matches(found)
        };
        let mut choices: Vec<FixChoice> = Vec::new();
        let mut known = HashMap::new();
        for found in all.filter(matches) {
            let (site, finding) = (found.site.span, found.finding);
            let number = *known.entry((site, finding.rule.name, is_safe(&finding))).or_insert(choices.len());
            if let Some(choice) = choices.get_mut(number) {
                choice.others.push(finding);
            } else {
                let chosen = self.fix_of(&finding).map(|_| 0);
                choices.push(FixChoice { site, finding, others: Vec::new(), chosen });
            }
        }
        // A list precedes its items; those of a reference are in the order of a report.
        choices.sort_by_key(|choice| {
            let FixChoice { site, finding, .. } = choice;
            (site.start, std::cmp::Reverse(site.end), finding.span.start)
        });
        choices
    }

    /// Returns the edits of `fix` in the encoding of the file; `None` if they exceed the reference, or if a character would
    /// need a character reference where none is allowed.
    pub fn edits_of(&self, fix: &Fix<InDocument>, found: &DocumentFinding<'_>) -> Option<Vec<Edit<InDocument>>> {
        let site = found.site.span;
        let mut edits = fix.edits.clone();
        for edit in &mut edits {
            if edit.span.start < site.start || edit.span.end > site.end {
                return None;
            }
            if !self.encoding.can_represent(&edit.text) {
                edit.text = self.encoding.representable(&edit.text).into_owned();
                if found.site.kind != SiteKind::Attribute {
                    return None;
                }
            }
        }
        Some(edits)
    }
}

/// Choice of a fix for the findings of a rule at a reference: those with a safe fix, or the others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FixChoice {
    /// Reference, or comment of a suppression.
    pub site: Span<InDocument>,
    /// First finding.
    pub finding: Finding<InDocument>,
    /// Other findings, which are fixed with it.
    pub others: Vec<Finding<InDocument>>,
    /// Number of the fix that is applied, of each finding; `None` for no fix.
    pub chosen: Option<usize>,
}

impl FixChoice {
    /// Creates the choice of the first fix of a finding.
    #[doc(hidden)] // for the programs of this workspace
    pub const fn new(site: Span<InDocument>, finding: Finding<InDocument>) -> Self {
        Self { site, finding, others: Vec::new(), chosen: Some(0) }
    }

    /// Returns the chosen fix.
    pub fn fix(&self) -> Option<&Fix<InDocument>> {
        self.finding.fixes.get(self.chosen?)
    }

    /// Returns the fix of each finding that is applied if the fix with this number is chosen.
    pub fn fixes(&self, number: usize) -> impl Iterator<Item = &Fix<InDocument>> {
        std::iter::once(&self.finding).chain(&self.others).filter_map(move |finding| numbered(finding, number))
    }
}

/// Returns the fix of `finding` that is applied if a person chose the fix with this number for all findings of its kind.
pub(super) fn numbered<S>(finding: &Finding<S>, number: usize) -> Option<&Fix<S>> {
    finding.fixes.get(number).or(finding.fixes.first())
}

/// Returns whether a finding has a safe fix.
pub(super) fn is_safe<S>(finding: &Finding<S>) -> bool {
    finding.safe_fix().is_some()
}

#[doc(hidden)] // for the programs of this workspace
/// Result of [`Fixer::fix_owned`].
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

/// Returns the smallest span that contains both.
pub(super) fn join(one: Span<InDocument>, other: Span<InDocument>) -> Span<InDocument> {
    Span::new(one.start.min(other.start), one.end.max(other.end))
}

/// Returns whether one of `spans`, which are in order and separate, touches `span`.
pub(super) fn touches(spans: &[Span<InDocument>], span: Span<InDocument>) -> bool {
    let next = spans.partition_point(|other| other.end < span.start);
    spans.get(next).is_some_and(|other| other.start <= span.end)
}
