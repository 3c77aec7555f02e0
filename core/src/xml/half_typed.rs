//! Where a value ends that is being typed: its quotation mark, its bracket in RDF, or its element is not closed yet.
//!
//! ```text
//! <a href="b| class='c'>               before the next attribute, whichever quotation mark that has
//! <a href=b| class='c'>                before whitespace, and before the end of the tag
//! <!DOCTYPE r SYSTEM "b|c.dtd [        before whitespace
//! <style>@import "b|c.css; p { … }     a string of CSS or XPath: where its function or its rule ends
//! <href>b|                             at the end of the line
//! <a> <b> <c|, <d> .                   before what no IRI contains, and before punctuation
//! ```
//!
//! A quotation mark after the position closes the value, unless the text before the mark shows that it opens another one.

use std::borrow::Cow;

use crate::rules::Role;
use crate::text::{Span, WHITESPACE};
use crate::xml::{Document, Syntax};

/// Maximum length in bytes of the text on either side of a position that is looked at.
const LONGEST: usize = 4_096;

/// What is missing of a value.
#[derive(Debug, PartialEq, Eq)]
struct End {
    /// Length of a value before the position whose opening quotation mark is missing.
    unquoted: Option<usize>,
    /// Length of what belongs to the value after the position.
    length: usize,
    /// What closes it.
    closing: Cow<'static, str>,
}

impl End {
    fn new(length: usize, closing: impl Into<Cow<'static, str>>) -> Self {
        Self { unquoted: None, length, closing: closing.into() }
    }
}

impl Document {
    /// Returns this document with an end of the value that is being typed at `offset`, and that position in it; `None` if the
    /// value has its end. The text before the position is the same, except that a quotation mark is inserted before a value
    /// without one.
    ///
    /// ```
    /// use iri_core::Document;
    ///
    /// let document = Document::parse("<a href=\"b class='c'/>", Default::default());
    /// let (closed, offset) = document.closed_at(10).expect("it is open");
    /// assert_eq!((&*closed.text(), offset), ("<a href=\"b\" class='c'/>", 10));
    /// assert!(closed.closed_at(10).is_none());
    /// ```
    #[doc(hidden)] // for the programs of this workspace
    #[must_use]
    pub fn closed_at(&self, offset: usize) -> Option<(Self, usize)> {
        let (mut closed, mut at) = (self.clone(), offset);
        let mut is_open = false;
        // A string in a value is closed when the value is.
        for end_of in [Self::markup_end, Self::string_end] {
            if let Some(End { unquoted, length, closing }) = end_of(&closed, at) {
                closed.edit(Span::empty(at + length), &closing);
                if let Some(before) = unquoted {
                    closed.edit(Span::empty(at - before), "\"");
                    at += 1;
                }
                is_open = true;
            }
        }
        is_open.then_some((closed, at))
    }

    fn markup_end(&self, offset: usize) -> Option<End> {
        let before = self.slice(self.clamped(Span::new(offset.saturating_sub(LONGEST), offset)));
        let after = self.slice(self.clamped(Span::new(offset, offset + LONGEST)));
        match self.settings().syntax {
            Syntax::Xml => in_tag(&before, &after)
                .or_else(|| unquoted(&before, &after))
                .or_else(|| in_section(&before, &after))
                .or_else(|| in_element(&before, &after)),
            #[cfg(feature = "rdf")]
            Syntax::JsonLd => in_json(&before, &after),
            #[cfg(feature = "rdf")]
            _ => in_brackets(&before, &after),
        }
    }

    fn string_end(&self, offset: usize) -> Option<End> {
        let site = self.site_at(offset)?;
        if ![Role::CSS, Role::XPATH, Role::URI_SPECIFICATION].iter().any(|role| role.name == site.role.name) {
            return None;
        }
        let value = self.value_at(site.span.start)?;
        let near = |span: Span<_>| self.slice(self.clamped(span));
        let before = near(Span::new(value.start.max(site.span.start.saturating_sub(LONGEST)), site.span.start));
        let after = near(Span::new(offset, site.span.end.min(offset + LONGEST)));
        let closing = near(Span::new(site.span.end, value.end.min(site.span.end + LONGEST)));
        in_string(&before, &after, &closing)
    }
}

/// Returns the end of a string or an unquoted argument in CSS or XPath that starts after `before`, with the text `after` the
/// position, and `closing` in the rest of the value.
fn in_string(before: &str, after: &str, closing: &str) -> Option<End> {
    /// What ends a function, its argument or a rule.
    const ENDS: [char; 7] = [')', ',', ';', '{', '}', '\n', '\r'];
    /// What precedes the quotation mark of another string.
    const OPENING: [char; 8] = ['(', ',', ':', '=', '<', '>', '|', '['];
    let start = before.trim_end_matches(WHITESPACE);
    let Some(quote) = before.chars().next_back().filter(|c| matches!(c, '"' | '\'')) else {
        // An argument without a quotation mark contains none, and no other rule. A character reference may be one.
        let is_function = start.ends_with('(');
        let length = after.find(['"', '\'', '(', ';', '{', '}', '\n', '\r']).filter(|_| is_function)?;
        return Some(End::new(after[..length].trim_end_matches(WHITESPACE).len(), ")"));
    };
    let length = after.find(ENDS).unwrap_or(after.len());
    let is_closed = closing.starts_with(quote);
    let opens_another = || {
        let last = after.trim_end_matches(WHITESPACE);
        last.ends_with(OPENING) || last.len() < after.len()
    };
    (!is_closed || length < after.len() && opens_another()).then(|| End::new(length, quote.to_string()))
}

/// Returns the end of an IRI between brackets.
#[cfg(feature = "rdf")]
fn in_brackets(before: &str, after: &str) -> Option<End> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`');
    let tag = &before[before.rfind('<')? + 1..];
    let end = after.find(is_end).unwrap_or(after.len());
    let is_open = !tag.contains(is_end) && !after[end..].starts_with('>');
    is_open.then(|| End::new(after[..end].trim_end_matches(['.', ',', ';', ')', ']']).len(), ">"))
}

/// Returns the end of a string of JSON, which contains no line ends.
#[cfg(feature = "rdf")]
fn in_json(before: &str, after: &str) -> Option<End> {
    // Without the start of the line it is not known which quotation marks open a string.
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    if start == 0 && before.len() >= LONGEST {
        return None;
    }
    let rest = after.split(['\n', '\r']).next().unwrap_or_default();
    let is_open = has_open_string(&before[start..]) && !has_open_string(rest);
    let end = rest.find(['"', ',', '}', ']']).unwrap_or(rest.len());
    is_open.then(|| End::new(end, "\""))
}

/// Returns the end of an attribute value, or of an identifier in a declaration.
fn in_tag(before: &str, after: &str) -> Option<End> {
    let tag = &before[before.rfind('<')?..];
    if tag.starts_with("<!--") || tag.starts_with("<![") {
        return None;
    }
    let Err(Some(quote)) = tag_end(tag) else { return None };
    let end = after.find(['\n', '\r', '<', '>', quote]).unwrap_or(after.len());
    let rest = &after[..end];
    if after[end..].starts_with(quote) && !attributes(&after[..=end]).any(|(_, mark)| mark == end) {
        return None;
    }
    let length = if tag.starts_with("<!") {
        rest.find(|c| WHITESPACE.contains(&c) || matches!(c, '[' | ']')).unwrap_or(rest.len())
    } else if let Some((start, _)) =
        attributes(&after[..end + after[end..].chars().next().map_or(0, char::len_utf8)]).next()
    {
        start
    } else {
        without_end_of_tag(after, end)
    };
    let is_in_tag =
        !after[length..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r', '<']) && length < after.len();
    Some(End::new(length, format!("{quote}{}", if is_in_tag { "" } else { ">" })))
}

/// Returns `end` without the `/` or `?` before it that ends a tag with the `>` after it.
fn without_end_of_tag(after: &str, end: usize) -> usize {
    let is_last = after[end..].starts_with('>');
    after[..end].strip_suffix(['/', '?']).filter(|_| is_last).map_or(end, str::len)
}

/// Returns whether an attribute value without quotation marks cannot contain `c`.
#[doc(hidden)] // for the programs of this workspace
pub fn ends_unquoted(c: char) -> bool {
    WHITESPACE.contains(&c) || matches!(c, '<' | '>' | '"' | '\'')
}

/// Returns the end of an attribute value without quotation marks, as HTML allows it.
fn unquoted(before: &str, after: &str) -> Option<End> {
    let tag = &before[before.rfind('<')?..];
    if tag.starts_with("<!") || tag_end(tag) != Err(None) {
        return None;
    }
    let word = &tag[tag.rfind(WHITESPACE).map_or(0, |space| space + 1)..];
    let around = tag[..tag.len() - word.len()].trim_end_matches(WHITESPACE);
    let (name, value) = match (around.strip_suffix('='), word.split_once('=')) {
        (Some(name), _) => (name.trim_end_matches(WHITESPACE), word),
        (None, Some((name, value))) => (if name.is_empty() { around } else { name }, value),
        (None, None) => return None,
    };
    if value.contains(ends_unquoted)
        || name.starts_with('<') && !name.contains(WHITESPACE)
        || name.ends_with(ends_unquoted)
    {
        return None;
    }
    let end = after.find(ends_unquoted).unwrap_or(after.len());
    // After a space the next attribute may follow.
    let is_attribute = value.is_empty() && !word.ends_with('=') && after[..end].contains('=');
    let length = if is_attribute { 0 } else { without_end_of_tag(after, end) };
    let is_in_tag = after[end..].trim_start_matches(WHITESPACE).starts_with(|c| c != '<');
    let closing = if is_in_tag { "\"" } else { "\">" };
    Some(End { unquoted: Some(value.len()), length, closing: closing.into() })
}

/// Returns the end of the text of an element in a CDATA section.
fn in_section(before: &str, after: &str) -> Option<End> {
    const START: &str = "<![CDATA[";
    let start = before.rfind(START).filter(|&start| !before[start..].contains("]]>"))?;
    let end = after.find("]]>").unwrap_or(after.len());
    if end < after.len() && !after[..end].contains(START) {
        return None;
    }
    let name = element_name(&before[before[..start].rfind('<')?..start])?;
    let end = after.find(['\n', '\r', '<']).unwrap_or(after.len());
    Some(End::new(end, format!("]]></{name}>")))
}

/// Returns the end of the text of an element.
fn in_element(before: &str, after: &str) -> Option<End> {
    let tag = &before[before.rfind('<')?..];
    let name = element_name(tag)?;
    let end = after.find('<').unwrap_or(after.len());
    let closing = after[end..].strip_prefix("</").and_then(|rest| rest.strip_prefix(name));
    if closing.is_some_and(|rest| rest.starts_with('>') || rest.starts_with(WHITESPACE)) {
        return None;
    }
    let end = after[..end].find(['\n', '\r']).unwrap_or(end);
    Some(End::new(end, format!("</{name}>")))
}

/// Returns the position of the `>` that ends `tag`. A declaration, which can contain others, has none.
///
/// # Errors
/// If it does not end: the quotation mark of the value that is open, if there is one.
fn tag_end(tag: &str) -> Result<usize, Option<char>> {
    let mut quote = None;
    for (at, c) in tag.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == '>' && !tag.starts_with("<!") => return Ok(at),
            _ => {}
        }
    }
    Err(quote)
}

/// Returns the name of the element that the tag at the start of `text` opens; `None` if it opens none.
fn element_name(text: &str) -> Option<&str> {
    let tag = &text[1..tag_end(text).ok()?];
    let name = tag.split(WHITESPACE).next().unwrap_or_default();
    (!name.is_empty() && !name.starts_with(['/', '!', '?']) && !tag.ends_with('/')).then_some(name)
}

/// Returns the start of the whitespace before each attribute in `text`, and the position of its quotation mark.
fn attributes(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ':' | '-' | '_' | '.');
    text.match_indices('=').filter_map(move |(equals, _)| {
        let rest = text[equals + 1..].trim_start_matches(WHITESPACE);
        let before = text[..equals].trim_end_matches(WHITESPACE);
        let around = before.trim_end_matches(is_name);
        let start = around.trim_end_matches(WHITESPACE).len();
        let is_attribute = rest.starts_with(['"', '\'']) && around.len() < before.len() && start < around.len();
        is_attribute.then_some((start, text.len() - rest.len()))
    })
}

/// Returns whether a string of JSON starts in `line`, the start of which is in none, and does not end there.
#[cfg(feature = "rdf")]
fn has_open_string(line: &str) -> bool {
    let (mut is_open, mut is_escaped) = (false, false);
    for c in line.chars() {
        is_open ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
    }
    is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(marked: &str) -> Option<String> {
        let offset = marked.find('|').expect("a mark");
        let document = Document::parse(marked.replacen('|', "", 1), std::sync::Arc::default());
        document.closed_at(offset).map(|(closed, _)| closed.text())
    }

    #[test]
    fn a_value_ends_before_what_does_not_belong_to_it() {
        for (marked, expected) in [
            ("<a href=\"b| class='c'>", "<a href=\"b\" class='c'>"),
            ("<a href='b| class=\"c\" title=\"d\">", "<a href='b' class=\"c\" title=\"d\">"),
            ("<a href=\"b|c d='e' f=\"g\"/>", "<a href=\"bc\" d='e' f=\"g\"/>"),
            ("<a href=\"b|?c=d e = \"f\"/>", "<a href=\"b?c=d\" e = \"f\"/>"),
            ("<a href='b|/>", "<a href='b'/>"),
            ("<?xml-stylesheet href='b| type=\"c\"?><a/>", "<?xml-stylesheet href='b' type=\"c\"?><a/>"),
            ("<?xml-stylesheet href='b|?><a/>", "<?xml-stylesheet href='b'?><a/>"),
            (
                "<!DOCTYPE a SYSTEM \"b|c.dtd [<!ENTITY d SYSTEM \"e\">]>",
                "<!DOCTYPE a SYSTEM \"bc.dtd\" [<!ENTITY d SYSTEM \"e\">]>",
            ),
            ("<!DOCTYPE a [<!ENTITY d SYSTEM 'b| NDATA e>]>", "<!DOCTYPE a [<!ENTITY d SYSTEM 'b' NDATA e>]>"),
            ("<!DOCTYPE a SYSTEM 'b|>\n<a/>", "<!DOCTYPE a SYSTEM 'b'>\n<a/>"),
            ("<a href=|", "<a href=\"\">"),
            ("<a href=b|/>", "<a href=\"b\"/>"),
            ("<a href=b|c d='e'>", "<a href=\"bc\" d='e'>"),
            ("<a href = |d='e'>", "<a href = \"\"d='e'>"),
            ("<a d='e f=g' href =\nb?c=|\n<p>", "<a d='e f=g' href =\n\"b?c=\">\n<p>"),
        ] {
            assert_eq!(closed(marked).as_deref(), Some(expected), "{marked}");
        }
        for marked in [
            "<a href='b|'/>",
            "<a href=\"b| c='d'\"/>",
            "<a href='b|c=' d='e'/>",
            "<!DOCTYPE a SYSTEM 'b |c'>",
            "<a d='e'f|>",
            "<a=b|>",
            "<a d='e=f'|>",
        ] {
            assert_eq!(closed(marked), None, "{marked}");
        }
    }

    #[test]
    fn a_string_in_a_value_ends_with_its_function_or_its_rule() {
        let sheet = |css: &str| format!("<svg xmlns='http://www.w3.org/2000/svg'><style>{css}</style></svg>");
        for (marked, expected) in [
            ("a{b:url(\"c/|);} d{e:\"f\"}", Some("a{b:url(\"c/\");} d{e:\"f\"}")),
            ("@import \"c/|d.css; a{b:url(\"e\")}", Some("@import \"c/d.css\"; a{b:url(\"e\")}")),
            ("@import 'c|;\n@import 'd';", Some("@import 'c';\n@import 'd';")),
            ("a{b:url('c|);}", Some("a{b:url('c');}")),
            ("a{b:url(c|;} d{e:url(f)}", Some("a{b:url(c);} d{e:url(f)}")),
            ("a{b:url('c|(1);d.png')}", None),
            ("a{b:url(\"c|\");} d{e:\"f\"}", None),
            ("a{b:url(c| )}", None),
            ("@import 'c|';", None),
        ] {
            assert_eq!(closed(&sheet(marked)), expected.map(sheet), "{marked}");
        }
        let test = |path: &str| format!("<xsl:if xmlns:xsl='http://www.w3.org/1999/XSL/Transform' test=\"{path}\"/>");
        for (marked, expected) in [("doc('a|)/b", Some("doc('a')/b")), ("doc('a|')/b = 'c'", None)] {
            assert_eq!(closed(&test(marked)), expected.map(test), "{marked}");
        }
    }

    #[cfg(feature = "rdf")]
    #[test]
    fn an_iri_ends_before_what_it_does_not_contain() {
        let settings = std::sync::Arc::new(crate::Settings { syntax: Syntax::Turtle, ..Default::default() });
        for (marked, expected) in [
            ("<a> <b> <c|, <d> .", Some("<a> <b> <c>, <d> .")),
            ("<a> <b> <c|<d> .", Some("<a> <b> <c><d> .")),
            ("<a> <b> <c|.d. ", Some("<a> <b> <c.d>. ")),
            ("{ ?a ?b <c|}", Some("{ ?a ?b <c>}")),
            ("<a> <b> <c|> .", None),
            ("?a < |b", None),
        ] {
            let document = Document::parse(marked.replacen('|', "", 1), std::sync::Arc::clone(&settings));
            let closed = document.closed_at(marked.find('|').expect("a mark")).map(|(closed, _)| closed.text());
            assert_eq!(closed.as_deref(), expected, "{marked}");
        }
    }
}
