//! The inside of a tag: its name and its attributes, damaged or not.
//!
//! ```text
//! STag      ::= '<' Name (S Attribute)* S? '>'                                     production 40
//! Attribute ::= Name Eq AttValue                                                   production 41
//!
//! <a href="x title="y">        a quote is missing: href is left out, title is parsed
//! <a href=x title="y">         no quotes at all: the same
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
    let end = inside.bytes().position(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'<' | b'?'));
    &inside[..end.unwrap_or(inside.len())]
}

/// Returns the attributes of a tag. `inside` starts with the name, which is `name_length` bytes long, and is at offset
/// `at` of the text of the spans. A damaged attribute is left out.
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

/// Returns the start of the next attribute in `value`, if the quote that seems to end the value opens the value of the
/// next attribute: then the value ends with `S Name '='`, and is followed by something that cannot follow a value.
fn next_attribute(value: &str, after: Option<&u8>) -> Option<usize> {
    if after.is_none_or(|&byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'?')) {
        return None;
    }
    let before = value.trim_ascii_end().strip_suffix('=')?.trim_ascii_end();
    let name_at = before.bytes().rposition(is_space)?;
    let name = &before[name_at + 1..];
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name_at)
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
