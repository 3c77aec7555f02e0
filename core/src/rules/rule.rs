//! Data of a rule: name, group, default severity, page. This module imports no other of `rules`.

use crate::text::impl_names;

/// Severity of a finding, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing only in detail work.
    Hint,
    /// Valid, but hard to read, transmit or compare.
    Information,
    /// Tools that process the reference may fail.
    Warning,
    /// The format does not allow it.
    Error,
}

impl Severity {
    /// All four, in ascending order.
    pub const ALL: [Self; 4] = [Self::Hint, Self::Information, Self::Warning, Self::Error];

    /// Returns the name used in reports, JSON and `.iri.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Information => "information",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// Returns the severity with that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

impl_names!(Severity, "severity", Self::name, Display);

/// Data of a rule: one thing that can be wrong with a reference. The checks are private to this module.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// Name, unique among rules and groups.
    pub name: &'static str,
    /// Group whose rules are configured together.
    pub group: Group,
    /// Severity if neither the role nor the configuration decides; `None` if the rule is off.
    pub severity: Option<Severity>,
    /// Subject of the rule, which decides how the role changes the severity.
    pub subject: Subject,
}

#[doc(hidden)] // for the programs of this workspace
/// Subject of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// The reference: a tolerant role lowers the severity.
    Reference,
    /// The markup around it: an XML parser stops at such an error, however tolerant the role.
    Markup,
    /// Whitespace at the ends: the severity depends on how the role treats it.
    Edges,
}

impl Rule {
    /// Creates a name for changes that a program offers like the fixes of a rule; it is not in the list of rules.
    #[doc(hidden)] // for the programs of this workspace
    pub const fn of_program(name: &'static str) -> Self {
        Self { name, group: Group::Style, severity: None, subject: Subject::Reference }
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

/// Group of rules of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Group {
    /// Not even a LEIRI.
    Syntax,
    /// A LEIRI, but not an IRI.
    Leiri,
    /// An IRI, but not a URI.
    UriOnly,
    /// Display direction.
    Bidi,
    /// Unicode advice.
    Unicode,
    /// Encoding and spelling.
    Style,
    /// Hosts and schemes.
    Scheme,
    /// Requirements of the role.
    Place,
}

impl Group {
    /// All groups, in the order of the reference manual.
    pub const ALL: [Self; 8] =
        [Self::Syntax, Self::Leiri, Self::UriOnly, Self::Bidi, Self::Unicode, Self::Style, Self::Scheme, Self::Place];

    /// Returns the name used in `.iri.toml`.
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
