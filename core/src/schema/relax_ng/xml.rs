//! The XML syntax (`ISO/IEC 19757-2` clause 6).
//!
//! `ns` and `datatypeLibrary` are in effect inside the element that has them; `ns` also in documents that are included
//! there, but not for an attribute that is named by `name`. Elements in other namespaces are annotations.

use std::borrow::Cow;
use std::sync::Arc;

use super::grammar::{Combine, GrammarScope, Inherited, Overridden, PatternsBuilder, SchemaContext, quoting};
use super::pattern::{DatatypeName, EMPTY, MAX_NAMES, NOT_ALLOWED, NamedPattern, Pattern, PatternId, TEXT};
use crate::reference::resolve;
use crate::text::WHITESPACE;
use crate::xml::elements::{ElementEvent, ElementReader};
use crate::xml::namespaces::split;
use crate::xml::types::{NameClass, SchemaPosition};

/// Namespace of the XML syntax.
const RELAX_NG: &str = "http://relaxng.org/ns/structure/1.0";

/// Maximum length of a base IRI that `xml:base` extends.
const LONGEST_BASE: usize = 8192;

/// Parses a document; returns its pattern unless it is included.
pub fn parse(builder: &mut PatternsBuilder, context: &SchemaContext, text: &str) -> Option<PatternId> {
    let parser = XmlParser {
        reader: ElementReader::new(text),
        frames: Vec::new(),
        scopes: Vec::new(),
        patterns: Vec::new(),
        classes: Vec::new(),
        ignored: 0,
        builder,
        context,
    };
    parser.document()
}

/// Open element of the schema.
struct Frame {
    kind: FrameKind,
    at: SchemaPosition,
    /// Numbers of patterns and name classes before the first child.
    first: (usize, usize),
    /// Namespace, datatype library and base in effect.
    namespace: Arc<str>,
    datatypes: Arc<str>,
    base: Arc<str>,
    /// Whether it has child elements of the schema.
    has_children: bool,
}

/// Kind of an element of the schema.
enum FrameKind {
    /// A pattern: all children.
    Group,
    /// `choice` as a pattern.
    Choice,
    /// `optional`, `zeroOrMore`
    Optional,
    /// `mixed`
    Mixed,
    /// `list`
    List,
    /// `element` or `attribute`. Its name is the attribute `name` or the first child.
    Named(fn(NamedPattern) -> Pattern, Option<NameClass>),
    /// `data`; the type.
    Data(DatatypeName),
    /// `value`; the type, and the prefix of a name.
    Value(DatatypeName),
    /// A pattern without content.
    Leaf(PatternId),
    /// `define` or `start`, by its name.
    Define(Option<Arc<str>>, Option<Combine>),
    /// `grammar`
    Grammar,
    /// `div`
    Div,
    /// `include`
    Include(Option<Inherited>),
    /// `name` as a class.
    Name,
    /// `anyName`, `nsName`
    Names(NameClass),
    /// `choice` of name classes, or `except` in a name class.
    NameChoice,
}

struct XmlParser<'p, 't> {
    reader: ElementReader<'t>,
    frames: Vec<Frame>,
    /// Grammars, and the overrides of inclusions in them.
    scopes: Vec<(GrammarScope, Option<Overridden>)>,
    /// Completed patterns of the frames.
    patterns: Vec<PatternId>,
    /// Completed name classes of the frames.
    classes: Vec<NameClass>,
    /// Depth in an element that is not part of the schema.
    ignored: usize,
    builder: &'p mut PatternsBuilder,
    context: &'p SchemaContext,
}

impl XmlParser<'_, '_> {
    fn document(mut self) -> Option<PatternId> {
        let mut has_root = false;
        while let Some(event) = self.reader.next_event() {
            if self.builder.is_full(self.position()) {
                return None;
            }
            match event {
                ElementEvent::Start if self.ignored > 0 => self.ignored += 1,
                ElementEvent::End if self.ignored > 0 => self.ignored -= 1,
                ElementEvent::Start => {
                    has_root = true;
                    if !self.start() {
                        self.ignored = 1;
                    }
                }
                ElementEvent::End => self.end(),
            }
        }
        if !has_root {
            self.builder.problem(self.context.position(0), "schema has no root element");
        }
        if let Some(offset) = self.reader.damage() {
            self.builder.problem(self.context.position(offset), "schema is not well-formed XML");
        }
        self.patterns.first().copied().filter(|_| !self.context.is_included())
    }

    fn position(&self) -> SchemaPosition {
        self.context.position(self.reader.offset())
    }

    fn problem(&mut self, message: impl Into<String>) {
        self.builder.problem(self.position(), message);
    }

    /// Returns the value of an attribute without whitespace around it.
    fn attribute(&self, name: &str) -> Option<String> {
        self.reader.attribute(name).map(|value| value.trim_matches(WHITESPACE).to_owned())
    }

    /// Returns an attribute that the element requires.
    fn required(&mut self, name: &str) -> Option<String> {
        let value = self.attribute(name);
        if value.is_none() {
            self.problem(quoting(self.reader.local_name(), |element| {
                format!("missing attribute '{name}' of '{element}'")
            }));
        }
        value
    }

    /// Starts an element; returns whether it is part of the schema.
    fn start(&mut self) -> bool {
        if !self.reader.is_in(RELAX_NG) {
            if self.frames.is_empty() {
                self.problem(quoting(self.reader.local_name(), |name| {
                    format!("'{name}' is not an element of RELAX NG")
                }));
            }
            return false;
        }
        let (mut namespace, mut datatypes, mut base) = if let Some(frame) = self.frames.last_mut() {
            frame.has_children = true;
            (Arc::clone(&frame.namespace), Arc::clone(&frame.datatypes), Arc::clone(&frame.base))
        } else {
            let none = self.builder.string("");
            (Arc::clone(&self.context.namespace), none, Arc::clone(&self.context.location))
        };
        let own_namespace = self.attribute("ns");
        if let Some(own) = &own_namespace {
            namespace = self.builder.string(own);
        }
        if let Some(own) = self.attribute("datatypeLibrary") {
            datatypes = self.builder.string(&own);
        }
        if let Some(own) = self.attribute("xml:base").and_then(|own| resolve(&base, &own))
            && own.len() <= LONGEST_BASE
        {
            base = self.builder.string(&own);
        }
        let first = (self.patterns.len(), self.classes.len());
        let mut frame = Frame {
            kind: FrameKind::Group,
            at: self.position(),
            first,
            namespace,
            datatypes,
            base,
            has_children: false,
        };
        let kind = if self.expects_names() {
            self.name_class(&frame)
        } else if self.expects_definitions() {
            self.definition(&frame)
        } else {
            self.pattern(&frame, own_namespace.is_some())
        };
        let Some(kind) = kind else { return false };
        frame.kind = kind;
        self.frames.push(frame);
        true
    }

    /// Returns whether a child of the innermost element is a name class.
    fn expects_names(&self) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        match &frame.kind {
            FrameKind::Named(_, None) => self.classes.len() == frame.first.1,
            FrameKind::Names(_) | FrameKind::NameChoice => true,
            _ => false,
        }
    }

    /// Returns whether a child of the innermost element is a definition.
    fn expects_definitions(&self) -> bool {
        match self.frames.last() {
            Some(frame) => matches!(frame.kind, FrameKind::Grammar | FrameKind::Div | FrameKind::Include(_)),
            None => self.context.is_included(),
        }
    }

    fn name_class(&mut self, frame: &Frame) -> Option<FrameKind> {
        match (self.reader.local_name(), self.frames.last().map(|around| &around.kind)) {
            ("name", _) => Some(FrameKind::Name),
            ("anyName", _) => Some(FrameKind::Names(NameClass::any())),
            ("nsName", _) => Some(FrameKind::Names(NameClass::namespace(Arc::clone(&frame.namespace)))),
            ("choice", _) | ("except", Some(FrameKind::Names(_))) => Some(FrameKind::NameChoice),
            (other, _) => {
                self.problem(quoting(other, |other| format!("expected a name class, found '{other}'")));
                // Otherwise its patterns would be taken for name classes.
                if let Some(Frame { kind: FrameKind::Named(_, names @ None), .. }) = self.frames.last_mut() {
                    *names = Some(NameClass::default());
                }
                None
            }
        }
    }

    fn definition(&mut self, frame: &Frame) -> Option<FrameKind> {
        let name = self.reader.local_name();
        if self.frames.is_empty() {
            // The definitions of an included document belong to the grammar that includes it.
            if name != "grammar" {
                self.problem("included schema is not a grammar");
                return None;
            }
            self.scopes.push((self.context.scope, None));
            return Some(FrameKind::Grammar);
        }
        let combine = match self.attribute("combine").as_deref() {
            Some("choice") => Some(Combine::Choice),
            Some("interleave") => Some(Combine::Interleave),
            Some(other) => {
                self.problem(quoting(other, |other| format!("unknown value of combine: '{other}'")));
                None
            }
            None => None,
        };
        match name {
            "start" => Some(FrameKind::Define(None, combine)),
            "define" => {
                let name = self.required("name")?;
                Some(FrameKind::Define(Some(self.builder.string(&name)), combine))
            }
            "div" => Some(FrameKind::Div),
            "include" => {
                let inherited = self.other_document(frame);
                self.scopes.push((self.scope(), Some(Overridden::default())));
                Some(FrameKind::Include(inherited))
            }
            other => {
                self.problem(quoting(other, |other| format!("expected a definition, found '{other}'")));
                None
            }
        }
    }

    fn other_document(&mut self, frame: &Frame) -> Option<Inherited> {
        let href = self.required("href")?;
        let (base, namespace) = (Arc::clone(&frame.base), Arc::clone(&frame.namespace));
        Some(Inherited { href, base, namespace, at: frame.at })
    }

    fn pattern(&mut self, frame: &Frame, has_own_namespace: bool) -> Option<FrameKind> {
        let at = frame.at;
        Some(match self.reader.local_name() {
            "element" => {
                let names = self.attribute("name").map(|name| self.qualified(&name, &frame.namespace));
                FrameKind::Named(Pattern::Element, names)
            }
            "attribute" => {
                // Only its own `ns` is for a `name`.
                let none = self.builder.string("");
                let namespace = if has_own_namespace { &frame.namespace } else { &none };
                let names = self.attribute("name").map(|name| self.qualified(&name, namespace));
                FrameKind::Named(Pattern::Attribute, names)
            }
            "group" | "interleave" | "oneOrMore" => FrameKind::Group,
            "choice" => FrameKind::Choice,
            "optional" | "zeroOrMore" => FrameKind::Optional,
            "mixed" => FrameKind::Mixed,
            "list" => FrameKind::List,
            "ref" => {
                let name = self.required("name")?;
                FrameKind::Leaf(self.builder.reference(self.scope(), &name, at))
            }
            "parentRef" => {
                let name = self.required("name")?;
                FrameKind::Leaf(self.builder.parent_reference(self.scope(), &name, at))
            }
            "empty" => FrameKind::Leaf(EMPTY),
            "text" => FrameKind::Leaf(TEXT),
            "notAllowed" => FrameKind::Leaf(NOT_ALLOWED),
            "externalRef" => {
                let inherited = self.other_document(frame)?;
                FrameKind::Leaf(self.builder.external(self.context, self.scope(), inherited))
            }
            "data" => {
                let name = self.required("type")?;
                let (datatypes, name) = (Arc::clone(&frame.datatypes), self.builder.string(&name));
                FrameKind::Data(DatatypeName { datatypes, name, at })
            }
            "value" => {
                // Without a type it is a token of the built-in library.
                let (datatypes, name) = match self.attribute("type") {
                    Some(name) => (Arc::clone(&frame.datatypes), self.builder.string(&name)),
                    None => (self.builder.string(""), self.builder.string("token")),
                };
                FrameKind::Value(DatatypeName { datatypes, name, at })
            }
            "grammar" => {
                let scope = self.builder.grammar(self.scope());
                self.scopes.push((scope, None));
                FrameKind::Grammar
            }
            // The pattern that is excluded from a datatype does not matter.
            "param" | "except" if matches!(self.frames.last(), Some(Frame { kind: FrameKind::Data(_), .. })) => {
                return None;
            }
            other => {
                self.problem(quoting(other, |other| format!("expected a pattern, found '{other}'")));
                return None;
            }
        })
    }

    /// Returns the class of a name that may have a prefix.
    fn qualified(&mut self, name: &str, default_namespace: &Arc<str>) -> NameClass {
        let (prefix, local) = split(name);
        let namespace = if prefix.is_empty() {
            Arc::clone(default_namespace)
        } else if let Some(namespace) = self.reader.namespace(prefix) {
            self.builder.string(&namespace)
        } else {
            self.problem(quoting(prefix, |prefix| format!("no namespace is declared for the prefix '{prefix}'")));
            return NameClass::default();
        };
        NameClass::name(namespace, self.builder.string(local))
    }

    /// Returns the text of the element that ends; none if it has child elements, which it must not have.
    fn text(&self, frame: &Frame) -> Cow<'_, str> {
        if frame.has_children { Cow::Borrowed("") } else { self.reader.text() }
    }

    /// Ends the innermost element.
    fn end(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let (first_pattern, first_class) = frame.first;
        if self.classes.len() > first_class + MAX_NAMES {
            self.classes.truncate(first_class + MAX_NAMES);
        }
        let pattern = match frame.kind {
            FrameKind::Leaf(pattern) => pattern,
            FrameKind::Data(datatype) => self.builder.patterns.add(Pattern::Data(datatype)),
            FrameKind::Value(ref datatype) => {
                let text = self.text(&frame).into_owned();
                let text = self.builder.string(&text);
                self.builder.patterns.add(Pattern::Value(datatype.clone(), text))
            }
            FrameKind::Choice => self.builder.patterns.choice(&mut self.patterns, first_pattern),
            FrameKind::Name => {
                let name = self.text(&frame).trim_matches(WHITESPACE).to_owned();
                let class = self.qualified(&name, &frame.namespace);
                return self.classes.push(class);
            }
            FrameKind::Names(class) => {
                let except = union(self.classes.drain(first_class..));
                return self.classes.push(class.except(&except));
            }
            FrameKind::NameChoice => {
                let class = union(self.classes.drain(first_class..));
                return self.classes.push(class);
            }
            FrameKind::Div => return,
            FrameKind::Include(inherited) => {
                let (scope, overrides) = self.scopes.pop().unwrap_or_default();
                if let Some(inherited) = inherited {
                    self.builder.include(self.context, scope, inherited, overrides.unwrap_or_default());
                }
                return;
            }
            FrameKind::Grammar => {
                let (scope, _) = self.scopes.pop().unwrap_or_default();
                self.builder.start(scope, frame.at)
            }
            FrameKind::Define(name, combine) => {
                let content = self.builder.patterns.group(&mut self.patterns, first_pattern);
                self.builder.define(self.scope(), name.as_deref(), combine, content, frame.at);
                if let Some((_, Some(overrides))) = self.scopes.last_mut() {
                    overrides.add(name);
                }
                return;
            }
            FrameKind::Named(pattern, names) => {
                let names = names.unwrap_or_else(|| union(self.classes.drain(first_class..)));
                let is_empty = self.patterns.len() == first_pattern;
                let content = self.builder.patterns.group(&mut self.patterns, first_pattern);
                // An attribute without a pattern contains text.
                let named = |content| pattern(NamedPattern { names, content, at: frame.at });
                let pattern = match named(content) {
                    Pattern::Attribute(named) if is_empty => {
                        Pattern::Attribute(NamedPattern { content: TEXT, ..named })
                    }
                    pattern => pattern,
                };
                self.builder.patterns.add(pattern)
            }
            FrameKind::Group | FrameKind::Optional | FrameKind::Mixed | FrameKind::List => {
                let patterns = &mut self.builder.patterns;
                let content = patterns.group(&mut self.patterns, first_pattern);
                match frame.kind {
                    FrameKind::Optional => patterns.optional(content),
                    FrameKind::Mixed => patterns.group(&mut vec![TEXT, content], 0),
                    FrameKind::List => patterns.add(Pattern::List(content)),
                    _ => content,
                }
            }
        };
        self.patterns.push(pattern);
    }

    /// Returns the innermost grammar.
    fn scope(&self) -> GrammarScope {
        self.scopes.last().map_or(self.context.scope, |(scope, _)| *scope)
    }
}

/// Returns the names in any of the classes.
fn union(classes: impl Iterator<Item = NameClass>) -> NameClass {
    classes.fold(NameClass::default(), NameClass::or)
}
