//! Report about one reference.

use crate::inspect::Inspection;
use crate::interop::{AddressBar, Browser, DisplayCheck, Interpretation, Parser, Rejection, address_bar, disagreement};
use crate::present::characters::CharacterKinds;
use crate::present::conversions::Conversions;
use crate::present::destination::Destination;
use crate::present::direction::Direction;
use crate::present::findings::{self, FindingGroup};
use crate::present::positions::CharacterIndex;
use crate::present::role::RoleDescription;
use crate::reference::{ComponentName, HostKind};
use crate::text::{Span, shorten};

/// Component in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportedComponent {
    /// Name of the component.
    pub name: ComponentName,
    /// Its bytes, without surrounding delimiters.
    pub span: Span,
    /// Kind of host; `None` for other components.
    pub host: Option<HostKind>,
}

/// What one class of parsers makes of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParserRow {
    /// Class of parsers.
    pub parser: Parser,
    /// What it finds, or why it rejects the reference.
    pub found: Result<Interpretation, Rejection>,
    /// Whether it opens another resource than browsers, or than the first class that opens any.
    pub is_different: bool,
}

/// Number of characters of a label in a note.
const LABEL_LENGTH: usize = 40;

/// Verdict of a reference that contains an entity whose replacement is unknown, or a placeholder of a template.
const UNKNOWN: &str = "unknown: contains an entity or a placeholder without a known value";

/// Report about one reference: each front end writes the sections that it has room for.
///
/// If a part of the reference is [unknown](Inspection::is_known), the report has findings about the known parts, but no
/// components, characters, conversions or display order, which would be those of another reference.
///
/// ```
/// use iri_core::present::Report;
/// use iri_core::{Options, inspect};
///
/// let inspection = inspect("http://example.org/a b", &Options::default());
/// let report = Report::new(&inspection);
/// assert_eq!(report.verdict(), "valid LEIRI, not an IRI");
/// assert_eq!(report.characters().leiri_only[0].numbers, [20]);
/// assert_eq!(report.conversions().changed[0].text, "http://example.org/a%20b");
/// assert_eq!(report.findings()[0].finding.rule.name, "leiri-space");
/// ```
#[derive(Clone, Debug)]
pub struct Report<'i, 't> {
    inspection: &'i Inspection<'t>,
    index: CharacterIndex,
}

impl<'i, 't> Report<'i, 't> {
    /// Creates the report of an inspection. Sections are computed on demand.
    pub fn new(inspection: &'i Inspection<'t>) -> Self {
        Self { inspection, index: CharacterIndex::new(inspection.text()) }
    }

    /// Returns the inspection.
    pub fn inspection(&self) -> &'i Inspection<'t> {
        self.inspection
    }

    /// Returns the index of the characters of the text.
    pub fn index(&self) -> &CharacterIndex {
        &self.index
    }

    /// Returns which dialects allow the reference, in words.
    pub fn verdict(&self) -> &'static str {
        if self.inspection.is_known() { self.inspection.reference().verdict() } else { UNKNOWN }
    }

    /// Returns what the reference opens, in one sentence; `None` if it opens no host, or if it is a name.
    ///
    /// ```
    /// use iri_core::present::Report;
    /// use iri_core::{Options, inspect};
    ///
    /// let inspection = inspect("https://paypal.com@evil.example/", &Options::default());
    /// let destination = Report::new(&inspection).destination().expect("it opens a host");
    /// assert_eq!(destination.text, "opens 'evil.example'; 'paypal.com' is only a user name");
    /// assert_eq!(&destination.text[destination.emphasis.expect("it has a host")], "evil.example");
    /// ```
    pub fn destination(&self) -> Option<Destination> {
        Destination::new(self.inspection)
    }

    /// Returns what the address bar of each browser shows, in the order of [`Browser::ALL`]; empty if no label of the
    /// host is internationalized.
    ///
    /// ```
    /// use iri_core::present::Report;
    /// use iri_core::{Options, inspect};
    ///
    /// let inspection = inspect("http://b\u{FC}cher.example/", &Options::default());
    /// let (browser, shown) = Report::new(&inspection).address_bars().remove(0);
    /// assert_eq!((browser.name(), shown.host.as_str()), ("Chrome", "b\u{FC}cher.example"));
    /// ```
    pub fn address_bars(&self) -> Vec<(Browser, AddressBar)> {
        let host = if self.inspection.is_known() {
            Parser::Whatwg.interpret(self.inspection.text(), self.base()).ok().and_then(|opened| opened.host)
        } else {
            None
        };
        let bar = |host: &str, browser| Some((browser, address_bar(host, browser)?));
        host.map_or_else(Vec::new, |host| Browser::ALL.into_iter().filter_map(|browser| bar(&host, browser)).collect())
    }

    /// Returns which label browsers show as its A-label, and why, in one sentence for each reason.
    pub fn address_bar_notes(&self) -> Vec<String> {
        let mut notes: Vec<(String, DisplayCheck, Vec<&str>)> = Vec::new();
        for (browser, shown) in self.address_bars() {
            let failed = shown.labels.into_iter().find_map(|label| Some((label.check?, label.ascii)));
            let Some((check, label)) = failed else { continue };
            match notes.iter_mut().find(|(known, reason, _)| (known, *reason) == (&label, check)) {
                Some((_, _, browsers)) => browsers.push(browser.name()),
                None => notes.push((label, check, vec![browser.name()])),
            }
        }
        let note = |(label, check, browsers): (String, DisplayCheck, Vec<&str>)| {
            let verb = if browsers.len() == 1 { "shows" } else { "show" };
            let label = shorten(&label, LABEL_LENGTH);
            format!("{} {verb} '{label}', because {}", browsers.join(" and "), check.reason())
        };
        notes.into_iter().map(note).collect()
    }

    /// Returns what each class of parsers makes of the reference, in the order of [`Parser::ALL`].
    ///
    /// ```
    /// use iri_core::present::Report;
    /// use iri_core::{Options, inspect};
    ///
    /// let inspection = inspect("http://a.example\\@b.example/", &Options::default());
    /// let differing: Vec<_> = Report::new(&inspection).parsers().into_iter().filter(|row| row.is_different).collect();
    /// assert_eq!(differing[0].parser.name(), "curl");
    /// ```
    pub fn parsers(&self) -> Vec<ParserRow> {
        let (text, base) = (self.inspection.text(), self.base());
        let readings = disagreement(text, base).map_or_else(Vec::new, |found| found.readings);
        let is_different = |parser| readings.iter().skip(1).any(|reading| reading.parsers.contains(&parser));
        let row = |parser: Parser| ParserRow {
            parser,
            found: parser.interpret(text, base),
            is_different: is_different(parser),
        };
        Parser::ALL.into_iter().map(row).collect()
    }

    /// Returns what the format says of the reference.
    pub fn role(&self) -> RoleDescription {
        RoleDescription::new(self.inspection.options().role)
    }

    /// Returns the base against which the reference is resolved.
    pub fn base(&self) -> Option<&'i str> {
        self.inspection.options().base.as_deref()
    }

    /// Returns the resolved reference; `None` without a base that has a scheme.
    pub fn resolved(&self) -> Option<String> {
        self.inspection.resolved()
    }

    /// Returns the components with content: the authority as its parts, and no empty path.
    pub fn components(&self) -> Vec<ReportedComponent> {
        if !self.inspection.is_known() {
            return Vec::new();
        }
        let reference = self.inspection.reference();
        let components = reference.components().into_iter();
        let is_shown = |name, is_empty| name != ComponentName::Authority && !(name == ComponentName::Path && is_empty);
        let shown = components.filter(|component| is_shown(component.name, component.span.is_empty()));
        let kind = reference.authority.map(|authority| authority.kind);
        let host = |name| kind.filter(|_| name == ComponentName::Host);
        shown
            .map(|component| ReportedComponent {
                name: component.name,
                span: component.span,
                host: host(component.name),
            })
            .collect()
    }

    /// Returns the characters that need a line of their own.
    pub fn characters(&self) -> CharacterKinds {
        if !self.inspection.is_known() {
            return CharacterKinds::default();
        }
        CharacterKinds::new(self.inspection, &self.index)
    }

    /// Returns the conversions of the reference.
    pub fn conversions(&self) -> Conversions {
        if !self.inspection.is_known() {
            return Conversions::default();
        }
        Conversions::new(self.inspection)
    }

    /// Returns the display order; `None` if the reference is displayed in stored order.
    pub fn direction(&self) -> Option<Direction> {
        if !self.inspection.is_known() {
            return None;
        }
        Direction::new(self.inspection)
    }

    /// Returns the findings, the most severe first; those of one rule with the same message and fixes
    /// are one group.
    pub fn findings(&self) -> Vec<FindingGroup<'i>> {
        findings::groups(self.inspection, &self.index)
    }
}
