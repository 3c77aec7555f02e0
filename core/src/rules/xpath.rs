//! References in XPath: the string, or the strings of the sequence, that is the first argument of a function that reads a
//! resource.
//!
//! ```text
//! document('a b.xml')/x, fn:doc("c")      a b.xml · c
//! document(('a', 'b'))                    a · b
//! contains('doc(', 'x')                   strings: no references
//! doc($file), doc(concat('a', $b))        not known
//! (: doc('a') :)                          a comment
//! ```
//!
//! XPath 3.1 section A.2, Functions and Operators 3.1 section 14.6. The names of the functions are in `xpath.txt`.

use std::sync::LazyLock;

use crate::text::{InValue, Span, WHITESPACE};

/// Functions whose first argument is a reference, sorted.
static FUNCTIONS: LazyLock<Vec<&'static str>> = LazyLock::new(|| include_str!("xpath.txt").lines().collect());

/// References in an expression, in order: spans of strings.
pub struct XPathReferences<'v> {
    value: &'v str,
    /// Position outside strings and comments.
    at: usize,
    /// Whether it is after a string in a sequence that is an argument.
    is_in_sequence: bool,
}

impl<'v> XPathReferences<'v> {
    /// Creates an iterator over the references in `value`.
    pub const fn new(value: &'v str) -> Self {
        Self { value, at: 0, is_in_sequence: false }
    }

    /// Returns the string that is all of the argument that starts here.
    fn argument(&mut self) -> Option<Span<InValue>> {
        let rest = self.value[self.at..].trim_start_matches(WHITESPACE);
        if let Some(inside) = rest.strip_prefix('(').filter(|inside| !inside.starts_with(':')) {
            self.at = self.value.len() - inside.len();
            self.is_in_sequence = true;
        }
        self.literal()
    }

    fn literal(&mut self) -> Option<Span<InValue>> {
        let (span, end) = literal(self.value, self.at).or_else(|| {
            self.is_in_sequence = false;
            None
        })?;
        self.at = end;
        Some(span)
    }

    /// Returns the string after the comma here.
    fn next_in_sequence(&mut self) -> Option<Span<InValue>> {
        let rest = self.value[self.at..].trim_start_matches(WHITESPACE);
        let Some(rest) = rest.strip_prefix(',') else {
            self.is_in_sequence = false;
            return None;
        };
        self.at = self.value.len() - rest.len();
        self.literal()
    }
}

impl Iterator for XPathReferences<'_> {
    type Item = Span<InValue>;

    fn next(&mut self) -> Option<Span<InValue>> {
        if self.is_in_sequence
            && let Some(found) = self.next_in_sequence()
        {
            return Some(found);
        }
        let value = self.value;
        while self.at < value.len() {
            let rest = &value[self.at..];
            self.at += rest.find(|c| is_name(c) || matches!(c, '\'' | '"' | '(' | '$'))?;
            let rest = &value[self.at..];
            match rest.chars().next()? {
                quote @ ('\'' | '"') => self.at = string_end(value, self.at + 1, quote) + 1,
                '(' if rest.starts_with("(:") => self.at += comment(rest),
                // The name of a variable.
                '$' => self.at += 1 + rest[1..].find(|c| !is_name(c)).unwrap_or(rest.len() - 1),
                '(' => self.at += 1,
                _ => {
                    let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
                    let (name, after) = rest.split_at(length);
                    self.at += length;
                    let local = name.rsplit_once(':').map_or(name, |(_, local)| local);
                    if FUNCTIONS.binary_search(&local).is_ok()
                        && let Some(argument) = after.trim_start_matches(WHITESPACE).strip_prefix('(')
                    {
                        self.at = value.len() - argument.len();
                        if let Some(found) = self.argument() {
                            return Some(found);
                        }
                    }
                }
            }
        }
        None
    }
}

/// Returns the string that is the whole argument or item at `from`, and its end; an open one extends to the end of the value.
fn literal(value: &str, from: usize) -> Option<(Span<InValue>, usize)> {
    let argument = value[from..].trim_start_matches(WHITESPACE);
    let quote = argument.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let start = value.len() - argument.len() + 1;
    let end = string_end(value, start, quote);
    let rest = value.get(end + 1..).unwrap_or_default();
    let is_whole = rest.trim_start_matches(WHITESPACE).chars().next().is_none_or(|c| matches!(c, ')' | ','));
    is_whole.then(|| (Span::new(start, end), (end + 1).min(value.len())))
}

/// Returns the end of the string that starts at `from`. A doubled quotation mark is a part of it.
fn string_end(value: &str, from: usize, quote: char) -> usize {
    let mut at = from;
    while let Some(length) = value.get(at..).and_then(|rest| rest.find(quote)) {
        at += length;
        if !value[at + 1..].starts_with(quote) {
            return at;
        }
        at += 2;
    }
    value.len()
}

/// Returns the length of the comment at the start of `text`. Comments can contain others.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(length) = text[at..].find([':', '(']) {
        at += length;
        let two = text.get(at..at + 2).unwrap_or_default();
        match two {
            "(:" => depth += 1,
            ":)" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Role;

    #[test]
    fn references_are_strings_that_functions_read() {
        for (text, expected) in [
            ("document('a b.xml')/x | fn:doc( \"c\" )//y", &["a b.xml", "c"][..]),
            ("document('', /)/a, document('a', .)", &["", "a"]),
            ("document(('a', \"b\" ,'c'), 'no')/d | doc(('e'))", &["a", "b", "c", "e"]),
            ("document(($x, 'no')), document(('a', $x, 'no')), document(('a' || 'no'))", &["a"]),
            ("document((", &[]),
            ("document(('a", &["a"]),
            ("document((: 'no' :) 'no')", &[]),
            ("if (doc-available('a')) then unparsed-text('b', 'utf-8') else json-doc(\"c'd\")", &["a", "b", "c'd"]),
            ("contains('doc(', \"doc('no')\")", &[]),
            ("doc($x), doc(concat('a', $b)), doc('a' || $b), $doc('no'), my-doc('no'), document", &[]),
            ("(: doc('no') (: :) doc('no') :) doc('a')", &["a"]),
            ("doc('it''s')", &["it''s"]),
            ("doc('open", &["open"]),
            ("(: doc('no'", &[]),
            ("doc(doc('a')/@href)", &["a"]),
            ("\u{5D0}doc('no') doc\u{A0}('no') (", &[]),
            ("(:", &[]),
            ("doc('", &[""]),
        ] {
            let found: Vec<_> = Role::XPATH.items(text).map(|(span, _)| span.slice(text)).collect();
            assert_eq!(found, expected, "{text}");
        }
        assert!(FUNCTIONS.is_sorted());
    }

    #[test]
    fn long_expressions_take_linear_time() {
        for text in ["(:", "doc(", "doc('a' ", "''", "((", "a:", "doc('a',", "doc((", "doc(('a', "] {
            let text = text.repeat(100_000);
            assert!(Role::XPATH.items(&text).count() <= 100_000);
        }
    }
}
