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

use crate::text::{Entities, InPart, Span};

/// Contents of the prolog of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prolog {
    /// Name of the root element in the document type declaration.
    pub root: Option<Arc<str>>,
    /// Public identifier of the document type declaration.
    pub public_id: Option<Arc<str>>,
    /// Internal general entities.
    pub entities: Entities,
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
            "DOCTYPE" => Some(Self::Doctype(name.text, external)),
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
