//! A host label with a character that IDNA2008 does not allow (RFC 5892), or that UTS #39 advises against in names,
//! although IDNA as browsers process it (UTS #46) accepts the label.

use icu_normalizer::ComposingNormalizerBorrowed;
use unicode_security::GeneralSecurityProfile;

use crate::reference::idna;
use crate::rules::context::{Context, FindingSink};
use crate::rules::host_look_alike::is_in_word;
use crate::text::{Span, fit};
use crate::unicode::{CharacterProperties, IdnaProperty, delimiter_look_alike, quoted};

/// Restriction of a character.
enum Restriction {
    /// IDNA2008 allows it nowhere.
    Disallowed,
    /// IDNA2008 does not allow it at this position.
    Context,
    /// UTS #39 advises against it.
    Rare,
}

pub(super) fn check(context: &Context<'_, '_>, out: &mut FindingSink<'_>) {
    if !idna::has_dns_host(context.reference) {
        return;
    }
    for (index, label) in context.host_labels().iter().enumerate() {
        if label.is_too_long() {
            continue; // The rule host-length reports it.
        }
        if let Some(decoded) = label.decoded() {
            let found = restricted(decoded).find(|&(at, c, _)| !is_look_alike(decoded, at, c));
            // Otherwise the rules bad-idna and idna-bidi report it.
            if let Some((_, c, restriction)) = found
                && idna::label_to_ascii(decoded).is_some()
            {
                let why = match restriction {
                    Restriction::Disallowed | Restriction::Context => "IDNA2008 does not allow",
                    Restriction::Rare => "UTS #39 does not recommend",
                };
                out.flag(label.span, fit(&quoted(c), |char| format!("'xn--' label decodes to {char}, which {why}")));
            }
            continue;
        }
        let is_own = |&(at, c, _): &(usize, char, Restriction)| !is_reported_elsewhere(label.written, at, c);
        let Some((at, c, restriction)) = restricted(label.written).find(is_own) else { continue };
        if context.label_lengths()[index].is_none() {
            continue; // The rules bad-idna and idna-bidi report it.
        }
        let what = match restriction {
            Restriction::Disallowed => "is not allowed in a host label (IDNA2008)",
            Restriction::Context => "is not allowed at this position in a host label (IDNA2008)",
            Restriction::Rare => "is not recommended in host names (UTS #39)",
        };
        let start = label.span.start + at;
        out.flag(Span::new(start, start + c.len_utf8()), fit(&quoted(c), |char| format!("{char} {what}")));
    }
}

/// Returns the restricted characters of a label, with their offsets.
fn restricted(label: &str) -> impl Iterator<Item = (usize, char, Restriction)> {
    let is_restricted = |c| CharacterProperties::from_char(c).intersects(CharacterProperties::HOST_RESTRICTED);
    let characters = label.char_indices().filter(move |&(_, c)| is_restricted(c));
    characters.filter_map(move |(at, c)| {
        let restriction = match IdnaProperty::from_char(c) {
            IdnaProperty::Disallowed | IdnaProperty::Unassigned => Restriction::Disallowed,
            IdnaProperty::ContextO if !idna::is_allowed_in_context(c, label, at) => Restriction::Context,
            // UTS #46 has checked the joiners.
            IdnaProperty::ContextJ | IdnaProperty::ContextO => return None,
            IdnaProperty::Valid if c.identifier_allowed() => return None,
            IdnaProperty::Valid => Restriction::Rare,
        };
        Some((at, c, restriction))
    })
}

/// Returns whether another rule reports the character `c` at byte `at` of `label`, at least as information: what is
/// invisible, not allowed in an IRI, changed by NFC, or looks like a delimiter.
fn is_reported_elsewhere(label: &str, at: usize, c: char) -> bool {
    let reported = CharacterProperties::INVISIBLE.or(CharacterProperties::LEIRI_GROUPED);
    CharacterProperties::from_char(c).intersects(reported)
        || !ComposingNormalizerBorrowed::new_nfc().is_normalized(c.encode_utf8(&mut [0; 4]))
        || is_look_alike(label, at, c)
}

/// Returns whether the rule host-look-alike reports the character.
fn is_look_alike(label: &str, at: usize, c: char) -> bool {
    delimiter_look_alike(c).is_some() && !is_in_word(label, at, c)
}
