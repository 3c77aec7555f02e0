//! Report about one reference.

use crate::inspect::Inspection;
use crate::interop::{Interpretation, Parser, Rejection};
use crate::present::characters::CharacterKinds;
use crate::present::conversions::Conversions;
use crate::present::destination;
use crate::present::direction::Direction;
use crate::present::findings::{self, FindingGroup};
use crate::present::positions::CharacterIndex;
use crate::present::role::RoleDescription;
use crate::reference::{ComponentName, HostKind};
use crate::text::Span;

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

/// Verdict of a reference in a document that contains an entity whose replacement is unknown.
const UNKNOWN: &str = "unknown: contains an entity without a known replacement";

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
    /// let destination = Report::new(&inspection).destination();
    /// assert_eq!(destination.as_deref(), Some("opens 'evil.example'; 'paypal.com' is only a user name"));
    /// ```
    pub fn destination(&self) -> Option<String> {
        destination::sentence(self.inspection)
    }

    /// Returns what each class of parsers makes of the reference, in the order of [`Parser::ALL`].
    pub fn parsers(&self) -> impl Iterator<Item = (Parser, Result<Interpretation, Rejection>)> + use<'i, 't> {
        let (text, base) = (self.inspection.text(), self.base());
        Parser::ALL.into_iter().map(move |parser| (parser, parser.interpret(text, base)))
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
