//! The inside of a tag: its name, and its attributes as quick-xml tells them apart.
//!
//! ```text
//! STag      ::= '<' Name (S Attribute)* S? '>'                                     production 40
//! Attribute ::= Name Eq AttValue                                                   production 41
//! ```
//!
//! An attribute that is damaged is left out, and the next one read: a quote that is never closed ends
//! with the tag.

use std::borrow::Cow;

use quick_xml::events::attributes::Attributes;

use crate::text::Span;

/// An attribute as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'t> {
    /// Its name as written, prefix and all.
    pub name: &'t str,
    /// Its value as written, between the quotes.
    pub raw: &'t str,
    /// Where that stands in the text that [`attributes`] was given the tag of.
    pub span: Span,
}

/// The name in a tag, given what stands behind its `<` or `</`.
pub fn name(inside: &str) -> &str {
    let end = inside.bytes().position(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'/' | b'>' | b'<' | b'?'));
    &inside[..end.unwrap_or(inside.len())]
}

/// The attributes of a tag: `inside` begins with the name, which is `name_length` bytes long, and stands
/// at offset `at` of the text that spans are counted in.
pub fn attributes(inside: &str, name_length: usize, at: usize) -> impl Iterator<Item = Attribute<'_>> {
    let mut attributes = Attributes::new(inside, name_length);
    attributes.with_checks(false);
    attributes.filter_map(move |attribute| {
        let attribute = attribute.ok()?;
        let Cow::Borrowed(raw) = attribute.value else { return None };
        let start = at + offset_in(raw, inside);
        Some(Attribute { name: attribute.key.0, raw, span: Span::new(start, start + raw.len()) })
    })
}

/// How many bytes behind the start of `whole` its part `part` begins.
fn offset_in(part: &str, whole: &str) -> usize {
    (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize)
}

/// The attributes of a damaged tag, as its author meant them. Where a quote is missing, the value seems to
/// end with the name of the next attribute and `=`: it is cut there, and left out.
///
/// ```text
/// <a href="x title="y">        href is left out, title is read
/// ```
pub fn attributes_of_damaged(inside: &str, name_length: usize, at: usize) -> impl Iterator<Item = Attribute<'_>> {
    let mut from = name_length;
    std::iter::from_fn(move || {
        loop {
            let equals = from + inside.get(from..)?.find('=')?;
            let name = inside[from..equals].trim_ascii().rsplit([' ', '\t', '\r', '\n', '"', '\'']).next()?;
            let value = inside[equals + 1..].trim_ascii_start();
            from = inside.len() - value.len();
            let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
            let raw = &value[1..=value[1..].find(quote)?];
            let behind = value[raw.len() + 2..].chars().next();
            let goes_on = behind.is_some_and(|c| !c.is_ascii_whitespace() && !matches!(c, '/' | '>'));
            if goes_on && let Some(cut) = next_attribute(raw) {
                from += 1 + cut;
                continue;
            }
            let start = from + 1;
            from = start + raw.len() + 1;
            if !name.is_empty() {
                return Some(Attribute { name, raw, span: Span::new(at + start, at + start + raw.len()) });
            }
        }
    })
}

/// Where the next attribute begins in `value`, if what seems to be its end is `S Name '='`.
fn next_attribute(value: &str) -> Option<usize> {
    let before = value.trim_ascii_end().strip_suffix('=')?.trim_ascii_end();
    let name_at = before.rfind([' ', '\t', '\r', '\n'])?;
    let name = &before[name_at + 1..];
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name_at)
}
