//! Scopes: open elements as a tree without duplicates. Two elements of the same name, in the same parent scope, with
//! the same declarations, have one scope. So the state between two pieces of markup is one number, and the meaning of
//! an attribute in a scope is computed once.

mod attributes;
mod base;
mod context;
mod meaning;
mod page;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use base::{Base, BaseIri};
pub use context::ValueContext;

use crate::inspect::Options;
use crate::rules::Role;
use crate::vocabularies::{DoctypeNames, DocumentType, ExpandedName, Vocabularies};
use crate::xml::Settings;
use crate::xml::namespaces::{Bindings, NamespaceDeclaration, XSD, XSI, split};
use crate::xml::prolog::Prolog;
use crate::xml::suppression::{ActiveSuppressions, Level, Suppression};
use crate::xml::types::{Candidates, NamedType};

/// Maximum number of attributes and children that a scope caches; others are computed each time.
const MAX_CACHED: usize = 64;

/// What the values of an attribute, or a text, mean.
#[derive(Debug, Default)]
struct Meaning {
    /// Context of the values; `None` if they contain no references.
    context: Option<Arc<ValueContext>>,
    /// Whether the context considers values that are references in any format. Few places have one.
    has_unknown: bool,
}

/// Attribute that occurred on elements of a scope.
#[derive(Debug)]
struct Known {
    /// Name as written.
    name: Box<str>,
    meaning: Meaning,
    /// Short value without findings: it need not be analyzed when it occurs again.
    clean: Box<str>,
}

/// Maximum depth of a scope. Deeper elements use the scope at this depth, and their declarations only apply to
/// themselves.
pub const DEEPEST: u32 = 4096;

/// Open element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(u32);

impl ScopeId {
    /// Surroundings of the root element.
    pub const OUTSIDE: Self = Self(0);
}

/// Declarations of a tag.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ElementDeclarations {
    /// Declared namespaces.
    pub declarations: Vec<NamespaceDeclaration>,
    /// Value of its `xml:base`.
    pub base: Option<Base>,
    /// Suppression by a comment before it.
    pub suppression: Suppression,
    /// Whether `xsi:type` makes its text a reference.
    pub is_any_uri: bool,
    /// Type of a schema that `xsi:type` names.
    pub type_name: Option<(Arc<str>, Box<str>)>,
    /// References in values of the type that it names, if it is part of a schema.
    pub named_type: NamedType,
    /// Type of the document whose root it is, if it is in an envelope.
    pub document: Option<DocumentType>,
}

impl ElementDeclarations {
    fn is_plain(&self) -> bool {
        self.declarations.is_empty()
            && self.base.is_none()
            && self.suppression.is_empty()
            && !self.is_any_uri
            && self.type_name.is_none()
            && self.named_type == NamedType::Other
            && self.document.is_none()
    }
}

#[derive(Debug)]
struct Scope {
    parent: ScopeId,
    depth: u32,
    /// Whether there are too many scopes, so that it is removed when its element ends.
    is_passing: bool,
    /// Whether it follows an element that sets the base of the page.
    has_page_base: bool,
    tag: Box<str>,
    /// Offset of the local name in the tag, which is as long as the document in the worst case.
    local: usize,
    namespace: Arc<str>,
    bindings: Arc<Bindings>,
    base: Option<BaseIri>,
    document: DocumentType,
    /// Whether its content is a document of its own.
    is_envelope: bool,
    /// Nearest namespace of an element around it, or its own.
    inside: Arc<str>,
    vocabularies: Vocabularies,
    suppressions: ActiveSuppressions,
    prolog: Arc<Prolog>,
    /// Declarations of schemas that the element may have.
    candidates: Candidates,
    /// References in values of the type that it names, if it is part of a schema.
    named_type: NamedType,
    text: Meaning,
    attributes: Vec<Known>,
    children: Vec<(Box<str>, ScopeId)>,
}

impl Scope {
    fn name(&self) -> ExpandedName<'_> {
        ExpandedName { namespace: &self.namespace, local: &self.tag[self.local..] }
    }
}

/// Key of a root element, except for the prolog.
type RootKey = (Box<str>, ElementDeclarations, DocumentType);

/// All scopes of a document.
#[derive(Debug)]
pub struct Scopes {
    settings: Arc<Settings>,
    all: Vec<Scope>,
    index: FxHashMap<(ScopeId, Box<str>, ElementDeclarations), ScopeId>,
    roots: FxHashMap<RootKey, Vec<(Arc<Prolog>, ScopeId)>>,
    /// Elements after an element that sets the base of the page.
    pages: FxHashMap<(ScopeId, Base), ScopeId>,
    /// Number of prologs of one root element that replaced another.
    prologs: usize,
    /// Maximum number of scopes that are kept; further ones are removed when their elements end.
    limit: usize,
    /// Scopes before this one are never removed, because other values contain their index.
    kept: usize,
    options: Vec<(Role, Option<Arc<str>>, Arc<Options>)>,
}

impl Scopes {
    /// Creates the scopes of a document before it is parsed.
    pub fn new(settings: Arc<Settings>) -> Self {
        let outside = Scope {
            parent: ScopeId::OUTSIDE,
            depth: 0,
            is_passing: false,
            has_page_base: false,
            tag: "".into(),
            local: 0,
            namespace: "".into(),
            bindings: Arc::default(),
            base: BaseIri::document(&settings),
            document: DocumentType::default(),
            is_envelope: false,
            inside: "".into(),
            vocabularies: Vocabularies::default(),
            suppressions: ActiveSuppressions::default(),
            prolog: Arc::default(),
            candidates: Candidates::Unknown,
            named_type: NamedType::Other,
            text: Meaning::default(),
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
            limit: usize::MAX,
            kept: 0,
            options: Vec::new(),
        }
    }

    /// Keeps at most about `limit` scopes.
    pub fn keep_at_most(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Returns the number of scopes.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the number of prologs that are kept although another replaced them.
    pub fn prologs(&self) -> usize {
        self.prologs
    }

    fn at(&self, id: ScopeId) -> &Scope {
        &self.all[id.0 as usize]
    }

    /// Returns the element around `id`.
    pub fn parent(&self, id: ScopeId) -> ScopeId {
        self.at(id).parent
    }

    /// Returns the name of the element as written.
    pub fn tag(&self, id: ScopeId) -> &str {
        &self.at(id).tag
    }

    /// Returns the number of elements around it, including itself.
    pub fn depth(&self, id: ScopeId) -> u32 {
        self.at(id).depth
    }

    /// Returns the prolog of the document with `scope`.
    pub fn prolog(&self, scope: ScopeId) -> &Prolog {
        &self.at(scope).prolog
    }

    /// Returns the namespace of `prefix` inside `scope` together with the declarations `own`.
    pub fn namespace(&self, scope: ScopeId, own: &[NamespaceDeclaration], prefix: &str) -> Option<Arc<str>> {
        let here = own.iter().find(|(name, _)| **name == *prefix).map(|(_, namespace)| Arc::clone(namespace));
        here.or_else(|| self.at(scope).bindings.namespace(prefix))
    }

    /// Returns the scope of a root element: the prolog and its attributes determine the type of its document.
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
        let document = DocumentType::detect(name, attributes, prolog.doctype());
        let key = (Box::from(tag), own, document);
        let known = self.roots.get(&key).into_iter().flatten().rev().take(4);
        if let Some(&(_, id)) = known.into_iter().find(|(known, _)| known == prolog) {
            return id;
        }
        self.all[0].prolog = Arc::clone(prolog);
        self.all[0].document = document;
        let id = self.make(ScopeId::OUTSIDE, tag, &key.1);
        if self.all.len() > self.limit {
            self.all[id.0 as usize].is_passing = true;
            return id;
        }
        let known = self.roots.entry(key).or_default();
        self.prologs += usize::from(!known.is_empty());
        known.push((Arc::clone(prolog), id));
        id
    }

    /// Returns whether the content of `scope` is a document of its own.
    pub fn is_envelope(&self, scope: ScopeId) -> bool {
        self.at(scope).is_envelope
    }

    /// Returns the type of the document whose root is an element named `tag` in the envelope `parent`; `None` if the element
    /// has a namespace.
    pub fn inner_document(
        &self,
        parent: ScopeId,
        tag: &str,
        own: &[NamespaceDeclaration],
        attributes: &[(&str, &str)],
    ) -> Option<DocumentType> {
        let (prefix, local) = split(tag);
        let namespace = self.namespace(parent, own, prefix).unwrap_or_default();
        let root = ExpandedName { namespace: "", local };
        namespace.is_empty().then(|| DocumentType::detect(root, attributes, DoctypeNames::default()))
    }

    /// Returns the scope of an element named `tag` inside `parent`.
    pub fn child(&mut self, parent: ScopeId, tag: &str, own: ElementDeclarations) -> ScopeId {
        let is_plain = own.is_plain();
        if is_plain && let Some(&(_, id)) = self.at(parent).children.iter().find(|(name, _)| **name == *tag) {
            return id;
        }
        if self.all.len() >= self.limit {
            let id = self.make(parent, tag, &own);
            self.all[id.0 as usize].is_passing = true;
            return id;
        }
        if is_plain && self.at(parent).children.len() < MAX_CACHED {
            let id = self.make(parent, tag, &own);
            self.all[parent.0 as usize].children.push((tag.into(), id));
            return id;
        }
        let key = (parent, Box::from(tag), own);
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        let id = self.make(parent, tag, &key.2);
        self.index.insert(key, id);
        id
    }

    /// Keeps every existing scope, because other values contain their indices.
    pub fn keep(&mut self) {
        self.kept = self.all.len();
    }

    /// Removes `id`, whose element has ended, if there are too many scopes.
    pub fn end(&mut self, id: ScopeId) {
        let last = self.all.len() - 1;
        if id.0 as usize == last && last >= self.kept && self.all[last].is_passing {
            self.all.pop();
        }
    }

    fn make(&mut self, parent: ScopeId, tag: &str, own: &ElementDeclarations) -> ScopeId {
        let around = self.at(parent);
        let bindings = Bindings::within(&around.bindings, &own.declarations);
        let base = match &own.base {
            Some(Base::Known(base)) => BaseIri::within(around.base.as_ref(), base),
            Some(Base::Unknown) => None,
            None => around.base.clone(),
        };
        let (prefix, local_name) = split(tag);
        let local = tag.len() - local_name.len();
        let namespace = bindings.namespace(prefix).unwrap_or_default();
        let name = ExpandedName { namespace: &namespace, local: local_name };
        let candidates = self.candidates(&around.candidates, name, own);
        let inside = if namespace.is_empty() { Arc::clone(&around.inside) } else { Arc::clone(&namespace) };
        let document = own.document.unwrap_or(around.document);
        let is_envelope = DocumentType::is_envelope(name);
        let is_as_around = parent != ScopeId::OUTSIDE
            && namespace == around.namespace
            && inside == around.inside
            && document == around.document;
        let vocabularies = if is_as_around {
            around.vocabularies.clone()
        } else {
            Vocabularies::for_elements(document, &namespace, &inside)
        };
        let scope = Scope {
            parent,
            depth: around.depth + 1,
            is_passing: false,
            has_page_base: around.has_page_base,
            tag: tag.into(),
            local,
            namespace,
            bindings,
            base,
            document,
            is_envelope,
            inside,
            vocabularies,
            suppressions: around.suppressions.within(own.suppression, Level::element(around.depth + 1)),
            prolog: Arc::clone(&around.prolog),
            candidates,
            named_type: own.named_type,
            text: Meaning::default(),
            attributes: Vec::new(),
            children: Vec::new(),
        };
        self.add(scope, own.is_any_uri)
    }

    /// Returns the declarations that an element inside one with the candidates `parent` may have.
    fn candidates(&self, parent: &Candidates, name: ExpandedName<'_>, own: &ElementDeclarations) -> Candidates {
        let Some(types) = &self.settings.types else { return Candidates::Unknown };
        let candidates = types.child(parent, name);
        match &own.type_name {
            Some((namespace, local)) => types.with_type(candidates, ExpandedName { namespace, local }),
            None => candidates,
        }
    }

    fn add(&mut self, scope: Scope, is_any_uri: bool) -> ScopeId {
        // A document with more scopes than 32 bits can count is too long to be parsed.
        let id = ScopeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(scope);
        let context = if is_any_uri { self.any_uri_text(id) } else { self.text_context(id, false) };
        self.all[id.0 as usize].text = Meaning { context, has_unknown: is_any_uri };
        id
    }

    /// Returns the context of the text of an element of `scope`; `None` if it is not a reference. `may_be_unknown` is true
    /// if the text starts as a reference in any format does.
    pub fn text(&mut self, scope: ScopeId, may_be_unknown: bool) -> Option<&Arc<ValueContext>> {
        if may_be_unknown && !self.at(scope).text.has_unknown {
            let context = self.text_context(scope, true);
            self.all[scope.0 as usize].text = Meaning { context, has_unknown: true };
        }
        self.at(scope).text.context.as_ref()
    }

    /// Returns whether `value`, the decoded value of `xsi:type`, names the type anyURI of XML Schema.
    pub fn is_any_uri(&self, scope: ScopeId, own: &[NamespaceDeclaration], value: &str) -> bool {
        let (prefix, local) = split(value.trim_matches(crate::text::WHITESPACE));
        local == "anyURI" && self.namespace(scope, own, prefix).as_deref() == Some(XSD)
    }

    /// Returns the references in values of the type that `value`, the decoded value of an attribute of a schema, names.
    pub fn named_type(&self, scope: ScopeId, own: &[NamespaceDeclaration], value: &str) -> NamedType {
        let (prefix, local) = split(value.trim_matches(crate::text::WHITESPACE));
        let namespace = self.namespace(scope, own, prefix).unwrap_or_default();
        if *namespace == *XSD {
            return if local == "anyURI" { NamedType::Reference } else { NamedType::Other };
        }
        let name = ExpandedName { namespace: &namespace, local };
        self.settings.types.as_ref().map(|types| types.own_type(name)).unwrap_or_default()
    }

    /// Returns the name of a type in `value`, the decoded value of `xsi:type`; `None` if the document has no schemas.
    pub fn type_name(&self, scope: ScopeId, own: &[NamespaceDeclaration], value: &str) -> Option<(Arc<str>, Box<str>)> {
        self.settings.types.as_ref()?;
        let (prefix, local) = split(value.trim_matches(crate::text::WHITESPACE));
        Some((self.namespace(scope, own, prefix).unwrap_or_default(), local.into()))
    }

    /// Returns whether the attribute written `name` is `xsi:type`.
    pub fn is_type(&self, scope: ScopeId, own: &[NamespaceDeclaration], name: &str) -> bool {
        let (prefix, local) = split(name);
        local == "type" && !prefix.is_empty() && self.namespace(scope, own, prefix).as_deref() == Some(XSI)
    }
}
