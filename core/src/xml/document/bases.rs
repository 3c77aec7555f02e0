//! Position of the `xml:base`, or the `base` of a page, against which a reference is resolved.

use crate::reference::{Reference, resolve};
use crate::text::{InDocument, Span};
use crate::xml::document::start::is_base;
use crate::xml::{Document, Site};

/// Maximum number of bases to examine; real documents have fewer between an element and its content.
const MAX_BASES: usize = 1000;

impl Document {
    /// Returns the value of the `xml:base`, or of the `base` of a page, against which the relative reference `site` is
    /// resolved.
    pub fn base_of(&self, site: &Site<'_>) -> Option<Span<InDocument>> {
        let base = site.base.as_deref().filter(|_| !Reference::parse(site.reference()).has_scheme())?;
        let of_document = [&self.settings.base, &self.settings.location];
        if of_document.into_iter().flatten().any(|known| known == base) {
            return None;
        }
        // An absolute `xml:base` needs no enclosing base.
        let target_of = |other: &Site<'_>| other.resolved().or_else(|| resolve(other.reference(), ""));
        let sets_base = |other: &Site<'_>| other.span != site.span && target_of(other).as_deref() == Some(base);
        // The base may follow the reference in the same tag.
        let after = self.bases_after(site.span.end).next().filter(|other| self.is_same_tag(site, other));
        let before = self.bases_before(site.span.start).take(MAX_BASES);
        after.into_iter().chain(before).find(sets_base).map(|found| found.span)
    }

    fn is_same_tag(&self, site: &Site<'_>, other: &Site<'_>) -> bool {
        !self.slice(Span::new(site.span.end, other.span.start)).contains(['<', '>'])
    }

    fn bases_before(&self, offset: usize) -> impl Iterator<Item = Site<'_>> {
        let leaves = (0..=self.leaf_at(offset)).rev().filter(|&leaf| self.starts[leaf].has_base);
        let all = leaves.flat_map(move |leaf| self.bases_in(leaf).rev());
        all.skip_while(move |site| site.span.end > offset)
    }

    fn bases_after(&self, offset: usize) -> impl Iterator<Item = Site<'_>> {
        self.bases_in(self.leaf_at(offset)).filter(move |site| site.span.start >= offset)
    }

    fn bases_in(&self, leaf: usize) -> impl DoubleEndedIterator<Item = Site<'_>> {
        let values = self.leaves[leaf].content.sites.iter().filter(|value| is_base(value));
        values.flat_map(move |value| self.items(leaf, value))
    }
}
