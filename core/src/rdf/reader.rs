//! Conversion of tokens to sites and findings, leaf by leaf.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::rdf::lexer::{RdfLexer, RdfNext, RdfToken, RdfTokenKind};
use crate::rdf::namespace::{ANY_URI, absolute, is_prefix, namespace_of, web_scheme};
use crate::rules::Role;
use crate::text::{Decoded, Entities, InPart, Span, longest_replacement};
use crate::xml::lexer::Terminator;
use crate::xml::reader::{Added, Comment, Content, KEPT, Mark, Outcome};
use crate::xml::scope::{BaseIri, Scopes, ValueContext};
use crate::xml::suppression::{ActiveSuppressions, Level, Suppression, SuppressionEvent};
use crate::xml::{Settings, SiteKind, Syntax};

/// State between two lines.
#[derive(Clone, Debug, PartialEq)]
pub struct RdfState {
    /// Base of relative references.
    base: Option<BaseIri>,
    /// Namespaces of the prefixes.
    prefixes: Entities,
    /// What the directive so far needs.
    expected: Expected,
    /// Number of open braces: those of graphs and of groups in a query.
    braces: u32,
    /// Suppression of the next line.
    suppression: Suppression,
}

/// What a directive needs next.
#[derive(Clone, Debug, Default, PartialEq)]
enum Expected {
    /// No directive is open.
    #[default]
    Nothing,
    /// The IRI of `@base`.
    Base(Ending),
    /// The prefix of `@prefix`.
    Prefix(Ending),
    /// The IRI of this prefix.
    Namespace(Box<str>, Ending),
    /// The end.
    End(Ending),
}

/// End of a directive.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ending {
    /// A dot.
    Dot,
    /// No dot, because the directive is written as in SPARQL.
    Nothing,
}

impl Expected {
    /// Returns whether a token of that kind may be next.
    fn allows(&self, kind: RdfTokenKind, text: &str) -> bool {
        match self {
            Self::Nothing => true,
            Self::Base(_) | Self::Namespace(..) => matches!(kind, RdfTokenKind::IriRef | RdfTokenKind::Unclosed),
            Self::Prefix(_) => kind == RdfTokenKind::PrefixedName && text.strip_suffix(':').is_some_and(is_prefix),
            Self::End(ending) => (text == ".") == (*ending == Ending::Dot),
        }
    }
}

impl RdfState {
    /// Returns the state at the start of a document.
    pub fn start(settings: &Settings) -> Self {
        Self {
            base: BaseIri::document(settings),
            prefixes: Entities::default(),
            expected: Expected::Nothing,
            braces: 0,
            suppression: Suppression::default(),
        }
    }

    /// Returns the base of relative references.
    pub fn base(&self) -> Option<BaseIri> {
        self.base.clone()
    }
}

/// Contexts of the values between two directives.
#[derive(Default)]
struct Contexts {
    iri: Option<Arc<ValueContext>>,
    name: Option<Arc<ValueContext>>,
    literal: Option<Arc<ValueContext>>,
    clean_iris: CleanValues,
    clean_names: CleanValues,
}

/// Values without findings, as written, and whether each may have another spelling: most IRIs occur again and again.
type CleanValues = FxHashMap<Box<str>, bool>;

/// Maximum number of values without findings that are remembered.
const MAX_CLEAN: usize = 4_096;

/// Start of the line that is parsed, with the state and the amount of content there.
struct Line {
    start: usize,
    state: RdfState,
    mark: Mark,
}

/// Parser of one part of a text.
pub struct RdfReader<'r, 't> {
    scopes: &'r mut Scopes,
    text: &'t str,
    syntax: Syntax,
    lexer: RdfLexer<'t>,
    is_part: bool,
    state: RdfState,
    leaf_start: usize,
    content: Content,
    keeps: usize,
    contexts: Contexts,
    /// Suppressions in effect in this line.
    active: ActiveSuppressions,
}

impl<'r, 't> RdfReader<'r, 't> {
    /// Creates a reader of `text` in `state`; more text follows if `is_part` is true.
    pub fn new(scopes: &'r mut Scopes, syntax: Syntax, text: &'t str, state: RdfState, is_part: bool) -> Self {
        Self {
            scopes,
            text,
            syntax,
            lexer: RdfLexer::new(text, syntax, is_part),
            is_part,
            state,
            leaf_start: 0,
            content: Content::default(),
            keeps: KEPT,
            contexts: Contexts::default(),
            active: ActiveSuppressions::default(),
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
    pub fn parse(&mut self, size: usize, mut leaf: impl FnMut(Span<InPart>, RdfState, Content)) -> Outcome<RdfState> {
        let mut before = self.state.clone();
        let mut line: Option<Line> = None;
        let awaited = loop {
            let (token, is_first) = match self.lexer.next() {
                RdfNext::Token(token, is_first) => (token, is_first),
                RdfNext::More(closing) => break Some(closing),
                RdfNext::End(is_line_complete) if is_line_complete || !self.is_part => {
                    if self.leaf_start < self.text.len() {
                        let content = std::mem::take(&mut self.content);
                        leaf(Span::new(self.leaf_start, self.text.len()), before, content);
                    }
                    return Outcome::End(self.state.clone());
                }
                RdfNext::End(_) => break None,
            };
            if is_first {
                self.end_line();
                if token.span.start - self.leaf_start >= size {
                    let span = Span::new(self.leaf_start, token.span.start);
                    leaf(span, std::mem::replace(&mut before, self.state.clone()), std::mem::take(&mut self.content));
                    self.leaf_start = token.span.start;
                }
                if self.is_part {
                    let (state, mark) = (self.state.clone(), self.content.mark());
                    line = Some(Line { start: token.span.start, state, mark });
                }
            }
            self.token(token);
        };
        // The last line continues in the text that follows.
        let Line { start, state, mark } = line.unwrap_or_else(|| {
            let start = self.leaf_start;
            Line { start, state: before.clone(), mark: Content::default().mark() }
        });
        self.content.cut(mark);
        if self.leaf_start < start {
            leaf(Span::new(self.leaf_start, start), before, std::mem::take(&mut self.content));
        }
        Outcome::More(start, state, awaited)
    }

    fn token(&mut self, token: RdfToken) {
        if token.kind == RdfTokenKind::Comment {
            return self.comment(token.span);
        }
        if !self.state.suppression.is_empty() {
            self.content.events.push(SuppressionEvent::Applied(Level::OUTSIDE));
            let suppression = std::mem::take(&mut self.state.suppression);
            self.active = ActiveSuppressions::default().within(suppression, Level::OUTSIDE);
            self.contexts = Contexts::default();
        }
        let expected = std::mem::take(&mut self.state.expected);
        if !expected.allows(token.kind, token.span.slice(self.text)) {
            self.unexpected(token.span);
        }
        match token.kind {
            RdfTokenKind::IriRef => self.iri_ref(Span::new(token.span.start + 1, token.span.end - 1), expected),
            RdfTokenKind::Unclosed => self.unclosed(token.span, expected),
            RdfTokenKind::PrefixedName => self.prefixed_name(token.span, &expected),
            RdfTokenKind::String(quotes) => self.string(token.span, quotes),
            RdfTokenKind::Word => self.directive(token.span),
            RdfTokenKind::Damage(Some(closing)) => self.content.awaits[closing.index()] = true,
            RdfTokenKind::Other => match token.span.slice(self.text) {
                "{" => self.state.braces += 1,
                "}" => self.state.braces = self.state.braces.saturating_sub(1),
                _ => {}
            },
            RdfTokenKind::Damage(None) | RdfTokenKind::Comment => {}
        }
    }

    /// Ends the suppressions of a line.
    fn end_line(&mut self) {
        if !self.active.is_empty() {
            self.active = ActiveSuppressions::default();
            self.contexts = Contexts::default();
        }
    }

    fn comment(&mut self, span: Span<InPart>) {
        let inside = &self.text[span.start + 1..span.end];
        let span = span.in_leaf_from(self.leaf_start);
        let comment = Comment { span, inside, opening: 1, is_after_open_markup: false };
        self.content.add_comment(&comment, &mut self.state.suppression, self.scopes, &mut self.keeps);
    }

    /// Begins a directive if the word is the name of one.
    fn directive(&mut self, span: Span<InPart>) {
        let word = span.slice(self.text);
        let (name, ending) = match word.strip_prefix('@') {
            Some(name) => (name, Ending::Dot),
            None => (word, Ending::Nothing),
        };
        let expected = match name {
            _ if name.eq_ignore_ascii_case("prefix") => Expected::Prefix(ending),
            _ if name.eq_ignore_ascii_case("base") => Expected::Base(ending),
            _ => return,
        };
        let is_allowed = self.syntax != Syntax::NTriples && word.bytes().all(|byte| !byte.is_ascii_uppercase());
        let is_inside = self.state.braces > 0 && self.syntax != Syntax::N3;
        if ending == Ending::Dot && !is_allowed || is_inside {
            self.unexpected(span);
            // A missing brace is one mistake.
            self.state.braces = 0;
        }
        if self.syntax != Syntax::NTriples {
            self.state.expected = expected;
        }
    }

    /// Reports that `span` is not what a directive needs.
    fn unexpected(&mut self, span: Span<InPart>) {
        let context = self.context(SiteKind::Prefix, ("directive", None), Role::DIRECTIVE);
        self.value(span, context);
    }

    fn iri_ref(&mut self, span: Span<InPart>, expected: Expected) {
        let iri = || Decoded::iri_ref(span.slice(self.text)).value;
        match expected {
            Expected::Nothing | Expected::Prefix(_) | Expected::End(_) => {
                let role = if self.syntax == Syntax::NTriples { Role::ABSOLUTE_RDF } else { Role::RDF };
                let context = self.shared_context(|contexts| &mut contexts.iri, SiteKind::IriRef, ("IRI", None), role);
                self.repeated_value(span, context);
            }
            Expected::Base(ending) => {
                let base = BaseIri::within(self.state.base.as_ref(), &iri());
                let context = self.context(SiteKind::IriRef, ("base", None), Role::RDF_BASE);
                self.value(span, context);
                self.state.base = base;
                self.state.expected = Expected::End(ending);
                self.contexts = Contexts::default();
            }
            Expected::Namespace(prefix, ending) => {
                let iri = iri();
                let namespace = absolute(&iri, self.state.base.as_ref());
                let is_short = namespace.len() <= longest_replacement(span.len());
                let name = format!("{prefix}:");
                let context = self.context(SiteKind::IriRef, ("prefix", Some(&name)), Role::RDF_NAMESPACE);
                self.value(span, context);
                self.state.prefixes.rebind(&prefix, is_short.then_some(&*namespace));
                // No prefix has slashes or a colon.
                if let Some((scheme, rest)) = web_scheme(&namespace) {
                    let known = &mut self.state.prefixes;
                    known.rebind(scheme, Some(""));
                    let is_only = !known.declares(rest) || known.replacement(rest) == Some(scheme);
                    known.rebind(rest, is_only.then_some(scheme));
                }
                self.state.expected = Expected::End(ending);
                self.content.declared.push((prefix, span.in_leaf_from(self.leaf_start)));
                self.contexts = Contexts::default();
            }
        }
    }

    /// Reports an IRI without its `>`. What a directive with it defines is unknown.
    fn unclosed(&mut self, span: Span<InPart>, expected: Expected) {
        let mut report = |names| {
            let context = self.context(SiteKind::Prefix, names, Role::UNCLOSED_IRI);
            self.value(span, context);
        };
        match expected {
            Expected::Nothing | Expected::Prefix(_) | Expected::End(_) => return report(("IRI", None)),
            Expected::Base(ending) => {
                report(("base", None));
                self.state.base = None;
                self.state.expected = Expected::End(ending);
            }
            Expected::Namespace(prefix, ending) => {
                report(("prefix", Some(&format!("{prefix}:"))));
                self.state.prefixes.rebind(&prefix, None);
                self.state.expected = Expected::End(ending);
            }
        }
        self.contexts = Contexts::default();
    }

    fn prefixed_name(&mut self, span: Span<InPart>, expected: &Expected) {
        let name = span.slice(self.text);
        if let Expected::Prefix(ending) = *expected
            && let Some(prefix) = name.strip_suffix(':')
        {
            if is_prefix(prefix) {
                self.state.expected = Expected::Namespace(prefix.into(), ending);
            } else {
                self.declare_unknown(prefix);
            }
            return;
        }
        if self.syntax == Syntax::NTriples {
            return;
        }
        let context = self.shared_context(
            |contexts| &mut contexts.name,
            SiteKind::PrefixedName,
            ("prefixed name", None),
            Role::RDF,
        );
        self.repeated_value(span, context);
        let prefix = &name[..memchr::memchr(b':', name.as_bytes()).unwrap_or(0)];
        if !self.state.prefixes.declares(prefix) {
            // It is reported once.
            self.declare_unknown(prefix);
        }
    }

    fn declare_unknown(&mut self, prefix: &str) {
        self.state.prefixes.rebind(prefix, None);
        self.contexts = Contexts::default();
    }

    /// Adds a string if its datatype, which follows directly, is that of references, or if SPARQL makes an IRI of it.
    fn string(&mut self, span: Span<InPart>, quotes: usize) {
        let inside = Span::new(span.start + quotes, span.end - quotes);
        if self.syntax == Syntax::Sparql && self.is_argument_of_iri(span.start) {
            let context = self.context(SiteKind::Literal, ("literal", Some("IRI")), Role::RDF);
            self.value(inside, context);
            return;
        }
        let Some(datatype) = self.text[span.end..].strip_prefix("^^") else { return };
        let is_any_uri = match datatype.strip_prefix('<') {
            Some(iri) => iri.strip_prefix(ANY_URI).is_some_and(|rest| rest.starts_with('>')),
            None => datatype.find(':').is_some_and(|colon| {
                let matches = |namespace: &str| namespace == &ANY_URI[..ANY_URI.len() - "anyURI".len()];
                let local = datatype[colon + 1..].strip_prefix("anyURI");
                let is_whole = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || "_-:%".contains(c));
                local.is_some_and(is_whole) && self.state.prefixes.replacement(&datatype[..colon]).is_some_and(matches)
            }),
        };
        if !is_any_uri {
            return;
        }
        let context = self.shared_context(
            |contexts| &mut contexts.literal,
            SiteKind::Literal,
            ("literal", Some("xsd:anyURI")),
            Role::RDF_LITERAL,
        );
        self.value(inside, context);
    }

    /// Returns whether what starts at `at` is the argument of the function `IRI` or `URI` in the same line.
    fn is_argument_of_iri(&self, at: usize) -> bool {
        let before = self.text[self.leaf_start..at].trim_end_matches([' ', '\t']).strip_suffix('(');
        let before = before.unwrap_or_default().trim_end_matches([' ', '\t']);
        let Some((before, word)) = before.len().checked_sub(3).and_then(|at| before.split_at_checked(at)) else {
            return false;
        };
        let is_word = !before.ends_with(|c: char| c.is_alphanumeric() || "_?$:-".contains(c));
        is_word && (word.eq_ignore_ascii_case("IRI") || word.eq_ignore_ascii_case("URI"))
    }

    fn context(&mut self, kind: SiteKind, names: (&str, Option<&str>), role: Role) -> Arc<ValueContext> {
        let may_have_prefix = matches!(kind, SiteKind::PrefixedName | SiteKind::IriRef);
        let prefixes = if may_have_prefix { self.state.prefixes.clone() } else { Entities::default() };
        self.scopes.value_context(kind, names, role.into(), self.active.clone(), self.state.base.clone(), prefixes)
    }

    /// Returns the context that `slot` has, which is made if it is the first.
    fn shared_context(
        &mut self,
        slot: impl Fn(&mut Contexts) -> &mut Option<Arc<ValueContext>>,
        kind: SiteKind,
        names: (&str, Option<&str>),
        role: Role,
    ) -> Arc<ValueContext> {
        if let Some(known) = slot(&mut self.contexts) {
            return Arc::clone(known);
        }
        let context = self.context(kind, names, role);
        Arc::clone(slot(&mut self.contexts).insert(context))
    }

    /// Adds a value that often occurs again in the same context.
    fn repeated_value(&mut self, span: Span<InPart>, context: Arc<ValueContext>) {
        let raw = span.slice(self.text);
        let is_name = context.kind == SiteKind::PrefixedName;
        let Contexts { clean_iris, clean_names, .. } = &self.contexts;
        if let Some(may_be_variant) = if is_name { clean_names } else { clean_iris }.get(raw) {
            let span = span.in_leaf_from(self.leaf_start);
            return self.content.add_clean((span, raw), context, *may_be_variant);
        }
        let Added { is_clean, may_be_variant, .. } = self.value(span, context);
        if self.has_other_scheme(raw) {
            return self.content.add_variant();
        }
        let Contexts { clean_iris, clean_names, .. } = &mut self.contexts;
        let clean = if is_name { clean_names } else { clean_iris };
        if is_clean && clean.len() < MAX_CLEAN {
            clean.insert(raw.into(), may_be_variant);
        }
    }

    /// Returns whether `iri` is in a namespace that is only declared with the other one of `http` and `https`.
    fn has_other_scheme(&self, iri: &str) -> bool {
        if self.syntax == Syntax::NTriples {
            return false;
        }
        let Some((scheme, rest)) = web_scheme(iri) else { return false };
        let prefixes = &self.state.prefixes;
        // Nearly all documents declare namespaces with one scheme only.
        let has_other = prefixes.declares(if scheme == "http:" { "https:" } else { "http:" });
        let declared = || prefixes.replacement(namespace_of(rest)?);
        has_other && declared().is_some_and(|declared| declared != scheme)
    }

    /// Adds a value as [`Content::add`] does.
    fn value(&mut self, span: Span<InPart>, context: Arc<ValueContext>) -> Added {
        // A quote before another kind of value is that of the token before it.
        let before = self.text[..span.start].chars().next_back().filter(|_| context.kind == SiteKind::Literal);
        let quote = before.filter(|c| matches!(c, '"' | '\''));
        let source = (span.in_leaf_from(self.leaf_start), span.slice(self.text));
        self.content.add(source, quote, context, &mut self.keeps)
    }
}
