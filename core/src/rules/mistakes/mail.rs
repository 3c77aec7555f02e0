//! Mistakes in addresses: names and comments that belong to a message.

use std::borrow::Cow;
use std::ops::Range;

use crate::reference::percent_decoded;
use crate::rules::mistakes::mistake::{Mistake, Text, is_word};
use crate::text::WHITESPACE;

/// `mailto:Jane Doe <jane@example.org>`, `mailto:Jane%20Doe%20%3Cjane@example.org%3E`: a header field of a message, not an
/// address (RFC 6068 section 2).
pub(super) fn mail_name(text: &Text<'_, '_>) -> Option<Mistake> {
    let inner = text.inner();
    memchr::memchr(b'@', inner.as_bytes())?;
    let scheme = text.reference.scheme.map(|scheme| &text.whole[text.inner.start..=scheme.end]);
    let scheme = scheme.filter(|scheme| !scheme.contains(['<', '"']));
    if scheme
        .map_or(text.reference.authority.is_some(), |scheme| !is_word("address-scheme", scheme.trim_end_matches(':')))
    {
        return None;
    }
    let at = scheme.map_or(0, str::len);
    let to = &inner[at..];
    let written = &to[..to.find('?').filter(|_| scheme.is_some()).unwrap_or(to.len())];
    let decoded = if written.contains("%3C") || written.contains("%20") {
        percent_decoded(written)?
    } else {
        Cow::Borrowed(written)
    };
    let to = &*decoded;
    let mut addresses = Vec::new();
    let mut name = None;
    for Range { start, end } in parts_of(to) {
        let part = &to[start..end];
        let (found, address) = address_of(part, scheme)?;
        if found && name.is_none() {
            let end = part.find('<').filter(|end| *end > 0).unwrap_or(part.len());
            let is_same = written.len() == to.len();
            name =
                Some(if is_same { text.span(at + start, at + start + end) } else { text.span(at, at + written.len()) });
        }
        addresses.push(address);
    }
    // `Jane Doe jane@example.org`: words of letters.
    let is_named = || to.split(WHITESPACE).rev().skip(1).all(|word| word.chars().all(char::is_alphabetic));
    let span = name.filter(|_| scheme.is_some() || to.contains(['<', '"', '(']) || is_named())?;
    let written = text.span(0, at + written.len());
    let fixed = format!("{}{}", scheme.unwrap_or("mailto:"), addresses.join(","));
    let mistake = text.of_all(span, "a name is not part of an address").owning(written);
    Some(mistake.replace("replace with the address", written, fixed))
}

/// Returns the parts of a list of addresses: commas and semicolons in quotation marks do not separate two, nor does one in a name
/// before an address in angle brackets: `Doe, Jane <jane@example.org>`.
fn parts_of(list: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let (mut is_quoted, mut start) = (false, 0);
    let is_separator = |c: char| {
        is_quoted ^= c == '"';
        !is_quoted && matches!(c, ',' | ';')
    };
    for part in list.split(is_separator) {
        let next = start..start + part.len();
        start = next.end + 1;
        match parts.last_mut() {
            Some(last) if part.contains('<') && is_name(&list[last.clone()]) => last.end = next.end,
            _ => parts.push(next),
        }
    }
    parts
}

/// Returns whether `part` is no address, but what precedes one.
fn is_name(part: &str) -> bool {
    !part.contains('<') && !part.split(WHITESPACE).any(is_complete)
}

/// Returns whether `word` is an address with a domain of several labels.
fn is_complete(word: &str) -> bool {
    word.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && domain.trim_end_matches('.').contains('.'))
}

/// Returns whether something else than an address is in `part`, and the address.
fn address_of<'p>(part: &'p str, scheme: Option<&str>) -> Option<(bool, &'p str)> {
    let is_word = |word: &str| {
        let is_text =
            |text: &str| !text.is_empty() && !text.contains(['@', '<', '>', '(', ')', '"', ':', '/', '#', '?']);
        word.split_once('@').is_some_and(|(local, domain)| is_text(local) && is_text(domain))
    };
    let part = part.trim_matches(WHITESPACE);
    let address = match part.split_once('<') {
        Some((_, address)) => address.strip_suffix('>')?,
        // `Jane Doe jane@example.org`, `jane@example.org (Jane Doe)`, `"jane@example.org"`
        None => part.split(WHITESPACE).map(|word| word.trim_matches('"')).find(|word| word.contains('@'))?,
    };
    // A blank in an address is more likely than a name of one word, unless that is written as one.
    let is_titled = part.starts_with(char::is_uppercase) && is_complete(address);
    let is_spaced = !part.contains(['<', '"', '(']) && part.split_whitespace().count() == 2 && !is_titled;
    let address = [scheme.unwrap_or("mailto:"), "mailto:"]
        .iter()
        .find(|start| address.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start)))
        .map_or(address, |start| &address[start.len()..]);
    let others = part.replacen(address, "", 1);
    // `jane at example.org b@c.example` has more than one address.
    let is_second = |word: &str| if part.contains('<') { is_complete(word) } else { word.contains('@') };
    let is_other = others.split(WHITESPACE).any(|word| is_second(word) || matches!(word, "at" | "AT"));
    (is_word(address) && !is_other && !is_spaced).then_some((address.len() < part.len(), address))
}
