//! Inspection of one reference of a document, with everything that the document determines.

use std::sync::Arc;

use crate::CancelToken;
use crate::inspect::{Inspection, Options};
use crate::rules::{COMMON_MISTAKE, Finding};
use crate::text::encoding::Encoding;
use crate::text::{Edit, InDocument, Span};
use crate::xml::suppression::Suppression;
use crate::xml::targets::{self, SharedTargets};
use crate::xml::{Document, Site, analysis};

impl Document {
    /// Inspects the reference at `site`, a site of this document; `None` if it has no such site.
    ///
    /// This is the inspection of a reference in a document: decode issues, unknown entities, suppressions, ignored
    /// values, configured severities and the base are those of its context. The findings are those that
    /// [`findings`](Self::findings) returns for the site, in the coordinates of the decoded reference, with the fixes
    /// that the source can express.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use iri_core::{Document, Settings};
    ///
    /// let document = Document::parse("<a xml:base='&#x20;b'/>", Arc::new(Settings::default()));
    /// let site = document.sites().next().expect("one reference");
    /// let inspection = document.inspect(&site).expect("it is a site of the document");
    /// assert_eq!(inspection.text(), " b");
    /// assert_eq!(inspection.findings()[0].rule.name, "edge-whitespace");
    /// ```
    pub fn inspect<'d>(&'d self, site: &Site<'_>) -> Option<Inspection<'d>> {
        self.inspect_at(site, false, &CancelToken::default())
    }

    /// Inspects the reference at `site` as [`inspect`](Self::inspect) does, with its
    /// [related findings](Self::related_findings). `None` also if the inspection is cancelled.
    pub fn inspect_with_targets<'d>(&'d self, site: &Site<'_>, cancel: &CancelToken) -> Option<Inspection<'d>> {
        self.inspect_at(site, true, cancel)
    }

    fn inspect_at(&self, site: &Site<'_>, is_related_wanted: bool, cancel: &CancelToken) -> Option<Inspection<'_>> {
        let (leaf, value) = self.value(site.span.start)?;
        // References that one entity brings share a span.
        let matches = |text: &str, known: &Site<'_>| known.span == site.span && text == site.value;
        let (item, text, site) = self.items_in_value(leaf, value).find(|(_, text, known)| matches(text, known))?;
        let raw = value.span.slice(self.leaves[leaf].text());
        let mut analysis = analysis::analyze_item(&value.context, raw, value.quote, item, cancel)?;
        let suppressed = self.suppressed_in_file();
        analysis.findings.retain(|finding| !suppressed.covers(finding.rule));
        let mut options = self.options_of(&site);
        let own = || Arc::new(self.ids());
        let targets = self.settings().targets.as_ref().filter(|_| is_related_wanted).map(SharedTargets::get);
        let missing = targets.and_then(|targets| targets::finding(&site, self.settings(), &own, targets));
        let missing = missing.and_then(|finding| {
            let decoded = analysis::decode(&value.context, raw);
            analysis::about_target_of_item(finding, item, &decoded, value.quote)
        });
        let is_reported = |finding: &Finding<_>| {
            !suppressed.covers(finding.rule) && !value.context.suppressed_in(text).covers(finding.rule)
        };
        let is_mistake = || analysis.findings.iter().any(|finding| *finding.rule == COMMON_MISTAKE);
        let missing =
            missing.filter(is_reported).filter(|finding| !targets::is_of_mistake(finding.rule) || !is_mistake());
        options.is_target_missing = missing.as_ref().is_some_and(|finding| finding.rule.name == "missing-target");
        options.is_fragment_missing = missing.is_some() && !options.is_target_missing;
        let mut related: Vec<Finding> = missing.into_iter().collect();
        if is_related_wanted {
            related.extend(self.findings_of_name(&site));
        }
        for finding in related {
            let at = analysis.findings.partition_point(|known| known.span <= finding.span);
            analysis.findings.insert(at, finding);
        }
        let options = options.with_decode_issues(analysis.issues);
        Some(Inspection::in_document(text, analysis.findings, analysis.is_known, options))
    }

    fn options_of(&self, site: &Site<'_>) -> Options {
        let settings = self.settings();
        let options = Options::default().with_role(site.role).with_charset(settings.charset);
        let mut options = options.with_severities(settings.severities.clone());
        options.base = site.base.as_deref().map(str::to_owned);
        options
    }

    /// Parses the references of all values that share a byte or an end with `span` without running a rule: their
    /// inspections have components, conversions and resolution, but no findings. Costs what the text around `span`
    /// holds, and linear time in each value.
    pub fn parsed_in(&self, span: Span<InDocument>) -> impl Iterator<Item = (Site<'_>, Inspection<'_>)> {
        self.values_in(span).flat_map(move |(leaf, value)| {
            let decoded = analysis::decode(&value.context, value.span.slice(self.leaves[leaf].text()));
            self.items_in_value(leaf, value).map(move |(item, text, site)| {
                let options = self.options_of(&site).with_decode_issues(decoded.issues_in(item).collect());
                let is_known = decoded.is_known(item);
                let inspection = Inspection::in_document(text, Vec::new(), is_known, options);
                (site, inspection)
            })
        })
    }

    /// Returns the rules that comments suppress in the whole document.
    pub(super) fn suppressed_in_file(&self) -> Suppression {
        let leaves = self.leaves_where(|start| start.has_suppressions);
        let all = leaves.flat_map(|leaf| &self.leaves[leaf].content.suppressions);
        all.fold(Suppression::default(), |all, suppression| all.or(*suppression))
    }

    /// Returns this document with `text` in the place of the reference at `site`, and where the reference then is;
    /// `None` if the source cannot express the text there, would lose an entity reference, or would be divided into
    /// other references.
    ///
    /// The document is a cheap copy: an edit costs what the text around the reference costs.
    pub fn with_reference(&self, site: &Site<'_>, text: &str) -> Option<(Self, Span<InDocument>)> {
        let draft = self.draft(site)?;
        let edit = Edit::smallest(draft.text(), Span::new(0, draft.text().len()), text);
        let (draft, _) = draft.edited(&edit, Encoding::Utf8).ok()?;
        Some((self.with_draft(&draft), draft.span()))
    }
}
