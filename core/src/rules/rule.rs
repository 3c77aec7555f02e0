//! The data of a rule: name, group, default severity, page. A leaf that everything else builds on.

use crate::text::impl_names;

/// How much a finding matters, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing when one looks closely.
    Hint,
    /// Valid, but hard to read, transmit or compare.
    Information,
    /// Tools further down the chain break on it.
    Warning,
    /// The place does not admit it.
    Error,
}

impl Severity {
    /// All four, the least first.
    pub const ALL: [Self; 4] = [Self::Hint, Self::Information, Self::Warning, Self::Error];

    /// The name used in reports, JSON and `.iri.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Information => "information",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The severity of that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

impl_names!(Severity, "severity", Self::name, Display);

/// One thing that can be wrong with a reference: the data of a rule. Its check is a private matter of this module.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// Name, unique among rules and groups; reads well after "allow".
    pub name: &'static str,
    /// Group whose rules are configured together.
    pub group: Group,
    /// Severity if neither the place nor the configuration says otherwise; `None` if the rule is off.
    pub severity: Option<Severity>,
    /// Documentation page in Markdown.
    pub page: &'static str,
    /// What the rule examines, which decides how the place of a reference changes the severity.
    pub subject: Subject,
}

/// What a rule examines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// The reference: a tolerant place lowers the severity.
    Reference,
    /// The markup around it: no XML parser continues after such an error, however tolerant the place.
    Markup,
    /// Whitespace at the ends: the severity depends on what the type of the place does with it.
    Edges,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

/// Rules of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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

    /// Returns the group of that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.name() == name)
    }
}

impl_names!(Group, "group", Self::name, Display);
