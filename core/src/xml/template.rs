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
use crate::reference::percent_encoding_at;
use crate::rules::{Group, ReferenceUse, Role, Rule, is_guid};
use crate::text::{InValue, Span, WHITESPACE, byte_set, floor_char_boundary};
use crate::vocabularies::{DocumentType, ExpandedName, XSLT};

/// Language with its own placeholders.
#[derive(Debug)]
pub struct Language {
    /// Name of the language.
    pub name: &'static str,
    /// References with a placeholder each, separated by spaces.
    pub examples: &'static str,
    /// Returns the length of the placeholder that starts where the text starts.
    length: fn(&Surrounded<'_>) -> Option<usize>,
}

/// Text with its preceding character.
struct Surrounded<'v> {
    before: Option<char>,
    text: &'v str,
}

/// Placeholders that are recognized in every document.
pub static LANGUAGES: &[Language] = &[
    Language {
        name: "Ant, Maven, JSP, shells, make, MSBuild, Velocity, KML",
        examples: "${basedir}/a.xml $(OutDir)a.xml $[lookat]",
        length: |at| enclosed(at.text, "${", "}").or(enclosed(at.text, "$(", ")")).or(enclosed(at.text, "$[", "]")),
    },
    Language {
        name: "JSF, Ruby, Thymeleaf, Jelly, macros of Ant",
        examples: "#{bean.page} @{/orders} @{file}.xml",
        length: |at| enclosed(at.text, "#{", "}").or(enclosed(at.text, "@{", "}")),
    },
    Language {
        name: "Mustache, Jinja, Angular",
        examples: "{{page.url}} {%url%}",
        length: |at| enclosed(at.text, "{{", "}}").or(enclosed(at.text, "{%", "%}")),
    },
    BRACES,
    Language {
        name: "JSP, ASP, ERB, PHP, Template Toolkit",
        examples: "<%=url%> <?=$url?> [%url%]",
        length: |at| enclosed(at.text, "<%", "%>").or(enclosed(at.text, "<?", "?>")).or(enclosed(at.text, "[%", "%]")),
    },
    Language {
        name: "printf, gettext, Python, Ruby",
        examples: "http://%s/%d/ %1$s/a %(name)s.png %{version}",
        length: |at| directive(at.text),
    },
    Language { name: "Variables of Windows", examples: "%APPDATA%/a.xml", length: |at| variable(at.text) },
    Language { name: "Filters of Ant, autoconf, CMake", examples: "http://@host@/ lib-@VERSION@.jar", length: filter },
    Language {
        name: "NuGet, IDEA, StringTemplate",
        examples: "$url$ docs/$name$.html",
        length: |at| delimited(at, '$'),
    },
    Language { name: "Doxygen", examples: "$relpath^tabs.css", length: |at| delimited(at, '^') },
];

/// Namespace of the elements of WPF.
const XAML: &str = "http://schemas.microsoft.com/winfx/2006/xaml/presentation";

/// Placeholders in single braces. An `id` of Atom contains them literally: it is a name that no program fills in.
const BRACES: Language = Language {
    name: "URI templates, OpenSearch, Cocoon, .NET, Python",
    examples: "search?q={searchTerms}&p={startPage?} a/{1}.xml x{?q,lang} {+path}/b {0:N2} {name!r}",
    length: |at| braces(at.text),
};

/// Whether each byte may open a placeholder.
const OPENS_PLACEHOLDER: [bool; 256] = byte_set(b"{$@%<[");

/// Returns whether the decoded `value` contains a byte of a placeholder, as few values do.
pub fn may_have_placeholders(value: &str) -> bool {
    // One pass over all bytes without a branch is faster than a search.
    value.bytes().fold(false, |seen, byte| seen | OPENS_PLACEHOLDER[usize::from(byte)])
}

/// Returns the placeholders in the decoded `value` of that role, in an attribute or the text of `element`.
pub fn placeholders(document: DocumentType, element: ExpandedName<'_>, role: Role, value: &str) -> Vec<Span<InValue>> {
    if document == DocumentType::XSLT && has_templates(element) && value.contains('{') {
        return expressions(value);
    }
    // A markup extension is the whole value: `{Binding Path=Url, Mode=OneWay}`. `{}` escapes a literal brace.
    if element.namespace == XAML && value.starts_with('{') && !value.starts_with("{}") {
        return vec![Span::new(0, value.len())];
    }
    let is_literal = has_literal_braces(document, element, role, value);
    let languages = LANGUAGES.iter().filter(|language| !is_literal || language.name != BRACES.name);
    let languages: Vec<_> = languages.collect();
    let mut found: Vec<Span<InValue>> = Vec::new();
    for (start, _) in value.match_indices(['{', '$', '#', '@', '%', '<', '[']) {
        if found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let at = Surrounded { before: value[..start].chars().next_back(), text: &value[start..] };
        let length = languages.iter().find_map(|language| (language.length)(&at));
        found.extend(length.map(|length| Span::new(start, start + length)));
    }
    found
}

/// Namespaces of formats in which no program replaces a name in braces, although their references may be LEIRIs.
const LITERAL: [&str; 9] = [
    "urn:oasis:names:tc:SAML:2.0:metadata",
    "urn:oasis:names:tc:SAML:2.0:assertion",
    "urn:oasis:names:tc:SAML:2.0:protocol",
    "urn:oasis:names:tc:entity:xmlns:xml:catalog",
    "http://www.xbrl.org/2003/instance",
    "http://www.xbrl.org/2003/linkbase",
    "http://www.w3.org/2000/09/xmldsig#",
    "http://www.w3.org/2002/07/owl#",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
];

/// Returns whether single braces mean themselves: nothing replaces them in a name, in a format that requires a URI or an IRI,
/// or in data.
fn has_literal_braces(document: DocumentType, element: ExpandedName<'_>, role: Role, value: &str) -> bool {
    let is_data =
        value.trim_start_matches(WHITESPACE).get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
    is_data
        || matches!(role.dialect, Dialect::Uri | Dialect::Iri | Dialect::IriBis)
        || matches!(role.reference_use, ReferenceUse::Identifier | ReferenceUse::Namespace)
        || LITERAL.contains(&element.namespace)
        || document.name() == "dita"
}

/// Returns the placeholders in a value of a role that has its own; `None` if those of any document apply.
pub fn of_role(role: Role, value: &str) -> Option<Vec<Span<InValue>>> {
    match role.name {
        "value-template" => Some(expressions(value)),
        "template" => Some(variables(value)),
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
        let at = Surrounded { before: value[..start].chars().next_back(), text: &value[start..] };
        let length = if c == '*' {
            Some(1)
        } else {
            let language = LANGUAGES.iter().find_map(|language| (language.length)(&at));
            language.or_else(|| {
                if is_guid(at.text, 0) {
                    None
                } else {
                    BRACKETS.iter().find_map(|(open, close)| enclosed(at.text, open, close))
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
    is_script(value)
        || (is_command(value) && is_office(element().namespace))
        || (is_resource_of_program(value) && element().namespace == XAML)
}

/// Returns whether `namespace` is one of OpenDocument, or of its predecessors.
fn is_office(namespace: &str) -> bool {
    const STARTS: [&str; 2] = ["urn:oasis:names:tc:opendocument:xmlns:", "http://openoffice.org/2000/"];
    STARTS.iter().any(|start| namespace.starts_with(start))
}

/// Returns whether WPF resolves the value inside a program: the commas of the authority are escaped slashes.
fn is_resource_of_program(value: &str) -> bool {
    ["pack://application:,,,/", "pack://siteoforigin:,,,/"].iter().any(|start| value.starts_with(start))
}

/// Returns whether attributes of `element` are attribute value templates, in a stylesheet. XSLT 3.0 section 5.6.1.
fn has_templates(element: ExpandedName<'_>) -> bool {
    const INSTRUCTIONS: [&str; 6] =
        ["result-document", "source-document", "stream", "element", "attribute", "document"];
    element.namespace != XSLT || INSTRUCTIONS.contains(&element.local)
}

/// Returns the expressions of an attribute value template, with their braces: an expression ends at the next brace that
/// is outside string literals and braces of its own. Doubled braces are escaped ones, which the result contains once.
/// XSLT 3.0 section 5.6.
fn expressions(value: &str) -> Vec<Span<InValue>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, u32)> = None;
    let mut quote = None;
    let mut characters = value.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let is_doubled = characters.peek().is_some_and(|&(_, next)| next == c);
        match (&mut open, c) {
            (None, '{' | '}') if is_doubled => {
                characters.next();
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

/// Returns whether the value is a program in the form of a reference, whose spaces and braces must not be encoded.
fn is_script(value: &str) -> bool {
    const SCHEME: &str = "javascript:";
    let value = value.trim_start();
    value.get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
}

/// Returns whether LibreOffice wrote the value instead of a reference: a command, or the name of a part of the
/// document, which only LibreOffice can interpret (`#Table 1|table`).
fn is_command(value: &str) -> bool {
    const PARTS: [&str; 8] = ["frame", "graphic", "ole", "outline", "region", "sequence", "table", "text"];
    let is_part = |fragment: &str| fragment.rsplit_once('|').is_some_and(|(_, kind)| PARTS.contains(&kind));
    [".uno:", "macro:", "slot:", "service:", "vnd.sun.star."].iter().any(|start| value.starts_with(start))
        || value.strip_prefix('#').is_some_and(is_part)
}

/// Maximum length of a placeholder in bytes: a later end does not close it.
const LONGEST: usize = 256;

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

/// Returns the length of the placeholder between `open` at the start of `text` and `close`.
fn enclosed(text: &str, open: &str, close: &str) -> Option<usize> {
    let inside = inside(text, open, close).filter(|inside| !inside.trim().is_empty())?;
    Some(open.len() + inside.len() + close.len())
}

/// Returns the length of braces around a name or an expression. Whitespace, quotes or further braces in them indicate
/// data (CSS, JSON), and `{}` is not a placeholder.
fn braces(text: &str) -> Option<usize> {
    let is_of_data = |c: char| c.is_whitespace() || matches!(c, '{' | '"');
    let name = inside(text, "{", "}").filter(|_| !is_guid(text, 0))?;
    (name.contains(char::is_alphanumeric) && !name.contains(is_of_data)).then(|| name.len() + 2)
}

/// Returns the length of `%s`, `%d`, `%1$s`, `%(name)s` or `%{name}` at the start of `text`, which is not a
/// percent-encoding.
fn directive(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('%')?;
    let is_letter = |c: char| c.is_ascii_alphabetic();
    match rest.as_bytes() {
        [b'd', next, ..] => (!next.is_ascii_hexdigit()).then_some(2),
        [b's', ..] | [b'd'] => Some(2),
        [b'1'..=b'9', b'$', ..] => rest[2..].starts_with(is_letter).then_some(4),
        [b'(', ..] => {
            let name = inside(rest, "(", ")").filter(|name| is_name(name))?;
            rest[name.len() + 2..].starts_with(is_letter).then(|| name.len() + 4)
        }
        [b'{', ..] => braces(rest).map(|length| length + 1),
        _ => None,
    }
}

/// Returns the length of `%APPDATA%` at the start of `text`. A `%` that starts a percent-encoding does not close a
/// variable.
fn variable(text: &str) -> Option<usize> {
    let name = inside(text, "%", "%")?;
    let is_percent_encoding = percent_encoding_at(text.as_bytes(), name.len() + 1).is_some();
    (name.len() >= 3 && is_name(name) && !is_percent_encoding).then(|| name.len() + 2)
}

/// Returns the length of `@name@`, except at the end of userinfo before an extra `@`.
fn filter(at: &Surrounded<'_>) -> Option<usize> {
    let name = inside(at.text, "@", "@").filter(|name| is_name(name))?;
    (!at.before.is_some_and(char::is_alphanumeric)).then(|| name.len() + 2)
}

/// Returns the length of `$name` with `close` after it. In `Outer$Inner$1.html` the names are those of Java classes.
fn delimited(at: &Surrounded<'_>, close: char) -> Option<usize> {
    let rest = at.text.strip_prefix('$').filter(|_| !at.before.is_some_and(char::is_alphanumeric))?;
    let name = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '.'))?];
    (is_name(name) && rest[name.len()..].starts_with(close)).then(|| name.len() + 2)
}

fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_part)
}

#[cfg(test)]
mod tests;
