//! A value as an XML processor hands it on, and the way back to the characters of its source.
//!
//! ```text
//! Reference ::= EntityRef | CharRef                                          XML 1.0 production 67
//! CharRef   ::= '&#' [0-9]+ ';' | '&#x' [0-9a-fA-F]+ ';'                               production 66
//! ```
//!
//! Only this file translates between the two. A fix is written for the value; [`Decoded::to_source`]
//! escapes it for the quotes around it.

use std::borrow::Cow;

use crate::finding::Edit;
use crate::text::Span;

/// A decoded value, and where each part of it stands in the source.
#[derive(Clone, Debug)]
pub struct Decoded<'s> {
    /// The value as written, without its quotes.
    pub raw: &'s str,
    /// What it means.
    pub value: Cow<'s, str>,
    /// What could not be read as meant; spans are of `value`.
    pub slips: Vec<Slip>,
    /// The references in it, in order; what lies between them is the same on both sides.
    references: Vec<Piece>,
}

/// Something in the source that could not be read as meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip {
    /// What stands for it in the value.
    pub span: Span,
    /// What it is.
    pub kind: SlipKind,
}

/// What a slip is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipKind {
    /// A `&` that starts no reference.
    RawAmpersand,
    /// A character reference to a surrogate, U+D800 to U+DFFF.
    Surrogate(u32),
    /// A character reference to what XML 1.0 cannot carry.
    NonXmlCharacter(u32),
    /// A line break, which XML hands on as a space. No fault, but the space is most likely no part of a name.
    LineBreak,
}

/// A reference: `raw` in the source became `value`.
#[derive(Clone, Copy, Debug)]
struct Piece {
    raw: Span,
    value: Span,
}

impl<'s> Decoded<'s> {
    /// Text that is its own source.
    pub fn plain(text: &'s str) -> Self {
        Self { raw: text, value: Cow::Borrowed(text), slips: Vec::new(), references: Vec::new() }
    }

    /// Decodes what stands between the quotes of an XML attribute: character references and the five
    /// predefined entities. Never fails: what is no reference stays as it is, with a slip.
    pub fn xml(raw: &'s str) -> Self {
        let mut decoded = Self::plain(raw);
        if !raw.contains('&') {
            return decoded;
        }
        let mut value = String::with_capacity(raw.len());
        let mut at = 0;
        while let Some(found) = raw[at..].find('&') {
            let start = at + found;
            value.push_str(&raw[at..start]);
            let (length, meaning) = reference(&raw[start..]);
            let place = value.len();
            value.push(meaning.character());
            let span = Span::new(place, value.len());
            decoded.slips.extend(meaning.slip().map(|kind| Slip { span, kind }));
            decoded.references.push(Piece { raw: Span::new(start, start + length), value: span });
            at = start + length;
        }
        value.push_str(&raw[at..]);
        decoded.value = Cow::Owned(value);
        decoded
    }

    /// The source of a span of the value: whole references, never a part of one.
    pub fn source_of(&self, span: Span) -> Span {
        let start = self.source_offset(span.start, |piece| piece.raw.start);
        if span.is_empty() {
            return Span::empty(start);
        }
        Span::new(start, self.source_offset(span.end, |piece| piece.raw.end).max(start))
    }

    /// `edit` of the value as an edit of the source, its text escaped for an attribute within `quote`.
    pub fn to_source(&self, edit: &Edit, quote: char) -> Edit {
        Edit { span: self.source_of(edit.span), text: escape(&edit.text, quote) }
    }

    fn source_offset(&self, offset: usize, inside: impl Fn(&Piece) -> usize) -> usize {
        let before = self.references.partition_point(|piece| piece.value.end <= offset);
        if let Some(piece) = self.references.get(before)
            && piece.value.start < offset
        {
            return inside(piece);
        }
        match before.checked_sub(1).map(|last| self.references[last]) {
            Some(last) => last.raw.end + (offset - last.value.end),
            None => offset,
        }
    }
}

/// What a `&` turned out to be.
enum Meaning {
    Character(char),
    Slip(char, SlipKind),
}

impl Meaning {
    fn character(&self) -> char {
        match *self {
            Self::Character(c) | Self::Slip(c, _) => c,
        }
    }

    fn slip(&self) -> Option<SlipKind> {
        match *self {
            Self::Slip(_, kind) => Some(kind),
            Self::Character(_) => None,
        }
    }
}

/// The length in bytes of the reference that `text` begins with, and what it means.
fn reference(text: &str) -> (usize, Meaning) {
    const PREDEFINED: [(&str, char); 5] =
        [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&apos;", '\'')];
    let predefined = PREDEFINED.into_iter().find(|(name, _)| text.starts_with(name));
    if let Some((name, c)) = predefined {
        return (name.len(), Meaning::Character(c));
    }
    character_reference(text).unwrap_or((1, Meaning::Slip('&', SlipKind::RawAmpersand)))
}

fn character_reference(text: &str) -> Option<(usize, Meaning)> {
    let rest = text.strip_prefix("&#")?;
    let (digits, radix) = match rest.strip_prefix('x') {
        Some(hex) => (hex, 16),
        None => (rest, 10),
    };
    let length = digits.find(|c: char| !c.is_digit(radix))?;
    if length == 0 || !digits[length..].starts_with(';') {
        return None;
    }
    let whole = text.len() - digits.len() + length + 1;
    let number = digits[..length]
        .chars()
        .filter_map(|digit| digit.to_digit(radix))
        .fold(0u32, |number, digit| number.saturating_mul(radix).saturating_add(digit));
    Some((whole, character(number)))
}

/// Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]   XML 1.0 production 2
fn character(number: u32) -> Meaning {
    match (number, char::from_u32(number)) {
        (0xD800..=0xDFFF, _) => Meaning::Slip('\u{FFFD}', SlipKind::Surrogate(number)),
        (0..=8 | 0xB | 0xC | 0xE..=0x1F | 0xFFFE | 0xFFFF, _) | (_, None) => {
            Meaning::Slip('\u{FFFD}', SlipKind::NonXmlCharacter(number))
        }
        (_, Some(c)) => Meaning::Character(c),
    }
}

/// `text` as it may stand in an attribute within `quote`.
fn escape(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' if quote == '"' => out.push_str("&quot;"),
            '\'' if quote == '\'' => out.push_str("&apos;"),
            _ => out.push(c),
        }
    }
    out
}
