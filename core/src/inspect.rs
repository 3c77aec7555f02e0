//! Inspection of one text. The findings are computed at once, the rest on demand.

mod characters;
mod options;
mod other_text;
mod rewrite;
mod safety;

#[doc(hidden)] // for the programs of this workspace
pub use characters::{CharacterAt, CharacterFilter};
pub use options::Options;
#[doc(hidden)] // for the programs of this workspace
pub use rewrite::{Rewrite, rewrites};

use crate::CancelToken;
use crate::bidi::{self, Bidi, DisplayOrder};
use crate::interop::{Parser, resource};
use crate::reference::{Form, NormalizationLevel, Reference, Resolution, normalize, resolution, resolve};
use crate::rules::{self, CheckInput, Features, NON_URI_CHARACTER};
use crate::rules::{Cardinality, Finding, ReferenceUse, Role, Severity, Whitespace};
use crate::text::{DecodeIssue, Decoded, Edit, issues_after_edits};

/// Inspection of one text. The findings are computed at once, the rest on demand.
#[derive(Clone, Debug)]
pub struct Inspection<'t> {
    reference: Reference<'t>,
    findings: Vec<Finding>,
    is_known: bool,
    /// Whether only the document of the text can inspect it again.
    is_in_document: bool,
    options: Options,
}

/// Inspects a text that does not belong to a document. Never fails; takes linear time.
///
/// For a reference in a document use `Document::inspect` of the feature `xml`: only the document knows entities,
/// suppressions and the place.
///
/// ```
/// use iri_core::{Options, Severity, inspect};
///
/// let inspection = inspect("http://example.org/a b", &Options::default());
/// assert_eq!(inspection.findings()[0].rule.name, "leiri-space");
/// assert_eq!(inspection.worst(), Some(Severity::Warning));
/// assert_eq!(inspection.apply_safe_fixes(Severity::Hint), "http://example.org/a%20b");
/// ```
pub fn inspect<'t>(text: &'t str, options: &Options) -> Inspection<'t> {
    let reference = parse(text, options);
    let checked = check(&reference, options.decode_issues(), options, options.cancel());
    let findings = checked.map(|(findings, _)| findings).unwrap_or_default();
    Inspection::new(reference, findings, options)
}

/// Parses a text without running a rule: the inspection has components and conversions, but no findings.
///
/// ```
/// use iri_core::reference::Form;
/// use iri_core::{Options, parse_only};
///
/// let inspection = parse_only("a b", &Options::default());
/// assert!(inspection.findings().is_empty());
/// assert_eq!(inspection.converted(Form::Iri).as_deref(), Some("a%20b"));
/// ```
pub fn parse_only<'t>(text: &'t str, options: &Options) -> Inspection<'t> {
    Inspection::new(parse(text, options), Vec::new(), options)
}

/// Inspects a decoded value that does not belong to a document and is exactly one reference.
///
/// The source of a finding is `decoded.source_of(finding.span.in_value(decoded.whole()))`.
///
/// ```
/// use iri_core::{Decoded, Options, inspect_decoded};
///
/// let decoded = Decoded::xml("a&#x20;b&c");
/// let inspection = inspect_decoded(&decoded, &Options::default());
/// let names: Vec<_> = inspection.findings().iter().map(|finding| finding.rule.name).collect();
/// assert_eq!(names, ["leiri-space", "raw-ampersand"]);
/// ```
pub fn inspect_decoded<'t>(decoded: &'t Decoded<'_>, options: &Options) -> Inspection<'t> {
    let issues = decoded.issues_in(decoded.whole()).collect();
    inspect(&decoded.value, &options.clone().with_decode_issues(issues))
}

/// Returns only the findings, and whether a name may have another spelling; `None` if the inspection is cancelled.
#[cfg(feature = "xml")]
pub(crate) fn findings(
    text: &str,
    issues: &[DecodeIssue],
    options: &Options,
    cancel: &CancelToken,
) -> Option<(Vec<Finding>, bool)> {
    let reference = parse(text, options);
    let (findings, features) = check(&reference, issues, options, cancel)?;
    Some((findings, options.role.is_compared_name() && features.may_be_variant(&reference)))
}

/// Returns whether normalization may change `text`, an IRI.
#[cfg(feature = "rdf")]
pub(crate) fn may_be_variant(text: &str) -> bool {
    let reference = Reference::parse(text);
    Features::from_reference(&reference).may_be_variant(&reference)
}

fn check(
    reference: &Reference<'_>,
    issues: &[DecodeIssue],
    options: &Options,
    cancel: &CancelToken,
) -> Option<(Vec<Finding>, Features)> {
    let features = features(reference, options, issues);
    if !rules::are_checked(features) {
        return Some((Vec::new(), features));
    }
    let mut findings = rules::check(&check_input(reference, features, options, issues), cancel)?;
    if findings.is_empty() {
        return Some((findings, features));
    }
    safety::demote_unsafe_fixes(reference, features, options, &mut findings, |fixed, edits| {
        let fixed = parse(fixed, options);
        let issues = issues_after_edits(issues, edits.iter().copied());
        rules::check_fixed(&check_input(&fixed, self::features(&fixed, options, &issues), options, &issues))
    });
    let count = |fixed: &str, edits: &[Edit], is_settled| {
        let fixed = parse(fixed, options);
        let issues = issues_after_edits(issues, edits.iter());
        let features = self::features(&fixed, options, &issues);
        rules::check_counting(&check_input(&fixed, features, options, &issues), is_settled)
    };
    let report = |fixed: &str, edits: &[Edit]| {
        let fixed = parse(fixed, options);
        let issues = issues_after_edits(issues, edits.iter());
        let features = self::features(&fixed, options, &issues);
        rules::check(&check_input(&fixed, features, options, &issues), cancel).unwrap_or_default()
    };
    safety::drop_worse_fixes(reference.text, &mut findings, count, report);
    Some((findings, features))
}

fn check_input<'c, 't>(
    reference: &'c Reference<'t>,
    features: Features,
    options: &'c Options,
    issues: &'c [DecodeIssue],
) -> CheckInput<'c, 't> {
    let Options { role, base, severities, .. } = options;
    let (base, schema_problem) = (base.as_deref(), options.schema_problem());
    let charset = options.query_charset();
    CheckInput { reference, features, role: *role, base, charset, severities, issues, schema_problem }
}

fn parse<'t>(text: &'t str, options: &Options) -> Reference<'t> {
    match options.role.whitespace {
        Whitespace::Collapsed => Reference::parse_collapsed(text),
        _ => Reference::parse(text),
    }
}

/// Returns the features of the text and of its role.
fn features(reference: &Reference<'_>, options: &Options, issues: &[DecodeIssue]) -> Features {
    let (text, role) = (reference.text, options.role);
    match role.cardinality {
        Cardinality::One if role.is_keyword(text) => return Features::default(),
        Cardinality::One => {}
        // The items are checked one by one; of the whole only their number matters.
        Cardinality::Pairs => return Features::PAIRS,
        _ => return Features::default(),
    }
    let is_blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t' | b'\r' | b'\n'));
    let is_edged = is_blank(text.as_bytes().first()) || is_blank(text.as_bytes().last());
    let is_name = role.is_absolute || role.reference_use == ReferenceUse::Namespace;
    // Each of these values belongs to one rule.
    match role {
        _ if !is_name => {}
        Role::RULE_NAME if options.is_suppression_unused => return Features::UNUSED_SUPPRESSION,
        Role::RULE_NAME => return Features::RULE_NAME,
        _ if role.is_of_one_rule() => return Features::ROLE,
        _ => {}
    }
    let features = Features::from_reference(reference);
    // Nearly everywhere IRIs are allowed, and this rule is off.
    let is_uri_only = |features: Features| {
        features.intersects(Features::NON_ASCII) && options.severities.effective(&NON_URI_CHARACTER, role).is_some()
    };
    let features = if is_uri_only(features) { features } else { features.without(Features::NON_ASCII) };
    // Parsing skipped this whitespace, but a rule reports it.
    features
        .or(Features::when(role.whitespace == Whitespace::Collapsed && is_edged, Features::LEIRI_ASCII))
        .or(Features::when(!issues.is_empty(), Features::DECODE_ISSUE))
        .or(Features::when(is_name && !reference.has_scheme(), Features::RELATIVE))
        .or(Features::when(role.is_fragment_unwanted && reference.fragment.is_some(), Features::UNWANTED_FRAGMENT))
        .or(Features::when(options.is_target_missing, Features::MISSING))
        .or(Features::when(options.is_fragment_missing, Features::MISSING_FRAGMENT))
        .or(Features::when(options.schema_problem().is_some(), Features::UNLOADED_SCHEMA))
}

impl<'t> Inspection<'t> {
    fn new(reference: Reference<'t>, findings: Vec<Finding>, options: &Options) -> Self {
        Self { reference, findings, is_known: true, is_in_document: false, options: options.clone() }
    }

    /// Creates the inspection of a reference in a document from what the document knows.
    #[cfg(feature = "xml")]
    pub(crate) fn in_document(text: &'t str, findings: Vec<Finding>, is_known: bool, options: Options) -> Self {
        Self { reference: parse(text, &options), findings, is_known, is_in_document: true, options }
    }

    /// Returns the inspection with another base to resolve against. The findings stay those of the place.
    #[must_use]
    pub fn with_base(mut self, base: Option<&str>) -> Self {
        self.options.base = base.map(str::to_owned);
        self
    }

    /// Returns the issues that the decoder met while it decoded the text from its source, in the order of the text.
    pub fn decode_issues(&self) -> &[DecodeIssue] {
        self.options.decode_issues()
    }

    /// Returns whether all of the text is known. If not, a placeholder in it represents an entity without a known
    /// replacement, a text that a program replaces, or a character reference to no character: what the text identifies,
    /// its components and its forms are those of another text.
    pub fn is_known(&self) -> bool {
        self.is_known && !self.options.decode_issues().iter().any(|issue| issue.kind.is_character_lost())
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.reference.text
    }

    /// Returns the components, and the narrowest dialect that allows the text.
    pub fn reference(&self) -> &Reference<'t> {
        &self.reference
    }

    /// Returns the findings, in the order of the text.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns only the findings and frees the rest: a text may have a million findings.
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// Returns the options of the inspection.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the highest severity of the findings; `None` without findings.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }

    /// Returns the text in `form`; `None` if it has no such form, or if the text is not [known](Self::is_known). The
    /// result follows the grammar of the form, if it has one.
    ///
    /// ```
    /// use iri_core::reference::Form;
    /// use iri_core::{Options, Role, inspect};
    ///
    /// let inspection = inspect("\n http://h/a b", &Options::default().with_role(Role::ANY_URI));
    /// assert_eq!(inspection.converted(Form::Iri).as_deref(), Some("http://h/a%20b"));
    /// assert_eq!(inspect("http://h/%", &Options::default()).converted(Form::Iri), None);
    /// ```
    pub fn converted(&self, form: Form) -> Option<String> {
        if !self.is_known() {
            return None;
        }
        let charset = self.options.query_charset();
        let converted = form.convert(&self.reference, charset, |text| {
            resource::opened(text, self.options.base.as_deref(), charset).map(|url| url.href())
        });
        // Encoding does not make every text a URI for Java.
        converted.filter(|text| form != Form::JavaNetUri || Parser::JavaUri.interpret(text, None).is_ok())
    }

    /// Returns the text normalized up to `level` of the comparison ladder (RFC 3987 section 5.3).
    ///
    /// ```
    /// use iri_core::reference::NormalizationLevel;
    /// use iri_core::{Options, inspect};
    ///
    /// let inspection = inspect("HTTP://EXAMPLE.org:80/a/../b", &Options::default());
    /// assert_eq!(inspection.normalized(NormalizationLevel::Path), "http://example.org:80/b");
    /// assert_eq!(inspection.normalized(NormalizationLevel::Scheme), "http://example.org/b");
    /// ```
    pub fn normalized(&self, level: NormalizationLevel) -> String {
        normalize(self.reference.inner(), level)
    }

    /// Returns the text resolved against the base of the options (RFC 3986 section 5.2); `None` if there is no base, if
    /// neither has a scheme, or if the text is not [known](Self::is_known).
    ///
    /// ```
    /// use iri_core::{Options, inspect};
    ///
    /// let options = Options::default().with_base("http://example.org/a/b");
    /// assert_eq!(inspect("../c", &options).resolved().as_deref(), Some("http://example.org/c"));
    /// assert_eq!(inspect("../c", &Options::default()).resolved(), None);
    /// ```
    pub fn resolved(&self) -> Option<String> {
        let base = self.options.base.as_deref().filter(|_| self.is_known())?;
        resolve(base, self.reference.inner())
    }

    /// Resolves the text like [`resolved`](Self::resolved) and returns the steps.
    pub fn resolution(&self) -> Option<Resolution> {
        let base = self.options.base.as_deref().filter(|_| self.is_known())?;
        resolution(base, self.reference.inner())
    }

    /// Returns the display of the text.
    pub fn bidi(&self) -> Bidi<'t> {
        Bidi::new(self.text())
    }

    /// Returns the display of the text in another order than that of RFC 3987.
    pub fn bidi_in(&self, order: DisplayOrder) -> Bidi<'t> {
        Bidi::with_order(self.text(), order)
    }

    /// Returns other references that display identically, although their structure differs; the nearest first, at most 64. None if
    /// the text is not [known](Self::is_known).
    ///
    /// ```
    /// use iri_core::characters::notation;
    /// use iri_core::{Options, inspect};
    ///
    /// let inspection = inspect("http://ab.\u{5D0}\u{5D1}.123/kl", &Options::default());
    /// let twins: Vec<_> = inspection.twins().iter().map(|twin| notation(twin)).collect();
    /// assert!(twins.contains(&"http://ab.123.AB/kl".to_owned()), "{twins:?}");
    /// ```
    pub fn twins(&self) -> Vec<String> {
        self.twins_in(DisplayOrder::Rfc)
    }

    /// Returns other references that display identically in `order`.
    pub fn twins_in(&self, order: DisplayOrder) -> Vec<String> {
        if self.is_known() { bidi::twins_in(self.text(), order) } else { Vec::new() }
    }

    /// Returns, for each pair of orders, the nearest other reference that displays in the second as the text does in the
    /// first: a link in a Hebrew mail that an address bar shows as another one.
    pub fn twins_across(&self) -> Vec<(DisplayOrder, DisplayOrder, String)> {
        if !self.is_known() {
            return Vec::new();
        }
        let pairs = DisplayOrder::ALL.into_iter().flat_map(|order| DisplayOrder::ALL.map(|other| (order, other)));
        pairs
            .filter(|(order, other)| order != other)
            .filter_map(|(order, other)| {
                let twin = bidi::across_up_to(1, self.text(), order, other).into_iter().next()?;
                Some((order, other, twin))
            })
            .collect()
    }

    /// Returns the text with the safe fixes of all findings of severity `least` or above applied, until none is left.
    /// For a reference of a document, one of two fixes that overlap is left: only the document can inspect the result.
    ///
    /// ```
    /// use iri_core::{Options, Severity, inspect};
    ///
    /// let inspection = inspect("HTTP://example.org/a b", &Options::default());
    /// assert_eq!(inspection.apply_safe_fixes(Severity::Warning), "HTTP://example.org/a%20b");
    /// assert_eq!(inspection.apply_safe_fixes(Severity::Hint), "http://example.org/a%20b");
    /// ```
    pub fn apply_safe_fixes(&self, least: Severity) -> String {
        self.apply_safe_fixes_with_issues(least).0
    }

    /// Applies the safe fixes as [`apply_safe_fixes`](Self::apply_safe_fixes) does, and returns the decode issues of the
    /// result too.
    pub fn apply_safe_fixes_with_issues(&self, least: Severity) -> (String, Vec<DecodeIssue>) {
        let (mut text, mut issues) = self.fixed_once(least);
        if self.is_in_document {
            return (text, issues);
        }
        // Each round resolves the findings that it fixes; a second round is only needed if two edits overlapped.
        for _ in 0..8 {
            let again = inspect(&text, &self.options.clone().with_decode_issues(issues.clone())).fixed_once(least);
            if again.0 == text {
                break;
            }
            (text, issues) = again;
        }
        (text, issues)
    }

    fn fixed_once(&self, least: Severity) -> (String, Vec<DecodeIssue>) {
        let findings = self.findings.iter().filter(|finding| finding.severity >= least);
        let edits = findings.filter_map(Finding::safe_fix).flat_map(|fix| &fix.edits);
        let edits = crate::text::without_overlaps(edits);
        let issues = issues_after_edits(self.decode_issues(), edits.iter().copied());
        (crate::text::apply_edits(self.text(), edits), issues)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_keep_the_decode_issues_of_a_text() {
        let decoded = Decoded::xml("a b&#xD800;c d");
        let inspection = inspect_decoded(&decoded, &Options::default());
        let (text, issues) = inspection.apply_safe_fixes_with_issues(Severity::Hint);
        assert_eq!(text, "a%20b\u{FFFD}c%20d");
        let spans: Vec<_> = issues.iter().map(|issue| issue.span.slice(&text)).collect();
        assert_eq!(spans, ["\u{FFFD}"]);
    }

    #[test]
    fn what_is_not_known_has_no_other_form() {
        let base = Options::default().with_base("http://h/");
        let decoded = Decoded::xml("a&#xD800;");
        let lost = inspect_decoded(&decoded, &base);
        assert!(!lost.is_known());
        assert_eq!((lost.converted(Form::Iri), lost.resolved(), lost.resolution().is_none()), (None, None, true));
    }
}
