//! Simple types: restrictions, lists and unions.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::schema::xsd::components::ComponentKind;
use crate::schema::xsd::documents::Documents;
use crate::schema::xsd::nodes::{Key, Node};
use crate::xml::namespaces::XSD;
use crate::xml::types::{OtherMember, ReferenceType, ValueType};

/// Maximum number of words of all types: a union has those of its members, which may be unions too.
const MAX_WORDS: usize = 1_000_000;

/// Type that a schema refers to.
#[derive(Clone, Debug)]
pub enum TypeRef {
    /// A type of XML Schema part 2.
    BuiltIn(ValueType),
    /// `anyType`
    Any,
    /// A simple or complex type of the schema.
    Node(Node),
    /// A type without a definition.
    Unknown,
}

/// Variety of a simple type.
enum Variety {
    /// A restriction of another type.
    Restriction {
        /// Words of the enumeration; empty without one.
        words: Vec<Box<str>>,
        /// Starts of its patterns.
        starts: Vec<OtherMember>,
        /// Whether it has a facet that may exclude a text, an enumeration included.
        has_facets: bool,
    },
    List,
    Union,
}

/// Simple type, as far as references are concerned.
#[derive(Clone, Debug)]
struct SimpleType {
    value: ValueType,
    /// Starts of the texts that it allows, if patterns show them.
    starts: Vec<OtherMember>,
    /// Whether any text, except perhaps the empty one, is a value: in a union, no later member has a value.
    accepts_all: bool,
}

impl Documents {
    /// Returns the type that `name`, a qualified name at `node`, refers to.
    pub fn type_named(&self, node: Node, name: &str) -> TypeRef {
        let Some((namespace, local)) = self.qualified(node, name) else { return TypeRef::Unknown };
        if *namespace == *XSD {
            // The schema of XML Schema itself also declares these; its other types are like those of any schema.
            if let Some(value) = ValueType::built_in(local) {
                return TypeRef::BuiltIn(value);
            }
            if local == "anyType" {
                return TypeRef::Any;
            }
        }
        match self.component(ComponentKind::Type, &namespace, local, node) {
            Some(definition) => TypeRef::Node(definition),
            None => TypeRef::Unknown,
        }
    }

    /// Returns the type that the attribute `name` of `node` names, or that a child defines.
    pub fn type_of(&self, node: Node, name: &str) -> Option<TypeRef> {
        if let Some(name) = self.attribute(node, name) {
            return Some(self.type_named(node, name));
        }
        let mut children = self.children(node);
        children.find(|&child| matches!(self.kind(child), "simpleType" | "complexType")).map(TypeRef::Node)
    }

    /// Returns the values of the enumeration facets of `node`.
    pub fn words(&self, node: Node) -> Vec<Box<str>> {
        let facets = self.children(node).filter(|&child| self.kind(child) == "enumeration");
        facets.filter_map(|facet| self.attribute(facet, "value")).map(Box::from).collect()
    }

    /// Returns the literal starts of the pattern facets of `node`; none if one of them has none.
    fn starts(&self, node: Node) -> Vec<OtherMember> {
        let facets = self.children(node).filter(|&child| self.kind(child) == "pattern");
        let starts = facets.map(|facet| self.attribute(facet, "value").and_then(literal_start));
        starts.collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    /// Returns whether `facet`, a child of a restriction, may exclude a text that is not empty.
    fn is_excluding(&self, facet: Node) -> bool {
        match self.kind(facet) {
            "simpleType" | "annotation" | "whiteSpace" | "" => false,
            "minLength" => !matches!(self.attribute(facet, "value").map(str::trim), Some("0" | "1")),
            _ => true,
        }
    }

    /// Returns the variety of the simple type `node`, and the types that it is made of.
    fn parts(&self, node: Node) -> (Variety, Vec<TypeRef>) {
        for child in self.children(node) {
            match self.kind(child) {
                "restriction" => {
                    let base = self.type_of(child, "base");
                    let has_facets = self.children(child).any(|facet| self.is_excluding(facet));
                    let variety =
                        Variety::Restriction { words: self.words(child), starts: self.starts(child), has_facets };
                    return (variety, base.into_iter().collect());
                }
                "list" => return (Variety::List, self.type_of(child, "itemType").into_iter().collect()),
                "union" => {
                    let named = self.attribute(child, "memberTypes").unwrap_or_default().split_ascii_whitespace();
                    let named = named.map(|name| self.type_named(child, name));
                    let own = self.children(child).filter(|&own| self.kind(own) == "simpleType").map(TypeRef::Node);
                    return (Variety::Union, named.chain(own).collect());
                }
                _ => {}
            }
        }
        (Variety::Union, Vec::new())
    }
}

/// Simple types that were needed so far.
#[derive(Debug, Default)]
pub struct SimpleTypes {
    known: FxHashMap<Key, SimpleType>,
    /// Number of words of these types.
    words: usize,
}

impl SimpleTypes {
    /// Returns whether the types have too many words. Further types with words are those of any text.
    pub fn is_full(&self) -> bool {
        self.words > MAX_WORDS
    }

    /// Returns the type of values of `of`: any text if it is not a simple type.
    pub fn value_type(&mut self, documents: &Documents, of: &TypeRef) -> ValueType {
        match of {
            TypeRef::BuiltIn(value) => value.clone(),
            TypeRef::Node(node) if documents.kind(*node) == "simpleType" => self.simple_type(documents, *node),
            TypeRef::Any | TypeRef::Unknown | TypeRef::Node(_) => ValueType::Text,
        }
    }

    fn simple_type(&mut self, documents: &Documents, node: Node) -> ValueType {
        let mut stack = vec![node];
        let mut started: FxHashSet<Key> = FxHashSet::default();
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top.key()) {
                stack.pop();
                continue;
            }
            let (variety, parts) = documents.parts(top);
            if started.insert(top.key()) {
                let nodes = parts.iter().filter_map(|part| match part {
                    TypeRef::Node(node) if documents.kind(*node) == "simpleType" => Some(*node),
                    _ => None,
                });
                // A type that is made of itself has no value.
                let missing: Vec<_> = nodes
                    .filter(|node| !self.known.contains_key(&node.key()) && !started.contains(&node.key()))
                    .collect();
                if !missing.is_empty() {
                    stack.extend(missing);
                    continue;
                }
            }
            let mut parts = parts.iter().map(|part| match part {
                TypeRef::BuiltIn(value) => SimpleType::built_in(value.clone()),
                TypeRef::Node(node) => self.known.get(&node.key()).cloned().unwrap_or_else(SimpleType::unknown),
                TypeRef::Any | TypeRef::Unknown => SimpleType::unknown(),
            });
            let mut simple = match variety {
                Variety::Restriction { words, starts, has_facets } => {
                    let base = parts.next().unwrap_or_else(SimpleType::unknown);
                    let starts = if starts.is_empty() { base.starts } else { starts };
                    let accepts_all = base.accepts_all && !has_facets;
                    SimpleType { value: restricted(base.value, words), starts, accepts_all }
                }
                Variety::List => {
                    let item = parts.next().unwrap_or_else(SimpleType::unknown);
                    SimpleType { value: item.value.list(), ..item }
                }
                Variety::Union => SimpleType::union(&parts.collect::<Vec<_>>()),
            };
            let words = simple.value.word_count();
            if words > 0 && self.is_full() {
                simple = SimpleType::unknown();
            } else {
                self.words += words;
            }
            self.known.insert(top.key(), simple);
            stack.pop();
        }
        self.known.get(&node.key()).map_or(ValueType::Text, |simple| simple.value.clone())
    }
}

impl SimpleType {
    fn built_in(value: ValueType) -> Self {
        let accepts_all = matches!(value, ValueType::Text | ValueType::Reference(_));
        Self { value, starts: Vec::new(), accepts_all }
    }

    /// Returns the type of a name without a definition.
    fn unknown() -> Self {
        Self { value: ValueType::Text, starts: Vec::new(), accepts_all: false }
    }

    /// Returns the union of `members`: the first one that accepts a value determines its type. Words of later ones may
    /// still replace a reference.
    fn union(members: &[Self]) -> Self {
        let last = members.iter().position(|member| member.accepts_all);
        let (accepts_all, used) = (last.is_some(), last.map_or(members.len(), |last| last + 1));
        let (used, unused) = members.split_at(used);
        let words = unused.iter().filter(|member| matches!(member.value, ValueType::Words(_)));
        let is_text = used.last().is_some_and(|last| accepts_all && last.value == ValueType::Text);
        let words = words.filter(|_| !is_text);
        let value = ValueType::choice(used.iter().chain(words).map(|member| &member.value));
        // What a pattern describes is that, also if a reference may precede it in the union.
        let others = members.iter().filter(|member| member.value.reference().is_none());
        let starts: Vec<_> = others.flat_map(|member| member.starts.iter().cloned()).collect();
        let value = match value {
            ValueType::Reference(reference) if !starts.is_empty() => {
                let others = reference.others.iter().cloned().chain(starts).collect();
                ValueType::Reference(ReferenceType { others, ..reference })
            }
            value => value,
        };
        Self { value, starts: Vec::new(), accepts_all }
    }
}

/// Returns the text with which every value of the regular expression `pattern` starts; `None` without one.
fn literal_start(pattern: &str) -> Option<OtherMember> {
    if pattern.contains('|') {
        return None;
    }
    let mut start = String::new();
    let mut characters = pattern.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some(escaped) if !escaped.is_alphanumeric() => start.push(escaped),
                _ => break,
            },
            // These make the last character optional.
            '*' | '?' | '{' => {
                start.pop();
                break;
            }
            '.' | '[' | '(' | '+' => break,
            c => start.push(c),
        }
    }
    (!start.is_empty()).then(|| OtherMember::Start(start.into()))
}

/// Returns the type `base` restricted to `words`, if any.
pub fn restricted(base: ValueType, words: Vec<Box<str>>) -> ValueType {
    match base {
        ValueType::Text | ValueType::Words(_) if !words.is_empty() => ValueType::words(words),
        base => base,
    }
}

/// Returns the type of an attribute of the namespace of `xml`, whose schema is rarely at hand.
pub fn xml_attribute(namespace: &Arc<str>, local: &str) -> Option<ValueType> {
    if **namespace != *crate::xml::namespaces::XML {
        return None;
    }
    match local {
        "base" => Some(ValueType::any_uri()),
        "lang" | "space" | "id" => ValueType::built_in("NCName"),
        _ => None,
    }
}
