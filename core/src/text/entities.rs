//! Internal general entities that a document declares.
//!
//! ```text
//! GEDecl      ::= '<!ENTITY' S Name S EntityDef S? '>'                       XML 1.0 production 71
//! EntityValue ::= '"' ([^%&"] | PEReference | Reference)* '"' | …                      production 9
//! ```
//!
//! The table is a value that a reader can keep at every step: another declaration makes another table, which shares all
//! but a few nodes with the previous one. It is a trie by the hash of the names, so its shape depends only on the
//! declarations. Two tables are compared only where they do not share nodes, and only if a sum over their declarations
//! is equal.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::text::decoded::{XmlReference, name, reference};

/// Declared general entities by name. Cheap to copy, to extend and to compare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entities {
    /// Sum of a hash of each declaration: different tables nearly always have different sums, which avoids the
    /// comparison.
    sum: u64,
    root: Node,
    /// Whether the document is XML 1.1, in which a character reference may be to a control character.
    is_xml_1_1: bool,
}

/// Node of the trie. Two nodes at one address are equal without a comparison: `Arc` of an `Eq` type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Node {
    #[default]
    Empty,
    /// Declarations whose names have one hash.
    Leaf(Arc<Leaf>),
    /// One node for each value of the next four bits of the hash.
    Branch(Arc<[Node; 16]>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Leaf {
    hash: u64,
    /// One declaration, except for hash collisions.
    declarations: Vec<Declaration>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Declaration {
    name: Box<str>,
    /// Replacement text; `None` if unavailable.
    replacement: Option<Box<str>>,
}

/// Maximum length of a replacement text that is kept, in bytes.
const LONGEST: usize = 1 << 16;

impl Entities {
    /// Returns these entities with the internal entity `name`: see [`declare`](Self::declare).
    #[must_use]
    pub fn with(&self, name: &str, literal: &str) -> Self {
        let mut all = self.clone();
        all.declare(name, literal);
        all
    }

    /// Declares that the document is XML 1.1: a character reference may be to any control character except U+0000 (XML
    /// 1.1 section 2.2).
    pub fn declare_xml_1_1(&mut self) {
        self.is_xml_1_1 = true;
    }

    /// Returns whether the document is XML 1.1.
    pub fn is_xml_1_1(&self) -> bool {
        self.is_xml_1_1
    }

    /// Adds the internal entity `name`, whose EntityValue between the quotes is `literal`. The first declaration of a
    /// name wins (XML 1.0 section 4.2).
    pub fn declare(&mut self, name: &str, literal: &str) {
        let is_xml_1_1 = self.is_xml_1_1;
        self.add(name, || replacement_text(literal, is_xml_1_1));
    }

    /// Adds the external entity `name`, whose replacement is unknown.
    pub fn declare_external(&mut self, name: &str) {
        self.add(name, || None);
    }

    /// Replaces what `name` stands for with `replacement`, as a later declaration of a prefix does in Turtle; `None` if it
    /// is unknown.
    #[cfg(feature = "rdf")]
    pub(crate) fn rebind(&mut self, name: &str, replacement: Option<&str>) {
        if let Some(known) = self.declaration(name) {
            self.sum = self.sum.wrapping_sub(hash(known));
        }
        self.insert(Declaration { name: name.into(), replacement: replacement.map(Box::from) });
    }

    /// Returns the replacement text of `name` (XML 1.0 section 4.5): character references in its declaration are
    /// replaced, references to general entities are not. `None` if it is not declared, external, longer than 64 KiB, or
    /// uses a parameter entity.
    pub fn replacement(&self, name: &str) -> Option<&str> {
        self.declaration(name)?.replacement.as_deref()
    }

    /// Returns whether `name` is declared.
    pub fn declares(&self, name: &str) -> bool {
        self.declaration(name).is_some()
    }

    fn add(&mut self, name: &str, replacement: impl FnOnce() -> Option<Box<str>>) {
        if self.declares(name) {
            return;
        }
        self.insert(Declaration { name: name.into(), replacement: replacement() });
    }

    fn insert(&mut self, declaration: Declaration) {
        self.sum = self.sum.wrapping_add(hash(&declaration));
        self.root.add(hash(&*declaration.name), 0, declaration);
    }

    fn declaration(&self, name: &str) -> Option<&Declaration> {
        let hash = hash(name);
        let (mut node, mut depth) = (&self.root, 0);
        while let Node::Branch(nodes) = node {
            node = &nodes[slot(hash, depth)];
            depth += 1;
        }
        let Node::Leaf(leaf) = node else { return None };
        leaf.declarations.iter().find(|declaration| &*declaration.name == name)
    }
}

impl Node {
    /// Adds a declaration to this node, which is `depth` below the root: at most the number of steps in the hash. Nodes
    /// that other tables share are copied, all others are changed in place.
    fn add(&mut self, hash: u64, depth: u32, declaration: Declaration) {
        match self {
            Self::Empty => *self = Self::Leaf(Arc::new(Leaf { hash, declarations: vec![declaration] })),
            Self::Leaf(leaf) if leaf.hash == hash => {
                let leaf = Arc::make_mut(leaf);
                leaf.declarations.retain(|known| known.name != declaration.name);
                leaf.declarations.push(declaration);
            }
            Self::Leaf(leaf) => {
                let mut nodes = <[Self; 16]>::default();
                nodes[slot(leaf.hash, depth)] = Self::Leaf(Arc::clone(leaf));
                *self = Self::Branch(Arc::new(nodes));
                self.add(hash, depth, declaration);
            }
            Self::Branch(nodes) => Arc::make_mut(nodes)[slot(hash, depth)].add(hash, depth + 1, declaration),
        }
    }
}

/// Returns a hash that is the same in every table and every run.
fn hash(of: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Returns the index of the node of a branch that leads to `hash`.
const fn slot(hash: u64, depth: u32) -> usize {
    (hash >> (4 * depth) & 0xF) as usize
}

/// Returns the replacement text of an EntityValue. A reference to an invalid character is kept, because it is an error
/// where the entity is used.
fn replacement_text(literal: &str, is_xml_1_1: bool) -> Option<Box<str>> {
    if literal.len() > LONGEST {
        return None;
    }
    let mut text = String::with_capacity(literal.len());
    let mut rest = literal;
    while let Some(found) = memchr::memchr3(b'&', b'%', b'\r', rest.as_bytes()) {
        text.push_str(&rest[..found]);
        rest = &rest[found..];
        let length = match rest.as_bytes()[0] {
            b'%' if is_parameter_reference(rest) => return None,
            b'&' if rest.starts_with("&#") => match reference(rest, is_xml_1_1) {
                (length, XmlReference::Character(c, None)) => {
                    text.push(c);
                    length
                }
                (length, _) => copied(rest, length, &mut text),
            },
            b'\r' => {
                text.push('\n');
                if rest.starts_with("\r\n") { 2 } else { 1 }
            }
            _ => copied(rest, 1, &mut text),
        };
        rest = &rest[length..];
    }
    text.push_str(rest);
    Some(text.into())
}

fn copied(from: &str, length: usize, text: &mut String) -> usize {
    text.push_str(&from[..length]);
    length
}

/// Returns whether `text` starts with PEReference ::= '%' Name ';'     (XML 1.0 production 69)
fn is_parameter_reference(text: &str) -> bool {
    let rest = text.strip_prefix('%').unwrap_or_default();
    name(rest).is_some_and(|name| rest[name.len()..].starts_with(';'))
}
