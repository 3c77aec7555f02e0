//! Templates: values that a program fills in, or that are programs, have no findings.
//!
//! Rules would report the braces, percent signs and spaces of a template, and its author could not fix them. So one
//! placeholder suppresses the findings of its whole value: the text around it is only half of a reference. Text that
//! resembles a placeholder is checked: a single brace, `{}`, `{a b}`, `10%`, a second `@`.

use crate::reference::percent_encoding_at;
use crate::text::floor_char_boundary;
use crate::xml::places::{self, DocumentType, ExpandedName};

/// Language with its own placeholders.
#[derive(Debug)]
pub struct Language {
    /// Name of the language.
    pub name: &'static str,
    /// References with a placeholder each, separated by spaces.
    pub examples: &'static str,
    /// Returns whether a placeholder starts where the text starts. The rest of the text does not matter.
    begins: fn(&Surrounded<'_>) -> bool,
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
        begins: |at| enclosed(at.text, "${", "}") || enclosed(at.text, "$(", ")") || enclosed(at.text, "$[", "]"),
    },
    Language {
        name: "JSF, Ruby, Thymeleaf, Jelly, macros of Ant",
        examples: "#{bean.page} @{/orders} @{file}.xml",
        begins: |at| enclosed(at.text, "#{", "}") || enclosed(at.text, "@{", "}"),
    },
    Language {
        name: "Mustache, Jinja, Angular",
        examples: "{{page.url}} {%url%}",
        begins: |at| enclosed(at.text, "{{", "}}") || enclosed(at.text, "{%", "%}"),
    },
    Language {
        name: "URI templates, OpenSearch, Cocoon, .NET, Python",
        examples: "search?q={searchTerms}&p={startPage?} a/{1}.xml x{?q,lang} {+path}/b {0:N2} {name!r}",
        begins: |at| braces(at.text),
    },
    Language {
        name: "JSP, ASP, ERB, PHP, Template Toolkit",
        examples: "<%=url%> <?=$url?> [%url%]",
        begins: |at| enclosed(at.text, "<%", "%>") || enclosed(at.text, "<?", "?>") || enclosed(at.text, "[%", "%]"),
    },
    Language {
        name: "printf, gettext, Python, Ruby",
        examples: "http://%s/%d/ %1$s/a %(name)s.png %{version}",
        begins: |at| directive(at.text),
    },
    Language { name: "Variables of Windows", examples: "%APPDATA%/a.xml", begins: |at| variable(at.text) },
    Language { name: "Filters of Ant, autoconf, CMake", examples: "http://@host@/ lib-@VERSION@.jar", begins: filter },
];

/// Returns whether the decoded `value` is a template or a program rather than a reference.
pub fn is_template(document: DocumentType, element: ExpandedName<'_>, value: &str) -> bool {
    let is_avt = document == DocumentType::Xslt && value.contains('{') && has_templates(element);
    is_avt || is_program(value) || (is_command(value) && places::is_office(element)) || contains_placeholder(value)
}

/// Returns whether attributes of `element` are attribute value templates, in a stylesheet. XSLT 3.0 section 5.6.1.
fn has_templates(element: ExpandedName<'_>) -> bool {
    const INSTRUCTIONS: [&str; 6] =
        ["result-document", "source-document", "stream", "element", "attribute", "document"];
    element.namespace != places::XSLT || INSTRUCTIONS.contains(&element.local)
}

/// Returns whether the value is a program in the form of a reference, whose spaces and braces must not be encoded.
fn is_program(value: &str) -> bool {
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

fn contains_placeholder(value: &str) -> bool {
    const OPENERS: &[char] = &['{', '$', '#', '@', '%', '<', '['];
    // Most values contain at most a fragment.
    if !value.bytes().any(|b| matches!(b, b'{' | b'$' | b'@' | b'%' | b'<' | b'[')) {
        return false;
    }
    value.match_indices(OPENERS).any(|(start, _)| {
        let at = Surrounded { before: value[..start].chars().next_back(), text: &value[start..] };
        LANGUAGES.iter().any(|language| (language.begins)(&at))
    })
}

/// Maximum length of a placeholder in bytes: a later end does not close it.
const LONGEST: usize = 256;

/// Returns the text between `open` at the start of `text` and the next `close`.
fn inside<'v>(text: &'v str, open: &str, close: &str) -> Option<&'v str> {
    let rest = text.strip_prefix(open)?;
    let near = &rest[..floor_char_boundary(rest, LONGEST)];
    near.find(close).map(|end| &near[..end])
}

fn enclosed(text: &str, open: &str, close: &str) -> bool {
    inside(text, open, close).is_some_and(|inside| !inside.trim().is_empty())
}

/// Returns whether `text` starts with braces around a name or an expression. Whitespace, quotes or further braces in
/// them indicate data (CSS, JSON), and `{}` is not a placeholder.
fn braces(text: &str) -> bool {
    let is_of_data = |c: char| c.is_whitespace() || matches!(c, '{' | '"');
    inside(text, "{", "}").is_some_and(|name| name.contains(char::is_alphanumeric) && !name.contains(is_of_data))
}

/// Returns whether `text` starts with `%s`, `%d`, `%1$s`, `%(name)s`, but not with a percent-encoding.
fn directive(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('%') else { return false };
    let is_letter = |c: char| c.is_ascii_alphabetic();
    match rest.as_bytes() {
        [b'd', next, ..] => !next.is_ascii_hexdigit(),
        [b's', ..] | [b'd'] => true,
        [b'1'..=b'9', b'$', ..] => rest[2..].starts_with(is_letter),
        [b'(', ..] => {
            inside(rest, "(", ")").is_some_and(|name| is_name(name) && rest[name.len() + 2..].starts_with(is_letter))
        }
        _ => false,
    }
}

/// Returns whether `text` starts with `%APPDATA%`. A `%` that starts a percent-encoding does not close a variable.
fn variable(text: &str) -> bool {
    inside(text, "%", "%").is_some_and(|name| {
        let is_percent_encoding = percent_encoding_at(text.as_bytes(), name.len() + 1).is_some();
        name.len() >= 3 && is_name(name) && !is_percent_encoding
    })
}

/// Returns whether the text starts with `@name@`, except at the end of userinfo before an extra `@`.
fn filter(at: &Surrounded<'_>) -> bool {
    !at.before.is_some_and(char::is_alphanumeric) && inside(at.text, "@", "@").is_some_and(is_name)
}

fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_part)
}

#[cfg(test)]
mod tests;
