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

use iri_core::characters::{Escaper, LegendEntry, boxed, needs_escape, notation};
use iri_core::present::{self, CharacterIndex, CharacterKind, Conversions, Direction, FindingGroup, Place};
use iri_core::reference::Form;
use iri_core::text::{InDocument, floor_char_boundary};
use iri_core::{Document, Inspection, Options, Site, Span, inspect};

use crate::bidi_marks::pinned;
use crate::demand::Demand;

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
    /// Inspects the reference at `offset`; `None` if `offset` is outside all references, or if the `demand` ends.
    pub fn at(document: &Document, offset: usize, demand: &Demand) -> Option<Self> {
        let (site, inspection) = inspection_at(document, offset, demand)?;
        let report = ReportText::from_site(document, &site, &inspection, Extent::Full);
        let text = if inspection.is_known() { inspection.text() } else { site.raw };
        Some(Self { report: titled(text, &report), forms: CopyForms::new(&inspection) })
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
fn inspection_at<'d>(document: &'d Document, offset: usize, demand: &Demand) -> Option<(Site<'d>, Inspection<'d>)> {
    let sites = document.sites_in(Span::empty(offset));
    let sites = sites.filter(|site| site.span.start <= offset && offset <= site.span.end);
    let mut all = sites.take(ENTITY_LIMIT).filter_map(|site| {
        let inspection = document.inspect_cancellable(&site, || demand.is_wanted())?;
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
    /// Returns the span and the report of the reference at `offset`; `None` if `offset` is outside all references, or if the
    /// `demand` ends.
    pub fn at(document: &Document, offset: usize, extent: Extent, demand: &Demand) -> Option<(Span<InDocument>, Self)> {
        let (site, inspection) = inspection_at(document, offset, demand)?;
        Some((site.span, Self::from_site(document, &site, &inspection, extent)))
    }

    fn from_site(document: &Document, site: &Site<'_>, inspection: &Inspection<'_>, extent: Extent) -> Self {
        let context = context(document, site, &present::Report::new(inspection), extent);
        Self::with_context(context, inspection, extent)
    }

    fn new(inspection: &Inspection<'_>, extent: Extent) -> Self {
        Self::with_context(Section::new(), inspection, extent)
    }

    fn with_context(context: Section, inspection: &Inspection<'_>, extent: Extent) -> Self {
        let report = present::Report::new(inspection);
        let is_long = inspection.text().len() > LONG;
        let conversions = || conversions(&report.conversions(), extent);
        let characters = || characters(&report, extent);
        let direction = || report.direction().map(|direction| direction_rows(inspection, &direction, extent));
        let mut sections = vec![destination(&report)];
        if extent == Extent::Full {
            sections.extend([context, components(&report, extent)]);
            if !is_long {
                sections.extend([conversions(), characters()]);
                sections.extend(direction());
            }
            sections.push(report.findings().iter().flat_map(finding_rows).collect());
            return Self { verdict: report.verdict(), sections };
        }
        // A hover is cut at the height of some lines: what a user cannot see in the document comes first.
        let direction = if is_long { None } else { direction() };
        let is_reordered = direction.is_some();
        sections.extend(direction);
        sections.push(main_findings(&report));
        let mut others = vec![context, components(&report, extent)];
        if !is_long {
            others.extend([conversions(), characters()]);
        }
        if is_reordered {
            others.iter_mut().flatten().for_each(|(_, text)| *text = pinned(text));
        }
        sections.extend(others);
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
        Self { iri: short(inspection.converted(Form::IriFromUri)), uri: short(uri), bidi: short(bidi) }
    }
}

fn row(label: &str, text: impl Into<String>) -> (String, String) {
    (label.to_owned(), text.into())
}

/// Returns what the reference opens, and what address bars show if that is not the same.
fn destination(report: &present::Report<'_, '_>) -> Section {
    let sentence = report.destination().map(|destination| destination.text);
    let lines = sentence.into_iter().chain(report.address_bar_notes());
    let label = |index| if index == 0 { "destination" } else { "" };
    lines.enumerate().map(|(index, line)| row(label(index), Escaper::PlainText.escape(&line))).collect()
}

/// Returns rows for the location of the reference, what its role allows, and what it resolves to.
fn context(document: &Document, site: &Site<'_>, report: &present::Report<'_, '_>, extent: Extent) -> Section {
    let place = Place::new(document, site);
    let mut rows = vec![row("context", extent.cut(&place.to_string())), row("role", report.role().to_string())];
    rows.extend(place.origin().map(|origin| row("type", extent.cut(&origin.to_string()))));
    if site.raw != site.value {
        rows.push(row("written", extent.cut(site.raw)));
    }
    if extent == Extent::Full {
        rows.extend(report.base().map(|base| row("base", extent.cut(base))));
    }
    let resolved = report.resolved().filter(|resolved| *resolved != *site.value);
    rows.extend(resolved.map(|resolved| row("resolved", extent.cut(&resolved))));
    rows
}

fn components(report: &present::Report<'_, '_>, extent: Extent) -> Section {
    let text = report.inspection().text();
    let components = report.components().into_iter();
    components.map(|component| row(component.name.name(), extent.cut(component.span.slice(text)))).collect()
}

/// Returns the conversions that differ from the reference, each text once, with the label of its first form.
fn conversions(conversions: &Conversions, extent: Extent) -> Section {
    let labels = |forms: &[Form]| forms.iter().map(|form| form.label()).collect::<Vec<_>>().join(", ");
    let mut rows = Section::new();
    if extent == Extent::Short {
        let text_as = |form: Form| conversions.changed.iter().find(|converted| converted.forms.contains(&form));
        let uri = text_as(Form::UriIdna).or_else(|| text_as(Form::Uri));
        let readable = text_as(Form::IriFromUri).filter(|readable| Some(*readable) != uri);
        let pairs = [(Form::Uri, uri), (Form::IriFromUri, readable)].into_iter();
        rows.extend(pairs.filter_map(|(form, converted)| {
            let converted = converted?;
            // The text may be that of `UriIdna` only, whose label it then gets.
            let form = if converted.forms.contains(&form) { form } else { Form::UriIdna };
            Some(row(form.label(), extent.cut(&converted.text)))
        }));
        return rows;
    }
    for converted in &conversions.changed {
        rows.push(row(&labels(&converted.forms[..1]), extent.cut(&converted.text)));
        if converted.forms.len() > 1 {
            rows.push(row("", format!("also {}", labels(&converted.forms[1..]))));
        }
    }
    for (label, forms) in [("unchanged", &conversions.unchanged), ("not available", &conversions.unavailable)] {
        if !forms.is_empty() {
            rows.push(row(label, labels(forms)));
        }
    }
    rows
}

/// Returns the characters that an IRI does not allow there or that a finding is about, each kind once, without visible
/// letters.
fn characters(report: &present::Report<'_, '_>, extent: Extent) -> Section {
    let kinds = report.characters();
    let limit = if extent == Extent::Full { usize::MAX } else { KINDS };
    let omitted = (kinds.leiri_only.len() + kinds.hidden.len()).saturating_sub(limit);
    let mut rows: Section = kinds.leiri_only.iter().chain(&kinds.hidden).take(limit).map(character_row).collect();
    if omitted > 0 {
        let kinds = if omitted == 1 { "kind of character" } else { "kinds of characters" };
        rows.push(row("", format!("and {omitted} more {kinds}")));
    }
    rows
}

/// Returns a row such as `[SP]  U+0020 SPACE, space, at 3 and 7`.
fn character_row(kind: &CharacterKind) -> (String, String) {
    let group = kind.group.map_or(String::new(), |group| format!(", {}", group.name()));
    let text = format!("{}{group}, at {}", iri_core::unicode::label(kind.c), CharacterIndex::list(&kind.numbers));
    // A single space would be invisible.
    let shown = if kind.c == ' ' || needs_escape(kind.c) { boxed(kind.c) } else { kind.c.to_string() };
    (shown, text)
}

/// Returns the stored and the displayed order, in Bidi Notation with its legend and in the original letters.
fn direction_rows(inspection: &Inspection<'_>, direction: &Direction, extent: Extent) -> Section {
    let mut rows =
        vec![row("stored", extent.cut(&direction.stored)), row("displayed", extent.cut(&direction.displayed))];
    if extent == Extent::Full {
        rows.extend(direction.twins.iter().map(|twin| row("same display", extent.cut(twin))));
    }
    let entry = |(number, entry): (usize, LegendEntry)| {
        let label = if number == 0 { "legend" } else { "" };
        row(label, format!("{} = {} {}", entry.capital, pinned(&entry.letter.to_string()), entry.name()))
    };
    rows.extend(direction.legend().enumerate().map(entry));
    rows.push(row("as stored", pinned(&extent.cut(inspection.text()))));
    rows.push(row("as displayed", pinned(&extent.cut(&direction.displayed_letters))));
    rows
}

/// Returns the most severe findings, each with its message and its preferred fix.
fn main_findings(report: &present::Report<'_, '_>) -> Section {
    let mut groups = report.findings();
    groups.sort_by_key(|group| std::cmp::Reverse(group.finding.severity));
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

/// Returns a row such as `error  leiri-space at 3 and 7: …`, and a row per fix.
fn finding_rows(group: &FindingGroup<'_>) -> Section {
    let finding = group.finding;
    let at = CharacterIndex::list(&group.numbers);
    let message = Escaper::PlainText.escape(&finding.message);
    let head = row(finding.severity.name(), format!("{} at {at}: {message}", finding.rule.name));
    let fix = |fix: &iri_core::Fix| {
        row("", format!("fix: {} ({})", Escaper::PlainText.escape(&fix.title), fix.safety.name()))
    };
    std::iter::once(head).chain(finding.fixes.iter().map(fix)).collect()
}
