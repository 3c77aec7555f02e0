//! Hosts by IDNA: A-labels and U-labels (RFC 5890 section 2.3.2), as UTS #46 processes them.

use std::borrow::Cow;

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use crate::reference::Reference;
use crate::reference::decode::decode_component;
use crate::unicode::CharacterProperties;

/// The schemes whose hosts are names of the DNS.
const DNS_SCHEMES: [&str; 21] = [
    "http", "https", "ws", "wss", "ftp", "ftps", "sftp", "ssh", "git", "ldap", "ldaps", "nntp", "rtsp", "gopher",
    "imap", "telnet", "xmpp", "coap", "coaps", "rsync", "svn",
];

/// Whether the hosts of `scheme` are names of the DNS.
pub(crate) fn is_dns_scheme(scheme: &str) -> bool {
    DNS_SCHEMES.iter().any(|dns| scheme.eq_ignore_ascii_case(dns))
}

/// Whether the host of `reference` is a name of the DNS. That of a reference without a scheme is taken
/// for one: what it is resolved against nearly always is `http` or `https`.
pub(crate) fn has_dns_host(reference: &Reference<'_>) -> bool {
    reference.scheme.is_none_or(|scheme| is_dns_scheme(scheme.slice(reference.text)))
}

/// Whether `label` is a U-label as it stands: nothing in it needs IDNA's tables.
#[doc(hidden)] // for the tests that hold it against UTS #46
pub fn is_plain_label(label: &str) -> bool {
    !label.contains('%')
        && !label.is_empty()
        && punycode_of(label).is_none()
        && !CharacterProperties::from_text(label).intersects(CharacterProperties::IDNA_WORK)
}

/// No fewer octets than a plain `label` has as an A-label.
///
/// Punycode (RFC 3492) writes, for each character above ASCII, how far it lies from the one before in
/// code points times positions. Together these ways are no longer than one to the lowest character
/// and one to the highest; a digit takes off nine tenths of a way at least.
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
    let digits = |way: usize| 2 + (way + 1).ilog10() as usize;
    let rest = above * digits((highest - lowest + 1) * positions / above + 1);
    "xn--".len() + ascii + 1 + digits(lowest * positions) + rest
}

/// The octets of `label` as an A-label, or nothing where IDNA refuses it.
pub(crate) fn a_label_length(label: &str) -> Option<usize> {
    label_to_ascii(label).map(|ascii| ascii.len())
}

/// As [`to_ascii`], of one label: one that is plain needs no tables.
#[doc(hidden)] // for the tests that hold it against UTS #46
pub fn label_to_ascii(label: &str) -> Option<String> {
    if !label.is_ascii() && is_plain_label(label) {
        let punycode = idna::punycode::encode_str(&label.to_ascii_lowercase());
        return punycode.map(|punycode| format!("xn--{punycode}"));
    }
    to_ascii(label)
}

/// What stands behind `xn--`, whether or not it is Punycode.
pub(crate) fn punycode_of(label: &str) -> Option<&str> {
    let (prefix, punycode) = label.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("xn--").then_some(punycode)
}

/// What stands behind `xn--`, decoded (RFC 3492); nothing where it is no Punycode.
pub(crate) fn decode_punycode(text: &str) -> Option<String> {
    idna::punycode::decode_to_string(text)
}

/// ASCII that mapping must not bring into a host: a full-width slash would end it. Triplets that stand
/// for reserved characters go with them.
const DENIED: AsciiDenyList = AsciiDenyList::new(true, "%#/:<>?@[\\]^|\"`{}");

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

fn decoded(host: &str) -> Cow<'_, str> {
    if !host.contains('%') {
        return Cow::Borrowed(host);
    }
    let mut decoded = String::with_capacity(host.len());
    decode_component(host, &mut decoded);
    Cow::Owned(decoded)
}

/// The full stops that IDNA reads as one (RFC 3490 section 3.1).
pub(crate) fn is_label_separator(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// `host` with every valid A-label shown as its U-label; labels that IDNA refuses stay as they are.
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

/// The U-label of an A-label, if turning it back gives the same A-label.
fn label_to_unicode(label: &str) -> Option<String> {
    punycode_of(label)?;
    let (unicode, verdict) = Uts46::new().to_unicode(label.as_bytes(), DENIED, Hyphens::Allow);
    verdict.ok()?;
    let back = to_ascii(&unicode)?;
    back.eq_ignore_ascii_case(label).then(|| unicode.into_owned())
}
