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

mod content;
mod elements;
mod markup;

use std::sync::Arc;

pub use content::{Content, Value};

use crate::text::{InPart, Span};
use crate::xml::analysis::{self, DecodedValue, ValueAnalysis};
use crate::xml::lexer::{Lexer, Next, Terminator, Token, TokenKind};
use crate::xml::prolog::Prolog;
use crate::xml::reader::content::Mark;
use crate::xml::scope::{ScopeId, Scopes, ValueContext};
use crate::xml::suppression::Suppression;
use crate::xml::tag::Attribute;

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
    silence: Option<Arc<Suppression>>,
}

impl State {
    /// At the start of a document.
    pub fn start() -> Self {
        Self { scope: ScopeId::OUTSIDE, deeper: 0, prolog: Arc::default(), silence: None }
    }
}

/// How reading a stretch ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// At its end, in that state.
    End(State),
    /// Before a piece of markup that cannot be told without the text behind: the closing words that it waits
    /// for, or nothing where it is an element that goes on.
    More(usize, State, Option<Terminator>),
}

/// The text of an element that is a reference, until its end tag comes.
struct Pending {
    spot: Arc<ValueContext>,
    /// Where the text begins.
    from: usize,
    /// The state before the start tag, where it stands, and how much was known then.
    before: (State, usize, Mark),
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
/// values are judged when somebody asks.
pub const KEPT: usize = 5_000;

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
    pub fn set_absent_behind(&mut self, closing: Terminator) {
        self.lexer.set_absent_behind(closing);
    }

    /// Reads to the end, and hands on leaves of about `size` bytes: where each begins and ends, the state
    /// before it, and what it holds.
    pub fn read(&mut self, size: usize, mut leaf: impl FnMut(Span<InPart>, State, Content)) -> Outcome {
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
                    Some(Terminator::Pi) => self.instruction(Span::new(token.start + 2, self.next_opening(token.end))),
                    Some(Terminator::DoubleQuote | Terminator::SingleQuote) => self.declaration(token),
                    _ => {}
                }
            }
        }
    }

    /// Notes a value, and what is wrong with it. Whether it holds references.
    fn value(&mut self, span: Span<InPart>, quote: Option<char>, spot: Arc<ValueContext>) -> bool {
        let (number, raw) = (self.content.sites.len(), span.slice(self.text));
        let reading = if self.keeps == 0 {
            // Nothing of a judgement would be kept.
            let reading = analysis::parse_only(&spot, raw);
            self.content.unkept.extend(reading.is_some().then_some(number));
            reading
        } else {
            analysis::analyze(&spot, raw, quote).map(|ValueAnalysis { findings, value }| {
                self.content.keep(number, findings, &mut self.keeps);
                value
            })
        };
        let Some(DecodedValue { decoded, is_known }) = reading else { return false };
        self.site(span, quote, spot, decoded, is_known);
        true
    }

    fn site(
        &mut self,
        span: Span<InPart>,
        quote: Option<char>,
        spot: Arc<ValueContext>,
        decoded: Option<Box<str>>,
        is_known: bool,
    ) {
        let span = span.in_leaf_from(self.leaf_start);
        self.content.sites.push(Value { span, quote, spot, decoded, is_known });
    }
}

/// The quote that stands before `at`, where one does.
fn quote_before(text: &str, at: usize) -> Option<char> {
    text[..at].chars().next_back().filter(|c| matches!(c, '"' | '\''))
}
