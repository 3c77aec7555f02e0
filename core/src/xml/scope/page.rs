//! The base of a page: the `base` element applies to everything after it.
//!
//! ```text
//! <html>                            html ─ head            before
//!   <head> <base href="…"/> …       html′ ─ head′          after it: the same elements, with another base
//! ```
//!
//! Only the first one in the head of the page is effective (HTML section 4.2.3).

use crate::vocabularies::ExpandedName;
use crate::xml::namespaces::XHTML;
use crate::xml::scope::BaseIri;
use crate::xml::scope::{Base, Meaning, Scope, ScopeId, Scopes};
use crate::xml::types::NamedType;

impl Scopes {
    /// Returns whether an element of `scope` may set the base of the page.
    pub fn is_page_base(&self, scope: ScopeId) -> bool {
        let is = |id: ScopeId, local| self.at(id).name() == ExpandedName { namespace: XHTML, local };
        let head = self.at(scope).parent;
        // The last letters of the name exclude most elements.
        self.at(scope).tag.ends_with("base")
            && is(scope, "base")
            && is(head, "head")
            && self.at(head).depth == 2
            && !self.at(head).has_page_base
    }

    /// Returns the scope `id` and its ancestors with `base` in effect, which is resolved against their previous base.
    pub fn with_page_base(&mut self, id: ScopeId, base: &Base) -> ScopeId {
        if id == ScopeId::OUTSIDE {
            return id;
        }
        if let Some(&known) = self.pages.get(&(id, base.clone())) {
            return known;
        }
        let parent = self.with_page_base(self.at(id).parent, base);
        let old = self.at(id);
        let scope = Scope {
            parent,
            has_page_base: true,
            base: match base {
                Base::Known(base) => BaseIri::within(old.base.as_ref(), base),
                Base::Unknown => None,
            },
            is_passing: false,
            tag: old.tag.clone(),
            namespace: old.namespace.clone(),
            inside: old.inside.clone(),
            vocabularies: old.vocabularies.clone(),
            bindings: old.bindings.clone(),
            suppressions: old.suppressions.clone(),
            prolog: old.prolog.clone(),
            candidates: old.candidates.clone(),
            named_type: NamedType::Other,
            text: Meaning::default(),
            attributes: Vec::new(),
            children: Vec::new(),
            ..*old
        };
        let page = self.add(scope, false);
        self.pages.insert((id, base.clone()), page);
        page
    }
}
