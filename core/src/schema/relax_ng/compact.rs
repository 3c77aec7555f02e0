//! The compact syntax (`ISO/IEC 19757-2` Annex C).
//!
//! ```text
//! topLevel       ::= decl* (pattern | grammarContent*)
//! pattern        ::= particle (("," particle)* | ("&" particle)* | ("|" particle)*)
//! particle       ::= primary ("?" | "*" | "+")?
//! primary        ::= ("element" | "attribute") nameClass "{" pattern "}" | ("list" | "mixed") "{" pattern "}"
//!                  | id | "parent" id | "empty" | "text" | "notAllowed" | "external" literal inherit?
//!                  | type? value | type ("{" param* "}")? ("-" primary)? | "grammar" "{" grammarContent* "}"
//!                  | "(" pattern ")"
//! grammarContent ::= ("start" | id) ("=" | "|=" | "&=") pattern | "div" "{" grammarContent* "}"
//!                  | "include" literal inherit? ("{" grammarContent* "}")?
//! ```
//!
//! Open constructs are kept in a list, so nesting needs no recursion. After an error the parser goes on at the next
//! pattern or definition.

mod declarations;
mod input;
mod lexer;
mod names;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::grammar::{Combine, GrammarScope, Inherited, Overridden, PatternsBuilder, SchemaContext, quoting};
use super::pattern::{
    DEEPEST, DatatypeName, EMPTY, NOT_ALLOWED, NamedPattern, Pattern, PatternId, TEXT, XSD_DATATYPES,
};
use crate::xml::namespaces::XML;
use crate::xml::types::{NameClass, SchemaPosition};
use lexer::{CompactToken, CompactTokenKind as Kind, Unescaped, tokens};

/// Keywords, which are identifiers only after a `\\`.
const KEYWORDS: [&str; 19] = [
    "attribute",
    "default",
    "datatypes",
    "div",
    "element",
    "empty",
    "external",
    "grammar",
    "include",
    "inherit",
    "list",
    "mixed",
    "namespace",
    "notAllowed",
    "parent",
    "start",
    "string",
    "text",
    "token",
];

/// Parses a document; returns its pattern unless it is included.
pub fn parse(builder: &mut PatternsBuilder, context: &SchemaContext, text: &str) -> Option<PatternId> {
    let unescaped = Unescaped::new(text);
    let mut parser = CompactParser {
        tokens: tokens(&unescaped.text),
        text: &unescaped,
        next: 0,
        namespaces: FxHashMap::from_iter([("xml", Some(Arc::from(XML)))]),
        default_namespace: Arc::clone(&context.namespace),
        libraries: FxHashMap::from_iter([("xsd", Arc::from(XSD_DATATYPES))]),
        frames: Vec::new(),
        scopes: Vec::new(),
        is_implicit: false,
        patterns: Vec::new(),
        builder,
        context,
    };
    parser.document()
}

/// Open construct.
struct Frame {
    kind: FrameKind,
    /// Number of patterns before its first child.
    first: usize,
    /// Operator between its children.
    operator: Option<u8>,
}

enum FrameKind {
    /// The whole document, which is a pattern.
    Document,
    /// `(`
    Group,
    /// `element … {` or `attribute … {`
    Named(fn(NamedPattern) -> Pattern, NameClass, SchemaPosition),
    /// `list {`
    List,
    /// `mixed {`
    Mixed,
    /// `-` after a datatype: the pattern before it stays, the next one is dropped.
    Except,
    /// `name =`, `start =`
    Define(Option<Arc<str>>, Option<Combine>, SchemaPosition),
    /// `grammar {`, or the whole document.
    Grammar(SchemaPosition),
    /// `div {`
    Div,
    /// `include … {`
    Include(Inherited),
}

/// What the parser expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// A definition.
    Definition,
    /// A pattern.
    Primary,
    /// An operator, or the end of a pattern.
    Operator,
}

struct CompactParser<'p, 't> {
    text: &'t Unescaped<'t>,
    tokens: Vec<CompactToken>,
    /// Number of the next token. The last one, the end of the text, is never consumed.
    next: usize,
    /// Namespace of each declared prefix; `None` for the one that the document inherits.
    namespaces: FxHashMap<&'t str, Option<Arc<str>>>,
    default_namespace: Arc<str>,
    libraries: FxHashMap<&'t str, Arc<str>>,
    frames: Vec<Frame>,
    /// Grammars, and the overrides of inclusions in them.
    scopes: Vec<(GrammarScope, Option<Overridden>)>,
    /// Whether the outermost frame is a grammar without braces.
    is_implicit: bool,
    /// Completed patterns of the frames.
    patterns: Vec<PatternId>,
    builder: &'p mut PatternsBuilder,
    context: &'p SchemaContext,
}

impl CompactParser<'_, '_> {
    fn document(&mut self) -> Option<PatternId> {
        self.declarations();
        let token = self.peek();
        let is_pattern = token.kind != Kind::End && !self.is_definition();
        if !is_pattern {
            self.is_implicit = true;
            self.push_grammar(token);
            self.run(Expected::Definition);
        } else if !self.context.is_included() {
            self.push(FrameKind::Document);
            self.run(Expected::Primary);
        } else if self.keyword("grammar") {
            // Its definitions belong to the grammar that includes the document.
            self.expect(b'{');
            self.push_grammar(token);
            self.run(Expected::Definition);
        } else {
            self.problem(token, "included schema is not a grammar");
        }
        self.patterns.pop().filter(|_| !self.context.is_included())
    }

    fn push_grammar(&mut self, token: CompactToken) {
        let is_shared = self.context.is_included() && self.scopes.is_empty();
        let scope = if is_shared { self.context.scope } else { self.builder.grammar(self.scope()) };
        self.scopes.push((scope, None));
        self.push(FrameKind::Grammar(self.position(token)));
    }

    /// Returns whether a definition, or an annotation in place of one, follows.
    fn is_definition(&self) -> bool {
        let (token, next) = (self.peek(), self.peek_at(1));
        match (token.kind, next.kind) {
            (Kind::Name, Kind::Symbol(b'{')) if self.text(token) == "div" => true,
            (Kind::Name, Kind::Literal) if self.text(token) == "include" => true,
            _ => self.is_assignment() || self.is_annotation(),
        }
    }

    /// Returns whether a name and an annotation, which is left out, follow.
    fn is_annotation(&self) -> bool {
        let (token, next) = (self.peek(), self.peek_at(1));
        let is_name = match token.kind {
            Kind::Qualified | Kind::Quoted => true,
            Kind::Name => !KEYWORDS.contains(&self.text(token)),
            _ => false,
        };
        is_name && next.is_annotated
    }

    /// Returns whether a name and an assignment operator follow.
    fn is_assignment(&self) -> bool {
        matches!(self.peek().kind, Kind::Name | Kind::Quoted)
            && matches!(self.peek_at(1).kind, Kind::Equals | Kind::OrEquals | Kind::AndEquals)
    }

    fn push(&mut self, kind: FrameKind) {
        self.frames.push(Frame { kind, first: self.patterns.len(), operator: None });
    }

    /// Parses until all frames are closed.
    fn run(&mut self, mut expected: Expected) {
        while !self.frames.is_empty() {
            let is_too_deep = self.frames.len() > DEEPEST;
            if is_too_deep {
                self.problem(self.peek(), "schema is nested too deeply");
            }
            if is_too_deep || self.builder.is_full(self.position(self.peek())) {
                self.frames.clear();
                self.patterns.clear();
                return;
            }
            expected = match expected {
                Expected::Definition => self.definition(),
                Expected::Primary => self.primary(),
                Expected::Operator => self.operator(),
            };
        }
    }

    fn definition(&mut self) -> Expected {
        let token = self.peek();
        if self.is_assignment() {
            self.advance();
            let combine = match self.advance().kind {
                Kind::OrEquals => Some(Combine::Choice),
                Kind::AndEquals => Some(Combine::Interleave),
                _ => None,
            };
            let name = self.text(token);
            let is_start = token.kind == Kind::Name && name == "start";
            let name = (!is_start).then(|| self.builder.string(name));
            self.push(FrameKind::Define(name, combine, self.position(token)));
            return Expected::Primary;
        }
        let is_open = self.frames.len() > 1 || !self.is_implicit;
        match token.kind {
            Kind::End => {
                if is_open {
                    self.unexpected("'}'");
                }
                return self.close();
            }
            Kind::Symbol(b'}') if is_open => {
                self.advance();
                return self.close();
            }
            Kind::Name if self.text(token) == "div" => {
                self.advance();
                if self.expect(b'{') {
                    self.push(FrameKind::Div);
                }
            }
            Kind::Name if self.text(token) == "include" => {
                self.advance();
                let Some(inherited) = self.other_document(token) else { return Expected::Definition };
                let scope = self.scope();
                if self.symbol(b'{') {
                    self.scopes.push((scope, Some(Overridden::default())));
                    self.push(FrameKind::Include(inherited));
                } else {
                    self.builder.include(self.context, scope, inherited, Overridden::default());
                }
            }
            _ => {
                if !self.is_annotation() {
                    self.unexpected("a definition");
                }
                self.advance();
            }
        }
        Expected::Definition
    }

    // literal ("inherit" "=" identifierOrKeyword)?
    fn other_document(&mut self, keyword: CompactToken) -> Option<Inherited> {
        let href = self.literal()?.into_owned();
        let namespace = self.inherit();
        Some(Inherited { href, base: Arc::clone(&self.context.location), namespace, at: self.position(keyword) })
    }

    fn primary(&mut self) -> Expected {
        let token = self.peek();
        match token.kind {
            Kind::Symbol(b'(') => {
                self.advance();
                self.push(FrameKind::Group);
                Expected::Primary
            }
            Kind::Literal => {
                let datatypes = self.builder.string("");
                let name = self.builder.string("token");
                self.value(DatatypeName { datatypes, name, at: self.position(token) })
            }
            Kind::Quoted => {
                self.advance();
                let pattern = self.builder.reference(self.scope(), self.text(token), self.position(token));
                self.add(pattern)
            }
            Kind::Qualified => self.datatype(),
            Kind::Name if !self.is_assignment() => self.word(),
            _ => {
                self.unexpected("a pattern");
                Expected::Operator
            }
        }
    }

    /// Parses a pattern that starts with a keyword or an identifier.
    fn word(&mut self) -> Expected {
        let token = self.peek();
        let (name, at) = (self.text(token), self.position(token));
        if matches!(name, "string" | "token") {
            return self.datatype();
        }
        self.advance();
        let pattern = match name {
            "element" | "attribute" => {
                let is_attribute = name == "attribute";
                let names = self.name_class(is_attribute);
                let pattern = if is_attribute { Pattern::Attribute } else { Pattern::Element };
                if self.expect(b'{') {
                    self.push(FrameKind::Named(pattern, names, at));
                    return Expected::Primary;
                }
                self.builder.patterns.add(pattern(NamedPattern { names, content: EMPTY, at }))
            }
            "list" | "mixed" if self.expect(b'{') => {
                self.push(if name == "list" { FrameKind::List } else { FrameKind::Mixed });
                return Expected::Primary;
            }
            "grammar" if self.expect(b'{') => {
                self.push_grammar(token);
                return Expected::Definition;
            }
            "text" | "mixed" => TEXT,
            "empty" | "list" | "grammar" => EMPTY,
            "notAllowed" => NOT_ALLOWED,
            "parent" => match self.identifier() {
                Some(name) => self.builder.parent_reference(self.scope(), name, at),
                None => EMPTY,
            },
            "external" => match self.other_document(token) {
                Some(inherited) => self.builder.external(self.context, self.scope(), inherited),
                None => EMPTY,
            },
            name => self.builder.reference(self.scope(), name, at),
        };
        self.add(pattern)
    }

    /// Adds a complete pattern.
    fn add(&mut self, pattern: PatternId) -> Expected {
        self.patterns.push(pattern);
        self.suffix()
    }

    // datatypeName datatypeValue | datatypeName ("{" param* "}")? exceptPattern?
    fn datatype(&mut self) -> Expected {
        let token = self.advance();
        let (prefix, local) = self.text(token).split_once(':').unwrap_or(("", self.text(token)));
        let datatypes = if let Some(datatypes) = self.libraries.get(prefix) {
            Arc::clone(datatypes)
        } else {
            if !prefix.is_empty() {
                self.problem(
                    token,
                    quoting(prefix, |prefix| format!("no datatype library is declared for the prefix '{prefix}'")),
                );
            }
            self.builder.string("")
        };
        let datatype = DatatypeName { datatypes, name: self.builder.string(local), at: self.position(token) };
        if self.peek().kind == Kind::Literal {
            return self.value(datatype);
        }
        if self.symbol(b'{') {
            while matches!(
                self.peek().kind,
                Kind::Name | Kind::Quoted | Kind::Equals | Kind::Literal | Kind::Symbol(b'~')
            ) {
                self.advance();
            }
            self.expect(b'}');
        }
        let pattern = self.builder.patterns.add(Pattern::Data(datatype));
        self.patterns.push(pattern);
        if self.symbol(b'-') {
            self.push(FrameKind::Except);
            return Expected::Primary;
        }
        self.suffix()
    }

    fn value(&mut self, datatype: DatatypeName) -> Expected {
        let Some(text) = self.literal() else { return Expected::Operator };
        let text = self.builder.string(&text);
        let pattern = self.builder.patterns.add(Pattern::Value(datatype, text));
        self.add(pattern)
    }

    /// Ends exceptions with the pattern that is complete, and applies the operators after it.
    fn suffix(&mut self) -> Expected {
        while let Some(Frame { kind: FrameKind::Except, first, .. }) = self.frames.last() {
            self.patterns.truncate(*first);
            self.frames.pop();
        }
        while let Kind::Symbol(symbol @ (b'?' | b'*' | b'+')) = self.peek().kind {
            self.advance();
            if symbol != b'+'
                && let Some(pattern) = self.patterns.pop()
            {
                self.patterns.push(self.builder.patterns.optional(pattern));
            }
        }
        Expected::Operator
    }

    fn operator(&mut self) -> Expected {
        let Some(frame) = self.frames.last() else { return Expected::Operator };
        let token = self.peek();
        let closing = match frame.kind {
            FrameKind::Group => Some(b')'),
            FrameKind::Named(..) | FrameKind::List | FrameKind::Mixed => Some(b'}'),
            _ => None,
        };
        let (is_define, is_except) =
            (matches!(frame.kind, FrameKind::Define(..)), matches!(frame.kind, FrameKind::Except));
        match token.kind {
            Kind::Symbol(symbol @ (b',' | b'&' | b'|')) if !is_except => {
                self.advance();
                self.infix(token, symbol);
                return Expected::Primary;
            }
            Kind::Symbol(symbol) if closing == Some(symbol) => {
                self.advance();
                return self.close();
            }
            // The frame is complete, or its pattern is missing.
            _ if is_define || is_except => return self.close(),
            Kind::End => {
                if let Some(closing) = closing {
                    self.unexpected(&format!("'{}'", char::from(closing)));
                }
                return self.close();
            }
            Kind::Symbol(b'}') if closing == Some(b')') => {
                self.unexpected("')'");
                return self.close();
            }
            _ => {}
        }
        self.unexpected("an operator");
        if self.is_definition() && !self.scopes.is_empty() && closing.is_some() {
            return self.close();
        }
        match token.kind {
            Kind::Name if !self.is_assignment() => Expected::Primary,
            Kind::Quoted | Kind::Qualified | Kind::Literal | Kind::Symbol(b'(') => Expected::Primary,
            _ => {
                self.advance();
                Expected::Operator
            }
        }
    }

    /// Applies an operator between two patterns of the innermost frame.
    fn infix(&mut self, token: CompactToken, symbol: u8) {
        let Some(frame) = self.frames.last_mut() else { return };
        let (first, before) = (frame.first, frame.operator.replace(symbol));
        if let Some(before) = before.filter(|&before| before != symbol) {
            let patterns = &mut self.builder.patterns;
            let united = match before {
                b'|' => patterns.choice(&mut self.patterns, first),
                _ => patterns.group(&mut self.patterns, first),
            };
            self.patterns.push(united);
            let [before, symbol] = [before, symbol].map(char::from);
            self.problem(token, format!("'{before}' and '{symbol}' need parentheses"));
        }
    }

    /// Closes the innermost frame.
    fn close(&mut self) -> Expected {
        let Some(frame) = self.frames.pop() else { return Expected::Operator };
        if matches!(frame.kind, FrameKind::Except) {
            self.patterns.truncate(frame.first);
            return self.suffix();
        }
        let patterns = &mut self.builder.patterns;
        let content = match frame.operator {
            Some(b'|') => patterns.choice(&mut self.patterns, frame.first),
            _ => patterns.group(&mut self.patterns, frame.first),
        };
        let pattern = match frame.kind {
            FrameKind::Document | FrameKind::Group | FrameKind::Except => content,
            FrameKind::Named(pattern, names, at) => patterns.add(pattern(NamedPattern { names, content, at })),
            FrameKind::List => patterns.add(Pattern::List(content)),
            FrameKind::Mixed => patterns.group(&mut vec![TEXT, content], 0),
            FrameKind::Define(name, combine, at) => {
                self.builder.define(self.scope(), name.as_deref(), combine, content, at);
                if let Some((_, Some(overrides))) = self.scopes.last_mut() {
                    overrides.add(name);
                }
                return Expected::Definition;
            }
            FrameKind::Grammar(at) => match self.scopes.pop() {
                Some((scope, _)) => self.builder.start(scope, at),
                None => EMPTY,
            },
            FrameKind::Div => return Expected::Definition,
            FrameKind::Include(inherited) => {
                let (scope, overrides) = self.scopes.pop().unwrap_or_default();
                self.builder.include(self.context, scope, inherited, overrides.unwrap_or_default());
                return Expected::Definition;
            }
        };
        self.add(pattern)
    }

    /// Returns the innermost grammar.
    fn scope(&self) -> GrammarScope {
        self.scopes.last().map_or(self.context.scope, |(scope, _)| *scope)
    }
}
