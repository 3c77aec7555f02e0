//! Spans: byte ranges, each of one kind of text.
//!
//! A finding is about one reference, but is reported and fixed in a file. On the way its span is relative to
//! different texts; the type names the text, so that one cannot be used for another.
//!
//! ```text
//! Span<InReference>   b c             one reference, as the rules check it
//!   │ in_value
//! Span<InValue>       "a  b c"        the decoded value, which may contain several references
//!   │ Decoded::source_of
//! Span<InRawValue>    a&#x20; b c     the value as written, between its quotes
//!   │ in_leaf, in_document            (inside this crate)
//! Span<InDocument>    <x y="a&#x20; b c"/>
//!
//! Span<InConfig>      [rules] …       a configuration file, which has no conversion
//! ```

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Range;

/// Byte range of one text, in UTF-8 bytes. Both ends are character boundaries of that text.
///
/// The parameter names the text that the bytes are counted in; without it, that is one reference. A span of one text
/// is not a span of another:
///
/// ```
/// use iri_core::Document;
/// use iri_core::text::{InDocument, Span};
///
/// let mut document = Document::parse("<a/>", Default::default());
/// let name: Span<InDocument> = Span::new(1, 2);
/// assert_eq!(document.slice(name), "a");
/// document.edit(name, "b");
/// assert_eq!(document.text(), "<b/>");
/// ```
///
/// A span of a reference is rejected where a document is sliced or edited:
///
/// ```compile_fail,E0308
/// use iri_core::Document;
/// use iri_core::text::{InReference, Span};
///
/// let document = Document::parse("<a/>", Default::default());
/// let name: Span<InReference> = Span::new(1, 2);
/// document.slice(name);
/// ```
///
/// ```compile_fail,E0308
/// use iri_core::{Document, Options, inspect};
///
/// let mut document = Document::parse("<a/>", Default::default());
/// let inspection = inspect("a b", &Options::default());
/// document.edit(inspection.findings()[0].span, "%20");
/// ```
///
/// So is a span of a configuration file:
///
/// ```compile_fail,E0308
/// use iri_core::{Config, Document};
///
/// let (_, problems) = Config::parse("rules = 5");
/// let document = Document::parse("<a/>", Default::default());
/// document.slice(problems[0].span);
/// ```
///
/// The conversion from a reference to the source of its value goes through the value, and names each step:
///
/// ```
/// use iri_core::{Decoded, Options, inspect_decoded};
///
/// let decoded = Decoded::xml("a&#x20;b");
/// let inspection = inspect_decoded(&decoded, &Options::default());
/// let span = inspection.findings()[0].span;
/// assert_eq!(decoded.source_of(span.in_value(decoded.whole())).slice(decoded.raw), "&#x20;");
/// ```
///
/// ```compile_fail,E0308
/// use iri_core::{Decoded, Options, inspect_decoded};
///
/// let decoded = Decoded::xml("a&#x20;b");
/// let inspection = inspect_decoded(&decoded, &Options::default());
/// decoded.source_of(inspection.findings()[0].span);
/// ```
pub struct Span<S = InReference> {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    space: PhantomData<fn() -> S>,
}

/// Declares the texts that bytes are counted in. No value of these types exists.
macro_rules! spaces {
    ($($(#[$doc:meta])* $visibility:vis enum $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility enum $name {}
    )*};
}

spaces! {
    /// Text of one reference, as the rules check it: decoded, and in a list without the other items.
    pub enum InReference;
    /// Decoded value of an attribute, an element or a declaration. It contains one reference or several.
    pub enum InValue;
    /// Value as written in the source, without its quotes.
    pub enum InRawValue;
    /// Source text of a document.
    pub enum InDocument;
    /// Text of a configuration file.
    pub enum InConfig;
    /// Text of one leaf of a document.
    #[cfg(feature = "xml")]
    pub(crate) enum InLeaf;
    /// Text that the reader of documents is given: a whole document, or a part of one that is parsed again.
    #[cfg(feature = "xml")]
    pub(crate) enum InPart;
    /// Text that several leaves of a document share.
    #[cfg(feature = "xml")]
    pub(crate) enum InBuffer;
}

impl<S> Span<S> {
    /// Creates the span from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end, space: PhantomData }
    }

    /// Creates the empty span at `at`.
    pub const fn empty(at: usize) -> Self {
        Self::new(at, at)
    }

    /// Returns the length in bytes.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns whether it contains no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the part of `text` that it covers.
    pub fn slice(self, text: &str) -> &str {
        &text[self.start..self.end]
    }

    /// Returns whether it contains the byte at `offset`.
    pub const fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Returns whether the two share a byte.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Returns the span `offset` bytes further on in the same text.
    pub const fn moved(self, offset: usize) -> Self {
        Self::new(self.start + offset, self.end + offset)
    }

    /// Returns the range, for indexing.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the same bytes, counted in a text in which this one begins at `start`.
    const fn counted_from<T>(self, start: usize) -> Span<T> {
        Span::new(self.start + start, self.end + start)
    }
}

impl Span<InReference> {
    /// Returns the same bytes in the decoded value, of which the reference is the part `reference`.
    pub const fn in_value(self, reference: Span<InValue>) -> Span<InValue> {
        self.counted_from(reference.start)
    }
}

impl Span<InValue> {
    /// Returns the same bytes in `reference`, a part of the value; `None` if they are not all inside it.
    pub fn in_reference(self, reference: Self) -> Option<Span<InReference>> {
        let is_inside = reference.start <= self.start && self.end <= reference.end;
        is_inside.then(|| Span::new(self.start - reference.start, self.end - reference.start))
    }
}

#[cfg(feature = "xml")]
impl Span<InRawValue> {
    /// Returns the same bytes in the leaf, of which the value is the part `value`.
    pub(crate) const fn in_leaf(self, value: Span<InLeaf>) -> Span<InLeaf> {
        self.counted_from(value.start)
    }

    /// Returns the same bytes in the document, of which the value is the part `value`.
    pub const fn in_document(self, value: Span<InDocument>) -> Span<InDocument> {
        self.counted_from(value.start)
    }
}

#[cfg(feature = "xml")]
impl Span<InLeaf> {
    /// Returns the same bytes in the document, of which the leaf is the part `leaf`.
    pub(crate) const fn in_document(self, leaf: Span<InDocument>) -> Span<InDocument> {
        self.counted_from(leaf.start)
    }
}

#[cfg(feature = "xml")]
impl Span<InPart> {
    /// Returns the same bytes in the leaf that begins at `leaf_start`.
    pub(crate) const fn in_leaf_from(self, leaf_start: usize) -> Span<InLeaf> {
        Span::new(self.start - leaf_start, self.end - leaf_start)
    }

    /// Returns the same bytes in the buffer, of which the text that is read is the part `part`.
    pub(crate) const fn in_buffer(self, part: Span<InBuffer>) -> Span<InBuffer> {
        self.counted_from(part.start)
    }
}

// Derived, these would ask the same of `S`.

impl<S> Clone for Span<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Span<S> {}

impl<S> fmt::Debug for Span<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Span").field("start", &self.start).field("end", &self.end).finish()
    }
}

impl<S> Default for Span<S> {
    fn default() -> Self {
        Self::empty(0)
    }
}

impl<S> PartialEq for Span<S> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.end) == (other.start, other.end)
    }
}

impl<S> Eq for Span<S> {}

impl<S> PartialOrd for Span<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> Ord for Span<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.start, self.end).cmp(&(other.start, other.end))
    }
}

impl<S> Hash for Span<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, self.end).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_has_the_size_of_two_offsets_and_requires_no_traits() {
        struct Unlisted;
        fn is_plain<T: Copy + fmt::Debug + Default + Ord + Hash + Send + Sync>() -> usize {
            size_of::<T>()
        }
        assert_eq!(is_plain::<Span<Unlisted>>(), 2 * size_of::<usize>());
    }

    #[test]
    fn a_span_of_a_value_is_one_of_the_reference_only_inside_it() {
        let reference: Span<InValue> = Span::new(3, 6);
        let span: Span<InReference> = Span::new(1, 2);
        assert_eq!(span.in_value(reference), Span::new(4, 5));
        assert_eq!(span.in_value(reference).in_reference(reference), Some(span));
        assert_eq!(reference.in_reference(reference), Some(Span::new(0, 3)));
        for (start, end) in [(2, 4), (5, 7), (0, 9), (7, 8)] {
            assert_eq!(Span::new(start, end).in_reference(reference), None, "{start}..{end}");
        }
    }
}
