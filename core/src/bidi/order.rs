//! Orders in which references are displayed. A user must see which of them applies.

use icu_properties::CodePointMapData;
use icu_properties::props::BidiMirroringGlyph;
use unicode_bidi::BidiClass;
use unicode_bidi::data_source::BidiDataSource;

use crate::text::impl_names;
use crate::unicode::bidi_class;

/// Order in which a reference is displayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DisplayOrder {
    /// RFC 3987 section 4.1: as if in a left-to-right embedding.
    #[default]
    Rfc,
    /// Address bars: component by component from the left, because the delimiters `# & . / : = ? @` count as strong
    /// left-to-right characters.
    Browser,
    /// Right-to-left paragraph without an embedding, as in a Hebrew or Arabic mail.
    RightToLeftParagraph,
}

impl DisplayOrder {
    /// All three, that of the standard first.
    pub const ALL: [Self; 3] = [Self::Rfc, Self::Browser, Self::RightToLeftParagraph];

    /// Returns the name used on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc => "rfc",
            Self::Browser => "browser",
            Self::RightToLeftParagraph => "right-to-left-paragraph",
        }
    }

    /// Returns the title used in reports.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Rfc => "RFC 3987 order",
            Self::Browser => "browser order",
            Self::RightToLeftParagraph => "in a right-to-left paragraph",
        }
    }

    /// Returns the order with that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// Returns the level of the paragraph.
    pub const fn base(self) -> u8 {
        match self {
            Self::Rfc | Self::Browser => 0,
            Self::RightToLeftParagraph => 1,
        }
    }

    /// Returns the bidi class of `c` in this order.
    #[inline]
    pub fn class(self, c: char) -> BidiClass {
        match c {
            '#' | '&' | '.' | '/' | ':' | '=' | '?' | '@' if self == Self::Browser => BidiClass::L,
            '\0'..='\x7F' => ascii_class(c),
            _ => bidi_class(c),
        }
    }
}

/// Returns the bidi class of an ASCII character: most characters of references, which need no table.
#[inline]
fn ascii_class(c: char) -> BidiClass {
    match c {
        'a'..='z' | 'A'..='Z' => BidiClass::L,
        '0'..='9' => BidiClass::EN,
        '.' | '/' | ':' | ',' => BidiClass::CS,
        '+' | '-' => BidiClass::ES,
        '#' | '$' | '%' => BidiClass::ET,
        ' ' | '\x0C' => BidiClass::WS,
        '\n' | '\r' | '\x1C'..='\x1E' => BidiClass::B,
        '\t' | '\x0B' | '\x1F' => BidiClass::S,
        '!'..='~' => BidiClass::ON,
        _ => BidiClass::BN,
    }
}

impl_names!(DisplayOrder, "display order", Self::name, Display);

/// Bidi classes of an order, in the form that the crate requires.
pub(super) struct Classes(pub(super) DisplayOrder);

impl BidiDataSource for Classes {
    fn bidi_class(&self, c: char) -> BidiClass {
        self.0.class(c)
    }
}

/// Returns what is displayed for `c` at an odd level (rule L4).
pub fn mirrored(c: char) -> char {
    CodePointMapData::<BidiMirroringGlyph>::new().get(c).mirroring_glyph.unwrap_or(c)
}

/// Returns whether rule X9 removes characters of `class`.
pub(super) fn is_removed(class: BidiClass) -> bool {
    use BidiClass::{BN, LRE, LRO, PDF, RLE, RLO};
    matches!(class, RLE | LRE | RLO | LRO | PDF | BN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_properties::props;

    #[test]
    fn the_classes_of_rfc_order_are_those_of_the_table() {
        for c in '\0'..=char::MAX {
            let class: BidiClass = CodePointMapData::<props::BidiClass>::new().get(c).into();
            assert_eq!(DisplayOrder::Rfc.class(c), class, "U+{:04X}", u32::from(c));
        }
    }
}
