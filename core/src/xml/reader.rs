//! Conversion of tokens to sites and findings, leaf by leaf.
//!
//! ```text
//!  state ──▶ token, token, token … ──▶ state        open elements, contents of the prolog, suppressions
//!               │ sites, findings
//!               ▼
//!             leaf                                   a part of the text that starts with `<`
//! ```
//!
//! The contents of a leaf depend only on its text, the state before it, and whether the terminators that it needs occur
//! after it. So parsing again after an edit gives the same result as parsing the whole text.

mod content;
mod elements;
#[cfg(feature = "rdf")]
mod json;
mod markup;

use std::sync::Arc;

#[cfg(feature = "rdf")]
pub use content::Added;
#[cfg(feature = "rdf")]
pub use content::Mark;
pub use content::{Comment, Content, Value};

#[cfg(feature = "rdf")]
use crate::rules::Cardinality;
use crate::text::{InPart, Span};
use crate::xml::analysis::DecodedValue;
use crate::xml::lexer::{Lexer, Next, Terminator, Token, TokenKind};
use crate::xml::prolog::Prolog;
#[cfg(not(feature = "rdf"))]
use crate::xml::reader::content::Mark;
use crate::xml::scope::{ScopeId, Scopes, ValueContext};
use crate::xml::suppression::Suppression;
use crate::xml::tag::Attribute;

/// State between two tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Innermost open element.
    scope: ScopeId,
    /// Number of open elements that are too deep to have a scope.
    deeper: u32,
    /// Contents of the prolog.
    prolog: Arc<Prolog>,
    /// Suppression of the next piece of markup.
    suppression: Suppression,
    /// Whether the last token is not closed: it would be longer if a comment after it were removed.
    is_markup_open: bool,
}

impl State {
    /// Returns the state at the start of a document.
    pub fn start() -> Self {
        Self {
            scope: ScopeId::OUTSIDE,
            deeper: 0,
            prolog: Arc::default(),
            suppression: Suppression::default(),
            is_markup_open: false,
        }
    }
}

/// Result of parsing a part of the text.
#[derive(Clone, Debug)]
pub enum Outcome<S> {
    /// The end was reached, in that state.
    End(S),
    /// Stopped before a piece of markup that needs the text after this part: its terminator, or `None` for an element
    /// that continues.
    More(usize, S, Option<Terminator>),
}

impl<S> Outcome<S> {
    /// Returns the outcome with its state converted.
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> Outcome<T> {
        match self {
            Self::End(state) => Outcome::End(convert(state)),
            Self::More(at, state, closing) => Outcome::More(at, convert(state), closing),
        }
    }
}

/// Text of an element that is a reference, until its end tag is found.
struct Pending {
    context: Arc<ValueContext>,
    /// Start of the text.
    from: usize,
    /// State before the start tag, offset of the tag, and amount of content at that time.
    before: (State, usize, Mark),
}

/// Parser of one part of a text.
pub struct Reader<'r, 't> {
    scopes: &'r mut Scopes,
    text: &'t str,
    lexer: Lexer<'t>,
    is_part: bool,
    state: State,
    leaf_start: usize,
    content: Content,
    /// Number of further findings that are kept.
    keeps: usize,
    pending: Option<Pending>,
    attributes: Vec<Attribute<'t>>,
}

/// Number of findings that are kept. A finding takes the memory of many lines: if there are more, their values are
/// analyzed again on demand.
pub const KEPT: usize = 5_000;

impl<'r, 't> Reader<'r, 't> {
    /// Creates a reader of `text` in `state`; more text follows if `is_part` is true.
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

    /// Returns the reader with `most` as the maximum number of findings that it keeps.
    pub fn with_limit(self, most: usize) -> Self {
        Self { keeps: most, ..self }
    }

    /// Returns the number of further findings that it may keep.
    pub const fn keeps(&self) -> usize {
        self.keeps
    }

    /// Records that the terminator does not occur in the text that follows.
    pub fn set_absent_after(&mut self, closing: Terminator) {
        self.lexer.set_absent_after(closing);
    }

    /// Parses to the end and passes on leaves of about `size` bytes: the span of each, the state before it, and its
    /// contents.
    pub fn parse(&mut self, size: usize, mut leaf: impl FnMut(Span<InPart>, State, Content)) -> Outcome<State> {
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
        closing: Option<Terminator>,
        before: State,
        mut leaf: impl FnMut(Span<InPart>, State, Content),
    ) -> Outcome<State> {
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
            TokenKind::Damage(awaits) => {
                if let Some(closing) = awaits {
                    self.content.awaits[closing.index()] = true;
                }
                match awaits {
                    Some(Terminator::Pi) => self.instruction(Span::new(token.start + 2, self.next_opening(token.end))),
                    Some(Terminator::DoubleQuote | Terminator::SingleQuote) => self.declaration(token),
                    _ => {}
                }
            }
        }
        self.state.is_markup_open = !token.is_closed;
    }

    /// Adds a value as [`Content::add`] does. Returns whether it is clean and equals its source.
    fn value(&mut self, span: Span<InPart>, quote: Option<char>, context: Arc<ValueContext>) -> bool {
        let source = (span.in_leaf_from(self.leaf_start), span.slice(self.text));
        #[cfg(feature = "rdf")]
        if context.place.role.cardinality == Cardinality::JsonLd {
            self.content.add_script(self.scopes, &context, source, &mut self.keeps);
            return false;
        }
        let added = self.content.add(source, quote, context, &mut self.keeps);
        added.is_clean && added.is_plain && !added.may_be_variant
    }

    fn site(&mut self, span: Span<InPart>, quote: Option<char>, context: Arc<ValueContext>, decoded: DecodedValue) {
        let span = span.in_leaf_from(self.leaf_start);
        self.content.sites.push(Value::new(span, quote, context, decoded));
    }
}

/// Returns the quote directly before `at`, if any.
fn quote_before(text: &str, at: usize) -> Option<char> {
    text[..at].chars().next_back().filter(|c| matches!(c, '"' | '\''))
}
