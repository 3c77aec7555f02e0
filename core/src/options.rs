//! What the judge is told: the standing of the place, the base, the severities.

use std::fmt;

use crate::finding::Severity;
use crate::reference::Dialect;
use crate::rules::{self, Group, Rule};
use crate::similar::{did_you_mean, rule_names};

/// How to judge one reference.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the format says of the place where the reference stands.
    pub role: Role,
    /// What a relative reference is resolved against.
    pub base: Option<String>,
    /// The encoding of the document, where its queries are percent-encoded in it (3987bis section 3.5).
    pub charset: Option<&'static encoding_rs::Encoding>,
    /// Severities that differ from the defaults.
    pub severities: Severities,
}

/// What a format says of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    /// Its name in reports, JSON and `.iri.toml`.
    pub name: &'static str,
    /// The widest dialect that the place admits.
    pub dialect: Dialect,
    /// What becomes of white space at the ends of the value.
    pub white_space: WhiteSpace,
    /// How many references the value holds.
    pub cardinality: Cardinality,
    /// What the string is to the format's readers.
    pub standing: Standing,
    /// Whether the format forbids a fragment.
    pub is_fragment_unwanted: bool,
    /// Whether the format demands a scheme.
    pub is_absolute: bool,
    /// The worst that a finding may be here; a place that its readers mend is never an error.
    pub most: Severity,
}

impl Role {
    /// A reference that may be anything that XML admits: what a text without a place is judged as.
    pub const LEIRI: Self = Self {
        name: "leiri",
        dialect: Dialect::Leiri,
        white_space: WhiteSpace::Kept,
        cardinality: Cardinality::One,
        standing: Standing::Resource,
        is_fragment_unwanted: false,
        is_absolute: false,
        most: Severity::Error,
    };

    /// The role of the item number `index`, from 0, of a value of this role.
    pub fn item(self, index: usize) -> Self {
        match self.cardinality {
            Cardinality::Pairs if index.is_multiple_of(2) => {
                Self { cardinality: Cardinality::One, dialect: Dialect::Iri, standing: Standing::Namespace, ..self }
            }
            _ => Self { cardinality: Cardinality::One, ..self },
        }
    }

    /// Whether encoding a character makes another name of it: every fix is a person's choice.
    pub fn is_name(self) -> bool {
        self.standing != Standing::Resource
    }
}

impl Default for Role {
    fn default() -> Self {
        Self::LEIRI
    }
}

/// How many references a value holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cardinality {
    /// One.
    One,
    /// Any number, white space between them.
    List,
    /// A namespace name and a reference in turn, white space between them (`xsi:schemaLocation`).
    Pairs,
}

/// What the string of a reference is to the readers of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It leads to a resource: another spelling that leads there is as good.
    Resource,
    /// Resolved against the base, and then an identity, compared as a string (RDF).
    Name,
    /// An identity from the start: never resolved, never followed (Namespaces in XML section 2.3).
    Namespace,
}

/// What becomes of white space at the ends of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteSpace {
    /// It is part of the value.
    Kept,
    /// The type removes it (`xs:anyURI`, HTML).
    Collapsed,
    /// It is part of the value, and the format's readers are known to fail on it (OPC).
    Significant,
}

/// The severities a user chose, rule by rule.
#[derive(Clone, Debug, Default)]
pub struct Severities {
    /// Later entries win; `None` is off.
    chosen: Vec<(&'static str, Option<Severity>)>,
}

/// A name that is neither a rule's nor a group's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name) = self;
        write!(f, "there is no rule or group '{name}'{}", did_you_mean(name, rule_names()))
    }
}

impl Severities {
    /// Sets a rule, or every rule of a group; `None` turns it off. Later calls win.
    ///
    /// # Errors
    /// Where `name` is neither a rule's nor a group's.
    pub fn set(&mut self, name: &str, severity: Option<Severity>) -> Result<(), UnknownRule> {
        let before = self.chosen.len();
        let meant = rules::ALL.iter().filter(|rule| rule.name == name || rule.group.name() == name);
        self.chosen.extend(meant.map(|rule| (rule.name, severity)));
        if self.chosen.len() == before { Err(UnknownRule(name.to_owned())) } else { Ok(()) }
    }

    /// Adds what `later` says, which wins.
    pub fn then(&mut self, later: &Self) {
        self.chosen.extend_from_slice(&later.chosen);
    }

    /// The entry that decides for `rule`, if one does.
    fn chosen(&self, rule: &Rule) -> Option<&(&'static str, Option<Severity>)> {
        self.chosen.iter().rev().find(|(name, _)| *name == rule.name)
    }
}

impl Options {
    /// The severity of `rule` here, or nothing where it is off: the user's word first, then the
    /// standing of the place, then the rule's default.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        if !self.severities.chosen.is_empty()
            && let Some((_, severity)) = self.severities.chosen(rule)
        {
            return *severity;
        }
        match (rule.group, self.role.dialect) {
            (Group::Leiri, _) if rule.name == "edge-whitespace" && self.role.white_space != WhiteSpace::Kept => {
                Some(self.edge_severity())
            }
            (Group::Leiri, Dialect::Uri | Dialect::Iri | Dialect::IriBis) | (Group::UriOnly, Dialect::Uri) => {
                Some(Severity::Error)
            }
            _ => rule.severity,
        }
    }

    /// Removed by the type, or known to break the readers of the format.
    fn edge_severity(&self) -> Severity {
        if self.role.white_space == WhiteSpace::Significant { Severity::Error } else { Severity::Hint }
    }
}
