//! A value and its place ─▶ findings on the characters of the source.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::inspect;
use crate::inspect::Options;
use crate::rules::{Cardinality, Role};
use crate::rules::{Finding, Fix};
use crate::text::{Decoded, Span};
use crate::xml::scope::ValueContext;
use crate::xml::site::Kind;
use crate::xml::template;

/// A finding about a value.
#[derive(Clone, Debug)]
pub struct ValueFinding {
    /// What is wrong; its spans and edits are of the source, counted from the start of the raw value.
    pub finding: Finding,
    /// The reference it is about, in the decoded value.
    pub item: Span,
    /// The same in the raw value.
    pub source: Span,
    /// Its role.
    pub role: Role,
    /// The entity in whose replacement the fault stands.
    pub entity: Option<Box<str>>,
}

/// The raw value `raw` of a place, decoded as its kind demands.
pub fn decode<'s>(spot: &ValueContext, raw: &'s str) -> Decoded<'s> {
    match spot.kind {
        Kind::Attribute => Decoded::attribute(raw, &spot.entities),
        Kind::Element => Decoded::text(raw, &spot.entities),
        Kind::Pi => Decoded::xml(raw),
        Kind::Doctype | Kind::Entity | Kind::Notation | Kind::Comment => Decoded::literal(raw),
    }
}

/// The references in a decoded value, and the role of each.
pub fn items(spot: &ValueContext, value: &str) -> Vec<(Span, Role)> {
    let items = spot.role.items(value);
    items.filter(|(item, role)| !role.is_keyword(item.slice(value))).collect()
}

/// What there is to say of a value.
#[derive(Clone, Debug)]
pub struct ValueAnalysis {
    /// What is wrong with it.
    pub judged: Vec<ValueFinding>,
    /// What it is.
    pub reading: DecodedValue,
}

/// What a value is, whatever is wrong with it.
#[derive(Clone, Debug)]
pub struct DecodedValue {
    /// The decoded value, where that is another than the raw one.
    pub decoded: Option<Box<str>>,
    /// Whether the replacements of all its entities are known.
    pub is_known: bool,
}

impl DecodedValue {
    fn new(decoded: Decoded<'_>) -> Self {
        let is_known = !decoded.touches_opaque(Span::new(0, decoded.value.len()));
        let decoded = match decoded.value {
            Cow::Borrowed(_) => None,
            Cow::Owned(value) => Some(value.into()),
        };
        Self { decoded, is_known }
    }
}

/// A value and the references in it. Nothing where it is a template, or holds no reference (a style may).
fn references<'s>(spot: &ValueContext, raw: &'s str) -> Option<(Decoded<'s>, Vec<(Span, Role)>)> {
    let decoded = decode(spot, raw);
    if template::is_template(spot.document, spot.name(), &decoded.value) {
        return None;
    }
    let items = items(spot, &decoded.value);
    (!items.is_empty()).then_some((decoded, items))
}

/// What a value is, without a judgement.
pub fn read(spot: &ValueContext, raw: &str) -> Option<DecodedValue> {
    references(spot, raw).map(|(decoded, _)| DecodedValue::new(decoded))
}

/// What there is to say of a value within `quote`, if it holds references.
pub fn analyze(spot: &ValueContext, raw: &str, quote: Option<char>) -> Option<ValueAnalysis> {
    let (decoded, items) = references(spot, raw)?;
    let mut all = whole_of_pairs(spot, &decoded);
    let mut told = HashSet::new();
    for (item, role) in items {
        let slips: Vec<_> = decoded.slips_in(item).collect();
        let findings = inspect::findings(item.slice(&decoded.value), &slips, spot.options_of(role));
        let heard =
            findings.into_iter().filter(|finding| !spot.is_suppressed(finding.rule, item.slice(&decoded.value)));
        let new = heard.filter(|finding| is_new(finding, item, &decoded, &mut told));
        all.extend(new.filter_map(|finding| placed(finding, (item, role), &decoded, quote)));
    }
    // Stable: what is said of the whole stands before what is said of an item.
    all.sort_by_key(|judged| judged.finding.span);
    Some(ValueAnalysis { judged: all, reading: DecodedValue::new(decoded) })
}

/// Whether this is the first that a rule says of an entity reference: all of it would point there, and a short
/// reference can stand for many faults.
fn is_new(finding: &Finding, item: Span, decoded: &Decoded<'_>, told: &mut HashSet<(&'static str, Span)>) -> bool {
    let span = finding.span.moved(item.start);
    decoded.entity_of(span).is_none() || told.insert((finding.rule.name, decoded.source_of(span)))
}

/// What is wrong with a value of pairs, besides what is wrong with its items.
fn whole_of_pairs(spot: &ValueContext, decoded: &Decoded<'_>) -> Vec<ValueFinding> {
    if spot.role.cardinality != Cardinality::Pairs {
        return Vec::new();
    }
    let options = Options { role: spot.role, ..Options::clone(&spot.options) };
    let findings = inspect::findings(&decoded.value, &[], &options).into_iter();
    let heard = findings.filter(|finding| !spot.is_suppressed(finding.rule, &decoded.value));
    let whole = (Span::new(0, decoded.value.len()), spot.role);
    heard.filter_map(|finding| placed(finding, whole, decoded, None)).collect()
}

/// A finding about `item` as one about the source.
fn placed(
    mut finding: Finding,
    (item, role): (Span, Role),
    decoded: &Decoded<'_>,
    quote: Option<char>,
) -> Option<ValueFinding> {
    let span = finding.span.moved(item.start);
    // The digits behind a `%` may come from an entity that is not known.
    let reach = if finding.rule.name == "broken-percent" { 2 } else { 0 };
    if decoded.touches_opaque(Span::new(span.start, (span.end + reach).min(decoded.value.len()))) {
        return None;
    }
    finding.fixes = finding.fixes.into_iter().filter_map(|fix| fix_of_source(fix, item, decoded, quote)).collect();
    finding.span = decoded.source_of(span);
    Some(ValueFinding {
        finding,
        item,
        source: decoded.source_of(item),
        role,
        entity: decoded.entity_of(span).map(Box::from),
    })
}

/// A fix that would rewrite an entity reference is none.
fn fix_of_source(fix: Fix, item: Span, decoded: &Decoded<'_>, quote: Option<char>) -> Option<Fix> {
    let edits = fix.edits.into_iter().map(|mut edit| {
        edit.span = edit.span.moved(item.start);
        decoded.to_source(&edit, quote)
    });
    let edits: Option<Vec<_>> = edits.collect();
    Some(Fix { edits: edits?, ..fix })
}
