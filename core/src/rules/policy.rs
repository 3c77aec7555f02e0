//! The severity policy: the configured severity first, then the role of the reference, then the default of the rule.

use crate::reference::Dialect;
use crate::rules::role::{ReferenceUse, Role, Whitespace};
use crate::rules::rule::{Group, Rule, Severity, Subject};

/// Severities that a user configured per rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Severities {
    /// One entry per rule; `None` is off.
    chosen: Vec<(&'static str, Option<Severity>)>,
}

impl Severities {
    /// Sets the severity of `rule`; `None` turns it off. Later calls win.
    pub(super) fn choose(&mut self, rule: &Rule, severity: Option<Severity>) {
        self.put(rule.name, severity);
    }

    /// Adds an entry, or replaces the one of the same rule: a file with many thousand entries has as many as rules.
    fn put(&mut self, rule: &'static str, severity: Option<Severity>) {
        match self.chosen.iter_mut().find(|(name, _)| *name == rule) {
            Some(known) => known.1 = severity,
            None => self.chosen.push((rule, severity)),
        }
    }

    /// Adds the entries of `later`, which win.
    pub fn then(&mut self, later: &Self) {
        for &(rule, severity) in &later.chosen {
            self.put(rule, severity);
        }
    }

    /// Returns whether the severity of `rule` is configured.
    pub fn is_set(&self, rule: &Rule) -> bool {
        self.chosen(rule).is_some()
    }

    /// Returns whether `rule` is off for references in general, LEIRIs and URIs.
    #[cfg(feature = "xml")]
    pub(crate) fn is_off_for_references(&self, rule: &Rule) -> bool {
        [Role::LEIRI, Role::URI].into_iter().all(|role| self.effective(rule, role).is_none())
    }

    /// Returns whether the entry for `rule` turns it off.
    #[cfg(feature = "files")]
    pub(crate) fn is_off(&self, rule: &str) -> bool {
        self.chosen.iter().find(|(name, _)| *name == rule).is_some_and(|(_, severity)| severity.is_none())
    }

    /// Returns the entry that decides for `rule`.
    fn chosen(&self, rule: &Rule) -> Option<&(&'static str, Option<Severity>)> {
        self.chosen.iter().find(|(name, _)| *name == rule.name)
    }

    /// Returns the severity of `rule` for a reference of role `role`; `None` if the rule is off there.
    pub fn effective(&self, rule: &Rule, role: Role) -> Option<Severity> {
        if !self.chosen.is_empty()
            && let Some((_, severity)) = self.chosen(rule)
        {
            return *severity;
        }
        let severity = by_place(rule, role)?;
        Some(if rule.subject == Subject::Markup { severity } else { severity.min(role.max_severity) })
    }
}

/// Returns the severity of a rule for a role; `None` if the rule is off there.
fn by_place(rule: &Rule, role: Role) -> Option<Severity> {
    let is_edge = rule.subject == Subject::Edges;
    let reference_use = role.reference_use;
    match (rule.group, role.dialect) {
        // A different spelling is a different name, and no tool looks up the host of a name.
        (Group::Style, _)
            if !reference_use.is_resolved()
                || matches!(reference_use, ReferenceUse::Name | ReferenceUse::NameBase | ReferenceUse::Typed) =>
        {
            None
        }
        (Group::Scheme, _) if !reference_use.is_resolved() => {
            rule.severity.map(|least| least.min(Severity::Information))
        }
        // The program encodes the other characters itself.
        (Group::Leiri, _) if reference_use == ReferenceUse::Template && role.is_verbatim => None,
        // Identifiers of electronic invoices consist of several URNs: `urn:cen.eu:en16931:2017#compliant#urn:…`.
        _ if rule.name == "second-fragment" && reference_use == ReferenceUse::Identifier => Some(Severity::Information),
        (Group::Leiri, _) if is_edge && role.whitespace != Whitespace::Kept => Some(edge_severity(role)),
        (Group::Leiri, Dialect::Uri | Dialect::Iri | Dialect::IriBis) | (Group::UriOnly, Dialect::Uri) => {
            Some(Severity::Error)
        }
        _ => rule.severity,
    }
}

/// Returns the severity of whitespace at the ends: the type removes it, or it is known to break the tools of the
/// format.
fn edge_severity(role: Role) -> Severity {
    if role.whitespace == Whitespace::Significant { Severity::Error } else { Severity::Hint }
}
