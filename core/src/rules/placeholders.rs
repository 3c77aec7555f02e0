//! Placeholders of template languages: text that a program replaces.

use crate::reference::percent_encoding_at;
use crate::text::{Span, floor_char_boundary};

/// Language with its own placeholders.
#[derive(Debug)]
pub struct Language {
    /// Name of the language.
    pub name: &'static str,
    /// References with a placeholder each, separated by spaces.
    #[cfg_attr(not(feature = "xml"), allow(dead_code, reason = "for the book"))]
    pub examples: &'static str,
    /// Bytes of which each of its placeholders starts with one.
    starts: &'static [u8],
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
        starts: b"$",
        length: |at| enclosed(at.text, "${", "}").or(enclosed(at.text, "$(", ")")).or(enclosed(at.text, "$[", "]")),
    },
    Language {
        name: "JSF, Ruby, Thymeleaf, Jelly, macros of Ant",
        examples: "#{bean.page} @{/orders} @{file}.xml",
        starts: b"#@",
        length: |at| enclosed(at.text, "#{", "}").or(enclosed(at.text, "@{", "}")),
    },
    Language {
        name: "Mustache, Jinja, Angular",
        examples: "{{page.url}} {{{page.url}}} {%url%}",
        starts: b"{",
        length: |at| {
            enclosed(at.text, "{{{", "}}}").or(enclosed(at.text, "{{", "}}")).or(enclosed(at.text, "{%", "%}"))
        },
    },
    BRACES,
    Language {
        name: "JSP, ASP, ERB, PHP, Template Toolkit",
        examples: "<%=url%> <?=$url?> [%url%]",
        starts: b"<[",
        length: |at| enclosed(at.text, "<%", "%>").or(enclosed(at.text, "<?", "?>")).or(enclosed(at.text, "[%", "%]")),
    },
    Language {
        name: "printf, gettext, Python, Ruby",
        examples: "http://%s/%d/ %1$s/a %(name)s.png %{version}",
        starts: b"%",
        length: directive,
    },
    Language {
        name: "WiX",
        examples: "!(loc.AboutUrl) http://h/!(bind.packageVersion.X)/a",
        starts: b"!",
        length: |at| enclosed(at.text, "!(", ")").filter(|length| is_name(&at.text[2..length - 1])),
    },
    Language { name: "Razor", examples: "@Url.Action(Index) @Model.Link(1)/a", starts: b"@", length: razor },
    Language {
        name: "Directives of MXML",
        examples: "@Embed('a.png') @Embed(source='a.swf',symbol='b')",
        starts: b"@",
        length: directive_of_mxml,
    },
    Language {
        name: "Keys of properties (Eclipse, OSGi)",
        examples: "%licenseURL %url.update",
        starts: b"%",
        length: key,
    },
    Language {
        name: "Variables of Windows",
        examples: "%APPDATA%/a.xml",
        starts: b"%",
        length: |at| variable(at.text),
    },
    Language {
        name: "Filters of Ant, autoconf, CMake",
        examples: "http://@host@/ lib-@VERSION@.jar",
        starts: b"@",
        length: filter,
    },
    Language {
        name: "NuGet, IDEA, StringTemplate",
        examples: "$url$ docs/$name$.html",
        starts: b"$",
        length: |at| delimited(at, '$'),
    },
    Language { name: "Doxygen", examples: "$relpath^tabs.css", starts: b"$", length: |at| delimited(at, '^') },
];

/// Placeholders in single braces. An `id` of Atom contains them literally: it is a name that no program fills in.
const BRACES: Language = Language {
    name: "URI templates, OpenSearch, Cocoon, .NET, Python",
    examples: "search?q={searchTerms}&p={startPage?} a/{1}.xml x{?q,lang} {+path}/b {0:N2} {name!r}",
    starts: b"{",
    length: |at| braces(at.text).filter(|length| !is_code_point(at, *length)),
};

/// Whether a placeholder of any language starts with the byte.
static STARTS: [bool; 256] = {
    let (mut starts, mut at) = ([false; 256], 0);
    while at < LANGUAGES.len() {
        let mut byte = 0;
        while byte < LANGUAGES[at].starts.len() {
            starts[LANGUAGES[at].starts[byte] as usize] = true;
            byte += 1;
        }
        at += 1;
    }
    starts
};

/// Returns the placeholders in `value`; `has_literal_braces` if single braces mean themselves.
pub(crate) fn find<S>(value: &str, has_literal_braces: bool) -> Vec<Span<S>> {
    let mut found: Vec<Span<S>> = Vec::new();
    for (start, _) in value.bytes().enumerate().filter(|(_, byte)| STARTS[usize::from(*byte)]) {
        if found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let length = length_at(value, start, has_literal_braces);
        found.extend(length.map(|length| Span::new(start, start + length)));
    }
    found
}

/// Returns the length of the placeholder at `start`.
pub(crate) fn length_at(value: &str, start: usize, has_literal_braces: bool) -> Option<usize> {
    let at = Surrounded { before: value[..start].chars().next_back(), text: &value[start..] };
    let first = value.as_bytes().get(start)?;
    let languages = LANGUAGES.iter().filter(|language| language.starts.contains(first));
    let meant = languages.filter(|language| !has_literal_braces || language.name != BRACES.name);
    meant.into_iter().find_map(|language| (language.length)(&at))
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

/// Returns the length of the placeholder between `open` at the start of `text` and `close`.
pub(crate) fn enclosed(text: &str, open: &str, close: &str) -> Option<usize> {
    // `#{"id": 1}` is JSON in a fragment.
    let is_data = |inside: &str| inside.starts_with('"') && inside.contains("\":");
    let inside = inside(text, open, close).filter(|inside| !inside.trim().is_empty() && !is_data(inside))?;
    Some(open.len() + inside.len() + close.len())
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

/// Returns the length of `@Object.Method(…)` at the start of a value or a segment.
fn razor(at: &Surrounded<'_>) -> Option<usize> {
    let name = at.text.strip_prefix('@').filter(|_| at.before.is_none_or(|c| c == '/'))?;
    let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '.')?;
    let is_call = name.starts_with(|c: char| c.is_ascii_uppercase()) && name[..length].contains('.');
    let arguments = inside(&name[length..], "(", ")").filter(|_| is_call)?;
    Some(1 + length + arguments.len() + 2)
}

/// Returns the length of `@Embed('…')` or `@Resource(key='…')`, if it is the whole value.
fn directive_of_mxml(at: &Surrounded<'_>) -> Option<usize> {
    let name = at.text.strip_prefix('@').filter(|_| at.before.is_none())?;
    let length = name.find(|c: char| !c.is_ascii_alphabetic()).filter(|length| *length > 0)?;
    let arguments = inside(&name[length..], "(", ")").filter(|arguments| arguments.contains(['\'', '"']))?;
    let end = 1 + length + arguments.len() + 2;
    (name.starts_with(|c: char| c.is_ascii_uppercase()) && end == at.text.len()).then_some(end)
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

/// Returns the length of `%key`, if it is the whole value. `%u00E9` and `%ZZ` are mistakes; `%description` is no encoding, since
/// no text in UTF-8 consists of the byte DE and letters.
fn key(at: &Surrounded<'_>) -> Option<usize> {
    let name = at.text.strip_prefix('%').filter(|name| at.before.is_none() && is_name(name))?;
    let starts_with_word = name.bytes().take_while(u8::is_ascii_alphabetic).count() >= 3;
    (starts_with_word && percent_encoding_at(at.text.as_bytes(), 0).is_none_or(|byte| !byte.is_ascii()))
        .then_some(at.text.len())
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
