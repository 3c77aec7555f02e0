//! What the panes show of a text, computed once per change and never while drawing.
//!
//! ```text
//!  short text   everything at once, on every change
//!  long text    preliminary() at once: components, verdict, characters by position
//!               new() on the worker thread: findings, and the lists that depend on them
//!               the direction and the conversions there too, while their pane has the keys
//! ```
//!
//! Drawing costs no more than the size of the screen, so everything that a pane lists is kept here, the
//! characters as the rows around the cursor.

pub mod alignment;
pub mod comparison;
mod conversion;
pub mod direction;
mod findings;
mod listing;

use iri_core::Inspection;
use iri_core::Severity;
use iri_core::Span;
use iri_core::bidi::DisplayOrder;
use iri_core::characters::BidiNotation;
use iri_core::inspect::CharacterAt;
use iri_core::inspect::CharacterFilter;
use iri_core::reference::{Component, ComponentName, Dialect, Form, HostKind, Resolution};
use iri_core::unicode::LeiriGroup;

use crate::inspector::pane::Pane;
use crate::inspector::subject::Subject;

pub use comparison::Comparison;
pub use conversion::Conversion;
pub use direction::Direction;
pub use findings::Findings;
pub use listing::{CharacterRow, Listing, Sort};

/// Up to this many bytes everything is worked out on every change, before the next frame.
pub const SHORT: usize = 1 << 13;

/// What the screen asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// The characters listed.
    pub filter: CharacterFilter,
    /// In which order they are.
    pub sort: Sort,
    /// The order shown.
    pub order: DisplayOrder,
    /// The selected character.
    pub cursor: usize,
    /// The pane that has the keys.
    pub pane: Pane,
}

/// Everything that the screen shows of a text.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// Whether the findings are there; of a long text they come later.
    pub is_complete: bool,
    /// The narrowest dialect whose grammar it is.
    pub dialect: Option<Dialect>,
    /// Whether it is an IRI by the grammar but contains characters that RFC 3987 section 4.1 bans.
    is_banned: bool,
    /// Whether it begins with a scheme.
    pub has_scheme: bool,
    /// Its Bidi Notation, as its messages have it.
    pub notation: BidiNotation,
    /// Its components.
    pub components: Vec<Component>,
    /// Which kind of host it has.
    pub host: Option<HostKind>,
    /// Its findings.
    pub findings: Findings,
    /// For each finding, the number of its first character.
    pub numbers: Vec<usize>,
    /// The number of its characters.
    pub length: usize,
    /// Offsets of the characters that are not allowed in an IRI.
    pub not_iri: Vec<usize>,
    /// The characters that are listed.
    pub listing: Listing,
    /// The selected character.
    pub selected: Option<CharacterAt>,
    /// Where a reader sees each character.
    pub direction: Option<Direction>,
    /// The conversions.
    pub conversions: Option<Vec<Conversion>>,
    /// How it was resolved, where there is a base.
    pub resolution: Option<Resolution>,
    /// It beside another reference, where one was given.
    pub comparison: Option<Comparison>,
    /// The number and the byte of every notable character.
    notable: Vec<(usize, usize)>,
    wanted: Option<AnalysisRequest>,
}

impl Analysis {
    /// Analyzes the text of `subject`, and compares it with `other` unless that is empty.
    pub fn new(subject: &Subject, other: &str, wanted: AnalysisRequest) -> Self {
        Self::new_cancellable(subject, other, wanted, &|| true).expect("it is wanted to the end")
    }

    /// Analyzes like [`Self::new`]; `None` as soon as `is_wanted` returns false.
    pub fn new_cancellable(
        subject: &Subject,
        other: &str,
        wanted: AnalysisRequest,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let analyzed = |inspection: Inspection<'_>| Self::from_inspection(inspection, other, wanted, is_wanted);
        subject.inspect(is_wanted, analyzed).flatten()
    }

    fn from_inspection(
        inspection: Inspection<'_>,
        other: &str,
        wanted: AnalysisRequest,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let text = inspection.text();
        let notable = inspection.positions(CharacterFilter::Notable);
        let not_iri = notable.iter().map(|&(_, start)| start).filter(|&start| !inspection.is_iri_at(start)).collect();
        let mut analysis = Self { is_complete: true, not_iri, notable, ..Self::parts_of(&inspection) };
        analysis.compute(&inspection, wanted);
        analysis.resolution = inspection.resolution();
        if !is_wanted() {
            return None;
        }
        analysis.comparison = (!other.is_empty()).then(|| Comparison::new(&inspection, other));
        analysis.findings = Findings::new(inspection.into_findings());
        analysis.numbers = numbers(text, &analysis.findings);
        Some(analysis)
    }

    /// Returns what is known of a long `text` at once: no marks rather than outdated ones.
    pub fn preliminary(subject: &Subject, wanted: AnalysisRequest) -> Self {
        let inspection = subject.parse();
        let mut analysis = Self::parts_of(&inspection);
        analysis.hold(&inspection, wanted);
        analysis.wanted = Some(wanted);
        analysis
    }

    /// Whether `dialect` allows it: by the grammar and, for an IRI, by RFC 3987 section 4.1.
    pub fn is_a(&self, dialect: Dialect) -> bool {
        !(self.is_banned && dialect <= Dialect::Iri) && self.dialect.is_some_and(|narrowest| narrowest <= dialect)
    }

    fn parts_of(inspection: &Inspection<'_>) -> Self {
        let reference = inspection.reference();
        Self {
            dialect: reference.dialect,
            is_banned: reference.dialect == Some(Dialect::Iri) && inspection.text().contains(is_banned),
            has_scheme: reference.has_scheme(),
            notation: BidiNotation::new(inspection.text()),
            components: reference.components(),
            host: reference.authority.map(|authority| authority.kind),
            length: inspection.text().chars().count(),
            ..Self::default()
        }
    }

    /// Computes what `wanted` asks for and is missing, for the same text. The findings
    /// stay, so moving costs no more than reading the text.
    pub fn update_view(&mut self, subject: &Subject, wanted: AnalysisRequest) {
        let inspection = subject.parse();
        if subject.text().len() <= SHORT {
            self.compute(&inspection, wanted);
        } else {
            self.hold(&inspection, wanted);
            self.wanted = Some(wanted);
        }
    }

    /// Looks up the character at byte `start`, unless it is known.
    pub fn look_up_character(&mut self, subject: &Subject, start: usize) {
        let text = subject.text();
        if start >= text.len() {
            self.selected = None;
        } else if self.selected.as_ref().is_none_or(|selected| selected.start != start) {
            self.selected = subject.parse().character_at(text[..start].chars().count(), start);
        }
    }

    fn compute(&mut self, inspection: &Inspection<'_>, wanted: AnalysisRequest) {
        self.hold(inspection, wanted);
        let asks = |pane| inspection.text().len() <= SHORT || wanted.pane == pane;
        if asks(Pane::Direction) && !self.direction.as_ref().is_some_and(|known| known.order == wanted.order) {
            self.direction = Some(Direction::new(inspection, wanted.order));
        }
        if asks(Pane::Conversions) && self.conversions.is_none() {
            self.conversions = Some(conversions(inspection));
        }
        self.wanted = Some(wanted);
    }

    /// Lists the wanted characters, and loads the rows around the cursor.
    fn hold(&mut self, inspection: &Inspection<'_>, wanted: AnalysisRequest) {
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
        self.listing.hold(inspection, wanted.cursor);
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

    /// Whether it contains the characters that `wanted` asks for, for the same text; for a short text
    /// everything.
    pub fn covers(&self, wanted: AnalysisRequest, text: &str) -> bool {
        let Some(had) = self.wanted else { return false };
        let same_list = had.filter == wanted.filter && had.sort == wanted.sort;
        same_list
            && (text.len() > SHORT || had.order == wanted.order)
            && (had.cursor == wanted.cursor || self.listing.holds_rows_around(text, wanted.cursor))
    }

    /// Whether a long text's direction or conversions are asked for and are not there.
    pub fn lacks(&self, wanted: AnalysisRequest) -> bool {
        match wanted.pane {
            Pane::Direction => !self.direction.as_ref().is_some_and(|known| known.order == wanted.order),
            Pane::Conversions => self.conversions.is_none(),
            _ => false,
        }
    }
}

/// At most so many findings before a character are tested for covering it.
const NEAR: usize = 64;

impl Analysis {
    /// The first finding that begins at `offset` or later, or else the last.
    pub fn finding_from(&self, offset: usize) -> usize {
        let from = || offset.checked_sub(1).map_or(0, |before| self.findings.begun(before));
        self.finding_over(offset).unwrap_or_else(from).min(self.findings.len().saturating_sub(1))
    }

    /// The first finding that covers the byte at `offset`.
    pub fn finding_over(&self, offset: usize) -> Option<usize> {
        let mut index = self.near(offset).rev().find(|&index| self.covers_byte(index, offset))?;
        let span = self.findings.span(index);
        while index > 0 && self.findings.span(index - 1) == span {
            index -= 1;
        }
        Some(index)
    }

    /// The component that holds the byte at `offset`; a delimiter is in none.
    pub fn component_at(&self, offset: usize) -> Option<ComponentName> {
        let parts = self.components.iter().filter(|component| component.name != ComponentName::Authority);
        parts.filter(|component| component.span.contains(offset)).map(|component| component.name).next()
    }

    /// The worst severity of the findings over the byte at `offset`.
    pub fn severity_at(&self, offset: usize) -> Option<Severity> {
        let over = self.near(offset).filter(|&index| self.covers_byte(index, offset));
        over.filter_map(|index| self.findings.severity(index)).max()
    }

    /// Returns the findings that may cover the byte at `offset`: those that start later cannot.
    fn near(&self, offset: usize) -> std::ops::Range<usize> {
        let begun = self.findings.begun(offset);
        begun.saturating_sub(NEAR)..begun
    }

    fn covers_byte(&self, index: usize, offset: usize) -> bool {
        self.findings.span(index).is_some_and(|span| span.contains(offset))
    }
}

/// The bidi formatting characters: `ucschar` by the grammar, and banned by RFC 3987 section 4.1.
fn is_banned(c: char) -> bool {
    LeiriGroup::from_char(c) == Some(LeiriGroup::BidiFormatting)
}

/// The text in every form.
pub fn conversions(inspection: &Inspection<'_>) -> Vec<Conversion> {
    Form::ALL.into_iter().map(|form| Conversion::new(inspection, form)).collect()
}

/// The number of the first character of each finding, in one pass.
fn numbers(text: &str, findings: &Findings) -> Vec<usize> {
    let (mut at, mut count) = (0, 0);
    let number = |span: Span| {
        count += text[at..span.start].chars().count();
        at = span.start;
        count
    };
    findings.spans().map(number).collect()
}
