//! Findings about names in RDF that depend on other names of the document: `other-spelling` and `namespace-end`.
//!
//! ```text
//! names that normalization changes ─▶ their normal forms ─▶ all names with one of these forms
//!                                                            └─ in two spellings: the rarer ones
//! ```
//!
//! Most documents have no leaf with a name that may be such, so that no name is looked at.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::inspect::may_be_variant;
use crate::rdf::namespace::{namespace_of, web_scheme};
use crate::reference::{NormalizationLevel, Reference, normalize, resolve};
use crate::rules::{Cardinality, Finding, NAMESPACE_END, OTHER_SPELLING, ReferenceUse, Rule};
use crate::text::{InDocument, Span};
use crate::xml::document::rdf_name_finding::{NameFinding, NameProblem, ValuePlace};
use crate::xml::document::view::DocumentFinding;
use crate::xml::reader::Value;
use crate::xml::{Document, Site, Syntax, analysis};

/// Spellings of one IRI, and where each occurs, in order.
type Spellings = FxHashMap<Box<str>, Vec<ValuePlace>>;

/// Declared namespaces.
#[derive(Default)]
struct Namespaces {
    /// By the text after `http:` or `https:`: the namespace, where it is declared, and whether it is with both schemes.
    schemes: HashMap<Box<str>, (Arc<str>, Span<InDocument>, bool)>,
    /// Where each is declared.
    places: Vec<(ValuePlace, Box<str>)>,
}

impl Document {
    /// Returns the findings about names of RDF in the values that share a byte or an end with `span`.
    pub(super) fn name_findings(&self, span: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
        self.names_with_findings(span).filter_map(|found| {
            let (value, finding) = self.finding_of(found)?;
            let (item, _, site) = self.items_in_value(found.leaf, value).next()?;
            let decoded = analysis::decode(&value.context, value.span.slice(self.leaves[found.leaf].text()));
            let placed = analysis::about_target(finding, item, &decoded, value.quote)?;
            Some(DocumentFinding {
                finding: placed.map_spans(|span| self.in_document(found.leaf, value, span)),
                site,
                value: value.span.in_document(self.starts[found.leaf].span()),
                declared: found.problem.place(),
            })
        })
    }

    /// Returns the findings about the name at `site`, in the coordinates of the reference.
    pub(super) fn findings_of_name(&self, site: &Site<'_>) -> impl Iterator<Item = Finding> {
        let all = self.names_with_findings(site.span).filter_map(|found| {
            let (value, finding) = self.finding_of(found)?;
            if value.span.in_document(self.starts[found.leaf].span()) != site.span {
                return None;
            }
            let (item, ..) = self.items_in_value(found.leaf, value).next()?;
            let decoded = analysis::decode(&value.context, value.span.slice(self.leaves[found.leaf].text()));
            analysis::about_target_of_item(finding, item, &decoded, value.quote)
        });
        all.collect::<Vec<_>>().into_iter()
    }

    fn names_with_findings(&self, span: Span<InDocument>) -> impl Iterator<Item = &NameFinding> {
        let suppressed = self.suppressed_in_file();
        let all = self.all_names_with_findings();
        let first = self.leaf_at(span.start.saturating_sub(1));
        let all = all[all.partition_point(|found| found.leaf < first)..].iter();
        let is_meant = move |found: &&NameFinding| {
            let value = &self.leaves[found.leaf].content.sites[found.number];
            let place = value.span.in_document(self.starts[found.leaf].span());
            place.start <= span.end && span.start <= place.end && !suppressed.covers(found.rule())
        };
        all.take_while(move |found| self.starts[found.leaf].offset <= span.end).filter(is_meant)
    }

    /// Returns the value of a name, and the finding about its text.
    fn finding_of(&self, found: &NameFinding) -> Option<(&Value, Finding)> {
        let value = &self.leaves[found.leaf].content.sites[found.number];
        let text = self.text_of(found.leaf, value);
        if value.context.suppressed_in(text).covers(found.rule()) {
            return None;
        }
        let severity = self.settings.severities.effective(found.rule(), value.context.place.role)?;
        Some((value, found.on(text, &self.iri_of(found.leaf, value)?, severity)))
    }

    /// Returns whether there are findings about names, even if a comment suppresses them.
    pub fn has_name_findings(&self) -> bool {
        !self.all_names_with_findings().is_empty()
    }

    /// Returns the same for the findings of `rule`.
    pub(super) fn has_name_findings_of(&self, rule: &Rule) -> bool {
        [&OTHER_SPELLING, &NAMESPACE_END].contains(&rule)
            && self.all_names_with_findings().iter().any(|found| found.rule() == rule)
    }

    fn all_names_with_findings(&self) -> &[NameFinding] {
        self.names.get_or_init(|| self.compute_name_findings().into())
    }

    fn compute_name_findings(&self) -> Vec<NameFinding> {
        let is_on = |rule: &'static Rule| self.settings.severities.effective(rule, crate::Role::RDF).is_some();
        let namespaces = self.declared_namespaces();
        let mut found = Vec::new();
        if is_on(&NAMESPACE_END) {
            self.add_namespace_ends(&namespaces, &mut found);
        }
        if is_on(&OTHER_SPELLING) {
            self.add_spellings(&namespaces, &mut found);
        }
        found.sort_by_key(|found| (found.leaf, found.number));
        found
    }

    /// Returns the namespaces that directives and contexts of JSON-LD declare.
    fn declared_namespaces(&self) -> Namespaces {
        let mut all = Namespaces::default();
        if self.settings.syntax == Syntax::Xml {
            return all;
        }
        for (leaf, start) in self.starts.iter().enumerate() {
            let content = &self.leaves[leaf].content;
            for (prefix, span) in &content.declared {
                let number = content.sites.partition_point(|value| value.span.start < span.start);
                let Some(value) = content.sites.get(number).filter(|value| value.span == *span) else { continue };
                all.places.push(((leaf, number), prefix.clone()));
                let Some(namespace) = self.iri_of(leaf, value) else { continue };
                let Some((_, rest)) = web_scheme(&namespace) else { continue };
                let known = all.schemes.entry(rest.into());
                let span = span.in_document(start.span());
                let known = known.or_insert_with(|| ((*namespace).into(), span, false));
                known.2 |= *known.0 != *namespace;
            }
        }
        all
    }

    /// Adds the namespaces that end in a letter or digit although names with their prefix start with a letter.
    fn add_namespace_ends(&self, namespaces: &Namespaces, found: &mut Vec<NameFinding>) {
        let text_of = |(leaf, number): ValuePlace| self.text_of(leaf, &self.leaves[leaf].content.sites[number]);
        let is_unended = |place: ValuePlace| {
            let text = text_of(place);
            Reference::parse(text).has_scheme() && text.ends_with(char::is_alphanumeric)
        };
        // A prefix with two namespaces is that of one of them.
        let mut suspects: FxHashMap<&str, Option<ValuePlace>> = FxHashMap::default();
        for (place, prefix) in &namespaces.places {
            let suspect = is_unended(*place).then_some(*place);
            suspects.entry(prefix).and_modify(|known| *known = None).or_insert(suspect);
        }
        suspects.retain(|_, place| place.is_some());
        let mut report = |place: Option<ValuePlace>| {
            found.extend(place.map(|(leaf, number)| NameFinding { leaf, number, problem: NameProblem::End }));
        };
        report(suspects.remove("@vocab").flatten());
        if suspects.is_empty() {
            return;
        }
        for leaf in &self.leaves {
            for value in &leaf.content.sites {
                let Some((prefix, local)) = value.span.slice(leaf.text()).split_once(':') else { continue };
                if local.starts_with(char::is_alphabetic) {
                    report(suspects.remove(prefix).flatten());
                }
            }
        }
    }

    fn add_spellings(&self, namespaces: &Namespaces, found: &mut Vec<NameFinding>) {
        if !self.starts.iter().any(|start| start.may_have_variants) {
            return;
        }
        let mut groups: FxHashMap<String, Spellings> = FxHashMap::default();
        // Names that normalization changes, with their normal forms, in order.
        let mut variants: Vec<(ValuePlace, String)> = Vec::new();
        // In JSON-LD, a context may follow what it applies to.
        let are_all_possible = self.settings.syntax == Syntax::JsonLd;
        for (leaf, content) in self.leaves.iter().map(|leaf| &leaf.content).enumerate() {
            let all = if are_all_possible {
                (0..content.sites.len()).collect()
            } else {
                Cow::Borrowed(&content.variants[..])
            };
            for &number in &*all {
                let value = &content.sites[number];
                let Some(iri) = self.name_of(leaf, value) else { continue };
                let is_declared_before = |problem: &NameProblem| {
                    let start = self.starts[leaf].offset + value.span.start;
                    are_all_possible || problem.place().is_some_and(|place| place.start < start)
                };
                let normal = may_be_variant(&iri).then(|| normal_form(&iri)).filter(|normal| *normal != *iri);
                let problem = namespaces.other_scheme(&iri).filter(is_declared_before);
                if let Some(problem) = problem.filter(|_| !namespaces.declares_at((leaf, number))) {
                    found.push(NameFinding { leaf, number, problem });
                } else if let Some(normal) = &normal {
                    groups.entry(normal.clone()).or_default();
                }
                variants.extend(normal.map(|normal| ((leaf, number), normal)));
            }
        }
        if groups.is_empty() {
            return;
        }
        // Nearly all names have another length or end than all normal forms.
        let ends: FxHashSet<_> = groups.keys().map(|normal| length_and_end(normal)).collect();
        let mut variants = variants.into_iter().peekable();
        for (leaf, content) in self.leaves.iter().map(|leaf| &leaf.content).enumerate() {
            for (number, value) in content.sites.iter().enumerate() {
                let Some(iri) = self.name_of(leaf, value) else { continue };
                let group = match variants.next_if(|(place, _)| *place == (leaf, number)) {
                    Some((_, normal)) => groups.get_mut(&normal),
                    None if ends.contains(&length_and_end(&iri)) => groups.get_mut(&*iri),
                    None => continue,
                };
                // A namespace is no name of a node.
                if let Some(group) = group.filter(|_| !namespaces.declares_at((leaf, number))) {
                    group.entry((*iri).into()).or_default().push((leaf, number));
                }
            }
        }
        for mut all in groups.into_values().filter(|group| group.len() > 1) {
            // Of two that occur equally often, the usual one is the first.
            let usual = all.iter().max_by_key(|(_, places)| (places.len(), Reverse(places[0])));
            let Some((usual, &[(leaf, number), ..])) = usual.map(|(usual, places)| (usual.clone(), &places[..])) else {
                continue;
            };
            all.remove(&usual);
            let usual: Arc<str> = usual.into();
            let first = self.leaves[leaf].content.sites[number].span.in_document(self.starts[leaf].span());
            found.extend(all.into_values().flatten().map(|(leaf, number)| NameFinding {
                leaf,
                number,
                problem: NameProblem::Spelling(Arc::clone(&usual), first),
            }));
        }
    }

    /// Returns the absolute IRI of a value that is the name of a node.
    fn name_of<'d>(&'d self, leaf: usize, value: &'d Value) -> Option<Cow<'d, str>> {
        let role = value.context.place.role;
        let is_name = role.reference_use == ReferenceUse::Name && role.cardinality == Cardinality::One;
        if is_name && value.is_reference() { self.iri_of(leaf, value) } else { None }
    }

    fn text_of<'d>(&'d self, leaf: usize, value: &'d Value) -> &'d str {
        value.decoded().unwrap_or_else(|| value.span.slice(self.leaves[leaf].text()))
    }

    /// Returns the absolute IRI of a value.
    fn iri_of<'d>(&'d self, leaf: usize, value: &'d Value) -> Option<Cow<'d, str>> {
        if !value.is_known() {
            return None;
        }
        let text = self.text_of(leaf, value);
        if web_scheme(text).is_some() || Reference::parse(text).has_scheme() {
            return Some(text.into());
        }
        resolve(value.context.base.as_deref()?, text).map(Cow::Owned)
    }
}

impl Namespaces {
    fn declares_at(&self, place: ValuePlace) -> bool {
        self.places.binary_search_by_key(&place, |(known, _)| *known).is_ok()
    }

    /// Returns the problem of an IRI in a namespace that is only declared with the other one of `http` and `https`.
    fn other_scheme(&self, iri: &str) -> Option<NameProblem> {
        let (scheme, rest) = web_scheme(iri)?;
        let (namespace, place, is_both) = self.schemes.get(namespace_of(rest)?)?;
        (!is_both && !namespace.starts_with(scheme)).then(|| NameProblem::Scheme(Arc::clone(namespace), *place))
    }
}

/// Returns what two equal IRIs have in common and most others do not.
fn length_and_end(iri: &str) -> (usize, Option<[u8; 8]>) {
    (iri.len(), iri.as_bytes().last_chunk().copied())
}

/// Returns the normal form of an IRI. In RDF a fragment of a `urn` counts, as each character does.
fn normal_form(iri: &str) -> String {
    let end = if Reference::parse(iri).is_scheme("urn") { iri.find(['?', '#']) } else { None };
    let (before, after) = iri.split_at(end.unwrap_or(iri.len()));
    normalize(before, NormalizationLevel::Scheme) + after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_normalization_changes_may_be_a_variant() {
        const PIECES: &[&str] = &[
            "http:",
            "HTTP:",
            "https:",
            "urn:",
            "URN:",
            "isbn:",
            "UUID:",
            "file:",
            "tel:",
            "geo:",
            "sip:",
            "x:",
            "//",
            "/",
            ".",
            "..",
            "a",
            "B",
            "%7e",
            "%7E",
            "%C3%A9",
            "%2f",
            "\u{E9}",
            "e\u{301}",
            ":80",
            ":",
            "@",
            "[::1]",
            "[0::1]",
            "localhost",
            "xn--caf-dma",
            "?",
            "#",
            "1",
            "-",
            "\u{212B}",
            "127.0.0.1",
        ];
        let mut random = fastrand::Rng::with_seed(54);
        let mut changed = 0;
        for _ in 0..40_000 {
            let iri: String = (0..random.usize(2..9)).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
            let reference = Reference::parse(&iri);
            if reference.has_scheme() && reference.is_reference(crate::Dialect::Iri) && normal_form(&iri) != iri {
                changed += 1;
                assert!(may_be_variant(&iri), "{iri} {}", normal_form(&iri));
            }
        }
        assert!(changed > 1_000, "{changed}");
    }
}
