//! Everything about one reference, section by section: the report of the core as rows of text.
//!
//! ```text
//! valid LEIRI, not an IRI                                 the verdict
//!
//! destination  opens 'example.org'                        what it opens
//!
//! context    xml:base of <b>                              where it is, and what its role allows
//! role       any-uri: allows LEIRI; one reference; …
//!
//! scheme     http                                         components
//! host       example.org
//! path       /a b|c
//!
//! URI        http://example.org/a%20b%7Cc                 conversions
//!
//! [SP]       U+0020 SPACE, space, at 20                   characters
//!
//! stored     http://AB.example                            direction, in Bidi Notation, with its legend
//!
//! error      leiri-space at 20: …                         findings
//!            fix: encode SPACE as %20 (safe)
//! ```
//!
//! `iri.inspect` shows this form, whose findings are the diagnostics of the reference. A hover shows a shorter one, in
//! which the direction and the main findings follow the destination.
//! Positions count characters from 0. All text is escaped.

use iri_core::characters::{Escaper, notation};
use iri_core::present::{self, Conversions, FindingGroup, Place, RowKind, Section as Rows};
use iri_core::reference::Form;
use iri_core::text::{InDocument, floor_char_boundary};
use iri_core::{CancelToken, Config, Document, Inspection, Options, Site, Span, inspect};

use crate::bidi_marks::pinned;

/// Amount of detail in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Only what fits next to the document.
    Short,
    /// All sections in full.
    Full,
}

/// Rows of a section: label and text.
type Section = Vec<(String, String)>;

/// Report of one reference, in sections.
#[derive(Clone, Debug)]
pub struct ReportText {
    /// Dialects that allow the reference, in words.
    pub verdict: &'static str,
    sections: Vec<Section>,
}

/// Forms of a reference that users copy; `None` if it has no such form.
#[derive(Clone, Debug, Default)]
pub struct CopyForms {
    /// Readable IRI.
    pub iri: Option<String>,
    /// URI, in ASCII.
    pub uri: Option<String>,
    /// Bidi Notation, in ASCII.
    pub bidi: Option<String>,
}

/// Maximum length in bytes of a reference whose forms, characters and direction are computed: longer ones would take
/// too long.
const LONG: usize = 16 * 1024;
/// Maximum length in bytes of a whole report, and of a form that users copy.
const LONGEST: usize = 256 * 1024;
/// Maximum number of findings in a short report.
const FINDINGS: usize = 3;
/// Maximum number of kinds of characters in a short report.
const KINDS: usize = 8;
/// Maximum number of references of one entity in which the one to report is searched.
const ENTITY_LIMIT: usize = 16;

/// Result of the command `iri.inspect`.
#[derive(Clone, Debug)]
pub struct InspectedReference {
    /// Full report, below the reference itself.
    pub report: String,
    /// Forms of the reference that users copy.
    pub forms: CopyForms,
}

impl InspectedReference {
    /// Inspects the reference at `offset`; `None` if `offset` is outside all references, or if it is cancelled.
    pub fn at(document: &Document, offset: usize, cancel: &CancelToken) -> Option<Self> {
        let (site, inspection) = inspection_at(document, offset, cancel)?;
        let report = ReportText::from_site(document, &site, &inspection, Extent::Full);
        Some(Self { report: titled(site.shown(), &report), forms: CopyForms::new(&inspection) })
    }

    /// Inspects `text`, a reference without a document.
    pub fn from_text(text: &str) -> Self {
        let inspection = inspect(text, &Options::default());
        let report = ReportText::new(&inspection, Extent::Full);
        Self { report: titled(text, &report), forms: CopyForms::new(&inspection) }
    }
}

/// Inspects the reference at `offset` in `document`; the findings are those of its diagnostics. If the replacement of
/// an entity contains several references, the first one with a finding is inspected.
fn inspection_at<'d>(
    document: &'d Document,
    offset: usize,
    cancel: &CancelToken,
) -> Option<(Site<'d>, Inspection<'d>)> {
    let sites = document.sites_in(Span::empty(offset));
    let sites = sites.filter(|site| site.span.start <= offset && offset <= site.span.end);
    let mut all = sites.take(ENTITY_LIMIT).filter_map(|site| {
        let inspection = document.inspect_with_targets(&site, cancel)?;
        Some((site, inspection))
    });
    let has_findings = |(_, inspection): &(Site<'_>, Inspection<'_>)| !inspection.findings().is_empty();
    let first = all.next()?;
    if has_findings(&first) {
        return Some(first);
    }
    Some(all.find(has_findings).unwrap_or(first))
}

fn titled(text: &str, report: &ReportText) -> String {
    let mut whole = format!("{}\n{}\n\n{}\n", Extent::Full.cut(text), report.verdict, report.body());
    if whole.len() > LONGEST {
        let end = whole[..floor_char_boundary(&whole, LONGEST)].rfind('\n').unwrap_or(0);
        whole.truncate(end);
        whole.push_str("\n\nThe rest of the report is too long.\n");
    }
    whole
}

impl Extent {
    /// Escapes `text` and shortens it to the length that is displayed.
    fn cut(self, text: &str) -> String {
        let limit = match self {
            Self::Short => 200,
            Self::Full => 4000,
        };
        Escaper::PlainText.escape_at_most(text, limit)
    }
}

impl ReportText {
    /// Returns the span and the report of the reference at `offset`; `None` if `offset` is outside all references, or if
    /// it is cancelled.
    pub fn at(
        document: &Document,
        offset: usize,
        extent: Extent,
        cancel: &CancelToken,
    ) -> Option<(Span<InDocument>, Self)> {
        let (site, inspection) = inspection_at(document, offset, cancel)?;
        let context = context(document, &site, &present::Report::new(&inspection), extent);
        let draft = document.draft(&site).filter(|_| extent == Extent::Short);
        let at = draft.map(|draft| draft.offset_of_source(offset.saturating_sub(draft.value().start)));
        Some((site.span, Self::with_context(context, &inspection, extent, at)))
    }

    fn from_site(document: &Document, site: &Site<'_>, inspection: &Inspection<'_>, extent: Extent) -> Self {
        let context = context(document, site, &present::Report::new(inspection), extent);
        Self::with_context(context, inspection, extent, None)
    }

    fn new(inspection: &Inspection<'_>, extent: Extent) -> Self {
        Self::with_context(Section::new(), inspection, extent, None)
    }

    /// Creates a report; a short one has the findings at the offset `at` of the reference first.
    fn with_context(context: Section, inspection: &Inspection<'_>, extent: Extent, at: Option<usize>) -> Self {
        let report = present::Report::new(inspection);
        let rows = |section| rows(&report, section, extent);
        // The other sections of a long reference would take too long.
        let is_long = inspection.text().len() > LONG;
        let unless_long = |section| if is_long { Section::new() } else { rows(section) };
        let direction = unless_long(Rows::Direction);
        // Where letters move, each row keeps the stored order: the screen must not move them again.
        let has_moves = !direction.is_empty();
        let in_order = |mut sections: Vec<Section>| {
            if has_moves {
                sections.iter_mut().flatten().for_each(|(_, text)| *text = pinned(text));
            }
            sections
        };
        let sections = match extent {
            Extent::Full => {
                let before = [
                    rows(Rows::Destination),
                    context,
                    rows(Rows::Components),
                    unless_long(Rows::Conversions),
                    unless_long(Rows::Characters),
                ];
                let mut sections = in_order(before.into());
                sections.push(direction);
                sections.extend(in_order(vec![rows(Rows::Findings)]));
                sections
            }
            Extent::Short => {
                let mut characters = unless_long(Rows::Characters);
                if let Some(omitted) = characters.len().checked_sub(KINDS + 1) {
                    characters.truncate(KINDS);
                    let kinds = if omitted == 0 { "kind of character" } else { "kinds of characters" };
                    characters.push(row("", format!("and {} more {kinds}", omitted + 1)));
                }
                let conversions =
                    if is_long { Section::new() } else { main_conversions(&report.conversions(), extent) };
                let others = in_order(vec![context, rows(Rows::Components), conversions, characters]);
                // A hover is cut at the height of some lines: what a user cannot see in the document comes first.
                let mut sections = vec![
                    rows(Rows::Destination),
                    direction,
                    main_findings(&report, at.map(|at| (inspection.text(), at))),
                ];
                sections.extend(others);
                sections
            }
        };
        Self { verdict: report.verdict(), sections }
    }

    /// Returns the sections as text, separated by empty lines, with labels of equal width.
    pub fn body(&self) -> String {
        let rows = || self.sections.iter().flatten();
        let width = rows().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let row = |(label, text): &(String, String)| {
            let gap = " ".repeat(width - label.chars().count());
            format!("{label}{gap}  {text}").trim_end().to_owned()
        };
        let section = |section: &Section| section.iter().map(row).collect::<Vec<_>>().join("\n");
        self.sections.iter().filter(|rows| !rows.is_empty()).map(section).collect::<Vec<_>>().join("\n\n")
    }
}

impl CopyForms {
    /// Computes the forms of the inspected reference; none if it contains an unknown entity.
    fn new(inspection: &Inspection<'_>) -> Self {
        if !inspection.is_known() {
            return Self::default();
        }
        let uri = inspection.converted(Form::UriIdna).or_else(|| inspection.converted(Form::Uri));
        let bidi = Some(notation(inspection.reference().inner()));
        let short = |form: Option<String>| form.filter(|form| form.len() <= LONGEST);
        Self { iri: short(inspection.converted(Form::ReadableIri)), uri: short(uri), bidi: short(bidi) }
    }
}

fn row(label: &str, text: impl Into<String>) -> (String, String) {
    (label.to_owned(), text.into())
}

/// Returns the rows of a section of the report, escaped. A hover has no twins.
fn rows(report: &present::Report<'_, '_>, section: Rows, extent: Extent) -> Section {
    let shown = |row: &present::ReportRow| extent == Extent::Full || row.label != "same display";
    let written = |row: present::ReportRow| {
        let text = extent.cut(&row.text);
        (row.label, if row.kind == RowKind::Letters { pinned(&text) } else { text })
    };
    report.rows(section).into_iter().filter(shown).map(written).collect()
}

/// Returns rows for the location of the reference, what its role allows, and what it resolves to.
fn context(document: &Document, site: &Site<'_>, report: &present::Report<'_, '_>, extent: Extent) -> Section {
    let place = Place::new(document, site);
    let mut rows = vec![row("context", extent.cut(&place.to_string())), row("role", report.role().to_string())];
    rows.extend(place.origin().map(|origin| row("type", extent.cut(&origin.to_string()))));
    if site.role.is_unknown() {
        // What the configuration needs so that the place is checked like others.
        let labels = std::iter::once(".iri.toml").chain(std::iter::repeat(""));
        let table = Config::table_for_place(site);
        rows.extend(labels.zip(table.lines()).map(|(label, line)| row(label, extent.cut(line))));
    }
    if site.kind.has_prefix() && site.is_known {
        rows.push(row("IRI", extent.cut(&site.value)));
    }
    if site.raw != site.value {
        rows.push(row("written", extent.cut(site.raw)));
    }
    if extent == Extent::Full {
        rows.extend(report.base().map(|base| row("base", extent.cut(base))));
    }
    let resolved = report.inspection().resolved().filter(|resolved| *resolved != *site.value);
    rows.extend(resolved.map(|resolved| row("resolved", extent.cut(&resolved))));
    rows
}

/// Returns the URI and the readable IRI if they differ from the reference.
fn main_conversions(conversions: &Conversions, extent: Extent) -> Section {
    let text_as = |form: Form| conversions.changed.iter().find(|converted| converted.forms.contains(&form));
    let uri = text_as(Form::UriIdna).or_else(|| text_as(Form::Uri));
    let readable = text_as(Form::ReadableIri).filter(|readable| Some(*readable) != uri);
    let pairs = [(Form::Uri, uri), (Form::ReadableIri, readable)].into_iter();
    let rows = pairs.filter_map(|(form, converted)| {
        let converted = converted?;
        // The text may be that of `UriIdna` only, whose label it then gets.
        let form = if converted.forms.contains(&form) { form } else { Form::UriIdna };
        Some(row(form.label(), extent.cut(&converted.text)))
    });
    rows.collect()
}

/// Returns the findings at an offset of a text, and the most severe other ones, each with its message and its preferred fix.
fn main_findings(report: &present::Report<'_, '_>, at: Option<(&str, usize)>) -> Section {
    let mut groups = report.findings();
    let number = at.map(|(text, at)| (text, text[..floor_char_boundary(text, at)].chars().count()));
    let is_here = |group: &FindingGroup<'_>| {
        number.is_some_and(|(text, number)| {
            let length = group.finding.span.slice(text).chars().count().max(1);
            group.numbers.iter().any(|start| (*start..start + length).contains(&number))
        })
    };
    groups.sort_by_key(|group| std::cmp::Reverse((is_here(group), group.finding.severity)));
    let more = groups.len().saturating_sub(FINDINGS);
    let rows = |group: &FindingGroup<'_>| {
        let text = |text: &str| Escaper::PlainText.escape(text);
        let finding = group.finding;
        let fix = finding.fixes.first().map(|fix| row("fix", text(&fix.title)));
        std::iter::once(row(finding.severity.name(), text(&finding.message))).chain(fix).collect::<Section>()
    };
    let mut rows: Section = groups.iter().take(FINDINGS).flat_map(rows).collect();
    if more > 0 {
        let findings = if more == 1 { "finding" } else { "findings" };
        rows.push(row("", format!("and {more} more {findings}")));
    }
    rows
}
