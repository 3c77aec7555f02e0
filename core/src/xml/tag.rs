//! The inside of a tag: its name and its attributes, damaged or not.
//!
//! ```text
//! STag      ::= '<' Name (S Attribute)* S? '>'                                     production 40
//! Attribute ::= Name Eq AttValue                                                   production 41
//!
//! <a href="x title="y">        a quote is missing: href is left out, title is parsed
//! <a href=x title="y">         no quotes at all: the same
//! <a 's href="x>y">            a quote that is not after a = has no meaning
//! ```

use std::ops::Range;

use memchr::memchr;

use crate::text::{InPart, Span};

/// Attribute in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'t> {
    /// Name as written, with its prefix.
    pub name: &'t str,
    /// Value as written, between the quotes.
    pub raw: &'t str,
    /// Span of the value in the text that contains the tag.
    pub span: Span<InPart>,
}

/// Returns the name in a tag, given the text after its `<` or `</`.
pub fn name(inside: &str) -> &str {
    &inside[..name_length(inside.as_bytes())]
}

/// Returns the length of the name in a tag in bytes, given the text after its `<` or `</`.
pub fn name_length(inside: &[u8]) -> usize {
    let end = inside.iter().position(|&byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'<' | b'?'));
    end.unwrap_or(inside.len())
}

/// Returns the attributes of a tag. `inside` starts with the name, which is `name_length` bytes long, and is at offset
/// `at` of the text of the spans. A damaged attribute is left out.
pub fn attributes(inside: &str, name_length: usize, at: usize) -> impl Iterator<Item = Attribute<'_>> {
    let bytes = inside.as_bytes();
    let mut from = name_length;
    std::iter::from_fn(move || {
        loop {
            let (word, equals) = word_before_equals(bytes, from)?;
            match assigned(bytes, equals)? {
                Assigned::Nothing { next } => from = next,
                Assigned::Value(value) => {
                    from = value.end + 1;
                    if !word.is_empty() {
                        let span = Span::new(at + value.start, at + value.end);
                        return Some(Attribute { name: &inside[word], raw: &inside[value], span });
                    }
                }
            }
        }
    })
}

/// Returns the last word before the next `=`, and the offset of the `=`.
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

/// What follows the `=` of an attribute.
pub enum Assigned {
    /// A value; the range is inside the quotes.
    Value(Range<usize>),
    /// No value in quotes, or one whose quote is missing: the next attribute starts at `next` or after it.
    Nothing {
        /// Offset after the `=`.
        next: usize,
    },
}

/// Returns what the `=` at `equals` assigns; `None` if everything after it is a value without an end.
///
/// Quotes elsewhere in a tag have no meaning. So what is in a value, except its own quote, never changes where the value,
/// the next attribute or the tag ends.
pub fn assigned(bytes: &[u8], equals: usize) -> Option<Assigned> {
    let open = equals + 1 + bytes[equals + 1..].iter().position(|&byte| !is_space(byte))?;
    let quote = bytes[open];
    if !matches!(quote, b'"' | b'\'') {
        return Some(Assigned::Nothing { next: open });
    }
    let start = open + 1;
    let value = start..start + memchr(quote, &bytes[start..])?;
    Some(match next_attribute(&bytes[value.clone()], bytes.get(value.end + 1)) {
        Some(cut) => Assigned::Nothing { next: start + cut },
        None => Assigned::Value(value),
    })
}

/// Returns the start of the next attribute in `value`, if the quote that seems to end the value opens the value of the
/// next attribute: then the value ends with whitespace, a name and `=`, and is followed by something that cannot follow a
/// value. The name need not be valid, because a fix of the value could change that.
fn next_attribute(value: &[u8], after: Option<&u8>) -> Option<usize> {
    if after.is_none_or(|&byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'?')) {
        return None;
    }
    let before = value.trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
    let space = before.iter().rposition(|&byte| is_space(byte))?;
    let name = &before[space + 1..];
    // With another `=` the value of the next attribute would start there.
    (!name.is_empty() && !name.contains(&b'=')).then_some(space)
}

/// Returns whether `byte` is whitespace: S, production 3.
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(inside: &str) -> Vec<(&str, &str)> {
        attributes(inside, name(inside).len(), 0).map(|attribute| (attribute.name, attribute.raw)).collect()
    }

    #[test]
    fn attributes_are_parsed_whatever_their_quotes_and_spaces() {
        assert_eq!(parse("a b='c' d = \"e='f'\"\n g\t=\n''/"), [("b", "c"), ("d", "e='f'"), ("g", "")]);
        assert_eq!(parse("a"), []);
        assert_eq!(parse("a b"), []);
    }

    #[test]
    fn a_damaged_attribute_is_left_out_and_the_next_one_is_parsed() {
        for damaged in [
            "a b=\"x c=\"y\"",
            "a b=x c=\"y\"",
            "a b c=\"y\"",
            "a b=\"x\"\"c=\"y\"",
            "a b= c=\"y\"",
            "a ='x' c=\"y\" d='",
            "a ' c=\"y\"",
            "a b=\"x|c=\"y\" c=\"y\"",
        ] {
            assert_eq!(parse(damaged).last(), Some(&("c", "y")), "{damaged}");
        }
    }

    #[test]
    fn a_value_that_ends_like_an_attribute_is_a_value() {
        assert_eq!(parse("a b=\"iVBO\nGgo=\" c='d'"), [("b", "iVBO\nGgo="), ("c", "d")]);
        assert_eq!(parse("a b=\"iVBO\nGgo=\""), [("b", "iVBO\nGgo=")]);
    }

    /// For well-formed tags the result must equal that of quick-xml.
    #[test]
    fn quick_xml_parses_whole_tags_equally() {
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
                assert_eq!(parse(tag), theirs, "{tag}");
            }
        }
    }
}
