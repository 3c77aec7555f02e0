//! Changes of a text: all arithmetic on edits.
//!
//! ```text
//! old    a b c d e f        ├ kept ┤ edit ├ kept ┤ edit ├ kept ┤
//! new    a X c d f
//! ```

use crate::text::{Edit, InDocument, Span, apply_edits, without_overlaps};

/// Edits of a text, in its order and without overlaps.
///
/// ```
/// use iri_core::text::{Changes, Edit, InDocument, Span};
///
/// let edit = |start, end, text: &str| Edit::<InDocument> { span: Span::new(start, end), text: text.to_owned() };
/// let changes = Changes::new(vec![edit(4, 5, "%20"), edit(0, 1, "")]);
/// assert_eq!(changes.apply("xa b c"), "a b%20c");
/// assert_eq!(changes.inverted(|span| span.slice("xa b c").to_owned()).apply("a b%20c"), "xa b c");
/// let later = Changes::new(vec![edit(1, 2, "%20")]);
/// assert_eq!(changes.then(&later).apply("xa b c"), "a%20b%20c");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes<S = InDocument> {
    edits: Vec<Edit<S>>,
}

impl<S> Default for Changes<S> {
    fn default() -> Self {
        Self { edits: Vec::new() }
    }
}

impl<S> Changes<S> {
    /// Creates the changes that `edits` of one text make. Of two that overlap, the one that starts first counts.
    pub fn new(edits: Vec<Edit<S>>) -> Self
    where
        S: Clone,
    {
        let is_in_order = edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
        if is_in_order {
            return Self { edits };
        }
        Self { edits: without_overlaps(&edits).into_iter().cloned().collect() }
    }

    /// Returns the edits.
    pub fn edits(&self) -> &[Edit<S>] {
        &self.edits
    }

    /// Returns the edits.
    pub fn into_edits(self) -> Vec<Edit<S>> {
        self.edits
    }

    /// Returns whether there is no edit.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Removes the edits for which `is_kept` returns false.
    pub fn retain(&mut self, is_kept: impl FnMut(&Edit<S>) -> bool) {
        self.edits.retain(is_kept);
    }

    /// Returns `old` with the changes.
    pub fn apply(&self, old: &str) -> String {
        apply_edits(old, &self.edits)
    }

    /// Returns the changes that lead back, given what returns the old text at a span.
    pub fn inverted(&self, old: impl Fn(Span<S>) -> String) -> Self {
        let moves = self.moves();
        let back = |(number, edit): (usize, &Edit<S>)| Edit { span: moves.replacement(number), text: old(edit.span) };
        Self { edits: self.edits.iter().enumerate().map(back).collect() }
    }

    /// Returns the changes of the old text that have the result of these and then `later`.
    #[must_use]
    pub fn then(&self, later: &Self) -> Self {
        let mut pieces = Pieces { edits: &self.edits, at: 0, rest: None };
        let mut composed = Composed { changes: Self::default(), at: 0, text: String::new() };
        let mut at = 0;
        for edit in &later.edits {
            pieces.take(edit.span.start - at, |piece| composed.add(&piece));
            pieces.take(edit.span.len(), |_| {});
            composed.add(&Piece::New(&edit.text));
            at = edit.span.end;
        }
        pieces.take(usize::MAX, |piece| composed.add(&piece));
        composed.changes
    }

    /// Returns each of these edits as an edit of the text after other changes of the same text; `None` for those that meet
    /// one of them.
    pub fn rebased(&self, others: &Moves<S>) -> impl Iterator<Item = Option<Edit<S>>> {
        self.edits.iter().map(|edit| Some(Edit { span: others.moved_apart(edit.span)?, text: edit.text.clone() }))
    }

    /// Returns these changes as changes of the text after other ones; `None` if an edit meets one of them.
    pub fn rebased_apart(&self, others: &Moves<S>) -> Option<Self> {
        Some(Self { edits: self.rebased(others).collect::<Option<_>>()? })
    }

    /// Returns the positions before and after the changes.
    pub fn moves(&self) -> Moves<S> {
        Moves::new(&self.edits)
    }
}

/// Moves in a text before and after changes, in bytes. A look-up takes logarithmic time.
#[derive(Clone, Debug)]
pub struct Moves<S = InDocument> {
    /// Spans before and after the change of each edit, in order.
    spans: Vec<(Span<S>, Span<S>)>,
}

impl<S> Moves<S> {
    /// Prepares the positions for `edits`, which are in the order of the text and do not overlap.
    pub fn new<'e>(edits: impl IntoIterator<Item = &'e Edit<S>>) -> Self
    where
        S: 'e,
    {
        let (mut removed, mut added) = (0, 0);
        let both = |edit: &'e Edit<S>| {
            let start = edit.span.start + added - removed;
            (removed, added) = (removed + edit.span.len(), added + edit.text.len());
            (edit.span, Span::new(start, start + edit.text.len()))
        };
        Self { spans: edits.into_iter().map(both).collect() }
    }

    /// Returns the span of the text that the edit with this number replaces.
    pub fn original(&self, number: usize) -> Span<S> {
        self.spans[number].0
    }

    /// Returns the span of the replacement text of the edit with this number.
    pub fn replacement(&self, number: usize) -> Span<S> {
        self.spans[number].1
    }

    /// Returns the span of each replaced text, and that of its replacement.
    pub fn replaced(&self) -> impl Iterator<Item = (Span<S>, Span<S>)> {
        self.spans.iter().copied()
    }

    /// Returns the numbers of the edits that meet `span` of the old text: that have a byte in it, or are next to it.
    pub fn meeting(&self, span: Span<S>) -> std::ops::Range<usize> {
        let first = self.spans.partition_point(|(old, _)| old.end < span.start);
        first..self.spans.partition_point(|(old, _)| old.start <= span.end).max(first)
    }

    /// Returns the position of `span` after the changes; `None` if an edit meets it.
    pub fn moved_apart(&self, span: Span<S>) -> Option<Span<S>> {
        let meeting = self.meeting(span);
        meeting.is_empty().then(|| self.shifted(span, meeting.start, meeting.start))
    }

    /// Returns the position of `span` after the changes, without text that is inserted next to it; `None` if an edit
    /// replaces a part of it.
    pub fn moved_unless_replaced(&self, span: Span<S>) -> Option<Span<S>> {
        let before = self.spans.partition_point(|(old, _)| old.end <= span.start);
        let is_replaced = self.spans.get(before).is_some_and(|(old, _)| old.start < span.end);
        (!is_replaced).then(|| self.shifted(span, before, before))
    }

    /// Returns the position of `span` after the changes, with the text that is inserted next to it. An edit that replaces a
    /// part of it has to be inside it.
    pub fn moved(&self, span: Span<S>) -> Span<S> {
        let before = self.spans.partition_point(|(old, _)| old.end <= span.start && old.start < span.start);
        let inside = self.spans.partition_point(|(old, _)| old.end <= span.end);
        self.shifted(span, before, inside)
    }

    /// Returns the offset in the old text of `offset` in the new one.
    pub fn offset_before(&self, offset: usize) -> usize {
        let passed = self.spans.partition_point(|(_, new)| new.end <= offset);
        passed.checked_sub(1).map_or(offset, |last| {
            let (old, new) = &self.spans[last];
            old.end + offset - new.end
        })
    }

    /// Returns the position of `span`, before whose start and end there are that many edits.
    fn shifted(&self, span: Span<S>, before: usize, inside: usize) -> Span<S> {
        let after = |offset: usize, count: usize| {
            count.checked_sub(1).map_or(offset, |last| {
                let (old, new) = &self.spans[last];
                new.end + offset - old.end
            })
        };
        Span::new(after(span.start, before), after(span.end, inside))
    }
}

/// Part of a changed text.
enum Piece<'e> {
    /// Range of the old text.
    Old(usize, usize),
    New(&'e str),
}

/// Parts of the text after changes; the last one has no end.
struct Pieces<'e, S> {
    edits: &'e [Edit<S>],
    /// End of the last part in the old text.
    at: usize,
    rest: Option<Piece<'e>>,
}

impl<'e, S> Pieces<'e, S> {
    /// Passes on the next `length` bytes, at most up to the end.
    fn take(&mut self, mut length: usize, mut visit: impl FnMut(Piece<'e>)) {
        while length > 0 {
            let Some(piece) = self.rest.take().or_else(|| self.next_piece()) else { return };
            let (first, taken) = match piece {
                Piece::Old(start, end) => {
                    let middle = start.saturating_add(length).min(end);
                    self.rest = (middle < end).then_some(Piece::Old(middle, end));
                    (Piece::Old(start, middle), middle - start)
                }
                Piece::New(text) => {
                    let (first, second) = text.split_at(length.min(text.len()));
                    self.rest = (!second.is_empty()).then_some(Piece::New(second));
                    (Piece::New(first), first.len())
                }
            };
            visit(first);
            length -= taken;
        }
    }

    fn next_piece(&mut self) -> Option<Piece<'e>> {
        let start = match self.edits.split_first() {
            Some((edit, rest)) if edit.span.start == self.at => {
                (self.edits, self.at) = (rest, edit.span.end);
                return Some(Piece::New(&edit.text));
            }
            Some((edit, _)) => std::mem::replace(&mut self.at, edit.span.start),
            None => std::mem::replace(&mut self.at, usize::MAX),
        };
        (start < self.at).then_some(Piece::Old(start, self.at))
    }
}

/// Changes that are composed from the parts of their result.
struct Composed<S> {
    changes: Changes<S>,
    /// End of the last part of the old text.
    at: usize,
    /// New text since then.
    text: String,
}

impl<S> Composed<S> {
    fn add(&mut self, piece: &Piece<'_>) {
        match *piece {
            Piece::New(new) => self.text.push_str(new),
            Piece::Old(start, end) => {
                if start > self.at || !self.text.is_empty() {
                    let text = std::mem::take(&mut self.text);
                    self.changes.edits.push(Edit { span: Span::new(self.at, start), text });
                }
                self.at = end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns changes of `text` at random places; some are insertions, some replace nothing by nothing.
    fn random(text: &str, rng: &mut fastrand::Rng) -> Changes {
        let mut at = 0;
        let mut edits = Vec::new();
        while at <= text.len() && edits.len() < 5 {
            let start = rng.usize(at..=text.len());
            let end = rng.usize(start..=text.len().min(start + 3));
            edits.push(Edit { span: Span::new(start, end), text: "XYZ"[..rng.usize(..4)].to_owned() });
            at = end + rng.usize(..3);
        }
        Changes::new(edits)
    }

    #[test]
    fn changes_are_inverted_and_composed() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..5_000 {
            let old = &"abcdefghijkl"[..rng.usize(..13)];
            let first = random(old, &mut rng);
            let middle = first.apply(old);
            assert_eq!(first.inverted(|span| span.slice(old).to_owned()).apply(&middle), old, "{old} {first:?}");
            let second = random(&middle, &mut rng);
            let composed = first.then(&second);
            assert_eq!(composed.apply(old), second.apply(&middle), "{old} {first:?} {second:?}");
            assert!(composed.edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{composed:?}");
        }
    }

    #[test]
    fn what_no_edit_meets_is_the_same_text_after_the_changes() {
        let mut rng = fastrand::Rng::with_seed(4);
        let old = "abcdefghijkl";
        let mut apart = 0;
        for _ in 0..5_000 {
            let changes = random(old, &mut rng);
            let (new, moves) = (changes.apply(old), changes.moves());
            let start = rng.usize(..old.len());
            let span = Span::new(start, rng.usize(start + 1..=old.len()));
            if let Some(moved) = moves.moved_apart(span) {
                assert_eq!(moved.slice(&new), span.slice(old), "{changes:?}");
                assert_eq!((moves.moved(span), moves.moved_unless_replaced(span)), (moved, Some(moved)));
                assert_eq!(moves.offset_before(moved.start), span.start);
                apart += 1;
            } else if let Some(moved) = moves.moved_unless_replaced(span) {
                assert_eq!(moved.slice(&new), span.slice(old), "{changes:?}");
                assert!(moves.moved(span).slice(&new).contains(span.slice(old)));
            }
            let met: Vec<usize> = (0..changes.edits.len())
                .filter(|&number| {
                    let edit = changes.edits[number].span;
                    edit.end >= span.start && edit.start <= span.end
                })
                .collect();
            assert_eq!(moves.meeting(span).collect::<Vec<_>>(), met);
        }
        assert!(apart > 100, "{apart}");
    }

    #[test]
    fn changes_that_do_not_meet_lead_to_one_text_in_either_order() {
        let mut rng = fastrand::Rng::with_seed(5);
        let old = "abcdefghijklmnopqrstuvwxyz";
        let mut count = 0;
        for _ in 0..5_000 {
            let (one, other) = (random(old, &mut rng), random(old, &mut rng));
            let rebased = one.rebased_apart(&other.moves()).zip(other.rebased_apart(&one.moves()));
            if let Some((one_after, other_after)) = rebased {
                assert_eq!(one_after.apply(&other.apply(old)), other_after.apply(&one.apply(old)));
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
    }

    #[test]
    fn of_overlapping_edits_the_first_counts() {
        let edit = |start, end| Edit::<InDocument> { span: Span::new(start, end), text: "X".to_owned() };
        assert_eq!(Changes::new(vec![edit(2, 4), edit(1, 3), edit(4, 5)]).apply("abcdef"), "aXdXf");
    }
}
