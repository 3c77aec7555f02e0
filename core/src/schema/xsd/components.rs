//! Global components of a schema by their names.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::xml::tree::NodeId;

/// ComponentKind of a component. Two components of different kinds may have one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentKind {
    Element,
    Attribute,
    Type,
    Group,
    AttributeGroup,
}

/// Node that defines a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Definition {
    /// Index of the document.
    pub document: usize,
    /// Node in the document.
    pub node: NodeId,
    /// Whether it is in a `redefine`: a reference to its own name is one to the definition that it replaces.
    pub is_redefining: bool,
}

/// Global components.
#[derive(Debug, Default)]
pub struct Components {
    /// Definitions of a name. The first wins; each replaces those after it.
    all: FxHashMap<(ComponentKind, Arc<str>, Box<str>), Vec<Definition>>,
}

impl Components {
    /// Adds a definition. One that replaces others comes before them, whenever it is added.
    pub fn add(&mut self, kind: ComponentKind, namespace: &Arc<str>, local: &str, definition: Definition) {
        let known = self.all.entry((kind, Arc::clone(namespace), local.into())).or_default();
        let redefining = known.iter().take_while(|known| known.is_redefining).count();
        if definition.is_redefining || redefining == known.len() {
            known.insert(redefining, definition);
        }
    }

    /// Returns the definition that a reference to a name within `user` refers to.
    pub fn get(
        &self,
        kind: ComponentKind,
        namespace: &Arc<str>,
        local: &str,
        user: Option<Definition>,
    ) -> Option<Definition> {
        let known = self.all.get(&(kind, Arc::clone(namespace), local.into()))?;
        let own = user.filter(|user| user.is_redefining).and_then(|user| known.iter().position(|it| *it == user));
        known.get(own.map_or(0, |own| own + 1)).copied()
    }

    /// Returns the effective definitions of a kind, with their names, in the order of the documents.
    pub fn definitions(&self, kind: ComponentKind) -> Vec<(&Arc<str>, &str, Definition)> {
        let all = self.all.iter().filter(|((its, ..), _)| *its == kind);
        let all = all.filter_map(|((_, namespace, local), known)| Some((namespace, &**local, *known.first()?)));
        let mut all: Vec<_> = all.collect();
        all.sort_unstable_by_key(|(.., definition)| (definition.document, definition.node));
        all
    }
}
