//! Everything about one reference, section by section.
//!
//! ```text
//! a LEIRI, not an IRI                                     the verdict
//!
//! where     attribute xml:base of b                       where it is, and what its role allows
//! role      any-uri: leiri, one reference; …
//!
//! scheme    http                                          parts
//! host      example.org
//! path      /a b|c
//!
//! URI       http://example.org/a%20b%7Cc                  forms
//!
//! [SP]      U+0020 SPACE, space, at 20                    characters
//!
//! logical   http://ab.CD                                  direction
//! ```
//!
//! A hover shows the short form, `iri.inspect` the full one. Positions count characters from 0.

use iri_core::characters::BidiNotation;
use iri_core::inspect::CharacterFilter;
use iri_core::reference::{ComponentName, Form};
use iri_core::text::{InDocument, WHITE_SPACE};
use iri_core::unicode::LeiriGroup;
use iri_core::unicode::label;
use iri_core::{Document, Inspection, Options, Role, Site, Span, WhiteSpace, inspect};

use crate::escape::{escaped, escaped_char};

/// How much a report contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What fits next to the document.
    Short,
    /// Everything.
    Full,
}

/// Rows of a label and a text.
type Section = Vec<(String, String)>;

/// Everything about one reference.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which dialects allow it.
    pub verdict: &'static str,
    sections: Vec<Section>,
}

/// A reference in the forms that users copy; `None` if there is no such form.
#[derive(Clone, Debug)]
pub struct CopyForms {
    /// Readable IRI.
    pub iri: Option<String>,
    /// URI, in ASCII.
    pub uri: Option<String>,
    /// Bidi Notation, in ASCII.
    pub bidi: Option<String>,
}

/// Number of bytes up to which forms, characters and direction are computed: longer references would take too long.
const LONG: usize = 16 * 1024;
/// Number of kinds of characters in a short report.
const KINDS: usize = 8;

/// Everything about one reference.
#[derive(Clone, Debug)]
pub struct InspectedReference {
    /// The full report, below the reference itself.
    pub report: String,
    /// The reference in the forms that users copy.
    pub forms: CopyForms,
}

impl InspectedReference {
    /// Inspects the reference at `offset`.
    pub fn at(document: &Document, offset: usize) -> Option<Self> {
        let site = document.site_at(offset)?;
        let report = Report::from_site(&site, Extent::Full);
        let value = if site.is_known { &site.value } else { site.raw };
        Some(Self { report: titled(value, &report), forms: CopyForms::from_site(&site) })
    }

    /// Inspects `value`, a reference without a document.
    pub fn from_value(value: &str) -> Self {
        let report = Report::from_value(value, Role::default(), Extent::Full);
        Self { report: titled(value, &report), forms: CopyForms::from_value(value, Role::default()) }
    }
}

fn titled(value: &str, report: &Report) -> String {
    format!("{}\n{}\n\n{}\n", escaped(value, usize::MAX), report.verdict, report.body())
}

impl Extent {
    /// Number of characters of a text to display.
    const fn limit(self) -> usize {
        match self {
            Self::Short => 200,
            Self::Full => 4000,
        }
    }
}

impl Report {
    /// Span and report of the reference at `offset`.
    pub fn at(document: &Document, offset: usize, extent: Extent) -> Option<(Span<InDocument>, Self)> {
        let site = document.site_at(offset)?;
        Some((site.span, Self::from_site(&site, extent)))
    }

    fn from_site(site: &Site<'_>, extent: Extent) -> Self {
        if !site.is_known {
            let verdict = "known in part: nothing here says what an entity in it stands for";
            return Self { verdict, sections: vec![context(site, extent)] };
        }
        let mut report = Self::from_value(&site.value, site.role, extent);
        report.sections.insert(0, context(site, extent));
        report
    }

    fn from_value(value: &str, role: Role, extent: Extent) -> Self {
        let text = effective(value, role);
        let inspection = inspect(text, &Options { role, ..Options::default() });
        let mut sections = vec![parts(&inspection, extent)];
        if text.len() <= LONG {
            sections.push(forms(&inspection, extent));
            sections.push(characters(&inspection, extent));
            sections.push(direction(&inspection, extent));
        }
        if extent == Extent::Full {
            sections.push(findings(&inspection));
        }
        Self { verdict: inspection.reference().verdict(), sections }
    }

    /// The sections as a text, separated by empty lines, with labels of equal width.
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
    /// Forms of the reference at `site`; none if an entity in it is unknown.
    fn from_site(site: &Site<'_>) -> Self {
        if !site.is_known {
            return Self { iri: None, uri: None, bidi: None };
        }
        Self::from_value(&site.value, site.role)
    }

    fn from_value(value: &str, role: Role) -> Self {
        let text = effective(value, role);
        let inspection = inspect(text, &Options { role, ..Options::default() });
        let uri = inspection.converted(Form::UriIdna).or_else(|| inspection.converted(Form::Uri));
        Self { iri: inspection.converted(Form::IriFromUri), uri, bidi: Some(BidiNotation::new(text).write(text)) }
    }
}

/// `value` without the whitespace that its type removes.
fn effective(value: &str, role: Role) -> &str {
    if role.white_space == WhiteSpace::Collapsed { value.trim_matches(WHITE_SPACE) } else { value }
}

fn row(label: &str, text: impl Into<String>) -> (String, String) {
    (label.to_owned(), text.into())
}

/// Where the reference is, what its role allows, and what it resolves to.
fn context(site: &Site<'_>, extent: Extent) -> Section {
    let element = escaped(site.element, extent.limit());
    let place = match site.attribute {
        Some(attribute) => format!("{} {} of {element}", site.kind.name(), escaped(attribute, extent.limit())),
        None => format!("text of {element}"),
    };
    let role = site.role;
    let white_space = format!("white space at the ends is {}", role.white_space.words());
    let mut details = vec![role.cardinality.words().to_owned()];
    match role.white_space {
        WhiteSpace::Significant => details.push("white space at the ends breaks its readers".to_owned()),
        WhiteSpace::Kept | WhiteSpace::Collapsed => details.push(white_space),
    }
    details.extend(role.also());
    let allowed = format!("{} admits {}: {}", role.name, role.dialect.name(), details.join("; "));
    let mut rows = vec![row("where", place), row("role", allowed)];
    if site.raw != site.value {
        rows.push(row("written", escaped(site.raw, extent.limit())));
    }
    if let Some(resolved) = site.resolved().filter(|resolved| **resolved != *site.value) {
        rows.push(row("leads to", escaped(&resolved, extent.limit())));
    }
    rows
}

fn parts(inspection: &Inspection<'_>, extent: Extent) -> Section {
    let components = inspection.reference().components().into_iter();
    let is_listed = |name, is_empty| name != ComponentName::Authority && !(name == ComponentName::Path && is_empty);
    let listed = components.filter(|component| is_listed(component.name, component.span.is_empty()));
    let text = inspection.text();
    listed.map(|component| row(component.name.name(), escaped(component.span.slice(text), extent.limit()))).collect()
}

/// The forms that differ from the text, each once.
fn forms(inspection: &Inspection<'_>, extent: Extent) -> Section {
    let short: &[(&str, Form)] = &[("URI", Form::UriIdna), ("URI", Form::Uri), ("readable", Form::IriFromUri)];
    let full: &[(&str, Form)] = &[
        // Differs from the next one only if the host is not ASCII.
        ("URI", Form::Uri),
        ("URI by IDNA", Form::UriIdna),
        ("IRI", Form::Iri),
        ("readable", Form::IriFromUri),
        ("java.net", Form::JavaNetUri),
        ("browser", Form::Whatwg),
    ];
    let mut rows: Section = Vec::new();
    for (label, form) in if extent == Extent::Full { full } else { short } {
        let Some(text) = inspection.converted(*form).filter(|text| text != inspection.text()) else { continue };
        let text = escaped(&text, extent.limit());
        let is_listed = rows.iter().any(|(known, form)| *form == text || (extent == Extent::Short && known == label));
        if !is_listed {
            rows.push(row(label, text));
        }
    }
    rows
}

/// The characters that an IRI does not allow there or that a finding is about, each kind once, without visible letters.
fn characters(inspection: &Inspection<'_>, extent: Extent) -> Section {
    let mut kinds: Vec<(char, Vec<usize>)> = Vec::new();
    for (index, start) in inspection.positions(CharacterFilter::Notable) {
        let Some(c) = inspection.text()[start..].chars().next() else { continue };
        let is_named = !inspection.is_iri_at(start) || escaped_char(c).chars().count() > 1;
        match kinds.iter_mut().find(|(known, _)| *known == c) {
            _ if !is_named => {}
            Some((_, places)) => places.push(index),
            None => kinds.push((c, vec![index])),
        }
    }
    let limit = if extent == Extent::Full { usize::MAX } else { KINDS };
    let omitted = kinds.len().saturating_sub(limit);
    let mut rows: Section =
        kinds.iter().take(limit).map(|(c, places)| row(&escaped_char(*c), description(*c, places))).collect();
    if omitted > 0 {
        rows.push(row("", format!("and {omitted} more kinds of characters")));
    }
    rows
}

/// `U+0020 SPACE, space, at 3, 7`.
fn description(c: char, places: &[usize]) -> String {
    const LIMIT: usize = 8;
    let group = LeiriGroup::from_char(c).map_or(String::new(), |group| format!(", {}", group.name()));
    let at: Vec<String> = places.iter().take(LIMIT).map(ToString::to_string).collect();
    let more = if places.len() > LIMIT { format!(" and {} more", places.len() - LIMIT) } else { String::new() };
    format!("{}{group}, at {}{more}", label(c), at.join(", "))
}

/// The order in which the characters are displayed, in Bidi Notation and in their own letters.
fn direction(inspection: &Inspection<'_>, extent: Extent) -> Section {
    let bidi = inspection.bidi();
    if bidi.is_left_to_right() {
        return Section::new();
    }
    let (text, notation) = (inspection.text(), BidiNotation::new(inspection.text()));
    let cut = |text: String| escaped(&text, extent.limit());
    let mut rows = vec![
        row("logical", cut(notation.write(text))),
        row("visual", cut(notation.write_visual(&bidi))),
        row("in order", pinned(&escaped(text, extent.limit()))),
        row("as seen", pinned(&escaped(&bidi.visual(), extent.limit()))),
    ];
    if extent == Extent::Full {
        let twins = inspection.twins();
        rows.extend(twins.iter().map(|twin| row("twin", cut(notation.write(twin)))));
    }
    rows
}

/// Keeps all letters of `text` in left-to-right order, whatever their direction, by a mark after each of them.
fn pinned(text: &str) -> String {
    const LEFT_TO_RIGHT_MARK: char = '\u{200E}';
    text.chars().flat_map(|c| std::iter::once(c).chain((!c.is_ascii()).then_some(LEFT_TO_RIGHT_MARK))).collect()
}

fn findings(inspection: &Inspection<'_>) -> Section {
    let text = inspection.text();
    let mut rows = Section::new();
    for finding in inspection.findings() {
        let at = text[..finding.span.start].chars().count();
        rows.push(row(finding.severity.name(), format!("{} at {at}: {}", finding.rule.name, finding.message)));
        rows.extend(finding.fixes.iter().map(|fix| row("", format!("fix: {} ({})", fix.title, fix.safety.name()))));
    }
    rows
}
