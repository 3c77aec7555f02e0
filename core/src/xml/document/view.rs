//! Sites and findings of a document, with offsets of the document.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use crate::CancelToken;
use crate::rules::{COMMON_MISTAKE, Finding};
use crate::rules::{Cardinality, Role};
use crate::text::{Decoded, InDocument, InRawValue, InValue, Span};
use crate::xml::analysis::{self, ValueFinding};
use crate::xml::document::leaf::Leaf;
use crate::xml::document::recent::LeafFinding;
use crate::xml::document::start::Start;
use crate::xml::ids::{DocumentIds, IdReference, id_reference_at, id_references};
use crate::xml::reader::Value;
use crate::xml::targets::{self, SharedTargets, SiteTarget};
use crate::xml::{Document, Settings, Site};

/// A finding of a document, and the site it is about.
#[derive(Clone, Debug)]
pub struct DocumentFinding<'d> {
    /// Finding; its edits are escaped for the quotes around the value.
    pub finding: Finding<InDocument>,
    /// Reference that it is about; for a finding about a whole list, the list.
    pub site: Site<'d>,
    /// Value that contains the reference: of a list, the whole list.
    pub value: Span<InDocument>,
    /// Another place that it is about: the declaration of the entity or namespace that causes it, or another reference.
    pub declared: Option<Span<InDocument>>,
}

impl DocumentFinding<'_> {
    /// Returns what is at the other [place](Self::declared) that the finding is about.
    pub fn declared_name(&self) -> &'static str {
        match self.finding.rule.name {
            "other-spelling" => "usual spelling",
            _ => "entity declared",
        }
    }
}

impl Document {
    /// Returns the length of the text in bytes.
    pub fn len(&self) -> usize {
        match (self.starts.last(), self.leaves.last()) {
            (Some(start), Some(leaf)) => start.offset + leaf.text().len(),
            _ => 0,
        }
    }

    /// Returns whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// Returns the whole text.
    pub fn text(&self) -> String {
        self.joined(0, self.leaves.len())
    }

    /// Returns the whole text, which is not copied if the document was not edited.
    pub fn shared_text(&self) -> Arc<String> {
        let source = self.leaves.first().map(|leaf| leaf.source().0);
        let is_whole =
            |source: &Arc<String>| source.len() == self.len() && self.leaves.iter().all(|leaf| leaf.is_of(source));
        source.filter(is_whole).unwrap_or_else(|| Arc::new(self.text()))
    }

    /// Returns the text at `span`, whose ends are character boundaries.
    pub fn slice(&self, span: Span<InDocument>) -> Cow<'_, str> {
        let (first, last) = (self.leaf_at(span.start), self.leaf_at(span.end.saturating_sub(1)));
        let Some(start) = self.starts.get(first) else { return Cow::Borrowed("") };
        if span.is_empty() || first == last {
            let text = self.leaves[first].text();
            return Cow::Borrowed(&text[span.start - start.offset..span.end - start.offset]);
        }
        let mut out = String::with_capacity(span.len());
        for (leaf, start) in self.leaves[first..=last].iter().zip(&self.starts[first..]) {
            let within = |offset: usize| offset.saturating_sub(start.offset).min(leaf.text().len());
            out.push_str(&leaf.text()[within(span.start)..within(span.end)]);
        }
        Cow::Owned(out)
    }

    /// Returns the spans in which this document may differ from `before`, from which it was edited: the span there, and
    /// the span here. Outside them text, sites and findings are equal. Takes time linear in the number of leaves, not
    /// in the text, because equal leaves are shared.
    pub fn differs_from(&self, before: &Self) -> (Span<InDocument>, Span<InDocument>) {
        let is_same = |(one, other): (&Arc<Leaf>, &Arc<Leaf>)| Arc::ptr_eq(one, other);
        let first = self.leaves.iter().zip(&before.leaves).take_while(|pair| is_same(*pair)).count();
        let most = self.leaves.len().min(before.leaves.len()) - first;
        let from_end = self.leaves.iter().rev().zip(before.leaves.iter().rev());
        let last = from_end.take(most).take_while(|pair| is_same(*pair)).count();
        let span = |document: &Self| {
            let at = |leaf: usize| document.starts.get(leaf).map_or(document.len(), |start| start.offset);
            Span::new(at(first), at(document.leaves.len() - last))
        };
        (span(before), span(self))
    }

    /// Returns the number of leaves.
    #[doc(hidden)]
    pub fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// Returns the settings of the document.
    pub fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// Returns every reference, in the order of the text; of a list, each item.
    pub fn sites(&self) -> impl Iterator<Item = Site<'_>> {
        self.sites_with_room().map(|(_, site)| site).filter(|site| site.kind.is_reference())
    }

    /// Returns the same as [`sites`](Self::sites), and what a fix makes a reference: an IRI without its end. Each has the span
    /// that it can take: its own in a list, otherwise that of the value, which also contains the markup before and after it.
    pub(in crate::xml) fn sites_with_room(&self) -> impl Iterator<Item = (Span<InDocument>, Site<'_>)> {
        let is_reference = |value: &&Value| value.is_reference() || value.context.place.role == Role::UNCLOSED_IRI;
        let references = move |leaf: usize| self.leaves[leaf].content.sites.iter().filter(is_reference);
        (0..self.leaves.len()).flat_map(move |leaf| {
            references(leaf).flat_map(move |value| {
                let is_list = value.context.place.role.cardinality != Cardinality::One;
                let whole = value.span.in_document(self.starts[leaf].span());
                self.items(leaf, value).into_iter().map(move |site| (if is_list { site.span } else { whole }, site))
            })
        })
    }

    /// Returns the number of references: the length of [`sites`](Self::sites), without computing most of them.
    ///
    /// ```
    /// use iri_core::{Document, xml::Settings};
    ///
    /// let text = r#"<a xmlns="http://www.w3.org/1999/xhtml" href="b" ping="c d"/>"#;
    /// let document = Document::parse(text.to_owned(), Settings::default().into());
    /// assert_eq!(document.reference_count(), 4);
    /// assert_eq!(document.reference_count(), document.sites().count());
    /// ```
    pub fn reference_count(&self) -> usize {
        let count = |leaf: usize, value: &Value| match value.context.place.role.cardinality {
            // Otherwise the value would not be kept.
            Cardinality::One => 1,
            _ => self.items_in_value(leaf, value).count(),
        };
        let values = |leaf: usize| self.leaves[leaf].content.sites.iter().filter(|value| value.is_reference());
        (0..self.leaves.len()).flat_map(|leaf| values(leaf).map(move |value| count(leaf, value))).sum()
    }

    /// Returns the references of all values that have a byte or an end in common with `span`. Takes time for the text
    /// around `span` only.
    pub fn sites_in(&self, span: Span<InDocument>) -> impl Iterator<Item = Site<'_>> {
        self.values_in(span).flat_map(|(leaf, value)| self.items(leaf, value))
    }

    pub(super) fn values_in(&self, span: Span<InDocument>) -> impl Iterator<Item = (usize, &Value)> {
        let last = self.leaf_at(span.end);
        let leaves = self.leaf_at(span.start.saturating_sub(1))..(last + 1).min(self.leaves.len());
        leaves.flat_map(move |leaf| {
            let start = self.starts[leaf].offset;
            let touches =
                move |value: &&Value| start + value.span.start <= span.end && span.start <= start + value.span.end;
            let references = self.leaves[leaf].content.sites.iter().filter(|value| value.is_reference());
            references.filter(touches).map(move |value| (leaf, value))
        })
    }

    /// Returns every finding that is not suppressed, in the order of the values.
    pub fn findings(&self) -> impl Iterator<Item = DocumentFinding<'_>> {
        let unused = self.unused_suppressions(Span::new(0, self.len()));
        in_order(unused, self.findings_of(self.leaves_where(|start| start.may_have_findings)))
    }

    /// Returns the findings of values and comments that have a byte or an end in common with `span`. Takes time for the
    /// text around `span` only, unless that contains a suppression comment.
    pub fn findings_in(&self, span: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
        let last = self.leaf_at(span.end);
        let leaves = self.leaf_at(span.start.saturating_sub(1))..(last + 1).min(self.leaves.len());
        // Only what is returned is copied: the values around it may have many findings.
        let touches = move |leaf: usize, number: usize, value_finding: &ValueFinding| {
            let value = &self.leaves[leaf].content.sites[number];
            let found = self.in_document(leaf, value, value_finding.finding.span);
            found.start <= span.end && span.start <= found.end
        };
        let is_near = move |found: &DocumentFinding<'_>| {
            found.finding.span.start <= span.end && span.start <= found.finding.span.end
        };
        in_order(self.unused_suppressions(span).filter(is_near), self.findings_where(leaves, touches))
    }

    /// Returns the findings of the references in the value at `value` whose preferred fix is safe.
    pub fn fixable_in(&self, value: Span<InDocument>) -> impl Iterator<Item = DocumentFinding<'_>> {
        let last = self.leaf_at(value.end);
        let leaves = self.leaf_at(value.start.saturating_sub(1))..(last + 1).min(self.leaves.len());
        let matches = move |leaf: usize, number: usize, found: &ValueFinding| {
            let of = &self.leaves[leaf].content.sites[number];
            let source = self.in_document(leaf, of, found.item.source);
            value.start <= source.start && source.end <= value.end && found.finding.safe_fix().is_some()
        };
        self.findings_where(leaves, matches)
    }

    fn findings_of(&self, leaves: impl Iterator<Item = usize>) -> impl Iterator<Item = DocumentFinding<'_>> {
        self.findings_where(leaves, |_, _, _| true)
    }

    fn findings_where(
        &self,
        leaves: impl Iterator<Item = usize>,
        matches: impl Fn(usize, usize, &ValueFinding) -> bool,
    ) -> impl Iterator<Item = DocumentFinding<'_>> {
        let suppressed = self.suppressed_in_file();
        let all = leaves.flat_map(move |leaf| {
            self.value_finding(leaf).map(move |(number, value_finding)| (leaf, number, value_finding))
        });
        let is_reported = move |(leaf, number, value_finding): &(usize, usize, LeafFinding<'_>)| {
            !suppressed.covers(value_finding.finding.rule) && matches(*leaf, *number, value_finding)
        };
        let reported = all.filter(is_reported);
        reported.map(|(leaf, number, value_finding)| {
            self.document_finding(leaf, number, ValueFinding::clone(&value_finding))
        })
    }

    /// Returns the findings in a leaf, each with the index of its value: the ones that were kept, then the others,
    /// which are computed again.
    pub(super) fn value_finding(&self, leaf: usize) -> impl Iterator<Item = (usize, LeafFinding<'_>)> {
        let content = &self.leaves[leaf].content;
        let kept = content.findings.iter().map(|(number, value_finding)| (*number, LeafFinding::Kept(value_finding)));
        let now = content.unkept.iter().flat_map(move |&number| {
            let all = self.analyzed_again(leaf, number);
            (0..all.len()).map(move |index| (number, LeafFinding::Again(Arc::clone(&all), index)))
        });
        kept.chain(now)
    }

    /// Computes the findings of a value again. They depend only on the value and its context, so they equal those of
    /// the first analysis.
    fn analyzed_again(&self, leaf: usize, number: usize) -> Arc<Vec<ValueFinding>> {
        let leaf = &self.leaves[leaf];
        self.recent.get_or_analyze(leaf, number, || {
            let value = &leaf.content.sites[number];
            let raw = value.span.slice(leaf.text());
            analysis::analyze(&value.context, raw, value.quote).map(|analysis| analysis.findings).unwrap_or_default()
        })
    }

    /// Returns the findings that depend on more than the value: on other references of the document, or on files. Of the
    /// latter there is one for every relative reference whose file, or whose ID in the file, does not exist, unless the
    /// rules `missing-target` and `missing-fragment` are off. Ends early if it is cancelled.
    pub fn related_findings(&self, cancel: &CancelToken) -> Vec<DocumentFinding<'_>> {
        self.related_findings_in(Span::new(0, self.len()), cancel)
    }

    /// Returns the same for the values that have a byte or an end in common with `span`.
    pub fn related_findings_in(&self, span: Span<InDocument>, cancel: &CancelToken) -> Vec<DocumentFinding<'_>> {
        let mut all = self.missing_targets_in(span, cancel);
        all.extend(self.name_findings(span));
        all
    }

    fn missing_targets_in(&self, span: Span<InDocument>, cancel: &CancelToken) -> Vec<DocumentFinding<'_>> {
        let Some(targets) = self.settings.targets.as_ref().map(SharedTargets::get) else { return Vec::new() };
        if !targets::are_targets_checked(&self.settings.severities) {
            return Vec::new();
        }
        let pass = targets.for_one_pass();
        let targets = pass.as_deref().unwrap_or(targets);
        let suppressed = self.suppressed_in_file();
        let ids = OnceCell::new();
        let own = || Arc::clone(ids.get_or_init(|| Arc::new(self.ids())));
        let mut all = Vec::new();
        for (leaf, value) in self.values_in(span).take_while(|_| !cancel.is_cancelled()) {
            let raw = value.span.slice(self.leaves[leaf].text());
            let (decoded, mistakes) = (OnceCell::new(), OnceCell::new());
            for (item, _, site) in self.items_in_value(leaf, value) {
                let Some(finding) = targets::finding(&site, &self.settings, &own, targets) else { continue };
                let rule = finding.rule;
                let mistakes = || mistakes.get_or_init(|| analysis::mistaken_items(&value.context, raw, value.quote));
                let is_reported = || !suppressed.covers(&COMMON_MISTAKE) && mistakes().contains(&item.start);
                if targets::is_of_mistake(rule) && is_reported() {
                    continue;
                }
                if suppressed.covers(rule) || value.context.suppressed_in(&site.value).covers(rule) {
                    continue;
                }
                let decoded = decoded.get_or_init(|| analysis::decode(&value.context, raw));
                let placed = analysis::about_target(finding, item, decoded, value.quote);
                all.extend(placed.map(|placed| DocumentFinding {
                    finding: placed.map_spans(|span| self.in_document(leaf, value, span)),
                    site,
                    value: value.span.in_document(self.starts[leaf].span()),
                    declared: None,
                }));
            }
        }
        all
    }

    /// Returns the IDs of the elements. Takes time linear in the text.
    pub fn ids(&self) -> DocumentIds {
        DocumentIds::parse_typed(&self.text(), self.settings.types.as_deref())
    }

    /// Returns what names the element with `id` without a reference, as [`id_references`] finds it.
    pub fn id_references(&self, id: &str) -> Vec<IdReference> {
        id_references(&self.text(), self.settings.types.as_deref(), id)
    }

    /// Returns what names an element at `offset` without a reference.
    pub fn id_reference_at(&self, offset: usize) -> Option<IdReference> {
        id_reference_at(&self.text(), self.settings.types.as_deref(), offset)
    }

    /// Returns the target of a relative reference at `site`; `None` if it is neither a file nor this document. In an unknown
    /// place it is a reference as far as one can see.
    pub fn target_of(&self, site: &Site<'_>) -> Option<SiteTarget> {
        SiteTarget::new(site, self.base_at(site).as_deref(), &self.settings)
    }

    /// Returns the base in force at `site`, also in an unknown place; `None` if it is not known, or not used.
    pub fn base_at<'s>(&'s self, site: &'s Site<'_>) -> Option<Cow<'s, str>> {
        let unknown = || self.value(site.span.start)?.1.context.base.as_deref().map(Cow::Borrowed);
        if site.role.is_unknown() { unknown() } else { site.base.as_deref().map(Cow::Borrowed) }
    }

    pub(super) fn leaves_where(&self, matches: impl Fn(&Start) -> bool) -> impl Iterator<Item = usize> {
        let starts = self.starts.iter().enumerate();
        starts.filter(move |(_, start)| matches(start)).map(|(leaf, _)| leaf)
    }

    /// Returns the reference that contains the byte at `offset`, or ends there.
    pub fn site_at(&self, offset: usize) -> Option<Site<'_>> {
        let (leaf, value) = self.value(offset)?;
        self.items(leaf, value).into_iter().find(|site| site.span.start <= offset && offset <= site.span.end)
    }

    pub(super) fn document_finding(
        &self,
        leaf: usize,
        number: usize,
        value_finding: ValueFinding,
    ) -> DocumentFinding<'_> {
        let value = &self.leaves[leaf].content.sites[number];
        let finding = value_finding.finding.map_spans(|span| self.in_document(leaf, value, span));
        let analysis::Item { span, source, role, is_known } = *value_finding.item;
        let site = Site { is_known, ..self.site(leaf, value, (span, source), role) };
        let declared = value_finding.entity.as_deref().and_then(|name| self.declaration_of(name));
        let value = value.span.in_document(self.starts[leaf].span());
        DocumentFinding { finding, site, value, declared }
    }

    /// Returns the declaration of the internal entity `name`. The first declaration wins.
    pub fn declaration_of(&self, name: &str) -> Option<Span<InDocument>> {
        let leaves = self.leaves.iter().zip(&self.starts);
        leaves.into_iter().find_map(|(leaf, start)| {
            let mut declared = leaf.content.declared.iter();
            declared.find(|(known, _)| **known == *name).map(|(_, span)| span.in_document(start.span()))
        })
    }

    /// Returns the references of a value.
    pub(super) fn items<'d>(&'d self, leaf: usize, value: &'d Value) -> Vec<Site<'d>> {
        self.items_in_value(leaf, value).map(|(.., site)| site).collect()
    }

    /// Returns the references of a value: the span in the decoded value, the text there, the site.
    pub(super) fn items_in_value<'d>(
        &'d self,
        leaf: usize,
        value: &'d Value,
    ) -> impl Iterator<Item = (Span<InValue>, &'d str, Site<'d>)> {
        let raw = value.span.slice(self.leaves[leaf].text());
        let text = value.decoded().unwrap_or(raw);
        let is_plain = value.decoded().is_none() && value.is_known();
        let decoded = if is_plain { Decoded::plain(raw) } else { analysis::decode(&value.context, raw) };
        let items = analysis::items(&value.context, text).into_iter();
        items.map(move |(item, role)| {
            let source = decoded.source_of(item);
            let is_known = value.is_known() || decoded.is_known(item);
            let site = Site { is_known, ..self.site(leaf, value, (item, source), role) };
            (item, item.slice(text), site)
        })
    }

    fn site<'d>(
        &'d self,
        leaf: usize,
        value: &'d Value,
        (item, source): (Span<InValue>, Span<InRawValue>),
        role: Role,
    ) -> Site<'d> {
        let context = &*value.context;
        let raw = value.span.slice(self.leaves[leaf].text());
        Site {
            kind: context.kind,
            span: self.in_document(leaf, value, source),
            raw: source.slice(raw),
            value: Cow::Borrowed(item.slice(value.decoded().unwrap_or(raw))),
            role,
            element: &context.element,
            attribute: context.attribute.as_deref(),
            quote: value.quote,
            base: context.base.as_deref().filter(|_| role.reference_use.is_resolved()).map(Cow::Borrowed),
            is_known: value.is_known(),
            origin: context.declared.as_deref().and_then(|declared| declared.origin.as_ref()),
        }
    }
}

/// Without the formats of RDF no names are compared.
#[cfg(not(feature = "rdf"))]
#[allow(clippy::unused_self)] // as with these formats
impl Document {
    pub(super) fn name_findings(&self, _: Span<InDocument>) -> std::iter::Empty<DocumentFinding<'_>> {
        std::iter::empty()
    }

    pub(super) fn has_name_findings_of(&self, _: &crate::rules::Rule) -> bool {
        false
    }

    pub(super) fn findings_of_name(&self, _: &Site<'_>) -> std::iter::Empty<Finding> {
        std::iter::empty()
    }
}

/// Merges the findings about comments into those about values.
pub(super) fn in_order<'d>(
    comments: impl Iterator<Item = DocumentFinding<'d>>,
    values: impl Iterator<Item = DocumentFinding<'d>>,
) -> impl Iterator<Item = DocumentFinding<'d>> {
    let (mut comments, mut values) = (comments.peekable(), values.peekable());
    std::iter::from_fn(move || {
        let is_comment = comments.peek().is_some_and(|comment| {
            values.peek().is_none_or(|value| comment.finding.span.start < value.site.span.start)
        });
        if is_comment { comments.next() } else { values.next() }
    })
}
