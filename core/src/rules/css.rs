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
        let end = self.text[start..].find(')').map_or(self.text.len(), |length| start + length);
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

/// Returns where selectors of a style sheet name the element with `id`, without `#`. A `#` in a declaration starts a color.
#[cfg(feature = "xml")]
pub fn id_selectors<'t>(sheet: &'t str, id: &'t str) -> impl Iterator<Item = Span<InValue>> + 't {
    let comments: Vec<_> = comments(sheet).collect();
    sheet.match_indices('#').filter_map(move |(hash, _)| {
        let start = hash + 1;
        let rest = sheet[start..].strip_prefix(id).filter(|rest| !rest.starts_with(is_name))?;
        let is_prelude = rest.find(['{', '}', ';']).is_some_and(|end| rest[end..].starts_with('{'));
        let is_commented = comments.iter().any(|comment| comment.contains(hash));
        (is_prelude && !is_commented).then(|| Span::new(start, start + id.len()))
    })
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
            ("linear-gradient(red, (blue)), url(a)", &["a"]),
        ] {
            assert_eq!(references(text), expected, "{text}");
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
