//! Starts of leaves, with the data that every edit needs of all of them.

use crate::text::{InDocument, Span};
use crate::vocabularies::ExpandedName;
use crate::xml::document::leaf::Leaf;
use crate::xml::lexer::TERMINATORS;
use crate::xml::namespaces::XHTML;
use crate::xml::reader::Value;

/// The attribute `xml:base`, in Clark notation.
const BASE: &str = "{http://www.w3.org/XML/1998/namespace}base";

/// Start of a leaf, with the data that every edit needs: stored side by side for all leaves, so that a search through
/// them is cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent facts
pub struct Start {
    /// Offset in bytes.
    pub offset: usize,
    length: usize,
    /// Whether the leaf may have findings.
    pub may_have_findings: bool,
    /// Whether it contains suppressions, or findings that they suppress.
    pub has_suppressions: bool,
    /// Whether it contains an `xml:base`.
    pub has_base: bool,
    /// Whether it contains a name in RDF that may have another spelling.
    pub may_have_variants: bool,
    /// Terminators that constructs in it need.
    pub awaits: [bool; TERMINATORS],
}

impl Start {
    /// Creates the start of `leaf` as if it were the first.
    pub fn new(leaf: &Leaf) -> Self {
        Self {
            offset: 0,
            length: leaf.text().len(),
            may_have_findings: leaf.content.finding_count() > 0,
            has_suppressions: !leaf.content.events.is_empty(),
            has_base: leaf.content.sites.iter().any(is_base),
            may_have_variants: !leaf.content.variants.is_empty(),
            awaits: leaf.content.awaits,
        }
    }

    /// Returns the span of the leaf.
    pub fn span(&self) -> Span<InDocument> {
        Span::new(self.offset, self.end())
    }

    fn end(&self) -> usize {
        self.offset + self.length
    }
}

/// Moves the leaves from `first` on to follow those before it.
pub fn renumber(starts: &mut [Start], first: usize) {
    let mut next = first.checked_sub(1).map_or(0, |before| starts[before].end());
    for start in &mut starts[first..] {
        start.offset = next;
        next = start.end();
    }
}

/// Returns whether a value is that of an `xml:base`, or of the `base` of a page.
pub fn is_base(value: &Value) -> bool {
    let is_of_page = || value.context.name() == ExpandedName { namespace: XHTML, local: "base" };
    match value.context.attribute.as_deref() {
        Some("href") => is_of_page(),
        attribute => attribute == Some(BASE),
    }
}
