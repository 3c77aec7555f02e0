//! Computation of the context for a scope and a name, once for each.

use std::sync::Arc;

use crate::inspect::Options;
use crate::rules::{Cardinality, ReferenceUse, Role};
use crate::text::{Entities, MAX_NAME_LENGTH, shorten_name};
use crate::vocabularies::{DocumentType, ExpandedName, KnownPlace, Places, Shape, Vocabularies, XSLT};
use crate::xml::namespaces::{self, XMLNS, clark, split};
use crate::xml::prolog::Prolog;

use crate::xml::scope::BaseIri;
use crate::xml::scope::context::DeclaredType;
use crate::xml::scope::{MAX_CACHED, ScopeId, Scopes, ValueContext};
use crate::xml::settings::UserPlace;
#[cfg(feature = "files")]
use crate::xml::site::Site;
use crate::xml::site::SiteKind;
use crate::xml::suppression::ActiveSuppressions;
use crate::xml::types::{NamedType, TypeName, Typed, typed_value};

/// Start of the name of a namespace declaration in Clark notation.
const XMLNS_IN_CLARK: &str = "{http://www.w3.org/2000/xmlns/}";

impl Scopes {
    /// Returns the context of a text whose type is `anyURI` according to its `xsi:type`.
    pub(super) fn any_uri_text(&mut self, id: ScopeId) -> Option<Arc<ValueContext>> {
        let user = self.user_place(self.at(id).name(), || None).map(UserPlace::places);
        let (places, declared) = user.unwrap_or_else(|| (vec![Role::ANY_URI.into()], None));
        self.contexts(id, SiteKind::Element, None, places, declared.as_ref())
    }

    pub(super) fn text_context(&mut self, id: ScopeId, may_be_unknown: bool) -> Option<Arc<ValueContext>> {
        let scope = self.at(id);
        let (places, declared) = if let Some(user) = self.user_place(scope.name(), || None) {
            user.places()
        } else {
            let typed = self.settings.types.as_ref().and_then(|types| types.text(&scope.candidates));
            self.united((id, may_be_unknown), scope.name().local, self.places(id, None), typed)
        };
        self.contexts(id, SiteKind::Element, None, places, declared.as_ref())
    }

    pub(super) fn attribute_context(
        &mut self,
        id: ScopeId,
        name: &str,
        may_be_unknown: bool,
    ) -> Option<Arc<ValueContext>> {
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
        let (places, declared) = if let Some(user) = user {
            user.places()
        } else {
            let name = ExpandedName { namespace, local };
            let typed = self.settings.types.as_ref().and_then(|types| types.attribute(&scope.candidates, name));
            let mut places = self.places(id, Some(name));
            let named = match typed_value(scope.name(), local).filter(|_| namespace.is_empty()) {
                Some(TypeName::Own) => scope.named_type,
                Some(TypeName::OfParent) => self.at(scope.parent).named_type,
                None => NamedType::Other,
            };
            match named {
                NamedType::Other => {}
                // A validator compares it with the values of documents, character by character.
                NamedType::Reference => places.insert(0, Role::IDENTIFIER_ANY_URI.into()),
                NamedType::References => places.insert(0, Role::IDENTIFIER_LIST.into()),
            }
            self.united((id, may_be_unknown), local, places, typed)
        };
        self.contexts(id, SiteKind::Attribute, Some(&clark(namespace, local)), places, declared.as_ref())
    }

    /// Returns the places of an attribute, or of the text, in the vocabularies.
    fn places(&self, id: ScopeId, attribute: Option<ExpandedName<'_>>) -> Places {
        let scope = self.at(id);
        let mut places = scope.vocabularies.places(scope.name().local, &self.ancestors(id), attribute);
        if !self.settings.looks_at_unknown() {
            places.retain(|place| !place.role.is_unknown());
        }
        if attribute.is_none() && scope.vocabularies.have_displayed_texts() {
            places.retain(|place| !place.is_guessed());
        }
        places
    }

    /// Returns the place of values that nothing knows.
    fn unknown_place(&self, id: ScopeId) -> Option<KnownPlace> {
        let is_looked_at = self.settings.looks_at_unknown() && !self.at(id).vocabularies.have_displayed_texts();
        is_looked_at.then(|| Role::UNKNOWN.into())
    }

    /// Returns the local names of the elements around `id`, the nearest first.
    fn ancestors(&self, id: ScopeId) -> impl Iterator<Item = &str> + Clone {
        let parent = |id: ScopeId| Some(self.at(id).parent).filter(|&id| id != ScopeId::OUTSIDE);
        std::iter::successors(parent(id), move |&id| parent(id)).map(|id| self.at(id).name().local)
    }

    /// Unites the places of the vocabulary with what a schema declares. A schema adds a place, and only removes one if no
    /// reference can have its type. What neither decides is an unknown place, if the value may be one.
    fn united(
        &self,
        (id, may_be_unknown): (ScopeId, bool),
        name: &str,
        mut places: Places,
        typed: Option<Typed<'_>>,
    ) -> (Places, Option<Arc<DeclaredType>>) {
        if typed.is_some_and(|typed| typed.value.excludes_references()) {
            return (Vec::new(), None);
        }
        let reference = typed.and_then(|typed| Some((typed, typed.value.reference()?)));
        let (Some(types), Some((typed, reference))) = (&self.settings.types, reference) else {
            let is_decided = places.last().is_some_and(|last| last.conditions.is_empty());
            if may_be_unknown && !is_decided {
                places.extend(self.unknown_place(id));
            }
            return (places, None);
        };
        if !places.iter().any(KnownPlace::is_certain) {
            places.retain(|place| place.shape != Shape::Likely && !place.shape.is_guessed());
            let role = reference.role(name);
            let shape = if reference.is_optional || !typed.is_certain { Shape::Likely } else { Shape::Any };
            places.push(KnownPlace { shape, ..role.into() });
        }
        let declared = DeclaredType {
            origin: Some(types.origin(typed)),
            keywords: Arc::clone(&reference.keywords),
            others: Arc::clone(&reference.others),
        };
        (places, Some(Arc::new(declared)))
    }

    /// Returns the context of the first of `places`, which contains those of the others; `None` without places.
    fn contexts(
        &mut self,
        id: ScopeId,
        kind: SiteKind,
        attribute: Option<&str>,
        places: Places,
        declared: Option<&Arc<DeclaredType>>,
    ) -> Option<Arc<ValueContext>> {
        let from_last = places.into_iter().rev();
        from_last.fold(None, |next, place| {
            Some(self.context(id, kind, attribute.map(Box::from), (place, declared.cloned()), next))
        })
    }

    /// Returns the place that the user configured. The attribute in Clark notation is only computed if any place is
    /// configured.
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

    fn context(
        &mut self,
        id: ScopeId,
        kind: SiteKind,
        attribute: Option<Box<str>>,
        (place, by_schema): (KnownPlace, Option<Arc<DeclaredType>>),
        next: Option<Arc<ValueContext>>,
    ) -> Arc<ValueContext> {
        let (name, local) = (self.at(id).name(), attribute.as_deref());
        let mut place = place;
        if self.is_literal_result(id) && place.role.reference_use == ReferenceUse::Resource {
            place.role.reference_use = ReferenceUse::Elsewhere;
        }
        let is_base = local == Some("{http://www.w3.org/XML/1998/namespace}base");
        // Each attribute has a context of its own, and a name may be as long as the document.
        let element = clark(&shorten_name(name.namespace), &shorten_name(name.local));
        // An `xml:base` is itself resolved against the base around it (XML Base section 4.2).
        let from = if is_base { self.at(self.at(id).parent) } else { self.at(id) };
        // An item may have another role: a relative reference in an unknown place, a value template without an expression.
        let is_resolved = place.role.reference_use.is_resolved();
        let may_resolve = is_resolved || place.shape.has_relative() || place.role == Role::VALUE_TEMPLATE;
        let base = from.base.clone().filter(|_| may_resolve);
        let names = match place.role {
            Role { cardinality: Cardinality::Pairs, .. } => Some(self.options(place.role.item(0), None)),
            Role { reference_use: ReferenceUse::Typed, .. } => Some(self.options(Role::IDENTIFIER_ANY_URI, None)),
            _ => None,
        };
        let unknown = place.shape.is_guessed().then(|| self.options(Role::UNKNOWN, None));
        let options = self.options(place.role.item(1), BaseIri::for_findings(base.as_ref().filter(|_| is_resolved)));
        let scope = self.at(id);
        let declared = local.and_then(|name| name.strip_prefix(XMLNS_IN_CLARK));
        let declared_prefix = declared.map(|prefix| if prefix == "xmlns" { "" } else { prefix }.into());
        Arc::new(ValueContext {
            kind,
            element,
            attribute: attribute.map(shortened),
            place,
            next,
            declared: by_schema,
            options,
            names,
            unknown,
            settings: Arc::clone(&self.settings),
            suppressions: scope.suppressions.clone(),
            base: base.map(|base| base.iri),
            bindings: Arc::clone(&scope.bindings),
            declared_prefix,
            entities: scope.prolog.entities.clone(),
            document: scope.document,
        })
    }

    /// Returns whether the element is written to the output of a stylesheet: its references are relative to that, not to the
    /// stylesheet. XInclude is processed before.
    fn is_literal_result(&self, id: ScopeId) -> bool {
        let scope = self.at(id);
        scope.document == DocumentType::XSLT && *scope.namespace != *XSLT && *scope.namespace != *namespaces::XINCLUDE
    }

    /// Returns the context of `part` in a processing instruction named `name`. It has the base of the element around it (XML
    /// Base section 4).
    pub fn in_instruction(
        &mut self,
        scope: ScopeId,
        (name, part): (&str, &str),
        place: KnownPlace,
        suppressions: ActiveSuppressions,
    ) -> Arc<ValueContext> {
        let base = self.at(scope).base.clone();
        self.value_context(SiteKind::Pi, (name, Some(part)), place, suppressions, base, Entities::default())
    }

    /// Returns the context of `part` in a declaration named `name`, outside all elements.
    pub fn outside(
        &mut self,
        kind: SiteKind,
        (name, part): (&str, &str),
        place: KnownPlace,
        suppressions: ActiveSuppressions,
        prolog: &Prolog,
    ) -> Arc<ValueContext> {
        let base = BaseIri::document(&self.settings);
        // Only a default value can contain entity references; a system identifier is used as written.
        let entities = if kind == SiteKind::Attribute { prolog.entities.clone() } else { Entities::default() };
        self.value_context(kind, (name, Some(part)), place, suppressions, base, entities)
    }

    /// Returns the context of a value that belongs to no element.
    pub(crate) fn value_context(
        &mut self,
        kind: SiteKind,
        (name, part): (&str, Option<&str>),
        place: KnownPlace,
        suppressions: ActiveSuppressions,
        base: Option<BaseIri>,
        entities: Entities,
    ) -> Arc<ValueContext> {
        let base = base.filter(|_| place.role.reference_use.is_resolved());
        let options = self.options(place.role.item(1), BaseIri::for_findings(base.as_ref()));
        Arc::new(ValueContext {
            kind,
            element: name.into(),
            attribute: part.map(Box::from),
            place,
            next: None,
            declared: None,
            options,
            names: None,
            unknown: None,
            settings: Arc::clone(&self.settings),
            suppressions,
            base: base.map(|base| base.iri),
            bindings: Arc::default(),
            declared_prefix: None,
            entities,
            document: DocumentType::default(),
        })
    }

    /// Returns the context of an attribute for which the DTD declares a default; `None` if it contains no references.
    /// Names are as written: prefixes have their usual meaning.
    pub fn declared_attribute(
        &mut self,
        (element, attribute): (&str, &str),
        suppressions: ActiveSuppressions,
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
        let document = DocumentType::detect(root, &[], prolog.doctype());
        let attribute_name = ExpandedName { namespace: usual(attribute)?, local: split(attribute).1 };
        // The attributes that a condition is about are unknown.
        let vocabularies = Vocabularies::for_elements(document, name.namespace, root.namespace);
        let mut places = vocabularies.places(name.local, &std::iter::empty(), Some(attribute_name)).into_iter();
        let place = places.find(|place| place.conditions.is_empty() && place.role != Role::NOTHING)?;
        let attribute = clark(attribute_name.namespace, attribute_name.local);
        let context = self.outside(SiteKind::Attribute, (element, &attribute), place, suppressions, prolog);
        Some(context)
    }

    fn options(&mut self, role: Role, base: Option<Arc<str>>) -> Arc<Options> {
        let known = self.options.iter().find(|(known, at, _)| *known == role && *at == base);
        if let Some((_, _, options)) = known {
            return Arc::clone(options);
        }
        let dialect = self.settings.dialect.unwrap_or(role.dialect);
        let options = Options::default().with_role(Role { dialect, ..role }).with_charset(self.settings.charset);
        let mut options = options.with_severities(self.settings.severities.clone());
        options.base = base.as_deref().map(str::to_owned);
        let options = Arc::new(options);
        if self.options.len() < MAX_CACHED {
            self.options.push((role, base, Arc::clone(&options)));
        }
        options
    }
}

impl UserPlace {
    fn places(&self) -> (Places, Option<Arc<DeclaredType>>) {
        let place = |role: Role| KnownPlace { shape: self.values, ..role.into() };
        let words = || DeclaredType { keywords: Arc::clone(&self.keywords), ..DeclaredType::default() };
        (self.role.map(place).into_iter().collect(), (!self.keywords.is_empty()).then(|| Arc::new(words())))
    }

    /// Returns whether `site` is in this place.
    #[cfg(feature = "files")]
    pub(crate) fn contains(&self, site: &Site<'_>) -> bool {
        let name = site.element.strip_prefix('{').and_then(|name| name.split_once('}'));
        let (namespace, local) = name.unwrap_or(("", site.element));
        self.fits(ExpandedName { namespace, local }, site.attribute)
    }

    fn fits(&self, element: ExpandedName<'_>, attribute: Option<&str>) -> bool {
        let is = |wanted: &Option<String>, there: &str| wanted.as_deref().is_none_or(|wanted| wanted == there);
        is(&self.namespace, element.namespace)
            && is(&self.element, element.local)
            && self.attribute.as_deref() == attribute
    }
}

/// Returns a name in Clark notation with shortened parts.
fn shortened(name: Box<str>) -> Box<str> {
    if name.len() <= MAX_NAME_LENGTH {
        return name;
    }
    match name.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((namespace, local)) => clark(&shorten_name(namespace), &shorten_name(local)),
        None => shorten_name(&name).into(),
    }
}
