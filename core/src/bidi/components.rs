//! Advice of 3987bis section 4.2 for each component of a reference.
//!
//! ```text
//! 1. A component SHOULD NOT use both right-to-left and left-to-right characters.
//! 2. A component using right-to-left characters SHOULD start and end with right-to-left characters.
//! ```
//!
//! Components, as in its examples: the userinfo, each label of the host, each segment of the path and separately its
//! extension, each name and value of the query, the fragment.

use unicode_bidi::BidiClass;

use super::DisplayOrder;
use crate::reference::Reference;
use crate::text::Span;
use crate::unicode::is_right_to_left;

/// Component as section 4.2 defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidiComponent {
    /// Kind of the component.
    pub kind: BidiComponentKind,
    /// Span of the component.
    pub span: Span,
    /// Verdict by section 4.2.
    pub verdict: ComponentDirection,
}

/// Kind of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BidiComponentKind {
    /// Userinfo.
    Userinfo,
    /// Label of the host.
    Label,
    /// Segment of the path, without its extension.
    Segment,
    /// Extension: the text after the last dot of a segment.
    Extension,
    /// Name of a query item.
    QueryName,
    /// Value of a query item.
    QueryValue,
    /// Fragment.
    Fragment,
}

impl BidiComponentKind {
    /// Returns the name used in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Userinfo => "userinfo",
            Self::Label => "host label",
            Self::Segment => "path segment",
            Self::Extension => "file extension",
            Self::QueryName => "query name",
            Self::QueryValue => "query value",
            Self::Fragment => "fragment",
        }
    }
}

/// Verdict on a component by section 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentDirection {
    /// No right-to-left character.
    LeftToRight,
    /// No left-to-right character; right-to-left characters at both ends.
    RightToLeft,
    /// Both directions, a violation of rule 1.
    Mixed,
    /// Another character at the start, a violation of rule 2.
    Start {
        /// Whether it also ends with another character.
        end: bool,
    },
    /// Another character at the end, a violation of rule 2.
    End,
    /// Combining marks at the end, on a right-to-left character, as RFC 5893 allows.
    FinalMark,
}

impl ComponentDirection {
    /// Determines the verdict on one component.
    pub fn from_component(component: &str) -> Self {
        if component.is_ascii() {
            return Self::LeftToRight;
        }
        let (mut has_left_to_right, mut has_right_to_left) = (false, false);
        let (mut ends, mut is_marked) = (false, false);
        for c in component.chars() {
            let class = DisplayOrder::Rfc.class(c);
            let is_right_to_left = matches!(class, BidiClass::R | BidiClass::AL);
            has_right_to_left |= is_right_to_left;
            has_left_to_right |= class == BidiClass::L;
            is_marked = class == BidiClass::NSM;
            ends = is_right_to_left || is_marked && ends;
        }
        if !has_right_to_left {
            return Self::LeftToRight;
        }
        if has_left_to_right {
            return Self::Mixed;
        }
        let starts = component.starts_with(is_right_to_left);
        match (starts, ends) {
            (false, _) => Self::Start { end: !ends },
            (true, false) => Self::End,
            (true, true) if is_marked => Self::FinalMark,
            (true, true) => Self::RightToLeft,
        }
    }
}

/// Returns the components of `reference` that are not empty, in order, with their verdicts.
pub fn parts<'r>(reference: &'r Reference<'_>) -> impl Iterator<Item = BidiComponent> + 'r {
    use BidiComponentKind as Kind;
    let labels = reference.host_labels().map(|span| (Kind::Label, span));
    let segments = reference.segments().flat_map(|segment| {
        let (stem, extension) = without_extension(reference.text, segment);
        [Some((Kind::Segment, stem)), extension.map(|span| (Kind::Extension, span))].into_iter().flatten()
    });
    let pairs = reference.query_pairs().flat_map(|pair| {
        [Some((Kind::QueryName, pair.name)), pair.value.map(|span| (Kind::QueryValue, span))].into_iter().flatten()
    });
    let userinfo = reference.authority.and_then(|authority| authority.userinfo).map(|span| (Kind::Userinfo, span));
    let fragment = reference.fragment.map(|span| (Kind::Fragment, span));
    let all = userinfo.into_iter().chain(labels).chain(segments).chain(pairs).chain(fragment);
    all.filter(|(_, span)| !span.is_empty()).map(|(kind, span)| BidiComponent {
        kind,
        span,
        verdict: ComponentDirection::from_component(span.slice(reference.text)),
    })
}

/// Splits a segment into name and extension. A dot at the start belongs to the name.
fn without_extension(text: &str, segment: Span) -> (Span, Option<Span>) {
    match segment.slice(text).bytes().rposition(|byte| byte == b'.') {
        None | Some(0) => (segment, None),
        Some(dot) => {
            let dot = segment.start + dot;
            (Span::new(segment.start, dot), Some(Span::new(dot + 1, segment.end)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_properties_has_the_right_to_left_classes() {
        for c in '\0'..=char::MAX {
            let is_class = matches!(DisplayOrder::Rfc.class(c), BidiClass::R | BidiClass::AL);
            assert_eq!(is_right_to_left(c), is_class, "U+{:04X}", u32::from(c));
        }
    }
}
