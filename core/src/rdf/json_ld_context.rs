//! Contexts of JSON-LD 1.1: what the keys and the values of each object mean.
//!
//! ```text
//! context  ─▶ terms       base, vocabulary, definitions      JSON-LD 1.1 API sections 4.1 and 4.2
//! node     ─▶ its terms   property-scoped, own and type-scoped contexts     section 5.1
//! ```
//!
//! Terms are values that share their definitions with those around them. Each context is applied once to the same terms.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::rdf::json::JsonText;
use crate::rdf::namespace::{ANY_URI, absolute};
use crate::text::{Decoded, Entities, longest_replacement};
use crate::xml::scope::BaseIri;

/// What strings are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strings {
    /// No references.
    Nothing,
    /// IRIs that are resolved against the base.
    Ids,
    /// IRIs or terms.
    Names,
    /// The same, but what is neither is resolved against the base.
    NamesOrIds,
    /// The same in `@type`.
    Types,
    /// Contexts that are loaded.
    Contexts,
    /// Literals of the type `xsd:anyURI`.
    AnyUris,
}

/// What the names in a part of a document stand for.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Base of relative references.
    pub base: Option<BaseIri>,
    /// IRIs of the terms that may be prefixes.
    pub prefixes: Entities,
    vocabulary: Option<Arc<str>>,
    /// Number of the definition of each term.
    definitions: Entities,
    /// Whether a context that is not loaded may define more terms.
    is_partial: bool,
    /// Terms of the nodes inside, if the context does not go on there.
    previous: Option<Arc<Self>>,
}

/// TermDefinition of a term.
#[derive(Clone, Debug)]
pub struct TermDefinition {
    /// IRI or keyword; `None` if it is unknown.
    iri: Option<String>,
    is_prefix: bool,
    /// Whether the term stands for nothing.
    is_dropped: bool,
    /// What the strings of its values are.
    pub strings: Strings,
    /// What the keys are, if its values are maps.
    pub keys: Option<Strings>,
    /// Whether its values are JSON.
    pub is_json: bool,
    /// Context of its values.
    pub context: Option<usize>,
}

/// What a key is.
pub enum JsonLdKey<'k> {
    Keyword(&'k str),
    /// A property, with its definition if it is a known term.
    Property(Option<&'k TermDefinition>),
    /// A name that stands for nothing: its value is not a part of the graph.
    Dropped,
}

/// Terms of a node.
pub struct NodeTerms {
    pub inside: Arc<Terms>,
    /// Those before the contexts of its types, in which the types are.
    pub before: Arc<Terms>,
    /// What the string of `@value` is.
    pub literal: Strings,
}

/// Contexts of a document.
pub struct Contexts<'j, 't> {
    json: &'j JsonText<'t>,
    definitions: Vec<TermDefinition>,
    /// Terms by what they are made of: the terms around a context, its token, and whether it goes on in nodes inside.
    known: FxHashMap<(usize, usize, bool), Known>,
    /// Terms before each context object, and with it, as it was applied last.
    applied: FxHashMap<usize, Known>,
    /// What was counted of each context object: nodes inside each other may apply one thousands of times.
    shapes: FxHashMap<usize, Shape>,
    /// Number of members of contexts that may still be read.
    budget: usize,
    outside: Arc<Terms>,
}

/// Terms around a context, and inside it.
pub type Known = (Arc<Terms>, Arc<Terms>);

/// What decides how a context object is applied.
#[derive(Clone, Copy)]
struct Shape {
    /// Number of members; 1 for anything else than an object.
    length: usize,
    /// Value of `@propagate`.
    propagates: Option<bool>,
}

/// Members of a context that are defined.
struct Local<'t> {
    /// Value of each term.
    values: HashMap<Cow<'t, str>, usize>,
    done: FxHashSet<usize>,
}

/// Maximum number of definitions that depend on each other.
const DEEPEST: usize = 32;
/// Number of members of contexts that are read, per token of the document. Each node may apply the context of a
/// property once more.
const BUDGET: usize = 2;
const LEAST_BUDGET: usize = 1_000;

impl Terms {
    /// Returns the terms that apply to the vocabulary of a context, which has the terms `inside`: a name without a prefix
    /// starts with the vocabulary here, if there is one.
    pub fn of_vocabulary(&self, inside: &Self) -> Arc<Self> {
        let mut terms = Self { base: inside.base.clone(), ..self.clone() };
        if let Some(vocabulary) = &self.vocabulary {
            terms.prefixes.rebind("", Some(vocabulary));
        }
        Arc::new(terms)
    }
}

impl<'j, 't> Contexts<'j, 't> {
    pub fn new(json: &'j JsonText<'t>, base: Option<BaseIri>) -> Self {
        // A document without a context may get one with the protocol, or have lost it by damage.
        let outside = Arc::new(Terms { base, is_partial: true, ..Terms::default() });
        let budget = json.tokens.len().saturating_mul(BUDGET).saturating_add(LEAST_BUDGET);
        let (known, applied, shapes) = (HashMap::default(), HashMap::default(), HashMap::default());
        Self { json, definitions: Vec::new(), known, applied, shapes, budget, outside }
    }

    /// Returns the terms outside of all contexts.
    pub fn outside(&self) -> Arc<Terms> {
        Arc::clone(&self.outside)
    }

    /// Returns the terms before the context object at `open`, which was applied, and with it.
    pub fn applied(&self, open: usize) -> Option<&Known> {
        self.applied.get(&open)
    }

    fn definition(&self, terms: &Terms, term: &str) -> Option<&TermDefinition> {
        let number: usize = terms.definitions.replacement(term)?.parse().ok()?;
        self.definitions.get(number)
    }

    /// Returns the context of the values of `term`.
    pub fn context_of(&self, terms: &Terms, term: &str) -> Option<usize> {
        self.definition(terms, term)?.context
    }

    /// Returns whether `term` is defined.
    pub fn is_defined(&self, terms: &Terms, term: &str) -> bool {
        self.definition(terms, term).is_some()
    }

    /// Returns whether `term` may be a prefix.
    pub fn is_prefix(&self, terms: &Terms, term: &str) -> bool {
        self.definition(terms, term).is_some_and(|definition| definition.is_prefix)
    }

    /// Returns what `key` is.
    pub fn key<'k>(&'k self, terms: &Terms, key: &'k str) -> JsonLdKey<'k> {
        if let Some(definition) = self.definition(terms, key) {
            return match &definition.iri {
                Some(keyword) if is_keyword(keyword) => JsonLdKey::Keyword(keyword),
                _ if definition.is_dropped => JsonLdKey::Dropped,
                _ => JsonLdKey::Property(Some(definition)),
            };
        }
        match key {
            _ if is_keyword(key) => JsonLdKey::Keyword(key),
            _ if has_prefix(key) || terms.vocabulary.is_some() || terms.is_partial => JsonLdKey::Property(None),
            _ => JsonLdKey::Dropped,
        }
    }

    /// Returns whether `raw`, the name of a type without a colon, is a relative reference.
    pub fn is_relative(&self, raw: &str, terms: &Terms) -> bool {
        terms.vocabulary.is_none() && !terms.is_partial && self.definition(terms, raw).is_none()
    }

    /// Returns whether `raw` is a compact IRI.
    pub fn is_compact(&self, raw: &str, terms: &Terms) -> bool {
        match raw.split_once(':').filter(|_| has_prefix(raw)) {
            Some((prefix, local)) => !local.starts_with("//") && self.is_prefix(terms, prefix),
            None => terms.prefixes.declares(""),
        }
    }

    /// Returns the terms of the node at `open` whose property has the terms `around` and that context, with whether it goes
    /// on in nodes inside. In a map, the context around it goes on.
    pub fn of_node(
        &mut self,
        open: usize,
        around: &Arc<Terms>,
        context: Option<(usize, bool)>,
        is_in_map: bool,
    ) -> NodeTerms {
        let json = self.json;
        let mut terms = Arc::clone(around);
        if let Some(previous) = around.previous.as_ref().filter(|_| !is_in_map && !self.is_value_or_id(open, around)) {
            terms = Arc::clone(previous);
        }
        if let Some((context, goes_on)) = context {
            terms = self.within(context, &terms, goes_on);
        }
        if let Some((_, context)) = json.members(open).find(|(key, _)| json.raw_at(*key) == "@context") {
            terms = self.within(context, &terms, true);
        }
        let is_type = |key: usize| matches!(self.key(&terms, &json.text_at(key)), JsonLdKey::Keyword("@type"));
        let values = json.members(open).filter(|(key, _)| is_type(*key)).map(|(_, value)| value);
        let mut types: Vec<_> =
            values.flat_map(|value| json.items(value)).filter_map(|item| json.string_at(item)).collect();
        types.sort_unstable();
        let is_any_uri = types.iter().any(|name| self.expanded(name, &terms, false).as_deref() == Some(ANY_URI));
        let scoped: Vec<_> = types.iter().filter_map(|name| self.context_of(&terms, name)).collect();
        let before = Arc::clone(&terms);
        for context in scoped {
            terms = self.within(context, &terms, false);
        }
        let literal = if is_any_uri { Strings::AnyUris } else { Strings::Nothing };
        NodeTerms { inside: terms, before, literal }
    }

    /// Returns whether the object at `open` is a value, or has only an IRI.
    fn is_value_or_id(&self, open: usize, terms: &Terms) -> bool {
        let json = self.json;
        let is = |key: usize, keyword| matches!(self.key(terms, &json.text_at(key)), JsonLdKey::Keyword(of) if of == keyword);
        let keys = || json.members(open).map(|(key, _)| key);
        keys().any(|key| is(key, "@value")) || keys().count() == 1 && keys().all(|key| is(key, "@id"))
    }

    /// Returns the terms inside the context at `value`, given those `around` it, and whether it goes on in nodes inside
    /// unless it decides that itself.
    pub fn within(&mut self, value: usize, around: &Arc<Terms>, goes_on: bool) -> Arc<Terms> {
        let made_of = (Arc::as_ptr(around) as usize, value, goes_on);
        if let Some((_, known)) = self.known.get(&made_of) {
            return Arc::clone(known);
        }
        let terms = self.apply(value, around, goes_on);
        self.known.insert(made_of, (Arc::clone(around), Arc::clone(&terms)));
        terms
    }

    /// Returns what [`within`](Self::within) does, and records the terms of each context object.
    pub fn apply(&mut self, value: usize, around: &Arc<Terms>, goes_on: bool) -> Arc<Terms> {
        let json = self.json;
        let goes_on = self.shape(value).propagates.unwrap_or(goes_on);
        let mut terms = Terms::clone(around);
        terms.is_partial &= !Arc::ptr_eq(around, &self.outside);
        if !goes_on {
            terms.previous.get_or_insert_with(|| Arc::clone(around));
        }
        let mut terms = Arc::new(terms);
        for item in json.items(value) {
            let left = self.budget.checked_sub(self.shape(item).length.max(1));
            self.budget = left.unwrap_or(0);
            if json.is_object(item) && left.is_some() {
                let before = Arc::clone(&terms);
                self.define(item, Arc::make_mut(&mut terms));
                self.applied.insert(item, (before, Arc::clone(&terms)));
                continue;
            }
            let terms = Arc::make_mut(&mut terms);
            if json.is_literal(item, "null") {
                let previous = terms.previous.take();
                *terms = Terms { previous, is_partial: false, ..Terms::clone(&self.outside) };
            } else {
                terms.is_partial = true;
            }
        }
        terms
    }

    fn shape(&mut self, value: usize) -> Shape {
        let json = self.json;
        *self.shapes.entry(value).or_insert_with(|| {
            if !json.is_object(value) {
                return Shape { length: 1, propagates: None };
            }
            let is = |value: usize, word: &str| json.is_literal(value, word).then(|| word == "true");
            let mut own = json.members(value).filter(|(key, _)| json.raw_at(*key) == "@propagate");
            let propagates = own.find_map(|(_, value)| is(value, "true").or_else(|| is(value, "false")));
            Shape { length: json.members(value).count(), propagates }
        })
    }

    /// Adds the definitions of the context object at `open`.
    fn define(&mut self, open: usize, terms: &mut Terms) {
        let json = self.json;
        let mut values = HashMap::new();
        // The vocabulary is resolved against the base.
        if let Some((_, value)) = json.members(open).find(|(key, _)| json.raw_at(*key) == "@base") {
            let base = json.string_at(value);
            terms.base = base.and_then(|base| BaseIri::within(terms.base.as_ref(), &base));
        }
        for (key, value) in json.members(open) {
            let string = json.string_at(value);
            match (json.raw_at(key), string) {
                ("@vocab", Some(vocabulary)) => {
                    terms.vocabulary = self.expanded(&vocabulary, terms, true).map(Into::into);
                }
                ("@vocab", None) => terms.vocabulary = None,
                ("@import", _) => terms.is_partial = true,
                (key, _) if is_keyword(key) => {}
                _ => drop(values.insert(json.text_at(key), value)),
            }
        }
        let terms_in_order: Vec<_> = json.members(open).map(|(key, _)| key).collect();
        let mut local = Local { values, done: HashSet::default() };
        for key in terms_in_order {
            self.define_term(&json.text_at(key), &mut local, terms, 0);
        }
    }

    /// Adds the definition of `term`, if the context has one, after those that it depends on.
    fn define_term(&mut self, term: &str, local: &mut Local<'t>, terms: &mut Terms, depth: usize) {
        let json = self.json;
        let Some(&value) = local.values.get(term) else { return };
        if depth == DEEPEST || !local.done.insert(value) {
            return;
        }
        let member = |name: &str| {
            let mut members = json.is_object(value).then(|| json.members(value)).into_iter().flatten();
            members.find(|(key, _)| json.raw_at(*key) == name).map(|(_, value)| value)
        };
        let string = |name: &str| json.string_at(member(name)?);
        let simple = json.string_at(value);
        let id = simple.clone().or_else(|| string("@id")).or_else(|| string("@reverse"));
        let (type_name, index) = (string("@type"), string("@index"));
        for name in [id.as_deref(), type_name.as_deref(), index.as_deref(), Some(term)].into_iter().flatten() {
            let prefix = name.split_once(':').map_or(name, |(prefix, _)| prefix);
            self.define_term(prefix, local, terms, depth + 1);
        }
        let is_null = |value: Option<usize>| value.is_some_and(|value| json.is_literal(value, "null"));
        let iri = match id.as_deref() {
            // It is a name of the vocabulary, or of a term that this one replaces.
            Some(id) if id == term => terms.vocabulary.as_ref().map(|vocabulary| format!("{vocabulary}{id}")),
            id => self.expanded(id.unwrap_or(term), terms, false),
        };
        let iri = iri.filter(|iri| iri.len() <= longest_replacement(term.len() + id.as_ref().map_or(0, |id| id.len())));
        let ends_in_delimiter =
            |iri: &String| iri.ends_with([':', '/', '?', '#', '[', ']', '@']) || iri.starts_with("_:");
        // An empty name cannot be defined.
        let is_prefix = !term.is_empty()
            && !term.contains([':', '/'])
            && (simple.is_some() && iri.as_ref().is_some_and(ends_in_delimiter)
                || member("@prefix").is_some_and(|value| json.is_literal(value, "true")));
        let containers = member("@container").into_iter().flat_map(|value| json.items(value));
        let keys = containers.filter_map(|item| match &*json.string_at(item)? {
            "@id" => Some(Strings::Ids),
            "@type" => Some(Strings::Types),
            "@index" => {
                let property = index.as_deref().and_then(|name| self.definition(terms, name));
                Some(property.map_or(Strings::Nothing, |property| property.strings))
            }
            "@language" => Some(Strings::Nothing),
            _ => None,
        });
        let keys = keys.last();
        let strings = match type_name.as_deref() {
            Some("@id") => Strings::Ids,
            Some("@vocab") => Strings::NamesOrIds,
            None if keys == Some(Strings::Types) => Strings::Ids,
            Some(name) if self.expanded(name, terms, false).as_deref() == Some(ANY_URI) => Strings::AnyUris,
            _ => Strings::Nothing,
        };
        if is_prefix {
            terms.prefixes.rebind(term, iri.as_deref());
        }
        let number = self.definitions.len();
        self.definitions.push(TermDefinition {
            iri,
            is_prefix,
            is_dropped: is_null(Some(value)) || is_null(member("@id")),
            strings,
            keys,
            is_json: type_name.as_deref() == Some("@json"),
            context: member("@context"),
        });
        terms.definitions.rebind(term, Some(&number.to_string()));
    }

    /// Returns what `name` stands for: a keyword, a term, a compact IRI, an IRI, a name of the vocabulary, or if `has_base`
    /// is true, a relative reference; `None` if it is unknown, or longer than [what a value may stand
    /// for](longest_replacement).
    fn expanded(&self, name: &str, terms: &Terms, has_base: bool) -> Option<String> {
        let is_short = |length: usize| length <= longest_replacement(name.len());
        if is_keyword(name) {
            return Some(name.to_owned());
        }
        if let Some(definition) = self.definition(terms, name) {
            return definition.iri.clone().filter(|iri| is_short(iri.len()));
        }
        if self.is_compact(name, terms) {
            let decoded = Decoded::compact_iri(name, &terms.prefixes);
            return decoded.is_known(decoded.whole()).then(|| decoded.value.into_owned());
        }
        if has_prefix(name) {
            return Some(name.to_owned());
        }
        if let Some(vocabulary) = &terms.vocabulary {
            return is_short(vocabulary.len() + name.len()).then(|| format!("{vocabulary}{name}"));
        }
        let resolved = || absolute(name, terms.base.as_ref()).into_owned();
        has_base.then(resolved).filter(|iri| is_short(iri.len()))
    }
}

/// Returns whether `name` has the form of a keyword.
pub fn is_keyword(name: &str) -> bool {
    name.strip_prefix('@').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Returns whether `name` is an IRI or a compact IRI: a relative reference has no colon in its first segment.
pub fn has_prefix(name: &str) -> bool {
    name.find([':', '/', '?', '#']).is_some_and(|end| end > 0 && name[end..].starts_with(':'))
}
