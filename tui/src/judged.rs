//! What the panes show of a text, worked out once a change and never while drawing.
//!
//! Drawing may cost no more than the screen is large, so whatever a pane lists is held here: the
//! rows of the characters around the cursor, and, where the text is long, the conversions and the
//! direction only while their pane has the keys.

use iri_core::finding::{Finding, Safety};
use iri_core::inspection::{CharacterAt, CharacterFilter};
use iri_core::reference::{Component, ComponentName, Dialect, Form, HostKind};
use iri_core::rules::Group;
use iri_core::unicode::LeiriGroup;
use iri_core::unicode::bidi::{Notation, Order};
use iri_core::{Inspection, Options, Severity, inspect};

use crate::app::Pane;

/// Up to this many bytes everything is worked out on every change.
pub const SHORT: usize = 1 << 14;

/// Rows of characters held on either side of the cursor: more than a screen has.
const ROWS: usize = 512;

/// Of the findings that begin before a character so many are asked whether they cover it.
const NEAR: usize = 64;

/// What the screen asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The characters listed.
    pub filter: CharacterFilter,
    /// The order shown.
    pub order: Order,
    /// The selected character.
    pub cursor: usize,
    /// The pane that has the keys.
    pub pane: Pane,
}

/// What is known about a text, as far as the screen asks for it.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The narrowest dialect whose grammar it is.
    pub dialect: Option<Dialect>,
    /// Whether it begins with a scheme.
    pub has_scheme: bool,
    /// Its components.
    pub components: Vec<Component>,
    /// Which kind of host it has.
    pub host: Option<HostKind>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// For each finding, the number of its first character.
    pub numbers: Vec<usize>,
    /// The number of its characters.
    pub length: usize,
    /// How many findings can be mended unasked.
    pub safe_fixes: usize,
    /// The bytes at which characters stand that no IRI admits there.
    pub not_iri: Vec<usize>,
    /// How many characters the list has.
    pub row_count: usize,
    /// The number in the list of the first of `rows`.
    pub first_row: usize,
    /// A part of the list around the cursor.
    pub rows: Vec<CharacterAt>,
    /// Where a reader sees each character.
    pub direction: Option<Direction>,
    /// The conversions.
    pub conversions: Option<Vec<Conversion>>,
    /// The number and the byte of every listed character, unless all are listed.
    listed: Option<Vec<(usize, usize)>>,
    /// The number and the byte of every notable character.
    notable: Vec<(usize, usize)>,
    wanted: Option<Wanted>,
}

/// The text in another form.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Which form.
    pub form: Form,
    /// The text in it, where it has that form.
    pub text: Option<String>,
    /// The first byte in which the two differ; nothing where they are the same.
    pub differs_at: Option<usize>,
}

/// Where a reader sees each character, by the number of the character.
#[derive(Clone, Debug)]
pub struct Direction {
    /// The byte at which each character begins.
    pub starts: Vec<usize>,
    /// The level of each character.
    pub levels: Vec<u8>,
    /// The column of each character.
    pub to_visual: Vec<usize>,
    /// The character of each column.
    pub to_logical: Vec<usize>,
    /// Whether a reader sees every character where it stands.
    pub is_left_to_right: bool,
    /// The beginning of the text in Bidi Notation.
    pub written: String,
    /// The beginning of its display in the same notation.
    pub shown: String,
    /// The beginning of another reference with the same display, in the same notation.
    pub twin: Option<String>,
}

impl Judged {
    /// Judges `text`.
    pub fn of(text: &str, options: &Options, wanted: Wanted) -> Self {
        let inspection = inspect(text, options);
        let reference = inspection.reference();
        let notable = inspection.positions(CharacterFilter::Notable);
        let findings = inspection.findings().to_vec();
        let is_safe = |finding: &&Finding| finding.fixes.iter().any(|fix| fix.safety == Safety::Safe);
        let mut judged = Self {
            dialect: reference.dialect,
            has_scheme: reference.has_scheme(),
            components: reference.components(),
            host: reference.authority.map(|authority| authority.kind),
            numbers: numbers(text, &findings),
            safe_fixes: findings.iter().filter(is_safe).count(),
            length: text.chars().count(),
            not_iri: notable.iter().map(|&(_, start)| start).filter(|&start| !inspection.is_iri_at(start)).collect(),
            notable,
            findings,
            ..Self::default()
        };
        judged.look(&inspection, wanted);
        judged
    }

    /// Works out what `wanted` asks for and what is not there yet, of the same text. The judgement
    /// stands, so none is made: moving about in a long text costs no more than reading it.
    pub fn look_again(&mut self, text: &str, options: &Options, wanted: Wanted) {
        self.look(&inspect(text, &unjudged(options)), wanted);
    }

    fn look(&mut self, inspection: &Inspection<'_>, wanted: Wanted) {
        let text = inspection.text();
        if self.wanted.is_none_or(|had| had.filter != wanted.filter) {
            self.list(text, wanted.filter);
        }
        self.hold_rows(inspection, wanted.cursor);
        let asks = |pane| text.len() <= SHORT || wanted.pane == pane;
        let same_order = self.wanted.is_some_and(|had| had.order == wanted.order);
        if asks(Pane::Direction) && !(same_order && self.direction.is_some()) {
            self.direction = Some(Direction::of(inspection, wanted.order));
        }
        if asks(Pane::Conversions) && self.conversions.is_none() {
            let forms = Form::ALL.into_iter();
            self.conversions = Some(forms.map(|form| Conversion::of(inspection, form)).collect());
        }
        self.wanted = Some(wanted);
    }

    /// Whether it holds what `wanted` asks for, of the same text.
    pub fn covers(&self, wanted: Wanted, text: &str) -> bool {
        let Some(had) = self.wanted else { return false };
        let same_list = had.filter == wanted.filter && had.order == wanted.order;
        let asks = |pane| wanted.pane == pane;
        let has_all = (self.direction.is_some() || !asks(Pane::Direction))
            && (self.conversions.is_some() || !asks(Pane::Conversions));
        same_list && has_all && (had.cursor == wanted.cursor || self.has_rows_around(self.row_of(text, wanted.cursor)))
    }

    fn has_rows_around(&self, row: usize) -> bool {
        let wanted_from = row.saturating_sub(ROWS / 2);
        let wanted_to = (row + ROWS / 2).min(self.row_count);
        self.first_row <= wanted_from && wanted_to <= self.first_row + self.rows.len()
    }

    fn list(&mut self, text: &str, filter: CharacterFilter) {
        let is_grouped = |start: usize| text[start..].chars().next().is_some_and(|c| LeiriGroup::of(c).is_some());
        let is_leiri_only = |start: usize| is_grouped(start) && self.not_iri.binary_search(&start).is_ok();
        self.listed = match filter {
            CharacterFilter::All => None,
            CharacterFilter::Notable => Some(self.notable.clone()),
            CharacterFilter::LeiriOnly => {
                Some(self.notable.iter().copied().filter(|&(_, start)| is_leiri_only(start)).collect())
            }
        };
        self.row_count = self.listed.as_ref().map_or(self.length, Vec::len);
    }

    fn hold_rows(&mut self, inspection: &Inspection<'_>, cursor: usize) {
        let text = inspection.text();
        let row = self.row_of(text, cursor);
        self.first_row = row.saturating_sub(ROWS);
        let last = (row + ROWS).min(self.row_count);
        let held: Vec<(usize, usize)> = if let Some(listed) = &self.listed {
            listed[self.first_row..last].to_vec()
        } else {
            let from = self.offset_of(text, self.first_row);
            let starts = text[from..].char_indices().take(last - self.first_row);
            (self.first_row..).zip(starts.map(|(start, _)| from + start)).collect()
        };
        self.rows = held.into_iter().filter_map(|(index, start)| inspection.character_at(index, start)).collect();
    }

    /// The row of the character at byte `offset`, or of the next one that is listed.
    pub fn row_of(&self, text: &str, offset: usize) -> usize {
        match &self.listed {
            Some(listed) => listed.partition_point(|&(_, start)| start < offset),
            None => text[..offset].chars().count(),
        }
        .min(self.row_count.saturating_sub(1))
    }

    /// Whether the character at byte `offset` is listed.
    pub fn is_listed(&self, text: &str, offset: usize) -> bool {
        match &self.listed {
            Some(listed) => listed.binary_search_by_key(&offset, |&(_, start)| start).is_ok(),
            None => offset < text.len(),
        }
    }

    /// The byte of the character in `row`; the end of the text where there is no such row.
    pub fn offset_of(&self, text: &str, row: usize) -> usize {
        match &self.listed {
            Some(listed) => listed.get(row).map_or(text.len(), |&(_, start)| start),
            None => text.char_indices().nth(row).map_or(text.len(), |(start, _)| start),
        }
    }

    /// The first finding that begins at `offset` or later, or else the last.
    pub fn finding_from(&self, offset: usize) -> usize {
        let over = self.finding_over(offset);
        let from = || self.findings.partition_point(|finding| finding.span.start < offset);
        over.unwrap_or_else(from).min(self.findings.len().saturating_sub(1))
    }

    /// The first finding that covers the byte at `offset`.
    pub fn finding_over(&self, offset: usize) -> Option<usize> {
        // Findings are in the order of their starts, so those after `offset` need no look.
        let begun = self.findings.partition_point(|finding| finding.span.start <= offset);
        let from = begun.saturating_sub(NEAR);
        (from..begun).rev().find(|&index| self.findings[index].span.contains(offset)).map(|mut index| {
            let span = self.findings[index].span;
            while index > 0 && self.findings[index - 1].span == span {
                index -= 1;
            }
            index
        })
    }

    /// The component that holds the byte at `offset`; a delimiter is in none.
    pub fn component_at(&self, offset: usize) -> Option<ComponentName> {
        let parts = self.components.iter().filter(|component| component.name != ComponentName::Authority);
        parts.filter(|component| component.span.contains(offset)).map(|component| component.name).next()
    }

    /// The worst severity of the findings over the byte at `offset`.
    pub fn severity_at(&self, offset: usize) -> Option<Severity> {
        let begun = self.findings.partition_point(|finding| finding.span.start <= offset);
        let near = &self.findings[begun.saturating_sub(NEAR)..begun];
        near.iter().filter(|finding| finding.span.contains(offset)).map(|finding| finding.severity).max()
    }
}

/// The same options, under which nothing is judged.
fn unjudged(options: &Options) -> Options {
    let mut options = options.clone();
    for group in Group::ALL {
        // A group without rules has nothing to turn off.
        let _ = options.severities.set(group.name(), None);
    }
    options
}

impl Conversion {
    fn of(inspection: &Inspection<'_>, form: Form) -> Self {
        let text = inspection.converted(form);
        let differs_at = text.as_deref().filter(|text| *text != inspection.text()).map(|text| {
            let same = text.chars().zip(inspection.text().chars()).take_while(|(ours, theirs)| ours == theirs);
            same.map(|(c, _)| c.len_utf8()).sum()
        });
        Self { form, text, differs_at }
    }
}

impl Direction {
    fn of(inspection: &Inspection<'_>, order: Order) -> Self {
        let bidi = inspection.bidi_in(order);
        let is_left_to_right = bidi.is_left_to_right();
        let notation = if is_left_to_right { Notation::default() } else { Notation::of(inspection.text()) };
        let beginning = |text: &str| notation.write(text.get(..a_line(text)).unwrap_or_default());
        let (written, shown, twin) = if is_left_to_right {
            (String::new(), String::new(), None)
        } else {
            let twin = inspection.twins().first().map(|twin| beginning(twin));
            (beginning(inspection.text()), beginning(&bidi.visual()), twin)
        };
        Self {
            starts: inspection.text().char_indices().map(|(start, _)| start).collect(),
            is_left_to_right,
            written,
            shown,
            twin,
            to_logical: bidi.visual_to_logical(),
            to_visual: bidi.logical_to_visual,
            levels: bidi.levels,
        }
    }
}

/// The bytes of as many characters as a line of a screen can show.
fn a_line(text: &str) -> usize {
    text.char_indices().nth(ROWS).map_or(text.len(), |(end, _)| end)
}

/// The number of the first character of each finding, in one pass.
fn numbers(text: &str, findings: &[Finding]) -> Vec<usize> {
    let (mut at, mut count) = (0, 0);
    let number = |finding: &Finding| {
        count += text[at..finding.span.start].chars().count();
        at = finding.span.start;
        count
    };
    findings.iter().map(number).collect()
}
