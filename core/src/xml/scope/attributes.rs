//! What a scope remembers of attributes: what each is, and the last value that was not worth a word.

use std::sync::Arc;

use crate::xml::scope::{Known, REMEMBERED, ScopeId, Scopes, ValueContext};

impl Scopes {
    /// What the attribute written `name`, number `number` of its tag, is on an element of `scope`, if it holds
    /// references. Attributes mostly stand in the same order: there it is looked for first.
    pub fn attribute(&mut self, id: ScopeId, number: usize, name: &str) -> Option<Arc<ValueContext>> {
        let attributes = &self.at(id).attributes;
        let is_it = |known: &&Known| *known.name == *name;
        let known = attributes.get(number).filter(is_it).or_else(|| attributes.iter().find(is_it));
        if let Some(known) = known {
            return known.spot.clone();
        }
        let spot = self.attribute_spot(id, name);
        let remembered = &mut self.all[id.0 as usize].attributes;
        if remembered.len() < REMEMBERED {
            remembered.push(Known { name: name.into(), spot: spot.clone(), clean: "".into() });
        }
        spot
    }

    /// Whether `raw` was the last value of attribute number `number` that nothing was said of.
    pub fn is_clean(&self, id: ScopeId, number: usize, name: &str, raw: &str) -> bool {
        let known = self.at(id).attributes.get(number);
        !raw.is_empty() && known.is_some_and(|known| *known.clean == *raw && *known.name == *name)
    }

    /// Notes that nothing was said of `raw`.
    pub fn set_clean(&mut self, id: ScopeId, number: usize, name: &str, raw: &str) {
        if let Some(known) = self.all[id.0 as usize].attributes.get_mut(number)
            && *known.name == *name
            && raw.len() <= 128
        {
            known.clean = raw.into();
        }
    }
}
