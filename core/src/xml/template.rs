//! Templates: values that a program fills in, or that are programs.
//!
//! ```text
//! http://e.org/a b?q={searchTerms}      the literal text is checked: the space is a mistake
//!                    └─────┬─────┘      the placeholder is not: only the program knows its text
//! ```
//!
//! What surrounds a placeholder is only half of a reference, so that its components are unknown. Its characters are not.
//! Text that resembles a placeholder is checked: a single brace, `{}`, `{a b}`, `10%`, a second `@`.

use std::borrow::Cow;

use crate::reference::Dialect;
use crate::rules::placeholders::enclosed;
pub use crate::rules::placeholders::known;
use crate::rules::{Group, ReferenceUse, Role, Rule, is_guid};
use crate::text::{InValue, Span, WHITESPACE, byte_set};
use crate::vocabularies::{DocumentType, ExpandedName, Values, XSLT, namespaces_with};
use crate::xml::namespaces::XHTML;

/// Whether each byte may open a placeholder.
const OPENS_PLACEHOLDER: [bool; 256] = byte_set(b"{$@%<[!|");

/// Returns whether the decoded `value` contains a byte of a placeholder, as few values do.
pub fn may_have_placeholders(value: &str) -> bool {
    // One pass over all bytes without a branch is faster than a search.
    value.bytes().fold(false, |seen, byte| seen | OPENS_PLACEHOLDER[usize::from(byte)])
}

/// Returns the placeholders in the decoded `value` of that role, in an attribute or the text of `element`.
pub fn placeholders(document: DocumentType, element: ExpandedName<'_>, role: Role, value: &str) -> Vec<Span<InValue>> {
    // Other documents contain whole stylesheets, too.
    let is_of_stylesheet = document == DocumentType::XSLT || element.namespace == XSLT;
    if is_of_stylesheet && has_templates(element) && value.contains('{') {
        return expressions(value);
    }
    // A markup extension is the whole value: `{Binding Path=Url, Mode=OneWay}`. `{}` escapes a literal brace.
    let is_extension = value.starts_with('{') && !value.starts_with("{}");
    if is_extension && Values::MarkupExtensions.are_in(element.namespace) {
        return vec![Span::new(0, value.len())];
    }
    known().find(value, has_literal_braces(document, element, role, value))
}

/// Returns whether single braces mean themselves: nothing replaces them in a name, in a format that requires a URI or an IRI,
/// or in data.
fn has_literal_braces(document: DocumentType, element: ExpandedName<'_>, role: Role, value: &str) -> bool {
    let is_data =
        value.trim_start_matches(WHITESPACE).get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
    is_data
        || matches!(role.dialect, Dialect::Uri | Dialect::Iri | Dialect::IriBis)
        || matches!(role.reference_use, ReferenceUse::Identifier | ReferenceUse::Namespace)
        || Values::LiteralBraces.are_in(element.namespace)
        || document.name() == "dita"
}

/// Namespace of XForms.
const XFORMS: &str = "http://www.w3.org/2002/xforms";

/// Returns whether attributes of an element in `namespace` are attribute value templates where a language is declared that
/// `declares` knows: those of pages with forms (XForms 2.0 section 4.4), and of what a test or a stylesheet contains.
pub fn has_value_templates(namespace: &str, declares: impl Fn(&str) -> bool) -> bool {
    [XHTML, XFORMS].contains(&namespace) && declares(XFORMS)
        || namespaces_with(Values::TemplatesAround).iter().any(|language| namespace != *language && declares(language))
}

/// Returns the placeholders in a value of a role that has its own; `None` if those of any document apply.
pub fn of_role(role: Role, value: &str) -> Option<Vec<Span<InValue>>> {
    match role.name {
        "value-template" => Some(expressions(value)),
        "template" | "endpoint" => Some(variables(value)),
        "canonical" => Some(value.find('|').map(|start| Span::new(start, value.len())).into_iter().collect()),
        _ => None,
    }
}

/// Returns the variables of a template: text in any brackets, between two `$` or two `%`, a `*`, and the languages of all
/// documents. A program replaces them, whatever is in them.
fn variables(value: &str) -> Vec<Span<InValue>> {
    const BRACKETS: [(&str, &str); 7] =
        [("RAW(", ")"), ("RAW{", "}"), ("{", "}"), ("[", "]"), ("(", ")"), ("$", "$"), ("%%", "%%")];
    let mut found: Vec<Span<InValue>> = Vec::new();
    for (start, c) in value.char_indices() {
        if found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let text = &value[start..];
        let length = if c == '*' {
            Some(1)
        } else {
            known().length_at(value, start, false).or_else(|| {
                if is_guid(text, 0) {
                    None
                } else {
                    BRACKETS.iter().find_map(|(open, close)| enclosed(text, open, close))
                }
            })
        };
        found.extend(length.map(|length| Span::new(start, start + length)));
    }
    found
}

/// Returns `value` with an `x` for each byte of the placeholders: text that no rule reports.
pub fn masked<'v>(value: &'v str, placeholders: &[Span<InValue>]) -> Cow<'v, str> {
    if placeholders.is_empty() {
        return Cow::Borrowed(value);
    }
    let mut masked = String::with_capacity(value.len());
    for placeholder in placeholders {
        masked.push_str(&value[masked.len()..placeholder.start]);
        masked.extend(std::iter::repeat_n('x', placeholder.len()));
    }
    masked.push_str(&value[masked.len()..]);
    Cow::Owned(masked)
}

/// Returns whether `value` consists of placeholders only.
pub fn is_all_placeholders(value: &str, placeholders: &[Span<InValue>]) -> bool {
    let mut at = 0;
    let mut literal = String::new();
    for placeholder in placeholders {
        literal.push_str(&value[at..placeholder.start]);
        at = placeholder.end;
    }
    literal.push_str(&value[at..]);
    !placeholders.is_empty() && literal.trim_matches(WHITESPACE).is_empty()
}

/// Returns whether `rule` reports single characters: the components of a template are unknown.
pub fn applies_to_literal_text(rule: &Rule) -> bool {
    const OF_CHARACTERS: [&str; 5] =
        ["broken-percent", "second-fragment", "surrogate", "non-xml-character", "raw-ampersand"];
    rule.group == Group::Leiri || OF_CHARACTERS.contains(&rule.name)
}

/// Returns whether the decoded `value` is a program or a command rather than a reference, in `element`, which few values
/// ask for.
pub fn is_program<'e>(element: impl Fn() -> ExpandedName<'e>, value: &str) -> bool {
    has_other_grammar(value) || (is_command(value) && Values::Commands.are_in(element().namespace))
}

/// Returns whether attributes of `element` are attribute value templates, in a stylesheet. XSLT 3.0 section 5.6.1.
fn has_templates(element: ExpandedName<'_>) -> bool {
    const INSTRUCTIONS: [&str; 10] = [
        "result-document",
        "source-document",
        "stream",
        "element",
        "attribute",
        "document",
        "sort",
        "key",
        "for-each-group",
        "merge-key",
    ];
    element.namespace != XSLT || INSTRUCTIONS.contains(&element.local)
}

/// Returns the expressions of an attribute value template, with their braces: an expression ends at the next brace that
/// is outside string literals and braces of its own. Doubled braces are escaped ones, which the result contains once:
/// between them is an expression that another program evaluates. XSLT 3.0 section 5.6.
pub fn expressions(value: &str) -> Vec<Span<InValue>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, u32)> = None;
    let mut quote = None;
    let last = value.rfind("}}");
    let mut characters = value.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let is_doubled = characters.peek().is_some_and(|&(_, next)| next == c);
        match (&mut open, c) {
            (None, '{' | '}') if is_doubled => {
                if let Some(end) = end_of_escaped(value, at, last) {
                    found.push(Span::new(at, end));
                    while characters.next_if(|(next, _)| *next < end).is_some() {}
                } else {
                    characters.next();
                }
            }
            (None, '{') => open = Some((at, 1)),
            (Some(_), '"' | '\'') if quote.is_none() => quote = Some(c),
            (Some(_), _) if quote == Some(c) => quote = None,
            (Some((_, depth)), '{') if quote.is_none() => *depth += 1,
            (Some((start, 1)), '}') if quote.is_none() => {
                found.push(Span::new(*start, at + 1));
                open = None;
            }
            (Some((_, depth)), '}') if quote.is_none() => *depth -= 1,
            _ => {}
        }
    }
    // An expression without an end is an error of the stylesheet.
    found.extend(open.map(|(start, _)| Span::new(start, value.len())));
    found
}

/// Returns the end of the doubled braces that open at `open`, if the result has a placeholder there. The last doubled braces that
/// close are at `last`.
fn end_of_escaped(value: &str, open: usize, last: Option<usize>) -> Option<usize> {
    let result = &value[open + 1..];
    if !result.starts_with('{') {
        return None;
    }
    let Some(length) = known().length_at(result, 0, false) else {
        // An expression in an expression may be longer than any placeholder.
        let is_closed = last.is_some_and(|last| open < last) && result[1..].starts_with(WHITESPACE);
        return is_closed.then(|| result.find("}}").map(|end| open + 1 + end + 2))?;
    };
    result[length..].starts_with('}').then_some(open + 1 + length + 1)
}

/// Starts of values that have the form of a reference and a grammar of their own, whose characters must not be encoded:
/// programs, names of platforms as formatted strings (CPE 2.3 naming, section 6.2), and resources of WPF, inside a program, where
/// the commas of the authority are escaped slashes.
const OTHER_GRAMMARS: [&str; 4] = ["javascript:", "cpe:2.3:", "pack://application:,,,/", "pack://siteoforigin:,,,/"];

fn has_other_grammar(value: &str) -> bool {
    let value = value.trim_start();
    let starts_with = |known: &str| value.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known));
    OTHER_GRAMMARS.iter().any(|known| starts_with(known))
}

/// Returns whether LibreOffice wrote the value instead of a reference: a command, or the name of a part of the
/// document, which only LibreOffice can interpret (`#Table 1|table`).
fn is_command(value: &str) -> bool {
    const PARTS: [&str; 8] = ["frame", "graphic", "ole", "outline", "region", "sequence", "table", "text"];
    let is_part = |fragment: &str| fragment.rsplit_once('|').is_some_and(|(_, kind)| PARTS.contains(&kind));
    [".uno:", "macro:", "slot:", "service:", "vnd.sun.star."].iter().any(|start| value.starts_with(start))
        || value.strip_prefix('#').is_some_and(is_part)
}

#[cfg(test)]
mod tests;
