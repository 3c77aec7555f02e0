//! Comparison of a document after edits with the document before: everything apart from the references is the same.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use crate::rules::Severity;
use crate::text::{Edit, InDocument, Span};
use crate::xml::{Document, Site};

/// Returns the number of errors.
pub(super) fn errors(document: &Document) -> usize {
    document.findings().filter(|found| found.finding.severity == Severity::Error).count()
}

/// Returns a digest of everything that fixes must leave as it is, with the spans where they will be: the positions of the
/// references, their kinds, and the names around them. Unlike the references themselves it needs no memory.
///
/// A fix may change which markup in a text is inside the reference, such as a comment before a space that it removes. So the
/// position of a single reference is that of its value.
pub(super) fn outline(
    document: &Document,
    hasher: &RandomState,
    moved: impl Fn(Span<InDocument>) -> Span<InDocument>,
) -> (usize, u64) {
    let mut digest = hasher.build_hasher();
    let mut count = 0;
    for (room, site) in document.sites_with_room() {
        let span = moved(room);
        (span.start, span.end, site.kind, names(&site)).hash(&mut digest);
        count += 1;
    }
    (count, digest.finish())
}

/// Spans in the text after edits, which are in the order of the text and do not overlap.
pub(super) struct MovedSpans {
    /// End of each edit, and the bytes that it and the earlier ones removed and added.
    sums: Vec<(usize, usize, usize)>,
}

impl MovedSpans {
    pub(super) fn new(edits: &[Edit<InDocument>]) -> Self {
        let sum = |sum: &mut (usize, usize), edit: &Edit<InDocument>| {
            *sum = (sum.0 + edit.span.len(), sum.1 + edit.text.len());
            Some((edit.span.end, sum.0, sum.1))
        };
        Self { sums: edits.iter().scan((0, 0), sum).collect() }
    }

    /// Returns the new span of a reference whose edits are all inside it.
    pub(super) fn moved(&self, span: Span<InDocument>) -> Span<InDocument> {
        let after = |offset: usize, count: usize| {
            count.checked_sub(1).map_or(offset, |last| offset + self.sums[last].2 - self.sums[last].1)
        };
        // A name in an earlier comment may have been fixed.
        let before = self.sums.partition_point(|(end, ..)| *end < span.start);
        let inside = self.sums.partition_point(|(end, ..)| *end <= span.end);
        Span::new(after(span.start, before), after(span.end, inside))
    }

    /// Returns the offset in the original text of `offset` in the text after the edits.
    fn offset_before(&self, offset: usize) -> usize {
        let last = self.sums.partition_point(|(end, removed, added)| end + added - removed <= offset).checked_sub(1);
        last.map_or(offset, |last| offset + self.sums[last].1 - self.sums[last].2)
    }
}

/// Returns the span in `original` of the first reference that is not what it has to be in `now`, the document after `edits`:
/// at its position, of its kind, without further errors, and not `is_fixable`. A new reference has an empty span. `None` if
/// no reference differs.
pub(super) fn first_invalid(
    original: &Document,
    edits: &[Edit<InDocument>],
    now: &Document,
    is_fixable: impl Fn(Span<InDocument>) -> bool,
) -> Option<Span<InDocument>> {
    let first = |is_invalid: &dyn Fn(&Site<'_>, &Site<'_>) -> bool| {
        original.sites().zip(now.sites()).find(|(site, now)| is_invalid(site, now)).map(|(site, _)| site.span)
    };
    let (errors_before, errors) = (errors_by_site(original), errors_by_site(now));
    // Errors and fixes are compared only between the same references.
    first_moved(original, edits, now)
        .or_else(|| first(&|site, now| errors.get(&now.span) > errors_before.get(&site.span)))
        .or_else(|| first(&|_, now| is_fixable(now.span)))
}

fn first_moved(original: &Document, edits: &[Edit<InDocument>], now: &Document) -> Option<Span<InDocument>> {
    let moved_spans = MovedSpans::new(edits);
    let mut sites = original.sites_with_room();
    for (room_now, now) in now.sites_with_room() {
        let new = || Span::empty(moved_spans.offset_before(room_now.start));
        let Some((room, site)) = sites.next() else { return Some(new()) };
        let expected = moved_spans.moved(room);
        if (expected, site.kind, names(&site)) != (room_now, now.kind, names(&now)) {
            return Some(if room_now.start < expected.start { new() } else { site.span });
        }
    }
    sites.next().map(|(_, site)| site.span)
}

fn errors_by_site(document: &Document) -> HashMap<Span<InDocument>, usize> {
    let mut errors = HashMap::new();
    for found in document.findings().filter(|found| found.finding.severity == Severity::Error) {
        *errors.entry(found.site.span).or_default() += 1;
    }
    errors
}

/// Returns the local names around a reference: the namespace may have been fixed.
fn names<'d>(site: &Site<'d>) -> (&'d str, Option<&'d str>) {
    let local = |name: &'d str| name.rsplit_once('}').map_or(name, |(_, local)| local);
    (local(site.element), site.attribute.map(local))
}
