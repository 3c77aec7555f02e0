//! Open elements, kept as a tree without doubles: two elements of the same name, in the same surroundings,
//! with the same declarations are one scope. So the state between two pieces of markup is one number, and
//! what a scope says of an attribute is worked out once.

mod attributes;
mod base;
mod context;
mod meaning;
mod page;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use base::Base;
pub use context::ValueContext;

use crate::inspect::Options;
use crate::rules::Role;
use crate::text::Entities;
use crate::xml::Settings;
use crate::xml::namespaces::{Bindings, NamespaceDeclaration, XSD, XSI, split};
use crate::xml::places::{DocumentType, ExpandedName};
use crate::xml::prolog::Prolog;
use crate::xml::scope::base::BaseIri;
use crate::xml::suppression::Suppression;

/// So many attributes and children a scope remembers; those of others are worked out each time.
const REMEMBERED: usize = 64;

/// An attribute that was met on elements of a scope.
#[derive(Debug)]
pub struct Known {
    /// As written.
    name: Box<str>,
    /// What it is, if it holds references.
    spot: Option<Arc<ValueContext>>,
    /// A short value that nothing was said of: it need not be judged when it comes again.
    clean: Box<str>,
}

/// Elements deeper than this are read as if they stood here: what they declare is in force on them alone.
pub const DEEPEST: u32 = 4096;

/// An open element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(u32);

impl ScopeId {
    /// What is around the root element.
    pub const OUTSIDE: Self = Self(0);
}

/// What a tag says besides its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ElementDeclarations {
    /// The namespaces that it declares.
    pub declarations: Vec<NamespaceDeclaration>,
    /// Its `xml:base`.
    pub base: Option<Base>,
    /// What a comment before it silences.
    pub silence: Option<Arc<Suppression>>,
    /// Whether `xsi:type` makes its text a reference.
    pub is_any_uri: bool,
}

impl ElementDeclarations {
    fn is_plain(&self) -> bool {
        self.declarations.is_empty() && self.base.is_none() && self.silence.is_none() && !self.is_any_uri
    }
}

#[derive(Debug)]
struct Scope {
    parent: ScopeId,
    depth: u32,
    /// Whether it is one of too many, forgotten as its element ends.
    is_passing: bool,
    /// Whether it is behind what says the base of a page.
    has_page_base: bool,
    tag: Box<str>,
    namespace: Arc<str>,
    bindings: Arc<Bindings>,
    base: Option<BaseIri>,
    document: DocumentType,
    silence: Option<Arc<Suppression>>,
    prolog: Arc<Prolog>,
    text: Option<Arc<ValueContext>>,
    attributes: Vec<Known>,
    children: Vec<(Box<str>, ScopeId)>,
}

impl Scope {
    fn name(&self) -> ExpandedName<'_> {
        ExpandedName { namespace: &self.namespace, local: split(&self.tag).1 }
    }
}

/// What tells root elements apart, but for the prolog.
type RootKey = (Box<str>, ElementDeclarations, DocumentType);

/// All scopes of a document.
#[derive(Debug)]
pub struct Scopes {
    settings: Arc<Settings>,
    all: Vec<Scope>,
    index: FxHashMap<(ScopeId, Box<str>, ElementDeclarations), ScopeId>,
    roots: FxHashMap<RootKey, Vec<(Arc<Prolog>, ScopeId)>>,
    /// Elements as they are behind what says the base of a page.
    pages: FxHashMap<(ScopeId, Base), ScopeId>,
    /// How many prologs of one root element came behind another.
    prologs: usize,
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
            has_page_base: false,
            tag: "".into(),
            namespace: "".into(),
            bindings: Arc::default(),
            base: BaseIri::document(&settings),
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
            pages: FxHashMap::default(),
            prologs: 0,
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

    /// How many prologs are kept that another has taken the place of.
    pub fn prologs(&self) -> usize {
        self.prologs
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
    pub fn namespace(&self, scope: ScopeId, own: &[NamespaceDeclaration], prefix: &str) -> Option<Arc<str>> {
        let here = own.iter().find(|(name, _)| **name == *prefix).map(|(_, namespace)| Arc::clone(namespace));
        here.or_else(|| self.at(scope).bindings.namespace(prefix))
    }

    /// The scope of a root element: the prolog and its attributes decide what its document is.
    pub fn root(
        &mut self,
        prolog: &Arc<Prolog>,
        tag: &str,
        own: ElementDeclarations,
        attributes: &[(&str, &str)],
    ) -> ScopeId {
        let (prefix, local) = split(tag);
        let namespace = self.namespace(ScopeId::OUTSIDE, &own.declarations, prefix).unwrap_or_default();
        let name = ExpandedName { namespace: &namespace, local };
        let document = DocumentType::detect(name, attributes, prolog.public_id.as_deref());
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
        let known = self.roots.entry(key).or_default();
        self.prologs += usize::from(!known.is_empty());
        known.push((Arc::clone(prolog), id));
        id
    }

    /// The scope of an element named `tag` inside `parent`.
    pub fn child(&mut self, parent: ScopeId, tag: &str, own: ElementDeclarations) -> ScopeId {
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

    fn make(&mut self, parent: ScopeId, tag: &str, own: ElementDeclarations) -> ScopeId {
        let around = self.at(parent);
        let bindings = Bindings::within(&around.bindings, &own.declarations);
        let base = match &own.base {
            Some(Base::Known(base)) => BaseIri::within(around.base.as_ref(), base),
            Some(Base::Unknown) => None,
            None => around.base.clone(),
        };
        let scope = Scope {
            parent,
            depth: around.depth + 1,
            is_passing: false,
            has_page_base: around.has_page_base,
            tag: tag.into(),
            namespace: bindings.namespace(split(tag).0).unwrap_or_default(),
            bindings,
            base,
            document: around.document,
            silence: Suppression::and(around.silence.clone(), own.silence),
            prolog: Arc::clone(&around.prolog),
            text: None,
            attributes: Vec::new(),
            children: Vec::new(),
        };
        self.add(scope, own.is_any_uri)
    }

    fn add(&mut self, scope: Scope, is_any_uri: bool) -> ScopeId {
        // More scopes than a number of 32 bits would need a document beyond what is read.
        let id = ScopeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(scope);
        self.all[id.0 as usize].text = self.text_spot(id, is_any_uri);
        id
    }

    /// What the text of an element of `scope` is, if it is a reference.
    pub fn text(&self, scope: ScopeId) -> Option<&Arc<ValueContext>> {
        self.at(scope).text.as_ref()
    }

    /// Whether `value`, the decoded value of `xsi:type`, names the type anyURI of XML Schema.
    pub fn is_any_uri(&self, scope: ScopeId, own: &[NamespaceDeclaration], value: &str) -> bool {
        let (prefix, local) = split(value.trim_matches(crate::text::WHITESPACE));
        local == "anyURI" && self.namespace(scope, own, prefix).as_deref() == Some(XSD)
    }

    /// Whether the attribute written `name` is `xsi:type`.
    pub fn is_type(&self, scope: ScopeId, own: &[NamespaceDeclaration], name: &str) -> bool {
        let (prefix, local) = split(name);
        local == "type" && !prefix.is_empty() && self.namespace(scope, own, prefix).as_deref() == Some(XSI)
    }
}

/// The prefix that the attribute written `name` declares, if it declares a namespace.
pub fn declared_prefix(name: &str) -> Option<&str> {
    match name.strip_prefix("xmlns")? {
        "" => Some(""),
        rest => rest.strip_prefix(':'),
    }
}
