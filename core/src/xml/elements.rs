//! Elements of a document as events, for formats that are read as a whole: schemas.
//!
//! ```text
//! <a x='1'><b/>text</a>      Start a, Start b, End b, End a
//! ```
//!
//! Recovery is that of [`reader`](crate::xml::reader): an end tag closes the innermost of the next 64 open elements that
//! has its name, and the end of the text closes all elements. A start tag without its `>` has no events, so that the
//! elements after it keep their parent, and neither has anything after the root element.

use std::borrow::Cow;
use std::sync::Arc;

use crate::text::{Decoded, Entities};
use crate::xml::lexer::{Lexer, MANY_ATTRIBUTES, Next, Token, TokenKind};
use crate::xml::namespaces::declared_prefix;
use crate::xml::namespaces::{Bindings, split};
use crate::xml::prolog::Declaration;
use crate::xml::tag::{self, Attribute};

/// Number of enclosing elements in which the start tag of a mismatched end tag is searched.
const MISMATCHED: usize = 64;

/// Maximum depth of elements. Deeper ones have no events.
pub const DEEPEST: usize = 4096;

/// Start or end of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementEvent {
    /// The start of an element, whose attributes are available.
    Start,
    /// The end of the innermost open element, whose text is available.
    End,
}

/// Open element.
#[derive(Debug)]
struct OpenElement<'t> {
    name: &'t str,
    /// Namespaces in effect.
    bindings: Arc<Bindings>,
    /// Offset of its content.
    content: usize,
}

/// Reader of the elements of a text.
#[derive(Debug)]
pub struct ElementReader<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    at: usize,
    entities: Entities,
    open: Vec<OpenElement<'t>>,
    /// Namespaces in effect outside the root element.
    outside: Arc<Bindings>,
    /// Whether there was a root element.
    has_root: bool,
    /// Offset of the last tag.
    offset: usize,
    attributes: Vec<Attribute<'t>>,
    /// Number of innermost elements that end before the next token.
    ending: usize,
    /// Whether the last event was the end of the innermost element.
    has_ended: bool,
    /// Number of open elements that are too deep.
    deeper: usize,
    /// Offset of the first markup that is not well-formed.
    damage: Option<usize>,
}

impl<'t> ElementReader<'t> {
    /// Creates a reader of `text`.
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            lexer: Lexer::new(text, false),
            at: 0,
            entities: Entities::default(),
            open: Vec::new(),
            outside: Arc::default(),
            has_root: false,
            offset: 0,
            attributes: Vec::new(),
            ending: 0,
            has_ended: false,
            deeper: 0,
            damage: None,
        }
    }

    /// Returns the next event; `None` at the end of the document.
    pub fn next_event(&mut self) -> Option<ElementEvent> {
        if std::mem::take(&mut self.has_ended) {
            self.open.pop();
        }
        loop {
            if self.ending > 0 {
                self.ending -= 1;
                return Some(self.end());
            }
            let token = match self.lexer.next(self.at) {
                Next::Token(token) => token,
                Next::More(..) | Next::End => {
                    self.offset = self.text.len();
                    if !self.open.is_empty() {
                        self.damaged(self.offset);
                    }
                    return (!self.open.is_empty()).then(|| self.end());
                }
            };
            self.at = token.end;
            let is_tag = matches!(token.kind, TokenKind::Start | TokenKind::Empty | TokenKind::End);
            let is_closed = !is_tag || token.is_closed;
            if !is_closed {
                self.damaged(token.start);
            }
            match token.kind {
                TokenKind::Start | TokenKind::Empty if !is_closed => {}
                TokenKind::Start | TokenKind::Empty if self.open.is_empty() && self.has_root => {
                    self.damaged(token.start);
                    self.at = self.text.len();
                }
                TokenKind::Start if self.open.len() >= DEEPEST => self.deeper += 1,
                TokenKind::Empty if self.open.len() >= DEEPEST => {}
                TokenKind::End if self.deeper > 0 => self.deeper -= 1,
                TokenKind::Start | TokenKind::Empty => {
                    self.offset = token.start;
                    self.start_tag(token);
                    self.ending = usize::from(token.kind == TokenKind::Empty);
                    return Some(ElementEvent::Start);
                }
                TokenKind::End => {
                    let name = tag::name(&self.text[token.start + 2..token.end]);
                    let number = self.open.iter().rev().take(MISMATCHED).position(|open| open.name == name);
                    if number != Some(0) {
                        self.damaged(token.start);
                    }
                    if let Some(number) = number {
                        self.offset = token.start;
                        self.ending = number + 1;
                    }
                }
                TokenKind::Declaration => self.declaration(token),
                TokenKind::Damage(_) => self.damaged(token.start),
                TokenKind::Comment | TokenKind::CData | TokenKind::Pi => {}
            }
        }
    }

    fn end(&mut self) -> ElementEvent {
        self.has_ended = true;
        ElementEvent::End
    }

    fn damaged(&mut self, at: usize) {
        self.damage.get_or_insert(at);
    }

    fn start_tag(&mut self, token: Token) {
        let inside = &self.text[token.start + 1..token.end];
        let name = tag::name(inside);
        let mut attributes = std::mem::take(&mut self.attributes);
        self.lexer.first_attributes(self.text, token, usize::MAX, &mut attributes);
        // The lexer does not keep many attributes, even if they are well-formed.
        if self.lexer.attributes().is_none() && attributes.len() < MANY_ATTRIBUTES {
            self.damaged(token.start);
        }
        let declared = attributes.iter().filter_map(|attribute| {
            let namespace = || Decoded::attribute(attribute.raw, &self.entities).value;
            Some((declared_prefix(attribute.name)?.into(), namespace().as_ref().into()))
        });
        let bindings = Bindings::within(self.bindings(), &declared.collect::<Vec<_>>());
        self.attributes = attributes;
        self.has_root = true;
        self.open.push(OpenElement { name, bindings, content: token.end });
    }

    fn declaration(&mut self, token: Token) {
        let declaration = Declaration::parse(&self.text[token.start..token.end], token.start);
        match declaration {
            Some(Declaration::Internal(name, value)) => self.entities.declare(name, value),
            Some(Declaration::External(name, _)) => self.entities.declare_external(name),
            _ => {}
        }
    }

    /// Returns the offset of the tag of the event; at the end of the text, its length.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the offset of the first markup so far that is not well-formed.
    pub fn damage(&self) -> Option<usize> {
        self.damage
    }

    /// Returns the name of the innermost element as written.
    pub fn name(&self) -> &'t str {
        self.open.last().map_or("", |open| open.name)
    }

    /// Returns the local name of the innermost element.
    pub fn local_name(&self) -> &'t str {
        split(self.name()).1
    }

    /// Returns whether the innermost element is in `namespace`.
    pub fn is_in(&self, namespace: &str) -> bool {
        *self.namespace(split(self.name()).0).unwrap_or_default() == *namespace
    }

    /// Returns the namespace of `prefix` inside the innermost element; the usual one for a well-known prefix that is not
    /// declared.
    pub fn namespace(&self, prefix: &str) -> Option<Arc<str>> {
        self.bindings().namespace(prefix)
    }

    /// Returns the namespaces in effect inside the innermost element.
    pub fn bindings(&self) -> &Arc<Bindings> {
        self.open.last().map_or(&self.outside, |open| &open.bindings)
    }

    /// Returns the attributes of the element that starts.
    pub fn attributes(&self) -> &[Attribute<'t>] {
        &self.attributes
    }

    /// Returns the value of an attribute of the element that starts.
    pub fn value(&self, attribute: Attribute<'t>) -> Cow<'t, str> {
        Decoded::attribute(attribute.raw, &self.entities).value
    }

    /// Returns the value of an attribute of the element that starts, by its name as written.
    pub fn attribute(&self, name: &str) -> Option<Cow<'t, str>> {
        let attribute = self.attributes.iter().find(|attribute| attribute.name == name)?;
        Some(self.value(*attribute))
    }

    /// Returns the text of the element that ends, without comments, and with the tags in it.
    pub fn text(&self) -> Cow<'t, str> {
        let start = self.open.last().map_or(self.offset, |open| open.content);
        Decoded::text(self.text.get(start..self.offset).unwrap_or_default(), &self.entities).value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the events as text: `name attribute=value (` and `text)`.
    fn events(text: &str) -> String {
        let mut reader = ElementReader::new(text);
        let mut out = String::new();
        while let Some(event) = reader.next_event() {
            match event {
                ElementEvent::Start => {
                    out.push_str(reader.local_name());
                    for name in ["x", "b", "k"] {
                        out.extend(reader.attribute(name).map(|value| format!(" {name}={value}")));
                    }
                    out.push('(');
                }
                ElementEvent::End if reader.text().contains('<') => out.push(')'),
                ElementEvent::End => out.extend([&*reader.text(), ")"]),
            }
        }
        out
    }

    #[test]
    fn each_element_starts_and_ends() {
        assert_eq!(events("<a x='1' xmlns='u'><b/><p:c>t&amp;<!-- c --></p:c></a>"), "a x=1(b()c(t&))");
        let entity = "<!DOCTYPE a [<!ENTITY e 'xyz'>]><a b='&e;'>&e;</a>";
        assert_eq!(events(entity), "a b=xyz(xyz)");
    }

    #[test]
    fn damage_costs_no_other_element() {
        assert_eq!(events("<a><b><c></a><d>"), "a(b(c()))");
        assert_eq!(events("</x><a></y><b k='v' l></a>"), "a(b k=v())");
        assert_eq!(events("<a><b k='v' <c/></b></a>"), "a(c())");
        assert_eq!(events("<"), "");
    }

    #[test]
    fn namespaces_are_those_in_effect() {
        let text = "<a xmlns='u' xmlns:p='v'><p:b xmlns:p='w'/><p:c xmlns=''><d/></p:c></a>";
        let mut reader = ElementReader::new(text);
        let mut found = Vec::new();
        while let Some(event) = reader.next_event() {
            if event == ElementEvent::Start {
                let namespace = ["u", "v", "w", ""].into_iter().find(|namespace| reader.is_in(namespace));
                found.push((reader.local_name(), namespace.unwrap_or("none")));
            }
        }
        assert_eq!(found, [("a", "u"), ("b", "w"), ("c", "v"), ("d", "")]);
        assert_eq!(reader.namespace("xml").as_deref(), Some("http://www.w3.org/XML/1998/namespace"));
        assert_eq!(reader.namespace("q"), None);
    }
}
