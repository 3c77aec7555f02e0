//! Where leaves begin, and what is asked of all of them after every edit.

use crate::text::lines::Measure;
use crate::text::{InDocument, Span};
use crate::xml::document::leaf::Leaf;
use crate::xml::namespaces::XHTML;
use crate::xml::places::ExpandedName;
use crate::xml::reader::Value;

/// The attribute, in Clark notation.
const BASE: &str = "{http://www.w3.org/XML/1998/namespace}base";

/// Where a leaf begins, and what of it is asked for after every edit: side by side for all leaves, so that
/// the cost of looking through them is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// In bytes.
    pub offset: usize,
    /// The way there from the beginning of the text.
    pub measure: Measure,
    length: usize,
    own: Measure,
    /// Whether something may be wrong in the leaf.
    pub is_faulty: bool,
    /// Whether it silences something in all of the document.
    pub silences: bool,
    /// Whether it holds an `xml:base`.
    pub has_base: bool,
    /// Which closing words something in it waits for.
    pub waits_for: [bool; 5],
}

impl Start {
    /// That of `leaf`, as if it were the first.
    pub fn new(leaf: &Leaf) -> Self {
        Self {
            offset: 0,
            measure: Measure::default(),
            length: leaf.text().len(),
            own: leaf.measure,
            is_faulty: leaf.content.faults() > 0,
            silences: !leaf.content.silences.is_empty(),
            has_base: leaf.content.sites.iter().any(is_base),
            waits_for: leaf.content.waits_for,
        }
    }

    /// Returns the span of the leaf.
    pub fn span(&self) -> Span<InDocument> {
        Span::new(self.offset, self.offset + self.length)
    }

    fn end(&self) -> (usize, Measure) {
        (self.offset + self.length, self.measure.then(self.own))
    }
}

/// Puts the leaves from `first` on behind those before it.
pub fn renumber(starts: &mut [Start], first: usize) {
    let mut next = first.checked_sub(1).map_or_else(Default::default, |before| starts[before].end());
    for start in &mut starts[first..] {
        (start.offset, start.measure) = next;
        next = start.end();
    }
}

/// Whether a value is that of an `xml:base`, or of the `base` of a page.
pub fn is_base(value: &Value) -> bool {
    let is_of_page = || value.spot.name() == ExpandedName { namespace: XHTML, local: "base" };
    match value.spot.attribute.as_deref() {
        Some("href") => is_of_page(),
        attribute => attribute == Some(BASE),
    }
}
