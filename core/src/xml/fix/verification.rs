//! Comparison of a document after edits with the document before: everything apart from the references is the same.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

#[cfg(feature = "rdf")]
use crate::rules::Role;
use crate::rules::Severity;
use crate::text::{Edit, InDocument, Moves, Span};
use crate::xml::{Document, Site, SiteKind};

/// Returns the number of errors.
pub(super) fn errors(document: &Document) -> usize {
    document.findings().filter(|found| found.finding.severity == Severity::Error).count()
}

/// Digest of everything that fixes must leave as it is: the positions of the references, their kinds, and the names around
/// them. Unlike the references themselves it needs no memory.
///
/// A fix may change which markup in a text is inside the reference, such as a comment before a space that it removes. So the
/// position of a single reference is that of its value.
#[derive(Debug, Default, PartialEq, Eq)]
struct Digest {
    count: usize,
    sum: u64,
}

/// What a document has to be after edits.
#[derive(Debug)]
pub(super) struct Outline {
    hasher: RandomState,
    all: Digest,
    /// References that are edited, with their spans after the edits.
    edited: Vec<(Span<InDocument>, u64)>,
}

impl Outline {
    /// Returns what `document` has to be after `edits`.
    pub fn after(document: &Document, edits: &[Edit<InDocument>], moves: &Moves) -> Self {
        let (hasher, mut all, mut edited) = (RandomState::new(), Digest::default(), Vec::new());
        for (room, site) in document.sites_with_room() {
            let moved = moves.moved(room);
            let hash = hasher.hash_one(kept(&site, moved));
            all.add(hash);
            let next = edits.partition_point(|edit| edit.span.end < room.start);
            if edits.get(next).is_some_and(|edit| edit.span.start <= room.end) && !moved.is_empty() {
                edited.push((moved, hash));
            }
        }
        Self { hasher, all, edited }
    }

    /// Returns whether `now` is what it has to be. A reference that was edited may be none any more: `javascrip:void(0)` is one,
    /// `javascript:void(0)` a program.
    pub fn accepts(mut self, now: &Document) -> bool {
        let mut found = Digest::default();
        for (room, site) in now.sites_with_room() {
            found.add(self.hasher.hash_one(kept(&site, room)));
        }
        if found.count < self.all.count {
            for (_, hash) in self.edited.iter().filter(|(room, _)| now.sites_in(*room).next().is_none()) {
                self.all.count -= 1;
                self.all.sum = self.all.sum.wrapping_sub(*hash);
            }
        }
        found == self.all
    }
}

impl Digest {
    fn add(&mut self, hash: u64) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(hash);
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
        let mut pairs = original.sites_with_room().zip(now.sites_with_room());
        pairs.find(|((_, site), (_, now))| is_invalid(site, now)).map(|((_, site), _)| site.span)
    };
    let (errors_before, errors) = (errors_by_site(original), errors_by_site(now));
    // Errors and fixes are compared only between the same references.
    first_moved(original, edits, now)
        .or_else(|| first(&|site, now| errors.get(&now.span) > errors_before.get(&site.span)))
        .or_else(|| first(&|_, now| is_fixable(now.span)))
        .or_else(|| first_with_errors(&Moves::new(edits), &errors_before, &errors))
}

/// Returns the first span with further errors, also if it is that of a whole list.
fn first_with_errors(
    moves: &Moves,
    before: &HashMap<Span<InDocument>, usize>,
    now: &HashMap<Span<InDocument>, usize>,
) -> Option<Span<InDocument>> {
    let before: HashMap<_, _> = before.iter().map(|(span, count)| (moves.moved(*span), *count)).collect();
    let more = now.iter().filter(|(span, count)| before.get(span) < Some(*count));
    let first = more.map(|(span, _)| *span).min()?;
    Some(Span::new(moves.offset_before(first.start), moves.offset_before(first.end)))
}

fn first_moved(original: &Document, edits: &[Edit<InDocument>], now: &Document) -> Option<Span<InDocument>> {
    let moves = Moves::new(edits);
    let mut sites = original.sites_with_room();
    for (room_now, now) in now.sites_with_room() {
        let new = || Span::empty(moves.offset_before(room_now.start));
        let Some((room, site)) = sites.next() else { return Some(new()) };
        let expected = kept(&site, moves.moved(room));
        let found = kept(&now, room_now);
        if expected != found {
            return Some(if found.start < expected.start { new() } else { site.span });
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

/// What fixes leave as it is of a reference.
#[derive(PartialEq, Hash)]
struct Kept<'d> {
    start: usize,
    end: usize,
    kind: SiteKind,
    names: (&'d str, Option<&'d str>),
}

/// Returns what fixes leave as it is of a reference with the span `room`. An IRI without its `>` counts as one with it.
fn kept<'d>(site: &Site<'d>, room: Span<InDocument>) -> Kept<'d> {
    let (start, end, kind) = match site.role {
        #[cfg(feature = "rdf")]
        Role::UNCLOSED_IRI => (room.start + 1, room.end - 1, SiteKind::IriRef),
        _ => (room.start, room.end, site.kind),
    };
    Kept { start, end, kind, names: names(site) }
}

/// Returns the local names around a reference: the namespace may have been fixed.
fn names<'d>(site: &Site<'d>) -> (&'d str, Option<&'d str>) {
    let local = |name: &'d str| name.rsplit_once('}').map_or(name, |(_, local)| local);
    (local(site.element), site.attribute.map(local))
}
