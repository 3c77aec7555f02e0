//! References in JSON-LD: those of a document, and those of a `script` in one of XML.
//!
//! ```text
//!  text ─▶ tokens, each bracket with its partner ─▶ terms of each object ─▶ references
//!                                                   (json_ld_context)
//! ```
//!
//! The `@context` of an object may follow the members that it applies to. A context on the web is never loaded: the names
//! that it defines are unknown, and no references.

use std::sync::Arc;

use crate::rdf::json::{JsonText, JsonTokenKind};
use crate::rdf::json_ld_context::{Contexts, JsonLdKey, NodeTerms, Strings, Terms, has_prefix, is_keyword};
use crate::rules::Role;
use crate::text::Span;
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
    /// Term that it is the IRI of.
    pub declares: Option<&'j str>,
}

/// What objects are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Objects {
    /// Nodes, or values.
    Nodes,
    /// Nodes in a map, in which a context goes on.
    NodesInMap,
    /// Parts of the node around them.
    Parts,
    /// Maps whose keys are such strings.
    Maps(Strings),
    /// Contexts that apply to the object around them.
    Contexts,
    /// Contexts of a term.
    ScopedContexts,
    /// Definitions of terms.
    Definitions,
    /// Not part of the graph.
    Nothing,
}

/// What the value of a member is.
#[derive(Clone, Copy, Debug)]
struct Slot {
    strings: Strings,
    objects: Objects,
    /// Context of the property, for its objects, and whether it goes on in nodes inside.
    context: Option<(usize, bool)>,
}

impl Slot {
    const NODES: Self = Self::new(Strings::Nothing, Objects::Nodes);
    const NOTHING: Self = Self::new(Strings::Nothing, Objects::Nothing);

    const fn new(strings: Strings, objects: Objects) -> Self {
        Self { strings, objects, context: None }
    }
}

/// Open object or list.
struct Frame<'t> {
    kind: FrameKind,
    terms: Arc<Terms>,
    /// Terms before those of its types, or before it if it is a context itself.
    before: Arc<Terms>,
    /// JsonLdKey of the member.
    key: &'t str,
    /// What the value of the member is, or the items of the list.
    slot: Slot,
    /// What the object or list is itself.
    around: Slot,
    /// JsonLdKey around it.
    outer: &'t str,
    /// What the string of `@value` is.
    literal: Strings,
    close: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameKind {
    Node,
    Map(Strings),
    Context,
    Definition,
    List,
    /// An object without references.
    Nothing,
}

struct JsonLd<'j, 't> {
    json: &'j JsonText<'t>,
    contexts: Contexts<'j, 't>,
}

/// Returns where the defined `term` is a name of its own in `text`, in order: a key, or a name in a value.
pub fn uses_of_term(text: &str, term: &str) -> Vec<Span> {
    let json = JsonText::new(text);
    let mut all = Vec::new();
    let mut each_string = |span: Span, is_term: bool| all.extend((is_term && span.slice(text) == term).then_some(span));
    JsonLd { json: &json, contexts: Contexts::new(&json, None) }.each_reference(|_| {}, &mut each_string);
    all
}

/// Passes on the references in `text` in order.
pub fn each_reference(text: &str, base: Option<BaseIri>, found: impl FnMut(&JsonReference<'_>)) {
    let json = JsonText::new(text);
    JsonLd { json: &json, contexts: Contexts::new(&json, base) }.each_reference(found, |_, _| {});
}

impl<'t> JsonLd<'_, 't> {
    /// Passes on the references, and the span of each string with whether it is a defined term.
    fn each_reference(&mut self, mut found: impl FnMut(&JsonReference<'_>), mut each_string: impl FnMut(Span, bool)) {
        let json = self.json;
        let mut frames: Vec<Frame<'t>> = Vec::new();
        for (at, token) in json.tokens.iter().enumerate() {
            while frames.last().is_some_and(|frame| frame.close <= at) {
                frames.pop();
            }
            match token.kind {
                JsonTokenKind::Object | JsonTokenKind::List => {
                    let frame = self.frame(at, frames.last());
                    frames.push(frame);
                }
                JsonTokenKind::String => {
                    let is_key = json.is_key(at);
                    let Some(frame) = frames.last_mut() else { continue };
                    let span = Span::new(token.span.start + 1, token.span.end - 1);
                    let (names, strings) = if is_key && frame.kind != FrameKind::List {
                        frame.key = span.slice(json.text);
                        let (slot, strings) = self.slot(frame, at);
                        frame.slot = slot;
                        (("key", None), strings)
                    } else {
                        (("value", Some(frame.key)), frame.slot.strings)
                    };
                    let raw = span.slice(json.text);
                    let is_member = frame.kind == FrameKind::Context && names.1.is_some();
                    let terms = match frame.slot.context {
                        Some((context, goes_on)) if names.1.is_some() && strings != Strings::Nothing => {
                            self.contexts.within(context, &frame.terms, goes_on)
                        }
                        // A context is loaded from where the document is.
                        _ if strings == Strings::Contexts => self.contexts.outside(),
                        _ if strings == Strings::Types || is_member && frame.key == "@base" => {
                            Arc::clone(&frame.before)
                        }
                        _ if is_member && frame.key == "@vocab" => frame.before.of_vocabulary(&frame.terms),
                        _ => Arc::clone(&frame.terms),
                    };
                    let is_name = matches!(strings, Strings::Names | Strings::NamesOrIds | Strings::Types);
                    each_string(span, is_name && self.contexts.is_defined(&terms, raw));
                    if let Some((is_compact, role)) = self.reference(raw, strings, &terms) {
                        let declares = names.1.and_then(|key| match (frame.kind, key) {
                            (FrameKind::Context, _) if strings == Strings::Names || key == "@vocab" => Some(key),
                            (FrameKind::Definition, "@id") => {
                                Some(frame.outer).filter(|term| self.contexts.is_prefix(&terms, term))
                            }
                            _ => None,
                        });
                        let declares = declares.filter(|term| !has_prefix(term));
                        let is_namespace =
                            |term: &&str| *term == "@vocab" || self.contexts.is_prefix(&frame.terms, term);
                        let role = match declares.as_ref().is_some_and(is_namespace) {
                            true => Role::RDF_NAMESPACE,
                            false if is_member && frame.key == "@base" => Role::RDF_BASE,
                            false => role,
                        };
                        found(&JsonReference { span, names, is_compact, role, terms: &terms, declares });
                    }
                }
                JsonTokenKind::Close | JsonTokenKind::Colon | JsonTokenKind::Other => {}
            }
        }
    }

    /// Opens the object or list at `open` inside `around`.
    fn frame(&mut self, open: usize, around: Option<&Frame<'t>>) -> Frame<'t> {
        let close = self.json.tokens[open].partner;
        let mut slot = around.map_or(Slot::NODES, |around| around.slot);
        let (key, terms) =
            around.map_or_else(|| ("", self.contexts.outside()), |around| (around.key, Arc::clone(&around.terms)));
        if slot.objects == Objects::ScopedContexts {
            self.contexts.apply(open, &terms, true);
            slot.objects = Objects::Contexts;
        }
        let literal = Strings::Nothing;
        let frame = |kind, terms: Arc<Terms>, slot, around| {
            let before = Arc::clone(&terms);
            Frame { kind, terms, before, key, slot, around, outer: key, literal, close }
        };
        if self.json.is_list(open) {
            // Only an object is a map.
            let is_map = matches!(slot.objects, Objects::Maps(_));
            let slot = Slot { objects: if is_map { Objects::Nodes } else { slot.objects }, ..slot };
            let before = around.map_or_else(|| Arc::clone(&terms), |around| Arc::clone(&around.before));
            return Frame { before, ..frame(FrameKind::List, terms, slot, slot) };
        }
        match slot.objects {
            Objects::Nothing => frame(FrameKind::Nothing, terms, Slot::NOTHING, slot),
            Objects::Definitions => frame(FrameKind::Definition, terms, Slot::NOTHING, slot),
            Objects::Contexts | Objects::ScopedContexts => {
                let (before, terms) = self.contexts.applied(open).cloned().unwrap_or((Arc::clone(&terms), terms));
                Frame { before, ..frame(FrameKind::Context, terms, Slot::NOTHING, slot) }
            }
            Objects::Maps(keys) => {
                frame(FrameKind::Map(keys), terms, Slot { objects: Objects::NodesInMap, ..slot }, slot)
            }
            Objects::Parts => frame(FrameKind::Node, terms, Slot::NOTHING, slot),
            Objects::Nodes | Objects::NodesInMap => {
                let is_in_map = slot.objects == Objects::NodesInMap;
                let NodeTerms { inside, before, literal } =
                    self.contexts.of_node(open, &terms, slot.context, is_in_map);
                Frame { before, literal, ..frame(FrameKind::Node, inside, Slot::NOTHING, slot) }
            }
        }
    }

    /// Returns what the value of the member is whose key `at` was added to `frame`, and what the key is.
    fn slot(&self, frame: &Frame<'t>, at: usize) -> (Slot, Strings) {
        let key = &*self.json.text_at(at);
        match frame.kind {
            FrameKind::Node => match self.contexts.key(&frame.terms, key) {
                JsonLdKey::Keyword(keyword) => (slot_of_keyword(frame, keyword), Strings::Nothing),
                JsonLdKey::Property(None) => (Slot::NODES, Strings::Names),
                JsonLdKey::Property(Some(definition)) => {
                    let objects = match definition.keys {
                        Some(keys) => Objects::Maps(keys),
                        None if definition.is_json => Objects::Nothing,
                        None => Objects::Nodes,
                    };
                    let context = definition.context.map(|context| (context, true));
                    (Slot { strings: definition.strings, objects, context }, Strings::Names)
                }
                JsonLdKey::Dropped => (Slot::NOTHING, Strings::Nothing),
            },
            FrameKind::Map(keys) => {
                let own = if keys == Strings::Types { self.contexts.context_of(&frame.terms, key) } else { None };
                let context = own.map(|context| (context, false)).or(frame.around.context);
                let is_keyword = matches!(self.contexts.key(&frame.terms, key), JsonLdKey::Keyword(_));
                let keys = if is_keyword { Strings::Nothing } else { keys };
                (Slot { context, objects: Objects::NodesInMap, ..frame.around }, keys)
            }
            FrameKind::Context => {
                let slot = match key {
                    "@base" | "@vocab" => Slot::new(Strings::Ids, Objects::Nothing),
                    "@import" => Slot::new(Strings::Contexts, Objects::Nothing),
                    _ if is_keyword(key) => Slot::NOTHING,
                    _ => Slot::new(Strings::Names, Objects::Definitions),
                };
                (slot, Strings::Names)
            }
            FrameKind::Definition => {
                let slot = match key {
                    "@id" | "@type" | "@reverse" | "@index" => Slot::new(Strings::Names, Objects::Nothing),
                    "@context" => Slot::new(Strings::Contexts, Objects::ScopedContexts),
                    _ => Slot::NOTHING,
                };
                (slot, Strings::Nothing)
            }
            FrameKind::List | FrameKind::Nothing => (Slot::NOTHING, Strings::Nothing),
        }
    }

    /// Returns whether `raw` is a compact IRI, and its role; `None` for other strings.
    fn reference(&self, raw: &str, strings: Strings, terms: &Terms) -> Option<(bool, Role)> {
        let is_name = match strings {
            Strings::Nothing => return None,
            Strings::AnyUris => return Some((false, Role::RDF_LITERAL)),
            Strings::Contexts => return Some((false, Role::IRI)),
            Strings::Ids => true,
            Strings::Names => has_prefix(raw),
            Strings::NamesOrIds | Strings::Types => has_prefix(raw) || self.contexts.is_relative(raw, terms),
        };
        let is_compact = self.contexts.is_compact(raw, terms);
        let namespace = raw.split_once(':').and_then(|(prefix, _)| terms.prefixes.replacement(prefix));
        let is_blank = if is_compact { namespace.unwrap_or_default() } else { raw }.starts_with("_:");
        (is_name && !is_blank && !is_keyword(raw)).then_some((is_compact, Role::RDF))
    }
}

/// Returns what the value of the member of `frame` is whose key is a keyword, or stands for one.
fn slot_of_keyword(frame: &Frame<'_>, keyword: &str) -> Slot {
    match keyword {
        "@context" => Slot::new(Strings::Contexts, Objects::Contexts),
        "@id" => Slot::new(Strings::Ids, Objects::Nothing),
        "@type" => Slot::new(Strings::Types, Objects::Nothing),
        "@graph" | "@included" => Slot::NODES,
        "@list" | "@set" => Slot { objects: Objects::Nodes, ..frame.around },
        "@reverse" | "@nest" => Slot::new(Strings::Nothing, Objects::Parts),
        "@value" => Slot::new(frame.literal, Objects::Nothing),
        _ => Slot::NOTHING,
    }
}
