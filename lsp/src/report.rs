//! Everything about one reference, section by section.
//!
//! ```text
//! a LEIRI, not an IRI                                     the verdict
//!
//! where     attribute xml:base of b                       why it is a reference, and what its place admits
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
use iri_core::text::WHITE_SPACE;
use iri_core::unicode::LeiriGroup;
use iri_core::unicode::label;
use iri_core::{Inspection, Options, Role, Site, WhiteSpace, inspect};

use crate::shown::{shown, shown_char};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What fits beside the text.
    Short,
    /// Everything.
    Full,
}

/// Rows of a label and a text.
type Section = Vec<(String, String)>;

/// Everything about one reference.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which dialects admit it.
    pub verdict: &'static str,
    sections: Vec<Section>,
}

/// References in the forms that people copy; nothing where there is no such form.
#[derive(Clone, Debug)]
pub struct Forms {
    /// As much as can be read.
    pub iri: Option<String>,
    /// ASCII alone.
    pub uri: Option<String>,
    /// Its order in ASCII.
    pub bidi: Option<String>,
}

/// What is longer has no forms and no direction worked out while one waits.
const LONG: usize = 16 * 1024;
/// So many kinds of characters are told in short.
const KINDS: usize = 8;

impl Extent {
    /// So many characters of a text are shown.
    const fn most(self) -> usize {
        match self {
            Self::Short => 200,
            Self::Full => 4000,
        }
    }
}

impl Report {
    /// That of a reference in a document.
    pub fn of_site(site: &Site<'_>, extent: Extent) -> Self {
        if !site.is_known {
            let verdict = "known in part: nothing here says what an entity in it stands for";
            return Self { verdict, sections: vec![place(site, extent)] };
        }
        let mut report = Self::of(&site.value, site.role, extent);
        report.sections.insert(0, place(site, extent));
        report
    }

    /// That of a reference alone.
    pub fn of(value: &str, role: Role, extent: Extent) -> Self {
        let text = inner(value, role);
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

    /// Its sections, empty lines between them, as a text in which all labels are as wide.
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

impl Forms {
    /// Those of `site`; none where it is known in part.
    pub fn of_site(site: &Site<'_>) -> Self {
        if !site.is_known {
            return Self { iri: None, uri: None, bidi: None };
        }
        Self::of(&site.value, site.role)
    }

    /// Those of a reference alone.
    pub fn of(value: &str, role: Role) -> Self {
        let text = inner(value, role);
        let inspection = inspect(text, &Options { role, ..Options::default() });
        let uri = inspection.converted(Form::UriIdna).or_else(|| inspection.converted(Form::Uri));
        Self { iri: inspection.converted(Form::IriFromUri), uri, bidi: Some(BidiNotation::new(text).write(text)) }
    }
}

/// Without the white space that the type removes.
fn inner(value: &str, role: Role) -> &str {
    if role.white_space == WhiteSpace::Collapsed { value.trim_matches(WHITE_SPACE) } else { value }
}

fn row(label: &str, text: impl Into<String>) -> (String, String) {
    (label.to_owned(), text.into())
}

/// Why it is a reference, what its place admits, and where it leads.
fn place(site: &Site<'_>, extent: Extent) -> Section {
    let element = shown(site.element, extent.most());
    let place = match site.attribute {
        Some(attribute) => format!("{} {} of {element}", site.kind.name(), shown(attribute, extent.most())),
        None => format!("text of {element}"),
    };
    let role = site.role;
    let white_space = format!("white space at the ends is {}", role.white_space.words());
    let mut says = vec![role.cardinality.words().to_owned()];
    match role.white_space {
        WhiteSpace::Significant => says.push("white space at the ends breaks its readers".to_owned()),
        WhiteSpace::Kept | WhiteSpace::Collapsed => says.push(white_space),
    }
    says.extend(role.also());
    let admits = format!("{} admits {}: {}", role.name, role.dialect.name(), says.join("; "));
    let mut rows = vec![row("where", place), row("role", admits)];
    if site.raw != site.value {
        rows.push(row("written", shown(site.raw, extent.most())));
    }
    if let Some(resolved) = site.resolved().filter(|resolved| **resolved != *site.value) {
        rows.push(row("leads to", shown(&resolved, extent.most())));
    }
    rows
}

fn parts(inspection: &Inspection<'_>, extent: Extent) -> Section {
    let components = inspection.reference().components().into_iter();
    let is_told = |name, is_empty| name != ComponentName::Authority && !(name == ComponentName::Path && is_empty);
    let told = components.filter(|component| is_told(component.name, component.span.is_empty()));
    let text = inspection.text();
    told.map(|component| row(component.name.name(), shown(component.span.slice(text), extent.most()))).collect()
}

/// The forms that differ from the text, those alike once.
fn forms(inspection: &Inspection<'_>, extent: Extent) -> Section {
    let short: &[(&str, Form)] = &[("URI", Form::UriIdna), ("URI", Form::Uri), ("readable", Form::IriFromUri)];
    let full: &[(&str, Form)] = &[
        // Another one only where the host is not ASCII.
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
        let text = shown(&text, extent.most());
        let is_told = rows.iter().any(|(known, told)| *told == text || (extent == Extent::Short && known == label));
        if !is_told {
            rows.push(row(label, text));
        }
    }
    rows
}

/// What no IRI admits where it stands or a finding is about, each kind once. Letters that can be seen are left out.
fn characters(inspection: &Inspection<'_>, extent: Extent) -> Section {
    let mut kinds: Vec<(char, Vec<usize>)> = Vec::new();
    for (index, start) in inspection.positions(CharacterFilter::Notable) {
        let Some(c) = inspection.text()[start..].chars().next() else { continue };
        let is_named = !inspection.is_iri_at(start) || shown_char(c).chars().count() > 1;
        match kinds.iter_mut().find(|(known, _)| *known == c) {
            _ if !is_named => {}
            Some((_, places)) => places.push(index),
            None => kinds.push((c, vec![index])),
        }
    }
    let most = if extent == Extent::Full { usize::MAX } else { KINDS };
    let left_out = kinds.len().saturating_sub(most);
    let mut rows: Section =
        kinds.iter().take(most).map(|(c, places)| row(&shown_char(*c), about(*c, places))).collect();
    if left_out > 0 {
        rows.push(row("", format!("and {left_out} more kinds of characters")));
    }
    rows
}

/// `U+0020 SPACE, space, at 3, 7`.
fn about(c: char, places: &[usize]) -> String {
    const MOST: usize = 8;
    let group = LeiriGroup::from_char(c).map_or(String::new(), |group| format!(", {}", group.name()));
    let at: Vec<String> = places.iter().take(MOST).map(ToString::to_string).collect();
    let more = if places.len() > MOST { format!(" and {} more", places.len() - MOST) } else { String::new() };
    format!("{}{group}, at {}{more}", label(c), at.join(", "))
}

/// Where a reader sees each character, in Bidi Notation and in its own letters.
fn direction(inspection: &Inspection<'_>, extent: Extent) -> Section {
    let bidi = inspection.bidi();
    if bidi.is_left_to_right() {
        return Section::new();
    }
    let (text, notation) = (inspection.text(), BidiNotation::new(inspection.text()));
    let cut = |text: String| shown(&text, extent.most());
    let mut rows = vec![
        row("logical", cut(notation.write(text))),
        row("visual", cut(notation.write_visual(&bidi))),
        row("in order", pinned(&shown(text, extent.most()))),
        row("as seen", pinned(&shown(&bidi.visual(), extent.most()))),
    ];
    if extent == Extent::Full {
        let twins = inspection.twins();
        rows.extend(twins.iter().map(|twin| row("twin", cut(notation.write(twin)))));
    }
    rows
}

/// Each letter in its place from left to right, whatever its direction: a mark behind each keeps it there.
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
