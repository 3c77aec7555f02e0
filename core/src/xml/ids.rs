//! IDs of the elements of a document: the targets of fragments.
//!
//! ```text
//! xml:id, id, Id, ID, gml:id, …       any attribute with the local name "id", or another one of `idrefs.tsv`
//! <!ATTLIST item key ID #REQUIRED>    attributes that the internal subset or a schema declares as IDs
//! <a name="…">                        XHTML
//! topic, topic/element                DITA: an ID is unique in its topic
//! ```
//!
//! Whether a fragment without a target is an error depends on the format: in RDF it is a name, and in Office formats the
//! name of a sheet or a bookmark. So only documents whose fragments are known to be IDs report a missing one.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::LazyLock;

use crate::reference::percent_decoded;
use crate::rules::{css_identifier, css_identifier_at, id_selectors};
use crate::text::similar::{MOST_EQUAL, most_similar};
use crate::text::{Decoded, Entities, InDocument, Span, WHITESPACE};
use crate::vocabularies::{Condition, DoctypeNames, DocumentType, ExpandedName};
use crate::xml::keys::{KeyName, Keys};
use crate::xml::lexer::{Lexer, Next, Token, TokenKind, attributes_of};
use crate::xml::namespaces::declared_prefix;
use crate::xml::namespaces::{Bindings, XHTML, XINCLUDE, split};
use crate::xml::pointer::in_pointer;
pub use crate::xml::pointer::{NamedId, SAME_TOPIC, named_ids};
use crate::xml::prolog::{Declaration, words};
use crate::xml::tag;
use crate::xml::target_lookup::FragmentTarget;
use crate::xml::types::Types;

/// Maximum number of IDs of a document.
const MAX_IDS: usize = 1_000_000;
/// Maximum number of documents that a document includes, as far as they are kept.
const MAX_INCLUDES: usize = 1_000;
/// Number of IDs before and after a missing one that are compared with it.
const NEIGHBORS: usize = 128;
/// Maximum number of elements of topics that are compared with an ID that names no topic.
const MAX_COMPARED: usize = 2_000;
/// Maximum depth of elements whose topic is known.
const DEEPEST: usize = 4_096;

/// Namespaces of root elements in whose documents fragments are IDs.
const WITH_IDS: &[&str] = &[
    XHTML,
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1998/Math/MathML",
    "http://docbook.org/ns/docbook",
    "http://www.tei-c.org/ns/1.0",
    "http://www.idpf.org/2007/opf",
    "http://www.daisy.org/z3986/2005/ncx/",
    "http://www.daisy.org/z3986/2005/dtbook/",
    "http://www.w3.org/1999/XSL/Format",
    "http://www.w3.org/2001/SMIL20/Language",
    "http://www.w3.org/ns/SMIL",
    "http://projectmallard.org/1.0/",
    "http://www.loc.gov/METS/",
    "http://www.opengis.net/kml/2.2",
    "http://www.collada.org/2005/11/COLLADASchema",
    "http://www.collada.org/2008/03/COLLADASchema",
];

/// Namespaces whose attributes `id`, or whose elements with one, name relationships of Office files, not elements.
const RELATIONSHIPS: &[&str] = &[
    "http://schemas.openxmlformats.org/package/2006/relationships",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
];

/// Roots of topics of DITA.
const TOPICS: &[&str] = &[
    "topic",
    "concept",
    "task",
    "reference",
    "glossentry",
    "glossgroup",
    "troubleshooting",
    "learningAssessment",
    "learningContent",
    "learningOverview",
    "learningPlan",
    "learningSummary",
];

/// ID of an element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IdAttribute {
    /// Fragment that identifies the element, decoded: the ID, in DITA after that of the topic and a `/`.
    pub fragment: Box<str>,
    /// Value of the attribute as written.
    pub span: Span<InDocument>,
}

impl IdAttribute {
    /// Returns the value of the attribute.
    pub fn id(&self) -> &str {
        self.fragment.rsplit_once('/').map_or(&self.fragment, |(_, id)| id)
    }
}

/// IDs of a document.
#[derive(Clone, Debug, Default)]
pub struct DocumentIds {
    /// IDs by fragment, then by position.
    ids: Vec<IdAttribute>,
    syntax: FragmentSyntax,
    /// References of the documents that it includes.
    includes: Vec<Box<str>>,
    /// Offsets at which another topic of DITA starts or goes on, with its ID.
    topics: Vec<(usize, Option<Box<str>>)>,
    /// Names of keys, in order.
    keys: Vec<KeyName>,
    /// Whether it may have further IDs, in external entities for example.
    is_partial: bool,
    /// Whether its fragments are known to be IDs.
    has_id_fragments: bool,
}

/// Meaning of the fragments of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FragmentSyntax {
    /// An ID.
    #[default]
    Plain,
    /// The same, or `top`, the start of the page.
    Html,
    /// The ID of a topic, or also that of an element.
    Dita,
}

/// Attributes that contain the IDs of elements in the same document. Each line has a format, names of attributes (after a
/// `*` the ends of names; `text()` is the text of the element; `name@of` is the fragment of the reference in the attribute
/// `of`; in `name.` or `name/` an ID may end before that character), local names of elements, after them a condition on another attribute such as `@name=cover`, and a source. Elements
/// `ID` mean that the attributes are the IDs.
const ID_REFERENCES: &str = include_str!("../vocabularies/idrefs.tsv");

/// Line of [`ID_REFERENCES`].
struct IdReferences {
    attributes: Vec<&'static str>,
    elements: Vec<&'static str>,
    condition: Option<Condition>,
}

static LINES: LazyLock<Vec<IdReferences>> = LazyLock::new(|| {
    let lines = ID_REFERENCES.lines().filter_map(|line| {
        let mut columns = line.split('\t').skip(1).map(|column| column.split(' '));
        let attributes = columns.next()?.collect();
        let (elements, conditions): (Vec<_>, Vec<_>) = columns.next()?.partition(|word| !word.starts_with('@'));
        Some(IdReferences {
            attributes,
            elements,
            condition: conditions.first().and_then(|text| Condition::parse(text)),
        })
    });
    lines.collect()
});

/// Local names of attributes that are IDs in any case.
static IDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let own = LINES.iter().filter(|line| line.elements == ["ID"]);
    own.flat_map(|line| &line.attributes).copied().collect()
});

/// Names of attributes that are fragments of others, those others, and elements.
static FRAGMENTS: LazyLock<Vec<(&'static str, &'static str, &'static [&'static str])>> = LazyLock::new(|| {
    let of = |line: &'static IdReferences| {
        let pairs = line.attributes.iter().filter_map(|name| name.split_once('@'));
        pairs.map(|(name, of)| (name, of, &*line.elements))
    };
    LINES.iter().flat_map(of).collect()
});

impl IdReferences {
    /// Returns what names elements in the value at `span` of an attribute; `None` if it names none.
    fn naming<'t>(
        &self,
        (element, attribute): (&str, &str),
        span: Span<InDocument>,
        value_of: impl Fn(&str) -> Option<&'t str>,
    ) -> Option<Naming> {
        let matches = |name: &str| name.strip_prefix('*').map_or(name == attribute, |end| attribute.ends_with(end));
        let is_satisfied = |condition: &Condition| condition.is_satisfied_by(value_of(condition.attribute));
        let name = self.attributes.iter().find(|name| matches(name.trim_end_matches(['.', '/'])))?;
        let is_meant = (self.elements == ["*"] || self.elements.contains(&element))
            && self.condition.as_ref().is_none_or(is_satisfied);
        let ending = name.chars().next_back().filter(|c| matches!(c, '.' | '/'));
        is_meant.then_some(Naming::Words(span, ending))
    }
}

/// Attributes and style sheets of a text that name elements by their IDs without a reference: the `linkend` of DocBook, the
/// `rid` of JATS, the `for` of XHTML, attributes that the internal subset or a schema declares as IDREF; selectors.
struct Namings<'t, F> {
    text: &'t str,
    lexer: Lexer<'t>,
    at: usize,
    /// Attributes that need not be returned.
    is_wanted: F,
    declared: HashSet<(&'t str, &'t str)>,
    typed: TypedValues<'t>,
    /// Text of the open element, which is a style sheet or contains IDs.
    open: Option<Naming>,
    found: VecDeque<Naming>,
    /// Entities that were declared so far.
    entities: Entities,
}

/// Text that may name elements by their IDs.
#[derive(Clone, Copy)]
enum Naming {
    /// IDs between whitespace or `;`. Something else may follow after a character: an event after a dot, as in times of SMIL.
    Words(Span<InDocument>, Option<char>),
    /// Style sheet.
    Style(Span<InDocument>),
}

/// Values that are IDs, or name them, by the schemas of a document: local names of attributes (`None` for the text) by that of
/// their element.
#[derive(Default)]
struct TypedValues<'s>(HashMap<&'s str, Vec<Option<&'s str>>>);

impl<'s> TypedValues<'s> {
    /// Collects the IDs of `types`, or what names them.
    fn new(types: Option<&'s Types>, are_ids: bool) -> Self {
        let mut values: HashMap<_, Vec<_>> = HashMap::new();
        for value in types.iter().flat_map(|types| types.ids()).filter(|value| value.is_id == are_ids) {
            values.entry(&*value.element).or_default().push(value.attribute.as_deref());
        }
        Self(values)
    }

    fn contains(&self, element: &str, attribute: Option<&str>) -> bool {
        self.0.get(element).is_some_and(|attributes| attributes.contains(&attribute))
    }
}

impl<'t, F: Fn(&tag::Attribute<'t>) -> bool> Namings<'t, F> {
    fn new(text: &'t str, types: Option<&'t Types>, is_wanted: F) -> Self {
        let (lexer, declared) = (Lexer::new(text, false), HashSet::new());
        let typed = TypedValues::new(types, false);
        let (found, entities) = (VecDeque::new(), Entities::default());
        Self { text, lexer, at: 0, is_wanted, declared, typed, open: None, found, entities }
    }

    fn tag(&mut self, token: Token) {
        let name = tag::name(&self.text[token.start + 1..token.end]);
        let element = split(name).1;
        let content = Span::empty(token.end);
        let text = self.text;
        let value_of =
            |name: &str| attributes_of(text, token).find(|attribute| attribute.name == name).map(|found| found.raw);
        let naming =
            |attribute: &str, span| LINES.iter().find_map(|line| line.naming((element, attribute), span, value_of));
        self.open = match token.kind {
            TokenKind::Start if element == "style" => Some(Naming::Style(content)),
            TokenKind::Start if self.typed.contains(element, None) => Some(Naming::Words(content, None)),
            TokenKind::Start => naming("text()", content),
            _ => None,
        };
        for attribute in attributes_of(self.text, token).filter(&self.is_wanted) {
            let span = Span::new(attribute.span.start, attribute.span.end);
            let is_declared = self.declared.contains(&(name, attribute.name))
                || self.typed.contains(element, Some(split(attribute.name).1));
            let declared = is_declared.then_some(Naming::Words(span, None));
            self.found.extend(declared.or_else(|| naming(split(attribute.name).1, span)));
        }
    }
}

impl<'t, F: Fn(&tag::Attribute<'t>) -> bool> Iterator for Namings<'t, F> {
    type Item = Naming;

    fn next(&mut self) -> Option<Naming> {
        loop {
            if let Some(found) = self.found.pop_front() {
                return Some(found);
            }
            let Next::Token(token) = self.lexer.next(self.at) else { return None };
            self.at = token.end;
            match token.kind {
                TokenKind::Declaration if self.text[token.start..].starts_with("<!ATTLIST") => {
                    let declaration = &self.text[token.start..token.end];
                    self.declared.extend(declared_attributes(declaration, &["IDREF", "IDREFS"]));
                }
                TokenKind::Declaration => {
                    let declaration = Declaration::parse(&self.text[token.start..token.end], token.start);
                    if let Some(Declaration::Internal(name, value)) = declaration {
                        self.entities.declare(name, value);
                    }
                }
                TokenKind::Start | TokenKind::Empty => self.tag(token),
                TokenKind::End => {
                    self.found.extend(self.open.take().map(|open| open.until(token.start)));
                }
                _ => {}
            }
        }
    }
}

impl Naming {
    fn span(self) -> Span<InDocument> {
        let (Self::Words(span, _) | Self::Style(span)) = self;
        span
    }

    /// Returns the text that starts as this one does, and ends at `end`.
    fn until(self, end: usize) -> Self {
        let span = Span::new(self.span().start, end);
        match self {
            Self::Words(_, ending) => Self::Words(span, ending),
            Self::Style(_) => Self::Style(span),
        }
    }

    /// Returns the words of an attribute that may be IDs, and the IDs in selectors.
    fn all(self, text: &str) -> Box<dyn Iterator<Item = IdReference> + '_> {
        match self {
            Self::Style(sheet) => Box::new(id_selectors(sheet.slice(text)).map(move |(span, _)| {
                let span = Span::new(span.start + sheet.start, span.end + sheet.start);
                IdReference { span, writing: Writing::Selector }
            })),
            Self::Words(span, ending) => Box::new(words_in(text, span, ending)),
        }
    }

    /// Returns the parts that name the element with `id`, also those that contain it in one of `entities`.
    fn names_of(self, text: &str, id: &str, entities: &Entities) -> Vec<IdReference> {
        match self {
            // The name of an ID can contain dots.
            Self::Words(span, Some(ending)) => {
                let words = words_in(text, span, None).filter_map(|word| {
                    let rest = word.span.slice(text).strip_prefix(id)?;
                    let is_end = rest.is_empty() || rest.starts_with(ending);
                    let span = Span::new(word.span.start, word.span.start + id.len());
                    is_end.then_some(IdReference { span, ..word })
                });
                words.collect()
            }
            Self::Words(_, None) | Self::Style(_) => {
                let named = self.all(text).filter_map(|word| {
                    if word.id(text) == id {
                        return Some(word);
                    }
                    let written = word.span.slice(text);
                    let has_entity = word.writing == Writing::Xml && written.contains('&');
                    let names_it = || {
                        let decoded = Decoded::attribute(written, entities);
                        decoded.is_known(decoded.whole()) && decoded.value.split(WHITESPACE).any(|word| word == id)
                    };
                    (has_entity && names_it()).then_some(IdReference { writing: Writing::Entity, ..word })
                });
                named.collect()
            }
        }
    }
}

/// Returns the words at `span` that may be IDs; each ends before `ending`.
fn words_in(text: &str, span: Span<InDocument>, ending: Option<char>) -> impl Iterator<Item = IdReference> {
    let mut start = span.start;
    // The end of a character reference separates no words: `&#xE9;t`.
    let mut is_reference = false;
    let is_separator = move |c: char| {
        let ends_reference = is_reference && c == ';';
        is_reference = c == '&' || is_reference && c != ';' && !WHITESPACE.contains(&c);
        c == ';' && !ends_reference || WHITESPACE.contains(&c)
    };
    span.slice(text).split(is_separator).map(move |word| {
        let id = ending.map_or(word, |ending| word.split(ending).next().unwrap_or_default());
        let span = Span::new(start, start + id.len());
        start += word.len() + 1;
        IdReference { span, writing: Writing::Xml }
    })
}

/// Name of an element without a reference. It is empty where one may be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdReference {
    /// ID as written.
    pub span: Span<InDocument>,
    writing: Writing,
}

/// How the name of an element is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writing {
    /// With character references at most.
    Xml,
    /// In an entity, perhaps as one of several.
    Entity,
    /// In a selector of a style sheet, where some characters are escaped.
    Selector,
}

impl IdReference {
    /// Returns the ID that is written here in `text`.
    pub fn id(self, text: &str) -> Cow<'_, str> {
        let written = self.span.slice(text);
        match self.writing {
            Writing::Selector => css_identifier_at(written).0,
            _ if written.contains('&') => Decoded::xml(written).value,
            _ => written.into(),
        }
    }

    /// Returns `id` as it is written here, without the escapes of XML; `None` if it is in an entity.
    pub fn written(self, id: &str) -> Option<Cow<'_, str>> {
        match self.writing {
            Writing::Xml => Some(id.into()),
            Writing::Selector => Some(css_identifier(id)),
            Writing::Entity => None,
        }
    }
}

/// Returns the parts of `text` that name the element with `id` without a reference: words of attributes such as `linkend`,
/// selectors in style sheets, and what a schema of the document types as an IDREF.
pub fn id_references(text: &str, types: Option<&Types>, id: &str) -> Vec<IdReference> {
    let mut namings = Namings::new(text, types, |attribute| attribute.raw.contains(id) || attribute.raw.contains('&'));
    let mut found = Vec::new();
    while let Some(naming) = namings.next() {
        found.extend(naming.names_of(text, id, &namings.entities));
    }
    found
}

/// Returns the part of `text` at `offset` that names an element by its ID without a reference, as [`id_references`] finds
/// them.
///
/// ```
/// use iri_core::xml::ids::id_reference_at;
///
/// let text = "<xref linkend='a b'/>";
/// assert_eq!(id_reference_at(text, None, 17).map(|found| found.span.slice(text)), Some("b"));
/// assert_eq!(id_reference_at(text, None, 3), None);
/// ```
pub fn id_reference_at(text: &str, types: Option<&Types>, offset: usize) -> Option<IdReference> {
    let contains = |span: Span<InDocument>| span.start <= offset && offset <= span.end;
    let is_here = |attribute: &tag::Attribute<'_>| contains(Span::new(attribute.span.start, attribute.span.end));
    let mut namings = Namings::new(text, types, is_here);
    let naming = namings.find(|naming| contains(naming.span()))?;
    naming.all(text).find(|named| contains(named.span))
}

/// Attribute that is the fragment of a reference in another one: `xpointer` of XInclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentAttribute {
    /// Its value.
    pub span: Span<InDocument>,
    /// The reference; `None` for the document itself.
    pub of: Option<Span<InDocument>>,
}

/// Returns the attributes of `text` that are fragments of others.
///
/// ```
/// use iri_core::xml::ids::fragment_attributes;
///
/// let text = "<xi:include href='a.xml' xpointer='element(one/1)'/>";
/// let found = fragment_attributes(text);
/// assert_eq!(found[0].span.slice(text), "element(one/1)");
/// assert_eq!(found[0].of.map(|of| of.slice(text)), Some("a.xml"));
/// ```
pub fn fragment_attributes(text: &str) -> Vec<FragmentAttribute> {
    let mut found = Vec::new();
    // Few documents have such an attribute.
    if !FRAGMENTS.iter().any(|(name, ..)| memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_some()) {
        return found;
    }
    let (mut lexer, mut at) = (Lexer::new(text, false), 0);
    while let Next::Token(token) = lexer.next(at) {
        at = token.end;
        if !matches!(token.kind, TokenKind::Start | TokenKind::Empty) {
            continue;
        }
        let element = split(tag::name(&text[token.start + 1..token.end])).1;
        let wanted = FRAGMENTS.iter().filter(|(.., elements)| elements.contains(&element));
        found.extend(wanted.filter_map(|(name, of, _)| {
            let value = |wanted: &str| {
                let attribute = attributes_of(text, token).find(|attribute| attribute.name == wanted)?;
                Some(Span::new(attribute.span.start, attribute.span.end))
            };
            Some(FragmentAttribute { span: value(name)?, of: value(of) })
        }));
    }
    found
}

/// Returns the element and the name of each attribute that the attribute-list declaration `text` declares with one of
/// `types` (XML 1.0, production 52).
fn declared_attributes<'t>(text: &'t str, types: &[&str]) -> impl Iterator<Item = (&'t str, &'t str)> {
    let mut words = words(&text["<!ATTLIST".len()..], 0);
    let element = words.next().map_or("", |word| word.text);
    let mut before = "";
    words.filter_map(move |word| {
        let name = std::mem::replace(&mut before, word.text);
        (word.quote.is_none() && types.contains(&word.text)).then_some((element, name))
    })
}

impl DocumentIds {
    /// Returns the IDs in `text`. Takes linear time.
    pub fn parse(text: &str) -> Self {
        Self::parse_typed(text, None)
    }

    /// Returns the IDs in `text`, also those that the schemas of the document declare.
    pub fn parse_typed(text: &str, types: Option<&Types>) -> Self {
        Parser::new(text, types).parse()
    }

    /// Returns the IDs of a page in HTML that is not XML: it may have further ones, without quotation marks for example.
    #[must_use]
    pub fn of_page(self) -> Self {
        Self { is_partial: true, ..self }
    }

    /// Returns all IDs, sorted by fragment.
    pub fn all(&self) -> &[IdAttribute] {
        &self.ids
    }

    /// Returns the first element that `fragment`, decoded, identifies.
    pub fn find(&self, fragment: &str) -> Option<&IdAttribute> {
        let first = self.ids.partition_point(|id| *id.fragment < *fragment);
        self.ids.get(first).filter(|id| *id.fragment == *fragment)
    }

    /// Returns the ID whose value contains the byte at `offset`, or ends there.
    pub fn at(&self, offset: usize) -> Option<&IdAttribute> {
        self.ids.iter().find(|id| id.span.start <= offset && offset <= id.span.end)
    }

    /// Returns the ID of the topic of DITA that contains the byte at `offset`.
    pub fn topic_at(&self, offset: usize) -> Option<&str> {
        let after = self.topics.partition_point(|(start, _)| *start <= offset);
        self.topics[..after].last()?.1.as_deref()
    }

    /// Returns the ID of the first topic of DITA, for which a reference without a fragment stands.
    pub fn first_topic(&self) -> Option<&str> {
        self.topics.iter().find_map(|(_, topic)| topic.as_deref())
    }

    /// Returns the names of keys, in order.
    pub fn keys(&self) -> &[KeyName] {
        &self.keys
    }

    /// Returns the references of the documents that this one includes, which bring further IDs.
    pub fn includes(&self) -> &[Box<str>] {
        &self.includes
    }

    /// Returns the approximate size in bytes.
    pub fn size(&self) -> usize {
        self.ids.iter().map(|id| size_of::<IdAttribute>() + id.fragment.len()).sum::<usize>() + size_of::<Self>()
    }

    /// Looks up `fragment`, percent-encoded as written, in this document alone.
    pub fn target(&self, fragment: &str) -> FragmentTarget {
        let Some(decoded) = percent_decoded(fragment) else { return FragmentTarget::Unknown };
        if decoded.is_empty() || self.find(&decoded).is_some() || self.find(fragment).is_some() {
            return FragmentTarget::Present;
        }
        let is_top = self.syntax == FragmentSyntax::Html && decoded.eq_ignore_ascii_case("top");
        if self.is_partial || !self.has_id_fragments || is_top {
            return FragmentTarget::Unknown;
        }
        if self.is_pointer(&decoded) {
            // If a part of a pointer identifies nothing, the next one is used.
            let named = in_pointer(fragment).and_then(|spans| spans.first().copied().filter(|_| spans.len() == 1));
            let named = named.map(|span| &fragment[span.start..span.end]);
            return named.map_or(FragmentTarget::Unknown, |named| self.target(named));
        }
        FragmentTarget::Missing(self.similar(&decoded))
    }

    /// Returns whether a fragment has another syntax than that of IDs: XPointer, CFI, media fragments, text fragments.
    fn is_pointer(&self, fragment: &str) -> bool {
        let is_other = |c: char| matches!(c, '(' | ')' | '=' | '!' | '|' | '@' | '~' | '/');
        if self.syntax != FragmentSyntax::Dita {
            return fragment.contains(is_other);
        }
        // `./element` is in the topic that contains the reference.
        match fragment.split_once('/') {
            Some((topic, element)) => topic == "." || topic.contains(is_other) || element.contains(is_other),
            None => fragment.contains(is_other),
        }
    }

    fn similar(&self, fragment: &str) -> Vec<String> {
        if self.syntax == FragmentSyntax::Dita && !fragment.contains('/') {
            let is_element = |id: &&IdAttribute| id.fragment.len() > fragment.len() && id.id() == fragment;
            let elements = self.ids.iter().take(MAX_COMPARED).filter(is_element).take(MOST_EQUAL);
            let elements: Vec<String> = elements.map(|id| id.fragment.to_string()).collect();
            if !elements.is_empty() {
                return elements;
            }
        }
        let at = self.ids.partition_point(|id| *id.fragment < *fragment);
        let near = at.saturating_sub(NEIGHBORS)..(at + NEIGHBORS).min(self.ids.len());
        // A typing error at the start has no neighbors in a long list.
        let first = self.ids.iter().take(NEIGHBORS);
        let candidates = self.ids[near].iter().chain(first).map(|id| &*id.fragment);
        most_similar(fragment, candidates).into_iter().map(str::to_owned).collect()
    }
}

struct Parser<'t> {
    text: &'t str,
    found: DocumentIds,
    entities: Entities,
    doctype: DoctypeNames<'t>,
    /// Attributes that the internal subset declares as IDs, with their elements.
    declared: HashSet<(&'t str, &'t str)>,
    typed: TypedValues<'t>,
    prefixes: std::sync::Arc<Bindings>,
    has_root: bool,
    /// Names of the open elements of DITA and the IDs of their topics.
    open: Vec<(&'t str, Option<Box<str>>)>,
    deeper: usize,
    root: &'t str,
    has_base: bool,
    keys: Option<&'static Keys>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, types: Option<&'t Types>) -> Self {
        Self {
            text,
            found: DocumentIds::default(),
            entities: Entities::default(),
            doctype: DoctypeNames::default(),
            declared: HashSet::new(),
            typed: TypedValues::new(types, true),
            prefixes: std::sync::Arc::default(),
            has_root: false,
            open: Vec::new(),
            deeper: 0,
            root: "",
            has_base: false,
            keys: None,
        }
    }

    fn parse(mut self) -> DocumentIds {
        let mut lexer = Lexer::new(self.text, false);
        let (mut at, mut attributes) = (0, Vec::new());
        while let Next::Token(token) = lexer.next(at) {
            at = token.end;
            match token.kind {
                TokenKind::Start | TokenKind::Empty => {
                    lexer.first_attributes(self.text, token, usize::MAX, &mut attributes);
                    self.tag(token, &attributes);
                }
                TokenKind::End => self.end(tag::name(&self.text[token.start + 2..token.end]), token.end),
                TokenKind::Declaration => self.declaration(token),
                TokenKind::Comment | TokenKind::CData | TokenKind::Pi | TokenKind::Damage(_) => {}
            }
            if self.found.ids.len() >= MAX_IDS {
                self.found.is_partial = true;
                break;
            }
        }
        // An include is relative to the base in force, which is not tracked here.
        self.found.is_partial |= self.has_base && !self.found.includes.is_empty();
        self.found.ids.sort_unstable();
        self.found.ids.shrink_to_fit();
        self.found
    }

    fn declaration(&mut self, token: Token) {
        let text = &self.text[token.start..token.end];
        match Declaration::parse(text, token.start) {
            Some(Declaration::Doctype(root, external)) => {
                self.doctype = DoctypeNames { root: Some(root), public_id: external.public.map(|word| word.text) };
            }
            // They may contain elements with IDs.
            Some(Declaration::External(..)) => self.found.is_partial |= !text.contains("NDATA"),
            Some(Declaration::Parameter(..)) => self.found.is_partial = true,
            Some(Declaration::Internal(name, value)) => {
                self.found.is_partial |= value.contains('<');
                self.entities.declare(name, value);
            }
            None if text.starts_with("<!ATTLIST") => {
                let known = self.declared.len();
                self.declared.extend(declared_attributes(text, &["ID"]));
                self.found.has_id_fragments |= self.declared.len() > known;
            }
            Some(Declaration::Notation(..)) | None => {}
        }
    }

    fn tag(&mut self, token: Token, attributes: &[tag::Attribute<'t>]) {
        let name = tag::name(&self.text[token.start + 1..token.end]);
        let is_root = !std::mem::replace(&mut self.has_root, true);
        if is_root {
            self.begin(name, attributes);
        }
        let (prefix, local) = split(name);
        let mut topic = self.open.last().and_then(|(_, topic)| topic.clone());
        let is_topic = self.found.syntax == FragmentSyntax::Dita && self.is_topic(name, attributes);
        for attribute in attributes {
            if attribute.name == "xml:base" {
                self.has_base = true;
            }
            if !self.is_id(name, local, attribute.name) || self.is_relationship(name, attribute.name, attributes) {
                continue;
            }
            let value = Decoded::attribute(attribute.raw, &self.entities).value;
            let id = value.trim_matches(WHITESPACE);
            if id.is_empty() {
                continue;
            }
            let fragment: Cow<'_, str> = match &topic {
                Some(topic) if !is_topic => format!("{topic}/{id}").into(),
                _ => id.into(),
            };
            self.found.has_id_fragments |= attribute.name == "xml:id";
            let span = Span::new(attribute.span.start, attribute.span.end);
            self.found.ids.push(IdAttribute { fragment: fragment.as_ref().into(), span });
            if is_topic {
                topic = Some(id.into());
            }
        }
        if let Some(keys) = self.keys {
            keys.names(local, attributes, &mut self.found.keys);
        }
        if local == "include"
            && self.found.includes.len() < MAX_INCLUDES
            && self.is_in(prefix, attributes, |namespace| namespace == XINCLUDE)
        {
            let href = attributes.iter().find(|attribute| attribute.name == "href");
            let href = href.map(|href| Decoded::attribute(href.raw, &self.entities).value.trim().into());
            self.found.includes.extend(href);
        }
        if is_topic {
            self.found.topics.push((token.start, topic.clone()));
        }
        if token.kind == TokenKind::Start && self.found.syntax == FragmentSyntax::Dita {
            if self.open.len() < DEEPEST {
                self.open.push((name, topic));
            } else {
                self.deeper += 1;
            }
        }
    }

    /// Determines from the root element what fragments mean.
    fn begin(&mut self, name: &'t str, attributes: &[tag::Attribute<'t>]) {
        self.root = name;
        let declared = attributes.iter().filter_map(|attribute| {
            let namespace = Decoded::attribute(attribute.raw, &self.entities).value;
            Some((declared_prefix(attribute.name)?.into(), namespace.as_ref().into()))
        });
        let declared: Vec<_> = declared.collect();
        self.prefixes = Bindings::within(&std::sync::Arc::default(), &declared);
        let (prefix, local) = split(name);
        let namespace = self.prefixes.namespace(prefix).unwrap_or_default();
        let written: Vec<_> = attributes.iter().map(|attribute| (attribute.name, attribute.raw)).collect();
        let root = ExpandedName { namespace: &namespace, local };
        let document = DocumentType::detect(root, &written, self.doctype);
        self.keys = Keys::of(document.name(), &namespace);
        self.found.syntax = match document.name() {
            "html" => FragmentSyntax::Html,
            "dita" => FragmentSyntax::Dita,
            _ if *namespace == *XHTML => FragmentSyntax::Html,
            _ => FragmentSyntax::Plain,
        };
        let has_ids = ["html", "svg", "smil", "docbook4", "dita", "tei-p4", "ead", "jats"].contains(&document.name());
        self.found.has_id_fragments |= has_ids || WITH_IDS.contains(&&*namespace);
    }

    fn is_id(&self, name: &'t str, local: &str, attribute: &'t str) -> bool {
        // Prefixes are not resolved: a namespace whose "id" is no ID is not known.
        IDS.iter().any(|known| split(attribute).1.eq_ignore_ascii_case(known))
            || attribute == "name" && self.found.syntax == FragmentSyntax::Html && matches!(local, "a" | "map")
            || !self.declared.is_empty() && self.declared.contains(&(name, attribute))
            || self.typed.contains(local, Some(split(attribute).1))
    }

    /// Returns whether an ID of the element `name` is that of a relationship.
    fn is_relationship(&self, name: &str, attribute: &str, attributes: &[tag::Attribute<'_>]) -> bool {
        let names = [name, if attribute.contains(':') { attribute } else { name }];
        let is_wanted = |namespace: &str| RELATIONSHIPS.contains(&namespace);
        names.iter().any(|name| self.is_in(split(name).0, attributes, is_wanted))
    }

    fn is_topic(&self, name: &str, attributes: &[tag::Attribute<'_>]) -> bool {
        let class = attributes.iter().find(|attribute| attribute.name == "class");
        match class {
            Some(class) if class.raw.starts_with(['-', '+']) => class.raw.contains(" topic/topic "),
            _ => {
                TOPICS.contains(&name)
                    || name == self.root && !matches!(name, "map" | "bookmap" | "subjectScheme" | "dita")
            }
        }
    }

    /// Returns whether the namespace of `prefix` in an element with `attributes` is wanted. Of the elements around it the
    /// root is known.
    fn is_in(&self, prefix: &str, attributes: &[tag::Attribute<'_>], is_wanted: impl Fn(&str) -> bool) -> bool {
        let own = attributes.iter().find(|attribute| declared_prefix(attribute.name) == Some(prefix));
        match own {
            Some(own) => is_wanted(own.raw),
            None => self.prefixes.namespace(prefix).is_some_and(|namespace| is_wanted(&namespace)),
        }
    }

    fn end(&mut self, name: &str, end: usize) {
        if self.deeper > 0 {
            self.deeper -= 1;
        } else if let Some(at) = self.open.iter().rev().take(64).position(|(open, _)| *open == name) {
            self.open.truncate(self.open.len() - at - 1);
            let topic = self.open.last().and_then(|(_, topic)| topic.as_deref());
            if self.found.topics.last().is_some_and(|(_, last)| last.as_deref() != topic) {
                self.found.topics.push((end, topic.map(Into::into)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragments(text: &str) -> Vec<String> {
        DocumentIds::parse(text).all().iter().map(|id| id.fragment.to_string()).collect()
    }

    #[test]
    fn ids_are_those_of_the_format() {
        for (text, expected) in [
            ("<a xml:id='x'><b id=' y&#x41; '/><c Id='z' idref='no'/></a>", &["x", "yA", "z"][..]),
            ("<html><a name='x'/><p name='no'/><map name='m'/></html>", &["m", "x"]),
            ("<r><a name='no'/></r>", &[]),
            ("<!DOCTYPE r [<!ATTLIST r key ID #REQUIRED n CDATA 'ID'>]><r key='k' n='no'/>", &["k"]),
            (
                "<concept id='t'><p id='a'/><topic id='u'><p id='a'/></topic><p id='b'/></concept>",
                &["t", "t/a", "t/b", "u", "u/a"],
            ),
            ("<map id='m'><topicref id='r'/></map>", &["m", "r"]),
            ("<akomaNtoso><section eId='s'/></akomaNtoso>", &["s"]),
            ("<!-- <a id='no'/> --><a id='x'", &["x"]),
            ("<a id=''/>", &[]),
            (
                "<d xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><l r:id='x' id='y'/></d>",
                &["y"],
            ),
            ("<d><c xmlns:q='http://purl.oclc.org/ooxml/officeDocument/relationships' q:id='x'/></d>", &[]),
            (
                "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'><Relationship Id='x'/></Relationships>",
                &[],
            ),
        ] {
            assert_eq!(fragments(text), expected, "{text}");
        }
        let ids = DocumentIds::parse("<a id='one' xml:id='two'/>");
        assert_eq!(ids.at(9).map(IdAttribute::id), Some("one"));
        assert_eq!(ids.at(20).map(IdAttribute::id), Some("two"));
        assert_eq!(ids.at(0), None);
    }

    #[test]
    fn an_id_is_named_at_a_position_as_everywhere() {
        for (marked, expected) in [
            ("<link linkend='on|e'/>", Some("one")),
            ("<callout arearefs='one |'/>", Some("")),
            ("<xref linkend='|'/>", Some("")),
            ("<set begin='a; one|.click'/>", Some("one")),
            ("<set begin='one.cli|ck'/>", None),
            ("<style>#on|e, .a { fill: url(#one) }</style>", Some("one")),
            ("<style>.one { fill: #on|e }</style>", None),
            ("<!DOCTYPE r [<!ATTLIST a of IDREF #IMPLIED>]><a of='|one'/>", Some("one")),
            ("<a of='|one'/>", None),
            ("<a id='o|ne'/>", None),
            ("<meta name='cover' content='|one'/>", Some("one")),
            ("<meta name='author' content='|one'/>", None),
            ("<p>linkend='|'</p>", None),
        ] {
            let offset = marked.find('|').expect("a mark");
            let text = marked.replacen('|', "", 1);
            let found = id_reference_at(&text, None, offset);
            assert_eq!(found.map(|found| found.span.slice(&text)), expected, "{marked}");
            if let Some(found) = found.filter(|found| !found.span.is_empty()) {
                assert!(id_references(&text, None, "one").contains(&found), "{marked}");
            }
        }
    }

    #[test]
    fn only_a_fragment_that_must_be_an_id_is_missing() {
        let missing = |similar: &str| FragmentTarget::Missing(vec![similar.to_owned()]);
        let html = "<html xmlns='http://www.w3.org/1999/xhtml'><p id='intro'/><p id='\u{5D0}'/></html>";
        for (text, fragment, expected) in [
            (html, "intro", FragmentTarget::Present),
            (html, "", FragmentTarget::Present),
            (html, "%D7%90", FragmentTarget::Present),
            (html, "inrto", missing("intro")),
            (html, "x", FragmentTarget::Missing(Vec::new())),
            (html, "Top", FragmentTarget::Unknown),
            (html, "t=10", FragmentTarget::Unknown),
            (html, "xpointer(/a)", FragmentTarget::Unknown),
            (html, "%FF", FragmentTarget::Unknown),
            ("<rdf:RDF><a rdf:ID='x'/></rdf:RDF>", "y", FragmentTarget::Unknown),
            ("<r id='x'/>", "y", FragmentTarget::Unknown),
            ("<r xml:id='x'/>", "y", FragmentTarget::Missing(Vec::new())),
            ("<!DOCTYPE html [<!ENTITY a SYSTEM 'a.xml'>]><html/>", "y", FragmentTarget::Unknown),
            ("<!DOCTYPE html [<!ENTITY a SYSTEM 'a.png' NDATA png>]><html/>", "y", FragmentTarget::Missing(Vec::new())),
            ("<topic id='t'><p id='intro'/></topic>", "intro", missing("t/intro")),
            ("<topic id='t'><p id='intro'/></topic>", "t/intro", FragmentTarget::Present),
            ("<topic id='t'><p id='intro'/></topic>", "./intro", FragmentTarget::Unknown),
            (html, "element(intro/1)", FragmentTarget::Present),
            (html, "element(inrto/1)", missing("intro")),
            (html, "xpointer(id('x'))", FragmentTarget::Missing(Vec::new())),
            (html, "xpointer(id('x')|id('y'))", FragmentTarget::Unknown),
            ("<r id='a'/>", "element(b)", FragmentTarget::Unknown),
        ] {
            assert_eq!(DocumentIds::parse(text).target(fragment), expected, "{text} {fragment}");
        }
    }

    #[test]
    fn the_topic_of_a_reference_is_known() {
        let text = "<dita><topic id='t'><a/><topic id='u'><b/></topic><c/></topic><d/></dita>";
        let ids = DocumentIds::parse(text);
        let topic = |element: &str| ids.topic_at(text.find(element).expect("it is there"));
        assert_eq!(
            ["<a", "<topic id='u'", "<b", "<c", "<d"].map(topic),
            [Some("t"), Some("u"), Some("u"), Some("t"), None]
        );
        assert_eq!(DocumentIds::parse("<r id='t'><a/></r>").topic_at(12), None);
    }

    #[test]
    fn names_of_an_id_without_a_reference_are_found() {
        for (text, expected) in [
            ("<a for='x y' aria-owns='y x'/>", 2),
            ("<meta refines='#x'/><package unique-identifier='x'/>", 1),
            ("<a list='x'/><input list='x' form='x'/>", 2),
            ("<flow sourceRef='x' xmi:idref='x' refid='x' classpathref='x'/>", 4),
            ("<set begin='x.click; 1s;x.end+1s' end='xx.click'/>", 2),
            ("<xref linkend='&#x78;' linkends='y;&#120; x &#x79;'/>", 3),
            ("<a href='x' title='x' Ref='y'/>", 0),
            ("<!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f 'y x'>]><xref linkend='&e;' linkends='z &f; &g;'/>", 2),
            ("<!DOCTYPE r [<!ATTLIST r to IDREF #IMPLIED>]><r to='x'/>", 1),
            ("<channel source='#x' target='x/rotate.ANGLE'/><channel target='xy/x'/><bind target='x'/>", 2),
            ("<style>#x, a#x:hover { color: #x } #xy {} @media print { #x { a: b } } /* #x { */</style>#x {", 3),
            (r"<style>#\78, #\78y { color: #x }</style>", 1),
        ] {
            let found = id_references(text, None, "x");
            assert_eq!(found.len(), expected, "{text}");
            assert!(
                found
                    .iter()
                    .all(|found| ["x", "&#x78;", "&#120;", r"\78", "&e;", "&f;"].contains(&found.span.slice(text)))
            );
        }
        assert!(ID_REFERENCES.lines().all(|line| line.split('\t').count() == 4));
    }

    #[test]
    fn a_missing_id_is_compared_with_few_of_a_hundred_thousand() {
        let text = (0..100_000).fold(String::new(), |text, number| text + "<p id='n" + &number.to_string() + "'/>");
        let ids = DocumentIds::parse(&format!("<html>{text}</html>"));
        assert_eq!(ids.all().len(), 100_000);
        for number in 0..1_000 {
            assert!(matches!(ids.target(&format!("m{number}")), FragmentTarget::Missing(_)));
        }
    }
}
