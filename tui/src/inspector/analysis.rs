//! The analysis of a text that the panes show, computed once per change and never while drawing.
//!
//! ```text
//!  short text   everything at once, on every change
//!  long text    preliminary() at once: components, verdict, characters by position
//!               new() on the worker thread: findings, and the lists that depend on them
//!               there also the direction and the conversions, while their pane is selected
//! ```
//!
//! The cost of drawing depends only on the size of the screen, so all lists of the panes are kept here; of the
//! characters, only the rows around the cursor.

pub mod alignment;
pub mod comparison;
mod conversion;
pub mod direction;
mod findings;
mod listing;

use iri_core::Severity;
use iri_core::Span;
use iri_core::bidi::DisplayOrder;
use iri_core::characters::BidiNotation;
use iri_core::inspect::CharacterAt;
use iri_core::inspect::CharacterFilter;
use iri_core::present::{Destination, ParserRow, Report};
use iri_core::reference::{Component, ComponentName, Form, HostKind, Resolution};
use iri_core::{CancelToken, Inspection};

use crate::inspector::pane::Pane;
use crate::inspector::subject::Subject;

pub use comparison::Comparison;
pub use conversion::Conversion;
pub use direction::Direction;
pub use findings::Findings;
pub use listing::{CharacterRow, Listing, Sort};

/// Maximum bytes of a text that is analyzed completely on every change, before the next frame.
pub const SHORT: usize = 1 << 13;

/// Content that the screen requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// Filter of the characters.
    pub filter: CharacterFilter,
    /// Sort order of the characters.
    pub sort: Sort,
    /// Display order.
    pub order: DisplayOrder,
    /// Selected character.
    pub cursor: usize,
    /// Selected pane.
    pub pane: Pane,
}

/// Analysis of a text.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// Whether the findings are complete; those of a long text come later.
    pub is_complete: bool,
    /// Which dialects allow it, in words.
    pub verdict: &'static str,
    /// Whether it matches each production; `None` if a part of it is unknown.
    pub valid: Option<Vec<(&'static str, bool)>>,
    /// Why it is unknown: then it has nothing but findings.
    pub unknown: Option<&'static str>,
    /// Bidi Notation, as in its messages.
    pub notation: BidiNotation,
    /// Components.
    pub components: Vec<Component>,
    /// Kind of host.
    pub host: Option<HostKind>,
    /// Findings.
    pub findings: Findings,
    /// Index of the first character of each finding.
    pub numbers: Vec<usize>,
    /// Number of characters.
    pub length: usize,
    /// Offsets of the characters that are not allowed in an IRI.
    pub not_iri: Vec<usize>,
    /// Listed characters.
    pub listing: Listing,
    /// Selected character.
    pub selected: Option<CharacterAt>,
    /// Direction.
    pub direction: Option<Direction>,
    /// Conversions.
    pub conversions: Option<Vec<Conversion>>,
    /// Resolution; `None` if it cannot be resolved.
    pub resolution: Option<Resolution>,
    /// Why it cannot be resolved.
    pub unresolved: &'static str,
    /// What the reference opens; `None` if it opens no host.
    pub destination: Option<Destination>,
    /// What each class of parsers opens.
    pub parsers: Vec<ParserRow>,
    /// Comparison; `None` without another reference.
    pub comparison: Option<Comparison>,
    /// Index and offset of each notable character.
    notable: Vec<(usize, usize)>,
    wanted: Option<AnalysisRequest>,
}

impl Analysis {
    /// Analyzes the text of `subject`, and compares it with `other` unless that is empty.
    pub fn new(subject: &Subject, other: &str, wanted: AnalysisRequest, cancel: &CancelToken) -> Self {
        subject.inspect(cancel, |inspection| Self::from_inspection(inspection, other, wanted, cancel))
    }

    fn from_inspection(inspection: Inspection<'_>, other: &str, wanted: AnalysisRequest, cancel: &CancelToken) -> Self {
        let text = inspection.text();
        let is_known = inspection.is_known();
        let notable = if is_known { inspection.positions(CharacterFilter::Notable) } else { Vec::new() };
        let not_iri = notable.iter().map(|&(_, start)| start).filter(|&start| !inspection.is_iri_at(start)).collect();
        let mut analysis = Self { is_complete: true, not_iri, notable, ..Self::parts_of(&inspection) };
        analysis.compute(&inspection, wanted);
        let report = Report::new(&inspection);
        match report.resolution() {
            Ok(resolution) => analysis.resolution = Some(resolution),
            Err(reason) => analysis.unresolved = reason,
        }
        analysis.destination = report.destination();
        analysis.parsers = report.parsers();
        if cancel.is_cancelled() {
            return analysis;
        }
        analysis.comparison = (is_known && !other.is_empty()).then(|| Comparison::new(&inspection, other));
        analysis.findings = Findings::new(inspection.into_findings());
        analysis.numbers = numbers(text, &analysis.findings);
        analysis
    }

    /// Returns the part of the analysis of a long `text` that is available at once: no marks rather than outdated ones.
    pub fn preliminary(subject: &Subject, wanted: AnalysisRequest) -> Self {
        let inspection = subject.parse();
        let mut analysis = Self::parts_of(&inspection);
        analysis.ensure(&inspection, wanted);
        analysis.wanted = Some(wanted);
        analysis
    }

    /// Returns whether it matches `production`.
    pub fn is_valid(&self, production: &str) -> bool {
        self.valid.iter().flatten().any(|(name, is_valid)| *name == production && *is_valid)
    }

    fn parts_of(inspection: &Inspection<'_>) -> Self {
        let (report, reference) = (Report::new(inspection), inspection.reference());
        let is_known = inspection.is_known();
        Self {
            verdict: report.verdict(),
            valid: report.valid(),
            unknown: report.unknown(),
            notation: BidiNotation::new(inspection.text()),
            components: if is_known { reference.components() } else { Vec::new() },
            host: reference.authority.filter(|_| is_known).map(|authority| authority.kind),
            length: inspection.text().chars().count(),
            ..Self::default()
        }
    }

    /// Computes the requested parts that are missing, for the same text. The findings stay, so that a movement costs at
    /// most one pass over the text.
    pub fn update_view(&mut self, subject: &Subject, wanted: AnalysisRequest) {
        let inspection = subject.parse();
        if subject.text().len() <= SHORT {
            self.compute(&inspection, wanted);
        } else {
            self.ensure(&inspection, wanted);
            self.wanted = Some(wanted);
        }
    }

    /// Looks up the character at byte `start`, unless it is the current one.
    pub fn look_up_character(&mut self, subject: &Subject, start: usize) {
        let text = subject.text();
        if start >= text.len() || self.unknown.is_some() {
            self.selected = None;
        } else if self.selected.as_ref().is_none_or(|selected| selected.start != start) {
            self.selected = subject.parse().character_at(text[..start].chars().count(), start);
        }
    }

    fn compute(&mut self, inspection: &Inspection<'_>, wanted: AnalysisRequest) {
        self.ensure(inspection, wanted);
        self.wanted = Some(wanted);
        if self.unknown.is_some() {
            return;
        }
        let asks = |pane| inspection.text().len() <= SHORT || wanted.pane == pane;
        if asks(Pane::Direction) && !self.direction.as_ref().is_some_and(|known| known.order == wanted.order) {
            self.direction = Some(Direction::new(inspection, wanted.order));
        }
        if asks(Pane::Conversions) && self.conversions.is_none() {
            self.conversions = Some(conversions(inspection));
        }
    }

    /// Lists the requested characters, and loads the rows around the cursor.
    fn ensure(&mut self, inspection: &Inspection<'_>, wanted: AnalysisRequest) {
        if self.unknown.is_some() {
            return;
        }
        let same_list = self.wanted.is_some_and(|had| had.filter == wanted.filter && had.sort == wanted.sort);
        if !same_list {
            self.listing = match wanted.filter {
                CharacterFilter::All if self.is_complete || wanted.sort == Sort::Position => {
                    Listing::from_all(inspection.text(), self.length, wanted.sort)
                }
                // The notable characters are not known before the analysis.
                _ => Listing::new(inspection.text(), self.chosen(inspection.text(), wanted.filter), wanted.sort),
            };
        }
        self.listing.ensure(inspection, wanted.cursor);
    }

    /// Returns index and offset of the characters of a filtered list.
    fn chosen(&self, text: &str, filter: CharacterFilter) -> Vec<(usize, usize)> {
        let is_grouped = |start: usize| text[start..].chars().next().is_some_and(listing::is_grouped);
        let is_leiri_only = |start: usize| self.not_iri.binary_search(&start).is_ok() && is_grouped(start);
        match filter {
            CharacterFilter::All => Vec::new(),
            CharacterFilter::Notable => self.notable.clone(),
            CharacterFilter::LeiriOnly => {
                self.notable.iter().copied().filter(|&(_, start)| is_leiri_only(start)).collect()
            }
        }
    }

    /// Returns whether it contains the requested characters, for the same text; for a short text, all requested parts.
    pub fn is_current_for(&self, wanted: AnalysisRequest, text: &str) -> bool {
        let Some(had) = self.wanted else { return false };
        let same_list = had.filter == wanted.filter && had.sort == wanted.sort;
        same_list
            && (text.len() > SHORT || had.order == wanted.order)
            && (had.cursor == wanted.cursor
                || self.unknown.is_some()
                || self.listing.holds_rows_around(text, wanted.cursor))
    }

    /// Returns whether the direction or the conversions of a long text are requested and missing.
    pub fn is_missing(&self, wanted: AnalysisRequest) -> bool {
        match wanted.pane {
            _ if self.unknown.is_some() => false,
            Pane::Direction => !self.direction.as_ref().is_some_and(|known| known.order == wanted.order),
            Pane::Conversions => self.conversions.is_none(),
            _ => false,
        }
    }
}

/// Maximum number of findings before a character that are tested.
const NEAR: usize = 64;

impl Analysis {
    /// Returns the first finding that starts at `offset` or later, or else the last.
    pub fn finding_from(&self, offset: usize) -> usize {
        let from = || offset.checked_sub(1).map_or(0, |before| self.findings.started_before(before));
        self.finding_over(offset).unwrap_or_else(from).min(self.findings.len().saturating_sub(1))
    }

    /// Returns the first finding that covers the byte at `offset`.
    pub fn finding_over(&self, offset: usize) -> Option<usize> {
        let mut index = self.around(offset).rev().find(|&index| self.covers_byte(index, offset))?;
        let span = self.findings.span(index);
        while index > 0 && self.findings.span(index - 1) == span {
            index -= 1;
        }
        Some(index)
    }

    /// Returns the component that contains the byte at `offset`; `None` for a delimiter.
    pub fn component_at(&self, offset: usize) -> Option<ComponentName> {
        let parts = self.components.iter().filter(|component| component.name != ComponentName::Authority);
        parts.filter(|component| component.span.contains(offset)).map(|component| component.name).next()
    }

    /// Returns the highest severity of the findings that cover the byte at `offset`.
    pub fn severity_at(&self, offset: usize) -> Option<Severity> {
        let over = self.around(offset).filter(|&index| self.covers_byte(index, offset));
        over.filter_map(|index| self.findings.severity(index)).max()
    }

    /// Returns the findings that may cover the byte at `offset`: those that start later cannot.
    fn around(&self, offset: usize) -> std::ops::Range<usize> {
        let started_before = self.findings.started_before(offset);
        started_before.saturating_sub(NEAR)..started_before
    }

    fn covers_byte(&self, index: usize, offset: usize) -> bool {
        self.findings.span(index).is_some_and(|span| span.contains(offset))
    }
}

/// Returns the text in all forms.
pub fn conversions(inspection: &Inspection<'_>) -> Vec<Conversion> {
    let report = Report::new(inspection);
    Form::ALL.into_iter().map(|form| Conversion::new(&report, form)).collect()
}

/// Returns the index of the first character of each finding, in one pass.
fn numbers(text: &str, findings: &Findings) -> Vec<usize> {
    let (mut at, mut count) = (0, 0);
    let number = |span: Span| {
        count += text[at..span.start].chars().count();
        at = span.start;
        count
    };
    findings.spans().map(number).collect()
}
