//! Escapes of other languages that were not decoded: entities of HTML, escapes of JavaScript and JSON.

use std::sync::LazyLock;

use crate::Dialect;
use crate::characters::quotable;
use crate::reference::{SyntaxPosition, encode_str, percent_encoding_at};
use crate::rules::features::LONGEST_ENTITY;
use crate::rules::mistakes::mistake::{Mistake, Text, WEB};
use crate::rules::mistakes::notation::tag;
use crate::rules::rule::Severity;
use crate::text::{Edit, Span, WHITESPACE, fit};
use crate::unicode::quoted;

/// Entities of HTML 4 and XML, in the order of their names.
static ENTITIES: LazyLock<Vec<(&str, char)>> = LazyLock::new(|| {
    let lines = include_str!("entities.txt").lines().filter(|line| !line.starts_with('#'));
    let entities = lines.flat_map(|line| line.split(", ")).filter_map(|entity| entity.split_once(' '));
    entities.filter_map(|(name, hex)| Some((name, char::from_u32(u32::from_str_radix(hex, 16).ok()?)?))).collect()
});

/// Escape at the start of a text.
struct Escape {
    length: usize,
    meant: String,
    /// End of the message.
    description: &'static str,
}

/// `?a=1&amp;b=2` after decoding, `%u00E9`, `http:\/\/example.org`, `\u0026`, `help\:mate`
pub(super) fn escape(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    // In the authority, browsers end the host at a backslash.
    let is_web = WEB.iter().any(|scheme| text.reference.is_scheme(scheme));
    let path = text.reference.path.start.saturating_sub(text.inner.start);
    let is_backslash = |at: usize| inner.as_bytes()[at] == b'\\';
    let mut found: Vec<(usize, Escape)> = Vec::new();
    let mut is_path = false;
    for at in memchr::memchr3_iter(b'&', b'%', b'\\', inner.as_bytes()) {
        if found.last().is_some_and(|(last, escape)| at < last + escape.length) {
            continue;
        }
        let escape = match inner.as_bytes()[at] {
            b'&' => entity(&inner[at..]),
            b'%' => script_escape(&inner[at..])
                .or_else(|| if inner[at + 1..].starts_with("26") { entity(&inner[at..]) } else { None }),
            _ => escaped(&inner[at..])
                .or_else(|| escaped_colon(inner, at))
                .or_else(|| escaped_mark(&inner[at..], is_web).filter(|_| at >= path)),
        };
        is_path |= escape.is_none() && is_backslash(at);
        found.extend(escape.map(|escape| (at, escape)));
    }
    if is_path {
        // The backslashes separate the names of a path.
        found.retain(|(at, _)| !is_backslash(*at));
    }
    // `http://example.org/a&lt;br&gt;`
    let is_tag = |at: usize| {
        let decoded = inner[at..].replace("&lt;", "<").replace("&gt;", ">");
        inner[at..].starts_with("&lt;") && inner.ends_with("&gt;") && tag(&decoded) == Some(0)
    };
    let last = found.iter().map(|(at, _)| *at).rfind(|at| inner[*at..].starts_with("&lt;"));
    if let Some(at) = last.filter(|at| is_web && *at > path && is_tag(*at)) {
        let span = text.span(at, inner.len());
        let mistake = text.of_all(span, "text after the reference").owning(span);
        return Some(mistake.replace("remove text after the reference", span, ""));
    }
    // Quotation marks and blanks around a value, or after it, are not part of it.
    for (at, escape) in &mut found {
        let is_edge = *at == 0 || *at + escape.length == inner.len();
        if is_edge && matches!(&*escape.meant, "%22" | "'" | "%3C" | "%3E" | "%20") {
            escape.meant.clear();
        }
    }
    let (at, first) = found.first()?;
    let span = text.span(*at, at + first.length);
    let written = quotable(span.slice(text.whole), span.slice(text.whole)).into_owned();
    let message = fit(&written, |written| format!("'{written}' is {}", first.description));
    let title = match &*first.meant {
        "" => format!("remove '{written}'"),
        meant => format!("replace '{written}' with '{}'", quotable(meant, meant)),
    };
    let edits: Vec<Edit> = found
        .iter()
        .map(|(at, escape)| Edit { span: text.span(*at, at + escape.length), text: escape.meant.clone() })
        .collect();
    let owned = edits.iter().map(|edit| edit.span).collect();
    Some(Mistake { owned, ..text.of_all(span, message).edit(title, edits) })
}

/// `?a=1\u{AE}ion=2`: a program read `&reg` as an entity of HTML, which some may be without `;`.
pub(super) fn decoded_entity(text: &Text<'_, '_>) -> Option<Mistake> {
    let query = text.reference.query?;
    let written = query.slice(text.whole);
    let is_sign = |c: char| matches!(c, '\u{A1}'..='\u{BF}' | '\u{D7}');
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-.[]".contains(c);
    let mut found = written
        .match_indices(is_sign)
        .filter(|(at, sign)| *at > 0 && written[at + sign.len()..].trim_start_matches(is_name).starts_with('='));
    let (at, sign) = found.next()?;
    let c = sign.chars().next()?;
    let (name, _) = ENTITIES.iter().find(|(_, known)| *known == c)?;
    let span = Span::new(query.start + at, query.start + at + sign.len());
    let message = format!("{} is '&{name}', read as an entity", quoted(c));
    let mistake = text.of_all(span, message).owning(span).at_most(Severity::Information);
    Some(mistake.replace(format!("replace with '&{name}'"), span, format!("&{name}")))
}

/// Returns how `c` is written in a reference.
fn written(c: char) -> String {
    // A no-break space is there for the layout of a page.
    let is_layout = c == '\u{A0}';
    let is_allowed = Dialect::Iri.allows(c, SyntaxPosition::Path) || matches!(c, '?' | '#' | '/');
    if is_layout {
        String::new()
    } else if is_allowed {
        c.to_string()
    } else {
        encode_str(&c.to_string())
    }
}

/// `&amp;`, `&#38;`, `&#x26;`, and `&amp;amp;`, which was escaped three times.
fn entity(text: &str) -> Option<Escape> {
    const ENCODED: [&str; 3] = ["&amp%3B", "%26amp%3B", "%26amp;"];
    let is_start = |start: &&str| text.get(..start.len()).is_some_and(|part| part.eq_ignore_ascii_case(start));
    if let Some(start) = ENCODED.into_iter().find(is_start) {
        return Some(Escape { length: start.len(), meant: "&".to_owned(), description: "escaped twice" });
    }
    let name = text.strip_prefix('&')?;
    let end = name.as_bytes().iter().take(LONGEST_ENTITY).position(|byte| *byte == b';')?;
    let name = &name[..end];
    let c = match name.strip_prefix('#') {
        Some(number) if number.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            let hex = number.strip_prefix(['x', 'X']);
            char::from_u32(hex.map_or_else(|| number.parse(), |hex| u32::from_str_radix(hex, 16)).ok()?)?
        }
        Some(_) => return None,
        None => ENTITIES[ENTITIES.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?].1,
    };
    let end = name.len() + 2;
    let repeated = if c == '&' { text[end..].len() - text[end..].trim_start_matches("amp;").len() } else { 0 };
    let is_blank = WHITESPACE.contains(&c) && c != ' ';
    let meant = if is_blank { String::new() } else { written(c) };
    Some(Escape { length: end + repeated, meant, description: "escaped twice" })
}

/// `%u00E9`, as the function `escape` of JavaScript writes it; two may be one character.
fn script_escape(text: &str) -> Option<Escape> {
    let (length, c) = utf16_escape(text, "%u")?;
    Some(Escape {
        length,
        meant: encode_str(&c.to_string()),
        description: "an escape of JavaScript, not a percent-encoding",
    })
}

/// `\u00e9`, `\u{e9}`, `\x26`, `\/`, and `\303\251`, the bytes of UTF-8 as octal numbers
fn escaped(text: &str) -> Option<Escape> {
    let hex = || {
        let digits = text.strip_prefix("\\x")?.get(..2).filter(|digits| is_hex(digits))?;
        Some((4, char::from(u8::from_str_radix(digits, 16).ok()?)))
    };
    let slash = || text.starts_with("\\/").then_some((2, '/'));
    let braced = || {
        let digits = text.strip_prefix("\\u{")?.split_once('}')?.0;
        let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        is_hex(digits).then_some((digits.len() + "\\u{}".len(), c))
    };
    if let Some((length, c)) = utf16_escape(text, "\\u").or_else(hex).or_else(slash).or_else(braced) {
        return Some(Escape { length, meant: written(c), description: "an escape of JSON or JavaScript" });
    }
    let (length, c) = octal_bytes(text)?;
    Some(Escape { length, meant: written(c), description: "an escape of a shell" })
}

/// Returns the length of the escapes of bytes at the start of `text` that are one character above ASCII in UTF-8.
fn octal_bytes(text: &str) -> Option<(usize, char)> {
    const LENGTH: usize = "\\303".len();
    let byte = |escape: &str| {
        let digits = escape.strip_prefix('\\').filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
        u8::from_str_radix(digits, 8).ok()
    };
    (2..=4).find_map(|count| {
        let bytes: Option<Vec<u8>> = (0..count).map(|at| byte(text.get(at * LENGTH..(at + 1) * LENGTH)?)).collect();
        let c = std::str::from_utf8(&bytes?).ok()?.chars().next()?;
        Some((count * LENGTH, c))
    })
}

/// `\_`, `\~`, `\#`, `\%20`, `\"`, `\ `, and `\n` at the end. Outside the Web a backslash may separate the names of a path,
/// but names do not start with a blank or a bracket.
fn escaped_mark(text: &str, is_web: bool) -> Option<Escape> {
    let description = "an escape of Markdown, TeX, JSON or a shell";
    if !is_web && !text[1..].starts_with([' ', '(', ')', '\'', '&', '!', '"']) {
        return None;
    }
    let is_blank = |escape: &[u8]| matches!(escape, [b'\\', b'n' | b'r' | b't']);
    if text.len().is_multiple_of(2) && text.as_bytes().chunks(2).all(is_blank) {
        return Some(Escape { length: text.len(), meant: String::new(), description });
    }
    let is_mark = |c: char| c == ' ' || c.is_ascii_punctuation() && !matches!(c, '/' | ':' | '\\');
    let mark = text[1..].chars().next().filter(|c| is_mark(*c))?;
    // The percent-encoding is part of the escape: without the backslash it may be an unnecessary one.
    let encoded = percent_encoding_at(text.as_bytes(), 1).map(char::from).filter(|_| mark == '%');
    if encoded.is_some() {
        return encoded.filter(|c| is_mark(*c)).map(|_| Escape {
            length: 4,
            meant: text[1..4].to_owned(),
            description,
        });
    }
    Some(Escape { length: 2, meant: written(mark), description })
}

/// `\:` after the name of a scheme.
fn escaped_colon(inner: &str, at: usize) -> Option<Escape> {
    const LONGEST_NAME: usize = 64;
    let is_name = (2..=LONGEST_NAME).contains(&at) && inner[..at].bytes().all(|byte| byte.is_ascii_alphanumeric());
    let description = "an escape of a properties file";
    (is_name && inner[at..].starts_with("\\:")).then(|| Escape { length: 2, meant: ":".to_owned(), description })
}

fn is_hex(digits: &str) -> bool {
    digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the length of the escapes with four hex digits after `mark`, and the character that they are in UTF-16.
fn utf16_escape(text: &str, mark: &str) -> Option<(usize, char)> {
    let unit = |text: &str| {
        let digits = text.strip_prefix(mark)?.get(..4)?;
        is_hex(digits).then(|| u16::from_str_radix(digits, 16).ok())?
    };
    let length = mark.len() + 4;
    let first = unit(text)?;
    let pair = || Some((2 * length, char::decode_utf16([first, unit(&text[length..])?]).next()?.ok()?));
    char::from_u32(u32::from(first)).map(|c| (length, c)).or_else(pair)
}

/// `% 20`, `%2 0`: whitespace in a percent-encoding.
pub(super) fn spaced_percent(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let is_hex = |at: usize| inner.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
    let blank_at = |at: usize| inner.get(at..).map_or(0, |rest| rest.len() - rest.trim_start_matches(WHITESPACE).len());
    let spans = memchr::memchr_iter(b'%', inner.as_bytes()).filter_map(|at| {
        // `100% 20`
        let is_sign = at > 0 && inner.as_bytes()[at - 1].is_ascii_digit();
        let start = at + 1 + usize::from(is_hex(at + 1));
        let end = start + blank_at(start);
        let is_encoding = is_hex(end) && (start > at + 1 || is_hex(end + 1));
        (!is_sign && end > start && is_encoding).then(|| (text.span(at, end + 1), text.span(start, end)))
    });
    let (owned, blanks): (Vec<Span>, Vec<Span>) = spans.unzip();
    let edits = blanks.iter().map(|&span| Edit { span, text: String::new() }).collect();
    let mistake = text.of_all(*blanks.first()?, "whitespace in a percent-encoding").edit("remove whitespace", edits);
    Some(Mistake { owned, ..mistake })
}
