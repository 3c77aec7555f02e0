//! Conversion of start tags to scopes and values of attributes, and of end tags to texts of elements.

use std::iter;
use std::sync::Arc;

use crate::text::{Decoded, Span, WHITESPACE};
use crate::xml::analysis::DecodedValue;
use crate::xml::guess;
use crate::xml::lexer::{MANY_ATTRIBUTES, Token, TokenKind};
use crate::xml::namespaces::{declared_prefix, split};
use crate::xml::prolog::Prolog;
use crate::xml::reader::{Pending, Reader, State, quote_before};
use crate::xml::scope::{Base, DEEPEST, ElementDeclarations, ScopeId, ValueContext};
use crate::xml::suppression::Level;
use crate::xml::tag::{self, Attribute};
use crate::xml::types::type_attribute;

/// Maximum number of attributes of a tag that are kept; otherwise they are parsed twice.
const MANY: usize = MANY_ATTRIBUTES;

/// Number of enclosing elements in which the start tag of a mismatched end tag is searched.
const MISMATCHED: usize = 64;

impl<'t> Reader<'_, 't> {
    pub(super) fn start_tag(&mut self, token: Token) {
        let (mark, suppression) = (self.content.mark(), self.state.suppression);
        let tag = Tag::new(token, self.text, self.lexer.name_end());
        let mut known = std::mem::take(&mut self.attributes);
        self.lexer.first_attributes(self.text, token, MANY, &mut known);
        let own = self.own(&tag, &known);
        let mut scope = self.scope_of(tag.name, own, &known);
        for (number, &attribute) in known.iter().enumerate() {
            self.attribute(scope, number, attribute, &known);
        }
        if known.len() == MANY {
            for attribute in tag.other_attributes() {
                self.attribute(scope, MANY, attribute, &known);
            }
        }
        self.pending = None;
        let is_base = self.begin_page(scope, &known);
        if token.kind == TokenKind::Empty {
            self.scopes.end(scope);
        } else {
            if is_base {
                scope = self.scopes.child(self.state.scope, tag.name, ElementDeclarations::default());
            }
            let may_be_unknown = guess::may_start(&self.text[token.end..], self.is_part);
            let context =
                self.scopes.text(scope, may_be_unknown).and_then(|context| applicable(context, &known)).cloned();
            // A tag that is not closed ends at a `<`. If that is text, its encoding would be part of the tag.
            let rest = &self.text[token.end..];
            let may_have = |context: &Arc<ValueContext>| context.may_have(rest, may_be_unknown, self.is_part);
            self.pending = context.filter(|context| token.is_closed && may_have(context)).map(|context| {
                let before = (State { suppression, ..self.state.clone() }, token.start, mark);
                Pending { context, from: token.end, before }
            });
            self.open(scope);
        }
        self.attributes = known;
    }

    /// Applies the base of a page if an element of `scope` sets it; returns whether it does.
    fn begin_page(&mut self, scope: ScopeId, attributes: &[Attribute<'t>]) -> bool {
        if !self.scopes.is_page_base(scope) {
            return false;
        }
        let Some(href) = attributes.iter().find(|attribute| attribute.name == "href") else { return false };
        let base = self.base(href.raw);
        self.state.scope = self.scopes.with_page_base(self.state.scope, &base);
        true
    }

    /// Returns the declarations in the tag.
    fn own(&mut self, tag: &Tag<'t>, known: &[Attribute<'t>]) -> ElementDeclarations {
        let level = Level::element(self.scopes.depth(self.state.scope) + 1);
        let suppression = self.apply_suppression(level);
        let mut own = ElementDeclarations { suppression, ..ElementDeclarations::default() };
        let mut types = None;
        for &attribute in known {
            self.declared(attribute, &mut own, &mut types);
        }
        if known.len() == MANY {
            tag.other_attributes().for_each(|attribute| self.declared(attribute, &mut own, &mut types));
        }
        for (name, raw) in self.prolog().defaults_of(tag.name) {
            let is_given = |attribute: Attribute<'_>| *attribute.name == **name;
            if !known.iter().copied().any(is_given) && (known.len() < MANY || !tag.other_attributes().any(is_given)) {
                self.declare(name, raw, &mut own);
            }
        }
        if let Some(types) = types
            && self.scopes.is_type(self.state.scope, &own.declarations, types.name)
        {
            let value = self.plain_value(types.raw);
            own.is_any_uri = self.scopes.is_any_uri(self.state.scope, &own.declarations, &value);
            own.type_name = self.scopes.type_name(self.state.scope, &own.declarations, &value);
        }
        if let Some(name) = type_attribute(split(tag.name).1)
            && let Some(of) = known.iter().find(|attribute| attribute.name == name)
        {
            let value = self.plain_value(of.raw);
            own.named_type = self.scopes.named_type(self.state.scope, &own.declarations, &value);
        }
        if self.scopes.is_envelope(self.state.scope) {
            let attributes: Vec<_> = known.iter().map(|attribute| (attribute.name, attribute.raw)).collect();
            own.document = self.scopes.inner_document(self.state.scope, tag.name, &own.declarations, &attributes);
        }
        own
    }

    /// Applies one attribute to the declarations of its element: a namespace, a base, or, put into `types`, perhaps a
    /// type.
    fn declared(&self, attribute: Attribute<'t>, own: &mut ElementDeclarations, types: &mut Option<Attribute<'t>>) {
        self.declare(attribute.name, attribute.raw, own);
        if attribute.name.ends_with(":type") && !attribute.name.starts_with("xmlns:") {
            *types = Some(attribute);
        }
    }

    /// Applies the attribute written `name`, if it declares a namespace or a base.
    fn declare(&self, name: &str, raw: &str, own: &mut ElementDeclarations) {
        if let Some(prefix) = declared_prefix(name) {
            let namespace = self.plain_value(raw);
            own.declarations.push((prefix.into(), namespace.into()));
        } else if name == "xml:base" {
            own.base = Some(self.base(raw));
        }
    }

    /// Returns the base in the value of an `xml:base`, or of the `base` of a page.
    fn base(&self, raw: &str) -> Base {
        let base = self.decoded(raw);
        if base.is_known(base.whole()) {
            Base::Known(base.value.trim_matches(WHITESPACE).into())
        } else {
            Base::Unknown
        }
    }

    fn plain_value(&self, raw: &str) -> String {
        self.decoded(raw).value.into_owned()
    }

    fn decoded<'s>(&self, raw: &'s str) -> Decoded<'s> {
        Decoded::attribute(raw, &self.prolog().entities)
    }

    /// Returns the prolog that is in effect here.
    fn prolog(&self) -> &Prolog {
        match self.state.scope {
            ScopeId::OUTSIDE => &self.state.prolog,
            scope => self.scopes.prolog(scope),
        }
    }

    fn scope_of(&mut self, name: &str, own: ElementDeclarations, attributes: &[Attribute<'_>]) -> ScopeId {
        if self.state.scope != ScopeId::OUTSIDE {
            return self.scopes.child(self.state.scope, name, own);
        }
        let attributes: Vec<_> = attributes.iter().map(|attribute| (attribute.name, attribute.raw)).collect();
        self.scopes.root(&self.state.prolog, name, own, &attributes)
    }

    fn attribute(&mut self, scope: ScopeId, number: usize, attribute: Attribute<'t>, others: &[Attribute<'_>]) {
        let may_be_unknown = guess::may_start(attribute.raw, false);
        let first = self.scopes.attribute(scope, number, attribute.name, may_be_unknown);
        let context = first.as_ref().and_then(|first| applicable(first, others));
        if let Some(context) = context.filter(|context| context.may_have(attribute.raw, may_be_unknown, false)).cloned()
        {
            let quote = quote_before(self.text, attribute.span.start);
            if context.place.is_guessed() {
                self.value(attribute.span, quote, context);
                return;
            }
            if self.scopes.is_clean(scope, number, attribute.name, attribute.raw) {
                return self.site(attribute.span, quote, context, DecodedValue::PLAIN);
            }
            // Namespaces are declared repeatedly with the same value. What another attribute decides is not known to
            // be the same again.
            let is_conditional = first.is_some_and(|first| !first.place.conditions.is_empty());
            let is_steady = !context.place.role.reference_use.is_resolved() && !is_conditional;
            // A value whose findings are suppressed is analyzed each time: each time another comment may be used.
            if self.value(attribute.span, quote, context) && is_steady {
                self.scopes.set_clean(scope, number, attribute.name, attribute.raw);
            }
        }
    }

    fn open(&mut self, scope: ScopeId) {
        if self.scopes.depth(self.state.scope) >= DEEPEST {
            self.state.deeper += 1;
            self.scopes.end(scope);
        } else {
            self.state.scope = scope;
        }
    }

    pub(super) fn end_tag(&mut self, token: Token) {
        if let Some(Pending { context, from, .. }) = self.pending.take()
            && token.start > from
        {
            // The text may contain comments with names.
            let inside = self.content.split_off(from - self.leaf_start);
            self.value(Span::new(from, token.start), None, context);
            self.content.append(inside);
        }
        if self.state.deeper > 0 {
            self.state.deeper -= 1;
            return;
        }
        let inside = &self.text[token.start + 2..token.end];
        // Nearly every end tag is that of the innermost element, without spaces.
        if self.state.scope != ScopeId::OUTSIDE && inside.strip_suffix('>') == Some(self.scopes.tag(self.state.scope)) {
            self.close();
        } else if let Some(ends) = self.ended_by(tag::name(inside)) {
            while self.state.scope != ends {
                self.close();
            }
            self.close();
        }
    }

    fn close(&mut self) {
        let ended = self.state.scope;
        self.state.scope = self.scopes.parent(ended);
        self.scopes.end(ended);
    }

    /// Returns the innermost open element of that name; `None` if it is too far up.
    fn ended_by(&self, name: &str) -> Option<ScopeId> {
        let mut scope = self.state.scope;
        for _ in 0..MISMATCHED {
            if scope == ScopeId::OUTSIDE {
                return None;
            }
            if self.scopes.tag(scope) == name {
                return Some(scope);
            }
            scope = self.scopes.parent(scope);
        }
        None
    }
}

/// Start tag, in parts.
struct Tag<'t> {
    inside: &'t str,
    name: &'t str,
    at: usize,
}

impl<'t> Tag<'t> {
    /// Returns the parts of the tag at `token`, with the offset of the end of its name if it is known.
    fn new(token: Token, text: &'t str, name_end: Option<usize>) -> Self {
        let whole = &text[token.start + 1..token.end];
        let inside = whole.strip_suffix('>').map_or(whole, |tag| tag.strip_suffix('/').unwrap_or(tag));
        let name = name_end.map_or_else(|| tag::name(inside), |end| &text[token.start + 1..end]);
        Self { inside, name, at: token.start + 1 }
    }

    /// Returns the attributes after the first ones, if there are more than [`MANY`].
    fn other_attributes(&self) -> impl Iterator<Item = Attribute<'t>> + use<'t> {
        tag::attributes(self.inside, self.name.len(), self.at).skip(MANY)
    }
}

/// Returns the first context from `first` on whose condition the other attributes of the element satisfy.
fn applicable<'c>(first: &'c Arc<ValueContext>, attributes: &[Attribute<'_>]) -> Option<&'c Arc<ValueContext>> {
    iter::successors(Some(first), |context| context.next.as_ref()).find(|context| {
        context.place.conditions.iter().all(|condition| {
            let other = attributes.iter().find(|other| other.name == condition.attribute);
            condition.is_satisfied_by(other.map(|other| other.raw))
        })
    })
}
