//! Features of a text: byte classes, properties of characters, and the components that are present. Each rule names the
//! features that it needs, so that only few rules run for an ordinary reference.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::interop::has_host;
use crate::reference::idna::LONGEST_DNS_LABEL;
use crate::reference::{Class, HostKind, PercentKinds, Reference, class_of};
use crate::rules::{characters, missing_values};
use crate::text::{Span, WHITESPACE};
use crate::unicode::CharacterProperties;

/// Set of features. The low 18 bits are the [`Class`]es of the bytes; bits 32 to 39 the first [`CharacterProperties`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features(u64);

const _: () = assert!(Class::UPPER.0 >> 18 == 0 && CharacterProperties::DELIMITER_LOOK_ALIKE.bits() >> 8 == 0);

/// Defines the features that are neither classes nor properties of characters, each with a bit of its own.
macro_rules! own_features {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum FeatureBit {
            $($name,)*
        }

        impl Features {
            $($(#[$doc])* pub const $name: Self = Self::own(FeatureBit::$name as u32);)*
        }
    };
}

own_features! {
    /// No scheme, although the role requires one.
    RELATIVE,
    /// The text is a whole value of alternating namespace names and references.
    PAIRS,
    /// A fragment, although the role does not allow one.
    UNWANTED_FRAGMENT,
    /// The target file does not exist.
    MISSING,
    /// The fragment is not an ID in the target file.
    MISSING_FRAGMENT,
    /// The text names a schema that could not be loaded.
    UNLOADED_SCHEMA,
    /// The text is the name of a rule in a comment, not a reference.
    RULE_NAME,
    /// A text of a role that belongs to one rule: see [`Role::is_of_one_rule`](crate::rules::Role::is_of_one_rule).
    ROLE,
    /// The text is the name of a rule in a comment that suppresses nothing.
    UNUSED_SUPPRESSION,
    /// A host with a character that registries or browsers restrict, or that looks like a delimiter.
    HOST_RESTRICTED,
    /// An authority that parsers may treat differently although the grammar allows it: without a host, an address of
    /// a future version, port 0, or none after a scheme that needs one.
    ODD_AUTHORITY,
    /// A host that is not ASCII or is percent-encoded, unless it is clear that IDNA does not change it.
    HOST_IDNA_WORK,
    /// A host label or a word of the path that may mix scripts.
    MIXED_WORD,
    /// A host label or a path segment that may look like ASCII without being ASCII.
    CONFUSABLE_NAME,
    /// The text matches no `-reference` production, not even that of LEIRI.
    NO_LEIRI,
    /// Userinfo.
    USERINFO,
    /// A port, including an empty one.
    PORT,
    /// An uppercase letter in the scheme.
    UPPER_SCHEME,
    /// An uppercase letter in the authority.
    UPPER_AUTHORITY,
    /// A path segment that starts with a dot.
    DOTTED_SEGMENT,
    /// A decode issue.
    DECODE_ISSUE,
    /// `%` or a character above ASCII in the authority.
    ENCODED_AUTHORITY,
    /// `xn--` in the authority.
    A_LABEL,
    /// A percent-encoding with a lowercase hex digit.
    LOWERCASE_ENCODING,
    /// A percent-encoding of an unreserved character.
    UNRESERVED_ENCODING,
    /// A percent-encoding of a byte above 0x7F.
    HIGH_ENCODING,
    /// A percent-encoded bracket that may close a placeholder.
    ENCODED_BRACKET,
    /// `%25`.
    ENCODED_PERCENT,
    /// A scheme, but not that of an ordinary reference of the Web.
    OTHER_SCHEME,
    /// A reference of the Web that may contain a second one: with a colon or another delimiter in its authority or path, or
    /// with a path that starts with `//`.
    ODD_WEB,
    /// A relative reference that may lack a scheme or a mark before it.
    ODD_START,
    /// What may be an entity of HTML.
    ENTITY,
    /// ASCII that only the LEIRI grammar allows, in the authority, among the first nine bytes or at the end.
    LEIRI_EDGE,
    /// The first or the last character may be a quotation mark above ASCII, or the end one of a longer text.
    QUOTED_END,
    /// A letter that is a lead byte of UTF-8 if it is read as windows-1252, and a character of its other bytes.
    MOJIBAKE,
    /// A scheme or an authority that the scheme's own grammar may refuse.
    OWN_GRAMMAR,
    /// A host that may be too long for the DNS.
    LONG_HOST,
}

impl Features {
    /// No feature.
    pub const NONE: Self = Self(0);
    /// ASCII that only the LEIRI grammar allows.
    pub const LEIRI_ASCII: Self = Self(Class::LEIRI_ASCII.0 as u64);
    /// A character above ASCII.
    pub const NON_ASCII: Self = Self(Class::NON_ASCII.0 as u64);

    /// A character of bidi class R or AL.
    pub const RIGHT_TO_LEFT: Self = Self::from_characters(CharacterProperties::RIGHT_TO_LEFT);
    /// An Arabic number, or another character that affects right-to-left display.
    pub const BIDI_CONTROL: Self = Self::from_characters(CharacterProperties::BIDI_CONTROL);
    /// Default_Ignorable_Code_Point, or White_Space above ASCII.
    pub const INVISIBLE: Self = Self::from_characters(CharacterProperties::INVISIBLE);
    /// The text may not be in NFC.
    pub const NFC_SUSPECT: Self = Self::from_characters(CharacterProperties::NFC_SUSPECT);
    /// A character that looks like a delimiter.
    pub const DELIMITER_LOOK_ALIKE: Self = Self::from_characters(CharacterProperties::DELIMITER_LOOK_ALIKE);
    /// NFKC changes the character.
    pub const COMPATIBILITY: Self = Self::from_characters(CharacterProperties::COMPATIBILITY);
    /// General category Cn, except noncharacters.
    pub const UNASSIGNED: Self = Self::from_characters(CharacterProperties::UNASSIGNED);
    /// A character above ASCII in a group of the LEIRI Note.
    pub const LEIRI_GROUPED: Self = Self::from_characters(CharacterProperties::LEIRI_GROUPED);

    /// What another spelling of the same reference may have.
    #[cfg(feature = "xml")]
    const VARIANT: Self = Self::UPPER_SCHEME
        .or(Self::UPPER_AUTHORITY)
        .or(Self::PORT)
        .or(Self::DOTTED_SEGMENT)
        .or(Self::UNRESERVED_ENCODING)
        .or(Self::LOWERCASE_ENCODING)
        .or(Self::HIGH_ENCODING)
        .or(Self::NFC_SUSPECT)
        .or(Self::ENCODED_AUTHORITY)
        .or(Self::A_LABEL);

    /// Returns whether [normalization](crate::reference::normalize) may change `reference`, which has these features and is
    /// an IRI.
    #[cfg(feature = "xml")]
    pub fn may_be_variant(self, reference: &Reference<'_>) -> bool {
        let Some(authority) = reference.authority else {
            let has_own_forms = |scheme| matches!(scheme, "file" | "geo" | "sip" | "sips" | "tel");
            let scheme = reference.scheme.map(|scheme| scheme.slice(reference.text));
            return self.intersects(Self::VARIANT)
                || scheme.is_some_and(|scheme| has_own_forms(scheme) || reference.seen.path.intersects(Class::UPPER));
        };
        let host = authority.host.slice(reference.text);
        self.intersects(Self::VARIANT)
            || reference.path.is_empty()
            || host.starts_with('[')
            || host == "localhost" && reference.is_scheme("file")
    }

    /// Returns the union of the two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the features that are in both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns whether the two sets have a feature in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set contains the feature whose bit has the number `bit`.
    pub const fn has_bit(self, bit: usize) -> bool {
        self.0 >> bit & 1 != 0
    }

    /// Returns the numbers of the bits of the set, in ascending order.
    pub fn bits(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(bit)
        })
    }

    /// Returns the features of `reference`.
    pub fn from_reference(reference: &Reference<'_>) -> Self {
        let seen = reference.seen;
        let anywhere = seen.anywhere();
        let mut features = Self(u64::from(anywhere.0)).or(Self::from_parts(reference));
        if anywhere.intersects(Class::NON_ASCII) {
            features = features.or(Self::from_characters_of(reference));
        }
        features.or(Self::from_percent_kinds(reference.percent_kinds))
    }

    fn from_percent_kinds(kinds: PercentKinds) -> Self {
        let when = |kind, feature: Self| if kinds.intersects(kind) { feature } else { Self(0) };
        when(PercentKinds::PERCENT, Self::ENCODED_PERCENT)
            .or(when(PercentKinds::BRACKET, Self::ENCODED_BRACKET))
            .or(when(PercentKinds::HIGH, Self::HIGH_ENCODING))
            .or(when(PercentKinds::UNRESERVED, Self::UNRESERVED_ENCODING))
            .or(when(PercentKinds::LOWERCASE, Self::LOWERCASE_ENCODING))
    }

    fn from_parts(reference: &Reference<'_>) -> Self {
        let seen = reference.seen;
        let when = |condition: bool, feature: Self| if condition { feature } else { Self(0) };
        let mut features = when(!reference.is_reference(crate::Dialect::Leiri), Self::NO_LEIRI)
            .or(when(seen.scheme.intersects(Class::UPPER), Self::UPPER_SCHEME));
        if let Some(authority) = reference.authority {
            let encoded = Class::PERCENT.or(Class::NON_ASCII);
            let is_encoded = || authority.host.slice(reference.text).contains('%');
            features = features
                .or(when(seen.authority.intersects(Class::PERCENT) && is_encoded(), Self::HOST_IDNA_WORK))
                .or(when(authority.userinfo.is_some(), Self::USERINFO))
                .or(when(authority.port.is_some(), Self::PORT))
                .or(when(may_be_long(authority.host.slice(reference.text), seen.authority), Self::LONG_HOST))
                .or(when(may_have_a_label(reference, authority.host), Self::A_LABEL))
                .or(when(seen.authority.intersects(Class::UPPER), Self::UPPER_AUTHORITY))
                .or(when(seen.authority.intersects(encoded), Self::ENCODED_AUTHORITY));
        }
        features = features.or(when(has_odd_authority(reference), Self::ODD_AUTHORITY));
        features = features.or(when(may_refuse(reference), Self::OWN_GRAMMAR));
        features = features.or(odd_form(reference));
        features = features.or(when(has_leiri_edge(reference), Self::LEIRI_EDGE));
        features = features.or(when(has_odd_end(reference), Self::QUOTED_END));
        if seen.anywhere().intersects(Class::SUB_DELIM) {
            features = features.or(when(may_have_entity(reference.text.as_bytes(), seen.anywhere()), Self::ENTITY));
        }
        if seen.path.intersects(Class::DOT) {
            let path = reference.path.slice(reference.text).as_bytes();
            let dotted =
                path.first() == Some(&b'.') || memchr::memchr_iter(b'.', path).any(|at| at > 0 && path[at - 1] == b'/');
            features = features.or(when(dotted, Self::DOTTED_SEGMENT));
        }
        features
    }

    /// Returns the features of a reference with characters above ASCII.
    fn from_characters_of(reference: &Reference<'_>) -> Self {
        use CharacterProperties as Properties;
        let when = |condition: bool, feature: Self| if condition { feature } else { Self(0) };
        let bytes = reference.text.as_bytes();
        let characters = characters::scan(reference);
        let needs_idna = Properties::IDNA_WORK.or(Properties::NFC_SUSPECT);
        Self::from_characters(characters.anywhere)
            .or(when(is_quoted_end(bytes), Self::QUOTED_END))
            .or(when(may_be_mojibake(bytes), Self::MOJIBAKE))
            .or(when(characters.mixed_word, Self::MIXED_WORD))
            .or(when(characters.confusable_name, Self::CONFUSABLE_NAME))
            .or(when(characters.host.intersects(needs_idna), Self::HOST_IDNA_WORK))
            .or(when(characters.host.intersects(Properties::HOST_RESTRICTED), Self::HOST_RESTRICTED))
    }

    /// Returns the feature with the number `number`, whose bit is no class and no property: from 18 to 31, and from 40 on.
    const fn own(number: u32) -> Self {
        let bit = if number < 14 { 18 + number } else { 40 + number - 14 };
        Self(1 << bit)
    }

    /// Returns the eight properties that are features wherever they occur.
    const fn from_characters(properties: CharacterProperties) -> Self {
        Self((properties.bits() as u64 & 0xFF) << 32)
    }
}

/// Returns whether the authority or its absence is such that parsers may open different hosts or ports. A test compares
/// this with all parsers.
fn has_odd_authority(reference: &Reference<'_>) -> bool {
    let Some(authority) = reference.authority else {
        return reference.scheme.is_some_and(|scheme| has_host(scheme.slice(reference.text)));
    };
    // Python's requests takes port 0 for the default.
    let port = authority.port.map_or("", |port| port.slice(reference.text));
    let is_zero = !port.is_empty() && port.bytes().all(|digit| digit == b'0');
    authority.host.is_empty() || authority.kind == HostKind::IpvFuture || is_zero
}

/// Returns whether the grammar of the scheme may refuse the reference, or browsers may read its host as an address. A test
/// compares this with the grammars.
fn may_refuse(reference: &Reference<'_>) -> bool {
    const PLAIN: Class = Class::ALPHA.or(Class::UPPER).or(Class::DIGIT).or(Class::DOT).or(Class::HYPHEN);
    let Some(authority) = reference.authority else { return reference.has_scheme() };
    // Every number of four digits is a port.
    let is_number = |port: &str| port.len() < 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    let has_plain_port = authority.port.is_none_or(|port| is_number(port.slice(reference.text)));
    let allowed = if authority.userinfo.is_none() { PLAIN.or(Class::COLON) } else { PLAIN };
    let is_plain = reference.seen.authority.without(allowed.or(Class::NON_ASCII)) == Class::NONE && has_plain_port;
    !is_plain || !may_be_of_web(reference) || !is_plain_dns_name(authority.host.slice(reference.text))
}

/// Returns whether the scheme is `http`, `https` or `ftp` in lowercase, or absent.
fn may_be_of_web(reference: &Reference<'_>) -> bool {
    reference.scheme.is_none_or(|scheme| matches!(scheme.slice(reference.text), "http" | "https" | "ftp"))
}

/// Returns whether a host of letters, digits, dots and hyphens is a name of the DNS, and neither an A-label nor an address
/// is among its labels.
fn is_plain_dns_name(host: &str) -> bool {
    let mut previous = b'.';
    for &byte in host.as_bytes() {
        if matches!(byte, b'.' | b'-') && matches!(previous, b'.' | b'-') {
            return false;
        }
        previous = byte;
    }
    let last = memchr::memrchr(b'.', host.as_bytes()).map_or(0, |dot| dot + 1);
    !matches!(previous, b'.' | b'-') && !host.as_bytes()[last].is_ascii_digit()
}

/// Returns whether the host or a label of it may be longer than the DNS allows.
fn may_be_long(host: &str, seen: Class) -> bool {
    // 13 characters never need more than 63 bytes as an A-label, and as many labels as there are in 60 bytes fit too.
    let is_encoded = seen.intersects(Class::PERCENT.or(Class::NON_ASCII));
    let has_long_label = || host.split('.').any(|label| label.len() > 13 && label.chars().count() > 13);
    if is_encoded { host.len() > 60 || has_long_label() } else { host.len() > LONGEST_DNS_LABEL }
}

/// Returns the feature of a form in which common mistakes occur.
fn odd_form(reference: &Reference<'_>) -> Features {
    let seen = reference.seen;
    let path = reference.path.slice(reference.text);
    let when = |condition: bool, feature| if condition { feature } else { Features::NONE };
    // A second reference has a colon, or starts with `www.` after a separator.
    let separators = Class::SUB_DELIM.or(Class::LEIRI_ASCII);
    let before_query = seen.authority.or(seen.path);
    let is_www = |part: &[u8]| part.eq_ignore_ascii_case(b"www.");
    let is_schema = || {
        path.trim_end()
            .get(path.trim_end().len().saturating_sub(4)..)
            .is_some_and(|end| end.eq_ignore_ascii_case(".xsd"))
    };
    let has_start =
        || before_query.intersects(Class::COLON) || is_schema() || reference.text.as_bytes().windows(4).any(is_www);
    let has_second = || before_query.intersects(separators) && has_start();
    match (reference.scheme, reference.authority) {
        (_, Some(authority)) if may_be_of_web(reference) => {
            let is_doubled = path.starts_with("//") || authority.port.is_some_and(Span::is_empty);
            let host = authority.host.slice(reference.text).as_bytes();
            // Hosts of identifiers start with these letters.
            let is_identifier = matches!(host.first(), Some(b'd' | b'D' | b'o' | b'O'))
                && [&b"doi.org"[..], b"dx.doi.org", b"orcid.org"]
                    .iter()
                    .any(|known| host.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known)));
            let is_doi =
                is_identifier || host.last_chunk::<7>().is_some_and(|end| end.eq_ignore_ascii_case(b"doi.org"));
            // `https://tel:12345`: a scheme has no dot.
            let is_scheme = authority.port.is_some() && host.len() < 7;
            let has_path_after_hash = has_path_after_hash(reference);
            // `http://mailto:jane@example.org`, `http://example.org;8080/`, `http://www/example.org`
            let is_odd_host =
                seen.authority.intersects(Class::AT.or(Class::SUB_DELIM)) || host.eq_ignore_ascii_case(b"www");
            let is_odd = is_doubled
                || is_doi
                || is_scheme
                || has_path_after_hash
                || is_odd_host
                || seen.path.intersects(Class::COLON)
                || has_second();
            // `http://us?er:password@example.org/`
            let is_cut = !seen.authority.intersects(Class::DOT) && seen.query.or(seen.fragment).intersects(Class::AT);
            let is_missing =
                !seen.authority.intersects(Class::DOT) && missing_values::is_host(authority.host.slice(reference.text));
            when(is_odd || is_cut || is_missing || has_encoded_hash(seen.path, path), Features::ODD_WEB)
        }
        // Most references without an authority are of these schemes, and start like none of the mistakes.
        (Some(scheme), None) if matches!(scheme.slice(reference.text), "urn" | "mailto") => {
            let is_odd = seen.path.intersects(separators.or(Class::PERCENT))
                || path.contains("//")
                || path.starts_with(['u', 'U', 'm', 'M', 'w', 'W']);
            when(is_odd, Features::OTHER_SCHEME)
        }
        (Some(_), _) => Features::OTHER_SCHEME,
        (None, _) => {
            let start = &reference.text.as_bytes()[reference.path.start..];
            let is_odd = seen.path.intersects(Class::AT.or(Class::COLON).or(Class::PERCENT))
                || matches!(
                    start,
                    [b'w' | b'W', b'w' | b'W', ..]
                        | [b'f' | b'F', b't' | b'T', b'p' | b'P', ..]
                        | [b'h' | b'H', b't' | b'T', b't' | b'T', b'p' | b'P', ..]
                        | [b'b', b'a', b's', b'e', b'6', ..]
                        | [b'o' | b'O', b'r' | b'R', b'c' | b'C', ..]
                        | [b'0'..=b'9', _, _, _, b'-', ..]
                        | [b'x' | b'e' | b'\'' | b'(' | b' ' | b'\t' | b'\n' | b'\r' | b'+', ..]
                        | [b'1', b'0', b'.', ..]
                        | [b'/', b'c', b'y', b'g', ..]
                        | [b'd' | b'D', b'o' | b'O', b'i' | b'I', ..]
                        | [b'u' | b'U', b'r' | b'R', ..]
                        | [b'm' | b'M', b'a' | b'A', b'i' | b'I' | b'g', ..]
                        | [b't' | b'T', b'e' | b'E', b'l' | b'L', ..]
                )
                || has_second()
                || has_path_after_hash(reference)
                || seen.path.intersects(Class::SUB_DELIM) && start.contains(&b'$')
                || seen.path.intersects(Class::SUB_DELIM)
                    && memchr::memchr_iter(b'(', start)
                        .any(|at| start[at..].get(..4).is_some_and(|part| part.eq_ignore_ascii_case(b"(at)")))
                || seen.path.intersects(Class::SUB_DELIM) && start[..start.len().min(16)].contains(&b';')
                || missing_values::most_of(reference.text[reference.path.start..].trim_end()).is_some()
                || is_host_before_slash(start)
                || start.len() > 3 && start[..start.len().min(12)].windows(2).any(|pair| pair == b"//");
            when(is_odd, Features::ODD_START)
        }
    }
}

/// Returns whether there is ASCII that only the LEIRI grammar allows in the authority, among the first nine bytes or at the
/// end.
fn has_leiri_edge(reference: &Reference<'_>) -> bool {
    let is_leiri = |byte: &u8| class_of(*byte).intersects(Class::LEIRI_ASCII);
    let bytes = reference.text.as_bytes();
    let start = &bytes[..bytes.len().min(9)];
    let last = || bytes.iter().rfind(|byte| !matches!(byte, b'.' | b',' | b';'));
    reference.seen.anywhere().intersects(Class::LEIRI_ASCII)
        && (reference.seen.authority.intersects(Class::LEIRI_ASCII) || start.iter().chain(last()).any(is_leiri))
}

/// Returns whether `#` is between a letter and `/`, as if it were a part of the path.
fn has_path_after_hash(reference: &Reference<'_>) -> bool {
    let bytes = reference.text.as_bytes();
    reference.fragment.is_some_and(|fragment| {
        matches!(bytes[fragment.start - 1..], [_, b'/', ..])
            && bytes[..fragment.start - 1].last().is_some_and(u8::is_ascii_alphabetic)
    })
}

/// Returns whether `%23` follows the name of a page, as if it started a fragment.
fn has_encoded_hash(seen: Class, path: &str) -> bool {
    seen.intersects(Class::PERCENT) && path.contains("ml%23")
}

/// Returns whether the first segment of a path is like a host of a well-known site.
fn is_host_before_slash(path: &[u8]) -> bool {
    let first = memchr::memchr(b'/', path).map_or(&[][..], |slash| &path[..slash]);
    [&b".org"[..], b".com", b".info", b".be", b"localhost"]
        .iter()
        .any(|end| first.len().checked_sub(end.len()).is_some_and(|start| first[start..].eq_ignore_ascii_case(end)))
}

/// Returns whether `&` and a name or number are followed by `;`, as in an entity of HTML.
fn may_have_entity(text: &[u8], seen: Class) -> bool {
    static AMP: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("amp"));
    // `&amp%3B`, `%26amp;`
    let is_encoded = |at: usize| text[..at].ends_with(b"%26") || text[at + 3..].starts_with(b"%3");
    if seen.intersects(Class::PERCENT) && AMP.find_iter(text).any(is_encoded) {
        return true;
    }
    let Some(last) = memchr::memrchr(b';', text) else { return false };
    memchr::memchr_iter(b'&', &text[..last]).any(|at| {
        let name = &text[at + 1..text.len().min(at + LONGEST_ENTITY)];
        let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'#');
        end.is_some_and(|end| end > 1 && name[end] == b';')
    })
}

/// Length of the longest entity of HTML 4 in bytes; no number of a character is longer.
pub(in crate::rules) const LONGEST_ENTITY: usize = "&thetasym;".len();

/// Returns whether the host may contain `xn--`.
fn may_have_a_label(reference: &Reference<'_>, host: Span) -> bool {
    let has_prefix = |host: &[u8]| host.windows(4).any(|window| window.eq_ignore_ascii_case(b"xn--"));
    reference.seen.authority.intersects(Class::HYPHEN) && has_prefix(&reference.text.as_bytes()[host.range()])
}

/// Returns whether the text ends with `)`, before punctuation, or with three dots, or its path with a percent-encoding.
fn has_odd_end(reference: &Reference<'_>) -> bool {
    match reference.text.as_bytes() {
        text @ [.., b'%', _, _] => reference.path.end == text.len(),
        [.., b')' | b'.' | b',' | b';' | b' ' | b'\t' | b'\n' | b'\r'] => {
            let end = without_punctuation(reference.text.as_bytes());
            reference.text.trim_end_matches(WHITESPACE).ends_with("...") || matches!(end, [.., b')'] | [.., b'%', _, _])
        }
        _ => false,
    }
}

/// Returns `text` without the whitespace and the punctuation of a sentence at its end.
fn without_punctuation(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|byte| !matches!(byte, b'.' | b',' | b';' | b' ' | b'\t' | b'\r' | b'\n'));
    &text[..last.map_or(0, |last| last + 1)]
}

/// Returns whether the first or the last character is from `\u{2000}` to `\u{203F}`, or a guillemet, or the first one a mark
/// of Chinese and Japanese.
fn is_quoted_end(bytes: &[u8]) -> bool {
    let bytes = without_punctuation(bytes);
    let is_of_cjk = matches!(bytes, [0xE3, 0x80, 0x88..=0x9F, ..] | [0xEF, 0xBC, 0x82 | 0x88 | 0x9C, ..]);
    is_of_cjk
        || matches!(bytes, [0xE2, 0x80, ..] | [0xC2, 0xAB | 0xBB, ..] | [.., 0xE2, 0x80, _] | [.., 0xC2, 0xAB | 0xBB])
}

/// Returns whether a letter from `\u{C0}` to `\u{FF}` is followed by a character that windows-1252 has from 0x80 to 0xBF.
fn may_be_mojibake(bytes: &[u8]) -> bool {
    let next_starts_with = |at: usize| matches!(bytes.get(at + 2), Some(0xC2 | 0xC5 | 0xC6 | 0xCB | 0xE2));
    memchr::memchr_iter(0xC3, bytes).any(next_starts_with)
}
