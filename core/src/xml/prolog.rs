//! The prolog, which is in effect for the whole document, and the literals of markup declarations.
//!
//! ```text
//! doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'     production 28
//! ExternalID  ::= 'SYSTEM' S SystemLiteral | 'PUBLIC' S PubidLiteral S SystemLiteral    production 75
//! EntityDecl  ::= '<!ENTITY' S ('%' S)? Name S (EntityValue | ExternalID NDataDecl?) S? '>'
//! NotationDecl ::= '<!NOTATION' S Name S (ExternalID | PublicID) S? '>'                 production 82
//! AttlistDecl ::= '<!ATTLIST' S Name (S Name S AttType S DefaultDecl)* S? '>'           production 52
//! ```

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::text::{Entities, InPart, Span};
use crate::vocabularies::DoctypeNames;
use crate::xml::namespaces::declared_prefix;

/// Contents of the prolog of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prolog {
    /// Name of the root element in the document type declaration.
    pub root: Option<Arc<str>>,
    /// Public identifier of the document type declaration.
    pub public_id: Option<Arc<str>>,
    /// Internal general entities.
    pub entities: Entities,
    /// Default values of each element that declare a namespace or a base.
    defaults: FxHashMap<Box<str>, Vec<AttributeValue>>,
}

/// Name and value of an attribute, as written.
type AttributeValue = (Box<str>, Box<str>);

/// Maximum number of default values of an element that are applied: each of its tags needs time for all of them.
const MAX_DEFAULTS: usize = 64;

impl Prolog {
    /// Returns what the document type declaration names.
    pub fn doctype(&self) -> DoctypeNames<'_> {
        DoctypeNames { root: self.root.as_deref(), public_id: self.public_id.as_deref() }
    }

    /// Applies the default value of a namespace or a base; returns whether it is in effect, which only the first declaration
    /// of an attribute is.
    pub fn add_default(&mut self, default: &AttributeDefault<'_>) -> bool {
        let known = self.defaults.entry(default.element.into()).or_default();
        let is_first = known.iter().all(|(name, _)| **name != *default.attribute);
        if is_first && known.len() < MAX_DEFAULTS {
            known.push((default.attribute.into(), default.value.text.into()));
        }
        is_first
    }

    /// Returns the default values of the attributes of the element written `tag` that declare a namespace or a base.
    pub fn defaults_of(&self, tag: &str) -> &[AttributeValue] {
        // Hardly any document has one.
        if self.defaults.is_empty() { &[] } else { self.defaults.get(tag).map_or(&[], Vec::as_slice) }
    }
}

/// Word or literal of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// As written, without its quotes.
    pub text: &'t str,
    /// Span of that text in the text that contains the declaration.
    pub span: Span<InPart>,
    /// Quote around it; `None` for a word.
    pub quote: Option<char>,
}

/// Returns the words and literals of `declaration`, which is at offset `at` of its text. Parentheses separate words; an
/// unclosed literal is left out.
pub fn words(declaration: &str, at: usize) -> impl Iterator<Item = Word<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let is_gap = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '(' | ')' | '|' | ',' | '>' | '[');
        let rest = &declaration[from..];
        let start = from + rest.find(|c| !is_gap(c))?;
        let rest = &declaration[start..];
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (start, length) = match quote {
            Some(quote) => (start + 1, rest[1..].find(quote)?),
            None => (start, rest.find(|c| is_gap(c) || matches!(c, '"' | '\'')).unwrap_or(rest.len())),
        };
        from = start + length + usize::from(quote.is_some());
        let end = start + length;
        Some(Word { text: &declaration[start..end], span: Span::new(at + start, at + end), quote })
    })
}

/// Parsed markup declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration<'t> {
    /// The document type: the name of the root element.
    Doctype(&'t str, External<'t>),
    /// An external general entity.
    External(&'t str, External<'t>),
    /// An external parameter entity.
    Parameter(&'t str, External<'t>),
    /// An internal general entity: its name, and its value as written.
    Internal(&'t str, &'t str),
    /// A notation.
    Notation(&'t str, External<'t>),
}

/// Identifiers of an external entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct External<'t> {
    /// Public identifier.
    pub public: Option<Word<'t>>,
    /// System identifier.
    pub system: Option<Word<'t>>,
}

impl<'t> Declaration<'t> {
    /// Parses the declaration `text`, which starts with `<!` and is at offset `at`.
    pub fn parse(text: &'t str, at: usize) -> Option<Self> {
        let mut words = words(text.get(2..)?, at + 2);
        let keyword = words.next()?.text;
        let mut name = words.next()?;
        let is_parameter = keyword == "ENTITY" && name.text == "%";
        if is_parameter {
            name = words.next()?;
        }
        let first = words.next();
        let external = External::parse(first, &mut words);
        match keyword {
            // HTML accepts any case.
            _ if keyword.eq_ignore_ascii_case("DOCTYPE") => Some(Self::Doctype(name.text, external)),
            "NOTATION" => Some(Self::Notation(name.text, external)),
            "ENTITY" => match first {
                Some(value) if value.quote.is_some() && is_parameter => None,
                Some(value) if value.quote.is_some() => Some(Self::Internal(name.text, value.text)),
                _ if is_parameter => Some(Self::Parameter(name.text, external)),
                _ => Some(Self::External(name.text, external)),
            },
            _ => None,
        }
    }
}

impl<'t> External<'t> {
    pub fn parse(keyword: Option<Word<'t>>, words: &mut impl Iterator<Item = Word<'t>>) -> Self {
        let mut literal = || words.next().filter(|word| word.quote.is_some());
        match keyword.map(|word| word.text) {
            Some("SYSTEM") => Self { public: None, system: literal() },
            Some("PUBLIC") => Self { public: literal(), system: literal() },
            _ => Self::default(),
        }
    }
}

/// Attribute with a default value in an ATTLIST declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeDefault<'t> {
    /// Element, as written.
    pub element: &'t str,
    /// Attribute, as written.
    pub attribute: &'t str,
    /// Value.
    pub value: Word<'t>,
}

impl AttributeDefault<'_> {
    /// Returns whether the attribute declares a namespace or a base.
    pub fn is_declaration(&self) -> bool {
        self.attribute == "xml:base" || declared_prefix(self.attribute).is_some()
    }
}

/// Returns the default values in the ATTLIST declaration `text`, which is at offset `at`.
pub fn defaults(text: &str, at: usize) -> impl Iterator<Item = AttributeDefault<'_>> {
    let mut words = words(text.get("<!ATTLIST".len()..).unwrap_or_default(), at + "<!ATTLIST".len());
    let element = words.next().map_or("", |word| word.text);
    let mut attribute = None;
    std::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            match (word.quote, word.text) {
                (Some(_), _) => {
                    let value = word;
                    if let Some(attribute) = attribute.take() {
                        return Some(AttributeDefault { element, attribute, value });
                    }
                }
                (None, "#REQUIRED" | "#IMPLIED") => attribute = None,
                (None, "#FIXED") => {}
                // The first word after a default is the next attribute; types and enumerations follow it.
                (None, name) => attribute = attribute.or(Some(name)),
            }
        }
    })
}
