//! The five dialects, as tables that read like their ABNF.
//!
//! ```text
//! unreserved  = ALPHA / DIGIT / "-" / "." / "_" / "~"                        RFC 3986 section 2.3
//! sub-delims  = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="      section 2.2
//! pchar       = unreserved / pct-encoded / sub-delims / ":" / "@"                    section 3.3
//! userinfo    = *( unreserved / pct-encoded / sub-delims / ":" )                   section 3.2.1
//! reg-name    = *( unreserved / pct-encoded / sub-delims )                         section 3.2.2
//! query, fragment = *( pchar / "/" / "?" )                                     sections 3.4, 3.5
//!
//! iunreserved = unreserved / ucschar                                         RFC 3987 section 2.2
//! iquery      = *( ipchar / iprivate / "/" / "?" )
//! ```
//!
//! A LEIRI differs from an IRI only in `ucschar` (W3C Note, section 3), which includes all of `iprivate`. A Web Address
//! (3987bis section 6.2) replaces three more rules, and whitespace at its ends is removed first. Each dialect thus allows
//! everything that the previous one allows.
//!
//! ```text
//! pct-form    = pct-encoded / "%"
//! path-sep    = "/" / "\"
//! ifragment   = *( ipchar / "/" / "?" / "#" )                              3987bis section 6.2
//! ```

use std::fmt;

use crate::reference::class::Class;
use crate::text::impl_names;

/// A grammar; in ascending order, from the narrowest to the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// RFC 3986.
    Uri,
    /// RFC 3987.
    Iri,
    /// draft-ietf-iri-3987bis-06: as RFC 3987, with the tag characters in `iprivate`.
    IriBis,
    /// W3C Note "Legacy extended IRIs for XML resource identification", 2008.
    Leiri,
    /// draft-ietf-iri-3987bis-06 section 6.2.
    WebAddress,
}

impl Dialect {
    /// All five, the narrowest first.
    pub const ALL: [Self; 5] = [Self::Uri, Self::Iri, Self::IriBis, Self::Leiri, Self::WebAddress];

    /// Returns the name used on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uri => "uri",
            Self::Iri => "iri",
            Self::IriBis => "iri-bis",
            Self::Leiri => "leiri",
            Self::WebAddress => "web-address",
        }
    }

    /// Returns the name used in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Uri => "URI",
            Self::Iri => "IRI",
            Self::IriBis => "3987bis IRI",
            Self::Leiri => "LEIRI",
            Self::WebAddress => "Web Address",
        }
    }

    /// Returns the names of the productions that whole texts match: with or without a scheme, with a scheme, and with a
    /// scheme and without a fragment.
    pub(crate) const fn start_symbols(self) -> [&'static str; 3] {
        match self {
            Self::Uri => ["URI-reference", "URI", "absolute-URI"],
            Self::Iri => ["IRI-reference", "IRI", "absolute-IRI"],
            Self::IriBis => ["IRI-bis-reference", "IRI-bis", "absolute-IRI-bis"],
            Self::Leiri => ["LEIRI-reference", "LEIRI", "absolute-LEIRI"],
            Self::WebAddress => ["Web-Address-reference", "Web-Address", "absolute-Web-Address"],
        }
    }

    /// Returns the dialect of that [`name`](Self::name) or [`title`](Self::title).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name || dialect.title() == name)
    }

    /// Returns whether the grammar allows `c` as itself at `position`. A `%` is never allowed as itself: it starts a
    /// percent-encoding.
    ///
    /// ```
    /// use iri_core::Dialect;
    /// use iri_core::reference::SyntaxPosition;
    ///
    /// assert!(Dialect::Iri.allows('\u{E9}', SyntaxPosition::Path));
    /// assert!(!Dialect::Uri.allows('\u{E9}', SyntaxPosition::Path));
    /// assert!(!Dialect::Iri.allows('/', SyntaxPosition::RegName));
    /// ```
    pub fn allows(self, c: char, position: SyntaxPosition) -> bool {
        if c.is_ascii() && position.class().intersects(Class::from_ascii(c as u8)) {
            return true;
        }
        if c == '#' && position == SyntaxPosition::Fragment {
            return self == Self::WebAddress;
        }
        position.is_open_to_ucschar()
            && CharacterProduction::from_char(c).allowed_from(position).is_some_and(|narrowest| narrowest <= self)
    }
}

impl_names!(Dialect, "dialect", Self::name);

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// Syntactic position of a character in a reference, as far as the grammar distinguishes positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyntaxPosition {
    /// `scheme`.
    Scheme,
    /// `iuserinfo`.
    Userinfo,
    /// `ireg-name`, including an IPv4 address.
    RegName,
    /// Between the brackets of an `IP-literal`.
    IpLiteral,
    /// `port`.
    Port,
    /// `isegment` and the `/` between them.
    Path,
    /// `isegment-nz-nc`: the first segment of a reference without scheme and authority.
    FirstSegment,
    /// `iquery`.
    Query,
    /// `ifragment`.
    Fragment,
    /// A character that separates components: `:` `//` `@` `[` `]` `?` `#`.
    Delimiter,
}

impl SyntaxPosition {
    /// Returns the ASCII characters that every dialect allows at this position.
    const fn class(self) -> Class {
        match self {
            Self::Scheme => Class::SCHEME,
            Self::Userinfo | Self::IpLiteral => Class::USERINFO,
            Self::RegName => Class::REG_NAME,
            Self::Port => Class::DIGIT,
            Self::Path => Class::PATH,
            Self::FirstSegment => Class(Class::PATH.0 & !Class::COLON.0),
            Self::Query | Self::Fragment => Class::QUERY,
            Self::Delimiter => Class::DELIMITER,
        }
    }

    const fn is_open_to_ucschar(self) -> bool {
        matches!(self, Self::Userinfo | Self::RegName | Self::Path | Self::FirstSegment | Self::Query | Self::Fragment)
    }
}

/// Repertoire of a character that is neither `unreserved` nor a delimiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharacterProduction {
    /// `ucschar` of RFC 3987, without bidi formatting.
    Ucschar,
    /// `iprivate` of RFC 3987.
    Private,
    /// U+E0000 to U+E0FFF: `iprivate` of 3987bis, in no production of RFC 3987.
    Tag,
    /// Only in `ucschar` of the LEIRI Note.
    LeiriOnly,
    /// In no production of any dialect.
    Nowhere,
}

impl CharacterProduction {
    /// ```text
    /// ucschar  = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / … / %xE1000-EFFFD
    /// iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD                  RFC 3987 section 2.2
    /// ucschar  = " " / "<" / ">" / '"' / "{" / "}" / "|" / "\" / "^" / "`" / %x0-1F / %x7F-D7FF
    ///          / %xE000-FFFD / %x10000-10FFFF                                  LEIRI Note section 3
    /// ```
    pub(super) fn from_char(c: char) -> Self {
        match u32::from(c) {
            0x00..=0x7F if Class::from_ascii(c as u8) == Class::LEIRI_ASCII => Self::LeiriOnly,
            0x00..=0x7F | 0xFFFE | 0xFFFF => Self::Nowhere,
            // RFC 3987 section 4.1 excludes bidi formatting from IRIs, although `ucschar` contains it.
            0x200E | 0x200F | 0x202A..=0x202E => Self::LeiriOnly,
            0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => Self::Ucschar,
            0xE000..=0xF8FF => Self::Private,
            0x80..=0xFFFD => Self::LeiriOnly,
            0xE0000..=0xE0FFF => Self::Tag,
            beyond if beyond & 0xFFFE == 0xFFFE => Self::LeiriOnly,
            0xF0000..=0x0010_FFFF => Self::Private,
            _ => Self::Ucschar,
        }
    }

    /// Returns the narrowest dialect whose grammar allows such a character at `position`; `None` if none does.
    pub(super) fn allowed_from(self, position: SyntaxPosition) -> Option<Dialect> {
        match self {
            Self::Ucschar => Some(Dialect::Iri),
            Self::Private if position == SyntaxPosition::Query => Some(Dialect::Iri),
            Self::Tag if position == SyntaxPosition::Query => Some(Dialect::IriBis),
            Self::Private | Self::Tag | Self::LeiriOnly => Some(Dialect::Leiri),
            Self::Nowhere => None,
        }
    }
}
