//! Context of the value of an attribute, or of the text of an element.

use std::sync::Arc;

use crate::inspect::Options;
use crate::rules::Role;
use crate::rules::Rule;
use crate::text::Entities;
use crate::xml::Settings;
use crate::xml::places::{Condition, DocumentType, ExpandedName};
use crate::xml::site::SiteKind;
use crate::xml::suppression::Suppression;

/// Context of the value of an attribute, or of the text of an element.
#[derive(Debug)]
pub struct ValueContext {
    /// Kind of the construct that contains the reference.
    pub kind: SiteKind,
    /// Element, in Clark notation.
    pub element: Box<str>,
    /// Attribute, in Clark notation.
    pub attribute: Option<Box<str>>,
    /// Condition on another attribute.
    pub condition: Option<Condition>,
    /// Role of the references.
    pub role: Role,
    /// Options for each item of a value; of pairs, for the second of each.
    pub options: Arc<Options>,
    /// Options for the first of each pair.
    pub names: Option<Arc<Options>>,
    /// Suppression in effect.
    pub suppression: Suppression,
    /// Base of the references; `None` if it is unknown.
    pub base: Option<Arc<str>>,
    /// Entities that a value may refer to.
    pub entities: Entities,
    /// Type of the document, which determines its template languages.
    pub document: DocumentType,
    /// Settings of the document.
    pub(super) settings: Arc<Settings>,
}

impl ValueContext {
    /// Returns the options for an item with that role.
    pub fn options_of(&self, role: Role) -> &Options {
        match &self.names {
            Some(names) if names.role.reference_use == role.reference_use => names,
            _ => &self.options,
        }
    }

    /// Returns the name of the element.
    pub fn name(&self) -> ExpandedName<'_> {
        match self.element.strip_prefix('{').and_then(|name| name.split_once('}')) {
            Some((namespace, local)) => ExpandedName { namespace, local },
            None => ExpandedName { namespace: "", local: &self.element },
        }
    }

    /// Returns whether findings of `rule` in `value` are suppressed.
    pub fn is_suppressed(&self, rule: &Rule, value: &str) -> bool {
        self.suppression.covers(rule) || self.settings.ignored.iter().any(|ignored| ignored.covers(rule, value))
    }
}
