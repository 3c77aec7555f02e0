//! Tokens ─▶ sites and findings, leaf by leaf.
//!
//! ```text
//!  state ──▶ token, token, token … ──▶ state        what is open, what the prolog said, what is silenced
//!               │ sites, findings
//!               ▼
//!             leaf                                   a stretch of text that begins with `<`
//! ```
//!
//! What a leaf holds follows from its text, the state before it, and whether the closing words that it
//! waits for stand behind it: nothing else. That makes reading again after an edit the same as reading afresh.

use std::sync::Arc;

use crate::options::Standing;
use crate::text::{Decoded, Span, WHITE_SPACE};
use crate::xml::judge::{self, Judged, Verdict};
use crate::xml::lexer::{Closing, Lexer, MANY_ATTRIBUTES, Next, Token, TokenKind};
use crate::xml::places;
use crate::xml::prolog::{self, Declaration, External, Prolog, Word};
use crate::xml::scope::{self, Base, DEEPEST, Own, ScopeId, Scopes, Spot};
use crate::xml::silence::{Reach, Silence};
use crate::xml::site::Kind;
use crate::xml::tag::{self, Attribute};

/// What is in force between two pieces of markup.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The innermost open element.
    scope: ScopeId,
    /// How many elements are open that are too deep to have a scope.
    deeper: u32,
    /// What was said before the root element.
    prolog: Arc<Prolog>,
    /// What a comment silences for the next piece of markup.
    silence: Option<Arc<Silence>>,
}

impl State {
    /// At the start of a document.
    pub fn start() -> Self {
        Self { scope: ScopeId::OUTSIDE, deeper: 0, prolog: Arc::default(), silence: None }
    }
}

/// What a stretch of text holds; offsets count from its start.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Where references stand, list or not.
    pub sites: Vec<Value>,
    /// What is wrong, with the number of the site.
    pub findings: Vec<(usize, Judged)>,
    /// The sites behind those, with which something is wrong that was not kept.
    pub unkept: Vec<usize>,
    /// What is silenced in all of the document.
    pub silences: Vec<Silence>,
    /// The internal entities declared, and where.
    pub declared: Vec<(Box<str>, Span)>,
    /// Which closing words something waits for in vain.
    pub waits_for: [bool; 5],
}

/// A value that holds references.
#[derive(Clone, Debug)]
pub struct Value {
    /// The raw value.
    pub span: Span,
    /// The quote around it.
    pub quote: Option<char>,
    /// What holds it.
    pub spot: Arc<Spot>,
    /// The decoded value, where that is another than the raw one.
    pub decoded: Option<Box<str>>,
    /// Whether all of it is known, the replacements of its entities included.
    pub is_known: bool,
}

/// How reading a stretch ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// At its end, in that state.
    End(State),
    /// Before a piece of markup that cannot be told without the text behind: the closing words that it waits
    /// for, or nothing where it is an element that goes on.
    More(usize, State, Option<Closing>),
}

/// The text of an element that is a reference, until its end tag comes.
struct Pending {
    spot: Arc<Spot>,
    /// Where the text begins.
    from: usize,
    /// The state before the start tag, where it stands, and how much was known then.
    before: (State, usize, Mark),
}

/// How much a leaf held.
#[derive(Clone, Copy)]
struct Mark {
    sites: usize,
    findings: usize,
    unkept: usize,
    silences: usize,
    declared: usize,
    waits_for: [bool; 5],
}

/// Reads one stretch of text.
pub struct Reader<'r, 't> {
    scopes: &'r mut Scopes,
    text: &'t str,
    lexer: Lexer<'t>,
    is_part: bool,
    state: State,
    leaf_start: usize,
    content: Content,
    /// So many more findings are kept.
    keeps: usize,
    pending: Option<Pending>,
    attributes: Vec<Attribute<'t>>,
}

/// So many findings are kept of one reading. A finding takes the memory of many lines: where there are more, their
/// values are judged again when somebody asks.
pub const KEPT: usize = 5_000;

/// Tags with more attributes than this are gone over twice rather than remembered.
const MANY: usize = MANY_ATTRIBUTES;
/// So many elements up, an end tag is looked for that does not end the innermost one.
const MISMATCHED: usize = 64;

impl<'r, 't> Reader<'r, 't> {
    /// A reader of `text` in `state`; behind it more text follows if `is_part`.
    pub fn new(scopes: &'r mut Scopes, text: &'t str, state: State, is_part: bool) -> Self {
        Self {
            scopes,
            text,
            lexer: Lexer::new(text, is_part),
            is_part,
            state,
            leaf_start: 0,
            content: Content::default(),
            keeps: KEPT,
            pending: None,
            attributes: Vec::new(),
        }
    }

    /// The same, keeping no more than `most` findings.
    pub fn that_keeps(self, most: usize) -> Self {
        Self { keeps: most, ..self }
    }

    /// How many findings it may still keep.
    pub const fn keeps(&self) -> usize {
        self.keeps
    }

    /// Notes that the text behind does not hold the closing words.
    pub fn set_absent_behind(&mut self, closing: Closing) {
        self.lexer.set_absent_behind(closing);
    }

    /// Reads to the end, and hands on leaves of about `size` bytes: where each begins and ends, the state
    /// before it, and what it holds.
    pub fn read(&mut self, size: usize, mut leaf: impl FnMut(Span, State, Content)) -> Outcome {
        let mut before = self.state.clone();
        let mut at = 0;
        loop {
            let token = match self.lexer.next(at) {
                Next::Token(token) => token,
                Next::More(start, closing) => return self.more(start, Some(closing), before, leaf),
                Next::End => break,
            };
            if token.start - self.leaf_start >= size && self.pending.is_none() {
                let span = Span::new(self.leaf_start, token.start);
                leaf(span, std::mem::replace(&mut before, self.state.clone()), std::mem::take(&mut self.content));
                self.leaf_start = token.start;
                self.scopes.keep();
            }
            self.token(token);
            at = token.end;
        }
        if self.is_part && self.pending.is_some() {
            return self.more(self.text.len(), None, before, leaf);
        }
        self.pending = None;
        if self.leaf_start < self.text.len() {
            leaf(Span::new(self.leaf_start, self.text.len()), before, std::mem::take(&mut self.content));
            self.scopes.keep();
        }
        Outcome::End(self.state.clone())
    }

    /// Stops before the markup at `start`, or before the element whose text it would end.
    fn more(
        &mut self,
        start: usize,
        closing: Option<Closing>,
        before: State,
        mut leaf: impl FnMut(Span, State, Content),
    ) -> Outcome {
        let (state, start) = match self.pending.take() {
            Some(Pending { before: (state, start, mark), .. }) => {
                self.content.cut(mark);
                (state, start)
            }
            None => (self.state.clone(), start),
        };
        if self.leaf_start < start {
            leaf(Span::new(self.leaf_start, start), before, std::mem::take(&mut self.content));
        }
        self.scopes.keep();
        Outcome::More(start, state, closing)
    }

    fn token(&mut self, token: Token) {
        match token.kind {
            TokenKind::Start | TokenKind::Empty => self.start_tag(token),
            TokenKind::End => self.end_tag(token),
            TokenKind::Comment => self.comment(token),
            TokenKind::CData => {}
            TokenKind::Pi => self.instruction(Span::new(token.start + 2, token.end - 2)),
            TokenKind::Declaration => self.declaration(token),
            TokenKind::Damage(waits_for) => {
                if let Some(closing) = waits_for {
                    self.content.waits_for[closing.index()] = true;
                }
                match waits_for {
                    Some(Closing::Pi) => self.instruction(Span::new(token.start + 2, self.next_opening(token.end))),
                    Some(Closing::DoubleQuote | Closing::SingleQuote) => self.declaration(token),
                    _ => {}
                }
            }
        }
    }

    fn start_tag(&mut self, token: Token) {
        let (mark, silence) = (self.content.mark(), self.state.silence.clone());
        let tag = Tag::of(token, self.text);
        let mut known = std::mem::take(&mut self.attributes);
        match self.lexer.attributes() {
            Some(attributes) => {
                known.clear();
                known.extend(attributes.iter().map(|at| Attribute {
                    name: at.name.of(self.text),
                    raw: at.value.of(self.text),
                    span: at.value,
                }));
            }
            None => tag.first_attributes(&mut known),
        }
        let own = self.own(&tag, &known);
        let scope = self.scope_of(tag.name, own, &known);
        for (number, &attribute) in known.iter().enumerate() {
            self.attribute(scope, number, attribute, &known);
        }
        if known.len() == MANY {
            for attribute in tag.other_attributes() {
                self.attribute(scope, MANY, attribute, &known);
            }
        }
        self.pending = None;
        if token.kind == TokenKind::Empty {
            self.scopes.end(scope);
        } else {
            let spot = self.scopes.text(scope).filter(|spot| holds(spot, &known)).cloned();
            self.pending = spot.map(|spot| {
                let before = (State { silence, ..self.state.clone() }, token.start, mark);
                Pending { spot, from: token.end, before }
            });
            self.open(scope);
        }
        self.attributes = known;
    }

    /// What the tag says besides its name.
    fn own(&mut self, tag: &Tag<'t>, known: &[Attribute<'t>]) -> Own {
        let mut own = Own { silence: self.state.silence.take(), ..Own::default() };
        let mut types = None;
        for &attribute in known {
            self.declared(attribute, &mut own, &mut types);
        }
        if known.len() == MANY {
            tag.other_attributes().for_each(|attribute| self.declared(attribute, &mut own, &mut types));
        }
        if let Some(types) = types
            && self.scopes.is_type(self.state.scope, &own.declarations, types.name)
        {
            let value = self.plain_value(types.raw);
            own.is_any_uri = self.scopes.is_any_uri(self.state.scope, &own.declarations, &value);
        }
        own
    }

    /// What one attribute says of its element: a namespace, a base, or, put into `types`, perhaps a type.
    fn declared(&self, attribute: Attribute<'t>, own: &mut Own, types: &mut Option<Attribute<'t>>) {
        if let Some(prefix) = scope::declared_prefix(attribute.name) {
            let namespace = self.plain_value(attribute.raw);
            own.declarations.push((prefix.into(), namespace.into()));
        } else if attribute.name == "xml:base" {
            let base = self.decoded(attribute.raw);
            let is_known = !base.touches_opaque(Span::new(0, base.value.len()));
            let known = || Base::Known(base.value.trim_matches(WHITE_SPACE).into());
            own.base = Some(if is_known { known() } else { Base::Unknown });
        } else if attribute.name.ends_with(":type") {
            *types = Some(attribute);
        }
    }

    fn plain_value(&self, raw: &str) -> String {
        self.decoded(raw).value.into_owned()
    }

    fn decoded<'s>(&self, raw: &'s str) -> Decoded<'s> {
        let entities = match self.state.scope {
            ScopeId::OUTSIDE => &self.state.prolog.entities,
            scope => self.scopes.entities(scope),
        };
        Decoded::attribute(raw, entities)
    }

    fn scope_of(&mut self, name: &str, own: Own, attributes: &[Attribute<'_>]) -> ScopeId {
        if self.state.scope != ScopeId::OUTSIDE {
            return self.scopes.child(self.state.scope, name, own);
        }
        let attributes: Vec<_> = attributes.iter().map(|attribute| (attribute.name, attribute.raw)).collect();
        self.scopes.root(&self.state.prolog, name, own, &attributes)
    }

    fn attribute(&mut self, scope: ScopeId, number: usize, attribute: Attribute<'t>, others: &[Attribute<'_>]) {
        if let Some(spot) = self.scopes.attribute(scope, number, attribute.name)
            && holds(&spot, others)
        {
            let quote = quote_before(self.text, attribute.span.start);
            if self.scopes.is_clean(scope, number, attribute.name, attribute.raw) {
                return self.site(attribute.span, quote, spot, None, true);
            }
            // Namespaces are declared again and again, each time the same.
            let is_steady = spot.role.standing == Standing::Namespace;
            let found = self.content.faults();
            let was_read = self.value(attribute.span, quote, spot);
            let is_plain = || self.content.sites.last().is_some_and(|value| value.decoded.is_none());
            if is_steady && was_read && found == self.content.faults() && is_plain() {
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

    fn end_tag(&mut self, token: Token) {
        if let Some(Pending { spot, from, .. }) = self.pending.take()
            && token.start > from
        {
            self.value(Span::new(from, token.start), None, spot);
        }
        if self.state.deeper > 0 {
            self.state.deeper -= 1;
            return;
        }
        let name = tag::name(&self.text[token.start + 2..token.end]);
        if let Some(ends) = self.ended_by(name) {
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

    /// The innermost open element of that name, if it is not too far up.
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

    /// Where the next markup begins, at or behind `from`.
    fn next_opening(&self, from: usize) -> usize {
        self.text[from..].find('<').map_or(self.text.len(), |at| from + at)
    }

    /// Notes a value, and what is wrong with it. Whether it holds references.
    fn value(&mut self, span: Span, quote: Option<char>, spot: Arc<Spot>) -> bool {
        let number = self.content.sites.len();
        let Some(Verdict { judged, decoded, is_known }) = judge::judge(&spot, span.of(self.text), quote) else {
            return false;
        };
        self.content.keep(number, judged, &mut self.keeps);
        self.site(span, quote, spot, decoded, is_known);
        true
    }

    fn site(&mut self, span: Span, quote: Option<char>, spot: Arc<Spot>, decoded: Option<Box<str>>, is_known: bool) {
        let span = Span::new(span.start - self.leaf_start, span.end - self.leaf_start);
        self.content.sites.push(Value { span, quote, spot, decoded, is_known });
    }

    fn comment(&mut self, token: Token) {
        let text = &self.text[token.start..token.end];
        let inside = text.strip_prefix("<!--").and_then(|text| text.strip_suffix("-->"));
        match inside.and_then(Silence::in_comment) {
            Some((Reach::File, silence)) => self.content.silences.push(silence),
            Some((Reach::Next, silence)) => {
                self.state.silence = Silence::and(self.state.silence.take(), Some(Arc::new(silence)));
            }
            None => {}
        }
    }

    // PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'                     production 16
    fn instruction(&mut self, span: Span) {
        let inside = span.of(self.text);
        let target = tag::name(inside);
        if target.eq_ignore_ascii_case("xml") {
            return;
        }
        let silence = self.state.silence.take();
        for attribute in tag::attributes(inside, target.len(), span.start) {
            if let Some(place) = places::pi(target, attribute.name) {
                let names = (target, attribute.name);
                let spot = self.scopes.outside(Kind::Pi, names, place, silence.clone(), &self.state.prolog);
                self.value(attribute.span, quote_before(self.text, attribute.span.start), spot);
            }
        }
    }

    fn declaration(&mut self, token: Token) {
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
                self.external(Kind::Doctype, root, external, silence);
            }
            Some(Declaration::Internal(name, value)) => {
                let prolog = Arc::make_mut(&mut self.state.prolog);
                prolog.entities = prolog.entities.with(name, value);
                let start = token.start - self.leaf_start;
                self.content.declared.push((name.into(), Span::new(start, start + text.len())));
            }
            Some(Declaration::External(name, external)) => {
                let prolog = Arc::make_mut(&mut self.state.prolog);
                prolog.entities = prolog.entities.with_external(name);
                self.external(Kind::Entity, name, external, silence);
            }
            Some(Declaration::Parameter(name, external)) => self.external(Kind::Entity, name, external, silence),
            Some(Declaration::Notation(name, external)) => self.external(Kind::Notation, name, external, silence),
            None => {}
        }
    }

    fn external(&mut self, kind: Kind, name: &str, external: External<'t>, silence: Option<Arc<Silence>>) {
        if let Some(Word { span, quote, .. }) = external.system {
            let place = places::system_identifier();
            let spot = self.scopes.outside(kind, (name, "SYSTEM"), place, silence, &self.state.prolog);
            self.value(span, quote, spot);
        }
    }

    /// The default values of an ATTLIST declaration.
    fn defaults(&mut self, token: Token, silence: Option<&Arc<Silence>>) {
        for default in prolog::defaults(&self.text[token.start..token.end], token.start) {
            let names = (default.element, default.attribute);
            let spot = self.scopes.declared_attribute(names, silence.cloned(), &self.state.prolog);
            if let Some(spot) = spot {
                self.value(default.value.span, default.value.quote, spot);
            }
        }
    }
}

impl Content {
    /// Zero where nothing is wrong.
    pub fn faults(&self) -> usize {
        self.findings.len() + self.unkept.len()
    }

    fn keep(&mut self, number: usize, judged: Vec<Judged>, keeps: &mut usize) {
        if judged.len() <= *keeps {
            *keeps -= judged.len();
            self.findings.extend(judged.into_iter().map(|judged| (number, judged)));
        } else {
            *keeps = 0;
            self.unkept.push(number);
        }
    }

    fn mark(&self) -> Mark {
        Mark {
            sites: self.sites.len(),
            findings: self.findings.len(),
            unkept: self.unkept.len(),
            silences: self.silences.len(),
            declared: self.declared.len(),
            waits_for: self.waits_for,
        }
    }

    fn cut(&mut self, mark: Mark) {
        self.sites.truncate(mark.sites);
        self.findings.truncate(mark.findings);
        self.unkept.truncate(mark.unkept);
        self.silences.truncate(mark.silences);
        self.declared.truncate(mark.declared);
        self.waits_for = mark.waits_for;
    }
}

/// A start tag, in parts.
struct Tag<'t> {
    inside: &'t str,
    name: &'t str,
    at: usize,
}

impl<'t> Tag<'t> {
    fn of(token: Token, text: &'t str) -> Self {
        let whole = &text[token.start + 1..token.end];
        let inside = whole.strip_suffix('>').map_or(whole, |tag| tag.strip_suffix('/').unwrap_or(tag));
        Self { inside, name: tag::name(inside), at: token.start + 1 }
    }

    /// The first attributes, up to [`MANY`].
    fn first_attributes(&self, into: &mut Vec<Attribute<'t>>) {
        into.clear();
        if self.inside.len() > self.name.len() {
            into.extend(tag::attributes(self.inside, self.name.len(), self.at).take(MANY));
        }
    }

    /// The attributes behind the first ones, where there are more than [`MANY`].
    fn other_attributes(&self) -> impl Iterator<Item = Attribute<'t>> + use<'t> {
        tag::attributes(self.inside, self.name.len(), self.at).skip(MANY)
    }
}

/// Whether the condition of a place holds, given the other attributes of the element.
fn holds(spot: &Spot, attributes: &[Attribute<'_>]) -> bool {
    spot.condition.is_none_or(|condition| {
        let other = attributes.iter().find(|other| other.name == condition.attribute);
        condition.holds(other.map(|other| other.raw))
    })
}

fn quote_before(text: &str, at: usize) -> Option<char> {
    text[..at].chars().next_back().filter(|c| matches!(c, '"' | '\''))
}
