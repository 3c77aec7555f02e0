//! Cache of attributes per scope: the context of each, and its last value without findings.

use std::sync::Arc;

use crate::xml::scope::{Known, MAX_CACHED, Meaning, ScopeId, Scopes, ValueContext};

impl Scopes {
    /// Returns the context of the attribute written `name`, at index `number` in its tag, on an element of `scope`;
    /// `None` if it contains no references. Attributes are mostly in the same order: the search starts at that index.
    /// `may_be_unknown` is true if its value starts as a reference in any format does.
    pub fn attribute(
        &mut self,
        id: ScopeId,
        number: usize,
        name: &str,
        may_be_unknown: bool,
    ) -> Option<Arc<ValueContext>> {
        let attributes = &self.at(id).attributes;
        let is_it = |at: &usize| attributes.get(*at).is_some_and(|known| *known.name == *name);
        let known = Some(number).filter(is_it).or_else(|| (0..attributes.len()).find(is_it));
        if let Some(Known { meaning, .. }) = known.map(|at| &attributes[at])
            && (meaning.has_unknown || !may_be_unknown)
        {
            return meaning.context.clone();
        }
        let context = self.attribute_context(id, name, may_be_unknown);
        let meaning = Meaning { context: context.clone(), has_unknown: may_be_unknown };
        let remembered = &mut self.all[id.0 as usize].attributes;
        if let Some(at) = known {
            remembered[at].meaning = meaning;
        } else if remembered.len() < MAX_CACHED {
            remembered.push(Known { name: name.into(), meaning, clean: "".into() });
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
