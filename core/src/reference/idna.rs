//! Hosts by IDNA: A-labels and U-labels (RFC 5890 section 2.3.2), processed as in UTS #46.

use std::borrow::Cow;

use icu_normalizer::uts46::Uts46MapperBorrowed as Uts46Mapper;
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use crate::reference::Reference;
use crate::reference::decode::decode_characters;
use crate::unicode::{CharacterProperties, is_mark, is_right_to_left};

/// Maximum length of a label of the DNS, in bytes (RFC 1035 section 2.3.4).
pub(crate) const LONGEST_DNS_LABEL: usize = 63;

/// Schemes whose hosts are DNS names.
const DNS_SCHEMES: [&str; 21] = [
    "http", "https", "ws", "wss", "ftp", "ftps", "sftp", "ssh", "git", "ldap", "ldaps", "nntp", "rtsp", "gopher",
    "imap", "telnet", "xmpp", "coap", "coaps", "rsync", "svn",
];

/// Returns whether hosts of `scheme` are DNS names.
pub(crate) fn is_dns_scheme(scheme: &str) -> bool {
    DNS_SCHEMES.iter().any(|dns| scheme.eq_ignore_ascii_case(dns))
}

/// Returns whether the host of `reference` is a DNS name. A reference without a scheme counts, because its base nearly
/// always has the scheme `http` or `https`.
pub(crate) fn has_dns_host(reference: &Reference<'_>) -> bool {
    reference.scheme.is_none_or(|scheme| is_dns_scheme(scheme.slice(reference.text)))
}

/// Returns whether `label` is already a U-label, without a character that needs the tables of IDNA: all its letters are
/// right-to-left, or none is.
#[doc(hidden)] // for the tests that hold it against UTS #46
pub fn is_plain_label(label: &str) -> bool {
    if label.contains('%') || label.is_empty() || punycode_of(label).is_some() {
        return false;
    }
    let properties = CharacterProperties::from_text(label);
    let is_of_one_direction =
        !properties.intersects(CharacterProperties::RIGHT_TO_LEFT) || label.chars().all(is_right_to_left);
    !properties.intersects(CharacterProperties::IDNA_WORK.or(CharacterProperties::NFC_SUSPECT))
        && !label.starts_with(is_mark)
        && is_of_one_direction
}

/// Returns an upper bound of the length of a plain `label` as an A-label, in bytes.
///
/// Punycode (RFC 3492) writes, for each character above ASCII, its distance from the previous one in code points times
/// positions. Together these distances are at most one to the lowest character and one to the highest; each digit
/// covers at least nine tenths of the rest.
#[doc(hidden)] // for the tests that hold it against UTS #46
pub fn a_label_length_at_most(label: &str) -> usize {
    let (mut ascii, mut above, mut lowest, mut highest) = (0, 0, usize::MAX, 0);
    for c in label.chars() {
        if c.is_ascii() {
            ascii += 1;
        } else {
            let code = u32::from(c) as usize;
            (above, lowest, highest) = (above + 1, lowest.min(code), highest.max(code));
        }
    }
    if above == 0 {
        return ascii;
    }
    let positions = ascii + above + 1;
    let digits = |distance: usize| 2 + (distance + 1).ilog10() as usize;
    let rest = above * digits((highest - lowest + 1) * positions / above + 1);
    "xn--".len() + ascii + 1 + digits(lowest * positions) + rest
}

/// Returns the length of `label` as an A-label, in bytes; `None` if IDNA rejects it.
pub(crate) fn a_label_length(label: &str) -> Option<usize> {
    label_to_ascii(label).map(|ascii| ascii.len())
}

/// Converts one label like [`to_ascii`]; a plain label needs no tables.
#[doc(hidden)] // for the tests that hold it against UTS #46
pub fn label_to_ascii(label: &str) -> Option<String> {
    if !label.is_ascii() && is_plain_label(label) {
        if label.chars().nth(LONGEST_LABEL).is_some() {
            return None;
        }
        let punycode = idna::punycode::encode_str(&label.to_ascii_lowercase());
        return punycode.map(|punycode| format!("xn--{punycode}"));
    }
    to_ascii(label)
}

/// Returns the text after `xn--`, whether or not it is Punycode; `None` if there is no such prefix.
pub(crate) fn punycode_of(label: &str) -> Option<&str> {
    let (prefix, punycode) = label.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("xn--").then_some(punycode)
}

/// Maximum length of the text after `xn--` that is decoded, in bytes, and of a label that is encoded, in characters:
/// both take quadratic time, and a label of a host has at most 63 bytes. UTS #46 in the crate `idna` has the same limits.
const LONGEST_PUNYCODE: usize = 2_000;
const LONGEST_LABEL: usize = 1_000;

/// Decodes the text after `xn--` (RFC 3492); `None` if it is not Punycode, longer than any label, or contains ASCII that
/// no host can contain. A percent-encoding in it would be taken for characters of the label.
pub(crate) fn decode_punycode(text: &str) -> Option<String> {
    let is_denied = |byte: u8| byte <= b' ' || byte == 0x7F || DENIED_CHARACTERS.as_bytes().contains(&byte);
    if text.len() > LONGEST_PUNYCODE || text.bytes().any(is_denied) {
        return None;
    }
    idna::punycode::decode_to_string(text)
}

/// ASCII that mapping must not produce in a host: a full-width slash would end it. Percent-encodings of reserved
/// characters are rejected too.
const DENIED: AsciiDenyList = AsciiDenyList::new(true, DENIED_CHARACTERS);
const DENIED_CHARACTERS: &str = "%#/:<>?@[\\]^|\"`{}";

/// Returns `host` with every label as an A-label or ASCII; `None` if IDNA (UTS #46) rejects it. Percent-encoded labels are
/// decoded first, labels in ASCII stay as they are (ToASCII, RFC 3987 section 3.1).
///
/// ```
/// use iri_core::reference::idna::{to_ascii, to_unicode};
///
/// assert_eq!(to_ascii("\u{E9}.example").as_deref(), Some("xn--9ca.example"));
/// assert_eq!(to_unicode("xn--9ca.example"), "\u{E9}.example");
/// ```
pub fn to_ascii(host: &str) -> Option<String> {
    let decoded = decoded(host);
    let processed = Uts46::new().to_ascii(decoded.as_bytes(), DENIED, Hyphens::Allow, DnsLength::Ignore).ok()?;
    if has_repeated_prefix(&processed) {
        return None;
    }
    if !decoded.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Some(processed.into_owned());
    }
    let before: Vec<&str> = decoded.split(is_label_separator).collect();
    let after: Vec<&str> = processed.split('.').collect();
    if before.len() != after.len() {
        return Some(processed.into_owned());
    }
    let kept = before.iter().zip(&after).map(|(before, after)| if before.is_ascii() { *before } else { *after });
    Some(kept.collect::<Vec<_>>().join("."))
}

/// Returns whether a label of `host`, which is in ASCII, decodes to a text that starts with `xn--`: UTS #46 section 4.1
/// rejects it (criterion 4), the idna crate does not.
pub(crate) fn has_repeated_prefix(host: &str) -> bool {
    let is_repeated = |punycode: &str| {
        punycode_of(punycode).is_some()
            && decode_punycode(&punycode.to_ascii_lowercase()).is_some_and(|label| punycode_of(&label).is_some())
    };
    host.split('.').filter_map(punycode_of).any(is_repeated)
}

/// Decodes every character, also those that [`uri_to_iri`](crate::reference::uri_to_iri) leaves encoded: a joiner is a part
/// of its label.
fn decoded(host: &str) -> Cow<'_, str> {
    if host.contains('%') { Cow::Owned(decode_characters(host)) } else { Cow::Borrowed(host) }
}

/// Returns whether IDNA rejects the character in every position: between letters of its own direction. Other rules report
/// bidi formatting.
pub(crate) fn is_rejected(c: char) -> bool {
    let properties = CharacterProperties::from_char(c);
    if c.is_ascii() || properties.intersects(CharacterProperties::BIDI_CONTROL) {
        return false;
    }
    let letter = if properties.intersects(CharacterProperties::RIGHT_TO_LEFT) { '\u{5D0}' } else { 'a' };
    to_ascii(&[letter, c, letter].iter().collect::<String>()).is_none()
}

/// Returns whether `c` is a full stop that separates labels (RFC 3490 section 3.1).
pub(crate) fn is_label_separator(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// Returns whether the rule of RFC 5892 appendix A for `c`, a code point of CONTEXTO, allows it at byte `at` of `label`.
pub(crate) fn is_allowed_in_context(c: char, label: &str, at: usize) -> bool {
    let script = |c: char| CodePointMapData::<Script>::new().get(c);
    let before = label[..at].chars().next_back();
    let after = label[at..].chars().nth(1);
    let is_l = |c: Option<char>| matches!(c, Some('l' | 'L'));
    match c {
        '\u{B7}' => is_l(before) && is_l(after),
        '\u{375}' => after.is_some_and(|after| script(after) == Script::Greek),
        '\u{5F3}' | '\u{5F4}' => before.is_some_and(|before| script(before) == Script::Hebrew),
        '\u{30FB}' => label.chars().any(|c| matches!(script(c), Script::Hiragana | Script::Katakana | Script::Han)),
        '\u{660}'..='\u{669}' => !label.contains(|c| matches!(c, '\u{6F0}'..='\u{6F9}')),
        '\u{6F0}'..='\u{6F9}' => !label.contains(|c| matches!(c, '\u{660}'..='\u{669}')),
        _ => true,
    }
}

/// Returns `host` with the mapping of UTS #46 and with decoded A-labels, also if it is not valid.
pub(crate) fn mapped(host: &str) -> String {
    Uts46::new().to_unicode(host.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow).0.into_owned()
}

/// Returns the name that libidn2 looks up for `host`: the mapping of UTS #46, also to ASCII that no host contains, without
/// the rules for bidirectional labels. `None` if it rejects the host.
pub(crate) fn looked_up(host: &str) -> Option<String> {
    // What is not valid is tried once more with the mapping of IDNA 2003.
    looked_up_as(host, false).or_else(|| looked_up_as(host, true)).filter(|name| !name.is_empty())
}

fn looked_up_as(host: &str, is_transitional: bool) -> Option<String> {
    let is_joiner = |c: char| matches!(c, '\u{200C}' | '\u{200D}');
    let host = if is_transitional { Cow::Owned(without_deviations(host)) } else { Cow::Borrowed(host) };
    let mapped: String = Uts46Mapper::new().map_normalize(host.chars()).collect();
    let label = |label: &str| {
        if has_outer_hyphen(label) {
            return None;
        }
        if label.is_ascii() {
            return Some(label.to_owned());
        }
        let is_other = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_');
        let is_rejected = label.contains(is_other) || label.contains(is_joiner) || label.get(2..4) == Some("--");
        if is_rejected { None } else { encoded(label) }
    };
    Some(mapped.split('.').map(label).collect::<Option<Vec<_>>>()?.join("."))
}

/// Returns the name that ICU finds for `host` with the mapping of IDNA 2003, for names of any ASCII, without the rules for
/// bidirectional labels. `None` if it rejects the host.
pub(crate) fn looked_up_in_2003(host: &str) -> Option<String> {
    let mapped: String = Uts46Mapper::new().map_normalize(without_deviations(host).chars()).collect();
    let (names, root) = mapped.strip_suffix('.').map_or((mapped.as_str(), ""), |names| (names, "."));
    let label = |label: &str| {
        if label.is_empty() || has_outer_hyphen(label) || label.len() > LONGEST_DNS_LABEL && label.is_ascii() {
            return None;
        }
        if let Some(punycode) = punycode_of(label) {
            let decoded = decode_punycode(punycode).filter(|decoded| !decoded.is_ascii())?;
            let is_stable = Uts46Mapper::new().map_normalize(decoded.chars()).eq(decoded.chars());
            return if is_stable { encoded(&decoded) } else { None };
        }
        if label.is_ascii() { Some(label.to_owned()) } else { encoded(label) }
    };
    Some(names.split('.').map(label).collect::<Option<Vec<_>>>()?.join(".") + root)
}

/// Replaces the characters that IDNA 2003 maps and IDNA 2008 does not.
fn without_deviations(host: &str) -> String {
    host.replace(['\u{200C}', '\u{200D}'], "").replace(['\u{DF}', '\u{1E9E}'], "ss").replace('\u{3C2}', "\u{3C3}")
}

fn has_outer_hyphen(label: &str) -> bool {
    label.starts_with('-') || label.ends_with('-')
}

/// Returns the A-label of a mapped `label` above ASCII; `None` if it is not valid, or too long for the DNS.
fn encoded(label: &str) -> Option<String> {
    let is_mark = |c: char| GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c));
    if label.contains('\u{FFFD}') || label.starts_with(is_mark) {
        return None;
    }
    let punycode = idna::punycode::encode_str(label)?;
    Some(format!("xn--{punycode}")).filter(|label| label.len() <= LONGEST_DNS_LABEL)
}

/// Converts every valid A-label of `host` to its U-label; labels that IDNA rejects stay unchanged.
pub fn to_unicode(host: &str) -> String {
    let mut out = String::with_capacity(host.len());
    for (index, label) in host.split('.').enumerate() {
        if index > 0 {
            out.push('.');
        }
        out.push_str(&label_to_unicode(label).unwrap_or_else(|| label.to_owned()));
    }
    out
}

/// Returns the U-label of an A-label; `None` if the conversion back gives another A-label.
fn label_to_unicode(label: &str) -> Option<String> {
    punycode_of(label)?;
    let (unicode, verdict) = Uts46::new().to_unicode(label.as_bytes(), DENIED, Hyphens::Allow);
    verdict.ok()?;
    let back = to_ascii(&unicode)?;
    back.eq_ignore_ascii_case(label).then(|| unicode.into_owned())
}
