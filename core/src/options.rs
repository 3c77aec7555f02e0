//! What the judge is told: the standing of the place, the base, the severities.

mod items;
mod role;
mod words;

use std::fmt;

use crate::finding::Severity;
use crate::reference::Dialect;
use crate::rules::rule_names;
use crate::rules::{self, Group, Rule};
use crate::text::similar::did_you_mean;

pub use role::{Cardinality, ReferenceUse, Role, WhiteSpace};

/// Rules about XML rather than the reference: no parser reads on, whatever the place forgives.
const NOT_WELL_FORMED: [&str; 3] = ["surrogate", "non-xml-character", "raw-ampersand"];

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
    /// Whether the caller looked for the file that the reference leads to, and found none.
    pub is_target_missing: bool,
}

/// The severities a user chose, rule by rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

    /// Whether `rule` has a severity that was set.
    pub fn is_set(&self, rule: &Rule) -> bool {
        self.chosen(rule).is_some()
    }

    /// Whether the last word on `rule` is that it is off.
    pub(crate) fn is_off(&self, rule: &str) -> bool {
        self.chosen.iter().rev().find(|(name, _)| *name == rule).is_some_and(|(_, severity)| severity.is_none())
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
        let severity = self.severity_here(rule)?;
        Some(if NOT_WELL_FORMED.contains(&rule.name) { severity } else { severity.min(self.role.most) })
    }

    /// What the standing of the place makes of the rule's default.
    fn severity_here(&self, rule: &Rule) -> Option<Severity> {
        let is_edge = rule.name == "edge-whitespace";
        match (rule.group, self.role.dialect, self.role.standing) {
            // Another spelling is another name, and nobody follows this one to a host.
            (Group::Style, _, ReferenceUse::Namespace) => None,
            (Group::Scheme, _, ReferenceUse::Namespace) => rule.severity.map(|least| least.min(Severity::Information)),
            (Group::Leiri, ..) if is_edge && self.role.white_space != WhiteSpace::Kept => Some(self.edge_severity()),
            (Group::Leiri, Dialect::Uri | Dialect::Iri | Dialect::IriBis, _) | (Group::UriOnly, Dialect::Uri, _) => {
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
