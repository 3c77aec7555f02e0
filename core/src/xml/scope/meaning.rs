//! Scope and name ─▶ what stands there, worked out once for each.

use std::sync::Arc;

use crate::inspect::Options;
use crate::rules::{Cardinality, ReferenceUse, Role};
use crate::text::Entities;
use crate::xml::namespaces::{self, XMLNS, clark, split};
use crate::xml::places::{self, ConditionalRole, DocumentType, ExpandedName};
use crate::xml::prolog::Prolog;

use crate::xml::scope::base::BaseIri;
use crate::xml::scope::{REMEMBERED, ScopeId, Scopes, ValueContext};
use crate::xml::settings::UserPlace;
use crate::xml::site::SiteKind;
use crate::xml::suppression::Suppression;

impl Scopes {
    pub(super) fn text_spot(&mut self, id: ScopeId, is_any_uri: bool) -> Option<Arc<ValueContext>> {
        let scope = self.at(id);
        let typed = is_any_uri.then_some(ConditionalRole { role: Role::LEIRI, condition: None });
        let place = match self.user_place(scope.name(), || None) {
            Some(user) => user.role.map(|role| ConditionalRole { role, condition: None }),
            None => typed.or_else(|| places::text(scope.document, scope.name())),
        };
        place.map(|place| self.spot(id, SiteKind::Element, None, place))
    }

    pub(super) fn attribute_spot(&mut self, id: ScopeId, name: &str) -> Option<Arc<ValueContext>> {
        let scope = self.at(id);
        let (prefix, local) = split(name);
        let bound = match prefix {
            "" | "xmlns" => None,
            _ => Some(scope.bindings.namespace(prefix)?),
        };
        let namespace = match prefix {
            "" if name != "xmlns" => "",
            _ => bound.as_deref().unwrap_or(XMLNS),
        };
        let user = self.user_place(scope.name(), || Some(clark(namespace, local)));
        let place = match user {
            Some(user) => user.role.map(|role| ConditionalRole { role, condition: None }),
            None => places::attribute(scope.document, scope.name(), ExpandedName { namespace, local }),
        };
        place.map(|place| self.spot(id, SiteKind::Attribute, Some(clark(namespace, local)), place))
    }

    /// The place that the user says it is. The attribute, in Clark notation, is only worked out where there is
    /// any such place.
    fn user_place(
        &self,
        element: ExpandedName<'_>,
        attribute: impl FnOnce() -> Option<Box<str>>,
    ) -> Option<&UserPlace> {
        if self.settings.places.is_empty() {
            return None;
        }
        let attribute = attribute();
        let attribute = attribute.as_deref();
        self.settings.places.iter().rev().find(|place| place.fits(element, attribute))
    }

    fn spot(
        &mut self,
        id: ScopeId,
        kind: SiteKind,
        attribute: Option<Box<str>>,
        place: ConditionalRole,
    ) -> Arc<ValueContext> {
        let (name, local) = (self.at(id).name(), attribute.as_deref());
        let is_base = local == Some("{http://www.w3.org/XML/1998/namespace}base");
        let element = clark(name.namespace, name.local);
        // An `xml:base` is itself resolved against the base around it (XML Base section 4.2).
        let from = if is_base { self.at(self.at(id).parent) } else { self.at(id) };
        let base = from.base.clone().filter(|_| place.role.reference_use != ReferenceUse::Namespace);
        let names = (place.role.cardinality == Cardinality::Pairs).then(|| self.options(place.role.item(0), None));
        let options = self.options(place.role.item(1), BaseIri::judged(base.as_ref()));
        let scope = self.at(id);
        Arc::new(ValueContext {
            kind,
            element,
            attribute,
            condition: place.condition,
            role: place.role,
            options,
            names,
            settings: Arc::clone(&self.settings),
            silence: scope.silence.clone(),
            base: base.map(|base| base.iri),
            entities: scope.prolog.entities.clone(),
            document: scope.document,
        })
    }

    /// What a declaration or a processing instruction named `name` has in `part`, outside all elements.
    pub fn outside(
        &mut self,
        kind: SiteKind,
        (name, part): (&str, &str),
        place: ConditionalRole,
        silence: Option<Arc<Suppression>>,
        prolog: &Prolog,
    ) -> Arc<ValueContext> {
        let base = BaseIri::document(&self.settings).filter(|_| place.role.reference_use != ReferenceUse::Namespace);
        let options = self.options(place.role.item(1), BaseIri::judged(base.as_ref()));
        Arc::new(ValueContext {
            kind,
            element: name.into(),
            attribute: Some(part.into()),
            condition: None,
            role: place.role,
            options,
            names: None,
            settings: Arc::clone(&self.settings),
            silence,
            base: base.map(|base| base.iri),
            // Only a default value refers to entities; a system identifier is taken as it is.
            entities: if kind == SiteKind::Attribute { prolog.entities.clone() } else { Entities::default() },
            document: DocumentType::default(),
        })
    }

    /// What an attribute is that the DTD gives a default, if it holds references. Names are as written:
    /// prefixes stand for what they usually do.
    pub fn declared_attribute(
        &mut self,
        (element, attribute): (&str, &str),
        silence: Option<Arc<Suppression>>,
        prolog: &Prolog,
    ) -> Option<Arc<ValueContext>> {
        let usual = |name| match split(name) {
            ("", "xmlns") | ("xmlns", _) => Some(XMLNS),
            ("", _) => Some(""),
            (prefix, _) => namespaces::usual(prefix),
        };
        let name = ExpandedName { namespace: usual(element)?, local: split(element).1 };
        let root = prolog.root.as_deref().unwrap_or(element);
        let root = ExpandedName { namespace: usual(root)?, local: split(root).1 };
        let document = DocumentType::detect(root, &[], prolog.public_id.as_deref());
        let attribute_name = ExpandedName { namespace: usual(attribute)?, local: split(attribute).1 };
        let place = places::attribute(document, name, attribute_name)?;
        let attribute = clark(attribute_name.namespace, attribute_name.local);
        let spot = self.outside(SiteKind::Attribute, (element, &attribute), place, silence, prolog);
        Some(spot)
    }

    fn options(&mut self, role: Role, base: Option<Arc<str>>) -> Arc<Options> {
        let known = self.options.iter().find(|(known, at, _)| *known == role && *at == base);
        if let Some((_, _, options)) = known {
            return Arc::clone(options);
        }
        let dialect = self.settings.dialect.unwrap_or(role.dialect);
        let options = Arc::new(Options {
            role: Role { dialect, ..role },
            base: base.as_deref().map(str::to_owned),
            charset: self.settings.charset,
            severities: self.settings.severities.clone(),
            is_target_missing: false,
        });
        if self.options.len() < REMEMBERED {
            self.options.push((role, base, Arc::clone(&options)));
        }
        options
    }
}

impl UserPlace {
    fn fits(&self, element: ExpandedName<'_>, attribute: Option<&str>) -> bool {
        let is = |wanted: &Option<String>, there: &str| wanted.as_deref().is_none_or(|wanted| wanted == there);
        is(&self.namespace, element.namespace)
            && is(&self.element, element.local)
            && self.attribute.as_deref() == attribute
    }
}
