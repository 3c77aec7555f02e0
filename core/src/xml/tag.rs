//! The inside of a tag: its name and its attributes, damaged or not.
//!
//! ```text
//! STag      ::= '<' Name (S Attribute)* S? '>'                                     production 40
//! Attribute ::= Name Eq AttValue                                                   production 41
//!
//! <a href="x title="y">        a quote is missing: href is left out, title is read
//! <a href=x title="y">         no quotes at all: the same
//! ```

use std::ops::Range;

use memchr::memchr;

use crate::text::{InPart, Span};

/// An attribute as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'t> {
    /// Its name as written, prefix and all.
    pub name: &'t str,
    /// Its value as written, between the quotes.
    pub raw: &'t str,
    /// Its value in the text that the tag is a part of.
    pub span: Span<InPart>,
}

/// The name in a tag, given what stands behind its `<` or `</`.
pub fn name(inside: &str) -> &str {
    let end = inside.bytes().position(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'<' | b'?'));
    &inside[..end.unwrap_or(inside.len())]
}

/// The attributes of a tag: `inside` begins with the name, which is `name_length` bytes long, and stands
/// at offset `at` of the text that spans are counted in. One that is damaged is left out.
pub fn attributes(inside: &str, name_length: usize, at: usize) -> impl Iterator<Item = Attribute<'_>> {
    let bytes = inside.as_bytes();
    let mut from = name_length;
    std::iter::from_fn(move || {
        loop {
            let (word, equals) = word_before_equals(bytes, from)?;
            let name = &inside[word];
            let open = equals + 1 + bytes[equals + 1..].iter().position(|&byte| !is_space(byte))?;
            let quote = bytes[open];
            if !matches!(quote, b'"' | b'\'') {
                from = open;
                continue;
            }
            let start = open + 1;
            let raw = &inside[start..start + memchr(quote, &bytes[start..])?];
            from = start + raw.len() + 1;
            if let Some(cut) = next_attribute(raw, bytes.get(from)) {
                from = start + cut;
            } else if !name.is_empty() {
                return Some(Attribute { name, raw, span: Span::new(at + start, at + start + raw.len()) });
            }
        }
    })
}

/// The last word before the next `=`, and where that stands.
fn word_before_equals(bytes: &[u8], from: usize) -> Option<(Range<usize>, usize)> {
    let mut word = from..from;
    for (at, &byte) in bytes.iter().enumerate().skip(from) {
        if byte == b'=' {
            return Some((word, at));
        }
        if !is_space(byte) && !matches!(byte, b'"' | b'\'') {
            let start = if word.end == at { word.start } else { at };
            word = start..at + 1;
        }
    }
    None
}

/// Where the next attribute begins in `value`, if the quote that seems to end it opens the value of the next
/// one: then its end is `S Name '='`, and something follows that cannot follow a value.
fn next_attribute(value: &str, behind: Option<&u8>) -> Option<usize> {
    if behind.is_none_or(|&byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'?')) {
        return None;
    }
    let before = value.trim_ascii_end().strip_suffix('=')?.trim_ascii_end();
    let name_at = before.bytes().rposition(is_space)?;
    let name = &before[name_at + 1..];
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name_at)
}

/// White space: S, production 3.
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(inside: &str) -> Vec<(&str, &str)> {
        attributes(inside, name(inside).len(), 0).map(|attribute| (attribute.name, attribute.raw)).collect()
    }

    #[test]
    fn attributes_are_read_whatever_their_quotes_and_spaces() {
        assert_eq!(read("a b='c' d = \"e='f'\"\n g\t=\n''/"), [("b", "c"), ("d", "e='f'"), ("g", "")]);
        assert_eq!(read("a"), []);
        assert_eq!(read("a b"), []);
    }

    #[test]
    fn a_damaged_attribute_is_left_out_and_the_next_one_read() {
        for damaged in [
            "a b=\"x c=\"y\"",
            "a b=x c=\"y\"",
            "a b c=\"y\"",
            "a b=\"x\"\"c=\"y\"",
            "a b= c=\"y\"",
            "a ='x' c=\"y\" d='",
        ] {
            assert_eq!(read(damaged).last(), Some(&("c", "y")), "{damaged}");
        }
    }

    #[test]
    fn a_value_that_ends_like_an_attribute_is_a_value() {
        assert_eq!(read("a b=\"iVBO\nGgo=\" c='d'"), [("b", "iVBO\nGgo="), ("c", "d")]);
        assert_eq!(read("a b=\"iVBO\nGgo=\""), [("b", "iVBO\nGgo=")]);
    }

    /// quick-xml reads tags that are whole; so it tells whether we do.
    #[test]
    fn of_whole_tags_quick_xml_reads_the_same() {
        for text in [
            include_str!("../../tests/data/documents/article.docbook.xml"),
            include_str!("../../tests/data/documents/drawing.svg"),
            include_str!("../../tests/data/documents/style.xsl"),
        ] {
            for tag in text.split('<').filter_map(|tag| Some(tag.split_once('>')?.0.trim_end_matches('/'))) {
                let theirs = quick_xml::events::attributes::Attributes::new(tag, name(tag).len());
                let theirs: Result<Vec<_>, _> = theirs.collect();
                let Ok(theirs) = theirs else { continue };
                let theirs: Vec<_> = theirs.iter().map(|one| (one.key.0, &*one.value)).collect();
                assert_eq!(read(tag), theirs, "{tag}");
            }
        }
    }
}
