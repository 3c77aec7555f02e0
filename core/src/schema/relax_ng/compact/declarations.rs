//! Declarations at the start of a document, and the prefixes that they declare.
//!
//! ```text
//! decl    ::= "namespace" id "=" uri | "default" "namespace" id? "=" uri | "datatypes" id "=" literal
//! uri     ::= literal | "inherit"
//! inherit ::= "inherit" "=" id
//! ```

use std::sync::Arc;

use super::CompactParser;
use super::lexer::{CompactToken, CompactTokenKind as Kind};
use crate::schema::relax_ng::grammar::quoting;

impl CompactParser<'_, '_> {
    /// Parses the declarations at the start.
    pub(super) fn declarations(&mut self) {
        loop {
            let token = self.peek();
            let is_named = matches!(self.peek_at(1).kind, Kind::Name | Kind::Quoted);
            if token.kind != Kind::Name || !is_named {
                return;
            }
            match self.text(token) {
                "namespace" => {
                    self.advance();
                    let prefix = self.identifier();
                    let namespace = self.declared_namespace();
                    self.namespaces.extend(prefix.zip(namespace));
                }
                "default" if self.text(self.peek_at(1)) == "namespace" => {
                    self.next += 2;
                    let prefix = if self.peek().kind == Kind::Equals { None } else { self.identifier() };
                    let namespace = self.declared_namespace();
                    if let Some(namespace) = &namespace {
                        let inherited = || Arc::clone(&self.context.namespace);
                        self.default_namespace = namespace.clone().unwrap_or_else(inherited);
                    }
                    self.namespaces.extend(prefix.zip(namespace));
                }
                "datatypes" => {
                    self.advance();
                    let prefix = self.identifier();
                    self.equals();
                    let datatypes = self.literal().map(|datatypes| self.builder.string(&datatypes));
                    self.libraries.extend(prefix.zip(datatypes));
                }
                _ => return,
            }
        }
    }

    /// Consumes the `=` of a declaration.
    fn equals(&mut self) {
        if self.peek().kind == Kind::Equals {
            self.advance();
        } else {
            self.unexpected("'='");
        }
    }

    /// Parses the `= uri` of a declaration: the namespace, or `None` for the one that the document inherits.
    #[expect(clippy::option_option, reason = "the outer one is an error")]
    fn declared_namespace(&mut self) -> Option<Option<Arc<str>>> {
        self.equals();
        if self.keyword("inherit") {
            return Some(None);
        }
        let literal = self.literal()?;
        Some(Some(self.builder.string(&literal)))
    }

    /// Parses an optional `inherit`: the namespace that another document inherits.
    pub(super) fn inherit(&mut self) -> Arc<str> {
        let is_inherit = self.peek_at(1).kind == Kind::Equals && self.keyword("inherit");
        if !is_inherit {
            return Arc::clone(&self.default_namespace);
        }
        self.advance();
        let token = self.peek();
        match self.identifier() {
            Some(prefix) => self.namespace(prefix, token).unwrap_or_else(|| Arc::clone(&self.default_namespace)),
            None => Arc::clone(&self.default_namespace),
        }
    }

    /// Returns the namespace of `prefix`; `None`, with a problem, if it is not declared.
    pub(super) fn namespace(&mut self, prefix: &str, token: CompactToken) -> Option<Arc<str>> {
        match self.namespaces.get(prefix) {
            Some(Some(namespace)) => Some(Arc::clone(namespace)),
            Some(None) => Some(Arc::clone(&self.context.namespace)),
            None => {
                self.problem(
                    token,
                    quoting(prefix, |prefix| format!("no namespace is declared for the prefix '{prefix}'")),
                );
                None
            }
        }
    }
}
