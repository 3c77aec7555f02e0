//! Elements of a text as a tree, for formats that this library itself uses.
//!
//! ```text
//! <a><b c="d"/><e><f/></e></a>      nodes in the order of the text: a b e f
//!                                   each knows the index after its last descendant: 4 2 4 4
//! ```
//!
//! Parsing never fails: [`ElementReader`] recovers, the first damage is recorded, and what is before and after it has
//! nodes.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::text::{InPart, Span};
use crate::vocabularies::ExpandedName;
use crate::xml::elements::{ElementEvent, ElementReader};
use crate::xml::namespaces::declared_prefix;
use crate::xml::namespaces::{Bindings, split};

/// Elements of a text.
#[derive(Debug, Default)]
pub struct Tree {
    text: Arc<str>,
    nodes: Vec<TreeNode>,
    attributes: Vec<TreeAttribute>,
    /// Offset of the first damage: a missing or extra tag, or something that is not markup.
    damage: Option<usize>,
}

/// Index of a node.
pub type NodeId = usize;

#[derive(Debug)]
struct TreeNode {
    /// Name as written.
    name: Span<InPart>,
    namespace: Arc<str>,
    start: usize,
    /// Index of the node after the last descendant.
    end: NodeId,
    parent: Option<NodeId>,
    attributes: Range<usize>,
    bindings: Arc<Bindings>,
}

#[derive(Debug)]
struct TreeAttribute {
    name: Span<InPart>,
    raw: Span<InPart>,
    /// Decoded value; `None` if it equals the raw one.
    decoded: Option<Box<str>>,
}

impl Tree {
    /// Parses `text`.
    pub fn parse(text: &Arc<str>) -> Self {
        let mut tree = Self { text: Arc::clone(text), ..Self::default() };
        let mut reader = ElementReader::new(text);
        let mut open = Vec::new();
        while let Some(event) = reader.next_event() {
            match event {
                ElementEvent::Start => open.push(tree.add(&reader, open.last().copied())),
                ElementEvent::End => {
                    let end = tree.nodes.len();
                    open.pop().into_iter().for_each(|node: NodeId| tree.nodes[node].end = end);
                }
            }
        }
        tree.damage = reader.damage();
        tree
    }

    /// Adds a node for the element that starts.
    fn add(&mut self, reader: &ElementReader<'_>, parent: Option<NodeId>) -> NodeId {
        let first = self.attributes.len();
        for &attribute in reader.attributes() {
            if declared_prefix(attribute.name).is_some() {
                continue;
            }
            let decoded = match reader.value(attribute) {
                Cow::Borrowed(_) => None,
                Cow::Owned(value) => Some(value.into()),
            };
            let name = attribute.name.as_ptr() as usize - self.text.as_ptr() as usize;
            let name = Span::new(name, name + attribute.name.len());
            self.attributes.push(TreeAttribute { name, raw: attribute.span, decoded });
        }
        let (node, start, name) = (self.nodes.len(), reader.offset(), reader.name());
        self.nodes.push(TreeNode {
            name: Span::new(start + 1, start + 1 + name.len()),
            namespace: reader.namespace(split(name).0).unwrap_or_default(),
            start,
            end: node + 1,
            parent,
            attributes: first..self.attributes.len(),
            bindings: Arc::clone(reader.bindings()),
        });
        node
    }

    /// Returns the root element.
    pub fn root(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(0)
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the offset of the first damage.
    pub fn damage(&self) -> Option<usize> {
        self.damage
    }

    /// Returns all nodes, in the order of the text.
    pub fn nodes(&self) -> Range<NodeId> {
        0..self.nodes.len()
    }

    /// Returns the name of a node.
    pub fn name(&self, node: NodeId) -> ExpandedName<'_> {
        let TreeNode { name, namespace, .. } = &self.nodes[node];
        ExpandedName { namespace, local: split(name.slice(&self.text)).1 }
    }

    /// Returns the offset of the start tag of a node.
    pub fn start(&self, node: NodeId) -> usize {
        self.nodes[node].start
    }

    /// Returns the element around a node.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].parent
    }

    /// Returns the child elements of a node.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.nodes[node].end;
        let next = |child: &NodeId| self.nodes.get(*child).map(|child| child.end);
        std::iter::successors(Some(node + 1), next).take_while(move |&child| child < end)
    }

    /// Returns the decoded value of the attribute written `name`.
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<&str> {
        let attributes = &self.attributes[self.nodes[node].attributes.clone()];
        let attribute = attributes.iter().find(|attribute| attribute.name.slice(&self.text) == name)?;
        Some(attribute.decoded.as_deref().unwrap_or_else(|| attribute.raw.slice(&self.text)))
    }

    /// Returns the decoded value of the attribute `local` in `namespace`, which is not empty.
    pub fn attribute_in(&self, node: NodeId, namespace: &str, local: &str) -> Option<&str> {
        let TreeNode { attributes, bindings, .. } = &self.nodes[node];
        let mut names = self.attributes[attributes.clone()].iter().map(|attribute| attribute.name.slice(&self.text));
        let written = names.find(|name| {
            let prefix = name.strip_suffix(local).and_then(|prefix| prefix.strip_suffix(':'));
            prefix.and_then(|prefix| bindings.namespace(prefix)).is_some_and(|bound| *bound == *namespace)
        })?;
        self.attribute(node, written)
    }

    /// Returns the name that `value`, a qualified name at a node, is for: its namespace and its local part. Without a
    /// prefix it is in the default namespace. `None` if the prefix is not declared.
    pub fn qualified<'v>(&self, node: NodeId, value: &'v str) -> Option<(Arc<str>, &'v str)> {
        let (prefix, local) = split(value);
        let namespace = self.nodes[node].bindings.namespace(prefix);
        match namespace {
            None if !prefix.is_empty() => None,
            namespace => Some((namespace.unwrap_or_default(), local)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::elements::DEEPEST;

    fn outline(text: &str) -> (Vec<(String, Vec<String>)>, Option<usize>) {
        let tree = Tree::parse(&text.into());
        let name = |node| tree.name(node).local.to_owned();
        (tree.nodes().map(|node| (name(node), tree.children(node).map(name).collect())).collect(), tree.damage())
    }

    #[test]
    fn a_tree_has_the_elements_of_the_text() {
        let (nodes, damage) = outline("<?x?><a><b c='d'/><!-- <no/> --><e><f></f></e></a>");
        let expected = [("a", vec!["b", "e"]), ("b", vec![]), ("e", vec!["f"]), ("f", vec![])];
        let expected = expected.map(|(name, all)| (name.to_owned(), all.into_iter().map(str::to_owned).collect()));
        assert_eq!((nodes, damage), (expected.into(), None));
    }

    #[test]
    fn damage_is_recorded_and_the_rest_has_nodes() {
        for (text, at, count) in [
            ("<a><b></a>", 6, 2),
            ("<a><b/>", 7, 2),
            ("<a></b></a>", 3, 1),
            ("<a/><b/>", 4, 1),
            ("<a><b c='<d/></a>", 3, 2),
        ] {
            let (nodes, damage) = outline(text);
            assert_eq!((damage, nodes.len()), (Some(at), count), "{text}");
        }
        assert_eq!(outline("no markup"), (Vec::new(), None));
        let deep = "<a>".repeat(100_000);
        assert_eq!(outline(&deep).0.len(), DEEPEST);
    }

    #[test]
    fn values_are_decoded_and_qualified_names_resolved() {
        let text = "<!DOCTYPE a [<!ENTITY e 'x'>]><a xmlns='urn:d' xmlns:p='urn:p'><p:b p:c='&e;&amp;' d='e'/></a>";
        let tree = Tree::parse(&text.into());
        assert_eq!(tree.name(1), ExpandedName { namespace: "urn:p", local: "b" });
        assert_eq!(tree.attribute(1, "p:c"), Some("x&"));
        assert_eq!((tree.attribute(1, "d"), tree.attribute(1, "c")), (Some("e"), None));
        assert_eq!(tree.parent(1), Some(0));
        let qualified = |value| tree.qualified(1, value).map(|(namespace, local)| format!("{{{namespace}}}{local}"));
        assert_eq!(qualified("p:x").as_deref(), Some("{urn:p}x"));
        assert_eq!(qualified("x").as_deref(), Some("{urn:d}x"));
        assert_eq!(qualified("none:x"), None);
    }
}
