//! Mistakes in the start of a reference: marks around it, its scheme, and its slashes.

use std::borrow::Cow;

use crate::characters::quotable;
use crate::reference::{Class, Reference, encode_str, is_drive};
use crate::rules::mistakes::mistake::{
    Mistake, Text, WEB, is_file_name, is_identifier_scheme, is_other_scheme, is_web_start, is_word, starts_like_host,
    starts_like_reference, starts_with_scheme, without_encoded_marks, words,
};
use crate::rules::rule::Severity;
use crate::rules::schemes::{Grammar, IDENTIFIERS, Outcome, ascii_form, is_known};
use crate::text::{Edit, Span, WHITESPACE, fit};
use crate::unicode::{ascii_look_alike, delimiter_look_alike, quoted, quoted_name};

/// Marks that texts put around references (RFC 3986 appendix C), and their ends.
const MARKS: [(&str, &str); 51] = [
    ("<URL:", ">"),
    ("<", ">"),
    ("\u{201C}", "\u{201D}"),
    ("\u{201D}", "\u{201D}"),
    ("\u{201E}", "\u{201C}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{2019}", "\u{2019}"),
    ("\u{201A}", "\u{2018}"),
    ("\u{AB}", "\u{BB}"),
    ("\u{2039}", "\u{203A}"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("\u{BB}", "\u{AB}"),
    ("\u{203A}", "\u{2039}"),
    ("\u{301D}", "\u{301E}"),
    ("\u{300C}", "\u{300D}"),
    ("\u{300E}", "\u{300F}"),
    ("\u{3008}", "\u{3009}"),
    ("\u{300A}", "\u{300B}"),
    ("\u{3010}", "\u{3011}"),
    ("\u{FF02}", "\u{FF02}"),
    ("\u{FF08}", "\u{FF09}"),
    ("\u{FF1C}", "\u{FF1E}"),
    ("**", "**"),
    ("*", "*"),
    ("_", "_"),
    ("\\\"", "\\\""),
    ("\\'", "\\'"),
    ("&lt;", "&gt;"),
    ("&quot;", "&quot;"),
    ("&#34;", "&#34;"),
    ("&#39;", "&#39;"),
    ("%22", "%22"),
    ("%3C", "%3E"),
    ("%27", "%27"),
    ("/*", "*/"),
    ("\u{2768}", "\u{2769}"),
    ("\u{276E}", "\u{276F}"),
    ("\u{275D}", "\u{275E}"),
    ("\u{27E8}", "\u{27E9}"),
    ("\u{27EA}", "\u{27EB}"),
    ("\u{3014}", "\u{3015}"),
    ("\u{3016}", "\u{3017}"),
    ("\u{FE64}", "\u{FE65}"),
    ("\u{FF3B}", "\u{FF3D}"),
    ("\u{FF5B}", "\u{FF5D}"),
    ("\u{FF40}", "\u{FF40}"),
];

/// Returns the mark that ends what the one at the end of `text` starts.
pub(super) fn closing_mark(text: &str) -> Option<&'static str> {
    MARKS.iter().find(|(open, _)| text.ends_with(open)).map(|(_, close)| *close)
}

/// Marks that end a reference without having started it: those that no URI contains.
const ENDS: [char; 12] = ['\u{201D}', '\u{2019}', '\u{201C}', '\u{BB}', '\u{203A}', '"', '<', '>', ']', '}', '`', '|'];

/// Marks at the end of a sentence or of a quotation in Chinese and Japanese. Names may end with them.
const CJK_ENDS: [char; 9] =
    ['\u{3001}', '\u{3002}', '\u{300B}', '\u{300D}', '\u{300F}', '\u{3011}', '\u{FF09}', '\u{FF0C}', '\u{FF1B}'];

/// Returns `text` without the marks at its end that nothing in it opens.
pub(super) fn without_end_marks<'t>(text: &'t str, marks: &[char]) -> &'t str {
    let is_opened = |rest: &str, close: char| {
        let rest = rest.trim_end_matches(close);
        let opens = MARKS.iter().filter(|(_, ends)| ends.starts_with(close)).map(|(open, _)| *open);
        // `#%3Ca>`: one of two was encoded.
        opens.into_iter().any(|open| rest.contains(open) || rest.contains(&*encode_str(open)))
    };
    let mut kept = text;
    // Each mark at the end is looked for once.
    let mut unopened: Vec<char> = Vec::new();
    while let Some(close) = kept.chars().next_back().filter(|close| marks.contains(close)) {
        let rest = &kept[..kept.len() - close.len_utf8()];
        if !unopened.contains(&close) {
            if is_opened(rest, close) {
                break;
            }
            unopened.push(close);
        }
        kept = rest;
    }
    kept
}

/// Returns whether `rest`, after the mark `open`, is a relative reference before the mark `close`. No reference starts with a
/// mark above ASCII, `"`, `<` or `` ` ``, and few start and end with `'`.
fn is_enclosed_path(open: &str, rest: &str, close: &str) -> bool {
    let is_mark = !open.starts_with(['(', '[', '{', '%', '&', '*', '_']) && open.chars().nth(1).is_none();
    // `"a.dtd`: the other mark is lost.
    let is_single = is_mark && open != "'" && !rest.contains(open) && rest.contains(char::is_alphanumeric);
    let Some(path) = rest.strip_suffix(close).or_else(|| Some(rest).filter(|_| is_single)) else { return false };
    // `[EPSG:4326]`: a name with a scheme, or with a prefix.
    let is_name = open == "[" && Reference::parse(path).has_scheme() && !path.contains('/');
    (is_mark && path.contains(['.', '/', '#', '@']) || is_name) && !path.contains(open) && !path.contains(close)
}

/// `“http://example.org/”`, `<http://example.org/>`, `http://example.org/>`
pub(super) fn enclosed(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    for (open, close) in MARKS {
        let Some(rest) = inner.strip_prefix(open) else { continue };
        let trimmed = rest.trim_start_matches(open).trim_start_matches(WHITESPACE);
        let is_path = !starts_like_reference(trimmed);
        if is_path && !is_enclosed_path(open, trimmed, close) {
            continue;
        }
        let start = inner.len() - trimmed.len();
        // `"http://example.org/", `
        let ended = trimmed.trim_end_matches([',', '.', ';']);
        let ended = if ended.ends_with(close) { ended } else { trimmed };
        let kept = ended.strip_suffix(close).or_else(|| ended.strip_suffix(ENDS)).unwrap_or(ended);
        let kept = if ended.len() > kept.len() { kept.trim_end_matches(close) } else { kept };
        let end = start + kept.trim_end_matches(WHITESPACE).len();
        let mut edits = vec![Edit { span: text.span(0, start), text: String::new() }];
        if end < inner.len() {
            edits.push(Edit { span: text.span(end, inner.len()), text: String::new() });
        }
        let name =
            if open.len() > 2 && open.is_ascii() { format!("'{open}'") } else { quoted_name(open.chars().next()?) };
        let message = format!("{name} is not part of the reference");
        // A name may be between apostrophes.
        let most = if is_path && open == "'" { Severity::Information } else { Severity::Warning };
        let mistake = text.of_all(text.span(0, start), message).at_most(most);
        return Some(mistake.edit("remove marks around the reference", edits));
    }
    if let Some(mistake) = apostrophe_after(text).or_else(|| bracket_after(text)) {
        return Some(mistake);
    }
    let ended = inner.trim_end_matches(['.', ',', ';']);
    // `file:///C|`, `?a=1|2|`
    let is_bar_kept = text.reference.is_scheme("file") || text.reference.query.is_some();
    let marks = if is_bar_kept { &ENDS[..ENDS.len() - 1] } else { &ENDS };
    let (rest, most) = match without_end_marks(ended, marks) {
        rest if rest.len() < ended.len() => (rest, Severity::Warning),
        _ => (without_end_marks(inner, &CJK_ENDS), Severity::Information),
    };
    let marks = inner[rest.len()..].trim_end_matches(['.', ',', ';']);
    let close = marks.chars().next()?;
    // `a\"`
    let rest = if matches!(close, '"') { rest.strip_suffix('\\').unwrap_or(rest) } else { rest };
    // `page.html"`, `#section"`, `?a=b"`
    let is_path =
        || !text.reference.has_scheme() && most == Severity::Warning && (is_file_name(rest) || is_after_path(rest));
    if !starts_like_reference(rest) && !is_path() || rest.starts_with("data:") {
        return None;
    }
    let span = text.span(rest.len(), inner.len());
    let message = not_part_of_it(close);
    let mistake = text.of_all(span, message).owning(span).at_most(most);
    let mistake = mistake.replace("remove mark after the reference", span, "");
    let encoded = encode_str(marks);
    // At the end of a path, the encoding of such a mark is a mistake too.
    let is_of_path = text.reference.query.is_none() && text.reference.fragment.is_none();
    let is_left = !is_of_path || without_encoded_marks(&encoded).len() == encoded.len();
    let title = fit(&encoded, |encoded| format!("encode mark as {encoded}"));
    let is_part = is_left && !text.reference.is_scheme("mailto");
    Some(if is_part { mistake.replace(title, span, encoded) } else { mistake })
}

/// Returns whether `text` ends in a fragment or a query after the name of a file, or has no name.
fn is_after_path(text: &str) -> bool {
    let at = text.find(['#', '?']).unwrap_or(text.len());
    let rest = text[at..].trim_start_matches(['#', '?']);
    (at == 0 || is_file_name(&text[..at]))
        && rest.ends_with(|c: char| c.is_alphanumeric())
        && !rest.contains(['{', '['])
}

/// `http://example.org/a).`: the end of the brackets in which a sentence has the reference.
fn bracket_after(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let rest = inner.trim_end_matches(['.', ',', ';']).strip_suffix(')')?;
    // Other grammars may allow it.
    let is_web = WEB.iter().any(|scheme| text.reference.is_scheme(scheme));
    let is_reference =
        is_web || starts_like_reference(rest) && !is_valid(inner) || is_file_name(rest) || rest.starts_with("//");
    let count = |mark: char| rest.matches(mark).count();
    (is_reference && count('(') <= count(')')).then(|| {
        // `http://example.org/a")`
        let kept = without_end_marks(rest, &ENDS);
        let (message, most) = match rest[kept.len()..].chars().next() {
            Some(mark) => (not_part_of_it(mark), Severity::Warning),
            None => ("')' without '(' is not part of the reference".to_owned(), Severity::Information),
        };
        let span = text.span(kept.len(), inner.len());
        text.of_all(span, message).owning(span).at_most(most).replace("remove mark after the reference", span, "")
    })
}

/// Returns the message about a mark beside a reference.
fn not_part_of_it(mark: char) -> String {
    format!("{} is not part of the reference", quoted_name(mark))
}

/// `http://example.org/a'`: the end of the apostrophes in which a program has the reference.
fn apostrophe_after(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let rest = inner.trim_end_matches(['\'', ',', ';', ')']);
    let is_web = WEB.iter().any(|scheme| text.reference.is_scheme(scheme));
    let is_end = inner[rest.len()..].starts_with('\'') && !rest.contains(['\'', '(']);
    (is_web && is_end && rest.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '/')).then(|| {
        let span = text.span(rest.len(), inner.len());
        let message = not_part_of_it('\'');
        let mistake = text.of_all(span, message).owning(span).at_most(Severity::Information);
        mistake.replace("remove mark after the reference", span, "")
    })
}

/// `mailto:'jane@example.org'`, `tel:"+49301234"`, `doi:<10.1000/182>`: marks around what follows the scheme.
pub(super) fn enclosed_value(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let scheme = text.reference.scheme.filter(|_| text.reference.authority.is_none())?;
    let start = scheme.len() + 1;
    let written = &inner[start..];
    // Nearly every value starts with no mark.
    if written.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '+')) {
        return None;
    }
    let name = scheme.slice(text.whole).to_ascii_lowercase();
    let (open, close) = MARKS.iter().find(|(open, _)| *open != "_" && written.starts_with(open))?;
    let kept = written[open.len()..].trim_end_matches(['.', ',', ';']).strip_suffix(close)?;
    let is_value = is_word("simple-scheme", &name) && !kept.is_empty() && is_valid(&format!("{name}:{kept}"));
    is_value.then(|| {
        let spans = [text.span(start, start + open.len()), text.span(start + open.len() + kept.len(), inner.len())];
        let edits = spans.iter().map(|&span| Edit { span, text: String::new() }).collect();
        let mark = written.chars().next().unwrap_or_default();
        let message = not_part_of_it(mark);
        let mistake = text.of_all(spans[0], message).owning(text.span(start, inner.len()));
        mistake.edit("remove marks", edits)
    })
}

/// Returns whether `c` is an invisible character that people copy with a text.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'
        | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

/// `http:////example.org`, `https:://example.org`, `http://:example.org`, `http:\example.org`
pub(super) fn wrong_slashes(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let scheme = text.reference.scheme?.slice(text.whole);
    if !WEB.iter().any(|web| scheme.eq_ignore_ascii_case(web)) {
        return None;
    }
    let after = &inner[scheme.len()..];
    // A sign that a scanner mistakes for a slash, before a whole host.
    let scanned = words("scanned").iter().find_map(|start| {
        let rest = after.strip_prefix(start).filter(|rest| has_top(rest))?;
        Some(&after[after.len() - rest.len()..])
    });
    let rest = scanned.unwrap_or_else(|| after.trim_start_matches([':', '/', '\\']));
    let written = &after[..after.len() - rest.len()];
    let is_wrong = scanned.is_some()
        || written[1..].contains(':')
        || written.len() > 4 && !written.contains('\\')
        || written == ":\\";
    // `http://:80/` has only a port, `http://:password@example.org/` only a password.
    let is_password = written == "://:" && rest.split(['/', '?', '#']).next().is_some_and(|host| host.contains('@'));
    if is_password || !is_wrong || !rest.starts_with(char::is_alphabetic) {
        return None;
    }
    let span = text.span(scheme.len(), scheme.len() + written.len());
    let written = quotable(written, written);
    let message = fit(&written, |written| format!("'://' must follow the scheme, not '{written}'"));
    let owned = Span::new(span.start, text.inner.end);
    Some(text.of_all(span, message).owning(owned).replace("replace with '://'", span, "://"))
}

/// Returns whether `text` starts with a host of a common top-level domain.
pub(super) fn has_top(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    host.rsplit_once('.').is_some_and(|(_, top)| is_word("top", top)) && !host.contains(['|', '\\', ' '])
}

/// `\u{200B}http://example.org/`: invisible characters that were copied with the reference.
pub(super) fn invisible_start(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let is_copied = |c: char| is_invisible(c) || WHITESPACE.contains(&c);
    let rest = inner.trim_start_matches(is_copied);
    let kept = rest.trim_end_matches(is_copied).len();
    // After an authority, the rule invisible-character reports those at the end.
    let is_opaque = text.reference.has_scheme() && text.reference.authority.is_none();
    let is_around = rest.len() < inner.len() || is_opaque && kept < rest.len() && rest[kept..].contains(is_invisible);
    if !is_around || !starts_like_reference(rest) {
        return None;
    }
    let at = inner.len() - rest.len();
    let owned = [text.span(0, at), text.span(at + kept, inner.len())].into_iter().filter(|span| !span.is_empty());
    let owned: Vec<Span> = owned.collect();
    let edits = owned.iter().map(|&span| Edit { span, text: String::new() }).collect();
    let first = owned.first()?.slice(text.whole).chars().next()?;
    let message = fit(&quoted(first), |c| format!("{c} is invisible, and not part of the reference"));
    let mistake = text.of_all(owned[0], message).edit("remove invisible characters around the reference", edits);
    Some(Mistake { owned, ..mistake })
}

/// Returns whether `c` is whitespace or invisible.
fn is_blank(c: char) -> bool {
    WHITESPACE.contains(&c) || is_invisible(c)
}

/// `https ://example.org`, `http:/ /example.org`, `h ttp://example.org`, `mailto: a@b.c`, `java script:void(0)`
pub(super) fn spaced_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let start = &inner.as_bytes()[..inner.len().min(LONGEST_START)];
    start.iter().find(|byte| **byte <= b' ' || !byte.is_ascii())?;
    let (mut squeezed, mut blanks) = (String::new(), Vec::<Span>::new());
    for (at, c) in inner.char_indices() {
        if is_blank(c) {
            let blank = text.span(at, at + c.len_utf8());
            match blanks.last_mut() {
                Some(last) if last.end == blank.start => last.end = blank.end,
                _ => blanks.push(blank),
            }
            continue;
        }
        let is_web = is_web_start(&squeezed);
        let name = squeezed.strip_suffix(':').map(str::to_ascii_lowercase);
        if is_web || name.is_some_and(|name| is_spaced_start(&name, &inner[at..])) {
            let (first, last) = (blanks.first()?, blanks.last()?);
            let has_scheme = |length: usize| inner[at..at + length].contains(':');
            if is_web && starts_with_scheme(&inner[at..]).is_some_and(has_scheme) {
                let first = text.span(0, at);
                let mistake = text.of_all(first, "a scheme before a whole reference").owning(first);
                return Some(mistake.replace("remove first scheme", first, ""));
            }
            let is_white = blanks.iter().all(|span| span.slice(text.whole).chars().all(|c| WHITESPACE.contains(&c)));
            let what = if is_white { "whitespace" } else { "invisible characters" };
            let place = if is_web { "in the start of the reference" } else { "around the scheme" };
            return (!is_web || starts_like_host(&inner[at..])).then(|| {
                let edits = blanks.iter().map(|&span| Edit { span, text: String::new() }).collect();
                let owned = Span::new(text.inner.start, last.end);
                text.of_all(*first, format!("{what} {place}")).owning(owned).edit(format!("remove {what}"), edits)
            });
        }
        squeezed.push(c);
        if squeezed.len() > LONGEST_START {
            break;
        }
    }
    None
}

/// `urn:oasis:names:tc:SAML:1.1:nameid-format: emailAddress`, `did:web: example.com`, `sip:alice @example.org`: whitespace at a
/// delimiter of an identifier, which separates names.
pub(super) fn spaced_delimiter(text: &Text<'_, '_>) -> Option<Mistake> {
    let scheme = text.reference.scheme?.slice(text.whole);
    if !is_word("compared-scheme", scheme) {
        return None;
    }
    let inner = text.inner().split(['?', '#']).next()?;
    let is_delimiter = |c: char| matches!(c, ':' | '/' | '@' | ';' | '=' | ',');
    // Where the grammar refuses the blank, it knows what is meant.
    let is_accepted = |grammar: &Grammar| matches!(grammar.outcome(text.reference), Outcome::Accepted { .. });
    let is_anywhere =
        is_word("spaceless-scheme", scheme) && Grammar::for_reference(text.reference).is_some_and(is_accepted);
    let mut owned: Vec<Span> = Vec::new();
    for (at, blank) in inner.match_indices(|c| WHITESPACE.contains(&c)) {
        let span = text.span(at, at + blank.len());
        match owned.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => owned.push(span),
        }
    }
    owned.retain(|span| {
        let (before, after) = (&text.whole[..span.start], &text.whole[span.end..]);
        is_anywhere || before.ends_with(is_delimiter) || after.starts_with(is_delimiter)
    });
    let edits = owned.iter().map(|&span| Edit { span, text: String::new() }).collect();
    let message = "whitespace in the identifier";
    let mistake = text.of_all(*owned.first()?, message).edit("remove whitespace", edits);
    Some(Mistake { owned, ..mistake })
}

/// Length of the longest scheme with a grammar and its colon.
const LONGEST_START: usize = "bundleresource:".len();

/// Returns whether the scheme `name`, in lowercase, and `value` are the start of a reference, if whitespace is around them.
fn is_spaced_start(name: &str, value: &str) -> bool {
    let has_slashes = is_word("slash-scheme", name);
    let is_labelled = is_word("simple-scheme", name) && value.contains("://");
    is_known(name) && !WEB.contains(&name) && !is_labelled && (!has_slashes || value.starts_with("//"))
}

/// `//http://example.org`, `.http://example.org`, `%20http://example.org`, `1. http://example.org`, `\u{2022} http://a.example`
pub(super) fn start_of_marks(text: &Text<'_, '_>) -> Option<Mistake> {
    const LONGEST: usize = 24;
    let inner = text.inner();
    let start = &inner.as_bytes()[..inner.len().min(LONGEST)];
    let colon = start.windows(3).position(|window| window == b"://")?;
    let name = start[..colon].iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let marks = &inner[..colon - name];
    let is_sign = |c: char| c.is_ascii_punctuation() && c != '?' || !c.is_ascii() && !c.is_alphanumeric();
    let is_mark = |text: &str| text.chars().all(|c| is_sign(c) || c == ' ');
    // `1. `, `[1] `, `[^1]: `
    let number = marks.trim_start_matches(['[', '(', '^']);
    let after = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = after.len() < number.len() && after.starts_with(['.', ')', ']']) && is_mark(after);
    let is_encoded = marks.strip_prefix('%').is_some_and(|digits| matches!(digits, "20" | "22" | "27" | "3C"));
    // `/http://example.org` and `../http://example.org` may be paths of a proxy.
    let is_path = marks == "/" || marks.starts_with("./") || marks.starts_with("../");
    if marks.is_empty()
        || is_path
        || !is_encoded && !is_mark(marks) && !is_number
        || !is_web_start(&inner[marks.len()..colon + 3])
    {
        return None;
    }
    let span = text.span(0, marks.len());
    let message = fit(&quotable(marks, marks), |marks| format!("'{marks}' is not part of the reference"));
    // `~~http://example.org/~~`
    let is_around = inner.len() > colon + marks.len() + 3 && inner.ends_with(marks) && !is_encoded;
    let end = is_around.then(|| text.span(inner.len() - marks.len(), inner.len()));
    let edits = [span].into_iter().chain(end).map(|span| Edit { span, text: String::new() }).collect();
    starts_like_host(&inner[colon + 3..])
        .then(|| text.of_all(span, message).owning(text.span(0, colon + 3)).edit("remove marks", edits))
}

/// `http：//example.org`, `https:∕∕example.org`: other signs for the delimiters after the scheme.
pub(super) fn look_alike(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let (mut plain, mut edits) = (String::new(), Vec::new());
    if let Some(mistake) = look_alike_scheme(text) {
        return Some(mistake);
    }
    let is_scheme = |name: &str| {
        let kinds = ["simple-scheme", "typed-scheme", "slash-scheme"];
        kinds.iter().any(|kind| is_word(kind, &name.to_ascii_lowercase()))
    };
    // The longest start is "javascript:".
    for (at, c) in inner.char_indices().take(11) {
        let meant = delimiter_look_alike(c).filter(|meant| matches!(meant, ':' | '/')).or(match c {
            '\u{FE55}' | '\u{FE13}' => Some(':'),
            // Full-width letters and signs.
            '\u{FF01}'..='\u{FF5E}' => ascii_form(c),
            _ => None,
        });
        plain.push(meant.unwrap_or(c));
        if let Some(meant) = meant {
            edits.push(Edit { span: text.span(at, at + c.len_utf8()), text: meant.to_string() });
        }
        let is_start = is_web_start(&plain)
            || plain.eq_ignore_ascii_case("www.")
            || plain.strip_suffix(':').is_some_and(is_scheme);
        if is_start {
            let first = edits.first()?;
            let c = first.span.slice(text.whole).chars().next()?;
            let message = fit(&quoted(c), |c| format!("{c} looks like '{}' but is another character", first.text));
            let owned = text.span(0, at + c.len_utf8());
            let title = "replace with characters of ASCII";
            return Some(text.of_all(first.span, message).owning(owned).edit(title, edits));
        }
    }
    None
}

/// `htt\u{440}://example.org`: letters of other scripts in the scheme.
fn look_alike_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    const LONGEST: usize = 20;
    let inner = text.inner();
    let name = &inner[..inner.bytes().take(LONGEST).position(|byte| byte == b':')?];
    let is_scheme = |plain: &String| {
        WEB.contains(&&**plain) && inner[name.len()..].starts_with("://") || is_word("typed-scheme", plain)
    };
    let plain = |name: &str| Some(ascii_look_alike(name)?.to_ascii_lowercase()).filter(is_scheme);
    // `\u{43D}\u{442}\u{442}\u{440}`: letters that only look like `HTTP` in upper case.
    let plain = plain(name).or_else(|| plain(&name.to_uppercase()))?;
    let (at, c) = name.char_indices().find(|(_, c)| !c.is_ascii())?;
    let span = text.span(0, name.len());
    let message = fit(&quoted(c), |c| format!("{c} is not a letter of the scheme '{plain}'"));
    let owned = text.span(0, inner.len().min(name.len() + 3));
    let mistake = text.of_all(text.span(at, at + c.len_utf8()), message).owning(owned);
    Some(mistake.replace(format!("replace scheme with '{plain}'"), span, plain.as_str()))
}

/// `http://https://example.org`, `https:https://example.org`, `mailto:mailto:a@b.c`, `urn:urn:x:y`
pub(super) fn doubled_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let scheme = text.reference.scheme?.slice(text.whole);
    if let Some(mistake) = joined_scheme(text, scheme) {
        return Some(mistake);
    }
    let after = &inner[scheme.len() + 1..];
    let slashes = after.len() - after.trim_start_matches('/').len();
    let rest = &after[slashes..];
    let is_one = |names: &[&str], name: &str| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    let is_web = |name: &str| is_one(&["http", "https", "ftp", "ws", "wss", "file"], name);
    let is_near = |name: &str| {
        name.bytes().all(|byte| byte.is_ascii_alphabetic())
            && WEB.iter().any(|web| strsim::osa_distance(name, web) == 1)
    };
    let is_simple = |name: &str| is_word("simple-scheme", name);
    let is_address = |text: &str| text.contains('@') && !text[1..].contains(['/', ':']);
    let second = rest.split([':', '/']).next().filter(|second| !second.is_empty() && second.len() < rest.len())?;
    let after_second = &rest[second.len()..];
    let is_mistyped =
        is_web(scheme) && !is_web(second) && slashes == 2 && after_second.starts_with("://") && is_near(second);
    let is_doubled = if is_mistyped {
        !is_other_scheme(second)
    } else if is_web(scheme) && is_web(second) {
        after_second.starts_with("://")
            || slashes >= 2 && (after_second.starts_with("//") || after_second.starts_with(":/"))
            || slashes == 2 && after_second[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '[')
    } else if is_web(scheme) {
        // `http://mailto:jane@example.org`, `https://tel:+49301234`
        let is_mail = second.eq_ignore_ascii_case("mailto") && is_address(after_second);
        let is_other = || is_word("typed-scheme", second) && is_valid(rest);
        after_second.starts_with(':') && (is_mail || slashes != 1 && is_other())
    } else if is_word("slash-scheme", scheme) && !is_word("wrapping-scheme", scheme) && is_web(second) {
        // `webcal://https://example.org`
        slashes == 2 && after_second.starts_with("://")
    } else if is_simple(scheme) && !is_word("quoting-scheme", scheme) && is_web(second) {
        // `mailto:http://example.org`
        slashes == 0 && after_second.starts_with("://")
    } else {
        // `tel:tel:+49301234`, `tel:mailto:jane@example.org`
        let is_other =
            || is_one(&["mailto", "tel", "sms", "sip", "sips", "geo"], scheme) && is_simple(second) && is_valid(rest);
        slashes == 0
            && after_second.starts_with(':')
            && is_simple(scheme)
            && (second.eq_ignore_ascii_case(scheme) || is_other())
    };
    if !is_doubled {
        return None;
    }
    let start = scheme.len() + 1 + slashes;
    let mut span = text.span(0, start);
    let mut to = String::new();
    if after_second.starts_with("//") {
        span = text.span(0, start + second.len());
        to = format!("{second}:");
    } else if is_web(second) && after_second.starts_with(':') && !after_second.starts_with("://") {
        let slashes = usize::from(after_second.starts_with(":/"));
        span = text.span(0, start + second.len() + 1 + slashes);
        to = format!("{second}://");
    }
    let message = fit(second, |second| format!("duplicate scheme: '{second}:' follows '{scheme}:'"));
    if is_mistyped {
        let span = text.span(start, start + second.len() + "://".len());
        return Some(text.of_all(span, message).owning(span).replace("remove second scheme", span, ""));
    }
    let authority = text.reference.authority.map_or(0, |authority| authority.span.end);
    let owned = text.span(0, start + second.len() + 1);
    Some(text.of_all(span, message).owning(Span::new(owned.start, owned.end.max(authority))).replace(
        "remove first scheme",
        span,
        to,
    ))
}

/// `httpshttps://example.org`: a scheme twice, without its delimiters.
fn joined_scheme(text: &Text<'_, '_>, scheme: &str) -> Option<Mistake> {
    let lower = scheme.to_ascii_lowercase();
    let is_web = |name: &&str| WEB.contains(name);
    let second = WEB.iter().filter_map(|web| lower.strip_prefix(web)).find(is_web)?;
    let span = text.span(0, scheme.len() - second.len());
    let owned = text.span(0, scheme.len());
    let message = format!("duplicate scheme: '{second}' follows '{}'", &lower[..span.len()]);
    Some(text.of_all(owned, message).owning(owned).replace("remove first scheme", span, ""))
}

/// `htpp://example.org`, `http//example.org`, `http;//example.org`, `%https://example.org`, `maito:a@b.example`
pub(super) fn mistyped_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    if let Some(scheme) = text.reference.scheme
        && text.reference.authority.is_none()
    {
        let rest = &inner[scheme.len() + 1..];
        let name = scheme.slice(text.whole).to_ascii_lowercase();
        let is_near = |meant: &str| {
            let most = if meant.len() > 4 { 2 } else { 1 };
            (1..=most).contains(&strsim::osa_distance(&name, meant))
        };
        let is_value = |meant: &str| match meant {
            "mailto" => !rest.starts_with('/') && text.reference.seen.anywhere().intersects(Class::AT),
            "javascript" => rest.ends_with([')', ';']) && rest.contains('('),
            // Nearly any text may follow `urn:`, and there are many schemes like it.
            "urn" => is_valid_in_namespace(&format!("urn:{rest}")),
            _ => is_valid(&format!("{meant}:{rest}")),
        };
        let is_typed = name.len() < 16 && !is_other_scheme(&name);
        let meant = words("typed-scheme").iter().filter(|_| is_typed).find(|meant| is_near(meant) && is_value(meant));
        if let Some(meant) = meant {
            let message = format!("unknown scheme '{name}' ({meant}?)");
            let title = format!("replace scheme with '{meant}'");
            return Some(text.of_all(scheme, message).owning(scheme).replace(title, scheme, *meant));
        }
    }
    let slashes = inner.find("//")?;
    // At most two more characters than "https:".
    if slashes > 9 || text.reference.scheme.is_none() && text.reference.authority.is_some() {
        return None;
    }
    let written = &inner[..slashes];
    // `https//:example.org` has the colon after the slashes, `htps:// example.org` a blank.
    let rest = inner[slashes..].trim_start_matches(['/', ':', ' ']);
    let is_visible = written.bytes().all(|byte| byte.is_ascii_graphic());
    if written.contains(['/', '.', '?']) && !written.ends_with('.') || !is_visible || !starts_like_host(rest) {
        return None;
    }
    let lower = written.to_lowercase();
    let name = lower.trim_end_matches(':');
    if lower.ends_with(':') && (is_other_scheme(name) || name == "javascript") {
        return None;
    }
    if written == ":" {
        let message = "missing scheme before '://'";
        let span = text.span(0, 0);
        return Some(text.of_all(text.span(0, 3), message).owning(text.span(0, 3)).replace(
            "insert 'https'",
            span,
            "https",
        ));
    }
    let is_colon_missing = !written.ends_with(':');
    // `sftp//example.org`
    if is_colon_missing && is_word("slash-scheme", name) {
        let at = text.span(slashes, slashes);
        // `file//C:/a.xml`
        if name == "file" && is_drive(rest.get(..2).unwrap_or(rest)) {
            let start = text.span(0, inner.len() - rest.len());
            let mistake = text.of_all(start, "a file reference starts with 'file:///'").owning(start);
            return Some(mistake.replace("replace with 'file:///'", start, "file:///"));
        }
        let message = format!("missing ':' after '{name}'");
        let mistake = text.of_all(text.span(0, slashes + 2), message).owning(text.span(0, slashes + 2));
        return Some(mistake.replace("insert ':'", at, ":"));
    }
    // `mailto//jane@example.org`
    let after = &inner[slashes + 2..];
    if is_colon_missing && is_word("simple-scheme", name) && is_valid(&format!("{name}:{after}")) {
        let span = text.span(slashes, slashes + 2);
        let mistake = text.of_all(text.span(0, slashes + 2), format!("missing ':' after '{name}'"));
        return Some(mistake.owning(text.span(0, slashes + 2)).replace("replace '//' with ':'", span, ":"));
    }
    if strsim::osa_distance(&lower, "file:") == 1 && !is_colon_missing && inner[slashes..].starts_with("///") {
        let scheme = text.span(0, slashes - 1);
        let message = fit(&quotable(name, name), |name| format!("unknown scheme '{name}' (file?)"));
        let mistake = text.of_all(scheme, message).owning(scheme);
        return Some(mistake.replace("replace scheme with 'file'", scheme, "file"));
    }
    let candidates = WEB.iter().map(|web| (strsim::osa_distance(&lower, &format!("{web}:")), *web));
    // "https" is as near to "http:" as to "https:".
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    // "httsp" has the letters of "https".
    let (distance, web) = candidates
        .min_by_key(|(distance, web)| (*distance, letters(name) != letters(web), strsim::osa_distance(name, web)))?;
    // A directory before an empty one has a name without a dot in the next.
    let has_host = rest.split(['/', '?', '#']).next().is_some_and(|host| host.contains('.') && !is_file_name(host));
    let most = if web == "ftp" || is_colon_missing && !has_host { 1 } else { 2 };
    if distance == 0 || distance > most || is_colon_missing && slashes < 3 {
        return None;
    }
    let span = text.span(0, slashes);
    let message = if text.reference.scheme.is_some() {
        fit(&quotable(name, name), |name| format!("unknown scheme '{name}' ({web}?)"))
    } else {
        fit(&quotable(written, written), |written| format!("'{written}//' is not a scheme ({web}?)"))
    };
    let end = inner.len() - rest.len();
    let fixed = text.span(0, end);
    Some(text.of_all(span, message).owning(fixed).replace(
        format!("replace with '{web}://'"),
        fixed,
        format!("{web}://"),
    ))
}

/// Returns whether `text` is a reference that the grammar of its scheme accepts.
fn is_valid(text: &str) -> bool {
    let reference = Reference::parse(text);
    Grammar::for_reference(&reference).is_some_and(|grammar| grammar.is_usable(&reference))
}

/// Returns whether `text` is a URN that the grammar of its namespace accepts.
fn is_valid_in_namespace(text: &str) -> bool {
    Grammar::for_reference(&Reference::parse(text)).is_some_and(Grammar::is_of_namespace) && is_valid(text)
}

/// Returns what to write for a value that starts like no relative reference: what it is, the text before it, and the value.
fn unnamed(text: &str) -> Option<(&'static str, &'static str, Cow<'_, str>)> {
    if let Some(number) = telephone(text) {
        return Some(("telephone number", "tel:", Cow::Owned(number)));
    }
    let end = text.rsplit('.').next().unwrap_or_default();
    let known = IDENTIFIERS.iter().filter(|_| !is_word("file", end)).find(|identifier| identifier.is_value(text))?;
    Some((known.name, known.start, Cow::Borrowed(text)))
}

/// `+49 30 1234567`: the number of E.164 with the separators that people write.
fn telephone(text: &str) -> Option<String> {
    let number = text.strip_prefix('+')?;
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_number = number.chars().all(|c| c.is_ascii_digit() || " -./()\u{A0}".contains(c));
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '+').filter(|word| !word.is_empty());
    (is_number && (7..=15).contains(&digits)).then(|| words.collect::<Vec<_>>().join("-"))
}

/// Returns whether `label` is `www` with a letter less or more, or with a digit after it: `ww`, `wwww`, `www2`.
fn is_misspelled_www(label: &str) -> bool {
    let letters = label.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = label.len() - letters.len();
    letters.bytes().all(|byte| byte.eq_ignore_ascii_case(&b'w'))
        && matches!((letters.len(), digits), (2 | 4, 0) | (3, 1))
}

/// `www.example.org`, `localhost:8080/x`, `192.0.2.1:80/`, `jane@example.org`, `10.1000/182`
pub(super) fn missing_scheme(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let bytes = inner.as_bytes();
    let start = text.span(0, 0);
    let end = inner.find(['/', '?', '#', '\\']).unwrap_or(inner.len());
    let first = &inner[..end];
    let scheme = text.reference.scheme.map(|scheme| scheme.end - text.inner.start);
    // What is parsed as a scheme may be a host before its port.
    if scheme.is_some_and(|colon| !bytes.get(colon + 1).is_some_and(u8::is_ascii_digit)) {
        return None;
    }
    let starts_with = |name: &[u8]| {
        bytes.len() > 4
            && bytes[..4].eq_ignore_ascii_case(name)
            && bytes[4].is_ascii_alphanumeric()
            && text.reference.scheme.is_none()
    };
    let (www, rest) = first.split_once('.').unwrap_or_default();
    let is_file = is_word("file", rest.rsplit('.').next().unwrap_or_default());
    let is_www = text.reference.scheme.is_none()
        && rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !is_file
        && (www.eq_ignore_ascii_case("www") || rest.contains('.') && is_misspelled_www(www));
    // A file may have the name `ftp.xml`.
    if starts_with(b"ftp.") && first.matches('.').count() > 1 && end < inner.len() {
        let host = text.span(0, first.len());
        let mistake = text.of_all(host, "missing scheme: a browser opens a file of this name").owning(host);
        return Some(mistake.replace("insert 'ftp://'", start, "ftp://"));
    }
    if let Some((address, port)) = first.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        && crate::reference::is_ipv6(address.as_bytes())
        && (port.is_empty() || port.starts_with(':') && port[1..].bytes().all(|byte| byte.is_ascii_digit()))
    {
        let host = text.span(0, first.len());
        let mistake = text.of_all(host, "missing scheme before an IP address").owning(host);
        return Some(mistake.replace("insert 'http://'", start, "http://"));
    }
    if is_www {
        let message = "missing scheme: a browser opens a file of this name";
        let host = text.span(0, first.len());
        return Some(text.of_all(host, message).owning(host).replace("insert 'https://'", start, "https://"));
    }
    if text.reference.authority.is_some() {
        return None;
    }
    let sites = [("site", "https://"), ("plain-site", "http://")];
    if let Some((_, scheme)) = sites.into_iter().find(|(site, _)| inner[end..].starts_with('/') && is_word(site, first))
    {
        let host = text.span(0, first.len());
        let mistake = text.of_all(host, "missing scheme: a browser opens a file of this name").owning(host);
        return Some(mistake.replace(format!("insert '{scheme}'"), start, scheme));
    }
    if !text.reference.has_scheme()
        && let Some((name, scheme, fixed)) = unnamed(inner)
    {
        let article = if name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) { "an" } else { "a" };
        let mistake = text.of_all(text.inner, format!("missing scheme of {article} {name}"));
        let title = format!("insert '{scheme}'");
        return Some(if fixed == inner {
            mistake.replace(title, start, scheme)
        } else {
            mistake.replace(format!("replace with '{scheme}{fixed}'"), text.inner, format!("{scheme}{fixed}"))
        });
    }
    let is_name = |host: &str| {
        !host.is_empty()
            && host.split('.').all(|label| {
                !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            })
    };
    if let Some((host, port)) = first.split_once(':') {
        let is_port = (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
        let is_host = is_name(host)
            && (host.contains('.')
                || host.eq_ignore_ascii_case("localhost")
                || port.len() > 1 && end < inner.len() && !is_identifier_scheme(&host.to_ascii_lowercase()));
        if is_port && is_host && crate::rules::schemes::Grammar::for_reference(text.reference).is_none() {
            let message = fit(host, |host| format!("missing scheme: '{host}' is a host, and '{port}' is its port"));
            return Some(text.of_all(text.span(0, first.len()), message).owning(text.span(0, first.len())).replace(
                "insert 'http://'",
                start,
                "http://",
            ));
        }
        return None;
    }
    address(text, is_name)
}

/// `jane@example.org`, `jane(at)example.org`, `jane@example.org, joe@example.org`: what the grammar of `mailto:` accepts, as it
/// is or once its slips are fixed.
fn address(text: &Text<'_, '_>, is_name: impl Fn(&str) -> bool) -> Option<Mistake> {
    let inner = text.inner();
    if inner.len() > LONGEST_ADDRESS || inner.contains(['/', ':']) {
        return None;
    }
    // A local part may contain an apostrophe, and so may the domain of a grammar.
    let meant = format!("mailto:{}", inner.trim_end_matches('\''));
    let reference = Reference::parse(&meant);
    let grammar = Grammar::for_reference(&reference).filter(|grammar| grammar.may_mean(inner, '@'))?;
    let valid = grammar.valid_text(&reference)?;
    let to = valid["mailto:".len()..].split(['?', '#']).next()?;
    let is_address = |address: &str| {
        let Some((local, domain)) = address.split_once('@') else { return false };
        let is_local =
            !local.is_empty() && local.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_+".contains(&byte));
        let top = domain.rsplit('.').next().unwrap_or_default();
        let is_top = top.len() > 1 && top.bytes().all(|byte| byte.is_ascii_alphabetic()) && !is_word("file", top);
        is_local && is_top && is_name(domain) && domain.contains('.')
    };
    to.split(',').all(is_address).then(|| {
        let mistake = text.of_all(text.inner, "missing scheme of an email address");
        if valid == meant && inner.len() + "mailto:".len() == meant.len() {
            mistake.replace("insert 'mailto:'", text.span(0, 0), "mailto:")
        } else {
            mistake.replace("replace with the address", text.inner, valid.into_owned())
        }
    })
}

/// Length of the longest text that is looked at as addresses.
const LONGEST_ADDRESS: usize = 1_000;
