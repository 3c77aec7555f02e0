//! Name classes of the compact syntax.
//!
//! ```text
//! nameClass ::= simple ("|" simple)*
//! simple    ::= id | prefix:id | prefix:* except? | "*" except? | "(" nameClass ")"
//! except    ::= "-" simple
//! ```

use std::sync::Arc;

use super::CompactParser;
use super::lexer::CompactTokenKind as Kind;
use crate::schema::relax_ng::pattern::{DEEPEST, MAX_NAMES};
use crate::xml::types::NameClass;

/// Open construct of a name class.
enum Open {
    /// `(`
    Group,
    /// `-` after a class, and the number of classes before it.
    Except(NameClass, usize),
}

impl CompactParser<'_, '_> {
    /// Parses a name class; an invalid one contains the names up to the error.
    pub(super) fn name_class(&mut self, is_attribute: bool) -> NameClass {
        let mut open = Vec::new();
        let mut classes: Vec<NameClass> = Vec::new();
        loop {
            let token = self.peek();
            if open.len() > DEEPEST {
                self.problem(token, "schema is nested too deeply");
                return NameClass::default();
            }
            if token.kind == Kind::Symbol(b'(') {
                self.advance();
                open.push(Open::Group);
                continue;
            }
            let Some(class) = self.simple_name_class(is_attribute) else { break };
            let may_have_except = matches!(token.kind, Kind::InNamespace | Kind::Symbol(_));
            if may_have_except && self.symbol(b'-') {
                open.push(Open::Except(class, classes.len()));
                continue;
            }
            if classes.len() < MAX_NAMES {
                classes.push(class);
            }
            if !self.after_name_class(&mut open, &mut classes) {
                break;
            }
        }
        // What is still open was not closed.
        while let Some(frame) = open.pop() {
            if let Open::Except(class, first) = frame {
                let except = union(classes.split_off(first));
                classes.push(class.except(&except));
            }
        }
        union(classes)
    }

    /// Closes what is complete after a class; returns whether another class follows.
    fn after_name_class(&mut self, open: &mut Vec<Open>, classes: &mut Vec<NameClass>) -> bool {
        loop {
            if let Some(Open::Except(..)) = open.last() {
                if let Some(Open::Except(class, first)) = open.pop() {
                    let except = union(classes.split_off(first));
                    classes.push(class.except(&except));
                }
                continue;
            }
            if self.symbol(b'|') {
                return true;
            }
            if open.is_empty() || !self.expect(b')') {
                return false;
            }
            open.pop();
        }
    }

    /// Parses a class without parentheses and exceptions.
    fn simple_name_class(&mut self, is_attribute: bool) -> Option<NameClass> {
        let token = self.peek();
        let text = self.text(token);
        let class = match token.kind {
            Kind::Name | Kind::Quoted => {
                let namespace =
                    if is_attribute { self.builder.string("") } else { Arc::clone(&self.default_namespace) };
                NameClass::name(namespace, self.builder.string(text))
            }
            Kind::Qualified | Kind::InNamespace => {
                let (prefix, local) = text.split_once(':').unwrap_or(("", text));
                match (self.namespace(prefix, token), token.kind) {
                    (Some(namespace), Kind::InNamespace) => NameClass::namespace(namespace),
                    (Some(namespace), _) => NameClass::name(namespace, self.builder.string(local)),
                    (None, _) => NameClass::default(),
                }
            }
            Kind::Symbol(b'*') => NameClass::any(),
            _ => {
                self.unexpected("a name class");
                return None;
            }
        };
        self.advance();
        Some(class)
    }
}

/// Returns the names in any of the classes.
fn union(classes: Vec<NameClass>) -> NameClass {
    classes.into_iter().fold(NameClass::default(), NameClass::or)
}
