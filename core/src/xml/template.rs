//! Values that are written for a program to fill in, or that are programs: nothing is said of them.
//!
//! The judge would flag the braces, percent signs and spaces of a template, and its author could mend none
//! of them. So one placeholder silences its whole value: what stands around it is only half of a reference.
//! What is close to a placeholder and is none is judged: a brace alone, `{}`, `{a b}`, `10%`, a second `@`.

use crate::reference::triplet_at;
use crate::text::floor_char_boundary;
use crate::xml::places::{self, DocumentType, ExpandedName};

/// A language that has placeholders of its own.
#[derive(Debug)]
pub struct Language {
    /// Whose they are.
    pub name: &'static str,
    /// References with a placeholder each, parted by spaces.
    pub examples: &'static str,
    /// Whether a placeholder begins where the text begins. Behind it nothing matters.
    begins: fn(&Surrounded<'_>) -> bool,
}

/// A text, and the character before it.
struct Surrounded<'v> {
    before: Option<char>,
    text: &'v str,
}

/// The placeholders that are known in every document.
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

/// Whether `value`, decoded, is written for a template language rather than as a reference, or is a program.
pub fn is_template(document: DocumentType, element: ExpandedName<'_>, value: &str) -> bool {
    let is_avt = document == DocumentType::Xslt && value.contains('{') && holds_templates(element);
    is_avt || is_program(value) || (is_command(value) && places::is_office(element)) || holds_placeholder(value)
}

/// Whether attributes of `element` are attribute value templates, in a stylesheet. XSLT 3.0 section 5.6.1.
fn holds_templates(element: ExpandedName<'_>) -> bool {
    const INSTRUCTIONS: [&str; 6] =
        ["result-document", "source-document", "stream", "element", "attribute", "document"];
    element.namespace != places::XSLT || INSTRUCTIONS.contains(&element.local)
}

/// A program in the form of a reference: encoding its spaces and braces would help nobody.
fn is_program(value: &str) -> bool {
    const SCHEME: &str = "javascript:";
    let value = value.trim_start();
    value.get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
}

/// What LibreOffice writes in place of a reference: a command, or the name of a part of the document, which
/// only itself reads (`#Table 1|table`).
fn is_command(value: &str) -> bool {
    const PARTS: [&str; 8] = ["frame", "graphic", "ole", "outline", "region", "sequence", "table", "text"];
    let is_part = |fragment: &str| fragment.rsplit_once('|').is_some_and(|(_, kind)| PARTS.contains(&kind));
    [".uno:", "macro:", "slot:", "service:", "vnd.sun.star."].iter().any(|start| value.starts_with(start))
        || value.strip_prefix('#').is_some_and(is_part)
}

fn holds_placeholder(value: &str) -> bool {
    const OPENERS: &[char] = &['{', '$', '#', '@', '%', '<', '['];
    // Most values hold at most a fragment.
    if !value.bytes().any(|b| matches!(b, b'{' | b'$' | b'@' | b'%' | b'<' | b'[')) {
        return false;
    }
    value.match_indices(OPENERS).any(|(start, _)| {
        let at = Surrounded { before: value[..start].chars().next_back(), text: &value[start..] };
        LANGUAGES.iter().any(|language| (language.begins)(&at))
    })
}

/// A placeholder is not longer than this, in bytes: what comes later does not close it.
const LONGEST: usize = 256;

/// What stands between `open` at the start of `text` and the next `close`.
fn inside<'v>(text: &'v str, open: &str, close: &str) -> Option<&'v str> {
    let rest = text.strip_prefix(open)?;
    let near = &rest[..floor_char_boundary(rest, LONGEST)];
    near.find(close).map(|end| &near[..end])
}

fn enclosed(text: &str, open: &str, close: &str) -> bool {
    inside(text, open, close).is_some_and(|inside| !inside.trim().is_empty())
}

/// Braces around a name or an expression. One with white space, quotes or further braces in it is more
/// likely data (CSS, JSON), and `{}` is nothing.
fn braces(text: &str) -> bool {
    let is_of_data = |c: char| c.is_whitespace() || matches!(c, '{' | '"');
    inside(text, "{", "}").is_some_and(|name| name.contains(char::is_alphanumeric) && !name.contains(is_of_data))
}

/// `%s`, `%d`, `%1$s`, `%(name)s`; nothing that could be a triplet.
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

/// `%APPDATA%`. A `%` that opens a triplet closes no variable.
fn variable(text: &str) -> bool {
    inside(text, "%", "%").is_some_and(|name| {
        let is_triplet = triplet_at(text.as_bytes(), name.len() + 1).is_some();
        name.len() >= 3 && is_name(name) && !is_triplet
    })
}

/// `@name@`, but not the end of user information before a stray `@`.
fn filter(at: &Surrounded<'_>) -> bool {
    !at.before.is_some_and(char::is_alphanumeric) && inside(at.text, "@", "@").is_some_and(is_name)
}

fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_part)
}

#[cfg(test)]
mod tests;
