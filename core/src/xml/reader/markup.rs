//! What stands outside elements, or between them: comments, processing instructions, declarations.

use std::sync::Arc;

use crate::rules::Role;
use crate::text::{InPart, Span};
use crate::xml::lexer::Token;
use crate::xml::places::{self, ConditionalRole};
use crate::xml::prolog::{self, Declaration, External, Word};
use crate::xml::reader::{Reader, quote_before};
use crate::xml::site::SiteKind;
use crate::xml::suppression::{Suppression, SuppressionScope};
use crate::xml::tag;

impl<'t> Reader<'_, 't> {
    pub(super) fn comment(&mut self, token: Token) {
        let text = &self.text[token.start..token.end];
        let inside = text.strip_prefix("<!--").and_then(|text| text.strip_suffix("-->"));
        let Some((inside, (reach, silence))) = inside.and_then(|text| Some((text, Suppression::in_comment(text)?)))
        else {
            return;
        };
        self.unknown_rules(inside, token.start + "<!--".len(), reach);
        match reach {
            SuppressionScope::File => self.content.silences.push(silence),
            SuppressionScope::Next => {
                self.state.silence = Suppression::and(self.state.silence.take(), Some(Arc::new(silence)));
            }
        }
    }

    /// Notes the names in a comment, whose inside begins at `start`, that are no rules.
    fn unknown_rules(&mut self, inside: &str, start: usize, reach: SuppressionScope) {
        let mut unknown = Suppression::unknown_in(inside).peekable();
        if unknown.peek().is_none() {
            return;
        }
        let place = ConditionalRole { role: Role::RULE_NAME, condition: None };
        let names = (reach.word(), "rule");
        let spot = self.scopes.outside(SiteKind::Comment, names, place, self.state.silence.clone(), &self.state.prolog);
        for name in unknown {
            self.value(Span::new(start + name.start, start + name.end), None, Arc::clone(&spot));
        }
    }

    // PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'                     production 16
    pub(super) fn instruction(&mut self, span: Span<InPart>) {
        let inside = span.slice(self.text);
        let target = tag::name(inside);
        if target.eq_ignore_ascii_case("xml") {
            return;
        }
        let silence = self.state.silence.take();
        for attribute in tag::attributes(inside, target.len(), span.start) {
            if let Some(place) = places::pi(target, attribute.name) {
                let names = (target, attribute.name);
                let spot = self.scopes.outside(SiteKind::Pi, names, place, silence.clone(), &self.state.prolog);
                self.value(attribute.span, quote_before(self.text, attribute.span.start), spot);
            }
        }
    }

    pub(super) fn declaration(&mut self, token: Token) {
        let silence = self.state.silence.take();
        let text = &self.text[token.start..token.end];
        if text.starts_with("<!ATTLIST") {
            return self.defaults(token, silence.as_ref());
        }
        match Declaration::read(text, token.start) {
            Some(Declaration::Doctype(root, external)) => {
                let prolog = Arc::make_mut(&mut self.state.prolog);
                prolog.root = Some(root.into());
                prolog.public_id = external.public.map(|word| word.text.into());
                self.external(SiteKind::Doctype, root, external, silence);
            }
            Some(Declaration::Internal(name, value)) => {
                Arc::make_mut(&mut self.state.prolog).entities.declare(name, value);
                let span: Span<InPart> = Span::new(token.start, token.end);
                self.content.declared.push((name.into(), span.in_leaf_from(self.leaf_start)));
            }
            Some(Declaration::External(name, external)) => {
                Arc::make_mut(&mut self.state.prolog).entities.declare_external(name);
                self.external(SiteKind::Entity, name, external, silence);
            }
            Some(Declaration::Parameter(name, external)) => self.external(SiteKind::Entity, name, external, silence),
            Some(Declaration::Notation(name, external)) => self.external(SiteKind::Notation, name, external, silence),
            None => {}
        }
    }

    fn external(&mut self, kind: SiteKind, name: &str, external: External<'t>, silence: Option<Arc<Suppression>>) {
        if let Some(Word { span, quote, .. }) = external.system {
            let place = places::system_identifier();
            let spot = self.scopes.outside(kind, (name, "SYSTEM"), place, silence, &self.state.prolog);
            self.value(span, quote, spot);
        }
    }

    /// The default values of an ATTLIST declaration.
    fn defaults(&mut self, token: Token, silence: Option<&Arc<Suppression>>) {
        for default in prolog::defaults(&self.text[token.start..token.end], token.start) {
            let names = (default.element, default.attribute);
            let spot = self.scopes.declared_attribute(names, silence.cloned(), &self.state.prolog);
            if let Some(spot) = spot {
                self.value(default.value.span, default.value.quote, spot);
            }
        }
    }

    /// Where the next markup begins, at or behind `from`.
    pub(super) fn next_opening(&self, from: usize) -> usize {
        self.text[from..].find('<').map_or(self.text.len(), |at| from + at)
    }
}
