//! References in CSS: in the value of a property, in the `style` of an element, and in a style sheet.
//!
//! ```text
//! fill: url(#a); mask: url('b c') none       #a · b c
//! @import "d.css";                           d.css
//! image-set("e.png" 1x, url(f.png) 2x)       e.png · f.png
//! content: "url(g)"; /* url(h) */            a string and a comment: no references
//! @namespace x url(http://e.org/ns);         a name, which no program resolves
//! ```
//!
//! CSS Syntax 3 section 4, CSS Values 4 section 4.5, CSS Cascade 4 section 2, CSS Images 4 section 3.2.

#[cfg(feature = "xml")]
use std::borrow::Cow;
#[cfg(feature = "xml")]
use std::fmt::Write;

use crate::text::{InValue, Span, WHITESPACE};

/// References in a text, in order: spans without quotes and surrounding whitespace.
pub struct CssReferences<'v> {
    text: &'v str,
    at: usize,
    /// Name of the rule whose prelude this is: `import` or `namespace`.
    rule: &'v str,
    /// Number of open parentheses.
    depth: u32,
    /// Number of open parentheses outside the `image-set()` that is open.
    images: Option<u32>,
}

impl<'v> CssReferences<'v> {
    /// Creates an iterator over the references in `text`.
    pub const fn new(text: &'v str) -> Self {
        Self { text, at: 0, rule: "", depth: 0, images: None }
    }

    /// Skips a string that starts here, and returns its contents.
    fn string(&mut self, quote: char) -> Span<InValue> {
        let start = self.at + 1;
        let mut characters = self.text[start..].char_indices();
        let end = loop {
            match characters.next() {
                Some((_, '\\')) => drop(characters.next()),
                Some((end, c)) if c == quote => break Some(end),
                // An unclosed string ends with its line.
                Some((end, '\n')) => {
                    self.at = start + end;
                    return Span::new(start, self.at);
                }
                Some(_) => {}
                None => break None,
            }
        };
        let end = end.map_or(self.text.len(), |end| start + end);
        self.at = (end + 1).min(self.text.len());
        Span::new(start, end)
    }

    /// Returns the argument that starts here, and skips its function. An unclosed function extends to the end of the text.
    fn argument(&mut self) -> Span<InValue> {
        let start = self.text.len() - self.text[self.at..].trim_start_matches(WHITESPACE).len();
        self.at = start;
        if let Some(quote @ ('"' | '\'')) = self.text[start..].chars().next() {
            self.depth += 1;
            return self.string(quote);
        }
        let mut closing = self.text[start..].match_indices(')').map(|(length, _)| start + length);
        let end = closing.find(|end| !self.text[start..*end].ends_with('\\')).unwrap_or(self.text.len());
        self.at = (end + 1).min(self.text.len());
        let length = self.text[start..end].trim_end_matches(WHITESPACE).len();
        Span::new(start, start + length)
    }

    /// Skips the name that starts here, and returns it.
    fn name(&mut self) -> &'v str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| c.is_ascii() && !is_name(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Reads a function whose `name` was before its parenthesis; returns its argument, if that is a reference.
    fn function(&mut self, name: &str) -> Option<Span<InValue>> {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        self.at += 1;
        let is_quoted = || self.text[self.at..].trim_start_matches(WHITESPACE).starts_with(['"', '\'']);
        if is("url") || is("src") && is_quoted() {
            let argument = self.argument();
            return (self.rule != "namespace").then_some(argument);
        }
        if is("type") && self.images.is_some() {
            // The string is a media type.
            self.argument();
            return None;
        }
        if is("image-set") || is("-webkit-image-set") {
            self.images = self.images.or(Some(self.depth));
        }
        self.depth += 1;
        None
    }
}

/// Returns the escapes in `text`, the argument of a function: a punctuation mark, a space or a line end after the backslash, or a
/// number in hexadecimal with its end. Other backslashes separate names, by mistake (CSS Syntax 3 section 4.3.7).
///
/// ```text
/// a\20 b  ·  a\000020b  ·  a\ b  ·  a\(b       escapes
/// images\bg.png  ·  \\server\share            separators
/// ```
#[cfg(feature = "xml")]
pub fn css_escapes(text: &str) -> Vec<Span<InValue>> {
    let mut found: Vec<Span<InValue>> = Vec::new();
    for (at, _) in text.match_indices('\\') {
        if found.last().is_some_and(|last| at < last.end) {
            continue;
        }
        let escaped = &text[at + 1..];
        let digits = escaped.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let is_ended = digits == 6 || digits > 0 && escaped[digits..].starts_with(WHITESPACE);
        let is_character = |code: u32| char::from_u32(code).is_some_and(|c| !c.is_control());
        let length = match escaped.chars().next() {
            _ if is_ended && u32::from_str_radix(&escaped[..digits], 16).is_ok_and(is_character) => {
                digits + usize::from(escaped[digits..].starts_with(WHITESPACE))
            }
            Some('\n' | '\r' | '\x0C') => 1 + usize::from(escaped.starts_with("\r\n")),
            // A fragment has no separators.
            Some(c) if c.is_ascii_punctuation() && memchr::memchr(b'#', &text.as_bytes()[..at]).is_some() => 1,
            Some(c) if c == ' ' || c.is_ascii_punctuation() && !matches!(c, '\\' | '/' | '.' | '-' | '_' | '~') => 1,
            _ => continue,
        };
        found.push(Span::new(at, at + 1 + length));
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii()
}

impl Iterator for CssReferences<'_> {
    type Item = Span<InValue>;

    fn next(&mut self) -> Option<Span<InValue>> {
        loop {
            let rest = &self.text[self.at..];
            // What is in between has no meaning here.
            let starts =
                |c: char| is_name(c) || matches!(c, '/' | '"' | '\'' | '\\' | '@' | '(' | ')' | ';' | '{' | '}');
            self.at += rest.find(starts)?;
            let rest = &self.text[self.at..];
            let c = rest.chars().next()?;
            match c {
                '/' if rest.starts_with("/*") => {
                    let end = rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
                    self.at += end;
                }
                '"' | '\'' => {
                    let string = self.string(c);
                    if self.rule == "import" && self.depth == 0 || self.images.is_some() {
                        return Some(string);
                    }
                }
                '\\' => {
                    let escaped = rest.chars().nth(1).map_or(0, char::len_utf8);
                    self.at += 1 + escaped;
                }
                '@' => {
                    self.at += 1;
                    let name = self.name();
                    let known = ["import", "namespace"].into_iter().find(|known| name.eq_ignore_ascii_case(known));
                    self.rule = known.unwrap_or_default();
                }
                ';' | '{' | '}' => {
                    (self.rule, self.depth, self.images) = ("", 0, None);
                    self.at += 1;
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.images = self.images.filter(|outside| self.depth > *outside);
                    self.at += 1;
                }
                c if is_name(c) => {
                    let name = self.name();
                    if self.text[self.at..].starts_with('(')
                        && let Some(argument) = self.function(name)
                    {
                        return Some(argument);
                    }
                }
                c => {
                    self.depth += u32::from(c == '(');
                    self.at += 1;
                }
            }
        }
    }
}

/// Returns the IDs in the selectors of a style sheet, as written without `#`, and decoded. A `#` in a declaration starts a
/// color.
#[cfg(feature = "xml")]
pub fn id_selectors(sheet: &str) -> impl Iterator<Item = (Span<InValue>, Cow<'_, str>)> {
    let mut comments = comments(sheet).peekable();
    // End of the selectors or of the declaration that contains the last `#`.
    let mut end = 0;
    sheet.match_indices('#').filter_map(move |(hash, _)| {
        while comments.next_if(|comment| comment.end <= hash).is_some() {}
        if comments.peek().is_some_and(|comment| comment.start < hash) {
            return None;
        }
        let start = hash + 1;
        let (id, length) = css_identifier_at(&sheet[start..]);
        if end <= hash {
            end = sheet[start..].find(['{', '}', ';']).map_or(sheet.len(), |end| start + end);
        }
        (length > 0 && sheet[end..].starts_with('{')).then_some((Span::new(start, start + length), id))
    })
}

/// Returns the identifier at the start of `text`, and the number of bytes that are written for it. CSS Syntax 3 section 4.3.11.
#[cfg(feature = "xml")]
pub fn css_identifier_at(text: &str) -> (Cow<'_, str>, usize) {
    let length = |text: &str| text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    let mut end = length(text);
    let mut decoded = Cow::Borrowed(&text[..end]);
    while let Some(escaped) = text[end..].strip_prefix('\\').filter(|rest| !rest.is_empty() && !rest.starts_with('\n'))
    {
        let digits = escaped.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let number = u32::from_str_radix(&escaped[..digits], 16);
        let (c, written) = match number {
            Ok(number) => {
                let space = escaped[digits..].starts_with(WHITESPACE);
                (char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER), digits + usize::from(space))
            }
            Err(_) => escaped.chars().next().map_or((char::REPLACEMENT_CHARACTER, 0), |c| (c, c.len_utf8())),
        };
        end += 1 + written;
        let next = length(&text[end..]);
        decoded.to_mut().push(c);
        decoded.to_mut().push_str(&text[end..end + next]);
        end += next;
    }
    (decoded, end)
}

/// Returns `name` as an identifier. CSSOM section 2.1.
#[cfg(feature = "xml")]
pub fn css_identifier(name: &str) -> Cow<'_, str> {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let digit =
        if is_number(name.strip_prefix('-').unwrap_or(name)) { usize::from(name.starts_with('-')) } else { usize::MAX };
    if digit == usize::MAX && name.chars().all(is_name) && name != "-" {
        return name.into();
    }
    let mut escaped = String::with_capacity(name.len() + 4);
    for (at, c) in name.char_indices() {
        if at == digit || c.is_ascii_control() {
            let _ = write!(escaped, "\\{:x} ", u32::from(c));
        } else {
            if !is_name(c) || name == "-" {
                escaped.push('\\');
            }
            escaped.push(c);
        }
    }
    escaped.into()
}

/// Returns the comments of a style sheet.
#[cfg(feature = "xml")]
fn comments(sheet: &str) -> impl Iterator<Item = Span<InValue>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + sheet[at..].find("/*")?;
        at = sheet[start + 2..].find("*/").map_or(sheet.len(), |length| start + length + 4);
        Some(Span::new(start, at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references(text: &str) -> Vec<&str> {
        CssReferences::new(text).map(|span| span.slice(text)).collect()
    }

    #[cfg(feature = "xml")]
    #[test]
    fn an_identifier_can_be_written_and_read() {
        for (name, written) in [
            ("a-b_c", "a-b_c"),
            ("x.y", r"x\.y"),
            ("1a", r"\31 a"),
            ("-1", r"-\31 "),
            ("-", r"\-"),
            ("a:b c", r"a\:b\ c"),
            ("\u{E9}t\u{E9}", "\u{E9}t\u{E9}"),
        ] {
            assert_eq!(css_identifier(name), written);
            assert_eq!(css_identifier_at(written), (name.into(), written.len()));
        }
        assert_eq!(css_identifier_at(r"x\2e y.z"), ("x.y".into(), 6));
        assert_eq!(css_identifier_at("x\\"), ("x".into(), 1));
    }

    #[test]
    fn references_are_arguments_of_functions() {
        for (text, expected) in [
            ("fill: url(#a); mask: url( 'b c' ) none", &["#a", "b c"][..]),
            ("none", &[]),
            ("url(", &[""]),
            ("URL(a b ), url(\"c)d\")", &["a b", "c)d"]),
            ("my-url(a) url-prefix(b)", &[]),
            ("src: src('a.woff'), src(var(--b)), url(c.woff) format('woff')", &["a.woff", "c.woff"]),
            (
                "image-set('a.png' 1x, url(b.png) 2x type('image/png'), \"c.png\" type(\"d\")), 'e'",
                &["a.png", "b.png", "c.png"],
            ),
            ("url('a\\')b')", &["a\\')b"]),
            ("url(a\\)b), url(c)", &["a\\)b", "c"]),
            ("linear-gradient(red, (blue)), url(a)", &["a"]),
        ] {
            assert_eq!(references(text), expected, "{text}");
        }
    }

    #[cfg(feature = "xml")]
    #[test]
    fn an_escape_is_no_separator() {
        let escapes = |text| css_escapes(text).into_iter().map(|span| span.slice(text)).collect::<Vec<_>>();
        assert_eq!(escapes("a\\\nb#c\\.d\\-e"), ["\\\n", "\\.", "\\-"]);
        assert_eq!(escapes("a\\20 b\\000020c\\ d\\(e\\'"), ["\\20 ", "\\000020", "\\ ", "\\(", "\\'"]);
        for path in ["images\\bg.png", "\\\\server\\a", "a\\b b", "a\\.b", "a\\add.png", "a\\", "a\\\\ b"] {
            assert!(escapes(path).is_empty() || path == "a\\\\ b", "{path}");
        }
    }

    #[test]
    fn a_style_sheet_has_imports_strings_and_comments() {
        for (text, expected) in [
            (
                "@import 'a b.css'; @IMPORT url(c.css) screen; @import \"d\" layer('no');",
                &["a b.css", "c.css", "d"][..],
            ),
            ("@charset 'utf-8'; p::before { content: 'url(no)' } /* url(no) ' */ a{b:url(c)}", &["c"]),
            ("@namespace url(http://e.org/); @namespace x 'y'; a { b: url(c) }", &["c"]),
            ("p { content: 'open\n; background: url(a) }", &["a"]),
            ("/* url(no)", &[]),
            ("a\\url(b) \u{5D0}url(c) url(\u{5D0}", &["\u{5D0}"]),
            ("\\", &[]),
        ] {
            assert_eq!(references(text), expected, "{text}");
        }
    }
}
