//! The severity policy: the configured severity first, then what the place of the reference says, then the default
//! of the rule.

use crate::reference::Dialect;
use crate::rules::role::{ReferenceUse, Role, WhiteSpace};
use crate::rules::rule::{Group, Rule, Severity, Subject};

/// The severities a user chose, rule by rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Severities {
    /// Later entries win; `None` is off.
    chosen: Vec<(&'static str, Option<Severity>)>,
}

impl Severities {
    /// Sets the severity of `rule`; `None` turns it off. Later calls win.
    pub(super) fn choose(&mut self, rule: &Rule, severity: Option<Severity>) {
        self.chosen.push((rule.name, severity));
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
    #[cfg(feature = "files")]
    pub(crate) fn is_off(&self, rule: &str) -> bool {
        self.chosen.iter().rev().find(|(name, _)| *name == rule).is_some_and(|(_, severity)| severity.is_none())
    }

    /// The entry that decides for `rule`, if one does.
    fn chosen(&self, rule: &Rule) -> Option<&(&'static str, Option<Severity>)> {
        self.chosen.iter().rev().find(|(name, _)| *name == rule.name)
    }

    /// Returns the severity of `rule` in a place of role `role`; `None` if the rule is off there.
    pub fn effective(&self, rule: &Rule, role: Role) -> Option<Severity> {
        if !self.chosen.is_empty()
            && let Some((_, severity)) = self.chosen(rule)
        {
            return *severity;
        }
        let severity = by_place(rule, role)?;
        Some(if rule.subject == Subject::Markup { severity } else { severity.min(role.most) })
    }
}

/// What the place makes of the default severity of a rule.
fn by_place(rule: &Rule, role: Role) -> Option<Severity> {
    let is_edge = rule.subject == Subject::Edges;
    match (rule.group, role.dialect, role.standing) {
        // A different spelling is a different name, and no tool looks up the host of a name.
        (Group::Style, _, ReferenceUse::Namespace) => None,
        (Group::Scheme, _, ReferenceUse::Namespace) => rule.severity.map(|least| least.min(Severity::Information)),
        (Group::Leiri, ..) if is_edge && role.white_space != WhiteSpace::Kept => Some(edge_severity(role)),
        (Group::Leiri, Dialect::Uri | Dialect::Iri | Dialect::IriBis, _) | (Group::UriOnly, Dialect::Uri, _) => {
            Some(Severity::Error)
        }
        _ => rule.severity,
    }
}

/// Whitespace at the ends is either removed by the type or known to break the tools of the format.
fn edge_severity(role: Role) -> Severity {
    if role.white_space == WhiteSpace::Significant { Severity::Error } else { Severity::Hint }
}
