//! Context of the value of an attribute, or of the text of an element.

use std::sync::Arc;

use crate::inspect::Options;
use crate::rules::{Cardinality, Role, Rule};
use crate::text::{Entities, WHITESPACE};
use crate::vocabularies::{DocumentType, ExpandedName, KnownPlace};
use crate::xml::guess;
use crate::xml::namespaces::Bindings;
#[cfg(feature = "rdf")]
use crate::xml::scope::base::BaseIri;
use crate::xml::site::SiteKind;
use crate::xml::suppression::{ActiveSuppressions, Suppression};
use crate::xml::types::{OtherMember, TypeOrigin};
use crate::xml::{Settings, Syntax};

/// Context of the value of an attribute, or of the text of an element.
#[derive(Debug)]
pub struct ValueContext {
    /// Kind of the construct that contains the reference.
    pub kind: SiteKind,
    /// Element, in Clark notation.
    pub element: Box<str>,
    /// Attribute, in Clark notation.
    pub attribute: Option<Box<str>>,
    /// Place of the value: its role, and the conditions under which it applies.
    pub place: KnownPlace,
    /// Context if those conditions are not satisfied; `None` if the value then contains no references.
    pub next: Option<Arc<Self>>,
    /// What a schema declares about the value.
    pub declared: Option<Arc<DeclaredType>>,
    /// Options for each item of a value; of pairs, for the second of each.
    pub options: Arc<Options>,
    /// Options for the first of each pair, or for values that are compared as strings.
    pub names: Option<Arc<Options>>,
    /// Options for values that are references as far as one can see, in places that also have others.
    pub unknown: Option<Arc<Options>>,
    /// Suppressions in effect.
    pub suppressions: ActiveSuppressions,
    /// Base of the references; `None` if it is unknown.
    pub base: Option<Arc<str>>,
    /// Namespaces that are declared here.
    pub(super) bindings: Arc<Bindings>,
    /// Prefix that the value declares, if it is a namespace declaration: empty for the default namespace.
    pub(super) declared_prefix: Option<Box<str>>,
    /// Entities that a value may refer to.
    pub entities: Entities,
    /// Type of the document, which determines its template languages.
    pub document: DocumentType,
    /// Settings of the document.
    pub(super) settings: Arc<Settings>,
}

/// Attributes that name schemas.
const SCHEMA_ATTRIBUTES: [&str; 2] = [
    "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation",
    "{http://www.w3.org/2001/XMLSchema-instance}noNamespaceSchemaLocation",
];

/// Type that a schema or the configuration declares for a value.
#[derive(Debug, Default)]
pub struct DeclaredType {
    /// Declaration of the schema.
    pub origin: Option<TypeOrigin>,
    /// Words that may replace a reference.
    pub keywords: Arc<[Box<str>]>,
    /// Other members of the union.
    pub others: Arc<[OtherMember]>,
}

impl ValueContext {
    /// Returns the namespace name of `prefix`.
    pub fn namespace(&self, prefix: &str) -> Option<Arc<str>> {
        self.bindings.namespace(prefix)
    }

    /// Returns whether the element or one around it declares the namespace `name`.
    pub fn declares(&self, name: &str) -> bool {
        self.bindings.declares(name, None)
    }

    /// Returns whether the document was decoded from bytes of which some were malformed.
    pub fn is_damaged(&self) -> bool {
        self.settings.is_damaged
    }

    /// Returns the reason why the schema that `value` names could not be loaded.
    pub fn schema_problem(&self, value: &str) -> Option<&str> {
        let not_loaded = self.settings.types.as_ref()?.not_loaded();
        let attribute = self.attribute.as_deref().filter(|_| !not_loaded.is_empty())?;
        let is_schema = match self.kind {
            SiteKind::Attribute => SCHEMA_ATTRIBUTES.contains(&attribute),
            SiteKind::Pi => &*self.element == "xml-model" && attribute == "href",
            SiteKind::Doctype => attribute == "SYSTEM",
            _ => false,
        };
        let value = value.trim_matches(WHITESPACE);
        let problem = not_loaded.iter().find(|not_loaded| not_loaded.reference == value);
        problem.filter(|_| is_schema).map(|problem| problem.message.as_str())
    }

    /// Returns whether relative references are looked at here as in unknown places.
    pub fn has_relative(&self) -> bool {
        self.place.shape.has_relative() && self.settings.looks_at_unknown()
    }

    /// Returns whether `value`, a value that is not decoded or the text after a start tag, may be a reference here.
    /// `may_be_evident` is true if it starts as a reference in any format does, `is_cut` if more text may follow.
    pub fn may_have(&self, value: &str, may_be_evident: bool, is_cut: bool) -> bool {
        may_be_evident || !self.place.is_guessed() || self.has_relative() && guess::may_be_relative(value, is_cut)
    }

    /// Returns whether `value` is a word that may replace a reference of `role`.
    pub fn is_keyword(&self, role: Role, value: &str) -> bool {
        role.is_keyword(value)
            || (!self.place.keywords.is_empty() && self.place.is_keyword(value.trim_matches(WHITESPACE)))
            || self.declared.as_ref().is_some_and(|declared| declared.keywords.iter().any(|word| **word == *value))
    }

    /// Returns whether `item` has the type of another member of the union that a schema declares.
    pub fn is_other(&self, item: &str) -> bool {
        let is_prefix = |prefix: &str| self.bindings.namespace(prefix).is_some();
        let accepts = |member: &OtherMember| member.accepts(item, is_prefix);
        self.declared.as_ref().is_some_and(|declared| declared.others.iter().any(accepts))
    }

    /// Returns whether programs of the format may replace parts of the value before they use it.
    pub fn may_be_template(&self) -> bool {
        self.settings.syntax == Syntax::Xml && self.place.role.cardinality != Cardinality::JsonLd
    }

    /// Returns the base of the references.
    #[cfg(feature = "rdf")]
    pub fn base_iri(&self) -> Option<BaseIri> {
        self.base.as_ref().map(|iri| BaseIri::new(iri, self.options.base.is_none()))
    }

    /// Returns the options for an item with that role.
    pub fn options_of(&self, role: Role) -> &Options {
        match (&self.names, &self.unknown) {
            (_, Some(unknown)) if role.is_unknown() => unknown,
            (Some(names), _) if names.role.reference_use == role.reference_use => names,
            _ => &self.options,
        }
    }

    /// Returns the name of the element.
    pub fn name(&self) -> ExpandedName<'_> {
        // Called for each value.
        match self.element.strip_prefix('{').and_then(|name| Some((name, memchr::memchr(b'}', name.as_bytes())?))) {
            Some((name, end)) => ExpandedName { namespace: &name[..end], local: &name[end + 1..] },
            None => ExpandedName { namespace: "", local: &self.element },
        }
    }

    /// Returns whether a finding of `rule` about `value` repeats that of a namespace declaration: a name is reported where
    /// it is declared first, and not where it is used or declared again.
    pub fn is_repeated(&self, rule: &Rule, value: &str) -> bool {
        rule.name == "relative-namespace"
            && self.bindings.declares(value.trim_matches(WHITESPACE), self.declared_prefix.as_deref())
    }

    /// Returns the rules whose findings in `value` are suppressed.
    pub fn suppressed_in<'v>(&'v self, value: &'v str) -> SuppressedRules<'v> {
        SuppressedRules { context: self, value, ignored: None, used: Suppression::default() }
    }
}

/// Rules whose findings in a value are suppressed.
pub struct SuppressedRules<'v> {
    context: &'v ValueContext,
    value: &'v str,
    /// Rules for which the value is ignored, once it was looked up: that takes time linear in its length, and it may have
    /// as many findings.
    ignored: Option<Suppression>,
    /// Rules that were asked for and that a comment suppresses.
    used: Suppression,
}

impl SuppressedRules<'_> {
    /// Returns whether findings of `rule` are suppressed.
    pub fn covers(&mut self, rule: &'static Rule) -> bool {
        if self.used.covers(rule) {
            return true;
        }
        if self.context.suppressions.covers(rule) {
            self.used = self.used.or(Suppression::from_rule(rule));
            return true;
        }
        self.is_ignored(rule)
    }

    /// Returns the rules for which [`covers`](Self::covers) returned true because of a comment.
    pub fn used(&self) -> Suppression {
        self.used
    }

    fn is_ignored(&mut self, rule: &'static Rule) -> bool {
        let ignored = &self.context.settings.ignored;
        self.ignored.get_or_insert_with(|| ignored.rules_in(self.value)).covers(rule)
    }
}
