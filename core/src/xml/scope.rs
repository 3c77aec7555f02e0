//! Open elements, kept as a tree without doubles: two elements of the same name, in the same surroundings,
//! with the same declarations are one scope. So the state between two pieces of markup is one number, and
//! what a scope says of an attribute is worked out once.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::options::{Cardinality, Options, Role, Standing};
use crate::reference::resolve;
use crate::rules::Rule;
use crate::xml::namespaces::{self, Bindings, Declaration, XMLNS, XSD, XSI, clark, split};
use crate::xml::places::{self, Condition, DocumentType, Name, Place};
use crate::xml::prolog::Prolog;
use crate::xml::settings::UserPlace;
use crate::xml::silence::Silence;
use crate::xml::site::Kind;
use crate::xml::{Entities, Settings};

/// Elements deeper than this are read as if they stood here: what they declare is in force on them alone.
pub const DEEPEST: u32 = 4096;

/// So many attributes and children a scope remembers; those of others are worked out each time.
const REMEMBERED: usize = 64;

/// An open element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(u32);

impl ScopeId {
    /// What is around the root element.
    pub const OUTSIDE: Self = Self(0);
}

/// What a tag says besides its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Own {
    /// The namespaces that it declares.
    pub declarations: Vec<Declaration>,
    /// Its `xml:base`.
    pub base: Option<Base>,
    /// What a comment before it silences.
    pub silence: Option<Arc<Silence>>,
    /// Whether `xsi:type` makes its text a reference.
    pub is_any_uri: bool,
}

/// What an `xml:base` says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Its decoded value.
    Known(Box<str>),
    /// It refers to an entity that is not known.
    Unknown,
}

/// What references are resolved against.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Around {
    iri: Arc<str>,
    /// Whether it follows from where the document is, and not from what anybody said.
    is_location: bool,
}

impl Around {
    /// Outside the root element.
    fn document(settings: &Settings) -> Option<Self> {
        let said = settings.base.as_deref().map(|iri| (iri, false));
        let (iri, is_location) = said.or(settings.location.as_deref().map(|iri| (iri, true)))?;
        Some(Self { iri: iri.into(), is_location })
    }

    /// Inside an element with that `xml:base`, where one is known.
    fn within(around: Option<&Self>, base: &str) -> Option<Self> {
        // An absolute one stands for itself.
        let own = || resolve(base, "").map(|iri| Self { iri: iri.into(), is_location: false });
        let Some(around) = around else { return own() };
        if around.is_location
            && let Some(own) = own()
        {
            return Some(own);
        }
        resolve(&around.iri, base).map(|iri| Self { iri: iri.into(), ..*around })
    }

    /// What it is judged by: a document is as right in one folder as in another.
    fn judged(this: Option<&Self>) -> Option<Arc<str>> {
        this.filter(|around| !around.is_location).map(|around| Arc::clone(&around.iri))
    }
}

impl Own {
    fn is_plain(&self) -> bool {
        self.declarations.is_empty() && self.base.is_none() && self.silence.is_none() && !self.is_any_uri
    }
}

/// What an attribute, or the text of an element, means in its scope.
#[derive(Debug)]
pub struct Spot {
    /// What holds the reference.
    pub kind: Kind,
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
    pub silence: Option<Arc<Silence>>,
    /// What its references are resolved against, where that is known.
    pub base: Option<Arc<str>>,
    /// The entities that a value may refer to.
    pub entities: Entities,
    /// What a template is told by.
    pub document: DocumentType,
    /// What the user said of all documents.
    settings: Arc<Settings>,
}

impl Spot {
    /// How an item of that role is judged.
    pub fn options_of(&self, role: Role) -> &Options {
        match &self.names {
            Some(names) if names.role.standing == role.standing => names,
            _ => &self.options,
        }
    }

    /// The name of the element.
    pub fn name(&self) -> Name<'_> {
        match self.element.strip_prefix('{').and_then(|name| name.split_once('}')) {
            Some((namespace, local)) => Name { namespace, local },
            None => Name { namespace: "", local: &self.element },
        }
    }

    /// Whether nothing is said of a break of `rule` in `value`.
    pub fn is_silenced(&self, rule: &Rule, value: &str) -> bool {
        self.silence.as_ref().is_some_and(|silence| silence.covers(rule))
            || self.settings.ignored.iter().any(|ignored| ignored.covers(rule, value))
    }
}

#[derive(Debug)]
struct Scope {
    parent: ScopeId,
    depth: u32,
    /// Whether it is one of too many, forgotten as its element ends.
    is_passing: bool,
    tag: Box<str>,
    namespace: Arc<str>,
    bindings: Arc<Bindings>,
    base: Option<Around>,
    document: DocumentType,
    silence: Option<Arc<Silence>>,
    prolog: Arc<Prolog>,
    text: Option<Arc<Spot>>,
    attributes: Vec<Known>,
    children: Vec<(Box<str>, ScopeId)>,
}

impl Scope {
    fn name(&self) -> Name<'_> {
        Name { namespace: &self.namespace, local: split(&self.tag).1 }
    }
}

/// An attribute that was met on elements of a scope.
#[derive(Debug)]
struct Known {
    /// As written.
    name: Box<str>,
    /// What it is, if it holds references.
    spot: Option<Arc<Spot>>,
    /// A short value that nothing was said of: it need not be judged when it comes again.
    clean: Box<str>,
}

/// What tells root elements apart, but for the prolog.
type RootKey = (Box<str>, Own, DocumentType);

/// All scopes of a document.
#[derive(Debug)]
pub struct Scopes {
    settings: Arc<Settings>,
    all: Vec<Scope>,
    index: FxHashMap<(ScopeId, Box<str>, Own), ScopeId>,
    roots: FxHashMap<RootKey, Vec<(Arc<Prolog>, ScopeId)>>,
    /// So many scopes are kept; more are forgotten as their elements end.
    most: usize,
    /// Scopes before this one are never forgotten: somebody holds their number.
    kept: usize,
    options: Vec<(Role, Option<Arc<str>>, Arc<Options>)>,
}

impl Scopes {
    /// Those of a document of which nothing has been read.
    pub fn new(settings: Arc<Settings>) -> Self {
        let outside = Scope {
            parent: ScopeId::OUTSIDE,
            depth: 0,
            is_passing: false,
            tag: "".into(),
            namespace: "".into(),
            bindings: Arc::default(),
            base: Around::document(&settings),
            document: DocumentType::default(),
            silence: None,
            prolog: Arc::default(),
            text: None,
            attributes: Vec::new(),
            children: Vec::new(),
        };
        Self {
            settings,
            all: vec![outside],
            index: FxHashMap::default(),
            roots: FxHashMap::default(),
            most: usize::MAX,
            kept: 0,
            options: Vec::new(),
        }
    }

    /// Keeps at most about so many.
    pub fn keep_at_most(&mut self, most: usize) {
        self.most = most;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    fn at(&self, id: ScopeId) -> &Scope {
        &self.all[id.0 as usize]
    }

    /// The element around `id`.
    pub fn parent(&self, id: ScopeId) -> ScopeId {
        self.at(id).parent
    }

    /// The name of the element as written.
    pub fn tag(&self, id: ScopeId) -> &str {
        &self.at(id).tag
    }

    /// How many elements are around it and itself.
    pub fn depth(&self, id: ScopeId) -> u32 {
        self.at(id).depth
    }

    /// The entities that a value in an element of `scope` may refer to.
    pub fn entities(&self, scope: ScopeId) -> &Entities {
        &self.at(scope).prolog.entities
    }

    /// The namespace that `prefix` stands for inside `scope`, once the declarations `own` are in force.
    pub fn namespace(&self, scope: ScopeId, own: &[Declaration], prefix: &str) -> Option<Arc<str>> {
        let here = own.iter().find(|(name, _)| **name == *prefix).map(|(_, namespace)| Arc::clone(namespace));
        here.or_else(|| self.at(scope).bindings.namespace(prefix))
    }

    /// The scope of a root element: the prolog and its attributes decide what its document is.
    pub fn root(&mut self, prolog: &Arc<Prolog>, tag: &str, own: Own, attributes: &[(&str, &str)]) -> ScopeId {
        let (prefix, local) = split(tag);
        let namespace = self.namespace(ScopeId::OUTSIDE, &own.declarations, prefix).unwrap_or_default();
        let name = Name { namespace: &namespace, local };
        let document = DocumentType::of(name, attributes, prolog.public_id.as_deref());
        let key = (Box::from(tag), own, document);
        let known = self.roots.get(&key).into_iter().flatten().rev().take(4);
        if let Some(&(_, id)) = known.into_iter().find(|(known, _)| known == prolog) {
            return id;
        }
        self.all[0].prolog = Arc::clone(prolog);
        self.all[0].document = document;
        let id = self.make(ScopeId::OUTSIDE, tag, key.1.clone());
        if self.all.len() > self.most {
            self.all[id.0 as usize].is_passing = true;
            return id;
        }
        self.roots.entry(key).or_default().push((Arc::clone(prolog), id));
        id
    }

    /// The scope of an element named `tag` inside `parent`.
    pub fn child(&mut self, parent: ScopeId, tag: &str, own: Own) -> ScopeId {
        let is_plain = own.is_plain();
        if is_plain && let Some(&(_, id)) = self.at(parent).children.iter().find(|(name, _)| **name == *tag) {
            return id;
        }
        if self.all.len() >= self.most {
            let id = self.make(parent, tag, own);
            self.all[id.0 as usize].is_passing = true;
            return id;
        }
        if is_plain && self.at(parent).children.len() < REMEMBERED {
            let id = self.make(parent, tag, own);
            self.all[parent.0 as usize].children.push((tag.into(), id));
            return id;
        }
        let key = (parent, Box::from(tag), own);
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        let id = self.make(parent, tag, key.2.clone());
        self.index.insert(key, id);
        id
    }

    /// Keeps every scope there is now: somebody holds its number.
    pub fn keep(&mut self) {
        self.kept = self.all.len();
    }

    /// Forgets `id`, whose element has ended, if it is one of too many.
    pub fn end(&mut self, id: ScopeId) {
        let last = self.all.len() - 1;
        if id.0 as usize == last && last >= self.kept && self.all[last].is_passing {
            self.all.pop();
        }
    }

    fn make(&mut self, parent: ScopeId, tag: &str, own: Own) -> ScopeId {
        let around = self.at(parent);
        let bindings = Bindings::within(&around.bindings, &own.declarations);
        let base = match &own.base {
            Some(Base::Known(base)) => Around::within(around.base.as_ref(), base),
            Some(Base::Unknown) => None,
            None => around.base.clone(),
        };
        let scope = Scope {
            parent,
            depth: around.depth + 1,
            is_passing: false,
            tag: tag.into(),
            namespace: bindings.namespace(split(tag).0).unwrap_or_default(),
            bindings,
            base,
            document: around.document,
            silence: Silence::and(around.silence.clone(), own.silence),
            prolog: Arc::clone(&around.prolog),
            text: None,
            attributes: Vec::new(),
            children: Vec::new(),
        };
        // More scopes than a number of 32 bits would need a document beyond what is read.
        let id = ScopeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(scope);
        self.all[id.0 as usize].text = self.text_spot(id, own.is_any_uri);
        id
    }

    /// What the text of an element of `scope` is, if it is a reference.
    pub fn text(&self, scope: ScopeId) -> Option<&Arc<Spot>> {
        self.at(scope).text.as_ref()
    }

    fn text_spot(&mut self, id: ScopeId, is_any_uri: bool) -> Option<Arc<Spot>> {
        let scope = self.at(id);
        let typed = is_any_uri.then_some(Place { role: Role::LEIRI, condition: None });
        let place = match self.user_place(scope.name(), || None) {
            Some(user) => user.role.map(|role| Place { role, condition: None }),
            None => typed.or_else(|| places::text(scope.document, scope.name())),
        };
        place.map(|place| self.spot(id, Kind::Element, None, place))
    }

    /// What the attribute written `name`, number `number` of its tag, is on an element of `scope`, if it holds
    /// references. Attributes mostly stand in the same order: there it is looked for first.
    pub fn attribute(&mut self, id: ScopeId, number: usize, name: &str) -> Option<Arc<Spot>> {
        let attributes = &self.at(id).attributes;
        let is_it = |known: &&Known| *known.name == *name;
        let known = attributes.get(number).filter(is_it).or_else(|| attributes.iter().find(is_it));
        if let Some(known) = known {
            return known.spot.clone();
        }
        let spot = self.attribute_spot(id, name);
        let remembered = &mut self.all[id.0 as usize].attributes;
        if remembered.len() < REMEMBERED {
            remembered.push(Known { name: name.into(), spot: spot.clone(), clean: "".into() });
        }
        spot
    }

    /// Whether `raw` was the last value of attribute number `number` that nothing was said of.
    pub fn is_clean(&self, id: ScopeId, number: usize, name: &str, raw: &str) -> bool {
        let known = self.at(id).attributes.get(number);
        !raw.is_empty() && known.is_some_and(|known| *known.clean == *raw && *known.name == *name)
    }

    /// Notes that nothing was said of `raw`.
    pub fn set_clean(&mut self, id: ScopeId, number: usize, name: &str, raw: &str) {
        if let Some(known) = self.all[id.0 as usize].attributes.get_mut(number)
            && *known.name == *name
            && raw.len() <= 128
        {
            known.clean = raw.into();
        }
    }

    fn attribute_spot(&mut self, id: ScopeId, name: &str) -> Option<Arc<Spot>> {
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
            Some(user) => user.role.map(|role| Place { role, condition: None }),
            None => places::attribute(scope.document, scope.name(), Name { namespace, local }),
        };
        place.map(|place| self.spot(id, Kind::Attribute, Some(clark(namespace, local)), place))
    }

    /// The place that the user says it is. The attribute, in Clark notation, is only worked out where there is
    /// any such place.
    fn user_place(&self, element: Name<'_>, attribute: impl FnOnce() -> Option<Box<str>>) -> Option<&UserPlace> {
        if self.settings.places.is_empty() {
            return None;
        }
        let attribute = attribute();
        let attribute = attribute.as_deref();
        self.settings.places.iter().rev().find(|place| place.fits(element, attribute))
    }

    fn spot(&mut self, id: ScopeId, kind: Kind, attribute: Option<Box<str>>, place: Place) -> Arc<Spot> {
        let (name, local) = (self.at(id).name(), attribute.as_deref());
        let is_base = local == Some("{http://www.w3.org/XML/1998/namespace}base");
        let element = clark(name.namespace, name.local);
        // An `xml:base` is itself resolved against the base around it (XML Base section 4.2).
        let from = if is_base { self.at(self.at(id).parent) } else { self.at(id) };
        let base = from.base.clone().filter(|_| place.role.standing != Standing::Namespace);
        let names = (place.role.cardinality == Cardinality::Pairs).then(|| self.options(place.role.item(0), None));
        let options = self.options(place.role.item(1), Around::judged(base.as_ref()));
        let scope = self.at(id);
        Arc::new(Spot {
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
        kind: Kind,
        (name, part): (&str, &str),
        place: Place,
        silence: Option<Arc<Silence>>,
        prolog: &Prolog,
    ) -> Arc<Spot> {
        let base = Around::document(&self.settings).filter(|_| place.role.standing != Standing::Namespace);
        let options = self.options(place.role.item(1), Around::judged(base.as_ref()));
        Arc::new(Spot {
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
            entities: if kind == Kind::Attribute { prolog.entities.clone() } else { Entities::default() },
            document: DocumentType::default(),
        })
    }

    /// What an attribute is that the DTD gives a default, if it holds references. Names are as written:
    /// prefixes stand for what they usually do.
    pub fn declared_attribute(
        &mut self,
        (element, attribute): (&str, &str),
        silence: Option<Arc<Silence>>,
        prolog: &Prolog,
    ) -> Option<Arc<Spot>> {
        let usual = |name| match split(name) {
            ("", "xmlns") | ("xmlns", _) => Some(XMLNS),
            ("", _) => Some(""),
            (prefix, _) => namespaces::usual(prefix),
        };
        let name = Name { namespace: usual(element)?, local: split(element).1 };
        let root = prolog.root.as_deref().unwrap_or(element);
        let root = Name { namespace: usual(root)?, local: split(root).1 };
        let document = DocumentType::of(root, &[], prolog.public_id.as_deref());
        let attribute_name = Name { namespace: usual(attribute)?, local: split(attribute).1 };
        let place = places::attribute(document, name, attribute_name)?;
        let attribute = clark(attribute_name.namespace, attribute_name.local);
        let spot = self.outside(Kind::Attribute, (element, &attribute), place, silence, prolog);
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

    /// Whether `value`, the decoded value of `xsi:type`, names the type anyURI of XML Schema.
    pub fn is_any_uri(&self, scope: ScopeId, own: &[Declaration], value: &str) -> bool {
        let (prefix, local) = split(value.trim_matches(crate::text::WHITE_SPACE));
        local == "anyURI" && self.namespace(scope, own, prefix).as_deref() == Some(XSD)
    }

    /// Whether the attribute written `name` is `xsi:type`.
    pub fn is_type(&self, scope: ScopeId, own: &[Declaration], name: &str) -> bool {
        let (prefix, local) = split(name);
        local == "type" && !prefix.is_empty() && self.namespace(scope, own, prefix).as_deref() == Some(XSI)
    }
}

impl UserPlace {
    fn fits(&self, element: Name<'_>, attribute: Option<&str>) -> bool {
        let is = |wanted: &Option<String>, there: &str| wanted.as_deref().is_none_or(|wanted| wanted == there);
        is(&self.namespace, element.namespace)
            && is(&self.element, element.local)
            && self.attribute.as_deref() == attribute
    }
}

/// The prefix that the attribute written `name` declares, if it declares a namespace.
pub fn declared_prefix(name: &str) -> Option<&str> {
    match name.strip_prefix("xmlns")? {
        "" => Some(""),
        rest => rest.strip_prefix(':'),
    }
}
