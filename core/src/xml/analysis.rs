//! A value and its context ─▶ findings, placed on the characters of the source or of the reference itself.
//!
//! ```text
//! raw value ─▶ decoded ─▶ items ─▶ findings of each item ─▶ suppressed, repeated, unknown ones leave
//!                                                            ├─ analyze:      on the source of the value
//!                                                            └─ analyze_item: on the text of one item
//! ```

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::CancelToken;
use crate::inspect;
use crate::inspect::Options;
use crate::reference::Reference;
use crate::rules::{
    self, COMMON_MISTAKE, Cardinality, Finding, Fix, ReferenceUse, Role, Severity, Subject, Whitespace, css_escapes,
};
use crate::text::{DecodeIssue, Decoded, InRawValue, InValue, Span, WHITESPACE};
use crate::vocabularies::{Shape, meant_namespace};
use crate::xml::guess;
use crate::xml::scope::ValueContext;
use crate::xml::site::SiteKind;
use crate::xml::suppression::Suppression;
use crate::xml::template;

/// Finding about a value.
#[derive(Clone, Debug)]
pub struct ValueFinding {
    /// Finding on the source of the value.
    pub finding: Finding<InRawValue>,
    /// Reference that it is about; findings of one share it, as there may be many.
    pub item: Arc<Item>,
    /// Entity whose replacement causes the finding.
    pub entity: Option<Box<str>>,
}

/// Reference in a value.
#[derive(Debug)]
pub struct Item {
    /// Span in the decoded value.
    pub span: Span<InValue>,
    /// Source of the reference.
    pub source: Span<InRawValue>,
    /// Role of the reference.
    pub role: Role,
    /// Whether all of the reference is known.
    pub is_known: bool,
}

/// Analysis of a value.
#[derive(Clone, Debug)]
pub struct ValueAnalysis {
    /// Findings in the order of the source.
    pub findings: Vec<ValueFinding>,
    /// Rules with findings that a comment suppresses.
    pub suppressed: Suppression,
    /// Whether it is a name in RDF that may have another spelling.
    pub may_be_variant: bool,
    /// Value itself.
    pub value: DecodedValue,
}

/// Decoded value, independent of its findings.
#[derive(Clone, Debug)]
pub struct DecodedValue {
    /// Decoded value; `None` if it equals the raw one.
    pub decoded: Option<Box<str>>,
    /// Whether all of it is known: the replacements of its entities, and the characters of its character references.
    pub is_known: bool,
}

/// Analysis of one reference of a value, in the coordinates of that reference.
#[derive(Clone, Debug)]
pub struct ItemAnalysis {
    /// Findings in the order of the text.
    pub findings: Vec<Finding>,
    /// Issues that the decoder met while it decoded the reference.
    pub issues: Vec<DecodeIssue>,
    /// Whether all of it is known: the replacements of its entities, and the characters of its character references.
    pub is_known: bool,
}

/// References in a decoded value with their roles.
pub type Items = Vec<(Span<InValue>, Role)>;

/// Decodes the raw value `raw` as its kind requires, and finds its placeholders.
pub fn decode<'s>(context: &ValueContext, raw: &'s str) -> Decoded<'s> {
    let decoded = match context.kind {
        SiteKind::Attribute => Decoded::attribute(raw, &context.entities),
        SiteKind::Element => Decoded::text(raw, &context.entities),
        SiteKind::Pi => Decoded::xml(raw),
        SiteKind::Doctype | SiteKind::Entity | SiteKind::Notation | SiteKind::Comment => Decoded::literal(raw),
        #[cfg(feature = "rdf")]
        SiteKind::Prefix => Decoded::literal(raw),
        #[cfg(feature = "rdf")]
        SiteKind::IriRef => Decoded::iri_ref(raw),
        #[cfg(feature = "rdf")]
        SiteKind::PrefixedName => Decoded::prefixed_name(raw, &context.entities),
        #[cfg(feature = "rdf")]
        SiteKind::Literal => Decoded::turtle_string(raw),
        #[cfg(feature = "rdf")]
        SiteKind::JsonString => Decoded::json_string(raw),
        #[cfg(feature = "rdf")]
        SiteKind::CompactIri => Decoded::compact_iri(raw, &context.entities),
    };
    let placeholders = placeholders(context, &decoded.value);
    if placeholders.is_empty() { decoded } else { decoded.with_placeholders(placeholders) }
}

fn placeholders(context: &ValueContext, value: &str) -> Vec<Span<InValue>> {
    if !context.may_be_template() {
        return Vec::new();
    }
    // A program, or a qualified name, is a reference only if a schema types it; then its whole text is unknown.
    if is_typed(context) && (template::is_program(|| context.name(), value) || is_qualified_name(value)) {
        return vec![Span::new(0, value.len())];
    }
    if let Some(own) = template::of_role(context.place.role, value) {
        return own;
    }
    let cardinality = context.place.role.cardinality;
    let is_css = matches!(cardinality, Cardinality::Functions | Cardinality::Specification) && value.contains('\\');
    if !is_css && !template::may_have_placeholders(value) {
        return Vec::new();
    }
    if value.contains('{')
        && template::has_value_templates(context.name().namespace, |language| context.declares(language))
    {
        return template::expressions(value);
    }
    // What a program replaces in a guessed reference is not known, whether it is a name or not.
    let role = if context.place.is_guessed() { Role::ANY_URI } else { context.place.role };
    let of = |text: &str| template::placeholders(context.document, context.name(), role, text);
    if is_css
        || context.kind == SiteKind::Element && cardinality == Cardinality::Functions
        || cardinality == Cardinality::Calls
    {
        // The braces of a style sheet enclose its rules, and what surrounds a string of XPath is an expression.
        let items = context.place.role.items(value);
        let inside = |(item, _): (Span<InValue>, Role)| {
            let text = item.slice(value);
            // What is written with an escape is not known.
            let escapes = if is_css { css_escapes(text) } else { Vec::new() };
            let all = if escapes.is_empty() { of(text) } else { escapes };
            all.into_iter().map(move |span| span.moved(item.start))
        };
        return items.flat_map(inside).collect();
    }
    of(value)
}

/// Returns whether the value is a qualified name in Clark notation, `{namespace}name`, which schemas type as `anyURI`.
fn is_qualified_name(value: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let parts = value.trim_matches(WHITESPACE).strip_prefix('{').and_then(|value| value.split_once('}'));
    parts.is_some_and(|(namespace, local)| namespace.contains(':') && !local.is_empty() && local.chars().all(is_name))
}

/// Returns the references in a decoded value with their roles.
pub fn items(context: &ValueContext, value: &str) -> Items {
    items_between(context, value, &placeholders(context, value))
}

/// Returns the references as [`items`] does, given the placeholders of the value.
fn items_between(context: &ValueContext, value: &str, placeholders: &[Span<InValue>]) -> Items {
    // Whitespace and commas within a placeholder do not separate items.
    let value = template::masked(value, placeholders);
    let is_relative = is_relative(context, &value, placeholders);
    let items = context.place.role.items(&value).map(|(item, role)| {
        let is_name = role.reference_use == ReferenceUse::Typed && is_compared(item.slice(&value));
        // Without an expression a value template is the reference itself.
        let is_literal =
            role == Role::VALUE_TEMPLATE && placeholders.is_empty() && !item.slice(&value).contains(['{', '}']);
        let known = match role {
            _ if is_name => Role::IDENTIFIER_ANY_URI,
            _ if is_literal => Role::ANY_URI,
            role => role,
        };
        (item, if is_relative { Role::UNKNOWN } else { known })
    });
    let is_optional = context.declared.is_some() && context.place.shape == Shape::Likely;
    items
        .filter(|(item, role)| {
            let text = item.slice(&value);
            !context.is_keyword(*role, text) && !context.is_other(text) && (!is_optional || looks_like_reference(text))
        })
        .collect()
}

/// Returns whether a value is a relative reference, as far as one can see, in a place that may have some.
fn is_relative(context: &ValueContext, value: &str, placeholders: &[Span<InValue>]) -> bool {
    let is_it = || match context.place.shape {
        Shape::Named => guess::is_named(value),
        _ => guess::is_relative(value),
    };
    let is_path = || context.place.is_guessed() && guess::is_file_path(value);
    placeholders.is_empty() && (context.has_relative() && is_it() || is_path())
}

/// Returns whether a value that a schema types is a name that programs compare: its scheme has no resources.
fn is_compared(value: &str) -> bool {
    const SCHEMES: [&str; 6] = ["doi", "info", "oid", "tag", "urn", "uuid"];
    let scheme = value.trim_start_matches(WHITESPACE).split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)))
}

/// Parses a value without checking it; `None` if it contains no references.
pub fn parse_only(context: &ValueContext, raw: &str) -> Option<DecodedValue> {
    references(context, raw).map(|(decoded, _)| DecodedValue::new(decoded))
}

/// Analyzes a value within `quote`; `None` if it contains no references.
pub fn analyze(context: &ValueContext, raw: &str, quote: Option<char>) -> Option<ValueAnalysis> {
    let (decoded, items) = references(context, raw)?;
    let Checked { reported, suppressed, may_be_variant } = reported(context, &decoded, items, &CancelToken::default())?;
    let found = |Reported { finding, item, .. }: Reported| {
        let entity = decoded.entity_of(finding.span.in_value(item.span)).map(Box::from);
        ValueFinding { finding: in_source(finding, item.span, &decoded, quote), item, entity }
    };
    let mut findings: Vec<_> = reported.into_iter().map(found).collect();
    // The sort is stable: a finding about the whole list precedes one about an item.
    findings.sort_by_key(|found| found.finding.span);
    Some(ValueAnalysis { findings, suppressed, may_be_variant, value: DecodedValue::new(decoded) })
}

/// Returns the starts of the items of a value that have a common mistake.
pub fn mistaken_items(context: &ValueContext, raw: &str, quote: Option<char>) -> HashSet<usize> {
    let findings = analyze(context, raw, quote).map(|analysis| analysis.findings).unwrap_or_default();
    let mistaken = findings.into_iter().filter(|found| *found.finding.rule == COMMON_MISTAKE);
    mistaken.map(|found| found.item.span.start).collect()
}

/// Analyzes the reference `item` of a value within `quote`: the same findings as [`analyze`], in the coordinates of
/// the reference, with the fixes that the source can express. `None` if the analysis is cancelled.
pub fn analyze_item(
    context: &ValueContext,
    raw: &str,
    quote: Option<char>,
    item: Span<InValue>,
    cancel: &CancelToken,
) -> Option<ItemAnalysis> {
    let (decoded, items) = references(context, raw)?;
    let Checked { reported, .. } = reported(context, &decoded, items, cancel)?;
    let reported = reported.into_iter().take_while(|_| !cancel.is_cancelled());
    let mut findings: Vec<_> = reported.filter_map(|found| in_item(found, item, &decoded, quote)).collect();
    if cancel.is_cancelled() {
        return None;
    }
    findings.sort_by_key(|finding| finding.span);
    Some(ItemAnalysis { findings, issues: decoded.issues_in(item).collect(), is_known: decoded.is_known(item) })
}

impl Item {
    fn new(span: Span<InValue>, role: Role, decoded: &Decoded<'_>) -> Arc<Self> {
        Arc::new(Self { span, source: decoded.source_of(span), role, is_known: decoded.is_known(span) })
    }
}

impl DecodedValue {
    /// A value that equals the raw one, and all of which is known.
    pub const PLAIN: Self = Self { decoded: None, is_known: true };

    /// Returns whether it equals the raw value, and all of it is known.
    pub const fn is_plain(&self) -> bool {
        self.decoded.is_none() && self.is_known
    }

    pub fn new(decoded: Decoded<'_>) -> Self {
        let is_known = decoded.is_known(decoded.whole());
        let decoded = match decoded.value {
            Cow::Borrowed(_) => None,
            Cow::Owned(value) => Some(value.into()),
        };
        Self { decoded, is_known }
    }
}

/// Decodes a value and finds the references in it; `None` if it has no reference: a CSS value without functions, a
/// program, a placeholder for the whole value without a schema, or an element without text.
fn references<'s>(context: &ValueContext, raw: &'s str) -> Option<(Decoded<'s>, Items)> {
    if context.place.role.cardinality == Cardinality::Nothing {
        return None;
    }
    // Nearly all values of CSS have neither a function nor a rule, and those of XPath no string in a function.
    let has_items = match context.place.role.cardinality {
        Cardinality::Functions => memchr::memchr3(b'(', b'&', b'@', raw.as_bytes()).is_some(),
        Cardinality::Calls => memchr::memchr(b'(', raw.as_bytes())
            .is_some_and(|open| memchr::memchr3(b'\'', b'"', b'&', &raw.as_bytes()[open..]).is_some()),
        _ => true,
    };
    if !has_items {
        return None;
    }
    let decoded = decode(context, raw);
    let is_unknown = || {
        template::is_all_placeholders(&decoded.value, decoded.placeholders())
            || template::is_program(|| context.name(), &decoded.value)
    };
    if context.may_be_template() && !is_typed(context) && is_unknown() {
        return None;
    }
    // A union with other types, or one of several declarations: most such values are no references.
    if context.declared.is_some() && context.place.shape == Shape::Likely && !looks_like_reference(&decoded.value)
        || context.place.shape.excludes(&decoded.value)
    {
        return None;
    }
    if context.place.is_guessed()
        && !guess::is_reference(&template::masked(&decoded.value, decoded.placeholders()))
        && !is_relative(context, &decoded.value, decoded.placeholders())
    {
        return None;
    }
    if context.kind == SiteKind::Element
        && context.place.role.whitespace == Whitespace::Collapsed
        && is_blank(&decoded.value)
    {
        return None;
    }
    let items = items_between(context, &decoded.value, decoded.placeholders());
    (!items.is_empty()).then_some((decoded, items))
}

/// Returns whether a schema is certain that the value is a reference, whatever a program replaces it with.
fn is_typed(context: &ValueContext) -> bool {
    let is_declared = || context.declared.as_ref().is_some_and(|declared| declared.origin.is_some());
    context.place.shape != Shape::Likely && is_declared()
}

/// Returns whether an element with this text is as empty as one without text.
fn is_blank(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Finding that is reported.
struct Reported {
    /// Finding on the item.
    finding: Finding,
    /// Item.
    item: Arc<Item>,
    /// Whether the item is the whole list.
    is_whole: bool,
}

/// Result of the checks of a value.
struct Checked {
    reported: Vec<Reported>,
    /// Rules with findings that a comment suppresses.
    suppressed: Suppression,
    /// Whether it is a name in RDF that may have another spelling.
    may_be_variant: bool,
}

/// Checks the list and its items. What is suppressed, repeated or about unknown text is not reported. `None` if the analysis
/// is cancelled.
fn reported(context: &ValueContext, decoded: &Decoded<'_>, items: Items, cancel: &CancelToken) -> Option<Checked> {
    let (mut all, mut used) = whole_list(context, decoded);
    let mut may_be_variant = false;
    let mut known = HashSet::new();
    let masked = template::masked(&decoded.value, decoded.placeholders());
    let mut checked = CheckedItems::new(items.len());
    for (item, role) in items {
        let issues: Vec<_> = decoded.issues_in(item).collect();
        let text = item.slice(&decoded.value);
        let options = context.options_of(role);
        let problem = context.schema_problem(text).map(str::to_owned);
        let with_problem = problem.map(|problem| options.clone().with_schema_problem(problem));
        let is_plain = issues.is_empty() && with_problem.is_none();
        let options = with_problem.as_ref().unwrap_or(options);
        let check = || inspect::findings(item.slice(&masked), &issues, options, cancel);
        let key = (item.slice(&masked), role);
        let (mut findings, is_variant) = if is_plain { checked.get(key, check)? } else { check()? };
        may_be_variant |= is_variant;
        if context.place.is_unchecked(text.trim_matches(WHITESPACE)) {
            continue;
        }
        if let Some(start) = first_placeholder(item, decoded) {
            findings.retain_mut(|finding| {
                !context.place.is_guessed()
                    && (template::applies_to_literal_text(finding.rule) || is_slip_before(finding, start))
            });
            // In a template an encoding may have another meaning: `%20d` is a directive of printf.
            findings.iter_mut().for_each(Finding::require_review);
        }
        findings.extend(prefix_as_scheme(context, text, role, options));
        if let Some(finding) = misspelled_namespace(text, role, options) {
            // What other rules say of the text is not what its author meant.
            findings.retain(|finding| finding.rule.subject == Subject::Markup);
            findings.push(finding);
        }
        if context.kind == SiteKind::Element && is_blank(text) {
            // Without its whitespace the element would have no text, so that the reference would disappear.
            for finding in &mut findings {
                finding.fixes.clear();
            }
        }
        if context.place.shape == Shape::Likely && !looks_like_reference(text) {
            findings.retain(|finding| finding.rule.subject == Subject::Markup);
        }
        if role.is_unknown() {
            findings.retain(|finding| guess::is_reported(finding.rule, text));
        }
        let mut suppressed = context.suppressed_in(text);
        let reported = findings
            .into_iter()
            .filter(|finding| !context.is_repeated(finding.rule, text) && !suppressed.covers(finding.rule));
        // What is wrong with a namespace is reported where its prefix is declared.
        #[cfg(feature = "rdf")]
        let reported = reported
            .filter(|finding| !context.kind.has_prefix() || !decoded.is_from_entity(finding.span.in_value(item)));
        let new = reported.filter(|finding| is_new(finding, item, decoded, &mut known));
        let mut shared = None;
        all.extend(new.map(|finding| {
            let item = shared.get_or_insert_with(|| Item::new(item, role, decoded));
            Reported { finding, item: Arc::clone(item), is_whole: false }
        }));
        used = used.or(suppressed.used());
    }
    all.retain(|found| !is_about_unknown_text(found, decoded));
    if context.is_damaged() {
        // Neither the characters nor what the value means with them is known.
        all.retain(|found| !found.item.span.slice(&decoded.value).contains(char::REPLACEMENT_CHARACTER));
    }
    Some(Checked { reported: all, suppressed: used, may_be_variant })
}

/// Result of the checks of one item: its findings, and whether it is a name that may have another spelling.
type CheckedItem = (Vec<Finding>, bool);

/// Items of a long list that were checked: those that occur again are not checked again.
struct CheckedItems<'t> {
    known: FxHashMap<(&'t str, Role), CheckedItem>,
    /// Number of items that may still be remembered.
    room: usize,
}

impl<'t> CheckedItems<'t> {
    /// Number of items from which a list is long.
    const LONG: usize = 64;
    /// Number of items that are remembered.
    const MOST: usize = 1_000;

    fn new(count: usize) -> Self {
        Self { known: FxHashMap::default(), room: if count < Self::LONG { 0 } else { Self::MOST } }
    }

    fn get(&mut self, key: (&'t str, Role), check: impl FnOnce() -> Option<CheckedItem>) -> Option<CheckedItem> {
        if let Some(checked) = self.known.get(&key) {
            return Some(checked.clone());
        }
        let checked = check()?;
        if self.room > 0 {
            self.room -= 1;
            self.known.insert(key, checked.clone());
        }
        Some(checked)
    }
}

/// Returns whether a value shows that it is a reference: by a scheme, or a character that separates the components of a
/// reference. A word or an identifier of another kind has neither, and a dot at the end of a word is that of a sentence.
fn looks_like_reference(value: &str) -> bool {
    let has_extension = || value.split('.').skip(1).any(|rest| rest.starts_with(char::is_alphanumeric));
    value.contains(['/', '\\', '#', '?']) || has_extension() || Reference::parse_collapsed(value).has_scheme()
}

/// Returns the finding of a name of RDF with a prefix that the document declares for other names.
fn prefix_as_scheme(context: &ValueContext, text: &str, role: Role, options: &Options) -> Option<Finding> {
    let is_name = matches!(role.reference_use, ReferenceUse::Name | ReferenceUse::NameBase);
    let is_of_xml = matches!(context.kind, SiteKind::Attribute | SiteKind::Element);
    #[cfg(feature = "rdf")]
    let is_iri = context.kind == SiteKind::IriRef;
    #[cfg(not(feature = "rdf"))]
    let is_iri = false;
    if !is_name || !is_of_xml && !is_iri || !text.contains(':') {
        return None;
    }
    let severity = options.severities.effective(&rules::COMMON_MISTAKE, role)?;
    rules::prefix_as_scheme(text, severity, |prefix| {
        if is_iri { context.entities.replacement(prefix).map(Arc::from) } else { context.namespace(prefix) }
    })
}

/// Returns the finding of a namespace name that is another spelling of a known one.
fn misspelled_namespace(text: &str, role: Role, options: &Options) -> Option<Finding> {
    // In RDF the names of terms follow the namespace directly.
    let is_of_rdf = role == Role::RDF_NAMESPACE;
    let is_namespace = role.reference_use == ReferenceUse::Namespace || is_of_rdf;
    let meant = is_namespace.then(|| meant_namespace(text))??;
    if is_of_rdf && !meant.ends_with(['/', '#']) {
        return None;
    }
    let severities = &options.severities;
    let severity = severities.effective(&rules::COMMON_MISTAKE, role)?;
    // Namespace names are compared only, but no program knows the vocabulary by this one.
    let severity = if severities.is_set(&rules::COMMON_MISTAKE) { severity } else { severity.max(Severity::Warning) };
    Some(rules::misspelled_namespace(text, severity, &meant))
}

/// Checks a list of pairs as a whole. The second value contains the rules with findings that a comment suppresses.
fn whole_list(context: &ValueContext, decoded: &Decoded<'_>) -> (Vec<Reported>, Suppression) {
    let role = context.place.role;
    // A placeholder may be replaced with any number of items.
    if role.cardinality != Cardinality::Pairs || !decoded.placeholders().is_empty() {
        return (Vec::new(), Suppression::default());
    }
    let options = Options::clone(&context.options).with_role(role);
    let (findings, _) = inspect::findings(&decoded.value, &[], &options, options.cancel()).unwrap_or_default();
    if findings.is_empty() {
        return (Vec::new(), Suppression::default());
    }
    let mut suppressed = context.suppressed_in(&decoded.value);
    let reported = findings.into_iter().filter(|finding| !suppressed.covers(finding.rule));
    let item = Item::new(decoded.whole(), role, decoded);
    let reported = reported.map(|finding| Reported { finding, item: Arc::clone(&item), is_whole: true }).collect();
    (reported, suppressed.used())
}

/// Returns whether this is the first finding of its rule about an entity reference. All of them would point to that
/// reference, and a short reference can cause many findings.
fn is_new(
    finding: &Finding,
    item: Span<InValue>,
    decoded: &Decoded<'_>,
    known: &mut HashSet<(&'static str, Span<InRawValue>)>,
) -> bool {
    let span = finding.span.in_value(item);
    decoded.entity_of(span).is_none() || known.insert((finding.rule.name, decoded.source_of(span)))
}

/// Returns whether a finding is about text that is not known. The markup is known.
fn is_about_unknown_text(found: &Reported, decoded: &Decoded<'_>) -> bool {
    if found.finding.rule.subject == Subject::Markup {
        return false;
    }
    let span = found.finding.span.in_value(found.item.span);
    // The digits after a '%' may come from an unknown entity.
    let reach = if found.finding.rule.name == "broken-percent" { 2 } else { 0 };
    decoded.touches_opaque(Span::new(span.start, (span.end + reach).min(decoded.value.len())))
}

/// Places a finding about the target of `item` on the source of the value; `None` if the item contains a placeholder, so
/// that its target is not known. A value with CDATA sections has no fix: another name may begin in another section.
pub fn about_target(
    mut finding: Finding,
    item: Span<InValue>,
    decoded: &Decoded<'_>,
    quote: Option<char>,
) -> Option<Finding<InRawValue>> {
    if has_placeholder(item, decoded) {
        return None;
    }
    if decoded.has_sections() {
        finding.fixes.clear();
    }
    Some(in_source(finding, item, decoded, quote))
}

/// Returns the same finding in the coordinates of the reference, with the fixes that the source can express.
pub fn about_target_of_item(
    mut finding: Finding,
    item: Span<InValue>,
    decoded: &Decoded<'_>,
    quote: Option<char>,
) -> Option<Finding> {
    finding.fixes.retain(|fix| !decoded.has_sections() && fix_of_source(fix.clone(), item, decoded, quote).is_some());
    (!has_placeholder(item, decoded)).then_some(finding)
}

fn has_placeholder(item: Span<InValue>, decoded: &Decoded<'_>) -> bool {
    first_placeholder(item, decoded).is_some()
}

/// Returns where the first placeholder of the item starts in it.
fn first_placeholder(item: Span<InValue>, decoded: &Decoded<'_>) -> Option<usize> {
    // They are in order and do not overlap.
    let placeholders = decoded.placeholders();
    let next = placeholders.partition_point(|placeholder| placeholder.end <= item.start);
    let first = placeholders.get(next).filter(|placeholder| placeholder.start < item.end)?;
    Some(first.start.saturating_sub(item.start))
}

/// Returns whether the finding is a slip that a fix before `start`, where a placeholder starts, removes; it keeps only such
/// fixes.
fn is_slip_before(finding: &mut Finding, start: usize) -> bool {
    finding.fixes.retain(|fix| fix.edits.iter().all(|edit| edit.span.end < start));
    rules::OWNERS.contains(&finding.rule) && finding.span.end <= start && !finding.fixes.is_empty()
}

/// Places a finding about `item` on the source of the value.
fn in_source(finding: Finding, item: Span<InValue>, decoded: &Decoded<'_>, quote: Option<char>) -> Finding<InRawValue> {
    let Finding { rule, severity, span, message, fixes } = finding;
    let span = span.in_value(item);
    let fixes = fixes.into_iter().filter_map(|fix| fix_of_source(fix, item, decoded, quote)).collect();
    // What is missing at the end is missing inside the CDATA section that ends there.
    let is_at_end = span.is_empty() && span.start == item.end;
    let span = if is_at_end { Span::empty(decoded.source_of(item).end) } else { decoded.source_of(span) };
    Finding { rule, severity, span, message, fixes }
}

/// Places a finding on the text of `item`. A finding about the whole list belongs to the item that it points to.
fn in_item(found: Reported, item: Span<InValue>, decoded: &Decoded<'_>, quote: Option<char>) -> Option<Finding> {
    let Reported { mut finding, item: own, is_whole, .. } = found;
    if is_whole {
        let span = finding.span.in_value(own.span).in_reference(item)?;
        return Some(Finding { span, fixes: Vec::new(), ..finding });
    }
    if own.span != item {
        return None;
    }
    finding.fixes.retain(|fix| fix_of_source(fix.clone(), item, decoded, quote).is_some());
    Some(finding)
}

/// Writes a fix for the source; `None` if it would lose an entity reference.
fn fix_of_source(fix: Fix, item: Span<InValue>, decoded: &Decoded<'_>, quote: Option<char>) -> Option<Fix<InRawValue>> {
    let Fix { title, safety, edits } = fix;
    let to_source = |edit: crate::text::Edit| {
        let edit = edit.in_value(item);
        let is_at_end = edit.span.is_empty() && edit.span.start == item.end && !item.is_empty();
        if is_at_end { decoded.append_to_source(&edit, quote) } else { decoded.to_source(&edit, quote) }
    };
    let edits = edits.into_iter().map(to_source);
    Some(Fix { title, safety, edits: edits.collect::<Option<_>>()? })
}
