//! Mistakes inside a reference: a second one, whitespace at a separator, and a password with a separator.

use crate::reference::{Class, Reference, encode_str};
use crate::rules::mistakes::mistake::{Mistake, Text, WEB, is_word, starts_like_host, starts_with_scheme};
use crate::rules::schemes::{IDENTIFIERS, Identifier, ascii_form, is_orcid_right};
use crate::text::{Edit, Span, WHITESPACE, fit};
use crate::unicode::quoted_name;

/// Characters that people and tools write between two references.
const SEPARATORS: [char; 14] =
    [' ', '\t', '\n', '\r', ',', ';', '|', '>', '\u{A0}', '\u{3000}', '\u{3001}', '\u{3002}', '\u{FF0C}', '\u{FF1B}'];

/// `https://doi.org/ 10.1000/182`, `https://doi.org/doi:10.1000/182`, `https://orcid.org0000-0002-1825-0097`
pub(super) fn identifier(text: &Text<'_, '_>) -> Option<Mistake> {
    let host = text.reference.host()?;
    let written = host.slice(text.whole).to_ascii_lowercase();
    let known = |identifier: &'static Identifier| {
        let mut hosts = identifier.hosts.iter().filter(|known| written.starts_with(**known));
        hosts.next().map(|known| (identifier, known.len()))
    };
    let (identifier, length) = IDENTIFIERS.iter().find_map(known)?;
    let path: Span = Span::new(host.start + length, text.reference.path.end.min(text.inner.end));
    let written = path.slice(text.whole);
    let value = without_text_before(written, identifier);
    let extra = &written[..written.len() - value.len()];
    // `10.1000 /182`, `10.1000/ 182`
    let slash = value.find('/').map_or(value.len(), |slash| slash + 1);
    let blanks = value[slash..].len() - value[slash..].trim_start_matches(WHITESPACE).len();
    let (start, rest) = value.split_at(slash + blanks);
    let squeezed: String = start.split(WHITESPACE).chain([rest]).collect();
    if extra == "/" && squeezed.len() < value.len() && identifier.is_value(&squeezed) {
        let blanks = start.match_indices(WHITESPACE).map(|(at, blank)| (path.end - value.len() + at, blank.len()));
        let edits = blanks.map(|(at, length)| Edit { span: Span::new(at, at + length), text: String::new() });
        let edits: Vec<Edit> = edits.collect();
        let owned = Span::new(edits.first()?.span.start, edits.last()?.span.end);
        let message = format!("whitespace in the {}", identifier.name);
        return Some(text.of_all(owned, message).owning(owned).edit("remove whitespace", edits));
    }
    let name = identifier.name;
    // `10.1000/182. Epub 2011 May 17`: an identifier contains no whitespace.
    if extra == "/"
        && let Some((kept, rest)) = value.split_once(WHITESPACE)
        && let Some(word) = rest.trim_start().split(|c: char| !c.is_ascii_alphanumeric()).next()
        && is_word("after-identifier", word)
        && let kept = kept.trim_end_matches(['.', ',', ';'])
        && identifier.is_value(kept)
    {
        let span = Span::new(path.end - value.len() + kept.len(), path.end);
        let mistake = text.of_all(span, format!("text after the {name}")).owning(span);
        return Some(mistake.replace("remove text after the reference", span, ""));
    }
    // `10.1000/xyz 123`: the line of a page ended there.
    if extra == "/"
        && let Some((start, rest)) = value.split_once(WHITESPACE)
        && start.contains('/')
        && !rest.trim_start().contains(WHITESPACE)
        && (rest.contains(|c: char| c.is_ascii_digit()) || start.ends_with(['-', '_', '.', '/']))
        && identifier.is_value(&[start, rest.trim_start()].concat())
    {
        let blanks = start.len()..value.len() - rest.trim_start().len();
        let span = Span::new(path.end - value.len() + blanks.start, path.end - value.len() + blanks.end);
        let mistake = text.of_all(span, format!("whitespace in the {name}")).owning(span);
        return Some(mistake.replace("remove whitespace", span, ""));
    }
    // `0000 0002 1825 0097`, or with dashes
    let has_groups = !value.contains('/');
    let is_dash = |c: char| c == ' ' && has_groups || ascii_form(c) == Some('-');
    let dashes: Vec<(usize, &str)> = value.match_indices(is_dash).collect();
    if extra == "/" && !dashes.is_empty() && identifier.is_value(&value.replace(is_dash, "-")) {
        let at =
            |at: usize, dash: &str| Span::new(path.end - value.len() + at, path.end - value.len() + at + dash.len());
        let edits: Vec<Edit> =
            dashes.iter().map(|&(start, dash)| Edit { span: at(start, dash), text: "-".to_owned() }).collect();
        let c = quoted_name(dashes[0].1.chars().next()?);
        let mistake = text.of_all(edits[0].span, format!("{c} in the {name} must be '-'")).owning(path);
        return Some(mistake.edit(format!("replace {c} with '-'"), edits));
    }
    if extra == "/" {
        return wrong_orcid(text, identifier, Span::new(path.end - value.len(), path.end));
    }
    // Also with blanks in it: `https://doi.org//10.1000/0 2`.
    let squeezed: String = value.split(WHITESPACE).collect();
    if !identifier.is_value(&squeezed) {
        return None;
    }
    // The first slash stays.
    let kept = usize::from(extra.starts_with('/'));
    let span = Span::new(path.start + kept, path.end - value.len());
    let is_blank = extra.replace("%20", " ").trim_matches(['/', ' ']).is_empty() && extra.contains([' ', '%']);
    let message = match extra {
        "" => format!("missing '/' before the {name}"),
        _ if is_blank => format!("whitespace before the {name}"),
        _ => format!("text before the {name}"),
    };
    let title = match kept {
        0 if extra.is_empty() => "insert '/'",
        0 => "replace with '/'",
        _ => "remove text before the value",
    };
    let slash = if kept > 0 { "" } else { "/" };
    let fixed = Span::new(span.start, path.end);
    let mistake = text.of_all(span, message).owning(path);
    if squeezed.len() == value.len() {
        return Some(mistake.replace(title, span, slash));
    }
    let title = fit(&squeezed, |value| format!("replace with '{slash}{value}'"));
    Some(mistake.replace(title, fixed, format!("{slash}{squeezed}")))
}

/// Returns `text` without what people write before such a value: delimiters, its name, and a host again.
fn without_text_before<'t>(text: &'t str, identifier: &Identifier) -> &'t str {
    let mut rest = text.trim_start_matches(['/', ':', ' ', '.']);
    let label = identifier.hosts.first().and_then(|host| host.split('.').next());
    let starts = ["%20", "http://", "https://"].into_iter().chain(identifier.hosts.iter().copied()).chain(label);
    let starts: Vec<&str> = starts.collect();
    while let Some(start) =
        starts.iter().find(|start| rest.get(..start.len()).is_some_and(|part| part.eq_ignore_ascii_case(start)))
    {
        rest = rest[start.len()..].trim_start_matches(['/', ':', ' ']);
    }
    rest
}

/// `http://a.example/ http://b.example/`, `http://a.example/,http://b.example/`, `http://a.examplehttp://b.example/`
pub(super) fn second_reference(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    let reference = text.reference;
    if text.is_free() {
        return None;
    }
    let query = reference.query.or(reference.fragment).map_or(inner.len(), |query| query.start - text.inner.start);
    let seen = reference.seen.anywhere();
    if seen.intersects(Class::SUB_DELIM.or(Class::LEIRI_ASCII).or(Class::NON_ASCII))
        && let Some(first) = inner[..query].find(SEPARATORS)
        && let Some(mistake) = reference_after_separator(text, first, query)
    {
        return Some(mistake);
    }
    if query < inner.len()
        && seen.intersects(Class::LEIRI_ASCII)
        && let Some(mistake) = reference_after_value(text, query)
    {
        return Some(mistake);
    }
    let authority = reference.authority?;
    if let Some(span) = glued_in_path(text) {
        let message = format!("second reference: '{}' in the path", span.slice(text.whole));
        return Some(text.of_all(span, message).owning(Span::new(text.inner.start, text.inner.end)));
    }
    // A colon in the authority ends the first reference if "//" follows it.
    let rest = &text.whole[authority.span.start..text.inner.end.max(authority.span.start)];
    let length = authority.span.len().min(rest.len());
    if !rest[..length].contains(':') && !rest[length..].starts_with("//") {
        return None;
    }
    let (colon, separator) = ["://", "//"].iter().find_map(|separator| Some((rest.find(separator)?, separator)))?;
    if authority.span.start + colon > authority.span.end {
        return None;
    }
    let second =
        ["https", "http", "ftp"].iter().find(|scheme| rest[..colon].to_ascii_lowercase().ends_with(*scheme))?;
    let start = authority.span.start + colon - second.len();
    if start == authority.span.start || *separator == "//" && !starts_like_host(&rest[colon + 2..]) {
        return None;
    }
    let span = Span::new(start, start + second.len() + separator.len());
    let mistake = text
        .of_all(span, format!("second reference: '{second}{separator}' in the host"))
        .owning(Span::new(text.inner.start, text.inner.end));
    // `https://example.orghttps://example.org/a`: a program wrote the base before a whole reference.
    let base = &text.whole[authority.span.start..start];
    let host = &rest[colon + separator.len()..];
    let is_base = base.eq_ignore_ascii_case("www.")
        || base.contains('.') && host.strip_prefix(base).is_some_and(|end| end.is_empty() || end.starts_with('/'));
    let first = Span::new(text.inner.start, start);
    Some(if is_base && *separator == "://" { mistake.replace("remove first reference", first, "") } else { mistake })
}

/// Returns `https://` in the path after a letter or a digit: `http://a.example/xhttps://b.example/`.
fn glued_in_path(text: &Text<'_, '_>) -> Option<Span> {
    let path = text.reference.path;
    let written = path.slice(text.whole);
    let is_web = text.reference.is_scheme("http") || text.reference.is_scheme("https");
    let colon = written.find("://").filter(|_| is_web)?;
    let second = ["https", "http"].iter().find(|scheme| written[..colon].ends_with(*scheme))?;
    let start = colon - second.len();
    let is_glued =
        written[..start].ends_with(|c: char| c.is_ascii_alphanumeric()) && starts_like_host(&written[colon + 3..]);
    is_glued.then(|| Span::new(path.start + start, path.start + colon + 3))
}

/// Finds a second reference after one of the separators from `first` to `query`.
fn reference_after_separator(text: &Text<'_, '_>, first: usize, query: usize) -> Option<Mistake> {
    let inner = text.inner();
    let is_list = |at: usize| {
        WHITESPACE.contains(&char::from(inner.as_bytes()[at])) || starts_with_scheme(&inner[..at]).is_some()
    };
    let mut last_ones = inner[first..query].match_indices(SEPARATORS).map(|(at, mark)| (first + at, mark.len()));
    let separator = last_ones.find_map(|(last, length)| {
        starts_with_scheme(&inner[last + length..])?;
        let start = inner[..last].trim_end_matches(SEPARATORS).len();
        (start.max(first)..=last).find(|&at| at > 0 && inner.is_char_boundary(at) && is_list(at))
    });
    if let Some(at) = separator {
        let rest = inner[at..].trim_start_matches(SEPARATORS);
        let end = inner.len() - rest.len();
        let start = inner[..at].trim_end_matches(SEPARATORS).len();
        let message = format!("second reference after {}", quoted_name(inner[at..].chars().next()?));
        // Blanks before it separate words of the list: `http://a.example/ and http://b.example/`.
        let owned = inner.find(WHITESPACE).or_else(|| inner.find('<')).unwrap_or(start).min(start);
        let mistake = text.of_all(text.span(start, end), message).owning(text.span(owned, inner.len()));
        let again = text.span(start, inner.len());
        return Some(if rest == &inner[..start] {
            mistake.replace("remove the repetition", again, "")
        } else {
            mistake
        });
    }
    // A pair in a place for one location: XML Schema part 1, section 4.3.2.
    if text.reference.has_scheme()
        && let Some((first, second)) = inner.split_once(WHITESPACE)
        && is_schema_file(second.trim_start())
        && !first.contains(['?', '#'])
        && starts_with_scheme(first).is_some()
    {
        let span = text.span(first.len(), inner.len() - second.trim_start().len());
        let message = "second reference: a pair belongs in xsi:schemaLocation";
        let removed = text.span(0, inner.len() - second.trim_start().len());
        let owned = text.span(first.len(), inner.len());
        return Some(text.of_all(span, message).owning(owned).replace("remove namespace name", removed, ""));
    }
    None
}

/// `http://a.example/?x=1 http://b.example/`: a second reference after the first value of a query, or after a fragment. Among
/// other words it belongs to the text of a message: `?text=Read this: http://b.example/`.
fn reference_after_value(text: &Text<'_, '_>, query: usize) -> Option<Mistake> {
    let inner = text.inner();
    let blank = query + inner[query..].find(WHITESPACE)?;
    let (value, rest) = (&inner[query..blank], &inner[blank..]);
    let is_between = |word: &str| is_word("joiner", word) || word.chars().all(|c| SEPARATORS.contains(&c));
    let second = rest.split(WHITESPACE).find(|word| !word.is_empty() && !is_between(word))?;
    starts_with_scheme(second).filter(|_| !value.ends_with('='))?;
    let start = inner[..blank].trim_end_matches(SEPARATORS).len();
    let message = format!("second reference after {}", quoted_name(inner[start..].chars().next()?));
    Some(text.of_all(text.span(start, blank + 1), message).owning(text.span(start, inner.len())))
}

fn is_schema_file(word: &str) -> bool {
    let end = word.len().saturating_sub(4);
    !word.contains(WHITESPACE) && word.is_char_boundary(end) && word[end..].eq_ignore_ascii_case(".xsd")
}

/// `http://example.com%3A8080/`, `http://%20example.com/`, `http://example.com%2Fa`: the delimiters and the whitespace of a host
/// are percent-encoded.
pub(super) fn encoded_in_host(text: &Text<'_, '_>) -> Option<Mistake> {
    const MEANT: [(&str, &str); 11] = [
        ("%3A", ":"),
        ("%2F", "/"),
        ("%3F", "?"),
        ("%23", "#"),
        ("%20", ""),
        ("%09", ""),
        ("%0A", ""),
        ("%0D", ""),
        ("%22", ""),
        ("%C2%A0", ""),
        ("%E2%80%8B", ""),
    ];
    let is_web = WEB.iter().any(|scheme| text.reference.is_scheme(scheme));
    let host = text.reference.host().filter(|_| is_web)?;
    let written = host.slice(text.whole);
    let mut edits: Vec<Edit> = Vec::new();
    for at in memchr::memchr_iter(b'%', written.as_bytes()) {
        let is_here = |(encoded, _): &&(&str, &str)| {
            written.get(at..at + encoded.len()).is_some_and(|part| part.eq_ignore_ascii_case(encoded))
        };
        if edits.last().is_some_and(|last| host.start + at < last.span.end) {
            continue;
        }
        let (encoded, meant) = MEANT.iter().find(is_here)?;
        let span = Span::new(host.start + at, host.start + at + encoded.len());
        edits.push(Edit { span, text: (*meant).to_owned() });
        // What follows the end of a host is of another component.
        if matches!(*meant, "/" | "?" | "#") {
            break;
        }
    }
    let first = edits.first()?.clone();
    let name = first.span.slice(text.whole);
    let (message, title) = match &*first.text {
        "" => (format!("'{name}' is not part of a host"), format!("remove '{name}'")),
        meant => (format!("'{name}' does not end a host"), format!("replace '{name}' with '{meant}'")),
    };
    let fixed = crate::text::apply_edits(text.whole, &edits);
    let is_name =
        |host: Span| host.slice(&fixed).bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
    let has_name = Reference::parse(&fixed).host().is_some_and(is_name);
    has_name.then(|| text.of_all(first.span, message).owning(host).edit(title, edits))
}

/// `https://orcid.org/0000000218250097`, `https://orcid.org/0000-0002-1825-0098`
fn wrong_orcid(text: &Text<'_, '_>, identifier: &Identifier, span: Span) -> Option<Mistake> {
    /// Least number of digits that no page of the site has as its name.
    const MIN_DIGITS: usize = 12;
    let value = span.slice(text.whole);
    let digits: Vec<char> = value.chars().filter(|c| *c != '-').collect();
    let is_number = digits.len() >= MIN_DIGITS && digits.iter().all(|c| c.is_ascii_digit() || matches!(c, 'x' | 'X'));
    if identifier.name != "ORCID iD" || !is_number {
        return None;
    }
    let mistake = |message: &str| text.of_all(span, message).owning(span);
    if identifier.is_value(value) {
        return (!is_orcid_right(value)).then(|| mistake("wrong check digit in the ORCID iD"));
    }
    let groups: Vec<String> = digits.chunks(4).map(|group| group.iter().collect::<String>().to_uppercase()).collect();
    let meant = groups.join("-");
    let found = mistake("an ORCID iD has 16 digits, with '-' after each fourth");
    let is_meant = identifier.is_value(&meant) && is_orcid_right(&meant);
    Some(if is_meant { found.replace(format!("replace with '{meant}'"), span, meant) } else { found })
}

/// `https://orcid.org/https://orcid.org/0000-0002-1825-0097`, `http://example.org/places/http://example.org/places/1`
pub(super) fn doubled_host(text: &Text<'_, '_>) -> Option<Mistake> {
    let reference = text.reference;
    let host: Span = Span::new(reference.host()?.start, reference.authority?.span.end);
    let host = host.slice(text.whole);
    let path = reference.path.slice(text.whole);
    let (before, rest) = path.split_once("://")?;
    let start = before.rfind('/')? + 1;
    let (scheme, path) = (&before[start..], &before[..start]);
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let is_same = rest.get(..host.len()).is_some_and(|start| start.eq_ignore_ascii_case(host));
    let ends = matches!(rest.as_bytes().get(host.len()), None | Some(b'/' | b'?'));
    // `https://example.org/proxy/https://example.org/a` may be meant.
    let is_repeated = rest.get(host.len()..).is_some_and(|rest| path == "/" || rest.starts_with(path));
    let end = reference.path.start + start;
    let first = Span::new(text.inner.start, end);
    (is_web && !host.is_empty() && is_same && ends && is_repeated).then(|| {
        let message = fit(host, |host| format!("'{host}' occurs twice"));
        let owned = Span::new(text.inner.start, end + scheme.len() + 3 + host.len());
        text.of_all(first, message).owning(owned).replace("remove text before the second one", first, "")
    })
}

/// `https://us/er:pass@host.example/`: the host is the start of the name of a user.
fn user_name(text: &Text<'_, '_>) -> Option<Mistake> {
    let authority = text.reference.authority.filter(|authority| authority.userinfo.is_none())?;
    let name = authority.host.slice(text.whole);
    let at = authority.span.end;
    let after = &text.whole[at..text.inner.end.max(at)];
    let delimiter = after.chars().next().filter(|c| matches!(c, '/' | '?' | '#'))?;
    let (user, rest) = after[1..].split_once(':')?;
    let (password, host) = rest.split_once('@')?;
    let host = host.split([':', '/']).next().filter(|end| end.len() < host.len())?;
    let is_word = |word: &str| !word.is_empty() && !word.contains(['/', ':', '@']) && !word.contains(WHITESPACE);
    let is_web = WEB.iter().any(|scheme| text.reference.is_scheme(scheme));
    let is_user = is_word(user) && is_word(password) && !name.contains(['.', '[']) && name != "localhost";
    (is_web && is_user && host.contains('.') && starts_like_host(host)).then(|| {
        let span = Span::new(at, at + 1);
        let encoded = encode_str(&delimiter.to_string());
        let message = format!("'{delimiter}' in a user name must be {encoded}, else the host ends there");
        let owned = Span::new(authority.span.start, at + 3 + user.len() + password.len());
        text.of_all(span, message).owning(owned).replace(format!("encode '{delimiter}' as {encoded}"), span, encoded)
    })
}

/// `https://user:p/ss@host.example/`
pub(super) fn password(text: &Text<'_, '_>) -> Option<Mistake> {
    let authority = text.reference.authority?;
    let Some(port) = authority.port else { return user_name(text) };
    let is_port = port.slice(text.whole).bytes().all(|byte| byte.is_ascii_digit());
    // `jane@example.org:p/ss@host.example`: the address of a person is the name of the user.
    let user = authority.userinfo.map(|user| user.slice(text.whole));
    if user.is_some_and(|user| user.contains([':', '@'])) || is_port || authority.host.is_empty() {
        return None;
    }
    let rest = &text.whole[port.end..text.inner.end.max(port.end)];
    let at = rest.find('@')?;
    let after = &rest[at + 1..];
    let host = after.split(['/', '?', '#', ':']).next().unwrap_or(after);
    if !starts_like_host(host) || rest[..at].contains(WHITESPACE) || rest[..at].contains("://") {
        return None;
    }
    let wrong: Vec<(usize, char)> =
        rest[..at].char_indices().filter(|(_, c)| matches!(c, '/' | '?' | '#' | '[' | ']')).collect();
    let (first, c) = *wrong.first()?;
    let span = Span::new(port.end + first, port.end + first + 1);
    let encoded = |c: char| encode_str(&c.to_string());
    let at_sign = authority.userinfo.map(|user| Edit { span: Span::new(user.end, user.end + 1), text: encoded('@') });
    let edits =
        wrong.iter().map(|&(at, c)| Edit { span: Span::new(port.end + at, port.end + at + 1), text: encoded(c) });
    let edits = at_sign.into_iter().chain(edits).collect();
    let message = format!("'{c}' in a password must be {}, else the host ends there", encoded(c));
    let owned = Span::new(port.start - 1, port.end + at);
    Some(text.of_all(span, message).owning(owned).edit(format!("encode '{c}' as {}", encoded(c)), edits))
}
