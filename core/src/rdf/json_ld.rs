//! References in JSON-LD: those of a document, and those of a `script` in one of XML.
//!
//! ```text
//!  text ─▶ tokens, each bracket with its partner ─▶ context of each object ─▶ references
//! ```
//!
//! The `@context` of an object may follow the members that it applies to. A context on the web is never loaded: the names
//! that it defines are unknown, and no references.

use std::sync::Arc;

use crate::reference::resolve;
use crate::rules::Role;
use crate::text::{Decoded, Entities, Span, longest_replacement};
use crate::xml::scope::BaseIri;

/// Reference in a string.
pub struct JsonReference<'j> {
    /// Span without the quotes.
    pub span: Span,
    /// Name of the place, and the key that the string belongs to.
    pub names: (&'static str, Option<&'j str>),
    /// Whether it is a compact IRI.
    pub is_compact: bool,
    pub role: Role,
    /// Context around it.
    pub terms: &'j Terms,
    /// Whether it is the IRI of a term: that of the key.
    pub is_declaration: bool,
}

/// Returns the references in `value`, a text of XML: without those whose characters are not those of the IRI, because they
/// are escaped or the prefix stands for some.
pub fn references_in_script<S>(value: &str) -> Vec<(Span<S>, Role)> {
    let mut found = Vec::new();
    JsonText::new(value).each_reference(None, |reference| {
        let is_literal = !reference.is_compact && !reference.span.slice(value).contains('\\');
        let role = if reference.role == Role::RDF { Role::JSON_LD.item(0) } else { reference.role };
        found.extend(is_literal.then(|| (Span::new(reference.span.start, reference.span.end), role)));
    });
    found
}

/// Token of JSON.
#[derive(Clone, Copy, Debug)]
struct JsonToken {
    kind: JsonTokenKind,
    span: Span,
    /// Token that closes it, if it opens something.
    partner: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JsonTokenKind {
    Object,
    List,
    /// The end of an object or a list.
    Close,
    Colon,
    String,
    Other,
}

/// Context of a part of a document: JSON-LD 1.1 section 4.1.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Base of relative references.
    pub base: Option<BaseIri>,
    vocabulary: Option<Box<str>>,
    /// IRIs of the terms, which may also be prefixes.
    pub iris: Entities,
    /// Terms whose values are IRIs, each with an empty text.
    ids: Entities,
}

/// What the strings of a member are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strings {
    /// No references.
    Nothing,
    /// IRIs that are resolved against the base.
    Ids,
    /// IRIs or terms.
    Names,
    /// Contexts that are loaded.
    Contexts,
}

/// Open object or list.
struct Frame<'t> {
    kind: FrameKind,
    terms: Arc<Terms>,
    /// Key of the member.
    key: &'t str,
    strings: Strings,
    /// What the strings of the member around it are.
    around: Strings,
    close: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameKind {
    /// An object with statements.
    Node,
    /// An object that defines terms.
    Context,
    /// The definition of a term.
    Term,
    /// A list.
    List,
}

/// Text of JSON-LD.
pub struct JsonText<'t> {
    text: &'t str,
    tokens: Vec<JsonToken>,
}

impl<'t> JsonText<'t> {
    /// Reads the tokens of `text`.
    pub fn new(text: &'t str) -> Self {
        Self { text, tokens: tokens(text) }
    }

    /// Passes on the references in order.
    pub fn each_reference(&self, base: Option<BaseIri>, mut found: impl FnMut(&JsonReference<'_>)) {
        let outside = Arc::new(Terms { base, ..Terms::default() });
        let mut frames: Vec<Frame<'t>> = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            while frames.last().is_some_and(|frame| frame.close <= at) {
                frames.pop();
            }
            match token.kind {
                JsonTokenKind::Object | JsonTokenKind::List => {
                    let frame = self.frame(at, frames.last(), &outside);
                    frames.push(frame);
                }
                JsonTokenKind::String => {
                    let is_key = self.tokens.get(at + 1).is_some_and(|next| next.kind == JsonTokenKind::Colon);
                    let Some(frame) = frames.last_mut() else { continue };
                    let span = Span::new(token.span.start + 1, token.span.end - 1);
                    let (names, strings) = if is_key && frame.kind != FrameKind::List {
                        frame.key = span.slice(self.text);
                        frame.strings = strings_of(frame);
                        if frame.kind != FrameKind::Node {
                            continue;
                        }
                        (("key", None), Strings::Names)
                    } else {
                        (("value", Some(frame.key)), frame.strings)
                    };
                    let is_value = names.1.is_some();
                    let is_declaration = is_value
                        && frame.kind == FrameKind::Context
                        && strings == Strings::Names
                        && !frame.key.contains(':');
                    if let Some((is_compact, role)) = frame.terms.reference(span.slice(self.text), strings) {
                        let terms = &frame.terms;
                        found(&JsonReference { span, names, is_compact, role, terms, is_declaration });
                    }
                }
                JsonTokenKind::Close | JsonTokenKind::Colon | JsonTokenKind::Other => {}
            }
        }
    }

    /// Opens the object or list at `open` inside `around`.
    fn frame(&self, open: usize, around: Option<&Frame<'t>>, outside: &Arc<Terms>) -> Frame<'t> {
        let close = self.tokens[open].partner;
        let (key, strings) = around.map_or(("", Strings::Nothing), |around| (around.key, around.strings));
        let terms = around.map_or_else(|| Arc::clone(outside), |around| Arc::clone(&around.terms));
        if self.tokens[open].kind == JsonTokenKind::List {
            let strings =
                if around.is_some_and(|around| around.kind == FrameKind::List) { Strings::Nothing } else { strings };
            let kind = FrameKind::List;
            return Frame { kind, terms, key, strings, around: strings, close };
        }
        let kind = match around {
            _ if strings == Strings::Contexts => FrameKind::Context,
            Some(around) if around.kind == FrameKind::Context => FrameKind::Term,
            _ => FrameKind::Node,
        };
        let terms = match self.members(open).find(|(key, _)| self.inside(*key) == "@context") {
            Some((_, value)) if kind == FrameKind::Node => Arc::new(self.defined(value, &terms)),
            _ => terms,
        };
        Frame { kind, terms, key, strings: Strings::Nothing, around: strings, close }
    }

    /// Returns the terms inside an object with the context at `value`, within `around`.
    fn defined(&self, value: usize, around: &Terms) -> Terms {
        let mut terms = around.clone();
        let Some(token) = self.tokens.get(value) else { return terms };
        match token.kind {
            JsonTokenKind::Object => self.define(value, &mut terms),
            JsonTokenKind::List => {
                let mut at = value + 1;
                while at < token.partner {
                    if self.tokens[at].kind == JsonTokenKind::Object {
                        self.define(at, &mut terms);
                        at = self.tokens[at].partner;
                    }
                    at += 1;
                }
            }
            _ => {}
        }
        terms
    }

    /// Adds the definitions of the context object at `open`.
    fn define(&self, open: usize, terms: &mut Terms) {
        for (key, value) in self.members(open) {
            match (self.inside(key), self.iri_at(value)) {
                ("@base", Some(base)) => {
                    terms.base = BaseIri::within(terms.base.as_ref(), &Decoded::json_string(base).value);
                }
                ("@vocab", Some(vocabulary)) => terms.vocabulary = terms.expanded(vocabulary).map(Into::into),
                _ => {}
            }
        }
        // A definition may use one that follows it.
        for _ in 0..2 {
            for (key, value) in self.members(open) {
                let term = self.inside(key);
                if term.starts_with('@') {
                    continue;
                }
                if let Some(iri) = self.iri_at(value) {
                    let iri = terms.expanded(iri);
                    terms.iris.rebind(term, iri.as_deref());
                }
                let is_object = self.tokens.get(value).is_some_and(|token| token.kind == JsonTokenKind::Object);
                let mut members = is_object.then(|| self.members(value)).into_iter().flatten();
                let is_id = |(key, value): (usize, usize)| {
                    self.inside(key) == "@type" && matches!(self.string_at(value), Some("@id" | "@vocab"))
                };
                if members.any(is_id) {
                    terms.ids.rebind(term, Some(""));
                }
            }
        }
    }

    /// Returns the IRI of a definition as written: a string, or the `@id` of an object.
    fn iri_at(&self, value: usize) -> Option<&'t str> {
        let is_object = self.tokens.get(value)?.kind == JsonTokenKind::Object;
        let text = if is_object {
            let id = self.members(value).find(|(key, _)| self.inside(*key) == "@id");
            self.string_at(id?.1)
        } else {
            self.string_at(value)
        };
        text.filter(|text| !text.starts_with('@'))
    }

    fn string_at(&self, at: usize) -> Option<&'t str> {
        let is_string = self.tokens.get(at)?.kind == JsonTokenKind::String;
        is_string.then(|| self.inside(at))
    }

    /// Returns the text between the quotes of a string.
    fn inside(&self, at: usize) -> &'t str {
        let span = self.tokens[at].span;
        &self.text[span.start + 1..span.end - 1]
    }

    /// Returns the members of the object at `open`: the tokens of the key and of the value.
    fn members(&self, open: usize) -> impl Iterator<Item = (usize, usize)> {
        let close = self.tokens[open].partner.min(self.tokens.len());
        let mut at = open + 1;
        std::iter::from_fn(move || {
            while at < close {
                let token = self.tokens[at];
                let is_key = token.kind == JsonTokenKind::String
                    && self.tokens.get(at + 1).is_some_and(|next| next.kind == JsonTokenKind::Colon);
                let key = at;
                at = match token.kind {
                    JsonTokenKind::Object | JsonTokenKind::List => token.partner + 1,
                    _ if is_key => at + 2,
                    _ => at + 1,
                };
                if is_key && at < close {
                    return Some((key, at));
                }
            }
            None
        })
    }
}

/// Returns what the strings of the member with the key of `frame` are.
fn strings_of(frame: &Frame<'_>) -> Strings {
    match (frame.kind, frame.key) {
        (_, "@context") => Strings::Contexts,
        (FrameKind::Context, "@base") | (FrameKind::Node, "@id") => Strings::Ids,
        (FrameKind::Context, "@vocab") | (FrameKind::Term, "@id" | "@type") | (FrameKind::Node, "@type") => {
            Strings::Names
        }
        (FrameKind::Context, key) if !key.starts_with('@') => Strings::Names,
        (FrameKind::Node, "@list" | "@set") => frame.around,
        (FrameKind::Node, key) if frame.terms.ids.declares(key) => Strings::Ids,
        _ => Strings::Nothing,
    }
}

impl Terms {
    /// Returns whether `raw` is a compact IRI, and its role; `None` for other strings.
    fn reference(&self, raw: &str, strings: Strings) -> Option<(bool, Role)> {
        let is_blank = raw.starts_with("_:") || raw.starts_with('@');
        if strings == Strings::Nothing || is_blank || strings == Strings::Names && !raw.contains(':') {
            return None;
        }
        if strings == Strings::Contexts {
            return Some((false, Role::IRI));
        }
        Some((self.is_compact(raw), Role::RDF))
    }

    /// Returns whether `raw` is a compact IRI.
    fn is_compact(&self, raw: &str) -> bool {
        raw.split_once(':').is_some_and(|(prefix, local)| !local.starts_with("//") && self.iris.declares(prefix))
    }

    /// Returns the IRI that `raw`, a compact IRI, a term or an IRI as written, stands for; `None` if it is unknown, or longer
    /// than [what a value may stand for](longest_replacement).
    fn expanded(&self, raw: &str) -> Option<String> {
        let is_short = |length: usize| length <= longest_replacement(raw.len());
        if self.is_compact(raw) {
            let decoded = Decoded::compact_iri(raw, &self.iris);
            return decoded.is_known(decoded.whole()).then(|| decoded.value.into_owned());
        }
        if self.iris.declares(raw) {
            return self.iris.replacement(raw).filter(|iri| is_short(iri.len())).map(str::to_owned);
        }
        let iri = Decoded::json_string(raw).value;
        match &self.vocabulary {
            Some(vocabulary) if !iri.contains(':') => {
                is_short(vocabulary.len() + iri.len()).then(|| format!("{vocabulary}{iri}"))
            }
            _ => {
                let base = BaseIri::for_findings(self.base.as_ref());
                let resolved = base.and_then(|base| resolve(&base, &iri));
                Some(resolved.unwrap_or_else(|| iri.into_owned())).filter(|iri| is_short(iri.len()))
            }
        }
    }
}

/// Returns the tokens of `text`. A string without an end is no token; its line is not lost.
fn tokens(text: &str) -> Vec<JsonToken> {
    let bytes = text.as_bytes();
    let mut tokens: Vec<JsonToken> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        let kind = match bytes[start] {
            b'{' => JsonTokenKind::Object,
            b'[' => JsonTokenKind::List,
            b'}' | b']' => JsonTokenKind::Close,
            b':' => JsonTokenKind::Colon,
            b'"' => match string_end(bytes, at) {
                Some(end) => {
                    at = end;
                    JsonTokenKind::String
                }
                None => continue,
            },
            b' ' | b'\t' | b'\r' | b'\n' | b',' => continue,
            _ => {
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                JsonTokenKind::Other
            }
        };
        let index = tokens.len();
        match kind {
            JsonTokenKind::Object | JsonTokenKind::List => open.push(index),
            JsonTokenKind::Close => {
                if let Some(opening) = open.pop() {
                    tokens[opening].partner = index;
                }
            }
            _ => {}
        }
        tokens.push(JsonToken { kind, span: Span::new(start, at), partner: index });
    }
    let end = tokens.len();
    for opening in open {
        tokens[opening].partner = end;
    }
    tokens
}

/// Returns the offset after the quote that ends the string whose content starts at `from`; `None` if its line has no other.
fn string_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr::memchr3(b'"', b'\\', b'\n', bytes.get(at..)?)?;
        match bytes[at] {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => return None,
        }
    }
}
