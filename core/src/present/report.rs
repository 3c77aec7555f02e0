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
use crate::reference::{ComponentName, Dialect, Form, HostKind, Resolution};
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

/// Verdict of a reference that is not [known](Inspection::is_known).
const UNKNOWN: &str = "unknown: contains an entity or a placeholder without a known value";
const NO_CHARACTER: &str = "unknown: contains a character reference to no character";

/// Report about one reference: each front end writes the sections that it has room for.
///
/// If a part of the reference is [unknown](Inspection::is_known), the report has a verdict and findings about the known
/// parts, but nothing else, which would be that of another reference.
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
        self.unknown().unwrap_or_else(|| self.inspection.reference().verdict())
    }

    /// Returns why the reference is unknown; `None` if all of it is known.
    pub fn unknown(&self) -> Option<&'static str> {
        let is_lost = self.inspection.decode_issues().iter().any(|issue| issue.kind.is_character_lost());
        (!self.inspection.is_known()).then_some(if is_lost { NO_CHARACTER } else { UNKNOWN })
    }

    /// Returns whether the reference matches each production of RFC 3986, RFC 3987 and the LEIRI Note: the relative ones
    /// only match those named `-reference` (RFC 3986 section 4.1). `None` if a part of it is unknown.
    ///
    /// ```
    /// use iri_core::present::Report;
    /// use iri_core::{Options, inspect};
    ///
    /// let valid = Report::new(&inspect("../\u{E9}", &Options::default())).valid().expect("all of it is known");
    /// assert_eq!(valid[3..5], [("IRI-reference", true), ("IRI", false)]);
    /// ```
    pub fn valid(&self) -> Option<Vec<(&'static str, bool)>> {
        let reference = self.inspection.reference();
        let verdicts = |dialect: Dialect| {
            let [any, non_relative, absolute] = dialect.start_symbols();
            [
                (any, reference.is_reference(dialect)),
                (non_relative, reference.is_non_relative(dialect)),
                (absolute, reference.is_absolute(dialect)),
            ]
        };
        self.unknown().is_none().then(|| Dialect::ALL.into_iter().flat_map(verdicts).collect())
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
        let text = Some(self.inspection.text()).filter(|_| self.unknown().is_none());
        let host = text.and_then(|text| Parser::Whatwg.interpret(text, self.base()).ok()?.host);
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

    /// Returns what each class of parsers makes of the reference, in the order of [`Parser::ALL`]; empty if a part of the
    /// reference is unknown.
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
        if self.unknown().is_some() {
            return Vec::new();
        }
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

    /// Resolves the reference against its base.
    ///
    /// # Errors
    /// The reason why it cannot be resolved, in words.
    pub fn resolution(&self) -> Result<Resolution, &'static str> {
        let reason = || match self.base() {
            _ if self.unknown().is_some() => self.verdict(),
            None => "no base",
            Some(_) => "the base has no scheme",
        };
        self.inspection.resolution().ok_or_else(reason)
    }

    /// Converts the reference to `form`.
    ///
    /// # Errors
    /// The reason why the form is not available, in words.
    pub fn converted(&self, form: Form) -> Result<String, &'static str> {
        let reference = self.inspection.reference();
        let reason = || match form {
            _ if self.unknown().is_some() => self.verdict(),
            Form::Whatwg if !reference.has_scheme() && self.base().is_none() => "a browser needs a base to resolve it",
            Form::Whatwg => "browsers reject it",
            Form::UriIdna if reference.is_reference(Dialect::Leiri) => "IDNA does not allow the host",
            _ => "not a LEIRI",
        };
        self.inspection.converted(form).ok_or_else(reason)
    }

    /// Returns the components with content: the authority as its parts, and no empty path.
    pub fn components(&self) -> Vec<ReportedComponent> {
        if self.unknown().is_some() {
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
        if self.unknown().is_some() {
            return CharacterKinds::default();
        }
        CharacterKinds::new(self.inspection, &self.index)
    }

    /// Returns the conversions of the reference.
    pub fn conversions(&self) -> Conversions {
        if self.unknown().is_some() {
            return Conversions::default();
        }
        Conversions::new(self.inspection, |form| self.converted(form))
    }

    /// Returns the display order; `None` if the reference is displayed in stored order.
    pub fn direction(&self) -> Option<Direction> {
        if self.unknown().is_some() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decoded, Options, inspect, inspect_decoded};

    #[test]
    fn an_unknown_reference_has_nothing_but_a_verdict_and_findings() {
        let decoded = Decoded::xml("http://h/a b&#xD800;");
        let options = Options::default().with_base("http://e/");
        let inspection = inspect_decoded(&decoded, &options);
        let report = Report::new(&inspection);
        assert_eq!((report.verdict(), report.unknown()), (NO_CHARACTER, Some(NO_CHARACTER)));
        assert!(report.valid().is_none() && report.components().is_empty() && report.parsers().is_empty());
        assert!(report.destination().is_none() && report.direction().is_none() && report.address_bars().is_empty());
        assert_eq!(report.characters(), CharacterKinds::default());
        assert_eq!(report.conversions(), Conversions::default());
        assert_eq!(report.converted(Form::Iri), Err(NO_CHARACTER));
        assert_eq!(report.resolution().map(|resolution| resolution.target), Err(NO_CHARACTER));
        assert!(report.findings().iter().any(|group| group.finding.rule.name == "leiri-space"));
    }

    #[test]
    fn what_is_not_available_has_a_reason() {
        let inspection = inspect("http://\u{301}a.example/", &Options::default().with_base("a"));
        let report = Report::new(&inspection);
        assert_eq!(report.converted(Form::UriIdna), Err("IDNA does not allow the host"));
        assert_eq!(
            report.conversions().unavailable_in_words(),
            "URI with IDNA host: IDNA does not allow the host; WHATWG URL: browsers reject it"
        );
        let relative = inspect("a", &Options::default().with_base("b"));
        assert_eq!(Report::new(&relative).resolution().err(), Some("the base has no scheme"));
    }
}
