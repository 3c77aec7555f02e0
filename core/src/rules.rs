//! The rules: each one thing that can be wrong, as a pair of files: `<name>.rs` checks,
//! `<name>.md` explains and tests itself. Adding a rule is one pair and one line below.

mod context;
mod page;

mod backslash_path;
mod bad_host;
mod bad_idna;
mod bad_port;
mod bad_scheme;
mod bad_userinfo;
mod bidi_twin;
mod broken_percent;
mod compatibility_character;
mod component;
mod default_port;
mod direction;
mod dot_segments;
mod double_encoded;
mod edge_whitespace;
mod empty_port;
mod host_length;
mod host_percent;
mod idna_bidi;
mod invisible_character;
mod leiri;
mod leiri_bidi_formatting;
mod leiri_control;
mod leiri_delimiter;
mod leiri_noncharacter;
mod leiri_private_use;
mod leiri_space;
mod leiri_special;
mod leiri_tag;
mod leiri_unwise;
mod look_alike;
mod lowercase_percent;
mod missing_target;
mod mixed_direction;
mod mixed_script;
mod must_be_absolute;
mod names;
mod needless_percent;
mod non_uri_character;
mod non_xml_character;
mod not_nfc;
mod password;
mod percent;
mod percent_not_utf8;
mod port;
mod port_leading_zero;
mod raw_ampersand;
mod relative_namespace;
mod rtl_edge;
mod scheme_syntax;
mod schemes;
mod second_fragment;
mod stray_bracket;
mod surrogate;
mod unassigned_character;
mod uneven_pairs;
mod unknown_rule;
mod unwanted_fragment;
mod uppercase_host;
mod uppercase_scheme;

pub use context::{Context, Findings};
pub(crate) use context::{check, check_while};
pub use missing_target::{is_missing_target_enabled, missing_target};
pub use page::{Example, Page};
pub(crate) use unknown_rule::is_known;

use std::fmt;

use crate::finding::Severity;
use crate::unicode::Features;

/// Every rule, by group, in the order of the reference manual.
pub static ALL: &[&Rule] = &[
    &broken_percent::RULE,
    &stray_bracket::RULE,
    &second_fragment::RULE,
    &bad_scheme::RULE,
    &bad_host::RULE,
    &bad_port::RULE,
    &bad_userinfo::RULE,
    &surrogate::RULE,
    &non_xml_character::RULE,
    &raw_ampersand::RULE,
    &leiri_space::RULE,
    &leiri_delimiter::RULE,
    &leiri_unwise::RULE,
    &leiri_control::RULE,
    &leiri_bidi_formatting::RULE,
    &leiri_special::RULE,
    &leiri_private_use::RULE,
    &leiri_tag::RULE,
    &leiri_noncharacter::RULE,
    &backslash_path::RULE,
    &edge_whitespace::RULE,
    &non_uri_character::RULE,
    &mixed_direction::RULE,
    &rtl_edge::RULE,
    &idna_bidi::RULE,
    &bidi_twin::RULE,
    &invisible_character::RULE,
    &not_nfc::RULE,
    &compatibility_character::RULE,
    &mixed_script::RULE,
    &look_alike::RULE,
    &unassigned_character::RULE,
    &percent_not_utf8::RULE,
    &double_encoded::RULE,
    &needless_percent::RULE,
    &lowercase_percent::RULE,
    &uppercase_scheme::RULE,
    &uppercase_host::RULE,
    &empty_port::RULE,
    &default_port::RULE,
    &port_leading_zero::RULE,
    &dot_segments::RULE,
    &password::RULE,
    &host_percent::RULE,
    &bad_idna::RULE,
    &host_length::RULE,
    &scheme_syntax::RULE,
    &relative_namespace::RULE,
    &uneven_pairs::RULE,
    &unwanted_fragment::RULE,
    &must_be_absolute::RULE,
    &missing_target::RULE,
    &unknown_rule::RULE,
];

/// One thing that can be wrong.
pub struct Rule {
    /// Reads after "allow …".
    pub name: &'static str,
    /// Rules of one kind, which a user sets together.
    pub group: Group,
    /// Where the place says nothing else; `None` is off.
    pub severity: Option<Severity>,
    /// Its page, in Markdown.
    pub page: &'static str,
    /// The check runs only where one of these was met.
    pub needs: Features,
    /// Flags what breaks the rule.
    pub check: fn(&Context<'_, '_>, &mut Findings<'_>),
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

/// Rules of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Not even a LEIRI.
    Syntax,
    /// A LEIRI, but no IRI.
    Leiri,
    /// An IRI, but no URI.
    UriOnly,
    /// Direction.
    Bidi,
    /// Unicode advice.
    Unicode,
    /// Encoding and spelling.
    Style,
    /// Hosts and schemes.
    Scheme,
    /// What the place of a reference asks of it.
    Place,
}

impl Group {
    /// Every group, in the order of the reference manual.
    pub const ALL: [Self; 8] =
        [Self::Syntax, Self::Leiri, Self::UriOnly, Self::Bidi, Self::Unicode, Self::Style, Self::Scheme, Self::Place];

    /// The name used in `.iri.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Leiri => "leiri",
            Self::UriOnly => "uri-only",
            Self::Bidi => "bidi",
            Self::Unicode => "unicode",
            Self::Style => "style",
            Self::Scheme => "scheme",
            Self::Place => "place",
        }
    }
}

/// The names of every rule and every group.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    let rules = ALL.iter().map(|rule| rule.name);
    rules.chain(Group::ALL.iter().map(|group| group.name()))
}

/// The rule of that name.
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}
