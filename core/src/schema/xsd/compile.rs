//! Components ─▶ [`Declarations`](crate::xml::types::Declarations).
//!
//! Each type is compiled once, when something first refers to it. A type has the attributes of its base types; with an
//! extension also their children. Groups are replaced with what is in them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::schema::xsd::components::ComponentKind;
use crate::schema::xsd::documents::Documents;
use crate::schema::xsd::nodes::{Key, Node};
use crate::schema::xsd::simple_types::{SimpleTypes, TypeRef, restricted, xml_attribute};
use crate::schema::{LoadedSchema, SchemaProblem};
use crate::xml::types::{
    AttributeDeclaration, AttributeId, ContentId, ElementId, NameClass, Processing, ValueType, Wildcard,
};

/// Maximum number of nodes that are looked at: groups are looked at for each type that uses them.
const MAX_STEPS: usize = 50_000_000;
/// Maximum number of types that are derived from one another, and of elements that substitute one another.
const LONGEST_CHAIN: usize = 256;

/// Name of a global component.
type GlobalName = (Arc<str>, Box<str>);

pub struct Compiler {
    documents: Documents,
    values: SimpleTypes,
    contents: FxHashMap<Key, ContentId>,
    built_in: Vec<(ValueType, ContentId)>,
    any: Option<ContentId>,
    unknown: Option<ContentId>,
    elements: FxHashMap<Key, Box<[ElementId]>>,
    attributes: FxHashMap<Key, AttributeId>,
    /// Global elements by the name of the one that they may substitute.
    substitutes: FxHashMap<GlobalName, Vec<Node>>,
    /// Contents that are reserved, but still empty.
    pending: Vec<(Node, ContentId)>,
    steps: usize,
    /// Number of children, attributes and words of all contents.
    uses: usize,
}

impl Compiler {
    pub fn new(documents: Documents) -> Self {
        let mut compiler = Self {
            documents,
            values: SimpleTypes::default(),
            contents: FxHashMap::default(),
            built_in: Vec::new(),
            any: None,
            unknown: None,
            elements: FxHashMap::default(),
            attributes: FxHashMap::default(),
            substitutes: FxHashMap::default(),
            pending: Vec::new(),
            steps: 0,
            uses: 0,
        };
        for (_, _, node) in compiler.documents.globals(ComponentKind::Element) {
            let heads =
                compiler.documents.attribute(node, "substitutionGroup").unwrap_or_default().split_ascii_whitespace();
            let heads: Vec<_> = heads.filter_map(|head| compiler.documents.qualified(node, head)).collect();
            let heads: Vec<_> = heads.into_iter().map(|(namespace, local)| (namespace, Box::from(local))).collect();
            for head in heads {
                compiler.substitutes.entry(head).or_default().push(node);
            }
        }
        compiler
    }

    /// Compiles all components.
    pub fn compile(mut self) -> LoadedSchema {
        for (_, _, node) in self.documents.globals(ComponentKind::Element) {
            for id in self.element(node) {
                self.documents.builder.add_root(id);
            }
        }
        for (_, _, node) in self.documents.globals(ComponentKind::Attribute) {
            let names = self.names(node, true);
            if let Some(names) = names {
                let id = self.declared_attribute(node, names);
                self.documents.builder.add_global_attribute(id);
            }
        }
        for (namespace, local, node) in self.documents.globals(ComponentKind::Type) {
            let content = self.content(&TypeRef::Node(node));
            let at = self.documents.at(node);
            self.documents.builder.name_type(&namespace, &local, content, at);
        }
        while let Some((node, content)) = self.pending.pop() {
            let is_full = self.values.is_full() || self.documents.builder.is_full(self.uses);
            if is_full || self.steps > MAX_STEPS {
                let message = "schema has too many declarations".to_owned();
                self.documents.problems.push(SchemaProblem { at: None, message });
                break;
            }
            self.fill(node, content);
        }
        let Documents { builder, problems, .. } = self.documents;
        LoadedSchema { declarations: Arc::new(builder.build()), problems }
    }

    /// Returns the content of elements of a type.
    fn content(&mut self, of: &TypeRef) -> ContentId {
        let builder = &mut self.documents.builder;
        match of {
            TypeRef::BuiltIn(value) => {
                if let Some((_, known)) = self.built_in.iter().find(|(known, _)| known == value) {
                    return *known;
                }
                let content = builder.reserve();
                builder.content(content).text = Some(value.clone());
                self.built_in.push((value.clone(), content));
                content
            }
            TypeRef::Any => *self.any.get_or_insert_with(|| {
                let content = builder.reserve();
                let any = || Wildcard { names: NameClass::any(), processing: Processing::Lax };
                builder.content(content).element_wildcards.push(any());
                builder.content(content).attribute_wildcards.push(any());
                content
            }),
            TypeRef::Unknown => *self.unknown.get_or_insert_with(|| builder.reserve()),
            TypeRef::Node(node) => {
                if let Some(&known) = self.contents.get(&node.key()) {
                    return known;
                }
                let content = builder.reserve();
                self.contents.insert(node.key(), content);
                self.pending.push((*node, content));
                content
            }
        }
    }

    /// Returns the declarations of the element `node`: one, and one for each alternative type.
    fn element(&mut self, node: Node) -> Vec<ElementId> {
        if let Some(known) = self.elements.get(&node.key()) {
            return known.to_vec();
        }
        let is_global = self.is_global(node);
        let Some(names) = self.names(node, is_global) else { return Vec::new() };
        let mut types = vec![self.element_type(node)];
        let alternatives = self.documents.children(node).filter(|&child| self.documents.kind(child) == "alternative");
        types.extend(alternatives.filter_map(|alternative| self.documents.type_of(alternative, "type")));
        let at = self.documents.at(node);
        let mut all = Vec::with_capacity(types.len());
        for of in types {
            let content = self.content(&of);
            all.push(self.documents.builder.element(names.clone(), content, at));
        }
        self.elements.insert(node.key(), all.clone().into());
        all
    }

    /// Returns the type of the element `node`: its own, or that of the element that it may substitute.
    fn element_type(&self, mut node: Node) -> TypeRef {
        for _ in 0..LONGEST_CHAIN {
            if let Some(own) = self.documents.type_of(node, "type") {
                return own;
            }
            let head = self
                .documents
                .attribute(node, "substitutionGroup")
                .and_then(|heads| heads.split_ascii_whitespace().next());
            let head = head.and_then(|head| self.documents.qualified(node, head));
            match head.and_then(|(namespace, local)| {
                self.documents.component(ComponentKind::Element, &namespace, local, node)
            }) {
                Some(head) => node = head,
                None => break,
            }
        }
        TypeRef::Any
    }

    fn is_global(&self, node: Node) -> bool {
        let parent = self.documents.document(node).tree.parent(node.id);
        parent.is_some_and(|parent| {
            matches!(self.documents.document(node).kind(parent), "schema" | "redefine" | "override")
        })
    }

    /// Returns the name of an element or attribute declaration.
    fn names(&self, node: Node, is_global: bool) -> Option<NameClass> {
        let local = self.documents.attribute(node, "name")?.trim();
        let document = self.documents.document(node);
        let default = || {
            let form =
                if self.documents.kind(node) == "element" { "elementFormDefault" } else { "attributeFormDefault" };
            document.tree.root().and_then(|root| document.tree.attribute(root, form))
        };
        let is_qualified =
            || self.documents.attribute(node, "form").or_else(default).map(str::trim) == Some("qualified");
        Some(match self.documents.attribute(node, "targetNamespace") {
            Some(own) if !is_global => NameClass::name(own.trim(), local),
            _ if is_global || is_qualified() => NameClass::name(Arc::clone(&document.target), local),
            _ => NameClass::name("", local),
        })
    }

    /// Returns the declaration of the attribute `node`, which has a name.
    fn declared_attribute(&mut self, node: Node, names: NameClass) -> AttributeId {
        if let Some(&known) = self.attributes.get(&node.key()) {
            return known;
        }
        let value = self
            .documents
            .type_of(node, "type")
            .map_or(ValueType::Text, |of| self.values.value_type(&self.documents, &of));
        let at = self.documents.at(node);
        let id = self.documents.builder.attribute(AttributeDeclaration { names, value, at });
        self.attributes.insert(node.key(), id);
        id
    }

    /// Fills the content of elements of the type `node`.
    fn fill(&mut self, node: Node, content: ContentId) {
        if self.documents.kind(node) == "simpleType" {
            let value = self.values.value_type(&self.documents, &TypeRef::Node(node));
            self.documents.builder.content(content).text = Some(value);
            return;
        }
        let mut collected = Collected::default();
        let (mut current, mut has_children) = (Some(node), true);
        let mut has_wildcards = true;
        let mut known = FxHashSet::default();
        // From the type to its base types.
        while let Some(node) = current.filter(|node| known.len() < LONGEST_CHAIN && known.insert(node.key())) {
            let derived = self.documents.child(node, &["complexContent", "simpleContent"]);
            let derivation = derived.and_then(|derived| self.documents.child(derived, &["extension", "restriction"]));
            for container in [Some(node), derivation].into_iter().flatten() {
                self.attributes_in(container, has_wildcards, &mut collected);
                if has_children {
                    self.particles_in(container, &mut collected);
                }
            }
            self.default_attributes(node, has_wildcards, &mut collected);
            let is_extension = derivation.is_some_and(|derivation| self.documents.kind(derivation) == "extension");
            has_children &= is_extension;
            has_wildcards &= is_extension;
            let base =
                derivation.and_then(|derivation| Some((derivation, self.documents.attribute(derivation, "base")?)));
            current = match base.map(|(derivation, base)| self.documents.type_named(derivation, base)) {
                Some(TypeRef::Node(base)) if self.documents.kind(base) == "complexType" => Some(base),
                Some(TypeRef::Any) if is_extension => {
                    let any = || Wildcard { names: NameClass::any(), processing: Processing::Lax };
                    collected.element_wildcards.push(any());
                    collected.attribute_wildcards.push(any());
                    None
                }
                _ => None,
            };
        }
        let text = self.text(node);
        self.uses += collected.attributes.len() + collected.children.len();
        self.uses += text.as_ref().map_or(0, ValueType::word_count);
        let content = self.documents.builder.content(content);
        content.attributes = collected.attributes;
        content.attribute_wildcards = collected.attribute_wildcards;
        content.children = collected.children;
        content.element_wildcards = collected.element_wildcards;
        content.text = text;
    }

    /// Returns the type of the text of the complex type `node`; `None` if it has no simple content.
    fn text(&mut self, mut node: Node) -> Option<ValueType> {
        let mut words = Vec::new();
        for _ in 0..LONGEST_CHAIN {
            let derived = self.documents.child(node, &["simpleContent"])?;
            let derivation = self.documents.child(derived, &["extension", "restriction"])?;
            if words.is_empty() {
                words = self.documents.words(derivation);
            }
            if let Some(own) = self.documents.child(derivation, &["simpleType"]) {
                return Some(restricted(self.values.value_type(&self.documents, &TypeRef::Node(own)), words));
            }
            let base =
                self.documents.attribute(derivation, "base").map(|base| self.documents.type_named(derivation, base))?;
            match base {
                TypeRef::Node(base) if self.documents.kind(base) == "complexType" => node = base,
                base => return Some(restricted(self.values.value_type(&self.documents, &base), words)),
            }
        }
        None
    }

    /// Collects the attributes that `container` and the groups in it declare.
    fn attributes_in(&mut self, container: Node, has_wildcards: bool, into: &mut Collected) {
        let mut pending = vec![container];
        let mut known = FxHashSet::default();
        while let Some(container) = pending.pop() {
            let children: Vec<_> = self.documents.children(container).collect();
            self.steps += children.len();
            for child in children {
                match self.documents.kind(child) {
                    "attribute" => self.attribute_use(child, into),
                    "attributeGroup" => {
                        let group = self.referenced(child, ComponentKind::AttributeGroup);
                        pending.extend(group.filter(|group| known.insert(group.key())));
                    }
                    "anyAttribute" if has_wildcards => {
                        let wildcard = self.wildcard(child);
                        into.attribute_wildcards.push(wildcard);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Collects the attributes that a schema gives to all its types.
    fn default_attributes(&mut self, of: Node, has_wildcards: bool, into: &mut Collected) {
        if self
            .documents
            .attribute(of, "defaultAttributesApply")
            .is_some_and(|applies| matches!(applies.trim(), "false" | "0"))
        {
            return;
        }
        let Some(root) = self.documents.document(of).tree.root() else { return };
        let root = of.other(root);
        let group =
            self.documents.attribute(root, "defaultAttributes").and_then(|name| self.documents.qualified(root, name));
        let group = group.and_then(|(namespace, local)| {
            self.documents.component(ComponentKind::AttributeGroup, &namespace, local, of)
        });
        if let Some(group) = group {
            self.attributes_in(group, has_wildcards, into);
        }
    }

    fn attribute_use(&mut self, node: Node, into: &mut Collected) {
        let is_prohibited = self.documents.attribute(node, "use").map(str::trim) == Some("prohibited");
        let reference = self.documents.attribute(node, "ref").and_then(|name| self.documents.qualified(node, name));
        let (declaration, names) = if let Some((namespace, local)) = reference {
            let local = local.to_owned();
            let names = NameClass::name(Arc::clone(&namespace), local.as_str());
            (
                self.documents.component(ComponentKind::Attribute, &namespace, &local, node).ok_or((namespace, local)),
                names,
            )
        } else {
            let Some(names) = self.names(node, false) else { return };
            (Ok(node), names)
        };
        // What a derived type declares replaces the declaration of its base type.
        if !into.names.insert(names.clone()) || is_prohibited {
            return;
        }
        let id = match declaration {
            Ok(declaration) => self.declared_attribute(declaration, names),
            Err((namespace, local)) => {
                let Some(value) = xml_attribute(&namespace, &local) else { return };
                let at = self.documents.at(node);
                self.documents.builder.attribute(AttributeDeclaration { names, value, at })
            }
        };
        into.attributes.push(id);
    }

    /// Returns the global component that the attribute `ref` of `node` refers to.
    fn referenced(&self, node: Node, kind: ComponentKind) -> Option<Node> {
        let (namespace, local) = self.documents.qualified(node, self.documents.attribute(node, "ref")?)?;
        self.documents.component(kind, &namespace, local, node)
    }

    /// Collects the elements in `container` and in the groups in it.
    fn particles_in(&mut self, container: Node, into: &mut Collected) {
        let mut pending = vec![container];
        let mut known = FxHashSet::default();
        while let Some(container) = pending.pop() {
            let children: Vec<_> = self.documents.children(container).collect();
            self.steps += children.len();
            for child in children {
                match self.documents.kind(child) {
                    "sequence" | "choice" | "all" | "openContent" => pending.push(child),
                    "group" => {
                        let group = self.referenced(child, ComponentKind::Group);
                        pending.extend(group.filter(|group| known.insert(group.key())));
                    }
                    "any" => {
                        let wildcard = self.wildcard(child);
                        into.element_wildcards.push(wildcard);
                    }
                    "element" => self.element_use(child, into),
                    _ => {}
                }
            }
        }
    }

    fn element_use(&mut self, node: Node, into: &mut Collected) {
        if self.documents.attribute(node, "ref").is_none() {
            let own = self.element(node);
            return into.children.extend(own);
        }
        let mut pending: Vec<_> = self.referenced(node, ComponentKind::Element).into_iter().collect();
        while let Some(node) = pending.pop() {
            if !into.globals.insert(node.key()) {
                continue;
            }
            self.steps += 1;
            let declared = self.element(node);
            into.children.extend(declared);
            let name = self.documents.attribute(node, "name").map(|name| Box::from(name.trim()));
            let name = name.map(|name| (Arc::clone(&self.documents.document(node).target), name));
            let substitutes = name.and_then(|name| self.substitutes.get(&name));
            pending.extend(substitutes.into_iter().flatten());
        }
    }

    fn wildcard(&self, node: Node) -> Wildcard {
        let processing = match self.documents.attribute(node, "processContents").map(str::trim) {
            Some("lax") => Processing::Lax,
            Some("skip") => Processing::Skip,
            _ => Processing::Strict,
        };
        let target = || NameClass::namespace(Arc::clone(&self.documents.document(node).target));
        let namespace = |word: &str| match word {
            "##targetNamespace" => target(),
            "##local" => NameClass::namespace(""),
            name => NameClass::namespace(name),
        };
        let union =
            |words: &str| words.split_ascii_whitespace().map(namespace).fold(NameClass::default(), NameClass::or);
        let mut names = match self.documents.attribute(node, "namespace").map(str::trim) {
            None | Some("##any") => NameClass::any(),
            Some("##other") => NameClass::any().except(&target()).except(&NameClass::namespace("")),
            Some(words) => union(words),
        };
        if let Some(excluded) = self.documents.attribute(node, "notNamespace") {
            names = names.except(&union(excluded));
        }
        for excluded in self.documents.attribute(node, "notQName").unwrap_or_default().split_ascii_whitespace() {
            if let Some((namespace, local)) =
                self.documents.qualified(node, excluded).filter(|_| !excluded.starts_with("##"))
            {
                names = names.except(&NameClass::name(namespace, local));
            }
        }
        Wildcard { names, processing }
    }
}

/// What the parts of a type declare.
#[derive(Default)]
struct Collected {
    attributes: Vec<AttributeId>,
    attribute_wildcards: Vec<Wildcard>,
    children: Vec<ElementId>,
    element_wildcards: Vec<Wildcard>,
    /// Global elements among the children, with those that may substitute them.
    globals: FxHashSet<Key>,
    /// Names of the attributes so far.
    names: FxHashSet<NameClass>,
}
