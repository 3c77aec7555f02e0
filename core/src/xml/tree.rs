//! Elements of a text as a tree, for formats that this library itself uses.
//!
//! ```text
//! <a><b c="d"/><e><f/></e></a>      nodes in the order of the text: a b e f
//!                                   each knows the index after its last descendant: 4 2 4 4
//! ```
//!
//! Parsing never fails: the first damage is recorded, and what is before and after it has nodes.

use std::ops::Range;
use std::sync::Arc;

use crate::text::{Decoded, Entities, InPart, Span};
use crate::xml::lexer::{Lexer, Next, Token, TokenKind};
use crate::xml::namespaces::{Bindings, split};
use crate::xml::places::ExpandedName;
use crate::xml::prolog::Declaration;
use crate::xml::scope::declared_prefix;
use crate::xml::tag;

/// Maximum depth of elements; deeper ones have no nodes.
const DEEPEST: usize = 4096;

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
        let tree = Self { text: Arc::clone(text), ..Self::default() };
        TreeParser { tree, entities: Entities::default(), open: Vec::new(), deeper: 0 }.parse(text)
    }

    /// Returns the root element.
    pub fn root(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(0)
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

struct TreeParser {
    tree: Tree,
    entities: Entities,
    /// Open elements.
    open: Vec<NodeId>,
    /// Number of open elements that are too deep.
    deeper: usize,
}

impl TreeParser {
    fn parse(mut self, text: &str) -> Tree {
        let mut lexer = Lexer::new(text, false);
        let mut at = 0;
        while let Next::Token(token) = lexer.next(at) {
            at = token.end;
            match token.kind {
                TokenKind::Start | TokenKind::Empty => self.start_tag(token, text),
                TokenKind::End => self.end_tag(token, text),
                TokenKind::Declaration => self.declaration(&text[token.start..token.end]),
                TokenKind::Damage(_) => self.damaged(token.start),
                TokenKind::Comment | TokenKind::CData | TokenKind::Pi => {}
            }
        }
        if !self.open.is_empty() {
            self.damaged(text.len());
        }
        let end = self.tree.nodes.len();
        for node in self.open.drain(..) {
            self.tree.nodes[node].end = end;
        }
        self.tree
    }

    fn damaged(&mut self, at: usize) {
        self.tree.damage.get_or_insert(at);
    }

    fn declaration(&mut self, text: &str) {
        match Declaration::parse(text, 0) {
            Some(Declaration::Internal(name, value)) => self.entities.declare(name, value),
            Some(Declaration::External(name, _)) => self.entities.declare_external(name),
            _ => {}
        }
    }

    fn start_tag(&mut self, token: Token, text: &str) {
        let whole = &text[token.start + 1..token.end];
        let Some(inside) = whole.strip_suffix('>') else { return self.damaged(token.start) };
        let inside = inside.strip_suffix('/').unwrap_or(inside);
        let is_second_root = self.open.is_empty() && !self.tree.nodes.is_empty();
        if is_second_root {
            self.damaged(token.start);
        }
        if is_second_root || self.open.len() >= DEEPEST {
            self.deeper += usize::from(token.kind == TokenKind::Start);
            return;
        }
        let name = tag::name(inside);
        let first = self.tree.attributes.len();
        let mut declarations = Vec::new();
        for attribute in tag::attributes(inside, name.len(), token.start + 1) {
            let decoded = Decoded::attribute(attribute.raw, &self.entities);
            if let Some(prefix) = declared_prefix(attribute.name) {
                declarations.push((prefix.into(), decoded.value.as_ref().into()));
                continue;
            }
            let end = attribute.name.as_ptr() as usize - text.as_ptr() as usize;
            let decoded = match decoded.value {
                std::borrow::Cow::Borrowed(_) => None,
                std::borrow::Cow::Owned(value) => Some(value.into()),
            };
            let name = Span::new(end, end + attribute.name.len());
            self.tree.attributes.push(TreeAttribute { name, raw: attribute.span, decoded });
        }
        let parent = self.open.last().copied();
        let around = parent.map(|parent| Arc::clone(&self.tree.nodes[parent].bindings)).unwrap_or_default();
        let bindings = Bindings::within(&around, &declarations);
        let node = self.tree.nodes.len();
        self.tree.nodes.push(TreeNode {
            name: Span::new(token.start + 1, token.start + 1 + name.len()),
            namespace: bindings.namespace(split(name).0).unwrap_or_default(),
            start: token.start,
            end: node + 1,
            parent,
            attributes: first..self.tree.attributes.len(),
            bindings,
        });
        if token.kind == TokenKind::Start {
            self.open.push(node);
        }
    }

    fn end_tag(&mut self, token: Token, text: &str) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let name = tag::name(&text[token.start + 2..token.end]);
        let opened = self.open.iter().rposition(|&node| self.tree.nodes[node].name.slice(text) == name);
        let is_innermost = opened.is_some_and(|opened| opened + 1 == self.open.len());
        if !is_innermost || !text[token.start..token.end].ends_with('>') {
            self.damaged(token.start);
        }
        let Some(opened) = opened else { return };
        let end = self.tree.nodes.len();
        for node in self.open.drain(opened..) {
            self.tree.nodes[node].end = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
