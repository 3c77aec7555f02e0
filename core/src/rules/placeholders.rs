//! Placeholders of template languages: text that a program replaces.

use std::sync::LazyLock;

use crate::reference::percent_encoding_at;
use crate::text::{Span, floor_char_boundary};

/// Record of `placeholders.txt`.
#[derive(Debug)]
pub struct Placeholder {
    open: &'static str,
    inside: Inside,
    close: &'static str,
    /// Where it may be.
    place: Place,
    /// Names of the languages whose it is.
    #[cfg_attr(not(feature = "xml"), allow(dead_code, reason = "for the book"))]
    pub languages: &'static str,
    /// References with such a placeholder each, separated by spaces.
    #[cfg_attr(not(feature = "xml"), allow(dead_code, reason = "for the book"))]
    pub examples: &'static str,
}

/// What is between the ends of a placeholder.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Inside {
    Any,
    Name,
    Words,
    Expression,
    Directive,
    Call,
    Embed,
    Key,
}

/// Where a placeholder may be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Anywhere,
    /// Not after a letter or digit.
    Apart,
    /// At the start of a value or of a segment.
    Start,
    /// A whole segment of a path.
    Segment,
    /// A whole segment of a path, or the value of a parameter.
    Part,
    Value,
}

/// Text with its preceding character.
struct Surrounded<'v> {
    before: Option<char>,
    text: &'v str,
}

/// Placeholders that are found together.
pub struct Placeholders {
    all: Vec<Placeholder>,
    /// Whether one of them starts with the byte.
    starts: [bool; 256],
}

/// The placeholders of every document, and what is only known as a leftover of one.
static PLACEHOLDERS: LazyLock<[Placeholders; 2]> = LazyLock::new(|| {
    let (known, leftover) = include_str!("placeholders.txt").split_once("\n[leftover]\n").unwrap_or_default();
    [known, leftover].map(|records| {
        let all: Vec<Placeholder> = records.lines().filter_map(Placeholder::parse).collect();
        let mut starts = [false; 256];
        for placeholder in &all {
            starts[usize::from(placeholder.open.as_bytes()[0])] = true;
        }
        Placeholders { all, starts }
    })
});

/// Returns the placeholders that are recognized in every document.
pub fn known() -> &'static Placeholders {
    &PLACEHOLDERS[0]
}

/// Returns what is a placeholder only because no reference contains it.
pub(crate) fn leftover() -> &'static Placeholders {
    &PLACEHOLDERS[1]
}

impl Placeholders {
    /// Returns the records in the order in which they are looked for.
    #[cfg_attr(not(feature = "xml"), allow(dead_code, reason = "for the book"))]
    pub fn records(&self) -> &[Placeholder] {
        &self.all
    }

    /// Returns the placeholders in `value`; `has_literal_braces` if single braces and brackets mean themselves: an `id` of Atom
    /// contains them as a name that no program fills in.
    pub(crate) fn find<S>(&self, value: &str, has_literal_braces: bool) -> Vec<Span<S>> {
        let mut found: Vec<Span<S>> = Vec::new();
        for (start, _) in value.bytes().enumerate().filter(|(_, byte)| self.starts[usize::from(*byte)]) {
            if found.last().is_some_and(|last| start < last.end) {
                continue;
            }
            let length = self.length_at(value, start, has_literal_braces);
            found.extend(length.map(|length| Span::new(start, start + length)));
        }
        found
    }

    /// Returns the length of the placeholder at `start`.
    pub(crate) fn length_at(&self, value: &str, start: usize, has_literal_braces: bool) -> Option<usize> {
        let at = Surrounded { before: value[..start].chars().next_back(), text: &value[start..] };
        let is_single =
            |placeholder: &Placeholder| placeholder.inside == Inside::Expression || placeholder.place == Place::Part;
        let is_meant = |placeholder: &&Placeholder| !has_literal_braces || !is_single(placeholder);
        self.all.iter().filter(is_meant).find_map(|placeholder| placeholder.length(&at))
    }
}

impl Placeholder {
    fn parse(record: &'static str) -> Option<Self> {
        let mut columns = record.split("  ").map(str::trim).filter(|column| !column.is_empty());
        let (open, inside, close) = (columns.next()?, columns.next()?, columns.next()?);
        let inside = match inside {
            "any" => Inside::Any,
            "name" => Inside::Name,
            "words" => Inside::Words,
            "expression" => Inside::Expression,
            "directive" => Inside::Directive,
            "call" => Inside::Call,
            "embed" => Inside::Embed,
            "key" => Inside::Key,
            _ => return None,
        };
        let place = match columns.next()? {
            "anywhere" => Place::Anywhere,
            "apart" => Place::Apart,
            "start" => Place::Start,
            "segment" => Place::Segment,
            "part" => Place::Part,
            "value" => Place::Value,
            _ => return None,
        };
        Some(Self { open, inside, close, place, languages: columns.next()?, examples: columns.next()? })
    }

    /// Returns the length of the placeholder at the start of the text, if it is one of this kind.
    fn length(&self, at: &Surrounded<'_>) -> Option<usize> {
        let rest = at.text.strip_prefix(self.open)?;
        let enclosed = |is_inside: fn(&str) -> bool| {
            let inside = inside(at.text, self.open, self.close).filter(|inside| is_inside(inside))?;
            Some(self.open.len() + inside.len() + self.close.len())
        };
        let length = match self.inside {
            Inside::Any => enclosed(is_filled),
            Inside::Name if self.open == "%" => variable(at.text),
            Inside::Name => enclosed(is_name),
            Inside::Words => enclosed(are_words),
            Inside::Expression => braces(at.text).filter(|length| !is_code_point(at, *length)),
            Inside::Directive => directive(at),
            Inside::Call => call(rest),
            Inside::Embed => embed(rest),
            Inside::Key => key(at.text),
        }?;
        let after = at.text.as_bytes().get(length);
        let is_segment_start = at.before.is_none_or(|c| c == '/');
        let is_there = match self.place {
            Place::Anywhere => true,
            Place::Apart => !at.before.is_some_and(char::is_alphanumeric),
            Place::Start => is_segment_start,
            Place::Segment => is_segment_start && matches!(after, None | Some(b'/' | b'?' | b'#')),
            Place::Part => {
                (is_segment_start || at.before == Some('='))
                    && matches!(after, None | Some(b'/' | b':' | b'?' | b'#' | b'&'))
            }
            Place::Value => at.before.is_none() && length == at.text.len(),
        };
        is_there.then_some(length)
    }
}

/// Returns whether a GUID in braces starts at `open`.
pub(crate) fn is_guid(text: &str, open: usize) -> bool {
    let Some(inside) = text.as_bytes().get(open + 1..open + 38) else { return false };
    inside[36] == b'}'
        && inside[..36].iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Returns whether `span` is part of words in angle brackets, which people replace: `<install directory>/lib`.
pub(crate) fn is_in_angle_brackets(span: Span, text: &str) -> bool {
    const LONGEST_WORDS: usize = 64;
    let (before, after) = (&text[..span.end], &text[span.start..]);
    let near = floor_char_boundary(before, before.len().saturating_sub(LONGEST_WORDS));
    let Some(open) = before[near..].rfind('<') else { return false };
    let Some(close) = after[..floor_char_boundary(after, LONGEST_WORDS)].find('>') else { return false };
    let words = &text[near + open + 1..span.start + close];
    words.len() + 2 <= LONGEST_WORDS
        && words.starts_with(char::is_alphabetic)
        && !words.contains(['/', '<', '>', '"', '='])
}

/// Maximum length of a placeholder in bytes: a later end does not close it.
pub(crate) const LONGEST: usize = 256;

/// Returns the text between `open` at the start of `text` and the next `close`; if that is one character, the one that
/// closes `open` after nested pairs, if there is one.
fn inside<'v>(text: &'v str, open: &str, close: &str) -> Option<&'v str> {
    let rest = text.strip_prefix(open)?;
    let near = &rest[..floor_char_boundary(rest, LONGEST)];
    let nested = || {
        let (opening, closing) = (open.chars().next_back()?, close.chars().next()?);
        let mut depth = 0_u32;
        near.find(|c| {
            if c == opening && opening != closing {
                depth += 1;
            } else if c == closing && depth > 0 {
                depth -= 1;
                return false;
            }
            c == closing
        })
    };
    let end = if close.len() == 1 { nested() } else { None };
    end.or_else(|| near.find(close)).map(|end| &near[..end])
}

/// Returns the length of the placeholder with any text between `open` at the start of `text` and `close`.
#[cfg(feature = "xml")]
pub(crate) fn enclosed(text: &str, open: &str, close: &str) -> Option<usize> {
    let inside = inside(text, open, close).filter(|inside| is_filled(inside))?;
    Some(open.len() + inside.len() + close.len())
}

/// Returns whether there is text in a placeholder. `#{"id": 1}` is JSON in a fragment.
fn is_filled(inside: &str) -> bool {
    let is_data = inside.starts_with('"') && inside.contains("\":");
    !is_data && !inside.trim().is_empty()
}

/// Returns whether the text consists of words, after and before signs: `+id`, `~12`, `your name`.
fn are_words(inside: &str) -> bool {
    const SIGNS: [char; 9] = ['+', '*', '~', '$', '!', '#', '%', '.', ' '];
    let words = inside.trim_matches(SIGNS);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-. ".contains(c);
    let is_start = |c: char| c.is_ascii_alphabetic() || c.is_ascii_digit() && inside.trim_start().starts_with(SIGNS);
    words.starts_with(is_start) && words.chars().all(is_part)
}

/// Returns the length of braces around a name or an expression. Whitespace, quotes or further braces in them indicate
/// data (CSS, JSON) unless a variable or a call is first, and `{}` is not a placeholder.
fn braces(text: &str) -> Option<usize> {
    let is_of_data = |c: char| c.is_whitespace() || matches!(c, '{' | '"');
    let name = inside(text, "{", "}").filter(|_| !is_guid(text, 0))?;
    let is_size = name.ends_with('%') && !name.starts_with('%');
    // Braces around a reference are markup.
    let is_name =
        || name.contains(char::is_alphanumeric) && !name.contains(is_of_data) && !is_size && !name.contains("://");
    (is_expression(name) || is_name()).then(|| name.len() + 2)
}

/// Returns whether `text` starts with a variable or a call, as expressions of XPath do: `$x`, `concat('a', $b)`,
/// `if (…)`.
fn is_expression(text: &str) -> bool {
    let text = text.trim_start();
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
    let starts_with_letter = |text: &str| text.starts_with(char::is_alphabetic);
    match text.strip_prefix('$') {
        Some(variable) => starts_with_letter(variable),
        None => starts_with_letter(text) && text.trim_start_matches(is_of_name).trim_start().starts_with('('),
    }
}

/// Returns whether the braces are those of `\u{1F600}`, an escape of JavaScript.
fn is_code_point(at: &Surrounded<'_>, length: usize) -> bool {
    at.before == Some('u') && at.text[1..length - 1].bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the length of `@Object.Method(…)`; `name` is the text after `@`.
fn call(name: &str) -> Option<usize> {
    let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '.')?;
    let is_call = name.starts_with(|c: char| c.is_ascii_uppercase()) && name[..length].contains('.');
    let arguments = inside(&name[length..], "(", ")").filter(|_| is_call)?;
    Some(1 + length + arguments.len() + 2)
}

/// Returns the length of `@Embed('…')` or `@Resource(key='…')`; `name` is the text after `@`.
fn embed(name: &str) -> Option<usize> {
    let length = name.find(|c: char| !c.is_ascii_alphabetic()).filter(|length| *length > 0)?;
    let arguments = inside(&name[length..], "(", ")").filter(|arguments| arguments.contains(['\'', '"']))?;
    name.starts_with(|c: char| c.is_ascii_uppercase()).then(|| 1 + length + arguments.len() + 2)
}

/// Returns the length of `%s`, `%d`, `%1$s`, `%(name)s` or `%{name}`, which is not a percent-encoding. `100%sure` is a word with
/// a percent sign before it.
fn directive(at: &Surrounded<'_>) -> Option<usize> {
    let rest = at.text.strip_prefix('%')?;
    let is_letter = |c: char| c.is_ascii_alphabetic();
    match rest.as_bytes() {
        [b'd', next, ..] if next.is_ascii_hexdigit() => None,
        [b's' | b'd', ..] => (at.before.is_none() || !rest[1..].starts_with(char::is_alphanumeric)).then_some(2),
        [b'1'..=b'9', b'$', ..] => rest[2..].starts_with(is_letter).then_some(4),
        [b'(', ..] => {
            let name = inside(rest, "(", ")").filter(|name| is_name(name))?;
            rest[name.len() + 2..].starts_with(is_letter).then(|| name.len() + 4)
        }
        [b'{', ..] => braces(rest).map(|length| length + 1),
        _ => None,
    }
}

/// Returns the length of `%key`. `%u00E9` and `%ZZ` are mistakes; `%description` is no encoding, since no text in UTF-8 consists
/// of the byte DE and letters.
fn key(text: &str) -> Option<usize> {
    let name = text.strip_prefix('%').filter(|name| is_name(name))?;
    let starts_with_word = name.bytes().take_while(u8::is_ascii_alphabetic).count() >= 3;
    (starts_with_word && percent_encoding_at(text.as_bytes(), 0).is_none_or(|byte| !byte.is_ascii()))
        .then_some(text.len())
}

/// Returns the length of `%APPDATA%` at the start of `text`. A `%` that starts a percent-encoding does not close a
/// variable.
fn variable(text: &str) -> Option<usize> {
    let name = inside(text, "%", "%")?;
    let is_percent_encoding = percent_encoding_at(text.as_bytes(), name.len() + 1).is_some();
    (name.len() >= 3 && is_name(name) && !is_percent_encoding).then(|| name.len() + 2)
}

fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_record_and_recognizes_its_examples() {
        let is_record =
            |line: &&str| !line.is_empty() && !line.starts_with("# ") && *line != "#" && *line != "[leftover]";
        let lines = include_str!("placeholders.txt").lines().filter(is_record).count();
        assert_eq!(PLACEHOLDERS.iter().map(|placeholders| placeholders.all.len()).sum::<usize>(), lines);
        for placeholder in &leftover().all {
            for example in placeholder.examples.split(' ') {
                let found: Vec<Span> = leftover().find(example, false);
                assert!(!found.is_empty(), "{example}");
            }
        }
    }
}
