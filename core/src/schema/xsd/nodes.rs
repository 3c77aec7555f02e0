//! Access to the nodes of the documents of a schema.

use std::sync::Arc;

use crate::schema::xsd::components::{ComponentKind, Definition};
use crate::schema::xsd::documents::{Documents, SchemaDocument};
use crate::xml::tree::NodeId;
use crate::xml::types::SchemaPosition;

/// Node of a document, and the global definition that contains it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    document: usize,
    /// Node in the document.
    pub id: NodeId,
    /// Global definition that contains it, if this is in a `redefine`.
    user: Option<Definition>,
}

/// Identity of a node.
pub type Key = (usize, NodeId);

impl Node {
    /// Returns another node of the document.
    pub fn other(self, id: NodeId) -> Self {
        Self { id, ..self }
    }

    /// Returns the identity of the node.
    pub fn key(self) -> Key {
        (self.document, self.id)
    }
}

impl Documents {
    /// Returns the names and nodes of the global components of a kind.
    pub fn globals(&self, kind: ComponentKind) -> Vec<(Arc<str>, Box<str>, Node)> {
        let all = self.components.definitions(kind).into_iter();
        all.map(|(namespace, local, definition)| (Arc::clone(namespace), local.into(), node_of(definition))).collect()
    }

    pub fn document(&self, node: Node) -> &SchemaDocument {
        &self.all[node.document]
    }

    /// Returns the local name of a node of the schema language; empty for other nodes.
    pub fn kind(&self, node: Node) -> &str {
        self.document(node).kind(node.id)
    }

    /// Returns the value of an attribute of `node`.
    pub fn attribute(&self, node: Node, name: &str) -> Option<&str> {
        self.document(node).tree.attribute(node.id, name)
    }

    /// Returns the child elements of `node`, as [`SchemaDocument::children`].
    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.document(node).children(node.id).map(move |child| Node { id: child, ..node })
    }

    /// Returns the name that `value`, a qualified name at `node`, refers to.
    pub fn qualified<'v>(&self, node: Node, value: &'v str) -> Option<(Arc<str>, &'v str)> {
        self.document(node).qualified(node.id, value)
    }

    /// Returns the component that a name at `user` refers to.
    pub fn component(&self, kind: ComponentKind, namespace: &Arc<str>, local: &str, user: Node) -> Option<Node> {
        self.components.get(kind, namespace, local, user.user).map(node_of)
    }

    pub fn child(&self, node: Node, kinds: &[&str]) -> Option<Node> {
        self.children(node).find(|&child| kinds.contains(&self.kind(child)))
    }

    pub fn at(&self, node: Node) -> SchemaPosition {
        self.document(node).at(node.id)
    }
}

fn node_of(definition: Definition) -> Node {
    let user = definition.is_redefining.then_some(definition);
    Node { document: definition.document, id: definition.node, user }
}
