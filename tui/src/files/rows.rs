//! The references of a file as rows of about fifty bytes and their text: a file may contain a million references.

use std::collections::HashMap;

use iri_core::present::Place;
use iri_core::rules::{self, Rule};
use iri_core::text::{InDocument, LineColumn, floor_char_boundary};
use iri_core::xml::Site;
use iri_core::xml::document::DocumentFinding;
use iri_core::{CancelToken, Document, Finding, Severity, Span};

/// One reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceRow {
    start: u32,
    end: u32,
    text: (u32, u32),
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in scalar values.
    pub column: u32,
    /// Index of its place.
    pub place: u16,
    /// Severity of its most severe finding.
    pub worst: Option<Severity>,
    /// Rules that it violates.
    pub broken: RuleSet,
    /// Numbers of findings by severity.
    findings: [u16; Severity::ALL.len()],
    /// Offset of the most severe finding in the source of the reference.
    worst_at: u32,
}

/// References of a file in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    all: Vec<ReferenceRow>,
    texts: String,
    places: Vec<String>,
    elsewhere: Vec<OtherFinding>,
    counts: Counts,
}

/// Finding about no reference: about a suppression comment, or a directive in RDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherFinding {
    severity: Severity,
    /// Line and column, and the message.
    text: Box<str>,
}

/// Numbers of findings by severity, and of references with one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    by_severity: [u32; Severity::ALL.len()],
    flagged: u32,
    worst: Option<Severity>,
}

impl Counts {
    fn new(rows: &[ReferenceRow], elsewhere: &[OtherFinding]) -> Self {
        let mut counts = Self::default();
        for other in elsewhere {
            counts.by_severity[other.severity as usize] += 1;
        }
        for row in rows.iter().filter(|row| row.worst.is_some()) {
            counts.flagged += 1;
            for (count, own) in counts.by_severity.iter_mut().zip(row.findings) {
                *count += u32::from(own);
            }
        }
        counts.worst = Severity::ALL.into_iter().rev().find(|severity| counts.with(*severity) > 0);
        counts
    }

    /// Returns the number of findings with this severity.
    pub const fn with(&self, severity: Severity) -> usize {
        self.by_severity[severity as usize] as usize
    }

    /// Returns the number of findings.
    pub fn findings(&self) -> u32 {
        self.by_severity.iter().sum()
    }

    /// Returns the number of references with a finding.
    pub const fn flagged(&self) -> usize {
        self.flagged as usize
    }

    /// Returns the highest severity.
    pub const fn worst(&self) -> Option<Severity> {
        self.worst
    }
}

/// A set of rules as an integer, because each of a million references has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(u128);

impl RuleSet {
    /// Creates the set of the rule with this index in `rules::ALL`.
    pub const fn from_index(number: usize) -> Self {
        Self(1 << (number % 128))
    }

    /// Returns whether the two have a rule in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds a rule.
    pub fn add(&mut self, rule: &Rule) {
        let number = rules::ALL.iter().position(|known| *known == rule);
        self.0 |= number.map_or(0, |number| Self::from_index(number).0);
    }

    /// Returns the indexes of the rules.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..rules::ALL.len()).filter(move |&number| self.meets(Self::from_index(number)))
    }
}

/// Maximum number of distinct places.
const MOST_PLACES: usize = u16::MAX as usize;

impl ReferenceRow {
    /// Source of the reference in the document, in bytes.
    pub fn span(&self) -> Span<InDocument> {
        Span::new(self.start as usize, self.end as usize)
    }

    /// Returns the number of its findings.
    #[cfg(test)]
    pub fn findings(&self) -> usize {
        self.findings.iter().map(|&count| usize::from(count)).sum()
    }

    /// Returns the index of its place among those of the rows.
    pub fn place_index(&self) -> usize {
        usize::from(self.place)
    }

    /// Returns the [shown](Site::shown) reference, a part of the texts of the rows.
    fn text_in<'t>(&self, texts: &'t str) -> &'t str {
        &texts[self.text.0 as usize..self.text.1 as usize]
    }
}

impl Rows {
    /// Lists the references of `document`. Offsets are limited to 4 GiB.
    pub fn new(document: &Document) -> Self {
        let mut rows = Self::default();
        let mut places = Numbers::default();
        let mut positions = document.positions();
        for site in document.sites() {
            let row = rows.row(document, &site, positions.line_column_at(site.span.start), &mut places);
            rows.all.push(row);
        }
        let found = document.findings().chain(document.related_findings(&CancelToken::default()));
        for other in add_findings(&mut rows.all, &rows.texts, found) {
            let LineColumn { line, column } = document.line_column(other.finding.span.start);
            let Finding { rule, severity, message, .. } = other.finding;
            let text = format!("{line}:{column}: {}[{}]: {message}", severity.name(), rule.name).into();
            rows.elsewhere.push(OtherFinding { severity, text });
        }
        rows.texts.shrink_to_fit();
        rows.counts = Counts::new(&rows.all, &rows.elsewhere);
        rows
    }

    /// Updates the rows of `before` to those of `after`, the edited document. The cost depends on the edit, and
    /// slightly on the number of rows.
    pub fn follow(&mut self, before: &Document, after: &Document) {
        let depends = |document: &Document| document.has_name_findings() || document.has_suppressions();
        if depends(before) || depends(after) || !self.elsewhere.is_empty() {
            // They depend on references elsewhere, or have no row.
            *self = Self::new(after);
            return;
        }
        let (old, new) = after.differs_from(before);
        let first = self.all.partition_point(|row| row.span().start < old.start);
        let last = self.all.partition_point(|row| row.span().start < old.end).max(first);
        let mut places: Numbers = self.places.iter().cloned().zip(0..).collect();
        let mut positions = after.positions();
        let mut rows = Vec::new();
        let is_new = |start: usize| new.start <= start && start < new.end;
        for site in after.sites_in(new).filter(|site| is_new(site.span.start)) {
            rows.push(self.row(after, &site, positions.line_column_at(site.span.start), &mut places));
        }
        let found = after.findings_in(new).chain(after.related_findings_in(new, &CancelToken::default()));
        let others = add_findings(&mut rows, &self.texts, found.filter(|found| is_new(found.site.span.start)));
        if !others.is_empty() {
            *self = Self::new(after);
            return;
        }
        let (was, is) = (before.line_column(old.end), after.line_column(new.end));
        for row in &mut self.all[last..] {
            if row.line as usize == was.line {
                row.column = moved(row.column, was.column, is.column);
            }
            row.line = moved(row.line, was.line, is.line);
            row.start = moved(row.start, old.end, new.end);
            row.end = moved(row.end, old.end, new.end);
        }
        self.all.splice(first..last, rows);
        self.counts = Counts::new(&self.all, &self.elsewhere);
    }

    fn row(&mut self, document: &Document, site: &Site<'_>, start: LineColumn, places: &mut Numbers) -> ReferenceRow {
        let place = Place::new(document, site).to_string();
        let number = match places.get(&place) {
            Some(&number) => number,
            None if self.places.len() < MOST_PLACES => {
                let number = u16::try_from(self.places.len()).unwrap_or(u16::MAX);
                self.places.push(place.clone());
                places.insert(place, number);
                number
            }
            None => 0,
        };
        let from = self.texts.len();
        self.texts.push_str(site.shown());
        ReferenceRow {
            start: small(site.span.start),
            end: small(site.span.end),
            text: (small(from), small(self.texts.len())),
            line: small(start.line),
            column: small(start.column),
            place: number,
            worst: None,
            broken: RuleSet::default(),
            findings: [0; Severity::ALL.len()],
            worst_at: 0,
        }
    }

    /// Returns the approximate size in bytes.
    pub fn weight(&self) -> usize {
        self.all.len() * size_of::<ReferenceRow>() + self.texts.len()
    }

    /// Returns the numbers of references by severity.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns `line:column: severity[rule]: message` of each finding that is about no reference.
    pub fn elsewhere(&self) -> impl ExactSizeIterator<Item = &str> {
        self.elsewhere.iter().map(|other| &*other.text)
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns all rows.
    pub fn iter(&self) -> impl Iterator<Item = &ReferenceRow> {
        self.all.iter()
    }

    /// Returns the index of the row of `found`.
    pub fn row_of(&self, found: &DocumentFinding<'_>) -> Option<usize> {
        row_of(&self.all, &self.texts, found)
    }

    /// Returns the row with this index.
    pub fn get(&self, number: usize) -> Option<&ReferenceRow> {
        self.all.get(number)
    }

    /// Returns the number of rows that start before `offset`.
    pub fn number_from(&self, offset: usize) -> usize {
        self.all.partition_point(|row| row.span().start < offset)
    }

    /// Returns the reference of `row`, decoded; as written if a part of it is unknown.
    pub fn text(&self, row: &ReferenceRow) -> &str {
        row.text_in(&self.texts)
    }

    /// Returns the texts of all rows, and of earlier ones, without separators.
    pub fn texts(&self) -> &str {
        &self.texts
    }

    /// Returns the places of the rows.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(String::as_str)
    }

    /// Returns about where the most severe finding is in the text of `row`: exactly, unless entities are before it.
    pub fn worst_at(&self, row: &ReferenceRow) -> usize {
        floor_char_boundary(self.text(row), (row.worst_at as usize).min(self.text(row).len()))
    }

    /// Returns the place of `row`.
    pub fn place(&self, row: &ReferenceRow) -> &str {
        self.places.get(row.place_index()).map_or("", String::as_str)
    }
}

/// Indexes of places by name.
type Numbers = HashMap<String, u16>;

/// Counts findings in their rows, and returns those without a row.
fn add_findings<'d>(
    rows: &mut [ReferenceRow],
    texts: &str,
    findings: impl Iterator<Item = DocumentFinding<'d>>,
) -> Vec<DocumentFinding<'d>> {
    let mut others = Vec::new();
    for found in findings {
        let Some(row) = row_of(rows, texts, &found).and_then(|number| rows.get_mut(number)) else {
            others.push(found);
            continue;
        };
        if row.worst < Some(found.finding.severity) {
            row.worst = Some(found.finding.severity);
            row.worst_at = small(found.finding.span.start.saturating_sub(row.start as usize));
        }
        row.broken.add(found.finding.rule);
        let count = &mut row.findings[found.finding.severity as usize];
        *count = count.saturating_add(1);
    }
    others
}

/// Returns the index of the row of `found`. The row of a finding about a whole list is that of the item at its span, as
/// in `Document::inspect`; a finding about a comment or a directive has none.
fn row_of(rows: &[ReferenceRow], texts: &str, found: &DocumentFinding<'_>) -> Option<usize> {
    if !found.site.kind.is_reference() {
        return None;
    }
    let (site, finding) = (found.site.span, found.finding.span);
    let first = rows.partition_point(|row| row.span().start < site.start);
    let mut same_start = rows[first..].iter().take_while(|row| row.span().start == site.start);
    // References from one entity share a span.
    let own = same_start.position(|row| row.span() == site && row.text_in(texts) == found.site.shown());
    own.map(|own| first + own).or_else(|| {
        let last = rows.partition_point(|row| row.span().start <= finding.start).checked_sub(1)?;
        (finding.end <= rows[last].span().end).then_some(last)
    })
}

/// Returns the offset `number` after the text before it grew from `was` to `is`.
fn moved(number: u32, was: usize, is: usize) -> u32 {
    small((number as usize + is).saturating_sub(was))
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Returns the visible content of the rows, independent of the storage of texts and names.
    fn shown(rows: &Rows) -> Vec<(ReferenceRow, &str, &str)> {
        let plain = |row: &ReferenceRow| ReferenceRow { text: (0, 0), place: 0, ..*row };
        rows.iter().map(|row| (plain(row), rows.text(row), rows.place(row))).collect()
    }

    #[test]
    fn rows_that_follow_an_edit_are_those_of_a_fresh_reading() {
        let values = ["a b", "http://e/", "%7e|", "\u{5D0}.1", "c\nd", "x\r\ny", "&amp;", ""];
        let link = |number: usize| {
            let (value, end) = (values[number % 8], if number.is_multiple_of(3) { "\n" } else { "" });
            format!("<a x:href='{value}' title='{number}'/><!-- {} -->{end}", "x".repeat(number % 40))
        };
        let links: String = (0..400).map(link).collect();
        let text = format!("<doc xmlns:x='http://www.w3.org/1999/xlink'>{links}</doc>");
        let mut document = Document::parse_in_leaves(text, Arc::default(), 300);
        let mut rows = Rows::new(&document);
        let mut rng = fastrand::Rng::with_seed(5);
        for step in 0..400 {
            let Some(row) = rows.get(rng.usize(..rows.len())) else { continue };
            let span = row.span();
            let value = values[rng.usize(..7)];
            let before = document.clone();
            let whole = Span::new(span.start, if rng.bool() { span.end } else { span.start });
            let inserted = match step {
                300 => "'/><!-- iri-ignore-next leiri-space --><a x:href='n",
                _ if step % 50 == 49 => "'/><a x:href='n",
                _ => value,
            };
            document.edit(whole, inserted);
            rows.follow(&before, &document);
            let fresh = Rows::new(&document);
            assert_eq!(shown(&rows), shown(&fresh), "step {step}");
            assert_eq!((rows.counts(), &rows.elsewhere), (fresh.counts(), &fresh.elsewhere), "step {step}");
        }
    }

    #[test]
    fn findings_about_no_reference_are_counted_and_described() {
        let text = "<a xmlns:x='http://www.w3.org/1999/xlink'><!-- iri-ignore leiri-spce --><b x:href='c d'/></a>";
        let mut document = Document::parse(text, Arc::default());
        let mut rows = Rows::new(&document);
        let found: Vec<_> = rows.elsewhere().collect();
        let expected = "1:59: warning[unknown-rule]: unknown rule or group 'leiri-spce'; did you mean 'leiri-space'?";
        assert_eq!(found, [expected]);
        assert_eq!((rows.counts().with(Severity::Warning), rows.counts().flagged()), (2, 1));
        let before = document.clone();
        let at = text.find("spce").unwrap_or_default();
        document.edit(Span::new(at, at + 4), "space");
        rows.follow(&before, &document);
        assert_eq!((rows.elsewhere().len(), rows.counts().flagged()), (0, 0));
    }
}
