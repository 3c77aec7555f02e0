//! What an attribute, or the text of an element, means in its scope.

use std::sync::Arc;

use crate::inspect::Options;
use crate::rules::Role;
use crate::rules::Rule;
use crate::text::Entities;
use crate::xml::Settings;
use crate::xml::places::{Condition, DocumentType, ExpandedName};
use crate::xml::site::SiteKind;
use crate::xml::suppression::Suppression;

/// What an attribute, or the text of an element, means in its scope.
#[derive(Debug)]
pub struct ValueContext {
    /// What holds the reference.
    pub kind: SiteKind,
    /// The element, in Clark notation.
    pub element: Box<str>,
    /// The attribute, in Clark notation.
    pub attribute: Option<Box<str>>,
    /// It is one only where another attribute is so.
    pub condition: Option<Condition>,
    /// What the format says of the place.
    pub role: Role,
    /// How each item of a value is judged; of pairs, the second of each.
    pub options: Arc<Options>,
    /// How the first of each pair is judged.
    pub names: Option<Arc<Options>>,
    /// What is silenced here.
    pub silence: Option<Arc<Suppression>>,
    /// What its references are resolved against, where that is known.
    pub base: Option<Arc<str>>,
    /// The entities that a value may refer to.
    pub entities: Entities,
    /// What a template is told by.
    pub document: DocumentType,
    /// What the user said of all documents.
    pub(super) settings: Arc<Settings>,
}

impl ValueContext {
    /// How an item of that role is judged.
    pub fn options_of(&self, role: Role) -> &Options {
        match &self.names {
            Some(names) if names.role.reference_use == role.reference_use => names,
            _ => &self.options,
        }
    }

    /// The name of the element.
    pub fn name(&self) -> ExpandedName<'_> {
        match self.element.strip_prefix('{').and_then(|name| name.split_once('}')) {
            Some((namespace, local)) => ExpandedName { namespace, local },
            None => ExpandedName { namespace: "", local: &self.element },
        }
    }

    /// Whether nothing is said of a break of `rule` in `value`.
    pub fn is_suppressed(&self, rule: &Rule, value: &str) -> bool {
        self.silence.as_ref().is_some_and(|silence| silence.covers(rule))
            || self.settings.ignored.iter().any(|ignored| ignored.covers(rule, value))
    }
}
