//! Markup other than tags: comments, processing instructions, declarations.

use std::sync::Arc;

use crate::rules::{ReferenceUse, Role};
use crate::text::{InPart, Span};
use crate::vocabularies::{ExpandedName, Vocabularies};
use crate::xml::lexer::Token;
use crate::xml::prolog::{self, Declaration, External, Word};
use crate::xml::reader::{Comment, Reader, quote_before};
use crate::xml::scope::ValueContext;
use crate::xml::site::SiteKind;
use crate::xml::suppression::{ActiveSuppressions, Level, Suppression, SuppressionEvent};
use crate::xml::tag;

impl<'t> Reader<'_, 't> {
    pub(super) fn comment(&mut self, token: Token) {
        let text = &self.text[token.start..token.end];
        let inside = text.strip_prefix("<!--").and_then(|text| text.strip_suffix("-->"));
        let Some(inside) = inside else { return };
        let span: Span<InPart> = Span::new(token.start, token.end);
        let comment = Comment {
            span: span.in_leaf_from(self.leaf_start),
            inside,
            opening: "<!--".len(),
            is_after_open_markup: self.state.is_markup_open,
        };
        self.content.add_comment(&comment, &mut self.state.suppression, self.scopes, &mut self.keeps);
    }

    /// Applies the pending suppressions to a declaration or processing instruction.
    fn suppressions_outside(&mut self) -> ActiveSuppressions {
        let suppression = self.apply_suppression(Level::OUTSIDE);
        ActiveSuppressions::default().within(suppression, Level::OUTSIDE)
    }

    /// Takes the pending suppressions, which apply to the markup at `level`.
    pub(super) fn apply_suppression(&mut self, level: Level) -> Suppression {
        if !self.state.suppression.is_empty() {
            self.content.events.push(SuppressionEvent::Applied(level));
        }
        std::mem::take(&mut self.state.suppression)
    }

    // PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'                     production 16
    pub(super) fn instruction(&mut self, span: Span<InPart>) {
        let inside = span.slice(self.text);
        let target = tag::name(inside);
        if target.eq_ignore_ascii_case("xml") {
            let mut attributes = tag::attributes(inside, target.len(), span.start);
            if attributes.any(|attribute| attribute.name == "version" && attribute.span.slice(self.text) == "1.1") {
                Arc::make_mut(&mut self.state.prolog).entities.declare_xml_1_1();
            }
            return;
        }
        let suppressions = self.suppressions_outside();
        let vocabularies = Vocabularies::for_instructions();
        for attribute in tag::attributes(inside, target.len(), span.start) {
            let name = ExpandedName { namespace: "", local: attribute.name };
            if let Some(place) = vocabularies.places(target, &std::iter::empty(), Some(name)).pop() {
                let names = (target, attribute.name);
                let context = self.scopes.in_instruction(self.state.scope, names, place, suppressions.clone());
                self.value_outside_text(attribute.span, quote_before(self.text, attribute.span.start), context);
            }
        }
    }

    /// Adds a value of a processing instruction or declaration. In a text that is a reference these have no meaning, and no
    /// character belongs to two references.
    fn value_outside_text(&mut self, span: Span<InPart>, quote: Option<char>, context: Arc<ValueContext>) {
        if self.pending.is_none() {
            self.value(span, quote, context);
        }
    }

    pub(super) fn declaration(&mut self, token: Token) {
        let suppressions = self.suppressions_outside();
        let text = &self.text[token.start..token.end];
        if text.starts_with("<!ATTLIST") {
            return self.defaults(token, &suppressions);
        }
        match Declaration::parse(text, token.start) {
            Some(Declaration::Doctype(root, external)) => {
                let prolog = Arc::make_mut(&mut self.state.prolog);
                prolog.root = Some(root.into());
                prolog.public_id = external.public.map(|word| word.text.into());
                self.external(SiteKind::Doctype, root, external, suppressions);
            }
            Some(Declaration::Internal(name, value)) => {
                Arc::make_mut(&mut self.state.prolog).entities.declare(name, value);
                let span: Span<InPart> = Span::new(token.start, token.end);
                self.content.declared.push((name.into(), span.in_leaf_from(self.leaf_start)));
            }
            Some(Declaration::External(name, external)) => {
                Arc::make_mut(&mut self.state.prolog).entities.declare_external(name);
                self.external(SiteKind::Entity, name, external, suppressions);
            }
            Some(Declaration::Parameter(name, external)) => {
                self.external(SiteKind::Entity, name, external, suppressions);
            }
            Some(Declaration::Notation(name, external)) => {
                self.external(SiteKind::Notation, name, external, suppressions);
            }
            None => {}
        }
    }

    fn external(&mut self, kind: SiteKind, name: &str, external: External<'t>, suppressions: ActiveSuppressions) {
        if let Some(Word { span, quote, .. }) = external.system {
            let has_alternative = external.public.is_some();
            let mut role = if has_alternative { Role::ALTERNATIVE_IDENTIFIER } else { Role::SYSTEM_IDENTIFIER };
            if kind == SiteKind::Notation {
                // It leads to a program (XML 1.0 section 4.7).
                role.reference_use = ReferenceUse::Elsewhere;
            }
            let context = self.scopes.outside(kind, (name, "SYSTEM"), role.into(), suppressions, &self.state.prolog);
            self.value_outside_text(span, quote, context);
        }
    }

    /// Adds the default values of an ATTLIST declaration.
    fn defaults(&mut self, token: Token, suppressions: &ActiveSuppressions) {
        for default in prolog::defaults(&self.text[token.start..token.end], token.start) {
            if default.is_declaration() && !Arc::make_mut(&mut self.state.prolog).add_default(&default) {
                continue;
            }
            let names = (default.element, default.attribute);
            let context = self.scopes.declared_attribute(names, suppressions.clone(), &self.state.prolog);
            if let Some(context) = context {
                self.value_outside_text(default.value.span, default.value.quote, context);
            }
        }
    }

    /// Returns the offset of the next markup at or after `from`.
    pub(super) fn next_opening(&self, from: usize) -> usize {
        self.text[from..].find('<').map_or(self.text.len(), |at| from + at)
    }
}
