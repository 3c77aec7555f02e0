//! The base of a page: what its `base` element says holds for all that follows it.
//!
//! ```text
//! <html>                            html ─ head            before
//!   <head> <base href="…"/> …       html′ ─ head′          behind it: the same elements, with another base
//! ```
//!
//! The first one counts (HTML section 4.2.3), and where it is in the head of the page.

use crate::xml::namespaces::XHTML;
use crate::xml::places::ExpandedName;
use crate::xml::scope::base::BaseIri;
use crate::xml::scope::{Base, Scope, ScopeId, Scopes};

impl Scopes {
    /// Whether an element of `scope` may say what the page is resolved against.
    pub fn is_page_base(&self, scope: ScopeId) -> bool {
        let is = |id: ScopeId, local| self.at(id).name() == ExpandedName { namespace: XHTML, local };
        let head = self.at(scope).parent;
        // Most elements are none by the last letters of their names.
        self.at(scope).tag.ends_with("base")
            && is(scope, "base")
            && is(head, "head")
            && self.at(head).depth == 2
            && !self.at(head).has_page_base
    }

    /// The scope `id` with all around it, once `base`, resolved against what it was itself, holds for the page.
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
            bindings: old.bindings.clone(),
            silence: old.silence.clone(),
            prolog: old.prolog.clone(),
            text: None,
            attributes: Vec::new(),
            children: Vec::new(),
            ..*old
        };
        let page = self.add(scope, false);
        self.pages.insert((id, base.clone()), page);
        page
    }
}
