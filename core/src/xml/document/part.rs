//! Parser of a part of a document, in its syntax.

#[cfg(feature = "rdf")]
use crate::rdf::reader as rdf;
use crate::text::{InPart, Span};
use crate::xml::lexer::Terminator;
use crate::xml::reader::{self, Content, Outcome};
use crate::xml::scope::Scopes;
use crate::xml::{Settings, Syntax};

/// State between two tokens.
#[derive(Clone, Debug, PartialEq)]
pub enum ParseState {
    /// In XML.
    Xml(reader::State),
    /// In RDF.
    #[cfg(feature = "rdf")]
    Rdf(rdf::RdfState),
}

impl ParseState {
    /// Returns the state at the start of a document.
    pub fn start(settings: &Settings) -> Self {
        match settings.syntax {
            Syntax::Xml => Self::Xml(reader::State::start()),
            #[cfg(feature = "rdf")]
            _ => Self::Rdf(rdf::RdfState::start(settings)),
        }
    }
}

/// Part of a text that is parsed.
#[derive(Clone, Copy, Debug)]
pub struct Part<'t> {
    /// Text.
    pub text: &'t str,
    /// Whether more text follows.
    pub is_continued: bool,
    /// Terminators that do not occur in the text that follows.
    pub absent: &'t [Terminator],
    /// Approximate size of a leaf in bytes.
    pub size: usize,
}

impl<'t> Part<'t> {
    /// Returns a whole text.
    pub const fn whole(text: &'t str, size: usize) -> Self {
        Self { text, is_continued: false, absent: &[], size }
    }

    /// Parses the part in `state` and passes on its leaves: the span of each, the state before it, and its contents. At most
    /// `keeps` findings are kept; what remains of that is the second value.
    pub fn parse(
        self,
        scopes: &mut Scopes,
        syntax: Syntax,
        state: ParseState,
        keeps: usize,
        mut leaf: impl FnMut(Span<InPart>, ParseState, Content),
    ) -> (Outcome<ParseState>, usize) {
        let Self { text, is_continued, absent, size } = self;
        match (syntax, state) {
            (_, ParseState::Xml(state)) => {
                let mut reader = reader::Reader::new(scopes, text, state, is_continued).with_limit(keeps);
                for closing in absent {
                    reader.set_absent_after(*closing);
                }
                let outcome = reader.parse(size, |span, state, content| leaf(span, ParseState::Xml(state), content));
                (outcome.map(ParseState::Xml), reader.keeps())
            }
            #[cfg(feature = "rdf")]
            (Syntax::JsonLd, ParseState::Rdf(state)) => {
                let (content, keeps) = Content::of_json_ld(scopes, text, state.base(), keeps);
                let state = ParseState::Rdf(state);
                if !text.is_empty() {
                    leaf(Span::new(0, text.len()), state.clone(), content);
                }
                (Outcome::End(state), keeps)
            }
            #[cfg(feature = "rdf")]
            (_, ParseState::Rdf(state)) => {
                let mut reader = rdf::RdfReader::new(scopes, syntax, text, state, is_continued).with_limit(keeps);
                for closing in absent {
                    reader.set_absent_after(*closing);
                }
                let outcome = reader.parse(size, |span, state, content| leaf(span, ParseState::Rdf(state), content));
                (outcome.map(ParseState::Rdf), reader.keeps())
            }
        }
    }
}
