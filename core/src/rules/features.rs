//! Features of a text: byte classes, properties of characters, and the components that are present. Each rule names the
//! features that it needs, so that only few rules run for an ordinary reference.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::interop::has_host;
use crate::reference::idna::LONGEST_DNS_LABEL;
use crate::reference::{Authority, Class, Dialect, HostKind, PercentKinds, Reference, class_of, default_port};
use crate::rules::{characters, missing_values};
use crate::text::{Span, WHITESPACE};
use crate::unicode::CharacterProperties;

/// Set of features. The low 18 bits are the [`Class`]es of the bytes; bits 32 to 39 the first [`CharacterProperties`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features(u64);

const _: () = assert!(Class::UPPER.0 < Features::CLASSES && CharacterProperties::DELIMITER_LOOK_ALIKE.bits() >> 8 == 0);

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
    /// Userinfo that is not only letters and digits.
    ODD_USERINFO,
    /// A port that is empty, has a leading zero, or may be the default of the scheme.
    ODD_PORT,
    /// An uppercase letter in the scheme.
    UPPER_SCHEME,
    /// An uppercase letter in the authority.
    UPPER_AUTHORITY,
    /// A path segment that starts with a dot, after the `./` and `../` at the start of a relative path.
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
    /// A letter that is a lead byte of UTF-8 if it is read as windows-1252 or windows-1251, and a character of its other
    /// bytes; or a sign in the query that may be an entity.
    MOJIBAKE,
    /// A scheme or an authority that the scheme's own grammar may refuse.
    OWN_GRAMMAR,
    /// A host that may be too long for the DNS.
    LONG_HOST,
    /// A query or a fragment that ends in the extension of a file, after a name without one; or a fragment that starts with
    /// `%23` or has a parenthesis.
    CUT_NAME,
}

impl Features {
    /// Bits of the classes that are features.
    const CLASSES: u32 = (1 << 18) - 1;

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
        .or(Self::ODD_PORT)
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

    /// Returns `feature` if it occurs, else none.
    pub const fn when(occurs: bool, feature: Self) -> Self {
        if occurs { feature } else { Self::NONE }
    }

    /// Returns the union of the two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the features of `self` that are not in `other`.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
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
        let mut features = Self(u64::from(anywhere.0 & Self::CLASSES)).or(Self::from_parts(reference));
        if anywhere.intersects(Class::NON_ASCII) {
            features = features.or(Self::from_characters_of(reference));
        }
        features.or(Self::from_percent_kinds(reference.percent_kinds))
    }

    fn from_percent_kinds(kinds: PercentKinds) -> Self {
        let when = |kind, feature| Self::when(kinds.intersects(kind), feature);
        when(PercentKinds::PERCENT, Self::ENCODED_PERCENT)
            .or(when(PercentKinds::BRACKET, Self::ENCODED_BRACKET))
            .or(when(PercentKinds::HIGH, Self::HIGH_ENCODING))
            .or(when(PercentKinds::UNRESERVED, Self::UNRESERVED_ENCODING))
            .or(when(PercentKinds::LOWERCASE, Self::LOWERCASE_ENCODING))
    }

    fn from_parts(reference: &Reference<'_>) -> Self {
        let seen = reference.seen;
        let is_of_web = may_be_of_web(reference);
        let mut features = Self::when(!reference.is_reference(Dialect::Leiri), Self::NO_LEIRI)
            .or(Self::when(seen.scheme.intersects(Class::UPPER), Self::UPPER_SCHEME))
            .or(Self::when(has_leiri_edge(reference), Self::LEIRI_EDGE))
            .or(Self::when(has_odd_end(reference), Self::QUOTED_END))
            .or(Self::when(is_cut_name(reference), Self::CUT_NAME));
        features = features.or(match reference.authority {
            Some(authority) => {
                let start = Self::from_authority(reference, authority, is_of_web);
                let is_odd = is_of_web && is_odd_on_web(reference, authority);
                start.or(Self::when(is_odd, Self::ODD_WEB)).or(Self::when(!is_of_web, Self::OTHER_SCHEME))
            }
            None if reference.has_scheme() => Self::from_scheme(reference),
            None => Self::when(is_odd_relative(reference), Self::ODD_START),
        });
        if seen.anywhere().intersects(Class::SEMICOLON) || reference.percent_kinds.intersects(PercentKinds::MARK) {
            features = features.or(Self::when(may_have_entity(reference.text.as_bytes()), Self::ENTITY));
        }
        if seen.path.intersects(Class::DOT) {
            features = features.or(Self::when(has_dot_segment(reference), Self::DOTTED_SEGMENT));
        }
        features
    }

    /// Returns the features of the authority.
    fn from_authority(reference: &Reference<'_>, authority: Authority, is_of_web: bool) -> Self {
        const PLAIN: Class = Class::ALPHA
            .or(Class::UPPER)
            .or(Class::DIGIT)
            .or(Class::DOT)
            .or(Class::HYPHEN)
            .or(Class::COLON)
            .or(Class::AT)
            .or(Class::BRACKET)
            .or(Class::NON_ASCII);
        let seen = reference.seen.authority;
        let host = authority.host.slice(reference.text);
        let is_name = is_plain_dns_name(host);
        let has_plain_userinfo = has_plain_userinfo(reference.text, authority);
        // Every number of four digits is a port.
        let is_number = |port: &str| port.len() < 5 && port.bytes().all(|byte| byte.is_ascii_digit());
        let has_plain_port = authority.port.is_none_or(|port| is_number(port.slice(reference.text)));
        let is_accepted = is_of_web
            && reference.is_reference(Dialect::Leiri)
            && seen.without(PLAIN) == Class::NONE
            && has_plain_userinfo
            && has_plain_port
            && (is_name || matches!(authority.kind, HostKind::Ipv4 | HostKind::Ipv6));
        Self::when(seen.intersects(Class::PERCENT) && host.contains('%'), Self::HOST_IDNA_WORK)
            .or(Self::when(!has_plain_userinfo, Self::ODD_USERINFO))
            .or(Self::when(has_odd_port(reference, authority), Self::ODD_PORT))
            .or(Self::when(may_be_long(host, seen), Self::LONG_HOST))
            .or(Self::when(!is_name && may_have_a_label(host, seen), Self::A_LABEL))
            .or(Self::when(seen.intersects(Class::UPPER), Self::UPPER_AUTHORITY))
            .or(Self::when(seen.intersects(Class::PERCENT.or(Class::NON_ASCII)), Self::ENCODED_AUTHORITY))
            .or(Self::when(is_odd_authority(reference, authority), Self::ODD_AUTHORITY))
            .or(Self::when(!is_accepted, Self::OWN_GRAMMAR))
    }

    /// Returns the features of the scheme, if no authority follows.
    fn from_scheme(reference: &Reference<'_>) -> Self {
        let seen = reference.seen.path;
        let path = reference.path.slice(reference.text);
        let scheme = reference.scheme.map_or("", |scheme| scheme.slice(reference.text));
        // Most references without an authority are of these schemes, and start like none of the mistakes.
        let is_odd = !matches!(scheme, "urn" | "mailto")
            || seen.intersects(Class::SUB_DELIM.or(Class::LEIRI_ASCII).or(Class::PERCENT).or(Class::BRACKET))
            || seen.intersects(Class::SLASH) && (scheme == "mailto" || path.contains("//"))
            // `urn:f81d4fae-7dec-11d0-a765-00a0c91e6bf6`
            || path.as_bytes().get(8) == Some(&b'-')
            // `urn:ietf:rfc2648`, `urn:isbn-13:…`
            || scheme == "urn" && ["guid:", "ietf:", "isbn-", "isbn1"].iter().any(|start| starts_with_ignoring_case(path, start))
            || scheme == "mailto"
                && (!seen.intersects(Class::AT)
                    || seen.intersects(Class::COLON)
                    || reference.seen.query.intersects(Class::SEMICOLON))
            || path.contains(":urn:")
            || reference.seen.query.or(reference.seen.fragment).intersects(Class::LEIRI_ASCII)
            || reference.seen.fragment.intersects(Class::PERCENT)
            || ["urn:", "mailto:", "www."].iter().any(|start| starts_with_ignoring_case(path, start));
        Self::OWN_GRAMMAR
            .or(Self::when(is_odd, Self::OTHER_SCHEME))
            .or(Self::when(has_host(scheme), Self::ODD_AUTHORITY))
    }

    /// Returns the features of a reference with characters above ASCII.
    fn from_characters_of(reference: &Reference<'_>) -> Self {
        use CharacterProperties as Properties;
        let bytes = reference.text.as_bytes();
        let characters = characters::scan(reference);
        let needs_idna = Properties::IDNA_WORK.or(Properties::NFC_SUSPECT);
        Self::from_characters(characters.anywhere)
            .or(Self::when(is_quoted_end(bytes), Self::QUOTED_END))
            .or(Self::when(may_be_mojibake(bytes) || reference.seen.query.intersects(Class::LOOK), Self::MOJIBAKE))
            .or(Self::when(characters.mixed_word, Self::MIXED_WORD))
            .or(Self::when(characters.confusable_name, Self::CONFUSABLE_NAME))
            .or(Self::when(characters.host.intersects(needs_idna), Self::HOST_IDNA_WORK))
            .or(Self::when(characters.host.intersects(Properties::HOST_RESTRICTED), Self::HOST_RESTRICTED))
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

/// Returns whether the authority is such that parsers may open different hosts or ports. A test compares this with all
/// parsers.
fn is_odd_authority(reference: &Reference<'_>, authority: Authority) -> bool {
    // Python's requests takes port 0 for the default.
    let is_zero = |port: &str| port.starts_with('0') && port.bytes().all(|digit| digit == b'0');
    authority.host.is_empty()
        || authority.kind == HostKind::IpvFuture
        || authority.port.is_some_and(|port| is_zero(port.slice(reference.text)))
}

/// Returns whether there is no userinfo, or one of ASCII letters and digits.
fn has_plain_userinfo(text: &str, authority: Authority) -> bool {
    authority.userinfo.is_none_or(|userinfo| userinfo.slice(text).bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Returns whether there is a port that another spelling may lack.
fn has_odd_port(reference: &Reference<'_>, authority: Authority) -> bool {
    authority.port.is_some_and(|port| {
        let port = port.slice(reference.text);
        let scheme = reference.scheme.map_or("", |scheme| scheme.slice(reference.text));
        let is_default = || reference.seen.scheme.intersects(Class::UPPER) || default_port(scheme) == Some(port);
        port.is_empty() || port.starts_with('0') || is_default()
    })
}

/// Returns whether the scheme is `http`, `https` or `ftp` in lowercase, or absent.
fn may_be_of_web(reference: &Reference<'_>) -> bool {
    reference.scheme.is_none_or(|scheme| matches!(scheme.slice(reference.text), "http" | "https" | "ftp"))
}

/// Returns whether a host of letters, digits, dots and hyphens is a name of the DNS, and neither an A-label nor an address
/// is among its labels. The grammars of the schemes of the Web accept such a host; a test compares this with them.
fn is_plain_dns_name(host: &str) -> bool {
    let host = host.as_bytes();
    let is_separator = |byte: Option<&u8>| matches!(byte, None | Some(b'.' | b'-'));
    let last = host.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    !is_separator(host.first())
        && !is_separator(host.last())
        && !host[last].is_ascii_digit()
        && !has_adjacent_separators(host)
}

/// Returns whether one of `.` and `-` follows another. Looks at eight bytes at a time, the last of which overlap.
fn has_adjacent_separators(host: &[u8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = ONES * 0x7F;
    // The high bit of each byte that is zero.
    let zeros = |word: u64| !(((word & LOW) + LOW) | word | LOW);
    let separators = |chunk: [u8; 8]| {
        let word = u64::from_le_bytes(chunk);
        zeros(word ^ (ONES * u64::from(b'.'))) | zeros(word ^ (ONES * u64::from(b'-')))
    };
    let Some(last) = host.last_chunk::<8>() else {
        return host.windows(2).any(|pair| matches!(pair, [b'.' | b'-', b'.' | b'-']));
    };
    let mut before = 0;
    let is_adjacent = |chunk: &[u8; 8]| {
        let found = separators(*chunk);
        let is_adjacent = found & (found << 8 | before) != 0;
        before = found >> 56;
        is_adjacent
    };
    let last = separators(*last);
    last & last << 8 != 0 || host.as_chunks::<8>().0.iter().any(is_adjacent)
}

/// Returns whether the host or a label of it may be longer than the DNS allows.
fn may_be_long(host: &str, seen: Class) -> bool {
    // 13 characters never need more than 63 bytes as an A-label, and as many labels as there are in 60 bytes fit too.
    let is_encoded = seen.intersects(Class::PERCENT.or(Class::NON_ASCII));
    let has_long_label = || host.split('.').any(|label| label.len() > 13 && label.chars().count() > 13);
    if is_encoded { host.len() > 60 || has_long_label() } else { host.len() > LONGEST_DNS_LABEL }
}

/// Returns whether the text may contain a second reference: in the authority or the path it has a colon, starts with `www.`, or
/// is a schema after a separator, and after them it has a blank before it.
fn may_have_second(reference: &Reference<'_>) -> bool {
    let before_query = reference.seen.authority.or(reference.seen.path);
    if reference.seen.query.or(reference.seen.fragment).intersects(Class::LEIRI_ASCII) {
        return true;
    }
    let is_www =
        |at: usize| reference.text.as_bytes().get(at..at + 4).is_some_and(|part| part.eq_ignore_ascii_case(b"www."));
    let is_schema = || {
        let path = reference.path.slice(reference.text).trim_end().as_bytes();
        path.last_chunk::<4>().is_some_and(|end| end.eq_ignore_ascii_case(b".xsd"))
    };
    before_query.intersects(Class::SUB_DELIM.or(Class::LEIRI_ASCII))
        && (before_query.intersects(Class::COLON)
            || is_schema()
            || memchr::memchr2_iter(b'w', b'W', reference.text.as_bytes()).any(is_www))
}

/// Returns whether common mistakes may occur in a reference of the Web.
fn is_odd_on_web(reference: &Reference<'_>, authority: Authority) -> bool {
    const IDENTIFIERS: [&str; 3] = ["doi.org", "dx.doi.org", "orcid.org"];
    let seen = reference.seen;
    let path = reference.path.slice(reference.text);
    let host = authority.host.slice(reference.text);
    // Hosts of identifiers start with these letters.
    let is_identifier = matches!(host.as_bytes().first(), Some(b'd' | b'D' | b'o' | b'O'))
        && IDENTIFIERS.iter().any(|known| starts_with_ignoring_case(host, known));
    let is_doi = || host.as_bytes().last_chunk::<7>().is_some_and(|end| end.eq_ignore_ascii_case(b"doi.org"));
    // `https://tel:12345`: a scheme has no dot.
    let is_scheme = authority.port.is_some_and(|port| host.len() < 7 || port.is_empty());
    // `http://mailto:jane@example.org`, `http://jane@example.org`, `http://example.org;8080/`
    let has_mark = seen.authority.intersects(Class::SUB_DELIM.or(Class::PERCENT))
        || seen.authority.intersects(Class::AT) && (path.len() < 2 || seen.authority.intersects(Class::COLON))
        || seen.path.intersects(Class::COLON);
    // `http://www/example.org`, `http://us?er:password@example.org/`
    let is_word =
        path.as_bytes().get(1..4).is_some_and(|start| matches!(start, b"und" | b"nul" | b"NUL" | b"NaN" | b"(nu"))
            || !seen.authority.intersects(Class::DOT)
                && (host.eq_ignore_ascii_case("www")
                    || missing_values::is_host(host)
                    || seen.query.or(seen.fragment).intersects(Class::AT));
    has_mark
        || host.is_empty()
        || is_scheme
        || is_word
        || is_identifier
        || path.starts_with("//")
        || path.starts_with("/www.")
        || seen.path.intersects(Class::SUB_DELIM) && path.contains('$')
        || has_odd_mark_near_end(seen.path, path.as_bytes())
        || is_doi()
        || has_path_after_hash(reference)
        || has_odd_parameter(reference)
        || has_open_parenthesis(seen.path, path)
        || is_odd_host(host.as_bytes())
        || may_have_second(reference)
        || has_encoded_delimiter(seen.path, path)
}

/// Returns whether common mistakes may occur in a relative reference.
fn is_odd_relative(reference: &Reference<'_>) -> bool {
    let seen = reference.seen.path;
    let start = &reference.text.as_bytes()[reference.path.start..];
    let has_odd_start = matches!(
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
            | [b'#', b'm' | b't' | b'w', b'a' | b'e' | b'w', b'i' | b'l' | b'w', ..]
            | [b'.', b'.', b'.' | b'a'..=b'z' | b'A'..=b'Z', ..]
            | [b'#', b'\'', ..]
            | [b'~', b'/', ..]
            | [b'/', b'w', b'w', b'w', b'.', ..]
            | [b'u', b'n', b'd', ..]
            | [b'n', b'u', b'l', ..]
            | [b'N', b'U' | b'a', ..]
            | [b'/', b'u', b'n', b'd', ..]
            | [b'/', b'n', b'u', b'l', ..]
            | [b'/', b'N', b'a' | b'U', ..]
            | [b'/', b'(', b'n', ..]
            | [b'm' | b'M', b'a' | b'A', b'i' | b'I' | b'g', ..]
            | [b't' | b'T', b'e' | b'E', b'l' | b'L', ..]
            | [b'd', b'a', b't', b'a', b'/', ..]
            | [b's', b'm', b's', b'/', ..]
            | [b'a', b'H', b'R', b'0', b'c', ..]
            | [b'=', b'?', ..]
    );
    let near_start = &start[..start.len().min(16)];
    let is_at = |at: usize| start[at..].get(..4).is_some_and(|part| part.eq_ignore_ascii_case(b"(at)"));
    let has_mark = seen.intersects(Class::SUB_DELIM)
        && (near_start.contains(&b';') || start.contains(&b'$') || memchr::memchr_iter(b'(', start).any(is_at));
    // `require('./a.png')`, `src='a.png'`, `href=a.html`
    let is_quoted = || {
        let is_mark = |at: usize| at > 0 && matches!(start[at - 1], b'(' | b'=');
        memchr::memchr_iter(b'\'', start).any(is_mark) || near_start.contains(&b'=')
    };
    has_odd_start
        || has_mark
        || has_odd_mark_near_end(seen, start)
        || seen.intersects(Class::SUB_DELIM) && is_quoted()
        || seen.intersects(Class::AT.or(Class::COLON).or(Class::PERCENT))
        || start.len() > 3 && near_start.windows(2).any(|pair| pair == b"//")
        || starts_with_host_name(start)
        // `192.0.2.1/a`
        || start.first().is_some_and(u8::is_ascii_digit) && seen.intersects(Class::DOT)
        || may_have_second(reference)
        || has_path_after_hash(reference)
        || missing_values::most_of(reference.text[reference.path.start..].trim_end()).is_some()
}

/// Returns whether `text` starts with `start` in any case.
fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.as_bytes().get(..start.len()).is_some_and(|part| part.eq_ignore_ascii_case(start.as_bytes()))
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

/// Returns whether `%23` or `%3F` is in the path, as if it started a fragment or a query.
fn has_encoded_delimiter(seen: Class, path: &str) -> bool {
    seen.intersects(Class::PERCENT) && (path.contains("%23") || path.contains("%3F") || path.contains("%3f"))
}

/// Returns whether the query or the fragment ends as the name of a file does, and the path does not; or the fragment starts
/// with `%23` or has a parenthesis.
fn is_cut_name(reference: &Reference<'_>) -> bool {
    let is_cut = |fragment: &str| fragment.starts_with("%23") || fragment.contains('(');
    if reference.seen.fragment.intersects(Class::PERCENT.or(Class::SUB_DELIM))
        && reference.fragment.is_some_and(|fragment| is_cut(fragment.slice(reference.text)))
    {
        return true;
    }
    let has_dot = |part: Option<Span>| {
        part.is_some_and(|part| part.slice(reference.text).as_bytes().iter().rev().take(6).any(|byte| *byte == b'.'))
    };
    let name = || reference.path.slice(reference.text).rsplit('/').next().unwrap_or_default();
    let seen = reference.seen.query.or(reference.seen.fragment);
    // `Was ist das?.html`
    let is_extension = || reference.query.is_some_and(|query| query.slice(reference.text).starts_with('.'));
    seen.intersects(Class::DOT)
        && (has_dot(reference.fragment) || has_dot(reference.query))
        && (!name().contains('.') || is_extension())
}

/// Returns whether a delimiter of parameters is where another one belongs: `&` in the path, or `?` in the query.
fn has_odd_parameter(reference: &Reference<'_>) -> bool {
    match reference.query {
        // A parameter has a `=`.
        Some(query) => {
            reference.seen.fragment.intersects(Class::SUB_DELIM)
                || reference.seen.query.intersects(Class::SUB_DELIM)
                    && memchr::memchr(b'?', query.slice(reference.text).as_bytes()).is_some()
        }
        None if reference.seen.fragment.intersects(Class::SUB_DELIM) => true,
        None => reference.seen.path.intersects(Class::SUB_DELIM) && reference.path.slice(reference.text).contains('&'),
    }
}

/// Returns whether `)` is missing at the end of the path: `/wiki/Set_(mathematics`.
fn has_open_parenthesis(seen: Class, path: &str) -> bool {
    seen.intersects(Class::SUB_DELIM) && path.rfind('(').is_some_and(|open| !path[open..].contains(')'))
}

/// Returns whether the host starts with `ww.` or `wwww.`, or as a DOI does, or ends in a value that a program did not have.
fn is_odd_host(host: &[u8]) -> bool {
    matches!(
        host,
        [b'1', b'0', b'.', ..]
            | [b'd', b'o', b'i']
            | [b'h', b't', b't', b'p']
            | [b'h', b't', b't', b'p', b's']
            | [b'l', b'o', .., b'0'..=b'9']
    ) || matches!(host, [b'w', b'w', b'.' | b'w', ..]) && !host.starts_with(b"www.")
        || host == b"www."
        || host.starts_with(b"www.www.")
        || matches!(host, [b'v', b'v', b'w' | b'v', ..] | [b'w', b'v' | b'w', b'v', ..])
        || host.last_chunk().is_some_and(|end: &[u8; 4]| matches!(end, b"ined" | b"None" | b"null"))
}

/// Returns whether `,` is where the extension of a file may start, or `!` or `:` at its end.
fn has_odd_mark_near_end(seen: Class, path: &[u8]) -> bool {
    seen.intersects(Class::SUB_DELIM.or(Class::COLON))
        && (matches!(path, [.., b'!' | b':']) || path.iter().rev().take(6).any(|byte| *byte == b','))
}

/// Returns whether the first segment of a path ends like the name of a host.
fn starts_with_host_name(path: &[u8]) -> bool {
    let first = &path[..memchr::memchr3(b'/', b'?', b'#', path).unwrap_or(path.len())];
    [
        &b".org"[..],
        b".com",
        b".net",
        b".edu",
        b".gov",
        b".info",
        b".be",
        b".uk",
        b".au",
        b".jp",
        b".nz",
        b".br",
        b"localhost",
    ]
    .iter()
    .any(|end| first.len().checked_sub(end.len()).is_some_and(|start| first[start..].eq_ignore_ascii_case(end)))
}

/// Returns whether `&` and a name or number are followed by `;`, as in an entity of HTML.
fn may_have_entity(text: &[u8]) -> bool {
    static AMP: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("amp"));
    // `&amp%3B`, `%26amp;`, `?a=1amp;b=2`
    let is_encoded = |at: usize| text[..at].ends_with(b"%26") || text[at + 3..].starts_with(b"%3");
    let is_bare = |at: usize| text[..at].last().is_some_and(|byte| *byte != b'&') && text[at + 3..].starts_with(b";");
    if AMP.find_iter(text).any(|at| is_encoded(at) || is_bare(at)) {
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
fn may_have_a_label(host: &str, seen: Class) -> bool {
    seen.intersects(Class::HYPHEN) && host.as_bytes().windows(4).any(|window| window.eq_ignore_ascii_case(b"xn--"))
}

/// Returns whether a segment of the path starts with a dot, after the `./` and `../` at the start of a relative path.
fn has_dot_segment(reference: &Reference<'_>) -> bool {
    let mut path = reference.path.slice(reference.text).as_bytes();
    while let [b'.', b'/', rest @ ..] | [b'.', b'.', b'/', rest @ ..] = path
        && !reference.has_scheme()
    {
        path = rest;
    }
    path.first() == Some(&b'.') || memchr::memchr_iter(b'.', path).any(|at| at > 0 && path[at - 1] == b'/')
}

/// Returns whether the text ends with `)` or an apostrophe, before punctuation, or with three dots, or its path with a percent-encoding.
fn has_odd_end(reference: &Reference<'_>) -> bool {
    match reference.text.as_bytes() {
        text @ [.., b'%', _, _] => reference.path.end == text.len(),
        [.., b'\''] => true,
        [.., b')' | b'.' | b',' | b';' | b' ' | b'\t' | b'\n' | b'\r'] => {
            let end = without_punctuation(reference.text.as_bytes());
            let has_extension = || end.iter().rev().take(6).any(|byte| *byte == b'.');
            let has_identifier = || {
                reference.host().is_some_and(|host| {
                    host.slice(reference.text).ends_with("i.org") || host.slice(reference.text) == "orcid.org"
                })
            };
            reference.text.trim_end_matches(WHITESPACE).ends_with("...")
                || matches!(end, [.., b')' | b'\''] | [.., b'%', _, _])
                || end.len() < reference.text.len() && (has_extension() || has_identifier())
        }
        _ => false,
    }
}

/// Returns `text` without the whitespace and the punctuation of a sentence at its end.
fn without_punctuation(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|byte| !matches!(byte, b'.' | b',' | b';' | b' ' | b'\t' | b'\r' | b'\n'));
    &text[..last.map_or(0, |last| last + 1)]
}

/// Returns whether the first or the last character is a mark of Chinese and Japanese, or from `\u{2000}` to `\u{203F}`, or a guillemet, or the first one a mark
/// of Chinese and Japanese.
fn is_quoted_end(bytes: &[u8]) -> bool {
    let bytes = without_punctuation(bytes);
    let is_of_cjk = matches!(bytes, [0xE3, 0x80, 0x88..=0x9F, ..] | [0xEF, 0xBC | 0xBD | 0xB9, ..]);
    is_of_cjk
        || matches!(bytes, [.., 0xE3, 0x80, 0x81..=0x97] | [.., 0xEF, 0xBC | 0xBD | 0xB9, _])
        || matches!(
            bytes,
            [0xE2, 0x80 | 0x9D | 0x9F, ..]
                | [0xC2, 0xAB | 0xBB, ..]
                | [.., 0xE2, 0x80 | 0x9D | 0x9F, _]
                | [.., 0xC2, 0xAB | 0xBB]
        )
}

/// Returns whether a letter from `\u{C0}` to `\u{FF}` is followed by a character that windows-1252 has from 0x80 to 0xBF, or
/// the first is one of two Cyrillic letters, and followed by one that windows-1251 has there.
fn may_be_mojibake(bytes: &[u8]) -> bool {
    // The first letter decides: one look at each Cyrillic letter would take too long.
    let first = memchr::memchr(0xD0, bytes).unwrap_or(bytes.len());
    let is_cyrillic = matches!(
        &bytes[first..],
        [0xD0, 0xA0 | 0xA1, 0xC2 | 0xD2 | 0xE2, ..]
            | [0xD0, 0xA0 | 0xA1, 0xD0, 0x81..=0x8F, ..]
            | [0xD0, 0xA0 | 0xA1, 0xD1, 0x90..=0x9F, ..]
    );
    let is_followed = |at: usize| {
        // `\u{D7}tamp`
        matches!(bytes[at + 1..], [0x97, b'a'..=b'z', ..])
            || matches!(
                bytes.get(at + 2..).unwrap_or_default(),
                [0xC2, ..]
                    | [0xC5, 0x92 | 0x93 | 0xA0 | 0xA1 | 0xB8 | 0xBD | 0xBE, ..]
                    | [0xC6, 0x92, ..]
                    | [0xCB, 0x86 | 0x9C, ..]
                    | [0xE2, 0x80 | 0x82 | 0x84, ..]
            )
    };
    // The leads of other encodings, before a character from 0x80 on: `\u{221A}\u{A9}`, `\u{251C}\u{AE}`, `\u{139}\u{201A}`.
    let is_lead = |at: usize| {
        matches!(
            bytes[at..],
            [0xE2, 0x88 | 0x80, 0x9A, 0xC2..=0xF4, ..]
                | [0xE2, 0x94, 0x9C | 0xAC, 0xC2..=0xF4, ..]
                | [0xC4, 0x82 | 0xB9, 0xC2..=0xF4, ..]
        )
    };
    // Of Greek text the first letter decides, too.
    let greek = memchr::memchr(0xCE, bytes).unwrap_or(bytes.len());
    let is_greek = matches!(bytes[greek..], [0xCE, 0x93 | 0x9E | 0x9F, 0xC2..=0xF4, ..]);
    is_cyrillic
        || is_greek
        || memchr::memchr_iter(0xC3, bytes).any(is_followed)
        || memchr::memchr2_iter(0xC4, 0xE2, bytes).any(is_lead)
}
