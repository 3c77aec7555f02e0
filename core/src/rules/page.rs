//! Parsed page of a rule: its summary, and the examples that test it.
//!
//! ````text
//! # rule-name
//!
//! One sentence.
//!
//! ```flagged [options]         ```accepted [options]
//! text with ⟦the span⟧         text
//! → what the first fix gives   ```
//! ```
//! ````
//!
//! In an example `\u{202E}` is the character with that code point, `\\` is a backslash, and ⟦⟧ enclose the span of the
//! finding (an empty ⟦⟧ is an empty span). Several ⟦⟧ are several findings of the rule.
//!
//! Options: `role=NAME` (role of the attribute or element), `xml` (the text is the source of an XML attribute),
//! `prefixed` (the text is a prefixed name in RDF), `on`
//! (the rule is off by default), `missing` (the target file does not exist), `suppression` (the text is a name in a
//! suppression comment), and `bidi` (uppercase letters represent Hebrew letters). [`Rule::markdown`] writes the page
//! without this notation.
//!
//! [`Rule::markdown`]: crate::rules::Rule::markdown

use crate::rules::role::Role;
use crate::text::{Decoded, Entities, InRawValue, Span};

/// Parsed page of a rule.
#[derive(Clone, Debug)]
pub struct Page {
    /// Heading: the name of the rule.
    pub title: String,
    /// First paragraph: one sentence.
    pub summary: String,
    /// All examples, in order.
    pub examples: Vec<Example>,
}

/// Example of a page.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is an option of the fence
pub struct Example {
    /// Text without marks, with escapes resolved.
    pub text: String,
    /// Expected spans of the rule's findings; empty for an accepted example.
    pub spans: Vec<Span<InRawValue>>,
    /// Expected text after the first fix of every finding is applied; `None` if the page does not give it.
    pub fixed: Option<String>,
    /// Whether the text is the source of an XML attribute.
    is_xml: bool,
    /// Whether it is a prefixed name in RDF.
    is_prefixed: bool,
    /// Whether the rule must be turned on.
    pub is_on: bool,
    /// Role of the attribute or element.
    pub role: Role,
    /// Whether the target file does not exist.
    pub is_missing: bool,
    /// Whether the fragment is not an ID of the target.
    pub is_fragment_missing: bool,
    /// Whether it names a schema that could not be loaded.
    pub is_unloaded: bool,
    /// Whether it is the name of a rule in a comment that suppresses nothing.
    pub is_unused: bool,
    is_bidi: bool,
}

impl Example {
    fn begin(info: &str) -> Option<Self> {
        let mut words = info.split_whitespace();
        words.next().filter(|kind| matches!(*kind, "flagged" | "accepted"))?;
        let mut example = Self::default();
        for word in words {
            match word {
                "xml" => example.is_xml = true,
                "prefixed" => (example.role, example.is_prefixed) = (Role::RDF, true),
                "on" => example.is_on = true,
                "bidi" => example.is_bidi = true,
                "missing" => example.is_missing = true,
                "missing-id" => example.is_fragment_missing = true,
                "unloaded" => example.is_unloaded = true,
                "unused" => (example.role, example.is_unused) = (Role::RULE_NAME, true),
                "directive" => example.role = Role::DIRECTIVE,
                "unclosed" => example.role = Role::UNCLOSED_IRI,
                "respelled" => example.role = Role::OTHER_SPELLING,
                "unended" => example.role = Role::NAMESPACE_END,
                "suppression" => example.role = Role::RULE_NAME,
                _ => example.role = word.strip_prefix("role=").and_then(Role::from_name)?,
            }
        }
        Some(example)
    }

    /// Returns whether the text is a value, not the source of one.
    pub fn is_value(&self) -> bool {
        !self.is_xml && !self.is_prefixed
    }

    /// Returns the text as its syntax decodes it.
    pub fn decoded(&self) -> Decoded<'_> {
        #[cfg(feature = "rdf")]
        if self.is_prefixed {
            return Decoded::prefixed_name(&self.text, &Entities::default().with("ex", "http://example.org/"));
        }
        if self.is_xml { Decoded::attribute(&self.text, &Entities::default()) } else { Decoded::plain(&self.text) }
    }

    fn read(&mut self, line: &str) {
        if let Some(fixed) = line.strip_prefix("\u{2192} ") {
            self.fixed = Some(self.resolve(fixed));
            return;
        }
        let resolved = self.resolve(line);
        for (index, part) in resolved.split(['\u{27E6}', '\u{27E7}']).enumerate() {
            let start = self.text.len();
            self.text.push_str(part);
            if index % 2 == 1 {
                self.spans.push(Span::new(start, self.text.len()));
            }
        }
    }

    fn resolve(&self, line: &str) -> String {
        let resolved = unescape(line);
        if self.is_bidi { hebrew_letters(&resolved) } else { resolved }
    }
}

impl Page {
    /// Parses a page. Other lines are prose.
    pub fn parse(markdown: &str) -> Self {
        let mut page = Self { title: String::new(), summary: String::new(), examples: Vec::new() };
        let mut open: Option<Example> = None;
        let mut in_other_block = false;
        for line in markdown.lines() {
            if let Some(info) = line.strip_prefix("```") {
                if in_other_block {
                    in_other_block = false;
                } else if let Some(example) = open.take() {
                    page.examples.push(example);
                } else {
                    open = Example::begin(info);
                    in_other_block = open.is_none();
                }
            } else if let Some(example) = &mut open {
                example.read(line);
            } else if let Some(title) = line.strip_prefix("# ") {
                title.clone_into(&mut page.title);
            } else if page.summary.is_empty() && !line.is_empty() && !line.starts_with('#') {
                line.clone_into(&mut page.summary);
            }
        }
        page
    }
}

/// Resolves `\u{…}` and `\\`.
fn unescape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((c, _, after)) = first_char(rest) {
        out.push(c);
        rest = after;
    }
    out
}

/// Returns the first character of a line of a page, whether it is written as `\u{…}`, and the rest of the line; `None`
/// at the end of the line.
pub(super) fn first_char(line: &str) -> Option<(char, bool, &str)> {
    if let Some((hex, after)) = line.strip_prefix("\\u{").and_then(|escaped| escaped.split_once('}'))
        && let Some(c) = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)
    {
        return Some((c, true, after));
    }
    let c = line.chars().next()?;
    let after = &line[c.len_utf8()..];
    Some((c, false, if c == '\\' { after.strip_prefix('\\').unwrap_or(after) } else { after }))
}

/// Converts Bidi Notation to Hebrew, except percent-encodings.
fn hebrew_letters(notation: &str) -> String {
    let mut digits = 0;
    let letter = |c: char| {
        let is_digit = digits > 0 && c.is_ascii_hexdigit();
        digits = if c == '%' { 2 } else { usize::saturating_sub(digits, 1) };
        if is_digit { c } else { hebrew(c) }
    };
    notation.chars().map(letter).collect()
}

/// Converts an uppercase letter of Bidi Notation to a Hebrew letter; returns other characters unchanged.
fn hebrew(c: char) -> char {
    match c {
        'A'..='Z' => char::from_u32(0x5D0 + u32::from(c) - u32::from('A')).unwrap_or(c),
        _ => c,
    }
}
