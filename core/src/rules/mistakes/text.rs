//! Mistakes in the characters of a reference: wrong decoding, marks of other notations, and separators.

use core::net::Ipv4Addr;
use std::iter;
use std::sync::LazyLock;

use crate::characters::quotable;
use crate::reference::{HostKind, PercentKinds, encode_str, percent_encoding_at, percent_encodings};
use crate::rules::missing_values;
use crate::rules::mistakes::mistake::{Marks, Mistake, Text, WEB, is_word, without_encoded_marks};
use crate::rules::placeholders;
use crate::rules::pointers;
use crate::rules::rule::Severity;
use crate::rules::schemes::{IDENTIFIERS, plain_form};
use crate::text::{Edit, Span, WHITESPACE, fit};
use crate::unicode::code_point;

/// `data:image/svg+xml,<svg fill='#fff'/>`: a fragment is not part of the data (Fetch, "data: URLs").
pub(super) fn data_fragment(text: &Text<'_, '_>) -> Option<Mistake> {
    let fragment = text.reference.fragment.filter(|_| text.reference.is_scheme("data"))?;
    // The data of base64 contain no '#'.
    if text.reference.path.slice(text.whole).to_ascii_lowercase().contains(";base64,") {
        return None;
    }
    let written = fragment.slice(text.whole);
    let is_data = ["'", "\"", "<", ">", "}", "%3e", "%27", "%22", "%7d"]
        .iter()
        .any(|mark| written.to_ascii_lowercase().contains(mark));
    if !is_data {
        return None;
    }
    let start = fragment.start - 1;
    let all = memchr::memchr_iter(b'#', &text.whole.as_bytes()[start..fragment.end]);
    let all: Vec<Span> = all.map(|at| Span::new(start + at, start + at + 1)).collect();
    let edits = all.iter().map(|&span| Edit { span, text: "%23".to_owned() }).collect();
    let mistake = text.of_all(all[0], "'#' starts a fragment in a data reference").edit("encode '#' as %23", edits);
    Some(Mistake { owned: all, ..mistake })
}

fn is_web_name(scheme: &str) -> bool {
    matches!(scheme, "http" | "https")
}

/// `undefined`, `http://null/`: a program wrote that it had no value.
pub(super) fn missing_value(text: &Text<'_, '_>) -> Option<Mistake> {
    let is_web = text.reference.scheme.is_none_or(|scheme| is_web_name(scheme.slice(text.whole)));
    let is_host = |host: &Span| is_web && missing_values::is_host(host.slice(text.whole));
    let port = text.reference.authority.and_then(|authority| authority.port);
    let in_authority = text.reference.host().into_iter().chain(port).find(is_host);
    let (value, most) = match in_authority {
        Some(part) => (part, Severity::Warning),
        None => match missing_values::most_of(text.inner()) {
            Some(most) => (text.inner, most),
            None => (first_segment(text).filter(|_| is_web)?, Severity::Information),
        },
    };
    let message = format!("'{}' indicates that a program had no value", value.slice(text.whole));
    Some(text.of_all(value, message).at_most(most))
}

/// `undefined/a.png`, `http://example.org/undefined`: the first segment of the path, if it indicates that a value is missing.
fn first_segment(text: &Text<'_, '_>) -> Option<Span> {
    let has_path = !text.reference.has_scheme() || text.reference.authority.is_some();
    let path = Some(text.reference.path).filter(|_| has_path)?;
    let start = path.start + usize::from(path.slice(text.whole).starts_with('/'));
    let rest = &text.whole[start..path.end.min(text.inner.end).max(start)];
    let length = rest.find('/').unwrap_or(rest.len());
    // A file of this name is possible: `null` alone is one of the known texts.
    let is_alone = start == text.inner.start && length == rest.len();
    (!is_alone && missing_values::is_directory(&rest[..length])).then(|| Span::new(start, start + length))
}

/// `http://\u{661}\u{669}\u{662}.…/`: the digits of another script in an IPv4 address.
pub(super) fn digits_of_an_address(text: &Text<'_, '_>) -> Option<Mistake> {
    let host = text.reference.reg_name()?;
    let written = host.slice(text.whole);
    let plain = Some(plain_form(written)).filter(|plain| plain != written && plain.parse::<Ipv4Addr>().is_ok())?;
    let mistake = text.of_all(host, "an IP address has the digits 0 to 9").owning(host);
    Some(mistake.replace(format!("replace with '{plain}'"), host, plain))
}

/// `tel:1-800-FLOWERS`: letters for the digits of a telephone (ITU-T E.161).
pub(super) fn letters_of_a_number(text: &Text<'_, '_>) -> Option<Mistake> {
    const KEYS: &[u8; 26] = b"22233344455566677778889999";
    if !["tel", "sms"].iter().any(|scheme| text.reference.is_scheme(scheme)) {
        return None;
    }
    let path = text.reference.path;
    let number = path.slice(text.whole).split([';', ',']).next()?;
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let letters = number.bytes().filter(u8::is_ascii_alphabetic).count();
    let words = || number.split(|c: char| !c.is_ascii_alphabetic());
    let is_word = words().any(|word| word.len() > 2 && !word.eq_ignore_ascii_case("ext"));
    // The digits from A to F are allowed in a local number.
    let is_hex = number.bytes().all(|byte| !byte.is_ascii_alphabetic() || byte.is_ascii_hexdigit());
    // `tel:O30-1234567`, `tel:+4930l234567`
    let plain = |c: char| match c {
        'O' | 'o' => '0',
        'I' | 'l' => '1',
        c => c,
    };
    let plain: String = number.chars().map(plain).collect();
    if letters > 0 && digits > 3 && !plain.contains(|c: char| c.is_ascii_alphabetic()) {
        let first = path.start + number.find(|c: char| c.is_ascii_alphabetic()).unwrap_or_default();
        let edits = number.match_indices(|c: char| c.is_ascii_alphabetic()).map(|(at, letter)| Edit {
            span: Span::new(path.start + at, path.start + at + letter.len()),
            text: plain[at..=at].to_owned(),
        });
        let mistake = text.of_all(Span::new(first, first + 1), "a letter is used instead of a digit");
        return Some(mistake.owning(path).edit("replace letters with digits", edits.collect()));
    }
    if is_hex || !is_word || words().any(|word| word.eq_ignore_ascii_case("ext")) || digits < 3 {
        return None;
    }
    let is_number = digits + letters < 16 && number.chars().all(|c| c.is_ascii_alphanumeric() || "+-.()".contains(c));
    let fixed = || {
        number.bytes().map(|byte| {
            let key = byte.to_ascii_uppercase().checked_sub(b'A').and_then(|letter| KEYS.get(usize::from(letter)));
            char::from(*key.unwrap_or(&byte))
        })
    };
    is_number.then(|| {
        let first = number.find(|c: char| c.is_ascii_alphabetic()).unwrap_or_default();
        let last = number.rfind(|c: char| c.is_ascii_alphabetic()).unwrap_or_default();
        let span = Span::new(path.start + first, path.start + last + 1);
        let fixed: String = fixed().collect();
        let mistake = text.of_all(span, "letters are not allowed in a telephone number").owning(span);
        mistake.replace("replace letters with digits", span, &fixed[first..=last])
    })
}

/// `http%3A%2F%2Fexample.org%2Fa`, `https:%2F%2Fexample.org`: the delimiters of a whole reference are encoded.
pub(super) fn encoded_start(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let name = &inner[..inner.find([':', '%'])?];
    let mut end = name.len();
    for delimiter in [':', '/', '/'] {
        let (length, _) = decoded_delimiter(&inner[end..]).filter(|(_, c)| *c == delimiter)?;
        end += length;
    }
    let span = text.span(name.len(), end);
    let is_web = WEB.iter().any(|web| name.eq_ignore_ascii_case(web));
    if !is_web || span.len() == "://".len() {
        return None;
    }
    // If the start is encoded, so is what follows.
    let is_whole = inner[name.len()..].starts_with('%') && !inner.contains(['/', '?', '=', '&']);
    let edits = if is_whole {
        let encoded = inner.match_indices('%').filter_map(|(at, _)| Some((at, decoded_delimiter(&inner[at..])?)));
        encoded.map(|(at, (length, c))| Edit { span: text.span(at, at + length), text: c.to_string() }).collect()
    } else {
        vec![Edit { span, text: "://".to_owned() }]
    };
    Some(text.of_all(span, "the delimiters after the scheme are percent-encoded").edit("decode the delimiters", edits))
}

/// Returns the length of a delimiter at the start, which may be percent-encoded any number of times, and the delimiter.
fn decoded_delimiter(text: &str) -> Option<(usize, char)> {
    let digits = text.strip_prefix('%').map(|rest| rest.trim_start_matches("25"));
    let (length, c) = match digits {
        Some(digits) => {
            let byte = u8::from_str_radix(digits.get(..2)?, 16).ok()?;
            (text.len() - digits.len() + 2, char::from(byte))
        }
        None => (1, text.chars().next()?),
    };
    ":/?#@!$&'()*+,;=".contains(c).then_some((length, c))
}

/// `data:image/png;base64,data:image/png;base64,…`, `data:image/png,base64,…`
pub(super) fn data_head(text: &Text<'_, '_>) -> Option<Mistake> {
    let path = text.reference.path;
    let written = path.slice(text.whole);
    let (head, body) = written.split_once(',').filter(|_| text.reference.is_scheme("data"))?;
    // `image/png; base64`: browsers skip these blanks (Fetch, "data: URLs").
    let blanks: Vec<(usize, &str)> = head.match_indices(WHITESPACE).collect();
    if let [(first, _), ..] = blanks[..]
        && is_media_type(&head.replace(WHITESPACE, ""))
    {
        let span = |at: usize| Span::new(path.start + at, path.start + at + 1);
        // `image/png base64`
        if let [(blank, _)] = blanks[..]
            && !head.contains(';')
            && ["base64", "utf8", "charset=utf-8"].contains(&&head[blank + 1..])
        {
            let mistake = text.of_all(span(blank), "';' must precede a parameter of the media type");
            return Some(mistake.replace("replace whitespace with ';'", span(blank), ";"));
        }
        let edits = blanks.iter().map(|&(at, _)| Edit { span: span(at), text: String::new() }).collect();
        let mistake = text.of_all(span(first), "whitespace in the media type");
        return Some(mistake.edit("remove whitespace", edits));
    }
    // `image/png,base64;iVBORw0`
    if let Some(data) = body.strip_prefix("base64;")
        && is_media_type(head)
        && data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=%".contains(&byte))
    {
        let at = path.start + head.len();
        let span = Span::new(at, at + ",base64;".len());
        let edits = [(span.start, ";"), (span.end - 1, ",")];
        let edits = edits.map(|(at, new)| Edit { span: Span::new(at, at + 1), text: new.to_owned() });
        let mistake = text.of_all(span, "';' must precede 'base64', and ',' the data").owning(span);
        return Some(mistake.edit("exchange ',' and ';'", edits.to_vec()));
    }
    // Without `;` before it, `base64` is the start of the data.
    if let Some(data) = body.strip_prefix("base64,") {
        let comma = Span::new(path.start + head.len(), path.start + head.len() + 1);
        // A text may start with this word, an image does not.
        let is_binary = ["image/", "audio/", "video/", "font/"].iter().any(|kind| head.starts_with(kind));
        let is_data = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=%".contains(&byte);
        let is_base64 = is_binary && !data.is_empty() && data.bytes().all(is_data);
        return is_base64.then(|| {
            let mistake = text.of_all(comma, "';' must precede 'base64', not ','").owning(comma);
            mistake.replace("replace ',' with ';'", comma, ";")
        });
    }
    let is_second = body.get(..5).is_some_and(|second| second.eq_ignore_ascii_case("data:"));
    (is_second && body.contains(',') && head.ends_with(";base64")).then(|| {
        let first = Span::new(text.inner.start, path.start + head.len() + 1);
        let mistake =
            text.of_all(first, "duplicate scheme: 'data:' follows 'data:'").owning(Span::new(first.start, path.end));
        mistake.replace("remove first scheme", first, "")
    })
}

/// Returns whether `head` is a media type with parameters, as before the comma of a data reference.
fn is_media_type(head: &str) -> bool {
    let is_token =
        |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_alphanumeric() || b"+.-_".contains(&c));
    let mut parts = head.split(';');
    let has_type = parts.next().and_then(|kind| kind.split_once('/')).is_some_and(|(a, b)| is_token(a) && is_token(b));
    has_type && parts.all(|part| part.split('=').all(is_token))
}

/// `https://doi.org/10.1000/182.`, `images/a.png,`: the mark of a sentence after an identifier or the name of a file.
pub(super) fn sentence_mark(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let kept = inner.trim_end_matches(['.', ',', ';']);
    let path = text.reference.path;
    if inner.len() != kept.len() + 1 || path.end != text.inner.end || text.reference.has_scheme() && !text.is_of_web() {
        return None;
    }
    let name = kept.rsplit('/').next().unwrap_or(kept);
    let is_file = name.rsplit_once('.').is_some_and(|(stem, end)| !stem.is_empty() && is_word("file", end));
    let is_identifier = || {
        let host = text.reference.host().map(|host| host.slice(text.whole).to_ascii_lowercase());
        let of_host = IDENTIFIERS.iter().find(|known| host.as_deref().is_some_and(|host| known.hosts.contains(&host)));
        let value = text.whole[path.start..text.inner.start + kept.len()].strip_prefix('/');
        of_host.zip(value).is_some_and(|(known, value)| known.is_value(value))
    };
    let has_path = !path.is_empty() && (text.reference.authority.is_some() || !text.reference.has_scheme());
    (has_path && (is_file || is_identifier())).then(|| {
        let span = text.span(kept.len(), inner.len());
        let message = format!("'{}' is not part of the reference", span.slice(text.whole));
        text.of_all(span, message).owning(span).replace("remove mark after the reference", span, "")
    })
}

/// `http://example.org/K%EF%BF%BDln`: the replacement for bytes that a program could not decode.
pub(super) fn lost_character(text: &Text<'_, '_>) -> Option<Mistake> {
    const ENCODED: &str = "%EF%BF%BD";
    let inner = text.inner();
    let is_encoded = |at: &usize| inner.get(*at..at + ENCODED.len()).is_some_and(|c| c.eq_ignore_ascii_case(ENCODED));
    let encoded = memchr::memchr_iter(b'%', inner.as_bytes()).filter(is_encoded);
    let owned: Vec<Span> = encoded.map(|at| text.span(at, at + ENCODED.len())).collect();
    let message = "'%EF%BF%BD' stands for a character that a program could not decode";
    Some(Mistake { owned: owned.clone(), ..text.of_all(*owned.first()?, message).at_most(Severity::Information) })
}

/// `http://example.org/a%0A`, `http://example.org/a%E2%80%8B`, `http://example.org/a%3C/a%3E`: what follows a reference in a
/// text was encoded with it.
pub(super) fn encoded_end(text: &Text<'_, '_>) -> Option<Mistake> {
    let reference = text.reference;
    let is_of_web = reference.scheme.is_none_or(|scheme| is_web_name(scheme.slice(text.whole)));
    let path = reference.path;
    let written = path.slice(text.whole);
    if !is_of_web || path.end != text.inner.end || !written.as_bytes().rchunks(3).next()?.starts_with(b"%") {
        return None;
    }
    let end = tag_start(written).unwrap_or_else(|| without_encoded_marks(written).len());
    let span = Span::new(path.start + end, path.end);
    (end > 0 && !span.is_empty()).then(|| {
        let encoded = span.slice(text.whole);
        let message = fit(encoded, |encoded| format!("'{encoded}' is probably not part of the reference"));
        let mistake = text.of_all(span, message).owning(span).at_most(Severity::Information);
        mistake.replace("remove text after the reference", span, "")
    })
}

/// Returns where the encoding of a last tag starts: `%3C/a%3E`, `%3Cbr%3E`.
fn tag_start(path: &str) -> Option<usize> {
    let rest = path.get(..path.len().checked_sub(3)?).filter(|rest| path[rest.len()..].eq_ignore_ascii_case("%3E"))?;
    let at = rest.rfind("%3")?;
    let name = rest.get(at + 3..).filter(|_| rest[at..at + 3].eq_ignore_ascii_case("%3C"))?;
    let name = name.trim_matches('/');
    is_word("element", name).then_some(at)
}

/// `http://example.org/${id}`, `$%7Bid%7D`: no program has replaced it.
pub(super) fn placeholder(text: &Text<'_, '_>) -> Option<Mistake> {
    if text.is_free() {
        return None;
    }
    let inner = text.inner();
    let kinds = text.reference.percent_kinds;
    // Each has one of these, or a '%' that encodes nothing.
    let has_mark = text.marks.intersects(Marks::of("{}>[]^|#"))
        || text.marks.contains(Marks::of("<%"))
        || text.marks.contains(Marks::of("@("));
    let mut found: Vec<Span> = Vec::new();
    if kinds.intersects(PercentKinds::STRAY) || has_mark {
        found = unreplaced(text, inner, false);
    }
    let is_encoded = found.is_empty() && kinds.intersects(PercentKinds::BRACKET);
    if is_encoded {
        let (decoded, offsets) = without_encoded_brackets(inner);
        // Some names of files have a word in single brackets or braces.
        let encoded = |span: Span| Span::new(offsets[span.start], offsets[span.end]);
        let all = unreplaced(text, &decoded, true).into_iter().filter(|span| encoded(*span).len() > span.len());
        found = all.map(encoded).collect();
    }
    let owned: Vec<Span> = found.iter().map(|span| text.span(span.start, span.end)).collect();
    let first = *owned.first()?;
    let written = quotable(first.slice(text.whole), first.slice(text.whole)).into_owned();
    let message = fit(&written, |written| format!("no program has replaced the placeholder '{written}'"));
    let most = if is_encoded { Severity::Information } else { Severity::Warning };
    Some(Mistake { owned, ..text.of_all(first, message).at_most(most) })
}

/// Returns the placeholders in `inner`, the inner text of a reference or what its brackets encode, in order.
fn unreplaced(text: &Text<'_, '_>, inner: &str, is_encoded: bool) -> Vec<Span> {
    // A reference may contain `@name@` and `$(name)`.
    let is_call = |text: &str| text.starts_with('@') && text.ends_with(')');
    let is_no_reference = |text: &str| text.contains(['{', '<', '[', '%', '^', '|']) || is_call(text);
    let mut found: Vec<Span> = placeholders::known().find(inner, is_encoded);
    let fragment = inner.find('#').unwrap_or(inner.len());
    // `http://[v1.a]/`
    let address = text.reference.authority.filter(|authority| authority.kind == HostKind::IpvFuture);
    let is_address = |start: usize| address.is_some_and(|address| address.host.start == text.inner.start + start);
    found.retain(|span| is_no_reference(span.slice(inner)));
    let leftover = placeholders::leftover().find(inner, is_encoded).into_iter().filter(|span: &Span| {
        let next = found.partition_point(|known| known.end <= span.start);
        // `?subject=[list]`
        let is_text = || span.start > fragment || text.reference.is_scheme("mailto");
        let is_literal = inner[span.start..].starts_with('[') && (is_address(span.start) || is_text());
        !is_literal && found.get(next).is_none_or(|known| span.end <= known.start)
    });
    let leftover: Vec<Span> = leftover.collect();
    found.extend(leftover);
    found.sort();
    // `${id` at the end
    found.extend(unclosed(inner).filter(|span| found.last().is_none_or(|last| last.end <= span.start)));
    found
}

/// Returns the placeholder that no bracket ends.
fn unclosed(inner: &str) -> Option<Span> {
    let last = memchr::memrchr2(b'{', b'<', inner.as_bytes())?;
    let at = if inner[last..].starts_with("<%") { last } else { last.checked_sub(1)? };
    let name =
        inner.get(at..)?.strip_prefix("<%").or_else(|| inner[at..].strip_prefix(['$', '{'])?.strip_prefix('{'))?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b' '));
    (is_name && name.bytes().any(|byte| byte.is_ascii_alphabetic())).then(|| Span::new(at, inner.len()))
}

/// Decodes encoded brackets. The second value contains the offset in `text` of each byte and of the end.
fn without_encoded_brackets(text: &str) -> (String, Vec<usize>) {
    let (mut decoded, mut offsets, mut done) = (String::with_capacity(text.len()), Vec::new(), 0);
    for (at, _) in text.match_indices('%') {
        let byte = percent_encoding_at(text.as_bytes(), at);
        if let Some(bracket) = byte.map(char::from).filter(|c| "<>[]{}$\"".contains(*c)) {
            decoded.push_str(&text[done..at]);
            offsets.extend(done..=at);
            decoded.push(bracket);
            done = at + 3;
        }
    }
    decoded.push_str(&text[done..]);
    offsets.extend(done..=text.len());
    (decoded, offsets)
}

/// `KÃ¶ln`: UTF-8 that was read as windows-1252; `\u{420}\u{455}`, as windows-1251; and so on.
pub(super) fn mojibake(text: &Text<'_, '_>) -> Option<Mistake> {
    let (runs, encoding) = misread(text.inner())?;
    let edits: Vec<Edit> =
        runs.into_iter().map(|(run, text_of)| Edit { span: text.span(run.start, run.end), text: text_of }).collect();
    let Edit { span, text: decoded } = edits.first()?.clone();
    let quoted = |text: &str| quotable(text, text).into_owned();
    let (written, meant) = (quoted(span.slice(text.whole)), quoted(&decoded));
    let message = fit(&written, |written| format!("'{written}' is UTF-8 for '{meant}', read as {encoding}"));
    let title = format!("replace with '{meant}'");
    let is_plain = decoded.chars().all(|c| !c.is_control() && !c.is_whitespace());
    // A text in which these letters are meant has others of its kind.
    is_plain.then(|| text.of_all(span, message).owning(span).edit(title, edits))
}

/// Returns the runs of `text` that are UTF-8 read in another encoding, with what they mean, and the name of that encoding.
fn misread(text: &str) -> Option<(Vec<(Span, String)>, &'static str)> {
    let others = ENCODINGS.iter().map(|encoding| (encoding.runs(text), encoding.name));
    iter::once((western(text), "windows-1252")).chain(others).find(|(runs, _)| !runs.is_empty())
}

/// Encoding of `encodings.txt`.
struct Encoding {
    name: &'static str,
    /// Characters with which UTF-8 starts in this encoding. The feature for mojibake is set for them.
    starts: &'static str,
    /// The characters of the bytes from 0x80 on.
    characters: Vec<char>,
}

static ENCODINGS: LazyLock<Vec<Encoding>> = LazyLock::new(|| {
    let lines = include_str!("encodings.txt").lines().filter(|line| !line.starts_with('#'));
    let character = |(c, byte): (char, u8)| match c {
        '_' => char::from(byte),
        '~' => '\u{A0}',
        c => c,
    };
    let encoding = |line: &'static str| {
        let mut parts = line.split('\t');
        let (name, starts) = (parts.next()?, parts.next()?);
        let characters = parts.next()?.chars().zip(0x80..=0xFF).map(character).collect();
        Some(Encoding { name, starts, characters })
    };
    lines.filter_map(encoding).collect()
});

impl Encoding {
    fn byte(&self, c: char) -> Option<u8> {
        u8::try_from(0x80 + self.characters.iter().position(|known| *known == c)?).ok()
    }

    /// Returns the runs of characters that are UTF-8 read in this encoding, and what they mean: none if one of the runs is
    /// something else.
    fn runs(&self, text: &str) -> Vec<(Span, String)> {
        let mut found = Vec::new();
        let mut rest = 0;
        while let Some(start) = text[rest..].find(|c: char| !c.is_ascii()).map(|at| rest + at) {
            let end = text[start..].find(|c: char| c.is_ascii()).map_or(text.len(), |at| start + at);
            rest = end;
            let run = &text[start..end];
            let bytes = || run.chars().map(|c| self.byte(c)).collect::<Option<Vec<u8>>>();
            let bytes = run.starts_with(|c| self.starts.contains(c)).then(bytes).flatten();
            let decoded = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
            // Two letters may be a word: `\u{420}\u{456}` starts a name of a town.
            let may_be_word = run.chars().count() == 2 && run.chars().all(char::is_alphabetic);
            let is_meant = |decoded: &String| match decoded.chars().count() {
                1 => !may_be_word && decoded.chars().all(is_frequent),
                _ => decoded.chars().all(|c| is_frequent(c) || is_letter_of_web(c)),
            };
            let Some(decoded) = decoded.filter(is_meant) else { return Vec::new() };
            found.push((Span::new(start, end), decoded));
        }
        found
    }
}

/// Returns whether `c` is a letter of Latin or Greek, a dash or a quotation mark.
fn is_frequent(c: char) -> bool {
    matches!(c, '\u{C0}'..='\u{17F}' | '\u{370}'..='\u{3FF}' | '\u{2010}'..='\u{2026}')
}

/// Returns whether `c` is a letter of Cyrillic, Hebrew or Arabic.
fn is_letter_of_web(c: char) -> bool {
    matches!(c, '\u{401}'..='\u{45F}' | '\u{490}' | '\u{491}' | '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{64A}')
}

/// Returns the characters that are UTF-8 read as windows-1252, and what they mean.
fn western(text: &str) -> Vec<(Span, String)> {
    let mut edits: Vec<(Span, String)> = Vec::new();
    let mut skip = 0;
    for (at, c) in text.char_indices() {
        if at < skip || !matches!(c, '\u{C2}'..='\u{F4}') {
            continue;
        }
        let length = match c {
            '\u{C2}'..='\u{DF}' => 2,
            '\u{E0}'..='\u{EF}' => 3,
            _ => 4,
        };
        let characters: Vec<char> = text[at..].chars().take(length).collect();
        let bytes: Option<Vec<u8>> = characters.iter().map(|c| windows_1252(*c)).collect();
        let decoded = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).filter(|_| characters.len() == length);
        if let Some(decoded) = decoded {
            let width: usize = characters.iter().map(|c| c.len_utf8()).sum();
            edits.push((Span::new(at, at + width), decoded));
            skip = at + width;
        }
    }
    edits
}

/// `%C3%83%C2%BC`: the percent-encodings of `\u{C3}\u{BC}`, UTF-8 that was read in another encoding and encoded again.
pub(super) fn encoded_mojibake(text: &Text<'_, '_>) -> Option<Mistake> {
    const ENCODED: usize = "%C3".len();
    let inner = text.inner();
    // What follows each other is decoded together: the offset of each byte is that of its percent-encoding.
    let (mut bytes, mut offsets): (Vec<u8>, Vec<usize>) = (Vec::new(), Vec::new());
    for encoding in percent_encodings(inner.as_bytes()).filter(|encoding| !encoding.byte.is_ascii()) {
        if offsets.last().is_some_and(|last| last + ENCODED != encoding.start) {
            bytes.push(b' ');
            offsets.push(encoding.start);
        }
        bytes.push(encoding.byte);
        offsets.push(encoding.start);
    }
    let decoded = String::from_utf8(bytes).ok()?;
    let (runs, encoding) = misread(&decoded)?;
    let edits = runs.into_iter().map(|(run, meant)| Edit {
        span: text.span(offsets[run.start], offsets[run.end - 1] + ENCODED),
        text: encode_str(&meant),
    });
    let edits: Vec<Edit> = edits.collect();
    let Edit { span, text: meant } = edits.first()?.clone();
    let message = fit(span.slice(text.whole), |written| {
        format!("'{written}' is '{meant}', read as {encoding} and encoded again")
    });
    let mistake = text.of_all(span, message).owning(span).at_most(Severity::Information);
    Some(mistake.edit(format!("replace with '{meant}'"), edits))
}

/// Characters of windows-1252 from 0x80 to 0x9F, for the control characters of ISO 8859-1.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}', '\u{2030}',
    '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}',
    '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}',
    '\u{17E}', '\u{178}',
];

fn windows_1252(c: char) -> Option<u8> {
    if let Some(at) = WINDOWS_1252.iter().position(|&known| known == c) {
        return u8::try_from(0x80 + at).ok();
    }
    u8::try_from(u32::from(c)).ok()
}

/// U+0096 where windows-1252 has an en dash.
pub(super) fn windows_control(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    // U+0080 to U+009F start with this byte.
    memchr::memchr(0xC2, inner.as_bytes())?;
    let is_control = |c: &char| matches!(c, '\u{80}'..='\u{9F}') && *c != '\u{85}';
    let meant = |c: char| {
        Some(WINDOWS_1252[usize::try_from(u32::from(c)).ok()?.checked_sub(0x80)?]).filter(|meant| *meant != c)
    };
    let all = inner.char_indices().filter(|(_, c)| is_control(c)).filter_map(|(at, c)| Some((at, c, meant(c)?)));
    let all: Vec<(usize, char, char)> = all.collect();
    let &(at, c, first) = all.first()?;
    let span = text.span(at, at + c.len_utf8());
    let edits =
        all.iter().map(|&(at, c, meant)| Edit { span: text.span(at, at + c.len_utf8()), text: meant.to_string() });
    let message = format!("{} is '{first}' in windows-1252, but a control character here", code_point(c));
    Some(text.of_all(span, message).owning(span).edit(format!("replace with '{first}'"), edits.collect()))
}

/// `#xpointer(id('a')`: a parenthesis is not closed.
pub(super) fn open_pointer(text: &Text<'_, '_>) -> Option<Mistake> {
    let fragment = text.reference.fragment?;
    let fragment = Span::new(fragment.start, text.inner.end.max(fragment.start));
    let missing = pointers::open_parentheses(fragment.slice(text.whole))?;
    let last = Span::new(fragment.end, fragment.end);
    let closing = ")".repeat(missing);
    let mistake = text.of_all(fragment, "')' is missing at the end of the pointer");
    Some(mistake.owning(fragment).replace("insert ')'", last, closing))
}

/// `#xpointer(//*[@id='x')]`: the last two brackets are swapped.
pub(super) fn swapped_brackets(text: &Text<'_, '_>) -> Option<Mistake> {
    let fragment = text.reference.fragment?;
    let written = fragment.slice(text.whole);
    let is_pointer =
        written.starts_with("xpointer(") || written.starts_with("xpath1(") || written.starts_with("xpath(");
    if !is_pointer || !written.ends_with(")]") || written.matches('[').count() != written.matches(']').count() {
        return None;
    }
    let span = Span::new(fragment.end - 2, fragment.end);
    Some(text.of_all(span, "')' before ']' ends the pointer").owning(fragment).replace(
        "replace ')]' with '])'",
        span,
        "])",
    ))
}

/// `http://example.org/a%3Fx=1`, `http://example.org/a%3Fx%3D1%26y%3D2`: the delimiters of a query are encoded.
pub(super) fn encoded_query(text: &Text<'_, '_>) -> Option<Mistake> {
    let reference = text.reference;
    let path = reference.path;
    let written = path.slice(text.whole);
    let at = written.find("%3F").or_else(|| written.find("%3f"))?;
    let rest = &written[at + 3..];
    let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    let is_parameter = length > 0
        && (rest[length..].starts_with('=')
            || rest[length..].get(..3).is_some_and(|end| end.eq_ignore_ascii_case("%3D")));
    if !text.is_of_web() || !is_parameter || reference.query.is_some() || rest.contains('/') {
        return None;
    }
    let span = |at: usize| Span::new(path.start + at, path.start + at + 3);
    let is_all = !rest.contains(['=', '&']);
    let delimiters = memchr::memchr_iter(b'%', written.as_bytes()).filter(|found| *found >= at);
    let edits = delimiters.filter_map(|found| {
        let meant = match &written.get(found..found + 3)?.to_ascii_uppercase()[..] {
            "%3F" if found == at => "?",
            "%3D" if is_all => "=",
            "%26" if is_all => "&",
            _ => return None,
        };
        Some(Edit { span: span(found), text: meant.to_owned() })
    });
    let mistake = text.of_all(span(at), "'%3F' is part of a name: it does not start a query").owning(span(at));
    Some(mistake.at_most(Severity::Information).edit("decode the delimiters of the query", edits.collect()))
}

/// `..%5Ccss%5Ca.css`, `audio%2Fa.mp4`: an encoded separator separates nothing.
pub(super) fn encoded_separator(text: &Text<'_, '_>) -> Option<Mistake> {
    let reference = text.reference;
    if reference.has_scheme() || reference.authority.is_some() {
        return None;
    }
    let path = reference.path;
    let written = path.slice(text.whole);
    let lower = written.to_ascii_lowercase();
    let find = |encoded: &str| -> Vec<usize> { lower.match_indices(encoded).map(|(at, _)| at).collect() };
    let (backslashes, slashes) = (find("%5c"), find("%2f"));
    let is_path = !written.contains('/') && !lower.contains("%3a");
    let (found, name, most) = match (backslashes.is_empty(), slashes.is_empty()) {
        (false, _) => (backslashes, "%5C", Severity::Warning),
        (true, false) if is_path => (slashes, "%2F", Severity::Information),
        _ => return None,
    };
    let edits =
        found.iter().map(|at| Edit { span: Span::new(path.start + at, path.start + at + 3), text: "/".to_owned() });
    let span = Span::new(path.start + found[0], path.start + found[0] + 3);
    let message = format!("'{name}' is part of a name, not a separator");
    Some(
        text.of_all(span, message).owning(span).at_most(most).edit(format!("replace {name} with '/'"), edits.collect()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Reference;
    use crate::rules::features::Features;

    #[test]
    fn what_starts_utf8_in_an_encoding_is_looked_at() {
        let mut looked_at = 0;
        for encoding in &*ENCODINGS {
            for meant in ["\u{E9}", "\u{142}", "\u{2019}", "\u{3B1}", "\u{3C9}", "\u{43F}\u{440}", "\u{440}\u{43F}"] {
                let character = |byte: u8| encoding.characters[usize::from(byte) - 0x80];
                let written: String = meant.bytes().map(character).collect();
                if !written.starts_with(|c| encoding.starts.contains(c)) {
                    continue;
                }
                let text = format!("http://example.org/{written}");
                let reference = Reference::parse(&text);
                assert!(
                    Features::from_reference(&reference).intersects(Features::MOJIBAKE),
                    "{}: {text}",
                    encoding.name
                );
                assert!(mojibake(&crate::rules::mistakes::text(&reference)).is_some(), "{}: {text}", encoding.name);
                looked_at += 1;
            }
        }
        assert!(looked_at > ENCODINGS.len());
    }
}
