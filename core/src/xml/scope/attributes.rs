//! Cache of attributes per scope: the context of each, and its last value without findings.

use std::sync::Arc;

use crate::xml::scope::{Known, MAX_CACHED, ScopeId, Scopes, ValueContext};

impl Scopes {
    /// Returns the context of the attribute written `name`, at index `number` in its tag, on an element of `scope`;
    /// `None` if it contains no references. Attributes are mostly in the same order: the search starts at that index.
    pub fn attribute(&mut self, id: ScopeId, number: usize, name: &str) -> Option<Arc<ValueContext>> {
        let attributes = &self.at(id).attributes;
        let is_it = |known: &&Known| *known.name == *name;
        let known = attributes.get(number).filter(is_it).or_else(|| attributes.iter().find(is_it));
        if let Some(known) = known {
            return known.context.clone();
        }
        let context = self.attribute_context(id, name);
        let remembered = &mut self.all[id.0 as usize].attributes;
        if remembered.len() < MAX_CACHED {
            remembered.push(Known { name: name.into(), context: context.clone(), clean: "".into() });
        }
        context
    }

    /// Returns whether `raw` was the last value without findings of the attribute at index `number`.
    pub fn is_clean(&self, id: ScopeId, number: usize, name: &str, raw: &str) -> bool {
        let known = self.at(id).attributes.get(number);
        !raw.is_empty() && known.is_some_and(|known| *known.clean == *raw && *known.name == *name)
    }

    /// Records that `raw` has no findings.
    pub fn set_clean(&mut self, id: ScopeId, number: usize, name: &str, raw: &str) {
        if let Some(known) = self.all[id.0 as usize].attributes.get_mut(number)
            && *known.name == *name
            && raw.len() <= 128
        {
            known.clean = raw.into();
        }
    }
}
